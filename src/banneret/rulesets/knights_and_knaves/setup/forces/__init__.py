"""Forces: organisations, raised or read from files, and their points (KK-ORG, KK-POINTS)."""
