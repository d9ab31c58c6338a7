"""The words of Squad as they stand in data files and saved games."""

from __future__ import annotations

from enum import Enum


class Nation(Enum):
    """The five kinds of squads that can be commanded (SQD-SET-04)."""

    US = "us"
    GERMAN = "german"
    BRITISH = "british"
    RUSSIAN = "russian"
    JAPANESE = "japanese"


class RangeBand(Enum):
    """SQD-RNG-01: the separation of two squads, nearest first."""

    PB = 0
    S = 1
    M = 2
    L = 3


class Phase(Enum):
    """SQD-TURN-01, in order; before them the set-up."""

    SET_UP = "set-up"
    DRAW = "draw"
    MORALE = "morale"
    COVERING = "covering"
    OPPORTUNITY = "opportunity"
    MOVEMENT = "movement"
    POSITION = "position"
    RETURN = "return"
    RALLY = "rally"
    DISCARD = "discard"


PHASES = tuple(Phase)[1:]
FIRE_PHASES = (Phase.COVERING, Phase.OPPORTUNITY, Phase.POSITION, Phase.RETURN)


class Moment(Enum):
    """The windows in which cards are played (2.13)."""

    SET_UP = "set_up"
    OWN = "own"
    MORALE = "morale"
    DECLARE = "declare"
    FIRE = "fire"
    OPF = "opf"
    MOVE = "move"
    BLOCK = "block"
    ANSWER = "answer"
    AFTER_MOVE = "after_move"
    KILL = "kill"
    RALLY = "rally"


class CardType(Enum):
    """The letter that is printed on a card (SQD-CARD-01)."""

    MODIFIER = "M"
    TERRAIN = "T"
    ATTACK = "A"
    TRAIT = "N"
    BLOCK = "B"


class By(Enum):
    """The player of a morale or rally card, seen from the squad that rolls."""

    OWN = "own"
    ENEMY = "enemy"


class Effect(Enum):
    """The effects of cards; LIKE: that of another card (2.12)."""

    LIKE = "like"
    RALLY = "rally"
    MORALE = "morale"
    TERRAIN = "terrain"
    ATTACK = "attack"
    PEEK = "peek"
    TRAIT = "trait"
    ENCIRCLE = "encircle"
    OBJECTIVE = "objective"
    SMOKE = "smoke"
    CONCEAL = "conceal"
    AMBUSH = "ambush"
    ENFILADE = "enfilade"
    FLANK = "flank"
    MINEFIELD = "minefield"
    WIRE = "wire"
    ENGINEER = "engineer"
    COMMANDER = "commander"
    DRAW = "draw"
    REINFORCE = "reinforce"
