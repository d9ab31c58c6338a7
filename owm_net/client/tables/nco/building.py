"""The builder of squads: the profiles of a nation, the soldiers of the squad, and the equipment of
the selected one; the points above, and every fault below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, fields, frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import Confirm, OpenGroup, said
from owm_net.client.answering.listing import NEW, Empty, ListedThing, Move, Replace
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Action, Rect, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import keep_button
from owm_net.client.tables.nco.helping import ITEMS, SKILLS
from owm_net.client.widgets import PANELS, TIP, Choice, Prompt, button, panel
from owm_net.client.words import because, capital
from owm_net.engine.text import Said
from owm_net.games.nco.catalog import CATALOG, Nation, Profile
from owm_net.games.nco.ids import WeaponKey
from owm_net.games.nco.numbers import numbers_of
from owm_net.games.nco.squads import (
    SERGEANT,
    TOO_DEAR,
    TOO_SPECIAL,
    Recruit,
    Roster,
    faults_of,
    faults_of_recruit,
    most_skills,
    points,
    price,
    specialist_points,
    weapon_price,
)
from owm_net.games.nco.terms import VALOR, Item, Skill

NATION = "nation:"
"""How `Ui.look` begins while the squads of a nation are shown that can be taken."""

SOLDIERS = fields(Roster).soldiers
"""The field of a roster that is built here."""

BAR, FOOT, HEAD, GAP = 40.0, 66.0, 31.0, 6.0
"""Heights of the points above and the faults below, of a panel's heading; between panels."""
MOST_ROW = 34.0
MOST_BUTTON = 30.0
MOST_LINES = 6


def roster_in(seen: SeenTable) -> Roster | None:
    """The squad as far as it has been built; None as long as no nation is chosen."""
    sketch = seen.answering.sketch
    nation = sketch.get(fields(Roster).nation) if sketch is not None else None
    if sketch is None or nation is None:
        return None
    return Roster(nation, sketch.all(SOLDIERS))


def kept(seen: SeenTable) -> tuple[tuple[int, ...], ...]:
    """The squad as it is kept by name."""
    roster = roster_in(seen)
    return numbers_of(roster) if roster is not None else ()


