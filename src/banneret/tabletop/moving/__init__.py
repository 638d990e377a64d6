"""How a base walks and slides."""
