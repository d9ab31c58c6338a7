"""The table of NCO in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client.language import tr
from owm_net.client.terminal_words import InWords
from owm_net.engine.text import say
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
                notes = [ORDER_WORDS[s.order], *([say("Down")] if s.down else [])]
                health = tr("health {n} of {most}", n=s.health, most=s.health_max)
                psyche = tr("psyche {n} of {most}", n=s.psyche, most=s.psyche_max)
                told = [tr(place_name(s.spot)), health, psyche, *map(tr, dict.fromkeys(notes))]
                lines.append(f"{tr(soldier_name(g, n))}: {', '.join(told)}.")
        return lines or [tr("Nobody is on the table yet.")]

    def status(self, view: View[NcoState]) -> Sequence[str]:
        """The turn, the bag."""
        g = view.state
        if not g.turn:
            return [tr("The match is being set up.")]
        bag = for_each_seat(g, g.bag())
        return [tr("Turn {n}; order dice in the bag: {bag}.", n=g.turn, bag=bag)]
