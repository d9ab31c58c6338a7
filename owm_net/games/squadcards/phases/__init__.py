"""The nine phases of a player turn, in the order of the ledger (2.3 to 2.9)."""
