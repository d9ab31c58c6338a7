"""Whole matches between the page, in a browser, and the program, through a relay."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from owm_net.program.given_files import read_log
from owm_net.protocol.entries import read_records
from tests.verbs.command import HERE, Process, free_port, owm_net
from tests.web import door
from tests.web.at_the_page import PagePlayer, play
from tests.web.conftest import PAGE, relay_at
from tests.web.door import with_a_door

pytestmark = pytest.mark.slow
GAMES = ("owm", "squadcards", "nco", "hailfire", "heroes") if os.environ.get("OWM_BROWSER") else ()
PRESSES = 20
"""Of a match in `make browser`, before its tab is killed and after: the shortest takes more."""


@pytest.fixture
def eve(chromium: Any, relay: tuple[str, str]) -> Iterator[PagePlayer]:
    """Another player with a browser of her own."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    player = PagePlayer(context, relay[1], 2)
    yield player
    context.close()
    assert not player.faults


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[tuple[str, str]]:
    """Its address for programs, and that of a page with a door."""
    if not (PAGE / "index.html").exists():
        pytest.skip("there is no page: make page")
    folder, tcp, web = tmp_path_factory.mktemp("relay"), free_port(), free_port()
    with relay_at(tcp, web, folder, with_a_door(PAGE, folder)):
        yield f"{HERE}:{tcp}", f"http://{HERE}:{web}/"


def same_records(one: Path, other: Path) -> bool:
    """Return True if two logs hold the same. Their order within a step is chance."""
    return sorted(read_records(read_log(one))) == sorted(read_records(read_log(other)))


def agree(ann: PagePlayer, root: Path, log: Path) -> bytes:
    """Check that the browser keeps what the friend's log holds, and that both are good. Return the
    bytes that it keeps."""
    ann.kill()
    [kept] = ann.kept(root)
    assert same_records(kept, log)
    verdict = owm_net("verify", str(kept), home=root.with_name("verifies"))
    assert verdict.returncode == 0 and "verdict: OK" in verdict.stdout, verdict
    return kept.read_bytes()


def hands_out(ann: PagePlayer) -> bytes:
    """Check that the log is handed out at the end of a match and later, and that its replay knows
    our own cards; return its bytes."""
    name, log = ann.saved("end.log")
    ann.go("end.watch")
    ann.wait_for("replay.own")
    assert all("refused" not in one.states for one in ann.choices() if one.id == "replay.own")
    ann.go("top.leave", "leave.go", "confirm~1", "title:matches")
    ann.wait_for("draw")
    ann.press("draw")
    ann.wait_for("details.picture")
    assert ann.saved("log") == (name, log)
    return log


def breaks_off(ann: PagePlayer, ended: Callable[[], bool], presses: int) -> None:
    """Play so often, kill the tab without a word, go on in another by CONTINUE, and after as many
    presses leave the rest to the computer player, to the end."""
    play([ann], ended, presses)
    ann.kill()
    ann.open()
    ann.go("title:resume")
    play([ann], ended, presses)
    door.run(ann.page, door.DECIDES)
    play([ann], ended)


def hosts(ann: PagePlayer, game: str, mission: str = "", **how: str) -> str:
    """Choose a game at HOST, and wait; return the code. how: a word of what each of How you meet
    is to be turned to."""
    ann.open(name="Ann")
    ann.go("title:host")
    ann.choose(f"game:{game}")
    if mission:
        ann.choose(f"mission:{mission}")
    if how:
        ann.go("how")
        for name, value in how.items():
            ann.turn_to(f"how:{name}", value)
        ann.go("confirm")
    ann.go("confirm")
    return ann.code()


def watches_in_a_page(player: PagePlayer, code: str) -> None:
    player.open(code, "Eve")
    player.go("watch")
    player.wait_for("top.leave")


def sees_it_live(spectator: PagePlayer, players: Sequence[PagePlayer]) -> int:
    """Look on until the verdict is told; return how many different things were seen before."""
    seen = set[str]()

    def ended() -> bool:
        seen.add(spectator.texts())
        assert not any({"answers", "lit"} <= choice.states for choice in spectator.choices())
        return spectator.shows("end.details")

    play(players, ended)
    assert "verdict: OK" in spectator.texts()
    return len(seen)


