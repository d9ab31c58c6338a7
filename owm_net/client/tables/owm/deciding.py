"""The question "decision": a Command Decision out of the hand, or a pass, for once or for longer.

What may be played, and why not, the rules say (`Answering.drafting`).
"""

from __future__ import annotations

from attrs import evolve

from owm_net.client import keys
from owm_net.client.answering.drafting import Cancel, Confirm, Verb, said
from owm_net.client.language import tr
from owm_net.client.sitting.actions import PassUntil, TogglePasses
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import acting
from owm_net.client.tables.owm.shown import state_of
from owm_net.client.widgets import Choice, Prompt, passing
from owm_net.client.words import because, capital
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.owm.actions import Uncrew
from owm_net.games.owm.actions.action import Ordered
from owm_net.games.owm.operations.operation import CombatOperation
from owm_net.games.owm.rounds import RoundBegun
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.turn import TurnBegun
from owm_net.games.owm.windows import (
    COMMAND,
    NEXT_CARD,
    NEXT_ROUND,
    NEXT_TURN,
    Decision,
    DecisionLaid,
    has_crew,
)

LONGER = {
    NEXT_CARD: (say("PASS UNTIL A CARD"), say("Not asked again before somebody plays a card"), "c"),
    NEXT_TURN: (
        say("PASS THIS TURN"),
        say("Not asked again before the next Fireteam is activated"),
        "t",
    ),
    NEXT_ROUND: (say("PASS THIS ROUND"), say("Not asked again before the next round"), "r"),
}
"""The rules' words for passes that stand, with a button, what it comes to, and a key."""

STANDS = {
    NEXT_CARD: say("You pass until a card is played"),
    NEXT_TURN: say("You pass until the next turn"),
    NEXT_ROUND: say("You pass until the next round"),
}
"""What is said while one of them stands."""
ASKED_AGAIN = say("Take back the standing pass: you are asked again at once")

ENDED_BY: dict[str, tuple[type[Event], ...]] = {
    NEXT_CARD: (DecisionLaid, Ordered),
    NEXT_TURN: (TurnBegun,),
    NEXT_ROUND: (RoundBegun,),
}
"""What ends each of them."""


def must_pass(seen: SeenTable) -> bool:
    """Return True if a Command Decision is asked for, and no card of the hand can be played. A crew
    that could be ended does not count: a player who wants that does it before passing."""
    if seen.answering.kind is not COMMAND:
        return False
    cards = [cls for cls in COMMAND.answers if issubclass(cls, Decision)]
    return all(seen.answering.drafting.why_not(cls) for cls in cards)


def prompt(seen: SeenTable) -> Prompt:
    """Play one card or pass. What has been picked says what it would do."""
    answering = seen.answering
    sketch, told = answering.sketch, answering.about
    if sketch is None or sketch.cls is Pass:
        detail = capital(because(told.why, told.rule))
        if must_pass(seen):
            detail = tr(
                "None of your cards can be played now; {key} passes.", key=keys.shown("space")
            )
            if seen.answering.passes:
                detail = tr("None of your cards can be played now; you pass automatically.")
        return Prompt(tr("You: {what}", what=told.what), detail, [_pass(seen)])
    look = answering.drafting.desk.look(sketch)
    if look.answer is None:
        title = tr(sketch.cls.title)
        detail = said(look.refusal) if look.refusal is not None else ""
        if issubclass(sketch.cls, CombatOperation):
            detail = detail or acting.operation(seen)
        return Prompt(f"{title}: {acting.step(seen, sketch)}", capital(detail), [_cancel()])
    assert seen.view is not None
    text = capital(seen.system.describe(seen.view, look.answer))
    outlook = capital(answering.outlook(look.answer)) or _what(seen, look.answer)
    label = tr("PLAY") if isinstance(look.answer, Decision) else tr("CONFIRM")
    play = Choice("confirm", label, Confirm(), tooltip=tr("Enter"))
    return Prompt(f"{text}?", outlook, [play, _cancel()])


def _what(seen: SeenTable, answer: Answer) -> str:
    """Return a card's effect, in its own words, or in the mission's."""
    if isinstance(answer, CombatOperation):
        return acting.operation(seen)
    return tr(CATALOG.decisions[answer.key].text) if isinstance(answer, Decision) else ""


def stands(seen: SeenTable) -> str:
    """Return until when the player passes, in words; "" where they are asked each time."""
    return STANDS[seen.answering.stands] if seen.answering.stands and seen.result is None else ""


def while_it_stands(waits: Prompt, seen: SeenTable) -> Prompt:
    """Return the prompt while the player waits, with the standing pass and its end."""
    if not stands(seen):
        return waits
    again = Choice(
        "pass_back", tr("ASK ME AGAIN"), PassUntil(""), lit=False, tooltip=ASKED_AGAIN, key="m"
    )
    told = f"{tr(stands(seen))}. {capital(waits.detail)}".strip()
    return evolve(waits, detail=told, choices=[*waits.choices, again])


def _cancel() -> Choice:
    return Choice("cancel", tr("CANCEL"), Cancel(), lit=False, tooltip=tr("Esc"))


def _pass(seen: SeenTable) -> Choice:
    return passing(seen, tr("PASS"), must_pass(seen), tr("Nothing, this time"))


def _uncrew(seen: SeenTable) -> Choice:
    """The end of crewing or of a scope, which is free (A-153)."""
    answering = seen.answering
    return Choice(
        "verb:uncrew",
        tr(Uncrew.title).upper(),
        Verb(Uncrew),
        why=answering.drafting.why_not(Uncrew),
        lit=False,
        tooltip=Uncrew.help,
        key=acting.LETTERS[Uncrew],
        chosen=answering.sketch is not None and answering.sketch.cls is Uncrew,
    )


def buttons(seen: SeenTable) -> list[Choice]:
    """Passes that stand, the switch for those that are given by themselves, and for whoever has a
    crew its end."""
    found = [
        Choice(f"pass:{word}", label, PassUntil(word), lit=False, tooltip=tip, key=key)
        for word, (label, tip, key) in LONGER.items()
    ]
    on = seen.answering.passes
    tip = tr(
        "Where none of your cards can be played, you pass automatically. Your other answers then "
        "leave only every 4 seconds, so that the enemy learns nothing from their timing"
    )
    label = tr("AUTO-PASS: YES") if on else tr("AUTO-PASS: NO")
    found.append(Choice("pass_alone", label, TogglePasses(), lit=False, tooltip=tip, key="a"))
    if has_crew(state_of(seen), Seat(seen.players.seat)):
        found.append(_uncrew(seen))
    return found
