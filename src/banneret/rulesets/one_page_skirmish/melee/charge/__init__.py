"""Charging: nerve on both sides, the way to contact, lances (OP-CHARGE)."""
