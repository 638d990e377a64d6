"""Knights & Knaves: figure skirmish under a lord's voice, after our contract of clauses KK-."""
