"""The Melee phase: strike or parry, contests, ranks, the gallop (KK-MELEE, KK-RANK)."""
