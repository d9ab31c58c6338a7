"""The words of Hailfire as they stand in data files and saved games, and the numbers of its rules.

Lengths are in hundredths of an inch. Printed numbers of Teams and scenarios stand in data/.
"""

from __future__ import annotations

from enum import Enum

from owm_net.engine.text import say

WIDE = 4800
HIGH = 3600
"""HAIL-PGEO-01: the sides of the table."""
CONTACT = 10
"""HAIL-PGEO-04: as near to each other two edges touch."""
NEAR = 100
"""HAIL-PLOS-05, -06: so near to a line feature one looks over it."""
TRENCH_NEAR = 50
"""HAIL-PLOS-06: so near to a trench a Team is concealed by it."""
HARD_NEAR = 50
"""HAIL-PLOS-07: so near to a line feature a Team is in Hard Cover."""
WOODS_DEEP = 400
"""HAIL-PLOS-04: so far one sees through woods."""
EYE = 1
"""HAIL-PLOS-02: above the ground one stands on."""
INCH = 100
CLOSE = 400
"""HAIL-FIRE-01, HAIL-ALLOC-01: as near to the Target other Teams are hit."""
HIT = 4
"""HAIL-FIRE-03."""
FOOT_EXTRA = 200
"""HAIL-MOVE-02, HAIL-MOVE-03, H-01."""
BENDS = 600
"""HAIL-MOVE-05: beyond it a vehicle goes straight on."""
LEADER_MOVE = 1200
"""HAIL-MOVE-07."""
PUSH = 300
"""HAIL-LEAD-05."""
ASSAULT_REACH = 800
"""HAIL-ASLT-01."""
TOUCHING = 2
"""HAIL-ASLT-02: as many friends can touch one enemy."""
SHIFT = 300
"""HAIL-ASLT-08."""
SPOT_GAP = 5
"""HAIL-PASL-02: between two Teams that are set against each other."""
ASSAULT_ROUNDS = 6
"""HAIL-PASL-08."""
ASSAULT_AT = 1
"""HAIL-ASLT-09: of who has no anti-tank weapon, and what one counts for more."""
TAKES = 400
"""HAIL-PVIC-01."""
BLIND_SIGHT = 800
"""HAIL-PDEP-03."""
CARRIES = 2
BOARDING = 200
"""HAIL-PORG-06: how many Teams a carrier holds, and how near to it they board and get off."""
BLIND_GAP = 400
BLIND_REACH = 400
"""H-50, H-52: between blinds, and from a blind to the Teams that it has hidden."""
MORTAR_NEAR = 600
MORTAR_FAR = 4800
"""HAIL-PART-05."""
MORTAR_AREA = 200
MORTAR_EACH = 50
"""HAIL-PART-02: the radius of a barrage of mortars."""
ON_THE_POINT = 10
"""HAIL-ART-04: the face that does not deviate."""
CHITS = (0,) * 6 + (1,) * 8 + (2,) * 8 + (3,) * 2
"""HAIL-PVIC-03."""
MOST_LEGS = 16
"""Of one path."""

DIRECTIONS = (
    (0, 1000),
    (500, 866),
    (866, 500),
    (1000, 0),
    (866, -500),
    (500, -866),
    (0, -1000),
    (-500, -866),
    (-866, -500),
    (-1000, 0),
    (-866, 500),
    (-500, 866),
)
"""Section 3.5: D12 directions, in thousandths."""


class TeamClass(Enum):
    """The classes of Teams (section 1)."""

    INFANTRY = "infantry"
    GUN = "gun"
    TRACKED = "tracked"
    HALF_TRACKED = "half-tracked"
    WHEELED = "wheeled"

    @property
    def word(self) -> str:
        """As it is said."""
        return _CLASSES[self]

    @property
    def one(self) -> str:
        """Return the name of one Team of it."""
        return _ONE[self]

    @property
    def vehicle(self) -> bool:
        return self not in (TeamClass.INFANTRY, TeamClass.GUN)

    @property
    def radius(self) -> int:
        """Of its base (HAIL-PGEO-02)."""
        return RADII.get(self, VEHICLE_RADIUS)

    @property
    def road_bonus(self) -> int:
        """For a Move all on road (HAIL-MOVE-06, H-05)."""
        return ROAD_BONUS.get(self, 0)


_CLASSES = {
    TeamClass.INFANTRY: say("infantry"),
    TeamClass.GUN: say("guns"),
    TeamClass.TRACKED: say("tracked vehicles"),
    TeamClass.HALF_TRACKED: say("half-tracked vehicles"),
    TeamClass.WHEELED: say("wheeled vehicles"),
}
_ONE = {
    TeamClass.INFANTRY: say("infantry"),
    TeamClass.GUN: say("gun crew"),
    TeamClass.TRACKED: say("tracked vehicle"),
    TeamClass.HALF_TRACKED: say("half-tracked vehicle"),
    TeamClass.WHEELED: say("wheeled vehicle"),
}
RADII = {TeamClass.INFANTRY: 50, TeamClass.GUN: 75}
VEHICLE_RADIUS = 100
ROAD_BONUS = {
    TeamClass.TRACKED: 600,
    TeamClass.HALF_TRACKED: 600,
    TeamClass.WHEELED: 1200,
}


class Quality(Enum):
    """HAIL-PORG-01."""

    ELITE = "elite"
    REGULAR = "regular"
    POOR = "poor"

    @property
    def number(self) -> int:
        """Return the number a Quality Check must show at least."""
        return {Quality.ELITE: 3, Quality.REGULAR: 4, Quality.POOR: 5}[self]


class Weight(Enum):
    """Of a barrage (HAIL-PART-01)."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"

    @property
    def points(self) -> int:
        """Received Fire Points for each Team under it."""
        return {Weight.LIGHT: 1, Weight.MEDIUM: 2, Weight.HEAVY: 3}[self]

    @property
    def radius(self) -> int:
        """Of an off-board battery's barrage (HAIL-PART-02)."""
        return {Weight.LIGHT: 200, Weight.MEDIUM: 400, Weight.HEAVY: 500}[self]

    @property
    def missions(self) -> int:
        """How often in a game it can fire for effect (HAIL-PART-04)."""
        return {Weight.LIGHT: 5, Weight.MEDIUM: 4, Weight.HEAVY: 3}[self]


class Sight(Enum):
    """The effect of terrain on a line of sight (HAIL-PLOS-03 to -05)."""

    CLEAR = "clear"
    DEEP = "deep"
    SOLID = "solid"
    BODY = "body"
    HEDGEROW = "hedgerow"


class Going(Enum):
    """The effect of terrain on movement (section 3.1)."""

    FREE = "free"
    DIFFICULT = "difficult"
    VERY_DIFFICULT = "very-difficult"
    NEVER = "never"


class Side(Enum):
    """The holder of an objective at the start."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    NOBODY = "nobody"


class Aim(Enum):
    """What a battle is won by (HAIL-PVIC-06 to -09)."""

    OBJECTIVES = "objectives"
    BREAKTHROUGH = "breakthrough"
    DELAY = "delay"
    RAID = "raid"


class First(Enum):
    """The rule for the first turn (HAIL-PDEP-02)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    ROLL = "roll"


class Phase(Enum):
    """Where in a player turn the battle is (HAIL-TURN-01)."""

    SET_UP = "set-up"
    ARTILLERY = "artillery"
    ORDER_DICE = "order dice"
    ACTIVATIONS = "activations"
    CHITS = "chits"
