"""Walls, hedges, doors and what it takes to get past them."""
