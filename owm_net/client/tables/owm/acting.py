"""The question "action": from clicks on cards, places and soldiers to one of the turn's answers.

The legal answers are asked of the engine once; what may be clicked next is what some legal
answer still fits with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from owm_net.client.model import Model
from owm_net.client.scene.widgets import Choice, HandCard, Prompt
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.board import Mark, Marks
from owm_net.client.tables.owm.draft import Draft, draft_of, state_of, toggle
from owm_net.engine.records import Played, played_cards
from owm_net.engine.requests import Answer
from owm_net.games.owm import answers as a
from owm_net.games.owm.catalog import CoreTerrainCard, OrderCard
from owm_net.games.owm.firing import modifiers, why_no_shot
from owm_net.games.owm.odds import SCALE, shot_odds
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.words import fireteam_name, soldier_name

ORDERS: tuple[type[Answer], ...] = (a.Attack, a.Entrench, a.Maneuver, a.Rally, a.LayTerrain)
VERBS: dict[str, tuple[type[Answer], str, str, str]] = {
    "redraw": (a.Redraw, "REDRAW", "r", "Discard 1 to 3 cards and draw as many (OWM-ENG-02)"),
    "hide": (a.Hide, "STEALTH", "s", "Discard a card: the Fireteam hides (OWM-STLTH-01)"),
    "crew": (a.Crew, "CREW", "c",
             "Discard a card: an assistant for a machine gunner (OWM-CREW-01)"),
    "scope": (a.Scope, "SCOPE", "o", "Discard a card: a sniper takes his scope (OWM-CREW-01)"),
    "transfer": (a.Transfer, "TRANSFER", "t",
                 "1 to 3 soldiers to a friendly Fireteam beside, a card for each (OWM-TRANS-01)"),
    "uncrew": (a.Uncrew, "UN-CREW", "u", "Free: end crewing or the scope (OWM-CREW-04)"),
    "recognise": (a.Recognise, "RECOGNISE", "g",
                  "Free: look for an enemy in stealth (OWM-RECOG-01)"),
}
"""Buttons: name -> (answer, label, key, what it does)."""


def turn_of(model: Model) -> Turn:
    """The frame that asks."""
    return cast(Turn, state_of(model).agenda[-1])


def percent(part: int) -> str:
    """A part of the odds' scale in percent."""
    return f"{(100 * part + SCALE // 2) // SCALE} %"


# -- what is legal ---------------------------------------------------------------------------


def of_kind(model: Model, kind: type[Answer]) -> list[Any]:
    """The legal answers of one kind."""
    def sort() -> dict[type, list[Answer]]:
        found: dict[type, list[Answer]] = {}
        for answer in model.options():
            found.setdefault(type(answer), []).append(answer)
        return found

    by_kind: dict[type, list[Any]] = model.cached("by kind", sort)
    return by_kind.get(kind, [])


def of_card(model: Model, card: int) -> list[Any]:
    """The legal uses of a card for what is printed on it."""
    return [x for kind in ORDERS for x in of_kind(model, kind) if x.card == card]


def why_not_kind(model: Model, kind: type[Answer]) -> str:
    """Why no answer of this kind is legal: the reason of the first that was offered."""
    if of_kind(model, kind):
        return ""

    def look() -> str:
        assert model.view is not None
        for offer in turn_of(model).offers_action(model.view):
            if isinstance(offer, kind):
                return model.why_not(offer)
        return _NOTHING.get(kind, "there is nothing to do it with")

    reason: str = model.cached(("none of", kind), look)
    if not turn_of(model).actions_left and kind not in (a.Uncrew, a.Recognise):
        return "both Standard Actions of this turn are used (OWM-STD-01)"
    return reason


