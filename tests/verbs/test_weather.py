"""A whole match between two machines whose cable loses a third of all packets and takes 0.4 s each
way: TCP itself, its waiting and its breaking off, not what we believe of it (tests/net/sea.py).

Minutes, though hardly any work: only in `make thorough`.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.verbs.command import PROGRAM, Process, owm_net
from tests.verbs.conftest import Start
from tests.verbs.namespaces import Machine, NotPermitted, own_networks
from tests.verbs.weather import Weather, bad_cable

LOSS, ONE_WAY = 0.3, 0.4
LONGEST = 900.0
"""Seconds; it took 160 and 240."""
TRIES = 10
"""Of the guest to come in, as a person would: a stranger has 15 s to say who he is."""
MATCH = ("--no-lan", "--player", "random", "--patience", "600")


@pytest.fixture
def bad_weather() -> Iterator[tuple[Machine, Machine, str, Weather]]:
    """Two machines, the first one's address, and what becomes of packets between them."""
    with own_networks() as net:
        try:
            one, other = net.machine(), net.machine()
            cable = bad_cable(one, other, seed=1, one_way=ONE_WAY, loss=LOSS)
            address, _, weather = cable.__enter__()
        except NotPermitted as why:
            pytest.skip(f"no networks of our own on this system: {why}")
        try:
            yield one, other, address, weather
        finally:
            cable.__exit__(None, None, None)


@pytest.mark.slow
@pytest.mark.skipif("OWM_THOROUGH" not in os.environ, reason="minutes: make thorough")
def test_a_whole_match_where_a_third_of_all_packets_is_lost(
    tmp_path: Path, start: Start, bad_weather: tuple[Machine, Machine, str, Weather]
) -> None:
    there, here, address, weather = bad_weather
    logs = [tmp_path / "host.owmlog", tmp_path / "guest.owmlog"]
    host = start(
        tmp_path / "host", "host", "--system", "skeleton", "--bind", address, "--port", "7440",
        *MATCH, "--log", str(logs[0]), program=(*there.enter, *PROGRAM),
    )  # fmt: skip
    host.line("the invitation for your friend")
    for _ in range(TRIES):
        guest = start(
            tmp_path / "guest", "join", f"{address}:7440", last_code(host), *MATCH,
            "--log", str(logs[1]), program=(*here.enter, *PROGRAM),
        )  # fmt: skip
        if ended(guest) == 0:
            break
        assert not logs[1].exists(), f"a match that had begun ended\n{guest.story()}"
    assert ended(host) == 0, f"{host.story()}\n{guest.story()}"
    said = [json.loads(owm_net("verify", str(x), "--json", home=tmp_path).stdout) for x in logs]
    assert [one["verdict"] for one in said] == ["OK", "OK"]
    assert weather.lost > 0.2 * weather.sent > 20


def last_code(host: Process) -> str:
    """One that was guessed at, or spoilt by the weather, is followed by another."""
    shown = [line for line in host.said[0] if "the code is " in line]
    return shown[-1].partition("the code is ")[2].split()[0].rstrip(":;,")


def ended(process: Process) -> int:
    """Its exit code."""
    try:
        return process.process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"it does not end\n{process.story()}") from None
