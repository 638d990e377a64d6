"""The ground: walls, doors, furniture, what blocks the way and the eye, and cover."""
