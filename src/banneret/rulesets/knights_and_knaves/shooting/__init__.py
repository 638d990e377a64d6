"""The Shooting phase: aim, cover, hits and strays (KK-SHOOT)."""
