"""Combat events, melee combat events, wild cards, virtue and luck."""
