"""What each seat is shown."""
