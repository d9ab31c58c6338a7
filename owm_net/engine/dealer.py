"""The local dealer: answers what chance and hidden cards decide, from a seed.

It is the double of the peer dealer for tests, simulations, searches and replays of
playthroughs; it knows every card, so it is never used between people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import (
    Draw,
    Flip,
    Peek,
    Pick,
    PrivateDeck,
    Remix,
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
        self.knowledge: list[dict[int, int]] = [{} for _ in range(seats)]

    def answer(self, request: Request) -> tuple[int, ...]:
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
        if isinstance(request, Remix):
            return self._mix(request.number, request.slots)
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
        fixed = {**opened, **(self.knowledge[seat] if seat != EVERYBODY else {})}
        for s in list(fixed):
            while s in self._came_from:
                s = self._came_from[s]
                fixed[s] = self.faces[s]
        decks: dict[int, list[int]] = {}
        for s in self.faces:
            decks.setdefault(place(s)[0], []).append(s)
        for _, slots in sorted(decks.items()):  # a deck's cards come from decks with lower numbers
            before = {s: self._came_from.get(s) for s in slots}
            for s, old in before.items():
                other.faces[s] = self.faces[s] if old is None else other.faces[old]
            unknown = [s for s in slots if s not in fixed]
            lies = [(other.faces[s], before[s]) for s in unknown]
            chance.shuffle(lies)
            for s, (card, old) in zip(unknown, lies, strict=True):
                other.faces[s], before[s] = card, old
            other._came_from.update({s: old for s, old in before.items() if old is not None})
        other.knowledge = [
            {s: other.faces[s] for s in known} for known in self.knowledge
        ]
        return other

    def _mix(self, number: int, cards: Sequence[int]) -> tuple[int, ...]:
        """A new deck of cards and slots; returns the cards, top first."""
        mixed = list(cards)
        self._chance.shuffle(mixed)
        self._came_from.update({slot(number, i): c for i, c in enumerate(mixed) if c < 0})
        self.stack(number, [c if c >= 0 else self.faces[c] for c in mixed])
        return tuple([self.faces[slot(number, i)] for i in range(len(mixed))])

    def _learn(self, seat: int, slots: Sequence[int]) -> None:
        self.knowledge[seat].update({s: self.faces[s] for s in slots})
