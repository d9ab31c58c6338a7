"""What is legal in a turn, what the draft comes to, and what it may still become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from owm_net.client.model import Model
from owm_net.client.tables.owm.draft import Draft, draft_of, state_of
from owm_net.engine.records import Played, played_cards
from owm_net.engine.requests import Answer
from owm_net.games.owm import answers as a
from owm_net.games.owm.catalog import CoreTerrainCard, OrderCard
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.turn import Turn

ORDERS: tuple[type[Answer], ...] = (a.Attack, a.Entrench, a.Maneuver, a.Rally, a.LayTerrain)
VERBS: dict[str, tuple[type[Answer], str, str, str]] = {
    "redraw": (a.Redraw, "REDRAW", "r", "Discard 1 to 3 cards and draw as many (OWM-ENG-02)"),
    "hide": (a.Hide, "STEALTH", "s", "Discard a card: the Fireteam hides (OWM-STLTH-01)"),
    "crew": (
        a.Crew,
        "CREW",
        "c",
        "Discard a card: an assistant for a machine gunner (OWM-CREW-01)",
    ),
    "scope": (a.Scope, "SCOPE", "o", "Discard a card: a sniper takes his scope (OWM-CREW-01)"),
    "transfer": (
        a.Transfer,
        "TRANSFER",
        "t",
        "1 to 3 soldiers to a friendly Fireteam beside, a card for each (OWM-TRANS-01)",
    ),
    "uncrew": (a.Uncrew, "UN-CREW", "u", "Free: end crewing or the scope (OWM-CREW-04)"),
    "recognise": (
        a.Recognise,
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
        "redraw": lambda: a.Redraw(tuple(Played(c) for c in d.cards)) if d.cards else None,
        "hide": lambda: a.Hide(card) if card is not None else None,
        "scope": lambda: a.Scope(card, d.soldiers[0]) if card is not None and d.soldiers else None,
        "crew": lambda: (
            a.Crew(card, d.soldiers[0], d.soldiers[1])
            if card is not None and len(d.soldiers) == 2
            else None
        ),
        "transfer": lambda: (
            a.Transfer(tuple(Played(c) for c in d.cards), tuple(d.soldiers), d.target)
            if d.target and d.soldiers and len(d.cards) == len(d.soldiers)
            else None
        ),
        "uncrew": lambda: a.Uncrew(d.soldiers[0]) if d.soldiers else None,
        "recognise": lambda: (
            a.Recognise(d.target, d.soldiers[0]) if d.target and d.soldiers else None
        ),
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
            fits = d.soldiers in ([], [first_soldier(x)])
        elif isinstance(x, a.Transfer):
            fits = d.target in (0, x.to) and all(s in x.soldiers for s in d.soldiers)
        elif isinstance(x, a.Recognise):
            fits = d.target in (0, x.target) and d.soldiers in ([], [x.commander])
        else:
            fits = True
        if fits:
            found.append(x)
    return found


def first_soldier(answer: Any) -> SoldierId:
    if isinstance(answer, a.Crew):
        return answer.gunner
    return answer.sniper if isinstance(answer, a.Scope) else cast(SoldierId, answer.soldier)


def targets_of(model: Model, d: Draft) -> list[FireteamId]:
    if d.verb == "recognise":
        return list(dict.fromkeys(x.target for x in of_kind(model, a.Recognise)))
    if d.verb == "transfer":
        return list(dict.fromkeys(x.to for x in of_kind(model, a.Transfer)))
    if d.card is None:
        return []
    return [x.target for x in of_kind(model, a.Attack) if x.card == d.card]


def why_not_target(model: Model, d: Draft, team: FireteamId) -> str:
    if d.verb == "recognise":
        commander = state_of(model).commanders(turn_of(model).fireteam)[0]
        return model.why_not(a.Recognise(team, commander))
    if d.verb == "transfer":
        line = state_of(model).fireteams[turn_of(model).fireteam].line
        hand = state_of(model).hands[model.seat]
        return model.why_not(a.Transfer((Played(hand[0]),), (line[-1],), team))
    return model.why_not(a.Attack(Played(d.card or 0), team))
