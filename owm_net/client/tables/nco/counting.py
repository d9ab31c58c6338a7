"""The counts beside the map: the men of both sides, their dice in the bag, and the points."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.client import theme
from owm_net.client.free_map.bases import RIM
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco.common import own_seat, state_of
from owm_net.client.widgets import PANELS, button, panel
from owm_net.engine.ids import Seat
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.missions import SAID, progress
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.victory import level, scores, standing
from owm_net.games.nco.weighing import mission_of
from owm_net.games.nco.words import seat_name

POINTS = "points"
"""What `Ui.look` is while the points are told in the place of the log."""
STEP = 17.0


def sides(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Of each side its men, its order dice in the bag and its points; below them who leads."""
    g = state_of(seen)
    panel(Box(pen, rect), "bag", title=tr("The bag"))
    label = tr("POINTS")
    wide = pen.width(label, "title", 14) + 20
    button(
        Box(pen, Rect(rect.right - wide - 6, rect.y + 4, wide, 23)),
        "points",
        label,
        LookAt(POINTS),
        key="t",
        chosen=seen.ui.look == POINTS,
        tooltip=tr("Sources of points, as the battle stands"),
        size=14,
    )
    left, points = g.bag(), scores(g)
    for i, seat in enumerate((own_seat(seen), SEATS[1 - own_seat(seen)])):
        y = rect.y + 40 + i * 38
        # of one nation both, the players' names are shorter than its own with the seat
        who = seen.players.name(seat) if g.nations[0] == g.nations[1] else seat_name(g, seat)
        text = tr(
            "{men} men, {dice} dice, {points} points",
            men=len(g.squad(seat)),
            dice=left[seat],
            points=points[seat],
        )
        shape = Shape("box", RIM[seat], (20, 18, 14, 255), 1.4, 4)
        pen.add(
            f"bag:{seat}.die", "die", Rect(rect.x + 12, y - 8, 18, 18), z=PANELS + 2, shape=shape
        )
        room = rect.w - 42
        pen.add(
            f"bag:{seat}",
            "text",
            Rect(rect.x + 32, y - 12, rect.w - 38, 38),
            z=PANELS + 2,
            tooltip="\n".join([f"{tr(seat_name(g, seat))}: {text}", *_parts(g, seat)]),
            runs=[
                pen.run(who, rect.x + 36, y, size=theme.SMALL, room=room, least=10),
                pen.run(
                    text,
                    rect.x + 36,
                    y + 17,
                    role="bold",
                    size=14,
                    colour=theme.GOLD,
                    room=room,
                    least=11,
                ),
            ],
        )
    lead = leading(g)
    pen.caption(
        "lead",
        lead,
        Rect(rect.x + 4, rect.bottom - 22, rect.w - 8, 20),
        z=PANELS + 2,
        tooltip=lead,
        anchor="l",
        inset=8,
        role="body",
        size=theme.SMALL,
        colour=theme.SAND,
        room=rect.w - 22,
        least=11,
    )


def leading(g: NcoState, named: bool = False) -> str:
    """How clear a victory it were if the battle ended now; named: and whose."""
    points = scores(g)
    ahead = points[0] - points[1]
    if not ahead:
        return tr("now a draw")
    what = level(abs(ahead))
    if not named:
        return tr("{n} ahead: {level}", n=abs(ahead), level=what)
    side = seat_name(g, SEATS[ahead < 0])
    return tr("{side}, {n} ahead: {level}", side=side, n=abs(ahead), level=what)


def points(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Draw the sources of both sides' points; other sources of the scenario are listed with 0."""
    panel(Box(pen, rect), "standing", title=tr("Points"))
    lines = list(told(seen))
    room = max(1, int((rect.h - 40) / STEP))
    runs = []
    wrapped = [
        (part, colour, n > 0)
        for text, colour in lines
        for n, part in enumerate(pen.wrap(text, "body", theme.SMALL, rect.w - 30))
    ]
    for n, (part, colour, goes_on) in enumerate(wrapped[:room]):
        runs.append(
            pen.run(
                part,
                rect.x + (19 if goes_on else 11),
                rect.y + 40 + n * STEP,
                size=theme.SMALL,
                colour=colour,
                room=rect.w - 22,
            )
        )
    pen.add(
        "standing.text",
        "text",
        Rect(rect.x + 4, rect.y + 28, rect.w - 8, rect.h - 32),
        z=PANELS + 2,
        tooltip="\n".join([text for text, _ in lines]),
        runs=runs,
    )


def told(seen: SeenTable) -> Iterator[tuple[str, theme.Colour]]:
    """The lines of it, each with its colour."""
    g, view = state_of(seen), seen.view
    assert view is not None
    totals = scores(g)
    for seat in (own_seat(seen), SEATS[1 - own_seat(seen)]):
        yield tr("{side}: {points}", side=seat_name(g, seat), points=totals[seat]), theme.GOLD
        for part in _parts(g, seat):
            yield part, theme.CREAM
    yield leading(g, named=True), theme.LIT
    mission = mission_of(view)
    if mission is not None:
        far = progress(g, Seat(seen.players.seat), mission)
        yield (
            tr("Your secret mission: {what} ({far})", what=SAID[mission], far=far),
            theme.SAND,
        )


def _parts(g: NcoState, seat: Seat) -> list[str]:
    return [tr("{points} - {what}", points=points, what=what) for what, points in standing(g, seat)]
