"""What captains of every book have in common."""
