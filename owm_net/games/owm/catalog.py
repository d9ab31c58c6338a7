"""All printed cards of OWM as data: core deck, Terrain, weapons, soldiers, missions.

`reading` makes the catalog from the data files.

Numbers: core cards 1-192 as printed; FIELD for a Field card; mission Terrain 201 and up. A
soldier's id is 100 x the number of the division + the number in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import define, field, frozen

from owm_net.engine.data import between
from owm_net.engine.ids import CardNumber
from owm_net.engine.text import Said
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.terms import (
    LETTERS,
    Colour,
    Crosshair,
    EventIcon,
    Nation,
    Rank,
    Side,
    StandingOrder,
    WeaponType,
)
from owm_net.games.owm.tokens import Border

FIELD = CardNumber(200)
"""The number of every Field card (OWM-TERR-03)."""

CORE_CARDS = 192


@frozen
class Dice:
    """The three pre-rolled dice of a core card (OWM-CCS-01)."""

    red: int = field(validator=between(1, 4))
    green: int = field(validator=between(1, 6))
    blue: int = field(validator=between(1, 8))

    def of(self, colour: Colour) -> int:
        """The die of one colour."""
        if colour is Colour.RED:
            return self.red
        return self.green if colour is Colour.GREEN else self.blue


@frozen
class OrderCard:
    """A core card with a Standing Order and a Command Decision (OWM-CARD-02). decision_strength:
    only Evade and Grenade have one."""

    number: CardNumber = field(validator=between(1, CORE_CARDS))
    dice: Dice
    standing_order: StandingOrder
    decision: str
    strength: Colour | None = None
    decision_strength: Colour | None = None
    icon: EventIcon | None = None

    def __attrs_post_init__(self) -> None:
        wants = self.standing_order in (StandingOrder.ATTACK, StandingOrder.RALLY)
        if wants != (self.strength is not None):
            raise ValueError(
                f"strength {'is missing' if wants else 'must not stand here'}: "
                f"card {self.number} is {self.standing_order.value}"
            )


@frozen
class CoreTerrainCard:
    """A Terrain card of the core deck: its kind says what it does (OWM-CARD-04)."""

    number: CardNumber = field(validator=between(1, CORE_CARDS))
    dice: Dice
    kind: str
    crosshair: Crosshair


@frozen(kw_only=True)
class TerrainFace:
    """The effects of a Terrain (OWM-CARD-05): modifiers and icons."""

    title: Said
    attack: int = field(validator=between(-9, 9))
    defense: int = field(validator=between(-9, 9))
    blocks_los: bool = False
    no_stealth: bool = False
    fast_move: bool = False
    no_movement: bool = False
    man_made: bool = False


@frozen(kw_only=True)
class TerrainKind(TerrainFace):
    """The values shared by all core cards of a kind, and those of a Field."""

    key: str


@frozen(kw_only=True)
class MissionTerrain(TerrainFace):
    """OWM-TERR-09: one of the 12 `A` cards. bridge: missions may destroy it."""

    id: CardNumber = field(validator=between(1, 999))
    number_label: str
    bridge: bool = False


@frozen
class Weapon:
    """A weapon and its Damage Grid (G-05). grid: colours by range 1, 2, ...; alt_grid: crewed or
    through the scope."""

    key: str
    title: Said
    type: WeaponType
    grid: tuple[str, ...]
    points: int = field(validator=between(0, 30))
    assault: int = field(validator=between(-1, 1))
    alt_grid: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        for row in (*self.grid, *self.alt_grid):
            if not row or any(letter not in LETTERS for letter in row):
                raise ValueError(f"grid of {self.key}: {row!r} is not made of R, G and B")

    def colours(self, distance: int, alternative: bool) -> tuple[Colour, ...]:
        """Colours to flip at a range (1 or more), () where it does not reach (OWM-FIRE-03)."""
        rows = self._alt_rows if alternative and self.alt_grid else self._rows
        return rows[distance - 1] if distance <= len(rows) else ()

    @cached_property
    def _rows(self) -> tuple[tuple[Colour, ...], ...]:
        return tuple(tuple(LETTERS[c] for c in row) for row in self.grid)

    @cached_property
    def _alt_rows(self) -> tuple[tuple[Colour, ...], ...]:
        return tuple(tuple(LETTERS[c] for c in row) for row in self.alt_grid)


@frozen
class SoldierCard:
    """The printed values of a soldier card (OWM-SOLD-01). resolve, vitality: what a total is
    compared with. discipline: the die of their checks. points: cost, and score while alive."""

    number: int = field(validator=between(1, 99))
    name: str
    hometown: str
    rank: Rank
    weapon: str
    resolve: int = field(validator=between(1, 9))
    discipline: Colour
    vitality: int = field(validator=between(1, 19))
    points: int = field(validator=between(0, 30))
    strength_trait: str
    weakness_trait: str
    portrait: int = field(validator=between(0, 9999))
    nickname: str = ""

    @property
    def is_leader(self) -> bool:
        """Return True if the soldier can lead a Fireteam: everybody but a Private (OWM-SOLD-03)."""
        return self.rank is not Rank.PRIVATE

    @property
    def surname(self) -> str:
        """The last word of the name."""
        return self.name.split()[-1]


@frozen
class Division:
    """A division and its soldiers (OWM-COMP-03). historical: how many soldiers the preset squad has
    (OWM-SETUP-07)."""

    key: DivisionKey
    title: str
    nation: Nation
    side: Side
    historical: int = field(validator=between(1, 99))
    soldier: tuple[SoldierCard, ...]


@frozen
class ReadySquad:
    """A ready-made squad, for a player who does not want to build one.

    sentence: what it is good for. total: the points for which it is meant. points: what it costs.
    fireteams: soldiers by their numbers in the division, from left to right.
    """

    name: Said
    sentence: Said
    total: int = field(validator=between(1, 200))
    points: int = field(validator=between(1, 200))
    fireteams: tuple[tuple[int, ...], ...]


@frozen
class TokenFace:
    """One side of a token card. text: what it does."""

    title: Said
    border: Border
    text: Said


@frozen
class TokenCard:
    """A token card (OWM-TOK-01). kind: the line of the component list to which it counts
    (OWM-COMP-02). count: how many of it are in the box. faces: front and back."""

    key: str
    kind: str
    count: int = field(validator=between(1, 999))
    faces: tuple[TokenFace, TokenFace]


@frozen
class ReferenceCard:
    """The order of play in a few lines; it has no effect (OWM-CARD-07, G-11b)."""

    title: Said
    lines: tuple[Said, ...]


@frozen
class Trait:
    """G-07: printed on soldier cards, without effect below Colonel level (OWM-SOLD-06)."""

    key: str
    title: Said
    value: int = field(validator=between(-9, 9))
    text: Said


@frozen
class CommandDecision:
    """The lower half of Order cards; without effect at Private level (OWM-LVL-02)."""

    key: str
    title: Said
    text: Said


@frozen
class LuToken:
    """Lu of the Resistance (G-11a). vitality: what kills her."""

    name: str
    vitality: int = field(validator=between(1, 19))
    portrait: int = field(validator=between(0, 9999))


@frozen
class TruckToken:
    """The Supply Truck (OWM-TOK-11). green: what a single total must reach to break it down.
    orange: what one must reach to destroy it once it is broken down."""

    green: int = field(validator=between(1, 19))
    orange: int = field(validator=between(1, 19))


@frozen
class Visibility:
    """OWM-VIS-01 to 04. range: only for moon and snowflake."""

    kind: str
    range: int = field(default=0, validator=between(0, 9))


@frozen(kw_only=True)
class Objective:
    """An objective of a mission (OWM-MISS-07). kind: the task, see `OBJECTIVES`. cell: where.
    points: 0 if it decides the match alone. side: whose it is, "" if anybody may."""

    kind: str
    cell: str
    points: int = field(default=0, validator=between(0, 99))
    side: str = ""


OBJECTIVES = ("hold", "bridge", "post", "flip", "lu", "truck")
"""The kinds of objective. hold: to be there alone at the end (section 3.8). The others belong to
the rules of a mission, which say what they are."""

RULES = ("", "burning-bridges", "capture-the-flag", "random-map", "chateau", "truck", "paratroops")
"""The rules of its own that a mission may name; `missions` has them. "": none (OWM-MX-01)."""

MAP_LETTERS = {
    ".": "", "?": "",
    "H": "hill", "W": "woods", "G": "hedgerow", "R": "road", "B": "building", "V": "village",
    "U": "ruins", "L": "lake", "T": "railroad", "O": "orchard", "M": "marsh", "K": "rocky_ground",
    "a": "chateau", "s": "stone_bridge", "t": "rail_bridge", "i": "river", "m": "summit",
    "b": "building", "v": "village", "c": "command_post_(west)", "d": "command_post_(east)",
    "x": "crossroads",
}  # fmt: skip
"""How a map writes Terrain (section 3.8): small letters are mission cards. "?": laid at random."""


@frozen(kw_only=True)
class Mission:
    """A Mission card (OWM-MISS-01).

    map: rows from the north, letters of `MAP_LETTERS`. cards: cell -> card. anchors: for each side
    the Terrains that a starting Fireteam must touch; none if its Fireteams come another way.
    forbidden_start_rows, forbidden_start: the `X` of OWM-MISS-05. max_soldiers: of a Fireteam of a
    side, where there are fewer than 8. rules: see `RULES`. lead: the side that has the part of
    which the mission's own rules speak. exchange: the players may agree on which side has which
    anchors, and that part. at_the_ready: the Artillery card lies ready (OWM-MX-03);
    artillery_round: or it comes in the Debrief of this round (OWM-MX-06), 0 if not. symmetric: half
    a turn of the map puts each side where the other was. path, drop_zones: of the truck and the
    paratroops. most_seats: how many may play.
    """

    key: str
    number: int = field(validator=between(1, 99))
    title: Said
    visibility: Visibility
    wind: Colour
    deck_timer: int = field(validator=between(1, 9))
    squad_points: int = field(validator=between(20, 200))
    max_fireteams: int = field(validator=between(1, 4))
    combat_operation: str
    objectives: tuple[Objective, ...]
    anchors: dict[str, tuple[str, ...]]
    forbidden_start_rows: tuple[int, ...]
    top_of_round: Said
    notes: Said
    blurb: Said
    map: str
    cards: dict[str, CardNumber]
    forbidden_start: tuple[str, ...] = ()
    max_soldiers: dict[str, int] = field(factory=dict)
    rules: str = ""
    lead: str = ""
    exchange: bool = True
    at_the_ready: bool = False
    artillery_round: int = field(default=0, validator=between(0, 99))
    symmetric: bool = False
    path: tuple[str, ...] = ()
    drop_zones: tuple[str, ...] = ()
    most_seats: int = field(default=4, validator=between(2, 4))

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the map."""
        return tuple(self.map.split())


