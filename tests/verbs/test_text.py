"""A match in text, through a pipe."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.client.tables.terminal import Reply
from owm_net.client.terminal.parts import Line, Look, Row, RowFrame, TextTable
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.text import say
from owm_net.files import squads
from owm_net.files.home import folder
from owm_net.files.private import private_path
from owm_net.games.heroes.kept import numbers_of
from owm_net.games.heroes.roster import ready_armies, roster_of
from owm_net.games.heroes.terms import Nation
from owm_net.program.logs.verdict_words import go_on
from owm_net.program.playing import text_seat
from owm_net.program.playing.text_seat import Lines, Taken, TextPlayer, to_the_end
from owm_net.program.terminal.printing import WIDTH, laid_out
from owm_net.session.match import Own
from owm_net.session.player import Clocks, Mute, Notice, Remark, Will, Word
from owm_net.session.stops import What
from owm_net.session.verify import Outcome
from tests.client.test_terminal import play
from tests.verbs.command import HERE, PATIENCE, PROGRAM, free_port, owm_net, surroundings
from tests.verbs.conftest import Start

CODE = "7-melon-sandal-orchid"


def typed(home: Path, lines: str, *arguments: str) -> str:
    """Return the program's output for typed lines."""
    run = subprocess.run(
        [*PROGRAM, *arguments],
        input=lines,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=surroundings(home),
    )
    assert run.returncode == 0, run.stderr
    assert "stopped" not in run.stderr  # the computer's process ends without a word
    assert "\x1b" not in run.stdout and "\r" not in run.stdout
    return run.stdout


@pytest.mark.rule("HON-ARMY-17")
def test_an_army_that_is_kept_is_taken_in_the_terminal_and_a_broken_file_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, broken = tmp_path / "home", tmp_path / "broken"
    monkeypatch.setenv("OWM_HOME", str(home))
    army = next(ready_armies(Nation.GERMAN, 250)).army
    squads.keep(folder("settings"), "heroes", "Able", numbers_of(roster_of(army)))
    match = ("play", "--text", "--system", "heroes", "--option", "armies=250")
    said = typed(home, "1\n\nquit\n", *match)
    assert "1. Able: An army of Major Karl Brandt" in said and "Sent: Able: " in said
    monkeypatch.setenv("OWM_HOME", str(broken))
    (folder("settings") / squads.FILE).write_text("[]")
    said = " ".join(typed(broken, "quit\n", *match).split())
    assert said.count("is not a valid file of squads") == 1 and "YOUR DECISION" in said
    assert "Traceback" not in said and "Able" not in said


def test_a_match_is_left_gone_on_with_and_resigned_in_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "match.owmlog"
    said = typed(
        tmp_path, "hand\nquit\n", "play", "--text", "--system", "skeleton", "--log", str(log)
    )
    assert "YOUR DECISION" in said and "1. " in said and "You hold" in said
    assert f"resume --text {log}" in said
    said = typed(tmp_path, "resign\nyes\n", "resume", "--text", str(log))
    assert "YOUR DECISION" in said and "for good" in said
    assert "verdict: OK" in said and "resigned" in said


def test_who_begins_is_told_whom_they_play_and_how_long_it_takes(tmp_path: Path) -> None:
    """Hailfire named attacker and defender, and not which of them one was."""
    said = typed(tmp_path, "quit\n", "play", "--text", "--system", "hailfire")
    before, _, after = said.partition("The attacker wins with more")
    assert "You play the Attacker." in before
    assert "A match takes about" in after.partition("YOUR DECISION")[0]


def test_a_friend_joins_in_the_terminal_writes_and_resigns(start: Start, tmp_path: Path) -> None:
    host = start(
        tmp_path / "ada", "host", "--system", "skeleton", "--bind", HERE, "--no-lan", "--port",
        port := free_port(), "--name", "Ada", "--player", "random",
        "--log", str(tmp_path / "ada.owmlog"),
    )  # fmt: skip
    host.line("the invitation for your friend")
    said = typed(
        tmp_path / "ben", "say good evening\nresign\nyes\n",
        "join", f"{HERE}:{port}", host.code, "--text", "--yes", "--name", "Ben", "--no-lan",
    )  # fmt: skip
    assert "you are seat 2" in said and "YOUR DECISION" in said
    assert "verdict: OK" in said and "resigned" in said
    host.line("Ben: good evening")
    host.line("Ben resigns")
    assert host.end().returncode == 0


class SomeMatch:
    """As much of a match as a seat in text looks at."""

    system, seats, names = games.get("skeleton"), 2, ("Ada", "Ben")
    own = Own(Seat(1), "Ben", Ed25519PrivateKey.generate(), bytes)
    offers = (What.ADJOURN,)

    def owed(self) -> list[int]:
        return [0]


