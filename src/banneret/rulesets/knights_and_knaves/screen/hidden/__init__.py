"""What each side may see, and what it cannot tell apart."""
