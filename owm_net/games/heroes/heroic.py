"""Heroic: a unit that has just acted acts once more. HON-TRT-08."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass, is_silent
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.deeds import any_without_order, with_cards, without_order
from owm_net.games.heroes.driving import ActDrive
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.orders import ActMove, Alone, deed_of, why_not_deed
from owm_net.games.heroes.silence import NO_MORE
from owm_net.games.heroes.sniper import ActSnipe
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.words import unit_name

HEROIC = OptionKey("tr_heroic")

ONCE_MORE: Kind[Alone] = Kind(
    "once_more",
    ActMove,
    ActDrive,
    ActFire,
    ActSnipe,
    rule="HON-TRT-08",
    why=say("say whether the unit acts once more"),
    deed=say("act once more"),
    passes=True,
    until=(NO_MORE,),
    pass_first=True,
)


@record("heroes.once_more")
class ActsOnceMore(Event):
    """A Heroic token is spent."""

    words = say("{unit} acts once more")
    rule = "HON-TRT-08"
    headline = True

    unit: UnitId


@frame("heroes.heroic")
@define
class OnceMore(Frame[None]):
    """The extra act of a Heroic unit, at once after an activation. unit: the one that has acted."""

    unit: UnitId

    def start(self, g: HeroesState) -> Outcome[None]:
        """Its owner is asked while it is there and a token is left for it."""
        u = g.units[self.unit]
        if u.in_play and stocks(g, self.unit, HEROIC) and not is_silent(g, u.seat, (NO_MORE,)):
            return Ask(ONCE_MORE.of(u.seat), then=self.hear)
        return Done()

    @ONCE_MORE.tells
    def about_once_more(self, view: View[HeroesState]) -> About:
        """Name the unit that may act."""
        who = unit_name(view.state, self.unit)
        return About(say("say whether {unit} acts once more", unit=who), "", "HON-TRT-08")

    @ONCE_MORE.offers
    def offers_once_more(self, view: View[HeroesState]) -> Iterator[Alone]:
        """Nothing; each target, each space."""
        hold = ActFire(self.unit)
        yield from with_cards(view, self.unit, without_order(view.state, self.unit), hold)

    @ONCE_MORE.judges
    def why_not_once_more(self, view: View[HeroesState], answer: Alone) -> Refusal | None:
        """Any deed of that unit, but an order to others."""
        if answer.unit.__class__ is not int or answer.unit != self.unit:
            return Refusal("HON-TRT-08", say("choose the unit that has just acted"))
        return why_not_deed(view, self.unit, answer)

    @ONCE_MORE.samples
    def sample_once_more(self, view: View[HeroesState], chance: Chance) -> Alone | Pass:
        """Any deed, or nothing."""
        if chance.below(3) == 0:
            return Pass()
        return any_without_order(
            view, self.unit, chance, lambda deed: self.why_not_once_more(view, deed) is None
        )

    def hear(self, g: HeroesState, answer: Alone) -> Outcome[None]:
        """There is no third time."""
        take_token(g, self.unit, HEROIC)
        g.tell(ActsOnceMore(self.unit))
        return Call(deed_of(g, self.unit, answer), then=self.end)

    def passed_once_more(self, g: HeroesState) -> Outcome[None]:
        """Once is enough."""
        return Done()

    def end(self, g: HeroesState) -> Outcome[None]:
        """The activation is over."""
        return Done()
