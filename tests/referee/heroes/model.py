"""The referee's own picture of a match, and how it differs from the game's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.referee.heroes.book import (
    CONCEALED_MOVE,
    HEAVY,
    INFANTRY,
    Face,
    Piece,
    Scenario,
    Space,
    Weapon,
    book,
)
from tests.referee.heroes.furnish import Made, battle, made_of
from tests.referee.heroes.ground import WAYS, Change, Ground, distance, ground_of
from tests.referee.heroes.sight import Sight, SmokeSpaces, look, middle

OFF_MAP = (-1, -1)
NONE = -1
UNIT_FIELDS = (
    "at",
    "facing",
    "face",
    "suppressed",
    "acted",
    "lost",
    "damage",
    "fired",
    "aboard",
    "concealed",
)
WHITE = ((-1, -1), (0, -1), (-1, 0), (0, 0))
FURTHER = ((-2, -1), (-2, 0), (1, -1), (1, 0), (-1, -2), (0, -2), (-1, 1), (0, 1))
PATTERNS = {
    "white": WHITE,
    "red": WHITE,
    "blue": WHITE,
    "green": (*WHITE, *FURTHER),
    "black": tuple((x, y) for y in range(-2, 2) for x in range(-2, 2)),
}
"""G-09."""


@dataclass
class Counter:
    """A counter as the referee sees it."""

    n: int
    seat: int
    key: str
    formation: int
    at: Space = OFF_MAP
    facing: int = 0
    face: int = 0
    suppressed: int = 0
    acted: bool = False
    lost: bool = False
    damage: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()
    aboard: int = NONE
    concealed: bool = False

    @property
    def piece(self) -> Piece:
        """What is printed on it; a blind is like any concealed counter."""
        return book().pieces[self.key]

    @property
    def blind(self) -> bool:
        """A counter of which nobody else knows what is beneath."""
        return self.key not in book().pieces

    @property
    def bomb(self) -> bool:
        """A smoke bomb, which is no unit (R-161)."""
        return self.key == "smoke_bomb"

    @property
    def hidden(self) -> bool:
        """Concealed, known or not."""
        return self.concealed or self.blind

    @property
    def up(self) -> Face:
        """The face that is up, beneath concealment."""
        return self.piece.faces[self.face]

    @property
    def type(self) -> str:
        """Its type; a concealed counter is infantry for everybody (R-87)."""
        return INFANTRY if self.blind else self.piece.type

    @property
    def infantry(self) -> bool:
        """A soldier counter."""
        return self.type == INFANTRY

    @property
    def on_map(self) -> bool:
        """On the map, not in a vehicle."""
        return not self.lost and not self.bomb and self.at != OFF_MAP and self.aboard == NONE

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces it covers, its front first."""
        if self.at == OFF_MAP:
            return ()
        if self.blind or self.piece.spaces == 1:
            return (self.at,)
        dx, dy = WAYS[self.facing]
        return self.at, (self.at[0] - dx, self.at[1] - dy)

    def has(self, ability: str) -> bool:
        """Return True if the open face has an ability, on the face or on its first weapon."""
        if self.hidden:
            return False
        return ability in self.up.abilities

    def printed_move(self) -> int:
        """The movement that is printed on what is up."""
        return CONCEALED_MOVE if self.hidden else self.up.move

    def movement(self, more: int = 0) -> int:
        """Return what it may move now (HON-SUPP-03, R-63)."""
        printed = self.printed_move()
        if not printed or "track" in self.damage:
            return 0
        return max(0, printed + more - 2 * self.suppressed)

    def weapon(self, place: int = 0) -> Weapon:
        """One of its weapons."""
        return self.up.weapons[place]


@dataclass
class Formation:
    """A tile, an option or a hero with a breaking point."""

    seat: int
    key: str
    tile: bool
    squares: int
    points: int
    units: int
    cost: int
    stars: int
    losses: int = 0
    turned: bool = False
    home: int = NONE


