"""What may be asked without sitting down: books, battles, sagas, forces."""
