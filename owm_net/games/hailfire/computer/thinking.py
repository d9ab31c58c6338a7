"""What the search of `engine.search` is told of Hailfire. Hints and turning points are found by it.

A force that wins is chosen, where there is a choice. Otherwise a plan is whom a point activates and
what they are ordered, played out to the end of the enemy's next player turn, or of the own one
where the enemy's is interrupted; everything else is decided as regular does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import length
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.search import Hidden, Plan, Thinker
from owm_net.engine.view import View
from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.blinds import FIRST as FIRST_BLIND
from owm_net.games.hailfire.blinds import MOST_UNITS
from owm_net.games.hailfire.chits import chit_cards, chit_value
from owm_net.games.hailfire.computer import decide, plans_of
from owm_net.games.hailfire.computer.choosing import best_force
from owm_net.games.hailfire.computer.planning import best_charges, best_fire, moves, plan
from owm_net.games.hailfire.computer.quick import quick
from owm_net.games.hailfire.computer.weighing import Outlook
from owm_net.games.hailfire.hero import CARDS, hero_value
from owm_net.games.hailfire.ids import (
    ATTACKER,
    DEFENDER,
    NO_TEAM,
    NO_UNIT,
    SEATS,
    TeamId,
    opponent,
)
from owm_net.games.hailfire.orders import ORDER, Declaring, FireAt, Go, Leg, March, Order
from owm_net.games.hailfire.set_up import FORCE
from owm_net.games.hailfire.state import BLINDS, CHITS, HERO, HailfireState
from owm_net.games.hailfire.terms import Aim
from owm_net.games.hailfire.turn import ACTIVATE, Activate, HeroWindow, PlayerTurn
from owm_net.games.hailfire.victory import held, through

HORIZON = 2
"""Player turns for which a plan is played out: the rest of this one, and the next."""
MOST_PLANS = 4
HALF = 1100
"""Where so much more speaks for a side, half of what there is to win counts as won."""
FAR = 6000
"""Hundredths of an inch from an objective, for a side that has nobody who could take it."""


@frozen
class Orders:
    """What Teams do that are activated together: the orders that a plan has for them."""

    teams: tuple[TeamId, ...]
    orders: tuple[Order, ...]


@frozen
class Weights:
    """What one of something is worth in thousandths of the logarithm of the odds. ready, shaken,
    fired_at: a point of Teams that are ready, suppressed, or have Received Fire Points. held, late:
    an objective, in the first round and how much more in the last. drawn, many: all chits to the
    limit, and how much more those beyond two fifths of it. away: ten inches from an objective.
    gained: a Team that is through, a point of a delay."""

    ready: int
    shaken: int
    fired_at: int
    held: int
    late: int
    drawn: int
    many: int
    away: int
    gained: int = 0


WEIGHTS: Mapping[Aim, Weights] = {
    Aim.OBJECTIVES: Weights(6, 5, 5, 1050, -200, 5700, 5700, 340),
    Aim.BREAKTHROUGH: Weights(6, 4, 4, 0, 0, 1000, 4000, 90, 500),
    Aim.DELAY: Weights(7, 5, 5, 550, 2000, 2400, 2000, 390, 200),
    Aim.RAID: Weights(15, 10, 13, 300, 750, 2500, 2000, 80, 1000),
}
"""Fitted to 233 matches of regular against itself, with its numbers changed by chance (logistic
regression over the beginnings of player turns), and made plain."""
SPENT = 80
"""The same of a Hero Point that has been spent."""


class HailfireThinker(Thinker[HailfireState]):
    """See `Thinker`."""

    won = 1000
    budget = 2400
    doubt = 15

    def hidden(self, view: View[HailfireState]) -> Hidden:
        """Hero Dice, chits and blinds."""
        g = view.state
        closed = [pool for seat in SEATS for pool in _closed(view, seat)]
        learnt = {
            seat: [c for hand in (HERO, CHITS, BLINDS) for c in g.hands[hand + seat] if c < 0]
            for seat in SEATS
        }

        def mend(faces: dict[int, int]) -> None:
            _mend(g, opponent(Seat(view.seat)), faces)

        return Hidden([pool for pool in closed if pool[0]], learnt, mend)

    def plans(self, view: View[HailfireState], chance: Chance) -> Sequence[Plan]:
        """Regular's own answer; others that it thought of, for an activation and its orders."""
        asked, frame = agenda.kind_of(view), view.state.agenda[-1]
        force = best_force(view, chance) if asked is FORCE else None
        own = decide(view, chance) if force is None else force
        found: list[Plan] = []
        if asked is ACTIVATE and isinstance(frame, PlayerTurn | HeroWindow):
            found = _activations(view, own) if frame.unveiled == NO_UNIT else []
        elif asked is ORDER and isinstance(frame, Activation):
            found = _orders(view, frame.declaring)
        first = next((p for p in found if p.first == own), Plan(own))
        others = [p for p in found if p.first != own and agenda.why_not(view, p.first) is None]
        return [first, *others[: MOST_PLANS - 1]]

    def policy(self, view: View[HailfireState], chance: Chance, aim: Orders | None) -> Answer:
        """Quick, but for the orders of the plan."""
        g, frame = view.state, view.state.agenda[-1]
        if aim is None or not isinstance(frame, Activation) or not agenda.asks(g, ORDER):
            return quick(view, chance)
        declaring = frame.declaring
        if tuple(declaring.teams) != aim.teams:
            return quick(view, chance)
        able = (order for order in aim.orders if order.why_not(g, declaring) is None)
        return next(able, Pass())

    def is_far(self, start: HailfireState, g: HailfireState) -> bool:
        """Some player turns later."""
        return _turns(g) >= _turns(start) + HORIZON

    def worth(self, g: HailfireState, seat: int) -> int:
        """See `WEIGHTS`."""
        total = _side(g, Seat(seat)) - _side(g, opponent(Seat(seat)))
        return self.won * total // (abs(total) + HALF)


