"""Fire at targets or at an intersection: one judge, one procedure, one sentence. Ledger 2.12."""

from __future__ import annotations

from typing import Protocol

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.drafts import so_far
from owm_net.engine.records import Played
from owm_net.engine.text import listed, read_out, say
from owm_net.engine.view import View
from owm_net.games.heroes.blasts import Shelling
from owm_net.games.heroes.cards.card import Cards
from owm_net.games.heroes.cards.riders import with_cards
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import (
    NO_VERTEX,
    OFF_MAP,
    OptionKey,
    Share,
    Space,
    UnitId,
    Vertex,
    WeaponPlace,
)
from owm_net.games.heroes.patterns import NOT_INTO, why_not_aim
from owm_net.games.heroes.shooting import Volley, slowed, why_not_volley
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.weapons import PRIMARY, armed, why_not_gun
from owm_net.games.heroes.words import unit_name


class Fires(Protocol):
    """Return what an answer says about fire."""

    @property
    def targets(self) -> tuple[UnitId, ...]: ...
    @property
    def suppressive(self) -> bool: ...
    @property
    def shares(self) -> tuple[Share, ...]: ...
    @property
    def spend(self) -> tuple[OptionKey, ...]: ...
    @property
    def vertex(self) -> Vertex: ...
    @property
    def into(self) -> Space: ...
    @property
    def cards(self) -> tuple[Played, ...]: ...
    @property
    def weapon(self) -> WeaponPlace: ...


BLAST_ALONE = Refusal("HON-BLST-01", say("a blast has no other target"))


def is_aimed(answer: Fires) -> bool:
    """Return True if it is fire at an intersection, or into a room or position."""
    return answer.vertex != NO_VERTEX or answer.into != OFF_MAP


def is_structure(answer: Fires) -> bool:
    """Return True if it is fire at a structure itself (HON-AB-23)."""
    return answer.into != OFF_MAP and not answer.spend


def holds(answer: Fires) -> bool:
    """Return True if it fires at nobody (HON-FIRE-19)."""
    return not answer.targets and not is_aimed(answer) and answer.weapon == PRIMARY


def why_not_mixed(answer: Fires) -> Refusal | None:
    """None if what it names goes together. To be asked first: a draft of a shot then tries no place
    of a blast."""
    targets = so_far(lambda: answer.targets, ())
    at = so_far(lambda: answer.vertex, NO_VERTEX) != NO_VERTEX
    into = so_far(lambda: answer.into, OFF_MAP) != OFF_MAP
    if targets and (at or into):
        return BLAST_ALONE
    if at and into:
        return NOT_INTO
    return None


def why_not_fire(
    g: HeroesState, unit: UnitId, answer: Fires, cards: Cards = (), moving: bool = False
) -> Refusal | None:
    """None if a unit may fire so. cards: that are played with it. moving: on the move. Fields that
    cannot matter are read last, so that a draft tries none of their values (`engine/drafts.py`)."""
    no = why_not_mixed(answer)
    if no is None and not holds(answer):
        no = why_not_gun(g.units[unit], answer.weapon)
    if no is not None:
        return no
    g = armed(g, unit, answer.weapon)
    if answer.targets or not is_aimed(answer):
        return why_not_volley(
            g, unit, answer.targets, answer.shares, answer.suppressive, answer.spend, cards, moving
        )
    no = why_not_aim(g, unit, answer.spend, answer.vertex, answer.into)
    return BLAST_ALONE if no is None and (answer.shares or answer.suppressive) else no


def fire_of(
    g: HeroesState, unit: UnitId, answer: Fires, cards: Cards = (), moving: bool = False
) -> Frame[None]:
    """The procedure of it."""
    if is_aimed(answer):
        less = slowed(g, unit, cards) if moving else 0
        return Shelling(unit, answer.spend, answer.vertex, answer.into, less)
    targets, shares = list(answer.targets), list(answer.shares)
    return Volley(unit, targets, shares, answer.suppressive, answer.spend, cards, moving)


def fire_said(view: View[HeroesState], unit: UnitId, answer: Fires) -> str:
    """Fire in a line."""
    g = view.state
    who = unit_name(g, unit)
    if is_aimed(answer):
        what = [read_out(CATALOG.options[key].title) for key in answer.spend]
        if what:
            return say("{unit} uses {what}", unit=who, what=listed(what))
        if is_structure(answer):
            return say("{unit} fires at a structure", unit=who)
        return say("{unit} fires at an intersection", unit=who)
    if not answer.targets:
        return say("{unit} holds its fire", unit=who)
    whom = listed([unit_name(g, target) for target in answer.targets])
    told = say("{unit} shoots at {target}", unit=who, target=whom)
    if answer.suppressive:
        told = say("{unit} suppresses {target}", unit=who, target=whom)
    return with_cards(told, view, answer.cards)
