"""Gunnes, archery and skirmish fire."""
