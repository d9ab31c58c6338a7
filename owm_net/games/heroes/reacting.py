"""Fire at a mover by the other side. HON-TER-10, HON-TER-11, HON-AB-46, HON-AB-47, R-51, R-68,
R-95, R-96, R-105, R-109, R-115.

The mover declares a leg; then the other side chooses the units that fire, and the step. The game
asks again for that step until it passes (R-151). Everybody sees which units may react: the question
depends on nothing that one seat alone knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import define, field, frozen

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
from owm_net.engine.ids import Seat
from owm_net.engine.passing import is_silent
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import (
    CardPlay,
    Cards,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.cards.riders import Act, spend_cards, why_not_ridden, with_cards
from owm_net.games.heroes.equipment import Spend, launcher, pay, stocks, why_not_spend
from owm_net.games.heroes.grid import Way
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, OptionKey, Step, UnitId
from owm_net.games.heroes.shooting import Shooting, why_not_target
from owm_net.games.heroes.silence import NO_REACTION, UNTIL_MOVE
from owm_net.games.heroes.spotting import Spotting, first_found
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.steps import advance, stations
from owm_net.games.heroes.terms import UNHINDERED, Ability, UnitType
from owm_net.games.heroes.tokens import lose_token
from owm_net.games.heroes.words import space_name, unit_name

STANDING = (UNTIL_MOVE, NO_REACTION)
"""Words of standing passes."""
ACTIVE = 1
"""HON-AB-46: the number of Opportunity Fire on the active face."""


@record("heroes.react")
class React(Answer):
    """Units fire at the mover after a step, in the order in which they are named (R-96). step: of
    the leg, from 1; 0 where it has none. suppressing: those of them that suppress. spend: of each
    of them the tokens that add to its shot (R-68), or nothing at all. cards: played with the first
    of their shots."""

    title: ClassVar[str] = say("Opportunity fire")

    units: tuple[UnitId, ...]
    step: Step
    suppressing: tuple[UnitId, ...] = ()
    spend: tuple[Spend, ...] = ()
    cards: tuple[Played, ...] = ()

    def sentence(self, view: View[HeroesState]) -> str:
        return with_cards(fire_told(view.state, self.units, self.step), view, self.cards)


def mover_on(g: HeroesState, step: int) -> tuple[str, str]:
    """Return the unit at which one may react, and where it is after a step, in words; "" for both
    where nobody moves, or no leg has such a step."""
    top = g.agenda[-1] if g.agenda else None
    if not isinstance(top, Reacting) or not 0 <= step < len(top.way):
        return "", ""
    place = top.way[step][0]
    return ("", "") if place == OFF_MAP else (unit_name(g, top.mover), space_name(g, place))


def fire_told(g: HeroesState, units: Sequence[UnitId], step: int) -> str:
    """Tell that units fire at a mover after a step of its leg."""
    names = listed([unit_name(g, unit) for unit in units])
    mover, place = mover_on(g, step)
    if not mover:
        return say_n(
            "{units} fires after step {step}",
            "{units} fire after step {step}",
            len(units),
            units=names,
            step=step,
        )
    return say_n(
        "{units} fires at {mover} on {place}",
        "{units} fire at {mover} on {place}",
        len(units),
        units=names,
        mover=mover,
        place=place,
    )


def card_first(title: str) -> Refusal:
    """A unit that could fire by a card of the hand alone."""
    return Refusal("HON-ACT-06", say("press the card {card} first", card=title))


@frozen
class ReactPlay(CardPlay):
    """A card that stops a mover after a step. step: of the leg, from 1; 0 where it has none."""

    step: Step


REACT: Kind[React | ReactPlay] = Kind(
    "react",
    rule="HON-TER-10",
    why=say("choose who fires at the mover"),
    deed=say("say who fires at the mover"),
    passes=True,
    until=STANDING,
    pass_first=True,
)
"""Its answers are told to it by `cards.listed`."""


@record("heroes.reacted")
class Reacted(Event):
    """A unit is used up without an order: its token, if it bears one, is lost unseen."""

    words = say("{unit} gets an Activated marker")
    rule = "HON-ACT-07"

    unit: UnitId


def may_react(g: HeroesState, u: Unit) -> bool:
    """Return True if a unit may fire in the midst of an enemy's move, as everybody sees it: it has
    not acted, and is on a position or has Opportunity Fire on the face that is up (R-105)."""
    if u.acted or not u.there or u.kind is not UnitType.INFANTRY:
        return False
    return g.ground.cells[u.at].position or u.number(Ability.OPPORTUNITY_FIRE) == ACTIVE


def reactions(
    g: HeroesState, seat: Seat, mover: UnitId, way: Way
) -> Iterator[tuple[UnitId, Step, bool]]:
    """Every shot of a seat at a mover on a leg: unit, step, whether it suppresses."""
    places = stations(way)
    for unit in g.on_map(seat):
        u = g.units[unit]
        if may_react(g, u):
            both = (False, True) if Ability.SUPPRESSIVE_FIRE in u.weapon.abilities else (False,)
            for step, pose in places:
                if why_not_target(g, unit, mover, suppressive=False, pose=pose) is None:
                    for suppressive in both:
                        yield unit, Step(step), suppressive


def moment(seat: Seat, mover: UnitId, way: Way) -> Moment:
    """Return the moment at which a seat may play cards."""
    return Moment(seat, enemy=mover, way=way)


def why_not_react(
    view: View[HeroesState], seat: Seat, mover: UnitId, way: Way, answer: React | ReactPlay
) -> Refusal | None:
    """None if a seat may react so to a leg."""
    if isinstance(answer, ReactPlay):
        return why_not_card(view, moment(seat, mover, way), answer)
    no = _why_not_fire(view.state, seat, mover, way, answer)
    act = Act(unit=answer.units[0] if answer.units else NO_UNIT, shots=1)
    return no or why_not_ridden(view, seat, answer.cards, act)


def _why_not_fire(
    g: HeroesState, seat: Seat, mover: UnitId, way: Way, answer: React
) -> Refusal | None:
    """None if these units of a seat may fire at the mover after that step."""
    if not isinstance(answer.units, tuple) or not answer.units:
        return Refusal("HON-TER-10", say("choose who fires"), more=True)
    if len(answer.units) > len(g.units) or len(dict.fromkeys(answer.units)) < len(answer.units):
        return Refusal("HON-TER-11", say("each unit fires once"))
    for unit in answer.units:
        if not g.known(unit) or g.units[unit].seat != seat:
            return Refusal("HON-TER-10", say("choose a unit of yours"))
        if not may_react(g, g.units[unit]):
            return Refusal("HON-TER-10", say("it cannot fire in an enemy's move, or has acted"))
    places = dict(stations(way))
    step = answer.step
    if step.__class__ is not int or step not in places:
        return Refusal("HON-TER-10", say("choose a step of the leg"))
    if any(s.__class__ is not int or s not in answer.units for s in answer.suppressing):
        return Refusal("HON-AB-80", say("only who fires suppresses"))
    if len(dict.fromkeys(answer.suppressing)) < len(answer.suppressing):
        return Refusal("HON-AB-80", say("a unit is named twice"))
    for unit in answer.units:
        no = why_not_target(g, unit, mover, unit in answer.suppressing, places[step])
        if no is not None:
            return no
    return _why_not_tokens(g, mover, answer)


def _why_not_tokens(g: HeroesState, mover: UnitId, answer: React) -> Refusal | None:
    """None if each of them may spend its tokens, and all of them together."""
    if not answer.spend:
        return None
    if len(answer.spend) != len(answer.units):
        return Refusal("HON-OPT-04", say("choose the tokens of each unit"))
    there: dict[OptionKey, dict[int, int]] = {}
    for unit, spend in zip(answer.units, answer.spend, strict=True):
        no = why_not_added(g, unit, mover, spend)
        if no is not None:
            return no
        for key in spend:
            there.setdefault(key, {}).update({n: g.options[n].tokens for n in stocks(g, unit, key)})
    for key, tokens in there.items():
        if sum([spend.count(key) for spend in answer.spend]) > sum(tokens.values()):
            return Refusal("HON-ARMY-08", say("there are not that many tokens left"))
    return None


def why_not_added(g: HeroesState, unit: UnitId, mover: UnitId, spend: Spend) -> Refusal | None:
    """None if a unit may spend these on its shot at the mover (R-68)."""
    no = why_not_spend(g, unit, spend, g.units[mover].kind)
    if no is None and launcher(spend) is not None:
        return Refusal("HON-TER-10", say("only its own weapon fires in an enemy's move"))
    return no


def use_up(g: HeroesState, unit: UnitId) -> None:
    """A unit gets an Activated marker and loses its token unseen (HON-ACT-07)."""
    g.change(unit, acted=True)
    lose_token(g, unit)
    g.tell(Reacted(unit))


@frame("heroes.reacting")
@define
class Reacting(Frame[int]):
    """A leg is declared; each seat of the other side may react to it (R-95). Returns the step after
    which one has, or after which a concealed counter was found: it is as far as the mover gets; or
    `UNHINDERED`. way: of the mover; once one has reacted, or somebody was found, the last step of
    it. spared: see `spotting.found`. halt: somebody will be found after this step, and after that
    one may react once more (HON-MOVE-05). asking: seats that may still react; firing, suppressing,
    spending: units that do, and the tokens of each; aimed: cards played with the first of their
    shots. step: see above."""

    mover: UnitId
    way: Way
    spared: bool = False
    halt: int = UNHINDERED
    asking: list[Seat] = field(factory=list)
    firing: list[UnitId] = field(factory=list)
    suppressing: tuple[UnitId, ...] = ()
    spending: list[Spend] = field(factory=list)
    aimed: Cards = ()
    step: int = UNHINDERED

    def start(self, g: HeroesState) -> Outcome[int]:
        """Up to the step after which somebody is found."""
        self.halt = first_found(g, self.mover, self.way, self.spared)
        return self.find if 0 <= self.halt <= 1 else self.begin

    def begin(self, g: HeroesState) -> Outcome[int]:
        """Initiative first; after each reaction all of them again (R-151)."""
        seat = g.units[self.mover].seat
        self.asking = [other for other in g.order() if g.hostile(other, seat)]
        return self.ask

    @property
    def open(self) -> Way:
        """The part of the way on which one may react now."""
        return self.way if self.halt == UNHINDERED else self.way[: self.halt]

    def find(self, g: HeroesState) -> Outcome[int]:
        """Nobody has reacted before: the mover gets there, and who is found is opened."""
        advance(g, self.mover, self.way[: self.halt + 1])
        return Call(Spotting(self.mover, self.spared), then=self.found)

    def found(self, g: HeroesState) -> Outcome[int]:
        """One may react to it where it stands now, if it is there still."""
        self.mover, self.step = g.now(self.mover), self.halt
        if not g.units[self.mover].there:
            return Done(self.step)
        self.way = self.way[max(0, self.halt - 1) : self.halt + 1]
        self.halt = UNHINDERED
        return self.begin

    def ask(self, g: HeroesState) -> Outcome[int]:
        """A seat is asked where one of its units could fire at some step, or it could play a card,
        as everybody sees."""
        while self.asking:
            seat = self.asking[0]
            if not is_silent(g, seat, STANDING) and (
                any(reactions(g, seat, self.mover, self.open))
                or can_play(REACT, g, moment(seat, self.mover, self.open))
            ):
                return Ask(REACT.of(seat), then=self.hear)
            self.asking.pop(0)
        return Done(self.step) if self.halt == UNHINDERED else self.find

    @REACT.tells
    def about_react(self, view: View[HeroesState]) -> About:
        """The unit and its way."""
        g = view.state
        there = [space for space, _ in self.open if space != OFF_MAP]
        mover, end = unit_name(g, self.mover), there[-1]
        where = space_name(g, end)
        if end in g.units[self.mover].covers:
            what = say("say who fires at {unit}, which stays on {space}", unit=mover, space=where)
        else:
            what = say("say who fires at {unit}, which moves to {space}", unit=mover, space=where)
        return About(what, "", "HON-TER-10")

    @REACT.offers
    def offers_react(self, view: View[HeroesState]) -> Iterator[React | ReactPlay]:
        """Each unit after each step, separately; each card."""
        g, seat = view.state, self.asking[0]
        for unit, step, suppressive in reactions(g, seat, self.mover, self.open):
            yield React((unit,), step, (unit,) if suppressive else ())
        for play in card_offers(REACT, view, moment(seat, self.mover, self.open)):
            if isinstance(play, ReactPlay):
                yield play

    @REACT.judges
    def why_not_react(self, view: View[HeroesState], answer: React | ReactPlay) -> Refusal | None:
        """See above."""
        return why_not_react(view, self.asking[0], self.mover, self.open, answer)

    def passed_react(self, g: HeroesState) -> Outcome[int]:
        """The next seat."""
        self.asking.pop(0)
        return self.ask

    def hear(self, g: HeroesState, answer: React | ReactPlay) -> Outcome[int]:
        """The mover gets as far as that step; then they fire, one after the other, or the card
        does what it does."""
        seat = self.asking[0]
        at = moment(seat, self.mover, self.open)
        if self.step == UNHINDERED:
            self.step, self.halt = answer.step, UNHINDERED
            advance(g, self.mover, self.way[: answer.step + 1])
            self.way = self.way[max(0, answer.step - 1) : answer.step + 1]
        if isinstance(answer, ReactPlay):
            spend_card(g, seat, answer.card)
            frame = answer.execute(g, at)
            return self.under_fire if frame is None else Call(frame, then=self.under_fire)
        self.aimed = spend_cards(g, seat, answer.cards)
        self.firing, self.suppressing = list(answer.units), answer.suppressing
        self.spending = list(answer.spend) or [()] * len(answer.units)
        return self.under_fire

    def under_fire(self, g: HeroesState) -> Outcome[int]:
        """A unit that cannot fire any more when its turn comes is not used up (R-96)."""
        while self.firing:
            unit, spend = self.firing.pop(0), self.spending.pop(0)
            suppressive = unit in self.suppressing
            no = why_not_target(g, unit, self.mover, suppressive)
            if no is None and why_not_spend(g, unit, spend, g.units[self.mover].kind) is None:
                use_up(g, unit)
                pay(g, unit, spend)
                cards, self.aimed = self.aimed, ()
                shot = Shooting(unit, self.mover, suppressive, False, spend=spend, cards=cards)
                return Call(shot, then=self.under_fire)
        u = g.units[self.mover]
        if not u.there:
            return Done(self.step)
        if (u.at, u.facing) != self.way[-1]:  # a card of its owner's has taken it elsewhere
            self.way = ((u.at, u.facing),)
        return self.begin
