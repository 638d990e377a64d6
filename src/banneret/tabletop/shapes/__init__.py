"""Bases and distances between them."""
