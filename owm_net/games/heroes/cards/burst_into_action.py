"""Burst into action: a unit acts without an order, before one's turn. G-05, R-92."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.barrage import ActBarrage, ActFire, batteries
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.cards.riders import keys_of
from owm_net.games.heroes.cards.speed_setup import SPEED_SETUP
from owm_net.games.heroes.deeds import any_without_order, with_cards, without_order
from owm_net.games.heroes.driving import ActDrive
from owm_net.games.heroes.heroic import OnceMore
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.moving import Moving
from owm_net.games.heroes.orders import ActMove, Alone, deed_of, why_not_deed
from owm_net.games.heroes.reacting import use_up
from owm_net.games.heroes.sniper import ActSnipe
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Flip, UnitType
from owm_net.games.heroes.words import unit_name

ActPlay: TypeAlias = "Alone | ActBarrage"

ACT: Kind[ActPlay] = Kind(
    "act",
    ActMove,
    ActDrive,
    ActFire,
    ActSnipe,
    ActBarrage,
    rule="HON-ACT-06",
    why=say("choose what the unit does"),
    deed=say("say what a unit does"),
)


@record("heroes.card.burst_into_action")
class BurstIntoAction(CardPlay):
    """Infantry that has not acted moves or fires; its token is lost unseen."""

    key = CardKey("burst_into_action")
    rule = "HON-ACT-06"
    why = say("choose infantry of yours that has not acted")
    words = say("{unit} acts at once")

    unit: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[BurstIntoAction]:
        """Each of them."""
        for unit in g.in_play(at.seat):
            u = g.units[unit]
            if not u.acted and u.kind is UnitType.INFANTRY and not u.concealed:
                yield BurstIntoAction(card, unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It is used up, and acts."""
        return Bursting(self.unit)


def _flips(view: View[HeroesState], answer: ActPlay) -> bool:
    """Return True if the unit is turned over, by its move or by a card that this view knows."""
    if isinstance(answer, ActDrive | ActSnipe | ActBarrage):
        return False
    moves = isinstance(answer, ActMove) and answer.flip is not Flip.NONE
    return moves or SPEED_SETUP in keys_of(view, answer.cards)


@frame("heroes.bursting")
@define
class Bursting(Frame[None]):
    """The act of a unit without an order. turned: it was concealed, and has been turned over to
    act; ordered: by an order (R-192)."""

    unit: UnitId
    turned: bool = False
    ordered: bool = field(default=False, metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """Its owner says what it does."""
        if not self.turned:
            use_up(g, self.unit)
        return Ask(ACT.of(g.units[self.unit].seat), then=self.hear)

    @ACT.tells
    def about_act(self, view: View[HeroesState]) -> About:
        """The unit acts."""
        who = unit_name(view.state, self.unit)
        return About(say("say what {unit} does", unit=who), "", "HON-ACT-04")

    @ACT.offers
    def offers_act(self, view: View[HeroesState]) -> Iterator[ActPlay]:
        """Each barrage, each target, each space, or nothing."""
        g, unit = view.state, self.unit
        for weapons in batteries(g, unit) if self.ordered else ():
            yield ActBarrage(unit, weapons)
        for deed in with_cards(view, unit, without_order(g, unit), ActFire(unit)):
            if not (self.turned and _flips(view, deed)):
                yield deed

    @ACT.judges
    def why_not_act(self, view: View[HeroesState], answer: ActPlay) -> Refusal | None:
        """Any deed of that unit; a barrage only by an order (R-320)."""
        if answer.unit.__class__ is not int or answer.unit != self.unit:
            return Refusal("HON-ACT-06", say("choose the unit that acts"))
        if isinstance(answer, ActBarrage) and not self.ordered:
            return Refusal("HON-AB-21", say("a barrage needs an order"), misfit=True)
        if self.turned and _flips(view, answer):
            return Refusal("HON-AB-02", say("it has been turned over in this move"))
        return why_not_deed(view, self.unit, answer)

    @ACT.samples
    def sample_act(self, view: View[HeroesState], chance: Chance) -> ActPlay:
        """Any deed."""
        weapons = list(batteries(view.state, self.unit)) if self.ordered else []
        if weapons and chance.below(2):
            return ActBarrage(self.unit, weapons[chance.below(len(weapons))])
        return any_without_order(
            view, self.unit, chance, lambda deed: self.why_not_act(view, deed) is None
        )

    def hear(self, g: HeroesState, answer: ActPlay) -> Outcome[None]:
        """It does; who has been turned over already is not in this move (HON-AB-02)."""
        deed = deed_of(g, self.unit, answer)
        if isinstance(deed, Moving):
            deed.flipped = self.turned
        return Call(deed, then=self.once_more)

    def once_more(self, g: HeroesState) -> Outcome[None]:
        """A Heroic unit may; after an order its turn asks."""
        if self.turned:
            return Done()
        return Call(OnceMore(self.unit), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The turn goes on."""
        return Done()
