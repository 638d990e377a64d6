"""One-Page Skirmish: a man-to-man medieval battle from a single sheet of rules."""
