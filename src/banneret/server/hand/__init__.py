"""One gesture, the whole chain that follows from it."""
