"""Hailfire: what dice come to, data, and that whole battles end."""

from __future__ import annotations

from itertools import product

import pytest

from owm_net.engine.local import LocalMatch, random_player
from owm_net.games.hailfire.artillery import deviated
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.checks import Rfc, fire_check
from owm_net.games.hailfire.damage import dice_on_armour
from owm_net.games.hailfire.ids import ForceKey, ScenarioKey, Spot
from owm_net.games.hailfire.system import Hailfire
from owm_net.games.hailfire.terms import CHITS


@pytest.mark.rule("HAIL-ARM-02", "HAIL-ARM-03", "HAIL-ARM-04", "HAIL-ASLT-09")
@pytest.mark.parametrize(
    ("at", "armour", "least", "dice"),
    [
        (4, 4, False, (4, False)),
        (3, 5, False, (3, False)),
        (5, 2, False, (3, True)),
        (4, 3, False, (1, True)),
        (2, 4, False, (0, False)),
        (2, 3, False, (2, False)),
        (3, 6, False, (0, False)),
        (1, 3, True, (1, False)),
        (1, 1, True, (1, False)),
        (1, 0, True, (1, True)),
    ],
)
def test_ping_and_pen_dice(at: int, armour: int, least: bool, dice: tuple[int, bool]) -> None:
    assert dice_on_armour(at, armour, least=least) == dice


@pytest.mark.rule("HAIL-RFC-01", "HAIL-RFC-02", "HAIL-RFC-03", "HAIL-RFC-04", "HAIL-SUP-03")
@pytest.mark.parametrize(
    ("points", "table"),
    [
        (1, (2, 1, 1, 2, 3, 0)),
        (2, (20, 7, 11, 16, 9, 1)),
        (3, (152, 37, 91, 98, 27, 16)),
        (4, (1040, 175, 671, 544, 81, 171)),
    ],
)
def test_the_exact_chances_of_a_received_fire_check(points: int, table: tuple[int, ...]) -> None:
    """The reference table of section 2.6, counted out."""

    def count(result: Rfc, *, hard: bool, suppressed: bool = False) -> int:
        return sum(
            fire_check(f, hard=hard, shielded=hard and suppressed) is result
            for f in product(range(1, 7), repeat=points)
        )

    assert table == (
        count(Rfc.KILLED, hard=False),
        count(Rfc.SUPPRESSED, hard=False),
        count(Rfc.KILLED, hard=True),
        count(Rfc.SUPPRESSED, hard=True),
        count(Rfc.READY, hard=True),
        count(Rfc.KILLED, hard=True, suppressed=True),
    )


@pytest.mark.rule("HAIL-ART-04", "HAIL-PART-03")
def test_a_marker_deviates_in_one_of_twelve_directions() -> None:
    assert deviated(Spot((1000, 1000)), 7, 2) == (1350, 1606)
    assert deviated(Spot((1000, 1000)), 10, 2) == (1000, 1000)
    assert deviated(Spot((100, 100)), 9, 7) is None


@pytest.mark.rule("HAIL-PORG-02", "HAIL-PVIC-03")
def test_forces_cost_what_the_ledger_says() -> None:
    def cost(scenario: str, force: str) -> int:
        total = 0
        row = CATALOG.scenarios[ScenarioKey(scenario)]
        for unit in row.forces[ForceKey(force)]:
            keys = {**unit.teams, **({unit.leader: 1} if unit.leader else {})}
            for key, count in keys.items():
                battery = next((b for k, b in CATALOG.batteries.items() if k == key), None)
                if battery is not None:
                    total += battery.cost
                else:
                    profile = next(p for k, p in CATALOG.profiles.items() if k == key)
                    total += count * profile.costs(unit.quality)
        return total

    sides = ("attacker", "defender")
    assert [cost("lane-junction", side) for side in sides] == [540, 345]
    assert [cost("canal-bridge", side) for side in sides] == [614, 388]
    assert [cost("collective-farm", side) for side in sides] == [492, 396]
    assert [cost("dawn-counterstroke", side) for side in sides] == [602, 416]
    assert sum(CHITS) == 30 and len(CHITS) == 24


@pytest.mark.rule("HAIL-TURN-01", "HAIL-PVIC-04")
def test_a_battle_by_chance_comes_to_its_end() -> None:
    system = Hailfire()
    match = LocalMatch(system, system.default_setup("mill-meeting"), 0, [random_player] * 2)
    result = match.play()
    assert result.reason and len(result.winners) <= 1
