"""What players see and read: views, scenes, looks, events with their sentences."""