def draw(pen: Pen, rect: Rect, seen: SeenTable, roster: Roster) -> None:
    """The whole screen."""
    nation = CATALOG.nations[roster.nation]
    _bar(pen, Rect(rect.x, rect.y, rect.w, BAR), seen, roster, nation)
    y = rect.y + BAR + GAP
    high = rect.h - BAR - FOOT - 2 * GAP
    wide = (rect.w - 2 * GAP) / 100
    pool = Rect(rect.x, y, wide * 25, high)
    squad = Rect(pool.right + GAP, y, wide * 40, high)
    _pool(pen, pool, seen, roster, nation)
    _squad(pen, squad, seen, roster, nation)
    _soldier(
        pen, Rect(squad.right + GAP, y, rect.right - squad.right - GAP, high), seen, roster, nation
    )
    _faults(pen, Rect(rect.x, rect.bottom - FOOT, rect.w, FOOT), roster)
    _carried(pen, seen)


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it: the squad is given, or why it cannot be."""
    told, roster = seen.answering.about, roster_in(seen)
    detail = capital(because(told.why, told.rule))
    faults = [] if roster is None else faults_of(roster)
    why = "; ".join(first_of([said(fault) for fault in faults]))
    if roster is None or not roster.soldiers:
        why = tr("choose a squad, or build one")
    elif why:
        detail = tr("Not ready: {why}", why=why)
    ready = Choice("confirm", tr("READY"), Confirm(), why=why, tooltip=tr("Enter"))
    return Prompt(capital(told.what), f"{detail}." if not why else detail, [ready])


def _bar(pen: Pen, rect: Rect, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    """Points that are spent, and what can be done with the whole squad."""
    panel(Box(pen, rect), "points", dark=True)
    spent = points(roster)
    sorts = (
        (tr("Valor {spent} of {most}", spent=spent[0], most=VALOR), spent[0] > VALOR),
        (
            tr("Specialists {spent} of {most}", spent=spent[1], most=specialist_points(nation)),
            spent[1] > specialist_points(nation),
        ),
    )
    x = rect.x
    for i, (text, over) in enumerate(sorts):
        wide = rect.w * (0.16 if i == 0 else 0.2)
        run = pen.run(
            text,
            x + 14,
            rect.cy,
            role="title",
            size=19,
            colour=theme.REFUSED if over else theme.GOLD,
            room=wide - 18,
            least=13,
        )
        pen.add(
            f"points.{i}", "text", Rect(x + 6, rect.y, wide - 8, rect.h), z=PANELS + 3, runs=[run]
        )
        x += wide
    wide = (rect.right - x - 6) / 100
    place = Rect(x, rect.y + 5, wide * 48 - 6, 30)
    button(
        Box(pen, place),
        "ready-made",
        tr("NATIONS AND READY-MADE SQUADS"),
        LookAtShelf(NATION + roster.nation),
        tooltip=tr("Squads that can be taken as they are, your own, and other nations"),
    )
    why = "" if roster.soldiers else tr("choose soldiers first")
    keep_button(pen, Rect(place.right + 6, place.y, wide * 34 - 6, 30), seen, why)
    place = Rect(place.right + 6 + wide * 34, place.y, wide * 18 - 6, 30)
    button(Box(pen, place), "clear", tr("CLEAR"), Empty(SOLDIERS), why=why)


# ------------------------------------------------------------------ who can be had


def recruit_of(row: Profile) -> Recruit:
    """Return a basic soldier of a profile: with the first weapon and everything free."""
    return Recruit(row.key, WeaponKey(next(iter(row.primary))), row.grenades.free)


def _pool(pen: Pen, rect: Rect, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    panel(Box(pen, rect), "pool", title=nation.title, note=tr("click, or drag"))
    rows = list(CATALOG.profiles.values())
    step = min(MOST_ROW, (rect.h - HEAD - 4) / len(rows))
    for i, row in enumerate(rows):
        recruit = recruit_of(row)
        why = _why_not(roster, recruit)
        box = Rect(rect.x + 6, rect.y + HEAD + i * step, rect.w - 12, step - 3)
        worth = _cost(price(recruit, nation), row)
        _row(
            pen,
            f"pool:{row.key}",
            box,
            seen,
            _Words(tr(row.title), "", worth, _printed(row), why),
            ListedThing(SOLDIERS, recruit),
        )


def _why_not(roster: Roster, recruit: Recruit) -> str:
    """Return what would be wrong with one more soldier, apart from points: they may be overspent
    while building."""
    before = [said(one) for one in faults_of(roster)]
    longer = evolve(roster, soldiers=(*roster.soldiers, recruit))
    after = [said(one) for one in faults_of(longer) if one.rule not in (TOO_DEAR, TOO_SPECIAL)]
    return next((why for why in after if why not in before), "")


def _printed(row: Profile) -> str:
    """Return the printed profile, for a tooltip."""
    lines = [
        tr(
            '{title}: moves {move}", courage {courage}, health {health}, psyche {psyche}',
            title=row.title,
            move=row.move,
            courage=row.courage,
            health=row.health,
            psyche=row.psyche,
        ),
        ", ".join([tr(CATALOG.skills[skill].title) for skill in row.skills]),
    ]
    return "\n".join(filter(None, lines))


def _cost(n: int, row: Profile) -> str:
    return tr("{n} specialist", n=n) if row.specialist else tr("{n} valor", n=n)


# ------------------------------------------------------------------ who is in it


def _squad(pen: Pen, rect: Rect, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    """A line for each soldier; the free ground below them opens none."""
    n = len(roster.soldiers)
    panel(
        Box(pen, rect),
        "squad",
        title=tr("Your squad"),
        note=tr("{n} of {most} soldiers", n=n, most=nation.cap),
    )
    inside = Rect(rect.x + 4, rect.y + HEAD - 2, rect.w - 8, rect.h - HEAD - 2)
    pen.add(
        "squad.ground",
        "box",
        inside,
        z=PANELS + 1,
        action=OpenGroup(n),
        label=tr("the end of the squad"),
        tooltip="" if n else tr("soldiers that you click come here"),
    )
    step = min(MOST_ROW, (rect.h - HEAD - 4) / max(nation.cap, n, 1))
    opened = seen.answering.sketch.group if seen.answering.sketch is not None else n
    for i, recruit in enumerate(roster.soldiers):
        row = recruit.row
        wrong = [said(one) for one in faults_of_recruit(recruit, nation)]
        box = Rect(rect.x + 6, rect.y + HEAD + i * step, rect.w - 12, step - 3)
        worth = _cost(price(recruit, nation), row)
        tip = "\n".join([f"{tr(row.title)}: {_load(recruit, nation)}", *wrong])
        _row(
            pen,
            f"soldier:{i}",
            box,
            seen,
            _Words(f"{i + 1}  {tr(row.title)}", _load(recruit, nation), worth, tip),
            ListedThing(SOLDIERS, recruit, i),
            chosen=i == opened,
            wrong=bool(wrong),
        )


def weapon_title(nation: Nation, weapon: str) -> Said:
    """As the nation calls it."""
    return nation.weapons.get(weapon) or CATALOG.weapons[WeaponKey(weapon)].title


def _load(recruit: Recruit, nation: Nation) -> str:
    """Return the soldier's equipment and skills, in a line."""
    found = [tr(weapon_title(nation, recruit.weapon))]
    if recruit.grenades:
        found.append(tr_n("{n} grenade", "{n} grenades", recruit.grenades))
    found += [tr(CATALOG.skills[skill].title) for skill in recruit.skills]
    found += [tr(CATALOG.items[item].title) for item in recruit.items]
    return ", ".join(found)


