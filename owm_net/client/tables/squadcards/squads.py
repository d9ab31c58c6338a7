"""A squad's panel: men, ground with its markers, states, objectives, hand."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Action, Rect, Run, Shape, flags_of
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Read
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import mark_of, men_left, own_seat, state_of, told
from owm_net.client.widgets import PANELS, card_zoom
from owm_net.client.words import because, capital
from owm_net.engine.ids import Seat
from owm_net.games.squadcards.ids import OPEN, SquadId
from owm_net.games.squadcards.notes import HAND_LIMIT, OBJECTIVES, OPEN_GROUND, marks_of
from owm_net.games.squadcards.state import CATALOG, OBJECTIVES_TO_WIN, Squad, SquadState
from owm_net.games.squadcards.victory import starting_men
from owm_net.games.squadcards.words import NATION_WORDS, number_of, squad_name, terrain_title

BAD: theme.Colour = (112, 40, 30, 255)
GOOD: theme.Colour = (62, 84, 40, 255)
PLAIN: theme.Colour = (56, 54, 44, 255)
Chip = tuple[str, theme.Colour, str]


def chips_of(g: SquadState, squad: Squad) -> list[Chip]:
    """A squad's states as words, what is worst first, each with what it means."""
    tones = {False: BAD, None: PLAIN, True: GOOD}
    return [(tr(mark.name).upper(), tones[mark.good], told(mark)) for mark in marks_of(g, squad)]


def draw(
    pen: Pen,
    rect: Rect,
    seen: SeenTable,
    index: SquadId,
    *,
    seat_row: bool = True,
) -> None:
    """The panel of one squad; its form follows from the height. seat_row: objectives and hand
    at the foot."""
    g = state_of(seen)
    squad = g.squads[index]
    id = f"squad:{index}"
    mark = mark_of(seen, index)
    light = mark.light
    several = g.squads_each > 1  # else there is nothing to tell apart
    flags = flags_of(lit=light.lit and several, chosen=light.chosen and several)
    mine = squad.seat == own_seat(seen)
    edge = theme.LIT if g.active == squad.seat and g.turn else theme.PANEL_EDGE
    pen.add(
        id,
        "squad",
        rect,
        z=PANELS,
        flags=flags,
        action=mark.action,
        why=light.why,
        solid=True,
        label=squad_name(g, index),
        shape=Shape("box", theme.PANEL, (*edge, 255), 1.8 if edge is theme.LIT else 1.2, 7),
    )
    _head(pen, rect, seen, index, mine)
    y = rect.y + 54
    foot = rect.bottom - (46 if seat_row else 4)
    chips = chips_of(g, squad)
    rows = _chip_rows(pen, chips, rect.w - 16)
    tall = rect.h > 300
    men_h = min(62.0, 34 + (rect.h - 366) * 0.12) if tall else 22 + max(0.0, rect.h - 196) * 0.2
    if squad.men > 24 and tall:
        men_h += 12
    _men(pen, Rect(rect.x + 8, y, rect.w - 16, men_h), g, squad, index)
    y += men_h + 5
    most = 3 if tall else 2
    chips_h = 25.0 * min(most, max(2 if tall else 1, len(rows)))
    ground = Rect(rect.x + 8, y, rect.w - 16, foot - chips_h - 6 - y)
    if ground.h > 50:
        _ground(pen, ground, seen, index)
    elif ground.h > 15:
        pen.text(
            f"{id}.ground",
            _ground_words(g, index),
            ground.x + 3,
            ground.cy,
            z=PANELS + 2,
            size=14,
            colour=theme.SAND,
            room=ground.w,
        )
    _chips(pen, Rect(rect.x + 8, foot - chips_h, rect.w - 16, chips_h), id, rows[:most])
    if seat_row:
        _foot(pen, Rect(rect.x + 8, rect.bottom - 42, rect.w - 16, 38), seen, squad.seat)


