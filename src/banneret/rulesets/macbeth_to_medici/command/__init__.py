"""Officers, their tempers and orders, messengers, initiative and the control test."""
