"""The share of a side's points: a number, between the two squads that share them."""

from __future__ import annotations

from attrs import fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Confirm, Drafting, Set, Sketch
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import asked_text, state_of
from owm_net.client.widgets import PANELS, Choice, Numbers, Prompt, number_choice, panel
from owm_net.client.widgets.number import HIGH
from owm_net.engine.ids import Seat
from owm_net.games.owm.set_up import SplitPoints
from owm_net.games.owm.state import CATALOG

POINTS = fields(SplitPoints).points
SHARE = 150.0
"""Height of the two squads with their shares."""


def begin(drafting: Drafting) -> Sketch:
    """Half of them, as nearly as the rules allow."""
    sketch = drafting.begin()
    if sketch is None:
        return None
    numbers = drafting.numbers(sketch, POINTS)
    return sketch.with_(POINTS, numbers[(len(numbers) - 1) // 2])


def draw(pen: Pen, area: Rect, seen: SeenTable) -> None:
    """How many of the side's points the own squad may cost, and what is left for the partner's."""
    answering = seen.answering
    panel(Box(pen, area), "split", title=tr("Share your side's points"))
    look = answering.drafting.look(answering.sketch)
    if answering.sketch is None or look is None or not isinstance(look.answer, SplitPoints):
        return
    mine, most = look.answer.points, state_of(seen).card.squad_points
    wide = min(620.0, area.w - 40)
    top = area.cy - (HIGH + SHARE + 24) / 2
    shares = ((Seat(seen.players.seat), tr("Your squad"), mine), (_partner(seen), "", most - mine))
    for n, (seat, name, points) in enumerate(shares):
        half = (wide - 12) / 2
        box = Rect(area.cx - wide / 2 + n * (half + 12), top, half, SHARE)
        _share(
            pen, box, seen, seat, name or tr("{name}'s squad", name=seen.players.name(seat)), points
        )
    number_choice(
        Box(pen, Rect(area.cx - wide / 2, top + SHARE + 24, wide, HIGH)),
        Numbers(
            answering.drafting.numbers(answering.sketch, POINTS),
            mine,
            tr("points for your squad, {rest} for the other", rest=most - mine),
        ),
        lambda points: Set(POINTS, points),
    )


def _share(pen: Pen, box: Rect, seen: SeenTable, seat: Seat, name: str, points: int) -> None:
    """A squad: its division, and how many points it has."""
    id = f"share:{seat}"
    divisions = state_of(seen).divisions[seat]
    pen.add(
        id,
        "panel",
        box,
        z=PANELS + 2,
        shape=Shape("box", (44, 42, 34, 255), (*theme.PANEL_EDGE, 255), 1.2, 6),
        label=tr("{name}: {points} points", name=name, points=points),
    )
    chip_h = box.h - 12
    chip = Rect(box.x + 6, box.y + 6, chip_h * 120 / 150, chip_h)
    soldier = next(s for s, home in CATALOG.division_of.items() if home.key in divisions)
    pen.add(f"{id}.art", "image", chip, z=PANELS + 3, art=faces.chip(soldier), solid=True)
    badge = Rect(box.right - 54, box.bottom - 54, 46, 46)
    pen.add(f"{id}.badge", "image", badge, z=PANELS + 3, art=faces.badge(divisions[0]))
    x = chip.right + 12
    room = box.right - x - 8
    title = pen.wrap(CATALOG.divisions[divisions[0]].title, "title", 17, room, 2)
    pen.add(
        f"{id}.text",
        "text",
        Rect(x - 2, box.y + 2, room + 4, box.h - 4),
        z=PANELS + 3,
        runs=[
            pen.run(name, x, box.y + 20, role="bold", size=15, room=room, least=theme.TIGHT),
            *pen.runs(title, x, box.y + 44, 19, role="title", size=17, colour=theme.SAND),
            pen.run(
                tr("{points} points", points=points),
                x,
                box.bottom - 26,
                role="title",
                size=28,
                colour=theme.GOLD,
                room=room - 54,
            ),
        ],
    )


def _partner(seen: SeenTable) -> Seat:
    """Return the partner, who has the rest."""
    g = state_of(seen)
    return next(s for s in g.side_seats(g.sides[seen.players.seat]) if s != seen.players.seat)


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it."""
    return Prompt(
        *asked_text(seen), [Choice("confirm", tr("CONFIRM"), Confirm(), tooltip=tr("Enter"))]
    )
