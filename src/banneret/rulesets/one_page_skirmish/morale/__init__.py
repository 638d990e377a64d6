"""Morale: who must test, who runs and who falls back (OP-MORALE)."""
