"""The prompt bar: the question in the words of the rules, with its buttons."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from owm_net.client.answering.drafting import Say
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import asking
from owm_net.client.maps.asking import what, why
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes import building, decking
from owm_net.client.tables.heroes.acting import DEEDS, LEGS, aim_field, going, targets_in
from owm_net.client.tables.heroes.common import (
    DRIVEN,
    DRIVES,
    FIRES,
    GROUND,
    MAP_LOOKS,
    MOVES,
    PLACED,
    SHOT,
    WALKED,
    cards_in,
    held,
    is_asked,
    mover,
    next_order,
    own_seat,
    state_of,
    unit_in,
    view_of,
)
from owm_net.client.tables.heroes.deed import at_once, has_no_target
from owm_net.client.tables.heroes.people import name, named
from owm_net.client.widgets import LET_PASS, Choice, Prompt, answer, waiting
from owm_net.client.words import because, capital
from owm_net.engine import agenda
from owm_net.engine.drafts import blanks_of
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import DECK, DISCARD, Discard
from owm_net.games.heroes.driving import Drive
from owm_net.games.heroes.exits import Leave
from owm_net.games.heroes.goliath import Detonate
from owm_net.games.heroes.ids import NO_UNIT, NO_VERTEX, OFF_MAP, Hidden
from owm_net.games.heroes.looking import waiting as waits
from owm_net.games.heroes.moving import Leg, Stop
from owm_net.games.heroes.orders import TURN, NoMoreOrders
from owm_net.games.heroes.patterns import ordnance
from owm_net.games.heroes.reacting import ReactPlay
from owm_net.games.heroes.roster import ROSTER
from owm_net.games.heroes.set_up import DEPLOY
from owm_net.games.heroes.supply import SUPPLY_MOVE
from owm_net.games.heroes.tokens import LAY
from owm_net.games.heroes.weapons import armed, guns


def prompt(seen: SeenTable) -> Prompt:
    """For any moment of the match."""
    answering = seen.answering
    if answering.kind is None:
        return waiting(seen)
    if is_asked(seen, ROSTER, DECK):
        army = is_asked(seen, ROSTER)
        made = building.prompt(seen) if army else decking.prompt(seen)
        return evolve(made, choices=[_map(seen), *made.choices])
    found = at_once(seen)
    if found:
        made = asking.at_once(seen, found)
        return evolve(made, detail=_all_the_same(seen, made.detail))
    made = answer.prompt(seen)
    begun = answering.sketch is not None and not answering.sketch.is_empty
    detail = capital(made.detail) if begun else why(seen)
    if not begun and is_asked(seen, TURN) and not next_order(seen):
        detail = tr("Your closed tokens are opened in Supply.")
    elif not begun and is_asked(seen, TURN):
        by_number = say("orders are revealed by their numbers")
        detail = f"{capital(because(by_number, answering.about.rule))}."
    made = evolve(made, text=_text(seen), detail=detail)
    if is_asked(seen, DEPLOY) and held(answering.sketch, PLACED.space) is None:
        made = evolve(made, detail=tr("Click a lit space; a second click places it there."))
    if _stays(seen):
        made = evolve(made, detail=_first(seen))
    elif _holds(seen):
        made = evolve(made, detail=_aims(seen))
    elif begun and _has_cards_alone(seen):
        made = evolve(made, detail=tr("Click the unit that does something with the card."))
    elif not begun:
        made = evolve(made, detail=_all_the_same(seen, made.detail))
    made = evolve(made, choices=_choices(seen, made))
    return evolve(made, choices=[*made.choices, *_passes(seen)])


def _map(seen: SeenTable) -> Choice:
    """The button that shows the map instead of the builder, and the builder again."""
    shown = seen.ui.look in MAP_LOOKS
    label = tr("BACK TO THE BUILDER") if shown else tr("LOOK AT THE MAP")
    tip = tr("The ground that is fought for")
    look = LookAt(seen.ui.look if shown else GROUND)
    return Choice("ground", label, look, lit=False, chosen=shown, tooltip=tip, key="g")


def _text(seen: SeenTable) -> str:
    """Return the question, with the unit or order that comes next."""
    g, sketch = state_of(seen), seen.answering.sketch
    if sketch is not None and issubclass(sketch.cls, CardPlay):
        return tr("Play the card {title}", title=tr(CATALOG.cards[sketch.cls.key].title))
    if is_asked(seen, DEPLOY):
        left = seen.cached("waiting", lambda: waits(g))
        unit = unit_in(g, seen.answering.sketch)
        if unit != NO_UNIT:
            told = tr("Click a place for {unit}", unit=named(view_of(seen), unit))
            more = tr_n("{n} more waits", "{n} more wait", len(left) - 1)
            return told if len(left) < 2 else f"{told}; {more}"
    if is_asked(seen, TURN):
        number = next_order(seen)
        unit = unit_in(g, seen.answering.sketch)
        if unit != NO_UNIT:
            return tr("Order {n}: {unit}", n=number, unit=name(g, unit))
        if number:
            return tr("Reveal your order {n}: click its unit", n=number)
        return tr("You have no order left to reveal")
    return what(seen)


def _stays(seen: SeenTable) -> bool:
    """Return True if a move is drafted of which nothing but its unit is known."""
    sketch = seen.answering.sketch
    if sketch is None or sketch.cls not in (*MOVES, *DRIVES) or seen.answering.kind in LEGS:
        return False
    blanks = [blank for blank in blanks_of(sketch.cls) if sketch.holds(blank.field)]
    changed = {blank.name for blank in blanks if sketch.get(blank.field) != blank.default}
    return changed <= {"token", "unit"}


def _first(seen: SeenTable) -> str:
    """Say how a unit that has been chosen moves or fires."""
    g, sketch = state_of(seen), seen.answering.sketch
    move, unit = going(g, sketch), unit_in(g, sketch)
    if g.units[unit].concealed:
        return tr("Click a space to move there. To fire it is turned over first.")
    if is_asked(seen, SUPPLY_MOVE):
        return tr("Click the space to which it moves.")
    if not any(ordnance(armed(g, unit, gun), unit, ()) for gun in guns(g.units[unit])):
        if move is not None and not move.points:
            if has_no_target(g, unit):
                return tr("As it lies it can neither move nor fire at anybody.")
            return tr("It cannot move as it lies. Click an enemy to fire at it.")
        return tr("Click a space to move there, or an enemy.")
    button = tr("At an intersection").upper()
    if move is not None and not move.points:
        return tr("To fire press {button} at the right, then click one.", button=button)
    return tr("Click a space to move there; to fire press {button} at the right.", button=button)


def _has_cards_alone(seen: SeenTable) -> bool:
    """Return True if cards are chosen, but nothing with which they are played."""
    sketch, of = seen.answering.sketch, SHOT.cards.name
    return sketch is not None and {
        b.name for b in blanks_of(sketch.cls) if sketch.holds(b.field)
    } == {of}


def _holds(seen: SeenTable) -> bool:
    """Return True if fire is drafted that is at nobody and nothing yet."""
    sketch = seen.answering.sketch
    if sketch is None or sketch.cls not in FIRES or targets_in(sketch):
        return False
    aims = held(sketch, SHOT.vertex, NO_VERTEX), held(sketch, SHOT.into, OFF_MAP)
    return aims == (NO_VERTEX, OFF_MAP)


def _aims(seen: SeenTable) -> str:
    """Return at what fire without a target is to be aimed."""
    field = aim_field(state_of(seen), seen.answering.sketch, view_of(seen))
    if field is SHOT.vertex:
        return tr("Click an intersection, or a room or position.")
    return tr("Click a structure.") if field is SHOT.into else tr("Click an enemy.")


def _all_the_same(seen: SeenTable, detail: str) -> str:
    """Add why a seat is asked that can do nothing but pass: HON-HID-13."""
    if not seen.answering.drafting.kind.passes or seen.cached("able", lambda: _is_able(seen)):
        return detail
    told = tr("You can only pass; you are asked so that nobody learns that.")
    return " ".join(filter(None, [detail, told]))


def _is_able(seen: SeenTable) -> bool:
    """Return True if the rules offer this seat more than to pass."""
    return any(not isinstance(offer, Pass) for offer in agenda.offers(view_of(seen)))


def _choices(seen: SeenTable, made: Prompt) -> list[Choice]:
    """Return the buttons: a move of no step, or fire at nobody, is no confirmation, but a separate
    wish."""
    answering, view = seen.answering, view_of(seen)
    choices = list(made.choices)
    sketch = answering.sketch
    look = answering.drafting.look(sketch)
    if _stays(seen):
        choices = [c for c in choices if c.id != "confirm"]
        if look is not None and look.answer is not None:
            tip = tr("The order is used up without a step")
            stay = Choice("stay", tr("STAY HERE"), Say(look.answer), lit=False, tooltip=tip)
            choices.append(stay)
    elif _holds(seen):
        choices = [c for c in choices if c.id != "confirm"]
        if look is not None and look.answer is not None:
            tip = tr("The order is used up without a shot")
            stay = Choice("stay", tr("HOLD FIRE"), Say(look.answer), lit=False, tooltip=tip)
            choices.append(stay)
    if is_asked(seen, TURN):
        g = state_of(seen)
        over = NoMoreOrders(g.closed(own_seat(seen)))
        label = tr(seen.system.describe(view, over)).upper()
        no = answering.why_not(over)
        lit = not no and not next_order(seen)
        id = LET_PASS if lit else "over"  # Space presses it where no order is left
        choices.insert(0, Choice(id, label, Say(over), why=no, lit=lit, key="p"))
    if is_asked(seen, *LEGS):
        bare = not held(sketch, WALKED.path, ()) and not held(sketch, DRIVEN.manoeuvres, ())
        if sketch is not None and sketch.cls in (Leg, Drive) and bare:
            choices = [c for c in choices if c.id != "confirm"]
        choices = [*_ends(seen), *choices]
    if is_asked(seen, DISCARD):
        said = tr(seen.system.describe(view, Discard(tuple(map(Hidden, cards_in(sketch)))))).upper()
        choices = [evolve(c, label=said) if c.id == "confirm" else c for c in choices]
    if sketch is None:
        choices = [c for c in choices if c.id != "confirm"]
    return choices


def _ends(seen: SeenTable) -> Iterator[Choice]:
    """How a move may end at once: off the map by an exit of the side, by going off, where it is."""
    g = state_of(seen)
    u = g.units[mover(g)]
    if g.battle.exits[0] == g.side(u.seat).name:
        yield _end(seen, "leave", Leave(), "l")
    if u.crawls:
        yield _end(seen, "detonate", Detonate(), "x")
    yield _end(seen, "stop", Stop(), "e")


def _end(seen: SeenTable, id: str, answer: Answer, key: str) -> Choice:
    label = tr(seen.system.describe(view_of(seen), answer)).upper()
    why = seen.answering.why_not(answer)
    return Choice(id, label, Say(answer), why=why, lit=not why and id == "leave", key=key)


def _passes(seen: SeenTable) -> list[Choice]:
    """The ways to pass: the plain one last, where the key is."""
    view, answering = view_of(seen), seen.answering
    passes = [
        way
        for way in answering.drafting.kind.passes
        if not way.until or agenda.why_not(view, way) is None
    ]
    ways = [
        Choice(
            LET_PASS if n == 0 else f"pass:{n}",
            tr(seen.system.describe(view, way)).upper(),
            Say(way),
            lit=False,
            key="p" if n == 0 else "u",
        )
        for n, way in enumerate(passes)
        if isinstance(way, Pass)
    ]
    return [*ways[1:], *ways[:1]]


def is_drawn(seen: SeenTable) -> bool:
    """Return True if this table draws every current choice."""
    kind, sketch = seen.answering.kind, seen.answering.sketch
    if sketch is not None and issubclass(sketch.cls, CardPlay):
        return issubclass(sketch.cls, ReactPlay)
    if kind is None or kind in DEEDS or is_asked(seen, *DRAWN_WHOLE):
        return True
    return bool(at_once(seen)) or kind.word in LISTED


DRAWN_WHOLE = (LAY, DEPLOY, ROSTER, DECK, DISCARD)
LISTED = (
    "command_cards",
    "react",
    "after",
    "wounded",
    "where",
    "make_room",
    "hush",
    "guard",
    "start_cards",
    "end_cards",
    "supply_start",
    "supply_end",
    "clash",
    "riposte",
    "intrepid",
    "directive",
    "redeploy",
    "place",
    "location",
    "shielding",
    "search",
    "bail_out",
    "again",
    "terrain",
    "objective",
)
"""Questions whose offers stand beside the map."""
