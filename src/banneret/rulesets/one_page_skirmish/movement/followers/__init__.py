"""Setting followers down round the figure that was measured."""
