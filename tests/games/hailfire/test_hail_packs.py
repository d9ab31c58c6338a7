"""Packs for Hailfire: Teams, forces and scenarios of one's own, and their faults."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from owm_net import games
from owm_net.engine.data import DataFiles, data_folder
from owm_net.engine.errors import BadData
from owm_net.engine.packs import read_pack
from owm_net.games.hailfire.ids import ProfileKey, ScenarioKey
from owm_net.games.hailfire.packing import PACKING
from owm_net.games.hailfire.reading import force_rows, read_catalog
from tests.verbs.command import owm_net, typed

ABOUT = b'name = "Club"\nsystem = "hailfire"\n'
FILES = dict(PACKING.template())
TEAMS, FORCES, SCENARIOS = FILES


def faults(name: str, old: str, new: str) -> list[str]:
    """Return those of the template with a change."""
    assert old in FILES[name]
    files = {**FILES, name: FILES[name].replace(old, new, 1)}
    with pytest.raises(BadData) as caught:
        read_pack(
            {"pack.toml": ABOUT, **{n: text.encode() for n, text in files.items()}}, games.packing
        )
    return list(caught.value.problems)


@pytest.mark.rule("HAIL-PORG-07")
def test_a_pack_adds_to_ours_and_takes_nothing_away() -> None:
    over = {name: text.encode() for name, text in FILES.items()}
    made = read_pack({"pack.toml": ABOUT, **over}, games.packing)
    files = DataFiles(data_folder(PACKING.package), made.files)
    catalog = read_catalog(files)
    assert made.left_out == () and catalog.profiles[ProfileKey("my_chaffee")].armour == 2
    assert [*catalog.scenarios][-1:] == [*catalog.added] == [ScenarioKey("my-first-scenario")]
    assert [row.key for _, row in force_rows(files)][9:] == ["sov_guns", "my_first_force"]


@pytest.mark.rule("HAIL-PORG-02", "HAIL-PORG-07")
@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        (TEAMS, '"my_chaffee"', '"us_m4"', "us_m4: stands 2 times"),
        (TEAMS, '"my_chaffee"', '"us m4"', "small letters, digits, _ or -"),
        (
            TEAMS,
            'nation = "us"',
            'nation = "Italians"',
            "Italians: leader: a nation has one sort of them",
        ),
        (TEAMS, "armour = 2", "armour = 0", "armour: vehicles have it"),
        (TEAMS, "[38, 51, 63]", "[-38, 51, 63]", "cost"),
        (TEAMS, 'unit = "tanks"', 'unit = ""', "unit: is missing"),
        (TEAMS, '"M24 Chaffee"', f'"{"x" * 41}"', "must be 1 to 40 letters long"),
        (FORCES, "units = [", "unit = [", 'unknown key "unit"'),
        (SCENARIOS, '"my-first-scenario"', '"mill-meeting"', "a scenario of this key already"),
        (SCENARIOS, "ger_pak40 = 1", "ger_pak50 = 1", 'there is no "ger_pak50" (did you mean'),
        (SCENARIOS, "ger_pak40 = 1", "ger_pak40 = 20, ger_hmg = 20, ger_88 = 20", "60 Teams on"),
        (SCENARIOS, "features = [", "features = [" + '"hedge 1,1 2,2",' * 40, "may be 40, are"),
        (SCENARIOS, '"road 2400,0', '"road ' + "1,1 2,2 " * 17 + "2400,0", "points: there may be"),
        (SCENARIOS, '"road 2400,0', '"road 9400,0', "9400,0 is no place on the table"),
        (SCENARIOS, "[24, 11]", "[25, 11]", "break_limits: must be 1 to 24, is 25"),
    ],
)
def test_what_breaks_a_promise_is_named(name: str, old: str, new: str, why: str) -> None:
    found = faults(name, old, new)
    assert any(why in line for line in found), found
    assert all(line.startswith(name) and len(line) < 300 for line in found)


def test_to_look_at_a_pack_loads_no_rules() -> None:
    code = (
        "import sys; from owm_net import games; games.packing('hailfire').template();"
        "print('owm_net.games.hailfire.catalog' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.rule("HAIL-PORG-07", "HAIL-PORG-08", "HAIL-PDEP-01")
def test_a_match_with_a_pack_and_what_only_the_rules_find(tmp_path: Path) -> None:
    """A new pack is played; a force that is not allowed, and a zone without room."""
    made, home = tmp_path / "club", tmp_path / "home"
    assert typed("pack", "new", str(made), "--system", "hailfire", home=home).returncode == 0
    game = ("hailfire", "--mission", "my-first-scenario", "--players", "random", "--matches", "1")
    run = owm_net("simulate", *game, "--pack", str(made), home=home)
    assert run.returncode == 0, run.stdout + run.stderr
    (made / FORCES).write_text(FILES[FORCES].replace("us_m8=2", "us_m8=6"), "utf-8")
    run = owm_net("pack", "check", str(made), home=home)
    wrong = f"{FORCES}: my_first_force: Unit 4: it has at most 5 such Teams: remove 1"
    assert run.returncode == 1 and wrong in run.stdout
    (made / FORCES).unlink()
    narrow = FILES[SCENARIOS].replace('"0,0 4800,0 4800,700 0,700"', '"0,0 900,0 900,300 0,300"')
    (made / SCENARIOS).write_text(narrow, "utf-8")
    run = owm_net("pack", "check", str(made), home=home)
    assert run.returncode == 1 and "there is no room for " in run.stdout
