"""Events of OWM as something to watch: flips in a row, totals, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from owm_net.client.present import Beat, Strip, StripCard
from owm_net.client.tables.owm import faces
from owm_net.client.words import counted
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.words import fireteam_name, soldier_name

OUTCOMES = {
    "killed": "is killed",
    "routed": "is routed",
    "suppressed": "is suppressed",
    "wounded": "is wounded",
    "missed": "is unharmed",
    "rallied": "is rallied",
    "repaired": "clears his weapon",
}
DEEDS = {
    "attack": "attacks",
    "rally": "rallies",
    "entrench": "entrenches",
    "maneuver": "moves to",
    "redraw": "redraws cards",
    "crew": "crews a gun",
    "scope": "sets up a scope",
    "hide": "goes into stealth",
    "transfer": "transfers soldiers",
}


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change the strip for an event and say how long it is shown."""
    if view is None:
        return Beat()
    g = cast(OwmState, view.state)
    f = event.facts
    kind = event.kind
    if kind in ("turn", "round"):
        strip.open = False
        strip.link = None
        return Beat(0.3, starts=True)
    if kind == "order":
        return _order(g, f, strip, view.seat)
    if kind == "terrain":
        return _headline(
            strip,
            f"{fireteam_name(g, f['fireteam'])} lays a Terrain card at "
            f"{g.ground.cell_name(f['cell'])}",
            g,
            f,
            view.seat,
        )
    if kind == "looking":
        _start(
            strip, f"{fireteam_name(g, f['fireteam'])} looks for {fireteam_name(g, f['target'])}"
        )
        strip.link = _cells(g, f["fireteam"], f["target"])
        return Beat(0.5, starts=True)
    if kind == "assault":
        _start(
            strip,
            f"Assault: {fireteam_name(g, f['fireteam'])} against {fireteam_name(g, f['target'])}",
        )
        return Beat(0.8, starts=True)
    if kind == "assault_round":
        strip.clear_cards()
        strip.subtitle = f"round {f['n']}"
        return Beat(0.5)
    if kind == "duel":
        strip.clear_cards()
        strip.subtitle = f"{soldier_name(f['soldier'])} against {soldier_name(f['target'])}"
        if f["edge"]:
            better = f["soldier"] if f["edge"] > 0 else f["target"]
            strip.notes = [f"{soldier_name(better)} has the advantage: he flips first"]
        return Beat(0.5)
    if kind == "flip":
        return _flip(f, strip)
    if kind == "shots":
        strip.subtitle = f"{counted(f['n'], 'soldier')} may shoot"
        return Beat(0.7)
    if kind == "aim":
        strip.clear_cards()
        target = CATALOG.soldiers[f["target"]]
        strip.subtitle = (
            f"{soldier_name(f['soldier'])} fires at {soldier_name(f['target'])} "
            f"(Resolve {target.resolve}, Vitality {target.vitality})"
        )
        strip.total = "Total 0"
        return Beat(0.5)
    if kind == "void":
        strip.notes = ["no such target: again"]
        return Beat(0.3)
    if kind == "jammed":
        strip.notes = ["the weapon jams: no more lethality"]
        return Beat(0.6)
    if kind == "total":
        strip.total = f"Total {f['total']}"
        strip.notes = [*f["why"]] or ["no modifiers"]
        return Beat(0.9)
    if kind == "check":
        strip.outcome = f"{soldier_name(f['soldier'])}: {'passed' if f['passed'] else 'failed'}"
        return Beat(0.8)
    if kind in OUTCOMES:
        strip.outcome = f"{soldier_name(f['soldier'])} {OUTCOMES[kind]}"
        return Beat(0.9 if strip.open else 0.0)
    if kind == "retreated":
        strip.outcome = f"{fireteam_name(g, f['fireteam'])} retreats"
        return Beat(0.8)
    return Beat()


def _order(g: OwmState, f: Mapping[str, Any], strip: Strip, seat: Seat) -> Beat:
    team = g.fireteams.get(f["fireteam"])
    name = fireteam_name(g, f["fireteam"])
    what = f["what"]
    if what == "attack":
        _start(strip, f"{name} attacks {fireteam_name(g, f['target'])}")
        strip.link = _cells(g, f["fireteam"], f["target"])
        return Beat(0.7, starts=True)
    if what == "rally":
        _start(strip, f"{name} rallies")
        return Beat(0.5, starts=True)
    text = f"{name} {DEEDS.get(what, what)}"
    if what == "maneuver":
        text += f" {g.ground.cell_name(f['cell'])}"
    if team is not None and team.seat == seat:
        strip.open = False
        return Beat(0.0, starts=True)
    return _headline(strip, text, g, f, seat)


def _headline(strip: Strip, text: str, g: OwmState, f: Mapping[str, Any], seat: Seat) -> Beat:
    team = g.fireteams.get(f["fireteam"])
    if team is not None and team.seat == seat:
        strip.open = False
        return Beat(0.0, starts=True)
    _start(strip, text)
    return Beat(0.8, starts=True)


def _start(strip: Strip, title: str) -> None:
    strip.clear_cards()
    strip.title, strip.subtitle = title, ""
    strip.link = None
    strip.open = True


def _cells(g: OwmState, a: FireteamId, b: FireteamId) -> tuple[int, int] | None:
    if a in g.fireteams and b in g.fireteams:
        return g.fireteams[a].cell, g.fireteams[b].cell
    return None


CAPTIONS = {
    "number of shots": "shots",
    "lethality": "",
    "Discipline": "",
    "target": "target",
    "soldiers rallied": "rallied",
    "opponent in the assault": "opponent",
}


def _flip(f: Mapping[str, Any], strip: Strip) -> Beat:
    purpose, value = f["purpose"], f["value"]
    if not strip.open:
        _start(strip, purpose[:1].upper() + purpose[1:])
    if purpose == "number of shots" or (purpose == "target" and strip.total):
        strip.clear_cards()
    sign, caption = str(value), CAPTIONS.get(purpose, "check")
    if purpose == "lethality":
        sign, caption = f"+{value}", "hit"
    elif purpose == "Discipline":
        sign, caption = f"-{value}", "aim"
    strip.cards.append(StripCard(faces.flip(f["card"], f["colour"]), caption, sign))
    if purpose in ("lethality", "Discipline") and strip.total:
        so_far = int(strip.total.rsplit(" ", 1)[-1])
        so_far += value if purpose == "lethality" else -value
        strip.total = f"Total {so_far}"
    return Beat(0.6)
