"""Beside the map: points, Hero Dice and chits, the Team that is looked at, the orders."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import Attribute, evolve, fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Pick, Say, Set
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.free_map.bases import RIM
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import beside
from owm_net.client.maps.asking import offers
from owm_net.client.maps.beside import Hand, verbs_of
from owm_net.client.maps.chart import Point
from owm_net.client.maps.pressing import field_of_many
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire import faces
from owm_net.client.tables.hailfire.acting import OtherWeapon, meaning
from owm_net.client.tables.hailfire.common import (
    FIRE,
    MOST,
    TEAM,
    acting,
    at_once,
    chart_of,
    next_placed,
    own_seat,
    place_of,
    pointed_team,
    stands_of,
    state_of,
)
from owm_net.client.tables.hailfire.forming import formed
from owm_net.client.tables.hailfire.odds import charge_lines, check_line, fire_lines, strike_line
from owm_net.client.tables.hailfire.people import arms, condition, kinds, told
from owm_net.client.widgets import Choice, choice_list, log_pane, outlined, panel
from owm_net.engine.drafts import blanks_of
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.text import say
from owm_net.games.hailfire.artillery import AIM
from owm_net.games.hailfire.assault import FIGHT, SHIFTING, Strike
from owm_net.games.hailfire.blinds import HIDE, LAY, Hide, teams_of
from owm_net.games.hailfire.chits import known_total
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.hero import CARDS, hero_value, known_points
from owm_net.games.hailfire.ids import NO_TEAM, SEATS, Spot, UnitId
from owm_net.games.hailfire.leading import LEAD, Ability
from owm_net.games.hailfire.looking import declaring_of
from owm_net.games.hailfire.moving import HALT
from owm_net.games.hailfire.orders import ORDER, CallBarrage, ChargeAt, FireAt, Go
from owm_net.games.hailfire.set_up import PLACE
from owm_net.games.hailfire.shooting import ALLOT
from owm_net.games.hailfire.state import CHITS, HERO, HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE
from owm_net.games.hailfire.turn import ACTIVATE, Activate, Unveil
from owm_net.games.hailfire.words import seat_name, team_name, team_names

LISTED = (ACTIVATE, AIM, ALLOT, FIGHT, HALT, LEAD, SHIFTING)
"""Questions whose offers are a list beside the map; what is not offered is clicked there."""
COLUMNS = 3
"""Of the buttons that say which kind of order."""
SIDES, DICE, TEAM_HIGH, LEAST_LOG, LEAST_LIST, ROW = 110.0, 124.0, 134.0, 60.0, 110.0, 33.0
"""How high things in the column are."""
ROW_OF_TWO = 43.0
"""How high a row of a list is whose words take two lines."""
ROOMY = 420.0
"""A column that is less high has no place for dice that lie beside a list."""
HERO_WIDE = 112.0
"""Of the place of a Hero Die."""
ABOUT: dict[Attribute[bool], str] = {
    fields(Go).apart: say("A separate order with separate dice; an activation has two orders"),
    fields(Strike).supported: say(
        "The other Team at this enemy helps: it does not roll, and 1 less is needed"
    ),
}
"""What a field of yes or no is."""


def tools(box: Box, seen: SeenTable) -> None:
    """Ruler, sight, take back; the cross begins at who is chosen."""
    g, n = state_of(seen), acting(seen)
    at = place_of(g, n) if n != NO_TEAM else None
    many = field_of_many(seen.answering.sketch, Spot) if seen.answering.is_open else None
    hand = Hand(
        chart_of(seen, Rect(0, 0, 10, 10)).plane,
        at if at is not None else middle_of(seen),
        meaning(seen),
        many,
        tr("What the chosen Team sees; dark is hidden from it"),
        stands_of(g),
    )
    beside.tools(box, seen, hand)


def middle_of(seen: SeenTable) -> Point:
    """The middle of the table, or of the own zone where one sets up."""
    if seen.answering.kind not in (PLACE, LAY):
        return WIDE // 2, HIGH // 2
    x0, x1, y0, y1 = state_of(seen).battle.zones[own_seat(seen)].box
    return (x0 + x1) // 2, (y0 + y1) // 2


# ------------------------------------------------------------------ points, Hero Dice, chits


def points(box: Box, seen: SeenTable) -> None:
    """For each side its Teams, Order Points left, chits and limit; at the right its Hero Die."""
    panel(box, "points")
    mine = own_seat(seen)
    rows = box.above(2).at(8, 5, box.w - 14, box.h - 9).rows(2)
    for row, seat in zip(rows, (mine, SEATS[1 - mine]), strict=True):
        _side(row, seen, seat)


def _side(row: Box, seen: SeenTable, seat: Seat) -> None:
    g = state_of(seen)
    shape = outlined(RIM[seat], (20, 18, 14), 1.4, 4)
    row.at(0, 2, 14, 14).add(f"side:{seat}", "die", shape=shape)
    teams = len(g.left(seat))
    who = tr_n("{side}: {n} Team", "{side}: {n} Teams", teams, side=seat_name(g, seat))
    _hero(row.cut_right(HERO_WIDE), seen, seat)
    row.cut_left(20)
    upper, middle, lower = row.rows(3)
    name = upper.squeezed(who, role="bold", size=theme.TEXT, least=theme.SMALL)
    upper.add(f"side:{seat}.who", "text", tooltip=who, runs=name)
    if seat == g.active:
        left = tr_n("{n} Order Point left", "{n} Order Points left", g.order_points)
        middle.text(f"side:{seat}.points", left, size=theme.SMALL, colour=theme.LIT)
    else:
        lower = middle
    _chits(lower, seen, seat)


def _hero(box: Box, seen: SeenTable, seat: Seat) -> None:
    """A die with its face, or with a question mark where it is hidden; points left or spent."""
    g, view = state_of(seen), seen.view
    assert view is not None
    hand = g.hands[HERO + seat]
    card = view.card(hand[0]) if hand else None
    size, room = 28.0, box.inset(0)
    die = room.cut_top(size).centred(size, size)
    left = known_points(view, seat)
    if card is not None:
        art = ArtKey.of("pip_die", value=hero_value(card), second=False)
        die.add(f"hero:{seat}.die", "die", art=art)
    else:
        die.add(f"hero:{seat}.die", "die", shape=outlined((120, 34, 28, 255), theme.GOLD, 1.4, 6))
        if hand:
            die.above(1).text(f"hero:{seat}.hidden", "?", anchor="m", size=18)
    spent = g.spent[seat]
    text = tr("Hero: {n} spent", n=spent) if left is None else tr("Hero: {n} left", n=left)
    tip = tr("Hero Die: {spent} points spent, {left} left", spent=spent, left=left)
    if left is None:
        tip = tr("Hero Die, hidden: {spent} points spent of 1 to {most}", spent=spent, most=CARDS)
    runs = room.squeezed(text, anchor="m", size=theme.SMALL, least=theme.TIGHT, colour=theme.GOLD)
    box.above(2).add(f"hero:{seat}", "text", tooltip=tip, runs=runs)


def _chits(box: Box, seen: SeenTable, seat: Seat) -> None:
    """What the chits drawn come to where it is known, and the limit."""
    g, view = state_of(seen), seen.view
    assert view is not None
    limit = g.limits[seat]
    drawn = len(g.hands[CHITS + seat])
    total = known_total(view, seat)
    if total is None:
        tip = tr("{n} chits drawn; what they come to is hidden", n=drawn)
    else:
        tip = tr("{n} chits drawn, together {total}", n=drawn, total=total)
    tip += "\n" + tr("The breaking point is {limit}", limit=limit)
    said = tr("chits {total} of {limit}", total="?" if total is None else total, limit=limit)
    box.text(f"chits:{seat}", said, tip, size=theme.SMALL, colour=theme.GOLD)


def below(box: Box, seen: SeenTable) -> None:
    """Under the tools: what is asked beside the map, the Team that is looked at, the last dice, the
    log; each only where there is something in it, and as high as that."""
    lists = seen.answering.kind in LISTED and box.h < ROOMY
    sketch = seen.answering.sketch
    weighs = seen.answering.kind is ORDER and sketch is not None and not sketch.is_empty
    if seen.presenter.strip.subtitle and not (
        lists or weighs
    ):  # the odds need the room of the dice
        beside.dice(box.cut_bottom(DICE, gap=6), seen)
    _asked(box, seen)
    if box.h > TEAM_HIGH + LEAST_LOG:
        _team(box, seen)
    if seen.log.lines and box.h >= 60:
        log_pane(box, seen)


# ------------------------------------------------------------------ the Team


def _team(box: Box, seen: SeenTable) -> None:
    """Draw the Team that is pointed at, chosen or selected, or is set up next."""
    g, n = state_of(seen), pointed_team(seen)
    if not g.known(n) or n == NO_TEAM:
        n = acting(seen)
    if n == NO_TEAM:
        n = next_placed(seen)
    if n == NO_TEAM:
        return
    box = box.cut_top(TEAM_HIGH, gap=6)
    panel(box, "team", title=team_name(g, n), note=tr("{n}+", n=g.number(n)))
    place, tip = box.above(2).at(6, 32, 54, 54), told(seen, n)
    place.add("team.art", "man", art=faces.badge(g, n), tooltip=tip)
    if g.teams[n].vehicle:
        art = faces.vehicle(g.teams[n].row, g.teams[n].suppressed)
        place.above(1).at(4, 0, 46, 46).add("team.hull", "man", art=art)
    said = [", ".join(kinds(g, n)), ", ".join(arms(g, n)), ", ".join(condition(g, n))]
    if g.teams[n].points:
        said.append(check_line(g, n, g.teams[n].points))
    facts = box.at(56, 30, box.w - 60, box.h - 32)
    beside.lines(facts, "team.facts", [line for line in said if line])


# ------------------------------------------------------------------ the orders


def _asked(box: Box, seen: SeenTable) -> None:
    """Draw the kind of answer, what it still wants beside the map, and the odds."""
    answering = seen.answering
    if not answering.is_open or at_once(seen):
        return
    if answering.kind is not ORDER:  # those are at the Unit, see `palette`
        absent = () if state_of(seen).options.hidden else (Unveil,)
        beside.verbs(box, seen, list(verbs_of(seen, without=absent)), columns=COLUMNS)
    choices = [evolve(choice, id=f"field:{n}") for n, choice in enumerate(_values(seen))]
    # the list stays where it is while one chooses in it: a second press gives what is chosen
    fields = box.cut_bottom(beside.FIELD_ROW) if answering.kind is ACTIVATE else box
    beside.fields(fields, choices, columns=2)
    if answering.kind is HIDE:
        _list(box, _hideable(seen), seen)
    elif answering.kind in LISTED:
        _list(box, list(_listed(seen)), seen)
    else:
        _odds(box, seen)


def _list(box: Box, choices: list[Choice], seen: SeenTable) -> None:
    """Take as much as a list needs, with room for some of the log below it."""
    if not choices:
        return
    lines = [box.inset(8, 0).wrap(choice.label, 15, "title") for choice in choices]
    row = ROW if max(map(len, lines)) == 1 else ROW_OF_TWO
    high = min(row * len(choices) + 6, max(LEAST_LIST, box.h - LEAST_LOG))
    choice_list(box.cut_top(high, gap=4), choices, seen.ui.page, row=row)


def _listed(seen: SeenTable) -> Iterator[Choice]:
    """Yield the rules' offers, in words; whole Units first."""
    view = seen.view
    assert view is not None
    found = [offer for offer in offers(seen, MOST) if not isinstance(offer, Pass)]
    read: set[str] = set()
    for n, offer in enumerate(found):
        if isinstance(offer, Activate) and is_part(state_of(seen), offer):
            continue
        if seen.answering.why_not(offer):
            continue  # such as for a Hero Point that is spent; a press on the map says why
        whole = isinstance(offer, Activate)
        label = tr(seen.system.describe(view, offer))
        if isinstance(offer, Strike):
            number = state_of(seen).teams[offer.team].row.assault - offer.supported
            label = tr("{what}: {need}", what=label, need=strike_line(number))
        if label in read:
            continue  # another place that reads alike is pressed on the map
        read.add(label)
        yield Choice(
            f"offer:{n}",
            label,
            Adopt(offer, gives=True) if whole else Say(offer),
            lit=not whole,
        )


