"""NCO, a skirmish of two squads on a free table: orders from a bag of dice, moves that are
interrupted half-way. The ledger is docs/rules/nco.md."""

from owm_net.games.nco.system import Nco

__all__ = ["Nco"]
