"""The choice of a nationality, with the five records side by side."""

from __future__ import annotations

from itertools import islice

from owm_net.client import theme
from owm_net.client.answering.drafting import Light, Pick
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import NOT_YOUR_TURN, state_of, told
from owm_net.client.tables.squadcards.odds import trait_text
from owm_net.client.widgets import outlined
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import NationRow
from owm_net.games.squadcards.notes import HELPED_BY_A_PLUS, HURT_BY_A_PLUS, special_of
from owm_net.games.squadcards.state import CATALOG, Options
from owm_net.games.squadcards.terms import Nation
from owm_net.games.squadcards.words import NATION_WORDS


def unit(area: Rect) -> float:
    """How much larger than usual everything is drawn, so that a large window is not left empty."""
    return max(1.0, min(1.5, area.h / 612, area.w / 1264))


def draw(area: Box, seen: SeenTable) -> None:
    """Five records; a click chooses, a second one confirms."""
    u = unit(area.rect)
    for nation, box in zip(Nation, area.columns(len(Nation), gap=8), strict=True):
        _record(box, seen, nation, u)


def _record(box: Box, seen: SeenTable, nation: Nation, u: float) -> None:
    answering, row, id = seen.answering, CATALOG.nations[nation], f"nation:{nation.value}"
    light = Light(why=NOT_YOUR_TURN)
    if answering.kind:
        light = answering.light(Nation, nation)
    hot = seen.ui.hover == id or light.chosen
    box.add(
        id,
        "nation",
        flags=flags_of(lit=light.lit, chosen=light.chosen),
        action=Pick(Nation, nation),
        why=light.why,
        label=row.people,
        solid=True,
        shape=outlined((52, 48, 34, 250) if hot else theme.PANEL, theme.PANEL_EDGE, 1.2, 7),
    )
    room = box.above(2).inset(8, 6)
    flag = room.cut_top(min(96.0 * u, box.w * 0.4), gap=2 * u)
    flag.inset(-2, 0).add(f"{id}.flag", "image", art=faces.flag(nation))
    title: Lettering = {"role": "title", "size": 24 * u, "colour": theme.GOLD, "anchor": "m"}
    name = tr(NATION_WORDS[row.key]).upper()
    room.cut_top(32 * u).text(f"{id}.title", name, **title)
    _men(room.cut_top(54 * u, gap=4 * u).inset(2, 0), id, nation, row.men)
    _facts(room, id, row, u)
    _traits(room.at(4, 0, room.w - 8, room.h + 6), id, nation, state_of(seen).options, u)


def _men(box: Box, id: str, nation: Nation, men: int) -> None:
    rows = 1 if men <= 12 else 3
    across = -(-men // rows)
    w = min(box.w / across, box.h / rows * 0.8)
    places = box.at((box.w - w * across) / 2, 0, 0, 0).grid(across, w, w * 1.25)
    for i, place in enumerate(islice(places, men)):
        place.add(f"{id}.man{i}", "image", art=faces.man(nation))


def _facts(box: Box, id: str, row: NationRow, u: float) -> None:
    facts = [
        (say("Men"), str(row.men)),
        (say("Cards drawn a turn"), str(row.draw)),
        (say("Hand limit"), str(row.hand_limit)),
        (say("Morale check"), f"{row.morale:+d}" if row.morale else "0"),
        (say("Rally roll"), f"{row.rally:+d}" if row.rally else "0"),
    ]
    tips = {
        "Morale check": told(HURT_BY_A_PLUS),
        "Rally roll": told(HELPED_BY_A_PLUS),
    }
    for n, (name, value) in enumerate(facts):
        line = box.cut_top(24 * u)
        good = (name == "Rally roll" and row.rally > 0) or (
            name == "Morale check" and row.morale < 0
        )
        bad = name == "Morale check" and row.morale > 0
        called = tr("{fact}: good", fact=name) if good else tr("{fact}: bad", fact=name)
        if not (good or bad):
            called = tr(name)
        colour = theme.GOOD if good else theme.REFUSED if bad else theme.CREAM
        room = line.at(6, 0, line.w - 14, line.h)
        right = room.cut_right(36 * u)
        line.add(
            f"{id}.fact{n}",
            "text",
            tooltip=tips.get(name, ""),
            action=Pick(Nation, row.key) if name in tips else None,
            shape=Shape("fill", theme.STRIPE) if n % 2 == 0 else None,
            runs=[
                room.run(called, size=14 * u, colour=theme.SAND),
                right.run(value, role="title", size=19 * u, anchor="r", colour=colour, room=46),
            ],
        )
    box.cut_top(14 * u)


SMALLER = (1.0, 0.93, 0.86, 0.8)
"""How much the lines of a record are shrunk where it has no room for them, the first that does."""

Line = tuple[str, str, theme.Colour, bool]
"""Text, typeface, colour, and whether it goes on with the line before."""


def _traits(box: Box, id: str, nation: Nation, options: Options, usual: float) -> None:
    for u in (usual, *SMALLER):
        lines = _lines(box.pen, nation, options, box.w, u)
        if len(lines) * 17 * u <= box.h + 8 * u:
            break
    for n, (text, role, colour, goes_on) in enumerate(lines):
        line = box.line(n * 17 * u)
        line.cut_left(_bullet(box.pen, u) if goes_on else 0.0)
        line.text(f"{id}.line{n}", text, role=role, size=14 * u, colour=colour)


def _lines(pen: Pen, nation: Nation, options: Options, room: float, u: float) -> list[Line]:
    """Return a nation's special features, and its traits."""
    special = special_of(CATALOG.nations[nation], options)
    lines: list[Line] = [
        *[(line, "bold", theme.LIT, False) for line in pen.wrap(special, "bold", 14 * u, room)],
        ("", "body", theme.CREAM, False),
        (tr("NATIONAL TRAIT, ONE OF:"), "title", theme.GOLD, False),
    ]
    for use in CATALOG.traits[nation]:
        text = trait_text(use, options)
        for n, line in enumerate(pen.wrap(text, "body", 14 * u, room - _bullet(pen, u) - 1)):
            lines.append((line if n else f"• {line}", "body", theme.CREAM, n > 0))
    return lines


def _bullet(pen: Pen, u: float) -> float:
    """How far the lines of a trait begin behind its bullet."""
    return pen.width("• ", "body", 14 * u)
