"""The last roll, what was rolled before, and what would count for an attack now."""

from __future__ import annotations

from itertools import islice

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.match.present import Strip, StripCard
from owm_net.client.scene.items import Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import nation_of, own_seat, state_of
from owm_net.client.tables.squadcards.panels import peeked
from owm_net.client.tables.squadcards.squads import small_card
from owm_net.client.tables.squadcards.telling import PEEK
from owm_net.client.widgets import panel, roll_panel
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


def roll(box: Box, seen: SeenTable) -> None:
    """Draw the last roll or deed: two dice told apart, modifiers, total, result."""
    if not roll_panel(box, seen):
        return
    shown, pen = seen.presenter.strip, box.pen
    room = box.above(1).inset(12, 8)
    title = capital(named(shown.subtitle, seen.players.names))
    large = 15.0 if len(room.wrap(title, 15, "bold")) <= 2 else theme.TIGHT
    head = room.wrap(title, large, "bold", 2 if large == 15.0 else 4)
    room.lines("roll.head", head, step=large + 4, role="bold", size=large, colour=theme.GOLD)
    room.cut_top(12)
    if shown.outcome:
        style: Lettering = {"role": "title", "size": 22, "colour": theme.LIT, "anchor": "m"}
        foot = room.cut_bottom(26)
        foot.add("roll.outcome", "text", runs=[foot.run(tr(shown.outcome).upper(), **style)])
    known = peeked(seen)
    if shown.notes == [PEEK] and known:
        _looked_at(room.above(1).at(0, -4, room.w, room.h + 4), seen, known)
        return
    dice = [one for one in shown.cards if one.art.face == "pip_die"]
    if not dice:
        for one in shown.cards[:1]:
            high = max(40.0, min(room.h - 2, 240.0))
            card = room.at(room.w / 2 - high / 2.8, -4, high / 1.4, high)
            small_card(card, "roll.card", seen, one.art, shown.subtitle)
        if not shown.cards:
            _last_rolls(room.above(1), seen)
        return
    wide = pen.width(shown.total, "title", 38) + 38 if shown.total else 0.0
    size = max(LEAST, min(80.0, room.h - 26, box.w * 0.18))
    beside = room.w - len(dice) * (size + 26) + 12 - wide
    notes = told = [tr(note) for note in shown.notes]
    if (
        max(pen.width(note, "body", 14) for note in [*notes, ""]) > beside
        or 17 * len(notes) > room.h
    ):  # below the dice instead, one after the other
        notes = room.wrap(", ".join(notes), 14, most=3)
        if room.h - 24 - 17 * len(notes) < LEAST:  # they are in the log, and where one points
            notes = []
        size = max(LEAST, min(size, room.h - 24 - 17 * len(notes)))
        place = room.at(0, size + 20 if notes else 0, room.w, 0)
    else:
        place = room.at(len(dice) * (size + 26) - 12, 0, beside, 0)
    _dice(room.at(0, 0, room.w, size), shown, dice)
    text = place.at(-2, -2, place.w + 4, 17.0 * max(1, len(notes)) + 4)
    runs = pen.runs(notes, place.x, place.y + 8, 17, size=14, colour=theme.SAND)
    text.add("roll.notes", "text", tooltip="\n".join([tr("Modifiers"), *told]), runs=runs)


def _dice(box: Box, shown: Strip, dice: list[StripCard]) -> None:
    """The dice from the left, as high as the box; what all comes to at its right."""
    size = box.h
    large: Lettering = {"role": "title", "size": 28}
    middle: Lettering = {**large, "anchor": "m"}
    for i, one in enumerate(dice):
        die = box.at(i * (size + 26), 0, size, size)
        if one.sign:
            die.at(-26, 0, 26, size).text(f"roll.sign{i}", one.sign, **middle)
        die.add(f"roll.die{i}", "die", art=one.art, label=one.caption)
        below: Lettering = {"anchor": "m", "size": 14, "colour": theme.FAINT}
        die.at(-12, size, size + 24, 18).text(f"roll.caption{i}", one.caption, **below)
    if shown.total:
        total = box.cut_right(box.pen.width(shown.total, "title", 38) + 34)
        sum_of = total.run(shown.total, role="title", size=38, anchor="r")
        total.add("roll.total", "text", runs=[total.inset(10, 0).run("=", **large), sum_of])


def _looked_at(box: Box, seen: SeenTable, known: list[CardNumber]) -> None:
    """The cards on top of the deck, side by side, the next one first."""
    high = min(box.h - 22, 210.0, (box.w - 6 * len(known)) / len(known) * 1.4)
    title, options = tr("The next cards, left first; only you know."), state_of(seen).options
    box.cut_top(18, gap=4).text("looked.title", title, size=14, colour=theme.SAND)
    for i, card in enumerate(known):
        place = box.cut_left(high / 1.4, gap=6).at(0, 0, high / 1.4, high)
        small_card(place, f"looked:{i}", seen, faces.card(card, options), face(card).title)


def _last_rolls(box: Box, seen: SeenTable) -> None:
    """The rolls before, from the log, as many as there is room for."""
    rolls = (line for line in reversed(seen.log.lines) if isinstance(line.event, ROLLS))
    lines = [box.wrap(line.text, 14, most=4) for line in islice(rolls, 4)]
    if not lines or box.h < 60:
        return
    head = box.cut_top(18, gap=2)
    head.text("rolls.title", tr("LAST ROLLS"), role="title", size=15, colour=theme.FAINT)
    for n, wrapped in enumerate(lines):
        if box.h < 10 + 17 * len(wrapped):
            break
        colour = theme.SAND if n else theme.CREAM
        box.lines(f"rolls:{n}", wrapped, step=17, gap=6, size=14, colour=colour)


def standing(box: Box, seen: SeenTable) -> None:
    """Draw the standing modifiers of attacks, either way; the cards' own numbers come on top."""
    g = state_of(seen)
    panel(box, "standing", title=tr("What counts for attacks now"))
    own = g.all_of(own_seat(seen))[0]
    foe = g.all_of(opponent(own_seat(seen)))[0]
    if not (g.squads[own].men and g.squads[foe].men):
        return
    rows = box.above(2).inset(6, 0)
    rows.cut_top(31)
    for n, (squad, target) in enumerate(((own, foe), (foe, own))):
        line = rows.cut_top(26, gap=2)
        silent = not may_fire(g, g.squads[squad].seat)
        why = [] if silent else modifiers(g, squad, target, NEUTRAL)
        net = sum([value for _, value in why])
        words = ", ".join(f"{tr(name)} {value:+d}" for name, value in why) or tr("nothing")
        words = tr("no fire in this phase") if silent else words
        nation = nation_of(seen, g.squads[squad].seat)
        who = f"{tr('You') if seen.players.player >= 0 and squad == own else nation}: "
        room = line.at(6, 0, line.w - 14, line.h)
        total = room.cut_right(40)
        name = room.cut_left(room.pen.width(who, "bold", 14), gap=2)
        worth = "–" if silent else f"{net:+d}" if net else "0"
        line.add(
            f"standing:{n}",
            "text",
            solid=True,
            tooltip=tr("{nation} attacking now: {modifiers}", nation=nation, modifiers=words),
            shape=Shape("fill", theme.STRIPE) if n == 0 else None,
            runs=[
                name.run(who, role="bold", size=14),
                *room.squeezed(words, least=12.5, size=14, colour=theme.SAND),
                total.run(worth, role="title", size=20, anchor="r"),
            ],
        )
