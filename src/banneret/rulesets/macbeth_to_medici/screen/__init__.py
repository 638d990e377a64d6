"""What is seen and told."""