@dataclass
class Model:
    """The match as the referee has followed it."""

    scenario: Scenario
    units: list[Counter] = field(default_factory=list)
    formations: list[Formation] = field(default_factory=list)
    options: list[tuple[int, int, str, int]] = field(default_factory=list)
    round: int = 0
    phase: str = "set-up"
    initiative: int = NONE
    tokens: list[dict[int, int]] = field(default_factory=list)
    """Of each seat, unit -> slot or number of the token on it."""
    hand: list[int] = field(default_factory=list)
    """Of each seat, how many cards."""
    played: list[int] = field(default_factory=list)
    """Of each seat, how many of its cards are out of play."""
    shown: list[int] = field(default_factory=list)
    shown_specials: list[int] = field(default_factory=list)
    done: list[bool] = field(default_factory=list)
    lost_tokens: list[tuple[int, int, int, int]] = field(default_factory=list)
    gained: list[int] = field(default_factory=list)
    holders: list[str] = field(default_factory=list)
    changes: tuple[Change, ...] = ()
    demolition: dict[int, int] = field(default_factory=dict)
    smoke: list[tuple[Space, int]] = field(default_factory=list)
    posted: list[tuple[int, str, int]] = field(default_factory=list)
    due: list[int] = field(default_factory=list)
    bluffs: list[int] = field(default_factory=list)
    specials: list[int] = field(default_factory=list)
    more_orders: list[int] = field(default_factory=list)
    more_specials: list[int] = field(default_factory=list)
    kept: bool = False
    charges: list[tuple[int, str, int, int]] = field(default_factory=list)
    mined: list[Space] = field(default_factory=list)
    directives: list[list[str]] = field(default_factory=list)
    bonus: list[Space] = field(default_factory=list)
    points: int = 0
    paid: list[int] = field(default_factory=list)
    """For how many points a side builds its armies, and what each seat pays for a High Command."""
    made: Made | None = None
    """The map of a free battle, as far as it is made."""
    ranks: tuple[int, ...] = ()
    """The seats as they play; within a side only their order counts (HON-MP-10)."""
    exited: list[int] = field(default_factory=list)

    @classmethod
    def empty(cls) -> Model:
        """Nothing at all."""
        return cls(next(iter(book().scenarios.values())))

    @property
    def ground(self) -> Ground:
        """The map as it is now."""
        return ground_of(self.scenario, self.changes)

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.scenario.sides))

    def side(self, seat: int) -> list[int]:
        """The seats that fight together with one, itself among them, in their order of play."""
        ranks = self.ranks or tuple(self.seats)
        name = self.scenario.sides[seat].name
        return [s for s in ranks if self.scenario.sides[s].name == name]

    def foes(self, seat: int) -> list[int]:
        """The seats against one, in their order of play."""
        ranks = self.ranks or tuple(self.seats)
        name = self.scenario.sides[seat].name
        return [s for s in ranks if self.scenario.sides[s].name != name]

    def allied(self, a: int, b: int) -> bool:
        """Return True if two seats fight together, or are one."""
        return self.scenario.sides[a].name == self.scenario.sides[b].name

    @property
    def alliances(self) -> bool:
        """Return True if a side has several seats."""
        return len(self.scenario.sides) > 2

    @property
    def order(self) -> list[int]:
        """The seats, the side with the initiative first."""
        return [*self.side(self.initiative), *self.foes(self.initiative)]

    def enemies(self, seat: int) -> Iterator[Counter]:
        """The counters on the map that fight against a seat."""
        for u in self.units:
            if u.on_map and not self.allied(u.seat, seat):
                yield u

    def friends(self, seat: int) -> Iterator[Counter]:
        """The counters on the map of a seat and of its allies."""
        for u in self.units:
            if u.on_map and self.allied(u.seat, seat):
                yield u

    def on_map(self, seat: int | None = None) -> Iterator[Counter]:
        """The counters on the map, of a seat or of both."""
        for u in self.units:
            if u.on_map and seat in (None, u.seat):
                yield u

    def in_play(self, seat: int) -> Iterator[Counter]:
        """The counters of a seat on the map, and its passengers."""
        for u in self.units:
            if u.seat == seat and (u.on_map or (u.aboard != NONE and not u.lost)):
                yield u

    def standing(self, at: Space, but: int = NONE) -> list[Counter]:
        """Return who covers a space."""
        return [u for u in self.units if u.n != but and u.on_map and at in u.spaces]

    def smoke_spaces(self) -> SmokeSpaces:
        """The spaces of each smoke pattern."""
        return [
            (frozenset((i + dx, j + dy) for dx, dy in WHITE), value) for (i, j), value in self.smoke
        ]

    def places(self, u: Counter) -> tuple[Space, ...]:
        """From where a unit acts: a passenger from its vehicle's spaces (R-103)."""
        return u.spaces if u.aboard == NONE else self.units[u.aboard].spaces

    def hides(self, one_type: str, other_type: str, but: set[int]) -> Callable[[Space], bool]:
        """Return who blocks a line between two units (HON-LOS-04, -05, -10)."""
        afoot = INFANTRY == one_type == other_type
        full: set[Space] = set()
        for u in self.on_map():
            if u.n in but or u.hidden or (u.infantry and not afoot):
                continue
            full.update(u.spaces)
        return lambda s: s in full

    def sights(self, a: Counter, b: Counter) -> Iterator[tuple[Space, Space, Sight]]:
        """The lines from each space of one unit to each space of another."""
        starts, ends = self.places(a), self.places(b)
        but = {a.n, b.n} | ({a.aboard} if a.aboard != NONE else set())
        stands = self.hides(a.type, b.type, but)
        smoke = self.smoke_spaces()
        for s in starts:
            for e in ends:
                own = (*starts, *ends)
                yield s, e, look(self.ground, middle(s), middle(e), own, stands, smoke)

    def sight_of_vertex(self, a: Counter, v: Space) -> Iterator[tuple[Space, Sight]]:
        """The lines from each space of a unit to an intersection (HON-LOS-12, R-24, R-177)."""
        starts = self.places(a)
        but = {a.n} | ({a.aboard} if a.aboard != NONE else set())
        stands = self.hides(a.type, INFANTRY, but)
        for s in starts:
            end = (2 * v[0], 2 * v[1])
            yield s, look(self.ground, middle(s), end, starts, stands, self.smoke_spaces(), v)

    def bought(self, seat: int, key: str) -> bool:
        """Return True if an army has an option that helps all of it; or its side (HON-MP-05)."""
        return any(k == key and self.has_use(seat, s, tile) for s, tile, k, _ in self.options)

    def common(self, tile: int) -> bool:
        """Return True if a tile is a High Command, whose options are for all of an alliance."""
        f = self.formations[tile]
        return f.key in book().tiles and book().tiles[f.key].high_command

    def has_use(self, seat: int, owner: int, tile: int) -> bool:
        """Return True if a seat has the use of an option in a tile of somebody's."""
        return seat == owner or (self.common(tile) and self.allied(seat, owner))

    def tile_of(self, u: Counter) -> int:
        """The tile of a unit; NONE for a hero."""
        home = self.formations[u.formation]
        return u.formation if home.tile else home.home

    def helps(self, tile: int, u: Counter) -> bool:
        """Return True if an option in a tile's slot is for a unit (HON-OPT-01)."""
        key = self.formations[tile].key
        return book().tiles[key].officer or self.tile_of(u) == tile

    def trait(self, u: Counter, key: str) -> bool:
        """Return True if a trait helps a unit; none helps a blind (R-196)."""
        if u.blind:
            return False
        return any(
            s == u.seat and k == key and self.helps(tile, u) for s, tile, k, _ in self.options
        )

    def usable(self, u: Counter, key: str) -> int:
        """How many tokens of an option a unit may use (HON-OPT-01)."""
        if u.blind:
            return 0
        hero = u.piece.outline == "hero"
        return sum(
            left
            for s, tile, k, left in self.options
            if s == u.seat and k == key and (hero or self.helps(tile, u))
        )

    def directed(self, u: Counter, kind: str) -> bool:
        """Return True if a directive helps a unit (HON-ORO-06, R-52, R-166, R-323)."""
        if u.aboard != NONE or not u.spaces:
            return False
        for seat, which, officer in self.posted:
            leader = self.units[officer]
            if self.allied(seat, u.seat) and which == kind and leader.on_map:
                near = min(distance(a, b) for a in leader.spaces for b in u.spaces)
                if near <= 3:
                    return True
        return False

    def bonus_of_place(self, at: Space, seat: int) -> int:
        """Return what the terrain of a space adds to the defence of infantry (HON-ORO-08)."""
        bonus = self.ground.defence(at)
        return bonus + (1 if bonus and self.bought(seat, "or_guardian") else 0)

    def sheltered(self, at: Space, other: Space) -> bool:
        """Return True if somebody at `other` does not void the bonus of a space (HON-TER-17,
        BLD-06)."""
        ground = self.ground
        house, post = ground.building(at), ground.position(at)
        if house is not None and ground.building(other) is house:
            return False
        return post is None or ground.position(other) is not post

    def stars(self, seat: int) -> int:
        """The order tokens that a seat is due (HON-ORD-03, -04)."""
        total = self.more_orders[seat]
        total += sum(f.stars for f in self.formations if f.seat == seat and not f.turned)
        for u in self.in_play(seat):
            if not u.blind:
                total += u.up.abilities.get("order", 0)
                total += "personal_order" in u.up.abilities
        total += self.owns(seat, "or_planning") + self.owns(seat, "tr_hardened")
        return min(10, total)

    def owns(self, seat: int, key: str) -> int:
        """How many options of a kind a seat has, without those of a High Command."""
        return sum(s == seat and k == key and not self.common(t) for s, t, k, _ in self.options)

    def shared(self, seat: int, key: str) -> int:
        """How many options of a kind the High Command of a seat's alliance has."""
        return sum(
            k == key and self.common(t) and self.allied(s, seat) for s, t, k, _ in self.options
        )

    def formations_of(self, seat: int) -> list[Formation]:
        """Return what a seat has with a breaking point."""
        return [f for f in self.formations if f.seat == seat]


