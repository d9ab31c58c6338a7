"""A relay without asking anybody: those that the release and the player know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio

from owm_net.net.rendezvous import Address
from owm_net.program.failing import Fail
from owm_net.program.meeting import known_relays as known_module
from owm_net.program.meeting.known_relays import (
    KnownRelay,
    first_known,
    known_relays,
    with_known_relay,
)
from owm_net.program.meeting.where import Meeting
from owm_net.relay.listeners import serve
from tests.verbs.command import free_port

HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's list."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    (tmp_path / "settings").mkdir()
    return tmp_path / "settings" / "relays.toml"


def entry(at: str, who: str = "Ada's club") -> str:
    return f'[[relay]]\nat = "{at}"\nrun_by = "{who}"\n'


def write(path: Path, text: str) -> None:
    path.write_text(text)


def test_the_list_of_the_release_is_there_and_names_who_runs_each() -> None:
    assert Path(known_module.__file__).with_name("relays.toml").exists()
    assert all(relay.run_by for relay in known_relays())


def test_the_players_relays_come_first(own: Path) -> None:
    own.write_text(entry("b.example:7771") + entry("a.example:7771", "Ben"))
    first, second, *_ = known_relays()
    assert first == KnownRelay(Address("b.example", 7771), "Ada's club")
    assert second.run_by == "Ben"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[relay]]\nat = 'a.example:1'\n", "has at and run_by"),
        ("[[relay]]\nat = 1\nrun_by = 'x'\n", "are texts"),
        (entry("nowhere"), "port is missing"),
        (entry("a.example:1", "x" * 81), "up to 80 letters"),
        (entry("a.example:1", "\\u001b[2J"), "up to 80 letters"),
        (entry("a.example:1", ""), "up to 80 letters"),
        (entry("a.example:1") * 9, "up to 8 tables"),
        ("relay = 7", "up to 8 tables"),
        ("token = 'x'", "up to 8 tables"),
        ("[[", "cannot be used"),
        ("a = " + "[" * 5000, "cannot be used"),
        ("#" * 20_000, "too long"),
    ],
)
def test_a_list_that_cannot_be_used_is_said_in_one_sentence(text: str, why: str, own: Path) -> None:
    own.write_text(text)
    with pytest.raises(Fail, match=why) as told:
        known_relays()
    assert str(own) in str(told.value) and "\n" not in str(told.value).strip()


async def test_the_first_that_answers_is_used_and_the_player_reads_who_runs_it(
    own: Path, nursery: trio.Nursery
) -> None:
    there = Address(*await nursery.start(serve))
    dead = Address(HERE, int(free_port()))
    write(own, entry(str(dead), "Nobody") + entry(str(there), "Ada"))
    said: list[str] = []
    with trio.fail_after(60):
        where = await with_known_relay(Meeting(port=0, any_relay=True), said.append)
    assert where.relay == there
    assert str(dead) in said[0] and said[-1] == f"no relay was named: {there}, run by Ada, is used"
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    "where", [Meeting(port=0), Meeting(relay=Address("r.example", 7771), any_relay=True)]
)
async def test_no_relay_is_looked_for_where_one_is_named_or_none_is_wanted(
    where: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(*_: Any) -> None:
        raise AssertionError("a relay was asked")

    monkeypatch.setattr(known_module, "first_known", asked)
    assert await with_known_relay(where, lambda line: None) == where


async def test_where_none_is_known_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_module, "known_relays", list)
    assert await first_known(lambda line: None) is None
