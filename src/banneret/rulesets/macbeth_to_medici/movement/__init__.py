"""Rates, manoeuvres, drill, brigades and the two moving steps of a turn."""
