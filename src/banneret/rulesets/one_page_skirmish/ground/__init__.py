"""The lie of the land: what it costs, hides and covers, and who stands against whom (OP-TERR)."""
