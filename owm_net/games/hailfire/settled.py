"""Questions that one sensible answer settles: nobody need be asked them. What is answered follows
from what both players see, or is the only answer that the rules allow, so that it reveals nothing
more than the answer itself."""

from __future__ import annotations

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.hailfire.chits import BREAK, SayBroken
from owm_net.games.hailfire.ids import NO_UNIT, TeamId
from owm_net.games.hailfire.looking import is_routine
from owm_net.games.hailfire.shooting import ALLOT, Allot
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.turn import ACTIVATE, PlayerTurn, anybody


def settled(view: View[HailfireState]) -> Answer | None:
    """Return the answer, None where there is something to choose: a Team goes as far as its path
    and the dice lead; a Hit falls on one of several Teams that are alike; a turn ends in which
    nobody can be activated any more; a limit that is not reached is said not to be."""
    g, kind = view.state, agenda.kind_of(view)
    if is_routine(view):
        return Pass()
    if kind is ALLOT:
        offered = [offer for offer in agenda.offers(view) if isinstance(offer, Allot)]
        alike = dict.fromkeys([_seen(g, offer.team) for offer in offered])
        return offered[0] if len(alike) == 1 else None
    if kind is BREAK:
        unbroken = [offer for offer in agenda.options(view) if isinstance(offer, SayBroken)]
        return next((offer for offer in unbroken if not offer.broken), None)
    if kind is ACTIVATE and isinstance(g.agenda[-1], PlayerTurn):
        opened = g.agenda[-1].unveiled != NO_UNIT
        if not opened and not g.order_points and not anybody(g, g.active, hero=True):
            return Pass()
    return None


def _seen(g: HailfireState, team: TeamId) -> tuple[object, ...]:
    """Return what makes a difference to a Team that is hit."""
    t = g.teams[team]
    orders = (t.activated, t.done, t.pledged, g.engaged(team))
    return t.unit, t.profile, t.points, t.suppressed, g.hard_cover(team), *orders
