"""The Action phase: chits, those whom nobody commands, and what is declared (KK-ACT, KK-DECL)."""
