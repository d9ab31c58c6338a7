"""The squad builder: the pool above, or the squads that are ready; the Fireteams below, the points
between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.carrying import CARRIED, group_at
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import ListedSquad, keep_button, squad_list
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.rows import SoldierMark, soldier_row
from owm_net.client.tables.owm.shown import state_of
from owm_net.client.widgets import TIP, Choice, Prompt, button, card_zoom, outlined, panel, tag
from owm_net.client.words import because, capital
from owm_net.engine.drafts import Draft
from owm_net.files.squads import Groups
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


def draw(box: Box, seen: SeenTable) -> Iterator[None]:
    """The whole screen: the pool above, the Fireteams below, the bar between them."""
    board, pen = Board.of(seen), box.pen
    pool = box.cut_top(min(box.h * 0.50, max(340.0, box.h - ROOM_BELOW)), gap=6)
    if seen.ui.look == READY_MADE:
        yield from _ready_made(pool, seen, board)
    else:
        _pool(pool, seen, board)
        yield
    _bar(box.cut_top(40, gap=6), seen, board)
    for i, place in enumerate(box.columns(len(board.lines), gap=8)):
        _fireteam(place, seen, board, i)
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


def _pool(box: Box, seen: SeenTable, board: Board) -> None:
    home = board.home(board.current)
    pool = [s for s, division in CATALOG.division_of.items() if division.key == home]
    panel(
        box,
        "pool",
        title=tr("{title}: click or drag a soldier", title=CATALOG.divisions[home].title),
        note=tr("a star marks a Leader; the number is the cost"),
        sign=faces.badge(home),
    )
    across = max(8, -(-len(pool) // 2))
    gap = 6.0
    step = (box.h - 36) / 2
    wide = min((box.w - 16) / across - gap, (step - gap) * 0.8)
    high = min(step - gap, wide / 0.8)
    left = (box.w - (wide + gap) * across + gap) / 2
    places = box.above(3).at(left, 31, 0, 0).grid(across, wide + gap, step)
    for soldier, place in zip(pool, places, strict=False):
        _soldier(place.at(0, 0, wide, high), seen, board, soldier, below=box.bottom + 2)


def _soldier(box: Box, seen: SeenTable, board: Board, soldier: SoldierId, below: float) -> None:
    """Somebody of the pool. below: where their card is shown when it is pointed at."""
    card, taken, pen = CATALOG.soldiers[soldier], board.box_of(soldier), box.pen
    light = seen.answering.light(SoldierId, soldier)
    why = "" if light.chosen else light.why
    id = f"pool:{soldier}"
    free = light.lit and not light.chosen
    box.add(
        id,
        "soldier",
        art=faces.chip(soldier),
        flags=flags_of(lit=free, quiet=free, shaded=not free, carried=True),
        action=Pick(SoldierId, soldier),
        why=why,
        label=soldier_name(soldier),
    )
    mark = f"{card.points}" if taken is None else tr("FT {n}", n=taken % board.per_division + 1)
    ink = theme.CREAM if taken is None else theme.LIT
    corner = box.above(1).at(box.w - 34, box.h * 0.155, 34, 19)
    tag(corner, f"{id}.tag", mark, size=15, colour=ink, room=32)
    if seen.ui.hover == id and seen.ui.carried is None:
        traits = facts(state_of(seen), soldier)
        points = tr_n("{n} point", "{n} points", card.points)
        name = f"{soldier_name(soldier)}, {points}"
        if taken is not None:
            name = tr("{soldier}: click to put back", soldier=name)
        tip = "\n".join(map(tr, [why, *traits] if traits and why else traits or [why or name]))
        tall = max(280.0, 1.4 * box.h)  # larger than the card, however large that is
        at = Rect(12.0 if box.cx > pen.w / 2 else pen.w - 12 - tall / 1.4, below, 0, 0)
        art = faces.soldier(soldier)
        card_zoom(pen, id, art, at, soldier_name(soldier), tip, side="at", size=tall)


def _ready_made(box: Box, seen: SeenTable, board: Board) -> Iterator[None]:
    """The squads that can be taken as they are."""
    told = seen.answering.about
    assert isinstance(told, AboutSquad)
    own = own_squads(seen.ui.shelf, told)
    offers = [
        ListedSquad(one.name, one.sentence, _what(one), board.laid_out(one.squad), own=i < len(own))
        for i, one in enumerate((*own, *told.near))
    ]
    held = held_by(seen.answering.sketch)
    yield
    yield from squad_list(
        box, seen, offers, lambda squad: held_by(Draft.of(squad)) == held, holds=bool(held)
    )


def _what(one: ReadyMade) -> str:
    teams = tr_n("{n} Fireteam", "{n} Fireteams", len(one.squad.fireteams))
    points = tr_n("{n} point", "{n} points", one.points)
    return f"{points}, {teams}"


def own_squads(kept: Mapping[str, Groups], told: AboutSquad) -> list[ReadyMade]:
    """Return the player's kept squads that belong to their divisions here."""
    found = []
    for name, groups in kept.items():
        lines = tuple([tuple([SoldierId(n) for n in group]) for group in groups if group])
        men = [s for line in lines for s in line]
        homes = [CATALOG.division_of.get(s) for s in men]
        if men and all(h is not None and h.key in told.limits.divisions for h in homes):
            faults = "; ".join(said(fault) for fault in faults_of(lines, told.limits))
            sentence = faults or ", ".join(soldier_name(s) for s in men)
            points = sum(CATALOG.soldiers[s].points for s in men)
            found.append(ReadyMade(name, sentence, points, FormSquad(lines)))
    return found


