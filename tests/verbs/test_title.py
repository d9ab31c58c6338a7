"""The program's services for the menus: the logs folder as a list, verdicts, pictures."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from owm_net import cli, games
from owm_net.client import language
from owm_net.client.match.after import AGAIN, NEW, WATCH
from owm_net.client.match.coach import MATCH
from owm_net.client.menu.briefed import MissionBriefing
from owm_net.client.menu.learn import LearnScreen
from owm_net.client.menu.new_game import NewGame
from owm_net.client.menu.state import Learn, Play, Quit, Resume, Watch
from owm_net.client.settings import Settings
from owm_net.client.words import ALL_GOOD
from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Over, Result
from owm_net.files import identity, secret
from owm_net.files.friends import BadFriends, change_book
from owm_net.files.home import CannotWrite
from owm_net.files.identity import Form, Locked, keep_with_passphrase, own_form, own_identity
from owm_net.files.logfile import LogFile
from owm_net.program.failing import Fail
from owm_net.program.logs import unfinished
from owm_net.program.logs.unfinished import MOST_BYTES
from owm_net.program.playing.matches import Resumed
from owm_net.program.window import title as windows
from owm_net.program.window.house import ProgramHouse
from owm_net.program.window.opening import OpenWindow
from owm_net.program.window.title import AfterErrand
from owm_net.verbs import title

LOGS = Path(__file__).parents[1] / "logs"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(LOGS / "squadcards-3.owmlog", folder / "over.owmlog")
    whole = (LOGS / "squadcards-3.owmlog").read_bytes()
    (folder / "broken-off.owmlog").write_bytes(whole[: len(whole) // 2])
    (folder / "broken-off.owmlog.private").write_bytes(b"is there")
    os.utime(folder / "broken-off.owmlog", (1, 1))
    return folder


@pytest.mark.parametrize("spoken", ["de", "en"])
def test_without_a_verb_the_language_of_the_title_can_be_said(
    spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def window(developer: bool) -> int:
        opened.append(language._asked_for)
        return 0

    monkeypatch.setattr(cli, "_shows_windows", lambda: True)
    monkeypatch.setattr(title, "has_display", lambda: True)
    monkeypatch.setattr(title, "why_no_window", lambda: None)
    monkeypatch.setattr(title, "open_title", window)
    monkeypatch.setattr(language, "_asked_for", "")
    assert cli.main(["--language", spoken]) == 0
    assert opened == [spoken]


def test_where_no_window_can_be_opened_the_help_comes_instead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "_shows_windows", lambda: False)
    assert cli.main(["--language", "de"]) == 2
    assert "Aufruf: owm-net VERB" in capsys.readouterr().err  # and in the language asked for


def test_what_can_be_gone_on_with_comes_first_and_no_log_is_left_out(logs: Path) -> None:
    for name, content in (("a", b""), ("b", b"\xff" * 5000), ("c", b"\x00" * 40)):
        (logs / f"{name}.owmlog").write_bytes(content)
    (logs / "folder.owmlog").mkdir()
    (logs / "gone.owmlog").symlink_to(logs / "nothing")
    first, second = ProgramHouse().matches()
    assert (first.log.name, first.goes_on) == ("broken-off.owmlog", True)
    assert (second.log.name, second.goes_on) == ("over.owmlog", False)
    assert first.title.startswith("Squad: ") and " against " in first.about
    assert "the log says" not in first.about  # how the other ended, which VERIFY checks
    assert re.search(r" against .*; the log says: .+ won$", second.about)
    with LogFile.resume(first.log)[0]:
        abouts = [one.about for one in ProgramHouse().matches()]
        assert sum(about.endswith("; another program is playing it") for about in abouts) == 1


def test_an_end_that_is_no_result_is_told_by_verify_and_not_in_the_list() -> None:
    others = (codec.encode((7,)), codec.encode("x"), codec.encode(Over(Result((), (), ""))))
    for body in (b"", b"\xff", *others):
        assert unfinished._ended(body, ("Ada", "Ben")) == ""
    for seat in (-1, 2, 9):
        nobody = codec.encode(Result((Seat(seat),), (), ""))
        assert unfinished._ended(nobody, ("Ada", "Ben")) == ""
    both = unfinished._ended(codec.encode(Result((Seat(0), Seat(1)), (1, 1), "x")), ("Ada", "Ben"))
    assert both == "Ada and Ben won"
    assert unfinished._ended(codec.encode(Result((), (), "x")), ("Ada", "Ben")) == "nobody won"


@pytest.mark.skipif(os.name != "posix", reason="pipes with a name")
def test_a_pipe_among_the_logs_is_not_waited_for_nor_a_mountain_read(logs: Path) -> None:
    os.mkfifo(logs / "pipe.owmlog")
    os.mkfifo(logs / "sealed.owmlog")
    (logs / "sealed.owmlog.private").write_bytes(b"is there")
    with (logs / "large.owmlog").open("wb") as file:
        file.write((logs / "over.owmlog").read_bytes())
        file.truncate(MOST_BYTES + 1)
    assert {one.log.name for one in ProgramHouse().matches()} == {
        "broken-off.owmlog",
        "over.owmlog",
    }


def test_what_can_be_gone_on_with_is_not_pushed_out_by_newer_ones_that_are_over(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MOST", 2)
    for n in range(3):
        shutil.copy(LOGS / "squadcards-3.owmlog", logs / f"newer-{n}.owmlog")
    assert [one.goes_on for one in ProgramHouse().matches()] == [True, False, False]


def test_a_match_is_removed_with_all_that_was_kept_of_it_and_nothing_else(logs: Path) -> None:
    broken, over = logs / "broken-off.owmlog", logs / "over.owmlog"
    beside = {path.name for path in logs.iterdir() if path.name.startswith("broken-off.owmlog")}
    assert "broken-off.owmlog.private" in beside
    for name in ("broken-off.png", "broken-off.owmlog.computer", "broken-off-2.owmlog"):
        shutil.copy(over, logs / name)
    ProgramHouse().remove(broken)
    assert not [path.name for path in logs.iterdir() if path.name.startswith("broken-off.")]
    assert over.exists() and (logs / "broken-off-2.owmlog").exists()
    with pytest.raises(CannotWrite, match=r"cannot remove broken-off\.owmlog: .*[Nn]o such file"):
        ProgramHouse().remove(broken)
    with LogFile.resume(over)[0], pytest.raises(CannotWrite, match="played by another program"):
        ProgramHouse().remove(over)
    assert over.exists()


def test_the_picture_of_a_match_is_shown_as_long_as_it_is_of_the_last_order(logs: Path) -> None:
    log = logs / "over.owmlog"
    log.with_suffix(".png").write_bytes(b"picture")
    for age, there in ((0, True), (-60, False)):
        when = log.stat().st_mtime + age
        os.utime(log.with_suffix(".png"), (when, when))
        [one] = [one for one in ProgramHouse().matches() if one.log == log]
        assert (one.picture is not None) is there


def test_friends_are_those_of_the_book_and_a_bad_name_says_why(logs: Path) -> None:
    for n, name in enumerate(("Ada", "Ben")):
        key = bytes([n]) * 32
        change_book(lambda book, key=key, name=name: book.met(key, name, "2026-03-01"))  # type: ignore[misc]
    ada, ben = ProgramHouse().friends()
    assert (ada.name, ben.name) == ("Ada", "Ben") and "2026-03-01" in ada.about
    assert [one.name for one in ProgramHouse().rename(ada.words, "Ada L")] == ["Ada L", "Ben"]
    with pytest.raises(BadFriends, match="looks like Ben"):
        ProgramHouse().rename(ada.words, "BEN")
    assert [one.name for one in ProgramHouse().forget(ada.words)] == ["Ben"]
    words, form = ProgramHouse().key()
    assert words.count("-") == 5 and form is Form.PLAIN


def test_the_menu_asks_for_no_passphrase_and_names_the_command(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "_unlocked", {})
    monkeypatch.setattr(secret, "_MEMORY_KIB", 64)
    monkeypatch.setattr("getpass.getpass", Mock(side_effect=AssertionError("asked")))
    monkeypatch.setattr("sys.stdin", Mock(isatty=lambda: True))
    keep_with_passphrase(own_identity(), "a passphrase")
    for in_keyring, how in ((False, "--plain"), (True, "--keyring")):
        with pytest.raises(Locked, match=f"in a terminal: .*key {how}"):
            ProgramHouse().keep_key(in_keyring)
    assert own_form() is Form.PASSPHRASE


@pytest.mark.parametrize("terminal", [True, False])
def test_a_passphrase_is_typed_in_the_window_where_there_is_no_terminal(
    terminal: bool, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And then never again, while the program runs."""
    monkeypatch.setattr(identity, "_unlocked", {})
    monkeypatch.setattr(secret, "_MEMORY_KIB", 64)
    monkeypatch.delenv("OWM_PASSPHRASE", raising=False)
    monkeypatch.setattr("sys.stdin", Mock(isatty=lambda: terminal))
    house = ProgramHouse()
    house.keep_under("a passphrase")
    assert own_form() is Form.PASSPHRASE and own_identity()
    monkeypatch.setattr(identity, "_unlocked", {})
    assert identity.is_locked_for_windows() is not terminal
    if not terminal:
        with pytest.raises(Locked, match="wrong"):
            house.unlock("another")
        house.unlock("a passphrase")
        house.keep_key(in_keyring=False)
        assert own_form() is Form.PLAIN and not identity.is_locked_for_windows()


