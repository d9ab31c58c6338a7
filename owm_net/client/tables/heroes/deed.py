"""The panel of the question, beside the map: the tray, tokens, ways to act, odds, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from attrs import evolve, fields

from owm_net.client import keys, theme
from owm_net.client.answering.drafting import Adopt, DraftAction, Light, Pick, Set
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import beside
from owm_net.client.maps.asking import few
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes import acting, faces, terrain
from owm_net.client.tables.heroes.common import (
    FIRES,
    LAID,
    MOST,
    MOVES,
    OPENED,
    PLACED,
    REACTION,
    SHOT,
    SNIPES,
    WALKED,
    aimed_at,
    cards_in,
    field_of,
    held,
    in_gap,
    is_asked,
    next_order,
    own_seat,
    sign_of,
    spot_of,
    state_of,
    target_in,
    token_on,
    unit_in,
    view_of,
)
from owm_net.client.tables.heroes.effects import effect_of_card, effect_of_option
from owm_net.client.tables.heroes.odds import (
    assault_lines,
    barrage_line,
    blast_lines,
    retreat_lines,
    shot_lines,
    snipe_lines,
    strike_lines,
    structure_line,
)
from owm_net.client.tables.heroes.people import bonuses, name, named, told
from owm_net.client.widgets import Choice, choice_button, choice_list, panel
from owm_net.client.words import capital, title_of
from owm_net.engine import agenda
from owm_net.engine.drafts import Draft, blanks_of
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.heroes import smoke_bombs
from owm_net.games.heroes.assault import WHERE
from owm_net.games.heroes.barrage import ActBarrage, OrderBarrage
from owm_net.games.heroes.cards.artillery import Artillery
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.decks import DECK, DISCARD
from owm_net.games.heroes.equipment import BONUS, why_not_spend
from owm_net.games.heroes.gaps import GAP, autonomous
from owm_net.games.heroes.generator import OBJECTIVE, TERRAIN
from owm_net.games.heroes.grid import STRAIGHT, Facing
from owm_net.games.heroes.hardboiled import Steady
from owm_net.games.heroes.hidden import card_key, hidden_unit, is_special
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    NO_VERTEX,
    OFF_MAP,
    Heading,
    Hidden,
    Share,
    Space,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.looking import (
    exposed_to,
    finders,
    found_after,
    placed,
    reacting_of,
    retreating_of,
    seekers,
    steps_of,
    waiting,
)
from owm_net.games.heroes.moving import FireOnTheMove, Leg
from owm_net.games.heroes.orders import TURN, ActMove, OrderMove
from owm_net.games.heroes.patterns import destruction, ordnance
from owm_net.games.heroes.printed.armies import Card
from owm_net.games.heroes.reacting import REACT, React, ReactPlay, fire_told
from owm_net.games.heroes.roster import ROSTER
from owm_net.games.heroes.set_up import DEPLOY, DeployOpen, LayBlind
from owm_net.games.heroes.shooting import why_not_target
from owm_net.games.heroes.smoke import DENSE
from owm_net.games.heroes.smoke_bombs import OrderSmoke, bombs
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply import SUPPLY_MOVE, Entrench
from owm_net.games.heroes.terms import (
    UNHINDERED,
    Ability,
    CardKind,
    CardPhase,
    Flip,
    Manoeuvre,
    Phase,
)
from owm_net.games.heroes.tokens import LAY
from owm_net.games.heroes.weapons import PRIMARY, armed, guns
from owm_net.games.heroes.words import FACES, heading_name, manoeuvre_name, seat_name, side_name

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
    Flip.NONE: say("TURN OVER: NO"),
    Flip.FIRST: say("TURN OVER: FIRST"),
    Flip.LAST: say("TURN OVER: AT THE END"),
}

ROW = 31.0
"""How high a row of buttons is."""
STEP = 18.0
"""From one small line to the next."""


def at_once(seen: SeenTable) -> list[Answer]:
    """The answers, where they are few and there is nothing to choose on the map."""
    return few(seen, DRAWN)


def deed(box: Box, seen: SeenTable) -> None:
    """Draw what is asked for beside the map, and the hand below it."""
    answering = seen.answering
    drawn = next((draw for kinds, draw in DRAWS if is_asked(seen, *kinds)), _listed)
    if not answering.is_open or at_once(seen) or is_asked(seen, ROSTER, DECK):
        drawn = _idle
    title = next((title for draw, title in TITLES if draw is drawn), say("What to do"))
    panel(box, "deed", title=tr(title))
    room = box.with_rect(Rect(box.x + 6, box.y + 32, box.w - 12, box.h - 38)).above(2)
    if any(state_of(seen).hands[seat] for seat in state_of(seen).players):
        _hand(room.cut_bottom(56, gap=4), seen)
    drawn(room, seen)


def _small(room: Box, id: str, lines: Sequence[str]) -> None:
    """Write those that have room to their end."""
    told: list[str] = []
    for line in lines:
        if len(room.wrap([*told, line], theme.SMALL)) * STEP <= room.h:
            told.append(line)
    room.words(id, told, size=theme.SMALL, step=STEP, colour=theme.SAND)


def _idle(room: Box, seen: SeenTable) -> None:
    """Show which seat comes next, while nothing is asked here."""
    g, seat = state_of(seen), own_seat(seen)
    if g.phase is Phase.SET_UP:
        return
    lines = [tr(g.phase.word)]
    if g.initiative >= 0:
        first = tr(side_name(g, g.initiative))
        lines.append(tr("The {side} go first in this round.", side=first))
    if g.phase is Phase.ACTIVATION:
        signs = [sign_of(view_of(seen), t) for t in g.closed(seat)]
        orders = sorted(int(sign) for sign in signs if sign.isdigit())
        if orders:
            lines.append(tr("Your next order is {n}.", n=orders[0]))
        for waited in seen.waiting_for():
            if waited != seat:
                side = tr(seat_name(g, Seat(waited)))
                lines.append(tr("Now the {side} decide.", side=side))
                if in_gap(seen):
                    lines.append(tr("Between turns: special orders and Autonomous units."))
    _small(room, "deed.idle", lines)


def _hand(row: Box, seen: SeenTable) -> None:
    """The cards of the own hand: pressed, one is played, or goes with the deed that is drafted. One
    without a part in the question has a dull edge; why not now, the rules say to a press."""
    g, view, answering = state_of(seen), view_of(seen), seen.answering
    hand = g.hands[own_seat(seen)]
    theirs = sum([len(g.hands[seat]) for seat in g.rivals(own_seat(seen))])
    head = row.cut_top(18)
    text = tr_n("The other side holds {n} card.", "The other side holds {n} cards.", theirs)
    if hand or theirs:  # else none have been dealt
        head.text("hand.theirs", text, size=theme.SMALL, colour=theme.FAINT)
    sketch = answering.sketch if answering.is_open else None
    played = (*cards_in(sketch), held(sketch, OPENED.card))
    places = row.columns(max(4, len(hand)), gap=4)
    for n, (place, slot) in enumerate(zip(places, hand, strict=False)):
        face = view.card(slot)
        if face is None:
            place.add(f"hand:{n}", "card", shape=Shape("box", (60, 52, 38, 255), radius=5))
            continue
        card = CATALOG.cards[card_key(face)]
        light = _playable(seen, card, slot) if answering.is_open else Light()
        fits = light.lit
        title = tr(card.title)
        edge = theme.LIT if fits else theme.PANEL_EDGE
        longest = max([row.pen.width(word, "bold", 13) for word in title.split()])
        size = max(8.0, min(13.0, 13 * (place.w - 8) / longest))
        ink: Lettering = {"size": size, "role": "bold", "colour": theme.INK, "anchor": "m"}
        ink["room"] = place.w - 4
        words, step = place.inset(2, 2).wrap(title, size, "bold", 2), size + 2
        place.add(
            f"hand:{n}",
            "card",
            shape=Shape("box", TINTS[card.kind], (*edge, 255), 2.2 if fits else 1.2, 5),
            runs=row.pen.runs(words, place.cx, place.cy - step * (len(words) - 1) / 2, step, **ink),
            flags=["chosen"] if slot in played else [],
            action=_pressed(seen, slot),
            why="" if slot in played else light.why,
            label=title,
            tooltip=card_told(card),
        )


def _pressed(seen: SeenTable, slot: int) -> DraftAction:
    """Return what a press on a card of the hand means."""
    if is_asked(seen, DISCARD):
        return Pick(Hidden, Hidden(slot), gives=False)
    if is_asked(seen, REACT):
        return acting.StopsMover(Played(slot))
    return acting.PlayFromHand(Played(slot))


def _playable(seen: SeenTable, card: Card, slot: int) -> Light:
    """Whether a press on a card of the hand would be refused now."""
    sketch, action = seen.answering.sketch, _pressed(seen, slot)
    phases = (CardPhase.ANY.value, state_of(seen).phase.value)
    if is_asked(seen, *acting.DEEDS) and card.phase.value not in phases:
        return Light(why=tr("It is played {when}.", when=tr(PHASES[card.phase])))
    key = ("playable", slot, None if sketch is None else sketch.key)
    light: Light = seen.cached(key, lambda: seen.answering.drafting.light_for(sketch, action))
    return light


def _to_discard(room: Box, seen: SeenTable) -> None:
    """Say how cards are chosen, and which are."""
    view, lines = view_of(seen), [tr("Click the cards of your hand that you discard.")]
    faces_of = [view.card(slot) for slot in cards_in(seen.answering.sketch)]
    titles = [tr(CATALOG.cards[card_key(face)].title) for face in faces_of if face is not None]
    if titles:
        lines.append(tr("You discard: {cards}", cards=", ".join(titles)))
    _small(room, "discard.hint", lines)


def card_told(card: Card) -> str:
    """Return what a card is, when it is played and what it does, for a note beside the pointer."""
    when = f"{tr(KINDS[card.kind])}; {tr(PHASES[card.phase])}"
    return f"{tr(card.title)}\n{when}\n{effect_of_card(card.key)}"


# ------------------------------------------------------------------ deployment and tokens


def _counters(room: Box, seen: SeenTable, units: Sequence[UnitId], waits: bool) -> float:
    """Counters that are not on the map, six in a row. waits: to be deployed. Returns how high they
    are."""
    chosen = unit_in(state_of(seen), seen.answering.sketch)
    size = min(50.0, (room.w - 10) / 6 - 4)
    high = 0.0
    for n, u in enumerate(units):
        x, y = room.x + 2 + n % 6 * (size + 6), room.y + n // 6 * (size + 6)
        if y + size > room.bottom - 34:
            break
        high = y + size + 6 - room.y
        if u == chosen:
            frame = Rect(x, y, size, size).inset(-2.4)
            shape = Shape("box", edge=(255, 250, 235, 255), width=3, radius=7)
            room.pen.add(f"row:{u}.lit", "ring", frame, z=room.z, shape=shape)
        room.pen.add(
            f"row:{u}",
            "counter",
            Rect(x, y, size, size),
            z=room.z,
            art=faces.counter(view_of(seen), u),
            flags=["chosen"] if u == chosen else ["lit", "quiet"],
            action=acting.Waits(u) if waits else acting.means_of(seen, u),
            label=named(view_of(seen), u),
            tooltip=told(seen, u),
            mark="own",
        )
    return high


def _tray(room: Box, seen: SeenTable) -> None:
    """Counters that wait, and how the next one lies."""
    units: list[UnitId] = seen.cached("waiting", lambda: waiting(state_of(seen)))
    _counters(room, seen, units, waits=True)
    _row(room.cut_bottom(30), list(_lies(seen)), 14)


def _row(box: Box, choices: Sequence[Choice], size: float) -> None:
    for place, choice in zip(box.columns(max(1, len(choices)), gap=4), choices, strict=False):
        choice_button(place, choice, size)


def _turns(
    id: str, label: str, field: Any, values: Sequence[Any], now: Any, key: str = "", tip: str = ""
) -> Choice:
    """A button that goes through the values of a field, one with each press."""
    after = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
    changed = now != field.default
    return Choice(id, label, Set(field, after), lit=False, chosen=changed, key=key, tooltip=tip)


def _lies(seen: SeenTable) -> Iterator[Choice]:
    """How a counter that is deployed lies: concealed or not, its face, its facing."""
    g, view, sketch = state_of(seen), view_of(seen), seen.answering.sketch
    if sketch is None:
        return
    waits = unit_in(g, sketch)
    piece = g.units[waits].piece
    if sketch.cls in (LayBlind, DeployOpen):
        card = None if waits == NO_UNIT else view.card(g.card_under(waits))
        if card is None or hidden_unit(card) == NO_UNIT:
            return
        openly = sketch.cls is DeployOpen
        label = tr("OPENLY") if openly else tr("FACE DOWN")
        turn = acting.Waits(waits, openly=not openly)
        yield Choice("veil", label, turn, lit=False, key="o", tooltip=tr("Click to turn it over"))
        piece = g.units[hidden_unit(card)].piece
    field, turns = field_of(sketch.cls, PLACED.face), field_of(sketch.cls, WALKED.facing)
    face, facing = held(sketch, PLACED.face, 0), held(sketch, WALKED.facing, 0)
    if field is not None and len(piece.deploys) > 1:
        label = tr("FACE: {face}", face=tr(FACES[face]).upper())
        after = piece.deploys[(piece.deploys.index(face) + 1) % len(piece.deploys)]
        turn = acting.Waits(waits, sketch.cls is DeployOpen, after)
        yield Choice("face", label, turn, lit=False, key="t", tooltip=tr("Click to turn it over"))
    arcs = any(w.arc for w in piece.faces[face].weapons)
    vehicle = piece.type.vehicle and piece.explosion is None
    ways = tuple(Facing) if vehicle else STRAIGHT if arcs else ()
    if turns is not None and ways:
        label = tr("FACES {way}", way=tr(heading_name(g, Heading(facing))).upper())
        headings = [Heading(int(way)) for way in ways]
        tip = tr("A press turns it")
        yield evolve(_turns("facing", label, turns, headings, facing, "f", tip), chosen=False)


def _to_lay(room: Box, seen: SeenTable) -> None:
    """The tokens of the hand as blocks with their keys."""
    g, view = state_of(seen), view_of(seen)
    seat, sketch = own_seat(seen), seen.answering.sketch
    chosen, _ = acting.lays(seen)
    hand = sorted(g.to_lay(seat), key=lambda t: (len(sign_of(view, t)), sign_of(view, t)))
    size, step = 44.0, 50.0
    taken: dict[str, int] = {}
    for n, token in enumerate(hand):
        sign = sign_of(view, token)
        taken[sign] = taken.get(sign, 0) + 1
        action = acting.Lays(LAID.token, token)
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
            Rect(room.x + 3 + n % 7 * step, room.y + n // 7 * step, size, size),
            z=room.z,
            art=faces.token(g.side(seat).army.nation, sign, "own"),
            flags=["chosen"] if on else ["lit"] if light.lit else [],
            action=action,
            why="" if on or light.lit else light.why,
            label=said,
            tooltip=f"{said} {keys.hint(key)}".rstrip(),
            key=key if not sign.isdigit() or len(sign) > 1 else "",
        )
    room.cut_top(-(-len(hand) // 7) * step + 4)
    found = [u for u in bombs(g, seat) if u not in g.bearers[seat]]
    room.cut_top(_counters(room, seen, found, waits=False))
    bare = ", ".join([name(g, u) for u in acting.must_have(seen)])
    hints = [tr("These must still get an order: {units}", units=bare)] if bare else []
    hints.append(tr("Click a unit and press the key of a token; Enter lays it."))
    if found:
        hints.append(tr("An order on a smoke bomb brings smoke anywhere on the map."))
    _small(room, "lay.hint", hints)


# ------------------------------------------------------------------ ways to act


def _ways(room: Box, seen: SeenTable) -> None:
    """Ways to act with the chosen unit, what belongs to them, and the odds."""
    g, sketch = state_of(seen), seen.answering.sketch
    unit, target = unit_in(g, sketch), target_in(g, sketch)
    if sketch is not None and issubclass(sketch.cls, Artillery):
        vertex = aimed_at(seen, held(sketch, SHOT.vertex, NO_VERTEX))
        _facts(room, strike_lines(g, sketch.cls, vertex, own_seat(seen)))
        return
    if sketch is None or unit == NO_UNIT:
        _hints(room, seen)
        return
    if target != NO_UNIT:
        choices = list(_against(seen, target))
        _row(room.cut_top(30, gap=4), choices, 14 if len(choices) < 4 else 13)
    if acting.driving(g, sketch) is not None:
        steers = list(_steers(seen))
        for place, choice in zip(room.cut_top(28, gap=3).columns(6, gap=3), steers, strict=False):
            choice_button(place, choice, 13)
    rows = [*_deeds(seen, unit), *_gear(seen, unit), *_flips(seen, unit), *_flags(seen)]
    lines = odds(seen)
    left = room.h - 17.0 * len(room.inset(6, 0).wrap(lines, theme.SMALL)) - 4
    columns = next((n for n in (2, 3) if ROW * -(-len(rows) // n) <= left), 3)
    if target != NO_UNIT and ROW * -(-len(rows) // columns) > left:  # they aim elsewhere
        rows = [choice for choice in rows if not choice.id.startswith("take:")]
    for start in range(0, len(rows), columns):
        if room.h < 60:
            break
        _row(room.cut_top(ROW - 3, gap=3), rows[start : start + columns], 13)
    _facts(room, lines)


def _facts(room: Box, lines: list[str]) -> None:
    rect = Rect(room.x - 6, room.y, room.w + 12, room.h)
    beside.lines(room.with_rect(rect), "deed.odds", lines)


def _hints(room: Box, seen: SeenTable) -> None:
    """Say what to click; in a gap also who may act, and whose markers tokens take off."""
    g, view, seat = state_of(seen), view_of(seen), own_seat(seen)
    if is_asked(seen, SUPPLY_MOVE):
        lines = [tr("Click a unit without an order, then the space to which it moves.")]
    elif is_asked(seen, TURN) and not next_order(seen):
        lines = [tr("None of your tokens is an order: say that you have no more.")]
    else:
        lines = [
            tr("Click the unit whose order you reveal."),
            tr("Then a space to move there, or an enemy to fire at it or to assault it."),
        ]
    if is_asked(seen, GAP):
        faces_of = {t: view.card(t) for t in g.closed(seat)}
        able = [g.bearer(seat, t) for t, face in faces_of.items() if face and is_special(face)]
        able += [u for u in autonomous(g, seat) if u not in able]
        names = ", ".join([named(view, u) for u in able]) or tr("nobody")
        lines = [tr("These may act between two turns: {units}", units=names)]
    for answer in acting.steadied(seen.answering.drafting):
        _row(room.cut_top(28, gap=3), [_whole(seen, answer)], 13)
    _counters(room, seen, [u for u in bombs(g, seat) if u in g.bearers[seat]], waits=False)
    closed = len(g.closed(seat))
    if closed and g.phase is Phase.ACTIVATION:
        lines.append(tr_n("You have {n} closed token.", "You have {n} closed tokens.", closed))
    _small(room, "deed.hint", lines)


def _whole(seen: SeenTable, answer: Answer) -> Choice:
    """A button for a whole answer."""
    sketch, named_so = seen.answering.sketch, isinstance(answer, OrderBarrage | ActBarrage | Steady)
    said = seen.system.describe(view_of(seen), answer) if named_so else title_of(type(answer))
    on = sketch is not None and sketch.cls is type(answer)
    id, tip = f"deed:{type(answer).__name__}", tr(WHOLE.get(type(answer), ""))
    why = seen.answering.why_not(answer)
    return Choice(id, tr(said).upper(), Adopt(answer), why, lit=False, chosen=on, tooltip=tip)


BARRAGED = say("These weapons fire one after the other by this one order")
WHOLE: dict[type[Answer], str] = {
    Emerge: say("The concealed counter becomes a unit, which acts then"),
    OrderBarrage: BARRAGED,
    ActBarrage: BARRAGED,
    Entrench: say("It digs a position where it stands, and does not move"),
    Steady: say("A token takes one Suppressed marker off"),
}
"""What whole deeds do, for a note beside the pointer."""


def _deeds(seen: SeenTable, unit: UnitId) -> Iterator[Choice]:
    """Whole deeds: to turn a concealed counter over, a barrage, a position."""
    for answer in acting.others(seen.answering.drafting, unit):
        yield _whole(seen, answer)


def _against(seen: SeenTable, target: UnitId) -> Iterator[Choice]:
    """Fire, suppress, snipe or assault the enemy that was pressed."""
    g, answering = state_of(seen), seen.answering
    sketch, drafting = answering.sketch, answering.drafting
    assert sketch is not None
    now = (
        "suppress"
        if held(sketch, SHOT.suppressive)
        else "fire"
        if sketch.cls in FIRES
        else "assault"
    )
    now = acting.SNIPE if sketch.cls in SNIPES else now
    unit = unit_in(g, sketch)
    u = (acting.in_fire(view_of(seen), sketch)[0] if sketch.cls in FIRES else g).units[unit]
    ways = [("fire", tr("FIRE"), tr("One shot with the whole bonus"))]
    if u.up.weapons and Ability.SUPPRESSIVE_FIRE in u.weapon.abilities:
        ways.append(("suppress", tr("SUPPRESS"), tr("Twice the bonus, but it only suppresses")))
    if u.has(Ability.SNIPER):
        ways.append((acting.SNIPE, tr("SNIPE"), tr("By the Sniper's own table")))
    if not u.kind.vehicle and answering.kind not in (*acting.LEGS, *acting.SALVOS):
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
            lit=False,
            chosen=on,
            tooltip=tip,
        )


def _gear(seen: SeenTable, unit: UnitId) -> Iterator[Choice]:
    """Weapons, equipment, the shares of a bonus that is split."""
    g, sketch = state_of(seen), seen.answering.sketch
    assert sketch is not None
    u, spent = g.units[unit], held(sketch, SHOT.spend, ())
    for n, spend in enumerate(acting.takes(g, unit) if not is_asked(seen, SUPPLY_MOVE) else ()):
        blast = ordnance(armed(g, unit, PRIMARY), unit, ()) is not None
        own = tr("At an intersection") if blast else tr("At a structure")
        label = tr(CATALOG.options[spend[0]].title) if spend else own
        tip = effect_of_option(spend[0]) if spend else tr("Fire its weapon there, at no unit")
        on = sketch.cls in FIRES and spent == spend and not held(sketch, SHOT.targets, ())
        fires = acting.FiresWith(spend)
        yield Choice(f"take:{n}", label.upper(), fires, lit=False, chosen=on, tooltip=tip)
    yield from _weapon(sketch, u)
    shares, split = field_of(sketch.cls, SHOT.shares), held(sketch, SHOT.shares, ())
    if shares is not None and len(split) == 2:
        whole = sum(split)
        splits = [(Share(n), Share(whole - n)) for n in range(1, whole)]
        label = tr("BONUS: {first} AND {second}", first=split[0], second=split[1])
        yield _turns("shares", label, shares, splits, split, tip=tr("How it is split"))
    spends, target = field_of(sketch.cls, SHOT.spend), target_in(g, sketch)
    for key in BONUS if spends is not None and target != NO_UNIT else ():
        now, kind = spent.count(key), g.units[target].kind
        left = why_not_spend(g, unit, (*spent, key), kind) is None
        if spends is not None and (now or left):
            tokens = (*spent, key) if left else tuple([k for k in spent if k != key])
            label = tr("{what}: {n}", what=tr(CATALOG.options[key].title), n=now).upper()
            turn, tip = Set(spends, tokens), effect_of_option(key)
            yield Choice(f"spend:{key}", label, turn, lit=False, chosen=now > 0, tooltip=tip)


def _weapon(sketch: Draft[Any], u: Unit) -> Iterator[Choice]:
    """With which of several weapons it fires."""
    weapon, able = field_of(sketch.cls, SHOT.weapon), guns(u)
    if weapon is not None and len(able) > 1:
        laid = held(sketch, SHOT.weapon, PRIMARY)
        label = tr("WEAPON: {bonus}", bonus=bonuses(u.up.weapons[laid]))
        turn = _turns("weapon", label, weapon, able, laid, tip=tr("Fires with its other weapon"))
        yield evolve(turn, chosen=False)


def _flips(seen: SeenTable, unit: UnitId) -> Iterator[Choice]:
    """Yield the choices to turn a counter over, and to which side it then fires."""
    g, sketch = state_of(seen), seen.answering.sketch
    assert sketch is not None
    u, flip = g.units[unit], field_of(sketch.cls, WALKED.flip)
    if flip is not None and u.flips:
        whole = not isinstance(flip.default, bool)  # in the middle of a move: yes or no
        now: Any = held(sketch, WALKED.flip, flip.default)
        label = FLIPS[now if whole else Flip.LAST if now else Flip.NONE]
        values: Sequence[Any] = tuple(FLIPS) if whole else (False, True)
        tip = tr("The mobile face moves, the other one fires; a move of 0 turns it over too")
        turn = _turns("flip", tr(label), flip, values, now, "t", tip)
        yield evolve(turn, lit=now is Flip.NONE and _is_mobile(u))
    facing = field_of(sketch.cls, WALKED.facing)
    last = (
        u.other if held(sketch, WALKED.flip, Flip.NONE) not in (Flip.NONE, False) and u.flips else u
    )
    if facing is not None and last.up.weapons and last.weapon.arc:
        looks: Heading = held(sketch, WALKED.facing, KEEP)
        around = (KEEP, *[Heading(int(f)) for f in STRAIGHT])
        label = tr("Firing arc: {way}", way=tr(heading_name(g, looks))).upper()
        tip = tr("Where it may fire from then on; a press turns it")
        turn = _turns("facing", label, facing, around, looks, "f", tip)
        yield evolve(turn, lit=looks == KEEP and last is not u)  # it may face anywhere


FLAGS = {
    "goes_on": (
        "g",
        say("The move is not over after these steps: to fire, to look again, or to leave the map"),
    ),
    "fuel": ("", say("A token for more movement")),
    "conceal": ("", say("A Concealed token takes its place at the end")),
    "leaves": ("", say("It leaves the map at the end")),
}
"""What is one way or the other about a move, each with its key."""
AGAIN = say("The move is not over after these steps: to look again, or to leave the map")


def _flags(seen: SeenTable) -> Iterator[Choice]:
    """Those that the rules would allow now, and those that are on."""
    sketch, desk = seen.answering.sketch, seen.answering.drafting.desk
    for blank in blanks_of(sketch.cls) if sketch is not None else ():
        if sketch is None or blank.name not in FLAGS:
            continue
        on = bool(held(sketch, blank.field, False))
        if on or desk.look(sketch.with_(blank.field, True)).refusal is None:
            key, tip = FLAGS[blank.name]
            said = tr(seen.system.fields[blank.name])
            if blank.name == "goes_on":
                fires, moves = acting.goes_on_for(state_of(seen), sketch)
                if not (on or fires or moves):
                    continue
                if not fires:
                    said, tip = tr("move again after that"), AGAIN
            label = f"{said}: {tr('yes') if on else tr('no')}".upper()
            turned = Set(blank.field, not on)
            yield Choice(blank.name, label, turned, lit=False, chosen=on, key=key, tooltip=tr(tip))


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


# ------------------------------------------------------------------ the odds


def odds(seen: SeenTable) -> list[str]:
    """Of the shot or the assault that is drafted; of a move how far it goes and why it ends."""
    g, sketch = state_of(seen), seen.answering.sketch
    unit, target = unit_in(g, sketch), target_in(g, sketch)
    if sketch is None or unit == NO_UNIT:
        return []
    if target != NO_UNIT and sketch.cls in (OrderMove, ActMove):
        path = held(sketch, WALKED.path, ())
        start = path[-1] if path else spot_of(g, unit)
        return assault_lines(g, unit, target, start)
    spend = held(sketch, SHOT.spend, ())
    if target != NO_UNIT and sketch.cls in (*FIRES, *SNIPES):
        lines = snipe_lines(g, unit, target) if sketch.cls in SNIPES else _shots(seen, sketch)
        if _is_mobile(acting.in_fire(view_of(seen), sketch)[0].units[unit]):
            lines.append(tr("Mobile face: turn it over to fire with all it has."))
        return [*lines, *([tr("before any card of the enemy")] if g.deck_size else [])]
    look = seen.answering.look
    if look is not None and isinstance(look.answer, OrderBarrage | ActBarrage):
        return [barrage_line(g, unit, look.answer.weapons)]
    if sketch.cls is OrderSmoke:
        drift = tr("drifts with 1-4 by {n}; 5 and 6 on target", n=smoke_bombs.DRIFT)
        return [tr("smoke: -{n}", n=DENSE), drift]
    if acting.aim_field(g, sketch, view_of(seen)) in acting.AIMED:
        g = armed(g, unit, held(sketch, SHOT.weapon, PRIMARY))
        if not spend and held(sketch, SHOT.into, OFF_MAP) != OFF_MAP:
            return [structure_line(destruction(g.units[unit]))]
        return blast_lines(g, unit, spend, aimed_at(seen, held(sketch, SHOT.vertex, NO_VERTEX)))
    drive = acting.driving(g, sketch)
    if drive is not None:
        moved = tr("{n} of {all} movement points used", n=len(drive.course), all=drive.points)
        facing = tr(heading_name(g, Heading(int(drive.pose[1]))))
        return [moved, tr("then it faces {way}", way=facing), *_risks(seen)]
    return _move_lines(seen) if sketch.cls in MOVES else []


def _shots(seen: SeenTable, sketch: Draft[Any]) -> list[str]:
    """How likely each target is hit, and then why: once where it is the same for all."""
    unit = unit_in(state_of(seen), sketch)
    g, cards = acting.in_fire(view_of(seen), sketch)
    spend, suppressive = held(sketch, SHOT.spend, ()), bool(held(sketch, SHOT.suppressive, False))
    targets, shares = held(sketch, SHOT.targets, ()), held(sketch, SHOT.shares, ())
    moving, each = sketch.cls is FireOnTheMove, list[list[str]]()
    for n, enemy in enumerate(targets):
        share = shares[n] if n < len(shares) else None
        each.append(shot_lines(g, unit, enemy, suppressive, moving, share, spend, cards))
    if len(targets) == 1:
        return each[0]
    heads = [f"{name(g, enemy)}: {one[0]}" for enemy, one in zip(targets, each, strict=True)]
    if all(one[1:] == each[0][1:] for one in each):
        return [*heads, *each[0][1:]]
    pairs = zip(targets, each, strict=True)
    return [*heads, *[f"{name(g, enemy)}: {why}" for enemy, one in pairs for why in one[1:]]]


def _is_mobile(u: Unit) -> bool:
    """Return True if the face that is up can move and the other, better to fire with, cannot."""
    return u.flips and bool(u.up.move) and not u.other.up.move


def _move_lines(seen: SeenTable) -> list[str]:
    g, sketch = state_of(seen), seen.answering.sketch
    move = acting.going(g, sketch)
    if move is None:
        return []
    u = g.units[move.unit]
    lines = [tr("{n} of {all} movement points used", n=len(move.path), all=move.points)]
    if move.points < u.up.move and g.ground.difficult(u.at, u.kind):
        lines.append(tr("It begins in difficult ground: one space only."))
    lines += _risks(seen)
    if u.concealed:
        lines += _found_lines(g, move)
    if move.path and g.ground.difficult(move.start, u.kind):
        lines.append(tr("Difficult ground: it stops there."))
    turns = held(sketch, WALKED.flip, Flip.NONE) is not Flip.NONE
    bare = not move.path and not turns and _is_mobile(u)
    if sketch is not None and sketch.cls is not Leg and bare:
        lines.append(tr("Mobile face: turn it over to fire with all it has."))
    if turns and u.flips and u.other.up.weapons and u.other.weapon.arc:
        looks = held(sketch, WALKED.facing, KEEP)
        way = Heading(u.facing) if looks == KEEP else looks
        lines.append(tr("It then fires to the {way} only.", way=tr(heading_name(g, way))))
    if not move.points and not is_asked(seen, SUPPLY_MOVE) and has_no_target(g, move.unit):
        arc = tr("No enemy in its arc that it sees.")
        lines.append(arc if u.weapon.arc else tr("No enemy that it sees."))
    return lines


def has_no_target(g: HeroesState, unit: UnitId) -> bool:
    """Return True if a unit with a weapon for shots at units has no enemy to fire at."""
    u = g.units[unit]
    if not u.up.weapons or u.concealed or ordnance(armed(g, unit, PRIMARY), unit, ()) is not None:
        return False
    return all(why_not_target(g, unit, n, suppressive=False) for n, _ in g.enemies(u.seat))


def _risks(seen: SeenTable) -> list[str]:
    """Return lines on who may fire at a drafted move, and after which step; nobody does in
    Supply."""
    g = state_of(seen)
    unit, way = acting.drafted_way(g, seen.answering.sketch)
    if len(way) < 2 or is_asked(seen, SUPPLY_MOVE):
        return []
    shots = exposed_to(g, unit, way).items()
    said = [{"unit": name(g, enemy), "n": n} for enemy, n in shots]
    lines = [tr("{unit} may fire at it after step {n}", **one) for one in said]
    if any(g.hands[seat] for seat in g.rivals(g.units[unit].seat)):
        lines.append(tr("and perhaps a card stops it"))
    return lines


def _found_lines(g: HeroesState, move: acting.Going) -> list[str]:
    """Return lines on where a concealed counter is found on its way, or at its end."""
    step = found_after(g, move.unit, move.path)
    if step != UNHINDERED:
        where = (spot_of(g, move.unit), *move.path)[step]
        who = ", ".join([name(g, e) for e in finders(g, move.unit, where)])
        return [tr("Found after step {n} by {units}", n=step, units=who)]
    if not move.path:
        return [tr("! is found there at once, ? after a step of an enemy.")]
    later = ", ".join([name(g, e) for e in seekers(g, move.unit, move.start)])
    found = [tr("Nobody finds it on this way.")]
    return [*found, tr("After one step {units} would find it.", units=later)] if later else found


def _react(room: Box, seen: SeenTable) -> None:
    """Show which units may fire, after which step, with the odds of each."""
    g, sketch = state_of(seen), seen.answering.sketch
    lines = [tr("Click your units that fire, and the step after which they do; or let it pass.")]
    if not seen.cached("may react", lambda: acting.can_react(seen.answering.drafting)):
        able = seen.cached("may play", lambda: acting.can_play(seen.answering.drafting))
        lines = [tr("None of your units can fire without a card: press one, or let it pass.")]
        lines = lines if able else [tr("No unit or card of yours can do anything to it.")]
    if sketch is not None and issubclass(sketch.cls, ReactPlay):
        rows, lines = list(_card_shot(seen, sketch)), _stop_lines(seen, sketch)
    elif sketch is not None and held(sketch, REACTION.units, ()):
        rows = list(_reaction(seen, sketch))
        units = held(sketch, REACTION.units, ())
        step = held(sketch, REACTION.step, 0)
        lines = [f"{capital(tr(fire_told(g, units, step)))}."]
        lines += _react_odds(seen, units, held(sketch, REACTION.suppressing, ()), step)
        lines += _spent_lines(seen, units)
    else:
        rows = []
    for start in range(0, len(rows), 2):
        _row(room.cut_top(28, gap=3), rows[start : start + 2], 13)
    _facts(room, lines)


def _stop_lines(seen: SeenTable, sketch: Draft[Any]) -> list[str]:
    """Of a card that is played in an enemy's move: what is to be clicked, or the odds."""
    g, step, unit = state_of(seen), held(sketch, REACTION.step), held(sketch, PLACED.unit)
    fires = field_of(sketch.cls, PLACED.unit) is not None
    if fires and unit is None:
        return [tr("Click your unit that fires, and the step after which it does.")]
    if step is None:
        lines = [tr("Click the step after which the card is played.")]
        if unit is not None:
            for n in acting.steps_open(seen.answering.drafting, sketch):
                likely = _react_odds(seen, (unit,), (), n)[0]
                lines.append(tr("after step {n}: {units}", n=n, units=likely))
        return lines
    if unit is None:
        return [tr("after step {n}", n=step), effect_of_card(sketch.cls.key)]
    lines = [f"{capital(tr(fire_told(g, (unit,), step)))}."]
    return [*lines, *_react_odds(seen, (unit,), (), step), *_spent_lines(seen, (unit,))]


