"""`owm-net squads`: squads and armies of one's own, built without the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from owm_net import games
from owm_net.client.tables import in_words
from owm_net.engine.local import LocalMatch, random_player
from owm_net.files import squads
from tests.verbs.command import typed

BUILT = {
    "owm": (["us_5th_rangers", "3", "5", "Hodge"], ["4", "7", "8", "--team", "2"], "8"),
    "nco": (["us_army", "sergeant smg", "private rifle"], ["medic pistol morphine"], "2"),
    "heroes": (
        ["us", "us_t_captain", "us_t_rifle"],
        ["us_t_rifle:P1=eq_grenade"],
        "us_t_rifle:P1",
    ),
    "hailfire": (
        ["us", *["us_rifle=4 us_lmg", "us_m8=2", "elite us_m4"] * 2],
        ["poor us_rifle us_m8", "--team", "1"],
        "1:us_m8",
    ),
}
"""Of a game: what a new squad is made of, what is added, and what is taken out again."""


@pytest.mark.parametrize("game", BUILT)
def test_a_squad_is_built_changed_and_kept_in_the_terminal(game: str, tmp_path: Path) -> None:
    new, more, gone = BUILT[game]
    assert "new NAME" in typed("squads", game, home=tmp_path).stdout
    pool = typed("squads", game, "pool", new[0], home=tmp_path).stdout
    assert "point" in pool and len(pool.splitlines()) > 10
    made = typed("squads", game, "new", "Mine", *new, home=tmp_path)
    if game == "heroes":  # what is typed there is no name
        assert "Rifle platoon (135 points): us_t_rifle" in " ".join(pool.split())
        assert "Rifle platoon (135 points): us_t_rifle\n" in made.stdout
    assert made.returncode == 0 and "Mine: " in made.stdout, made.stderr
    before = squads.kept(tmp_path / "settings", game)["Mine"]
    assert typed("squads", game, "add", "Mine", *more, home=tmp_path).returncode == 0
    assert squads.kept(tmp_path / "settings", game)["Mine"] != before
    assert typed("squads", game, "remove", "Mine", gone, home=tmp_path).returncode == 0
    checked = typed("squads", game, "check", "Mine", "--json", home=tmp_path)
    assert json.loads(checked.stdout)["faults"] == [] and checked.returncode == 0
    assert typed("squads", game, "delete", "Mine", home=tmp_path).returncode == 0
    assert not squads.kept(tmp_path / "settings", game)


@pytest.mark.parametrize(
    ("game", "mission", "kind", "said"),
    [("nco", "", "roster", "us_army"), ("hailfire", "mill-meeting", "force", "436 points: ")],
)
def test_what_is_kept_is_offered_by_its_name_in_a_match(
    game: str, mission: str, kind: str, said: str, tmp_path: Path
) -> None:
    typed("squads", game, "new", "Riflemen", *BUILT[game][0], home=tmp_path)
    system = games.get(game)
    match = LocalMatch(system, system.default_setup(mission), 1, [random_player] * 2)
    while getattr(match.request, "kind", "") != kind:
        match.step()
    words, view = in_words(system), match.view(0)
    kept = list(words.kept(view, lambda shelf: squads.kept(tmp_path / "settings", shelf)))
    assert [name for name, _ in kept] == ["Riflemen"]
    assert said in f"{kept[0][1]} {words.more(view, kept[0][1])}"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["owm", "new", "Mine", "us_6th", "3"], "name a division first: us_5th_rangers"),
        (["owm", "new", "Mine", "us_5th_rangers", "Bond"], "Bond is no soldier here"),
        (["nco", "new", "Mine", "us_army", "sergeant club"], "“club” is not known: a soldier"),
        (["nco", "new", "Mine", "us_army", "sergeant"], "“sergeant” is not known: a soldier"),
        (["nco", "new", "Mine", "us_army", ""], "“” is not known: a soldier is typed as profile"),
        (["nco", "new", "Mine", "us_army", "sergeant smg hat"], "“hat” is not known"),
        (
            ["nco", "new", "Mine", "us_army", "corporal smg grenades=99999999999999"],
            "grenades=99999999999999: a Corporal carries ",
        ),
        (["nco", "new", "Mine", "us_army", "private rifle grenades=x"], "grenades=x: no grenades"),
        (
            ["owm", "new", "Mine", "us_5th_rangers", "3", "--team", "2"],
            "there is no Fireteam 2: write 1 to 1",
        ),
        (
            ["nco", "new", "Mine", "us_army", "medic pistol", "--team", "1"],
            "--team changes nothing",
        ),
        (["heroes", "new", "Mine", "us", "us_t_rifle", "--team", "1"], "--team changes nothing"),
        (["nco", "new", "Mine", "us_army", "medic pistol", "--points", "9"], "--points changes"),
        (["owm", "list", "--team", "1"], "--team changes nothing in owm list: leave it out"),
        (
            ["owm", "pool", "us_5th_rangers", "--points", "9"],
            "--points changes nothing in owm pool",
        ),
        (["owm", "delete", "Mine", "--points", "9"], "--points changes nothing in owm delete"),
        (["owm", "check", "Mine", "--points", "-1"], "--points is 1 or more, not -1"),
        (["heroes", "new", "Mine", "us", "de_t_major"], "de_t_major is no tile"),
        (["hailfire", "new", "Mine", "us", "us_tiger"], "“us_tiger” is not known: a Unit is typed"),
        (["hailfire", "new", "Mine", "us", "ger_tiger"], "a force is of one nation"),
        (["hailfire", "new", "Mine", "us", "us_m4", "--team", "2"], "there is no Unit 2: write"),
        (["hailfire", "new", "Mine", "usa", "us_m4"], "name a nation first: us, ger, brit, sov"),
        (["owm", "add", "Nobody", "3"], "no squad is called Nobody"),
        (["squadcards"], "squadcards has no squads to build; these have: "),
        (["owm", "new", "Mine"], "squads owm new NAME FORCE WHAT..."),
    ],
)
def test_what_cannot_be_built_says_what_can(words: list[str], why: str, tmp_path: Path) -> None:
    run = typed("squads", *words, home=tmp_path)
    assert (
        run.returncode == 2
        and why in run.stderr
        and not squads.kept(tmp_path / "settings", words[0])
    )


@pytest.mark.parametrize(
    ("game", "groups", "words"),
    [
        ("owm", ((99_999,),), ["3"]),
        ("nco", ((0, 99_999, 0, 0),), ["medic pistol"]),
        ("heroes", ((0, 99_999),), ["us_t_rifle"]),
        ("hailfire", ((1, 0, 99_999),), ["us_m4"]),
    ],
)
def test_a_squad_of_another_version_is_listed_and_can_only_be_deleted(
    game: str, groups: squads.Groups, words: list[str], tmp_path: Path
) -> None:
    typed("squads", game, "new", "Mine", *BUILT[game][0], home=tmp_path)
    squads.keep(tmp_path / "settings", game, "Far", groups)
    far, mine = typed("squads", game, home=tmp_path).stdout.splitlines()
    assert far == "Far: cannot be read here (another version, or a pack)"
    assert mine.startswith("Mine: ") and "point" in mine
    checked = typed("squads", game, "check", "Far", home=tmp_path)
    assert checked.returncode == 1 and checked.stdout.splitlines() == [
        far,
        "Wrong: cannot be read here (another version, or a pack)",
    ]
    rows = json.loads(typed("squads", game, "list", "--json", home=tmp_path).stdout)["squads"]
    assert rows[0]["lines"] == [] and "cannot be read here" in rows[0]["cost"]
    for what in ("add", "remove"):
        run = typed("squads", game, what, "Far", *words, home=tmp_path)
        assert run.returncode == 2 and "cannot be read here" in run.stderr
    assert squads.kept(tmp_path / "settings", game)["Far"] == groups
    assert typed("squads", game, "delete", "Far", home=tmp_path).returncode == 0


def test_an_army_without_tiles_is_told_and_can_be_mended(tmp_path: Path) -> None:
    (tmp_path / "settings").mkdir()
    squads.keep(tmp_path / "settings", "heroes", "Bare", ((1, 2), (3,)))
    told = typed("squads", "heroes", "check", "Bare", home=tmp_path)
    assert told.returncode == 1 and "Bare: " in told.stdout and "it has no tile" in told.stdout
    assert not told.stderr


@pytest.mark.parametrize("game", BUILT)
def test_the_last_of_a_squad_stays(game: str, tmp_path: Path) -> None:
    new = BUILT[game][0][:2]
    typed("squads", game, "new", "Mine", *new, home=tmp_path)
    gone = "1" if game in ("nco", "hailfire") else new[1]
    run = typed("squads", game, "remove", "Mine", gone, home=tmp_path)
    assert run.returncode == 2 and "must be left; delete removes the" in run.stderr
    assert squads.kept(tmp_path / "settings", game)["Mine"]


def test_a_squad_that_costs_too_much_fails_its_check(tmp_path: Path) -> None:
    typed("squads", "owm", "new", "Mine", *BUILT["owm"][0], home=tmp_path)
    assert typed("squads", "owm", "check", "Mine", home=tmp_path).returncode == 0
    run = typed("squads", "owm", "check", "Mine", "--points", "10", home=tmp_path)
    assert run.returncode == 1 and "of 10 (OWM-MISS-04)" in run.stdout
    typed("squads", "hailfire", "new", "Mine", *BUILT["hailfire"][0], home=tmp_path)
    run = typed("squads", "hailfire", "check", "Mine", "--points", "400", home=tmp_path)
    assert run.returncode == 1 and "of 400 points: remove 36 (HAIL-PORG-07)" in run.stdout
