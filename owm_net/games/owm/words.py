"""OWM in words: cards, answers and events as lines for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from owm_net.engine.agenda import Event
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import played_cards
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import answers as a
from owm_net.games.owm.catalog import CoreTerrainCard
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, TERRAINS, OwmState
from owm_net.games.owm.terms import Status


def card_name(card: CardNumber) -> str:
    """A core card or Terrain as people say it."""
    core = CATALOG.core.get(card)
    if core is None:
        return CATALOG.terrain[card].title
    if isinstance(core, CoreTerrainCard):
        return f"{CATALOG.kinds[core.kind].title} #{card}"
    order = core.standing_order.value.capitalize()
    return f"{order} {core.strength.value} #{card}" if core.strength else f"{order} #{card}"


def soldier_name(soldier: SoldierId) -> str:
    """Surname, with the short rank of a Leader."""
    card = CATALOG.soldiers[soldier]
    return f"{SHORT_RANKS[card.rank.value]} {card.surname}".strip()


SHORT_RANKS = {
    "private": "Pvt",
    "private_first_class": "PFC",
    "corporal": "Cpl",
    "sergeant": "Sgt",
    "captain": "Capt",
}


def fireteam_name(g: OwmState, fireteam: FireteamId) -> str:
    """Division and number; gone Fireteams by id."""
    team = g.fireteams.get(fireteam)
    if team is None:
        return f"Fireteam {fireteam}"
    return f"{short_division(team.division)} {team.number}"


def short_division(key: str) -> str:
    """The number in a division's title, such as "101st"; with its first word, such as "Finnish
    5th", where another division has the same number."""
    number = _number(key)
    if [_number(other) for other in CATALOG.divisions].count(number) == 1:
        return number
    return f"{CATALOG.divisions[key].title.split()[0]} {number}"


@cache
def _number(key: str) -> str:
    title = CATALOG.divisions[key].title
    return next((w for w in title.split() if w[0].isdigit()), title)


def seat_name(g: OwmState, seat: Seat) -> str:
    """Side and division once they are chosen."""
    if not g.divisions or not g.divisions[seat]:
        return f"seat {seat + 1}"
    return " and ".join(CATALOG.divisions[k].title for k in g.divisions[seat])


def describe(view: View[Any], answer: Answer) -> str:
    """One line: what an answer would do."""
    g: OwmState = view.state
    told = _ANSWERS.get(type(answer))
    return told(g, answer, [view.card(c) for c in played_cards(answer)]) if told else repr(answer)


def _cards(cards: Sequence[CardNumber | None]) -> str:
    return ", ".join(card_name(c) if c is not None else "a hidden card" for c in cards)


def _names(soldiers: Sequence[SoldierId]) -> str:
    return ", ".join(soldier_name(s) for s in soldiers)


def _cell(g: OwmState, cell: Cell) -> str:
    return f"{g.ground.cell_name(cell)} ({TERRAINS.at(g.ground, cell).title})"


