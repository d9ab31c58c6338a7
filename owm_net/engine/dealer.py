"""The local dealer: answers what chance and hidden cards decide, from a seed.

It is the double of the peer dealer for tests, simulations, searches and replays of
playthroughs; it knows every card, so it is never used between people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import (
    Draw,
    Flip,
    Peek,
    Pick,
    PrivateDeck,
    Redeal,
    Request,
    Reveal,
    Roll,
    Show,
    Shuffle,
)
from owm_net.engine.view import EVERYBODY
from owm_net.engine.zones import place, slot


class LocalDealer:
    """Knows which card lies in which slot, and which seat has learnt which."""

    def __init__(self, seats: int, chance: Chance) -> None:
        self._chance = chance
        self.faces: dict[int, int] = {}
        self._came_from: dict[int, int] = {}  # slot -> its slot before it was shuffled unopened
        self._redealt: dict[int, Redeal] = {}  # deck -> how it was made
        self.knowledge: list[dict[int, int]] = [{} for _ in range(seats)]

    def answer(self, request: Request[Any]) -> tuple[int, ...]:
        """The dealer's answer to a request that no seat decides."""
        if isinstance(request, Flip | Reveal):
            return tuple([self.faces[s] for s in request.slots])
        if isinstance(request, Draw | Peek):
            self._learn(request.seat, request.slots)
            return ()
        if isinstance(request, Show):
            self._learn(request.to, request.slots)
            return ()
        if isinstance(request, Shuffle):
            self._mix(request.number, request.cards)
            return ()
        if isinstance(request, Redeal):
            self._redeal(request)
            return ()
        if isinstance(request, Roll):
            return tuple([1 + self._chance.below(request.sides) for _ in range(request.count)])
        if isinstance(request, Pick):
            return (self._chance.below(request.below),)
        raise EngineBug(f"{type(request).__name__} is not for a dealer")

    def private_deck(self, request: PrivateDeck, chosen: Sequence[int]) -> tuple[int, ...]:
        """The dealer's answer once a seat has chosen its cards: how they lie, top first."""
        return self._mix(request.number, chosen)

    def stack(self, number: int, cards: Sequence[int]) -> None:
        """Lay the cards of a deck, top first. Tests stack decks with it."""
        for index, card in enumerate(cards):
            self.faces[slot(number, index)] = card

    def resample(self, seat: int, opened: Mapping[int, int], chance: Chance) -> LocalDealer:
        """Another world that looks the same to `seat`: what it cannot know is dealt anew.

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
            moved = redealt.moved()
            if s in moved:
                s = moved[s]
                kept = set(moved.values())
                barred |= {
                    card
                    for f, card in fixed.items()
                    if place(f)[0] == redealt.number and f not in kept
                }
        return barred

    def _redeal(self, request: Redeal) -> None:
        """Hands go on in a new deck; what is left of the pool is mixed."""
        moved = request.moved()
        held = [self.faces[s] for s in moved]
        if len(set(request.pool)) != len(request.pool) or not set(held) <= set(request.pool):
            raise EngineBug("a deck is dealt anew of cards that stand twice, or not at all")
        rest = [c for c in request.pool if c not in held]
        self._chance.shuffle(rest)
        self._redealt[request.number] = request
        self.stack(request.number, [*held, *rest])
        self._came_from.update({new: old for old, new in moved.items()})
        for known in self.knowledge:
            known.update({new: known[old] for old, new in moved.items() if old in known})

    def _mix(self, number: int, cards: Sequence[int]) -> tuple[int, ...]:
        """A new deck of cards and slots; returns the cards, top first."""
        mixed = list(cards)
        self._chance.shuffle(mixed)
        self._came_from.update({slot(number, i): c for i, c in enumerate(mixed) if c < 0})
        self.stack(number, [c if c >= 0 else self.faces[c] for c in mixed])
        return tuple([self.faces[slot(number, i)] for i in range(len(mixed))])

    def _learn(self, seat: int, slots: Sequence[int]) -> None:
        self.knowledge[seat].update({s: self.faces[s] for s in slots})


def _deal_anew(
    lies: dict[int, tuple[int, int | None]],
    unknown: Sequence[int],
    barred: Mapping[int, set[int]],
    chance: Chance,
) -> None:
    """Deal what lies in the unknown slots anew; no slot gets a card that is barred from it.

    Slots are barred from more the longer their cards were kept, so whoever is most restricted
    draws first, and there is always something left for the others.
    """
    heap = [lies[s] for s in unknown]
    chance.shuffle(heap)
    for s in sorted(unknown, key=lambda s: -len(barred[s])):
        fits = next((i for i, (card, _) in enumerate(heap) if card not in barred[s]), 0)
        lies[s] = heap.pop(fits)
