"""The deed of a unit with a revealed order: a move, fire, a barrage. Ledger 2.7, G-06."""

from __future__ import annotations

from copy import copy
from typing import ClassVar, TypeAlias

from owm_net.engine.agenda import Frame, Kind, Refusal
from owm_net.engine.drafts import so_far
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.assault import why_not_assault
from owm_net.games.heroes.barrage import (
    ActBarrage,
    ActFire,
    Barrage,
    OrderBarrage,
    batteries,
    why_not_barrage,
)
from owm_net.games.heroes.cards.card import CardPlay
from owm_net.games.heroes.cards.riders import (
    Act,
    keys_of,
    ridden,
    spend_cards,
    unseen,
    why_not_ridden,
    with_cards,
)
from owm_net.games.heroes.cards.smoke_grenades import SMOKE_GRENADES
from owm_net.games.heroes.cards.speed_setup import SPEED_SETUP, set_up
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.driving import ActDrive, Driving, OrderDrive, is_driven, why_not_drive
from owm_net.games.heroes.fire import (
    fire_of,
    fire_said,
    holds,
    is_aimed,
    why_not_fire,
    why_not_mixed,
)
from owm_net.games.heroes.fuel import boost, why_not_fuel
from owm_net.games.heroes.gunnery import Gunnery, salvo_of
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    NO_VERTEX,
    OFF_MAP,
    Heading,
    Hidden,
    OptionKey,
    Share,
    Space,
    UnitId,
    Vertex,
    WeaponPlace,
)
from owm_net.games.heroes.moving import (
    NOT_ABOARD,
    Moving,
    allowance,
    ends_aboard,
    faced,
    turn_over,
    why_not_facing,
    why_not_flip,
    why_not_leg,
)
from owm_net.games.heroes.paths import is_flag
from owm_net.games.heroes.smoke import THIN, lay_smoke
from owm_net.games.heroes.smoke_bombs import OrderSmoke, Smoking, why_not_smoke
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe, SniperFire, why_not_snipe
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.tokens import bearer_of
from owm_net.games.heroes.weapons import PRIMARY, armed, why_not_gun
from owm_net.games.heroes.words import heading_name, unit_name


@record("heroes.order_move")
class OrderMove(Answer):
    """An order is revealed, and its unit moves: the first leg of it (HON-ACT-04). target: whom it
    announces to assault. facing, goes_on: see `Leg`. flip: whether the counter is turned over.
    fuel: a Goliath spends a token (R-227)."""

    title: ClassVar[str] = say("Move")

    token: Played
    path: tuple[Space, ...] = ()
    target: UnitId = NO_UNIT
    facing: Heading = KEEP
    goes_on: bool = False
    flip: Flip = Flip.NONE
    cards: tuple[Played, ...] = ()
    smoke: Vertex = NO_VERTEX
    fuel: bool = False

    def sentence(self, view: View[HeroesState]) -> str:
        return move_said(view, bearer_of(view.state, self.token), self)


@record("heroes.act_move")
class ActMove(Answer):
    """A unit moves without revealing an order; see `OrderMove`."""

    title: ClassVar[str] = say("Move")

    unit: UnitId
    path: tuple[Space, ...] = ()
    target: UnitId = NO_UNIT
    facing: Heading = KEEP
    goes_on: bool = False
    flip: Flip = Flip.NONE
    cards: tuple[Played, ...] = ()
    smoke: Vertex = NO_VERTEX
    fuel: bool = False

    def sentence(self, view: View[HeroesState]) -> str:
        return move_said(view, self.unit, self)


@record("heroes.order_fire")
class OrderFire(Answer):
    """An order is revealed, and its unit fires; without a target it does nothing (HON-FIRE-19).
    shares: of the bonus of a machine gunner who splits it over several targets (HON-AB-40). spend:
    tokens of equipment (HON-OPT-04). vertex, into: the intersection, or the room or position, at
    which it is aimed instead of targets. weapon: of a vehicle; others may fire afterwards."""

    title: ClassVar[str] = say("Fire")

    token: Played
    targets: tuple[UnitId, ...] = ()
    suppressive: bool = False
    shares: tuple[Share, ...] = ()
    spend: tuple[OptionKey, ...] = ()
    vertex: Vertex = NO_VERTEX
    into: Space = OFF_MAP
    cards: tuple[Played, ...] = ()
    smoke: Vertex = NO_VERTEX
    weapon: WeaponPlace = PRIMARY

    def sentence(self, view: View[HeroesState]) -> str:
        return fire_said(view, bearer_of(view.state, self.token), self)


