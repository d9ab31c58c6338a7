"""Soldiers in rows: those of the Fireteam that is looked at, and of both sides for an onlooker."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import Pin, Read
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import board, faces
from owm_net.client.tables.owm.shown import state_of
from owm_net.client.widgets import button, card_zoom, panel
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, TERRAINS, OwmState, Soldier
from owm_net.games.owm.terms import Status, WeaponType
from owm_net.games.owm.traits.told import facts
from owm_net.games.owm.words import fireteam_name, soldier_name


@frozen
class SoldierMark:
    """The look of a soldier's row. note: the words beside them."""

    lit: bool = False
    chosen: bool = False
    why: str = ""
    note: str = ""
    action: Action | None = None


PLAIN = SoldierMark()
MOST_HIGH = 37.0
"""Height of a row at most: its pictures grow with it, and the odds beside them need their room."""


def soldier_words(g: OwmState, soldier: Soldier) -> list[str]:
    """A soldier's state as words."""
    weapon = soldier.weapon
    scope = weapon.type is WeaponType.SNIPER
    return [
        word
        for word, on in (
            (tr("suppressed"), soldier.status is Status.SUPPRESSED),
            (tr("wounded"), soldier.status is Status.WOUNDED),
            (tr("jammed"), soldier.jammed),
            (tr("scope") if scope else tr("crewed"), bool(soldier.crewed_in)),
            (tr("assists"), bool(soldier.assists)),
        )
        if on
    ]


def _whereabouts(g: OwmState, team_id: FireteamId) -> str:
    """Of a Fireteam about which there is nothing more to say."""
    if g.active == team_id:
        return tr("active")
    return tr("in place") if g.fireteams[team_id].on_map else tr("not on the map yet")


def fireteam(
    box: Box, seen: SeenTable, team_id: FireteamId, marks: dict[SoldierId, SoldierMark]
) -> None:
    """The soldiers of a Fireteam, as the question marks them."""
    g = state_of(seen)
    if team_id not in g.fireteams:
        panel(box, "squad", title=tr("Fireteam"))
        return
    team = g.fireteams[team_id]
    where = ""
    if team.on_map:
        is_open = g.ground.cards[team.cell] == OPEN
        title = tr("open") if is_open else tr(TERRAINS.at(g.ground, team.cell).title)
        where = f"{g.ground.cell_name(team.cell)} {title}"
    panel(box, "squad")
    inside = box.above(2)
    inside.at(4, 3, 40, 40).add("squad.art", "token", art=faces.token(g, team_id, plain=True))
    states = ", ".join(s for s in board.team_states(g, team_id) if s != tr("active"))
    room = inside.at(48, 0, box.w - 56, 46)
    below = room.wrap(states or _whereabouts(g, team_id), theme.SMALL, most=2)
    first, second = (13, 27) if len(below) > 1 else (16, 34)
    name = f"{tr(fireteam_name(g, team_id))}   {where}".upper()
    style: Lettering = {"role": "title", "size": 17, "colour": theme.GOLD, "least": 14}
    style["room"] = room.w - 52
    runs = [room.line(first).run(name, **style)]
    style = {"size": theme.SMALL, "colour": theme.SAND, "room": room.w}
    runs += room.pen.runs(below, room.x, room.y + second, 14.5, **style)
    inside.at(46, 0, box.w - 50, 46).add("squad.text", "text", runs=runs)
    pinned = seen.ui.pinned == team_id
    button(
        box.at(box.w - 56, 5, 50, 22),
        "squad.pin",
        tr("PINNED") if pinned else tr("PIN"),
        Pin(team_id),
        size=14,
        chosen=pinned,
        lit=pinned,
        tooltip=tr("This Fireteam stays here, whoever acts"),
    )
    step = min(MOST_HIGH, (box.h - 52) / max(5, *(len(t.line) for t in g.fireteams.values()), 0))
    lines = box.inset(6, 0)
    lines.cut_top(48)
    for soldier in team.line:
        row, mark = lines.cut_top(step - 2.5, gap=2.5), marks.get(soldier, PLAIN)
        soldier_row(row, seen, soldier, g.soldiers.get(soldier), mark=mark)


def soldier_row(
    box: Box,
    seen: SeenTable,
    soldier: SoldierId,
    state: Soldier | None,
    *,
    mark: SoldierMark = PLAIN,
    prefix: str = "soldier",
    flags: Sequence[str] = (),
) -> None:
    """Draw one soldier: portrait, name, weapon or state, Resolve, Discipline, Vitality. flags:
    further ones of the row."""
    g, pen, box = state_of(seen), box.pen, box.above(3)
    id, why, note = f"{prefix}:{soldier}", mark.why, mark.note
    traits = soldier_words(g, state) if state is not None else []
    second = note or ", ".join(traits) or CATALOG.soldier_weapon(soldier).title
    box.add(
        id,
        "soldier",
        art=faces.row(soldier, state),
        flags=[*flags, *flags_of(lit=mark.lit, chosen=mark.chosen)],
        action=mark.action or Read(),
        why=why,
        label=f"{soldier_name(soldier)}: {second}",
        solid=True,
    )
    room = box.above(1).at(55 * box.h / 36, 0, box.w - 161 * box.h / 36, box.h)
    ink = theme.LIT if traits and not note else theme.SAND
    is_narrow = not (note or traits) or pen.width(second, "body", theme.SMALL) > room.w
    style: Lettering = {"colour": theme.GOOD if note else ink, "least": theme.TIGHT}
    style |= {"role": "label", "size": 15} if is_narrow else {"size": theme.SMALL}
    name = room.line(box.h * 0.29).run(soldier_name(soldier), role="title", size=16)
    room.add(f"{id}.text", "text", runs=[name, room.line(box.h * 0.73).run(second, **style)])
    if seen.ui.hover == id:
        tip = "\n".join(
            [tr("Not now: {why}", why=why)] * bool(why) + [tr(one) for one in facts(g, soldier)]
        )
        art, name_of = faces.soldier(soldier, state), soldier_name(soldier)
        card_zoom(pen, id, art, box.rect, name_of, tip, side="left")


def muster(box: Box, seen: SeenTable) -> None:
    """For an onlooker, in place of a hand: the soldiers of both sides, as many as are left."""
    g = state_of(seen)
    teams = [t for seat in range(g.seats) for t in g.fireteams.values() if t.seat == seat]
    soldiers = [(t, s) for t in teams for s in t.line]
    if not soldiers:
        return
    gap = 10.0 * (len(teams) - 1)
    high = min(box.h - 8, 150.0)
    wide = min(high * 0.8, (box.w - 12 - gap) / len(soldiers) - 3)
    high = min(high, wide / 0.8)
    row = box.above(2).inset(6, (box.h - high) / 2)
    before = teams[0].id
    for team, soldier in soldiers:
        if team.id != before:
            row.cut_left(10)
        before = team.id
        said = [*soldier_words(g, g.soldiers[soldier]), *facts(g, soldier)]
        art = faces.soldier_chip(g, soldier)
        card = row.cut_left(wide, gap=3)
        card.add(f"muster:{soldier}", "card", art=art, tooltip="\n".join(map(tr, said)))
