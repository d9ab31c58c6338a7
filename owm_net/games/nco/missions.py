"""Extermination Order: each side has a secret mission and guesses the other's. NCO-SCN-17 to -19,
R-57.

The private die is a deck of six cards of which the seat draws the top one: it alone knows which,
and nobody has chosen it (G-16).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Reveal
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.nco.ids import SEATS, opponent
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Status
from owm_net.games.nco.words import seat_name

FACES = 6
GROUPS = 3
MISSION, GUESS = 60, 15
"""NCO-SCN-19: points for the own mission, and for a right guess of the other's."""
MOST_SPECIALISTS = 3
SAID = (
    say("kill at least half of the enemy's regulars"),
    say("kill at least three enemy specialists"),
    say("kill the enemy sergeant, and keep the own one at full health"),
)
"""NCO-SCN-18: by group, faces 1-2, 3-4, 5-6."""


def group_of(card: int) -> int:
    """The mission that a card is: cards 0 to 5 are the first seat's die, 6 to 11 the second's."""
    return card % FACES // 2


def mission_of(view: View[NcoState]) -> int | None:
    """Return the viewer's secret mission (NCO-SCN-18); None without one."""
    hand = view.state.hands[view.seat] if view.seat >= 0 else []
    card = view.card(hand[0]) if hand else None
    return None if card is None else group_of(card)


def card_words(card: int) -> str:
    """A mission as its owner reads it."""
    return say("mission: {said}", said=SAID[group_of(card)])


@record("nco.guess")
class Guess(Answer):
    """NCO-SCN-19: which mission the enemy has had, one of three."""

    title: ClassVar[str] = say("Guess")
    help: ClassVar[str] = say("15 points for naming the enemy's mission (NCO-SCN-19)")

    group: int

    def sentence(self, view: View[NcoState]) -> str:
        said = SAID[self.group] if 0 <= self.group < GROUPS else say("none of the three")
        return say("the enemy was to: {said}", said=said)


GUESSES = Kind(
    "guess",
    Guess,
    rule="NCO-SCN-19",
    why=say("choose one of the three missions"),
    deed=say("guess the enemy's mission"),
)


@record("nco.mission_shown")
class MissionShown(Event):
    """A mission is opened, and what it and the guess of it have brought."""

    rule = "NCO-SCN-18 NCO-SCN-19"
    headline = True

    seat: Seat
    group: int
    done: bool
    guessed: bool

    def sentence(self, g: NcoState) -> str:
        done = say("done") if self.done else say("not done")
        guessed = say("; the enemy has guessed it") if self.guessed else ""
        return say(
            "{who} were to {said}: {done}{guessed}",
            who=seat_name(g, self.seat),
            said=SAID[self.group],
            done=done,
            guessed=guessed,
        )


@frame("nco.orders_from_above")
@define
class DealMissions(Frame[None]):
    """NCO-SCN-18: before the first turn each seat learns its mission alone. dealt: how many."""

    dealt: int = 0

    def start(self, g: NcoState) -> Outcome[None]:
        """One seat after the other."""
        if self.dealt == len(SEATS):
            return Done()
        first = FACES * self.dealt
        cards = range(first, first + FACES)
        return Ask(g.shuffle(f"mission {self.dealt}", cards), then=self.draw)

    def draw(self, g: NcoState) -> Outcome[None]:
        """Draw the top card for this seat alone."""
        seat = SEATS[self.dealt]
        self.dealt += 1
        return Ask(g.draw(seat, f"mission {seat}", 1), then=self.start)