def _head(pen: Pen, rect: Rect, seen: SeenTable, index: SquadId, mine: bool) -> None:
    g = state_of(seen)
    squad = g.squads[index]
    number = str(number_of(g, index)) if g.squads_each > 1 else ""
    pen.add(
        f"squad:{index}.badge",
        "token",
        Rect(rect.x + 4, rect.y + 4, 46, 46),
        z=PANELS + 2,
        art=faces.badge(squad.nation, number),
    )
    waiting = squad.seat in seen.waiting_for() and not seen.presenter.busy
    name = f"{tr(NATION_WORDS[squad.nation])} {number}".strip()  # whose it is stands below
    who = tr("you") if mine and seen.players.player >= 0 else seen.players.name(squad.seat)
    if waiting:
        who = tr("{name}, to decide", name=who)
    x = rect.x + 56
    room = rect.w - 56 - 78
    pen.add(
        f"squad:{index}.head",
        "text",
        Rect(x - 2, rect.y + 2, room + 4, 48),
        z=PANELS + 2,
        runs=[
            *pen.squeezed(
                tr(name).upper(),
                x,
                rect.y + 18,
                role="title",
                size=21,
                colour=theme.GOLD,
                room=room,
                high=28,
                least=14,
            ),
            pen.run(
                who,
                x,
                rect.y + 39,
                size=14,
                colour=theme.LIT if waiting else theme.SAND,
                room=room,
                least=theme.TIGHT,
            ),
        ],
    )
    began = starting_men(g, squad.nation)
    pen.add(
        f"squad:{index}.count",
        "text",
        Rect(rect.right - 78, rect.y + 2, 74, 48),
        z=PANELS + 2,
        runs=[
            pen.run(
                str(squad.men),
                rect.right - 42,
                rect.y + 25,
                role="title",
                size=36,
                anchor="r",
                colour=theme.CREAM,
                room=40,
            ),
            *(_of(pen, rect, began) if squad.men <= began else []),
        ],
        tooltip=capital(men_left(squad.men, began)),
    )


def _of(pen: Pen, rect: Rect, began: int) -> list[Run]:
    """Beside the men that are left: of how many."""
    x, faint = rect.right - 36, theme.FAINT
    return [
        pen.run(tr("of"), x, rect.y + 17, size=14, colour=faint),
        pen.run(str(began), x, rect.y + 35, role="title", size=17, colour=faint, room=32),
    ]


