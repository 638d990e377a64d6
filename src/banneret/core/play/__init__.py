"""A battle under way: the table, its steps and tape, the game and its seats."""