_NOTHING: dict[type[Answer], str] = {
    a.Crew: "the Fireteam has no machine gunner with a comrade (OWM-CREW-01)",
    a.Scope: "the Fireteam has no sniper (OWM-CREW-01)",
    a.Transfer: "no friendly Fireteam is beside it (OWM-TRANS-01)",
    a.Uncrew: "nobody in the Fireteam uses a crewed gun or a scope (OWM-CREW-04)",
    a.Recognise: "no enemy is in stealth (OWM-RECOG-01)",
    a.Redraw: "your hand is empty (OWM-ENG-02)",
    a.Hide: "you have no card to discard (OWM-ENG-01)",
}


def why_not_card(model: Model, card: int) -> str:
    """Why a card's own order cannot be used now."""
    assert model.view is not None
    if of_card(model, card):
        return ""
    for offer in turn_of(model).offers_action(model.view):
        if isinstance(offer, ORDERS) and played_cards(offer) == (card,):
            return model.why_not(offer)
    return ("both Standard Actions of this turn are used (OWM-STD-01)"
            if not turn_of(model).actions_left else "there is nothing to use it on")


def order_kind(model: Model, card: int) -> str:
    """"attack", "entrench", "maneuver", "rally" or "terrain"."""
    assert model.view is not None
    number = model.view.card(card)
    core = CATALOG.core.get(number) if number is not None else None
    if isinstance(core, CoreTerrainCard):
        return "terrain"
    return core.standing_order.value if isinstance(core, OrderCard) else ""


def candidate(model: Model) -> Answer | None:
    """The answer the draft makes, None while something is missing."""
    d = draft_of(model)
    card = Played(d.card) if d.card is not None else None
    made: dict[str, Callable[[], Answer | None]] = {
        "card": lambda: _of_own_order(model, d),
        "redraw": lambda: a.Redraw(tuple(Played(c) for c in d.cards)) if d.cards else None,
        "hide": lambda: a.Hide(card) if card is not None else None,
        "scope": lambda: a.Scope(card, d.soldiers[0])
        if card is not None and d.soldiers else None,
        "crew": lambda: a.Crew(card, d.soldiers[0], d.soldiers[1])
        if card is not None and len(d.soldiers) == 2 else None,
        "transfer": lambda: a.Transfer(tuple(Played(c) for c in d.cards), tuple(d.soldiers),
                                       d.target)
        if d.target and d.soldiers and len(d.cards) == len(d.soldiers) else None,
        "uncrew": lambda: a.Uncrew(d.soldiers[0]) if d.soldiers else None,
        "recognise": lambda: a.Recognise(d.target, d.soldiers[0])
        if d.target and d.soldiers else None,
        "end": a.EndTurn,
    }
    return made[d.verb]() if d.verb in made else None


def _of_own_order(model: Model, d: Draft) -> Answer | None:
    if d.card is None:
        return None
    card, kind = Played(d.card), order_kind(model, d.card)
    if kind == "attack":
        return a.Attack(card, d.target) if d.target else None
    if kind == "maneuver":
        return a.Maneuver(card, d.cell) if d.cell >= 0 else None
    if kind == "terrain":
        return a.LayTerrain(card, d.cell, d.turned) if d.cell >= 0 else None
    return a.Entrench(card) if kind == "entrench" else a.Rally(card)


# -- what a click does -----------------------------------------------------------------------


def press(model: Model, action: tuple[Any, ...]) -> None:
    """A click while an action is asked for."""
    d = draft_of(model)
    what = action[0]
    value = action[1] if len(action) > 1 else None
    if what == "confirm":
        _confirm(model)
    elif what == "cancel":
        model.draft = Draft()
    elif what == "turn":
        d.turned = not d.turned
    elif what == "verb":
        _verb(model, d, str(value))
    elif what == "card":
        _card(model, d, cast(int, value))
    elif what == "cell":
        _cell(model, d, cast(int, value))
    elif what == "team":
        _team(model, d, cast(int, value))
    elif what == "soldier":
        _soldier(model, d, cast(int, value))
    _fill_in(model)


def _confirm(model: Model) -> None:
    answer = candidate(model)
    if answer is None:
        model.refuse("something is still to be chosen: " + step(model))
    else:
        model.give(answer)