def _spent_lines(seen: SeenTable, units: Sequence[UnitId]) -> list[str]:
    """Say what a reaction costs each unit: it has acted then, and its closed token is lost."""
    g, view, lines = state_of(seen), view_of(seen), list[str]()
    for unit in units:
        told = [tr("{unit} gets an Activated marker.", unit=name(g, unit))]
        token = token_on(g, unit)
        if token is not None and token < 0:
            sign = sign_of(view, token)
            words = {
                "B": tr("Its bluff is lost, unseen."),
                "S": tr("Its special order is lost, unseen."),
            }
            told.append(words.get(sign, tr("Its order {n} is lost, unseen.", n=sign)))
        lines.append(" ".join(told))
    return lines


def _card_shot(seen: SeenTable, sketch: Draft[Any]) -> Iterator[Choice]:
    """The weapon and the tokens of a shot by a card."""
    g, unit, spends = state_of(seen), held(sketch, PLACED.unit), field_of(sketch.cls, SHOT.spend)
    if unit is None:
        return
    yield from _weapon(sketch, g.units[unit])
    spent = held(sketch, SHOT.spend, ())
    if spends is None:
        return
    for key in BONUS:
        more, less = (*spent, key), tuple([k for k in spent if k != key])
        able = seen.answering.drafting.desk.look(sketch.with_(spends, more)).refusal is None
        if able or less != spent:
            what, tokens = tr(CATALOG.options[key].title), more if able else less
            label = tr("{what}: {n}", what=what, n=spent.count(key)).upper()
            turn, on, tip = Set(spends, tokens), less != spent, effect_of_option(key)
            yield Choice(f"spend:{key}", label, turn, lit=False, chosen=on, tooltip=tip)


