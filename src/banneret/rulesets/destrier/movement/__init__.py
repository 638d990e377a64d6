"""Movement: half-moves, TAC movement, MOVE cards, forced moves, and who is held."""
