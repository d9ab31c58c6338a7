"""The Card Command System (000:477-535, section 2.2): flips of the core deck, who is picked by one;
draws, and the deck timer (section 2.26)."""

from __future__ import annotations

from enum import Enum

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Show
from owm_net.engine.text import say
from owm_net.games.owm.state import CATALOG, CORE, OwmState, order_of
from owm_net.games.owm.terms import Colour, EventIcon
from owm_net.games.owm.victory import end_of_match

# -- reading a card --------------------------------------------------------------------------


class Purpose(Enum):
    """The purpose of a flip; the value is shown to people and saved in games."""

    SHOTS = "number of shots"
    TARGET = "target"
    LETHALITY = "lethality"
    DISCIPLINE = "Discipline"
    RALLY = "soldiers rallied"
    OPPONENT = "opponent in the assault"
    ASSAULT = "assault"
    JAM = "clearing a jam"
    TRENCH = "finding the entrenchment"
    RECOGNITION = "Recognition"
    EVADE = "Evade"
    LAST_STAND = "Last Stand"
    NERVE = "holding out"
    MORALE = "morale"
    MEDIC = "treating a wound"
    WIND = "wind"
    TRUCK = "repairing the truck"
    LANDING = "where the wind takes it"
    STRENGTH = "Artillery strength"
    DRIFT = "drift"
    HIT_COUNT = "soldiers hit"
    DAMAGE = "damage"
    DISARM = "disarming"
    THROW_BACK = "throwing the Grenade back"

    @property
    def word(self) -> str:
        """As it is said."""
        return _PURPOSES[self]


_PURPOSES = {
    Purpose.SHOTS: say("number of shots"),
    Purpose.TARGET: say("target"),
    Purpose.LETHALITY: say("lethality"),
    Purpose.DISCIPLINE: say("Discipline"),
    Purpose.RALLY: say("soldiers rallied"),
    Purpose.OPPONENT: say("opponent in the assault"),
    Purpose.ASSAULT: say("assault"),
    Purpose.JAM: say("clearing a jam"),
    Purpose.TRENCH: say("finding the entrenchment"),
    Purpose.RECOGNITION: say("Recognition"),
    Purpose.EVADE: say("Evade"),
    Purpose.LAST_STAND: say("Last Stand"),
    Purpose.NERVE: say("holding out"),
    Purpose.MORALE: say("morale"),
    Purpose.MEDIC: say("treating a wound"),
    Purpose.WIND: say("wind"),
    Purpose.TRUCK: say("repairing the truck"),
    Purpose.LANDING: say("where the wind takes it"),
    Purpose.STRENGTH: say("Artillery strength"),
    Purpose.DRIFT: say("drift"),
    Purpose.HIT_COUNT: say("soldiers hit"),
    Purpose.DAMAGE: say("damage"),
    Purpose.DISARM: say("disarming"),
    Purpose.THROW_BACK: say("throwing the Grenade back"),
}


MADE_IN_COMMAND = (Purpose.TRENCH, Purpose.RECOGNITION, Purpose.DISARM)
"""Checks that whoever is in command makes for his Fireteam (OWM-ENT-04, OWM-RECOG-01,
OWM-COP-SC-04)."""


def size_colour(size: int) -> Colour:
    """OWM-CCS-06: the colour that picks among 1-8 soldiers."""
    if size <= 4:
        return Colour.RED
    return Colour.GREEN if size <= 6 else Colour.BLUE


def picked(size: int, number: int) -> int | None:
    """Return which of `size` soldiers a result names, counted from 0; None: void, flip again.

    OWM-CCS-07, OWM-CCS-08 (odd first, even second), OWM-CCS-09.
    """
    if size == 1:
        return 0
    if size == 2:
        return 0 if number % 2 else 1
    return number - 1 if number <= size else None


ICON_DIE = {
    EventIcon.JAM: Colour.BLUE,
    EventIcon.WOUND: Colour.GREEN,
    EventIcon.RANDOM_EFFECT: Colour.RED,
}
"""On which die an icon sits in the variant of G-02."""


def icon_of(g: OwmState, card: CardNumber, colour: Colour) -> EventIcon | None:
    """The event icon of a card (OWM-CARD-06), where it is the one that counts when this die is
    read: always, but in the variant of G-02."""
    order = order_of(card)
    icon = order.icon if order is not None else None
    if icon is None or not g.variants.icons or ICON_DIE[icon] is colour:
        return icon
    return None


# -- one flip --------------------------------------------------------------------------------


