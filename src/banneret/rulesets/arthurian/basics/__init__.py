"""What every chapter asks: the state of a battle, who is who, its numbers, dice and options."""
