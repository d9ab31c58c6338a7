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
from owm_net.client.maps import beside, pieces
from owm_net.client.maps.beside import Hand, verbs_of
from owm_net.client.maps.pressing import field_of_many
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco import faces
from owm_net.client.tables.nco.acting import BeginAnswer, able, arming, meaning, stopped_at
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
from owm_net.client.tables.nco.field import press_of
from owm_net.client.tables.nco.helping import ITEMS
from owm_net.client.tables.nco.odds import duel_of
from owm_net.client.tables.nco.people import arms, condition, extras, told
from owm_net.client.tables.nco.sighting import odds_at, seen_from, sprung, threats
from owm_net.client.widgets import Choice, panel
from owm_net.client.words import capital
from owm_net.engine.drafts import Blank, blanks_of
from owm_net.engine.requests import Refusal
from owm_net.games.nco.ambush import waiting
from owm_net.games.nco.attack import REACT
from owm_net.games.nco.counter_fire import can_counter
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, WeaponKey
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.specials import SpecialAssault
from owm_net.games.nco.terms import BOARD, Item, Status
from owm_net.games.nco.words import ORDER_WORDS, short_name, weapon_name

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


def soldier(box: Box, seen: SeenTable) -> None:
    """Draw the chosen or selected soldier, and the odds against the enemy under the pointer."""
    g, n = state_of(seen), acting(seen)
    below = box.at(0, 98, box.w, box.h - 100)
    if n == NO_SOLDIER:
        panel(box, "soldier", title=tr("Soldier"))
        hint = tr("Click a soldier to see profile, equipment and condition.")
        beside.lines(box.at(0, 30, box.w, box.h - 34), "soldier.none", [hint])
        return
    panel(box, "soldier", title=short_name(g, n), note=tr(ORDER_WORDS[g.soldiers[n].order]))
    art, tip = faces.soldier(g, n), told(seen, n)
    box.above(2).at(8, 32, 64, 64).add("soldier.art", "man", art=art, tooltip=tip)
    if n == g.pilot:
        lies = tr("He lies there until a soldier who touches him goes Down and picks him up.")
        beside.lines(below, "soldier.more", [lies])
        return
    s = g.soldiers[n]
    facts = [
        tr("Health {n} of {most}", n=s.health, most=s.health_max),
        tr("Psyche {n} of {most}", n=s.psyche, most=s.psyche_max),
        tr('Courage {n}, moves {move}"', n=g.courage(n), move=g.move(n) // 100),
    ]
    beside.lines(box.at(74, 30, box.w - 78, 60), "soldier.facts", facts)
    more = [arms(g, n), extras(g, n), ", ".join(condition(g, n))]
    beside.lines(below, "soldier.more", [line for line in more if line])


# ------------------------------------------------------------------ the orders


def orders(box: Box, seen: SeenTable) -> None:
    """Draw the kind of answer, what it still wants beside the map, and the odds."""
    panel(box, "orders", title=tr("What he does") if seen.answering.is_open else tr("Orders"))
    if not seen.answering.is_open:
        return
    box.cut_top(30)
    verbs = list(verbs_of(seen, partial(BeginAnswer, who=_orderly(seen))))
    beside.verbs(box, seen, verbs, columns=2)
    beside.fields(box, list(_fields(seen)), columns=1)
    box.cut_bottom(4)
    _odds(box, seen)
    _waiting(box, seen)


def _orderly(seen: SeenTable) -> SoldierId:
    """Return the soldier for an order where nobody has been chosen: the selected one, or the only
    one without an order; else NO_SOLDIER."""
    left, looked = able(state_of(seen), own_seat(seen), seen.answering.kind), acting(seen)
    if looked in left:
        return looked
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
            refusal = after if isinstance(after, Refusal) else None
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


def _odds(box: Box, seen: SeenTable) -> None:
    """Of the shot or the Assault that is being made, or at the enemy who is pointed at."""
    lines = _chances(seen)
    if not lines or box.h < 40:
        return
    high = min(box.h, 17.0 * len(box.inset(12, 0).wrap(lines, theme.SMALL)) + 4)
    beside.lines(box.cut_top(high, gap=4).at(0, 2, box.w, high), "odds", lines, theme.CREAM)


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
    found = odds_at(seen, soldier, target)
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


def _waiting(box: Box, seen: SeenTable) -> None:
    """Own soldiers who are not on the table yet."""
    g = state_of(seen)
    mine = [n for n in g.squad(own_seat(seen)) if g.soldiers[n].status is Status.WAITING]
    deploys = g.turn == 0 and not seen.answering.takes(SoldierId)
    if not mine or box.h < 62 or deploys:
        return
    box.above(2).cut_top(24).inset(11, 0).text("waiting", tr("Off the table"), size=14)
    across = max(1, int((box.w - 12) // 42))
    places = box.above(12).at(8, 22, 0, 0).grid(across, 42, 42, gap=2)
    for n, place in zip(mine, places, strict=False):
        if place.bottom > box.bottom:
            return
        light, action = press_of(seen, n)
        id, r, chosen = f"man:{n}", place.w * pieces.PRESSED, n == acting(seen)
        at, name, tip = (place.cx, place.cy - 1), short_name(g, n), told(seen, n)
        place.add(f"{id}.art", "man", art=faces.soldier(g, n))
        pen, z = box.pen, place.z
        if light.lit and not chosen:
            pieces.rim(pen, id, at, r, z=z - 1)
        pieces.pressed(pen, id, at, r, seen, light, action, name, tip, z=z + 1, chosen=chosen)
