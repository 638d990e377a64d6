"""What damage does: wounds, falls, bodies (KK-DMG, KK-DIS, KK-FALL)."""
