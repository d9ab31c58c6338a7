"""A Fire action of a vehicle: all its weapons, each at its own target. HON-FIRE-03.

The shots are not simultaneous: what a weapon fires at is said when the one before it has fired.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.records import Played, Record, register
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.cards.card import Cards
from owm_net.games.heroes.cards.riders import Act, keys_of, spend_cards, unseen, why_not_ridden
from owm_net.games.heroes.equipment import Spend
from owm_net.games.heroes.fire import Fires, fire_of, is_aimed, why_not_fire
from owm_net.games.heroes.ids import NO_VERTEX, Share, Space, UnitId, Vertex, WeaponPlace
from owm_net.games.heroes.patterns import SHELLS, aims
from owm_net.games.heroes.shooting import targets
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.weapons import armed, guns, lay, why_not_gun
from owm_net.games.heroes.words import unit_name

GUNS = Kind(
    "guns",
    ActFire,
    rule="HON-FIRE-03",
    why=say("another weapon of the vehicle may fire"),
    deed=say("fire another weapon"),
    passes=True,
    pass_first=True,
)


def shots(g: HeroesState, unit: UnitId, weapon: WeaponPlace) -> Iterator[ActFire]:
    """Yield each target that a vehicle's weapon may fire at."""
    laid = armed(g, unit, weapon)
    for target, suppressive in targets(laid, unit):
        yield ActFire(unit, (target,), suppressive, weapon=weapon)
    for spend in ((), (SHELLS,)):
        for vertex, into in aims(laid, unit, spend):
            yield ActFire(unit, (), False, (), spend, vertex, into, weapon=weapon)


@register("heroes.salvo")
@frozen(kw_only=True)
class Salvo(Record):
    """The fire of one weapon, without its cards, which are played already."""

    weapon: WeaponPlace
    targets: tuple[UnitId, ...]
    suppressive: bool
    shares: tuple[Share, ...]
    spend: Spend
    vertex: Vertex
    into: Space

    @property
    def cards(self) -> tuple[Played, ...]:
        """Return none."""
        return ()


def salvo_of(answer: Fires) -> Salvo:
    """Return what an answer says about fire."""
    return Salvo(
        weapon=answer.weapon,
        targets=answer.targets,
        suppressive=answer.suppressive,
        shares=answer.shares,
        spend=answer.spend,
        vertex=answer.vertex,
        into=answer.into,
    )


@frame("heroes.gunnery")
@define
class Gunnery(Frame[None]):
    """A vehicle fires. fire: the first weapon; cards: played with it. fired: weapons that have."""

    unit: UnitId
    fire: Salvo
    cards: Cards
    fired: list[WeaponPlace] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """A weapon fires."""
        lay(g, self.unit, self.fire.weapon)
        self.fired.append(self.fire.weapon)
        return Call(fire_of(g, self.unit, self.fire, self.cards), then=self.next)

    def left(self, g: HeroesState) -> list[WeaponPlace]:
        """The weapons that may still fire."""
        return [n for n in guns(g.units[self.unit]) if n not in self.fired]

    def ready(self, g: HeroesState) -> list[WeaponPlace]:
        """Those of them that have a target."""
        return [n for n in self.left(g) if next(shots(g, self.unit, n), None) is not None]

    def next(self, g: HeroesState) -> Outcome[None]:
        """Its owner is asked while another has a target."""
        u = g.units[self.unit]
        if u.there and self.ready(g):
            return Ask(GUNS.of(u.seat), then=self.hear)
        return Done()

    @GUNS.tells
    def about_guns(self, view: View[HeroesState]) -> About:
        """Name the vehicle."""
        who = unit_name(view.state, self.unit)
        return About(say("fire another weapon of {unit}", unit=who), "", "HON-FIRE-03")

    @GUNS.offers
    def offers_guns(self, view: View[HeroesState]) -> Iterator[ActFire]:
        """Each weapon at each target."""
        for weapon in self.left(view.state):
            yield from shots(view.state, self.unit, weapon)

    @GUNS.judges
    def why_not_guns(self, view: View[HeroesState], answer: ActFire) -> Refusal | None:
        """A weapon that has not fired, by the rules of fire."""
        g = view.state
        if answer.unit.__class__ is not int or answer.unit != self.unit:
            return Refusal("HON-FIRE-03", say("choose the vehicle that fires"))
        if answer.weapon.__class__ is int and answer.weapon in self.fired:
            return Refusal("HON-FIRE-03", say("that weapon has fired"))
        if not answer.targets and not is_aimed(answer):
            return Refusal("HON-FIRE-03", say("choose a target"), more=True)
        if answer.smoke != NO_VERTEX:
            return Refusal("HON-CARD-01", say("only a card brings smoke"), misfit=True)
        no = why_not_gun(g.units[self.unit], answer.weapon)
        if no is not None:
            return no
        view = View(armed(g, self.unit, answer.weapon), view.seat, view.known)
        act = Act(unit=self.unit, shots=len(answer.targets), aimed=is_aimed(answer))
        no = why_not_ridden(view, g.units[self.unit].seat, answer.cards, act)
        if no is not None or unseen(view, answer.cards):
            return no
        return why_not_fire(g, self.unit, answer, keys_of(view, answer.cards))

    def hear(self, g: HeroesState, answer: ActFire) -> Outcome[None]:
        """It fires."""
        self.fire = salvo_of(answer)
        self.cards = spend_cards(g, g.units[self.unit].seat, answer.cards)
        return self.start

    def passed_guns(self, g: HeroesState) -> Outcome[None]:
        """The others keep silent."""
        return Done()
