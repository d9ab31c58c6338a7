"""The connection to Redis or Valkey, by coredis, which runs on trio through anyio.

Nothing of coredis is imported before somebody wants a directory.
"""

from __future__ import annotations

import hashlib
import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

import trio

BEAT = 1.0  # seconds between two signs of life of a relay
CONNECT = 3.0  # seconds to connect
MOST_BYTES = 4 * 1024 * 1024  # that it may say in a BEAT
PORT = 6379

Run = Callable[[str, Sequence[str], Sequence[Any]], Awaitable[object]]
"""A script, its keys and arguments; what it gives back, whatever that is."""


class NoDirectory(Exception):
    """It cannot be used at all. One line: what, why, what to do."""


@dataclass(frozen=True)
class Membership:
    """The membership of a relay in a group. url: redis://HOST:PORT/NUMBER or rediss:// of the
    directory. place: HOST:PORT, where the players of other relays find this one. password: of the
    directory, and the key of what is hashed there; the same for all."""

    url: str
    place: str
    password: str = field(default="", repr=False)


def faults_of_url(url: str) -> str | None:
    """Return the fault in the address of a directory, if there is one."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "is no address"
    if parts.scheme not in ("redis", "rediss") or not parts.hostname or port == 0:
        return "must be redis://HOST:PORT, or rediss:// with TLS"
    if parts.password:
        return "holds a password, which others can read: give it by --directory-password-file"
    number = parts.path.removeprefix("/")
    if parts.query or parts.fragment or not (not number or (number.isdigit() and len(number) < 5)):
        return "has more after HOST:PORT than the number of a database"
    return None


def check_package() -> None:
    """Raises NoDirectory if the one for a directory is missing."""
    try:
        import coredis  # noqa: F401
    except ImportError as error:
        raise NoDirectory(
            "--directory needs the package coredis; install owm-net[directory]"
        ) from error


@asynccontextmanager
async def open_store(member: Membership) -> AsyncIterator[Run]:
    """For as long as the context is open. It connects with the first script; whatever goes wrong is
    an exception of coredis, or of anything else that it does not expect."""
    import coredis
    from coredis.connection import TCPLocation
    from coredis.exceptions import NoScriptError
    from coredis.pool import ConnectionPool
    from coredis.retry import NoRetryPolicy

    logging.getLogger("coredis").disabled = True  # what goes wrong, the relay says in one line
    parts = urlsplit(member.url)
    more: dict[str, Any] = {}
    if parts.scheme == "rediss":
        more["ssl_context"] = ssl.create_default_context()
    if member.password:
        more["username"] = unquote(parts.username or "default")
        more["password"] = member.password
    pool = ConnectionPool(
        connection_class=_bounded_connection(),
        location=TCPLocation(parts.hostname or "", parts.port or PORT),
        max_connections=1,  # on which all calls are under way together
        connect_timeout=CONNECT,
        db=int(parts.path.removeprefix("/") or 0),
        **more,
    )
    client = coredis.Redis(connection_pool=pool, retry_policy=NoRetryPolicy())
    known: dict[str, str] = {}  # to the server: digests of scripts

    async def run(script: str, keys: Sequence[str], args: Sequence[Any]) -> object:
        if script in known:
            try:
                return await client.evalsha(known[script], keys=keys, args=args)
            except NoScriptError:
                pass
        known[script] = hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()
        return await client.eval(script, keys=keys, args=args)

    async with client:
        yield run


def _bounded_connection() -> Any:
    """A class of connections that end when they are told too much: coredis keeps what it reads
    until an answer is whole, and keeps answers that nobody asked for."""
    from anyio.abc import ByteStream
    from coredis.connection import TCPConnection

    class Bounded(ByteStream):
        def __init__(self, stream: ByteStream) -> None:
            self._stream = stream
            self._left = MOST_BYTES
            self._since = trio.current_time()

        async def receive(self, max_bytes: int = 65536) -> bytes:
            data = await self._stream.receive(max_bytes)
            now = trio.current_time()
            if now >= self._since + BEAT:
                self._left, self._since = MOST_BYTES, now
            self._left -= len(data)
            if self._left < 0:
                raise OSError("it says too much")
            return data

        async def send(self, item: bytes) -> None:
            await self._stream.send(item)

        async def send_eof(self) -> None:
            await self._stream.send_eof()

        async def aclose(self) -> None:
            await self._stream.aclose()

    class Connection(TCPConnection):
        async def _connect(self) -> ByteStream:
            return Bounded(await super()._connect())

        async def run(self, **more: Any) -> None:
            """Closes what coredis leaves open if it could not connect."""
            try:
                await super().run(**more)
            finally:
                for name in ("write", "push_message", "streamed_message"):
                    for end in ("in", "out"):
                        getattr(self, f"_{name}_buffer_{end}").close()

    return Connection
