"""`make golden new=squadcards/<name> ARGS='--switch ...'` records a match with options."""

from __future__ import annotations

from pathlib import Path

import pytest

from owm_net.engine import playthrough
from tests.games.every import load_golden


def test_a_golden_playthrough_with_switches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = load_golden()
    monkeypatch.setattr(golden, "GOLDEN", tmp_path)
    monkeypatch.setattr(golden, "ROOT", tmp_path)
    options = [
        "--new",
        "squadcards/two-squads",
        "--most",
        "20",
        "--seed",
        "4",
        "--switch",
        "blocks=one",
        "--switch",
        "smoke_modifier=1",
    ]
    assert golden.main(options) == 0
    text = (tmp_path / "squadcards" / "two-squads.txt").read_text("utf-8")
    played = playthrough.parse(text)
    assert played.setup.mission == "two-squads"
    assert dict(played.setup.switches) == {"blocks": "one", "smoke_modifier": "1"}
    assert golden.recorded(text) == text, "it is recorded anew with the same options"
    capsys.readouterr()


@pytest.mark.parametrize(
    ("switch", "words"),
    [
        ("blocks", "write it as name=value"),
        ("blocks=", "write it as name=value"),
        ("blocks=three", "no option blocks=three"),
        ("nonsense=1", "no option nonsense=1"),
    ],
)
def test_a_switch_that_is_none_is_refused(
    switch: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    golden = load_golden()
    monkeypatch.setattr(golden, "GOLDEN", tmp_path)
    assert golden.main(["--new", "squadcards/x", "--switch", switch]) == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.txt"))
    twice = ["--new", "squadcards/x", "--switch", "blocks=one", "--switch", "blocks=any"]
    assert golden.main(twice) == 2 and "set twice" in capsys.readouterr().err