def _verb(model: Model, d: Draft, name: str) -> None:
    if name == "end":
        if d.verb == "end" or not turn_of(model).actions_left:
            model.give(a.EndTurn())
        else:
            model.draft = Draft("end")
        return
    if d.verb == name:
        model.draft = Draft()
        return
    fresh = Draft(name)
    if d.card is not None:
        if name in ("redraw", "transfer"):
            fresh.cards = [d.card]
        elif name in ("hide", "crew", "scope"):
            fresh.card = d.card
    model.draft = fresh


def _card(model: Model, d: Draft, card: int) -> None:
    if d.verb in ("redraw", "transfer"):
        toggle(d.cards, card)
        most = 3 if d.verb == "redraw" else max(1, len(d.soldiers))
        del d.cards[:-most]
    elif d.verb in ("hide", "crew", "scope"):
        d.card = None if d.card == card else card
    elif d.verb == "card" and d.card == card:
        model.draft = Draft()
    else:
        model.draft = Draft("card", card=card)
        reason = why_not_card(model, card)
        if reason:
            model.refuse(f"{_title(model, card)}: {reason}")


def _cell(model: Model, d: Draft, cell: int) -> None:
    g = state_of(model)
    if d.verb == "card" and d.card is not None:
        kind = order_kind(model, d.card)
        if kind in ("maneuver", "terrain"):
            if d.cell == cell:
                _confirm(model)
            else:
                d.cell = cell
            return
        own = turn_of(model).fireteam
        if kind in ("rally", "entrench") and g.fireteams[own].cell == cell:
            _confirm(model)
            return
    for team in g.fireteams_at(cell):
        _team(model, d, team.id)
        return


def _team(model: Model, d: Draft, team: int) -> None:
    g = state_of(model)
    attacking = d.verb == "card" and d.card is not None and order_kind(model, d.card) == "attack"
    if attacking or d.verb in ("recognise", "transfer"):
        if d.target == team and d.verb != "transfer":
            _confirm(model)
        elif team in _targets(model, d):
            d.target = team
            if d.verb == "recognise":
                d.soldiers.clear()
        else:
            model.refuse(_why_not_target(model, d, team))
        return
    if d.verb == "card" and d.card is not None:
        kind = order_kind(model, d.card)
        if kind in ("rally", "entrench") and team == turn_of(model).fireteam:
            _confirm(model)
            return
        if kind in ("maneuver", "terrain"):
            _cell(model, d, g.fireteams[team].cell)
            return
    model.ui.selected = team


def _soldier(model: Model, d: Draft, soldier: int) -> None:
    if d.verb in ("crew", "transfer"):
        toggle(d.soldiers, soldier)
        if d.verb == "crew":
            del d.soldiers[2:]
        else:
            del d.soldiers[3:]
            del d.cards[max(1, len(d.soldiers)) :]
    elif d.verb in ("scope", "uncrew", "recognise"):
        d.soldiers = [] if d.soldiers == [soldier] else [soldier]


def _fill_in(model: Model) -> None:
    """Choose what there is only one of."""
    if not model.asked or not isinstance(model.draft, Draft):
        return
    d = model.draft
    if d.verb in ("scope", "crew", "uncrew") and not d.soldiers:
        first = list(dict.fromkeys(_first_soldier(x) for x in fitting(model)))
        if len(first) == 1:
            d.soldiers = [first[0]]
    if d.verb == "crew" and len(d.soldiers) == 1:
        others = list(dict.fromkeys(x.assistant for x in fitting(model)))
        if len(others) == 1:
            d.soldiers.append(others[0])
    if d.verb in ("recognise", "transfer") and not d.target:
        targets = _targets(model, d)
        if len(targets) == 1:
            d.target = targets[0]
    if d.verb == "recognise" and d.target and not d.soldiers:
        commanders = list(dict.fromkeys(x.commander for x in fitting(model)))
        if commanders:
            d.soldiers = [commanders[0]]


def _first_soldier(answer: Any) -> int:
    if isinstance(answer, a.Crew):
        return answer.gunner
    return answer.sniper if isinstance(answer, a.Scope) else cast(int, answer.soldier)


