"""Archery: shots, saves and weapons in hand (OP-SHOOT)."""
