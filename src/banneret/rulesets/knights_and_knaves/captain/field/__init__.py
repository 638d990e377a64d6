"""Taking the field, coming onto it and leaving it."""
