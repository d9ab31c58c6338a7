"""Packs as people use them: made, checked, played with, and asked for by name where they lack.

A test that puts a pack in use runs in a separate process: it stays in use until that ends.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.verbs.command import HERE, free_port, one_line, owm_net, typed
from tests.verbs.conftest import Start

MISSION = "missions/my_first_mission.toml"
PLAYED = ("--mission", "my-first-mission")


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A new pack, with a mission that is soon over."""
    run = typed("pack", "new", str(tmp_path / "club"), home=tmp_path)
    assert run.returncode == 0, run.stderr
    mission = tmp_path / "club" / MISSION
    text = mission.read_text("utf-8")
    for old, new in (
        ("deck_timer = 3", "deck_timer = 1"),
        ("squad_points = 75", "squad_points = 30"),
    ):
        assert old in text
        text = text.replace(old, new)
    mission.write_text(text, "utf-8")
    return tmp_path / "club"


def words_of(pack: Path, home: Path) -> str:
    """The digest of a pack in words, as it is shown."""
    run = owm_net("pack", "check", str(pack), home=home)
    assert run.returncode == 0, run.stdout + run.stderr
    found = re.match(r"pack club \(([a-z]+(?:-[a-z]+){5})\): Say here", run.stdout)
    assert found, run.stdout
    return found[1]


def test_a_new_pack_has_comments_and_nothing_wrong(tmp_path: Path, made: Path) -> None:
    about, mission = (made / "pack.toml").read_text("utf-8"), (made / MISSION).read_text("utf-8")
    assert about.startswith("# What this pack is called") and 'name = "club"' in about
    assert mission.startswith("# A mission of your own") and "combat_operation" in mission
    facts = json.loads(owm_net("pack", "check", str(made), "--json", home=tmp_path).stdout)
    assert (facts["pack"], facts["system"], facts["faults"]) == ("club", "owm", [])
    assert len(bytes.fromhex(facts["digest"])) == 32
    again = typed("pack", "new", str(made), home=tmp_path)
    assert "is there already" in one_line(again, 2)


def test_a_new_pack_with_copies_of_our_files(tmp_path: Path) -> None:
    where = tmp_path / "cards"
    copies = ("--copy", "weapons.toml", "--copy", "soldiers/finnish_5th.toml")
    assert typed("pack", "new", str(where), *copies, home=tmp_path).returncode == 0
    assert 'key = "kar98k"' in (where / "weapons.toml").read_text("utf-8")
    assert owm_net("pack", "check", str(where), home=tmp_path).returncode == 0
    for name in ("../system.py", "lessons.toml", "weapons"):
        run = typed("pack", "new", str(tmp_path / "other"), "--copy", name, home=tmp_path)
        assert "there is no such file in a pack" in one_line(run, 2)
        assert not (tmp_path / "other").exists()


def test_all_faults_of_a_pack_are_listed_and_the_exit_code_says_so(
    tmp_path: Path, made: Path
) -> None:
    text = (made / MISSION).read_text("utf-8")
    spoilt = text.replace("number = 51", "number = 2").replace("B1 = 53", "B1 = 999")
    (made / MISSION).write_text(spoilt, "utf-8")
    (made / "weapons.toml").write_text('[[weapon]]\nkey = "\\u001b[2J"\n', "utf-8")
    run = owm_net("pack", "check", str(made), home=tmp_path)
    assert run.returncode == 1 and "\x1b" not in run.stdout
    assert "this pack has 1 fault" in run.stdout  # what cannot be printed is not looked at further
    (made / "weapons.toml").unlink()
    run = owm_net("pack", "check", str(made), home=tmp_path)
    assert run.returncode == 1
    taken = f"{MISSION}: number: 2 is that of missions/king_of_the_hill.toml already"
    for line in (taken, f"{MISSION}: cards.B1: there is no"):
        assert line in run.stdout
    facts = json.loads(owm_net("pack", "check", str(made), "--json", home=tmp_path).stdout)
    assert facts["pack"] is None and len(facts["faults"]) >= 2
    played = owm_net("simulate", "owm", "--pack", str(made), "--matches", "1", home=tmp_path)
    assert played.returncode == 3 and taken in played.stderr


def test_a_mission_that_lacks_what_its_own_rules_need(tmp_path: Path, made: Path) -> None:
    """Only the rules know that: they are asked as soon as they are loaded."""
    text = (made / MISSION).read_text("utf-8")
    assert "symmetric = true\n" in text
    text = text.replace("symmetric = true\n", 'symmetric = true\nrules = "burning-bridges"\n')
    (made / MISSION).write_text(text, "utf-8")
    for command in (("pack", "check", str(made)), ("simulate", "owm", "--pack", str(made))):
        run = owm_net(*command, home=tmp_path)
        assert run.returncode == (1 if command[0] == "pack" else 3)
        said = run.stdout + run.stderr
        assert f"{MISSION}: objectives: must have a bridge" in said
        assert f"{MISSION}: lead: must say" in said


def test_a_pack_is_for_its_own_game(tmp_path: Path, made: Path) -> None:
    run = owm_net("simulate", "skeleton", "--pack", str(made), "--matches", "1", home=tmp_path)
    assert "it is not for skeleton" in one_line(run, 2)


def test_a_log_with_a_pack_is_judged_with_the_same_pack_alone(tmp_path: Path, made: Path) -> None:
    """The digest is pinned in the terms that all sign. Who has another pack, or none, is told which
    one is needed and what to do; nothing is called bad for it."""
    home, log = tmp_path / "home", str(tmp_path / "m.owmlog")
    short = ("--option", "last_round=1")
    game = ("--pack", str(made), *PLAYED, *short, "--player", "random")
    run = owm_net("demo", *game, "--log", log, home=home)
    assert run.returncode == 0 and "verdict: OK" in run.stdout, run.stdout + run.stderr
    words = words_of(made, home)
    assert "my-first-mission, level private" in run.stdout
    assert f"pack club ({words})" in run.stdout
    none = one_line(owm_net("verify", log, home=home), 3)
    assert f"played with the pack club ({words})" in none and "--pack PATH" in none
    (made / MISSION).write_text(
        (made / MISSION).read_text("utf-8").replace("points = 20 }", "points = 21 }"), "utf-8"
    )
    other = one_line(owm_net("verify", log, "--pack", str(made), home=home), 3)
    assert f"the pack club ({words}), this program plays club ({words_of(made, home)})" in other
    replayed = one_line(owm_net("replay", log, "--text", home=home), 3)
    assert "--pack PATH" in replayed
    (made / MISSION).write_text(
        (made / MISSION).read_text("utf-8").replace("points = 21 }", "points = 20 }"), "utf-8"
    )
    told = owm_net("replay", log, "--text", "--pack", str(made), "--step", "4", home=home)
    assert told.returncode == 0, told.stderr


def test_who_joins_without_the_pack_is_told_which_one_he_needs(
    tmp_path: Path, made: Path, start: Start
) -> None:
    port = free_port()
    where = ("--port", port, "--bind", HERE)
    game = ("--pack", str(made), *PLAYED, "--player", "random", "--name", "Ada")
    ada = start(tmp_path / "a", "host", *where, *game)
    ada.line("your friend needs this too, and types --pack PATH: pack club (")
    ada.line("the code is")
    join = ("join", f"{HERE}:{port}", ada.code, "--player", "random", "--name", "Ben")
    without = owm_net(*join, home=tmp_path / "b")
    assert without.returncode == 3
    words = words_of(made, tmp_path)
    assert f"the match is played with the pack club ({words}): get that" in without.stderr
