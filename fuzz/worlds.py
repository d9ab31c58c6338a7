"""Hidden knowledge: a game replayed where the cards that a seat cannot know are others."""

from __future__ import annotations

from itertools import islice
from typing import Any

from fuzz.checks import Broken, asked
from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.ids import EVERYBODY
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.playthrough import Leaves
from owm_net.engine.requests import (
    Answer,
    Dealt,
    DeckList,
    Over,
    PrivateDeck,
    Redeal,
    Request,
    Shuffle,
)
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.engine.zones import deck_slots, place, slot


class Seen:
    """The record of what was shown to whom, kept apart from the dealer's own books."""

    def __init__(self, seats: int) -> None:
        self.public: dict[int, int] = {}
        self.private: list[dict[int, int]] = [{} for _ in range(seats)]

    def note(self, request: Request[Any], answer: Any, dealer: LocalDealer) -> None:
        """A request has been answered."""
        shown = request.learns()
        if shown is not None:
            seat, slots = shown
            if seat == EVERYBODY:
                self.public.update(zip(slots, answer, strict=True))
            else:
                self.private[seat].update({s: dealer.faces[s] for s in slots})
        for known in (self.public, *self.private):
            known.update({n: known[o] for o, n in request.moved().items() if o in known})

    def hides(self, dealer: LocalDealer, seat: int) -> bool:
        """Return True if a seat does not know which of two cards of some deck lies where."""
        unknown: dict[int, set[int]] = {}
        for s, face in dealer.faces.items():
            if s not in self.public and s not in self.private[seat]:
                unknown.setdefault(place(s)[0], set()).add(face)
        return any(len(faces) > 1 for faces in unknown.values())

    def check(self, match: LocalMatch) -> None:
        """No view names a card that its seat was not shown."""
        for seat in range(match.setup.seats):
            view, own = match.view(seat), self.private[seat]
            for card, face in match.dealer.faces.items():
                said = view.card(card)
                if said is None:
                    if card in own:
                        raise Broken(f"seat {seat} has forgotten the card in slot {card}")
                elif card not in own and card not in self.public:
                    raise Broken(f"seat {seat} sees the hidden card in slot {card}")
                elif said != face:
                    raise Broken(f"seat {seat} sees {said} in slot {card}, where {face} lies")


Shown = tuple[bytes, tuple[tuple[int, int], ...], tuple[bytes, ...], tuple[str, ...]]


def first_options(view: View[Any], most: int) -> list[Answer]:
    """So many of `agenda.options`, without a judgement on all the others."""
    allowed = (one for one in agenda.offers(view) if agenda.why_not(view, one) is None)
    return list(islice(allowed, most))


def shown_to(match: LocalMatch, seat: int, state: bytes) -> Shown:
    """All that a seat is shown at this pause: the state, whose digest this is, cards, options and
    their words."""
    view = match.view(seat)
    options = first_options(view, 50) if seat in asked(match.request) else []
    return (
        state,
        tuple(sorted(view.known.items())),
        tuple([codec.encode(o) for o in options]),
        tuple([match.system.describe(view, o) for o in options]),
    )


