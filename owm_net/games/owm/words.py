"""Names in OWM: cards, soldiers, Fireteams, places.

What an answer or an event says stands with its class.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played
from owm_net.engine.text import in_brackets, listed, say, say_n, seat_called
from owm_net.engine.view import View
from owm_net.games.owm.catalog import LU, CoreTerrainCard
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import Cell, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.state import CATALOG, CORE, TERRAINS, Fireteam, OwmState
from owm_net.games.owm.tokens import Border, Token, TokenKind

# -- cards -----------------------------------------------------------------------------------


def card_name(card: CardNumber) -> str:
    """A core card or Terrain as people say it: "Attack red #8", "Hill #68"."""
    core = CATALOG.core.get(card)
    if core is None:
        return CATALOG.terrain[card].title
    if isinstance(core, CoreTerrainCard):
        return say("{title} #{card}", title=CATALOG.kinds[core.kind].title, card=card)
    order = core.standing_order.word
    if core.strength is None:
        return say("{title} #{card}", title=order, card=card)
    return say("{order} {colour} #{card}", order=order, colour=core.strength.word, card=card)


def card_names(cards: Sequence[CardNumber | None]) -> str:
    """Several; None is one that whoever reads it may not know."""
    return listed([card_name(c) if c is not None else say("a hidden card") for c in cards])


def played_names(view: View[OwmState], *played: Played) -> str:
    """The cards an answer plays, as this view may know them."""
    return card_names([view.card(card) for card in played])


# -- soldiers and Fireteams ------------------------------------------------------------------

SHORT_RANKS = {
    "private": "Pvt",
    "private_first_class": "PFC",
    "corporal": "Cpl",
    "sergeant": "Sgt",
    "captain": "Capt",
}


def soldier_name(soldier: SoldierId) -> str:
    """Surname, with the short rank."""
    card = CATALOG.soldiers[soldier]
    if soldier == LU:
        return card.name
    return f"{SHORT_RANKS[card.rank.value]} {card.surname}".strip()


def soldier_names(soldiers: Sequence[SoldierId]) -> str:
    """Soldiers by name, with commas, in the order given."""
    return listed([soldier_name(s) for s in soldiers])


def called(team: Fireteam) -> str:
    """Division and number."""
    return f"{short_division(team.division)} {team.number}"


def fireteam_name(g: OwmState, fireteam: FireteamId) -> str:
    """Division and number, also of one that went in the last step; of no other that is gone."""
    team = g.fireteams.get(fireteam) or next((t for t in g.just_gone if t.id == fireteam), None)
    if team is None:
        return say("Fireteam (gone)")
    return called(team)


def told_fireteam(g: OwmState, fireteam: FireteamId) -> str:
    """As `fireteam_name`; also of one that went earlier, for an event may be told late."""
    former = (team for _, team in g.former if team.id == fireteam)
    team = g.fireteams.get(fireteam) or next(former, None)
    return fireteam_name(g, fireteam) if team is None else called(team)


def short_division(key: DivisionKey) -> str:
    """The number in a division's title, such as "101st"; with its first word, such as "Finnish
    5th", where another division has the same number."""
    number = _number(key)
    if [_number(other) for other in CATALOG.divisions].count(number) == 1:
        return number
    return f"{CATALOG.divisions[key].title.split()[0]} {number}"


@cache
def _number(key: DivisionKey) -> str:
    title = CATALOG.divisions[key].title
    return next((w for w in title.split() if w[0].isdigit()), title)


def seat_name(g: OwmState, seat: Seat) -> str:
    """The divisions of a seat once they are chosen, before that its number from 1."""
    if not g.divisions or not g.divisions[seat]:
        return seat_called(seat)
    return listed([CATALOG.divisions[k].title for k in g.divisions[seat]], say(" and "))


# -- places ----------------------------------------------------------------------------------


def place_name(g: OwmState, cell: Cell) -> str:
    """Return a cell and its Terrain: "C4 (Hill)"."""
    return say(
        "{name} ({title})", name=g.ground.cell_name(cell), title=TERRAINS.at(g.ground, cell).title
    )


