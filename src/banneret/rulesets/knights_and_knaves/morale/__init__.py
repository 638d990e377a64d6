"""Morale: causes, checks, rout, yielding and rally (KK-MORALE, KK-YIELD, KK-RALLY)."""
