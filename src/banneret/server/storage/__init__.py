"""What is kept, and where: the database, its tables, and who writes to it."""