def fitting(model: Model) -> list[Any]:
    """The legal answers of the drafted kind that the draft may still become, but for cards."""
    d = draft_of(model)
    if d.verb not in VERBS:
        return []
    found = []
    for x in of_kind(model, VERBS[d.verb][0]):
        if isinstance(x, a.Crew):
            fits = d.soldiers in ([], [x.gunner], [x.gunner, x.assistant])
        elif isinstance(x, a.Scope | a.Uncrew):
            fits = d.soldiers in ([], [_first_soldier(x)])
        elif isinstance(x, a.Transfer):
            fits = d.target in (0, x.to) and all(s in x.soldiers for s in d.soldiers)
        elif isinstance(x, a.Recognise):
            fits = d.target in (0, x.target) and d.soldiers in ([], [x.commander])
        else:
            fits = True
        if fits:
            found.append(x)
    return found


def _targets(model: Model, d: Draft) -> list[int]:
    if d.verb == "recognise":
        return list(dict.fromkeys(x.target for x in of_kind(model, a.Recognise)))
    if d.verb == "transfer":
        return list(dict.fromkeys(x.to for x in of_kind(model, a.Transfer)))
    if d.card is None:
        return []
    return [x.target for x in of_kind(model, a.Attack) if x.card == d.card]


def _why_not_target(model: Model, d: Draft, team: int) -> str:
    if d.verb == "recognise":
        commander = state_of(model).commanders(turn_of(model).fireteam)[0]
        return model.why_not(a.Recognise(team, commander))
    if d.verb == "transfer":
        line = state_of(model).fireteams[turn_of(model).fireteam].line
        hand = state_of(model).hands[model.seat]
        return model.why_not(a.Transfer((Played(hand[0]),), (line[-1],), team))
    return model.why_not(a.Attack(Played(d.card or 0), team))


# -- what is shown ---------------------------------------------------------------------------


def _title(model: Model, card: int) -> str:
    assert model.view is not None
    number = model.view.card(card)
    return model.system.card_name(number) if number is not None else "a hidden card"