@record("owm.event.flip")
class Flipped(Event):
    """A core card was turned up. value: of the die that is read."""

    rule = "OWM-CCS-03"

    card: CardNumber
    colour: Colour
    value: int
    purpose: Purpose

    def sentence(self, g: OwmState) -> str:
        icon = icon_of(g, self.card, self.colour)
        return say(
            "{purpose}: #{card} {colour} {value}{icon}",
            purpose=self.purpose.word,
            card=self.card,
            colour=self.colour.word,
            value=self.value,
            icon=say(", {icon}", icon=icon.word) if icon else "",
        )


@record("owm.event.void")
class NobodyPicked(Event):
    """A flip names nobody, or somebody who cannot be meant: it is made again."""

    words = say("no such target; again")

    rule: str = field(default="OWM-CCS-07", kw_only=True)


@frame("owm.flip")
@define
class FlipCard(Frame[CardNumber]):
    """Flip the top core card; its number is the result (OWM-CCS-03).

    colour: the die that is read. to_event_pile: flips of a Firing Sequence are kept apart until it
    ends (OWM-CCS-04).
    """

    purpose: Purpose
    colour: Colour
    to_event_pile: bool = False

    def start(self, g: OwmState) -> Outcome[CardNumber]:
        """Turn the top card up; an empty deck is reshuffled first, whatever the timer says
        (A-19)."""
        if g.decks[CORE].left:
            return Ask(g.flip(CORE), then=self.turned)
        return Call(NewDeck(finishing=True), then=self.flip)

    def flip(self, g: OwmState) -> Outcome[CardNumber]:
        """There was no card; now it comes from the new deck."""
        return Ask(g.flip(CORE), then=self.turned)

    def turned(self, g: OwmState, cards: tuple[CardNumber, ...]) -> Outcome[CardNumber]:
        """The card lies open on its pile; its number is the result."""
        card = cards[0]
        (g.event_pile if self.to_event_pile else g.discard).append(card)
        value = CATALOG.dice(card).of(self.colour)
        g.tell(Flipped(card, self.colour, value, self.purpose))
        return Done(card)


# -- the deck timer --------------------------------------------------------------------------


@record("owm.event.deck_out")
class DeckPlayedThrough(Event):
    """The core deck ran out. playthroughs: so far, of as many as the mission's timer allows."""

    words = say("the deck is played through ({playthroughs} of {timer})")
    rule = "OWM-TIMER-01"

    playthroughs: int
    timer: int


@frame("owm.new_deck")
@define
class NewDeck(Frame[None]):
    """The deck is empty and a card is needed (A-19).

    finishing: a running event may be finished with a last deck after the time has run out.
    """

    finishing: bool

    def start(self, g: OwmState) -> Outcome[None]:
        """Count a play-through; shuffle the discard pile, or end the game."""
        g.playthroughs += 1
        out_of_time = g.playthroughs >= g.card.deck_timer
        g.tell(DeckPlayedThrough(g.playthroughs, g.card.deck_timer))
        if out_of_time and not self.finishing:
            return end_of_match(g, say("the deck timer has run out"))
        if not g.discard:
            return end_of_match(g, say("every card is in a hand, on the map or in the fog"))
        g.time_up = g.time_up or out_of_time
        cards, g.discard = g.discard, []
        return Ask(g.shuffle(CORE, sorted(cards)), then=self.ready)

    def ready(self, g: OwmState) -> Outcome[None]:
        """Go on: the new deck is there."""
        return Done()


# -- draws -----------------------------------------------------------------------------------


@record("owm.event.draw")
class Drawn(Event):
    """A seat drew so many cards, which only it sees."""

    words = say("{seat} draws {cards}")
    rule = "OWM-HAND-01"

    seat: Seat
    cards: int


@frame("owm.draw")
@define
class DrawCards(Frame[None]):
    """A seat draws n cards, never above the hand limit (OWM-HAND-01).

    shown, to_show: the cards drawn, and the partners that they are still to be shown to.
    """

    seat: Seat
    n: int
    shown: tuple[int, ...] = ()
    to_show: list[Seat] = field(factory=list)

    def start(self, g: OwmState) -> Outcome[None]:
        """As many as the deck has at once."""
        wanted = min(self.n, g.hand_limit(self.seat) - len(g.hands[self.seat]))
        if wanted <= 0:
            return Done()
        if not g.decks[CORE].left:
            return Call(NewDeck(finishing=False), then=self.start)
        now = min(wanted, g.decks[CORE].left)
        self.n = wanted - now
        g.tell(Drawn(self.seat, now))
        asked = g.draw(self.seat, CORE, now)
        if g.variants.partners:
            self.shown = asked.slots
            self.to_show = g.partners(self.seat)
        return Ask(asked, then=self.show if self.to_show else self.start)

    def show(self, g: OwmState) -> Outcome[None]:
        """Partners see them too, if hands are open inside a side (A-94)."""
        if not self.to_show:
            return self.start
        return Ask(Show(self.seat, self.to_show.pop(0), self.shown), then=self.show)
