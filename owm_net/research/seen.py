"""What a seat sees, as text and as numbers: of its view, and of nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from owm_net.engine.ids import EVERYBODY
from owm_net.engine.plain import IS, to_plain
from owm_net.engine.zones import slot
from owm_net.research.table import Table

PLACES = 4096
"""Numbers in a tensor."""
MOST = 1000
"""No number in a tensor is above it, or below its negative."""
OLDEST_SLOT = slot(1, 0)
"""All slots are this number or less."""

Name = tuple[object, ...]


def text(table: Table, seat: int) -> str:
    """Return the state, the cards that the seat knows, and what it has said so far, as JSON."""
    return json.dumps(_seen(table, seat), sort_keys=True)


def tensor(table: Table, seat: int) -> list[float]:
    """Return PLACES numbers, in which every fact of the view adds to a place found by its name.

    A card in a zone counts 1 at the name of both; a number of the rules is added at the name of its
    field. Two facts may share a place, as names are hashed.
    """
    numbers = [0.0] * PLACES
    seen, known = _seen(table, seat), _known(table, seat)
    for name, number in _facts(seen, (), known, table.setup.seats):
        place = _place(name)
        numbers[place] = max(-MOST, min(MOST, numbers[place] + number))
    return numbers


def _seen(table: Table, seat: int) -> dict[str, Any]:
    state, known = table.state, _known(table, seat)
    decks = {
        name: {n: known[one] for n, one in enumerate(deck.top(deck.left)) if one in known}
        for name, deck in state.decks.items()
    }
    said = dict(zip(getattr(table.request, "deciders", ()), table.said, strict=False))
    return {
        "seat": [int(one == seat) for one in range(table.setup.seats)],
        "acts": table.seat,
        "state": to_plain(state),
        "known": {str(one): card for one, card in known.items()},
        "decks": {name: to_plain(cards) for name, cards in decks.items()},
        "said": to_plain(said[seat]) if seat in said else None,
        "spoken": {str(n): w for n, w in enumerate(table.spoken)} if seat == table.seat else {},
    }


def _known(table: Table, seat: int) -> Mapping[int, int]:
    """Return slot -> card as the seat may know them; EVERYBODY knows open cards alone."""
    return {} if seat == EVERYBODY else table.dealer.knowledge[seat]


def _facts(
    value: Any, path: Name, known: Mapping[int, int], seats: int
) -> Iterator[tuple[Name, float]]:
    """Yield facts and numbers: (field, its value), (list, what is in it), (list, of which seat)."""
    if isinstance(value, dict):
        for key, one in value.items():
            if path or key != "known":  # those cards count where they lie
                yield from _facts(one, (*path, key), known, seats)
    elif isinstance(value, list) and all(isinstance(one, int) for one in value):
        for n, one in enumerate(value):
            yield (*path, "has", _card(one, known)), 1
            if len(value) == seats and one > OLDEST_SLOT:
                yield (*path, n), one
    elif isinstance(value, list):
        for n, one in enumerate(value):
            yield from _facts(one, (*path, n), known, seats)
    elif isinstance(value, bool):
        yield path, value
    elif value is not None:
        yield (*path, IS, _card(value, known)), 1
        if isinstance(value, int) and value > OLDEST_SLOT:
            yield path, value


def _card(value: object, known: Mapping[int, int]) -> object:
    """Return the card in a slot, None in one whose card is hidden; any other value as it is."""
    if isinstance(value, int) and value <= OLDEST_SLOT:
        return known.get(value)
    return value


@lru_cache(maxsize=1 << 16)
def _place(name: Name) -> int:
    return int.from_bytes(hashlib.sha256(repr(name).encode()).digest()[:4], "big") % PLACES
