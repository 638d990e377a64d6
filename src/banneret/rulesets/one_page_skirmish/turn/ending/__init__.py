"""Points while they are won, and the end of the battle (OP-END, OP-SCORE)."""
