"""A squad's panel: men, ground with its markers, states, objectives, hand."""

from __future__ import annotations

from itertools import islice

from owm_net.client import theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.actions import Read
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import mark_of, men_left, own_seat, state_of, told
from owm_net.client.widgets import card_zoom, outlined
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


def draw(box: Box, seen: SeenTable, index: SquadId, *, seat_row: bool = True) -> None:
    """The panel of one squad; its form follows from the height. seat_row: objectives and hand
    at the foot."""
    g = state_of(seen)
    squad = g.squads[index]
    id = f"squad:{index}"
    mark = mark_of(seen, index)
    light = mark.light
    several = g.squads_each > 1  # else there is nothing to tell apart
    acts = bool(g.active == squad.seat and g.turn)
    box.add(
        id,
        "squad",
        flags=flags_of(lit=light.lit and several, chosen=light.chosen and several),
        action=mark.action,
        why=light.why,
        solid=True,
        label=squad_name(g, index),
        shape=outlined(
            theme.PANEL, theme.LIT if acts else theme.PANEL_EDGE, 1.8 if acts else 1.2, 7
        ),
    )
    tall = box.h > 300
    men_h = min(62.0, 34 + (box.h - 366) * 0.12) if tall else 22 + max(0.0, box.h - 196) * 0.2
    if squad.men > 24 and tall:
        men_h += 12
    inside = box.above(2).inset(8, 4)
    _head(box.above(2).at(4, 2, box.w - 8, 48), seen, index)
    inside.cut_top(50)
    if seat_row:
        _foot(inside.cut_bottom(38, gap=4), seen, squad.seat)
    _men(inside.cut_top(men_h, gap=5), g, squad, index)
    most, least = (3, 2) if tall else (2, 1)
    rows = _chip_rows(box.pen, chips_of(g, squad), inside.w)
    _chips(inside.cut_bottom(25.0 * min(most, max(least, len(rows))), gap=6), id, rows[:most])
    if inside.h > 50:
        _ground(inside, seen, index)
    elif inside.h > 15:
        words = _ground_words(g, index)
        inside.inset(3, 0).text(f"{id}.ground", words, size=14, colour=theme.SAND)


def _head(box: Box, seen: SeenTable, index: SquadId) -> None:
    g, id = state_of(seen), f"squad:{index}"
    squad = g.squads[index]
    number = str(number_of(g, index)) if g.squads_each > 1 else ""
    badge = box.cut_left(46, gap=4).at(0, 2, 46, 46)
    badge.add(f"{id}.badge", "token", art=faces.badge(squad.nation, number))
    count = box.cut_right(74)
    waiting = squad.seat in seen.waiting_for() and not seen.presenter.busy
    name = f"{tr(NATION_WORDS[squad.nation])} {number}".strip()  # whose it is stands below
    mine = squad.seat == own_seat(seen) and seen.players.player >= 0
    who = tr("you") if mine else seen.players.name(squad.seat)
    if waiting:
        who = tr("{name}, to decide", name=who)
    room = box.inset(2, 0)
    title: Lettering = {"role": "title", "size": 21, "colour": theme.GOLD, "least": 14}
    ink = theme.LIT if waiting else theme.SAND
    runs = [
        *room.at(0, 2, room.w, 28).squeezed(tr(name).upper(), **title),
        room.line(37).run(who, size=14, colour=ink, least=theme.TIGHT),
    ]
    box.add(f"{id}.head", "text", runs=runs)
    began = starting_men(g, squad.nation)
    men, of = count.columns((36, 38))
    of.cut_left(6)
    runs = [men.line(23).run(str(squad.men), role="title", size=36, anchor="r", room=40)]
    if squad.men <= began:
        faint = theme.FAINT
        runs.append(of.line(15).run(tr("of"), size=14, colour=faint))
        runs.append(of.line(33).run(str(began), role="title", size=17, colour=faint))
    count.add(f"{id}.count", "text", runs=runs, tooltip=capital(men_left(squad.men, began)))