@frozen
class _Words:
    """Of a line, from left to right; and where one points at it. why: why it cannot be pressed."""

    left: str
    middle: str
    right: str
    tip: str
    why: str = ""


def _row(
    pen: Pen,
    id: str,
    box: Rect,
    seen: SeenTable,
    words: _Words,
    action: ListedThing[Recruit],
    *,
    chosen: bool = False,
    wrong: bool = False,
) -> None:
    """A line that can be pressed and, unless there is a reason against it, carried."""
    tip, why = words.tip, words.why
    edge = theme.LIT if chosen else theme.REFUSED if wrong else theme.PANEL_EDGE
    hot = seen.ui.hover == id
    flags = flags_of(off=bool(why), chosen=chosen, carried=not why)
    ink = theme.FAINT if why else theme.CREAM
    size = min(15.0, box.h * 0.56)
    right = pen.run(words.right, box.right - 8, box.cy, size=14, colour=theme.SAND, anchor="r")
    room = box.w - 22 - pen.width(words.right, "body", 14)
    first = box.w * 0.36 if words.middle else room
    runs = [
        pen.run(
            words.left, box.x + 8, box.cy, role="title", size=size, colour=ink, room=first, least=11
        ),
        right,
    ]
    if words.middle:
        colour = theme.REFUSED if wrong else theme.SAND
        runs.append(
            pen.run(
                words.middle,
                box.x + 12 + first,
                box.cy,
                size=14,
                colour=colour,
                room=room - first - 8,
            )
        )
    pen.add(
        id,
        "soldier",
        box,
        z=PANELS + 3,
        action=action,
        why=why,
        label=words.left,
        tooltip=f"{tip}\n{tr('Not now: {why}', why=why)}" if why else tip,
        flags=flags,
        shape=Shape(
            "box", theme.BUTTON_HOT if hot and not why else theme.PANEL_DARK, (*edge, 255), 1.2, 4
        ),
        runs=runs,
    )


# ------------------------------------------------------------------ what one of them carries


@frozen
class _Option:
    """A button of what a soldier may carry."""

    id: str
    label: str
    after: Recruit
    chosen: bool = False
    why: str = ""
    tip: str = ""


