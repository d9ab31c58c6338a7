"""What the search of `engine.search` is told of Heroes: the veteran's mind.

The veteran plays as regular does, but makes a deck of the best cards, and thinks more of a first
hit. A plan is what the unit with the next order does, played out to the end of the round; the
player does not think so far yet (docs/strength.md), and hints do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.search import Hidden, Plan, Thinker
from owm_net.engine.view import View
from owm_net.games.heroes.bonus import DECK as BONUS_DECK
from owm_net.games.heroes.computer import answered, quick
from owm_net.games.heroes.computer.deploying import best_deck
from owm_net.games.heroes.computer.planning import deeds
from owm_net.games.heroes.computer.plans import HOLD
from owm_net.games.heroes.computer.plans import Plan as Deed
from owm_net.games.heroes.computer.weighing import HALF_GONE, Mind, Outlook, ways_to
from owm_net.games.heroes.concealing import ambushers, ruses
from owm_net.games.heroes.decks import COMMAND, DECK, deck_nation, may_command, source
from owm_net.games.heroes.hidden import (
    BLUFF,
    BONUS,
    FIRST_HIDDEN,
    FIRST_RUSE,
    SPECIAL,
    pool,
    token,
)
from owm_net.games.heroes.orders import TURN
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_ORDERS, CardKind, HitSymbol, UnitType
from owm_net.games.heroes.tokens import orders_due
from owm_net.games.heroes.victory import sides_on

KEEN = Mind(step_down=HALF_GONE)
"""How the veteran thinks without a search."""
HORIZON = 1
"""Rounds for which a plan is played out: the rest of this one."""
MOST_PLANS = 6
SORTS = 2
"""So many bluffs and special orders a lost token may be."""
FAR = 20
"""Spaces; from farther off nobody comes in time."""

Heap: TypeAlias = tuple[Sequence[int], Sequence[int]]
"""Closed slots, and the cards that may lie in them."""


class HeroesThinker(Thinker[HeroesState]):
    """See `Thinker`."""

    won = 1000
    budget = 500
    doubt = 23

    def hidden(self, view: View[HeroesState]) -> Hidden:
        """Tokens of the others, cards in hands and decks, concealed counters, bonus tokens."""
        g = view.state
        heaps = [heap for seat in g.players for heap in _closed(view, seat)]
        if BONUS_DECK in g.decks:
            heaps.append((g.decks[BONUS_DECK].top(g.decks[BONUS_DECK].left), tuple(BONUS)))
        learnt = {
            seat: [
                slot
                for n in (seat, g.unlaid(seat), g.laid(seat), g.veiled(seat))
                for slot in g.hands[n]
                if slot < 0
            ]
            for seat in g.players
        }
        return Hidden([heap for heap in heaps if heap[0]], learnt)

    def plans(self, view: View[HeroesState], chance: Chance) -> Sequence[Plan]:
        """Its own answer; for an order other deeds of its unit. A deck of the best cards."""
        asked = agenda.kind_of(view)
        if asked is DECK:
            deck = best_deck(Outlook(view), chance)
            return [Plan(answered(view, chance, KEEN) if deck is None else deck)]
        own = Plan(answered(view, chance, KEEN))
        if asked is not TURN:
            return [own]
        found = [own]
        for answer in _others(view, own.first):
            if agenda.why_not(view, answer) is None:
                found.append(Plan(answer))
                if len(found) == MOST_PLANS:
                    break
        return found

    def policy(self, view: View[HeroesState], chance: Chance, aim: Any) -> Answer:
        """Quick."""
        return quick.play(view, chance)

    def is_far(self, start: HeroesState, g: HeroesState) -> bool:
        """When the round is over."""
        return g.round >= start.round + HORIZON

    def worth(self, g: HeroesState, seat: int) -> int:
        """See `WEIGHTS`."""
        own = Seat(seat)
        total = sum([-_side(g, s) if g.hostile(s, own) else _side(g, s) for s in g.players])
        return self.won * total // (abs(total) + HALF)


# -- what may be hidden --------------------------------------------------------------------


def _closed(view: View[HeroesState], seat: Seat) -> Iterator[Heap]:
    """Yield the closed slots of a seat that the viewer does not know, with what may lie there."""
    g, known = view.state, view.known
    yield from _tokens(view, seat)
    deck = g.decks.get(source(g, seat))
    slots = [s for s in g.hands[seat] if s < 0 and s not in known]
    mates = g.members(seat)
    if seat == mates[0]:
        slots = [s for m in mates for s in g.hands[m] if s < 0 and s not in known]
        slots += [s for s in deck.top(deck.left) if s not in known] if deck is not None else []
        slots += [s for m in mates for s in g.piles[m] if s < 0 and s not in known]
        yield slots, _cards(view, mates)
    blinds = [s for s in g.hands[g.veiled(seat)] if s < 0 and s not in known]
    if blinds:
        cards = [FIRST_HIDDEN + unit for unit in ambushers(g, seat)]
        cards += [FIRST_RUSE + n for n in range(max(ruses(g, seat), len(blinds)))]
        yield blinds, cards


def _tokens(view: View[HeroesState], seat: Seat) -> Iterator[Heap]:
    """The same of its tokens: on the map or still to be laid those that may be the next, and those
    that were lost unseen."""
    g, known = view.state, view.known
    laid = [*g.closed(seat), *[t for t in g.to_lay(seat) if t < 0]]
    closed = [t for t in laid if t not in known]
    there = (*g.hands[g.laid(seat)], *g.to_lay(seat))
    seen = [c for t in there if (c := view.card(t)) is not None]
    orders = () if g.done[seat] else range(g.shown[seat] + 1, g.due[seat] + 1)
    cards = [token(seat, n) for n in orders]
    cards += [token(seat, SPECIAL + n) for n in range(g.specials[seat])]
    cards += [token(seat, BLUFF + n) for n in range(g.bluffs[seat])]
    cards = [card for card in cards if card not in seen]
    cards += [token(seat, BLUFF)] * (len(closed) - len(cards))
    yield closed, cards
    for lost in g.lost_tokens:
        if lost.seat == seat and lost.slot not in known:
            higher = [token(seat, n) for n in range(lost.after + 1, MOST_ORDERS + 1)]
            if not (lost.personal and higher):
                higher += [token(seat, BLUFF + n) for n in range(SORTS)]
            yield (lost.slot,), [*higher, *[token(seat, SPECIAL + n) for n in range(SORTS)]]


def _cards(view: View[HeroesState], mates: Sequence[Seat]) -> list[int]:
    """The action cards that have not been seen of which a side's deck may be."""
    g = view.state
    zones = [z for m in mates for z in (g.hands[m], g.piles[m])]
    seen = frozenset[int](
        [c for zone in zones for slot in zone if (c := view.card(slot)) is not None]
    )
    kinds = [CardKind.ORDINARY, *[k for k, o in COMMAND.items() if may_command(g, mates[0], o)]]
    nation = deck_nation(g, mates[0])
    return [card for card in pool(nation, *kinds) if card not in seen]


