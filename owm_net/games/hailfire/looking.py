"""The running procedures and what they leave open, for a viewer of the battle."""

from __future__ import annotations

from typing import TypeVar

from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.artillery import Barrages
from owm_net.games.hailfire.blinds import teams_of
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.moving import Move, MoveOrder, allowance
from owm_net.games.hailfire.opening import Emerging
from owm_net.games.hailfire.orders import Declaring
from owm_net.games.hailfire.paths import path_length, way_of
from owm_net.games.hailfire.set_up import SetUp, formed, why_not_set_up
from owm_net.games.hailfire.shooting import why_not_fire
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import PUSH

F = TypeVar("F")


def _frame(g: HailfireState, kind: type[F]) -> F | None:
    return next((frame for frame in reversed(g.agenda) if isinstance(frame, kind)), None)


def declaring_of(g: HailfireState) -> Declaring | None:
    """The orders that are being given, or carried out."""
    frame = _frame(g, Activation)
    return None if frame is None else frame.declaring


def can_fire(g: HailfireState, team: TeamId, target: TeamId) -> bool:
    """Return True if a Team can fire at an enemy with any weapon, and may be ordered to."""
    declaring = declaring_of(g)
    if declaring is not None and not declaring.sees(g, team, g.teams[target].spot):
        return False
    return any(why_not_fire(g, team, target, guns) is None for guns in (False, True))


def uses_guns(g: HailfireState, team: TeamId, target: TeamId) -> bool:
    """Return True if it fires its second weapon at an enemy: machine guns at foot, where they
    reach."""
    row = g.teams[team].row
    if not row.rof or row.machine_guns is None:
        return False
    if why_not_fire(g, team, target, True) is not None:
        return False
    return not g.teams[target].vehicle or why_not_fire(g, team, target, False) is not None


def move_order_of(g: HailfireState) -> MoveOrder | None:
    """The Move order that is carried out."""
    return _frame(g, MoveOrder)


def farthest(g: HailfireState, order: MoveOrder, move: Move) -> int:
    """How far a Team of a Move order can come with the dice that lie."""
    most = allowance(g, move, order.faces) + (PUSH if move.team == order.pushed else 0)
    return min(most, path_length(way_of(g, move.team, move.path)))


def barrages_of(g: HailfireState) -> Barrages | None:
    """The barrages that fall."""
    return _frame(g, Barrages)


def placed_now(g: HailfireState) -> list[TeamId]:
    """The Teams of the Unit that is set up, at the start or where its blind was."""
    emerging = _frame(g, Emerging)
    if emerging is not None:
        return [team for team in teams_of(g, emerging.unit) if not g.teams[team].lost]
    frame = _frame(g, SetUp)
    if frame is None or not frame.placing:
        return []
    return teams_of(g, frame.placing[0])


def formed_now(g: HailfireState, middle: Spot) -> tuple[Spot, ...] | None:
    """Where the Teams of the Unit that is set up would stand in formation around a place; None
    where they have no room."""
    emerging, teams = _frame(g, Emerging), placed_now(g)
    if not teams:
        return None
    if emerging is not None:
        return formed(g, teams, middle, emerging.why_not)
    inside = g.battle.zones[g.teams[teams[0]].seat].where(middle) >= 0
    return formed(g, teams, middle, why_not_set_up) if inside else None


def opened_at(g: HailfireState) -> tuple[Spot, int] | None:
    """Where the blind was whose Unit is set up, and how far from it its Teams may stand."""
    emerging = _frame(g, Emerging)
    return None if emerging is None else (emerging.spot, emerging.reach)
