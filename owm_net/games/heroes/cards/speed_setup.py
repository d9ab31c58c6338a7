"""Speed setup: a counter is turned over before it acts. G-05, HON-MOVE-08."""

from __future__ import annotations

from attrs import evolve

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.cards.riders import Act, Rider
from owm_net.games.heroes.grid import STRAIGHT, in_arc
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import Ability, Flip

SPEED_SETUP = CardKey("speed_setup")


def why_not(g: HeroesState, act: Act) -> Refusal | None:
    """A unit with Tripod or Opportunity Fire, which is not turned over in this move anyway."""
    u = g.units[act.unit]
    if not act.activates or not u.flips or u.has(Ability.AMBUSH) or u.rides:
        return Refusal("HON-CARD-06", say("it wants a unit that its order can turn over"))
    if act.flip is not Flip.NONE:
        return Refusal("HON-MOVE-08", say("a counter is turned over once"))
    return None


RIDER = Rider(SPEED_SETUP, why_not)


def set_up(g: HeroesState, unit: UnitId, targets: tuple[UnitId, ...]) -> Unit:
    """A counter as it is turned over: a firing arc faces the first target, as it did before if it
    can (R-173). targets: what may be units."""
    u = g.units[unit].other
    if not u.weapon.arc or not targets or not g.known(targets[0]):
        return u
    spaces = g.units[targets[0]].covers
    able = [f for f in (u.facing, *STRAIGHT) if any(in_arc(f, u.at, space) for space in spaces)]
    return evolve(u, facing=int(able[0])) if able else u
