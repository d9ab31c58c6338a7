"""The last roll, what was rolled before, and what would count for an attack now."""

from __future__ import annotations

from itertools import islice

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.match.present import Strip, StripCard
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import nation_of, own_seat, state_of
from owm_net.client.tables.squadcards.panels import peeked
from owm_net.client.tables.squadcards.squads import small_card
from owm_net.client.tables.squadcards.telling import PEEK
from owm_net.client.widgets import PANELS, panel, roll_panel
from owm_net.client.words import capital
from owm_net.engine.ids import CardNumber
from owm_net.engine.text import named
from owm_net.games.squadcards.attack import Attacked, modifiers
from owm_net.games.squadcards.cards.minefield import MinesExploded
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import opponent
from owm_net.games.squadcards.notes import may_fire
from owm_net.games.squadcards.phases.morale import MoraleChecked, Routed
from owm_net.games.squadcards.phases.rally import RallyRolled
from owm_net.games.squadcards.set_up import FirstRoll
from owm_net.games.squadcards.state import face

ROLLS = (Attacked, MoraleChecked, RallyRolled, Routed, MinesExploded, FirstRoll)
"""Events that are rolls."""

NEUTRAL = Use(key="", title="")
"""A weapon without a number of its own: what is left are the circumstances."""

LEAST = 28.0
"""The smallest size of a die."""


