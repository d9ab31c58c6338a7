"""The share of a side's points: a number, between the two squads that share them."""

from __future__ import annotations

from attrs import fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Confirm, Drafting, Set, Sketch
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import asked_text, state_of
from owm_net.client.widgets import Choice, Numbers, Prompt, number_choice, outlined, panel
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


def draw(box: Box, seen: SeenTable) -> None:
    """How many of the side's points the own squad may cost, and what is left for the partner's."""
    answering = seen.answering
    panel(box, "split", title=tr("Share your side's points"))
    look = answering.look
    if answering.sketch is None or look is None or not isinstance(look.answer, SplitPoints):
        return
    mine, most = look.answer.points, state_of(seen).card.squad_points
    middle = box.centred(min(620.0, box.w - 40), HIGH + SHARE + 24)
    own, other = middle.cut_top(SHARE, gap=24).above(2).columns(2, gap=12)
    partner = _partner(seen)
    _share(own, seen, Seat(seen.players.seat), tr("Your squad"), mine)
    theirs = tr("{name}'s squad", name=seen.players.name(partner))
    _share(other, seen, partner, theirs, most - mine)
    numbers = answering.drafting.numbers(answering.sketch, POINTS)
    said = tr("points for your squad, {rest} for the other", rest=most - mine)
    number_choice(middle, Numbers(numbers, mine, said), lambda points: Set(POINTS, points))


def _share(box: Box, seen: SeenTable, seat: Seat, name: str, points: int) -> None:
    """A squad: its division, and how many points it has."""
    id = f"share:{seat}"
    divisions = state_of(seen).divisions[seat]
    label = tr("{name}: {points} points", name=name, points=points)
    box.add(id, "panel", shape=outlined((44, 42, 34, 255), theme.PANEL_EDGE), label=label)
    room = box.above(1).inset(6, 6)
    soldier = next(s for s, home in CATALOG.division_of.items() if home.key in divisions)
    chip = room.cut_left(room.h * 120 / 150, gap=12)
    chip.add(f"{id}.art", "image", art=faces.chip(soldier), solid=True)
    badge = room.at(room.w - 48, room.h - 48, 46, 46)
    badge.add(f"{id}.badge", "image", art=faces.badge(divisions[0]))
    room.cut_right(2)
    title = room.wrap(CATALOG.divisions[divisions[0]].title, 17, "title", most=2)
    x, y = room.x, room.y + 38
    foot = room.at(0, room.h - 40, room.w - 54, 40)
    said = tr("{points} points", points=points)
    room.inset(-2, -4).add(
        f"{id}.text",
        "text",
        runs=[
            room.line(14).run(name, role="bold", size=15, least=theme.TIGHT),
            *room.pen.runs(title, x, y, 19, role="title", size=17, colour=theme.SAND),
            foot.run(said, role="title", size=28, colour=theme.GOLD),
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
