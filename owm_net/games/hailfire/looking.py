"""The running procedures, for a viewer of the battle."""

from __future__ import annotations

from typing import TypeVar

from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.artillery import Barrages
from owm_net.games.hailfire.blinds import teams_of
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.moving import MoveOrder
from owm_net.games.hailfire.opening import Emerging
from owm_net.games.hailfire.orders import Declaring
from owm_net.games.hailfire.set_up import SetUp
from owm_net.games.hailfire.state import HailfireState

F = TypeVar("F")


def _frame(g: HailfireState, kind: type[F]) -> F | None:
    return next((frame for frame in reversed(g.agenda) if isinstance(frame, kind)), None)


def declaring_of(g: HailfireState) -> Declaring | None:
    """The orders that are being given, or carried out."""
    frame = _frame(g, Activation)
    return None if frame is None else frame.declaring


def move_order_of(g: HailfireState) -> MoveOrder | None:
    """The Move order that is carried out."""
    return _frame(g, MoveOrder)


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


def opened_at(g: HailfireState) -> tuple[Spot, int] | None:
    """Where the blind was whose Unit is set up, and how far from it its Teams may stand."""
    emerging = _frame(g, Emerging)
    return None if emerging is None else (emerging.spot, emerging.reach)
