"""Terrain, and what a way across it costs."""