class Story:
    """A whole game that remembers what every seat was shown, and can be told in other worlds.

    At a few pauses it asks the dealer for another world that looks the same to one seat.
    """

    def __init__(
        self, system: System, setup: Setup, seed: int | str, worlds: int, leaving: int = 0
    ) -> None:
        """leaving: so many steps, on average, until a seat leaves, where the rules let it."""
        self.system, self.setup = system, setup
        chance = Chance(seed, "worlds")
        match = LocalMatch(system, setup, seed, [random_player] * setup.seats)
        seen = Seen(setup.seats)
        self.steps: list[tuple[Request[Any], Any]] = []
        self.shown: list[list[Shown]] = []
        self.worlds: list[tuple[int, int, LocalDealer]] = []
        """(pause, seat, the other world)."""
        self.differing = 0
        """In how many worlds some unknown card really is another one."""
        self.decks = 0
        """How many were made."""
        while not isinstance(match.request, Over):
            state = codec.digest(match.state)
            self.shown.append([shown_to(match, s, state) for s in range(setup.seats)])
            request = match.request
            self.decks += request.lays() is not None
            looks = self.decks and len(self.worlds) < worlds and not chance.below(25)
            seat = chance.below(setup.seats) if looks else EVERYBODY
            if looks and seen.hides(match.dealer, seat):
                other = match.dealer.resample(seat, seen.public, chance.child(len(self.steps)))
                self._check_world(match.dealer, other, seat, seen)
                self.worlds.append((len(self.steps), seat, other))
            leaves = leaver(match, chance) if leaving and not chance.below(leaving) else None
            if leaves is not None:
                match.drop(leaves)
                self.steps.append((request, Leaves(leaves)))
                continue
            answer = match.decide()
            match.give(answer)
            seen.note(request, answer, match.dealer)
            self.steps.append((request, answer))
        self.end = codec.digest(match.state)

    def _check_world(self, here: LocalDealer, there: LocalDealer, seat: int, seen: Seen) -> None:
        for known in (seen.public, seen.private[seat]):
            if any(there.faces[s] != card for s, card in known.items()):
                raise Broken(f"another world shows seat {seat} another card")
        if first_faces(here) != first_faces(there):
            raise Broken("another world has other cards")
        for request, answer in self.steps:
            if isinstance(answer, Leaves):
                continue
            if isinstance(request, Redeal):
                lie = [slot(request.number, i) for i in range(len(request.pool))]
                if sorted(there.faces[s] for s in lie) != sorted(request.pool):
                    raise Broken("in another world a deck is not dealt anew of its pool")
                if any(there.faces[o] != there.faces[n] for o, n in request.moved().items()):
                    raise Broken("in another world a hand changes when a seat leaves")
            elif isinstance(request, Shuffle):
                lie = [slot(request.number, i) for i in range(len(request.cards))]
                if sorted(there.faces.get(c, c) for c in request.cards) != sorted(
                    there.faces[s] for s in lie
                ):
                    raise Broken("in another world a deck is not of the cards shuffled into it")
        self.differing += here.faces != there.faces

    # A match from its beginning to its end, with a case for each kind of request that moves cards.
    def tell(self, pause: int, seat: int, world: LocalDealer) -> int:  # noqa: C901, PLR0912
        """Tell it again in another world; the seat must be shown the same up to the pause, and
        the state must be the same until a card is opened that differs.

        Returns how many steps it went on after the pause.
        """
        match = LocalMatch(
            self.system, self.setup, "another world", [random_player] * self.setup.seats
        )
        faces = dict(world.faces)
        for n, (request, given) in enumerate(self.steps):
            if match.request != request:
                raise Broken(f"step {n}: {match.request} is asked instead of {request}")
            state = codec.digest(match.state)
            if n <= pause:
                if shown_to(match, seat, state) != self.shown[n][seat]:
                    raise Broken(f"step {n}: seat {seat} is shown what depends on hidden cards")
            elif state != self.shown[n][seat][0]:
                raise Broken(f"step {n}: the state depends on hidden cards")
            if isinstance(given, Leaves):
                match.drop(given.seat)
                continue
            answer = given
            deck = request.lays()
            if deck is not None and n < pause:
                if isinstance(request, Redeal):
                    match.dealer.answer(request)  # who knows the hands knows them in the new deck
                cards = [faces[s] for s in deck_slots(*deck)]
                match.dealer.stack(deck[0], cards)
                answer = tuple(cards) if given else ()
            elif isinstance(request, PrivateDeck):
                answer = request.decided([DeckList(given)], match.dealer)
            elif isinstance(request, Dealt) and (deck or request.learns()):
                answer = match.dealer.answer(request)
                if answer != given:
                    if n < pause:
                        raise Broken(f"step {n}: another world opens another card")
                    return n - pause
            match.give(answer)
        if codec.digest(match.state) != self.end:
            raise Broken("the end depends on hidden cards")
        return len(self.steps) - pause


def first_faces(dealer: LocalDealer) -> list[int]:
    """Return the faces of all cards, each once: a card that was shuffled unopened, or dealt again,
    has two slots."""
    again = dealer._came_from.keys() | {
        slot(n, i) for n, made in dealer._redealt.items() for i in range(len(made.pool))
    }
    return sorted(card for s, card in dealer.faces.items() if s not in again)


def leaver(match: LocalMatch, chance: Chance) -> int | None:
    """A seat without which the others may go on at this pause, by chance."""
    seats = [s for s in range(match.setup.seats) if s not in match.left]
    seat = seats[chance.below(len(seats))]
    if len(seats) < 3 or isinstance(match.request, Over):
        return None
    return seat if match.system.why_no_drop(match.state, seat) is None else None
