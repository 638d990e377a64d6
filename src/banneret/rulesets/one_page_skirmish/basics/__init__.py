"""What every chapter asks: the battle, who is who, its numbers, words and options."""
