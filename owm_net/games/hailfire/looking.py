"""The running procedures and what they leave open, for a viewer of the battle."""

from __future__ import annotations

from typing import TypeVar

from owm_net.engine import agenda
from owm_net.engine.requests import Refusal
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.artillery import Barrages, barrage_radius, firing_mortars, weight_of
from owm_net.games.hailfire.blinds import teams_of
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.leading import LEAD, Ability, Lead
from owm_net.games.hailfire.moving import HALT, Move, MoveOrder, allowance
from owm_net.games.hailfire.opening import Emerging
from owm_net.games.hailfire.orders import Declaring, March, why_not_leg
from owm_net.games.hailfire.paths import path_length, way_of
from owm_net.games.hailfire.set_up import SetUp, SetUpUnit, formed, why_not_set_up
from owm_net.games.hailfire.shooting import why_not_fire
from owm_net.games.hailfire.state import HailfireState, near
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


def under_fire(g: HailfireState, spot: Spot) -> list[TeamId]:
    """Return who would be hit if the barrage that is being aimed fell right there, friend or foe;
    nobody where none is being aimed."""
    frame = _frame(g, Barrages)
    if frame is None or not frame.calls:
        return []
    unit = frame.calls[0].unit
    weight = weight_of(g, unit)
    if weight is None:
        return []
    radius = barrage_radius(g, unit, weight, len(firing_mortars(g, unit, spot)))
    return [t for t in g.on_table() if near(g.teams[t].stand, Stand(spot, 0), radius)]


def marker_of(g: HailfireState) -> Spot | None:
    """Return where the marker of the barrage lies that may fire for effect, None without one."""
    frame = _frame(g, Barrages)
    return None if frame is None else frame.spot


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


def formed_now(g: HailfireState, middle: Spot) -> SetUpUnit | Refusal:
    """The Unit that is set up in formation around a place, or why it is not."""
    emerging, teams = _frame(g, Emerging), placed_now(g)
    spots = None
    if teams and emerging is not None:
        spots = formed(g, teams, middle, emerging.why_not)
    elif teams and g.battle.zones[g.teams[teams[0]].seat].where(middle) >= 0:
        spots = formed(g, teams, middle, why_not_set_up)
    if spots is None:
        return Refusal("HAIL-PDEP-01", say("the Unit has no room there"))
    return SetUpUnit(spots)


def march_now(g: HailfireState, goal: Spot) -> March | Refusal:
    """The march of all who have no order yet around a place; if nobody can go there, why the first
    cannot."""
    declaring = declaring_of(g)
    left = declaring.left() if declaring is not None else []
    if declaring is None or not left:
        return Refusal("HAIL-ACT-03", say("each Team has its order"))
    march = March.to(g, declaring, goal)
    if march.legs:
        return march
    why = why_not_leg(g, declaring, left[0], (goal,))
    return why or Refusal("HAIL-MOVE-08", say("they stand there"))


def is_routine(view: View[HailfireState]) -> bool:
    """Return True if a pass loses nothing for a player who has led each Team to where it shall
    stop: who stops short, and a Leader who could only push (HAIL-MOVE-08, HAIL-LEAD-05)."""
    kind = agenda.kind_of(view)
    if kind is not LEAD:
        return kind is HALT
    leads = [offer for offer in agenda.offers(view) if isinstance(offer, Lead)]
    return all(lead.ability is Ability.PUSH for lead in leads)


def opened_at(g: HailfireState) -> tuple[Spot, int] | None:
    """Where the blind was whose Unit is set up, and how far from it its Teams may stand."""
    emerging = _frame(g, Emerging)
    return None if emerging is None else (emerging.spot, emerging.reach)
