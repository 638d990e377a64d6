"""The lie of the land, who sees whom over it and who touches whom (KK-GEO, KK-DEF)."""
