"""The prompt bar: the question in the words of the rules, with its buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import fields

from owm_net.client import widgets
from owm_net.client.answering.drafting import Confirm, Pick, Say, Set, held_by, said, values_of
from owm_net.client.answering.fields import named
from owm_net.client.language import tr
from owm_net.client.sitting.actions import TogglePasses
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards.common import (
    acting_squad,
    in_window,
    must_pass,
    own_seat,
    state_of,
    told,
)
from owm_net.client.tables.squadcards.odds import title_of
from owm_net.client.widgets import Choice, Prompt, answer, waiting
from owm_net.client.words import because, capital, enumerated
from owm_net.engine.agenda import Kind
from owm_net.engine.drafts import Draft, blanks_of
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.by_squad import NEXT_SQUAD, NextSquad
from owm_net.games.squadcards.cards.smoke import why_no_smoke
from owm_net.games.squadcards.ids import Cell, SquadId
from owm_net.games.squadcards.notes import MAY_BE_BLOCKED, POINT_MAN, SMOKE, unusual
from owm_net.games.squadcards.phases.covering import DECLARE, Declare
from owm_net.games.squadcards.phases.discarding import DISCARD, EXTRA, DrawExtra
from owm_net.games.squadcards.phases.movement import ANSWER_CARD, BLOCK_CARD, MOVE
from owm_net.games.squadcards.set_up import NATION, TERRAIN_CARD
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Nation, RangeBand
from owm_net.games.squadcards.windows.after_move import AFTER_MOVE_CARD
from owm_net.games.squadcards.windows.fire import FIRE_CARD
from owm_net.games.squadcards.windows.kill import KILL_CARD
from owm_net.games.squadcards.windows.own import OWN_CARD
from owm_net.games.squadcards.windows.roll import ROLL_CARD
from owm_net.games.squadcards.words import NATION_WORDS, number_of

PASSING: Mapping[Kind[Any], str] = {
    TERRAIN_CARD: say("START IN THE OPEN"),
    OWN_CARD: say("CONTINUE"),
    ROLL_CARD: say("NO CARD"),
    FIRE_CARD: say("CEASE FIRE"),
    BLOCK_CARD: say("LET THEM MOVE"),
    ANSWER_CARD: say("LET IT STAND"),
    AFTER_MOVE_CARD: say("NOTHING MORE"),
    KILL_CARD: say("LEAVE IT AT THAT"),
}
"""The button that passes; the rules' own word for it stands in its note."""

HINTS: Mapping[Kind[Any], str] = {
    FIRE_CARD: say("{question}: click a lit card, one attack each"),
    TERRAIN_CARD: say("{question}: click a lit card"),
}

WANTED: dict[object, str] = {
    Nation: say("a nationality"),
    Played: say("a card"),
    RangeBand: say("the new range"),
    Cell: say("a lit hex"),
}
"""What a field of an answer asks the player for, by its type."""

AGAIN = say("A second click or Enter confirms.")


def prompt(seen: SeenTable) -> Prompt:
    """For any moment of the match."""
    answering = seen.answering
    if answering.kind is None:
        return waiting(seen, lambda seat: _called(seen, seat))
    if answering.kind in PASSING:
        return _window(seen)
    made = _PROMPTS.get(answering.kind)
    return made(seen) if made else answer.bar(seen)


def is_known(seen: SeenTable) -> bool:
    """Return True if this table has a prompt for the question, or there is none."""
    answering = seen.answering
    return answering.kind is None or answering.kind in PASSING or answering.kind in _PROMPTS


def _kind(seen: SeenTable) -> Kind[Any]:
    assert seen.answering.kind is not None
    return seen.answering.kind


def _view(seen: SeenTable) -> View[SquadState]:
    assert seen.view is not None
    return seen.view


def _what(seen: SeenTable) -> str:
    """Return the question, and which of the player's squads it is for where there are several."""
    g, squad = state_of(seen), acting_squad(seen)
    what = seen.answering.about.what
    if g.squads_each > 1 and squad >= 0:
        return tr("Your squad {n}: {question}", n=number_of(g, squad), question=what)
    return capital(what)


