"""The checks of `owm-net doctor`, each a line with advice.

Nothing leaves this machine but an announcement on the own network, and what goes to a relay that
was named. No line holds a secret, nor an address of this machine.
"""

from __future__ import annotations

import ipaddress
import platform
import shutil
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from owm_net import games
from owm_net.engine.errors import BadData
from owm_net.engine.text import say
from owm_net.files.friends import book_path, read_book
from owm_net.files.home import CannotWrite, as_typed, check_folder, folder
from owm_net.files.identity import Form, identity_path, own_form, own_public_key
from owm_net.files.reasons import reason
from owm_net.net.addresses import EVERYWHERE, interfaces, is_loopback
from owm_net.net.errors import NetError
from owm_net.net.lan import NO_NETWORK, announce, listen_for_hosts
from owm_net.net.loop import run as run_loop
from owm_net.net.peers import entropy
from owm_net.net.relays import meet_room
from owm_net.net.rendezvous import Address, bound_to, connect_within, open_port
from owm_net.program.local_player import how_to_encrypt
from owm_net.program.window.opening import has_display, why_no_window
from owm_net.protocol.errors import RemoteProtocolError

PACKAGES: Final = (
    *("trio", "attrs", "cattrs", "cryptography", "PyNaCl", "platformdirs", "rich", "Pillow"),
)
NEEDED_PYTHON: Final = (3, 11)
LEAST_SPACE: Final = 200 << 20
"""Bytes that should be free where logs are kept."""
FIRST_YEAR, LAST_YEAR = 2025, 2100
"""Outside of these the clock is wrong."""
GL_TIME: Final = 60.0
"""Seconds for the child process that opens a window."""
LAN_TIME: Final = 4.0
"""Seconds in which our own announcement must be heard."""
RELAY_TIME: Final = 15.0
PROBE: Final = """
import pyglet
pyglet.options["debug_gl"] = False
window = pyglet.window.Window(64, 64, visible=False)
window.switch_to()
from owm_net.files.reasons import reason
from pyglet.gl import gl_info
print(gl_info.get_version_string(), "by", gl_info.get_renderer())
window.close()
"""
"""What the child process runs: a driver that crashes takes nobody along."""


