"""`owm-net replay LOG --requests FILE.json`: what the rules asked, for verifiers without them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from owm_net import cli

LOG = Path(__file__).parents[1] / "vectors" / "match_skeleton.owmlog"


def asked(tmp_path: Path, *arguments: str, log: Path = LOG, code: int = 0) -> dict[str, Any]:
    out = tmp_path / "asked.json"
    assert cli.main(["replay", str(log), "--requests", str(out), *arguments]) == code
    said: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return said


def test_every_request_stands_there_with_what_proofs_need(tmp_path: Path) -> None:
    said = asked(tmp_path)
    assert said["format"] == "owm-net requests 1" and said["system"] == "skeleton"
    requests = said["requests"]
    assert [one["answered"] for one in requests] == list(range(len(requests)))
    first = {one["request"]: one for one in reversed(requests)}
    assert first["choose_secretly"]["seats"] == [0, 1] and first["choose_secretly"]["step"] == 2
    assert first["shuffle"]["cards"] == list(range(24)) and first["shuffle"]["number"] == 1
    assert first["draw"]["slots"][0] < 0 and first["roll"]["reason"] == "scouting"
    assert first["over"]["result"]["reason"] == "the deck has run out twice"
    assert int(first["pick"]["answer"][0]) < int(first["pick"]["below"]) == 2
    assert any(one["plays"] for one in requests if one["request"] == "choose")
    assert all(
        len(one["answer"]) == len(one["slots"]) for one in requests if "flip" in one.values()
    )


def test_up_to_a_step(tmp_path: Path) -> None:
    whole, part = asked(tmp_path)["requests"], asked(tmp_path, "--step", "12")["requests"]
    assert [one["answered"] for one in part] == list(range(13))
    assert part[:12] == whole[:12]


def test_of_a_log_that_is_bad_later_there_is_what_stands_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(LOG.read_bytes())
    data[len(data) // 2] ^= 1
    bad = tmp_path / "bad.owmlog"
    bad.write_bytes(data)
    part, whole = asked(tmp_path, log=bad, code=1)["requests"], asked(tmp_path)["requests"]
    assert 10 < len(part) < len(whole) and part[:-1] == whole[: len(part) - 1]
    assert "the log is bad after step" in capsys.readouterr().out


def test_a_place_that_cannot_be_written_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "nowhere" / "asked.json"
    assert cli.main(["replay", str(LOG), "--requests", str(out)]) == 3
    assert "cannot write" in capsys.readouterr().err
