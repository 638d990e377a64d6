"""What people are asked, and how answers are read."""