def _turns(g: HailfireState) -> int:
    """Return how many player turns have begun."""
    return 2 * g.round + (g.active != g.first)


# -- what is hidden ------------------------------------------------------------------------

Pool = tuple[Sequence[int], Sequence[int]]
"""Closed slots, and the cards that may lie in them."""


def _closed(view: View[HailfireState], seat: Seat) -> Iterator[Pool]:
    """Yield the slots of a seat that the viewer does not know: its die and what is left of the deck
    it came from, its bag of chits, its blinds."""
    g, known = view.state, view.known
    first = CARDS * seat
    for hand, deck, cards in (
        (HERO, f"hero {seat}", range(first, first + CARDS)),
        (CHITS, f"chits {seat}", chit_cards(seat)),
    ):
        drawn = g.hands[hand + seat]
        seen = [view.card(c) for c in drawn]
        left = [c for c in drawn if c < 0 and c not in known]
        yield [*left, *_left(g, deck)], [card for card in cards if card not in seen]
    blinds = [c for c in g.hands[BLINDS + seat] if c < 0 and c not in known]
    opened = [view.card(c) for c in g.hands[BLINDS + seat]]
    count = len(g.hands[BLINDS + seat]) // 2
    lies = [*g.hidden, *[MOST_UNITS + n for n in range(count)]]
    yield blinds, [FIRST_BLIND + n for n in lies if FIRST_BLIND + n not in opened]


def _mend(g: HailfireState, seat: Seat, faces: dict[int, int]) -> None:
    """Let a seat's die show no less than has been spent of it, and its chits no more than it has
    said (HAIL-PHERO-04, HAIL-PVIC-04): better cards come from the decks."""
    for die in g.hands[HERO + seat][:1]:
        if die in faces and hero_value(faces[die]) < g.spent[seat]:
            best = max(_left(g, f"hero {seat}"), key=lambda c: faces[c])
            faces[die], faces[best] = faces[best], faces[die]
    said = g.hands[CHITS + seat][: g.denied[seat]]
    while said and sum([chit_value(faces.get(c, c)) for c in said]) >= g.limits[seat]:
        high = max([c for c in said if c in faces], key=lambda c: chit_value(faces[c]))
        low = min(_left(g, f"chits {seat}"), key=lambda c: chit_value(faces[c]))
        if chit_value(faces[high]) <= chit_value(faces[low]):
            return  # they lie
        faces[high], faces[low] = faces[low], faces[high]


