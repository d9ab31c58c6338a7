"""The newcomer, as a player is told and asked: friends, strangers, a known name with another
key."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
import trio.testing

from owm_net.files.friends import Book, book_path, change_book, read_book
from owm_net.net.consent import SAID_NO, ConsentQuestion, Known
from owm_net.program.failing import Fail
from owm_net.program.meeting import welcome
from owm_net.program.meeting.welcome import NOBODY, PlayersWelcome
from owm_net.program.terminal import keyboard, prompts
from owm_net.protocol.channel import Peer
from owm_net.protocol.words import fingerprint
from tests.verbs.command import (
    HERE,
    PATIENCE,
    PROGRAM,
    Process,
    free_port,
    one_line,
    owm_net,
    surroundings,
)
from tests.verbs.conftest import Start

ADA, EVE = bytes([1]) * 32, bytes([2]) * 32
WAS, IS = fingerprint(ADA), fingerprint(EVE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of somebody who has met Ada four times."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    for _ in range(4):
        change_book(lambda book: book.met(ADA, "Ada", "2026-03-01"))
    return tmp_path


class Player:
    """A player who is asked. lines: everything they read."""

    def __init__(self, word: bool = True) -> None:
        self.lines: list[str] = []
        self.asked: list[ConsentQuestion] = []
        self._word = word

    async def __call__(self, question: ConsentQuestion) -> bool:
        self.asked.append(question)
        return self._word


async def came(
    name: str, key: bytes, *, word: bool | None = True, yes: bool = False
) -> tuple[str, Player]:
    """Return what a newcomer under this name is told, and what our player read. word: their answer;
    None where there is nobody to ask."""
    player = Player(bool(word))
    door = PlayersWelcome(player.lines.append, None if word is None else player, yes=yes)
    said = await door.ask(Peer(key, name, "test"))
    return said, player


async def test_a_friend_is_known_by_his_key_and_nobody_is_asked() -> None:
    for word, yes in ((True, False), (None, False), (None, True)):
        said, player = await came("Ada", ADA, word=word, yes=yes)
        assert said == "" and not player.asked
        assert player.lines == [f"Ada is here: {WAS}, known since 2026-03-01, 4 matches"]


async def test_a_friend_under_another_name_is_told_in_one_line() -> None:
    said, player = await came("Countess\x1b[2J", ADA)
    assert said == "" and player.lines[1:] == [
        "ATTENTION: Ada calls themselves Countess?[2J in this match"
    ]
    assert read_book().friends[0].name == "Ada"


@pytest.mark.parametrize("word", [True, False])
async def test_a_stranger_is_asked_about_with_his_six_words(word: bool) -> None:
    said, player = await came("Eve", EVE, word=word)
    assert said == ("" if word else SAID_NO) and len(player.asked) == 1
    assert player.lines == [f"Eve is here: {IS}, never met"]


async def test_where_nobody_can_be_asked_a_stranger_needs_a_yes_beforehand() -> None:
    said, player = await came("Eve", EVE, word=None)
    assert said == NOBODY and "start with --yes" in player.lines[-1]
    said, player = await came("Eve", EVE, word=None, yes=True)
    assert said == "" and player.lines == [f"Eve is here: {IS}, never met"]
    said, player = await came("Eve", EVE, yes=True)
    assert said == "" and not player.asked


@pytest.mark.parametrize("name", ["Ada", "ADA", "A\u00a0d\u200ba", "\u0410da", "Ada "])
async def test_another_key_under_a_known_name_is_said_loudly(name: str) -> None:
    """Who, what, the six words before and now, and what to do; a yes beforehand does not count."""
    for yes in (False, True):
        said, player = await came(name, EVE, word=False, yes=yes)
        [question] = player.asked
        assert said == SAID_NO and question.other is not None and question.other.words == WAS
        whole = " ".join(player.lines)
        assert player.lines[0].startswith("ATTENTION: ") and WAS in whole and IS in whole
        assert "known since 2026-03-01, 4 matches" in whole and "by telephone" in whole
        assert "friends forget Ada" in whole and all(line.isprintable() for line in player.lines)
        said, player = await came(name, EVE, word=None, yes=yes)
        assert said == NOBODY and "does not count for another key" in player.lines[-1]


async def test_whoever_is_said_yes_to_all_the_same_takes_nobodys_place() -> None:
    said, _ = await came("Ada", EVE)
    assert said == ""
    door = PlayersWelcome(lambda line: None, None)
    door.met(Peer(EVE, "Ada", "test"))
    ada, other = read_book().friends
    assert (ada.name, ada.identity, ada.matches) == ("Ada", ADA, 4)
    assert (other.name, other.identity, other.matches) == ("Ada 2", EVE, 1)
    said, player = await came("Ada", EVE, word=None)
    assert said == "" and player.lines[0].startswith("Ada 2 is here: ")
    assert player.lines[1:] == [
        "ATTENTION: Ada 2 calls themselves Ada in this match, as Ada does, whom you know as well"
    ]


@pytest.mark.parametrize("name", ["Ada", "Ada L", "$(reboot)", "-h", "Ada'; rm -rf ~", IS])
async def test_what_one_is_told_to_type_names_the_friend_in_any_shell(name: str) -> None:
    """A name comes from others. The six words are those of nobody else, and need no quotes."""
    change_book(lambda book: book.named("Ada", name))
    change_book(lambda book: book.met(EVE, "Cem", "2026-03-01"))
    _, player = await came(name, bytes([3]) * 32, word=False)
    [question] = player.asked
    typed = re.search(r"friends forget (.*?), and meet again", question.advice)
    assert typed is not None and shlex.split(typed[1]) == [typed[1]]
    assert read_book().find(typed[1]).identity == ADA
    assert typed[1] == (name if name == "Ada" else WAS)


async def test_of_two_who_come_one_is_asked_about_after_the_other(
    autojump_clock: trio.testing.MockClock,
) -> None:
    open_questions: list[str] = []

    async def slowly(question: ConsentQuestion) -> bool:
        assert not open_questions
        open_questions.append(question.here.name)
        await trio.sleep(10)
        return bool(open_questions.pop())

    door = PlayersWelcome(lambda line: None, slowly)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.ask, Peer(EVE, "Eve", ""))
        nursery.start_soon(door.ask, Peer(bytes([3]) * 32, "Cem", ""))


def test_friends_who_alone_may_come_are_known_by_name() -> None:
    door = PlayersWelcome(lambda line: None, None, friends=["ada"])
    assert door.only == {ADA}
    with pytest.raises(Fail, match="Bob is not in your friends list; to see it: "):
        PlayersWelcome(lambda line: None, None, friends=["ada", "Bob"])


def test_a_damaged_book_is_said_before_anybody_waits() -> None:
    book_path().write_bytes(b"{")
    run = owm_net("host", "--player", "random", home=book_path().parents[1])
    assert "cannot read your book of friends" in one_line(run, 3) and not run.stdout


def test_a_book_that_takes_nobody_does_not_keep_a_match_from_beginning(home: Path) -> None:
    lines: list[str] = []
    door = PlayersWelcome(lines.append, None)
    book_path().write_bytes(b"{")
    door.met(Peer(EVE, "Eve", ""))
    assert len(lines) == 1 and lines[0].startswith("Eve is not noted: cannot read")


# ------------------------------------------------------------------ whole programs

HOST = ("host", "--system", "skeleton", "--bind", HERE, "--no-lan", "--player", "random")


def test_who_has_the_code_and_another_key_does_not_get_in_beside_a_friend(
    tmp_path: Path, start: Start
) -> None:
    """The attacker knows the code and the name. The friend comes after the attacker, with the same
    code, and both note each other."""
    ada, ben, eve = (tmp_path / name for name in ("a", "b", "e"))
    join = ("--player", "random", "--name", "Ben", "--no-lan")

    def played(host: Process, address: str, **more: str) -> None:
        assert owm_net("join", address, host.code, *join, home=ben, **more).returncode == 0
        assert host.end().returncode == 0, host.story()

    port = free_port()
    first = start(ada, *HOST, "--name", "Ada", "--port", port)
    first.line("the code is ")
    played(first, f"{HERE}:{port}")
    port = free_port()
    second = start(ada, *HOST, "--name", "Ada", "--port", port, "--friend", "ben", yes="")
    second.line("the code is ")
    stranger = owm_net("join", f"{HERE}:{port}", second.code, *join, home=eve)
    assert "the host waits for somebody else" in one_line(stranger, 3)
    line = second.line("no seat for Ben (")
    assert "with the key " in line and "you let in your friend alone" in line
    played(second, f"{HERE}:{port}", yes="")
    assert "playing" in "".join(second.said[0]) and "with Ben (" in "".join(second.said[0])
    for who, other in ((ada, "Ben"), (ben, "Ada")):
        os.environ["OWM_HOME"] = str(who)
        [friend] = read_book().friends
        assert (friend.name, friend.matches) == (other, 2)
    os.environ["OWM_HOME"] = str(eve)
    assert read_book() == Book()


def test_without_a_terminal_and_without_a_yes_a_stranger_is_sent_away_and_the_host_waits_on(
    tmp_path: Path, start: Start
) -> None:
    port = free_port()
    ada = start(tmp_path / "a", *HOST, "--port", port, yes="")
    ada.line("the code is ")
    code = ada.code
    ben = owm_net("join", f"{HERE}:{port}", code, "--player", "random", home=tmp_path / "b")
    assert "nobody is there who could say yes to you" in one_line(ben, 3)
    ada.line("start with --yes")
    ada.line("was sent away; still waiting")
    assert ada.code == code, "nobody has said no: the friend may come with it"


class Terminal:
    """A program at a separate terminal."""

    def __init__(self, home: Path, *arguments: str) -> None:
        import pty
        import subprocess

        self._ours, theirs = pty.openpty()
        self.said = ""
        self._read_on = 0
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings(home, COLUMNS="200"),  # no line is broken
            start_new_session=True,
        )
        os.close(theirs)

    def until(self, words: str) -> None:
        """Read on until it has said these words."""
        import select

        while words not in self.said[self._read_on :]:
            assert select.select([self._ours], [], [], PATIENCE)[0], self.said
            try:
                self.said += os.read(self._ours, 4096).decode("utf-8", "replace")
            except OSError:  # it has ended
                raise AssertionError(f"it never said {words!r}\n{self.said}") from None
        self._read_on = self.said.index(words, self._read_on) + len(words)

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_at_two_terminals_both_are_asked_and_say_yes(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    """Lines typed before the question are no answer; a no lets the host wait on."""
    port = free_port()
    ada = Terminal(tmp_path / "a", *HOST, "--name", "Ada", "--port", port)
    terminals.append(ada)
    ada.type("y\n")
    ada.until("the invitation for your friend: ")

    def guest(name: str) -> Terminal:
        code = re.findall(r"[0-9]+-[a-z]+-[a-z]+-[a-z]+", ada.said)[-1]
        side = Terminal(
            tmp_path / name, "join", f"{HERE}:{port}", code, "--name", name,
            "--player", "random", "--no-lan",
        )  # fmt: skip
        terminals.append(side)
        return side

    eve = guest("Eve")
    ada.until("Play with Eve? [y/n] ")
    ada.type("what?\n")
    ada.until("Play with Eve? [y/n] ")
    ada.type("n\n")
    eve.until("does not want to play with you now")
    ada.until("Tell your friend the new code, by a way you trust: ")
    ada.until("\n")
    ben = guest("Ben")
    ada.until("Play with Ben? [y/n] ")
    ada.type("y\n")
    ben.until("Play with Ada? [y/n] ")
    ben.type("yes\n")
    ben.until("verdict: OK")
    ada.until("verdict: OK")


async def test_the_whole_word_is_wanted_for_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """y is typed without reading."""
    typed = iter(["y", "", "ye", "YES"])
    prompts: list[str] = []

    async def line(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed) + "\n"

    monkeypatch.setattr(welcome, "typed_line", line)
    other = Known("Ada", WAS, "known since 2026-03-01, 4 matches")
    assert await welcome.ask_in_terminal(ConsentQuestion(Known("Ada", IS, "never met"), other))
    assert len(prompts) == 4 and "the whole word yes" in prompts[0]


async def test_what_is_told_while_one_is_asked_stands_above_the_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else the question is lost in the middle of a line."""
    monkeypatch.setattr(keyboard, "_forget_what_was_typed", lambda: None)
    for how in ("_typed_at_posix", "_typed_at_windows"):
        monkeypatch.setattr(keyboard, how, trio.sleep_forever)
    prompts.show_above("waiting")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keyboard.typed_line, "Play? ")
        await trio.testing.wait_all_tasks_blocked()
        prompts.show_above("Eve is asked")
        nursery.cancel_scope.cancel()
    prompts.show_above("Eve is gone")
    lines = ["waiting", "Play? ", "Eve is asked", "Play? ", "Eve is gone"]
    assert capsys.readouterr().out.splitlines() == lines


async def test_the_end_of_the_input_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    async def line(prompt: str) -> None:
        return None

    monkeypatch.setattr(welcome, "typed_line", line)
    assert not await welcome.ask_in_terminal(ConsentQuestion(Known("Eve", IS, "never met")))
