"""The map: cells, tokens, the objective, who fires at whom. See `OwmChart` for how it is turned."""

from __future__ import annotations

from math import atan2, degrees, hypot

from attrs import evolve, field, frozen

from owm_net.client import theme, widgets
from owm_net.client.answering.drafting import Pick, Spot
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.grid_map.chart import GridChart, GridPlane
from owm_net.client.grid_map.gliding import glide
from owm_net.client.grid_map.labels import LABELS, labels
from owm_net.client.language import current, tr
from owm_net.client.maps.chart import Point
from owm_net.client.scene.items import Action, Rect, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.lens import Lens
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces, wind
from owm_net.client.tables.owm.shown import state_of
from owm_net.client.widgets import BOARD, TOKENS, tag
from owm_net.client.words import soldiers_in_words
from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say
from owm_net.games.owm.actions.attack import SHOOTER
from owm_net.games.owm.ground import OPEN, Ground
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.state import TERRAINS, OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.tokens import Border, TokenKind
from owm_net.games.owm.words import fireteam_name, place_facts

STRIP = 18.0
NO_LENS = Lens(Rect(0, 0, 1, 1))
GAP = 1.5
"""Between cells, on each side of them."""


@frozen
class OwmChart(GridChart):
    """Where each cell is on the screen. A map that is taller than wide is turned by a quarter,
    so that its cards are larger; the own side is at the left then. lens: through which it is seen.
    """

    lens: Lens = NO_LENS

    @classmethod
    def of(cls, pen: Pen, seen: SeenTable, area: Rect) -> OwmChart:
        """The chart of the map as the player sees it. area: with its labels."""
        g, seat = state_of(seen), Seat(seen.players.seat)
        w, h = g.ground.width, g.ground.height
        turns = 0
        if h > w:
            side = g.sides[seat].value if 0 <= seat < len(g.sides) else "allies"
            anchor = next(iter(g.card.anchors.get(side, ())), "")
            south = bool(anchor) and g.ground.place(g.ground.cell(anchor))[1] * 2 >= h
            turns = 1 if south or not anchor else 3
        frame = Rect(area.x + LABELS, area.y + LABELS, area.w - LABELS, area.h - LABELS)
        whole = cls.within(frame, GridPlane(w, h, turns), widest=1.28, highest=1.05)
        lens = widgets.look_through(pen, frame, seen, whole.cell_size[0])
        return evolve(whole.seen(lens), lens=lens)

    def rect(self, cell: Cell) -> Rect:
        """A cell's box."""
        y, x = divmod(cell, self.plane.width)
        return self.cell((x, y), GAP)

    @property
    def strip(self) -> float:
        """How high the title of a Terrain is."""
        return STRIP * self.letters


@frozen
class BoardMark:
    """A cell's meaning for the question: legal, chosen, or why not. quiet: no frame, because the
    token there has one."""

    lit: bool = False
    chosen: bool = False
    why: str = ""
    tip: str = ""
    action: Action | None = None
    quiet: bool = False


@frozen
class Marks:
    """The lit cells and Fireteams of a question. ground: as it would be with the card about to be
    laid."""

    cells: dict[Cell, BoardMark] = field(factory=dict)
    teams: dict[FireteamId, BoardMark] = field(factory=dict)
    ground: Ground | None = None


def spot(g: OwmState, cell: Cell, first: FireteamId = NO_FIRETEAM) -> Spot:
    """Return the meaning of a press on a cell, or on the token of `first` there: it is chosen, or
    the Fireteam there; where neither is asked for, that Fireteam is shown."""
    place = Pick(Cell, cell)
    if first:
        return Spot((Pick(FireteamId, first), place), Select(first))
    there = [team.id for team in g.fireteams_at(cell)]
    picks = [Pick(FireteamId, team) for team in there]
    return Spot((place, *picks), Select(there[0]) if there else None)


BARE = "map"
"""What `Ui.look` is while only the Terrains are shown, so that what lies under counters is seen."""


def draw(pen: Pen, chart: OwmChart, seen: SeenTable, marks: Marks, tip: str = "") -> None:
    """The whole board: Terrains, tokens, Fireteams and what the question lights up. tip: said of
    what is under the pointer, instead of what it is."""
    g = state_of(seen)
    _labels(pen, chart, g)
    with pen.through(chart.lens):
        _on_map(pen, chart, seen, marks, tip)


