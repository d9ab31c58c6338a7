"""The kills of attacks over the 36 rolls: the table of 2.2."""

from __future__ import annotations

from pathlib import Path

import pytest

from owm_net.games.squadcards.attack import kills, net_modifier
from owm_net.games.squadcards.computer.values import expected
from tests.games.squadcards.table import CATALOG, FIRST, GERMAN, RUSSIAN, SECOND, Layout
from tests.games.squadcards.test_sqd_attacks import firing


def exact_table() -> list[tuple[int, ...]]:
    """Return the table of 2.2 as in the ledger."""
    text = (Path(__file__).resolve().parents[3] / "docs/rules/squadcards.md").read_text("utf-8")
    table = text[text.index("| net modifier |") : text.index("At -5 or less")]
    rows = [[c.strip() for c in row.strip("| ").split("|")] for row in table.splitlines()[2:]]
    return [tuple(map(int, row)) for row in rows if len(row) == 5]


EXACT = exact_table()


def test_the_ledger_has_the_whole_table() -> None:
    assert [row[0] for row in EXACT] == list(range(-4, 7))


@pytest.mark.rule("SQD-ATK-03", "SQD-ATK-08")
@pytest.mark.parametrize(("net", "hits", "total", "most", "capped"), EXACT)
def test_the_exact_table(net: int, hits: int, total: int, most: int, capped: int) -> None:
    rifle, knife = CATALOG.uses["bolt_rifle"], CATALOG.uses["knife"]
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    dead = [kills(a - b + net, rifle, 36) for a, b in rolls]
    assert (sum(d > 0 for d in dead), sum(dead), max(dead)) == (hits, total, most)
    assert sum(kills(a - b + net, knife, 36) for a, b in rolls) == capped
    assert expected(net, rifle, 36) == total and expected(net, knife, 36) == capped


@pytest.mark.rule("SQD-ATK-03")
def test_no_kill_is_possible_at_minus_five() -> None:
    assert expected(-5, CATALOG.uses["bolt_rifle"], 36) == 0


WAYS: dict[int, tuple[str, Layout]] = {
    -4: ("bolt_rifle", {"terrain": ("", "pill_box"), "attached": ((), ("concealment",))}),
    -3: ("bolt_rifle", {"terrain": ("", "pill_box")}),
    -2: ("bolt_rifle", {"terrain": ("", "rubble")}),
    -1: ("bolt_rifle", {"squads": ({"pinned": True}, {})}),
    0: ("bazooka", {"terrain": ("", "rubble")}),
    1: ("bolt_rifle", {"terrain": ("hill", "")}),
    2: ("bazooka", {}),
    3: ("bazooka", {"terrain": ("hill", "")}),
    4: ("bazooka", {"terrain": ("hill", "line_of_trees"), "squads": ({"flanks": 2}, {})}),
    5: ("lmg", {"attached": ((), ("encircled",))}),
    6: ("lmg", {"squads": ({"flanks": 2, "enfilades": 1}, {})}),
}
"""Net modifier -> an attack at Medium range that has it."""


@pytest.mark.rule("SQD-ATK-03", "SQD-ATK-07")
@pytest.mark.parametrize(("net", "hits", "total", "most", "capped"), EXACT)
def test_the_exact_table_through_whole_attacks(
    net: int, hits: int, total: int, most: int, capped: int
) -> None:
    """All 36 rolls of real attacks at each net modifier of the ledger's table."""
    key, circumstances = WAYS[net]
    table: Layout = {"nations": (GERMAN, RUSSIAN), **circumstances}
    dead = []
    for a in range(1, 7):
        for b in range(1, 7):
            match = firing(key, **table)
            assert net_modifier(match.g, FIRST, SECOND, CATALOG.uses[key]) == net
            dead.append(match.attack_with(key, (a, b)).kills)
            assert match.squad(1).men == 36 - dead[-1]
    assert (sum(d > 0 for d in dead), sum(dead), max(dead)) == (hits, total, most)
    assert capped == hits, "a hand-to-hand card kills one in each of them (SQD-ATK-08)"
