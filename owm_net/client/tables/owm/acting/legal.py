"""What is legal in a turn, what the draft comes to, and what it may still become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from owm_net.client.model import Model
from owm_net.client.tables.owm.draft import Draft, draft_of, state_of
from owm_net.engine.records import Played, played_cards
from owm_net.engine.requests import Answer
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Rally,
    Recognise,
    Redraw,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.catalog import CoreTerrainCard, OrderCard
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.turn import Turn

ORDERS: tuple[type[Answer], ...] = (Attack, Entrench, Maneuver, Rally, LayTerrain)
VERBS: dict[str, tuple[type[Answer], str, str, str]] = {
    "redraw": (Redraw, "REDRAW", "r", "Discard 1 to 3 cards and draw as many (OWM-ENG-02)"),
    "hide": (Hide, "STEALTH", "s", "Discard a card: the Fireteam hides (OWM-STLTH-01)"),
    "crew": (
        Crew,
        "CREW",
        "c",
        "Discard a card: an assistant for a machine gunner (OWM-CREW-01)",
    ),
    "scope": (Scope, "SCOPE", "o", "Discard a card: a sniper takes his scope (OWM-CREW-01)"),
    "transfer": (
        Transfer,
        "TRANSFER",
        "t",
        "1 to 3 soldiers to a friendly Fireteam beside, a card for each (OWM-TRANS-01)",
    ),
    "uncrew": (Uncrew, "UN-CREW", "u", "Free: end crewing or the scope (OWM-CREW-04)"),
    "recognise": (
        Recognise,
        "RECOGNISE",
        "g",
        "Free: look for an enemy in stealth (OWM-RECOG-01)",
    ),
}
"""Buttons: name -> (answer, label, key, what it does)."""


def turn_of(model: Model) -> Turn:
    """The frame that asks."""
    return cast(Turn, state_of(model).agenda[-1])


def of_kind(model: Model, kind: type[Answer]) -> list[Any]:
    """The legal answers of one kind."""

    def sort() -> dict[type, list[Answer]]:
        found: dict[type, list[Answer]] = {}
        for answer in model.options():
            found.setdefault(type(answer), []).append(answer)
        return found

    by_kind: dict[type, list[Any]] = model.cached("by kind", sort)
    return by_kind.get(kind, [])


def of_card(model: Model, card: Played) -> list[Any]:
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
    if not turn_of(model).actions_left and kind not in (Uncrew, Recognise):
        return "both Standard Actions of this turn are used (OWM-STD-01)"
    return reason


_NOTHING: dict[type[Answer], str] = {
    Crew: "the Fireteam has no machine gunner with a comrade (OWM-CREW-01)",
    Scope: "the Fireteam has no sniper (OWM-CREW-01)",
    Transfer: "no friendly Fireteam is beside it (OWM-TRANS-01)",
    Uncrew: "nobody in the Fireteam uses a crewed gun or a scope (OWM-CREW-04)",
    Recognise: "no enemy is in stealth (OWM-RECOG-01)",
    Redraw: "your hand is empty (OWM-ENG-02)",
    Hide: "you have no card to discard (OWM-ENG-01)",
}


def why_not_card(model: Model, card: Played) -> str:
    """Why a card's own order cannot be used now."""
    assert model.view is not None
    if of_card(model, card):
        return ""
    for offer in turn_of(model).offers_action(model.view):
        if isinstance(offer, ORDERS) and played_cards(offer) == (card,):
            return model.why_not(offer)
    return (
        "both Standard Actions of this turn are used (OWM-STD-01)"
        if not turn_of(model).actions_left
        else "there is nothing to use it on"
    )


def card_title(model: Model, card: Played) -> str:
    assert model.view is not None
    number = model.view.card(card)
    return model.system.card_name(number) if number is not None else "a hidden card"


def order_kind(model: Model, card: Played) -> str:
    """ "attack", "entrench", "maneuver", "rally" or "terrain"."""
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
        "redraw": lambda: Redraw(tuple(Played(c) for c in d.cards)) if d.cards else None,
        "hide": lambda: Hide(card) if card is not None else None,
        "scope": lambda: Scope(card, d.soldiers[0]) if card is not None and d.soldiers else None,
        "crew": lambda: (
            Crew(card, d.soldiers[0], d.soldiers[1])
            if card is not None and len(d.soldiers) == 2
            else None
        ),
        "transfer": lambda: (
            Transfer(tuple(Played(c) for c in d.cards), tuple(d.soldiers), d.target)
            if d.target and d.soldiers and len(d.cards) == len(d.soldiers)
            else None
        ),
        "uncrew": lambda: Uncrew(d.soldiers[0]) if d.soldiers else None,
        "recognise": lambda: (
            Recognise(d.target, d.soldiers[0]) if d.target and d.soldiers else None
        ),
        "end": EndTurn,
    }
    return made[d.verb]() if d.verb in made else None


def _of_own_order(model: Model, d: Draft) -> Answer | None:
    if d.card is None:
        return None
    card, kind = Played(d.card), order_kind(model, d.card)
    if kind == "attack":
        return Attack(card, d.target) if d.target else None
    if kind == "maneuver":
        return Maneuver(card, d.cell) if d.cell >= 0 else None
    if kind == "terrain":
        return LayTerrain(card, d.cell, d.turned) if d.cell >= 0 else None
    return Entrench(card) if kind == "entrench" else Rally(card)


def fitting(model: Model) -> list[Any]:
    """The legal answers of the drafted kind that the draft may still become, but for cards."""
    d = draft_of(model)
    if d.verb not in VERBS:
        return []
    found = []
    for x in of_kind(model, VERBS[d.verb][0]):
        if isinstance(x, Crew):
            fits = d.soldiers in ([], [x.gunner], [x.gunner, x.assistant])
        elif isinstance(x, Scope | Uncrew):
            fits = d.soldiers in ([], [first_soldier(x)])
        elif isinstance(x, Transfer):
            fits = d.target in (0, x.to) and all(s in x.soldiers for s in d.soldiers)
        elif isinstance(x, Recognise):
            fits = d.target in (0, x.target) and d.soldiers in ([], [x.commander])
        else:
            fits = True
        if fits:
            found.append(x)
    return found


def first_soldier(answer: Any) -> SoldierId:
    if isinstance(answer, Crew):
        return answer.gunner
    return answer.sniper if isinstance(answer, Scope) else cast(SoldierId, answer.soldier)


def targets_of(model: Model, d: Draft) -> list[FireteamId]:
    if d.verb == "recognise":
        return list(dict.fromkeys(x.target for x in of_kind(model, Recognise)))
    if d.verb == "transfer":
        return list(dict.fromkeys(x.to for x in of_kind(model, Transfer)))
    if d.card is None:
        return []
    return [x.target for x in of_kind(model, Attack) if x.card == d.card]


def why_not_target(model: Model, d: Draft, team: FireteamId) -> str:
    if d.verb == "recognise":
        commander = state_of(model).commanders(turn_of(model).fireteam)[0]
        return model.why_not(Recognise(team, commander))
    if d.verb == "transfer":
        line = state_of(model).fireteams[turn_of(model).fireteam].line
        hand = state_of(model).hands[model.seat]
        return model.why_not(Transfer((Played(hand[0]),), (line[-1],), team))
    return model.why_not(Attack(Played(d.card or 0), team))
