"""The question "action": the hand, the buttons beside it, and the prompt of a turn.

What may be chosen, and why not, the rules say (`Answering.drafting`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Attribute, fields

from owm_net.client import keys
from owm_net.client.answering.drafting import Cancel, Confirm, Pick, Say, Set, Verb, said
from owm_net.client.answering.fields import named
from owm_net.client.language import tr
from owm_net.client.scene.items import flags_of
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables import since
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import asked_about, asked_text, state_of
from owm_net.client.widgets import Choice, HandCard, Prompt
from owm_net.client.words import capital, enumerated
from owm_net.engine.drafts import Blank, Draft, blanks_of
from owm_net.engine.hands import held
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.owm.actions import (
    ACTIONS,
    Attack,
    AttackTruck,
    Crew,
    Disarm,
    EndTurn,
    Heal,
    Hide,
    LayTerrain,
    Maneuver,
    Recognise,
    Redraw,
    RepairTruck,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.actions.action import Action
from owm_net.games.owm.decisions.intelligence import Intelligence
from owm_net.games.owm.ground import Ground
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.operations.operation import CombatOperation
from owm_net.games.owm.state import order_of
from owm_net.games.owm.turn import TurnBegun
from owm_net.games.owm.windows import COMMAND
from owm_net.games.owm.words import fireteam_name

LETTERS: dict[type[Answer], str] = {
    Redraw: "r",
    Hide: "s",
    Crew: "c",
    Scope: "o",
    Transfer: "t",
    Uncrew: "u",
    Recognise: "g",
    EndTurn: "e",
}
"""The buttons beside the hand, as they stand there, each with its key. An action that is not named
here has the first letter of its title that is free, before the last button."""

TAKEN = frozenset("hlbvkxn")
"""Letters that mean something else in every turn: the help, the last flips, how one looks."""

BEGUN_BY = frozenset({Played, Cell, FireteamId, SoldierId})
"""What is drawn and can begin an action; one that is begun by anything else has a button."""

WANTED: dict[tuple[type[Answer], Attribute[Any]], str] = {
    (Attack, fields(Attack).target): say("a lit enemy Fireteam"),
    (Maneuver, fields(Maneuver).cell): say("a lit place to enter"),
    (LayTerrain, fields(LayTerrain).cell): say("a lit open spot"),
    (Redraw, fields(Redraw).cards): say("the cards to discard"),
    (Hide, fields(Hide).card): say("a card to discard"),
    (Crew, fields(Crew).card): say("a card to discard"),
    (Crew, fields(Crew).gunner): say("the machine gunner"),
    (Crew, fields(Crew).assistant): say("his assistant"),
    (Scope, fields(Scope).card): say("a card to discard"),
    (Scope, fields(Scope).sniper): say("the sniper"),
    (Transfer, fields(Transfer).cards): say("a card to discard for each"),
    (Transfer, fields(Transfer).soldiers): say("the soldiers who go"),
    (Transfer, fields(Transfer).to): say("the other Fireteam"),
    (Uncrew, fields(Uncrew).soldier): say("the soldier"),
    (Heal, fields(Heal).medic): say("the Medic"),
    (Heal, fields(Heal).soldier): say("the wounded soldier"),
    (AttackTruck, fields(AttackTruck).card): say("an Attack order"),
    (RepairTruck, fields(RepairTruck).soldier): say("who tries"),
    (Recognise, fields(Recognise).target): say("a lit enemy in stealth"),
    (Recognise, fields(Recognise).commander): say("who makes the check"),
    (Disarm, fields(Disarm).commander): say("who is in command"),
    (Intelligence, fields(Intelligence).seat): say("whose hand to look at"),
}
"""What a field of an action asks the player for."""

WANTED_OF: dict[object, str] = {
    Played: say("a card"),
    Cell: say("a lit place"),
    FireteamId: say("a lit Fireteam"),
    SoldierId: say("a soldier"),
}
"""The same for a field that is not named there, by its type."""

WHICH_FIRETEAM = {
    "fireteam": say("a lit Fireteam of yours"),
    "target": say("a lit enemy Fireteam"),
    "other": say("another lit Fireteam"),
}
"""What is asked for where an answer names two Fireteams."""


def cards(seen: SeenTable, seat: int | None = None) -> list[HandCard]:
    """The own hand, with what each card may do now. seat: that of another whose is seen, too."""
    answering = seen.answering
    g, view, sketch = state_of(seen), seen.view, answering.sketch
    assert view is not None
    paying = sketch is not None and sketch.cls.by_name
    shown = []
    seat = seen.players.seat if seat is None else seat
    mine = held(view, Seat(seat)) if 0 <= seat < len(g.hands) else []
    if seen.ui.hand_sorted:
        mine = sorted(mine, key=lambda card: card_title(seen, card))
    for i, card in enumerate(mine):
        number = view.card(card)
        art = faces.core_card(number, g.level != "private") if number is not None else faces.back()
        label = card_title(seen, card)
        flags, tip = [], ""
        if answering.kind is not None:
            light = answering.drafting.light(sketch, Played, card)
            shaded = bool(light.why) and not paying
            lit = light.lit and not light.chosen
            flags = flags_of(chosen=light.chosen, lit=lit, shaded=shaded)
            tip = f"{tr(label)} {keys.hint(str(i + 1))}".rstrip() + (
                "\n" + tr("Not now: {why}", why=light.why) if shaded else ""
            )
            order = order_of(number)
            if g.has_decisions and order is not None and order.decision == CombatOperation.key:
                tip = f"{tip}\n{operation(seen)}".strip()
        action = Pick(Played, card, gives=False, fills=answering.kind is COMMAND)
        shown.append(HandCard(card, art, label, action, tuple(flags), "", tip))
    return shown


def operation(seen: SeenTable) -> str:
    """Return a Combat Operation's meaning in this mission: its card refers to the mission."""
    found = CombatOperation.of(state_of(seen))
    if found is None:
        return ""
    return tr("{operation}: {what}", operation=tr(found.called), what=tr(found.what))