def _reaction(seen: SeenTable, sketch: Draft[Any]) -> Iterator[Choice]:
    """Yield for each unit the choices to suppress and to spend tokens."""
    g, desk, of = state_of(seen), seen.answering.drafting.desk, fields(React)
    units, suppressing = sketch.all(of.units), sketch.all(of.suppressing)
    spends = sketch.all(of.spend) or tuple([() for _ in units])
    for n, u in enumerate(units):
        who = name(g, u)
        if Ability.SUPPRESSIVE_FIRE in g.units[u].weapon.abilities:
            on = u in suppressing
            rest = tuple([s for s in suppressing if s != u]) if on else (*suppressing, u)
            label = tr("{unit}: suppresses", unit=who) if on else tr("{unit}: fires", unit=who)
            turn = Set(of.suppressing, rest)
            tip = tr("Twice the bonus, but it only suppresses")
            yield Choice(f"mode:{u}", label.upper(), turn, lit=False, chosen=on, tooltip=tip)
        for key in BONUS:
            more, less = (*spends[n], key), tuple([k for k in spends[n] if k != key])
            after = [(*spends[:n], tokens, *spends[n + 1 :]) for tokens in (more, less)]
            able = desk.look(sketch.with_(of.spend, after[0])).refusal is None
            if able or less != spends[n]:
                what = tr(CATALOG.options[key].title)
                label = f"{who}: {what} {spends[n].count(key)}".upper()
                spent = Set(of.spend, after[0 if able else 1])
                on, tip = less != spends[n], effect_of_option(key)
                yield Choice(f"spend:{u}.{key}", label, spent, lit=False, chosen=on, tooltip=tip)


