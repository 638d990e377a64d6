"""Banneret: five medieval miniatures games on one digital table."""

__version__ = "0.1.0"
