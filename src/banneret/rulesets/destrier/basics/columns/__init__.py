"""The shape of the book's tables, and its words."""
