"""Before there are Teams: the forces that can be taken as they are, and the builder of one's own.
Its Units at the left, the Teams of the open one at the right; points above, every fault below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve, fields, frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import DraftAction, OpenGroup, said
from owm_net.client.answering.listing import NEW, Empty, ListedThing, Move, Replace
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.actions import AtTable, WindowAction
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads import builder
from owm_net.client.squads.builder import LineWords
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import ListedSquad, keep_button, squad_list
from owm_net.client.tables.hailfire.common import state_of
from owm_net.client.widgets import Choice, Prompt, button, outlined, panel
from owm_net.engine.drafts import Draft
from owm_net.engine.text import say
from owm_net.files.squads import Groups
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.forces import (
    LEADERS,
    MOST_UNITS,
    Bought,
    Force,
    faults_of,
    faults_of_unit,
    force_cost,
    leader_of,
    ready_forces,
    unit_cost,
    unit_rows,
)
from owm_net.games.hailfire.ids import NationKey, ProfileKey
from owm_net.games.hailfire.kept import numbers_of, own_forces
from owm_net.games.hailfire.reading import Battery, Profile
from owm_net.games.hailfire.set_up import FORCE
from owm_net.games.hailfire.state import NO_BATTERY
from owm_net.games.hailfire.terms import Quality
from owm_net.games.hailfire.words import arms_of, inches, kinds_of, nation_name, title_of_unit

NATION = "nation:"
"""How `Ui.look` begins while the forces of a nation are shown that can be taken."""
UNITS = fields(Force).units
"""The field of a force that is built here."""

BAR, HEAD, GAP = 40.0, 31.0, 6.0
"""Heights of the points above, of a panel's heading; between panels."""
MOST_ROW, MOST_CELL, LINE = 38.0, 52.0, 17.0
"""Heights of a Unit, of what can be had, and of its values."""
QUALITIES = {
    Quality.POOR: say("Poor"),
    Quality.REGULAR: say("Regular"),
    Quality.ELITE: say("Elite"),
}


def force_in(seen: SeenTable) -> Force | None:
    """The force as far as it has been built; None as long as no nation is chosen."""
    sketch = seen.answering.sketch if seen.answering.kind is FORCE else None
    nation = sketch.get(fields(Force).nation) if sketch is not None else None
    if sketch is None or nation is None:
        return None
    return Force(nation, sketch.all(UNITS))