def roll(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Draw the last roll or deed: two dice told apart, modifiers, total, result."""
    if not roll_panel(pen, rect, seen):
        return
    shown, z = seen.presenter.strip, PANELS + 1
    x, room = rect.x + 12, rect.w - 24
    title = capital(named(shown.subtitle, seen.players.names))
    large = 15.0 if len(pen.wrap(title, "bold", 15, room)) <= 2 else theme.TIGHT
    head = pen.wrap(title, "bold", large, room, 2 if large == 15.0 else 4)
    step = large + 4
    pen.add(
        "roll.head",
        "text",
        Rect(rect.x + 4, rect.y + 4, rect.w - 8, 18 + step * len(head)),
        z=z,
        runs=pen.runs(head, x, rect.y + 18, step, role="bold", size=large, colour=theme.GOLD),
    )
    y = rect.y + 20 + step * len(head)
    foot = rect.bottom - 8
    outcome = pen.wrap(tr(shown.outcome).upper(), "title", 22, room, 1) if shown.outcome else []
    if outcome:
        foot -= 26
        line = Rect(x - 4, foot, room + 8, 26)
        pen.caption("roll.outcome", outcome[0], line, z=z, size=22, colour=theme.LIT, room=room)
    known = peeked(seen)
    if shown.notes == [PEEK] and known:
        _looked_at(pen, Rect(x, y - 4, room, foot - y + 4), seen, known)
        return
    dice = [one for one in shown.cards if one.art.face == "pip_die"]
    if not dice:
        for one in shown.cards[:1]:
            high = max(40.0, min(foot - y - 2, 240.0))
            box = Rect(rect.cx - high / 2.8, y - 4, high / 1.4, high)
            small_card(pen, "roll.card", box, seen, one.art, shown.subtitle, z=z)
        if not shown.cards:
            _last_rolls(pen, Rect(rect.x + 8, y, rect.w - 16, foot - y), seen)
        return
    wide = pen.width(shown.total, "title", 38) + 38 if shown.total else 0.0
    size = max(LEAST, min(80.0, foot - y - 26, rect.w * 0.18))
    beside = rect.w - 24 - len(dice) * (size + 26) + 12 - wide
    notes = told = [tr(note) for note in shown.notes]
    if (
        max(pen.width(note, "body", 14) for note in [*notes, ""]) > beside
        or 17 * len(notes) > foot - y
    ):  # below the dice instead, one after the other
        notes = pen.wrap(", ".join(notes), "body", 14, room, 3)
        if foot - y - 24 - 17 * len(notes) < LEAST:  # they are in the log, and where one points
            notes = []
        size = max(LEAST, min(size, foot - y - 24 - 17 * len(notes)))
        below = size + 20 if notes else 0.0
        place = Rect(x, y + below, room, foot - y - below)
    else:
        place = Rect(x + len(dice) * (size + 26) - 12, y, beside, foot - y)
    _dice(pen, Rect(x, y, rect.right - 12 - x, size), shown, dice, z)
    pen.add(
        "roll.notes",
        "text",
        Rect(place.x - 2, place.y - 2, place.w + 4, 17.0 * max(1, len(notes)) + 4),
        z=z,
        tooltip="\n".join([tr("Modifiers"), *told]),
        runs=pen.runs(notes, place.x, place.y + 8, 17, size=14, colour=theme.SAND),
    )


def _dice(pen: Pen, rect: Rect, shown: Strip, dice: list[StripCard], z: int) -> None:
    """The dice from the left, as high as `rect`; what all comes to at its right."""
    size = rect.h
    for i, one in enumerate(dice):
        left = rect.x + i * (size + 26)
        if one.sign:
            pen.text(
                f"roll.sign{i}",
                one.sign,
                left - 13,
                rect.y + size / 2,
                z=z,
                anchor="m",
                role="title",
                size=28,
            )
        pen.add(
            f"roll.die{i}",
            "die",
            Rect(left, rect.y, size, size),
            z=z,
            art=one.art,
            label=one.caption,
        )
        pen.text(
            f"roll.caption{i}",
            one.caption,
            left + size / 2,
            rect.bottom + 9,
            z=z,
            anchor="m",
            size=14,
            colour=theme.FAINT,
            room=size + 24,
        )
    if shown.total:
        wide = pen.width(shown.total, "title", 38) + 34
        pen.add(
            "roll.total",
            "text",
            Rect(rect.right - wide, rect.y, wide, size + 6),
            z=z,
            runs=[
                pen.run("=", rect.right - wide + 10, rect.y + size / 2, role="title", size=28),
                pen.run(
                    shown.total,
                    rect.right,
                    rect.y + size / 2,
                    role="title",
                    size=38,
                    anchor="r",
                    colour=theme.CREAM,
                ),
            ],
        )


def _looked_at(pen: Pen, rect: Rect, seen: SeenTable, known: list[CardNumber]) -> None:
    """The cards on top of the deck, side by side, the next one first."""
    high = min(rect.h - 22, 210.0, (rect.w - 6 * len(known)) / len(known) * 1.4)
    wide = high / 1.4
    pen.text(
        "looked.title",
        tr("The next cards, left first; only you know."),
        rect.x,
        rect.y + 9,
        z=PANELS + 2,
        size=14,
        colour=theme.SAND,
        room=rect.w,
    )
    for i, card in enumerate(known):
        small_card(
            pen,
            f"looked:{i}",
            Rect(rect.x + i * (wide + 6), rect.y + 22, wide, high),
            seen,
            faces.card(card, state_of(seen).options),
            face(card).title,
            z=PANELS + 2,
        )


def _last_rolls(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """The rolls before, from the log, as many as there is room for."""
    rolls = (line for line in reversed(seen.log.lines) if isinstance(line.event, ROLLS))
    lines = [pen.wrap(line.text, "body", 14, rect.w - 14, 4) for line in islice(rolls, 4)]
    if not lines or rect.h < 60:
        return
    pen.text(
        "rolls.title",
        tr("LAST ROLLS"),
        rect.x + 4,
        rect.y + 9,
        z=PANELS + 2,
        role="title",
        size=15,
        colour=theme.FAINT,
    )
    y = rect.y + 30
    for n, wrapped in enumerate(lines):
        if y + 17 * len(wrapped) > rect.bottom:
            break
        pen.add(
            f"rolls:{n}",
            "text",
            Rect(rect.x, y - 10, rect.w, 17.0 * len(wrapped) + 4),
            z=PANELS + 2,
            runs=pen.runs(
                wrapped, rect.x + 4, y, 17, size=14, colour=theme.SAND if n else theme.CREAM
            ),
        )
        y += 17 * len(wrapped) + 6


def standing(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Draw the standing modifiers of attacks, either way; the cards' own numbers come on top."""
    g = state_of(seen)
    panel(Box(pen, rect), "standing", title=tr("What counts for attacks now"))
    own = g.all_of(own_seat(seen))[0]
    foe = g.all_of(opponent(own_seat(seen)))[0]
    if not (g.squads[own].men and g.squads[foe].men):
        return
    for n, (squad, target) in enumerate(((own, foe), (foe, own))):
        silent = not may_fire(g, g.squads[squad].seat)
        why = [] if silent else modifiers(g, squad, target, NEUTRAL)
        net = sum([value for _, value in why])
        words = ", ".join(f"{tr(name)} {value:+d}" for name, value in why) or tr("nothing")
        words = tr("no fire in this phase") if silent else words
        y = rect.y + 44 + n * 28
        line = Rect(rect.x + 6, y - 13, rect.w - 12, 26)
        nation = nation_of(seen, g.squads[squad].seat)
        who = f"{tr('You') if seen.players.player >= 0 and squad == own else nation}: "
        wide = pen.width(who, "bold", 14)
        pen.add(
            f"standing:{n}",
            "text",
            line,
            z=PANELS + 2,
            solid=True,
            tooltip=tr("{nation} attacking now: {modifiers}", nation=nation, modifiers=words),
            shape=Shape("fill", theme.STRIPE) if n == 0 else None,
            runs=[
                pen.run(who, line.x + 6, y, role="bold", size=14, room=line.w / 2),
                *pen.squeezed(
                    words,
                    line.x + 8 + wide,
                    y,
                    size=14,
                    colour=theme.SAND,
                    room=line.w - wide - 56,
                    high=line.h,
                    least=12.5,
                ),
                pen.run(
                    "–" if silent else f"{net:+d}" if net else "0",
                    line.right - 8,
                    y,
                    role="title",
                    size=20,
                    anchor="r",
                    room=40,
                ),
            ],
        )
