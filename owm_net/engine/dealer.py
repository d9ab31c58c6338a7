"""The local dealer: answers what chance and hidden cards decide, from a seed.

It is the double of the peer dealer for tests, simulations, searches and replays of
playthroughs; it knows every card, so it is never used between people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import EVERYBODY, CardNumber
from owm_net.engine.requests import Dealt, Request
from owm_net.engine.zones import deck_slots, place, slot


@frozen
class _Redealt:
    """How a deck was made when a seat had left: of which cards, and where hands went."""

    number: int
    pool: tuple[int, ...]
    moved: Mapping[int, int]


class LocalDealer:
    """A dealer that knows which card is in which slot, and which seat has learnt which."""

    def __init__(self, seats: int, chance: Chance) -> None:
        self._chance = chance
        self.faces: dict[int, int] = {}
        self._came_from: dict[int, int] = {}  # slot -> its slot before it was shuffled unopened
        self._redealt: dict[int, _Redealt] = {}  # deck -> how it was made
        self.knowledge: list[dict[int, int]] = [{} for _ in range(seats)]

    def reseed(self, chance: Chance) -> None:
        """Draw from another stream from now on."""
        self._chance = chance

    def answer(self, request: Request[Any]) -> Any:
        """The dealer's answer to a request that no seat decides."""
        if not isinstance(request, Dealt):
            raise EngineBug(f"{type(request).__name__} is not for a dealer")
        return request.deal(self)

    # -- what requests have it do (`requests.base.Dealer`) ----------------------------------

    def below(self, n: int) -> int:
        """A number by chance, 0 <= it < n."""
        return self._chance.below(n)

    def faces_of(self, slots: Sequence[int]) -> tuple[CardNumber, ...]:
        """The cards in these slots."""
        return tuple([CardNumber(self.faces[s]) for s in slots])

    def learn(self, seat: int, slots: Sequence[int]) -> None:
        """A seat is shown these slots in private."""
        self.knowledge[seat].update({s: self.faces[s] for s in slots})

    def stack(self, number: int, cards: Sequence[int]) -> None:
        """Lay open cards as a new deck, top first. Tests stack decks with it."""
        for index, card in enumerate(cards):
            self.faces[slot(number, index)] = card

    def mix(self, number: int, cards: Sequence[int]) -> tuple[int, ...]:
        """A new deck of cards and slots in an order by chance. Returns the cards, top first."""
        mixed = list(cards)
        self._chance.shuffle(mixed)
        self._came_from.update({slot(number, i): c for i, c in enumerate(mixed) if c < 0})
        self.stack(number, [c if c >= 0 else self.faces[c] for c in mixed])
        return self.faces_of(deck_slots(number, len(mixed)))

    def deal_anew(self, number: int, pool: Sequence[int], moved: Mapping[int, int]) -> None:
        """Hands go on in a new deck, where `moved` says; what is left of the pool is mixed."""
        held = [self.faces[s] for s in moved]
        if len(set(pool)) != len(pool) or not set(held) <= set(pool):
            raise EngineBug("a deck is dealt anew of cards that stand twice, or not at all")
        rest = [c for c in pool if c not in held]
        self._chance.shuffle(rest)
        self._redealt[number] = _Redealt(number, tuple(pool), moved)
        self.stack(number, [*held, *rest])
        self._came_from.update({new: old for old, new in moved.items()})
        for known in self.knowledge:
            known.update({new: known[old] for old, new in moved.items() if old in known})

    # -- other worlds ------------------------------------------------------------------------

    def resample(self, seat: int, opened: Mapping[int, int], chance: Chance) -> LocalDealer:
        """Return another world that looks the same to `seat`: cards it cannot know are dealt again.

        seat: EVERYBODY for one who has learnt nothing in private. opened: slots everybody has seen.
        Cards of one deck stay in that deck, and what was shuffled unopened comes along.
        """
        other = LocalDealer(len(self.knowledge), chance)
        other._redealt = dict(self._redealt)
        fixed = {**opened, **(self.knowledge[seat] if seat != EVERYBODY else {})}
        for s in list(fixed):
            while s in self._came_from:
                s = self._came_from[s]
                fixed[s] = self.faces[s]
        decks: dict[int, list[int]] = {}
        for s in self.faces:
            decks.setdefault(place(s)[0], []).append(s)
        for number, slots in sorted(decks.items()):  # cards come from decks with lower numbers
            lies = self._lies(number, slots, other)
            unknown = [s for s in slots if s not in fixed and s in lies]
            _deal_anew(lies, unknown, {s: self._barred(s, fixed) for s in unknown}, chance)
            for s, (card, old) in lies.items():
                other.faces[s] = card
                if old is not None:
                    other._came_from[s] = old
        other.knowledge = [{s: other.faces[s] for s in known} for known in self.knowledge]
        return other

    def _lies(
        self, number: int, slots: Sequence[int], other: LocalDealer
    ) -> dict[int, tuple[int, int | None]]:
        """slot -> (card, slot before) of a deck, with what the other world has settled so far.

        Cards that everybody saw in a redealt deck stay; what nobody saw is what is left of its
        pool, in any order. Kept cards of such a deck are settled, and noted in `other` at once.
        """
        came = {s: self._came_from.get(s) for s in slots}
        lies = {
            s: (self.faces[s] if old is None else other.faces[old], old) for s, old in came.items()
        }
        redealt = self._redealt.get(number)
        if redealt is None:
            return lies
        kept = [s for s in slots if came[s] is not None]
        for s in kept:
            other.faces[s], old = lies.pop(s)
            assert old is not None
            other._came_from[s] = old
        held = {other.faces[s] for s in kept}
        free = {s: lies[s][0] for s in lies if lies[s][0] not in held}
        left = [c for c in redealt.pool if c not in held and c not in free.values()]
        return {s: (free[s] if s in free else left.pop(), None) for s in lies}

    def _barred(self, s: int, fixed: Mapping[int, int]) -> set[int]:
        """Cards that cannot lie in a slot: it was kept, and they were seen elsewhere in the new
        deck."""
        barred: set[int] = set()
        for redealt in self._redealt.values():  # in the order in which they were made
            moved = redealt.moved
            if s in moved:
                s = moved[s]
                kept = set(moved.values())
                barred |= {
                    card
                    for f, card in fixed.items()
                    if place(f)[0] == redealt.number and f not in kept
                }
        return barred


def _deal_anew(
    lies: dict[int, tuple[int, int | None]],
    unknown: Sequence[int],
    barred: Mapping[int, set[int]],
    chance: Chance,
) -> None:
    """Deal the cards of the unknown slots again; no slot gets a card that is barred from it.

    Slots are barred from more the longer their cards were kept, so whoever is most restricted
    draws first, and there is always something left for the others.
    """
    heap = [lies[s] for s in unknown]
    chance.shuffle(heap)
    for s in sorted(unknown, key=lambda s: -len(barred[s])):
        fits = next((i for i, (card, _) in enumerate(heap) if card not in barred[s]), 0)
        lies[s] = heap.pop(fits)
