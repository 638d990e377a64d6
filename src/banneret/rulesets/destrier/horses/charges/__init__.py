"""Cavalry charges in the movement segment: orders, passes, the pas d'armes, the joust."""
