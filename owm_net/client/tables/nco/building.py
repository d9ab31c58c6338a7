"""The builder of squads: the profiles of a nation, the soldiers of the squad, and the equipment of
the selected one; the points above, and every fault below."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, fields, frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import OpenGroup, said
from owm_net.client.answering.listing import NEW, Empty, ListedThing, Move, Replace
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Action
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads import builder
from owm_net.client.squads.builder import LineWords
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import keep_button
from owm_net.client.tables.nco.helping import ITEMS, SKILLS
from owm_net.client.widgets import Prompt, button, panel
from owm_net.engine.text import Said
from owm_net.games.nco.catalog import CATALOG, Nation, Profile
from owm_net.games.nco.ids import WeaponKey
from owm_net.games.nco.numbers import numbers_of
from owm_net.games.nco.set_up import ROSTER
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

BAR, HEAD, GAP = 40.0, 31.0, 6.0
"""Heights of the points above, of a panel's heading; between panels."""
MOST_ROW = 34.0
MOST_BUTTON = 30.0


def roster_in(seen: SeenTable) -> Roster | None:
    """The squad as far as it has been built; None as long as no nation is chosen."""
    sketch = seen.answering.sketch
    nation = sketch.get(fields(Roster).nation) if sketch is not None else None
    if sketch is None or nation is None:
        return None
    return Roster(nation, sketch.all(SOLDIERS))


def is_suggesting(seen: SeenTable) -> bool:
    """Return True while a squad is asked for, none has been begun and no nation is looked at: one
    is suggested then."""
    asked = seen.answering.is_open and seen.answering.kind is ROSTER
    return asked and roster_in(seen) is None and not seen.ui.look.startswith(NATION)


def kept(seen: SeenTable) -> tuple[tuple[int, ...], ...]:
    """The squad as it is kept by name."""
    roster = roster_in(seen)
    return numbers_of(roster) if roster is not None else ()


