"""What the program does for the menus: the logs folder as a list, verdicts, pictures."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from owm_net.verbs.common import Fail
from owm_net.verbs.title import House

LOGS = Path(__file__).parents[1] / "logs"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(LOGS / "squadcards.owmlog", folder / "over.owmlog")
    whole = (LOGS / "squadcards.owmlog").read_bytes()
    (folder / "broken-off.owmlog").write_bytes(whole[: len(whole) // 2])
    (folder / "broken-off.owmlog.private").write_bytes(b"is there")
    os.utime(folder / "broken-off.owmlog", (1, 1))
    return folder


def test_what_can_be_gone_on_with_comes_first_and_no_log_is_left_out(logs: Path) -> None:
    for name, content in (("a", b""), ("b", b"\xff" * 5000), ("c", b"\x00" * 40)):
        (logs / f"{name}.owmlog").write_bytes(content)
    (logs / "folder.owmlog").mkdir()
    (logs / "gone.owmlog").symlink_to(logs / "nothing")
    first, second = House().matches()
    assert (first.log.name, first.goes_on) == ("broken-off.owmlog", True)
    assert (second.log.name, second.goes_on) == ("over.owmlog", False)
    assert first.title.startswith("Squad: ") and " against " in first.about


def test_the_verdict_comes_first_and_what_is_no_log_says_so(logs: Path) -> None:
    lines = House().verify(logs / "over.owmlog")
    assert lines[0] == "verdict: OK"
    assert any(line.startswith("result: ") for line in lines)
    with pytest.raises(Fail, match=r"b\.owmlog"):
        House().verify(logs / "b.owmlog")


def test_a_private_file_that_is_none_says_so(logs: Path) -> None:
    with pytest.raises(Fail, match="cannot resume"):
        House().take_up(logs / "broken-off.owmlog")
