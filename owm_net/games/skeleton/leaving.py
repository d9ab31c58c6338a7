"""A player who leaves, and how the others go on. SKEL-13."""

from __future__ import annotations

from typing import Any

from attrs import define

from owm_net.engine.agenda import Ask, Done, Frame, frame
from owm_net.games.skeleton.duel import DECK, Answering, Match, Send, Table

BEGINNING = ("start", "open_stances", "first_deck")
"""Where the match stands before there is a deck."""


@frame("skeleton.going_on")
@define
class GoingOn(Frame[Any]):
    """SKEL-13: those who stay take up their hands in a new deck."""

    def start(self, g: Table) -> Any:
        """The deck is made of all cards that do not lie open."""
        pool = [card for card in range(24) if card not in g.discard]
        return Ask(g.redeal(DECK, pool, g.present()), then=self.take_up)

    def take_up(self, g: Table) -> Any:
        """The fog is as large as before, of other cards."""
        g.redealt(DECK, g.present())
        g.fog = list(g.decks[DECK].take(len(g.fog)))
        return Done()


def leave(g: Table, seat: int) -> None:
    """SKEL-13: the seat is out; what comes next is on the agenda."""
    match = g.agenda[0]
    assert isinstance(match, Match)
    g.gone.append(seat)
    g.tell("left", "SKEL-13", seat=seat)
    for playing in g.agenda:
        if isinstance(playing, Answering):
            g.discard.extend([p.answer.card for p in playing.stack if isinstance(p.answer, Send)])
    g.hands[seat] = []
    turn = match.turn
    if match.at in BEGINNING:
        again = "start" if match.at == "open_stances" else "pick"
        g.agenda = [Match(turn, at=again)]
        return
    at = match.at if match.at in ("deal", "peek") else "peek"
    if match.at == at and turn != seat:
        g.agenda = [Match(turn, at=at), GoingOn()]
    else:
        g.agenda = [Match(g.next_seat(turn), at=at), GoingOn()]
