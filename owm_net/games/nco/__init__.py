"""NCO, a skirmish of two squads on a free table: orders from a bag of dice, moves that are
interrupted half-way. The ledger is docs/rules/nco.md.

The package loads nothing by itself: a pack can be looked at without the rules.
"""