def _bar(box: Box, seen: SeenTable, board: Board) -> None:
    """Points, and squads to begin with."""
    panel(box, "presets", dark=True)
    cost = box.above(3).at(14, 0, 184, box.h)
    text = tr("{cost} of {points} points", cost=board.cost(), points=board.points)
    run = cost.run(text, role="title", size=22, colour=theme.GOLD, room=180)
    cost.add("points", "text", runs=[run])
    row = box.inset(6, 5)
    row.cut_left(198)
    shown = seen.ui.look == READY_MADE
    button(
        row.cut_left(230, gap=6),
        "ready-made",
        tr("BACK TO THE SOLDIERS") if shown else tr("READY-MADE SQUADS"),
        LookAtShelf(READY_MADE),
        chosen=shown,
        tooltip=tr("The whole division again")
        if shown
        else tr("The historical squad, others that can be taken as they are, and your own"),
    )
    why = "" if values_of(seen.answering.sketch, SoldierId) else tr("choose soldiers first")
    keep_button(row.cut_left(190), seen, why)
    button(row.cut_right(76), "clear", tr("CLEAR"), Clear())


def _fireteam(box: Box, seen: SeenTable, board: Board, i: int) -> None:
    """A Fireteam with its soldiers; the one that is being filled is lit."""
    line, current, id = board.lines[i], i == board.current, f"key:{i + 1}"
    cost = sum(CATALOG.soldiers[s].points for s in line)
    lacks = why_no_fireteam(line, board.divisions) if line else None
    edge, width = (theme.LIT, 2.4) if current else (theme.PANEL_EDGE, 1.2)
    box.add(
        id,
        "box",
        action=OpenGroup(i),
        label=tr("Fireteam {name}", name=board.name(i)),
        tooltip="" if current else tr("Click, or key {key}: soldiers go here then", key=i + 1),
        shape=outlined(theme.PANEL, edge, width, 7),
    )
    room = box.inset(10, 0)
    head, half = room.line(17), box.w * 0.5
    runs = [head.run("▶", role="bold", size=14, colour=theme.LIT)] if current else []
    men = tr_n("{n} man, {points} p", "{n} men, {points} p", len(line), points=cost)
    note = men if line else tr("empty")
    runs.append(head.run(note, size=14, colour=theme.SAND, anchor="r", room=half))
    head.cut_left(18 if current else 2)
    name = board.name(i).upper()
    runs.append(head.run(name, role="title", size=17, colour=theme.GOLD, room=half))
    if lacks is not None:
        words = room.pen.wrap(said(lacks), "body", 14, box.w - 16, 2)
        top = room.bottom - 12 - 16 * (len(words) - 1)
        runs += room.pen.runs(words, room.x, top, 16, size=14, colour=theme.REFUSED)
    elif not line and current:
        hint: Lettering = {"size": 14, "colour": theme.FAINT, "anchor": "m", "room": box.w - 16}
        runs.append(room.run(tr("soldiers you click go here"), **hint))
    box.above(1).inset(4, 2).add(f"{id}.text", "text", runs=runs)
    step = min(38.0, (box.h - 36 - (34 if lacks is not None else 8)) / MAX_FIRETEAM)
    rows = box.inset(6, 0)
    rows.cut_top(32)
    for soldier in line:
        row = rows.cut_top(step - 2, gap=2)
        if row.h >= 27:
            mark = SoldierMark(action=Pick(SoldierId, soldier))
            soldier_row(row, seen, soldier, None, mark=mark, prefix="picked", flags=[CARRIED])
        else:
            _short_row(row, seen, soldier)


def _short_row(row: Box, seen: SeenTable, soldier: SoldierId) -> None:
    """A soldier's name where there is no room for more."""
    id = f"picked:{soldier}"
    card = CATALOG.soldiers[soldier]
    name, room = soldier_name(soldier) + (" *" if card.is_leader else ""), row.inset(8, 0)
    points: Lettering = {"role": "title", "size": 15, "anchor": "r", "colour": theme.GOLD}
    row.above(3).add(
        id,
        "soldier",
        action=Pick(SoldierId, soldier),
        label=soldier_name(soldier),
        flags=[CARRIED],
        shape=outlined((60, 58, 44, 255), theme.PANEL_EDGE, 1, 4),
        runs=[
            room.run(name, role="title", size=15, room=row.w - 50),
            room.run(str(card.points), **points),
        ],
    )
    if seen.ui.hover == id and seen.ui.carried is None:
        note = "\n".join(map(tr, facts(state_of(seen), soldier)))
        art = faces.soldier(soldier)
        card_zoom(row.pen, id, art, row.rect, soldier_name(soldier), note, side="left")


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
    look = answering.look
    why = ""
    if look is not None and look.answer is None:
        why = "; ".join(_faults(seen)) or tr("choose soldiers first")
    if why and values_of(answering.sketch, SoldierId):
        detail = tr("Not ready: {why}", why=why)
    ready = [Choice("confirm", tr("READY"), Confirm(), why=why, tooltip=tr("Enter"))]
    return Prompt(tr("You: {what}", what=told.what), detail, ready)
