"""Before the battle: forces, scenarios, arms and deployment (OP-SETUP, OP-SCEN)."""