def _on_map(pen: Pen, chart: OwmChart, seen: SeenTable, marks: Marks, tip: str) -> None:
    g = state_of(seen)
    way = wind.blown(seen) if g.tokens else ""
    for cell in g.ground.cells:
        mark = marks.cells.get(cell, BoardMark())
        _cell(pen, chart, seen, g, marks.ground or g.ground, cell, mark, tip)
        if seen.ui.look != BARE:
            _tokens_of(pen, chart, g, cell, way)
    if seen.ui.look == BARE:
        return
    _markers(pen, chart, g)
    for team in g.fireteams.values():
        if team.on_map:
            _token(pen, chart, seen, g, team.id, marks.teams.get(team.id, BoardMark()), tip)
    _routes(pen, chart, g)
    link = seen.presenter.strip.link if seen.log.past is None else None
    if (
        link is not None
        and seen.presenter.strip.open
        and (seen.presenter.busy or seen.answering.kind is SHOOTER)
    ):
        _arrow(
            pen,
            "link",
            chart.rect(Cell(link[0])),
            chart.rect(Cell(link[1])),
            (214, 66, 40),
            TOKENS + 60,
        )


def _labels(pen: Pen, chart: OwmChart, g: OwmState) -> None:
    """Letters and numbers at the edges, and the signs above the map."""

    def names(space: Point) -> tuple[str, str]:
        name = g.ground.cell_name(Cell(space[1] * chart.plane.width + space[0]))
        return name[0], name[1:]

    top = labels(pen, chart, names, g.ground.north, GAP)[1]
    frame = chart.lens.frame
    wide, right = chart.cell_size[0] - 2 * GAP, min(chart.area.right - GAP, frame.right)
    rights = (right, right - wide + 20)
    for right, (name, art, told) in zip(rights, faces.signs(g), strict=False):
        place = Rect(right - 39, top - 21, 39, 20.8)  # beside the number of a column
        pen.add(name, "image", place, z=BOARD, art=art, label=told, tooltip=told, solid=True)


def _cell(
    pen: Pen,
    chart: OwmChart,
    seen: SeenTable,
    g: OwmState,
    ground: Ground,
    cell: Cell,
    mark: BoardMark,
    about: str,
) -> None:
    rect = chart.rect(cell)
    is_open = ground.cards[cell] == OPEN
    art = faces.tile(ground, cell, chart.plane.turns, faces.light_over(g, cell))
    id = f"cell:{cell}"
    flags = flags_of(lit=mark.lit, quiet=mark.quiet, chosen=mark.chosen)
    title = tr("open") if is_open else tr(TERRAINS.at(ground, cell).title)
    letters = chart.letters
    name = g.ground.cell_name(cell)
    pen.add(
        id,
        "cell",
        rect,
        z=BOARD + 5,
        art=art,
        flags=flags,
        action=mark.action or spot(g, cell),
        why=mark.why,
        label=f"{name} {title}",
        tooltip=about if about and seen.ui.hover == id else _cell_tip(seen, g, cell, mark),
    )
    if is_open:
        pen.text(
            f"{id}.text",
            name,
            rect.x + 8,
            rect.y + 13 * letters,
            z=BOARD + 7,
            role="label",
            size=14 * letters,
            colour=theme.FAINT,
        )
    else:
        strip = Rect(rect.x + 1, rect.y + 1, rect.w - 2, chart.strip)
        pen.add(
            f"{id}.strip",
            "strip",
            strip,
            z=BOARD + 6,
            shape=Shape("box", (22, 19, 13, 214), (0, 0, 0, 0), 0, 5),
        )
        large, y = 15 * letters, strip.cy + 0.5
        wide = pen.width(name, "title", large)
        room = rect.w - wide - 17
        told = pen.width(title.upper(), "label", large)
        if told > room:  # "Command Post (east)": the place says which
            title = title.partition(" (")[0]
            told = pen.width(title.upper(), "label", large)
        size = large if told <= room else max(theme.SMALL, large * 0.98 * room / told)
        pen.add(
            f"{id}.text",
            "text",
            strip,
            z=BOARD + 7,
            runs=[
                pen.run(name, rect.x + 7, y, role="title", size=large, colour=theme.GOLD),
                pen.run(
                    title.upper(),
                    rect.x + 12 + wide,
                    y,
                    role="label",
                    size=size,
                    room=room,
                    least=11,
                ),
            ],
        )
    bare = seen.ui.look == BARE
    if cell in g.ground.trenches and not bare:
        size = 32 * letters
        box = Rect(rect.right - size - 2, rect.y + chart.strip + 1, size, size)
        pen.add(
            f"trench:{cell}",
            "token",
            box,
            z=BOARD + 8,
            art=ArtKey.of("entrench"),
            label=tr("entrenchment"),
        )
    if mark.lit and not mark.chosen:
        pen.add(
            f"{id}.glow",
            "glow",
            rect,
            z=BOARD + 9,
            shape=Shape("box", (255, 206, 84, 40), (0, 0, 0, 0), 0, 6),
        )


