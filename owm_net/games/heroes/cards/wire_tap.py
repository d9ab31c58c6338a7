"""Wire tap: a look at an enemy token. G-05, HON-HID-12."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.requests import Show
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.cards.crossed_lines import ordered
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState


@record("heroes.tapped")
class Tapped(Event):
    """A seat has seen an enemy token."""

    words = say("{seat} see the token of {unit}")
    rule = "HON-HID-12"

    seat: Seat
    unit: UnitId


@record("heroes.card.wire_tap")
class WireTap(CardPlay):
    """It stays closed for everybody else."""

    key = CardKey("wire_tap")
    why = say("choose an enemy unit with a closed token")
    words = say("look at the token of {unit}")

    unit: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[WireTap]:
        """Each enemy unit that bears one."""
        for unit in ordered(g, at):
            yield WireTap(card, unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Its owner shows it."""
        return Tapping(at.seat, self.unit)


@frame("heroes.tapping")
@define
class Tapping(Frame[None]):
    """A token is shown to one seat, and to its allies. left: those who have not seen it."""

    seat: Seat
    unit: UnitId
    left: tuple[Seat, ...] = field(default=(), metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """By its owner."""
        self.left = tuple([ally for ally in g.members(self.seat) if ally != self.seat])
        return self.show(g, self.seat)

    def show(self, g: HeroesState, to: Seat) -> Outcome[None]:
        """One of them sees it."""
        owner = g.units[self.unit].seat
        slot = g.hands[g.laid(owner)][g.bearers[owner].index(self.unit)]
        return Ask(Show(owner, to, (slot,)), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """Everybody sees whose it was."""
        if self.left:
            ally, self.left = self.left[0], self.left[1:]
            return self.show(g, ally)
        g.tell(Tapped(self.seat, self.unit))
        return Done()
