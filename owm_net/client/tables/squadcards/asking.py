"""The prompt bar: who must do what, in plain words, with the buttons that go with it."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from owm_net.client.actions import CloseWindow
from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, Prompt
from owm_net.client.tables.squadcards import acting
from owm_net.client.tables.squadcards.draft import acting_squad, draft_of, own_seat, state_of, top
from owm_net.client.tables.squadcards.switches import unusual
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.engine.windows import Pass
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.by_squad import NextSquad
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import DrawExtra
from owm_net.games.squadcards.phases.movement import Move
from owm_net.games.squadcards.state import CATALOG, SquadState
from owm_net.games.squadcards.terms import Moment, Phase
from owm_net.games.squadcards.words import BAND_WORDS, hex_title, seat_name, squad_name

WAITING = {
    "nation": "choose a nationality",
    "terrain": "may start in a terrain card",
    "own": "may play a card for their own squad",
    "modifier": "may play a card on the roll",
    "fire": "may attack",
    "declare": "decide whether they move",
    "move": "make their move",
    "block": "may block the move",
    "answer": "may answer the block",
    "after_move": "may play a card after their move",
    "kill": "may play Commander Killed",
    "extra": "may draw an extra card",
    "discard": "discard down to their limit",
    "squad": "choose which squad acts",
}

FIRE: dict[Phase, tuple[str, str]] = {
    Phase.COVERING: (
        "Covering fire before your move",
        "Attacks before the move are at -2 (Americans: 0) and make you easier to hit.",
    ),
    Phase.OPPORTUNITY: (
        "Opportunity fire: the enemy is about to move",
        "At the range and ground it leaves. An Ambush comes before the first attack.",
    ),
    Phase.POSITION: ("Position fire", "A squad that moved is at -1 and cannot use heavy weapons."),
    Phase.RETURN: ("Return fire", "The enemy's turn ends with your fire; no phase modifier."),
}


def prompt(model: Model) -> Prompt:
    """For any moment of the match."""
    kind = model.kind
    if not kind:
        return _waiting(model)
    made = _PROMPTS.get(kind)
    return made(model) if made else Prompt(f"You: choose ({kind.replace('_', ' ')})")


def _confirm(model: Model, label: str = "CONFIRM") -> Choice:
    answer = acting.candidate(model)
    why = model.why_not(answer) if answer is not None else acting.missing(model)
    return Choice("confirm", label, ("confirm",), why=why, lit=not why)


def _pass(label: str, tip: str = "") -> Choice:
    return Choice("continue", label, ("answer", Pass()), lit=False, tooltip=tip)


def _picked(model: Model, text: str, detail: str, passing: Choice, verb: str = "PLAY") -> Prompt:
    """A window: play one card or pass. What has been picked says what it would do."""
    d = draft_of(model)
    if d.answer is not None:
        head, line = acting.title_of(model, d.answer)
        label = "ATTACK" if isinstance(d.answer, Fire) else verb
        return Prompt(
            f"{head}?",
            line or "A second click or Enter confirms.",
            [_confirm(model, label), passing],
        )
    if d.card is not None:
        return Prompt(
            "Choose what the card is used as",
            "Click one of its uses above.",
            [_confirm(model), passing],
        )
    if not acting.must_pass(model):
        return Prompt(text, detail, [*_pass_alone(model, False), passing])
    if d.pass_alone:
        text = f"{text.rstrip('?')}: no card fits, you pass by yourself"
    return Prompt(
        text,
        f"{detail.removeprefix('Click a lit card. ')} None of your cards fits.",
        [*_pass_alone(model, True), evolve(passing, lit=True)],
    )


def _pass_alone(model: Model, offered: bool) -> list[Choice]:
    """The switch for windows that pass by themselves; where it is off, only where it helps."""
    on = draft_of(model).pass_alone
    if not (on or offered):
        return []
    return [
        Choice(
            "pass_alone",
            f"AUTO-PASS: {'YES' if on else 'NO'}",
            ("pass_alone",),
            lit=False,
            key="a",
            tooltip="Where none of your cards fits, pass by itself after 2 to 4 "
            "seconds. The enemy sees such a pass like any other, but may guess from the "
            "pause that you hold nothing that fits.",
        )
    ]


def _who(model: Model) -> str:
    """The own squad that acts, where there are several."""
    g, squad = state_of(model), acting_squad(model)
    if g.squads_each == 1 or squad < 0:
        return "You"
    return f"Your squad {squad - g.all_of(g.squads[squad].seat)[0] + 1}"


def _nation(model: Model) -> Prompt:
    d = draft_of(model)
    if d.nation is None:
        names = ", ".join(name for name, _ in unusual(state_of(model).options))
        return Prompt(
            "Choose your nationality",
            f"This match: {names}."
            if names
            else "Both players choose at the same time; both may take the same one (SQD-SET-04).",
            [_confirm(model)],
        )
    return Prompt(
        f"Command {CATALOG.nations[d.nation].people}?",
        "A second click or Enter confirms.",
        [_confirm(model)],
    )


def _terrain(model: Model) -> Prompt:
    return _picked(
        model,
        "You may start in one terrain card of your hand",
        "Click a lit card. It is not replaced; without one you start in the open, "
        "cover 0 (SQD-SET-09).",
        _pass("START IN THE OPEN"),
    )


def _own(model: Model) -> Prompt:
    return _picked(
        model,
        f"{_who(model)}: a card for your own squad?",
        "Looks at the deck and some National Traits are played now (SQD-WIN-01).",
        _pass("GO ON"),
    )


def _modifier(model: Model) -> Prompt:
    g, frame = state_of(model), top(model)
    squad = g.squads[frame.squad]
    who = squad_name(g, frame.squad)
    if frame.moment is Moment.MORALE:
        text = f"Morale check of the {who}: play a card on it?"
        parts = [(squad.row.morale, "nation"), (squad.men_lost, "men lost"), (frame.total, "cards")]
        need = "5 or more pins it" if not squad.pinned else "5 or more routs it, it is pinned"
    else:
        text = f"Rally roll of the {who}: play a card on it?"
        parts = [(squad.row.rally, "nation"), (frame.total, "cards")]
        need = "5 or more rallies it"
    sums = "".join(f" {value:+d} {name}" for value, name in parts if value)
    return _picked(model, text, f"1D6{sums}: {need}.", _pass("NO CARD", "Both passing ends it"))


def _declare(model: Model) -> Prompt:
    d = draft_of(model)
    smoke_why = acting.smoke_held(model)
    extra = [
        w
        for w, on in (("behind smoke", d.smoke is not None), ("with a point man", d.point_man))
        if on
    ]
    label = "MOVE" + (" SO" if extra else "")
    words = f" {' and '.join(extra)}" if extra else ""
    move = _confirm(model, label)
    return Prompt(
        f"{_who(model)}: will the squad try to move{words}?",
        "A move is binding; the enemy may fire first (SQD-COVER-01).",
        [
            Choice(
                "point_man",
                "POINT MAN: " + ("YES" if d.point_man else "NO"),
                ("point_man",),
                lit=d.point_man,
                key="p",
                tooltip="Opportunity fire kills one man at most, but that stops the move "
                "(SQD-OPF-07)",
            ),
            Choice(
                "smoke",
                "SMOKE: " + ("YES" if d.smoke is not None else "NO"),
                ("smoke",),
                lit=d.smoke is not None,
                why=smoke_why,
                key="s",
                tooltip="Spend a Smoke card: opportunity fire at you is weaker (SQD-COVER-02)",
            ),
            move,
            Choice("continue", "STAY", ("answer", Declare(False)), lit=False),
        ],
    )


def _fire(model: Model) -> Prompt:
    g = state_of(model)
    text, detail = FIRE.get(g.phase, ("Fire", ""))
    who = f"{_who(model)}: " if g.squads_each > 1 else ""
    return _picked(
        model,
        f"{who}{text}: click a lit card, one attack each",
        detail,
        _pass("CEASE FIRE", "No more attacks in this phase"),
    )


def _move(model: Model) -> Prompt:
    g, d = state_of(model), draft_of(model)
    if g.hex_map:
        text = f"move to {hex_title(d.cell)}?" if d.cell >= 0 else "click a lit hex to move to"
        return Prompt(
            f"{_who(model)}: {text}",
            "One hex, or two if every hex entered is clear (SQD-VHX-04).",
            [_confirm(model, "MOVE")],
        )
    answer = acting.candidate(model)
    if isinstance(answer, Move):
        assert model.view is not None
        text = model.system.describe(model.view, answer)
        return Prompt(
            f"{text[:1].upper()}{text[1:]}?",
            "The enemy may block it (SQD-MOVE-03).",
            [_confirm(model, "MOVE")],
        )
    need = acting.missing(model)
    return Prompt(
        f"Make your move: {need.removesuffix(' first')}",
        "A terrain card is entered; any other card is discarded for Open terrain.",
        [_confirm(model, "MOVE")],
    )


def _block(model: Model) -> Prompt:
    g, frame = state_of(model), top(model)
    return _picked(
        model,
        f"The {squad_name(g, frame.squad)} try to move {where(g, frame)}: block them?",
        "Minefields and Barbed Wire stop a move (SQD-CARD-13).",
        _pass("LET THEM MOVE"),
    )


def where(g: SquadState, frame: Any) -> str:
    """Where an attempt goes."""
    if g.hex_map:
        return f"to {hex_title(frame.cell)}"
    ground = "Open terrain" if frame.into_open else CATALOG.faces[frame.card].title
    return f"into {ground} at {BAND_WORDS[frame.to]} range"


def _answer(model: Model) -> Prompt:
    block = CATALOG.faces[top(model).block].title
    return _picked(
        model,
        f"Your move is blocked by {block}: answer with a Combat Engineer?",
        "It cancels the block and its losses (SQD-MOVE-08).",
        _pass("LET IT STAND"),
    )


def _after_move(model: Model) -> Prompt:
    flanking = state_of(model).options.flanking_variant and top(model).lateral
    more = ", a Flanking Fire" if flanking else ""
    return _picked(
        model,
        f"{_who(model)} have moved: a Mission Objective{more} or a Concealment?",
        "At most one of each with a move (SQD-MOVE-09).",
        _pass("NOTHING MORE"),
    )


def _kill(model: Model) -> Prompt:
    return _picked(
        model,
        "You have killed: play Commander Killed?",
        "The enemy's hand limit falls by 1 for good (SQD-CARD-14).",
        _pass("LEAVE IT AT THAT"),
    )


def _extra(model: Model) -> Prompt:
    return Prompt(
        f"{_who(model)} neither moved nor attacked: draw one more card?",
        "Afterwards you discard down to your limit (SQD-DISC-01).",
        [
            Choice("confirm", "DRAW A CARD", ("answer", DrawExtra(True))),
            Choice("continue", "NO", ("answer", DrawExtra(False)), lit=False),
        ],
    )


def _discard(model: Model) -> Prompt:
    need, n = acting.excess(model), len(draft_of(model).cards)
    cards = "card" if need == 1 else "cards"
    return Prompt(
        f"{_who(model)}: choose {need} {cards} to discard ({n} chosen)",
        "Click them in your hand, then confirm; discards are face up (SQD-DISC-02).",
        [_confirm(model, "DISCARD")],
    )


def _squad(model: Model) -> Prompt:
    g, frame = state_of(model), top(model)
    first = g.all_of(own_seat(model))[0]
    return Prompt(
        f"{g.phase.value.capitalize()} Phase: which of your squads acts next?",
        "Click it, on the map or in its panel.",
        [
            Choice(f"next:{s}", f"SQUAD {s - first + 1}", ("answer", NextSquad(s)))
            for s in frame.waiting
        ],
    )


_PROMPTS = {
    "nation": _nation,
    "terrain": _terrain,
    "own": _own,
    "modifier": _modifier,
    "declare": _declare,
    "fire": _fire,
    "move": _move,
    "block": _block,
    "answer": _answer,
    "after_move": _after_move,
    "kill": _kill,
    "extra": _extra,
    "discard": _discard,
    "squad": _squad,
}


def _waiting(model: Model) -> Prompt:
    request = model.request
    notice = model.notice if model.notice_kind != "ok" else ""
    if isinstance(request, Over) and not model.presenter.busy:
        first = (model.verdict.splitlines() or [""])[0]
        return Prompt(
            "The match is over: " + request.result.reason,
            first,
            [Choice("confirm", "CLOSE", CloseWindow())],
            mine=False,
        )
    if model.presenter.busy:
        return Prompt(
            model.presenter.strip.subtitle or "Watch what happens",
            "Space or a click skips.",
            mine=False,
        )
    if isinstance(request, Choose | ChooseSecretly):
        others = [s for s in model.waiting_for() if s != model.seat] or list(model.waiting_for())
        g = state_of(model)
        sides = f" (the {seat_name(g, Seat(others[0]))})" if g.squads else ""
        who = " and ".join(model.name(s) for s in others)
        what = WAITING.get(request.kind, "decide")
        return Prompt(f"{who}{sides}: {what}", notice, mine=False)
    return Prompt(notice or "The cards and dice are being handled", mine=False)
