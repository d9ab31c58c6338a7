"""The rulebook's words as types. Section 1 of docs/rules/owm.md."""

from __future__ import annotations

from enum import Enum

from owm_net.engine.text import say


class Colour(Enum):
    """The colour of a CCS die: red d4, green d6, blue d8 (OWM-CCS-03)."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"

    sides: int
    """How many faces the die has."""

    def __init__(self, word: str) -> None:
        self.sides = {"red": 4, "green": 6, "blue": 8}[word]

    @property
    def word(self) -> str:
        """As it is said."""
        return _COLOURS[self]


_COLOURS = {Colour.RED: say("red"), Colour.GREEN: say("green"), Colour.BLUE: say("blue")}
LETTERS = {"R": Colour.RED, "G": Colour.GREEN, "B": Colour.BLUE}
"""How a Weapon Damage Grid writes colours."""


class Rank(Enum):
    """The ranks from low to high (OWM-SOLD-02)."""

    PRIVATE = "private"
    PRIVATE_FIRST_CLASS = "private_first_class"
    CORPORAL = "corporal"
    SERGEANT = "sergeant"
    CAPTAIN = "captain"

    @property
    def word(self) -> str:
        """As it is said: "Private First Class"."""
        return _RANK_WORDS[self]

    @property
    def height(self) -> int:
        """0 for a Private, 4 for a Captain."""
        return _RANKS.index(self)


_RANKS = tuple(Rank)
_RANK_WORDS = {
    Rank.PRIVATE: say("Private"),
    Rank.PRIVATE_FIRST_CLASS: say("Private First Class"),
    Rank.CORPORAL: say("Corporal"),
    Rank.SERGEANT: say("Sergeant"),
    Rank.CAPTAIN: say("Captain"),
}


class StandingOrder(Enum):
    """The order on the upper half of an Order card (OWM-CARD-02)."""

    ATTACK = "attack"
    ENTRENCH = "entrench"
    MANEUVER = "maneuver"
    RALLY = "rally"

    @property
    def word(self) -> str:
        """Return the word on the card: "Attack"."""
        return _ORDERS[self]


_ORDERS = {
    StandingOrder.ATTACK: say("Attack"),
    StandingOrder.ENTRENCH: say("Entrench"),
    StandingOrder.MANEUVER: say("Maneuver"),
    StandingOrder.RALLY: say("Rally"),
}


class EventIcon(Enum):
    """Mark on an Order card that matters on lethality flips (OWM-CARD-06)."""

    JAM = "jam"
    WOUND = "wound"
    RANDOM_EFFECT = "random_effect"

    @property
    def word(self) -> str:
        """As it is said: "random effect icon"."""
        return _ICONS[self]


_ICONS = {
    EventIcon.JAM: say("jam icon"),
    EventIcon.WOUND: say("wound icon"),
    EventIcon.RANDOM_EFFECT: say("random effect icon"),
}


class Status(Enum):
    """How a soldier in play is; killed and routed soldiers are gone (OWM-SOLD-11). UNARMED: Lu,
    always (A-64)."""

    READY = "ready"
    SUPPRESSED = "suppressed"
    WOUNDED = "wounded"
    UNARMED = "unarmed"

    @property
    def word(self) -> str:
        """Return the word for the soldier."""
        return _STATES[self]


_STATES = {
    Status.READY: say("ready"),
    Status.SUPPRESSED: say("suppressed"),
    Status.WOUNDED: say("wounded"),
    Status.UNARMED: say("unarmed"),
}


class Side(Enum):
    """The two opposing camps. EITHER: a division that picks (OWM-SETUP-04)."""

    ALLIES = "allies"
    AXIS = "axis"
    EITHER = "either"

    @property
    def word(self) -> str:
        """As it is said: "Allies"."""
        return _CAMPS[self]


_CAMPS = {Side.ALLIES: say("Allies"), Side.AXIS: say("Axis"), Side.EITHER: say("Either")}


class Nation(Enum):
    """The nations that have soldiers in the data files."""

    US = "us"
    GERMAN = "german"
    SOVIET = "soviet"
    POLISH = "polish"
    FINNISH = "finnish"


class WeaponType(Enum):
    """The type of a weapon; it decides crewing and scopes."""

    RIFLE = "rifle"
    SEMI_AUTO = "semi_auto"
    CARBINE = "carbine"
    SMG = "smg"
    LMG = "lmg"
    HMG = "hmg"
    SNIPER = "sniper"
    PISTOL = "pistol"
    NONE = "none"


class Crosshair(Enum):
    """Place of the line-of-sight cross-hair on a Terrain card, in twelfths of a card (G-04)."""

    C = "C"
    NW = "NW"
    NE = "NE"
    SW = "SW"
    SE = "SE"

    @property
    def spot(self) -> tuple[int, int]:
        """(x, y) inside a cell of 12 x 12, y growing south."""
        return _SPOTS[self]

    @property
    def turned(self) -> Crosshair:
        """The same card laid the other way round."""
        return _TURNED[self]


_SPOTS = {
    Crosshair.C: (6, 6),
    Crosshair.NW: (3, 3),
    Crosshair.NE: (9, 3),
    Crosshair.SW: (3, 9),
    Crosshair.SE: (9, 9),
}
_TURNED = {
    Crosshair.C: Crosshair.C,
    Crosshair.NW: Crosshair.SE,
    Crosshair.SE: Crosshair.NW,
    Crosshair.NE: Crosshair.SW,
    Crosshair.SW: Crosshair.NE,
}