@record("heroes.no_more_orders")
class NoMoreOrders(Answer):
    """No turn any more in this phase (R-84). left: the tokens of the seat that still lie closed."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("No more orders")
    words = say("no more orders")

    left: tuple[Hidden, ...] = ()


def move_said(view: View[HeroesState], unit: UnitId, answer: OrderMove | ActMove) -> str:
    """A move in a line."""
    g = view.state
    who = unit_name(g, unit)
    if answer.target != NO_UNIT:
        told = say("{unit} assaults {target}", unit=who, target=unit_name(g, answer.target))
    elif not answer.path and answer.facing != KEEP:
        way = heading_name(g, answer.facing)
        told = say("{unit} turns to face {way}", unit=who, way=way)
    elif not answer.path:
        told = say("{unit} does not move", unit=who)
        if answer.flip is not Flip.NONE:
            told = say("{unit} is turned over, and does not move", unit=who)
    else:
        place = g.telling.value(tuple[Space, ...], g, answer.path, view.card)
        told = say("{unit} moves by {path}", unit=who, path=place)
        if answer.fuel:
            told = say("{unit} moves with fuel by {path}", unit=who, path=place)
        elif len(answer.path) == 1:
            told = say("{unit} moves to {space}", unit=who, space=place)
    return with_cards(told, view, answer.cards)


def why_not_move(g: HeroesState, unit: UnitId, answer: OrderMove | ActMove) -> Refusal | None:
    """None if a unit may make this move."""
    u = g.units[unit]
    no = why_not_flip(u, answer.flip) or why_not_fuel(g, unit, answer.fuel)
    if no is not None:
        return no
    before, after = faced(u, answer.flip, True), faced(u, answer.flip, False)
    left = allowance(g, before, boost(before, answer.fuel))
    if answer.flip is Flip.FIRST and u.rides:
        return NOT_ABOARD
    if not is_flag(answer.goes_on):
        return Refusal("HON-MOVE-10", say("say whether it goes on"))
    if answer.target != NO_UNIT:
        no = why_not_assault(g, before, answer.target)
        if no is not None:
            return no
    if answer.flip is Flip.LAST and (answer.goes_on or answer.target != NO_UNIT):
        return Refusal("HON-AB-92", say("it is turned over at the end of the move"))
    now = turned(g, unit, ()) if answer.flip is Flip.FIRST else g
    no = why_not_leg(now, unit, answer.path, left, answer.target, answer.goes_on)
    if no is None and answer.flip is Flip.LAST and ends_aboard(g, unit, answer.path):
        return NOT_ABOARD
    return no or why_not_facing(after, answer.facing)


ByOrder: TypeAlias = OrderMove | OrderDrive | OrderFire | OrderBarrage | OrderSmoke | OrderSnipe
Alone: TypeAlias = ActMove | ActDrive | ActFire | ActSnipe
"""A deed without an order."""
Deed: TypeAlias = ByOrder | Alone | ActBarrage
"""What a unit does with an order, or without one."""


def why_not_deed(view: View[HeroesState], unit: UnitId, answer: Deed) -> Refusal | None:
    """None if a unit may do this: by what everybody sees, where this view may not know all the
    cards that are played with it; else by the cards too."""
    g = view.state
    if g.units[unit].bomb and isinstance(answer, OrderFire) and answer == OrderFire(answer.token):
        return None  # an order need not be used
    no = why_not_smoke(g, unit, answer)
    if no is not None or isinstance(answer, OrderSmoke):
        return no
    if isinstance(answer, OrderBarrage | ActBarrage):
        return why_not_barrage(g, unit, answer.weapons)
    if isinstance(answer, OrderDrive | ActDrive):
        return why_not_drive(g, unit, answer)
    if isinstance(answer, OrderSnipe | ActSnipe):
        return why_not_snipe(g, unit, answer.target)
    return _why_not_with_cards(view, unit, answer)


def _no_smoke(view: View[HeroesState], unit: UnitId) -> Refusal:
    """Refuse smoke without its card; a player who holds that card may still choose it."""
    keys = [key for key, _ in ridden(view, view.state.units[unit].seat)]
    held = SMOKE_GRENADES in keys
    return Refusal("HON-CARD-01", say("only a card brings smoke"), more=held, misfit=not held)


def _why_not_with_cards(
    view: View[HeroesState], unit: UnitId, answer: OrderMove | OrderFire | ActMove | ActFire
) -> Refusal | None:
    """The same of a move or fire."""
    g = view.state
    smoke = so_far(lambda: answer.smoke, NO_VERTEX)
    if smoke != NO_VERTEX and not answer.cards:
        return _no_smoke(view, unit)
    no = why_not_mixed(answer) if isinstance(answer, OrderFire | ActFire) else None
    if no is not None:
        return no
    if isinstance(answer, OrderFire | ActFire) and not holds(answer):
        no = why_not_gun(g.units[unit], answer.weapon)
        if no is not None:
            return no
        g = armed(g, unit, answer.weapon)
        view = View(g, view.seat, view.known)
    no = _why_not_played(view, unit, answer)
    if no is not None or unseen(view, answer.cards):
        return no
    cards = keys_of(view, answer.cards)
    if smoke != NO_VERTEX and SMOKE_GRENADES not in cards:
        return _no_smoke(view, unit)
    if SPEED_SETUP in cards:
        g = turned(g, unit, aims_of(answer))
    if isinstance(answer, OrderFire | ActFire):
        return why_not_fire(g, unit, answer, cards)
    if is_driven(g.units[unit]):
        return Refusal("HON-VEH-01", say("a vehicle drives by steps and turns"), misfit=True)
    return why_not_move(g, unit, answer)


def _why_not_played(
    view: View[HeroesState], unit: UnitId, answer: OrderMove | OrderFire | ActMove | ActFire
) -> Refusal | None:
    """None if its cards may be played with it; without any, its other fields do not matter."""
    if not answer.cards:
        return None
    seat = view.state.units[unit].seat
    return why_not_ridden(view, seat, answer.cards, act_of(unit, answer))


def act_of(unit: UnitId, answer: OrderMove | OrderFire | ActMove | ActFire) -> Act:
    """Return what cards are played with."""
    if isinstance(answer, OrderMove | ActMove):
        flip = answer.flip
        return Act(unit=unit, activates=True, moves=True, flip=flip, vertex=answer.smoke)
    aimed = is_aimed(answer)
    plain = not (answer.suppressive or answer.shares or answer.spend or aimed)
    shots = len(answer.targets)
    return Act(
        unit=unit, activates=True, shots=shots, aimed=aimed, plain=plain, vertex=answer.smoke
    )


def aims_of(answer: Deed) -> tuple[UnitId, ...]:
    """At whom a deed fires, first."""
    return answer.targets if isinstance(answer, OrderFire | ActFire) else ()


def turned(g: HeroesState, unit: UnitId, targets: tuple[UnitId, ...]) -> HeroesState:
    """The state as it would be with a counter turned over to fire at these, to be looked at
    only."""
    other = copy(g)
    other.units = list(g.units)
    other.units[unit] = set_up(g, unit, targets)
    return other


def deed_of(g: HeroesState, unit: UnitId, answer: Deed) -> Frame[None]:
    """The procedure of what a unit does. It has acted from now on (HON-ACT-05)."""
    g.change(unit, acted=True)
    if isinstance(answer, OrderSmoke):
        return Smoking(unit, answer.vertex)
    if isinstance(answer, OrderBarrage | ActBarrage):
        return Barrage(g.units[unit].seat, batteries(g, unit)[answer.weapons])
    if isinstance(answer, OrderDrive | ActDrive):
        return Driving(unit, answer.manoeuvres, answer.goes_on, answer.fuel)
    if isinstance(answer, OrderSnipe | ActSnipe):
        return SniperFire(unit, answer.target)
    cards = spend_cards(g, g.units[unit].seat, answer.cards)
    if SPEED_SETUP in cards:
        facing = set_up(g, unit, aims_of(answer)).facing
        turn_over(g, unit)
        g.change(unit, facing=facing)
    if SMOKE_GRENADES in cards:
        lay_smoke(g, answer.smoke, THIN)
    if isinstance(answer, OrderFire | ActFire):
        if g.units[unit].kind.vehicle and not holds(answer):
            return Gunnery(unit, salvo_of(answer), cards)
        return fire_of(g, unit, answer, cards)
    return Moving(
        unit,
        answer.target,
        answer.path,
        answer.facing,
        answer.goes_on,
        answer.flip,
        cards,
        fuel=answer.fuel,
    )


Order: TypeAlias = "ByOrder | Emerge | NoMoreOrders | CardPlay"
"""What a seat may do at its turn."""

TURN: Kind[Order] = Kind(
    "turn",
    rule="HON-ACT-04",
    why=say("reveal an order"),
    deed=say("reveal an order"),
)
"""Its answers are told to it by `cards.listed`."""
