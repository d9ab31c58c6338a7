"""Beside the map: the tools, the soldier who is looked at, the orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from attrs import evolve, fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Pick, Set, said
from owm_net.client.answering.fields import named
from owm_net.client.language import tr
from owm_net.client.maps import beside
from owm_net.client.maps.beside import Hand, verbs_of
from owm_net.client.maps.pressing import field_of_many
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco import counting, faces
from owm_net.client.tables.nco.acting import (
    ORDERS,
    BeginAnswer,
    able,
    arming,
    meaning,
    stopped_at,
    why_not_armed,
)
from owm_net.client.tables.nco.common import (
    ENEMY,
    TARGET,
    acting,
    at_once,
    chart_of,
    own_seat,
    stands_of,
    state_of,
)
from owm_net.client.tables.nco.helping import ITEMS
from owm_net.client.tables.nco.odds import duel_of
from owm_net.client.tables.nco.people import arms, condition, extras, told
from owm_net.client.tables.nco.sighting import (
    ATTACKS,
    CHARGES,
    in_reach,
    may_fire,
    odds_at,
    seen_from,
    sprung,
    threats,
)
from owm_net.client.widgets import Choice, log_pane, panel
from owm_net.client.words import capital
from owm_net.engine.drafts import Blank, blanks_of
from owm_net.engine.requests import Answer, Refusal
from owm_net.games.nco.ambush import waiting
from owm_net.games.nco.attack import REACT
from owm_net.games.nco.counter_fire import can_counter
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, WeaponKey
from owm_net.games.nco.orders.command import ORDER
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.shots import Shot, why_not_weapon
from owm_net.games.nco.specials import SpecialAssault
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BOARD, NEAR, Item, Order, Shooting, Skill
from owm_net.games.nco.words import ORDER_WORDS, short_name, weapon_name

COLUMNS = 3
"""Of the buttons that say which kind of order."""
DICE, LEAST_LOG = 118.0, 64.0
"""How high the last dice are, and the log at least."""
HOW: dict[type[Answer], Shooting] = {Fire: Shooting.FIRE, CoverFire: Shooting.COVER_FIRE}
HELPERS = {Skill.FIELD_MEDICINE, Skill.RELIGIOUS_RITES}
"""With which a Rally helps others."""
CHOSEN_HERE = (WeaponKey, bool, Item)
"""Types whose values are buttons beside the map."""


# ------------------------------------------------------------------ the soldier


def tools(box: Box, seen: SeenTable) -> None:
    """Ruler, sight, take back; the cross begins at who is chosen."""
    g, n = state_of(seen), acting(seen)
    on_table = n != NO_SOLDIER and g.there(n)
    many = field_of_many(seen.answering.sketch, Spot) if seen.answering.is_open else None
    hand = Hand(
        chart_of(Rect(0, 0, 10, 10)).plane,
        g.soldiers[n].spot[:2] if on_table else (BOARD // 2, BOARD // 2),
        meaning(seen),
        many,
        tr("What the chosen soldier sees; dark is hidden"),
        stands_of(g),
    )
    beside.tools(box, seen, hand)


def below(box: Box, seen: SeenTable) -> None:
    """Under the tools: what is asked beside the map, the soldier who is looked at, the last dice,
    the log; each only where there is something in it, and as high as that."""
    _orders(box, seen)
    if seen.ui.look == counting.POINTS:
        counting.points(box, seen)
        return
    rolled = bool(seen.presenter.strip.cards)
    if rolled and (seen.presenter.busy or acting(seen) == NO_SOLDIER):
        beside.dice(box.cut_bottom(DICE, gap=6), seen)
        rolled = False
    _soldier(box, seen)
    if rolled and box.h >= DICE:
        beside.dice(box.cut_bottom(DICE, gap=6), seen)
    if seen.log.lines and box.h >= LEAST_LOG:
        log_pane(box, seen)


def _soldier(box: Box, seen: SeenTable) -> None:
    """Draw the chosen or selected soldier, and the odds against the enemy under the pointer."""
    g, n = state_of(seen), acting(seen)
    if n == NO_SOLDIER:
        return
    s, title = g.soldiers[n], short_name(g, n)
    facts = [
        tr(
            "Health {health} of {health_max}, psyche {psyche} of {psyche_max}",
            health=s.health,
            health_max=s.health_max,
            psyche=s.psyche,
            psyche_max=s.psyche_max,
        ),
        tr('Courage {n}, moves {move}"', n=g.courage(n), move=g.move(n) // 100),
        arms(g, n),
    ]
    more = [extras(g, n), ", ".join(condition(g, n))]
    if n == g.pilot:
        facts = [tr("Health {n} of {most}", n=s.health, most=s.health_max)]
        more = [tr("He lies there until a soldier who touches him goes Down and picks him up.")]
    beside_art = box.at(0, 0, box.w - 62, 0).inset(12, 0)
    facts = beside_art.wrap(facts, theme.SMALL)
    more = box.inset(12, 0).wrap(more, theme.SMALL)
    high = 30 + max(54.0, 17.0 * len(facts)) + 17.0 * len(more) + 6
    if box.h < high or (_over(seen, n) and box.h - high - 6 < LEAST_LOG):
        return
    place = box.cut_top(high, gap=6)
    panel(place, "soldier", title=title, note=tr(ORDER_WORDS[s.order]))
    art = place.above(2).at(6, 30, 54, 54)
    art.add("soldier.art", "man", art=faces.soldier(g, n), tooltip=told(seen, n))
    beside.lines(place.at(58, 28, place.w - 60, 17.0 * len(facts) + 4), "soldier.facts", facts)
    foot = place.at(0, high - 17.0 * len(more) - 6, place.w, 17.0 * len(more) + 4)
    if more:
        beside.lines(foot, "soldier.more", more)


def _over(seen: SeenTable, n: SoldierId) -> bool:
    """Return True if a soldier is only still selected, after an order: the log says what came of
    it."""
    g = state_of(seen)
    done = g.soldiers[n].order is not Order.NONE and seen.answering.kind is ORDER
    return done and seen.answering.sketch is None and seen.ui.selected_at != g.answered


# ------------------------------------------------------------------ the orders


def _orders(box: Box, seen: SeenTable) -> None:
    """Draw the kind of answer, what it still wants beside the map, and the odds."""
    if not seen.answering.is_open:
        return
    who = _orderly(seen)
    due = who in able(state_of(seen), own_seat(seen), seen.answering.kind)
    verbs = [_barred(seen, verb) for verb in verbs_of(seen, partial(BeginAnswer, who=who, due=due))]
    beside.verbs(box, seen, verbs, columns=COLUMNS)
    beside.fields(box, list(_fields(seen)), columns=2)
    lines = _chances(seen)
    if lines:
        beside.paper(box, "odds", lines, box.h)


def _barred(seen: SeenTable, verb: Choice) -> Choice:
    """Return a kind of order, refused where it is barred to the soldier who is due."""
    action, answering = verb.action, seen.answering
    if verb.why or not isinstance(action, BeginAnswer):
        return verb
    after = action.on(answering.drafting, answering.sketch)
    refusal = after if isinstance(after, Refusal) else _no_weapon_for(state_of(seen), action)
    if refusal is not None:
        return evolve(verb, why=said(refusal), lit=False)
    return verb if _leads(seen, action) else evolve(verb, lit=False)


def _leads(seen: SeenTable, action: BeginAnswer) -> bool:
    """Return False for an attack for which the soldier, or nobody where none is chosen, has an
    enemy, and for a Rally that brings nothing back. They can still be begun: what is fired at a
    point needs no enemy."""
    cls = action.cls
    if cls is not Rally and cls not in ATTACKS and cls not in CHARGES:
        return True
    g, kind = state_of(seen), seen.answering.kind
    able_to = able(g, own_seat(seen), kind) if kind in ORDERS else []
    those = able_to if action.who == NO_SOLDIER else [action.who]

    def leads() -> bool:
        return any(_regains(g, n) if cls is Rally else in_reach(g, n, cls) for n in those)

    found: bool = seen.cached(("leads", cls, *those), leads)
    return found or not those


def _regains(g: NcoState, soldier: SoldierId) -> bool:
    """Return True if a Rally of this soldier could bring anybody health or psyche."""
    s = g.soldiers[soldier]
    helps = HELPERS.intersection(s.skills)
    men = [s, *[g.soldiers[n] for n in (g.friends(soldier, NEAR) if helps else ())]]
    return any(m.broken or m.health < m.health_max or m.psyche < m.psyche_max for m in men)


def _no_weapon_for(g: NcoState, action: BeginAnswer) -> Refusal | None:
    """Return why no weapon of the soldier who is due does for an order to fire; None for any other
    order, or if one does."""
    how = HOW.get(action.cls)
    if how is None or not action.due:
        return None
    arms = g.soldiers[action.who].arms
    refusals = [why_not_weapon(g, Shot(action.who, arm, None, None, how)) for arm in arms]
    return refusals[0] if refusals and None not in refusals else None


def _orderly(seen: SeenTable) -> SoldierId:
    """Return the soldier for an order where nobody has been chosen: the selected one, or the only
    one without an order; else NO_SOLDIER."""
    g, looked = state_of(seen), acting(seen)
    left = able(g, own_seat(seen), seen.answering.kind)
    if looked != NO_SOLDIER and g.soldiers[looked].seat == own_seat(seen):
        return looked  # who is led has an order, and says only how
    return left[0] if len(left) == 1 else NO_SOLDIER


def _fields(seen: SeenTable) -> Iterator[Choice]:
    """Weapons, yes or no, items: what an answer holds that the map does not show."""
    sketch = seen.answering.sketch
    for blank in blanks_of(sketch.cls) if sketch is not None and not at_once(seen) else ():
        if blank.kind in CHOSEN_HERE:
            for n, choice in enumerate(_values(seen, blank)):
                yield evolve(choice, id=f"{blank.name}:{n}")


def _values(seen: SeenTable, blank: Blank) -> Iterator[Choice]:
    answering = seen.answering
    g, sketch = state_of(seen), answering.sketch
    assert sketch is not None and seen.view is not None
    if blank.kind is bool and not blank.optional:
        yield from _either(seen, blank)
        return
    if blank.kind is bool:
        on = bool(sketch.get(blank.field, blank.default is True))
        if _plays(seen, blank, not on):
            yield beside.switch("", blank, on)
        return
    soldier = acting(seen)
    mine = g.soldiers[soldier].arms if soldier != NO_SOLDIER else ()
    if soldier != NO_SOLDIER and g.soldiers[soldier].seat != own_seat(seen):
        # who walks into an Ambush is looked at, and it is not his weapons that are fired
        mine = tuple([arm for n in waiting(g, own_seat(seen)) for arm in g.soldiers[n].arms])
    for value, refusal in answering.drafting.desk.choices(sketch, blank.field):
        chosen = sketch.get(blank.field) == value
        if blank.kind is WeaponKey and value not in mine:
            continue
        if blank.kind is not WeaponKey and refusal is not None and not chosen:
            continue
        action: Any = Pick(blank.kind, value)
        armed = arming(seen, WeaponKey(str(value))) if blank.kind is WeaponKey else None
        if armed is not None:
            action = armed
            after = armed.on(answering.drafting, sketch)
            refusal = (
                after if isinstance(after, Refusal) else why_not_armed(seen, WeaponKey(str(value)))
            )
        why = "" if chosen or refusal is None else said(refusal)
        label = tr(seen.system.value_name(seen.view, blank.kind, value))
        tip = ITEMS[value] if isinstance(value, Item) else ""
        yield Choice("", label.upper(), action, why, not why, chosen=chosen, tooltip=tip)


def _either(seen: SeenTable, blank: Blank) -> Iterator[Choice]:
    """Yield the choices that must be made one way or the other: a button for each, because a toggle
    would show a value that nobody has chosen yet."""
    sketch = seen.answering.sketch
    assert sketch is not None
    name = named(blank.name)
    labels = {True: tr("{what}: yes", what=name), False: tr("{what}: no", what=name)}
    if blank.field == fields(Rally).psyche:
        labels = {False: tr("For health"), True: tr("For psyche")}
    for value, label in labels.items():
        chosen = sketch.get(blank.field) == value
        refusal = seen.answering.drafting.desk.look(sketch.with_(blank.field, value)).refusal
        why = "" if chosen or refusal is None else said(refusal)
        yield Choice("", label.upper(), Set(blank.field, value), why, not why, chosen=chosen)


def _plays(seen: SeenTable, blank: Blank, value: bool) -> bool:
    """Return True if it could be the other way."""
    sketch = seen.answering.sketch
    assert sketch is not None
    return seen.answering.drafting.desk.look(sketch.with_(blank.field, value)).refusal is None


def _chances(seen: SeenTable) -> list[str]:
    answering = seen.answering
    g, soldier, target = state_of(seen), acting(seen), aimed_at(seen)
    sketch = answering.sketch if answering.is_open else None
    if answering.kind is REACT:
        return [
            tr(
                "{who}: hit on {now}; Down {down}",
                who=short_name(g, n),
                now=now.short,
                down=down.short,
            )
            for n, now, down in threats(seen)
        ]
    waits = sprung(seen, stopped_at(seen))
    if waits is not None:
        weapon = capital(tr(weapon_name(waits.weapon)))
        return [tr("{weapon} where he is stopped:", weapon=weapon), *waits.lines()]
    if soldier == NO_SOLDIER or target == NO_SOLDIER or not g.there(soldier):
        return []
    who = short_name(g, target)
    if sketch is not None and sketch.cls in (Assault, SpecialAssault):
        if target == g.pilot:
            return []
        head = [tr("Fight with {who}:", who=who), *duel_of(g, soldier, target).lines()]
        first = can_counter(g, target, soldier)
        return [*head, *([tr("{who} may shoot first", who=who)] if first else [])]
    own = g.soldiers[soldier].seat == own_seat(seen)
    found = odds_at(seen, soldier, target) if not own or may_fire(seen, soldier) else None
    if found is None:
        return []
    weapon = capital(tr(weapon_name(found.weapon)))
    head = [tr("{weapon} at {who}:", weapon=weapon, who=who)]
    return [*head, *found.lines(), seen_from(seen, soldier, target)]


def aimed_at(seen: SeenTable) -> SoldierId:
    """The enemy whom the answer or the pointer is on."""
    g = state_of(seen)
    sketch = seen.answering.sketch if seen.answering.is_open else None
    target = None
    if sketch is not None:
        target = sketch.get(ENEMY) if sketch.has(ENEMY) else sketch.get(TARGET)
    if target is None and seen.ui.hover.startswith("man:"):
        number = seen.ui.hover.partition(":")[2]
        target = SoldierId(int(number)) if number.isdigit() else None
    if target is None or not g.known(target) or acting(seen) == NO_SOLDIER:
        return NO_SOLDIER
    other = g.soldiers[target].seat != g.soldiers[acting(seen)].seat
    return target if other else NO_SOLDIER
