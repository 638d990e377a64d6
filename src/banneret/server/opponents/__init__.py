"""Sides that no person plays, and the processes in which they think."""