def _value(value: Any) -> Any:
    return getattr(value, "value", value)


def picture(g: Any, scenario: Scenario) -> Model:
    """Copy the fields of the game's state; no rule of the game is asked. scenario: as printed."""
    made = None if g.made is None else made_of(g.made)
    m = Model(scenario if made is None else battle(scenario, made), made=made)
    for n, u in enumerate(g.units):
        m.units.append(
            Counter(
                n,
                int(u.seat),
                str(u.key),
                int(u.formation),
                tuple(u.at),
                int(u.facing),
                int(u.face),
                u.suppressed,
                u.acted,
                u.lost,
                tuple(_value(d) for d in u.damage),
                tuple(int(f) for f in u.fired),
                int(u.aboard),
                u.concealed,
            )
        )
    for f in g.formations:
        m.formations.append(
            Formation(
                int(f.seat),
                f.key,
                f.tile,
                f.squares,
                f.points,
                f.units,
                f.cost,
                f.stars,
                f.losses,
                f.turned,
                int(f.home),
            )
        )
    m.options = [(int(o.seat), int(o.tile), str(o.key), o.tokens) for o in g.options]
    m.round, m.phase, m.initiative = g.round, _value(g.phase), int(g.initiative)
    seats = len(g.bearers)
    for seat in range(seats):
        laid = g.hands[2 * seats + seat]
        m.tokens.append({int(u): int(t) for u, t in zip(g.bearers[seat], laid, strict=True)})
        m.hand.append(len(g.hands[seat]))
        m.played.append(len(g.piles[seat]))
        m.directives.append(sorted(_value(d) for d in g.directives[seat]))
    m.bonus = sorted(tuple(s) for s in g.bonus)
    m.ranks = tuple(int(s) for s in g.ranks)
    m.points, m.paid = int(g.points), [int(n) for n in g.paid]
    m.shown, m.done = list(g.shown), list(g.done)
    m.shown_specials = list(g.shown_specials)
    m.lost_tokens = [(int(t.seat), t.slot, t.round, t.after) for t in g.lost_tokens]
    m.gained, m.holders = list(g.gained), list(g.holders)
    m.changes = tuple(
        (str(c.element), tuple(tuple(s) for s in c.spaces), c.gone) for c in g.changes
    )
    m.demolition = dict(g.demolition)
    m.smoke = [(tuple(s.vertex), s.value) for s in g.smoke]
    m.posted = [(int(p.seat), _value(p.directive), int(p.officer)) for p in g.posted]
    m.due, m.bluffs, m.specials = list(g.due), list(g.bluffs), list(g.specials)
    m.more_orders, m.more_specials, m.kept = list(g.more_orders), list(g.more_specials), g.kept
    m.charges = [(int(c.seat), str(c.key), c.structure, int(c.target)) for c in g.charges]
    m.exited = list(g.exited)
    m.mined = [tuple(s) for s in g.mined]
    return m


