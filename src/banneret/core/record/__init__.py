"""Battles on disk: written, read, replayed and gone on with."""
