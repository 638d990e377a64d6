"""What every chapter asks: the men and the state of a battle, its numbers, words and options."""
