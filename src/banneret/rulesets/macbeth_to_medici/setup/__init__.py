"""Setting up: armies, scenarios, officers before the battle, terrain, deploying, detachments."""
