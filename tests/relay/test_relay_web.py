"""The relay's door for browsers: WebSockets beside TCP, a page's files, and whatever else comes."""

import gzip
import random
from contextlib import asynccontextmanager
from ipaddress import ip_network
from itertools import pairwise

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from owm_net.protocol.framing import ask_to_knock, encode_frame
from owm_net.relay.limits import Limits
from owm_net.relay.page import BadPage, read_page
from owm_net.relay.policy import Policy
from owm_net.relay.web import SAFE, WebDoor, WebSite
from owm_net.websocket.opening import BadOpening, open_websocket
from owm_net.websocket.stream import WebSocketStream
from tests.relay.memory import Memory, frames_to_end, hear, meet, memory_relay
from tests.websocket.pairs import FRAMES, prompt_pair, sent_by

ASK = (
    b"GET /relay HTTP/1.1\r\nHost: relay.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING = b"\x89\0"
HASHED = "/0123456789abcdef/app.mjs"
PROXY = (ip_network("10.0.0.0/8"), ip_network("::1/128"))


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A small page, as `make page` builds one."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html>the page", "utf-8")
    (folder / ".secret").write_text("hidden", "utf-8")
    inner = folder / "0123456789abcdef"
    inner.mkdir()
    (inner / "app.mjs").write_text("// " + "x" * 1000, "utf-8")
    (inner / "app.mjs.gz").write_bytes(gzip.compress(b"// " + b"x" * 1000))
    (inner / "app.mjs.br").write_bytes(b"packed by brotli")
    (inner / "core.wasm").write_bytes(b"\0asm" + bytes(200_000))
    (inner / "alone.gz").write_bytes(b"a file of its own")
    return read_page(str(folder))


class Web:
    """A relay with a door for browsers, in memory."""

    def __init__(self, m: Memory, site: WebSite) -> None:
        self.m = m
        self.relay = m.relay
        self.door = WebDoor(m.relay, site)

    def connect(self, host="192.0.2.1", pair=prompt_pair):
        ours, its = pair()
        self.m.nursery.start_soon(self.door.attend, its, host)
        return ours

    async def get(self, path="/", host="192.0.2.1", method="GET", **headers):
        """Return status, headers and body that one request is answered with."""
        stream = self.connect(host)
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        head = f"{method} {path} HTTP/1.1\r\nHost: relay.example\r\nConnection: close\r\n{more}\r\n"
        await stream.send_all(head.encode("latin-1"))
        return parted(await sent_by(stream))

    async def websocket(self, host="192.0.2.1", **more):
        stream = self.connect(host)
        return await open_websocket(stream, "relay.example", "/relay", **more)


def parted(whole: bytes):
    """Status, headers and body of one answer."""
    head, _, body = whole.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(": ")
        assert name.lower() not in headers, "twice"
        headers[name.lower()] = value
    return int(first.split()[1]) if first else 0, headers, body


@asynccontextmanager
async def web(site=None, limits=None, **more):
    async with memory_relay(limits, **more) as m:
        yield Web(m, site or WebSite())


# ------------------------------------------------------------------ WebSockets


async def test_a_browser_and_a_program_on_tcp_meet_and_pass_bytes_both_ways(autojump_clock) -> None:
    async with web() as w:
        browser = await w.websocket(origin="https://relay.example")
        await browser.send_all(meet())
        await hear(browser, b"WAIT")
        program = await w.m.join(meet())
        await hear(program, b"PAIR")
        await hear(browser, b"PAIR")
        blobs = [random.Random(seed).randbytes(300_000) for seed in (1, 2)]

        async def send(stream, blob) -> None:
            await stream.send_all(encode_frame(blob))
            await stream.send_eof()

        async def receive(stream, blob) -> None:
            assert await sent_by(stream) == encode_frame(blob)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send, browser, blobs[0])
            nursery.start_soon(send, program, blobs[1])
            nursery.start_soon(receive, program, blobs[0])
            nursery.start_soon(receive, browser, blobs[1])
        await browser.aclose()
        await wait_all_tasks_blocked()
        assert (w.relay.rooms, w.relay.connections) == (0, 0)
        assert w.relay.journal.transports == {"http": 1, "websocket": 1, "tcp": 1}
        assert not w.relay.journal.refused


