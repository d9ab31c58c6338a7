"""What happens, one thing after another: rolls with their modifiers, cards as they are played.

The strip is used as the panel of the last roll: `subtitle` is its heading.
"""

from __future__ import annotations

from typing import Any, cast

from owm_net.client.present import Beat, Strip, StripCard
from owm_net.client.tables.squadcards import faces
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.squadcards.fire import BAND_WORDS
from owm_net.games.squadcards.state import CATALOG, NO_CELL, Table
from owm_net.games.squadcards.terms import Effect, RangeBand
from owm_net.games.squadcards.words import narrate, seat_name, squad_name

TOLD = {
    "played": 0.9,
    "declared": 0.8,
    "smoke": 0.9,
    "attempt": 1.0,
    "block": 1.0,
    "cancelled": 1.0,
    "blocked": 0.8,
    "commander": 1.0,
    "encircled": 1.0,
    "objective": 1.2,
    "concealed": 0.9,
    "flanking": 0.9,
    "unflanked": 0.5,
    "discarded": 0.7,
    "reshuffled": 0.6,
    "stayed": 0.5,
    "halted": 0.9,
    "gone": 1.2,
    "first": 0.9,
    "start_terrain": 0.9,
}
"""Events with a headline, and for how long it is shown if it is not the player's own doing."""

PEEK = "peek"
"""A note that the panel replaces by the cards that have been looked at."""

SHOW_CARD = (
    "played",
    "smoke",
    "attempt",
    "block",
    "cancelled",
    "commander",
    "encircled",
    "objective",
    "concealed",
    "flanking",
    "start_terrain",
)


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change what is shown for an event."""
    if view is None or not isinstance(view.state, Table):
        return Beat()
    g, kind = view.state, event.kind
    f = cast(dict[str, Any], event.facts)
    if kind == "first_roll":
        _begin(strip, "Who begins")
        strip.cards = [_die(f["dice"][seat], seat == 1, seat_name(g, seat)) for seat in (0, 1)]
        strip.total = "again" if f["dice"][0] == f["dice"][1] else ""
        return Beat(1.2, starts=True)
    if not g.squads:
        return Beat()
    if kind == "turn":
        return Beat(0.0, starts=True)
    if kind == "attacked":
        return _attack(g, f, strip)
    if kind in ("morale", "rally"):
        return _check(g, f, strip, kind)
    if kind in ("rout", "mines"):
        return _loss(g, f, strip, kind)
    if kind == "halted":
        strip.outcome = "The point man is lost: no move"
        return Beat(0.9)
    if kind == "moved":
        return _headline(view, strip, f, _moved(g, f), 0.9)
    if kind == "played" and CATALOG.uses[f["use"]].effect is Effect.PEEK:
        shown = _headline(view, strip, f, narrate(g, event), TOLD[kind], f["card"])
        strip.notes = [PEEK]
        return shown
    if kind in TOLD:
        return _headline(
            view,
            strip,
            f,
            narrate(g, event),
            TOLD[kind],
            f.get("card", -1) if kind in SHOW_CARD else -1,
        )
    return Beat()


def _begin(strip: Strip, heading: str) -> None:
    strip.clear_cards()
    strip.subtitle = heading[:1].upper() + heading[1:]


def _die(value: int, second: bool, caption: str, sign: str = "") -> StripCard:
    return StripCard(faces.die(value, second), caption, sign)


def _headline(
    view: View[Any], strip: Strip, f: Any, text: str, seconds: float, card: int = -1
) -> Beat:
    _begin(strip, text)
    if card is not None and card >= 0:
        strip.cards = [StripCard(faces.card(card, view.state.options), "")]
    own = f.get("seat", -1) == view.seat
    return Beat(0.25 if own else seconds, starts=True)


def _moved(g: Table, f: Any) -> str:
    who = squad_name(g, f["squad"])
    if f["cell"] != NO_CELL:
        return f"{who} have moved"
    where = CATALOG.faces[f["terrain"]].title if f["terrain"] >= 0 else "Open terrain"
    return f"{who} are in {where}, range {BAND_WORDS[RangeBand(f['band'])]}"


def _attack(g: Table, f: Any, strip: Strip) -> Beat:
    use = CATALOG.uses[f["use"]]
    _begin(strip, f"{squad_name(g, f['squad'])} attack {squad_name(g, f['target'])}: {use.title}")
    first, second = f["dice"]
    strip.cards = [_die(first, False, "first"), _die(second, True, "second", "–")]
    strip.notes = list(f["why"]) or ["no modifiers"]
    strip.total = f"{f['total']:+d}" if f["total"] else "0"
    dead = f["kills"]
    strip.outcome = f"{_men(dead)} lost, {f['men']} left" if dead else "nobody hit"
    strip.link = (f["squad"], f["target"])
    return Beat(1.9, starts=True)


def _men(n: int) -> str:
    return "1 man" if n == 1 else f"{n} men"


def _check(g: Table, f: Any, strip: Strip, kind: str) -> Beat:
    word = "morale check" if kind == "morale" else "rally roll"
    _begin(strip, f"{squad_name(g, f['squad'])}: {word}")
    strip.cards = [_die(f["die"], False, "die")]
    parts = [("nation", f["nation"]), ("cards", f["cards"])]
    if kind == "morale":
        parts.insert(1, ("men lost", f["lost"]))
    strip.notes = [f"{name} {value:+d}" for name, value in parts if value] or ["no modifiers"]
    strip.total = str(f["total"])
    if kind == "morale":
        strip.outcome = "5 or more: pinned" if f["pinned"] else "they hold"
    else:
        strip.outcome = "still pinned" if f["pinned"] else "5 or more: rallied"
    return Beat(1.7, starts=True)


def _loss(g: Table, f: Any, strip: Strip, kind: str) -> Beat:
    dead = f["lost"] if kind == "rout" else f["kills"]
    word = "pinned again: rout" if kind == "rout" else "in the minefield"
    _begin(strip, f"{squad_name(g, f['squad'])} {word}")
    first, second = f["dice"]
    strip.cards = [_die(first, False, "first"), _die(second, True, "second", "–")]
    strip.notes = ["no modifiers"] if kind == "rout" else ["mines +2"]
    total = first - second + (0 if kind == "rout" else CATALOG.uses["minefield"].amount)
    strip.total = f"{total:+d}" if total else "0"
    strip.outcome = f"{_men(dead)} lost, {f['men']} left" if dead else "nobody lost"
    return Beat(1.7, starts=True)
