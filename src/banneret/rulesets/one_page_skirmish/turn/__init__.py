"""Rounds, cards and turns: which unit acts, and what it may do (OP-CARD, OP-TURN, OP-ACT)."""
