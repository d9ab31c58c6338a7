"""Soldiers in rows: those of the Fireteam that is looked at, and of both sides for an onlooker."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Rect, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Pin, Read
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import board, faces
from owm_net.client.tables.owm.shown import state_of
from owm_net.client.widgets import PANELS, button, card_zoom, panel
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
    pen: Pen,
    rect: Rect,
    seen: SeenTable,
    team_id: FireteamId,
    marks: dict[SoldierId, SoldierMark],
) -> None:
    """The soldiers of a Fireteam, as the question marks them."""
    g = state_of(seen)
    if team_id not in g.fireteams:
        panel(Box(pen, rect), "squad", title=tr("Fireteam"))
        return
    team = g.fireteams[team_id]
    where = ""
    if team.on_map:
        is_open = g.ground.cards[team.cell] == OPEN
        title = tr("open") if is_open else tr(TERRAINS.at(g.ground, team.cell).title)
        where = f"{g.ground.cell_name(team.cell)} {title}"
    panel(Box(pen, rect), "squad")
    pen.add(
        "squad.art",
        "token",
        Rect(rect.x + 4, rect.y + 3, 40, 40),
        z=PANELS + 2,
        art=faces.token(g, team_id, plain=True),
    )
    states = ", ".join(s for s in board.team_states(g, team_id) if s != tr("active"))
    below = pen.wrap(states or _whereabouts(g, team_id), "body", theme.SMALL, rect.w - 56, 2)
    pen.add(
        "squad.text",
        "text",
        Rect(rect.x + 46, rect.y, rect.w - 50, 46),
        z=PANELS + 2,
        runs=[
            pen.run(
                f"{tr(fireteam_name(g, team_id))}   {where}".upper(),
                rect.x + 48,
                rect.y + (13 if len(below) > 1 else 16),
                role="title",
                size=17,
                colour=theme.GOLD,
                room=rect.w - 108,
                least=14,
            ),
            *pen.runs(
                below,
                rect.x + 48,
                rect.y + (27 if len(below) > 1 else 34),
                14.5,
                size=theme.SMALL,
                colour=theme.SAND,
                room=rect.w - 56,
            ),
        ],
    )
    pinned = seen.ui.pinned == team_id
    button(
        Box(pen, Rect(rect.right - 56, rect.y + 5, 50, 22)),
        "squad.pin",
        tr("PINNED") if pinned else tr("PIN"),
        Pin(team_id),
        size=14,
        chosen=pinned,
        lit=pinned,
        tooltip=tr("This Fireteam stays here, whoever acts"),
    )
    step = min(MOST_HIGH, (rect.h - 52) / max(5, *(len(t.line) for t in g.fireteams.values()), 0))
    for i, soldier in enumerate(team.line):
        box = Rect(rect.x + 6, rect.y + 48 + i * step, rect.w - 12, step - 2.5)
        mark = marks.get(soldier, PLAIN)
        soldier_row(pen, box, seen, soldier, g.soldiers.get(soldier), mark=mark)


def soldier_row(
    pen: Pen,
    box: Rect,
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
    g, z = state_of(seen), PANELS + 3
    id, why, note = f"{prefix}:{soldier}", mark.why, mark.note
    traits = soldier_words(g, state) if state is not None else []
    weapon = CATALOG.soldier_weapon(soldier)
    second = note or (", ".join(traits) if traits else weapon.title)
    pen.add(
        id,
        "soldier",
        box,
        z=z,
        art=faces.row(soldier, state),
        flags=[*flags, *flags_of(lit=mark.lit, chosen=mark.chosen)],
        action=mark.action or Read(),
        why=why,
        label=f"{soldier_name(soldier)}: {second}",
        solid=True,
    )
    x = box.x + 55 * box.h / 36
    room = box.right - 106 * box.h / 36 - x
    ink = theme.LIT if traits and not note else theme.SAND
    is_narrow = not (note or traits) or pen.width(second, "body", theme.SMALL) > room
    pen.add(
        f"{id}.text",
        "text",
        Rect(x, box.y, room, box.h),
        z=z + 1,
        runs=[
            pen.run(
                soldier_name(soldier), x, box.y + box.h * 0.29, role="title", size=16, room=room
            ),
            pen.run(
                second,
                x,
                box.y + box.h * 0.73,
                role="label" if is_narrow else "body",
                size=15 if is_narrow else theme.SMALL,
                colour=theme.GOOD if note else ink,
                room=room,
                least=theme.TIGHT,
            ),
        ],
    )
    if seen.ui.hover == id:
        tip = "\n".join(
            [tr("Not now: {why}", why=why)] * bool(why) + [tr(one) for one in facts(g, soldier)]
        )
        card_zoom(
            pen, id, faces.soldier(soldier, state), box, soldier_name(soldier), tip, side="left"
        )


def muster(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """For an onlooker, in place of a hand: the soldiers of both sides, as many as are left."""
    g = state_of(seen)
    teams = [t for seat in range(g.seats) for t in g.fireteams.values() if t.seat == seat]
    soldiers = [(t, s) for t in teams for s in t.line]
    if not soldiers:
        return
    gap = 10.0 * (len(teams) - 1)
    high = min(rect.h - 8, 150.0)
    wide = min(high * 0.8, (rect.w - 12 - gap) / len(soldiers) - 3)
    high = min(high, wide / 0.8)
    x, y = rect.x + 6, rect.y + (rect.h - high) / 2
    before = teams[0].id
    for team, soldier in soldiers:
        if team.id != before:
            x, before = x + 10, team.id
        pen.add(
            f"muster:{soldier}",
            "card",
            Rect(x, y, wide, high),
            z=PANELS + 2,
            art=faces.soldier_chip(g, soldier),
            tooltip="\n".join(
                map(tr, [*soldier_words(g, g.soldiers[soldier]), *facts(g, soldier)])
            ),
        )
        x += wide + 3
