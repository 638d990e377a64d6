"""Charges and responses, evades, routs, recoils and pursuit."""
