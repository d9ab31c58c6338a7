"""Throws (A-36, A-45, A-111): who may throw a Grenade, Smoke or Satchel Charge, and where to."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.games.owm.ids import NO_CELL, Cell
from owm_net.games.owm.state import Fireteam, OwmState


def throwers(g: OwmState, seat: Seat) -> Iterator[Fireteam]:
    """The Fireteams of a seat that can throw, in the order of their numbers."""
    return (t for t in g.fireteams.values() if t.seat == seat and why_no_throw(g, t) is None)


def why_no_throw(g: OwmState, team: Fireteam) -> Refusal | None:
    """A thrower needs a pair of hands: one soldier neither wounded nor at a crewed gun (A-45,
    A-111), and not Lu's (A-64)."""
    if team.cell == NO_CELL:
        return Refusal("OWM-IMM-01", say("that Fireteam is not on the map"))
    for soldier in g.members(team.id):
        busy = soldier.crewed_in or soldier.assists
        if soldier.can_fight and not busy:
            return None
    return Refusal("OWM-IMM-01", say("all its soldiers are wounded or at a crewed gun (A-45)"))


def why_too_far(g: OwmState, team: Fireteam, cell: Cell, rule: str) -> Refusal | None:
    """The own Terrain or an adjacent one, by this rule; what lies between does not matter."""
    if not 0 <= cell < g.ground.size:
        return Refusal(rule, say("that is not on the map"))
    if g.ground.distance(team.cell, cell) > 1:
        return Refusal(
            rule, say("only the own Terrain or an adjacent one can be chosen"), misfit=True
        )
    return None


def why_unseen(g: OwmState, seat: Seat, cell: Cell) -> Refusal | None:
    """A Terrain cannot be named for an enemy who is hidden there, unless another is seen (A-36)."""
    there = [t for t in g.enemies(seat) if t.cell == cell]
    if there and all(t.stealthed for t in there):
        return Refusal(
            "OWM-STLTH-03", say("the enemy there is in stealth and has not been recognised")
        )
    return None