Told = Callable[[OwmState, Any, list[CardNumber | None]], str]
_ANSWERS: dict[type, Told] = {
    a.TakeDivision: lambda g, x, c: (
        f"take {CATALOG.divisions[x.division].title} for the {x.side.value.capitalize()}"
    ),
    a.SplitPoints: lambda g, x, c: f"take {x.points} of the side's points",
    a.FormSquad: lambda g, x, c: " | ".join(_names(line) for line in x.fireteams),
    a.StartAt: lambda g, x, c: f"start at {_cell(g, x.cell)}",
    a.TryRepair: lambda g, x, c: "try to clear the jam" if x.attempt else "leave it jammed",
    a.Attack: lambda g, x, c: f"attack {fireteam_name(g, x.target)} with {_cards(c)}",
    a.Entrench: lambda g, x, c: f"entrench with {_cards(c)}",
    a.Maneuver: lambda g, x, c: f"move to {_cell(g, x.cell)} with {_cards(c)}",
    a.Rally: lambda g, x, c: f"rally with {_cards(c)}",
    a.LayTerrain: lambda g, x, c: (
        f"lay {_cards(c)} on {g.ground.cell_name(x.cell)}{', turned' if x.turned else ''}"
    ),
    a.Redraw: lambda g, x, c: f"discard {_cards(c)} and draw {len(c)}",
    a.Crew: lambda g, x, c: (
        f"{soldier_name(x.assistant)} crews for {soldier_name(x.gunner)}, discard {_cards(c)}"
    ),
    a.Scope: lambda g, x, c: f"{soldier_name(x.sniper)} takes his scope, discard {_cards(c)}",
    a.Hide: lambda g, x, c: f"go into stealth, discard {_cards(c)}",
    a.Transfer: lambda g, x, c: (
        f"transfer {_names(x.soldiers)} to {fireteam_name(g, x.to)}, discard {_cards(c)}"
    ),
    a.Uncrew: lambda g, x, c: f"{soldier_name(x.soldier)} ends crewing or his scope",
    a.Recognise: lambda g, x, c: (
        f"{soldier_name(x.commander)} looks for {fireteam_name(g, x.target)}"
    ),
    a.EndTurn: lambda g, x, c: "end the turn",
    a.Shoot: lambda g, x, c: f"{soldier_name(x.soldier)} shoots",
    a.CeaseFire: lambda g, x, c: "no more shots",
    a.Rallied: lambda g, x, c: f"rally {_names(x.soldiers) or 'nobody'}",
    a.TakeCommand: lambda g, x, c: f"{soldier_name(x.soldier)} is in command",
    a.AssaultLine: lambda g, x, c: f"fight in the order {_names(x.line)}",
    a.Stand: lambda g, x, c: "stay",
    a.Retreat: lambda g, x, c: f"retreat to {_cell(g, x.cell)}",
}


def narrate(g: OwmState, event: Event) -> str:
    """One line: what happened."""
    told = _EVENTS.get(event.kind)
    return told(g, event.facts) if told else ""


def _total(g: OwmState, f: dict[str, Any]) -> str:
    why = f" ({', '.join(f['why'])})" if f["why"] else ""
    who = CATALOG.soldiers[f["target"]]
    return (
        f"{soldier_name(f['soldier'])} at {soldier_name(f['target'])}: total {f['total']}{why}"
        f" against Resolve {who.resolve}, Vitality {who.vitality}"
    )


def _order(g: OwmState, f: dict[str, Any]) -> str:
    team = fireteam_name(g, f["fireteam"])
    cards = _cards(f["cards"])
    what = f["what"]
    if what == "attack":
        return f"{team} attacks {fireteam_name(g, f['target'])} ({cards})"
    if what == "maneuver":
        return f"{team} moves to {_cell(g, f['cell'])} ({cards})"
    who = _names(f["soldiers"])
    deed = {
        "entrench": "entrenches",
        "rally": "rallies",
        "redraw": "discards and redraws",
        "crew": f"crews a machine gun: {who}",
        "scope": f"sets up the scope of {who}",
        "hide": "goes into stealth",
        "transfer": f"transfers {who} to {fireteam_name(g, f['target'])}",
    }[what]
    return f"{team} {deed} ({cards})"


def _flip(g: OwmState, f: dict[str, Any]) -> str:
    icon = getattr(CATALOG.core[f["card"]], "icon", None)
    shown = f", {icon.value.replace('_', ' ')} icon" if icon else ""
    return f"{f['purpose']}: #{f['card']} {f['colour']} {f['value']}{shown}"