BORDERS = {Border.YELLOW: (255, 214, 64), Border.RED: (226, 60, 44), Border.ORANGE: (255, 150, 40)}
"""The coloured borders of tokens."""
SHORT = {
    TokenKind.SMOKE: say("SMOKE"),
    TokenKind.STAR_SHELL: say("STAR"),
    TokenKind.SATCHEL_CHARGE: say("BOMB"),
}
"""What a token on a Terrain is called where there is little room."""
PICTURES = {TokenKind.STAR_SHELL: "star_shell", TokenKind.SATCHEL_CHARGE: "satchel"}
"""What is drawn of it; Smoke lies over the whole Terrain."""


def _tokens_of(pen: Pen, chart: OwmChart, g: OwmState, cell: Cell, way: str) -> None:
    """Smoke, Star Shell and Satchel Charge below the title, with the border that is up: side by
    side, so that the numbers at the left edge can be read. way: of the wind, as `wind.blown` says.
    """
    tokens = [token for token in g.tokens if token.cell == cell]
    if not tokens:
        return
    rect, letters = chart.rect(cell), chart.letters
    left = rect.x + 2
    beside = rect.right - 2 - (32 * letters if cell in g.ground.trenches else 0)
    if any(m.cell == cell and m.kind in ABOVE for m in rules_of(g).markers(g)):
        beside -= 42 * letters
    for token in tokens:
        id = f"seen:{cell}:{token.kind.name.lower()}"
        if token.kind is TokenKind.SMOKE:
            veil = ArtKey.of("smoke", thick=token.border is Border.YELLOW)
            below = Rect(rect.x, rect.y + chart.strip, rect.w, rect.h - chart.strip)
            pen.add(id, "image", below, z=BOARD + 8, art=veil)
            continue
        size = 30 * letters
        beside -= size
        place = Rect(beside, rect.y + chart.strip + 1, size, size)
        pen.add(id, "image", place, z=TOKENS + 13, art=ArtKey.of(PICTURES[token.kind]))
    for token in tokens:
        text = SHORT[token.kind]
        size = 13 * letters
        wide = pen.width(text, "title", size) + 10
        plate = Rect(left, rect.y + chart.strip + 3, wide, 17 * letters)
        left = plate.right + 2
        id = f"token:{cell}:{token.kind.name.lower()}"
        told = tr("{token}, {border} side up", token=token.kind.word, border=token.border.word)
        edge, box = BORDERS[token.border], Box(pen, plate, TOKENS + 14)
        tag(box, id, text, edge=edge, width=2, radius=4, size=size, label=told)
        if token.kind is TokenKind.SMOKE:
            smoke = Rect(left, plate.y, plate.h * 1.25, plate.h)
            left = wind.sign(pen, g, token, way, chart.plane.turns, smoke)


def _cell_tip(seen: SeenTable, g: OwmState, cell: Cell, mark: BoardMark) -> str:
    facts: list[str] = seen.cached(
        ("facts", cell, current()), lambda: [tr(line) for line in place_facts(g, cell)]
    )
    lines = [*facts]
    if mark.tip:
        lines.append(tr(mark.tip))
    if mark.why:
        lines.append(tr("Not now: {why}", why=mark.why))
    return "\n".join(lines)


ABOVE = ("lu", "truck", "truck_broken", "flag")
"""Markers that lie over the Fireteams of their Terrain: they are tokens of their own."""


