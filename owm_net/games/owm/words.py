"""What the things of OWM are called: cards, soldiers, Fireteams, places.

What an answer or an event says stands with its class.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.games.owm.catalog import CoreTerrainCard
from owm_net.games.owm.ids import Cell, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, TERRAINS, OwmState

# -- cards -----------------------------------------------------------------------------------


def card_name(card: CardNumber) -> str:
    """A core card or Terrain as people say it: "Attack red #8", "Hill #68"."""
    core = CATALOG.core.get(card)
    if core is None:
        return CATALOG.terrain[card].title
    if isinstance(core, CoreTerrainCard):
        return f"{CATALOG.kinds[core.kind].title} #{card}"
    order = core.standing_order.value.capitalize()
    return f"{order} {core.strength.value} #{card}" if core.strength else f"{order} #{card}"


def card_names(cards: Sequence[CardNumber | None]) -> str:
    """Several; None is one that whoever reads it may not know."""
    return ", ".join(card_name(c) if c is not None else "a hidden card" for c in cards)


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
    return f"{SHORT_RANKS[card.rank.value]} {card.surname}".strip()


def soldier_names(soldiers: Sequence[SoldierId]) -> str:
    """Several, in the order given."""
    return ", ".join(soldier_name(s) for s in soldiers)


def fireteam_name(g: OwmState, fireteam: FireteamId) -> str:
    """Division and number; gone Fireteams by id."""
    team = g.fireteams.get(fireteam)
    if team is None:
        return f"Fireteam {fireteam}"
    return f"{short_division(team.division)} {team.number}"


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
    """The divisions once they are chosen."""
    if not g.divisions or not g.divisions[seat]:
        return f"seat {seat + 1}"
    return " and ".join(CATALOG.divisions[k].title for k in g.divisions[seat])


# -- places ----------------------------------------------------------------------------------


def place_name(g: OwmState, cell: Cell) -> str:
    """A cell and what lies there: "C4 (Hill)"."""
    return f"{g.ground.cell_name(cell)} ({TERRAINS.at(g.ground, cell).title})"
