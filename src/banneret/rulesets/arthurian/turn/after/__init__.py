"""How a battle ends, and what follows it."""
