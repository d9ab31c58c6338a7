"""Whether a newer release exists: one question, to the one address that the player wrote down.

Nothing is asked unless `owm-net doctor --newer` is typed, nothing is downloaded, and the question
does not say who asks. A server's answer is a stranger's: it is bounded before it is read, it is the
name of a release or nothing, and it leads nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import h11
import trio

from owm_net import PROGRAM
from owm_net.engine.text import say
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.files.where import place
from owm_net.net.errors import NetError
from owm_net.net.loop import run as run_loop
from owm_net.net.rendezvous import Address, connect_within, parse_address
from owm_net.net.web_relay import trusted, why_no_tls
from owm_net.program.checkup.finding import Finding, ok, warning

FILE: Final = "newest.txt"
"""In the folder of the settings: the address, in one line."""
SECONDS: Final = 15.0
"""For the whole answer."""
LONGEST_ADDRESS: Final = 512
LONGEST: Final = 1 << 13
"""Bytes of an answer, with its head."""
PORT: Final = 443
_ADDRESS: Final = re.compile(
    r"https://(?P<host>\[[^\]\s]*\]|[^\s/?#:@\[\]]+)(?::(?P<port>[0-9]+))?(?P<path>/[!-\"$-~]*)?"
)
_RELEASE: Final = re.compile(r"owm-net ([0-9]{1,4})\.([0-9]{1,4})\.([0-9]{1,4})\r?\n")
"""As `scripts/release.py` writes LATEST: a line with its end, so that none is believed half."""


class _NoAnswer(Exception):
    """str(): why, in a few words that repeat nothing received."""


def newest_release() -> Iterator[Finding]:
    """Ask the address of the player for the newest release."""
    name, path = say("newest release"), place("settings") / FILE
    try:
        where, target = _parsed(read_plain(path, LONGEST_ADDRESS))
    except FileNotFoundError:
        yield warning(
            name,
            say("it is not known where to ask"),
            say("write the https address that names it into {path}", path=path),
        )
        return
    except (OSError, ValueError) as e:
        why = reason(e) if isinstance(e, OSError) else say("it holds no https address")
        do = say("write one https address into it, and nothing else")
        yield warning(name, say("{path} cannot be used: {why}", path=path, why=why), do)
        return
    try:
        newest = _numbers(run_loop(_ask, where, target))
    except (_NoAnswer, NetError, trio.TooSlowError) as e:
        why = say("not within {seconds:g} s", seconds=SECONDS)
        if not isinstance(e, trio.TooSlowError):
            why = e.why if isinstance(e, NetError) else str(e)
        said = say("{address} does not name it: {why}", address=where.host, why=why)
        yield warning(name, said, say("try again, or check the address in {path}", path=path))
        return
    version = ".".join(map(str, newest))
    if newest <= _numbers(f"{PROGRAM}\n"):
        yield ok(name, say("{version}, and this is {program}", version=version, program=PROGRAM))
    else:
        said = say("{version} is newer than this {program}", version=version, program=PROGRAM)
        yield warning(name, said, say("get it where you got this one"))


def _parsed(written: bytes) -> tuple[Address, str]:
    """Return where to ask, and for what: this is never shown, for a bundle goes to other people.
    Raises ValueError."""
    found = _ADDRESS.fullmatch(written.decode("utf-8-sig").strip())
    if found is None or len(written) > LONGEST_ADDRESS:
        raise ValueError
    return parse_address(f"{found['host']}:{found['port'] or PORT}"), found["path"] or "/"


def _numbers(said: str) -> tuple[int, ...]:
    """Return the numbers of a release. Raises _NoAnswer."""
    found = _RELEASE.fullmatch(said)
    if found is None:
        raise _NoAnswer(say("what it says is no release"))
    return tuple(map(int, found.groups()))


async def _ask(where: Address, target: str) -> str:
    """The body of one GET by TLS. Raises _NoAnswer, NetError, TooSlowError."""
    with trio.fail_after(SECONDS):
        stream = await connect_within(where, SECONDS)
        try:
            context = await trio.to_thread.run_sync(trusted)
            transport = trio.SSLStream(
                stream, context, server_hostname=where.host, https_compatible=True
            )
            await transport.do_handshake()
            return await _get(transport, str(where).removesuffix(f":{PORT}"), target)
        except trio.BrokenResourceError as e:
            raise _NoAnswer(why_no_tls(e.__cause__) or say("it ended the connection")) from None
        except h11.RemoteProtocolError:
            raise _NoAnswer(say("it answers in no HTTP")) from None
        finally:
            stream.socket.close()


async def _get(transport: trio.abc.Stream, host: str, target: str) -> str:
    """Raises _NoAnswer, h11.RemoteProtocolError, BrokenResourceError."""
    link = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST)
    headers = [("Host", host), ("Connection", "close")]
    request = link.send(h11.Request(method="GET", target=target, headers=headers))
    await transport.send_all((request or b"") + (link.send(h11.EndOfMessage()) or b""))
    body, received = b"", 0
    while not isinstance(event := link.next_event(), h11.EndOfMessage | h11.ConnectionClosed):
        if event is h11.NEED_DATA:
            data = bytes(await transport.receive_some(LONGEST))
            received += len(data)
            if not received:
                raise _NoAnswer(say("it ended the connection"))
            if received > LONGEST:
                raise _NoAnswer(say("it says too much"))
            link.receive_data(data)
        elif isinstance(event, h11.Response) and event.status_code != 200:
            if 300 <= event.status_code < 400:
                raise _NoAnswer(say("it leads to another address, where nobody is asked"))
            raise _NoAnswer(say("it answers with HTTP {status}", status=event.status_code))
        elif isinstance(event, h11.Data):
            body += event.data
    return body.decode("ascii", "replace")