def _why(seen: SeenTable) -> str:
    about = seen.answering.about
    return f"{capital(because(about.why, about.rule))}."


def _would(seen: SeenTable, answer: Answer) -> str:
    """Return the meaning of an answer, as a question."""
    return f"{capital(seen.system.describe(_view(seen), answer))}?"


def _answer(seen: SeenTable) -> Answer | None:
    """Return the choice, if it is whole."""
    look = seen.answering.look
    answer: Answer | None = look.answer if look is not None else None
    return answer


def _missing(seen: SeenTable) -> str:
    """Return what must still be chosen, as a command."""
    sketch = seen.answering.sketch
    look = seen.answering.drafting.look(sketch)
    if sketch is None or look is None:
        return tr("choose a lit card")
    if in_window(seen):
        return tr("choose how the card is used")
    empty = [b for b in blanks_of(sketch.cls) if not (b.optional or sketch.holds(b.field))]
    blanks = empty or [*filter(None, [look.wants])]
    things = enumerated([WANTED.get(b.kind, named(b.name)) for b in blanks])
    return tr("choose {things}", things=things)


def _confirm(seen: SeenTable, label: str = say("CONFIRM")) -> Choice:
    look = seen.answering.look
    why = tr("{missing} first", missing=_missing(seen))
    if look is not None and look.answer is not None:
        why = ""
    elif look is not None:
        refusal = look.refusal or look.lacks
        why = why if refusal is None else said(refusal)
    return Choice("confirm", label, Confirm(), why=why, lit=not why)


# -- windows: a card or a pass -----------------------------------------------------------------


def _window(seen: SeenTable) -> Prompt:
    """Play one card or pass. What has been picked says what it would do."""
    answering = seen.answering
    rules = capital(seen.system.describe(_view(seen), Pass()))
    label = PASSING.get(_kind(seen), tr(rules).upper())
    passing = widgets.passing(seen, tr(label), must_pass(seen), rules)
    answer = _answer(seen)
    if answer is not None:
        head, line = title_of(seen, answer)
        deed = tr("ATTACK") if isinstance(answer, Fire) else tr("PLAY")
        return Prompt(f"{head}?", line or AGAIN, [_confirm(seen, deed), passing])
    if answering.sketch is not None:
        aims = state_of(seen).squads_each > 1 and answering.takes(SquadId)
        return Prompt(
            tr("Choose what the card is used as"),
            tr("Click one of its uses above, or a lit squad.")
            if aims
            else tr("Click one of its uses above."),
            [_confirm(seen), passing],
        )
    text, detail = _what(seen), _why(seen)
    if not must_pass(seen):
        hint = HINTS.get(_kind(seen))
        text = tr(hint, question=text) if hint else text
        return Prompt(text, detail, [*_pass_alone(seen, False), passing])
    if seen.answering.passes:
        question = text.rstrip("?")
        text = tr("{question}: no card fits, you pass automatically", question=question)
    return Prompt(
        text,
        f"{detail} {tr('None of your cards fits.')}",
        [*_pass_alone(seen, True), passing],
    )


def _pass_alone(seen: SeenTable, offered: bool) -> list[Choice]:
    """The switch for windows that pass by themselves; where it is off, only where it helps."""
    on = seen.answering.passes
    if not (on or offered):
        return []
    return [
        Choice(
            "pass_alone",
            tr("AUTO-PASS: YES") if on else tr("AUTO-PASS: NO"),
            TogglePasses(),
            lit=False,
            key="a",
            tooltip=tr(
                "Pass automatically where none of your cards fits. Your own answers then leave"
                " every 4 seconds too: the enemy cannot tell a quick one from an automatic"
                " pass, but may guess from a long one that you had a choice."
            ),
        )
    ]


# -- the other questions ------------------------------------------------------------------------


def _nation(seen: SeenTable) -> Prompt:
    answer = _answer(seen)
    if answer is not None:
        return Prompt(_would(seen, answer), AGAIN, [_confirm(seen)])
    names = ", ".join(option.name for option in unusual(state_of(seen).options))
    detail = tr("This match: {names}.", names=names) if names else _why(seen)
    return Prompt(_what(seen), detail, [_confirm(seen)])


