"""The screen: what a side may see, what is drawn, and the words."""
