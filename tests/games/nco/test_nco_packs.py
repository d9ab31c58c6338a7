"""Packs for NCO: custom tables, and their faults."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from owm_net import games
from owm_net.engine.data import DataFiles, data_folder
from owm_net.engine.errors import BadData
from owm_net.engine.packs import Pack, read_pack
from owm_net.games.nco.layouts import MOST_LAYOUTS, read_kinds, read_layouts
from owm_net.games.nco.packing import PACKING
from tests.verbs.command import owm_net, typed

ABOUT = b'name = "Club"\nsystem = "nco"\n'
(NAME,) = PACKING.template()
TABLE = PACKING.template()[NAME]
HOUSE = "house R 500 1000 1000 1400"


WALLED = """[[layout]]
key = "my_first_table"
title = "A wall from edge to edge"
centre = []
half = ["wall_low R 0 1000 3600 1040"]
"""


def pack(text: str = TABLE, name: str = NAME) -> Pack:
    return read_pack({"pack.toml": ABOUT, name: text.encode()}, games.packing)


def faults(text: str, name: str = NAME) -> list[str]:
    with pytest.raises(BadData) as caught:
        pack(text, name)
    return list(caught.value.problems)


def instead(old: str, new: str) -> str:
    assert old in TABLE
    return TABLE.replace(old, new, 1)


@pytest.mark.rule("NCO-GEN-04", "NCO-GEN-08")
def test_a_pack_adds_tables_and_takes_none_away() -> None:
    made = pack()
    files = DataFiles(data_folder(PACKING.package), made.files)
    layouts, wrong = read_layouts(files, read_kinds(files))
    assert not wrong and made.left_out == ()
    assert [*layouts][:2] == ["crossroads", "bocage"] and [*layouts][8:] == ["my_first_table"]


@pytest.mark.rule("NCO-GEN-04", "NCO-TER-07")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (instead(HOUSE, "house R 500 1000 1200 1400"), "my_first_table: house (500, 1200"),
        (instead(HOUSE, "castle R 500 1000 1000 1400"), 'there is no "castle"'),
        (instead(HOUSE, "house R 500 1000 1000"), "must be R x0 y0 x1 y1, or P"),
        (instead(HOUSE, f"house R 500 1000 {'9' * 90} 1400"), "is no coordinate, which is 0 to"),
        (instead(HOUSE, "house R 500 1000 -9 1400"), '"-9" is no coordinate'),
        (instead(HOUSE, "house P 1,1 ²,1 1,2"), '"²" is no coordinate'),
        (
            instead(HOUSE, "house P" + " 1,1 2,1 2,2" * 22),
            "64 corners",
        ),
        (instead('"my_first_table"', '"crossroads"'), "there is a layout of this key already"),
        (instead('"my_first_table"', '"random"'), 'must not be "random", which is a die'),
        (instead('"my_first_table"', '"My table"'), "small letters, digits, _ or -"),
        (instead('"My First Table"', f'"{"x" * 41}"'), "must be 1 to 40 letters long"),
        (instead("half = [", "half = [" + '"crops R 0 0 9 9",\n' * 80), "there may be 80 pieces"),
        (WALLED, "my_first_table: there is free ground that nobody can walk to"),
        (instead("half = [", "halves = ["), 'unknown key "halves"'),
    ],
)
def test_what_breaks_a_promise_of_every_table_is_named(text: str, why: str) -> None:
    found = faults(text)
    assert any(why in line for line in found), found
    assert all(line.startswith("layouts/") and len(line) < 300 for line in found)


def test_too_many_tables_and_files_that_are_none() -> None:
    head, _, row = TABLE.rpartition("[[layout]]")
    rows = [
        "[[layout]]" + row.replace('"my_first_table"', f'"table{n}"') for n in range(MOST_LAYOUTS)
    ]
    assert f"layouts: there may be {MOST_LAYOUTS}, are {MOST_LAYOUTS + 8}" in faults(
        head + "".join(rows)
    )
    (line,) = faults('[[weapon]]\nkey = "rifle"\n', "weapons.toml")
    assert line == "weapons.toml: a pack has no such file; it may have layouts/*.toml"


def test_to_look_at_a_pack_loads_no_rules() -> None:
    """Else they were loaded without it."""
    code = (
        "import sys; from owm_net import games; games.packing('nco');"
        "print('owm_net.games.nco.catalog' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_a_match_on_a_table_of_a_pack_and_its_log(tmp_path: Path) -> None:
    """From making the pack to the verdict, which needs it."""
    made, home, log = str(tmp_path / "club"), tmp_path / "home", str(tmp_path / "m.owmlog")
    assert typed("pack", "new", made, "--system", "nco", home=home).returncode == 0
    assert owm_net("pack", "check", made, home=home).returncode == 0
    game = ("--system", "nco", "--option", "layout=my_first_table", "--player", "random")
    run = owm_net("demo", *game, "--pack", made, "--log", log, home=home)
    assert run.returncode == 0 and "verdict: OK" in run.stdout, run.stdout + run.stderr
    assert "layout my_first_table" in run.stdout
    without = owm_net("verify", log, home=home)
    assert without.returncode == 3 and "played with the pack club" in without.stderr
    told = owm_net("replay", log, "--text", "--step", "3", "--pack", made, home=home)
    assert told.returncode == 0, told.stderr