def test_the_key_is_asked_for_before_a_window_covers_the_terminal(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def locked() -> None:
        asked.append("key")
        raise Locked("no passphrase")

    def open_window(*args: object) -> None:
        asked.append("window")

    monkeypatch.setattr(windows, "own_identity", locked)
    monkeypatch.setattr("owm_net.client.glass.showing.open_window", open_window)
    with pytest.raises(Locked):
        windows.open_title()
    assert asked == ["key"]


def test_a_match_that_was_gone_on_with_is_played_again_from_its_beginning() -> None:
    """Against the same computer player; what is over cannot be gone on with once more."""
    system = games.get("owm")
    setup = system.default_setup("burning-bridges", "colonel")
    match = SimpleNamespace(system=system, terms=SimpleNamespace(setup=setup))
    taken = Mock(spec=Resumed, match=match, facts={"computer": "Computer", "opponent": "regular"})
    again = windows._from_the_beginning(Resume(taken))
    assert again == Play(system, setup, "regular")
    assert windows._from_the_beginning(again) is again


def test_after_a_match_the_same_is_played_again_then_watched_then_another_chosen(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a disk that is full ends no program: the title says so."""
    play: Any = Play(games.get("skeleton"), games.get("skeleton").default_setup(), "random")
    errands: list[Any] = [play, play, Quit()]
    log = logs / "over.owmlog"
    came: list[Any] = [
        AfterErrand(wish=AGAIN, log=log),
        AfterErrand(wish=WATCH, log=log),
        AfterErrand(wish=NEW, log=log),
        OSError("no space left on device"),
    ]
    done: list[Any] = []
    menus: list[Any] = []

    class Menus:
        def __init__(self, menu: Any, *more: object) -> None:
            menus.append((type(menu.screen).__name__, menu.note))

        def run(self) -> Any:
            return errands.pop(0)

    async def do(errand: Any, *more: object) -> AfterErrand:
        done.append(errand)
        if isinstance(result := came.pop(0), OSError):
            raise result
        assert isinstance(result, AfterErrand)
        return result

    monkeypatch.setattr("owm_net.client.menu.run.MenuClient", Menus)
    monkeypatch.setattr("owm_net.client.glass.showing.open_window", lambda *_: Window())
    monkeypatch.setattr(windows, "_do", do)
    assert windows.open_title() == 0
    assert done == [play, play, Watch(log), play]
    assert menus == [("FirstStart", ""), ("NewGame", ""), ("Title", "No space left on device")]


@pytest.mark.parametrize(("wish", "first"), [(NEW, "NewGame"), (AGAIN, "Title")])
def test_a_match_that_was_begun_on_the_command_line_goes_on_in_its_window(
    wish: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another game, or the same again; then there is a title to go back to."""
    system = games.get("skeleton")
    match = SimpleNamespace(system=system, terms=SimpleNamespace(setup=system.default_setup()))
    taken = Resume(Mock(spec=Resumed, match=match, facts={"opponent": "random"}))
    menus: list[tuple[str, bool]] = []
    done: list[Any] = []

    class Menus:
        def __init__(self, menu: Any, *more: object) -> None:
            hosts = isinstance(menu.screen, NewGame) and menu.screen.hosts
            menus.append((type(menu.screen).__name__, hosts))

        def run(self) -> Any:
            return Quit()

    async def do(errand: Any, *more: object) -> AfterErrand:
        done.append(errand)
        return AfterErrand()

    monkeypatch.setattr("owm_net.client.menu.run.MenuClient", Menus)
    monkeypatch.setattr(windows, "_do", do)
    windows.onward(taken)(OpenWindow(Settings(), Window(), None), wish, "Ada")
    assert done == ([Play(system, system.default_setup(), "random")] if wish == AGAIN else [])
    windows.onward()(OpenWindow(Settings(), Window(), None), NEW, "Ada")
    assert menus == [(first, False), ("NewGame", True)]


def test_a_course_ends_at_the_briefing_of_the_first_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another button begins it; back leads to the lessons."""
    system = games.get("heroes")
    errands: list[Any] = [Learn(system), Quit()]
    menus: list[Any] = []

    class Menus:
        def __init__(self, menu: Any, *more: object) -> None:
            menus.append(menu)

        def run(self) -> Any:
            return errands.pop(0)

    async def do(errand: Any, *more: object) -> AfterErrand:
        return AfterErrand(wish=MATCH)

    monkeypatch.setattr("owm_net.client.menu.run.MenuClient", Menus)
    monkeypatch.setattr("owm_net.client.glass.showing.open_window", lambda *_: Window())
    monkeypatch.setattr(windows, "_do", do)
    assert windows.open_title() == 0
    page = menus[1].screen
    assert isinstance(page, MissionBriefing) and page.begins is not None
    assert page.begins.errand == Play(system, *system.first_match())
    menus[1].go_back()
    assert isinstance(menus[1].screen, LearnScreen)


class Window:
    def close(self) -> None:
        pass


def verified(log: Path) -> list[str]:
    lines = ProgramHouse().verify(log, lambda done, total: None)
    assert isinstance(lines, list)
    return lines


def test_the_verdict_comes_first_and_what_is_no_log_says_so(logs: Path) -> None:
    lines = verified(logs / "over.owmlog")
    assert lines[0] == ALL_GOOD
    assert any(line.startswith("Result: ") for line in lines)
    with pytest.raises(Fail, match=r"b\.owmlog"):
        verified(logs / "b.owmlog")


def test_a_private_file_that_is_none_says_so(logs: Path) -> None:
    with pytest.raises(Fail, match="cannot resume"):
        ProgramHouse().take_up(logs / "broken-off.owmlog")
