"""NCO, a skirmish of two squads on a free table: orders from a bag of dice, moves that are
interrupted half-way. The ledger is docs/rules/nco.md.

Importing the package loads nothing else: a pack can be looked at without the rules.
"""