def overview(box: Box, g: OwmState) -> None:
    """The Terrains with what the mission has on them, before a match: no words, they are small."""
    plane = GridPlane(g.ground.width, g.ground.height, int(g.ground.height > g.ground.width))
    chart = OwmChart.within(box.rect, plane, widest=1.28, highest=1.05)
    for cell in g.ground.cells:
        name, place = g.ground.cell_name(cell), chart.rect(cell)
        art = faces.tile(g.ground, cell, plane.turns)
        title = listed([name, TERRAINS.at(g.ground, cell).title], " ")
        box.pen.add(f"cell:{cell}", "image", place, z=box.z, art=art, label=tr(title))
    for number, marker in enumerate(rules_of(g).markers(g)):
        place, label = chart.rect(marker.cell), tr(marker.label)
        size = min(place.w, place.h) * 0.7
        sign = Rect(place.cx - size / 2, place.cy - size / 2, size, size)
        art = faces.marker(marker.kind, marker.side.value if marker.side else "")
        id, high = f"marker:{number}", box.z + 1
        box.pen.add(id, "token", sign, z=high, art=art, label=label, tooltip=label)


def _markers(pen: Pen, chart: OwmChart, g: OwmState) -> None:
    """Draw the mission's things on the map, side by side where there are several in one place."""
    taken: dict[Cell, int] = {}
    k = chart.letters
    for number, marker in enumerate(rules_of(g).markers(g)):
        rect, before = chart.rect(marker.cell), taken.get(marker.cell, 0)
        taken[marker.cell] = before + 1
        pen.add(
            f"marker:{number}",
            "token",
            _over_signs(chart, g, marker.cell, before)
            if marker.kind not in ABOVE
            else Rect(rect.right - 45 * k, rect.y + chart.strip, 42 * k, 42 * k),
            z=TOKENS + 30 if marker.kind in ABOVE else BOARD + 10,
            art=faces.marker(marker.kind, marker.side.value if marker.side else ""),
            label=tr(marker.label),
        )


def _over_signs(chart: OwmChart, g: OwmState, cell: Cell, before: int) -> Rect:
    """Where a marker lies that leaves the signs of its Terrain to be seen: beside them, or above
    them where Fireteams stand; and beside an entrenchment. before: how many more there are."""
    rect, k = chart.rect(cell), chart.letters
    signs = rect.h * faces.signs_of(faces.tile(g.ground, cell, chart.plane.turns))
    low, right = rect.bottom - 2 * k, rect.right - k - 26 * k * before
    if signs and not g.fireteams_at(cell):
        right -= rect.h * faces.SIGN
    else:
        low -= signs
    top = rect.y + chart.strip + 1
    size = max(20 * k, min(32 * k, low - top))
    if cell in g.ground.trenches and low - size < top + 32 * k:
        right -= 33 * k
    return Rect(right - size, low - size, size, size)


def token_rect(
    chart: OwmChart, g: OwmState, team_id: FireteamId, seen: SeenTable | None = None
) -> Rect:
    """Where a Fireteam's token is; two in one cell stand side by side."""
    team = g.fireteams[team_id]
    there = [t.id for t in g.fireteams_at(team.cell)]
    rect = chart.rect(team.cell)
    if seen is not None:
        rect = glide(seen, team_id, rect, lambda cell: chart.rect(Cell(cell)))
    size = min(rect.h - chart.strip + 12, rect.w * 0.78)
    dx = 0.0
    if len(there) > 1:
        size *= 0.8
        dx = rect.w * 0.23 * (-1 if there.index(team_id) == 0 else 1)
    middle = rect.cy + chart.strip / 2
    return Rect(rect.cx + dx - size / 2, middle - size / 2, size, size)