def _soldier(pen: Pen, rect: Rect, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    at = seen.answering.sketch.group if seen.answering.sketch is not None else len(roster.soldiers)
    if not 0 <= at < len(roster.soldiers):
        panel(Box(pen, rect), "carries", title=tr("What he carries"))
        hint = tr("click a soldier of the squad")
        pen.text("carries.none", hint, rect.cx, rect.cy, anchor="m", z=310, room=rect.w - 20)
        return
    recruit = roster.soldiers[at]
    row = recruit.row
    title = f"{at + 1}  {tr(row.title)}"
    panel(Box(pen, rect), "carries", title=title, note=_cost(price(recruit, nation), row))
    half = (rect.w - 18) / 2
    y = rect.y + HEAD
    more = Rect(rect.x + 6, y, half, 26)
    off = Rect(more.right + 6, y, half, 26)
    again = Move(SOLDIERS, recruit, NEW, at + 1)
    why = _why_not(roster, recruit)
    button(Box(pen, more), "again", tr("ONE MORE LIKE HIM"), again, key="m", why=why, size=14)
    out = Move(SOLDIERS, recruit, at, None)
    button(Box(pen, off), "dismiss", tr("DISMISS"), out, key="x", size=14)
    groups = [group for group in _groups(recruit, nation) if group[1]]
    lines = sum([1 + 0.72 + (len(options) - 1) // 2 for _, options in groups])
    room = rect.bottom - 4 - (y + 30)
    step = min(MOST_BUTTON, room / lines)
    y += 30
    for caption, options in groups:
        pen.text(
            f"carries.{options[0].id}",
            caption,
            rect.x + 10,
            y + step * 0.36,
            z=PANELS + 3,
            size=min(13.0, step * 0.56),
            colour=theme.GOLD,
            room=rect.w - 20,
        )
        y += step * 0.72
        for i, option in enumerate(options):
            box = Rect(rect.x + 6 + (i % 2) * (half + 6), y + (i // 2) * step, half, step - 3)
            action: Action = Replace(SOLDIERS, at, option.after)
            button(
                Box(pen, box),
                option.id,
                option.label,
                action,
                chosen=option.chosen,
                lit=option.chosen,
                why=option.why,
                tooltip=": ".join(filter(None, (option.label, tr(option.tip)))),
                size=min(13.0, box.h * 0.6),
            )
        y += ((len(options) + 1) // 2) * step


def _groups(recruit: Recruit, nation: Nation) -> Iterator[tuple[str, list[_Option]]]:
    """Yield the choices, each sort with its heading."""
    row = recruit.row
    yield tr("Weapon"), list(_weapons(recruit, nation))
    free, most = row.grenades.free, row.grenades.most
    each = tr(
        "Grenades: {free} to {most}, each more {price}",
        free=free,
        most=most,
        price=row.grenades.price,
    )
    yield each, list(_grenades(recruit, nation))
    skills = ", ".join([tr(CATALOG.skills[skill].title) for skill in row.skills]) or "-"
    heading = tr("Skills: has {skills}; {n} to choose", skills=skills, n=row.free_skills)
    if row.extra_skill:
        heading = tr(
            "Skills: has {skills}; {n} to choose, one more for {price}",
            skills=skills,
            n=row.free_skills,
            price=row.extra_skill,
        )
    yield heading, list(_skills(recruit, nation))
    yield tr("Items: {n} at most", n=row.items), list(_items(recruit, nation))


def _weapons(recruit: Recruit, nation: Nation) -> Iterator[_Option]:
    row = recruit.row
    national = nation.weapons if row.national >= 0 else {}
    for weapon in dict.fromkeys([*row.primary, *national, recruit.weapon]):
        cost = weapon_price(row, nation, WeaponKey(weapon))
        label = _priced(tr(weapon_title(nation, weapon)), cost or 0)
        after = evolve(recruit, weapon=WeaponKey(weapon))
        yield _Option(f"weapon:{weapon}", label, after, chosen=weapon == recruit.weapon)


def _grenades(recruit: Recruit, nation: Nation) -> Iterator[_Option]:
    g, n = recruit.row.grenades, recruit.grenades
    if g.most > g.free or n > g.most:
        now = tr_n("{n} grenade", "{n} grenades", n)
        for id, label, after in (("less", f"- ({now})", n - 1), ("more", f"+ ({now})", n + 1)):
            changed = evolve(recruit, grenades=after)
            yield _Option(
                f"grenades.{id}", label, changed, why=_new_fault(recruit, changed, nation)
            )


def _skills(recruit: Recruit, nation: Nation) -> Iterator[_Option]:
    """One that may be had twice is, when it is pressed again, and then no longer."""
    row = recruit.row
    offered = [skill for skill in Skill if not CATALOG.skills[skill].of] if most_skills(row) else []
    for skill in dict.fromkeys([*offered, *recruit.skills]):
        n = recruit.skills.count(skill)
        after = evolve(recruit, skills=(*recruit.skills, skill))
        why = _new_fault(recruit, after, nation)
        if n and why:
            rest = tuple([one for one in recruit.skills if one is not skill])
            after, why = evolve(recruit, skills=rest), ""
        label = tr(CATALOG.skills[skill].title)
        yield _Option(
            f"skill:{skill.value}",
            f"{label} x {n}" if n > 1 else label,
            after,
            bool(n),
            why,
            SKILLS[skill],
        )


def _items(recruit: Recruit, nation: Nation) -> Iterator[_Option]:
    row = recruit.row
    leads = row.key == SERGEANT
    offered = [item for item in Item if leads or not CATALOG.items[item].sergeant]
    for item in dict.fromkeys([*(offered if row.items else []), *recruit.items]):
        held = item in recruit.items
        rest = tuple([one for one in recruit.items if one is not item])
        after = evolve(recruit, items=rest if held else (*recruit.items, item))
        why = "" if held else _new_fault(recruit, after, nation)
        cost = 0 if row.items_free else CATALOG.items[item].cost
        label = _priced(tr(CATALOG.items[item].title), cost)
        yield _Option(f"item:{item.value}", label, after, held, why, ITEMS[item])


def _new_fault(recruit: Recruit, after: Recruit, nation: Nation) -> str:
    """Return the fault of a soldier after a change that was not there before, "" for none."""
    before = [said(one) for one in faults_of_recruit(recruit, nation)]
    found = [said(one) for one in faults_of_recruit(after, nation)]
    return next((why for why in found if why not in before), "")


def _priced(label: str, cost: int) -> str:
    return f"{label}  +{cost}" if cost else label


# ------------------------------------------------------------------ what is wrong


def _faults(pen: Pen, rect: Rect, roster: Roster) -> None:
    """All of it in two columns; where there is more than fits, the tip tells it."""
    faults = [said(fault) for fault in faults_of(roster)]
    right = not faults
    panel(Box(pen, rect), "faults", dark=True)
    lines = first_of(faults or [tr("This squad can be taken into battle.")])
    wide = (rect.w - 24) / 2
    pen.add(
        "faults.text",
        "text",
        Rect(rect.x + 4, rect.y + 2, rect.w - 8, rect.h - 4),
        z=PANELS + 2,
        tooltip="\n".join(faults),
        runs=[
            pen.run(
                line,
                rect.x + 12 + (i // 3) * (wide + 8),
                rect.y + 14 + (i % 3) * 19,
                size=14,
                colour=theme.LIT if right else theme.REFUSED,
                room=wide - 8,
                least=11,
            )
            for i, line in enumerate(lines)
        ],
    )


def first_of(lines: Sequence[str]) -> Sequence[str]:
    """As many as are read at once, and how many more there are."""
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[: MOST_LINES - 1], tr("and {n} more", n=len(lines) - MOST_LINES + 1)]


def _carried(pen: Pen, seen: SeenTable) -> None:
    """The soldier who follows the pointer."""
    recruit = seen.ui.carried
    if not isinstance(recruit, Recruit):
        return
    x, y = seen.ui.pointer
    place = Rect(x / pen.k - 90, y / pen.k - 14, 180, 28)
    shape = Shape("box", theme.BUTTON_HOT, (*theme.CHOSEN, 255), 2, 5)
    pen.caption("carried", tr(recruit.row.title), place, z=TIP + 1, shape=shape, size=15, room=170)
