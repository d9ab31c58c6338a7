"""Beside the map: score and rounds, the strip of tokens, the unit that is looked at, the deed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Light, Pick, Set
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import beside
from owm_net.client.maps.asking import few
from owm_net.client.maps.pointing import SIGHT, NextBase
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes import acting, faces
from owm_net.client.tables.heroes.common import (
    BARE,
    FIRES,
    MOST,
    MOVES,
    ZONES,
    field_of,
    held,
    is_asked,
    own_seat,
    pointed_unit,
    sign_of,
    spot_of,
    state_of,
    target_in,
    unit_in,
    view_of,
)
from owm_net.client.tables.heroes.common import acting as acting_unit
from owm_net.client.tables.heroes.counting import at_once_told, objective_told, points_of, tile_told
from owm_net.client.tables.heroes.field import TILE
from owm_net.client.tables.heroes.odds import assault_lines, blast_lines, retreat_line, shot_lines
from owm_net.client.tables.heroes.people import bonuses, condition, name, token_told, told, values
from owm_net.client.widgets import Choice, button, choice_button, choice_list, map_control, panel
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay
from owm_net.games.heroes.cards.riders import RIDERS
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.driving import may_fuel
from owm_net.games.heroes.equipment import BONUS, why_not_spend
from owm_net.games.heroes.grid import STRAIGHT, Facing
from owm_net.games.heroes.hidden import card_key, hidden_unit
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    NO_VERTEX,
    OFF_MAP,
    Face,
    Heading,
    Hidden,
    Space,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.looking import exposed_to, placed, reacting_of, steps_of, waiting
from owm_net.games.heroes.moving import FireOnTheMove, Leg
from owm_net.games.heroes.orders import ActMove, OrderMove
from owm_net.games.heroes.patterns import destruction, ordnance
from owm_net.games.heroes.reacting import REACT, React
from owm_net.games.heroes.set_up import DEPLOY, Deploy, DeployOpen
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply import SUPPLY_MOVE
from owm_net.games.heroes.terms import Ability, CardKind, CardPhase, Flip, Manoeuvre, Phase
from owm_net.games.heroes.tokens import LAY
from owm_net.games.heroes.weapons import PRIMARY, armed, guns
from owm_net.games.heroes.words import (
    FACES,
    formation_name,
    heading_name,
    manoeuvre_name,
    seat_name,
)

DRAWN = (UnitId, Space, Vertex, Hidden)
"""Types of values that are chosen on the map or as tokens."""
KINDS = {
    CardKind.ORDINARY: say("action card"),
    CardKind.ARTILLERY: say("command card: artillery"),
    CardKind.AVIATION: say("command card: aviation"),
}
PHASES = {
    CardPhase.ORDERS: say("in the Orders phase"),
    CardPhase.ACTIVATION: say("in the Activation phase"),
    CardPhase.SUPPLY: say("in Supply"),
    CardPhase.ANY: say("at any time"),
}
TINTS: dict[CardKind, theme.Colour] = {
    CardKind.ORDINARY: (226, 214, 180, 255),
    CardKind.ARTILLERY: (216, 178, 140, 255),
    CardKind.AVIATION: (176, 200, 214, 255),
}
FLIPS = {
    Flip.NONE: say("AS IT LIES"),
    Flip.FIRST: say("TURN OVER FIRST"),
    Flip.LAST: say("TURN OVER AT THE END"),
}


def at_once(seen: SeenTable) -> list[Answer]:
    """The answers, where they are few and there is nothing to choose on the map."""
    return few(seen, DRAWN)


# ------------------------------------------------------------------ the score


def points(box: Box, seen: SeenTable) -> None:
    """The rounds, a row for each side with its breaking points, a line for each objective."""
    g = state_of(seen)
    room = panel(box, "points", title=tr("Score"))
    _rounds(box.with_rect(Rect(box.x + 90, box.y, box.w - 100, 30)).above(2), g)
    room = box.with_rect(Rect(box.x + 10, box.y + 32, box.w - 20, box.h - 38)).above(2)
    mine = own_seat(seen)
    for seat in (mine, *[seat for seat in g.players if seat != mine]):
        _side(room.cut_top(38, gap=2), seen, seat)
    for n in range(len(g.battle.objectives)):
        if room.h < 16:
            return
        line = objective_told(g, n, mine)
        row = room.cut_top(17)
        row.text(f"score:{n}", line, size=theme.SMALL, colour=theme.SAND, tooltip=line)
    told_at_once = at_once_told(g)
    if told_at_once and room.h >= 16:
        row = room.cut_top(17)
        row.text(
            "score.once", told_at_once, size=theme.SMALL, colour=theme.GOLD, tooltip=told_at_once
        )


def _rounds(box: Box, g: HeroesState) -> None:
    """A circle for each round, the present one lit; those with an event are marked."""
    size = 15.0
    x = box.right - (size + 4) * g.battle.rounds
    events = {event.round for event in g.battle.events}
    for n in range(1, g.battle.rounds + 1):
        now, over = n == g.round, n < g.round
        fill = (*theme.LIT, 255) if now else (92, 84, 60, 255) if over else (30, 28, 22, 255)
        edge = theme.REFUSED if n in events else theme.GOLD
        rect = Rect(x + (n - 1) * (size + 4), box.cy - size / 2, size, size)
        shape = Shape("box", fill, (*edge, 255), 1.4, size / 2)
        box.pen.add(f"round:{n}", "mark", rect, z=box.z, shape=shape, label=f"{n}")
        ink = theme.INK if now else theme.CREAM
        style: Lettering = {"size": 11, "role": "bold", "anchor": "m", "colour": ink}
        box.pen.text(f"round:{n}.n", str(n), rect.cx, rect.cy, z=box.z + 1, **style)
    if g.round:
        said = tr("round {n} of {all}", n=g.round, all=g.battle.rounds)
        head = box.with_rect(Rect(box.x, box.y, x - box.x - 6, box.h))
        head.text("round.text", said, anchor="r", size=theme.SMALL, colour=theme.SAND)


def _side(row: Box, seen: SeenTable, seat: Seat) -> None:
    """The points of a side, whether it has the initiative, how near each tile is to breaking."""
    g = state_of(seen)
    nation = g.side(seat).army.nation.value
    shape = Shape("box", faces.RIM[nation], (20, 18, 14, 255), 1.4, faces.CORNER[nation] / 2)
    chip = Rect(row.x, row.y + 3, 13, 13)
    row.pen.add(f"side:{seat}", "mark", chip, z=row.z, shape=shape)
    who = tr(seat_name(g, seat))
    n = points_of(g, seat)
    told = tr_n("{side}: {n} point", "{side}: {n} points", n, side=who)
    first = tr("has the initiative") if seat == g.initiative else ""
    upper = row.with_rect(Rect(row.x + 19, row.y, row.w - 19, 19))
    upper.text(f"side:{seat}.who", told, role="bold", size=14)
    upper.text(f"side:{seat}.first", first, anchor="r", size=theme.SMALL, colour=theme.LIT)
    lower = row.with_rect(Rect(row.x + 19, row.y + 19, row.w - 19, 18))
    own = [(k, f) for k, f in enumerate(g.formations) if f.seat == seat and f.squares]
    for place, (k, f) in zip(lower.columns(max(1, len(own)), gap=6), own, strict=False):
        title = tr(formation_name(g, f))
        tip = tile_told(g, f)
        pips = "■" * min(f.losses, f.squares) + "□" * max(0, f.squares - f.losses)
        wide = place.pen.width(pips, "body", 12) + 4
        ink = theme.REFUSED if f.turned else theme.SAND
        pip = place.cut_right(wide)
        pip.text(f"tile:{k}.pips", pips, size=12, colour=theme.LIT, tooltip=tip, anchor="r")
        place.text(f"tile:{k}", title, size=12, colour=ink, tooltip=tip)


# ------------------------------------------------------------------ the strip of tokens


def tokens(box: Box, seen: SeenTable) -> None:
    """Draw the tokens of the round: for each side the shown ones, the closed ones, and the number
    lost unseen; then the seat that comes next."""
    panel(box, "tokens", dark=True)
    g, mine = state_of(seen), own_seat(seen)
    room = box.inset(6, 3).above(2)
    halves = room.rows(2, gap=2) if box.h > 50 else room.columns(2, gap=10)
    for half, seat in zip(halves, (mine, g.after(mine)), strict=True):
        _row_of(half, seen, seat)


def _row_of(row: Box, seen: SeenTable, seat: Seat) -> None:
    g, view = state_of(seen), view_of(seen)
    nation = g.side(seat).army.nation
    size = min(24.0, row.h)
    who = tr(seat_name(g, seat))
    wide = row.pen.width(who, "bold", 13) + 8
    row.cut_left(wide).text(f"strip:{seat}", who, role="bold", size=13, colour=theme.GOLD)
    laid = g.hands[g.laid(seat)]
    shown = sorted(t for t in laid if t >= 0)
    closed = [t for t in laid if t < 0]
    own = {t: sign_of(view, t) for t in closed}
    closed.sort(key=lambda t: (own[t].zfill(2) if own[t].isdigit() else f"9{own[t]}", -t))
    for n, token in enumerate((*shown, *closed)):
        if row.w < size:
            return
        sign = sign_of(view, token)
        state = "open" if token >= 0 else "own" if sign else "closed"
        unit = g.bearer(seat, token)
        place = row.cut_left(size, gap=3).centred(size, size)
        art = faces.token(nation, sign, state)
        tip = f"{name(g, unit)}\n{token_told(seen, unit)}"
        place.add(f"strip:{seat}.{n}", "token", art=art, tooltip=tip, label=tip)
    lost = len([t for t in g.lost_tokens if (t.seat, t.round) == (seat, g.round)])
    notes = []
    if len(g.to_lay(seat)):
        notes.append(tr("{n} to lay", n=len(g.to_lay(seat))))
    if lost:
        notes.append(tr("{n} lost unseen; opened after the match", n=lost))
    if g.done[seat] and g.phase is Phase.ACTIVATION:
        notes.append(tr("no more orders"))
    if notes and row.w > 30:
        text = "; ".join(notes)
        row.text(f"strip:{seat}.note", text, size=12, colour=theme.SAND, tooltip=text)


# ------------------------------------------------------------------ the tools


def tools(box: Box, seen: SeenTable) -> None:
    """How the map is looked at: nearer, sight, zones of control, without counters."""
    row = box.inset(0, 2)
    map_control(row.cut_left(148, gap=5))
    looks = (
        ("sight", tr("SIGHT"), SIGHT, "v", tr("What the chosen unit sees, its ranges and arc")),
        ("zones", tr("ZONES"), ZONES, "z", tr("Where enemy infantry controls the ground")),
        ("bare", tr("BARE"), BARE, "h", tr("The map without counters")),
    )
    places = row.columns(len(looks) + 1, gap=4)
    for place, (id, label, look, key, tip) in zip(places, looks, strict=False):
        on = seen.ui.look == look
        button(place, f"tool.{id}", label, LookAt(look), chosen=on, key=key, tooltip=tip, size=13)
    tip = tr("The keys go to the next unit on the map that can be chosen; Enter chooses")
    button(places[-1], "tool.next", tr("NEXT"), NextBase(TILE), key="n", tooltip=tip, size=13)


# ------------------------------------------------------------------ the unit


def unit(box: Box, seen: SeenTable) -> None:
    """Draw the unit that is pointed at, chosen or selected."""
    g, n = state_of(seen), pointed_unit(seen)
    if not g.known(n) or n == NO_UNIT:
        n = acting_unit(seen)
    if n == NO_UNIT:
        panel(box, "unit", title=tr("Unit"))
        room = box.with_rect(Rect(box.x + 11, box.y + 32, box.w - 22, box.h - 36)).above(2)
        hint = tr("Click a unit to see what it can do and how it is.")
        room.words("unit.none", hint, size=theme.SMALL, colour=theme.SAND)
        return
    u = g.units[n]
    side = tr(seat_name(g, u.seat))
    panel(box, "unit", title=name(g, n), note=side)
    size = min(70.0, box.h - 40)
    picture = Rect(box.x + 8, box.y + 32, size, size)
    tip = told(seen, n)
    art = faces.counter(g, n)
    box.pen.add("unit.art", "image", picture, z=box.z + 2, art=art, tooltip=tip)
    lines = [*values(g, u), ", ".join(condition(view_of(seen), n))]
    rect = Rect(box.x + size + 4, box.y + 29, box.w - size - 6, box.h - 32)
    beside.lines(box.with_rect(rect), "unit.facts", [line for line in lines if line])


# ------------------------------------------------------------------ the deed


def deed(box: Box, seen: SeenTable) -> None:
    """Draw what is asked for beside the map: the tray, tokens to lay, ways to act, odds."""
    answering = seen.answering
    panel(box, "deed", title=_title(seen))
    room = box.with_rect(Rect(box.x + 6, box.y + 32, box.w - 12, box.h - 38)).above(2)
    if state_of(seen).deck_size:
        _hand(room.cut_bottom(56, gap=4), seen)
    if not answering.is_open or at_once(seen):
        _idle(room, seen)
        return
    if is_asked(seen, DEPLOY):
        _tray(room, seen)
    elif is_asked(seen, LAY):
        _to_lay(room, seen)
    elif answering.kind in acting.DEEDS:
        _ways(room, seen)
    elif is_asked(seen, REACT):
        _react(room, seen)
    else:
        _listed(room, seen)


def _title(seen: SeenTable) -> str:
    if is_asked(seen, DEPLOY):
        return tr("To be deployed")
    if is_asked(seen, LAY):
        return tr("Tokens to lay")
    return tr("What to do")


def _idle(room: Box, seen: SeenTable) -> None:
    """Show which seat comes next, while nothing is asked here."""
    g = state_of(seen)
    if g.phase is Phase.SET_UP:
        return
    lines = [tr(g.phase.word)]
    if g.initiative >= 0:
        first = tr(seat_name(g, g.initiative))
        lines.append(tr("The {side} go first in this round.", side=first))
    if g.phase is Phase.ACTIVATION:
        seat = own_seat(seen)
        numbers = [sign_of(view_of(seen), t) for t in g.closed(seat)]
        orders = sorted(int(sign) for sign in numbers if sign.isdigit())
        if orders:
            lines.append(tr("Your next order is {n}.", n=orders[0]))
        for waited in seen.waiting_for():
            if waited != seat:
                side = tr(seat_name(g, Seat(waited)))
                lines.append(tr("Now it is for the {side} to decide.", side=side))
    room.words("deed.idle", lines, size=theme.SMALL, colour=theme.SAND)


def _hand(row: Box, seen: SeenTable) -> None:
    """The cards of the own hand: pressed, one is played, or goes with the deed that is drafted. One
    without a part in the question has a dull edge; why not now, the rules say to a press."""
    g, view, answering = state_of(seen), view_of(seen), seen.answering
    hand = g.hands[own_seat(seen)]
    theirs = len(g.hands[g.after(own_seat(seen))])
    head = row.cut_top(18)
    text = tr_n("The other side holds {n} card.", "The other side holds {n} cards.", theirs)
    head.text("hand.theirs", text, size=theme.SMALL, colour=theme.FAINT)
    sketch = answering.sketch if answering.is_open else None
    played = (*held(sketch, "cards", ()), held(sketch, "card"))
    answers = answering.kind.answers if answering.kind is not None else ()
    wanted = {cls.key for cls in answers if issubclass(cls, CardPlay)}
    wanted |= set(RIDERS) if answering.kind in acting.DEEDS else set()
    for n, (place, slot) in enumerate(
        zip(row.columns(max(4, len(hand)), gap=4), hand, strict=False)
    ):
        face = view.card(slot)
        if face is None:
            place.add(f"hand:{n}", "card", shape=Shape("box", (60, 52, 38, 255), radius=5))
            continue
        card = CATALOG.cards[card_key(face)]
        on = slot in played
        fits = answering.is_open and card.key in wanted
        title = tr(card.title)
        tip = f"{title}\n{tr(KINDS[card.kind])}; {tr(PHASES[card.phase])}"
        edge = theme.LIT if fits else theme.PANEL_EDGE
        ink: Lettering = {"size": 13, "role": "bold", "colour": theme.INK, "anchor": "m"}
        ink["room"] = place.w - 4
        words = place.inset(4, 2).wrap(title, 13, "bold", 2)
        step = 15.0
        top = place.cy - step * (len(words) - 1) / 2
        runs = row.pen.runs(words, place.cx, top, step, **ink)
        place.add(
            f"hand:{n}",
            "card",
            shape=Shape("box", TINTS[card.kind], (*edge, 255), 2.2 if fits else 1.2, 5),
            runs=runs,
            flags=["chosen"] if on else [],
            action=Pick(Played, Played(slot)),
            label=title,
            tooltip=tip,
        )


def _tray(room: Box, seen: SeenTable) -> None:
    """Counters that wait, and how the next one lies."""
    g, sketch = state_of(seen), seen.answering.sketch
    chosen = unit_in(g, sketch)
    found: list[UnitId] = seen.cached("waiting", lambda: waiting(g))
    size = min(50.0, (room.w - 10) / 6 - 4)
    for n, u in enumerate(found):
        x, y = room.x + 2 + n % 6 * (size + 6), room.y + n // 6 * (size + 6)
        if y + size > room.bottom - 34:
            break
        room.pen.add(
            f"row:{u}",
            "counter",
            Rect(x, y, size, size),
            z=room.z,
            art=faces.counter(g, u),
            flags=["chosen"] if u == chosen else ["lit", "quiet"],
            action=acting.Waits(u),
            label=name(g, u),
            tooltip=told(seen, u),
        )
    foot = room.cut_bottom(30)
    choices = list(_lies(seen))
    for place, choice in zip(foot.columns(max(1, len(choices)), gap=4), choices, strict=False):
        choice_button(place, choice, size=14)


def _lies(seen: SeenTable) -> Iterator[Choice]:
    """How a counter that is deployed lies: its face, its facing."""
    g, sketch = state_of(seen), seen.answering.sketch
    if sketch is None:
        return
    if sketch.cls is not Deploy:
        yield from _veiled(seen, unit_in(g, sketch), sketch.cls is DeployOpen)
        return
    u = g.units[unit_in(g, sketch)]
    face, facing = held(sketch, "face", 0), held(sketch, "facing", 0)
    field, turns = field_of(Deploy, "face"), field_of(Deploy, "facing")
    assert field is not None and turns is not None
    if len(u.piece.deploys) > 1:
        other = u.piece.deploys[1 - u.piece.deploys.index(face)]
        label = tr("FACE: {face}", face=tr(FACES[face]).upper())
        tip = tr("A press turns it over")
        yield Choice("face", label, Set(field, Face(other)), lit=False, key="t", tooltip=tip)
    arcs = any(w.arc for w in u.piece.faces[face].weapons)
    ways = tuple(Facing) if u.kind.vehicle else STRAIGHT if arcs else ()
    if ways:
        at = ways.index(Facing(facing)) if facing in ways else -1
        following = ways[(at + 1) % len(ways)]
        said = tr(heading_name(g, Heading(facing)))
        label = tr("FACES {way}", way=said.upper())
        turn = Set(turns, Heading(int(following)))
        yield Choice("facing", label, turn, lit=False, key="f", tooltip=tr("A press turns it"))


def _veiled(seen: SeenTable, unit: UnitId, openly: bool) -> Iterator[Choice]:
    """Whether a concealed counter is laid face down, or its unit placed openly."""
    face = None if unit == NO_UNIT else view_of(seen).card(state_of(seen).card_under(unit))
    if face is None or hidden_unit(face) == NO_UNIT:
        return
    label = tr("OPENLY") if openly else tr("FACE DOWN")
    turn = acting.Waits(unit, openly=not openly)
    yield Choice("veil", label, turn, lit=False, key="t", tooltip=tr("A press turns it over"))


def _to_lay(room: Box, seen: SeenTable) -> None:
    """The tokens of the hand as blocks with their keys."""
    g, view = state_of(seen), view_of(seen)
    seat, sketch = own_seat(seen), seen.answering.sketch
    chosen, _ = acting.lays(seen)
    hand = sorted(g.to_lay(seat), key=lambda t: (len(sign_of(view, t)), sign_of(view, t)))
    size = 44.0
    taken: dict[str, int] = {}
    for n, token in enumerate(hand):
        sign = sign_of(view, token)
        taken[sign] = taken.get(sign, 0) + 1
        x, y = room.x + 3 + n % 7 * (size + 6), room.y + n // 7 * (size + 18)
        action = acting.Lays("token", token)
        light = seen.answering.drafting.light_for(sketch, action)
        on = token == chosen
        again = f".{taken[sign]}" if taken[sign] > 1 else ""
        id = f"key:{sign}{again}" if sign.isdigit() and len(sign) == 1 else f"lay:{sign}{again}"
        key = {"B": "b", "S": "s", "10": "t"}.get(sign, sign) if not again else ""
        words = {"B": tr("A bluff"), "S": tr("A special order")}
        said = words.get(sign, tr("Order {n}", n=sign))
        room.pen.add(
            id,
            "token",
            Rect(x, y, size, size),
            z=room.z,
            art=faces.token(g.side(seat).army.nation, sign, "own"),
            flags=["chosen"] if on else ["lit"] if light.lit else [],
            action=action,
            why="" if on or light.lit else light.why,
            label=said,
            tooltip=f"{said} [{key.upper()}]" if key else said,
            key=key if not sign.isdigit() or len(sign) > 1 else "",
        )
    rows = -(-len(hand) // 7)
    rest = room.with_rect(Rect(room.x + 4, room.y + rows * (size + 12) + 4, room.w - 8, 80))
    bare = [name(g, u) for u in acting.must_have(seen)]
    hints = [tr("Click a unit and press the key of a token; Enter lays it.")]
    if bare:
        hints.append(
            tr("Still without the order that they must have: {units}", units=", ".join(bare))
        )
    rest.words("lay.hint", hints, size=theme.SMALL, colour=theme.SAND)


def _ways(room: Box, seen: SeenTable) -> None:
    """Ways to act with the chosen unit, what belongs to them, and the odds."""
    g, sketch = state_of(seen), seen.answering.sketch
    unit, target = unit_in(g, sketch), target_in(g, sketch)
    if sketch is None or unit == NO_UNIT:
        _hints(room, seen)
        return
    if target != NO_UNIT:
        choices = list(_against(seen, target))
        for place, choice in zip(room.cut_top(30, gap=4).columns(3, gap=4), choices, strict=False):
            choice_button(place, choice, size=14)
    if acting.driving(g, sketch) is not None:
        steers = list(_steers(seen))
        for place, choice in zip(room.cut_top(28, gap=3).columns(6, gap=3), steers, strict=False):
            choice_button(place, choice, 13)
    rows = [*_gear(seen), *_belongs(seen)]
    for start in range(0, len(rows), 2):
        pair = rows[start : start + 2]
        if room.h < 60:
            break
        for place, choice in zip(
            room.cut_top(28, gap=3).columns(len(pair), gap=4), pair, strict=True
        ):
            choice_button(place, choice, 13)
    lines = odds(seen)
    rect = Rect(room.x - 6, room.y, room.w + 12, room.h)
    beside.lines(room.with_rect(rect), "deed.odds", lines)


def _hints(room: Box, seen: SeenTable) -> None:
    g = state_of(seen)
    if is_asked(seen, SUPPLY_MOVE):
        lines = [tr("Click a unit without an order, then the space to which it moves.")]
    else:
        lines = [
            tr("Click the unit whose order you reveal."),
            tr("Then a space to move there, or an enemy to fire at it or to assault it."),
        ]
    closed = len(g.closed(own_seat(seen)))
    if closed and g.phase is Phase.ACTIVATION:
        lines.append(
            tr_n("{n} token of yours lies closed.", "{n} tokens of yours lie closed.", closed)
        )
    room.words("deed.hint", lines, size=theme.SMALL, colour=theme.SAND)


def _against(seen: SeenTable, target: UnitId) -> Iterator[Choice]:
    """Fire, suppress or assault the enemy that was pressed."""
    g, answering = state_of(seen), seen.answering
    sketch, drafting = answering.sketch, answering.drafting
    assert sketch is not None
    fires = sketch.cls in FIRES
    now = "suppress" if held(sketch, "suppressive") else "fire" if fires else "assault"
    u = g.units[unit_in(g, sketch)]
    ways = [("fire", tr("FIRE"), tr("One shot with the whole bonus"))]
    if u.up.weapons and Ability.SUPPRESSIVE_FIRE in u.weapon.abilities:
        tip = tr("Twice the bonus, but it only suppresses")
        ways.append(("suppress", tr("SUPPRESS"), tip))
    if u.has(Ability.ASSAULT) and sketch.cls is not FireOnTheMove:
        ways.append(("assault", tr("ASSAULT"), tr("Go beside it and fight for its space")))
    for n, (way, label, tip) in enumerate(ways, 1):
        action = acting.FireOn(target, way)
        key = ("against", target, way, sketch.key)
        light: Light = seen.cached(key, partial(drafting.light_for, sketch, action))
        on = way == now
        yield Choice(
            f"key:{n}",
            f"{n} {label}",
            action,
            why="" if on else light.why,
            lit=light.lit and not on,
            chosen=on,
            tooltip=tip,
        )


def _gear(seen: SeenTable) -> Iterator[Choice]:
    """Weapons, equipment."""
    g, sketch = state_of(seen), seen.answering.sketch
    assert sketch is not None
    unit = unit_in(g, sketch)
    u, spent = g.units[unit], held(sketch, "spend", ())
    if not is_asked(seen, SUPPLY_MOVE):
        for n, spend in enumerate(acting.takes(g, unit)):
            blast = ordnance(armed(g, unit, PRIMARY), unit, ()) is not None
            own = tr("At an intersection") if blast else tr("At a structure")
            label = tr(CATALOG.options[spend[0]].title) if spend else own
            on = sketch.cls in FIRES and spent == spend and not held(sketch, "targets", ())
            yield Choice(f"take:{n}", label.upper(), acting.Takes(spend), lit=False, chosen=on)
    weapon = field_of(sketch.cls, "weapon")
    able = guns(u)
    if weapon is not None and len(able) > 1:
        laid = held(sketch, "weapon", PRIMARY)
        other = able[(able.index(laid) + 1) % len(able)] if laid in able else able[0]
        label = tr("WEAPON: {bonus}", bonus=bonuses(u.up.weapons[laid]))
        yield Choice("weapon", label, Set(weapon, other), lit=False, tooltip=tr("The other one"))
    spends = field_of(sketch.cls, "spend")
    target = target_in(g, sketch)
    for key in BONUS if spends is not None and target != NO_UNIT else ():
        now, kind = spent.count(key), g.units[target].kind
        if now or why_not_spend(g, unit, (*spent, key), kind) is None:
            rest = tuple([k for k in spent if k != key])
            assert spends is not None
            left = why_not_spend(g, unit, (*spent, key), kind) is None
            tokens = (*spent, key) if left else rest
            label = tr("{what}: {n}", what=tr(CATALOG.options[key].title), n=now).upper()
            yield Choice(f"spend:{key}", label, Set(spends, tokens), lit=False, chosen=now > 0)


def _belongs(seen: SeenTable) -> Iterator[Choice]:
    """Yield whether a counter is turned over or turned, whether the move goes on."""
    g, sketch = state_of(seen), seen.answering.sketch
    assert sketch is not None
    u = g.units[unit_in(g, sketch)]
    flip = field_of(sketch.cls, "flip")
    if flip is not None and u.flips:
        now = held(sketch, "flip", flip.default)
        if isinstance(flip.default, bool):
            label = FLIPS[Flip.LAST if now else Flip.NONE]
            yield Choice(
                "flip", tr(label), Set(flip, not now), lit=False, chosen=bool(now), key="t"
            )
        else:
            ways = tuple(FLIPS)
            after = ways[(ways.index(now) + 1) % len(ways)]
            tip = tr("The mobile face moves, the other one fires; a move of 0 turns it over too")
            yield Choice(
                "flip",
                tr(FLIPS[now]),
                Set(flip, after),
                lit=now is Flip.NONE and _is_mobile(u),
                chosen=now is not Flip.NONE,
                key="t",
                tooltip=tip,
            )
    facing = field_of(sketch.cls, "facing")
    flipped = held(sketch, "flip", Flip.NONE)
    last = u.other if flipped is not Flip.NONE and flipped else u
    if facing is not None and last.up.weapons and last.weapon.arc:
        looks: Heading = held(sketch, "facing", KEEP)
        around = (KEEP, *[Heading(int(f)) for f in STRAIGHT])
        turn = Set(facing, around[(around.index(looks) + 1) % len(around)])
        label = tr("FACES {way}", way=tr(heading_name(g, looks)).upper())
        yield Choice("facing", label, turn, lit=False, chosen=looks != KEEP, key="f")
    fuel = field_of(sketch.cls, "fuel")
    if fuel is not None and may_fuel(g, unit_in(g, sketch)):
        on = bool(held(sketch, "fuel", False))
        label = tr("FUEL: {yes}", yes=tr("yes") if on else tr("no")).upper()
        yield Choice("fuel", label, Set(fuel, not on), lit=False, chosen=on)
    leaves = field_of(sketch.cls, "leaves")
    if leaves is not None and g.battle.exits[0] == g.side(u.seat).name:
        on = bool(held(sketch, "leaves", False))
        label = tr("LEAVES THE MAP: {yes}", yes=tr("yes") if on else tr("no")).upper()
        yield Choice("leaves", label, Set(leaves, not on), lit=False, chosen=on)
    more = field_of(sketch.cls, "goes_on")
    if more is not None:
        on = bool(held(sketch, "goes_on", False))
        tip = tr("The move is not over after these steps: to fire on the move, or to look again")
        label = tr("GOES ON: {yes}", yes=tr("yes") if on else tr("no")).upper()
        yield Choice(
            "goes on", label, Set(more, not on), lit=False, chosen=on, key="g", tooltip=tip
        )


STEERS = (
    (Manoeuvre.FORWARD, say("FWD"), "w"),
    (Manoeuvre.BACK, say("BACK"), "s"),
    (Manoeuvre.LEFT, say("LEFT"), "a"),
    (Manoeuvre.RIGHT, say("RIGHT"), "d"),
    (Manoeuvre.TAIL_LEFT, say("TAIL L"), "q"),
    (Manoeuvre.TAIL_RIGHT, say("TAIL R"), "c"),
)
"""What a vehicle does for a point of movement, with its key."""


def _steers(seen: SeenTable) -> Iterator[Choice]:
    """Steps and turns, each by its key."""
    g, sketch, drafting = state_of(seen), seen.answering.sketch, seen.answering.drafting
    for manoeuvre, label, key in STEERS:
        action = acting.Steer((manoeuvre,))
        at = ("steer", manoeuvre, None if sketch is None else sketch.key)
        light: Light = seen.cached(at, partial(drafting.light_for, sketch, action))
        tip = tr(manoeuvre_name(g, manoeuvre))
        id = f"steer:{manoeuvre.value}"
        yield Choice(id, tr(label), action, why=light.why, lit=False, tooltip=tip, key=key)


def odds(seen: SeenTable) -> list[str]:
    """Of the shot or the assault that is drafted; of a move how far it goes and why it ends."""
    g, sketch = state_of(seen), seen.answering.sketch
    unit, target = unit_in(g, sketch), target_in(g, sketch)
    if sketch is None or unit == NO_UNIT:
        return []
    if target != NO_UNIT and sketch.cls in (OrderMove, ActMove):
        path = held(sketch, "path", ())
        start = path[-1] if path else spot_of(g, unit)
        lines = assault_lines(g, unit, target, start)
        if not g.units[target].kind.vehicle:
            lines.append(retreat_line(placed(g, unit, start), target, start))
        return lines
    if target != NO_UNIT and sketch.cls in FIRES:
        suppressive = bool(held(sketch, "suppressive", False))
        g = armed(g, unit, held(sketch, "weapon", PRIMARY))
        moving = sketch.cls is FireOnTheMove
        shares = held(sketch, "shares", ())
        targets = held(sketch, "targets", (target,))
        lines = []
        for n, enemy in enumerate(targets):
            share = shares[n] if n < len(shares) else None
            lines += [name(g, enemy)] if len(targets) > 1 else []
            spend = held(sketch, "spend", ())
            lines += shot_lines(g, unit, enemy, suppressive, moving, share, spend)
        if g.deck_size:
            lines.append(tr("before any card of the enemy"))
        return lines
    if acting.aim_field(g, sketch, view_of(seen)) in acting.AIMED:
        g, spend = armed(g, unit, held(sketch, "weapon", PRIMARY)), held(sketch, "spend", ())
        if not spend and held(sketch, "into", OFF_MAP) != OFF_MAP:
            dice = destruction(g.units[unit])
            return [tr("{n} dice against each structure", n=dice)]
        return blast_lines(g, unit, spend, held(sketch, "vertex", NO_VERTEX))
    drive = acting.driving(g, sketch)
    if drive is not None:
        told = tr("{n} of {all} movement points", n=len(drive.course), all=drive.points)
        facing = tr(heading_name(g, Heading(int(drive.pose[1]))))
        return [told, tr("then it faces {way}", way=facing)]
    if sketch.cls in MOVES:
        return _move_lines(seen)
    return []


def _is_mobile(u: Unit) -> bool:
    """Return True if the face that is up can move and the other, better to fire with, cannot."""
    return u.flips and bool(u.up.move) and not u.other.up.move


def _move_lines(seen: SeenTable) -> list[str]:
    g, sketch = state_of(seen), seen.answering.sketch
    move = acting.going(g, sketch)
    if move is None:
        return []
    u = g.units[move.unit]
    lines = [tr("{n} of {all} movement points", n=len(move.path), all=move.points)]
    if move.points < u.up.move and g.ground.difficult(u.at, u.kind):
        lines.append(tr("It begins in difficult ground: one space only."))
    if not is_asked(seen, SUPPLY_MOVE):
        for enemy, step in exposed_to(g, move.unit, move.path).items():
            who, n = name(g, enemy), step
            lines.append(tr("{unit} may fire at it after step {n}", unit=who, n=n))
        if g.deck_size and len(g.hands[g.after(u.seat)]):
            lines.append(tr("and perhaps a card stops it"))
    if move.path and g.ground.difficult(move.start, u.kind):
        lines.append(tr("Difficult ground: it stops there."))
    if sketch is not None and sketch.cls is not Leg and not move.path and _is_mobile(u):
        lines.append(tr("Mobile face: turn it over to fire with all it has."))
    return lines


def _react(room: Box, seen: SeenTable) -> None:
    """Show which units may fire, after which step, with the odds of each."""
    g, sketch = state_of(seen), seen.answering.sketch
    lines = [tr("Click your units that fire, and the step after which they do; or let it pass.")]
    if sketch is not None and sketch.cls is React:
        units = held(sketch, "units", ())
        field = field_of(React, "suppressing")
        suppressing = held(sketch, "suppressing", ())
        able = [u for u in units if Ability.SUPPRESSIVE_FIRE in g.units[u].weapon.abilities]
        assert field is not None
        for u in able:
            on = u in suppressing
            rest = tuple([s for s in suppressing if s != u]) if on else (*suppressing, u)
            who = name(g, u)
            label = tr("{unit}: suppresses", unit=who) if on else tr("{unit}: fires", unit=who)
            choice = Choice(f"mode:{u}", label.upper(), Set(field, rest), lit=False, chosen=on)
            choice_button(room.cut_top(28, gap=3), choice, 13)
        lines = [
            tr(
                "after step {n}: {units}",
                n=held(sketch, "step", 0),
                units=", ".join([name(g, u) for u in units]),
            )
        ]
        lines += _react_odds(seen, units, suppressing)
    rect = Rect(room.x - 6, room.y, room.w + 12, room.h)
    beside.lines(room.with_rect(rect), "deed.odds", lines)


def _react_odds(
    seen: SeenTable, units: tuple[UnitId, ...], suppressing: tuple[UnitId, ...]
) -> list[str]:
    """Each shot as it would be with the mover at the step."""
    g, sketch = state_of(seen), seen.answering.sketch
    frame = reacting_of(g)
    if frame is None:
        return []
    pose = steps_of(frame).get(held(sketch, "step", 0))
    there = g if pose is None else placed(g, frame.mover, *pose)
    lines = []
    for u in units:
        told_of = shot_lines(there, u, frame.mover, u in suppressing)
        lines.append(f"{name(g, u)}: {told_of[-1]}")
    return lines


def _listed(room: Box, seen: SeenTable) -> None:
    """Yield the rules' offers, in words."""
    view = view_of(seen)
    found = seen.cached("listed", lambda: list(islice(agenda.offers(view), MOST + 1)))
    choices = [
        Choice(
            f"offer:{n}",
            tr(seen.system.describe(view, offer)),
            Adopt(offer, gives=True),
            why=seen.answering.why_not(offer),
        )
        for n, offer in enumerate(found[:MOST])
        if not isinstance(offer, Pass)
    ]
    choice_list(room, choices, seen.ui.page, row=31)
