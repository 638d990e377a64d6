"""Hand to hand fighting and shooting: the dice, who may, and what comes of it."""
