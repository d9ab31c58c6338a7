"""Putting a Fireteam into a Terrain, joining two of them, and stopping a move (section 2.17)."""

from __future__ import annotations

from attrs import field

from owm_net.engine.agenda import Event
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.owm.catalog import FIELD, LU
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of, why_no_entry
from owm_net.games.owm.state import STANDS, TERRAINS, OwmState
from owm_net.games.owm.stealth import Seen


@record("owm.event.merged")
class Merged(Event):
    """The soldiers of a Fireteam, which is gone, have joined another."""

    words = say("{fireteam} joins {target}")
    rule = "OWM-MOVE-09"
    headline = True

    fireteam: FireteamId
    target: FireteamId


@record("owm.event.move_stopped")
class MoveStopped(Event):
    """An open move has ended where it began."""

    words = say("{fireteam} stops moving")

    fireteam: FireteamId
    rule: str = field(default="OWM-RES-06", kw_only=True)


def halt(g: OwmState, fireteam: FireteamId, rule: str) -> None:
    """An open move stops where it began (A-31); it was on the move in this round."""
    g.change_fireteam(fireteam, heading=STANDS, moved_in=g.round_no, covered=False)
    g.tell(MoveStopped(fireteam, rule=rule))


def halt_before(g: OwmState, cell: Cell) -> None:
    """A Terrain has changed: a Fireteam heading there stops if it cannot be entered any more (A-31,
    A-83, A-129)."""
    for team in list(g.fireteams.values()):
        if team.heading == cell and why_no_entry(g, team, cell) is not None:
            halt(g, team.id, "OWM-TERR-06")


def settle(g: OwmState, fireteam: FireteamId, cell: Cell) -> None:
    """Put a Fireteam's token into a cell: Field cards, stealth and entrenchments follow."""
    if g.ground.cards[cell] == OPEN:  # OWM-MOVE-08, OWM-TERR-03, A-97
        g.ground = g.ground.with_card(cell, FIELD)
    team = g.fireteams[fireteam]
    stealthed = team.stealthed and not TERRAINS.at(g.ground, cell).no_stealth
    moved_in = g.round_no if team.on_the_move else team.moved_in  # a retreat is no Maneuver
    g.change_fireteam(
        fireteam,
        cell=cell,
        heading=STANDS,
        moved_in=moved_in,
        dug_in=False,
        stealthed=stealthed,
        covered=False,
    )
    if team.stealthed and not stealthed:
        g.tell(Seen(fireteam, rule="OWM-TERR-04"))


def joined(line: tuple[SoldierId, ...], more: tuple[SoldierId, ...]) -> tuple[SoldierId, ...]:
    """Newcomers stand at the right end of a line (A-33); Lu stays at the very end (A-64)."""
    return tuple(sorted((*line, *more), key=lambda soldier: soldier == LU))


def merge(g: OwmState, fireteam: FireteamId, cell: Cell) -> FireteamId:
    """Put a Fireteam that has moved into a cell, joining an own one there (OWM-MOVE-09, A-33).

    Returns the id of the Fireteam its soldiers are in afterwards. It is not established if some of
    it were on the move in this round (A-101); who lands or must retreat was not (A-119). Whoever
    comes suppressed, out of a Forced Retreat, keeps it from moving on (OWM-EFF-04, A-129).
    """
    mover = g.fireteams[fireteam]
    resident = next(
        (t for t in g.fireteams_at(cell) if g.same_squad(t, mover) and t.id != fireteam), None
    )
    if resident is None:
        settle(g, fireteam, cell)
        return fireteam
    g.change_fireteam(
        resident.id,
        line=joined(resident.line, mover.line),
        stealthed=resident.stealthed and mover.stealthed,
        activated_in=max(resident.activated_in, mover.activated_in),
        moved_in=max(resident.moved_in, g.round_no if mover.on_the_move else mover.moved_in),
    )
    g.tell(Merged(fireteam, resident.id))
    if resident.stealthed and not mover.stealthed:
        g.tell(Seen(resident.id, rule="OWM-MOVE-09"))
    g.take_off(fireteam)
    g.initiative.remove(fireteam)
    rules_of(g).merged(g, mover, resident.id)
    if g.active == fireteam:
        g.active = resident.id
    if resident.on_the_move and g.has_suppressed(resident.id):
        halt(g, resident.id, "OWM-RES-06")
    return resident.id