def draw(box: Box, seen: SeenTable, roster: Roster) -> None:
    """The whole screen."""
    nation, pen = CATALOG.nations[roster.nation], box.pen
    _bar(box.cut_top(BAR, gap=GAP), seen, roster, nation)
    faults = [said(fault) for fault in faults_of(roster)]
    fine = tr("This squad can be taken into battle.")
    builder.all_faults(box.cut_bottom(builder.FOOT, gap=GAP), faults, fine)
    pool, squad, carries = box.columns((25, 40, 35), gap=GAP)
    _pool(pool, seen, roster, nation)
    _squad(squad, seen, roster, nation)
    _soldier(carries, seen, roster, nation)
    recruit = seen.ui.carried
    if isinstance(recruit, Recruit):
        builder.carried(pen, seen, tr(recruit.row.title))


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it: the squad is given, or why it cannot be."""
    roster = roster_in(seen)
    holds = roster is not None and bool(roster.soldiers)
    faults = faults_of(roster) if roster is not None else []
    empty = tr("choose a squad, or build one")
    if is_suggesting(seen):
        empty = tr("take the squad that is suggested, or choose a nation")
    return builder.prompt(seen, [said(fault) for fault in faults], "" if holds else empty)


def _bar(box: Box, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    """Points that are spent, and what can be done with the whole squad."""
    panel(box, "points", dark=True)
    valor, special = points(roster)
    most, whole = specialist_points(nation), box.w
    for n, text, share, over in (
        (0, tr("Valor {spent} of {most}", spent=valor, most=VALOR), 0.16, valor > VALOR),
        (1, tr("Specialists {spent} of {most}", spent=special, most=most), 0.2, special > most),
    ):
        builder.count(box.cut_left(whole * share), f"points.{n}", text, over=over)
    row = box.at(0, 5, box.w - 12, 30)
    ready, keep, clear = row.columns((48, 34, 18), gap=6)
    tip = tr("Squads that can be taken as they are, your own, and other nations")
    label, opens = tr("NATIONS AND READY-MADE SQUADS"), LookAtShelf(NATION + roster.nation)
    button(ready, "ready-made", label, opens, tooltip=tip)
    why = "" if roster.soldiers else tr("choose soldiers first")
    keep_button(keep, seen, why)
    button(clear, "clear", tr("CLEAR"), Empty(SOLDIERS), why=why)


# ------------------------------------------------------------------ who can be had


def recruit_of(row: Profile) -> Recruit:
    """Return a basic soldier of a profile: with the first weapon and everything free."""
    return Recruit(row.key, WeaponKey(next(iter(row.primary))), row.grenades.free)


def _pool(box: Box, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    panel(box, "pool", title=nation.title, note=tr("click, or drag"))
    rows = box.above(3).inset(6, 0)
    rows.cut_top(HEAD)
    step = min(MOST_ROW, (rows.h - 4) / len(CATALOG.profiles))
    for row in CATALOG.profiles.values():
        recruit = recruit_of(row)
        why = _why_not(roster, recruit)
        words = LineWords(tr(row.title), "", _cost(price(recruit, nation), row), _printed(row), why)
        line = rows.cut_top(step - 3, gap=3)
        builder.line(line, f"pool:{row.key}", seen.ui.hover, words, ListedThing(SOLDIERS, recruit))


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


def _squad(box: Box, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    """A line for each soldier; the free ground below them opens none."""
    n = len(roster.soldiers)
    note = tr("{n} of {most} soldiers", n=n, most=nation.cap)
    panel(box, "squad", title=tr("Your squad"), note=note)
    box.above(1).at(4, HEAD - 2, box.w - 8, box.h - HEAD - 2).add(
        "squad.ground",
        "box",
        action=OpenGroup(n),
        label=tr("the end of the squad"),
        tooltip="" if n else tr("soldiers that you click come here"),
    )
    rows = box.above(3).inset(6, 0)
    rows.cut_top(HEAD)
    step = min(MOST_ROW, (rows.h - 4) / max(nation.cap, n, 1))
    opened = seen.answering.sketch.group if seen.answering.sketch is not None else n
    for i, recruit in enumerate(roster.soldiers):
        row, load = recruit.row, _load(recruit, nation)
        wrong = [said(one) for one in faults_of_recruit(recruit, nation)]
        tip = "\n".join([f"{tr(row.title)}: {load}", *wrong])
        worth = _cost(price(recruit, nation), row)
        words = LineWords(f"{i + 1}  {tr(row.title)}", load, worth, tip)
        line, thing = rows.cut_top(step - 3, gap=3), ListedThing(SOLDIERS, recruit, i)
        builder.line(
            line, f"soldier:{i}", seen.ui.hover, words, thing, chosen=i == opened, wrong=bool(wrong)
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


def _soldier(box: Box, seen: SeenTable, roster: Roster, nation: Nation) -> None:
    at = seen.answering.sketch.group if seen.answering.sketch is not None else len(roster.soldiers)
    if not 0 <= at < len(roster.soldiers):
        panel(box, "carries", title=tr("What he carries"))
        hint = tr("click a soldier of the squad")
        box.above(10).inset(10, 0).text("carries.none", hint, anchor="m")
        return
    recruit = roster.soldiers[at]
    row = recruit.row
    title = f"{at + 1}  {tr(row.title)}"
    panel(box, "carries", title=title, note=_cost(price(recruit, nation), row))
    room = box.inset(6, 4)
    room.cut_top(HEAD - 4)
    more, off = room.cut_top(26, gap=4).columns(2, gap=6)
    again = Move(SOLDIERS, recruit, NEW, at + 1)
    why = _why_not(roster, recruit)
    button(more, "again", tr("ONE MORE LIKE THIS"), again, key="m", why=why, size=14)
    out = Move(SOLDIERS, recruit, at, None)
    button(off, "dismiss", tr("DISMISS"), out, key="x", size=14)
    groups = [group for group in _groups(recruit, nation) if group[1]]
    lines = sum([1 + 0.72 + (len(options) - 1) // 2 for _, options in groups])
    step = min(MOST_BUTTON, room.h / lines)
    for caption, options in groups:
        heading: Lettering = {"size": min(13.0, step * 0.56), "colour": theme.GOLD}
        head = room.cut_top(step * 0.72).above(3).inset(4, 0)
        head.text(f"carries.{options[0].id}", caption, **heading)
        for pair in (options[n : n + 2] for n in range(0, len(options), 2)):
            places = room.cut_top(step - 3, gap=3).columns(2, gap=6)
            for place, option in zip(places, pair, strict=False):
                _option(place, option, Replace(SOLDIERS, at, option.after))


def _option(box: Box, option: _Option, action: Action) -> None:
    button(
        box,
        option.id,
        option.label,
        action,
        chosen=option.chosen,
        lit=option.chosen,
        why=option.why,
        tooltip=": ".join(filter(None, (option.label, tr(option.tip)))),
        size=min(13.0, box.h * 0.6),
    )


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