async def test_a_program_that_reads_nothing_holds_the_browser_back(autojump_clock) -> None:
    limits = Limits(pair_rate=1 << 40, total_rate=1 << 40, idle_seconds=1e9)
    async with web(limits=limits) as w:
        browser = await w.websocket()
        await browser.send_all(meet())
        await hear(browser, b"WAIT")
        ours, its = trio.testing.lockstep_stream_pair()
        w.m.nursery.start_soon(w.relay.attend, its)
        await ours.send_all(meet())
        await hear(ours, b"PAIR")
        await hear(browser, b"PAIR")
        for _ in range(200):
            await browser.send_all(encode_frame(bytes(1 << 14)))
        await wait_all_tasks_blocked()
        held = w.relay.journal.bytes
        await trio.sleep(100)
        assert held == w.relay.journal.bytes < 1 << 17


async def test_a_pair_whose_browser_is_killed_is_cut_as_one_over_tcp(autojump_clock) -> None:
    async with web() as w:
        stream = w.connect()
        browser = await open_websocket(stream, "relay.example", "/relay")
        await browser.send_all(meet())
        await hear(browser, b"WAIT")
        program = await w.websocket()
        await program.send_all(meet())
        await hear(program, b"PAIR")
        await hear(browser, b"PAIR")
        await stream.aclose()
        with pytest.raises(trio.BrokenResourceError):
            await program.receive_some()
        assert w.relay.journal.ended == {"broken": 1}


async def test_a_refusal_reaches_a_browser_in_the_relays_words(autojump_clock) -> None:
    async with web() as w:
        browser = await w.websocket()
        await browser.send_all(b"\xff" * 50)
        (said,) = await frames_to_end(browser)
        assert said.startswith(b"NO garbled 0 that was a frame of 4294967295 bytes")
        silent = await w.websocket()
        (said,) = await frames_to_end(silent)
        assert said.startswith(b"NO handshake 0 you did not say within 10 s")


async def test_who_waits_in_silence_hears_a_ping_in_time_for_any_proxy(autojump_clock) -> None:
    """One who waits, and a pair of two who think."""
    async with web() as w:
        browser = w.connect()
        await browser.send_all(ASK)
        await browser.receive_some(4096)
        await browser.send_all(bytes(FRAMES.send_data(meet(), fin=True)))
        heard: list[tuple[float, bytes]] = []

        async def listen() -> None:
            async for data in browser:
                heard.append((trio.current_time(), bytes(data)))

        w.m.nursery.start_soon(listen)
        await trio.sleep(100)
        program = await w.m.join(meet())
        await trio.sleep(100)
        assert [data for _, data in heard if data == PING] == [PING] * 7
        gaps = [after - before for (before, _), (after, _) in pairwise(heard)]
        assert max(gaps) < 60
        await browser.send_eof()
        await program.aclose()
        await wait_all_tasks_blocked()
        assert (w.relay.rooms, w.relay.connections) == (0, 0)
        assert not w.relay.journal.refused


async def test_words_may_come_in_one_piece_with_the_opening(autojump_clock) -> None:
    async with web() as w:
        stream = w.connect()
        client = WebSocketStream(memory_stream_pair()[0], client=True)
        early = bytes(client._link._proto.send_data(meet()))
        await stream.send_all(ASK + early)
        heard = b""
        while b"WAIT" not in heard:
            heard += await stream.receive_some()
        assert b"Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=" in heard
        assert b"Sec-WebSocket-Extensions" not in heard


OPENINGS = {
    "no key": (ASK.replace(b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""), 426),
    "a key of no base64": (ASK.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"A?"), 426),
    "a short key": (ASK.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"AAAA"), 426),
    "two keys": (ASK.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Key: AAAA\r\n\r\n"), 426),
    "an old version": (ASK.replace(b"Version: 13", b"Version: 8"), 426),
    "no version": (ASK.replace(b"Sec-WebSocket-Version: 13\r\n", b""), 426),
    "by POST": (ASK.replace(b"GET", b"POST"), 426),
    "in HTTP 1.0": (ASK.replace(b"HTTP/1.1", b"HTTP/1.0"), 426),
    "no Connection": (ASK.replace(b"Connection: Upgrade\r\n", b""), 426),
    "another path": (ASK.replace(b"/relay", b"/elsewhere"), 404),
}