def _declare(seen: SeenTable) -> Prompt:
    answering = seen.answering
    sketch = answering.sketch or Draft(Declare)
    look = answering.drafting.desk.look(sketch.with_(fields(Declare).move, True))
    behind = sketch.get(fields(Declare).point_man) is True
    smoke = values_of(sketch, Played)
    none = why_no_smoke(_view(seen), acting_squad(seen))
    choices = answering.drafting.desk.choices(sketch, fields(Declare).smoke)
    cards = [*smoke, *[card for card, why in choices if why is None]]
    move = Confirm() if look.answer is None else Say(look.answer)
    extra = behind or bool(smoke)
    return Prompt(
        _would(seen, look.answer) if extra and look.answer is not None else _what(seen),
        _why(seen),
        [
            Choice(
                "point_man",
                tr("POINT MAN: YES") if behind else tr("POINT MAN: NO"),
                Set(fields(Declare).point_man, not behind),
                lit=behind,
                key="p",
                tooltip=told(POINT_MAN),
            ),
            Choice(
                "smoke",
                tr("SMOKE: YES") if smoke else tr("SMOKE: NO"),
                Pick(Played, cards[0], gives=False) if cards else Set(fields(Declare).smoke, None),
                lit=bool(smoke),
                why="" if smoke or none is None else said(none),
                key="s",
                tooltip=told(SMOKE),
            ),
            Choice(
                "confirm",
                tr("MOVE SO") if extra else tr("MOVE"),
                move,
                why="" if look.refusal is None else said(look.refusal),
            ),
            Choice("continue", tr("STAY"), Say(Declare(False)), lit=False),
        ],
    )


def _move(seen: SeenTable) -> Prompt:
    answer = _answer(seen)
    if answer is not None:
        detail = f"{told(MAY_BE_BLOCKED)}."
        return Prompt(_would(seen, answer), detail, [_confirm(seen, tr("MOVE"))])
    text = _what(seen)
    if held_by(seen.answering.sketch):
        text = tr("Make your move: {missing}", missing=_missing(seen))
    return Prompt(text, _why(seen), [_confirm(seen, tr("MOVE"))])


def _extra(seen: SeenTable) -> Prompt:
    return Prompt(
        _what(seen),
        _why(seen),
        [
            Choice("confirm", tr("DRAW A CARD"), Say(DrawExtra(True))),
            Choice("continue", tr("NO"), Say(DrawExtra(False)), lit=False),
        ],
    )


def _discard(seen: SeenTable) -> Prompt:
    n = len(values_of(seen.answering.sketch, Played))
    return Prompt(
        tr("{question} ({n} chosen)", question=_what(seen), n=n),
        f"{tr('Click them in your hand, then confirm.')} {_why(seen)}",
        [_confirm(seen, tr("DISCARD"))],
    )


def _squad(seen: SeenTable) -> Prompt:
    g, light = state_of(seen), seen.answering.drafting.light
    mine = [s for s in g.living(own_seat(seen)) if light(seen.answering.sketch, SquadId, s).lit]
    return Prompt(
        _what(seen),
        f"{tr('Click it, on the map or in its panel.')} {_why(seen)}",
        [Choice(f"next:{s}", tr("SQUAD {n}", n=number_of(g, s)), Say(NextSquad(s))) for s in mine],
    )


_PROMPTS: dict[Kind[Any], Callable[[SeenTable], Prompt]] = {
    NATION: _nation,
    DECLARE: _declare,
    MOVE: _move,
    EXTRA: _extra,
    DISCARD: _discard,
    NEXT_SQUAD: _squad,
}


def _called(seen: SeenTable, seat: int) -> str:
    """A player with the nation that is played."""
    g = state_of(seen)
    if not g.squads:
        return seen.players.name(seat)
    nation = NATION_WORDS[g.squads[g.all_of(Seat(seat))[0]].nation]
    return tr("{name} (the {nation})", name=seen.players.name(seat), nation=nation)
