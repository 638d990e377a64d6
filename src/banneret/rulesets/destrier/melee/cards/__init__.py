"""The cards a figure may choose, what they cost, and who faces whom."""