def _left(g: HailfireState, deck: str) -> Sequence[int]:
    """Return the slots of a deck that are left."""
    return g.decks[deck].top(g.decks[deck].left) if deck in g.decks else ()


# -- plans ---------------------------------------------------------------------------------


def _activations(view: View[HailfireState], own: Answer) -> list[Plan]:
    """Whom a point could activate, what brings most first; or nobody, for a Hero Point."""
    g, o = view.state, Outlook(view.state, view.seat)
    hero = own.hero if isinstance(own, Activate) else g.active != view.seat or not g.order_points
    rough = sorted(plans_of(o, hero), key=lambda p: -p.value)[:MOST_PLANS]
    close = sorted([plan(o, p.group, exact=True) for p in rough], key=lambda p: -p.value)
    found = [Plan(Activate(p.teams, hero), Orders(p.teams, p.orders)) for p in close if p.value > 0]
    return [Plan(Pass()), *found] if hero else found


def _orders(view: View[HailfireState], declaring: Declaring) -> list[Plan]:
    """What the activated Teams could do first: fire at two targets, go, assault."""
    g, left = view.state, declaring.left()
    if declaring.orders or g.teams[declaring.teams[0]].aboard != NO_TEAM:
        return []
    o = Outlook(g, view.seat)
    steps = [go for _, go in moves(o, left)]
    fire = best_fire(o, left)
    charges = best_charges(o, left)[1]
    shots: list[Order] = [] if fire is None else [fire[1]]
    if fire is not None:
        other = Outlook(g, view.seat)
        other.theirs = [e for e in other.theirs if e != fire[1].target]
        second = best_fire(other, left)
        shots += [] if second is None else [second[1]]
    legs = [Leg(go.team, go.path) for go in steps if isinstance(go, Go)]
    going: list[Order] = [March(tuple(legs), apart=False)] if len(legs) > 1 else [*steps[:1]]
    teams = tuple(declaring.teams)
    rest = (*charges, *shots[:1], *steps)
    firsts = [*shots, *going, *charges[:1]]
    return [Plan(first, Orders(teams, _after(first, rest))) for first in firsts]


def _after(first: Order, rest: Sequence[Order]) -> tuple[Order, ...]:
    """Return the orders of the other Teams; those who fire first are left to it."""
    if isinstance(first, FireAt):
        return tuple([order for order in rest if not isinstance(order, FireAt)])
    return tuple(rest)


# -- the worth -----------------------------------------------------------------------------


def _side(g: HailfireState, seat: Seat) -> int:
    """A seat's part of the worth."""
    w, battle = WEIGHTS[g.battle.aim], g.battle
    total = -SPENT * g.spent[seat]
    takers = []
    for t in g.teams:
        if t.seat != seat or t.lost or t.through:
            continue
        each = w.shaken if t.suppressed else w.fired_at if t.points else w.ready
        total += each * t.row.costs(g.units[t.unit].quality)
        if t.there and not t.suppressed and not t.vehicle:
            takers.append(t.spot)
    late = min(battle.rounds, g.round)
    total += held(g, seat) * (w.held + w.late * late // battle.rounds)
    drawn, limit = len(g.hands[CHITS + seat]), g.limits[seat]
    total -= w.drawn * drawn // limit + w.many * max(0, 5 * drawn - 2 * limit) // (5 * limit)
    for objective in battle.objectives:
        near = min([length(spot, objective.at) for spot in takers], default=FAR)
        total -= w.away * near // 1000
    if seat == ATTACKER:
        total += w.gained * through(g)
    if seat == DEFENDER:
        total += w.gained * g.delayed
    return total
