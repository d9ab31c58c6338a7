"""Before there is a table: the nations, and the squads of one that can be taken as they are."""

from __future__ import annotations

from collections.abc import Container, Iterator

from attrs import fields, frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Say, said
from owm_net.client.keys import LETTERS
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import AtTable, WindowAction
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads.builder import first_of
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import ListedSquad, squad_list
from owm_net.client.tables.nco import building, flags, nations
from owm_net.client.tables.nco.building import NATION, roster_in
from owm_net.client.tables.nco.people import members
from owm_net.client.widgets import button, panel
from owm_net.client.words import capital
from owm_net.engine.drafts import Draft
from owm_net.engine.text import say
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NationKey
from owm_net.games.nco.numbers import own_squads
from owm_net.games.nco.set_up import ROSTER
from owm_net.games.nco.squads import READY, SUGGESTED, Roster, faults_of, points

SUGGESTION = 112.0
"""Height of the squad that is suggested."""
FLAG_WIDE = 96.0
"""Of its flag."""
ABOUT_SUGGESTED = say(
    "Strong in fire, and easy to play. A recruit of the computer brings a German squad of the same "
    "ranks."
)
HEAD = 112.0
"""Height of what is told of the nation that is looked at."""
BUILD = "w"
"""The key of the button with which one builds: no nation begins with it."""


@frozen
class Muster(WindowAction):
    """Go on building, with the soldiers of this nation."""

    nation: NationKey

    def do(self, at: AtTable) -> None:
        """Soldiers chosen already stay; those not allowed there are named. Esc takes a change of
        the nation back."""
        sitting = at.sitting
        answering = sitting.answering
        if answering.is_open and answering.kind is ROSTER:
            sketch = answering.sketch or Draft(Roster)
            nation = fields(Roster).nation
            if sketch.get(nation, self.nation) != self.nation:
                answering.trail.keep(sketch)
            answering.sketch = sketch.with_(nation, self.nation)
            sitting.ui.look = ""


def draw(box: Box, seen: SeenTable) -> Iterator[None]:
    """The squad that is being built, or what can be taken instead."""
    roster = roster_in(seen)
    if roster is not None and not seen.ui.look.startswith(NATION):
        building.draw(box, seen, roster)
        return
    shown = seen.ui.look.removeprefix(NATION) if seen.ui.look.startswith(NATION) else ""
    suggests = building.is_suggesting(seen)
    if suggests:
        _suggest(box.cut_top(SUGGESTION, gap=6))
    left = box.cut_left(box.w * 0.42 - 4, gap=8) if shown else box
    title = (
        tr("Or choose a nation by its strengths")
        if suggests
        else tr("Choose a nation by its strengths")
    )
    due = seen.answering.kind is ROSTER
    note = tr("or its first letter as a key") if due else ""
    panel(left, "nations", title=title if due else tr("The nations"), note=note)
    taken = {BUILD}.union(*[door.keys for door in seen.doors])
    letters, across = _letters(shown, taken), 2 if shown else 4
    inside = left.at(8, 32, left.w - 16, left.h - 38)
    high = inside.h / -(-len(CATALOG.nations) // across)
    places = inside.grid(across, inside.w / across, high, gap=6)
    for (key, row), place in zip(CATALOG.nations.items(), places, strict=False):
        looks, letter = LookAtShelf(NATION + key), letters.get(key, "")
        nations.card(place, row, looks, chosen=key == shown, due=due, key=letter)
    if not shown:
        return
    yield
    row = CATALOG.nations[NationKey(shown)]
    about = box.cut_top(HEAD, gap=6)
    panel(about, "nation")
    nations.head(about.above(2), row)
    yield from _squads(box, seen, NationKey(shown), roster)


def _suggest(box: Box) -> None:
    """Show the squad that is suggested, with a button that gives it and one that opens it."""
    nation = CATALOG.nations[SUGGESTED.roster.nation]
    offer = _offer(SUGGESTED.title, SUGGESTED.roster)
    panel(box, "suggested", title=tr("Suggested for a first match"), note=offer.what)
    room = box.above(2).inset(10, 0)
    room.cut_top(32)
    buttons = room.cut_right(220, gap=14)
    take, look = buttons.cut_top(38, gap=6), buttons.cut_top(28)
    flag = room.cut_left(FLAG_WIDE, gap=12).at(0, 2, FLAG_WIDE, FLAG_WIDE / nations.FLAG)
    flag.add("suggested.flag", "image", art=flags.flag(nation.key))
    name = tr("{title}: {ready}", title=nation.title, ready=SUGGESTED.title)
    title: Lettering = {"role": "title", "size": 17, "colour": theme.GOLD}
    room.cut_top(20).text("suggested.title", name, **title)
    lines = [capital(offer.sentence) + ".", tr(ABOUT_SUGGESTED)]
    room.words("suggested.words", lines, size=theme.SMALL, step=17, colour=theme.SAND)
    button(take, "suggested.take", tr("TAKE THIS SQUAD"), Say(SUGGESTED.roster), lit=True, key="1")
    button(
        look, "suggested.look", tr("LOOK AT IT FIRST"), Adopt(SUGGESTED.roster, keeps=True), key="2"
    )


def _letters(shown: str, taken: Container[str]) -> dict[str, str]:
    """The key of each nation that has one: its first letter (the second where the first opens the
    help), of several the next after the one that is shown. So pressed again it goes through
    them."""
    order = list(CATALOG.nations)
    at = order.index(NationKey(shown)) + 1 if shown in order else 0
    found: dict[str, str] = {}
    for nation in (*order[at:], *order[:at]):
        title = tr(CATALOG.nations[nation].title).lower()
        free = [c for c in title if c in LETTERS and c not in taken]
        found.setdefault(free[0], nation)
    return {nation: letter for letter, nation in found.items()}


def _squads(box: Box, seen: SeenTable, nation: NationKey, roster: Roster | None) -> Iterator[None]:
    """Yield those of a nation, and the player's own squads."""
    shelf = own_squads(seen.ui.shelf)
    own = [(name, one) for name, one in shelf.items() if one.nation == nation]
    offers = [_offer(name, one, own=True) for name, one in own]
    offers += [_offer(one.title, one.roster) for one in READY[nation]]
    known = [*shelf.values(), *[one.roster for of in READY.values() for one in of]]
    holds = roster is not None and bool(roster.soldiers)
    row = box.cut_bottom(46).at(8, 6, box.w - 16, 34)
    yield from squad_list(
        box,
        seen,
        offers,
        lambda one: one == roster,
        holds=holds and roster not in known,
        across=1,
        digits=True,
    )
    if roster is None or not holds:
        label = tr("BUILD A SQUAD OF YOUR OWN")
    elif roster.nation == nation:
        label = tr("CHANGE THE SQUAD")
    else:
        label = tr("CHANGE THE NATION OF THE SQUAD")
    why = "" if seen.answering.kind is ROSTER else tr("no squad can be chosen now")
    button(row, "build", label, Muster(nation), why=why, key=BUILD)


def _offer(name: str, roster: Roster, *, own: bool = False) -> ListedSquad:
    """Return its soldiers, or its faults."""
    wrong = "; ".join(first_of([said(fault) for fault in faults_of(roster)]))
    valor, special = points(roster)
    soldiers = tr_n("{n} soldier", "{n} soldiers", len(roster.soldiers))
    what = tr(
        "{soldiers}: valor {valor}, specialists {special}",
        soldiers=soldiers,
        valor=valor,
        special=special,
    )
    return ListedSquad(name, wrong or members(roster), what, roster, own)
