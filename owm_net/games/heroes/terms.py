"""The words of Heroes as they stand in data files and saved games, and the numbers of its rules.

Printed numbers of counters, tiles, cards, terrain and scenarios stand in data/.
"""

from __future__ import annotations

from enum import Enum

from owm_net.engine.text import say

LONG_RANGE = 7
"""HON-FIRE-06: beyond so many spaces a shot takes the penalty."""
FAR = 2
"""HON-FIRE-06: what it takes off the result."""
PRESSED = 2
"""HON-SUPP-01, HON-SUPP-03: what each Suppressed marker takes off rolls and off movement."""
MOST_ORDERS = 10
"""HON-ORD-04."""
MOST_SPECIALS = 2
"""HON-ORD-10."""
MOST_BLUFFS = 2
"""HON-MP-20: of an alliance."""
FIRST_WIN = 2
"""HON-VIC-09, R-94: nobody wins at the check of an earlier round."""
DIE = 6
SUBSTITUTE_REACH = 2
"""HON-AB-78: so near is who takes a hit for a heavy weapon."""
DIRECTIVE_REACH = 3
"""HON-ORO-06: so near to the officer a directive helps."""
DOUBLE_TIME = 2
"""HON-ORO-07: so many movement points more."""
BARRAGE_REACH = 3
"""HON-AB-21: so near to its commander are the weapons of a barrage."""
UNHINDERED = -1
"""In place of a step: a leg is walked to its end."""
SPOT_REACH = 2
"""HON-AB-06: so near is who finds a counter in an element or overlay."""
SPLIT_REACH = 2
"""HON-AB-41: as near to each other are the targets of a split attack."""


class Term(Enum):
    """An enum that dicts and sets find by identity. `Enum` itself hashes a member's name, by a call
    of Python each time."""

    __hash__ = object.__hash__


class UnitType(Term):
    """The type of a counter, and the three columns of combat bonuses (HON-CTR-10, HON-CTR-11).
    vehicle: True for a vehicle."""

    vehicle: bool

    INFANTRY = "infantry"
    LIGHT = "light"
    HEAVY = "heavy"

    def __init__(self, word: str) -> None:
        self.vehicle = word != "infantry"


class Nation(Term):
    """The army of a counter; ANY: either army has it by an option."""

    GERMAN = "german"
    US = "us"
    ANY = "any"


class Outline(Term):
    """The frame of a counter (HON-CTR-13)."""

    PLAIN = "plain"
    OFFICER = "officer"
    HEAVY_WEAPON = "heavy_weapon"
    HERO = "hero"


class NameColour(Term):
    """HON-CTR-04: a damaged face has a red name."""

    WHITE = "white"
    RED = "red"


class HitSymbol(Term):
    """HON-CTR-12, R-12: what a hit does to a face."""

    STEP = "step"
    LAST = "last"


class Ability(Term):
    """The special abilities of section 2.25."""

    AAA = "aaa"
    AMBUSH = "ambush"
    AMPHIBIOUS = "amphibious"
    ARTILLERY_SPOTTER = "artillery_spotter"
    ASSAULT = "assault"
    AUTONOMOUS = "autonomous"
    BARRAGE_ORDER = "barrage_order"
    DESTRUCTION = "destruction"
    DUAL_WEAPON = "dual_weapon"
    FIRE_ON_THE_MOVE = "fire_on_the_move"
    FRIGHTENING_SHOT = "frightening_shot"
    HAWKEYE = "hawkeye"
    HOWITZER = "howitzer"
    INDIRECT_FIRE = "indirect_fire"
    LIMITED_RANGE = "limited_range"
    MACHINE_GUNNER = "machine_gunner"
    OPPORTUNITY_FIRE = "opportunity_fire"
    ORDER = "order"
    PERFORATING = "perforating"
    PERSONAL_ORDER = "personal_order"
    POSITIVE_WAVES = "positive_waves"
    SCOUT = "scout"
    SNIPER = "sniper"
    SUBSTITUTE = "substitute"
    SUPPRESSIVE_FIRE = "suppressive_fire"
    TERRIFYING = "terrifying"
    TRANSPORT = "transport"
    TRIPOD = "tripod"


class Pattern(Term):
    """The blast patterns (G-09)."""

    WHITE = "white"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    BLACK = "black"


