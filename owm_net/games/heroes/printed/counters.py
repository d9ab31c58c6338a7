"""Counters: two faces each, with all the values of each. Ledger 2.1 and G-03."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from owm_net.engine.data import between
from owm_net.engine.text import Said, say
from owm_net.games.heroes.ids import CounterKey
from owm_net.games.heroes.terms import (
    Ability,
    HitSymbol,
    NameColour,
    Nation,
    Outline,
    Pattern,
    UnitType,
)

Abilities = Mapping[Ability, int]
"""Each with the number printed beside it, 0 where there is none."""


@frozen(kw_only=True)
class Weapon:
    """A block of combat bonuses. bonus: by type of target; a type without one is an X (HON-CTR-10).
    pattern: of a weapon that fires one. arc: it fires to the front only (HON-FIRE-07)."""

    bonus: dict[UnitType, int]
    abilities: dict[Ability, int] = field(factory=dict)
    pattern: Pattern | None = None
    arc: bool = False


NO_WEAPON = Weapon(bonus={})
"""Of a counter that fires nothing."""


@frozen(kw_only=True)
class Face:
    """One side of a counter, a full set of values (HON-CTR-01). defence: front, sides and back of a
    heavy vehicle, else one number. weapons: the primary first; infantry has one."""

    name: NameColour
    move: int
    defence: tuple[int, ...]
    hit: HitSymbol
    abilities: Abilities
    weapons: tuple[Weapon, ...]

    @cached_property
    def strongest(self) -> int:
        """The best bonus of its weapons against anything, 0 without one."""
        return max([0, *[bonus for w in self.weapons for bonus in w.bonus.values()]])


@frozen(kw_only=True)
class Piece:
    """A counter. spaces: one or two (HON-CTR-08). gun: it matters for Transport (HON-CTR-17).
    conceals: it has a concealed side too. explosion: of what is detonated."""

    key: CounterKey
    title: Said
    nation: Nation
    insignia: str
    outline: Outline
    type: UnitType
    count: int
    faces: tuple[Face, ...]
    spaces: int = 1
    gun: bool = False
    conceals: bool = False
    explosion: Weapon | None = None

    @cached_property
    def deploys(self) -> tuple[int, ...]:
        """The faces on which it may be deployed: those with a white name (HON-SET-04)."""
        return tuple([n for n, f in enumerate(self.faces) if f.name is NameColour.WHITE])


@frozen(kw_only=True)
class _FaceRow:
    name: NameColour
    move: int = field(validator=between(0, 9))
    bonus: dict[UnitType, int]
    defence: int = field(validator=between(1, 12))
    hit: HitSymbol
    abilities: dict[Ability, int] = field(factory=dict)
    pattern: Pattern | None = None
    arc: bool = False

    def face(self) -> Face:
        """Infantry fires by the numbers of its face."""
        weapon = Weapon(
            bonus=self.bonus, abilities=self.abilities, pattern=self.pattern, arc=self.arc
        )
        return Face(
            name=self.name,
            move=self.move,
            defence=(self.defence,),
            hit=self.hit,
            abilities=self.abilities,
            weapons=(weapon,),
        )


@frozen(kw_only=True)
class _InfantryRow:
    key: CounterKey
    title: Said
    nation: Nation
    insignia: str
    outline: Outline
    count: int = field(default=1, validator=between(1, 9))
    gun: bool = False
    conceals: bool = False
    faces: tuple[_FaceRow, ...]

    def piece(self) -> Piece:
        """As the rules see it."""
        return Piece(
            key=self.key,
            title=self.title,
            nation=self.nation,
            insignia=self.insignia,
            outline=self.outline,
            type=UnitType.INFANTRY,
            count=self.count,
            faces=tuple([row.face() for row in self.faces]),
            gun=self.gun,
            conceals=self.conceals,
        )


@frozen(kw_only=True)
class _VehicleRow:
    key: CounterKey
    title: Said
    nation: Nation
    insignia: str
    outline: Outline = Outline.PLAIN
    type: UnitType
    spaces: int = field(validator=between(1, 2))
    count: int = field(default=1, validator=between(1, 9))
    move: int = field(validator=between(1, 9))
    defence: tuple[int, ...]
    primary: Weapon | None = None
    secondary: Weapon | None = None
    abilities: dict[Ability, int] = field(factory=dict)
    explosion: Weapon | None = None

    def piece(self) -> Piece:
        """As the rules see it; its other side is the wreck (HON-CTR-05, HON-CTR-06)."""
        face = Face(
            name=NameColour.WHITE,
            move=self.move,
            defence=self.defence,
            hit=HitSymbol.LAST,
            abilities=self.abilities,
            weapons=tuple([w for w in (self.primary, self.secondary) if w is not None]),
        )
        return Piece(
            key=self.key,
            title=self.title,
            nation=self.nation,
            insignia=self.insignia,
            outline=self.outline,
            type=self.type,
            count=self.count,
            faces=(face,),
            spaces=self.spaces,
            explosion=self.explosion,
        )


CONCEALED = CounterKey("concealed")
"""A concealed counter of which its owner alone knows what it is (HON-HID-05)."""


def concealed(move: int) -> Piece:
    """The concealed face, the same for all: its owner's infantry, and nothing but a movement
    (HON-HID-07). Nothing is ever measured against its defence: it is opened first (R-87)."""
    face = Face(
        name=NameColour.WHITE,
        move=move,
        defence=(1,),
        hit=HitSymbol.LAST,
        abilities={},
        weapons=(Weapon(bonus={}),),
    )
    return Piece(
        key=CONCEALED,
        title=say("Concealed counter"),
        nation=Nation.ANY,
        insignia="common",
        outline=Outline.PLAIN,
        type=UnitType.INFANTRY,
        count=0,
        faces=(face,),
    )


@frozen
class CountersFile:
    """counters.toml."""

    concealed_move: int = field(validator=between(1, 9))
    infantry: tuple[_InfantryRow, ...]
    vehicle: tuple[_VehicleRow, ...]
