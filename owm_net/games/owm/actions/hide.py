"""Stealth (000:1440-1457, section 2.19): a Fireteam goes into it. How it ends: `stealth`."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Outcome, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    hand_of,
    laid,
    void,
    why_not_in_hand,
    why_nothing_to_pay,
)
from owm_net.games.owm.state import TERRAINS, Fireteam, OwmState
from owm_net.games.owm.tokens_left import HIDING, why_none_left
from owm_net.games.owm.windows import Order


@record("owm.hide")
class Hide(Action):
    """Discard a card: the Fireteam goes into stealth (OWM-STLTH-01)."""

    title = say("Stealth")
    help = say(
        "Discard a card: the Fireteam hides. Nobody attacks it before they find it, and its "
        "attack out of hiding has +2 (OWM-STLTH-01)"
    )
    words = say("go into stealth, discard {card}")
    by_name = True

    card: Played

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Hide]:
        for card in hand_of(view, turn):
            yield Hide(card)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """It is not hidden yet (OWM-STLTH-01), can hide where it is, and was not attacked there in
        this round (OWM-STLTH-02)."""
        g = view.state
        team = g.fireteams[turn.fireteam]
        if team.stealthed:
            return Refusal("OWM-STLTH-01", say("the Fireteam is in stealth already"))
        problem = _why_no_cover(g, team)
        if problem is not None:
            return problem
        return why_nothing_to_pay(view, turn) or why_not_in_hand(view, self.card)

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        g.tell(Hides(turn.fireteam, (g.spend(g.fireteams[turn.fireteam].seat, self.card),)))
        return laid(Hide, g, turn)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """It is in stealth until something ends it. It may have been attacked meanwhile."""
        problem = _why_no_cover(g, g.fireteams[turn.fireteam])
        if problem is not None:
            return void(g, turn, problem)
        g.change_fireteam(turn.fireteam, stealthed=True)
        return turn.acted


def _why_no_cover(g: OwmState, team: Fireteam) -> Refusal | None:
    """Refuse to hide where the Fireteam is now (OWM-STLTH-02)."""
    terrain = TERRAINS.at(g.ground, team.cell)
    if terrain.no_stealth:
        return Refusal("OWM-STLTH-02", say("nobody can hide in {title}", title=terrain.title))
    if team.attacked_in == g.round_no and team.attacked_at == team.cell:
        return Refusal("OWM-STLTH-02", say("it was attacked here in this round"))
    return why_none_left(g, HIDING)


@record("owm.event.hide")
class Hides(Ordered):
    """A Fireteam is in stealth."""

    rule = "OWM-STD-02"

    def deed(self, g: OwmState) -> str:
        return say("goes into stealth")
