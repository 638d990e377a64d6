"""A battle under way: its room, its host, and its beginning."""
