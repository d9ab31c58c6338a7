"""What an ability may do with an ally's unit, if its owner agrees. HON-MP-19."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import ADDED, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.ids import NO_UNIT, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.words import unit_name


class Favour(Enum):
    """What an ally is asked to agree to."""

    SUBSTITUTE = "substitute"
    SPOTTER = "spotter"
    COMMAND = "command"


_WORDS = {
    Favour.SUBSTITUTE: say("say whether {unit} takes a hit for an ally"),
    Favour.SPOTTER: say("say whether {unit} spots for an ally"),
    Favour.COMMAND: say("say whether you pay your share of the High Command"),
}


@record("heroes.agree")
class Agree(Answer):
    """The ally may."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Agree")
    words = say("agree")


AGREE = Kind(
    "agree",
    Agree,
    rule="HON-MP-19",
    why=say("say whether an ally agrees"),
    deed=say("agree with an ally"),
    passes=say("do not agree"),
)


@frame("heroes.agreeing")
@define
class Agreeing(Frame[bool]):
    """An ally is asked; the result: whether they agree. unit: of theirs, NO_UNIT where it is about
    none. wanted: what they would pay for, and share: how much."""

    seat: Seat
    favour: Favour
    unit: UnitId = NO_UNIT
    wanted: Answer | None = field(default=None, metadata=ADDED)
    share: int = field(default=0, metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[bool]:
        """Ask them."""
        return Ask(AGREE.of(self.seat), then=self.hear)

    @AGREE.tells
    def about_agree(self, view: View[HeroesState]) -> About:
        """Name the unit, or what it costs them."""
        if self.wanted is not None:
            what = self.wanted.sentence(view)
            n = self.share
            why = say_n("{what}: you pay {n} point", "{what}: you pay {n} points", n, what=what)
            return About(say(_WORDS[self.favour]), why, "HON-MP-05")
        who = unit_name(view.state, self.unit)
        return About(say(_WORDS[self.favour], unit=who), "", "HON-MP-19")

    @AGREE.offers
    def offers_agree(self, view: View[HeroesState]) -> Iterator[Agree]:
        """To agree, or to pass."""
        yield Agree()

    @AGREE.judges
    def why_not_agree(self, view: View[HeroesState], answer: Agree) -> Refusal | None:
        """Nothing speaks against it."""
        return None

    def hear(self, g: HeroesState, answer: Agree) -> Outcome[bool]:
        """They do."""
        return Done(True)

    def passed_agree(self, g: HeroesState) -> Outcome[bool]:
        """They do not."""
        return Done(False)