def kept(seen: SeenTable) -> Groups | None:
    """The force as it is kept by name."""
    force = force_in(seen)
    return None if force is None else numbers_of(force)


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it: the force is given, or why it cannot be."""
    force = force_in(seen)
    empty = "" if force is not None and force.units else tr("choose a force, or build one")
    return builder.prompt(seen, _faults(seen, force), empty)


def draw(box: Box, seen: SeenTable) -> Iterator[None]:
    """The force that is being built, or what can be taken instead."""
    force = force_in(seen)
    if force is None or seen.ui.look.startswith(NATION):
        yield from _ready(box, seen, force)
        return
    _bar(box.cut_top(BAR, gap=GAP), seen, force)
    fine = tr("This force can be taken into battle.")
    builder.all_faults(box.cut_bottom(builder.FOOT, gap=GAP), _faults(seen, force), fine)
    units, unit = box.columns((37, 63), gap=GAP)
    _units(units, seen, force)
    yield
    _unit(unit, seen, force)
    carried = seen.ui.carried
    if isinstance(carried, Bought):
        builder.carried(box.pen, seen, ", ".join(_counted(carried)))


def _faults(seen: SeenTable, force: Force | None) -> list[str]:
    points = state_of(seen).battle.points
    return [] if force is None else [said(one) for one in faults_of(force, points)]


# ------------------------------------------------------------------ what can be taken as it is


@frozen
class Muster(WindowAction):
    """Go on building, a force of this nation."""

    nation: NationKey

    def do(self, at: AtTable) -> None:
        """Units of another nation go; Esc brings them back."""
        answering = at.sitting.answering
        if answering.is_open and answering.kind is FORCE:
            sketch, nation = answering.sketch or Draft(Force), fields(Force).nation
            if sketch.get(nation) != self.nation:
                answering.trail.keep(sketch)
                sketch = Draft(Force).with_(nation, self.nation)
            answering.sketch = sketch
            at.sitting.ui.look = ""


def _ready(box: Box, seen: SeenTable, force: Force | None) -> Iterator[None]:
    """Yield all that are ready-made; of a nation, those and the player's own."""
    shown = NationKey(seen.ui.look.removeprefix(NATION))
    if not seen.ui.look.startswith(NATION):
        shown = NationKey("")
    head = box.cut_top(BAR, gap=GAP)
    for place, nation in zip(head.columns(len(LEADERS), gap=GAP), LEADERS, strict=True):
        tip = tr("Its ready-made forces, your own, and the builder")
        title = tr(nation_name(nation)).upper()
        looks = LookAtShelf(NATION + nation)
        button(place, f"nation:{nation}", title, looks, chosen=nation == shown, tooltip=tip)
    points = state_of(seen).battle.points
    own = own_forces(seen.ui.shelf if shown else {})
    ready = [(one.title, one.force) for one in ready_forces(points)]
    known = [*own.values(), *[one for _, one in ready]]
    offers = [
        _offer(name, one, points, own=name in own and own[name] is one)
        for name, one in (*own.items(), *ready)
        if not shown or one.nation == shown
    ]
    row = box.cut_bottom(46).at(8, 6, box.w - 16, 34)
    holds = force is not None and bool(force.units) and force not in known
    across = 1 if shown else 2
    yield from squad_list(
        box, seen, offers, lambda one: one == force, holds=holds, across=across, digits=True
    )
    nation = shown or (force.nation if force is not None else NationKey(""))
    label = tr("BUILD A FORCE OF YOUR OWN")
    if force is not None and force.units and force.nation == nation:
        label = tr("CHANGE THE FORCE")
    why = "" if nation else tr("choose a nation first")
    button(row, "build", label, Muster(nation), why=why, key="w")


def _offer(name: str, force: Force, points: int, *, own: bool = False) -> ListedSquad:
    """Return its Units, or its faults."""
    units = [tr(title_of_unit(row.name)) for row in unit_rows(force)]
    wrong = "; ".join(builder.first_of([said(fault) for fault in faults_of(force, points)]))
    teams = sum([len(one.teams) + bool(leader_of(one)) for one in force.units])
    what = tr("{n} points, {teams} Teams", n=force_cost(force), teams=teams)
    return ListedSquad(name, wrong or ", ".join(units), what, force, own)


# ------------------------------------------------------------------ the whole force


def _bar(box: Box, seen: SeenTable, force: Force) -> None:
    """Points that are spent, and what can be done with the whole force."""
    panel(box, "points", dark=True)
    cost, most, n = force_cost(force), state_of(seen).battle.points, len(force.units)
    whole = box.w
    for id, text, share, over in (
        ("cost", tr("{n} of {most} points", n=cost, most=most), 0.19, cost > most),
        ("units", tr("{n} of {most} Units", n=n, most=MOST_UNITS), 0.15, n > MOST_UNITS),
    ):
        builder.count(box.cut_left(whole * share), f"points.{id}", text, over=over)
    row = box.at(0, 5, box.w - 12, 30)
    ready, keep, clear = row.columns((48, 34, 18), gap=6)
    tip = tr("Forces that can be taken as they are, your own, and other nations")
    label, opens = tr("NATIONS AND READY-MADE FORCES"), LookAtShelf(NATION + force.nation)
    button(ready, "ready-made", label, opens, tooltip=tip)
    keep_button(keep, seen, "" if any(one.teams for one in force.units) else tr("it has no Teams"))
    why = "" if force.units else tr("nothing has been chosen")
    button(clear, "clear", tr("CLEAR"), Empty(UNITS), why=why)


def _open(seen: SeenTable, force: Force) -> int:
    """Return the Unit whose Teams are shown; a new one behind the others is none of them."""
    sketch = seen.answering.sketch
    return min(sketch.group, len(force.units)) if sketch is not None else len(force.units)


