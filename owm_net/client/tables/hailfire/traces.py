"""What the other side did in its last turn, as traces on the map: who went from where, who shot at
whom with what result, who was lost. They are there until the player activates somebody."""

from __future__ import annotations

import math
from collections.abc import Iterator

from attrs import frozen

from owm_net.client import theme
from owm_net.client.free_map.bases import RIM
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import marks
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables import since
from owm_net.client.tables.hailfire.common import own_seat, state_of
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS
from owm_net.engine.agenda import Event
from owm_net.games.hailfire.activation import Activated
from owm_net.games.hailfire.artillery import BarrageFell
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.shooting import Fired
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.turn import ACTIVATE, TurnBegun
from owm_net.games.hailfire.words import team_name

NOTICED = 30
"""Who has gone less far has only made room."""


@frozen
class Traces:
    """moves: whence and where to. shots: for each Target from where it was shot at, where it is,
    dice and hits. barrages: middle and radius. lost: where who is gone stood."""

    moves: tuple[tuple[TeamId, Spot, Spot], ...] = ()
    shots: tuple[tuple[TeamId, tuple[Spot, ...], Spot, int, int], ...] = ()
    barrages: tuple[tuple[Spot, int], ...] = ()
    lost: tuple[tuple[TeamId, Spot], ...] = ()


def lines(seen: SeenTable) -> list[int]:
    """Return the lines of the log that tell of it, see `tables.since`."""
    return since.lines(seen, TurnBegun, since.matters)


def draw(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """While the player is asked whom they activate, and has activated nobody yet."""
    if seen.answering.kind is not ACTIVATE or state_of(seen).active != own_seat(seen):
        return
    left = seen.cached("traces", lambda: _traces(seen))
    g = state_of(seen)
    for team, start, end in left.moves:
        colour = RIM[g.teams[team].seat]
        id = f"trace:{team}"
        marks.line(pen, id, chart, (start, end), colour, z=MAP + 30, width=2, dash=5)
        marks.ring(
            pen, f"{id}.from", chart, start, g.teams[team].row.team_class.radius, colour, z=MAP + 30
        )
    for spot, radius in left.barrages:
        marks.ring(
            pen, f"trace.fell:{spot}", chart, spot, radius, theme.REFUSED, z=MAP + 29, fill=40
        )
    for target, starts, end, dice, hits in left.shots:
        for n, start in enumerate(starts):
            id = f"trace.shot:{target}.{n}"
            marks.line(pen, id, chart, (start, end), theme.REFUSED, z=MAP + 31, width=1.4, dash=3)
        told = tr_n("{n} hit of {dice} dice", "{n} hits of {dice} dice", hits, dice=dice)
        at = chart.at(end)
        marks.label(
            pen, f"trace.told:{target}", chart, at, [told], z=TOKENS + 60, edge=theme.REFUSED
        )
    for team, spot in left.lost:
        _cross(pen, chart, f"trace.lost:{team}", spot, tr(team_name(g, team)))


def _cross(pen: Pen, chart: FreeChart, id: str, spot: Spot, name: str) -> None:
    """Mark where somebody was lost."""
    (x, y), r = chart.at(spot), 9.0
    for n, way in enumerate((1, -1)):
        ends = ((x - r, y - way * r), (x + r, y + way * r))
        marks.stroke(pen, f"{id}.{n}", chart, ends, theme.REFUSED, z=TOKENS + 22, width=3)
    told = tr("{team} was lost here", team=name)
    place = Rect(x - r, y - r, 2 * r, 2 * r)
    pen.add(id, "trace", place, z=TOKENS + 23, tooltip=told, label=told)


def _traces(seen: SeenTable) -> Traces:
    shown = lines(seen)
    if not shown or seen.log.past is not None:
        return Traces()
    log, g = seen.log.lines, state_of(seen)
    told = [line.event for line in log[shown[0] :]]
    view = log[shown[0]].view
    own = [e for e in told if isinstance(e, TurnBegun) and e.seat == own_seat(seen)]
    if view is None or not own or _has_acted(told, own[-1]):
        return Traces()
    before = view.state
    assert isinstance(before, HailfireState)
    moves, lost = [], []
    for n in range(len(g.teams)):
        team = TeamId(n)
        then, now = before.teams[n], g.teams[n]
        gone = then.there and now.there and math.dist(then.spot, now.spot) >= NOTICED
        if gone and now.seat != own_seat(seen):
            moves.append((team, then.spot, now.spot))
        elif then.there and now.lost:
            lost.append((team, then.spot))
    fell = [(e.spot, e.radius) for e in told if isinstance(e, BarrageFell)]
    return Traces(tuple(moves), tuple(_shots(before, g, told)), tuple(fell), tuple(lost))


def _has_acted(told: list[Event], begun: TurnBegun) -> bool:
    """Return True if the player has activated somebody in this turn."""
    return any(isinstance(event, Activated) for event in told[told.index(begun) :])


def _shots(
    before: HailfireState, g: HailfireState, told: list[Event]
) -> Iterator[tuple[TeamId, tuple[Spot, ...], Spot, int, int]]:
    """Yield what was fired at each Target, by all who did."""
    found: dict[TeamId, list[Fired]] = {}
    for event in told:
        if isinstance(event, Fired) and g.teams[event.firer].seat != g.active:
            found.setdefault(event.target, []).append(event)

    def place(team: TeamId) -> Spot | None:
        """Where it is, or was when it was lost."""
        for state in (g, before):
            if state.teams[team].there:
                return state.teams[team].spot
        return None

    for target, shots in found.items():
        end = place(target)
        starts = [place(firer) for firer in dict.fromkeys([shot.firer for shot in shots])]
        if end is not None:
            dice = sum([len(shot.faces) for shot in shots])
            hits = sum([face >= shot.number for shot in shots for face in shot.faces])
            yield target, tuple([s for s in starts if s is not None]), end, dice, hits