def _men(pen: Pen, rect: Rect, g: SquadState, squad: Squad, index: SquadId) -> None:
    """One figure for each man, the fallen dark."""
    n = max(squad.men, starting_men(g, squad.nation))
    best = 0.0
    across = n
    for rows in (1, 2, 3):
        columns = -(-n // rows)
        wide = min(rect.w / columns, rect.h / rows * 0.8)
        if wide > best:
            best, across = wide, columns
    wide, high = best, best * 1.25
    for i in range(n):
        box = Rect(rect.x + (i % across) * wide, rect.y + (i // across) * high, wide, high)
        pen.add(
            f"squad:{index}.man{i}",
            "image",
            box,
            z=PANELS + 2,
            art=faces.man(squad.nation, i >= squad.men),
        )


def _ground_words(g: SquadState, index: SquadId) -> str:
    squad = g.squads[index]
    terrain, cover = terrain_title(g, index), squad.cover
    if squad.ground is not None and squad.ground.attack_bonus:
        return tr("{terrain}: cover {cover}, attacks +1", terrain=terrain, cover=cover)
    return tr("{terrain}: cover {cover}", terrain=terrain, cover=cover)


def _ground(pen: Pen, rect: Rect, seen: SeenTable, index: SquadId) -> None:
    """The landscape the squad is in, with the cards that lie on its position."""
    g = state_of(seen)
    squad = g.squads[index]
    id = f"ground:{index}"
    kind = squad.ground.key if squad.ground is not None else ""
    why = because(OPEN_GROUND.words, OPEN_GROUND.rule)
    tip = tr("Open terrain: {why}", why=why)
    if squad.concealed:
        tip = tr("Open terrain with Concealment: {why}", why=why)
    pen.add(
        id,
        "card",
        rect,
        z=PANELS + 2,
        art=faces.land(kind),
        solid=True,
        label=_ground_words(g, index),
        tooltip="" if squad.terrain != OPEN else tip,
    )
    bar = Rect(rect.x, rect.bottom - 27, rect.w, 27)
    pen.add(
        f"{id}.bar",
        "panel",
        bar,
        z=PANELS + 3,
        shape=Shape("box", (22, 20, 15, 225), (0, 0, 0, 0), 0, 6),
    )
    pen.add(
        f"{id}.text",
        "text",
        bar,
        z=PANELS + 4,
        runs=[
            pen.run(
                tr(terrain_title(g, index)).upper(),
                bar.x + 9,
                bar.cy,
                role="title",
                size=18,
                room=bar.w - 96,
            ),
            pen.run(
                tr("COVER {cover}", cover=squad.cover),
                bar.right - 8,
                bar.cy,
                role="title",
                size=18,
                colour=theme.LIT if squad.cover else theme.FAINT,
                anchor="r",
                room=80,
            ),
        ],
    )
    if squad.terrain != OPEN and seen.ui.hover == id:
        card_zoom(
            pen, id, faces.card(squad.terrain, g.options), rect, "", "", side="above", lift=-rect.h
        )
    high = min(rect.h - 34, 92.0)
    for i, card in enumerate([*squad.attached, *squad.flanking]):
        wide = high / 1.4
        box = Rect(rect.right - 6 - wide - i * wide * 0.45, rect.y + 4, wide, high)
        small_card(
            pen,
            f"attached:{index}:{i}",
            box,
            seen,
            faces.card(card, g.options),
            CATALOG.faces[card].title,
            z=PANELS + 6 + i,
        )


def small_card(
    pen: Pen,
    id: str,
    box: Rect,
    seen: SeenTable,
    art: ArtKey,
    label: str,
    *,
    z: int = PANELS + 6,
    action: Action | None = None,
    flags: tuple[str, ...] = (),
    why: str = "",
) -> None:
    """A card on the table; enlarged while the pointer is on it."""
    pen.add(
        id,
        "card",
        box,
        z=z,
        art=art,
        label=label,
        solid=True,
        action=action or Read(),
        flags=flags,
        why=why,
    )
    if seen.ui.hover == id:
        card_zoom(pen, id, art, box, label, "", side="left" if box.cx > pen.w / 2 else "above")


def _chip_rows(pen: Pen, chips: list[Chip], room: float) -> list[list[tuple[Chip, float]]]:
    rows: list[list[tuple[Chip, float]]] = [[]]
    used = 0.0
    for chip in chips:
        wide = pen.width(chip[0], "title", 15) + 16
        if used and used + wide > room:
            rows.append([])
            used = 0.0
        rows[-1].append((chip, wide))
        used += wide + 4
    return rows


def _chips(pen: Pen, rect: Rect, id: str, rows: list[list[tuple[Chip, float]]]) -> None:
    if not rows or not rows[0]:
        pen.text(
            f"{id}.calm",
            tr("steady, not under fire"),
            rect.x + 3,
            rect.y + 11,
            z=PANELS + 2,
            size=14,
            colour=theme.FAINT,
            room=rect.w,
        )
        return
    for j, row in enumerate(rows):
        x = rect.x
        for (text, tone, tip), wide in row:
            box = Rect(x, rect.y + j * 25, min(wide, rect.right - x), 22)
            pen.caption(
                f"{id}.{text}",
                text,
                box,
                kind="chip",
                z=PANELS + 3,
                tooltip=tip,
                label=text,
                shape=Shape("box", tone, (*theme.SAND, 150), 1, 5),
                size=15,
                room=box.w - 4,
            )
            x += wide + 4


def _foot(pen: Pen, rect: Rect, seen: SeenTable, seat: Seat) -> None:
    """Objectives of a side, and its hand as backs with their number."""
    g = state_of(seen)
    taken = g.objectives[seat]
    size = 36.0 if rect.w > 240 else 29.0
    for i in range(max(OBJECTIVES_TO_WIN, len(taken))):
        box = Rect(rect.x + i * (size - 2), rect.cy - size / 2 - 1, size, size)
        pen.add(
            f"objective:{seat}:{i}",
            "token",
            box,
            z=PANELS + 2,
            art=faces.objective(i < len(taken)),
            tooltip=tr("{n} Mission Objectives", n=len(taken)) + f"\n{told(OBJECTIVES)}",
        )
    shown = g.living(seat) or g.all_of(seat)
    hands = [len(g.hands[s]) for s in shown]
    limit = " + ".join(str(g.squads[s].hand_limit) for s in shown)
    count = sum(hands)
    left = 3 * size + 4
    most = tr("limit {limit}", limit=limit)
    wide = max(72.0, pen.width(most, "body", theme.SMALL) + 4)
    room = rect.w - left - wide + 6
    step = min(13.0, (room - 22) / max(1, count - 1)) if count else 0.0
    for i in range(count):
        pen.add(
            f"backs:{seat}:{i}",
            "back",
            Rect(rect.x + left + i * step, rect.y + 2, 23, 32),
            z=PANELS + 2,
            art=faces.back(),
        )
    pen.add(
        f"backs:{seat}.text",
        "text",
        Rect(rect.right - wide, rect.y, wide, 38),
        z=PANELS + 3,
        tooltip=tr_n(
            "{n} card in hand, of {limit}", "{n} cards in hand, of {limit}", count, limit=limit
        )
        + f"\n{told(HAND_LIMIT)}",
        runs=[
            pen.run(
                tr_n("{n} card", "{n} cards", count),
                rect.right - 2,
                rect.y + 11,
                role="title",
                size=17,
                anchor="r",
                room=70,
            ),
            pen.run(
                most,
                rect.right - 2,
                rect.y + 28,
                size=theme.SMALL,
                anchor="r",
                colour=theme.FAINT,
                room=wide - 2,
            ),
        ],
    )
