"""Scenarios, forces, points, and how a battle is set up."""
