"""Before the battle: scenarios, deployment (KK-SETUP)."""
