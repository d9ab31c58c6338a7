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
            cards = [c if c >= 0 else self.faces[c] for c in request.cards]
            self._chance.shuffle(cards)
            self.stack(request.number, cards)
            return ()
        if isinstance(request, Remix):
            return self._mix(request.number, [self.faces[s] for s in request.slots])
        if isinstance(request, Roll):
            return tuple([1 + self._chance.below(request.sides) for _ in range(request.count)])
        if isinstance(request, Pick):
            return (self._chance.below(request.below),)
        raise EngineBug(f"{type(request).__name__} is not for a dealer")

    def private_deck(self, request: PrivateDeck, chosen: Sequence[int]) -> tuple[int, ...]:
        """The dealer's answer once a seat has chosen its cards: how they lie, top first."""
        return self._mix(request.number, list(chosen))

    def stack(self, number: int, cards: Sequence[int]) -> None:
        """Lay the cards of a deck, top first. Tests stack decks with it."""
        for index, card in enumerate(cards):
            self.faces[slot(number, index)] = card

    def resample(self, seat: int, opened: Mapping[int, int], chance: Chance) -> LocalDealer:
        """Another world that looks the same to `seat`: what it cannot know is dealt anew.

        seat: EVERYBODY for one who has learnt nothing in private. opened: slots everybody has seen.
        Cards of one deck stay in that deck.
        """
        other = LocalDealer(len(self.knowledge), chance)
        fixed = {**opened, **(self.knowledge[seat] if seat != EVERYBODY else {})}
        unknown: dict[int, list[int]] = {}
        for s in self.faces:
            if s not in fixed:
                unknown.setdefault(place(s)[0], []).append(s)
        other.faces = dict(self.faces)
        for slots in unknown.values():
            cards = [self.faces[s] for s in slots]
            chance.shuffle(cards)
            other.faces.update(zip(slots, cards, strict=True))
        other.knowledge = [
            {s: other.faces[s] for s in known} for known in self.knowledge
        ]
        return other

    def _mix(self, number: int, cards: list[int]) -> tuple[int, ...]:
        self._chance.shuffle(cards)
        self.stack(number, cards)
        return tuple(cards)

    def _learn(self, seat: int, slots: Sequence[int]) -> None:
        self.knowledge[seat].update({s: self.faces[s] for s in slots})
