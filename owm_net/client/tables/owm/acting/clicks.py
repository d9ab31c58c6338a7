"""What a click means while an action is asked for."""

from __future__ import annotations

from typing import Any, cast

from owm_net.client.model import Model
from owm_net.client.tables.owm.acting.legal import (
    candidate,
    card_title,
    first_soldier,
    fitting,
    order_kind,
    targets_of,
    turn_of,
    why_not_card,
    why_not_target,
)
from owm_net.client.tables.owm.acting.shown import step
from owm_net.client.tables.owm.draft import Draft, draft_of, state_of, toggle
from owm_net.engine.records import Played
from owm_net.games.owm.actions import EndTurn
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId


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
        _card(model, d, cast(Played, value))
    elif what == "cell":
        _cell(model, d, cast(Cell, value))
    elif what == "team":
        _team(model, d, cast(FireteamId, value))
    elif what == "soldier":
        _soldier(model, d, cast(SoldierId, value))
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
            model.give(EndTurn())
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


def _card(model: Model, d: Draft, card: Played) -> None:
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
            model.refuse(f"{card_title(model, card)}: {reason}")


def _cell(model: Model, d: Draft, cell: Cell) -> None:
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


def _team(model: Model, d: Draft, team: FireteamId) -> None:
    g = state_of(model)
    attacking = d.verb == "card" and d.card is not None and order_kind(model, d.card) == "attack"
    if attacking or d.verb in ("recognise", "transfer"):
        if d.target == team and d.verb != "transfer":
            _confirm(model)
        elif team in targets_of(model, d):
            d.target = team
            if d.verb == "recognise":
                d.soldiers.clear()
        else:
            model.refuse(why_not_target(model, d, team))
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


def _soldier(model: Model, d: Draft, soldier: SoldierId) -> None:
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
        first = list(dict.fromkeys(first_soldier(x) for x in fitting(model)))
        if len(first) == 1:
            d.soldiers = [first[0]]
    if d.verb == "crew" and len(d.soldiers) == 1:
        others = list(dict.fromkeys(x.assistant for x in fitting(model)))
        if len(others) == 1:
            d.soldiers.append(others[0])
    if d.verb in ("recognise", "transfer") and not d.target:
        targets = targets_of(model, d)
        if len(targets) == 1:
            d.target = targets[0]
    if d.verb == "recognise" and d.target and not d.soldiers:
        commanders = list(dict.fromkeys(x.commander for x in fitting(model)))
        if commanders:
            d.soldiers = [commanders[0]]
