"""Fights: dice, hits, giving ground (OP-MELEE)."""