class CheckState(StrEnum):
    """How a check came out. FAILED: something that is needed does not work."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"

    @property
    def word(self) -> str:
        """For people."""
        return {"ok": say("ok"), "warning": say("warning"), "failed": say("failed")}[self.value]


@frozen
class Finding:
    """One line. do: what may help, "" if nothing is to be done."""

    name: str
    state: CheckState
    said: str
    do: str = ""

    def lines(self) -> list[str]:
        """For people: the line, and below it what to do."""
        first = f"{self.state.value:<8}{self.name}: {self.said}"
        return [first, *([f"{'':8}{self.do}"] if self.do else [])]


def ok(name: str, said: str, do: str = "") -> Finding:
    """Nothing is wrong."""
    return Finding(name, CheckState.OK, said, do)


def warning(name: str, said: str, do: str) -> Finding:
    """One can play without it."""
    return Finding(name, CheckState.WARNING, said, do)


def failed(name: str, said: str, do: str) -> Finding:
    """Without it something that is needed does not work."""
    return Finding(name, CheckState.FAILED, said, do)


def checkup(relay: Address | None = None, token: str = "") -> Iterator[Finding]:
    """All checks, each when it is done. token: of the relay, or "". None of them raises."""
    checks: list[Callable[[], Iterator[Finding]]] = [
        versions,
        rules,
        folders,
        key_files,
        friends,
        clock,
        display,
        loopback,
        lan,
    ]
    for check in checks:
        yield from _guarded(check.__name__, check)
    if relay is not None:
        yield from _guarded("relay", lambda: round_trip(relay, token))


def _guarded(name: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    try:
        yield from check()
    except Exception as e:  # a check of ours that breaks must not keep the others from being made
        why = " ".join(str(e).split())[:200]
        yield failed(
            name,
            say("the check itself broke: {kind}: {why}", kind=type(e).__name__, why=why),
            say("please report it"),
        )


# ------------------------------------------------------------------ this program


def versions() -> Iterator[Finding]:
    """Python, this program, and what both rest on."""
    here = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.version_info >= NEEDED_PYTHON:
        yield ok("Python", here)
    else:
        yield failed("Python", here, say("install Python 3.11 or newer"))
    found, missing = [], []
    for package in ("owm-net", *PACKAGES):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            missing.append(package)
    yield ok(say("packages"), ", ".join(found))
    if missing == ["owm-net"]:
        yield warning(
            say("packages"), say("owm-net runs without being installed"), "pip install -e ."
        )
    elif missing:
        yield failed(
            say("packages"),
            say("missing: {names}", names=", ".join(missing)),
            say("install owm-net[core] again"),
        )
    try:
        yield ok("arcade", version("arcade"))
    except PackageNotFoundError:
        yield warning("arcade", say("not installed, so no window"), say("install owm-net[window]"))


def rules() -> Iterator[Finding]:
    """Each game, its version and its data."""
    for name in games.names():
        try:
            system = games.get(name)
        except BadData as e:
            yield failed(
                say("rules of {name}", name=name),
                say("the data cannot be used: {why}", why=e.problems[0]),
                REINSTALL,
            )
            continue
        digest = system.data_digest().hex()[:16]
        yield ok(
            say("rules of {name}", name=name),
            say("version {version}, data {digest}", version=system.version, digest=digest),
        )


REINSTALL = say("install owm-net again")


def folders() -> Iterator[Finding]:
    """Where we write: whether that works, and reaches the disk; how much room there is."""
    for kind in ("keys", "logs", "cache"):
        try:
            path = folder(kind)
            check_folder(path)  # writes, and waits until it is on the disk
        except CannotWrite as e:
            yield failed(
                say("folder for {kind}", kind=kind), e.said, say("make room, or set OWM_HOME")
            )
            continue
        free = shutil.disk_usage(path).free
        said = say("{path}, {free} MiB free", path=path, free=free >> 20)
        if free < LEAST_SPACE:
            yield warning(
                say("folder for {kind}", kind=kind),
                said,
                say("make room: a match must never stop for it"),
            )
        else:
            yield ok(say("folder for {kind}", kind=kind), said)


def key_files() -> Iterator[Finding]:
    """Check that keys can be read, and by whom."""
    try:
        own_public_key()
        form = own_form()
    except CannotWrite as e:
        yield failed(say("your key"), e.said, say("put a copy of it there"))
        return
    assert form is not None
    yield ok(say("your key"), form.value, how_to_encrypt() if form is Form.PLAIN else "")
    yield from _read_by_others(identity_path(), identity_path().with_name("private.key"))


def friends() -> Iterator[Finding]:
    """Check that the book of friends can be read, and by whom. Nobody in it is named."""
    try:
        path, book = book_path(), read_book()
    except CannotWrite as e:
        yield failed(
            say("book of friends"), e.said, say("nobody can host or join before it can be read")
        )
        return
    known = len(book.friends)
    yield ok(
        say("book of friends"),
        say("{known} known", known=known) if known else say("nobody is in it yet"),
    )
    yield from _read_by_others(path)


def _read_by_others(*files: Path) -> Iterator[Finding]:
    for path in files:
        if path.exists() and sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            do = f"chmod 600 {as_typed(path)}"
            yield warning(path.name, say("others on this machine may read it"), do)


def clock() -> Iterator[Finding]:
    """Check that the date is plausible, and time goes forward."""
    now = datetime.now(UTC)
    said = now.strftime("%Y-%m-%d %H:%M UTC")
    if FIRST_YEAR <= now.year < LAST_YEAR:
        yield ok(say("date"), said)
    else:
        yield warning(
            say("date"), said, say("set the clock: logs and lists show when something was played")
        )
    times = [time.monotonic() for _ in range(1000)]
    if times == sorted(times):
        yield ok(say("clock"), say("it never goes back"))
    else:
        yield failed(
            say("clock"), say("it goes back"), say("restart the machine; waiting rests on it")
        )


# ------------------------------------------------------------------ the window


def display() -> Iterator[Finding]:
    """Check that a window can open, tried in a child process."""
    play = say(
        "play on the terminal: --text with play, host, join and resume, or owm-net boot-camp"
    )
    if not has_display():
        yield warning(say("display"), say("there is none here"), play)
        return
    problem = why_no_window()
    if problem is not None:
        yield failed(say("display"), problem, play)
        return
    yield ok(say("display"), say("there is one"))
    yield opens_window([sys.executable, "-c", PROBE])


def opens_window(command: list[str], seconds: float = GL_TIME) -> Finding:
    """Run the child process that opens a window."""
    update = say("update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1")
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return failed("OpenGL", say("no window after {seconds:g} s", seconds=seconds), update)
    except OSError as e:
        return failed("OpenGL", say("cannot be tried: {why}", why=e.strerror), update)
    if done.returncode < 0:
        return failed(
            "OpenGL", say("the driver crashed (signal {number})", number=-done.returncode), update
        )
    lines = (
        (done.stdout if done.returncode == 0 else done.stderr).decode(errors="replace").split("\n")
    )
    said = next((line for line in reversed(lines) if line.strip()), say("it says nothing"))
    said = "".join(c if c.isprintable() else "?" for c in said)[:200]
    return ok("OpenGL", said) if done.returncode == 0 else failed("OpenGL", said, update)


# ------------------------------------------------------------------ the network


def loopback() -> Iterator[Finding]:
    """IPv4 and IPv6: to this machine itself, and whether there is a way to others."""
    for name, number, family, here, away in (
        ("IPv4", 4, socket.AF_INET, "127.0.0.1", "192.0.2.1"),
        ("IPv6", 6, socket.AF_INET6, "::1", "2001:db8::1"),
    ):
        problem = _talks_to_itself(family, here)
        if problem:
            do = say("a firewall on this machine keeps programs from talking to each other")
            made = failed if family == socket.AF_INET else warning
            yield made(
                name, say("this machine cannot reach itself: {problem}", problem=problem), do
            )
        elif _has_way(family, away):
            yield ok(name, say("works, and there is a way to others"))
        elif any(ipaddress.ip_address(own).version == number for own in _own_addresses()):
            yield ok(name, say("works, but reaches only your own network"))
        else:
            do = (
                say("look at the network")
                if family == socket.AF_INET
                else say("most play without it")
            )
            yield warning(name, say("there is no way to others"), do)


def _talks_to_itself(family: int, here: str) -> str:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as server:
            server.settimeout(5)
            server.bind((here, 0))
            server.listen()
            with socket.create_connection(server.getsockname()[:2], timeout=5) as client:
                there, _ = server.accept()
                with there:
                    there.settimeout(5)
                    client.sendall(b"x")
                    return "" if there.recv(1) == b"x" else say("what was sent did not come")
    except OSError as e:
        return reason(e)


def _has_way(family: int, away: str) -> bool:
    """Nothing is sent: connecting a UDP socket only asks which way a packet would go."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((away, 9))
    except OSError:
        return False
    return True