async def test_who_was_never_asked_is_heard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As every guest at the beginning, and a player who resumes while the other is away."""
    began: list[bool] = []
    monkeypatch.setattr(Lines, "begin", lambda lines: began.append(True))
    seat, said = TextPlayer(SomeMatch()), list[Word]()  # type: ignore[arg-type]
    seat._lines._person = True
    seat.may_speak(said.append)
    assert began
    for line in ("say hello", "adjourn", "abandon", "retract", "mute", "unmute"):
        seat._lines._keep(line)
    assert said == [
        Remark("hello"),
        Will(What.ADJOURN),
        Will(What.ABANDON),
        Will(What.ADJOURN, on=False),
        Mute(Seat(0), True),
        Mute(Seat(0), False),
    ]
    seat.notice(Notice.AWAY, "Ada has left")
    seat.notice(Notice.TRYING, "dialling 192.0.2.1:7770")
    seat.clock(Clocks((65, 20), (0,), (300, 70)))
    capsys.readouterr()
    seat._lines._keep("status")
    told = capsys.readouterr().out
    for line in ("0:00 ago: Ada has left", "Dialling 192.0.2.1:7770", "Waiting for Ada.",
                 "On the clock: Ada has 1:05, Ben has 0:20.",
                 "decisions: Ada has 5:00, Ben has 1:10."):  # fmt: skip
        assert line in told
    seat.notice(Notice.BACK, "connected to Ada again")
    capsys.readouterr()
    seat._lines._keep("status")
    assert "ago" not in capsys.readouterr().out


async def test_a_pass_by_itself_leaves_at_the_end_of_a_slot(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    autojump_clock: trio.testing.MockClock,
) -> None:
    """And so does the answer of a player with a choice, as in the window."""
    seat = TextPlayer(SomeMatch())  # type: ignore[arg-type]
    monkeypatch.setattr(seat._talk, "ask", lambda view: ["YOUR DECISION"])
    monkeypatch.setattr(text_seat, "may_pass", lambda view: True)
    alone = Reply(("Automatically: Pass.",), answer=Pass())
    for passes, unasked, took, said in (
        (True, alone, 4.0, "Automatically: Pass.\n"),
        (True, None, 4.0, "YOUR DECISION\n"),
        (False, None, 1.0, "YOUR DECISION\n"),
    ):
        seat._talk.passes = passes
        monkeypatch.setattr(seat._talk, "unasked", lambda reply=unasked: reply)

        async def answer() -> Pass:
            await trio.sleep(1)
            return Pass()

        monkeypatch.setattr(seat, "_answer", answer)
        begun = trio.current_time()
        assert await seat.decide(object()) == Pass()  # type: ignore[arg-type]
        assert trio.current_time() - begun == took
        assert capsys.readouterr().out == said


def test_text_is_for_a_person(tmp_path: Path) -> None:
    refused = owm_net("join", CODE, "--text", "--player", "random", home=tmp_path)
    assert refused.returncode == 2
    assert "--text is for a person, and --player random plays itself" in refused.stderr


async def test_a_line_goes_to_the_question_that_was_asked_last() -> None:
    lines, got = Lines(), dict[str, str | None]()
    lines._token = trio.lowlevel.current_trio_token()  # nobody reads standard input

    async def ask(name: str) -> None:
        got[name] = await lines.next()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask, "decision")
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(ask, "offer")
        await trio.testing.wait_all_tasks_blocked()
        lines._put("yes")
        await trio.testing.wait_all_tasks_blocked()
        assert got == {"offer": "yes"}
        lines._put("1")
    assert got == {"offer": "yes", "decision": "1"}


@pytest.mark.parametrize("person", [True, False])
async def test_what_is_typed_while_nobody_asks_is_heard_of_a_person_and_kept_of_a_script(
    person: bool,
) -> None:
    heard: list[str] = []
    lines = Lines(heard.append)
    lines._person, lines._token = person, trio.lowlevel.current_trio_token()
    lines._put("say hello")
    await trio.testing.wait_all_tasks_blocked()
    assert heard == (["say hello"] if person else [])
    if not person:
        assert await lines.next() == "say hello"


def test_what_is_played_in_text_is_gone_on_with_in_text() -> None:
    assert "resume --text x.owmlog" in go_on(Path("x.owmlog"), Outcome.UNFINISHED, text=True)
    assert "--text" not in go_on(Path("x.owmlog"), Outcome.UNFINISHED)


def test_who_is_stopped_in_text_is_told_to_go_on_in_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "match.owmlog"
    private_path(log).touch()

    def stopped(*_: object) -> None:
        raise BaseExceptionGroup("", [KeyboardInterrupt()])

    monkeypatch.setattr(text_seat, "run_loop", stopped)
    with pytest.raises(KeyboardInterrupt) as error:
        to_the_end(Taken((log, Seat(0))), trio.sleep)
    assert f"resume --text {log}" in error.value.__notes__[0]
    private_path(log).unlink()  # it is over, and he was asked for a rematch
    assert to_the_end(Taken((log, Seat(0)), code=0), trio.sleep) == 0


class Terminal(io.StringIO):
    """Somebody looks."""

    def isatty(self) -> bool:
        return True


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard output is a terminal of 60 columns that shows colours."""
    for name, value in (("TERM", "xterm"), ("COLUMNS", "60"), ("WT_SESSION", "1")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setattr("sys.stdout", Terminal())


CODES = re.compile(r"\x1b\[[0-9;]*m")
"""Colours, and no other code: nothing moves the cursor."""
BOXES = re.compile(r"[─-╿]")


@pytest.mark.parametrize("system", games.names())
def test_everything_that_is_read_out_is_laid_out_in_the_width_of_the_terminal(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_terminal(monkeypatch)
    talk, _, said = play(system, 6)
    for word in ("?", "map", "grid", "status", "hand", "why", "advise", "undo", "rule smoke"):
        said += talk.on_line(word).lines
    for columns in (40, 60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        told = CODES.sub("", laid_out(said))
        assert max(map(len, told.splitlines())) <= columns
        assert all(c.isprintable() or c == "\n" for c in told)
        assert BOXES.search(told)
    for word in set(re.findall(r"[a-z]{4,7}", " ".join(map(str, said)))):  # nothing is lost
        if system != "owm":  # whose plain grid has first letters alone
            assert word in told.replace("\n", " ") or word in "".join(told.split()), word


@pytest.mark.parametrize("name", ["NO_COLOR", "TERM", "a pipe"])
def test_who_wants_plain_text_gets_the_lines_as_they_are_read_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_terminal(monkeypatch)
    talk, _, said = play("owm", 6)
    for word in ("?", "map", "grid", "status", "hand", "advise"):
        said += talk.on_line(word).lines
    assert "\x1b[" in laid_out(said)
    if name == "a pipe":
        monkeypatch.setattr("sys.stdout", io.StringIO())
    else:
        monkeypatch.setenv(name, "dumb")
    told = laid_out(said)
    assert "\x1b" not in told and not BOXES.search(told)
    assert " ".join(told.split()) == " ".join("\n".join(said).split())
    width = WIDTH if name == "a pipe" else 60
    assert max(map(len, told.splitlines())) <= width


HOSTILE = "[bold]x[/bold] [link=http://x]:smile: \x1b[2J\x07\u202e\x9b1m\r"


def test_what_strangers_write_is_no_markup_and_moves_no_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name, a remark, and what a pack or a log calls things."""
    open_terminal(monkeypatch)
    table = TextTable(frame=RowFrame.BOX, heads=(HOSTILE,), title=HOSTILE)
    grid = TextTable(frame=RowFrame.GRID, heads=(HOSTILE,), title=HOSTILE)
    lines = [
        HOSTILE,
        Line((HOSTILE, Look.BAD)),
        Row(HOSTILE, (HOSTILE, Line(HOSTILE)), table),
        Row(HOSTILE, (HOSTILE,), grid),
        say("{name} resigns", name=HOSTILE),
    ]
    monkeypatch.setenv("COLUMNS", "130")
    for fancy in (True, False):
        if not fancy:
            monkeypatch.setenv("NO_COLOR", "1")
        told = laid_out(lines)
        clean = CODES.sub("", told)
        assert all(c.isprintable() or c == "\n" for c in clean)
        assert clean.count("[bold]x[/bold] [link=http://x]:smile: ?[2J???1m?") == (
            10 if fancy else 5
        )
        assert ("\x1b" in told) is fancy
    seat = TextPlayer(SomeMatch())  # type: ignore[arg-type]
    monkeypatch.setattr("sys.stdout", stream := Terminal())
    seat.notice(Notice.REMARK, HOSTILE)
    assert "\x1b" not in stream.getvalue() and "[bold]x[/bold]" in stream.getvalue()


def test_a_line_that_is_wanted_whole_is_broken_at_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_terminal(monkeypatch)
    long = "verdict " * 30
    assert "\n" in laid_out([long], whole=True)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert laid_out([Line(long, indent=2)], whole=True) == f"  {long}"
    assert "\n" in laid_out([long])
