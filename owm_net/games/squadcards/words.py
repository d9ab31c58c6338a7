"""Squad in words: cards, answers and events as lines for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from owm_net.engine.agenda import Event
from owm_net.engine.records import played_cards
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.squadcards import answers as a
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.fire import BAND_WORDS, modifiers
from owm_net.games.squadcards.movement import hex_title, terrain_title
from owm_net.games.squadcards.plays import amount_of, find_use
from owm_net.games.squadcards.state import CATALOG, NO_CELL, OPEN, Table, face
from owm_net.games.squadcards.terms import FIRE_PHASES, PHASES, Effect, Nation, RangeBand

CREDITS = (
    "After the free web game 'Squad' (Warp Spawn Games). Flanking Fire variant by Christian "
    "Martinez; variants playtested by Marcello's page."
)
"""SQD-CREDIT-01."""

PHASE_WORDS = {
    p.value: f"{p.value.capitalize()}{' Fire' if p in FIRE_PHASES else ''}" for p in PHASES
}
"""As the rules call them, without the word Phase."""

PASS_WORDS = {
    "terrain": "start in the open",
    "own": "nothing for the squad now",
    "modifier": "play no card on this roll",
    "fire": "cease fire",
    "block": "let them move",
    "answer": "let the block stand",
    "after_move": "nothing more with this move",
    "kill": "leave it at that",
}
"""What a pass means in each window."""


def card_name(card: int) -> str:
    """The title of a card."""
    return face(card).title


def seat_name(g: Table, seat: int) -> str:
    """The nationality, once it is chosen; with its seat, counted from 1, if both have the same."""
    if not g.squads:
        return f"seat {seat + 1}"
    nations = [g.squads[g.all_of(s)[0]].nation for s in (0, 1)]
    title = CATALOG.nations[nations[seat]].title + "s"
    title = {"Britishs": "British", "Japaneses": "Japanese"}.get(title, title)
    return f"{title} (seat {seat + 1})" if nations[0] is nations[1] else title


def squad_name(g: Table, squad: int) -> str:
    """The side, and the number of the squad where a side has several."""
    seat = g.squads[squad].seat
    if g.squads_each == 1:
        return seat_name(g, seat)
    return f"{seat_name(g, seat)}, squad {squad - g.all_of(seat)[0] + 1}"


# ------------------------------------------------------------------ answers


def describe(view: View[Any], answer: Answer) -> str:
    """One line: what an answer would do."""
    g: Table = view.state
    if isinstance(answer, Pass):
        return PASS_WORDS.get(getattr(g.pending, "kind", ""), "pass")
    told = _ANSWERS.get(type(answer))
    cards: list[int | None] = [view.card(c) for c in played_cards(answer)]
    return told(g, answer, cards) if told else repr(answer)


def _named(card: int | None, option: str = "") -> str:
    if card is None or card not in CATALOG.faces:
        return "a hidden card"
    if option in CATALOG.uses and face(card).effect is Effect.TRAIT:
        return f"National Trait: {CATALOG.uses[option].title}"
    return card_name(card)


def _hold(cards: Sequence[int | None]) -> str:
    return ", ".join(_named(c) for c in cards) or "nothing"


def _fire(g: Table, x: a.Fire, c: list[int | None]) -> str:
    words = f"attack with {_named(c[0], x.option)}"
    words += " at close quarters" if x.close_in else ""
    if not 0 <= x.target < len(g.squads):
        return words
    if g.squads_each > 1:
        words += f" on {squad_name(g, x.target)}"
    squad = getattr(g.agenda[-1], "squad", -1)
    if c[0] is None or c[0] not in CATALOG.faces or not 0 <= squad < len(g.squads):
        return words
    use = find_use(c[0], x.option, g.squads[squad].nation)
    if isinstance(use, Use) and use.effect is Effect.ATTACK:
        why = modifiers(g, squad, x.target, use, x.close_in)
        words += f", net {sum([v for _, v in why]):+d}{_because([f'{n} {v:+d}' for n, v in why])}"
    return words


def _because(why: Sequence[str]) -> str:
    return f" ({', '.join(why)})" if why else ""


def _play(g: Table, x: a.Play, c: list[int | None]) -> str:
    words = f"play {_named(c[0], x.option)}"
    if c[0] is not None and c[0] in CATALOG.faces:
        use = CATALOG.uses[x.option] if x.option in CATALOG.uses else face(c[0])
        meaning = MEANINGS.get(use.effect)
        words += f": {meaning(use, g)}" if meaning else ""
    return words


MEANINGS: dict[Effect, Callable[[Use, Table], str]] = {
    Effect.RALLY: lambda u, g: f"rally roll {u.amount:+d}",
    Effect.MORALE: lambda u, g: f"morale check {amount_of(g.options, u):+d}",
    Effect.TERRAIN: lambda u, g: f"cover {u.cover}" + (", attacks +1" if u.attack_bonus else ""),
    Effect.PEEK: lambda u, g: f"look at the next {u.amount} cards",
    Effect.DRAW: lambda u, g: f"draw {u.amount} cards",
    Effect.REINFORCE: lambda u, g: f"gain {u.amount} man",
    Effect.ENFILADE: lambda u, g: f"guns {u.amount:+d} this turn",
    Effect.FLANK: lambda u, g: f"all attacks {u.amount:+d}",
    Effect.AMBUSH: lambda u, g: f"opportunity attacks {u.amount:+d}",
    Effect.CONCEAL: lambda u, g: "attacks on the squad -1",
    Effect.COMMANDER: lambda u, g: "enemy hand limit -1",
    Effect.MINEFIELD: lambda u, g: "block the move and attack",
    Effect.WIRE: lambda u, g: "block the move",
    Effect.ENGINEER: lambda u, g: "cancel the block",
}
"""Effect -> what it does, in a few words."""


def _declare(g: Table, x: a.Declare, c: list[int | None]) -> str:
    if not x.move:
        return "stay"
    words = "move this turn"
    words += " behind a point man" if x.point_man else ""
    return words + (" and lay smoke" if x.smoke is not None else "")


def _move(g: Table, x: a.Move, c: list[int | None]) -> str:
    step = x.to.value - g.band.value
    way = "closer" if step < 0 else "farther away" if step > 0 else "sideways"
    where = f"discard {_hold(c)}, into Open terrain" if x.into_open else f"into {_hold(c)}"
    return f"move {way} ({BAND_WORDS[x.to]}): {where}"


Told = Callable[[Table, Any, list[int | None]], str]
_ANSWERS: dict[type, Told] = {
    a.TakeNation: lambda g, x, c: f"command {CATALOG.nations[x.nation].people}",
    a.NextSquad: lambda g, x, c: f"squad {x.squad + 1} acts next",
    a.Play: _play,
    a.Fire: _fire,
    a.Encircle: lambda g, x, c: f"lay {_hold(c)} on the enemy's position",
    a.Declare: _declare,
    a.Move: _move,
    a.March: lambda g, x, c: f"move to {hex_title(x.cell)}",
    a.DrawExtra: lambda g, x, c: "draw an extra card" if x.take else "draw no extra card",
    a.Discard: lambda g, x, c: f"discard {_hold(c)}",
}


# ------------------------------------------------------------------ events


def narrate(g: Table, event: Event) -> str:
    """One line: what happened; "" for what is not worth a line."""
    told = _EVENTS.get(event.kind)
    return told(g, event.facts) if told else ""


def _who(g: Table, f: dict[str, Any], key: str = "squad") -> str:
    return squad_name(g, f[key])


def _men(n: int) -> str:
    return "1 man" if n == 1 else f"{n} men"


def _attacked(g: Table, f: dict[str, Any]) -> str:
    title = CATALOG.uses[f["use"]].title
    first, second = f["dice"]
    fate = f"{_men(f['kills'])} lost, {f['men']} left" if f["kills"] else "nobody hit"
    close = " at close quarters" if f["close_in"] else ""
    return (
        f"{_who(g, f)} attack {_who(g, f, 'target')} with {title}{close}: {first} - {second}"
        f"{_because(f['why'])} = {f['total']}, {fate}"
    )


def _attempt(g: Table, f: dict[str, Any]) -> str:
    if f["cell"] != NO_CELL:
        return f"{_who(g, f)} try to reach {hex_title(f['cell'])}"
    band = BAND_WORDS[RangeBand(f["to"])]
    if f["into_open"]:
        return f"{_who(g, f)} discard {card_name(f['card'])}: into the open at {band} range"
    return f"{_who(g, f)} try to reach {card_name(f['card'])} at {band} range"


def _moved(g: Table, f: dict[str, Any]) -> str:
    if f["cell"] != NO_CELL:
        return f"{_who(g, f)} are at {hex_title(f['cell'])}"
    where = terrain_title(g, f["squad"])
    return f"{_who(g, f)} are in {where}, range {BAND_WORDS[RangeBand(f['band'])]}"


def _sum(f: dict[str, Any], parts: Sequence[tuple[str, str]]) -> str:
    """A die and what is added to it, zeros left out: "2 (nation +1, losses +3) = 6"."""
    added = [f"{name} {f[k]:+d}" for k, name in parts if f[k]]
    return f"{f['die']}{_because(added)} = {f['total']}" if added else str(f["die"])


def _morale(g: Table, f: dict[str, Any]) -> str:
    verdict = "they fail" if f["pinned"] else "they hold"
    parts = (("nation", "nation"), ("lost", "losses"), ("cards", "cards"))
    return f"{_who(g, f)}, morale check: {_sum(f, parts)}, {verdict}"


def _rally(g: Table, f: dict[str, Any]) -> str:
    verdict = "still pinned" if f["pinned"] else "rallied"
    parts = (("nation", "nation"), ("cards", "cards"))
    return f"{_who(g, f)}, rally roll: {_sum(f, parts)}, {verdict}"


def _declared(g: Table, f: dict[str, Any]) -> str:
    if not f["move"]:
        return f"{_who(g, f)} stay"
    return f"{_who(g, f)} will move{' behind a point man' if f['point_man'] else ''}"


def _end(g: Table, f: dict[str, Any]) -> str:
    if f["winner"] < 0:
        return f"End: {f['reason']}; a draw"
    return f"End: {f['reason']}; {seat_name(g, f['winner'])} win"


def _mines(g: Table, f: dict[str, Any]) -> str:
    first, second = f["dice"]
    return f"mines: {first} - {second} + 2: {_who(g, f)} lose {_men(f['kills'])}, {f['men']} left"


def _rout(g: Table, f: dict[str, Any]) -> str:
    first, second = f["dice"]
    return f"{_who(g, f)} rout: {first} - {second}: {_men(f['lost'])} run, {f['men']} left"


_EVENTS: dict[str, Callable[[Table, Any], str]] = {
    "nation": lambda g, f: (
        f"seat {f['seat'] + 1} commands {CATALOG.nations[Nation(f['nation'])].people}"
        f" ({_men(f['men'])})"
    ),
    "first_roll": lambda g, f: (
        f"who begins: {', '.join(f'{seat_name(g, s)} {n}' for s, n in enumerate(f['dice']))}"
    ),
    "first": lambda g, f: f"{seat_name(g, f['seat'])} begin",
    "start_terrain": lambda g, f: (
        f"{_who(g, f)} start in {'the open' if f['card'] == OPEN else card_name(f['card'])}"
    ),
    "turn": lambda g, f: f"Player turn {f['n']}: {seat_name(g, f['seat'])}",
    "phase": lambda g, f: PHASE_WORDS[f["phase"]],
    "drew": lambda g, f: f"{_who(g, f)} draw {f['cards']}",
    "no_card": lambda g, f: f"{_who(g, f)}: no card is left to draw",
    "extra": lambda g, f: f"{_who(g, f)} kept still: an extra card",
    "reshuffled": lambda g, f: f"the discard pile ({f['cards']}) is shuffled into a new deck",
    "played": lambda g, f: f"{_who(g, f)} play {CATALOG.uses[f['use']].title}",
    "attacked": _attacked,
    "halted": lambda g, f: f"{_who(g, f)}: the point man is lost, the move is off",
    "commander": lambda g, f: f"{_who(g, f)} lose their commander: hand limit {f['limit']}",
    "encircled": lambda g, f: f"{_who(g, f, 'target')} are encircled: attacks on them +3",
    "declared": _declared,
    "smoke": lambda g, f: f"{_who(g, f)} lay smoke",
    "stayed": lambda g, f: f"{_who(g, f)} have no card left to move with",
    "attempt": _attempt,
    "block": lambda g, f: f"{_who(g, f)} block with {CATALOG.uses[f['use']].title}",
    "cancelled": lambda g, f: f"{_who(g, f)}: Combat Engineers clear the way",
    "blocked": lambda g, f: f"{_who(g, f)} are back where they were",
    "mines": _mines,
    "moved": _moved,
    "outflanking": lambda g, f: f"{_who(g, f)} have outflanked the enemy",
    "objective": lambda g, f: f"{_who(g, f)} take a Mission Objective ({f['total']} of 3)",
    "concealed": lambda g, f: f"{_who(g, f)} are concealed",
    "flanking": lambda g, f: f"{_who(g, f)}: flanking fire {f['total']:+d}",
    "unflanked": lambda g, f: f"{_who(g, f)} lose their flanking fire",
    "morale": _morale,
    "rout": _rout,
    "rally": _rally,
    "discarded": lambda g, f: f"{_who(g, f)} discard {_hold(f['cards'])}",
    "gone": lambda g, f: f"{_who(g, f)} are no more",
    "end": _end,
}
