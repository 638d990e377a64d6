"""Moves that somebody else, fear or rage decides."""
