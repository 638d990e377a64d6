"""What a rulebook answers, and the ledger of its clauses."""
