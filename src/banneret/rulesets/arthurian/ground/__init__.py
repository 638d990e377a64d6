"""The table: terrain, sight, cover, and ways across it."""
