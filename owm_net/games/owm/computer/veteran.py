"""The veteran of OWM: regular with a squad that lasts, and with the better start.

Where each side starts at an objective of its own, whoever loses fewer soldiers wins, and then
whoever has more of them (A-67): so it leads many, the best shots together, and starts in cover.
Where objectives count for one side from the beginning, it takes that side, and lets the enemy come.
What was measured is in docs/strength.md.
"""

from __future__ import annotations

from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import computer
from owm_net.games.owm.computer import regular
from owm_net.games.owm.computer.regular.weights import Weights
from owm_net.games.owm.computer.squads import firepower
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.set_up import (
    DIVISION,
    SQUAD,
    START_AT,
    FormSquad,
    SetUp,
    StartAt,
    start_cells,
)
from owm_net.games.owm.state import CATALOG, OTHER, TERRAINS, OwmState
from owm_net.games.owm.terms import Side

LIKED: tuple[tuple[str, ...], ...] = (
    ("polish_6th", "red_army_45th_rifle"),
    ("us_5th_rangers", "us_101st_airborne"),
    ("german_15th", "german_352nd"),
)
"""Divisions, those that are taken first at the top, of a line by chance: the more soldiers their
points buy, the better."""
WEIGHTS = Weights(delay=8)
STEADY = evolve(regular.TEMPER, styles=(4,))
"""How it builds squads, but where one Fireteam does most of the fighting."""


def play(view: View[OwmState], chance: Chance) -> Answer:
    """The answer of the view's seat to what is asked."""
    kind = agenda.kind_of(view)
    if kind is DIVISION:
        return _division(view, chance)
    if kind is START_AT:
        return _start_at(view, chance)
    if kind is SQUAD:
        return _squad(view, chance)
    return regular.play(view, chance, WEIGHTS)


def _division(view: View[OwmState], chance: Chance) -> Answer:
    top = view.state.agenda[-1]
    assert isinstance(top, SetUp)
    allowed = [a for a in top.offers_division(view) if top.why_not_division(view, a) is None]
    ahead = [a for a in allowed if _is_ahead(view.state, a.side)]
    allowed = ahead or allowed
    for line in LIKED:
        liked = [a for a in allowed if a.division in line]
        if liked:
            allowed = liked
            break
    return allowed[chance.below(len(allowed))]


def _squad(view: View[OwmState], chance: Chance) -> Answer:
    """Soldiers of good Discipline; or as regular has them, with the best shots in one Fireteam,
    where each side has an objective to hold."""
    if not _has_homes(view.state):
        return computer.play(view, chance, STEADY)
    own = computer.play(view, chance, regular.TEMPER)
    if not isinstance(own, FormSquad) or len(own.fireteams) != 2:
        return own

    def fire(soldier: SoldierId) -> tuple[int, int]:
        return firepower(CATALOG.soldiers[soldier]), soldier

    few, many = sorted((list(line) for line in own.fireteams), key=len)
    while len(many) < view.state.largest(view.state.sides[view.seat]):
        led = [s for s in few if CATALOG.soldiers[s].is_leader]
        spare = [s for s in few if s not in led or len(led) > 1]
        if len(few) < 2 or not spare:
            break
        best = max(spare, key=fire)
        few.remove(best)
        many.append(best)
    return FormSquad((tuple(many), tuple(few)))


def _is_ahead(g: OwmState, side: Side) -> bool:
    """Return True if objectives count for a side as the match begins, and less for the other."""
    points = rules_of(g).objective_points
    return points(g, side) > points(g, OTHER[side])


def _has_homes(g: OwmState) -> bool:
    """Return True if there is an objective for each side to hold."""
    return len([o for o in g.card.objectives if o.kind == "hold"]) > 1


def _start_at(view: View[OwmState], chance: Chance) -> Answer:
    """In the best cover, where the own objective has it, or it is for the enemy to come."""
    g, side = view.state, view.state.sides[view.seat]
    if not _has_homes(g) and not _is_ahead(g, side):
        return regular.play(view, chance)
    free = [c for c in start_cells(g, side) if not g.fireteams_at(c)]
    chance.shuffle(free)
    return StartAt(max(free, key=lambda c: TERRAINS.at(g.ground, c).defense))
