"""Terrain, its classes, sight and defences."""
