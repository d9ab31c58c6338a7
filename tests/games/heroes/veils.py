"""A match of Heroes in which counters lie concealed from the beginning."""

from __future__ import annotations

from typing import Any

from owm_net.engine.ids import Seat
from owm_net.engine.zones import Deck
from owm_net.games.heroes.hidden import FIRST_HIDDEN, FIRST_RUSE
from owm_net.games.heroes.ids import NO_FORMATION, OFF_MAP, UnitId
from owm_net.games.heroes.printed.counters import CONCEALED
from owm_net.games.heroes.state import Blind, Unit
from tests.games.heroes.table import Table, at, deal, laid_out

RUSE = -1
"""In place of a unit under a blind."""


def veil(table: Table, seat: Seat, *under: tuple[int, int, int]) -> None:
    """Blinds of a seat: the number of the unit under each, or RUSE, and where it lies. They come
    after all units; who is under one waits off the map."""
    g, cards = table.g, []
    for n, (unit, x, y) in enumerate(under):
        cards.append(FIRST_RUSE + n if unit == RUSE else FIRST_HIDDEN + unit)
        if unit != RUSE:
            g.change(UnitId(unit), at=OFF_MAP)
        g.blinds.append(Blind(seat=seat, unit=UnitId(len(g.units))))
        g.units.append(
            Unit(seat=seat, key=CONCEALED, formation=NO_FORMATION, concealed=True, at=at(x, y))
        )
    g.deck_count += 1
    table.dealer.stack(g.deck_count, cards)
    g.decks[f"hidden {seat}"] = Deck(g.deck_count, len(cards))
    drawn = g.draw(seat, f"hidden {seat}", len(cards), g.veiled(seat))
    table.dealer.learn(seat, drawn.slots)


def veiled(
    *units: Unit,
    ann: tuple[tuple[int, int, int], ...] = (),
    ben: tuple[tuple[int, int, int], ...] = (),
    orders: dict[str, int],
    hands: tuple[str, str] = ("", ""),
    due: tuple[int, int] = (3, 3),
    **more: Any,
) -> Table:
    """A round in which these blinds lie, all tokens laid."""
    table = laid_out(*units, due=due, **more)
    for seat, under in zip(table.g.players, (ann, ben), strict=True):
        if under:
            veil(table, seat, *under)
        if any(hands):
            table.g.deck_size = 40
            held, _, left = hands[seat].partition("|")
            deal(table.g, table.dealer, seat, held.split(), left.split())
    return table.begin().orders(**orders)
