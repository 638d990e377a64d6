"""Rallying, fatigue, the end of a turn and of a battle."""
