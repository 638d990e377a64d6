"""Moving a unit: its dice, its leader's way, and those who follow him (OP-MOVE)."""
