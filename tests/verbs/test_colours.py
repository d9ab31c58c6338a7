"""Colours of the command line: beside the words, at a terminal alone."""

from __future__ import annotations

import io

import pytest

from owm_net import cli
from owm_net.program.terminal.colours import RED, help_painted, painted


class Terminal(io.StringIO):
    """Somebody looks."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def a_terminal_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("WT_SESSION", "1")


def test_only_a_terminal_gets_them_and_nobody_who_wants_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert painted("bad", RED, Terminal()) == "\033[31mbad\033[0m"
    assert painted("bad", RED, io.StringIO()) == "bad"
    monkeypatch.setenv("TERM", "dumb")
    assert painted("bad", RED, Terminal()) == "bad"
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted("bad", RED, Terminal()) == help_painted("bad", Terminal()) == "bad"


@pytest.mark.parametrize("verb", ["", "verify", "host"])
def test_a_help_reads_the_same_with_them(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr("sys.stdout", stream)
        with pytest.raises(SystemExit):
            cli.main([*filter(None, [verb]), "--help"])
        said.append(stream.getvalue())
    painted, plain = said
    assert (
        "\033[1moptions:\033[0m" in painted
        and "\033[1m--" in painted
        and "\033[1m-h, --help\033[0m" in painted
    )
    assert "\033" not in plain
    assert painted.replace("\033[1m", "").replace("\033[0m", "") == plain


def test_an_error_begins_in_red(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    assert cli.main(["verify", "no-such.owmlog"]) == 3
    assert stream.getvalue().startswith("\033[31mowm-net:\033[0m cannot read no-such")
