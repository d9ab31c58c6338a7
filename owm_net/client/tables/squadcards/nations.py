"""The choice of a nationality, with the five records side by side."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Light, Pick
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape, flags_of
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import NOT_YOUR_TURN, state_of, told
from owm_net.client.tables.squadcards.odds import trait_text
from owm_net.client.widgets import PANELS
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import NationRow
from owm_net.games.squadcards.notes import HELPED_BY_A_PLUS, HURT_BY_A_PLUS, special_of
from owm_net.games.squadcards.state import CATALOG, Options
from owm_net.games.squadcards.terms import Nation
from owm_net.games.squadcards.words import NATION_WORDS


def unit(area: Rect) -> float:
    """How much larger than usual everything is drawn, so that a large window is not left empty."""
    return max(1.0, min(1.5, area.h / 612, area.w / 1264))


def draw(pen: Pen, area: Rect, seen: SeenTable) -> None:
    """Five records; a click chooses, a second one confirms."""
    answering = seen.answering
    wide = (area.w - 4 * 8) / 5
    for i, nation in enumerate(Nation):
        row = CATALOG.nations[nation]
        box = Rect(area.x + i * (wide + 8), area.y, wide, area.h)
        id = f"nation:{nation.value}"
        light = Light(why=NOT_YOUR_TURN)
        if answering.kind:
            light = answering.drafting.light(answering.sketch, Nation, nation)
        chosen = light.chosen
        flags = flags_of(lit=light.lit, chosen=chosen)
        fill = (52, 48, 34, 250) if seen.ui.hover == id or chosen else theme.PANEL
        pen.add(
            id,
            "nation",
            box,
            z=PANELS,
            flags=flags,
            action=Pick(Nation, nation),
            why=light.why,
            label=row.people,
            solid=True,
            shape=Shape("box", fill, (*theme.PANEL_EDGE, 255), 1.2, 7),
        )
        u = unit(area)
        high = min(96.0 * u, wide * 0.4)
        pen.add(
            f"{id}.flag",
            "image",
            Rect(box.x + 6, box.y + 6, wide - 12, high),
            z=PANELS + 2,
            art=faces.flag(nation),
        )
        y = box.y + high + 24 * u
        pen.text(
            f"{id}.title",
            tr(NATION_WORDS[row.key]).upper(),
            box.cx,
            y,
            z=PANELS + 2,
            anchor="m",
            role="title",
            size=24 * u,
            colour=theme.GOLD,
            room=wide - 16,
        )
        men = Rect(box.x + 10, y + 16 * u, wide - 20, 54 * u)
        y = _men(pen, id, men, nation, row.men) + 16 * u
        y = _facts(pen, id, box, y, row, u)
        _traits(pen, id, box, y, nation, state_of(seen).options, u)


def _men(pen: Pen, id: str, rect: Rect, nation: Nation, men: int) -> float:
    rows = 1 if men <= 12 else 3
    across = -(-men // rows)
    w = min(rect.w / across, rect.h / rows * 0.8)
    left = rect.cx - w * across / 2
    for i in range(men):
        pen.add(
            f"{id}.man{i}",
            "image",
            Rect(left + (i % across) * w, rect.y + (i // across) * w * 1.25, w, w * 1.25),
            z=PANELS + 2,
            art=faces.man(nation),
        )
    return rect.bottom


def _facts(pen: Pen, id: str, box: Rect, y: float, row: NationRow, u: float) -> float:
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
        line = Rect(box.x + 8, y - 12 * u, box.w - 16, 24 * u)
        good = (name == "Rally roll" and row.rally > 0) or (
            name == "Morale check" and row.morale < 0
        )
        bad = name == "Morale check" and row.morale > 0
        called = tr("{fact}: good", fact=name) if good else tr("{fact}: bad", fact=name)
        if not (good or bad):
            called = tr(name)
        pen.add(
            f"{id}.fact{n}",
            "text",
            line,
            z=PANELS + 2,
            tooltip=tips.get(name, ""),
            action=Pick(Nation, row.key) if name in tips else None,
            shape=Shape("fill", theme.STRIPE) if n % 2 == 0 else None,
            runs=[
                pen.run(called, line.x + 6, y, size=14 * u, colour=theme.SAND, room=line.w - 50),
                pen.run(
                    value,
                    line.right - 8,
                    y,
                    role="title",
                    size=19 * u,
                    anchor="r",
                    colour=theme.GOOD if good else theme.REFUSED if bad else theme.CREAM,
                    room=46,
                ),
            ],
        )
        y += 24 * u
    return y + 2 * u


SMALLER = (1.0, 0.93, 0.86, 0.8)
"""How much the lines of a record are shrunk where it has no room for them, the first that does."""

Line = tuple[str, str, theme.Colour, bool]
"""Text, typeface, colour, and whether it goes on with the line before."""


def _traits(
    pen: Pen, id: str, box: Rect, y: float, nation: Nation, options: Options, usual: float
) -> None:
    for u in (usual, *SMALLER):
        lines = _lines(pen, nation, options, box.w - 24, u)
        if len(lines) * 17 * u <= box.bottom - y + 8 * u:
            break
    for n, (text, role, colour, goes_on) in enumerate(lines):
        if text:
            inset = _bullet(pen, u) if goes_on else 0.0
            pen.text(
                f"{id}.line{n}",
                text,
                box.x + 12 + inset,
                y + n * 17 * u,
                z=PANELS + 2,
                role=role,
                size=14 * u,
                colour=colour,
            )


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
