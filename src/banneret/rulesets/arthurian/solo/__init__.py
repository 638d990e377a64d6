"""A side run by the book: each decision is a clause's, and is told with it."""