def _units(box: Box, seen: SeenTable, force: Force) -> None:
    """A line for each Unit; behind them a new one begins."""
    n, opened = len(force.units), _open(seen, force)
    panel(box, "units", title=tr(nation_name(force.nation)), note=tr("click, or drag"))
    rows = box.above(3).inset(6, 0)
    rows.cut_top(HEAD)
    step = min(MOST_ROW, (rows.h - 4) / (max(n, MOST_UNITS) + 1))
    for i, (one, title) in enumerate(zip(force.units, _titles(force), strict=True)):
        wrong = [said(fault) for fault in faults_of_unit(one, force.nation)]
        tip = "\n".join([f"{title}: {', '.join(_counted(one))}", *wrong])
        quality = [] if one.quality is Quality.REGULAR else [tr(QUALITIES[one.quality])]
        middle = ", ".join([*quality, *_counted(one)])
        words = LineWords(f"{i + 1}  {title}", middle, str(unit_cost(one)), tip)
        line, thing = rows.cut_top(step - 3, gap=3), ListedThing(UNITS, one, i)
        bad, hover = bool(wrong), seen.ui.hover
        builder.line(line, f"unit:{i}", hover, words, thing, chosen=i == opened, wrong=bad)
    label, why = tr("A NEW UNIT"), ""
    if n >= MOST_UNITS:
        why = tr("a force has at most {most} Units", most=MOST_UNITS)
    place = rows.cut_top(min(30.0, step - 3))
    button(place, "unit.new", label, OpenGroup(n), chosen=opened == n, why=why, key="n", size=14)


def _titles(force: Force) -> list[str]:
    """Return what the Units are called; one without Teams has no name yet."""
    filled = force.with_(units=tuple([one for one in force.units if one.teams]))
    names = iter([tr(title_of_unit(row.name)) for row in unit_rows(filled)])
    return [next(names) if one.teams else tr("Unit") for one in force.units]


def _counted(one: Bought) -> list[str]:
    """Return the Teams of a Unit, each sort with its number."""
    counts = Counter(one.teams)
    found = [(tr(CATALOG.profiles[key].title), n) for key, n in counts.items()]
    words = [title if n == 1 else f"{n} x {title}" for title, n in found]
    battery = CATALOG.batteries.get(one.battery)
    return [*words, *([] if battery is None else [tr(battery.title)])]


# ------------------------------------------------------------------ one Unit


