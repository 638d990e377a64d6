"""Impact, melee, hits and what follows from them."""
