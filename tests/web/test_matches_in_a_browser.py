"""Whole matches between the page, in a browser, and the program, through a relay."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from owm_net.program.given_files import read_log
from owm_net.protocol.entries import read_records
from tests.verbs.command import Process, owm_net
from tests.web.at_the_page import PagePlayer

pytestmark = pytest.mark.slow
GAMES = ("owm", "squadcards", "nco", "hailfire", "heroes") if os.environ.get("OWM_BROWSER") else ()
PRESSES = 60
"""Of a match in `make browser`, before its tab is killed and after."""


def same_records(one: Path, other: Path) -> bool:
    """Return True if two logs hold the same. Their order within a step is chance."""
    return sorted(read_records(read_log(one))) == sorted(read_records(read_log(other)))


def agree(ann: PagePlayer, root: Path, log: Path) -> None:
    """Check that the browser keeps what the friend's log holds, and that both are good."""
    ann.kill()
    [kept] = ann.kept(root)
    assert same_records(kept, log)
    verdict = owm_net("verify", str(kept), home=root.with_name("verifies"))
    assert verdict.returncode == 0 and "verdict: OK" in verdict.stdout, verdict


def test_a_match_goes_on_after_its_tab_was_killed(
    ann: PagePlayer, relay: tuple[str, str], tmp_path: Path
) -> None:
    """By the link of an invitation, in the middle of it without a word, by CONTINUE to its end:
    then both have the same log, and it is good."""
    log = tmp_path / "ben.owmlog"
    hosts = ("host", "--system", "skeleton", "--relay", relay[0], "--relay-only")
    who = ("--player", "computer", "--name", "Ben", "--log", str(log))
    with Process(tmp_path / "ben", *hosts, *who) as ben:
        ben.line("the code is ")
        ann.open(ben.code, "Ann")
        ann.go("confirm")
        ann.go("arrival.yes")
        ann.play(ben, 6)
        ann.kill()
        ann.open()
        ann.go("title:resume")
        ann.play(ben)
        assert ben.end().returncode == 0
    agree(ann, tmp_path / "ann", log)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_hosted_in_a_page(
    ann: PagePlayer, relay: tuple[str, str], tmp_path: Path, game: str
) -> None:
    """The page waits, the program joins by what the page shows; the tab is killed in the middle,
    and later Ann resigns."""
    log = tmp_path / "ben.owmlog"
    ann.open(name="Ann")
    ann.go("title:host")
    ann.choose(f"game:{game}")
    ann.go("confirm")
    joins = ("join", ann.code(), "--relay", relay[0], "--relay-only")
    who = ("--player", "computer", "--name", "Ben", "--log", str(log))
    with Process(tmp_path / "ben", *joins, *who) as ben:
        ann.go("arrival.yes")
        ann.play(ben, PRESSES)
        ann.kill()
        ann.open()
        ann.go("title:resume")
        ann.play(ben, PRESSES)
        ann.go("top.resign", "resign.give_up", "sure.yes")
        assert ben.end().returncode == 0
    agree(ann, tmp_path / "ann", log)


@pytest.mark.skipif(not GAMES, reason="make browser")
def test_the_computer_plays_in_the_page(ann: PagePlayer, tmp_path: Path) -> None:
    """With the tab killed in the middle, until Ann resigns."""
    ann.open(name="Ann")
    ann.go("title:new")
    ann.choose("game:squadcards")
    ann.go("confirm")
    ann.play(None, PRESSES)
    ann.kill()
    ann.open()
    ann.go("title:resume")
    ann.play(None, PRESSES)
    ann.go("top.resign", "resign.give_up", "sure.yes")
    ann.wait_for("end.again", "end.new")
    ann.kill()
    [kept] = ann.kept(tmp_path / "ann")
    verdict = owm_net("verify", str(kept), home=tmp_path / "verifies")
    assert verdict.returncode == 0 and "verdict: OK" in verdict.stdout, verdict
