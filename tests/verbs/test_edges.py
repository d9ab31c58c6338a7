"""A verb's immediate output is broken between words at the edge of a terminal."""

from __future__ import annotations

import io

import pytest

from owm_net.files.home import program
from owm_net.program.terminal.edges import broken


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")


def test_a_line_is_broken_between_words_and_a_pipe_gets_it_whole() -> None:
    said = "an unfinished match of Skeleton, the smallest game, duel"
    assert broken(said, Terminal()) == (
        "an unfinished match of Skeleton, the\n  smallest game, duel"
    )
    assert broken(said, io.StringIO()) == said
    assert broken("short\n\n    further in", Terminal()) == "short\n\n    further in"


def test_a_command_stays_on_one_line_so_that_it_can_be_copied() -> None:
    how = f"{program()} resume --text /tmp/logs/{'m' * 40}.owmlog"
    said = f"owm-net: stopped; go on with: {how} (one of 2: {program()} resume --list)"
    lines = broken(said, Terminal()).splitlines()
    assert any(line.strip().startswith(how) for line in lines), lines
    assert any(f"{program()} resume --list" in line for line in lines), lines
    assert lines[0] == "owm-net: stopped; go on with:"
