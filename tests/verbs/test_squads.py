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
}
"""Of a game: what a new squad is made of, what is added, and what is taken out again."""


@pytest.mark.parametrize("game", BUILT)
def test_a_squad_is_built_changed_and_kept_in_the_terminal(game: str, tmp_path: Path) -> None:
    new, more, gone = BUILT[game]
    assert "new NAME" in typed("squads", game, home=tmp_path).stdout
    pool = typed("squads", game, "pool", new[0], home=tmp_path).stdout
    assert "point" in pool and len(pool.splitlines()) > 10
    made = typed("squads", game, "new", "Mine", *new, home=tmp_path)
    assert made.returncode == 0 and "Mine: " in made.stdout, made.stderr
    before = squads.kept(tmp_path / "settings", game)["Mine"]
    assert typed("squads", game, "add", "Mine", *more, home=tmp_path).returncode == 0
    assert squads.kept(tmp_path / "settings", game)["Mine"] != before
    assert typed("squads", game, "remove", "Mine", gone, home=tmp_path).returncode == 0
    checked = typed("squads", game, "check", "Mine", "--json", home=tmp_path)
    assert json.loads(checked.stdout)["faults"] == [] and checked.returncode == 0
    assert typed("squads", game, "delete", "Mine", home=tmp_path).returncode == 0
    assert not squads.kept(tmp_path / "settings", game)


def test_what_is_kept_is_offered_by_its_name_in_a_match(tmp_path: Path) -> None:
    typed("squads", "nco", "new", "Riflemen", *BUILT["nco"][0], home=tmp_path)
    system = games.get("nco")
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
    while getattr(match.request, "kind", "") != "roster":
        match.step()
    kept = in_words(system).kept(
        match.view(0), lambda shelf: squads.kept(tmp_path / "settings", shelf)
    )
    assert [name for name, _ in kept] == ["Riflemen"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["owm", "new", "Mine", "us_6th", "3"], "name a division first: us_5th_rangers"),
        (["owm", "new", "Mine", "us_5th_rangers", "Bond"], "Bond is no soldier here"),
        (["nco", "new", "Mine", "us_army", "sergeant club"], "a soldier is typed as profile"),
        (["heroes", "new", "Mine", "us", "de_t_major"], "de_t_major is no tile"),
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


def test_a_squad_that_costs_too_much_fails_its_check(tmp_path: Path) -> None:
    typed("squads", "owm", "new", "Mine", *BUILT["owm"][0], home=tmp_path)
    assert typed("squads", "owm", "check", "Mine", home=tmp_path).returncode == 0
    run = typed("squads", "owm", "check", "Mine", "--points", "10", home=tmp_path)
    assert run.returncode == 1 and "of 10 (OWM-MISS-04)" in run.stdout