FIELDS = (
    "round",
    "phase",
    "tokens",
    "shown",
    "shown_specials",
    "done",
    "gained",
    "holders",
    "changes",
    "demolition",
    "smoke",
    "posted",
    "due",
    "bluffs",
    "specials",
    "more_orders",
    "more_specials",
    "kept",
    "mined",
    "exited",
    "options",
    "directives",
    "made",
)


def _units(mine: Model, theirs: Model, given: set[str]) -> Iterator[tuple[str, Any, Any]]:
    for a, b in zip(mine.units, theirs.units, strict=False):
        if f"unit {a.n}" in given or (a.lost and b.lost):
            continue
        for name in UNIT_FIELDS:
            one, two = getattr(a, name), getattr(b, name)
            if name in ("damage", "fired"):
                one, two = tuple(sorted(one)), tuple(sorted(two))
            if one != two and not given & {f"unit {a.n} {name}", f"* {name}"}:
                yield f"unit {a.n} ({a.key}) {name}", one, two


def differences(mine: Model, theirs: Model, given: set[str]) -> Iterator[tuple[str, Any, Any]]:
    """Yield what differs, but for what is taken as given: "unit 3", a field, or "unit 3 at"."""
    yield from _units(mine, theirs, given)
    for n, (f, h) in enumerate(zip(mine.formations, theirs.formations, strict=False)):
        if (f.losses, f.turned) != (h.losses, h.turned):
            yield f"formation {n} ({f.key})", (f.losses, f.turned), (h.losses, h.turned)
    sides = [m.side(m.initiative) if m.initiative != NONE else [] for m in (mine, theirs)]
    if "initiative" not in given and sides[0] != sides[1]:  # the marker shows the side, HON-MP-10
        yield "initiative", sides[0], sides[1]
    for name in FIELDS:
        one, two = getattr(mine, name), getattr(theirs, name)
        if name not in given and one != two:
            yield name, one, two
    lost = [[(s, t) for s, t, _, _ in m.lost_tokens] for m in (mine, theirs)]
    if "lost_tokens" not in given and lost[0] != lost[1]:
        yield "lost_tokens", lost[0], lost[1]


__all__ = ["HEAVY", "NONE", "OFF_MAP", "Counter", "Formation", "Model", "differences", "picture"]