def _unit(box: Box, seen: SeenTable, force: Force) -> None:
    """The open Unit: its quality, and how many it has of each Team of its nation."""
    at = _open(seen, force)
    there = at < len(force.units)
    one = force.units[at] if there else Bought(Quality.REGULAR, ())
    note = tr_n("{n} point", "{n} points", unit_cost(one))
    if one.teams and leader_of(one):
        leader = CATALOG.profiles[ProfileKey(leader_of(one))]
        cost = leader.costs(one.quality)
        note = tr("{all}, with {leader} for {cost}", all=note, leader=tr(leader.title), cost=cost)
    panel(box, "unit", title=_titles(force)[at] if there else tr("A new Unit"), note=note)
    room = box.inset(6, 4)
    room.cut_top(HEAD - 4)
    row = room.cut_top(28, gap=5)
    none = "" if there else tr("it has no Teams")
    more, off = row.cut_right(row.w * 0.46, gap=10).columns(2, gap=6)
    full = "" if len(force.units) < MOST_UNITS else tr("a force has at most {most} Units", most=8)
    again = Move(UNITS, one, NEW, at + 1)
    button(more, "again", tr("COPY THE UNIT"), again, key="m", why=none or full, size=13)
    button(off, "dismiss", tr("REMOVE"), Move(UNITS, one, at, None), key="x", why=none, size=13)
    for place, quality in zip(row.columns(3, gap=6), QUALITIES, strict=True):
        label = tr("{quality} {n}+", quality=tr(QUALITIES[quality]), n=quality.number)
        tip = tr("Quality and Rally Checks succeed on {n} or more", n=quality.number)
        takes = _becomes(at, evolve(one, quality=quality), there=there)
        on = one.quality is quality
        id = f"quality:{quality.value}"
        button(place, id, label, takes, chosen=on, lit=on, why=none, tooltip=tip, size=13)
    rows: list[Profile | Battery] = [
        row for row in CATALOG.profiles.values() if row.nation == force.nation and not row.leader
    ]
    rows += [row for row in CATALOG.batteries.values() if row.nation == force.nation]
    down = -(-len(rows) // 2)
    high = min(MOST_CELL, room.h / down)
    places = [c.cut_top(high - 3, gap=3) for c in room.columns(2, gap=8) for _ in range(down)]
    for place, thing in zip(places, rows, strict=False):
        _cell(place, at, one, thing, force.nation, there=there)


def _becomes(at: int, after: Bought, *, there: bool) -> DraftAction:
    """Return the action that makes a Unit what it is then, the first one of it too."""
    return Replace(UNITS, at, after) if there else ListedThing(UNITS, after)


def _cell(
    box: Box, at: int, one: Bought, row: Profile | Battery, nation: NationKey, *, there: bool
) -> None:
    """What can be had: its name and price, its values, and how many of it the Unit has."""
    id, title = f"pool:{row.key}", tr(row.title)
    if isinstance(row, Profile):
        n, cost, about = one.teams.count(row.key), row.costs(one.quality), _values(row)
        more = evolve(one, teams=(*one.teams, row.key))
        fewer = evolve(one, teams=_without(one.teams, row.key))
        told = [*kinds_of(row), *arms_of(row)]
        tip = "\n".join([title, ", ".join(map(tr, told)), _prices(row)])
    else:
        n, cost, about = int(one.battery == row.key), row.cost, _fires(row)
        more, fewer = evolve(one, battery=row.key), evolve(one, battery=NO_BATTERY)
        tip = f"{title}\n{tr('one observer and this are a Unit')}"
    before = [said(fault) for fault in faults_of_unit(one, nation)]
    after = [said(fault) for fault in faults_of_unit(more, nation) if not fault.more]
    why = next((fault for fault in after if fault not in before), "")
    if not isinstance(row, Profile) and n:
        why = tr("there is one")
    box.add(f"{id}.cell", "panel", shape=outlined(theme.PANEL_DARK, theme.PANEL_EDGE, 1.0, 4))
    room = box.above(2).inset(4, 2)
    values = room.cut_bottom(LINE).inset(4, 0)
    values.text(f"{id}.values", about, size=13, least=10, colour=theme.SAND)
    less = _becomes(at, fewer, there=there)
    builder.stepper(
        room,
        id,
        LineWords(title, str(cost), str(n), tip),
        Choice(f"{id}.less", "-", less, why="" if n else tr("it has none of these")),
        Choice(f"{id}.more", "+", _becomes(at, more, there=there), why=why),
    )


def _without(teams: tuple[ProfileKey, ...], key: ProfileKey) -> tuple[ProfileKey, ...]:
    """Return the Teams without the last of a sort."""
    at = [n for n, other in enumerate(teams) if other == key]
    return (*teams[: at[-1]], *teams[at[-1] + 1 :]) if at else teams


def _values(row: Profile) -> str:
    """Return the numbers of a profile in a short line."""
    guns = row.machine_guns
    words = [
        (f"{row.rof} x {inches(row.range)}", row.rof),
        (tr("AT {n}", n=row.at), row.at),
        (tr("MG {n} x {range}", n=guns.rof, range=inches(guns.range)) if guns else "", guns),
        (tr("armour {front}/{flank}", front=row.armour, flank=row.flank), row.armoured),
        (tr("barrage"), row.barrage),
        (tr("observer"), row.observer),
        (tr("carries infantry"), row.carrier),
        (tr("assault {n}+", n=row.assault), True),
    ]
    return "   ".join([word for word, there in words if there])


def _fires(row: Battery) -> str:
    n, points = row.weight.missions, row.weight.points
    return tr("off the table: {n} barrages, {points} points each Team", n=n, points=points)


def _prices(row: Profile) -> str:
    """Return what it costs at each quality."""
    prices = [f"{tr(title)} {row.costs(quality)}" for quality, title in QUALITIES.items()]
    return tr("Points: {prices}", prices=", ".join(prices))
