"""The Fatigue phase: tiring, ammunition, withdrawal and the end (KK-FAT, KK-AMMO, KK-FINIS)."""
