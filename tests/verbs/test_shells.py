"""Commands that are printed, and lines that are typed or piped, as each system has them."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import types
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import owm_net
from owm_net.client.terminal.parts import THINGS, Line, Look, Row, spoken
from owm_net.engine.text import say
from owm_net.files.home import as_typed
from owm_net.program.terminal import keyboard
from tests.client.test_terminal import play
from tests.verbs.command import PATIENCE

# ------------------------------------------------------------------ commands

names = st.text(st.characters(exclude_characters='"\0\n', exclude_categories=["C"]), min_size=1)


def split_by_windows(command: str) -> list[str]:
    """Words as Microsoft's C library parts them, in which no quote stands for itself."""
    words, at = [""], 0
    quoted = False
    while at < len(command):
        run = re.match(r"\\*", command[at:])
        assert run is not None
        count, after = run.end(), command[at + run.end() : at + run.end() + 1]
        if count:
            words[-1] += "\\" * (count // 2 if after == '"' else count)
            assert after != '"' or count % 2 == 0, "a quote that is a letter"
            at += count
        elif after == '"':
            quoted = not quoted
            at += 1
        elif after == " " and not quoted:
            words.append("")
            at += 1
        else:
            words[-1] += after
            at += 1
    assert not quoted
    return words


@given(names)
def test_a_word_of_a_command_is_one_word_to_the_shell(name: str) -> None:
    assert shlex.split(f"owm-net verify {as_typed(name, 'posix')}")[2:] == [name]
    windows = as_typed(name, "nt")
    assert split_by_windows(f"owm-net verify {windows}")[2:] == [name]
    outside = re.sub(r'"[^"]*"', "", windows)
    assert not re.search(r"[^\w.:+/\\-]", outside), "cmd.exe or PowerShell would obey it"


def test_one_function_quotes_the_commands_that_are_printed() -> None:
    root = Path(owm_net.__file__).parent
    using = [
        p.relative_to(root).as_posix()
        for p in root.rglob("*.py")
        if "shlex" in p.read_text("utf-8")
    ]
    assert using == ["files/home.py"]


# ------------------------------------------------------------------ lines

LINES = """
import sys, trio
from owm_net.program.terminal.keyboard import typed_line
from owm_net.program.playing.text_seat import Lines

async def main():
    read = Lines().next if sys.argv[1] == "text" else lambda: typed_line("", "nt")
    while (line := await read()) is not None:
        print(repr(line.rstrip("\\n")))

trio.run(main)
"""


@pytest.mark.parametrize("reader", ["text", "question"])
def test_lines_of_a_pipe_are_read_one_by_one(reader: str) -> None:
    """Those of Windows, too, and the last, which may end with the file."""
    run = subprocess.run(
        [sys.executable, "-c", LINES, reader], input=b"advise\r\nj\xc3\xa4\n\nyes",
        capture_output=True, timeout=PATIENCE, check=False,
        cwd=Path(owm_net.__file__).parents[1],
    )  # fmt: skip
    said = run.stdout.decode().replace("\\r", "").split()
    assert said == ["'advise'", "'jä'", "''", "'yes'"], run.stderr.decode()


class Console(types.ModuleType):
    """Windows' `msvcrt`, with keys that are pressed."""

    def __init__(self, keys: str) -> None:
        super().__init__("msvcrt")
        self.keys = list(keys)

    def kbhit(self) -> bool:
        return bool(self.keys)

    def getwch(self) -> str:
        return self.keys.pop(0)


@pytest.mark.parametrize(
    ("keys", "line", "shown"),
    [
        ("yes\r", "yes", "yes\n"),
        ("yex\bs\r", "yes", "yex\b \bs\n"),
        ("\b\by\r", "y", "y\n"),
        ("\xe0Hy\0;es\r", "yes", "yes\n"),
        ("ye\x1a", None, "ye"),
    ],
)
async def test_keys_at_the_console_of_windows(
    keys: str,
    line: str | None,
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Arrows leave nothing in the line, and what is taken back is wiped."""
    monkeypatch.setattr(keyboard, "import_module", lambda name: Console(keys))
    assert await keyboard._typed_at_windows() == line
    assert capsys.readouterr().out == shown


# ------------------------------------------------------------------ inches


def test_a_screen_reader_hears_inches() -> None:
    assert (
        spoken('moves to 4.47" east, -30" north') == "moves to 4.47 inches east, -30 inches north"
    )
    assert spoken(say('{n}" away', n=5)) == "5 inches away"
    assert spoken('1" in the woods') == "1 inch in the woods"
    row = spoken(Row('A: 3"', ("A", Line(('3"', Look.KEY))), THINGS))
    assert isinstance(row, Row) and row == "A: 3 inches" and row.cells == ("A", "3 inches")
    for name in ('"3"', '"Club 3"', 'X3"', 'say "7" or "8"'):
        assert spoken(name) == name


@pytest.mark.parametrize("system", ["nco", "hailfire"])
def test_no_mark_of_an_inch_is_told_in_a_match(system: str) -> None:
    talk, _, said = play(system, 6)
    said += [*talk.on_line("map").lines, *talk.on_line("more").lines]
    inches = re.compile(r'\d"')
    assert any(inches.search(line) for line in said)
    assert not [line for line in map(spoken, said) if inches.search(line)]
