"""Second wind: a die is rolled again. G-05, R-55."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.passing import is_silent
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.requests import Roll
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import (
    CardPlay,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.ids import NO_UNIT, CardKey, DiePlace, UnitId
from owm_net.games.heroes.silence import NO_DICE
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE
from owm_net.games.heroes.veteran import Reroll, may_reroll, reroll, rerolls, why_not_reroll


@record("heroes.rolled_again")
class RolledAgain(Event):
    """The new result stands."""

    words = say("a die of {before} is rolled again: {after}")
    rule = "HON-CARD-03"

    before: int
    after: int


@record("heroes.card.second_wind")
class SecondWind(CardPlay):
    """A die of the seat's own that has just been rolled, once. die: its place, from 0."""

    key = CardKey("second_wind")
    why = say("choose a die of yours that was not rolled again yet")
    words = say("roll a die again")

    die: DiePlace

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[SecondWind]:
        """Each die that may."""
        for die in at.fresh:
            yield SecondWind(card, die)


AGAIN = Kind(
    "again",
    SecondWind,
    Reroll,
    rule="HON-CARD-09",
    why=say("choose a die to roll again, or pass"),
    deed=say("roll a die again or leave it"),
    passes=say("leave the dice as they are"),
    until=(NO_DICE,),
    pass_first=True,
)


@frame("heroes.second_look")
@define
class SecondLook(Frame[tuple[int, ...]]):
    """A player may roll their dice again, as long as they could be better; its result: the dice.
    unit: which has rolled, if one has. wanted: the faces beyond which there is nothing to wish for;
    each: every die counts, not the best alone. fresh: those that no card has had rolled again;
    again: that are now. others: allies who may instead, if it is no unit's die."""

    seat: Seat
    dice: tuple[int, ...]
    unit: UnitId = NO_UNIT
    wanted: tuple[int, ...] = (DIE,)
    each: bool = False
    fresh: list[DiePlace] = field(factory=list)
    again: tuple[int, ...] = ()
    others: tuple[Seat, ...] = field(default=(), metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[tuple[int, ...]]:
        """None of them was."""
        self.fresh = list(map(DiePlace, range(len(self.dice))))
        return self.ask

    def ask(self, g: HeroesState) -> Outcome[tuple[int, ...]]:
        """Where everybody sees that it might; a standing pass is on cards alone (R-326)."""
        if not could_gain(self.dice, self.wanted, self.each):
            return Done(self.dice)
        silent = is_silent(g, self.seat, (NO_DICE,))
        able = may_reroll(g, self.unit) or (not silent and can_play(AGAIN, g, self.moment()))
        return Ask(AGAIN.of(self.seat), then=self.hear) if able else self.passed_again(g)

    def moment(self) -> Moment:
        """Return the moment at which cards may be played."""
        return Moment(self.seat, dice=self.dice, fresh=tuple(self.fresh))

    @AGAIN.tells
    def about_again(self, view: View[HeroesState]) -> About:
        """Name the dice."""
        shown = say("your dice show {dice}", dice=listed([str(die) for die in self.dice]))
        return About(say("roll a die again or leave it"), shown, "HON-CARD-09")

    @AGAIN.offers
    def offers_again(self, view: View[HeroesState]) -> Iterator[SecondWind | Reroll]:
        """Each die, by a token or by a card."""
        yield from rerolls(view.state, self.unit, len(self.dice))
        for play in card_offers(AGAIN, view, self.moment()):
            if isinstance(play, SecondWind):
                yield play

    @AGAIN.judges
    def why_not_again(self, view: View[HeroesState], answer: SecondWind | Reroll) -> Refusal | None:
        """See `card` and `veteran`."""
        if isinstance(answer, Reroll):
            return why_not_reroll(view.state, self.unit, len(self.dice), answer)
        return why_not_card(view, self.moment(), answer)

    def passed_again(self, g: HeroesState) -> Outcome[tuple[int, ...]]:
        """They stand, unless an ally rolls one again that nobody has."""
        if not self.others or len(self.fresh) < len(self.dice):
            return Done(self.dice)
        self.seat, *others = self.others
        self.others = tuple(others)
        return self.ask

    def hear(self, g: HeroesState, answer: SecondWind | Reroll) -> Outcome[tuple[int, ...]]:
        """One die by a card, once; any by a token."""
        if isinstance(answer, Reroll):
            self.again = answer.dice
            return Ask(reroll(g, self.unit, answer), then=self.rolled)
        spend_card(g, self.seat, answer.card)
        self.again = (answer.die,)
        self.fresh.remove(answer.die)
        return Ask(Roll(DIE, 1, say("a die rolled again")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[tuple[int, ...]]:
        """They take the places of the others."""
        for place, face in zip(self.again, dice, strict=True):
            g.tell(RolledAgain(self.dice[place], face))
            self.dice = replaced(self.dice, place, face)
        return self.ask


def could_gain(dice: tuple[int, ...], wanted: tuple[int, ...], each: bool = False) -> bool:
    """Return True if dice that are rolled again could do more. wanted: the faces beyond which there
    is nothing to wish for; each: every die counts, not the best alone (R-328)."""
    good = [die in wanted for die in dice]
    return not (all(good) if each else any(good))


def replaced(dice: tuple[int, ...], place: int, face: int) -> tuple[int, ...]:
    """Dice of which one shows another face now."""
    return (*dice[:place], face, *dice[place + 1 :])
