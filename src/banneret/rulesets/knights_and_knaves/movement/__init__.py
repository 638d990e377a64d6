"""How far and which way a figure goes, over what, in whose saddle (KK-MOVE)."""
