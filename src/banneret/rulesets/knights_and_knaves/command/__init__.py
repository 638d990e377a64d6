"""Command Determination: who hears his lord, units, orders and signals (KK-CMD, KK-ORDER)."""