def _token(
    pen: Pen,
    chart: OwmChart,
    seen: SeenTable,
    g: OwmState,
    team_id: FireteamId,
    mark: BoardMark,
    about: str,
) -> None:
    rect = token_rect(chart, g, team_id, seen)
    id = f"team:{team_id}"
    flags = flags_of(lit=mark.lit, chosen=mark.chosen)
    tip = about if about and seen.ui.hover == id else team_tip(g, team_id)
    if mark.tip:
        tip += f"\n{mark.tip}"
    if mark.why:
        tip += "\n" + tr("Not now: {why}", why=mark.why)
    pen.add(
        id,
        "token",
        rect.inset(6),
        z=TOKENS + 10,
        art=None,
        flags=flags,
        mark="round",
        action=mark.action or spot(g, g.fireteams[team_id].cell, team_id),
        why=mark.why,
        label=fireteam_name(g, team_id),
        tooltip=tip,
    )
    pen.add(
        f"{id}.art",
        "token.art",
        rect,
        z=TOKENS + 11,
        art=faces.token(g, team_id, chart.plane.turns),
    )
    team = g.fireteams[team_id]
    k = chart.letters
    low = rect.cy - chart.strip / 2 + chart.rect(g.fireteams[team_id].cell).h / 2  # of its cell
    plate = Rect(rect.cx - 17 * k, min(rect.bottom - k, low) - 16 * k, 34 * k, 16 * k)
    count = f"x {len(team.line)}"
    box = Box(pen, plate, TOKENS + 12)
    tag(box, f"{id}.size", count, edge=theme.PANEL_EDGE, radius=7, size=14 * k)
    if team.dug_in:  # above the numbers of the Terrain, unless something lies there
        lies = any(token.cell == team.cell for token in g.tokens)
        y = rect.bottom - 27 * k if lies else rect.y + 6 * k
        pen.add(
            f"{id}.dug",
            "token",
            Rect(rect.x - 3, y, 24 * k, 24 * k),
            z=TOKENS + 12,
            art=ArtKey.of("entrench"),
            label=tr("uses the entrenchment"),
        )


def team_tip(g: OwmState, team_id: FireteamId) -> str:
    """A Fireteam in words."""
    team = g.fireteams[team_id]
    side, men = tr(g.sides[team.seat].word), soldiers_in_words(len(team.line))
    lines = [f"{tr(fireteam_name(g, team_id))}, {side}, {men}"]
    states = team_states(g, team_id)
    if states:
        lines.append(", ".join(states))
    return "\n".join(lines)


def team_states(g: OwmState, team_id: FireteamId) -> list[str]:
    """Everything about a Fireteam that matters, as words."""
    team = g.fireteams[team_id]
    down = sum(1 for s in g.members(team_id) if s.status is Status.SUPPRESSED)
    states = []
    if g.active == team_id:
        states.append(tr("active"))
    if team.is_aloft:
        states.append(tr("aloft over {place}", place=g.ground.cell_name(team.drop_zone)))
    elif not team.on_map and g.round_no:
        states.append(tr("still to arrive"))
    if team.on_the_move:
        states.append(tr("on the move to {place}", place=g.ground.cell_name(team.heading)))
    if team.stealthed:
        states.append(tr("in stealth"))
    if team.dug_in:
        states.append(tr("entrenched"))
    if down:
        states.append(tr("{n} suppressed", n=down))
    if g.is_leaderless(team_id):
        states.append(tr("no Leader"))
    return states


def _routes(pen: Pen, chart: OwmChart, g: OwmState) -> None:
    """Where Fireteams on the move are going."""
    for team in g.fireteams.values():
        if team.on_the_move:
            _arrow(
                pen,
                f"route:{team.id}",
                chart.rect(team.cell),
                chart.rect(team.heading),
                (104, 158, 62),
                TOKENS + 2,
                part=0.42,
            )


def _arrow(
    pen: Pen,
    id: str,
    source: Rect,
    target: Rect,
    colour: tuple[int, ...],
    z: int,
    *,
    part: float = 0.78,
) -> None:
    """An arrow between two cells."""
    dx, dy = target.cx - source.cx, target.cy - source.cy
    length = hypot(dx, dy)
    if length < 1:
        return
    if part < 0.5:
        middle, reach = 0.5, length * part
    else:
        middle, reach = 0.5, max(24.0, length - 58)
    x, y = source.cx + dx * middle, source.cy + dy * middle + STRIP / 2
    pen.add(
        id,
        "arrow",
        Rect(x - reach / 2, y - 11, reach, 22),
        z=z,
        angle=degrees(atan2(dy, dx)),
        shape=Shape("arrow", (*colour, 225), (20, 16, 10, 255), 1.6),
    )
