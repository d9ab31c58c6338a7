"""The referee of tests/referee/heroes, which was written without the rules' code, finds nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import owm_net
from tests.referee.heroes.book import book
from tests.referee.heroes.ground import ground_of
from tests.referee.heroes.play import PLAYABLE, referee_of
from tests.referee.heroes.sight import look, middle

LEDGER = Path(owm_net.__file__).resolve().parent.parent / "docs" / "rules" / "heroes.md"
CASE = re.compile(
    r"^\| (S\d)([^|]*)\| \((\d+),(\d+)\) \| \((\d+),(\d+)\) \|\s*(\w*)\s*\| (\w+)( \d)? \|", re.M
)
MAPS = {"S2": "hill-farm", "S3": "armour-in-the-lane"}


@pytest.mark.parametrize(
    ("mission", "built", "roughly"),
    [
        *((m, m == "two-against-one", False) for m in PLAYABLE),
        ("crossroads-scramble", True, True),
        ("stream-crossing", False, True),
    ],
)
def test_referee_finds_no_difference(mission: str, built: bool, roughly: bool) -> None:
    probing = mission == "free-battle"
    referee = referee_of(mission, 1, built, probing=probing, roughly=roughly)
    assert [str(d) for d in referee.found] == []
    assert sum(referee.checks.values()) > 500


def test_referee_sees_as_the_ledger_says() -> None:  # G-16, R-14, R-15, R-82
    cases = CASE.findall(LEDGER.read_text("utf-8"))
    assert len(cases) == 33
    scenarios = book().scenarios
    for key, stands, ax, ay, bx, by, kind, result, value in cases:
        ground = ground_of(scenarios[MAPS[key]], ())
        a, b = (int(ax), int(ay)), (int(bx), int(by))
        found = re.search(r"(infantry|vehicle) on \((\d+),(\d+)\)", stands)
        full = set()
        if found and (found[1] == "vehicle" or kind != "vehicle"):
            full = {(int(found[2]), int(found[3]))}
        vertex = b if kind == "vertex" else None
        end = (2 * b[0], 2 * b[1]) if vertex else middle(b)
        sight = look(ground, middle(a), end, (a,), full.__contains__, vertex=vertex)
        mine = "BLOCKED" if sight.blocked else "CLEAR" if sight.clear else "OBSCURED"
        assert (mine, sight.obscured) == (result, int(value or 0)), (key, a, b)
