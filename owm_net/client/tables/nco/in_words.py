"""The table of NCO in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client.terminal_words import InWords
from owm_net.engine.view import View
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.words import ORDER_WORDS, for_each_seat, place_name, soldier_name


class Words(InWords):
    """Soldiers, where they are and how they are."""

    def map(self, view: View[NcoState]) -> Sequence[str]:
        """Everybody on the table, a line each."""
        g = view.state
        lines = []
        for seat in SEATS:
            for n in g.on_field(seat):
                s = g.soldiers[n]
                notes = [ORDER_WORDS[s.order], *(["Down"] if s.down else [])]
                health = f"health {s.health} of {s.health_max}"
                psyche = f"psyche {s.psyche} of {s.psyche_max}"
                where = place_name(s.spot)
                said = f"{soldier_name(g, n)}: {where}, {health}, {psyche}"
                lines.append(f"{said}, {', '.join(dict.fromkeys(notes))}.")
        return lines or ["Nobody is on the table yet."]

    def status(self, view: View[NcoState]) -> Sequence[str]:
        """The turn, the bag."""
        g = view.state
        if not g.turn:
            return ["The match is being set up."]
        return [f"Turn {g.turn}; order dice in the bag: {for_each_seat(g, g.bag())}."]
