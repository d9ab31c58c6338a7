"""How a match that is broken off can be gone on with: each end says it, with the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from owm_net.files.home import program
from owm_net.net.circle import LeftBehind
from owm_net.net.driver import Stopped
from owm_net.net.streams import PeerGone, PeerSilent
from owm_net.program.playing.stopped import stopped_in_words

ENDS = [
    Stopped("supper"),
    PeerGone("lost Ben", "it closed the connection", "connect again"),
    PeerSilent("lost Ben", "it sent nothing for 30 s", "check the network"),
    KeyboardInterrupt(),
]


@pytest.mark.parametrize("error", ENDS, ids=lambda error: type(error).__name__)
def test_whatever_ended_it_the_command_that_goes_on_is_said(error: Any) -> None:
    said = stopped_in_words(error, Path("a b.owmlog"), None)  # type: ignore[arg-type]
    words = "; ".join([str(said), *getattr(said, "__notes__", [])])
    assert f"{program()} resume 'a b.owmlog'" in words
    assert str(error).partition(";")[0] in words


def test_who_was_left_behind_is_not_sent_back() -> None:
    said = stopped_in_words(LeftBehind("the others went on"), Path("m.owmlog"), None)  # type: ignore[arg-type]
    assert "resume" not in str(said)