# -- plans ---------------------------------------------------------------------------------


def _others(view: View[HeroesState], own: Answer) -> Iterator[Answer]:
    """Yield other deeds with the order that it reveals, the best first, and of each kind: at
    each target, on the move, to a place."""
    slot = getattr(own, "token", None)
    if slot is None:
        return
    g = view.state
    o = Outlook(view, KEEN)
    unit = g.bearer(Seat(view.seat), slot)
    first: dict[tuple[object, ...], Deed] = {}
    ranked = sorted([*deeds(o, unit), HOLD], key=lambda deed: -deed.value)
    for deed in ranked:
        first.setdefault(_sort(deed), deed)
    for deed in first.values():
        answer = deed.order(Played(slot))
        if answer != own:
            yield answer


def _sort(deed: Deed) -> tuple[object, ...]:
    """What deeds are told apart by."""
    if deed.fires:
        return (True, deed.targets, deed.suppressive, deed.vertex, deed.into, deed.mark)
    end = deed.path[-1] if deed.path else deed.course[-1:]
    return (False, deed.target, end, deed.then_fires)


# -- the worth -----------------------------------------------------------------------------


@frozen
class Weight:
    """What one of something is worth in thousandths of the logarithm of the odds: in the first
    round, and in the last."""

    early: int
    late: int


WEIGHTS = (
    Weight(0, 100),
    Weight(0, 300),
    Weight(30, 30),
    Weight(-15, -15),
    Weight(450, 480),
    Weight(300, 500),
    Weight(-150, -150),
    Weight(0, 25),
    Weight(3, 15),
)
"""Of victory points that nobody can take back; of points of objectives that are held; of those on
which nobody else stands; of a point of an objective for each space to it; of a hit that a unit can
take; of an order in the next round; of a Suppressed marker; of a tenth of a point that the next
losses of a tile will bring; of ten of what the best shots are worth for which there are orders.
Fitted to matches of regular against itself (logistic regression over the beginnings of rounds)."""
HALF = 1100
"""Where so much more speaks for a side, half of what there is to win counts as won."""


def _side(g: HeroesState, seat: Seat) -> int:
    """A seat's part of the worth."""
    last = max(1, g.battle.rounds - 1)
    late = min(last, max(0, g.round - 1))
    total = 0
    for weight, number in zip(WEIGHTS, _features(g, seat), strict=True):
        total += number * (weight.early * (last - late) + weight.late * late)
    return total // last


def _features(g: HeroesState, seat: Seat) -> tuple[int, ...]:
    """See `WEIGHTS`."""
    name = g.side(seat).name
    held = alone = far = 0
    feet = [u for u in g.units if u.seat == seat and u.there and u.kind is UnitType.INFANTRY]
    for number, objective in enumerate(g.battle.objectives):
        if name not in objective.counts:
            continue
        held += objective.points * (g.holders[number] == name)
        alone += objective.points * (sides_on(g, objective.spaces) == [name])
        steps = ways_to(g.ground, objective.spaces, UnitType.INFANTRY)
        far += objective.points * min([FAR, *[steps.get(u.at, FAR) for u in feet]])
    hits = pressed = 0
    for u in g.units:
        if u.seat != seat or not u.in_play or u.bomb:
            continue
        one = not u.kind.vehicle and (u.up.hit is HitSymbol.LAST or len(u.piece.faces) < 2)
        hits += 1 if one else 2
        pressed += u.suppressed
    gained = g.gained[seat] + g.exited[seat]
    due = orders_due(g, seat)
    lost = sum(
        [
            10 * f.points * f.losses // f.squares
            for f in g.formations
            if f.seat != seat and g.hostile(f.seat, seat) and f.squares and not f.turned
        ]
    )
    o = Outlook(View(g, seat, {}))
    shots = sorted([o.best_from(o.stand(unit)) for unit in o.ours], reverse=True)
    return gained, held, alone, far, hits, due, pressed, lost, sum(shots[:due]) // 10