def is_part(g: HailfireState, offer: Activate) -> bool:
    """Return True if it activates one Team of a Unit that has more: those are clicked."""
    return len(offer.teams) == 1 and len(g.members(g.teams[offer.teams[0]].unit)) > 1


def _hideable(seen: SeenTable) -> list[Choice]:
    """The own Units, with what they have; pressed, one is hidden or not."""
    g, sketch = state_of(seen), seen.answering.sketch
    held = sketch.all(fields(Hide).units) if sketch is not None else ()
    found = []
    for n, unit in enumerate(g.units):
        if unit.seat != own_seat(seen):
            continue
        light = seen.answering.drafting.light(sketch, UnitId, UnitId(n))
        names = tr(team_names(g, teams_of(g, UnitId(n))))
        found.append(
            Choice(
                f"unit:{n}",
                f"{faces.tag_of(g, UnitId(n))}: {names}",
                Pick(UnitId, UnitId(n), gives=False),
                why="" if n in held else light.why,
                lit=light.lit and n not in held,
                chosen=n in held,
            )
        )
    return found


def _values(seen: SeenTable) -> Iterator[Choice]:
    """Yes or no, weapons: what an answer holds that the map does not show."""
    g, sketch = state_of(seen), seen.answering.sketch
    if sketch is None:
        return
    for blank in blanks_of(sketch.cls):
        if blank.kind is bool:
            on = bool(sketch.get(blank.field))
            if sketch.cls is Activate:
                teams = sketch.all(FIRE.teams)
                if teams and not seen.answering.why_not(Activate(teams, hero=not on)):
                    label = tr("HERO POINT") if on else tr("ORDER POINT")
                    tip = tr("What this activation costs. Click: pay with the other point")
                    flip = Set(blank.field, not on)
                    yield Choice("", label, flip, lit=False, chosen=on, tooltip=tip)
                continue
            yield beside.switch("", blank, on, tr(ABOUT.get(blank.field, "")))
        if blank.kind is Ability:
            for ability in Ability:
                on = sketch.get(blank.field) is ability
                light = seen.answering.drafting.light(sketch, Ability, ability)
                yield Choice(
                    "",
                    tr(ability.word).upper(),
                    Set(blank.field, ability),
                    lit=light.lit and not on,
                    why=light.why,
                    chosen=on,
                    tooltip=tr(ability.help),
                )
    if sketch.cls is FireAt:
        guns = sketch.all(FIRE.guns)
        for n in sketch.all(FIRE.teams):
            row = g.teams[n].row
            if row.machine_guns is not None and row.rof:
                what = tr("machine guns") if n in guns else tr("main gun")
                label = tr("{team}: {weapon}", team=tr(team_name(g, n)), weapon=what)
                tip = tr("Click: its other weapon")
                other = OtherWeapon(n)
                yield Choice("", label, other, lit=False, chosen=n in guns, tooltip=tip)


