"""Every command that a player is told to type works as it stands."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from owm_net.files.home import program
from owm_net.net.addresses import reached_at
from owm_net.program.meeting.where import meeting
from owm_net.program.playing.matches import warn_no_drop
from owm_net.session.people import opponents
from tests.session.conftest import Party
from tests.verbs.command import PATIENCE, free_port
from tests.verbs.conftest import Start
from tests.verbs.test_meeting import host


def a_script(folder: Path) -> Path:
    folder.mkdir(parents=True)
    script = folder / "owm-net"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    return script


def test_the_program_is_called_as_it_can_be_typed_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, other = a_script(tmp_path / "a b" / "bin"), a_script(tmp_path / "other")
    monkeypatch.setattr(sys, "argv", [str(ours)])
    monkeypatch.setenv("PATH", str(ours.parent))
    assert program() == "owm-net"
    monkeypatch.setenv("PATH", str(other.parent))  # another installation is not ours
    assert shlex.split(program()) == [str(ours)]
    monkeypatch.chdir(tmp_path)
    assert shlex.split(program()) == ["a b/bin/owm-net"]
    monkeypatch.chdir(ours.parent)
    assert program() == "./owm-net"


def test_without_a_script_it_is_started_by_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["-c"])
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    said = subprocess.run(
        [*shlex.split(program()), "--version"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert said.stdout.startswith("owm-net ")


def test_a_host_says_what_the_friend_types(tmp_path: Path, start: Start) -> None:
    port = free_port()
    ada = host(start, tmp_path, port)
    line = f"owm-net join {ada.code} 127.0.0.1:{port}"
    assert ada.line("friend") == f"the invitation for your friend: {line}\n"


def test_a_host_on_all_addresses_names_none_that_only_itself_can_reach() -> None:
    for bound in ("0.0.0.0", "::"):
        found = reached_at(bound)
        assert len(found) == len(set(found))
        assert not {"0.0.0.0", "::", "::1"} & set(found)
        assert "127.0.0.1" not in found[1:]  # alone it stands for a machine in no network
    assert reached_at("192.0.2.7") == ["192.0.2.7"]


def test_a_code_typed_in_capitals_is_the_same_code() -> None:
    where = meeting(relay="192.0.2.7:7771", code="7 Melon-SANDAL-orch")
    assert where.room == "7" and str(where.code) == "7-melon-sandal-orchid"


def test_drop_after_that_can_do_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    two, three = (Party(seats, "duel").matches[0] for seats in (2, 3))
    warn_no_drop(None, two)
    warn_no_drop(1.0, three)
    assert capsys.readouterr().out == ""
    warn_no_drop(1.0, two)
    warn_no_drop(1.0, Party(3, "full-deck").matches[0])
    said = capsys.readouterr().out
    assert said.count("--drop-after does nothing in this match: ") == 2, said


def test_three_are_not_said_to_be_each_against_each() -> None:
    assert opponents(["Ada", "Ben"]) == "Ada against Ben"
    assert opponents(["Ada", "Ben", "Cyd"]) == "Ada, Ben, Cyd"