def cards(model: Model) -> list[HandCard]:
    """The own hand, with what each card may do now."""
    g = state_of(model)
    view = model.view
    assert view is not None
    d = draft_of(model)
    paying = d.verb in ("redraw", "transfer", "hide", "crew", "scope")
    asked = model.kind == "action"
    shown = []
    for i, card in enumerate(g.hands[model.seat] if 0 <= model.seat < len(g.hands) else []):
        number = view.card(card)
        art = faces.core_card(number, g.level != "private") if number is not None else faces.BACK
        label = _title(model, card)
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
            "attack": "choose a lit enemy Fireteam", "maneuver": "choose a lit place to enter",
            "terrain": "choose a lit open spot", "rally": "confirm", "entrench": "confirm",
        }.get(kind, "choose")
    if d.verb in ("hide", "scope", "crew") and d.card is None and (
        d.verb == "hide" or len(d.soldiers) == (2 if d.verb == "crew" else 1)
    ):
        return "choose a card to discard"
    return {
        "redraw": "choose 1 to 3 cards to discard",
        "scope": "choose the sniper", "uncrew": "choose the soldier",
        "crew": "choose the machine gunner" if not d.soldiers else "choose his assistant",
        "recognise": "choose a lit enemy in stealth",
        "transfer": "choose the other Fireteam" if not d.target else (
            "choose 1 to 3 soldiers" if not d.soldiers else
            f"choose {len(d.soldiers)} cards to discard ({len(d.cards)} chosen)"
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
        choices.append(Choice("turn", "TURN CARD", ("turn",), chosen=d.turned, key="t",
                              tooltip="Lay it the other way round: the cross-hair moves (A-23)"))
    why = ""
    if answer is not None:
        why = model.why_not(answer)
        text = _sentence(model, answer)
        if why:
            text = f"{who}: {step(model)}"
        choices.append(Choice("confirm", "CONFIRM", ("confirm",), why=why,
                              tooltip="Enter, or click the target again"))
    else:
        text = f"{who}: {step(model)}"
    if d.verb:
        choices.append(Choice("cancel", "CANCEL", ("cancel",), lit=False, tooltip="Esc"))
    detail = why or _detail(model, answer)
    if not d.verb:
        actions = f"{left} action{'s' if left != 1 else ''} left"
        text = f"Your Fireteam {who}: choose an action ({actions})"
        detail = "Lit cards can be used now. Any card can pay for the actions at the right." \
            if left else "Only free actions are left."
    return Prompt(text, detail, choices)


def _sentence(model: Model, answer: Answer) -> str:
    assert model.view is not None
    text = model.system.describe(model.view, answer)
    return f"{text[:1].upper()}{text[1:]}?"


def _detail(model: Model, answer: Answer | None) -> str:
    g = state_of(model)
    if isinstance(answer, a.Attack):
        return attack_words(model, answer.target, answer.card)
    if isinstance(answer, a.Maneuver):
        there = [t for t in g.fireteams_at(answer.cell) if g.is_enemy(g.fireteams[
            turn_of(model).fireteam], t)]
        if there:
            return f"{fireteam_name(g, there[0].id)} is there: it will come to an assault"
        team = g.fireteams[turn_of(model).fireteam]
        if team.on_the_move:
            return "this completes the move"
        return "it is on the move then: easier to hit until it arrives, in its next turn or with " \
               "another Maneuver order"
    if isinstance(answer, a.EndTurn):
        n = turn_of(model).actions_left
        return f"{n} action{'s' if n != 1 else ''} would be lost"
    return ""


def shot_lines(model: Model, team_id: int, target_id: int) -> list[tuple[int, str]]:
    """(soldier, odds of his shot in words) for everybody who can shoot, best first."""
    g = state_of(model)
    team, target = g.fireteams[team_id], g.fireteams[target_id]

    def look() -> list[tuple[int, str]]:
        found = []
        for soldier in g.members(team_id):
            if why_no_shot(g, team, target, soldier.id) is None:
                odds = shot_odds(g, team, target, soldier, team.stealthed)
                text = f"out {percent(odds.kill)}, down {percent(odds.down)}"
                found.append((odds.kill * 3 + odds.down, soldier.id, text))
        found.sort(reverse=True)
        return [(soldier, text) for _, soldier, text in found]

    lines: list[tuple[int, str]] = model.cached(("shots", team_id, target_id), look)
    return lines


def attack_words(model: Model, target_id: int, card: int | None = None) -> str:
    """An attack's odds in a line: strength, best and worst shot, modifiers."""
    g = state_of(model)
    team = g.fireteams[turn_of(model).fireteam]
    target = g.fireteams[target_id]
    lines = shot_lines(model, team.id, target_id)
    if not lines:
        return "nobody's weapon reaches that far: it would be wasted (OWM-FIRE-03)"
    best = f"{soldier_name(lines[0][0])}: {lines[0][1]}"
    shots = ""
    if card is not None and model.view is not None:
        core = CATALOG.core.get(model.view.card(card) or 0)
        if isinstance(core, OrderCard) and core.strength is not None:
            most = min(core.strength.sides, len(lines))
            shots = f"1 to {most} shots. " if most > 1 else "1 shot. "
    found = modifiers(g, team, target, team.stealthed)
    why = "; ".join(f"{n:+d} {text}" for text, n in found)
    return f"{shots}Best shot, {best}" + (f" ({why})" if why else "")


def attack_tip(model: Model, target_id: int) -> str:
    """The odds of every soldier against a Fireteam, for the tooltip."""
    g = state_of(model)
    team = g.fireteams[turn_of(model).fireteam]
    target = g.fireteams[target_id]
    alike: dict[str, list[str]] = {}
    for soldier, text in shot_lines(model, team.id, target_id):
        alike.setdefault(text, []).append(soldier_name(soldier))
    rows = [f"{', '.join(names)}: {text}" for text, names in alike.items()]
    found = modifiers(g, team, target, team.stealthed)
    rows += [f"{n:+d} {text}" for text, n in found]
    head = f"A shot from {fireteam_name(g, team.id)} ({g.ground.distance(team.cell, target.cell)}" \
           " away): out = killed or routed, down = suppressed or wounded"
    return "\n".join([head, *rows]) if rows else "nobody's weapon reaches that far (OWM-FIRE-03)"


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
        elif not why_not_card(model, d.card):
            shown.teams[own] = Mark(lit=True, chosen=True)
    elif d.verb in ("recognise", "transfer"):
        _mark_targets(model, d, shown, (t.id for t in g.fireteams.values() if t.id != own))
    return shown


def _mark_targets(model: Model, d: Draft, shown: Marks, teams: Iterable[int]) -> None:
    g = state_of(model)
    legal = _targets(model, d)
    for team in teams:
        on = team in legal
        why = "" if on else _why_not_target(model, d, team)
        tip = attack_tip(model, team) if on and d.verb == "card" else ""
        mark = Mark(lit=on, chosen=on and d.target == team, why=why, tip=tip)
        shown.teams[team] = mark
        cell = g.fireteams[team].cell
        if cell not in shown.cells or on:
            shown.cells[cell] = Mark(lit=on, why=why, tip=tip, quiet=True)


def _mark_cells(model: Model, d: Draft, shown: Marks, kind: str) -> None:
    g = state_of(model)
    card = Played(d.card or 0)
    for cell in range(g.ground.size):
        answer: Answer = a.Maneuver(card, cell) if kind == "maneuver" else \
            a.LayTerrain(card, cell, d.turned)
        why = model.why_not(answer)
        shown.cells[cell] = Mark(lit=not why, chosen=not why and d.cell == cell, why=why)


def soldier_marks(model: Model) -> dict[int, tuple[Any, ...]]:
    """Who of the active Fireteam may be picked for the drafted action."""
    d = draft_of(model)
    g = state_of(model)
    found: dict[int, tuple[Any, ...]] = {}
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


def _allowed_soldiers(model: Model, d: Draft) -> list[int]:
    options = fitting(model)
    if d.verb == "crew":
        return [x.assistant if d.soldiers else x.gunner for x in options]
    if d.verb == "transfer":
        return [s for x in options for s in x.soldiers if len(d.soldiers) < 3]
    if d.verb == "recognise":
        return [x.commander for x in of_kind(model, a.Recognise) if d.target in (0, x.target)]
    return [_first_soldier(x) for x in of_kind(model, VERBS[d.verb][0])]


def _why_not_soldier(model: Model, d: Draft, soldier: int) -> str:
    hand = state_of(model).hands[model.seat]
    card = Played(hand[0]) if hand else Played(0)
    if d.verb == "crew":
        line = state_of(model).fireteams[turn_of(model).fireteam].line
        other = next((s for s in line if s != soldier), soldier)
        answer: Answer = a.Crew(card, d.soldiers[0], soldier) if d.soldiers else \
            a.Crew(card, soldier, other)
    elif d.verb == "scope":
        answer = a.Scope(card, soldier)
    elif d.verb == "uncrew":
        answer = a.Uncrew(soldier)
    elif d.verb == "recognise":
        answer = a.Recognise(d.target, soldier)
    else:
        answer = a.Transfer((card,), (soldier,), d.target)
    return model.why_not(answer) or "no more can be chosen (OWM-TRANS-01)"


def buttons(model: Model) -> list[Choice]:
    """The actions beside the hand."""
    d = draft_of(model)
    found = []
    for name, (kind, label, key, tip) in VERBS.items():
        found.append(Choice(f"verb:{name}", label, ("verb", name), why=why_not_kind(model, kind),
                            lit=False, tooltip=tip, key=key, chosen=d.verb == name))
    left = turn_of(model).actions_left
    found.append(Choice("verb:end", "END TURN", ("verb", "end"), lit=not left, key="e",
                        tooltip="End this Fireteam's turn (OWM-PASS-01)",
                        chosen=d.verb == "end"))
    return found
