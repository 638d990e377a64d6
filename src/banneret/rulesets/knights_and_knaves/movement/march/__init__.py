"""Everybody on his way at once: who meets whom and where all end."""