@pytest.mark.parametrize("data, status", OPENINGS.values(), ids=OPENINGS)
async def test_an_opening_that_is_none_ends_in_one_sentence(data, status, autojump_clock) -> None:
    async with web() as w:
        stream = w.connect()
        await stream.send_all(data)
        said, headers, body = parted(await sent_by(stream))
        assert said == status and headers["connection"] == "close"
        assert body.count(b"\n") == 1 and body.decode().strip().isprintable()
        assert w.relay.journal.refused == ({"websocket-opening": 1} if status == 426 else {})
        assert w.relay.journal.transports["websocket"] == 0


@pytest.mark.parametrize(
    ("origin", "sites", "fine"),
    [
        ("", (), True),
        ("https://relay.example", (), True),
        ("https://evil.example", (), False),
        ("https://relay.example.evil", (), False),
        ("https://relay.example:444", (), False),
        ("null", (), False),
        ("https://club.example", ("https://club.example",), True),
        ("http://club.example", ("https://club.example",), False),
    ],
)
async def test_a_page_of_another_site_may_not_use_its_visitors(
    origin, sites, fine, autojump_clock
) -> None:
    async with web(WebSite(sites=frozenset(sites))) as w:
        if fine:
            await w.websocket(origin=origin)
            return
        with pytest.raises(BadOpening, match="HTTP 403"):
            await w.websocket(origin=origin)
        assert w.relay.journal.refused == {"site": 1}


async def test_two_origins_are_none(autojump_clock) -> None:
    async with web() as w:
        stream = w.connect()
        two = b"\r\nOrigin: https://relay.example\r\nOrigin: https://evil.example\r\n\r\n"
        await stream.send_all(ASK.replace(b"\r\n\r\n", two))
        assert parted(await sent_by(stream))[0] == 426


# ------------------------------------------------------------------ who a stranger is


async def test_without_a_trusted_proxy_nobody_chooses_where_they_come_from(autojump_clock) -> None:
    limits = Limits(connections_per_home=1)
    async with web(limits=limits) as w:
        browser = await w.websocket()
        await browser.send_all(meet())
        await hear(browser, b"WAIT")
        status, headers, body = await w.get("/", X_Forwarded_For="198.51.100.7")
        assert status == 503 and b"your address has 1 connections" in body
        assert headers["retry-after"] == "30"
        assert w.relay.journal.refused == {"connections-home": 1}