def _react_odds(
    seen: SeenTable, units: tuple[UnitId, ...], suppressing: tuple[UnitId, ...], step: int
) -> list[str]:
    """Each shot as it would be with the mover at a step; of a card all about it."""
    g, sketch = state_of(seen), seen.answering.sketch
    frame = reacting_of(g)
    if frame is None:
        return []
    pose = steps_of(frame).get(step)
    there = g if pose is None else placed(g, frame.mover, *pose)
    if sketch is not None and issubclass(sketch.cls, ReactPlay):
        there = armed(there, units[0], held(sketch, SHOT.weapon, PRIMARY))
        return shot_lines(there, units[0], frame.mover, spend=held(sketch, SHOT.spend, ()))
    lines = []
    spends = held(sketch, REACTION.spend, ()) or [()] * len(units)
    for u, spend in zip(units, spends, strict=True):
        told_of = shot_lines(there, u, frame.mover, u in suppressing, spend=spend)
        lines.append(f"{name(g, u)}: {told_of[0]}")
    return lines


def _retreating(room: Box, seen: SeenTable) -> None:
    """Say where a beaten unit may retreat to, and why not elsewhere; the map has the spaces."""
    frame, lines = retreating_of(state_of(seen)), [tr("Click one of the lit spaces of the map.")]
    if frame is not None:
        lines += retreat_lines(state_of(seen), frame.unit, frame.launch)
    _facts(room, lines)


def _listed(room: Box, seen: SeenTable) -> None:
    """The rules' offers, in words."""
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


def _to_click(room: Box, seen: SeenTable) -> None:
    _small(room, "deed.click", [tr("Click a space of the map.")])


DRAWS: tuple[tuple[Sequence[Any], Callable[[Box, SeenTable], None]], ...] = (
    ((DEPLOY,), _tray),
    ((LAY,), _to_lay),
    (acting.DEEDS, _ways),
    ((REACT,), _react),
    ((WHERE,), _retreating),
    ((TERRAIN,), terrain.draw),
    ((OBJECTIVE,), _to_click),
    ((DISCARD,), _to_discard),
)
"""What is drawn beside the map, by questions; for all others the rules' offers."""
TITLES = (
    (_tray, say("To be deployed")),
    (_to_lay, say("Tokens to lay")),
    (terrain.draw, say("Terrain to lay")),
)
