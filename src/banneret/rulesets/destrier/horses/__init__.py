"""Horses: their cards, how they stumble and fall, and what becomes of their riders."""
