"""What screens draw, for every book alike."""