def place_facts(g: OwmState, cell: Cell) -> list[str]:
    """Return the effects of a place on soldiers there, a line for each."""
    terrain, name = TERRAINS.at(g.ground, cell), g.ground.cell_name(cell)
    if g.ground.cards[cell] == OPEN:
        lines: list[str] = [say("{name}, open spot: counts as Field (OWM-TERR-02)", name=name)]
    else:
        lines = [listed([name, terrain.title])]
    lines.append(
        say(
            "attack from here {attack:+d}, defense {defense:+d}",
            attack=terrain.attack,
            defense=terrain.defense,
        )
    )
    traits = [
        text
        for text, on in (
            (say("blocks line of sight"), terrain.blocks_los),
            (say("no stealth"), terrain.no_stealth),
            (say("fast move"), terrain.fast_move),
            (say("nobody can enter"), terrain.no_movement),
        )
        if on
    ]
    lines += [listed(traits)] if traits else []
    if cell in g.ground.trenches:
        lines.append(say("an entrenchment is here: +1 attack and defense for whoever uses it"))
    lines += [_token_fact(token) for token in g.tokens if token.cell == cell]
    return lines + rules_of(g).place_facts(g, cell)


def _token_fact(token: Token) -> str:
    """Return the effect of a token on a Terrain, and its end."""
    yellow = token.border is Border.YELLOW
    if token.kind is TokenKind.SMOKE:
        less = say("2 less") if yellow else say("1 less")
        wind = say("the wind may move it") if yellow else say("it goes in the next Assessment")
        return say(
            "Smoke ({value}): shots from here and at here are {less}; {wind}",
            value=token.border.word,
            less=less,
            wind=wind,
        )
    if token.kind is TokenKind.STAR_SHELL:
        lights = (
            say("lights this Terrain and its neighbours") if yellow else say("lights this Terrain")
        )
        return say("a Star Shell ({value}) {lights}", value=token.border.word, lights=lights)
    when = say("the Assessment after the next") if yellow else say("the next Assessment")
    return say(
        "a Satchel Charge ({value}) explodes in {when}, unless a Fireteam here disarms it",
        value=token.border.word,
        when=when,
    )


# -- what lies beside the map ----------------------------------------------------------------


PHASES = {
    "set-up": say("set-up"),
    "assessment": say("assessment"),
    "combat": say("combat"),
    "debrief": say("debrief"),
    "over": say("over"),
}
"""`OwmState.phase` -> how it is said."""


def timer(g: OwmState) -> str:
    """Return the current play-through of the core deck: "1 of 2"."""
    return say(
        "{playthroughs} of {deck_timer}",
        playthroughs=min(g.playthroughs + 1, g.card.deck_timer),
        deck_timer=g.card.deck_timer,
    )


def deck_facts(g: OwmState) -> str:
    """Return what is left of the core deck, and what happens then."""
    left = g.decks[CORE].left if CORE in g.decks else 0
    return say_n(
        "The core deck: {n} card left of play-through {timer}; the match ends with the last"
        " (OWM-TIMER-01)",
        "The core deck: {n} cards left of play-through {timer}; the match ends with the last"
        " (OWM-TIMER-01)",
        left,
        timer=timer(g),
    )


FOG = say("The Fog of War: one card each round, seen by nobody (OWM-ROUND-10)")


def squad_points(g: OwmState) -> str:
    """Return the cost limit of a squad; partners share it (OWM-TEAM-02)."""
    return say(
        "{squad_points} points for each {seats}",
        squad_points=g.card.squad_points,
        seats=say("squad") if g.seats == 2 else say("side"),
    )


TELLING = OwmState.telling
TELLING.of(Seat, seat_name)
TELLING.of(Seat, lambda g, seat: seat_called(seat), "number")
TELLING.of(FireteamId, told_fireteam)
TELLING.of(SoldierId, lambda g, soldier: soldier_name(soldier))
TELLING.of(Cell, place_name)
TELLING.of(Cell, lambda g, cell: g.ground.cell_name(cell), "name")
TELLING.of(CardNumber, lambda g, card: card_name(card))
TELLING.of(CardNumber, lambda g, card: str(card), "number")
TELLING.of(DivisionKey, lambda g, key: CATALOG.divisions[key].title)
TELLING.of(tuple[str, ...], lambda g, parts: in_brackets(parts), "brackets")
