"""The squad builder: the pool above, or the squads that are ready; the Fireteams below, the points
between."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import (
    Clear,
    Confirm,
    OpenGroup,
    Pick,
    groups_of,
    held_by,
    said,
    values_of,
)
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Rect, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.carrying import CARRIED, group_at
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import ListedSquad, keep_button, squad_list
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.rows import SoldierMark, soldier_row
from owm_net.client.tables.owm.shown import state_of
from owm_net.client.widgets import PANELS, TIP, Choice, Prompt, button, card_zoom, panel, tag
from owm_net.client.words import because, capital
from owm_net.engine.drafts import Draft
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.set_up import AboutSquad, FormSquad, ReadyMade, faults_of, why_no_fireteam
from owm_net.games.owm.state import CATALOG, MAX_FIRETEAM
from owm_net.games.owm.traits.told import facts
from owm_net.games.owm.words import short_division, soldier_name

ROOM_BELOW = 460.0
"""What the points and a Fireteam of eight need below the pool."""


READY_MADE = "ready-made"
"""What the table looks at while the list of squads that are ready lies where the pool is."""


@frozen
class Board:
    """The layout of the builder: a box for each possible Fireteam, those of one division together.

    per_division: how many. lines: who is in each box. current: the box that is being filled.
    """

    divisions: tuple[DivisionKey, ...]
    per_division: int
    lines: tuple[tuple[SoldierId, ...], ...]
    current: int
    points: int

    @classmethod
    def of(cls, seen: SeenTable) -> Board:
        """As the sketch fills it."""
        answering = seen.answering
        told = answering.about
        assert isinstance(told, AboutSquad)
        divisions = state_of(seen).divisions[seen.players.seat]
        boxes = told.fireteams * len(divisions)
        filled = groups_of(answering.sketch, SoldierId)
        lines = (*filled, *[()] * (boxes - len(filled)))
        current = answering.sketch.group if answering.sketch is not None else 0
        return cls(divisions, told.fireteams, lines, min(current, boxes - 1), told.points)

    def home(self, box: int) -> DivisionKey:
        """The division whose soldiers a box takes."""
        return self.divisions[box // self.per_division]

    def name(self, box: int) -> str:
        """A Fireteam as it will be called: "45th 2"."""
        return f"{short_division(self.home(box))} {box % self.per_division + 1}"

    def box_of(self, soldier: SoldierId) -> int | None:
        """Return a soldier's box, None if they are in the pool."""
        return next((i for i, line in enumerate(self.lines) if soldier in line), None)

    def cost(self) -> int:
        """Return the points of all chosen soldiers."""
        return sum(CATALOG.soldiers[s].points for line in self.lines for s in line)

    def laid_out(self, squad: FormSquad) -> FormSquad:
        """A squad with each Fireteam in a box of its division; boxes between them are empty."""
        lines: list[tuple[SoldierId, ...]] = []
        for n, key in enumerate(self.divisions):
            lines += [()] * (n * self.per_division - len(lines))
            lines += [line for line in squad.fireteams if CATALOG.division_of[line[0]].key == key]
        return FormSquad(tuple(lines))


def draw(pen: Pen, area: Rect, seen: SeenTable) -> Iterator[None]:
    """The whole screen: the pool above, the Fireteams below, the bar between them."""
    board = Board.of(seen)
    high_pool = min(area.h * 0.50, max(340.0, area.h - ROOM_BELOW))
    top = Rect(area.x, area.y, area.w, high_pool)
    if seen.ui.look == READY_MADE:
        yield from _ready_made(pen, top, seen, board)
    else:
        _pool(pen, top, seen, board)
        yield
    bar = Rect(area.x, top.bottom + 6, area.w, 40)
    _bar(pen, bar, seen, board)
    _boxes(pen, Rect(area.x, bar.bottom + 6, area.w, area.bottom - bar.bottom - 6), seen, board)
    _carried(pen, seen)