def lan() -> Iterator[Finding]:
    """Check that a host's announcement is heard on each local network, and answers there."""
    name = say("LAN discovery")
    do = say(
        "friends on this network type your address, or use a relay; a firewall must let UDP 5353 in"
    )
    own = _own_addresses()
    if not own:
        yield warning(name, NO_NETWORK, say("look at the network"))
        return
    try:
        heard, reached = run_loop(_hears_itself, own)
    except NetError as e:
        yield warning(name, f"{e.what}: {e.why}", do)
        return
    if unheard := set(own.values()) - {own[address] for address in heard}:
        where = ", ".join(sorted(unheard))
        yield warning(name, say("our own announcement is not heard: {where}", where=where), do)
    if silent := heard - reached:
        where = _by_name(own, silent)
        yield warning(name, say("what we announce does not answer: {where}", where=where), do)
    if reached:
        where = _by_name(own, reached)
        yield ok(name, say("our own announcement is heard, and answers: {where}", where=where))


def _own_addresses() -> dict[str, str]:
    """Those at which others could reach this machine, and how the way there is called."""
    return {
        address: f"{one.name} IPv{ipaddress.ip_address(address).version}"
        for one in interfaces()
        for address in one.addresses
        if not is_loopback(address)
    }


def _by_name(own: Mapping[str, str], addresses: Set[str]) -> str:
    """Without the addresses themselves: this is read in bug reports."""
    return ", ".join(sorted({own[address] for address in addresses}))