def _men(box: Box, g: SquadState, squad: Squad, index: SquadId) -> None:
    """One figure for each man, the fallen dark."""
    n = max(squad.men, starting_men(g, squad.nation))
    folds = [-(-n // rows) for rows in (1, 2, 3)]
    wide, across = max(
        (min(box.w / across, box.h / rows * 0.8), across) for rows, across in enumerate(folds, 1)
    )
    for i, place in enumerate(islice(box.grid(across, wide, wide * 1.25), n)):
        place.add(f"squad:{index}.man{i}", "image", art=faces.man(squad.nation, i >= squad.men))


def _ground_words(g: SquadState, index: SquadId) -> str:
    squad = g.squads[index]
    terrain, cover = terrain_title(g, index), squad.cover
    if squad.ground is not None and squad.ground.attack_bonus:
        return tr("{terrain}: cover {cover}, attacks +1", terrain=terrain, cover=cover)
    return tr("{terrain}: cover {cover}", terrain=terrain, cover=cover)


def _ground(box: Box, seen: SeenTable, index: SquadId) -> None:
    """The landscape the squad is in, with the cards that lie on its position."""
    g = state_of(seen)
    squad = g.squads[index]
    id = f"ground:{index}"
    kind = squad.ground.key if squad.ground is not None else ""
    why = because(OPEN_GROUND.words, OPEN_GROUND.rule)
    tip = tr("Open terrain: {why}", why=why)
    if squad.concealed:
        tip = tr("Open terrain with Concealment: {why}", why=why)
    box.add(
        id,
        "card",
        art=faces.land(kind),
        solid=True,
        label=_ground_words(g, index),
        tooltip="" if squad.terrain != OPEN else tip,
    )
    bar = box.above(1).at(0, box.h - 27, box.w, 27)
    bar.add(f"{id}.bar", "panel", shape=Shape("box", (22, 20, 15, 225), (0, 0, 0, 0), 0, 6))
    room = bar.inset(8, 0)
    title: Lettering = {"role": "title", "size": 18}
    ink = theme.LIT if squad.cover else theme.FAINT
    cover: Lettering = {**title, "colour": ink, "anchor": "r"}
    worth = room.cut_right(80).run(tr("COVER {cover}", cover=squad.cover), **cover)
    name = room.run(tr(terrain_title(g, index)).upper(), **title)
    bar.above(1).add(f"{id}.text", "text", runs=[name, worth])
    if squad.terrain != OPEN and seen.ui.hover == id:
        art = faces.card(squad.terrain, g.options)
        card_zoom(box.pen, id, art, box.rect, "", "", side="above", lift=-box.h)
    high = min(box.h - 34, 92.0)
    wide = high / 1.4
    for i, card in enumerate([*squad.attached, *squad.flanking]):
        place = box.above(4 + i).at(box.w - 6 - wide - i * wide * 0.45, 4, wide, high)
        art = faces.card(card, g.options)
        small_card(place, f"attached:{index}:{i}", seen, art, CATALOG.faces[card].title)


def small_card(box: Box, id: str, seen: SeenTable, art: ArtKey, label: str) -> None:
    """A card on the table; enlarged while the pointer is on it."""
    box.add(id, "card", art=art, label=label, solid=True, action=Read())
    if seen.ui.hover == id:
        side = "left" if box.cx > box.pen.w / 2 else "above"
        card_zoom(box.pen, id, art, box.rect, label, "", side=side)


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


def _chips(box: Box, id: str, rows: list[list[tuple[Chip, float]]]) -> None:
    if not rows or not rows[0]:
        calm = box.at(3, 0, box.w, 22)
        calm.text(f"{id}.calm", tr("steady, not under fire"), size=14, colour=theme.FAINT)
        return
    for row in rows:
        line = box.cut_top(22, gap=3)
        for (text, tone, tip), wide in row:
            chip = line.cut_left(min(wide, line.w), gap=4).above(1)
            run = chip.run(text, role="title", size=15, anchor="m", room=chip.w - 4)
            shape = Shape("box", tone, (*theme.SAND, 150), 1, 5)
            chip.add(f"{id}.{text}", "chip", tooltip=tip, label=text, shape=shape, runs=[run])


def _foot(box: Box, seen: SeenTable, seat: Seat) -> None:
    """Objectives of a side, and its hand as backs with their number."""
    g = state_of(seen)
    taken = g.objectives[seat]
    size = 36.0 if box.w > 240 else 29.0
    tip = tr("{n} Mission Objectives", n=len(taken)) + f"\n{told(OBJECTIVES)}"
    for i in range(max(OBJECTIVES_TO_WIN, len(taken))):
        place = box.at(i * (size - 2), (box.h - size) / 2 - 1, size, size)
        art = faces.objective(i < len(taken))
        place.add(f"objective:{seat}:{i}", "token", art=art, tooltip=tip)
    shown = g.living(seat) or g.all_of(seat)
    count = sum(len(g.hands[s]) for s in shown)
    limit = " + ".join(str(g.squads[s].hand_limit) for s in shown)
    most = tr("limit {limit}", limit=limit)
    text = box.cut_right(max(72.0, box.pen.width(most, "body", theme.SMALL) + 4)).above(1)
    box.cut_left(3 * size + 4)
    step = min(13.0, (box.w - 25) / max(1, count - 1))
    for i in range(count):
        box.at(i * step, 2, 23, 32).add(f"backs:{seat}:{i}", "back", art=faces.back())
    tip = tr_n("{n} card in hand, of {limit}", "{n} cards in hand, of {limit}", count, limit=limit)
    room = text.at(0, 0, text.w - 2, text.h)
    cards: Lettering = {"role": "title", "size": 17, "anchor": "r", "room": 70}
    small: Lettering = {"size": theme.SMALL, "anchor": "r", "colour": theme.FAINT}
    runs = [
        room.line(11).run(tr_n("{n} card", "{n} cards", count), **cards),
        room.line(28).run(most, **small),
    ]
    text.add(f"backs:{seat}.text", "text", tooltip=f"{tip}\n{told(HAND_LIMIT)}", runs=runs)