def _carried(pen: Pen, seen: SeenTable) -> None:
    """Draw the soldier who follows the pointer, and the place where they would go."""
    if seen.ui.carried is None:
        return
    x, y = seen.ui.pointer
    group = group_at(pen.scene(), x, y)
    box = next((i for i in pen.items if i.id == f"key:{(group or 0) + 1}"), None)
    if group is not None and box is not None:
        frame = Shape("box", theme.CLEAR, (*theme.CHOSEN, 255), 3, 7)
        pen.add("carried.to", "mark", box.rect.times(1 / pen.k), z=TIP, shape=frame)
    high = 96.0
    place = Rect(x / pen.k - high * 0.4, y / pen.k - high / 2, high * 0.8, high)
    chip = faces.chip(seen.ui.carried)
    pen.add("carried", "image", place, z=TIP + 1, art=chip, opacity=225)


def _pool(pen: Pen, rect: Rect, seen: SeenTable, board: Board) -> None:
    home = board.home(board.current)
    pool = [s for s, division in CATALOG.division_of.items() if division.key == home]
    panel(
        Box(pen, rect),
        "pool",
        title=tr("{title}: click or drag a soldier", title=CATALOG.divisions[home].title),
        note=tr("a star marks a Leader; the number is the cost"),
        sign=faces.badge(home),
    )
    across = max(8, -(-len(pool) // 2))
    gap = 6.0
    high = (rect.h - 36) / 2 - gap
    wide = min((rect.w - 16) / across - gap, high * 0.8)
    high = min(high, wide / 0.8)
    start = rect.cx - (wide + gap) * across / 2 + gap / 2
    for i, soldier in enumerate(pool):
        box = Rect(
            start + (i % across) * (wide + gap),
            rect.y + 31 + (i // across) * ((rect.h - 36) / 2),
            wide,
            high,
        )
        card = CATALOG.soldiers[soldier]
        taken = board.box_of(soldier)
        light = seen.answering.drafting.light(seen.answering.sketch, SoldierId, soldier)
        why = "" if light.chosen else light.why
        id = f"pool:{soldier}"
        free = light.lit and not light.chosen
        flags = flags_of(lit=free, quiet=free, shaded=not free, carried=True)
        pen.add(
            id,
            "soldier",
            box,
            z=PANELS + 3,
            art=faces.chip(soldier),
            flags=flags,
            action=Pick(SoldierId, soldier),
            why=why,
            label=soldier_name(soldier),
        )
        mark = f"{card.points}" if taken is None else tr("FT {n}", n=taken % board.per_division + 1)
        place = Rect(box.right - 34, box.y + high * 0.155, 34, 19)
        ink = theme.CREAM if taken is None else theme.LIT
        tag(pen, f"{id}.tag", mark, place, z=PANELS + 4, size=15, colour=ink, room=32)
        if seen.ui.hover == id and seen.ui.carried is None:
            traits = facts(state_of(seen), soldier)
            points = tr_n("{n} point", "{n} points", card.points)
            name = f"{soldier_name(soldier)}, {points}"
            if taken is not None:
                name = tr("{soldier}: click to put back", soldier=name)
            tip = "\n".join(map(tr, [why, *traits] if traits and why else traits or [why or name]))
            tall = max(280.0, 1.4 * high)  # larger than the card, however large that is
            x = 12.0 if box.cx > pen.w / 2 else pen.w - 12 - tall / 1.4
            card_zoom(
                pen,
                id,
                faces.soldier(soldier),
                Rect(x, rect.bottom + 2, 0, 0),
                soldier_name(soldier),
                tip,
                side="at",
                size=tall,
            )


def _ready_made(pen: Pen, rect: Rect, seen: SeenTable, board: Board) -> Iterator[None]:
    """The squads that can be taken as they are."""
    told = seen.answering.about
    assert isinstance(told, AboutSquad)
    own = _own(seen, told)
    offers = [
        ListedSquad(one.name, one.sentence, _what(one), board.laid_out(one.squad), own=i < len(own))
        for i, one in enumerate((*own, *told.ready))
    ]
    held = held_by(seen.answering.sketch)
    yield
    yield from squad_list(
        pen, rect, seen, offers, lambda squad: held_by(Draft.of(squad)) == held, holds=bool(held)
    )


def _what(one: ReadyMade) -> str:
    teams = tr_n("{n} Fireteam", "{n} Fireteams", len(one.squad.fireteams))
    points = tr_n("{n} point", "{n} points", one.points)
    return f"{points}, {teams}"


def _own(seen: SeenTable, told: AboutSquad) -> list[ReadyMade]:
    """Return the player's kept squads that belong to their divisions here."""
    found = []
    for name, groups in seen.ui.shelf.items():
        lines = tuple([tuple([SoldierId(n) for n in group]) for group in groups if group])
        men = [s for line in lines for s in line]
        homes = [CATALOG.division_of.get(s) for s in men]
        if men and all(h is not None and h.key in told.limits.divisions for h in homes):
            faults = "; ".join(said(fault) for fault in faults_of(lines, told.limits))
            sentence = faults or ", ".join(soldier_name(s) for s in men)
            points = sum(CATALOG.soldiers[s].points for s in men)
            found.append(ReadyMade(name, sentence, points, FormSquad(lines)))
    return found


def _bar(pen: Pen, rect: Rect, seen: SeenTable, board: Board) -> None:
    """Points, and squads to begin with."""
    panel(Box(pen, rect), "presets", dark=True)
    text = tr("{cost} of {points} points", cost=board.cost(), points=board.points)
    place = Rect(rect.x + 14, rect.y, 184, rect.h)
    ink = theme.GOLD
    pen.caption("points", text, place, z=PANELS + 3, size=22, colour=ink, anchor="l", room=180)
    shown = seen.ui.look == READY_MADE
    button(
        Box(pen, Rect(rect.x + 204, rect.y + 5, 230, 30)),
        "ready-made",
        tr("BACK TO THE SOLDIERS") if shown else tr("READY-MADE SQUADS"),
        LookAtShelf(READY_MADE),
        chosen=shown,
        tooltip=tr("The whole division again")
        if shown
        else tr("The historical squad, others that can be taken as they are, and your own"),
    )
    why = "" if values_of(seen.answering.sketch, SoldierId) else tr("choose soldiers first")
    keep_button(pen, Rect(rect.x + 440, rect.y + 5, 190, 30), seen, why)
    button(Box(pen, Rect(rect.right - 82, rect.y + 5, 76, 30)), "clear", tr("CLEAR"), Clear())


def _boxes(pen: Pen, rect: Rect, seen: SeenTable, board: Board) -> None:
    n = len(board.lines)
    gap = 8.0
    wide = (rect.w - gap * (n - 1)) / n
    for i, line in enumerate(board.lines):
        box = Rect(rect.x + i * (wide + gap), rect.y, wide, rect.h)
        current = i == board.current
        cost = sum(CATALOG.soldiers[s].points for s in line)
        lacks = why_no_fireteam(line, board.divisions) if line else None
        id = f"key:{i + 1}"
        edge = theme.LIT if current else theme.PANEL_EDGE
        pen.add(
            id,
            "box",
            box,
            z=PANELS,
            action=OpenGroup(i),
            label=tr("Fireteam {name}", name=board.name(i)),
            tooltip="" if current else tr("Click, or key {key}: soldiers go here then", key=i + 1),
            shape=Shape("box", theme.PANEL, (*edge, 255), 2.4 if current else 1.2, 7),
        )
        sign = "▶ " if current else ""
        men = tr_n("{n} man, {points} p", "{n} men, {points} p", len(line), points=cost)
        note = men if line else tr("empty")
        runs = [
            pen.run(
                board.name(i).upper(),
                box.x + (28 if current else 12),
                box.y + 17,
                role="title",
                size=17,
                colour=theme.GOLD,
                room=wide * 0.5,
            ),
            pen.run(
                note,
                box.right - 10,
                box.y + 17,
                size=14,
                colour=theme.SAND,
                anchor="r",
                room=wide * 0.5,
            ),
        ]
        if current:
            runs.append(
                pen.run(
                    sign.strip(), box.x + 10, box.y + 17, role="bold", size=14, colour=theme.LIT
                )
            )
        if lacks is not None:
            lines = pen.wrap(said(lacks), "body", 14, wide - 16, 2)
            top = box.bottom - 12 - 16 * (len(lines) - 1)
            runs += pen.runs(lines, box.x + 10, top, 16, size=14, colour=theme.REFUSED)
        elif not line and current:
            runs.append(
                pen.run(
                    tr("soldiers you click go here"),
                    box.cx,
                    box.cy,
                    size=14,
                    colour=theme.FAINT,
                    anchor="m",
                    room=wide - 16,
                )
            )
        pen.add(
            f"{id}.text",
            "text",
            Rect(box.x + 4, box.y + 2, wide - 8, box.h - 4),
            z=PANELS + 1,
            runs=runs,
        )
        step = min(38.0, (box.h - 36 - (34 if lacks is not None else 8)) / MAX_FIRETEAM)
        for j, soldier in enumerate(line):
            row = Rect(box.x + 6, box.y + 32 + j * step, wide - 12, step - 2)
            if row.h >= 27:
                mark, flags = SoldierMark(action=Pick(SoldierId, soldier)), [CARRIED]
                soldier_row(pen, row, seen, soldier, None, mark=mark, prefix="picked", flags=flags)
            else:
                _short_row(pen, row, seen, soldier)


def _short_row(pen: Pen, row: Rect, seen: SeenTable, soldier: SoldierId) -> None:
    """A soldier's name where there is no room for more."""
    id = f"picked:{soldier}"
    card = CATALOG.soldiers[soldier]
    pen.add(
        id,
        "soldier",
        row,
        z=PANELS + 3,
        action=Pick(SoldierId, soldier),
        label=soldier_name(soldier),
        flags=[
            CARRIED,
        ],
        shape=Shape("box", (60, 58, 44, 255), (*theme.PANEL_EDGE, 255), 1, 4),
        runs=[
            pen.run(
                soldier_name(soldier) + (" *" if card.is_leader else ""),
                row.x + 8,
                row.cy,
                role="title",
                size=15,
                room=row.w - 50,
            ),
            pen.run(
                str(card.points),
                row.right - 8,
                row.cy,
                role="title",
                size=15,
                anchor="r",
                colour=theme.GOLD,
            ),
        ],
    )
    if seen.ui.hover == id and seen.ui.carried is None:
        note = "\n".join(map(tr, facts(state_of(seen), soldier)))
        card_zoom(pen, id, faces.soldier(soldier), row, soldier_name(soldier), note, side="left")


def _faults(seen: SeenTable) -> list[str]:
    """All that is wrong with the squad, each once, with the rule: what no further soldier can mend
    first."""
    told = seen.answering.about
    lines = [line for line in groups_of(seen.answering.sketch, SoldierId) if line]
    if not lines or not isinstance(told, AboutSquad):
        return []
    faults = sorted(faults_of(lines, told.limits), key=lambda fault: fault.more)
    return list(dict.fromkeys(said(fault) for fault in faults))


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it."""
    answering = seen.answering
    told = answering.about
    detail = capital(because(told.why, told.rule))
    look = answering.drafting.look(answering.sketch)
    why = ""
    if look is not None and look.answer is None:
        why = "; ".join(_faults(seen)) or tr("choose soldiers first")
    if why and values_of(answering.sketch, SoldierId):
        detail = tr("Not ready: {why}", why=why)
    ready = [Choice("confirm", tr("READY"), Confirm(), why=why, tooltip=tr("Enter"))]
    return Prompt(tr("You: {what}", what=told.what), detail, ready)