@contextmanager
def ben_hosts(ann: PagePlayer, relay: str, home: Path, log: Path) -> Iterator[Process]:
    """Ben, the computer player of the program, hosts; Ann comes to him by his code."""
    host = ("host", "--system", "skeleton", "--relay", relay, "--relay-only")
    who = ("--player", "computer", "--name", "Ben", "--log", str(log))
    with Process(home, *host, *who) as ben:
        ben.line("the code is ")
        ann.open(ben.code, "Ann")
        ann.go("confirm", "arrival.yes")
        yield ben


def has_ended(process: Process) -> Callable[[], bool]:
    return lambda: process.process.poll() is not None


def test_a_match_goes_on_after_its_tab_was_killed(
    ann: PagePlayer, relay: tuple[str, str], tmp_path: Path
) -> None:
    """By the link of an invitation, in the middle of it without a word, by CONTINUE to its end:
    then both have the same log, and it is good."""
    log = tmp_path / "ben.owmlog"
    with ben_hosts(ann, relay[0], tmp_path / "ben", log) as ben:
        breaks_off(ann, has_ended(ben), 6)
        assert ben.end().returncode == 0
    saved = hands_out(ann)
    assert saved == agree(ann, tmp_path / "ann", log)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_hosted_in_a_page(
    ann: PagePlayer, relay: tuple[str, str], tmp_path: Path, game: str
) -> None:
    """The page waits, the program joins by what the page shows; the tab is killed in the middle,
    and the match goes on to its end."""
    log = tmp_path / "ben.owmlog"
    joins = ("join", hosts(ann, game), "--relay", relay[0], "--relay-only")
    who = ("--player", "computer", "--name", "Ben", "--log", str(log))
    with Process(tmp_path / "ben", *joins, *who) as ben:
        ann.go("arrival.yes")
        breaks_off(ann, has_ended(ben), PRESSES)
        assert ben.end().returncode == 0
    agree(ann, tmp_path / "ann", log)


@pytest.mark.parametrize("game", GAMES)
def test_the_computer_plays_in_the_page(ann: PagePlayer, tmp_path: Path, game: str) -> None:
    """With a hint, and with the tab killed in the middle, to the end."""
    ann.open(name="Ann")
    ann.go("title:new")
    ann.choose(f"game:{game}")
    ann.go("confirm")
    play([ann], lambda: ann.is_asked)
    ann.go("top.hint")
    ann.go("hint.take")
    breaks_off(ann, lambda: ann.shows("end.details"), PRESSES)
    ann.kill()
    [kept] = ann.kept(tmp_path / "ann")
    verdict = owm_net("verify", str(kept), home=tmp_path / "verifies")
    assert verdict.returncode == 0 and "verdict: OK" in verdict.stdout, verdict


def is_given_a_hint(ann: PagePlayer) -> None:
    ann.go("title:new")
    ann.choose("game:squadcards")
    ann.go("confirm")
    play([ann], lambda: ann.is_asked)
    ann.go("top.hint")
    ann.go("hint.take")
    play([ann], lambda: False, 3)


def test_a_second_python_thinks_so_the_table_answers_meanwhile(ann: PagePlayer) -> None:
    """The first one cannot, here."""
    ann.open(name="Ann")
    door.run(ann.page, "from owm_net.program.computer import asked; asked.find = None")
    is_given_a_hint(ann)


def test_where_no_second_python_runs_the_first_one_thinks(chromium: Any, tmp_path: Path) -> None:
    page = with_a_door(PAGE, tmp_path)
    for path in page.glob("*/thinker.mjs*"):
        path.unlink()
    tcp, web = free_port(), free_port()
    with relay_at(tcp, web, tmp_path / "relay", page):
        context = chromium.new_context()
        ann = PagePlayer(context, f"http://{HERE}:{web}/")
        ann.open(name="Ann")
        is_given_a_hint(ann)
        context.close()


SHARED = (("heroes", "two-against-one", 1), ("owm", "king-of-the-hill", 2)) if GAMES else ()