def _odds(box: Box, seen: SeenTable) -> None:
    """Of the fire or the assault that is being ordered, and what may come in answer."""
    g, sketch = state_of(seen), seen.answering.sketch
    if seen.answering.kind is PLACE and box.h >= 40 and (views := _view_lines(seen)):
        beside.paper(box, "odds", views, most=box.h)
    if sketch is None or seen.answering.kind is not ORDER or box.h < 40:
        return
    lines: list[str] = []
    target, who = sketch.get(FIRE.target, NO_TEAM), sketch.get(TEAM, NO_TEAM)
    enemy = sketch.get(fields(ChargeAt).enemy, NO_TEAM)
    if sketch.cls is FireAt and target != NO_TEAM:
        teams, guns = sketch.all(FIRE.teams), sketch.all(FIRE.guns)
        lines = [tr("At {who}:", who=tr(team_name(g, target)))]
        lines += fire_lines(g, target, teams, guns) if teams else [tr("nobody fires yet")]
    if sketch.cls is ChargeAt and g.known(enemy) and g.known(who):
        lines = [tr("At {who}:", who=tr(team_name(g, enemy))), *charge_lines(g, who, enemy)]
    declaring = declaring_of(g)
    own_turn = declaring is not None and declaring.seat == g.active
    lines += _view_lines(seen)
    if lines and sketch.cls is not CallBarrage and own_turn and g.spent[g.passive] < CARDS:
        lines.append(tr("Then the enemy may answer with a Hero Point."))
    if lines:
        beside.paper(box, "odds", lines, most=box.h)  # the log waits where all is needed


def _view_lines(seen: SeenTable) -> list[str]:
    """How many enemy Teams those who observe for a barrage see from where they are set up, and who
    calls one."""
    g, sketch = state_of(seen), seen.answering.sketch
    found = []
    if seen.answering.kind is PLACE:
        placed = [(team, way[-1]) for team, way in formed(seen) if g.teams[team].row.observer]
    else:
        calls = fields(CallBarrage).observer
        observer = sketch.get(calls, NO_TEAM) if sketch is not None else NO_TEAM
        placed = [(observer, g.teams[observer].spot)] if g.known(observer) else []
    for team, spot in placed:
        stand = Stand(spot, g.teams[team].stand.radius)
        enemies = [t for t in g.teams if t.there and t.seat != g.teams[team].seat]
        n = sum([g.ground.sees(stand, enemy.stand) for enemy in enemies])
        who = tr(team_name(g, team))
        if n:
            found.append(
                tr_n(
                    "{who} sees {n} enemy Team from there, and aims only where it sees",
                    "{who} sees {n} enemy Teams from there, and aims only where it sees",
                    n,
                    who=who,
                )
            )
        else:
            found.append(tr("{who} sees no enemy from there, and aims only where it sees", who=who))
    return found
