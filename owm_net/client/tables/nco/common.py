"""Facts for every part of this table: the state, the selection, the question."""

from __future__ import annotations

from attrs import fields

from owm_net.client.answering.drafting import Sketch
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.free_map.land import Feature, Land
from owm_net.client.maps.asking import few
from owm_net.client.maps.pointing import Stands
from owm_net.client.scene.items import Rect
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.games.nco.ids import NO_SOLDIER, SEATS, SoldierId, Spot
from owm_net.games.nco.layouts import Layout, Piece
from owm_net.games.nco.looking import asked_about
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.set_up import DEPLOY, Deploy
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD

WHO, PATH = fields(Advance).soldier, fields(Advance).path
WEAPON, TARGET, ENEMY = fields(Fire).weapon, fields(Fire).target, fields(Assault).target
"""Fields that several answers have. TARGET: of a shot, which may be at an area; ENEMY: of a
charge."""

LOOKS = {"hill1": "hill", "hill2": "hill", "wall_high": "wall", "wall_low": "wall"}
LOOKS |= {"river": "water", "tower": "house"}
HIGH = ("hill2", "wall_high", "tower")


def state_of(seen: SeenTable) -> NcoState:
    """The state as it is shown."""
    assert seen.view is not None
    g = seen.view.state
    assert isinstance(g, NcoState)
    return g


def own_seat(seen: SeenTable) -> Seat:
    """Return the seat at the foot of the map: the player, or seat 0 where nobody plays."""
    return SEATS[max(0, seen.players.seat)]


def land_of(layout: Layout) -> Land:
    """A layout as it is drawn: what is flat first, the second step of a hill on the first."""
    pieces = sorted(layout.pieces, key=_rank)
    features = [
        Feature(LOOKS.get(p.kind.key, p.kind.key), p.polygon.corners, p.kind.key in HIGH)
        for p in pieces
    ]
    return Land((BOARD, BOARD), tuple(features))


def _rank(piece: Piece) -> int:
    if piece.kind.key.startswith("hill"):
        return piece.kind.top
    return 1000 if piece.kind.solid else 0


def chart_of(room: Rect) -> FreeChart:
    """The map with north at its head, whoever plays."""
    return FreeChart.within(room, (BOARD, BOARD), turned=False)


def stands_of(g: NcoState) -> Stands:
    """Where bases stand, for the ruler."""
    return tuple([(g.soldiers[n].spot[:2], BASE) for n in g.on_field()])


def spot_at(g: NcoState, point: tuple[int, int]) -> Spot:
    """A point of the table with the highest surface there."""
    return Spot((*point, g.ground.surface_at(point)))


def placed(sketch: Sketch) -> tuple[Spot, ...]:
    """The places that soldiers have been given in a deployment."""
    return sketch.all(fields(Deploy).spots) if sketch is not None else ()


def acting(seen: SeenTable) -> SoldierId:
    """Return the soldier of the unfinished answer, or the selected one; NO_SOLDIER for none."""
    answering = seen.answering
    g, sketch = state_of(seen), answering.sketch if answering.is_open else None
    if answering.is_open and answering.kind is DEPLOY:  # the next one who is to be placed
        squad = g.squad(own_seat(seen))
        return squad[min(len(placed(sketch)), len(squad) - 1)]
    soldier = sketch.get(WHO) if sketch is not None else None
    if soldier is not None and g.known(soldier):
        return soldier
    asked = asked_about(g) if answering.is_open else NO_SOLDIER
    if asked != NO_SOLDIER:
        return asked
    looked = SoldierId(seen.ui.selected - 1)
    return looked if g.known(looked) else NO_SOLDIER


def at_once(seen: SeenTable) -> list[Answer]:
    """The answers, where they are few and there is nothing to choose on the map."""
    return few(seen, (SoldierId, Spot))
