"""The words of NCO as they stand in data files and saved games, and the numbers of its rules.

Lengths are in hundredths of an inch. Printed numbers of soldiers and weapons stand in data/.
"""

from __future__ import annotations

from enum import Enum

from owm_net.engine.text import say

BOARD = 3600
"""NCO-GEN-01: the sides of the table."""
BASE = 49
"""G-02: the radius of a base, 25 mm across."""
BASES = 2 * BASE
"""Both bases of two soldiers: nearer than that two centres cannot be."""
CONTACT = 100
"""G-02: from 98 to this between two centres the bases touch."""
APART = 101
"""G-02: as near to an enemy ends a move that is no Assault."""
BODY_HEIGHT = 120
EYE = 105
AIM_HEIGHT = 75
"""G-03, G-04: the height of a soldier, of his eye, and of the middle of his body."""
ROWS = (15, 45, 75, 105)
COLUMNS = (-37, -12, 12, 37)
"""G-03: the points of a body that are looked at."""
QUARTER = 4
"""NCO-TER-04: so many of the sixteen points must be obscured for cover."""
CONTACT_RISE = 60
"""G-02: who touches stands at most so much higher or lower."""
WAIST = 60
"""G-06: as high as one climbs in any move."""
JUMP = 200
JUMP_UP = 60
JUMP_DOWN = 100
"""G-07: how far one jumps, and how much higher or lower one lands."""
HIGH_GROUND = 300
"""NCO-HIT-09."""
NARROW = 200
"""NCO-TER-07: difficult ground is wider than this."""
CIRCLE = 200
"""NCO-ORD-03: who is caught around the point that is aimed at."""
SCATTER = 300
"""G-13: how far short or long a grenade falls."""
OVER = 300
"""G-13: what is this much higher than the thrower, a grenade does not fly over."""
FREE_TO_KILL = 3
"""NCO-SCN-15: the first turn in which the pilot may be killed."""
HOME = 51
"""R-56: so near to his edge a base touches it."""
DROP_FREE = 699
"""NCO-SCN-22: as near to their own supply drop the centres of soldiers may be."""
MOST_LEGS = 16
"""G-05."""
FOG = 300
"""NCO-EVT-07: off every range."""
TURNS = 6
VALOR = 100
SPECIALIST = 50
"""NCO-BLD-01: points for a squad."""
BOUNTY = 55
"""NCO-END-04: for a dead sergeant."""
HIT = 3
HIT_FLOOR = 2
HIT_IMPROBABLE = 7
HIT_AGAIN = 5
"""NCO-HIT-02, NCO-HIT-04, NCO-HIT-05."""
IN_A_ROW = 4
"""NCO-DIE-06."""
SPECIAL_COURAGE = 4
"""NCO-SPC-02."""
NEAR = 300
"""Mend, Field Medicine, Religious Rites: as near must be who is helped."""
LED = 400
"""NCO-SKL-03."""
INSPIRED = 400
"""NCO-SKL-01: for each level."""
DRIVEN = 600
"""NCO-SKL-02."""


class Skill(Enum):
    """NCO-BLD-09, table D-4."""

    INSPIRING_PRESENCE = "inspiring_presence"
    RUTHLESS = "ruthless"
    NATURAL_LEADER = "natural_leader"
    IDEALIST = "idealist"
    COVERT = "covert"
    DEADEYE = "deadeye"
    FIGHTING_INSTINCT = "fighting_instinct"
    FIELD_MEDICINE = "field_medicine"
    RELIGIOUS_RITES = "religious_rites"


class Item(Enum):
    """NCO-BLD-08, table D-3."""

    EXTRA_MAGAZINE = "extra_magazine"
    RELIGIOUS_ICON = "religious_icon"
    SERVICE_MEDAL = "service_medal"
    LETTERS = "letters"
    MORPHINE = "morphine"
    FLASK = "flask"
    TOBACCO = "tobacco"
    LUCKY_TRINKET = "lucky_trinket"
    INTEL = "intel"
    FIELD_MAP = "field_map"


class Order(Enum):
    """NCO-DIE-10: the faces of an order die; NONE: no order this turn."""

    NONE = 0
    DOWN = 1
    RALLY = 2
    COVER_FIRE = 3
    FIRE = 4
    ADVANCE = 5
    RUN = 6


class Status(Enum):
    """A soldier's whereabouts: on the way to the table (NCO-ALT-02), on it, dead, or gone home
    alive (NCO-SCN-26). INJURED: the pilot of a Rescue Mission, lying or carried."""

    WAITING = "waiting"
    FIELD = "field"
    DEAD = "dead"
    LEFT = "left"
    INJURED = "injured"


class Phase(Enum):
    """NCO-GEN-05; before them the set-up."""

    SET_UP = "set-up"
    ORDERS = "orders"
    SPECIALS = "specials"
    END = "end"

    @property
    def word(self) -> str:
        """As it is said."""
        return _PHASES[self]


_PHASES = {
    Phase.SET_UP: say("set-up"),
    Phase.ORDERS: say("orders"),
    Phase.SPECIALS: say("special actions"),
    Phase.END: say("end"),
}


class Shooting(Enum):
    """How a ranged attack is made: NCO-ORD-03, NCO-ORD-06, NCO-ORD-07, NCO-SPC-06."""

    FIRE = "fire"
    COVER_FIRE = "cover_fire"
    ADVANCE = "advance"
    FOCUS = "focus"


class Gait(Enum):
    """How a soldier moves: G-05."""

    ADVANCE = "advance"
    RUN = "run"
    ASSAULT = "assault"
    SPECIAL = "special"

    @property
    def charges(self) -> bool:
        """Return True if it is an Assault, which ends in contact."""
        return self in (Gait.ASSAULT, Gait.SPECIAL)

    @property
    def runs(self) -> bool:
        """Return True if it may jump and scale (NCO-ORD-08, NCO-ORD-11); a special Assault counts
        as a normal move there."""
        return self in (Gait.RUN, Gait.ASSAULT)

    @property
    def hurries(self) -> bool:
        """Return True if difficult ground bars it (R-50)."""
        return self is not Gait.ADVANCE


class Focus(Enum):
    """The form of Focus Fire with a weapon (NCO-SPC-06, NCO-SPC-11)."""

    FOCUS = "focus"
    FIRE = "fire"
    AREA = "area"


class Half(Enum):
    """When a target is within half range (NCO-HIT-08, NCO-WPN-02)."""

    HALF = "half"
    ALWAYS = "always"


class Sight(Enum):
    """The effect of a piece of terrain on a line of sight (G-03)."""

    BLOCK = "block"
    SCREEN = "screen"
    CLEAR = "clear"


class Climb(Enum):
    """The soldiers that can climb a piece of terrain (G-05)."""

    WALK = "walk"
    RUN = "run"
    NONE = "none"