async def _hears_itself(own: Mapping[str, str]) -> tuple[Set[str], Set[str]]:
    """Return which of our addresses are heard, announced as a host does it; and which of them
    answer, by both families. One heard of is enough on each interface: a link-local one of IPv6
    comes without its scope, and so not at all, from where we have another as well."""
    room, heard, reached = entropy(8).hex(), set[str](), set[str]()
    listeners = await open_port(EVERYWHERE, 0)
    try:
        with trio.move_on_after(LAN_TIME):
            port = bound_to(EVERYWHERE, listeners).port
            async with listen_for_hosts() as found, announce(room, port):
                async for host in found:
                    for address in host.addresses if host.room == room else ():
                        plain = address.host.partition("%")[0]
                        heard.add(plain)
                        with suppress(NetError):
                            await (await connect_within(address, LAN_TIME)).aclose()
                            reached.add(plain)
                    if {own[plain] for plain in reached & own.keys()} == set(own.values()):
                        break
    finally:
        for listener in listeners:
            listener.socket.close()
    return own.keys() & heard, own.keys() & reached


def round_trip(relay: Address, token: str = "") -> Iterator[Finding]:
    """Two connections of ours meet at a relay, and one hears what the other says."""
    try:
        seconds = run_loop(_meets_itself, relay, token)
    except (NetError, RemoteProtocolError) as e:
        do = e.do if isinstance(e, NetError) else say("use another relay")
        what = f"{e.what}: {e.why}" if isinstance(e, NetError) else str(e)
        yield failed("relay", what, do)
    except trio.TooSlowError:
        said = say(
            "nothing came through {relay} within {seconds:g} s",
            relay=relay,
            seconds=RELAY_TIME,
        )
        yield failed("relay", said, say("try again, or use another relay"))
    else:
        yield ok(
            "relay",
            say(
                "{relay} carries messages, {n:.0f} ms there and back", relay=relay, n=1000 * seconds
            ),
        )


async def _meets_itself(relay: Address, token: str) -> float:
    """Seconds for a message there and back again. Raises NetError, TooSlowError."""
    room = "m-" + entropy(20).hex()
    with trio.fail_after(RELAY_TIME):
        try:
            return await _say_and_hear(relay, room, token)
        except* NetError as group:
            error: BaseException = group
            while isinstance(error, BaseExceptionGroup):
                error = error.exceptions[0]
            problem = error
    raise problem


async def _say_and_hear(relay: Address, room: str, token: str) -> float:
    took: list[float] = []
    async with trio.open_nursery() as nursery:

        async def answers() -> None:
            async with await meet_room(relay, room, token=token) as link:
                said = await link.receive()
                await link.send(said or b"")
                await link.receive()

        nursery.start_soon(answers)
        async with await meet_room(relay, room, token=token) as link:
            begun = time.perf_counter()
            await link.send(b"are you there?")
            if await link.receive() == b"are you there?":
                took.append(time.perf_counter() - begun)
        nursery.cancel_scope.cancel()
    if not took:
        raise NetError(
            say("relay {relay}", relay=relay),
            say("it changes what it passes on"),
            say("use another relay"),
        )
    return took[0]
