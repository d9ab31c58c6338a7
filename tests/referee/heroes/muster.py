"""Armies that players build (HON-ARMY, G-04)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.referee.heroes.book import book

NO_UNITS = ("tr_tricky",)


def count(army: Any, nation: str) -> tuple[int, int, str]:
    """Return what a roster costs, how many units it has, and what is wrong with it."""
    b = book()
    cost = units = 0
    wrong = ""
    for key in army.tiles:
        cost += b.tiles[key].cost
        units += sum(b.tiles[key].units.values())
    for tile, slot, key in army.options:
        option = b.options[key]
        cost += option.cost.get(nation, 0)
        units += len(option.units.get(nation, ())) if key != "or_mg_nest" else 0
        size, bands = b.tiles[tile].slots[slot]
        if nation not in option.cost:
            wrong = f"{key} is not for {nation}"
        elif size != option.size or not set(bands) & set(option.bands):
            wrong = f"HON-ARMY-05: {key} does not fit {tile} {slot}"
        elif tile not in army.tiles:
            wrong = f"HON-ARMY-05: {tile} is not there"
        elif option.kind == "order" and not any(b.tiles[t].officer for t in army.tiles):
            wrong = f"HON-ARMY-11: {key} without an officer"
    for key in army.heroes:
        cost += b.heroes[key][0]
        units += 1
    wrong = why_not_parts(army, nation) or wrong
    slots = [(tile, slot) for tile, slot, _ in army.options]
    bought = [*army.tiles, *(k for _, _, k in army.options), *army.heroes]
    if len(set(slots)) < len(slots) or len(set(bought)) < len(bought):
        wrong = "R-89: something is there twice"
    return cost, units, wrong


def why_not_parts(army: Any, nation: str) -> str:
    """Return why tiles and heroes make no army (HON-ARMY-02, HON-ARMY-12)."""
    b = book()
    own = {b.tiles[t].insignia for t in army.tiles}
    for key in army.heroes:
        badge = b.insignia[key]
        if b.pieces[key].nation != nation or badge not in ("generic", *own):
            return f"HON-ARMY-12: the badge of {key}"
    if any(b.tiles[t].nation != nation for t in army.tiles):
        return "HON-ARMY-02: a tile of the other nation"
    if not any(b.tiles[t].units for t in army.tiles):
        return "HON-ARMY-02, HON-MP-04: no tile with units"
    return ""


def counters(army: Any, nation: str) -> Counter[str]:
    """Return the counters of a roster, by key (HON-ARMY-14)."""
    b = book()
    found: Counter[str] = Counter()
    for key in army.tiles:
        found.update(b.tiles[key].units)
    for _, _, key in army.options:
        found.update(b.options[key].units.get(nation, ()))
    found.update(army.heroes)
    found.pop("smoke_bomb", None)
    return found