class Size(Term):
    """Of a slot and of the option that fills it (HON-ARMY-05)."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class Band(Term):
    """The coloured bands of slots and options."""

    INFANTRY = "inf"
    WEAPON = "wpn"
    ARMOUR = "arm"
    COMMAND = "cmd"


class OptionKind(Term):
    """HON-ARMY-06."""

    SUPPORT = "support"
    EQUIPMENT = "equipment"
    TRAIT = "trait"
    ORDER = "order"


class Damage(Term):
    """The damaged part of a heavy vehicle (HON-DMG-02 to -05)."""

    CREW = "crew"
    TRACK = "track"
    HULL = "hull"
    PRIMARY = "primary"

    @property
    def word(self) -> str:
        """As it is said."""
        return _DAMAGE[self]


class Directive(Term):
    """HON-ORO-07."""

    FIRE_AT_WILL = "fire_at_will"
    CHARGE = "charge"
    DOUBLE_TIME = "double_time"
    HOLD_YOUR_GROUND = "hold_your_ground"

    @property
    def word(self) -> str:
        """As it is said."""
        return _DIRECTIVES[self]


class CardKind(Term):
    """HON-DECK-04: command cards are Artillery or Aviation."""

    ORDINARY = "ordinary"
    ARTILLERY = "artillery"
    AVIATION = "aviation"


class CardPhase(Term):
    """HON-CARD-01: when a card may be played."""

    ORDERS = "orders"
    ACTIVATION = "activation"
    SUPPLY = "supply"
    ANY = "any"


class Question(Term):
    """The kinds of decision at which a card can be an answer (G-06)."""

    HUSH = "hush"
    TURN = "turn"
    REACT = "react"
    GUARD = "guard"
    AFTER = "after"
    WOUNDED = "wounded"
    CLASH = "clash"
    RIPOSTE = "riposte"
    SUPPLY_START = "supply_start"
    SUPPLY_MOVE = "supply_move"
    SUPPLY_END = "supply_end"


class Edge(Term):
    """An obstacle or opening between two spaces."""

    WALL = "wall"
    """No Passage (HON-TER-09)."""
    DOOR = "door"
    WINDOW = "window"
    LOW_WALL = "low wall"


class Counts(Term):
    """HON-VIC-10: when an objective counts for a side."""

    CHECK = "check"
    END = "end"


class EventKind(Term):
    """The effect of an event of a scenario (HON-RND-06)."""

    RESERVE = "reserve"
    """Units held back come onto the map."""
    RALLY = "rally"
    """One Suppressed marker off each unit of the side."""


class BonusTactic(Term):
    """G-20: what may lie on a bonus objective, in the order of its cards."""

    PAPERS = "bt_papers"
    CRATE = "bt_crate"
    RADIO = "bt_radio"
    DRESSING = "bt_dressing"
    FLARE = "bt_flare"
    PLAN = "bt_plan"

    @property
    def word(self) -> str:
        """As it is said."""
        return _TACTICS[self]


class Flip(Term):
    """When a counter is turned over in a move (HON-AB-45, HON-AB-92)."""

    NONE = "none"
    FIRST = "first"
    """Before the first step: the other face's values hold for the whole move."""
    LAST = "last"


class Manoeuvre(Term):
    """A vehicle's use of a movement point (HON-VEH-02 to -04). A turn is one of 45 degrees: of the
    front about the rear, or of the tail about the front."""

    FORWARD = "forward"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"
    TAIL_LEFT = "tail_left"
    TAIL_RIGHT = "tail_right"


class Phase(Term):
    """The phases of a round (HON-RND-01), and set-up."""

    SET_UP = "set-up"
    ORDERS = "orders"
    ACTIVATION = "activation"
    SUPPLY = "supply"

    @property
    def word(self) -> str:
        """As it is said."""
        return _PHASES[self]


_DIRECTIVES = {
    Directive.FIRE_AT_WILL: say("Fire at will!"),
    Directive.CHARGE: say("Charge!"),
    Directive.DOUBLE_TIME: say("Double time!"),
    Directive.HOLD_YOUR_GROUND: say("Hold your ground!"),
}
_DAMAGE = {
    Damage.CREW: say("crew"),
    Damage.TRACK: say("track"),
    Damage.HULL: say("hull"),
    Damage.PRIMARY: say("primary weapon"),
}
_TACTICS = {
    BonusTactic.PAPERS: say("papers"),
    BonusTactic.CRATE: say("a crate of ammunition"),
    BonusTactic.RADIO: say("a radio"),
    BonusTactic.DRESSING: say("field dressings"),
    BonusTactic.FLARE: say("a flare"),
    BonusTactic.PLAN: say("a plan"),
}
_PHASES = {
    Phase.SET_UP: say("Set-up"),
    Phase.ORDERS: say("Orders phase"),
    Phase.ACTIVATION: say("Activation phase"),
    Phase.SUPPLY: say("Supply phase"),
}
