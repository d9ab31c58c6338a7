"""The veteran of OWM: regular with a squad that lasts, and with Fireteams that stay out of sight.

Where each side starts at an objective of its own, whoever loses fewer soldiers wins, and then
whoever has more of them (A-67). So one strong Fireteam holds the objective, and the others go where
no enemy sees them: an enemy Fireteam may not attack the same target twice in a turn (OWM-ATK-02),
and finds only one. Where objectives count for one side from the beginning, it takes that side, and
waits in cover. What was measured is in docs/strength.md.
"""

from __future__ import annotations

from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import computer
from owm_net.games.owm.actions import EndTurn, Maneuver, Redraw
from owm_net.games.owm.computer import regular
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.regular.weights import Weights
from owm_net.games.owm.computer.squads import firepower
from owm_net.games.owm.ids import NO_CELL, Cell, SoldierId
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
from owm_net.games.owm.state import CATALOG, OTHER, TERRAINS, Fireteam, OwmState, order_of
from owm_net.games.owm.terms import Side, StandingOrder
from owm_net.games.owm.turn import ACTION, Turn

LIKED: tuple[tuple[str, ...], ...] = (
    ("polish_6th", "red_army_45th_rifle"),
    ("us_5th_rangers", "us_101st_airborne"),
    ("german_15th", "german_352nd"),
)
"""Divisions, those that are taken first at the top, of a line by chance: the more soldiers their
points buy, the better."""
WEIGHTS = Weights(delay=8)
STEADY = evolve(regular.TEMPER, styles=(4,))
"""How it builds squads, but where one Fireteam does all the fighting."""
NOOK = 2
"""How far from the objective a Fireteam hides."""
MOST_CHANGED = 3
_KEPT = {StandingOrder.RALLY: 1, StandingOrder.ENTRENCH: 1}
"""How many cards of a kind a Fireteam that hides leaves in the hand for the one that fights; all
Attack orders."""


def play(view: View[OwmState], chance: Chance) -> Answer:
    """The answer of the view's seat to what is asked."""
    kind = agenda.kind_of(view)
    if kind is DIVISION:
        return _division(view, chance)
    if kind is START_AT:
        return _start_at(view, chance)
    if kind is ACTION and (hidden := _hide(view)) is not None:
        return hidden
    if kind is SQUAD:
        return _squad(view, chance)
    return regular.play(view, chance, WEIGHTS)


# -- set-up ------------------------------------------------------------------------------------


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
    where the other is to hide."""
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


def _start_at(view: View[OwmState], chance: Chance) -> Answer:
    """The first Fireteam at the side's own objective, the others near where they hide. In cover, if
    it is for the enemy to come."""
    g, side = view.state, view.state.sides[view.seat]
    free = [c for c in start_cells(g, side) if not g.fireteams_at(c)]
    chance.shuffle(free)
    if _is_ahead(g, side):
        return StartAt(max(free, key=lambda c: TERRAINS.at(g.ground, c).defense))
    home = _home(g, view.seat)
    nook = _nook(g, home) if home is not None else None
    if home is None or nook is None:
        return regular.play(view, chance)

    def merit(cell: Cell) -> tuple[int, int]:
        return g.ground.distance(cell, nook), -TERRAINS.at(g.ground, cell).defense

    return StartAt(home if home in free else min(free, key=merit))


# -- out of sight ------------------------------------------------------------------------------


def _has_homes(g: OwmState) -> bool:
    """Return True if there is an objective for each side to hold."""
    return len([o for o in g.card.objectives if o.kind == "hold"]) > 1


def _home(g: OwmState, seat: int) -> Cell | None:
    """The objective that is nearest to the anchor of a seat's side, where each side has one."""
    if not _has_homes(g):
        return None
    side = g.sides[seat]
    anchors = [g.ground.cell(name) for name in g.card.anchors[side.value]]
    goals = [g.ground.cell(o.cell) for o in g.card.objectives]
    return min(goals, key=lambda c: (min(g.ground.distance(c, a) for a in anchors), c))


def _nook(g: OwmState, home: Cell) -> Cell | None:
    """A place near the objective that nobody on the enemy's half of the map sees."""
    ground = g.ground
    goals = [ground.cell(o.cell) for o in g.card.objectives]

    def is_theirs(cell: Cell) -> bool:
        away = ground.distance(cell, home)
        return any(ground.distance(cell, goal) < away for goal in goals)

    free = [c for c in ground.cells if not TERRAINS.at(ground, c).no_movement]
    eyes = [c for c in free if is_theirs(c)]
    near = [c for c in free if c != home and ground.distance(c, home) <= NOOK]
    unseen = [c for c in near if not any(TERRAINS.sees(ground, eye, c) for eye in eyes)]
    return min(unseen, key=lambda c: (ground.distance(c, home), c), default=None)


def _hide(view: View[OwmState]) -> Answer | None:
    """What a Fireteam does that hides while another holds the objective; None if it does not, or
    has been found."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Turn)
    team = g.fireteams[top.fireteam]
    home = _home(g, view.seat)
    if home is None or team.cell == home:
        return None
    holder = next((t for t in g.fireteams_at(home) if not g.is_enemy(t, team)), None)
    nook = _nook(g, home)
    if holder is None or nook is None:
        return None
    if team.cell == nook and any(g.sees(e.cell, nook) for e in g.enemies(view.seat)):
        return None
    mind = Mind(view, regular.TEMPER)
    if team.cell != nook:
        step = _step(view, mind, top, team, nook)
        if step is not None or g.has_suppressed(team.id):
            return step
    return _change(view, mind, top, team.cell != nook) or EndTurn()


def _step(
    view: View[OwmState], mind: Mind, turn: Turn, team: Fireteam, nook: Cell
) -> Answer | None:
    """A Maneuver towards the place to hide, if it has one."""
    ground = view.state.ground
    to = team.heading
    if to == NO_CELL:
        ways = ground.neighbours(team.cell)
        to = min(ways, key=lambda c: (ground.distance(c, nook), c))
    for slot, _ in mind.orders(StandingOrder.MANEUVER)[:1]:
        step = Maneuver(slot, to)
        if turn.why_not_action(view, step) is None:
            return step
    return None


def _change(view: View[OwmState], mind: Mind, turn: Turn, walks: bool) -> Answer | None:
    """New cards for those that the Fireteam at the objective does not want."""
    left = {**_KEPT, StandingOrder.MANEUVER: int(walks)}
    changed: list[Played] = []
    for slot, face in mind.hand:
        order = order_of(face)
        kind = order.standing_order if order is not None else None
        if kind is StandingOrder.ATTACK:
            continue
        if kind is not None and left.get(kind, 0):
            left[kind] -= 1
            continue
        changed.append(slot)
    redraw = Redraw(tuple(changed[:MOST_CHANGED]))
    if changed and turn.why_not_action(view, redraw) is None:
        return redraw
    return None