@pytest.mark.parametrize(("game", "mission", "computers"), SHARED)
def test_three_and_four_seats(
    ann: PagePlayer, eve: PagePlayer, relay: tuple[str, str], tmp_path: Path, game: str,
    mission: str, computers: int,
) -> None:  # fmt: skip
    """Two pages, and one or two computer players of the program; a tab is killed in between."""
    how = {"seats": str(2 + computers)} if game == "owm" else {}
    code = hosts(ann, game, mission, **how)
    eve.open(code, "Eve")
    eve.go("confirm")
    eve.wait_for("arrival.yes")
    ann.go("arrival.yes")
    eve.go("arrival.yes")
    log = tmp_path / "0.owmlog"
    with ExitStack() as started:
        for n in range(computers):
            joins = ("join", code, "--relay", relay[0], "--relay-only", "--player", "computer")
            more = ("--name", f"Bot {n}", "--log", str(tmp_path / f"{n}.owmlog"))
            bot = started.enter_context(Process(tmp_path / f"bot {n}", *joins, *more))
            ann.go("arrival.yes")
        play([ann, eve], has_ended(bot), PRESSES)
        eve.kill()
        eve.open()
        eve.go("title:resume")
        play([ann, eve], has_ended(bot), PRESSES)
        for player in (ann, eve):
            door.run(player.page, door.DECIDES)
        play([ann, eve], has_ended(bot))
        assert bot.end().returncode == 0
    agree(ann, tmp_path / "ann", log)
    agree(eve, tmp_path / "eve", log)


@pytest.mark.skipif(not GAMES, reason="make browser")
def test_a_match_of_a_page_is_watched_in_a_page_and_by_the_program(
    ann: PagePlayer, eve: PagePlayer, relay: tuple[str, str], tmp_path: Path
) -> None:
    """Ann hosts at a page and lets others watch. Eve, at a page, and the program watch her match
    against the program by the code that she is shown: as it is played, and no hand."""
    log, seen = tmp_path / "cyd.owmlog", tmp_path / "dan.owmlog"
    joins = ("join", hosts(ann, "owm", watch="At once"), "--relay", relay[0], "--relay-only")
    who = ("--player", "computer", "--name", "Cyd", "--log", str(log))
    with Process(tmp_path / "cyd", *joins, *who) as cyd:
        ann.go("arrival.yes")
        ann.wait_for("top.chat")
        ann.go("top.chat")
        [code] = re.findall(r"the code for spectators is (\S+):", ann.texts())
        ann.go("confirm")
        watches = ("watch", code, "--relay", relay[0], "--relay-only", "--no-window")
        with Process(tmp_path / "dan", *watches, "--log", str(seen)) as dan:
            dan.line("watching Of War and Men")
            watches_in_a_page(eve, code)
            door.run(ann.page, door.DECIDES)
            steps = sees_it_live(eve, [ann])
            assert cyd.end().returncode == 0
            assert dan.end().returncode == 0
    assert steps > 10
    agree(eve, tmp_path / "eve", log)
    agree(ann, tmp_path / "ann", log)
    assert same_records(seen, log)


@pytest.mark.skipif(not GAMES, reason="make browser")
def test_a_match_of_the_program_is_watched_in_a_page(
    ann: PagePlayer, eve: PagePlayer, relay: tuple[str, str], tmp_path: Path
) -> None:
    """By the code that its host was told, while Ann plays it at another page."""
    log = tmp_path / "cyd.owmlog"
    at = ("--relay", relay[0], "--relay-only")
    host = ("host", "--system", "squadcards", *at, "--spectators", "0", "--player", "computer")
    with Process(tmp_path / "cyd", *host, "--log", str(log)) as cyd:
        cyd.line("the code is ")
        ann.open(cyd.code, "Ann")
        ann.go("confirm")
        ann.go("arrival.yes")
        line = cyd.line("the invitation for spectators: owm-net watch ")
        watches_in_a_page(eve, line.partition("watch ")[2].split()[0])
        door.run(ann.page, door.DECIDES)
        assert sees_it_live(eve, [ann]) > 10
        assert cyd.end().returncode == 0
    agree(eve, tmp_path / "eve", log)
    agree(ann, tmp_path / "ann", log)
