"""What screens show: events with their sentences, the scene, looks, the quick reference."""
