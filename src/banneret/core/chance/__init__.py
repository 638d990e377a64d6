"""Dice, draws, exact odds and the proof that nobody chose them."""
