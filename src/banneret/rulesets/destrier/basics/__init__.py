"""What every chapter asks: the state of a battle, who is who, its numbers and options."""
