"""The data files say what section 3 of the ledger says: its tables and scenarios are read here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.forces import READY, unit_rows
from owm_net.games.hailfire.reading import Profile
from owm_net.games.hailfire.terms import HIGH, WIDE, Going, Side, TeamClass, Weight
from tests.games.hailfire.table import HAIL

LEDGER = Path(__file__).parents[3].joinpath("docs/rules/hailfire.md").read_text("utf-8")
CLASSES = {
    "INF": TeamClass.INFANTRY,
    "GUN": TeamClass.GUN,
    "TRK": TeamClass.TRACKED,
    "HTR": TeamClass.HALF_TRACKED,
    "WHL": TeamClass.WHEELED,
}
FLAGS = {
    "L": "leader",
    "S": "small",
    "F": "observer",
    "O": "open_topped",
    "H": "hull",
    "C": "carrier",
    "W": "heavy",
}
PROFILES = {str(key): row for key, row in CATALOG.profiles.items()}
BATTERIES = {str(key): row for key, row in CATALOG.batteries.items()}
SCENARIOS = {str(key): row for key, row in CATALOG.scenarios.items()}


def rows(pattern: str) -> list[list[str]]:
    """Rows of tables whose first cell fits, cell by cell."""
    found = re.findall(rf"^\| ({pattern}) \| (.*) \|$", LEDGER, re.M)
    return [[first, *rest.split(" | ")] for first, rest in found]


def number(cell: str) -> int:
    return 0 if cell == "-" else int(cell.rstrip("+"))


def pair(cell: str) -> tuple[int, int]:
    a, b = cell.split("/") if cell != "-" else ("0", "0")
    return int(a), int(b)


def as_printed(row: Profile) -> tuple[object, ...]:
    guns = row.machine_guns
    return (
        row.team_class,
        (row.rof, row.range, row.at),
        (row.armour, row.flank),
        (guns.rof, guns.range) if guns else (0, 0),
        (row.assault, row.assault_at),
        {name for name in FLAGS.values() if getattr(row, name)},
        row.barrage,
        row.cost,
    )


@pytest.mark.rule("HAIL-GAP-01", "HAIL-GAP-06", "HAIL-PORG-02")
def test_every_team_has_its_printed_profile() -> None:
    teams = [cells for cells in rows("[a-z]+_[a-z0-9_]+") if len(cells) == 12]
    assert {cells[0] for cells in teams} == set(PROFILES)
    for key, _, kind, rof, reach, at, armour, guns, asl, asl_at, flags, cost in teams:
        words = flags.split()
        barrage = Weight(words[words.index("barrage") + 1].lower()) if "barrage" in words else None
        assert as_printed(PROFILES[key]) == (
            CLASSES[kind],
            (number(rof), number(reach), number(at)),
            pair(armour),
            pair(guns),
            (number(asl), number(asl_at)),
            {FLAGS[word] for word in words if word in FLAGS},
            barrage,
            tuple(map(int, cost.split("/"))),
        ), key


@pytest.mark.rule("HAIL-GAP-07", "HAIL-PART-01", "HAIL-PART-02", "HAIL-PART-04")
def test_batteries_and_weights() -> None:
    printed = {c[0]: (c[3], int(c[4])) for c in rows("[a-z]+_[0-9a-z]+") if len(c) == 5}
    assert printed == {k: (b.weight.name, b.cost) for k, b in BATTERIES.items()}
    assert [(w.points, w.missions) for w in Weight] == [(1, 5), (2, 4), (3, 3)]
    assert [Weight.MEDIUM.radius, Weight.HEAVY.radius] == [400, 500]


@pytest.mark.rule("HAIL-GAP-05")
def test_every_kind_of_terrain_is_as_printed() -> None:
    """Columns: shape, height, blocks, conceals, hard cover, infantry, guns, vehicles."""
    words = {"free": Going.FREE, "difficult": Going.DIFFICULT, "never": Going.NEVER}
    printed = [cells for cells in rows("[a-z]+") if len(cells) == 9][1:]
    assert {cells[0] for cells in printed} == set(CATALOG.kinds)
    for key, shape, height, _, conceals, hard, foot, guns, vehicles in printed:
        kind = CATALOG.kinds[key]
        assert kind.line == shape.startswith("line"), key
        assert (kind.height, kind.lift) == ((0, 2) if key == "hill" else (int(height), 0)), key
        assert (kind.conceals or kind.conceals_near) == (conceals != "no"), key
        assert kind.hard == (hard == "yes"), key
        assert (kind.infantry, kind.guns) == (words[foot], words[guns]), key
        very = vehicles.lower().startswith("very")
        going = Going.VERY_DIFFICULT if very else words[re.split("[ ,]", vehicles.lower())[0]]
        assert kind.going(TeamClass.TRACKED) is going, key
    assert CATALOG.kinds["building"].going(TeamClass.WHEELED) is Going.NEVER
    assert CATALOG.kinds["building"].going(TeamClass.HALF_TRACKED) is Going.NEVER


def corners(points: Any) -> set[tuple[int, int]]:
    return {(x, y) for x, y in points}


@pytest.mark.rule("HAIL-GAP-02", "HAIL-GAP-10", "HAIL-PDEP-01", "HAIL-PDEP-02", "HAIL-PGEO-01")
def test_every_scenario_is_that_of_the_ledger() -> None:
    printed = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", LEDGER, re.S)]
    printed = [row for row in printed if "round_limit" in row]
    assert {row["id"].replace("_", "-") for row in printed} == set(HAIL.missions)
    for row in printed:
        battle = SCENARIOS[row["id"].replace("_", "-")]
        assert row["size"] == [WIDE, HIGH]
        assert (battle.first.value, battle.rounds) == (row["first"], row["round_limit"])
        sides = ("attacker", "defender")
        assert battle.break_limits == tuple([row["break_limit"][side] for side in sides])
        for side, zone in zip(sides, battle.zones, strict=True):
            assert corners(zone.corners) == corners(row["deploy"][side][0])
        assert [(o.name, o.at, o.holder, o.exit) for o in battle.objectives] == [
            (o["id"], tuple(o["at"]), Side(o["holder"] or "nobody"), o.get("exit", False))
            for o in row["objectives"]
        ]
        assert battle.aim.value == row.get("aim", "objectives")
        for name in ("through", "hold", "razed", "sight", "transport", "hidden_limit"):
            assert getattr(battle, name) == row.get(name, 0), name
        pieces = [(a.kind.key, corners(a.polygon.corners)) for a in battle.areas]
        pieces += [(line.kind.key, corners(line.points)) for line in battle.lines]
        features = [(f["kind"], corners(f.get("poly") or f["line"])) for f in row["features"]]
        assert len(pieces) == len(features) and all(piece in pieces for piece in features)
        forces = {str(key): units for key, units in battle.forces.items()}
        assert battle.points == row.get("points", 0)
        if battle.points:
            forces = {str(key): tuple(unit_rows(ready.force)) for key, ready in READY.items()}
        assert set(forces) == set(row["forces"])
        for key, units in row["forces"].items():
            assert [(u.name, u.quality.value, u.leader, u.teams) for u in forces[key]] == [
                (u["unit"], u["quality"].lower(), u["leader"] or "", dict(u["teams"]))
                for u in units
            ]


@pytest.mark.rule("HAIL-PORG-07")
def test_every_profile_and_battery_can_stand_on_a_table() -> None:
    units = [u for b in SCENARIOS.values() for force in b.forces.values() for u in force]
    units += [u for ready in READY.values() for u in unit_rows(ready.force)]
    stand = {key for unit in units for key in (*unit.teams, unit.leader)}
    assert {*PROFILES, *BATTERIES} <= stand


@pytest.mark.rule("HAIL-PORG-02")
def test_units_on_foot_and_of_guns_have_a_leader_and_vehicles_have_none() -> None:
    for name in HAIL.missions:
        for units in SCENARIOS[name].forces.values():
            for unit in units:
                rows = [p for key, p in PROFILES.items() if key in unit.teams]
                battery = any(key in BATTERIES for key in unit.teams)
                wheels = all(row.vehicle for row in rows)
                assert bool(unit.leader) == (not wheels and not battery), (name, unit.name)
                assert not any(row.leader for row in rows)
