"""Setting up: scenarios, forces, deploying, and how scenarios are won."""