_EVENTS: dict[str, Callable[[OwmState, Any], str]] = {
    "division": lambda g, f: (
        f"{g.sides[f['seat']].value.capitalize()}: {CATALOG.divisions[f['division']].title}"
    ),
    "split": lambda g, f: f"seat {f['seat'] + 1} takes {f['points']} points of its side",
    "squad": lambda g, f: f"{fireteam_name(g, f['fireteam'])}: {_names(f['soldiers'])}",
    "placed": lambda g, f: f"{fireteam_name(g, f['fireteam'])} starts at {_cell(g, f['cell'])}",
    "track": lambda g, f: "Initiative: " + ", ".join(fireteam_name(g, t) for t in f["fireteams"]),
    "round": lambda g, f: f"Round {f['n']}",
    "turn": lambda g, f: f"{fireteam_name(g, f['fireteam'])} is active",
    "draw": lambda g, f: f"{seat_name(g, f['seat'])} draws {f['cards']}",
    "deck_out": lambda g, f: f"the deck is played through ({f['playthroughs']} of {f['timer']})",
    "fog": lambda g, f: "a card goes to the Fog of War",
    "order": _order,
    "terrain": lambda g, f: (
        f"{fireteam_name(g, f['fireteam'])} lays {_cards(f['cards'])}"
        f" on {g.ground.cell_name(f['cell'])}"
    ),
    "looking": lambda g, f: (
        f"{fireteam_name(g, f['fireteam'])} looks for {fireteam_name(g, f['target'])}"
    ),
    "shots": lambda g, f: f"{f['n']} soldier{'s' if f['n'] != 1 else ''} may shoot",
    "flip": _flip,
    "void": lambda g, f: "no such target; again",
    "aim": lambda g, f: f"{soldier_name(f['soldier'])} aims at {soldier_name(f['target'])}",
    "total": _total,
    "missed": lambda g, f: f"{soldier_name(f['soldier'])} is unharmed",
    "jammed": lambda g, f: f"{soldier_name(f['soldier'])}'s weapon jams",
    "repaired": lambda g, f: f"{soldier_name(f['soldier'])} clears his weapon",
    "killed": lambda g, f: f"{soldier_name(f['soldier'])} is killed",
    "routed": lambda g, f: f"{soldier_name(f['soldier'])} is routed",
    "suppressed": lambda g, f: f"{soldier_name(f['soldier'])} is suppressed",
    "wounded": lambda g, f: f"{soldier_name(f['soldier'])} is wounded",
    "rallied": lambda g, f: f"{soldier_name(f['soldier'])} is rallied",
    "uncrewed": lambda g, f: f"{soldier_name(f['soldier'])} is un-crewed",
    "check": lambda g, f: (
        f"{soldier_name(f['soldier'])}, {f['purpose']}: Discipline Check {f['value']}, "
        f"{'passed' if f['passed'] else 'failed'}"
    ),
    "move_stopped": lambda g, f: f"{fireteam_name(g, f['fireteam'])} stops moving",
    "arrived": lambda g, f: f"{fireteam_name(g, f['fireteam'])} arrives at {_cell(g, f['cell'])}",
    "merged": lambda g, f: f"a Fireteam joins {fireteam_name(g, f['target'])}",
    "trench_found": lambda g, f: f"{fireteam_name(g, f['fireteam'])} finds the entrenchment",
    "trench_missed": lambda g, f: f"{fireteam_name(g, f['fireteam'])} does not find it",
    "seen": lambda g, f: f"{fireteam_name(g, f['fireteam'])} is no longer in stealth",
    "assault": lambda g, f: (
        f"{fireteam_name(g, f['fireteam'])} assaults {fireteam_name(g, f['target'])}"
        f" at {_cell(g, f['cell'])}"
    ),
    "assault_round": lambda g, f: f"assault, round {f['n']}",
    "duel": lambda g, f: (
        f"{soldier_name(f['soldier'])} against {soldier_name(f['target'])}"
        + (
            ""
            if not f["edge"]
            else f", advantage {soldier_name(f['soldier'] if f['edge'] > 0 else f['target'])}"
        )
    ),
    "stalemate": lambda g, f: "only wounded are left; the attacker goes back",
    "retreated": lambda g, f: (
        f"{fireteam_name(g, f['fireteam'])} retreats to {_cell(g, f['cell'])}"
    ),
    "end": lambda g, f: (
        f"End: {f['reason']}. Allies {f['allies']}, Axis {f['axis']}"
        + (f"; the {f['holder'].capitalize()} hold the objective" if f["holder"] else "")
    ),
}

STATUS_WORDS = {
    Status.READY: "",
    Status.SUPPRESSED: "suppressed",
    Status.WOUNDED: "wounded",
}