@pytest.mark.parametrize(
    ("said", "who"),
    [
        (["203.0.113.9"], "203.0.113.9"),
        (["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        (["1.1.1.1", "203.0.113.9, 10.9.9.9"], "203.0.113.9"),
        (["2001:db8::7"], "2001:db8::7"),
        (["nonsense"], "10.1.2.3"),
        (["203.0.113.9, nonsense"], "10.1.2.3"),
        ([], "10.1.2.3"),
        (["10.7.7.7"], "10.7.7.7"),
    ],
)
def test_of_what_was_forwarded_the_nearest_stranger_counts(said, who) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in said]
    assert WebSite(proxies=PROXY).stranger("10.1.2.3", headers) == who
    assert WebSite().stranger("10.1.2.3", headers) == "10.1.2.3"


async def test_behind_a_proxy_each_stranger_has_their_own_limits(autojump_clock) -> None:
    async with web(WebSite(proxies=PROXY), Limits(connections_per_home=1)) as w:

        async def come(who):
            stream = w.connect("10.1.2.3")
            header = b"\r\nX-Forwarded-For: " + who.encode() + b"\r\n\r\n"
            await stream.send_all(ASK.replace(b"\r\n\r\n", header))
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += await stream.receive_some(1)
            return WebSocketStream(stream, client=True)

        for who in ("203.0.113.1", "203.0.113.2"):
            await (browser := await come(who)).send_all(meet(f"room-{who[-1]}"))
            await hear(browser, b"WAIT")
        (said,) = await frames_to_end(await come("203.0.113.1"))
        assert said.startswith(b"NO connections-home 30 ")


async def test_behind_a_proxy_the_port_of_the_stranger_is_tried_and_no_others(
    autojump_clock,
) -> None:
    """Nor that of the proxy, where nothing was forwarded."""
    asked = []

    async def connect(host, port):
        asked.append((host, port))
        raise OSError

    async with web(WebSite(proxies=PROXY)) as w:
        w.relay.knocks.connect = connect
        for host, said in [
            ("10.0.0.1", "11.1.0.1"),
            ("10.0.0.1", "192.168.1.1"),
            ("10.0.0.1", ""),
            ("11.2.0.2", "11.1.0.1"),
        ]:
            stream = w.connect(host)
            more = f"X-Forwarded-For: {said}\r\n\r\n".encode() if said else b"\r\n"
            await stream.send_all(ASK[:-2] + more)
            await stream.receive_some(4096)
            ask = encode_frame(ask_to_knock(7770, "nonce"))
            await stream.send_all(bytes(FRAMES.send_data(ask, fin=True)))
            assert await stream.receive_some(4096)
    assert asked == [("11.1.0.1", 7770), ("11.2.0.2", 7770)]


async def test_who_is_banned_is_so_behind_a_proxy_too(page, autojump_clock) -> None:
    async with web(WebSite(page, proxies=PROXY)) as w:
        w.relay.change(w.relay.limits, Policy(banned=(ip_network("203.0.113.0/24"),)))
        assert (await w.get("/", "10.1.2.3", X_Forwarded_For="198.51.100.7"))[0] == 200
        assert (await w.get("/", "203.0.113.9"))[0] == 503
        status, _, body = await w.get("/", "10.1.2.3", X_Forwarded_For="203.0.113.9")
        assert status == 503 and b"has banned this address" in body


async def test_silent_browsers_are_a_crowd_of_which_one_must_go(autojump_clock) -> None:
    async with web(WebSite(), Limits(handshakes=3)) as w:
        crowd = [w.connect() for _ in range(3)]
        await wait_all_tasks_blocked()
        friend = w.connect("198.51.100.7")
        await wait_all_tasks_blocked()
        client = await open_websocket(friend, "relay.example", "/relay")
        await client.send_all(meet())
        await hear(client, b"WAIT")
        assert w.relay.journal.refused == {"handshakes": 1}
        for stream in crowd:
            await stream.aclose()


# ------------------------------------------------------------------ heads

HEADS = {
    "no HTTP": (b"\x16\x03\x01\x00\xc8\x01\x00\r\n\r\n", 400),
    "a long header": (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100_000, 431),
    "many headers": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 100_000, 431),
    "a long target": (b"GET /" + b"a" * 100_000, 431),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    "a body": (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123456789", 413),
    "a body in chunks": (
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        413,
    ),
    "two lengths": (
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello", 400,
    ),
    "never whole": (b"GET / HTTP/1.1\r\nHost: x\r\n", 408),
    "silence": (b"", 408),
}  # fmt: skip


@pytest.mark.parametrize("data, status", HEADS.values(), ids=HEADS)
async def test_a_head_that_is_none_ends_soon_and_is_counted(data, status, autojump_clock) -> None:
    async with web() as w:
        stream = w.connect()
        await stream.send_all(data)
        said, headers, body = parted(await sent_by(stream))
        assert said == status and headers["connection"] == "close"
        assert body.count(b"\n") == 1
        word = "handshake" if status == 408 else "http"
        assert w.relay.journal.refused == {word: 1}
        await trio.sleep(5)
        assert trio.current_time() < 20 and w.relay.gate._tally.total == 0


async def test_a_head_byte_by_byte_has_no_more_time(autojump_clock) -> None:
    async with web() as w:
        stream = w.connect()
        for byte in b"GET / HTTP":
            await stream.send_all(bytes([byte]))
            await trio.sleep(0.999)
        assert parted(await sent_by(stream))[0] == 408
        assert trio.current_time() < 11


async def test_who_takes_no_answer_is_let_go(page, autojump_clock) -> None:
    async with web(WebSite(page)) as w:
        stream = w.connect(pair=trio.testing.lockstep_stream_pair)
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await trio.sleep(15)
        assert w.relay.gate._tally.total == 0 and w.relay.journal.refused == {"http": 1}


@pytest.mark.parametrize(("size", "comes"), [(3000, True), (1000, False)])
async def test_a_slow_browser_gets_its_file_and_one_that_crawls_does_not(
    size, comes, page, autojump_clock
) -> None:
    """A telephone far out takes 3 kB a second; nobody holds a connection by less than 2 for
    long."""
    async with web(WebSite(page)) as w:
        stream = w.connect(pair=trio.testing.lockstep_stream_pair)
        await stream.send_all(
            b"GET /0123456789abcdef/core.wasm HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        got = b""
        while data := await stream.receive_some(size):
            got += data
            await trio.sleep(1)
        assert len(parted(got)[2]) == (200_004 if comes else 65_536), "the first piece"
        assert w.relay.journal.refused == ({} if comes else {"http": 1})


async def test_a_connection_is_kept_for_more_but_not_for_ever(page, autojump_clock) -> None:
    async with web(WebSite(page)) as w:
        stream = w.connect()
        for _ in range(3):
            await stream.send_all(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += await stream.receive_some()
            assert answer.startswith(b"HTTP/1.1 200") and b"Connection" not in answer
        await trio.sleep(11)
        assert await stream.receive_some() == b""
        assert not w.relay.journal.refused, "a browser that is content is no stranger who failed"
        stream = w.connect()
        await stream.send_all(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" * 500)
        assert (await sent_by(stream)).count(b"HTTP/1.1 200") == 100


@pytest.mark.parametrize("seed", range(20))
async def test_any_bytes_break_no_door(seed, page, autojump_clock) -> None:
    dice = random.Random(seed)
    words = (
        b"GET ", b"HEAD ", b"POST ", b"CONNECT ", b"/", b"/relay", b"*", b" HTTP/1.1",
        b" HTTP/1.0", b" HTTP/2.0", b"\r\n", b"\n", b"\r\n\r\n", b"Host: x", b"Upgrade: h2c",
        b"Upgrade: websocket", b"Connection: Upgrade", b"Connection: close", b"\0", b"\xff",
        b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", b": ",
        b"Expect: 100-continue", b"Content-Length: 0",
    )  # fmt: skip
    async with web(WebSite(page)) as w:
        for _ in range(60):
            stream = w.connect(f"192.0.{seed}.{dice.randrange(200)}")
            lines = [dice.choice(words) for _ in range(dice.randrange(20))]
            start = dice.choice((b"", b"GET / HTTP/1.1\r\nHost: x\r\n", ASK))
            await stream.send_all(start + dice.choice((b"", b"\r\n")).join(lines) + b"\r\n\r\n")
            if dice.random() < 0.5:
                await stream.send_eof()
        await trio.sleep(100)
        assert w.relay.connections == 0 and w.relay.gate._tally.total == 0


# ------------------------------------------------------------------ files


async def test_the_page_is_the_index_and_is_asked_for_again_each_time(page, autojump_clock) -> None:
    async with web(WebSite(page)) as w:
        status, headers, body = await w.get("/?x=1")
        assert (status, body) == (200, b"<!doctype html>the page")
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-cache"
        for name, value in SAFE:
            assert headers[name.decode().lower()] == value.decode()
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "http" not in policy and "*" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        status, again, body = await w.get("/index.html", If_None_Match=headers["etag"])
        assert (status, body, again["etag"]) == (304, b"", headers["etag"])
        assert (await w.get("/", If_None_Match='"other", W/' + headers["etag"]))[0] == 304
        assert (await w.get("/", If_None_Match='"other"'))[0] == 200
        assert w.relay.journal.answers == {200: 2, 304: 2}


async def test_what_carries_a_hash_is_kept_for_good_and_sent_small(page, autojump_clock) -> None:
    async with web(WebSite(page)) as w:
        for accepted, encoding, size in (
            ("gzip, deflate, br", "br", 16),
            ("gzip", "gzip", None),
            ("br;q=0, gzip;q=0.5", "gzip", None),
            ("identity", "", 1003),
            ("", "", 1003),
        ):
            status, headers, body = await w.get(HASHED, Accept_Encoding=accepted)
            assert (status, headers.get("content-encoding", "")) == (200, encoding)
            assert size in (None, len(body)) and headers["content-length"] == str(len(body))
            assert headers["vary"] == "Accept-Encoding"
            assert headers["cache-control"] == "public, max-age=31536000, immutable"
            assert headers["content-type"] == "text/javascript; charset=utf-8"
        assert gzip.decompress((await w.get(HASHED, Accept_Encoding="gzip"))[2]).startswith(b"// x")
        status, headers, body = await w.get("/0123456789abcdef/core.wasm", method="HEAD")
        assert (headers["content-type"], body) == ("application/wasm", b"")
        assert headers["content-length"] == "200004"
        assert len((await w.get("/0123456789abcdef/core.wasm"))[2]) == 200_004


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml", "/..%2fpyproject.toml", "/%2e%2e/pyproject.toml", "/./index.html",
        "//index.html", "//etc/passwd", "/etc/passwd", "/0123456789abcdef", "/0123456789abcdef/",
        "/0123456789abcdef/../index.html", "/index.html/", "/index.html%00.js", "/index.html\\",
        "\\index.html", "/..\\index.html", "/.secret", "/%2esecret", "/INDEX.HTML", "/index%2ehtml",
        "http://relay.example/index.html", "http://elsewhere.example/", "*", "index.html",
        "/" + "a" * 7000, HASHED + ".gz", HASHED + ".br", "/\xff\xfe", "/index.html;x", "/;",
    ],
)  # fmt: skip
async def test_a_path_is_a_name_that_was_found_or_nothing(path, page, autojump_clock) -> None:
    async with web(WebSite(page)) as w:
        status, headers, body = await w.get(path)
        assert status in (404, 400) and b"html" not in body and b"root" not in body
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
async def test_files_are_only_read(method, page, autojump_clock) -> None:
    async with web(WebSite(page)) as w:
        status, headers, body = await w.get("/", method=method)
        assert (status, headers["allow"], body) == (405, "GET, HEAD", b"GET, please\n")


async def test_without_a_page_the_door_says_what_it_is(autojump_clock) -> None:
    async with web() as w:
        status, _, body = await w.get("/")
        assert status == 404 and body.startswith(b"this is an owm_net relay; it serves no page")
        status, headers, _ = await w.get("/relay")
        assert (status, headers["upgrade"]) == (426, "websocket")


async def test_a_page_counts_as_what_a_relay_passes_on(page, autojump_clock) -> None:
    async with web(WebSite(page), Limits(month_bytes=1_000_000)) as w:
        core = "/0123456789abcdef/core.wasm"
        assert (await w.get(core))[0] == 200
        assert w.relay.journal.month_bytes == 200_004
        w.relay.journal.month_bytes = 1_000_000
        status, headers, body = await w.get(core)
        assert status == 503 and b"as it may in a day" in body and headers["retry-after"] == "3600"
        assert w.relay.journal.refused == {"volume": 1}


def test_a_folder_that_is_no_page_is_said_at_the_start(tmp_path) -> None:
    with pytest.raises(BadPage, match=r"has no index\.html"):
        read_page(str(tmp_path))
    with pytest.raises(BadPage, match=r"none: \w"):  # in the system's words
        read_page(str(tmp_path / "none"))
    (tmp_path / "index.html").write_text("x", "utf-8")
    (tmp_path / "a b").write_text("x", "utf-8")
    with pytest.raises(BadPage, match="a sign that no page needs"):
        read_page(str(tmp_path))


def test_links_to_folders_lead_nowhere(tmp_path) -> None:
    (outside := tmp_path / "outside").mkdir()
    (outside / "secret.txt").write_text("x", "utf-8")
    (inside := tmp_path / "inside").mkdir()
    (inside / "index.html").write_text("x", "utf-8")
    try:
        (inside / "link").symlink_to(outside, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    page = read_page(str(inside))
    assert len(page) == 1 and page.find("/link/secret.txt") is None