def card_title(seen: SeenTable, card: Played) -> str:
    """A card as people call it."""
    assert seen.view is not None
    number = seen.view.card(card)
    return seen.system.card_name(number) if number is not None else tr("a hidden card")


def step(seen: SeenTable, sketch: Draft[Answer]) -> str:
    """Return what to click next, as a command."""
    look = seen.answering.drafting.desk.look(sketch)
    if look.refusal is not None:
        return tr("this card cannot be used now; choose another, or discard it for an action")
    blanks = blanks_of(sketch.cls)
    empty = [blank for blank in blanks if not (sketch.holds(blank.field) or blank.optional)]
    found = [wanted(sketch.cls, b) for b in empty or blanks if empty or b is look.wants]
    if not found:
        return tr("confirm")
    return tr("choose {things}", things=enumerated(found))


def wanted(cls: type[Answer], blank: Blank) -> str:
    """Return what a field asks for, in words."""
    usual = WANTED_OF.get(blank.kind, named(blank.name))
    if [other.kind for other in blanks_of(cls)].count(FireteamId) > 1:
        usual = WHICH_FIRETEAM.get(blank.name, usual)
    return WANTED.get((cls, blank.field), usual)


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar of a turn."""
    sketch = seen.answering.sketch
    text, detail = asked_text(seen)
    if sketch is None:
        choices = [since.choice(since_last_turn)] if since_last_turn(seen) else []
        return Prompt(text, detail, choices)
    look = seen.answering.drafting.desk.look(sketch)
    if look.answer is None:
        who = fireteam_name(state_of(seen), asked_about(seen).fireteam)
        text = f"{tr(who)}: {step(seen, sketch)}"
        detail = said(look.refusal) if look.refusal is not None else ""
    choices = []
    if sketch.cls is LayTerrain:
        turned = sketch.get(fields(LayTerrain).turned) is True
        choices.append(
            Choice(
                "turn",
                tr("TURN CARD"),
                Set(fields(LayTerrain).turned, not turned),
                chosen=turned,
                key="t",
                tooltip=LayTerrain.turning,
            )
        )
    if look.answer is not None or look.refusal is not None:
        why = detail if look.answer is None else ""
        tip = tr("Enter, or click the target again")
        choices.append(Choice("confirm", tr("CONFIRM"), Confirm(), why=why, tooltip=tip))
    choices.append(Choice("cancel", tr("CANCEL"), Cancel(), lit=False, tooltip=tr("Esc")))
    return Prompt(text, capital(detail), choices)


def since_last_turn(seen: SeenTable) -> list[int]:
    """Lines of the log, see `tables.since`."""
    return since.lines(seen, TurnBegun, since.matters)


def ground_then(seen: SeenTable) -> Ground | None:
    """Return the ground as it will be with the Terrain card that is being laid."""
    look = seen.answering.look
    answer = look.answer if look is not None else None
    number = seen.view.card(answer.card) if seen.view and isinstance(answer, LayTerrain) else None
    if number is None or not isinstance(answer, LayTerrain):
        return None
    return state_of(seen).ground.with_card(answer.cell, number, answer.turned)


def is_own_deed(seen: SeenTable) -> bool:
    """Return True if the order is for the Fireteam itself and nothing else, so that a click on it
    is enough."""
    answering = seen.answering
    look, sketch = answering.look, answering.sketch
    if look is None or look.answer is None or sketch is None or sketch.cls.by_name:
        return False
    held = [blank for blank in blanks_of(sketch.cls) if sketch.holds(blank.field)]
    return all(blank.kind is Played and not blank.many for blank in held)


def keys_of(actions: Sequence[type[Action]]) -> dict[type[Answer], str]:
    """The actions that have a button, as they stand there, each with its key; "" where no letter of
    its title is free."""
    found: dict[type[Answer], str] = {}
    for cls in actions:
        if cls in LETTERS or not (cls.by_name or _begun_by(cls) not in BEGUN_BY):
            continue
        taken = TAKEN.union(LETTERS.values(), found.values())
        letters = [one for one in cls.title.lower() if one.isalpha() and one not in taken]
        found[cls] = letters[0] if letters else ""
    *first, last = LETTERS.items()
    return dict([*first, *found.items(), last])


def _begun_by(cls: type[Answer]) -> object:
    """The type of the first field, None if there is none."""
    return blanks_of(cls)[0].kind if blanks_of(cls) else None


def buttons(seen: SeenTable) -> list[Choice]:
    """The actions beside the hand."""
    drafting, sketch = seen.answering.drafting, seen.answering.sketch
    left = asked_about(seen).left
    found = []
    g = state_of(seen)
    for cls, key in keys_of([a for a in ACTIONS if a.in_play(g)]).items():
        ends = cls is EndTurn
        found.append(
            Choice(
                f"verb:{cls.__name__.lower()}",
                tr(cls.title).upper(),
                Say(EndTurn()) if ends and not left else Verb(cls),
                why=drafting.why_not(cls),
                lit=ends and not left,
                tooltip=cls.help,
                key=key,
                chosen=sketch is not None and sketch.cls is cls,
            )
        )
    return found
