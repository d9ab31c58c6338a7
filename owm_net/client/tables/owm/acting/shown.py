"""What a turn shows: the hand, the prompt, what is lit and why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, HandCard, Prompt
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.acting.legal import (
    VERBS,
    candidate,
    card_title,
    first_soldier,
    fitting,
    of_kind,
    order_kind,
    targets_of,
    turn_of,
    why_not_card,
    why_not_kind,
    why_not_target,
)
from owm_net.client.tables.owm.acting.odds import attack_tip, attack_words
from owm_net.client.tables.owm.board import Mark, Marks
from owm_net.client.tables.owm.draft import Draft, draft_of, state_of
from owm_net.client.words import counted
from owm_net.engine.hands import held
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    LayTerrain,
    Maneuver,
    Rally,
    Recognise,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.ground import Ground
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.terms import Status
from owm_net.games.owm.words import fireteam_name


def cards(model: Model) -> list[HandCard]:
    """The own hand, with what each card may do now."""
    g = state_of(model)
    view = model.view
    assert view is not None
    d = draft_of(model)
    paying = d.verb in ("redraw", "transfer", "hide", "crew", "scope")
    asked = model.kind == "action"
    shown = []
    for i, card in enumerate(held(view, model.seat) if 0 <= model.seat < len(g.hands) else []):
        number = view.card(card)
        art = faces.core_card(number, g.level != "private") if number is not None else faces.BACK
        label = card_title(model, card)
        flags = []
        tip = ""
        if asked:
            reason = why_not_card(model, card)
            if card == d.card or card in d.cards:
                flags.append("chosen")
            if _wants_card(d) if paying else not reason:
                flags.append("lit")
            if reason and not paying:
                flags.append("shaded")
            tip = f"{label} [{i + 1}]" + (f"\nNot now: {reason}" if reason else "")
        shown.append(HandCard(card, art, label, ("card", card), tuple(flags), "", tip))
    return shown


def _wants_card(d: Draft) -> bool:
    """Whether another card of the hand must still be clicked."""
    if d.verb == "redraw":
        return len(d.cards) < 3
    if d.verb == "transfer":
        return len(d.cards) < len(d.soldiers)
    return d.card is None and len(d.soldiers) == {"crew": 2, "scope": 1}.get(d.verb, 0)


def step(model: Model) -> str:
    """What is to be clicked next, as a command."""
    d = draft_of(model)
    if d.verb == "card" and d.card is not None:
        kind = order_kind(model, d.card)
        if why_not_card(model, d.card):
            return "this card cannot be used now; choose another, or discard it for an action"
        return {
            "attack": "choose a lit enemy Fireteam",
            "maneuver": "choose a lit place to enter",
            "terrain": "choose a lit open spot",
            "rally": "confirm",
            "entrench": "confirm",
        }.get(kind, "choose")
    if (
        d.verb in ("hide", "scope", "crew")
        and d.card is None
        and (d.verb == "hide" or len(d.soldiers) == (2 if d.verb == "crew" else 1))
    ):
        return "choose a card to discard"
    return {
        "redraw": "choose 1 to 3 cards to discard",
        "scope": "choose the sniper",
        "uncrew": "choose the soldier",
        "crew": "choose the machine gunner" if not d.soldiers else "choose his assistant",
        "recognise": "choose a lit enemy in stealth",
        "transfer": "choose the other Fireteam"
        if not d.target
        else (
            "choose 1 to 3 soldiers"
            if not d.soldiers
            else f"choose {counted(len(d.soldiers), 'card')} to discard ({len(d.cards)} chosen)"
        ),
        "end": "confirm to end the turn",
    }.get(d.verb, "choose a lit card, or an action at the right")


def prompt(model: Model) -> Prompt:
    """The prompt bar of a turn."""
    g = state_of(model)
    d = draft_of(model)
    turn = turn_of(model)
    left = turn.actions_left
    who = fireteam_name(g, turn.fireteam)
    answer = candidate(model)
    choices: list[Choice] = []
    if d.verb == "card" and d.card is not None and order_kind(model, d.card) == "terrain":
        choices.append(
            Choice(
                "turn",
                "TURN CARD",
                ("turn",),
                chosen=d.turned,
                key="t",
                tooltip="Lay it the other way round: the cross-hair moves (A-23)",
            )
        )
    why = ""
    if answer is not None:
        why = model.why_not(answer)
        text = _sentence(model, answer)
        if why:
            text = f"{who}: {step(model)}"
        choices.append(
            Choice(
                "confirm",
                "CONFIRM",
                ("confirm",),
                why=why,
                tooltip="Enter, or click the target again",
            )
        )
    else:
        text = f"{who}: {step(model)}"
    if d.verb:
        choices.append(Choice("cancel", "CANCEL", ("cancel",), lit=False, tooltip="Esc"))
    detail = why or _detail(model, answer)
    if not d.verb:
        actions = f"{counted(left, 'action')} left"
        text = f"Your Fireteam {who}: choose an action ({actions})"
        detail = (
            "Lit cards can be used now. Any card can pay for the actions at the right."
            if left
            else "Only free actions are left."
        )
    return Prompt(text, detail[:1].upper() + detail[1:], choices)


def _sentence(model: Model, answer: Answer) -> str:
    assert model.view is not None
    text = model.system.describe(model.view, answer)
    return f"{text[:1].upper()}{text[1:]}?"


def _detail(model: Model, answer: Answer | None) -> str:
    g = state_of(model)
    if isinstance(answer, Attack):
        return attack_words(model, answer.target, answer.card)
    if isinstance(answer, Maneuver):
        there = [
            t
            for t in g.fireteams_at(answer.cell)
            if g.is_enemy(g.fireteams[turn_of(model).fireteam], t)
        ]
        if there:
            return f"{fireteam_name(g, there[0].id)} is there: it will come to an assault"
        team = g.fireteams[turn_of(model).fireteam]
        if team.on_the_move:
            return "this completes the move"
        return (
            "it is on the move then: easier to hit until it arrives, in its next turn or with "
            "another Maneuver order"
        )
    if isinstance(answer, Rally):
        down = sum(s.status is Status.SUPPRESSED for s in g.members(turn_of(model).fireteam))
        return (
            f"{down} of it are suppressed; a flip of the card's die says how many may stand up"
            if down > 1
            else "one soldier is suppressed; he may stand up"
        )
    if isinstance(answer, LayTerrain):
        return "sight runs between cross-hairs; TURN CARD moves this one to the opposite corner"
    if isinstance(answer, EndTurn):
        n = turn_of(model).actions_left
        return f"{counted(n, 'action')} would be lost"
    return ""


def marks(model: Model) -> Marks:
    """What is lit on the board."""
    g = state_of(model)
    d = draft_of(model)
    shown = Marks()
    own = turn_of(model).fireteam
    if d.verb == "card" and d.card is not None:
        kind = order_kind(model, d.card)
        if kind == "attack":
            _mark_targets(model, d, shown, (t.id for t in g.enemies(g.fireteams[own].seat)))
        elif kind in ("maneuver", "terrain"):
            _mark_cells(model, d, shown, kind)
            if kind == "terrain" and d.cell >= 0:
                shown = evolve(shown, ground=_with_card(model, d))
        elif not why_not_card(model, d.card):
            shown.teams[own] = Mark(lit=True, chosen=True)
    elif d.verb in ("recognise", "transfer"):
        _mark_targets(model, d, shown, (t.id for t in g.fireteams.values() if t.id != own))
    return shown


def _with_card(model: Model, d: Draft) -> Ground | None:
    """The ground as it will be when the drafted Terrain card lies there."""
    assert model.view is not None
    number = model.view.card(d.card or 0)
    if number is None or model.why_not(LayTerrain(Played(d.card or 0), d.cell, d.turned)):
        return None
    return state_of(model).ground.with_card(d.cell, number, d.turned)


def _mark_targets(model: Model, d: Draft, shown: Marks, teams: Iterable[FireteamId]) -> None:
    g = state_of(model)
    legal = targets_of(model, d)
    for team in teams:
        on = team in legal
        why = "" if on else why_not_target(model, d, team)
        tip = attack_tip(model, team) if on and d.verb == "card" else ""
        mark = Mark(lit=on, chosen=on and d.target == team, why=why, tip=tip)
        shown.teams[team] = mark
        cell = g.fireteams[team].cell
        if cell not in shown.cells or on:
            shown.cells[cell] = Mark(lit=on, why=why, tip=tip, quiet=True)


def _mark_cells(model: Model, d: Draft, shown: Marks, kind: str) -> None:
    g = state_of(model)
    card = Played(d.card or 0)
    for cell in g.ground.cells:
        answer: Answer = (
            Maneuver(card, cell) if kind == "maneuver" else LayTerrain(card, cell, d.turned)
        )
        why = model.why_not(answer)
        shown.cells[cell] = Mark(lit=not why, chosen=not why and d.cell == cell, why=why)


def soldier_marks(model: Model) -> dict[SoldierId, tuple[Any, ...]]:
    """Who of the active Fireteam may be picked for the drafted action."""
    d = draft_of(model)
    g = state_of(model)
    found: dict[SoldierId, tuple[Any, ...]] = {}
    if d.verb not in ("crew", "scope", "uncrew", "recognise", "transfer"):
        return found
    line = g.fireteams[turn_of(model).fireteam].line
    allowed = _allowed_soldiers(model, d)
    for soldier in line:
        chosen = soldier in d.soldiers
        on = soldier in allowed or chosen
        why = "" if on else _why_not_soldier(model, d, soldier)
        found[soldier] = (on, chosen, why, "", ("soldier", soldier))
    return found


def _allowed_soldiers(model: Model, d: Draft) -> list[SoldierId]:
    options = fitting(model)
    if d.verb == "crew":
        return [x.assistant if d.soldiers else x.gunner for x in options]
    if d.verb == "transfer":
        return [s for x in options for s in x.soldiers if len(d.soldiers) < 3]
    if d.verb == "recognise":
        return [x.commander for x in of_kind(model, Recognise) if d.target in (0, x.target)]
    return [first_soldier(x) for x in of_kind(model, VERBS[d.verb][0])]


def _why_not_soldier(model: Model, d: Draft, soldier: SoldierId) -> str:
    hand = state_of(model).hands[model.seat]
    card = Played(hand[0]) if hand else Played(0)
    if d.verb == "crew":
        line = state_of(model).fireteams[turn_of(model).fireteam].line
        other = next((s for s in line if s != soldier), soldier)
        answer: Answer = (
            Crew(card, d.soldiers[0], soldier) if d.soldiers else Crew(card, soldier, other)
        )
    elif d.verb == "scope":
        answer = Scope(card, soldier)
    elif d.verb == "uncrew":
        answer = Uncrew(soldier)
    elif d.verb == "recognise":
        answer = Recognise(d.target, soldier)
    else:
        answer = Transfer((card,), (soldier,), d.target)
    return model.why_not(answer) or "no more can be chosen (OWM-TRANS-01)"


def buttons(model: Model) -> list[Choice]:
    """The actions beside the hand."""
    d = draft_of(model)
    found = []
    for name, (kind, label, key, tip) in VERBS.items():
        found.append(
            Choice(
                f"verb:{name}",
                label,
                ("verb", name),
                why=why_not_kind(model, kind),
                lit=False,
                tooltip=tip,
                key=key,
                chosen=d.verb == name,
            )
        )
    left = turn_of(model).actions_left
    found.append(
        Choice(
            "verb:end",
            "END TURN",
            ("verb", "end"),
            lit=not left,
            key="e",
            tooltip="End this Fireteam's turn (OWM-PASS-01)",
            chosen=d.verb == "end",
        )
    )
    return found
