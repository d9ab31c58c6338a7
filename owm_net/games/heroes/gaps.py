"""Between turns: special orders, Autonomous units, Hardboiled tokens. HON-ORD-10, HON-ORD-11,
HON-AB-20, HON-TRT-06, R-05, R-39.

Before each turn, and after the last, initiative first; after a play the others are asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field

from owm_net.engine.agenda import About, Call, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange
from owm_net.games.heroes.barrage import ActFire, OrderBarrage
from owm_net.games.heroes.cards.burst_into_action import Bursting
from owm_net.games.heroes.concealing import (
    ActEmerge,
    Emerge,
    emerge,
    emergings,
    may_emerge,
    why_not_emerge,
)
from owm_net.games.heroes.deeds import (
    any_deed,
    any_without_order,
    deeds,
    with_cards,
    without_order,
)
from owm_net.games.heroes.driving import ActDrive, OrderDrive
from owm_net.games.heroes.hardboiled import Steady, shaken, steady, steadyings, why_not_steady
from owm_net.games.heroes.heroic import OnceMore
from owm_net.games.heroes.hidden import is_special
from owm_net.games.heroes.ids import NO_UNIT, UnitId
from owm_net.games.heroes.orders import (
    ActMove,
    Alone,
    ByOrder,
    OrderFire,
    OrderMove,
    deed_of,
    why_not_deed,
)
from owm_net.games.heroes.silence import NO_GAP
from owm_net.games.heroes.smoke_bombs import OrderSmoke
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Ability
from owm_net.games.heroes.tokens import settle

GapPlay: TypeAlias = "ByOrder | Alone | Emerge | ActEmerge | Steady"
"""An order is a special one here; who acts without one is Autonomous."""

GAP: Kind[GapPlay] = Kind(
    "gap",
    OrderMove,
    OrderDrive,
    OrderFire,
    OrderBarrage,
    OrderSmoke,
    OrderSnipe,
    ActMove,
    ActDrive,
    ActFire,
    ActSnipe,
    Emerge,
    ActEmerge,
    Steady,
    rule="HON-ORD-11",
    why=say("choose what to do between two turns, or pass"),
    deed=say("say who acts between turns"),
    passes=True,
    until=(NO_GAP,),
    pass_first=True,
)


@record("heroes.special_revealed")
class SpecialRevealed(Event):
    """A special order is used."""

    words = say("{seat} reveal a special order on {unit}")
    rule = "HON-ORD-11"

    seat: Seat
    unit: UnitId


@record("heroes.acts_alone")
class ActsAlone(Event):
    """An Autonomous unit acts."""

    words = say("{unit} acts by itself")
    rule = "HON-AB-20"

    unit: UnitId


def autonomous(g: HeroesState, seat: Seat) -> list[UnitId]:
    """Units of a seat that may act by themselves: once a round (R-61)."""
    return [
        unit
        for unit in g.in_play(seat)
        if g.units[unit].has(Ability.AUTONOMOUS) and not g.units[unit].acted
    ]


def may_be_special(g: HeroesState, seat: Seat) -> list[int]:
    """The closed tokens of a seat that might be special orders, as everybody sees."""
    if g.shown_specials[seat] >= g.specials[seat]:
        return []
    return [slot for slot in g.closed(seat) if not g.units[g.bearer(seat, slot)].acted]


@frame("heroes.emerging")
@define
class Emerging(Frame[None]):
    """A concealed counter is turned over in a gap, and acts. ordered: by a special order."""

    unit: UnitId
    ordered: bool = field(default=False, metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """Its card is open already."""
        foul = emerge(g, self.unit)
        if foul is not None:
            return foul
        self.unit = g.now(self.unit)
        settle(g, self.unit)
        g.change(self.unit, acted=True)
        return Call(Bursting(self.unit, turned=True, ordered=self.ordered), then=self.once_more)

    def once_more(self, g: HeroesState) -> Outcome[None]:
        """A Heroic unit may."""
        return Call(OnceMore(self.unit), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """The gap goes on."""
        return Done()


@frame("heroes.gap")
@define
class Gap(Exchange[HeroesState, GapPlay, None]):
    """One gap. It is asked for where everybody sees that something could be played. acting: which
    unit has just acted, NO_UNIT for none."""

    acting: UnitId = NO_UNIT

    def start(self, g: HeroesState) -> Outcome[None]:
        """Let a Heroic unit that has acted act once more at once."""
        if self.acting == NO_UNIT:
            return super().start(g)
        unit, self.acting = self.acting, NO_UNIT
        return Call(OnceMore(g.now(unit)), then=self.start)

    def kind(self) -> Kind[GapPlay]:
        """See `GAP`."""
        return GAP

    def silenced_by(self) -> tuple[str, ...]:
        """HON-HID-13: a pass for the round is public as any other."""
        return (NO_GAP,)

    def may_play(self, g: HeroesState) -> bool:
        """A special that may still lie closed, an Autonomous unit that has not acted, or a marker
        that a token may take off."""
        return any(
            found(g, self.seat) for found in (may_be_special, autonomous, may_emerge, shaken)
        )

    def close(self, g: HeroesState) -> Outcome[None]:
        """The turn goes on."""
        return Done()

    @GAP.tells
    def about_gap(self, view: View[HeroesState]) -> About:
        """Yield what may be played."""
        return About(say("use a special order or a unit that is Autonomous"), "", "HON-ORD-11")

    @GAP.offers
    def offers_gap(self, view: View[HeroesState]) -> Iterator[GapPlay]:
        """Nothing; each special with each deed; each Autonomous unit."""
        g = view.state
        for slot in may_be_special(g, self.seat):
            card = view.card(slot)
            if card is None or is_special(card):
                unit = g.bearer(self.seat, slot)
                yield from with_cards(
                    view, unit, deeds(g, Played(slot), unit), OrderFire(Played(slot))
                )
                yield from (Emerge(Played(slot), counter) for counter in emergings(view, unit))
        for unit in autonomous(g, self.seat):
            yield from with_cards(view, unit, without_order(g, unit), ActFire(unit))
        yield from self._alone(view)
        yield from steadyings(shaken(g, self.seat))

    def _alone(self, view: View[HeroesState]) -> Iterator[ActEmerge]:
        """Concealed units that are Autonomous, as far as a view knows."""
        for unit in may_emerge(view.state, self.seat):
            yield from (ActEmerge(unit, counter) for counter in emergings(view, unit, True))

    @GAP.judges
    def why_not_gap(self, view: View[HeroesState], answer: GapPlay) -> Refusal | None:
        """Judge what everybody sees first; then the token, for a view that may know it."""
        g = view.state
        if isinstance(answer, Steady):
            return why_not_steady(g, shaken(g, self.seat), answer)
        if isinstance(answer, ActMove | ActDrive | ActFire | ActSnipe):
            unit = answer.unit
            if unit.__class__ is not int or unit not in autonomous(g, self.seat):
                return Refusal(
                    "HON-AB-20", say("only an Autonomous unit acts by itself, and only once")
                )
            return why_not_deed(view, unit, answer)
        if isinstance(answer, ActEmerge):
            unit = answer.unit
            if unit.__class__ is not int or unit not in may_emerge(g, self.seat):
                return Refusal(
                    "HON-AB-20", say("only an Autonomous unit acts by itself, and only once")
                )
            return why_not_emerge(view, unit, answer.counter, autonomous=True)
        slot = answer.token
        if slot.__class__ is not int or slot not in g.hands[g.laid(self.seat)]:
            return Refusal("HON-ORD-11", say("choose a token of yours on the map"))
        unit = g.bearer(self.seat, slot)
        if g.units[unit].acted or g.shown_specials[self.seat] >= g.specials[self.seat]:
            return Refusal("HON-ORD-11", say("no special order can lie there"))
        card = view.card(slot)
        if card is not None and not is_special(card):
            return Refusal("HON-ORD-11", say("that is no special order"))
        if isinstance(answer, Emerge):
            return why_not_emerge(view, unit, answer.counter)
        return why_not_deed(view, unit, answer)

    @GAP.samples
    def sample_gap(self, view: View[HeroesState], chance: Chance) -> GapPlay | Pass:
        """Now and then something."""
        g = view.state
        if chance.below(3) == 0:
            for slot in may_be_special(g, self.seat):
                card = view.card(slot)
                if card is not None and is_special(card):
                    unit = g.bearer(self.seat, slot)
                    opened = emergings(view, unit)
                    if opened and chance.below(2):
                        return Emerge(Played(slot), opened[0])
                    answer = any_deed(view, Played(slot), unit, chance)
                    if self.why_not_gap(view, answer) is None:
                        return answer
            listed: list[GapPlay] = [
                any_without_order(
                    view, unit, chance, lambda deed: self.why_not_gap(view, deed) is None
                )
                for unit in autonomous(g, self.seat)
            ]
            listed += [*self._alone(view), *steadyings(shaken(g, self.seat))]
            if listed:
                return listed[chance.below(len(listed))]
        return Pass()

    def execute(self, g: HeroesState, play: GapPlay) -> Frame[None] | None:
        """A full activation (HON-ORD-11); nothing interrupts it but what interrupts any."""
        if isinstance(play, Steady):
            steady(g, play)
            return None
        if isinstance(play, ActMove | ActDrive | ActFire | ActSnipe):
            g.tell(ActsAlone(play.unit))
            self.acting = play.unit
            return deed_of(g, play.unit, play)
        if isinstance(play, ActEmerge):
            g.tell(ActsAlone(play.unit))
            return Emerging(play.unit)
        unit = g.bearer(self.seat, play.token)
        g.shown_specials[self.seat] += 1
        if isinstance(play, Emerge):
            g.tell(SpecialRevealed(self.seat, unit))
            return Emerging(unit, ordered=True)
        settle(g, unit)
        g.tell(SpecialRevealed(self.seat, unit))
        self.acting = unit
        return deed_of(g, unit, play)