@frame("nco.disclosure")
@define
class Disclosure(Frame[None]):
    """NCO-SCN-19: guesses in secret, then the missions are opened one after the other."""

    guesses: list[int] = field(factory=list)
    opened: list[int] = field(factory=list)

    def start(self, g: NcoState) -> Outcome[None]:
        """Both guess before anything is shown."""
        return Ask(GUESSES.secretly(SEATS), then=self.hear)

    @GUESSES.tells
    def about_guess(self, view: View[NcoState]) -> About:
        """One try."""
        return About(
            say("guess the enemy's mission"), say("one try, before it is shown"), "NCO-SCN-19"
        )

    @GUESSES.offers
    def offers_guess(self, view: View[NcoState]) -> Iterator[Guess]:
        """The three."""
        yield from map(Guess, range(GROUPS))

    @GUESSES.judges
    def why_not_guess(self, view: View[NcoState], answer: Guess) -> Refusal | None:
        """One of three."""
        return None if 0 <= answer.group < GROUPS else GUESSES.refusal

    def hear(self, g: NcoState, answers: tuple[Guess, ...]) -> Outcome[None]:
        """Both guesses are open."""
        self.guesses = [answer.group for answer in answers]
        return self.open

    def open(self, g: NcoState) -> Outcome[None]:
        """The next mission."""
        if len(self.opened) == len(SEATS):
            return self.count
        seat = SEATS[len(self.opened)]
        return Ask(Reveal(seat, tuple(g.hands[seat])), then=self.note)

    def note(self, g: NcoState, cards: tuple[int, ...]) -> Outcome[None]:
        seat = SEATS[len(self.opened)]
        g.hands[seat] = list(cards)
        self.opened.append(group_of(cards[0]))
        return self.open

    def count(self, g: NcoState) -> Outcome[None]:
        """60 for the own mission, 15 for the guess."""
        earned = []
        for seat in SEATS:
            group, guess = self.opened[seat], self.guesses[seat]
            right = guess == self.opened[opponent(seat)]
            earned.append(MISSION * fulfilled(g, seat, group) + GUESS * right)
        for seat in SEATS:
            guessed = self.guesses[opponent(seat)] == self.opened[seat]
            group = self.opened[seat]
            g.tell(MissionShown(seat, group, fulfilled(g, seat, group), guessed))
        g.earned = (earned[0], earned[1])
        return Done()


def fulfilled(g: NcoState, seat: Seat, group: int) -> bool:
    """Return True if a seat has done its mission (NCO-SCN-18, R-57)."""
    if group == 2:
        return _sergeant_killed(g, seat) and _own_sergeant_whole(g, seat)
    dead, needed = _count(g, seat, group)
    return dead >= needed


def progress(g: NcoState, seat: Seat, group: int) -> str:
    """How far a seat is with a mission, in words."""
    if group == 2:
        theirs = say("he is dead") if _sergeant_killed(g, seat) else say("he lives")
        own = say("yours is unhurt") if _own_sergeant_whole(g, seat) else say("yours is not")
        return listed([theirs, own])
    dead, needed = _count(g, seat, group)
    return say("{dead} of {needed} so far", dead=dead, needed=needed)


def _count(g: NcoState, seat: Seat, group: int) -> tuple[int, int]:
    """How many of those whom a mission is about are dead, and how many must be. For a side that has
    fielded no specialist, its regulars count instead."""
    enemies = [s for s in g.soldiers if s.seat == opponent(seat)]
    specialists = [s for s in enemies if s.row.specialist]
    if group == 1 and specialists:
        dead = sum([s.status is Status.DEAD for s in specialists])
        return dead, min(MOST_SPECIALISTS, len(specialists))
    regulars = [s for s in enemies if not s.row.specialist and not s.sergeant]
    return sum([s.status is Status.DEAD for s in regulars]), -(-len(regulars) // 2)


def _sergeant_killed(g: NcoState, seat: Seat) -> bool:
    return any(
        s.sergeant and s.seat == opponent(seat) and s.status is Status.DEAD for s in g.soldiers
    )


def _own_sergeant_whole(g: NcoState, seat: Seat) -> bool:
    return any(s.sergeant and s.seat == seat and s.health == s.health_max for s in g.soldiers)