DIVISION_ORDER = (
    DivisionKey("us_5th_rangers"),
    DivisionKey("us_101st_airborne"),
    DivisionKey("german_352nd"),
    DivisionKey("german_15th"),
    DivisionKey("red_army_45th_rifle"),
    DivisionKey("red_army_70th_guards"),
    DivisionKey("polish_6th"),
    DivisionKey("polish_3rd_carpathian"),
    DivisionKey("finnish_5th"),
)
"""Fixes the soldiers' ids; new divisions are appended."""


@frozen(kw_only=True)
class TerrainCard(TerrainFace):
    """A Terrain on the map: a core card, a mission card or a Field.

    label: what is printed as its number, "" on a Field.
    """

    number: CardNumber
    label: str
    kind: str
    crosshair: Crosshair


@define
class Catalog:
    """Everything printed, by number and key. added: missions that a pack brings, by their keys the
    names of their files. digest: of what decides a match; squads and reference only help people."""

    core: Mapping[CardNumber, OrderCard | CoreTerrainCard]
    terrain: Mapping[CardNumber, TerrainCard]
    kinds: Mapping[str, TerrainKind]
    weapons: Mapping[str, Weapon]
    soldiers: Mapping[SoldierId, SoldierCard]
    division_of: Mapping[SoldierId, Division]
    divisions: Mapping[DivisionKey, Division]
    traits: Mapping[str, Trait]
    decisions: Mapping[str, CommandDecision]
    missions: Mapping[str, Mission]
    added: Mapping[str, str]
    truck: TruckToken
    squads: Mapping[DivisionKey, tuple[ReadySquad, ...]]
    token_cards: tuple[TokenCard, ...]
    other_cards: tuple[TokenCard, ...]
    reference: tuple[ReferenceCard, ...]
    digest: bytes

    def soldier_weapon(self, soldier: SoldierId) -> Weapon:
        return self.weapons[self.soldiers[soldier].weapon]

    def dice(self, card: CardNumber) -> Dice:
        """The dice of a core card."""
        return self.core[card].dice


def soldier_id(division: DivisionKey, number: int) -> SoldierId:
    """100 x division + number; see DIVISION_ORDER."""
    return SoldierId(100 * (DIVISION_ORDER.index(division) + 1) + number)


LU = SoldierId(1)
"""Lu's number among the soldiers. She is of no division and of no squad."""

UNARMED = "unarmed"
"""The key of what Lu carries."""


def lu_as_soldier(token: LuToken) -> tuple[SoldierCard, Weapon]:
    """Return Lu's stand-in in the line of her rescuers (A-64): she is aimed at as a soldier is, and
    never flips a die."""
    card = SoldierCard(
        number=1,
        name=token.name,
        hometown="",
        rank=Rank.PRIVATE,
        weapon=UNARMED,
        resolve=min(9, token.vitality),
        discipline=Colour.BLUE,
        vitality=token.vitality,
        points=0,
        strength_trait="",
        weakness_trait="",
        portrait=token.portrait,
    )
    return card, Weapon(UNARMED, "Unarmed", WeaponType.NONE, (), 0, 0)
