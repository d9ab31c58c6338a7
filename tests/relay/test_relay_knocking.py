"""A relay tries the port of a host who asks, and nobody else's."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from owm_net.protocol.framing import ask_to_knock, encode_frame
from owm_net.relay import server
from owm_net.relay.admin import metrics, status
from owm_net.relay.limits import Limits
from tests.relay.memory import Memory, frames_to_end, hear, memory_relay

ASK = encode_frame(ask_to_knock(7770, "nonce-of-ours"))
OUTSIDE = "11.1.0.1"


class Hosts:
    """Those whom the relay reaches. asked: whom it connects to; said: what a host hears."""

    def __init__(self, *, answers: bool = True) -> None:
        self.answers = answers
        self.asked: list[tuple[str, int]] = []
        self.there: list[trio.StapledStream] = []

    async def connect(self, host: str, port: int) -> trio.StapledStream:
        self.asked.append((host, port))
        if not self.answers:
            raise OSError("no")
        ours, theirs = trio.testing.memory_stream_pair()
        self.there.append(theirs)
        return ours


async def asked(m: Memory, hosts: Hosts, ask: bytes = ASK) -> trio.StapledStream:
    m.relay.knocks.connect = hosts.connect
    return await m.join(ask)


@pytest.fixture
def comes_from(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The address of whoever asks, at the end."""
    found = [OUTSIDE]
    monkeypatch.setattr(server, "host_of", lambda stream: found[-1])
    return found


@pytest.mark.parametrize(
    ("address", "place"),
    [
        (OUTSIDE, f"{OUTSIDE}:7770"),
        (f"::ffff:{OUTSIDE}", f"{OUTSIDE}:7770"),
        ("2a00:1450::7", "[2a00:1450::7]:7770"),
    ],
)
async def test_a_port_that_answers_hears_the_nonce_and_nothing_else(
    address: str, place: str, comes_from: list[str], autojump_clock: trio.testing.MockClock
) -> None:
    comes_from.append(address)
    hosts = Hosts()
    async with memory_relay() as m:
        asks = await asked(m, hosts)
        await trio.testing.wait_all_tasks_blocked()
        (there,) = hosts.there
        await hear(there, b"KNOCK nonce-of-ours")
        assert await there.receive_some() == b"", "nothing follows"
        await there.send_all(b"x" * 100_000)  # a host's greeting, or worse: nobody reads on
        assert await frames_to_end(asks) == [b"KNOCKED " + place.encode()]
        assert [f"[{h}]:{p}" if ":" in h else f"{h}:{p}" for h, p in hosts.asked] == [place]
        assert status(m.relay)["total"]["knocks"] == 1
        assert b"owm_relay_knocks_total 1.0" in metrics(m.relay)


async def test_a_port_that_does_not_answer_is_said_to_be_closed(
    comes_from: list[str], autojump_clock: trio.testing.MockClock
) -> None:
    hosts = Hosts(answers=False)
    async with memory_relay() as m:
        (said,) = await frames_to_end(await asked(m, hosts))
        assert said == b"NO unanswered 0 nobody answers at your port from here"

        async def hangs(host: str, port: int) -> trio.StapledStream:
            await trio.sleep_forever()
            raise AssertionError

        m.relay.knocks.connect = hangs
        began = trio.current_time()
        (said,) = await frames_to_end(await m.join(ASK))
        assert said.startswith(b"NO unanswered ") and trio.current_time() - began < 8


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "::1", "10.0.0.7", "192.168.1.2", "172.17.0.1", "169.254.1.1", "100.64.0.1",
     "fe80::1%eth0", "fd00::7", "::ffff:127.0.0.1", "224.0.0.1", "0.0.0.0", ""],
)  # fmt: skip
async def test_nobody_on_a_network_of_the_relay_is_knocked_at(
    address: str, comes_from: list[str]
) -> None:
    """Behind a proxy or in a container all seem to come from there."""
    comes_from.append(address)
    hosts = Hosts()
    async with memory_relay() as m:
        (said,) = await frames_to_end(await asked(m, hosts))
    assert said.startswith(b"NO knock-place 0 ") and hosts.asked == []


async def test_one_address_is_knocked_at_a_few_times_in_a_minute(
    comes_from: list[str], autojump_clock: trio.testing.MockClock
) -> None:
    hosts = Hosts(answers=False)
    async with memory_relay(Limits(knocks_per_minute=3)) as m:
        said = [(await frames_to_end(await asked(m, hosts)))[0] for _ in range(5)]
        assert [one.split()[1] for one in said] == [b"unanswered"] * 3 + [b"knocks-home"] * 2
        assert len(hosts.asked) == 3
        await trio.sleep(21)
        (again,) = await frames_to_end(await asked(m, hosts))
        assert again.startswith(b"NO unanswered ")


async def test_a_relay_knocks_at_so_many_ports_at_a_time(
    comes_from: list[str], autojump_clock: trio.testing.MockClock
) -> None:
    """And at none for longer than its limit."""

    async def hangs(host: str, port: int) -> trio.StapledStream:
        await trio.sleep_forever()
        raise AssertionError

    async with memory_relay(Limits(knocks=2, knock_seconds=3.0)) as m:
        m.relay.knocks.connect = hangs
        waiting = [await m.join(ASK) for _ in range(2)]
        await trio.testing.wait_all_tasks_blocked()
        (said,) = await frames_to_end(await m.join(ASK))
        assert said.startswith(b"NO knocks 5 ")
        for one in waiting:
            assert (await frames_to_end(one))[0].startswith(b"NO unanswered ")
        began = trio.current_time()
        assert (await frames_to_end(await m.join(ASK)))[0].startswith(b"NO unanswered ")
        assert trio.current_time() - began <= 3.0 + 2.0


@pytest.mark.parametrize(
    "ask",
    [b"KNOCK 80 n *", b"KNOCK 0 n *", b"KNOCK 65536 n *", b"KNOCK 7770 *", b"KNOCK x n *",
     b"KNOCK 7770 n\r\nGET *", b"KNOCK 192.0.2.1:7770 n *"],
)  # fmt: skip
async def test_no_other_place_can_be_asked_for(ask: bytes, comes_from: list[str]) -> None:
    hosts = Hosts()
    async with memory_relay() as m:
        (said,) = await frames_to_end(await asked(m, hosts, encode_frame(b"OWMRELAY2 " + ask)))
    assert said.startswith(b"NO garbled 0 ") and hosts.asked == []
