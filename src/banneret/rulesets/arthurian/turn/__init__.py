"""Rounds, initiative, activations and what a model does in one."""
