"""A player who leaves, and how the others go on. SKEL-13."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Done, Frame, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.games.skeleton.duel import Answering, Match, Opening
from owm_net.games.skeleton.events import Left
from owm_net.games.skeleton.state import DECK, DuelState

BEFORE_THE_DECK = {"open_stances": "start", "shuffle": "pick"}
"""Where an `Opening` without a deck stands, and where it begins again."""


@frame("skeleton.going_on")
@define
class GoingOn(Frame[None]):
    """SKEL-13: those who stay take up their hands in a new deck."""

    def start(self, g: DuelState) -> Outcome[None]:
        """The deck is made of all cards that do not lie open."""
        pool = [card for card in range(24) if card not in g.discard]
        return Ask(g.redeal(DECK, pool, g.own_hands()), then=self.take_up)

    def take_up(self, g: DuelState) -> Outcome[None]:
        """The fog is as large as before, of other cards."""
        g.redealt(DECK, g.own_hands())
        g.fog = list(g.decks[DECK].deal(len(g.fog)))
        return Done()


def leave(g: DuelState, seat: Seat) -> None:
    """Leave, SKEL-13: the seat is out; the agenda has the next frame."""
    match, above = g.agenda[0], g.agenda[1]
    assert isinstance(match, Match)
    g.gone.append(seat)
    g.tell(Left(seat))
    for playing in g.agenda:
        if isinstance(playing, Answering):
            g.discard.extend([played.answer.card for played in playing.stack])
    g.hands[seat] = []
    if isinstance(above, Opening):
        if above.at in BEFORE_THE_DECK:
            g.agenda = [Match(at="begin"), Opening(at=BEFORE_THE_DECK[above.at])]
            return
        first = g.next_seat(above.first) if above.first == seat else above.first
        g.agenda = [Match(at="begin"), Opening(first, at="deal"), GoingOn()]
        return
    between = isinstance(above, GoingOn) and match.turn != seat
    turn = match.turn if between else g.next_seat(match.turn)
    g.agenda = [Match(turn, at="play"), GoingOn()]
