"""The state of a match of Heroes, and the questions that every procedure asks about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import ClassVar, TypedDict, Unpack

from attrs import Factory, define, evolve, field, frozen

from owm_net.engine.agenda import GameState
from owm_net.engine.ids import Seat
from owm_net.engine.records import ADDED, Record, register
from owm_net.engine.telling import Telling
from owm_net.engine.text import say
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.free_map import FreeMap
from owm_net.games.heroes.grid import Footprint, Pose, apart, footprint
from owm_net.games.heroes.ground import NO_OVERLAY, Changes, Ground, ground_of
from owm_net.games.heroes.ids import (
    NO_FORMATION,
    NO_SEAT,
    NO_UNIT,
    OFF_MAP,
    CounterKey,
    FormationId,
    Hidden,
    OptionKey,
    ScenarioKey,
    Space,
    TileKey,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.printed.counters import CONCEALED, NO_WEAPON, Face, Piece, Weapon
from owm_net.games.heroes.printed.scenarios import Scenario, Side
from owm_net.games.heroes.terms import (
    DIRECTIVE_REACH,
    PRESSED,
    Ability,
    Damage,
    Directive,
    Outline,
    Phase,
    UnitType,
)

SMOKE_BOMB = CounterKey("smoke_bomb")
KINDS_OF_HANDS = 4
"""For each seat: action cards, tokens not laid, tokens on the map, concealed counters (G-15). One
hand more is the bonus tokens of the map."""


@frozen
class _Laid:
    """The map of a scenario with what has changed on it: the last that was asked for."""

    scenario: ScenarioKey
    made: FreeMap | None
    changes: Changes
    ground: Ground


_LAID: list[_Laid] = []


@lru_cache(maxsize=64)
def _side(
    names: tuple[str, ...], seats: tuple[Seat, ...], name: str, own: bool
) -> tuple[Seat, ...]:
    """Those of the seats that are on a side, or on the other."""
    return tuple([seat for seat in seats if (names[seat] == name) is own])


@lru_cache(maxsize=64)
def _order(names: tuple[str, ...], seats: tuple[Seat, ...], name: str) -> tuple[Seat, ...]:
    """The same by turns, those on a side first."""
    first, second = _side(names, seats, name, True), _side(names, seats, name, False)
    turns = zip_longest(first, second, fillvalue=NO_SEAT)
    return tuple([seat for pair in turns for seat in pair if seat != NO_SEAT])


@register("heroes.unit")
@frozen(kw_only=True)
class Unit(Record):
    """One counter, as it is now.

    formation: where its loss counts (HON-VIC-05). at: its front space; OFF_MAP before it is
    deployed, and once it is lost. face: which is up. suppressed: markers. acted: its order has been
    revealed, or it bears an Activated marker (HON-ACT-05, HON-ACT-07). lost: eliminated, or gone
    from the map for good. damage: markers of a heavy vehicle (HON-DMG-01). gun: the weapon that a
    vehicle has laid on a target, 0 the primary; fired: those that it has fired this round
    (HON-DMG-02). aboard: the vehicle in which it rides; it is off the map then (R-43). concealed:
    its concealed face is up (HON-AB-03), whatever `face` is beneath.
    """

    seat: Seat
    key: CounterKey
    formation: FormationId
    at: Space = OFF_MAP
    facing: int = 0
    face: int = 0
    suppressed: int = 0
    acted: bool = False
    lost: bool = False
    damage: tuple[Damage, ...] = ()
    gun: int = 0
    fired: tuple[int, ...] = ()
    aboard: UnitId = NO_UNIT
    concealed: bool = False

    @cached_property
    def piece(self) -> Piece:
        """The facts printed on it."""
        return CATALOG.pieces[self.key]

    @cached_property
    def up(self) -> Face:
        """The face that is up: all values in use come from it (HON-CTR-01)."""
        if self.concealed:
            return CATALOG.pieces[CONCEALED].faces[0]
        return self.printed

    @property
    def printed(self) -> Face:
        """The same of a concealed unit once it is opened."""
        return CATALOG.pieces[self.key].faces[self.face]

    @property
    def blind(self) -> bool:
        """True if its owner alone knows the unit beneath (HON-HID-05)."""
        return self.key == CONCEALED

    @cached_property
    def kind(self) -> UnitType:
        """Infantry, light or heavy vehicle."""
        return CATALOG.pieces[self.key].type

    @cached_property
    def weapon(self) -> Weapon:
        """Its weapon; of several on a vehicle the one laid on a target (`weapons`)."""
        weapons = self.up.weapons
        return weapons[self.gun] if self.gun < len(weapons) else NO_WEAPON

    @cached_property
    def there(self) -> bool:
        """True if it is on the map."""
        return not self.lost and self.at != OFF_MAP

    @property
    def rides(self) -> bool:
        """True for a passenger."""
        return self.aboard != NO_UNIT

    @property
    def crawls(self) -> bool:
        """True for a Goliath, which has no facing and goes off (HON-EQ-09)."""
        return self.piece.explosion is not None

    @property
    def bomb(self) -> bool:
        """True for a smoke bomb, which waits beside the map for an order (HON-CTR-20)."""
        return self.key == SMOKE_BOMB

    @cached_property
    def in_play(self) -> bool:
        """True on the map or in a vehicle."""
        return self.there or self.rides

    @cached_property
    def covers(self) -> Footprint:
        """The spaces it covers."""
        return footprint(self.at, self.facing, self.piece.spaces)

    @property
    def pose(self) -> Pose:
        """How it lies."""
        return self.at, self.facing

    def spaces(self, pose: Pose) -> Footprint:
        """The spaces it would cover."""
        return footprint(*pose, self.piece.spaces)

    @property
    def movement(self) -> int:
        """Its movement value, less what its Suppressed markers take off (HON-SUPP-03)."""
        return self.moves()

    def moves(self, more: int = 0) -> int:
        """The same with so many points more."""
        return max(0, self.up.move + more - PRESSED * self.suppressed)

    @property
    def flips(self) -> bool:
        """True if a move may turn it over (HON-AB-03, HON-AB-45, HON-AB-92)."""
        up = self.up.abilities
        able = Ability.TRIPOD in up or Ability.OPPORTUNITY_FIRE in up
        return Ability.AMBUSH in up or (able and len(self.piece.faces) > 1)

    @property
    def other(self) -> Unit:
        """As it is with its other face up."""
        if self.has(Ability.AMBUSH):
            return evolve(self, concealed=True)
        return evolve(self, face=1 - self.face)

    def has(self, ability: Ability) -> bool:
        """Return True if the face that is up has an ability."""
        return ability in self.up.abilities

    @cached_property
    def is_personal(self) -> bool:
        """True if it must have an order (HON-AB-60), concealed or not (R-191)."""
        return Ability.PERSONAL_ORDER in self.printed.abilities

    def number(self, ability: Ability) -> int:
        """Return the number printed beside an ability; 0 without a number or without the
        ability."""
        return self.up.abilities.get(ability, 0)


@frozen
class _Standing:
    """The units that cover each space, in the last state asked about."""

    units: list[Unit]
    on: dict[Space, list[UnitId]]

    @classmethod
    def of(cls, units: list[Unit]) -> _Standing:
        on: dict[Space, list[UnitId]] = {}
        for n, u in enumerate(units):
            for space in u.covers if u.there else ():
                on.setdefault(space, []).append(UnitId(n))
        return cls(list(units), on)


_STOOD = [_Standing([], {})]


class UnitChanges(TypedDict, total=False):
    """The fields of a unit that may change; mypy checks a change against their types."""

    at: Space
    face: int
    facing: int
    suppressed: int
    acted: bool
    lost: bool
    damage: tuple[Damage, ...]
    gun: int
    fired: tuple[int, ...]
    aboard: UnitId
    concealed: bool


@register("heroes.blind")
@frozen(kw_only=True)
class Blind(Record):
    """A concealed counter of the deployment: its cards are the seat's fourth hand, in the order of
    its blinds (R-101). unit: the counter on the map. outside: how far outside its owner's zone it
    was laid, which claims a Scout (R-87). under: the unit it has turned out to be."""

    seat: Seat
    unit: UnitId
    outside: int = 0
    under: UnitId = NO_UNIT


@register("heroes.formation")
@frozen(kw_only=True)
class Formation(Record):
    """A tile, an option with units or a hero, with its breaking point. tile: True for a tile.

    squares: the losses that turn it over, 0 where none do; points: what the enemy gains by it.
    units: how many it began with, for `cost`. stars: its own, while it is not turned over. home:
    the tile whose slot an option fills; NO_FORMATION for a tile itself, and for a hero.
    """

    seat: Seat
    key: str
    tile: bool
    squares: int
    points: int
    units: int
    cost: int
    stars: int = 0
    losses: int = 0
    turned: bool = False
    home: FormationId = NO_FORMATION


class FormationChanges(TypedDict, total=False):
    """The fields of a formation that may change."""

    losses: int
    turned: bool


@register("heroes.bought")
@frozen(kw_only=True)
class Bought(Record):
    """An option of an army. tile: whose slot it fills. tokens: left on it."""

    seat: Seat
    tile: FormationId
    key: OptionKey
    tokens: int = 0


@register("heroes.lost_token")
@frozen(kw_only=True)
class LostToken(Record):
    """A token that was lost unseen (HON-ORD-09). after: the highest number its owner had revealed
    by then in that round; above any number once the owner had no more orders (R-99). personal: it
    was on a unit that must have an order (HON-AB-60); hardened: on a tile of which one unit must
    (HON-TRT-07)."""

    seat: Seat
    slot: int
    round: int
    after: int
    personal: bool
    hardened: bool


@register("heroes.posted")
@frozen(kw_only=True)
class Posted(Record):
    """A directive on an officer, for this round (HON-ORO-06)."""

    seat: Seat
    directive: Directive
    officer: UnitId


@register("heroes.smoke")
@frozen(kw_only=True)
class Smoke(Record):
    """A smoke pattern. vertex: its middle; value: what its face takes off a shot."""

    vertex: Vertex
    value: int


@register("heroes.charge")
@frozen(kw_only=True)
class Charge(Record):
    """A charge that will explode. seat: its owner; key: the option it came from. structure: the
    overlay beneath it; target: the vehicle on which it sticks."""

    seat: Seat
    key: OptionKey
    structure: int = NO_OVERLAY
    target: UnitId = NO_UNIT


@register("heroes.stranded")
@frozen(kw_only=True)
class Stranded(Record):
    """Passengers of a vehicle that has been destroyed, who must get out (HON-AB-89). spaces: of its
    wreck."""

    vehicle: UnitId
    spaces: Footprint


@register("heroes.state")
@define(kw_only=True)
class HeroesState(GameState):
    """A match. See the fields of `GameState` too.

    made: the map of a free battle.
    initiative: the seat with it this round, of an alliance the first in its order of play. due:
    order tokens of each seat for the round; bluffs and specials likewise. shown_specials: how many
    of those each has revealed. bearers: of each seat, the units that bear its tokens on the map, in
    the order of that hand. shown: the highest number each seat has revealed this round; done: seats
    without more orders (R-84). lost_tokens: see there. owed: of each seat, the rounds for which no
    order has been seen on its Hardened tile; hardened: units seen to be of one when this round's
    tokens were laid (R-196). holders: the side that controls each objective, "" for none. gained:
    points of each seat by enemy breaking points. options: what armies have bought; no breaking
    point takes them away (HON-OPT-06). directives: of each seat, those left to it; posted: those of
    this round. kept: the initiative stays where it is this time (HON-ORO-11). exited: points of
    each seat by units that have left the map. changes: of the map since the beginning; demolition:
    points on structures, by the numbers of their overlays. points: for which armies are built, 0
    where the scenario names them. charges: that will explode. deck_size: ordinary cards of each
    deck, 0 without cards. piles: each seat's cards that are out of play; slots are those that it
    discarded unseen (HON-CARD-08). mined: spaces that had a mine. more_orders, more_specials:
    tokens beyond what is due, for the next round. stranded: see there. blinds: concealed counters
    of the deployment. bonus: bonus objectives that keep a token. ranks: the seats as alliances have
    them play (HON-MP-10), () for the order of their numbers. shown_cards: seats, and
    the cards in the hands of their allies that they have seen (HON-MP-17). paid: of each seat,
    its share of a High Command. common_directives: those of High Commands that are left, each with
    a seat of its alliance.
    """

    telling: ClassVar[Telling[HeroesState]] = Telling(say("a token"))

    scenario: ScenarioKey
    made: FreeMap | None = None
    hands: list[list[int]] = field(
        default=Factory(
            lambda g: [[] for _ in range(KINDS_OF_HANDS * g.seats + 1)], takes_self=True
        )
    )
    units: list[Unit] = field(factory=list)
    formations: list[Formation] = field(factory=list)
    options: list[Bought] = field(factory=list)
    round: int = 0
    phase: Phase = Phase.SET_UP
    initiative: Seat = NO_SEAT
    due: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    bluffs: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    specials: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    bearers: list[list[UnitId]] = field(
        default=Factory(lambda g: [[] for _ in range(g.seats)], takes_self=True)
    )
    shown_specials: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    shown: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    done: list[bool] = field(default=Factory(lambda g: [False] * g.seats, takes_self=True))
    lost_tokens: list[LostToken] = field(factory=list)
    owed: list[list[int]] = field(
        default=Factory(lambda g: [[] for _ in g.players], takes_self=True)
    )
    hardened: list[UnitId] = field(factory=list)
    directives: list[list[Directive]] = field(
        default=Factory(lambda g: [[] for _ in g.players], takes_self=True)
    )
    posted: list[Posted] = field(factory=list)
    kept: bool = False
    exited: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    points: int = 0
    charges: list[Charge] = field(factory=list)
    changes: Changes = ()
    demolition: dict[int, int] = field(factory=dict)
    holders: list[str] = field(factory=list)
    gained: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    deck_size: int = 0
    piles: list[list[int]] = field(
        default=Factory(lambda g: [[] for _ in range(g.seats)], takes_self=True)
    )
    mined: list[Space] = field(factory=list)
    stranded: list[Stranded] = field(factory=list)
    smoke: list[Smoke] = field(factory=list)
    more_orders: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    more_specials: list[int] = field(default=Factory(lambda g: [0] * g.seats, takes_self=True))
    blinds: list[Blind] = field(factory=list)
    bonus: list[Space] = field(factory=list)
    ranks: tuple[Seat, ...] = field(default=(), metadata=ADDED)
    shown_cards: tuple[tuple[Seat, int], ...] = field(default=(), metadata=ADDED)
    paid: tuple[int, ...] = field(default=(), metadata=ADDED)
    common_directives: tuple[tuple[Seat, Directive], ...] = field(default=(), metadata=ADDED)

    # -- the table -----------------------------------------------------------------------

    @property
    def battle(self) -> Scenario:
        """The printed facts of the scenario."""
        if self.made is not None:
            return self.made.battle
        return CATALOG.scenarios.get(self.scenario) or CATALOG.drills[self.scenario]

    @property
    def ground(self) -> Ground:
        """The map as one moves and looks on it."""
        if _LAID:
            last = _LAID[0]
            if (
                last.changes is self.changes
                and last.made is self.made
                and last.scenario == self.scenario
            ):
                return last.ground
        ground = ground_of(self.battle.plan, self.changes)
        _LAID[:] = [_Laid(self.scenario, self.made, self.changes, ground)]
        return ground

    def side(self, seat: Seat) -> Side:
        """Return the side of a seat in the scenario."""
        return self.battle.sides[seat]

    def hostile(self, one: Seat, other: Seat) -> bool:
        """Return True if two seats are on different sides."""
        names = self.battle.names
        return names[one] != names[other]

    def budget(self, seat: Seat) -> int:
        """Return what a seat's own army may cost, where armies are built (HON-MP-04)."""
        share = self.points // len(self.members(seat))
        return share - (self.paid[seat] if self.paid else 0)

    def members(self, seat: Seat) -> list[Seat]:
        """The seats of one's own side, oneself among them, in their order of play."""
        names = self.battle.names
        return list(_side(names, self.ranks or self.players, names[seat], True))

    def rivals(self, seat: Seat) -> list[Seat]:
        """The seats of the other side, in their order of play."""
        names = self.battle.names
        return list(_side(names, self.ranks or self.players, names[seat], False))

    def leads(self, seat: Seat) -> bool:
        """Return True if a seat's side has the initiative."""
        return not self.hostile(seat, self.initiative)

    def order(self) -> list[Seat]:
        """The seats, initiative first, and the sides by turns (HON-MP-11)."""
        return list(self._turns())

    def _turns(self) -> tuple[Seat, ...]:
        names = self.battle.names
        return _order(names, self.ranks or self.players, names[self.initiative])

    def after(self, seat: Seat) -> Seat:
        """The seat that comes after one in that order."""
        order = self._turns()
        return order[(order.index(seat) + 1) % self.seats]

    # -- hands ---------------------------------------------------------------------------

    def unlaid(self, seat: Seat) -> int:
        """Return the index in `hands` of a seat's tokens not yet laid."""
        return self.seats + seat

    def to_lay(self, seat: Seat) -> list[Hidden]:
        """A seat's tokens that are not laid."""
        return [Hidden(t) for t in self.hands[self.unlaid(seat)]]

    def laid(self, seat: Seat) -> int:
        """Return the index in `hands` of a seat's tokens on the map."""
        return 2 * self.seats + seat

    def closed(self, seat: Seat) -> tuple[Hidden, ...]:
        """A seat's tokens on the map that nobody else has seen."""
        return tuple([Hidden(t) for t in self.hands[self.laid(seat)] if t < 0])

    def bearer(self, seat: Seat, token: int) -> UnitId:
        """The unit on which a token lies."""
        return self.bearers[seat][self.hands[self.laid(seat)].index(token)]

    def veiled(self, seat: Seat) -> int:
        """Return the index in `hands` of the cards of a seat's blinds."""
        return 3 * self.seats + seat

    def card_under(self, unit: UnitId) -> Hidden:
        """The card of a blind."""
        seat = self.units[unit].seat
        own = [b.unit for b in self.blinds if b.seat == seat]
        return Hidden(self.hands[self.veiled(seat)][own.index(unit)])

    def now(self, unit: UnitId) -> UnitId:
        """Return the unit that has come out from under a blind; any other unit itself."""
        for blind in self.blinds:
            if blind.unit == unit and blind.under != NO_UNIT:
                return blind.under
        return unit

    # -- units ---------------------------------------------------------------------------

    def change(self, unit: UnitId, **changes: Unpack[UnitChanges]) -> Unit:
        """Some fields of a unit are others from now on. Returns it as it is then."""
        self.units[unit] = changed = self.units[unit].with_(**changes)
        return changed

    def change_formation(
        self, formation: FormationId, **changes: Unpack[FormationChanges]
    ) -> Formation:
        """The same for what has a breaking point."""
        self.formations[formation] = changed = self.formations[formation].with_(**changes)
        return changed

    def known(self, unit: object) -> bool:
        """Return True if a unit has this number, lost or not."""
        return isinstance(unit, int) and unit.__class__ is int and 0 <= unit < len(self.units)

    def directed(self, u: Unit, directive: Directive) -> bool:
        """Return True if a directive helps a unit (HON-ORO-06): the officer who gave it lives, and
        is near one of its spaces (R-224). It helps allies' units too (R-323), and no passenger
        (R-166)."""
        return (
            bool(self.posted)
            and u.at != OFF_MAP
            and any(
                p.directive is directive
                and not self.hostile(p.seat, u.seat)
                and self.units[p.officer].there
                and apart(self.units[p.officer].covers, u.covers) <= DIRECTIVE_REACH
                for p in self.posted
            )
        )

    def has_option(self, seat: Seat, key: OptionKey) -> bool:
        """Return True if an army has bought an order option, which helps all of it
        (HON-ARMY-11)."""
        return any(o.key == key and self.may_use(o, seat) for o in self.options)

    def may_use(self, option: Bought, seat: Seat) -> bool:
        """Return True if an option is a seat's, or on the High Command tile of its alliance
        (HON-MP-05)."""
        if option.seat == seat:
            return True
        return self.is_common(option) and not self.hostile(option.seat, seat)

    def is_common(self, option: Bought) -> bool:
        """Return True if an option is on a High Command tile: it belongs to no one member
        (HON-MP-06)."""
        return CATALOG.tiles[TileKey(self.formations[option.tile].key)].high_command

    def shares(self, u: Unit, seat: Seat) -> bool:
        """Return True if a counter came with the High Command of a seat's alliance (R-308)."""
        if self.hostile(u.seat, seat) or u.formation == NO_FORMATION:
            return False
        own = self.formations[u.formation]
        tile = u.formation if own.tile else own.home
        if tile == NO_FORMATION:
            return False
        return CATALOG.tiles[TileKey(self.formations[tile].key)].high_command

    def take_over(self, unit: UnitId, seat: Seat) -> None:
        """A counter of the High Command is this member's from now on (R-308)."""
        u = self.units[unit]
        if u.seat == seat:
            return
        self.units[unit] = u.with_(seat=seat)
        if not self.formations[u.formation].tile:
            self.formations[u.formation] = self.formations[u.formation].with_(seat=seat)

    def has_trait(self, unit: UnitId, key: OptionKey) -> bool:
        """Return True if a trait helps a unit: units of its tile, from an officer tile the whole
        army; but not heroes (HON-ARMY-10, HON-OPT-01)."""
        u = self.units[unit]
        able = u.piece.outline is not Outline.HERO and not u.bomb
        return able and any(o.key == key and self.is_for(o, unit) for o in self.options)

    def is_for(self, option: Bought, unit: UnitId) -> bool:
        """Return True if an option helps a unit's tile, or the whole army (HON-ARMY-08)."""
        return self.is_for_unit(option, self.units[unit])

    def is_for_unit(self, option: Bought, u: Unit) -> bool:
        """The same of a unit as it may be; none is for a blind (R-196)."""
        if option.seat != u.seat or u.blind:
            return False
        own = self.formations[u.formation]
        officer = CATALOG.tiles[TileKey(self.formations[option.tile].key)].officer
        return officer or option.tile == (u.formation if own.tile else own.home)

    def in_play(self, seat: Seat) -> list[UnitId]:
        """The units of a seat on the map, and its passengers."""
        return [UnitId(n) for n, u in enumerate(self.units) if u.seat == seat and u.in_play]

    def spots(self, unit: UnitId) -> Footprint:
        """The spaces from which a unit acts: those that it covers, of a passenger those of its
        vehicle (R-103)."""
        u = self.units[unit]
        return self.units[u.aboard].covers if u.rides else u.covers

    def on_map(self, seat: Seat) -> list[UnitId]:
        """The units of a seat on the map."""
        return [UnitId(n) for n, u in enumerate(self.units) if u.seat == seat and u.there]

    def enemies(self, seat: Seat) -> Iterator[tuple[UnitId, Unit]]:
        """Units on the map that are hostile to a seat."""
        names = self.battle.names
        side = names[seat]
        for n, u in enumerate(self.units):
            if names[u.seat] != side and u.there:
                yield UnitId(n), u

    def standing_on(self, space: Space, but: UnitId) -> list[UnitId]:
        """Return the units that cover a space, except one: two at most, one of them passing
        through."""
        if _STOOD[0].units != self.units:
            _STOOD[0] = _Standing.of(self.units)
        return [n for n in _STOOD[0].on.get(space, ()) if n != but]

    def blockers(self, one: UnitId, other: UnitId, afoot: bool = False) -> dict[Space, UnitId]:
        """The spaces of units that hide two units from each other, if they lie between them:
        vehicles, and infantry where neither of the two is a vehicle (HON-LOS-04, HON-LOS-05); but
        nobody who is concealed (HON-LOS-10). The vehicle in which the first rides does not hide
        the other. afoot: the first will have left it; the second has or will have."""
        units, found = self.units, dict[Space, UnitId]()
        a, b = units[one], units[other]
        between = not (a.kind.vehicle or b.kind.vehicle)
        ends = (one, other, NO_UNIT if afoot else a.aboard)
        for n, u in enumerate(units):
            if u.at == OFF_MAP or n in ends or u.concealed:
                continue
            if not u.kind.vehicle:
                if between:
                    found[u.at] = UnitId(n)
            else:
                found.update(dict.fromkeys(u.covers, UnitId(n)))
        return found
