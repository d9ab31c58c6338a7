"""`owm-net-relay`, also `python -m relay`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import trio

from owm_net.relay.admin import serve_admin
from owm_net.relay.directory import Directory
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Limits
from owm_net.relay.listeners import ListenError, accept_from, open_listeners, serve_listeners
from owm_net.relay.policy import RESERVE
from owm_net.relay.server import FAREWELLS, Relay
from owm_net.relay.settings import (
    BadSettings,
    RelaySettings,
    admin_address,
    doubts_of,
    faults_of,
    overridden,
    read_settings,
)
from owm_net.relay.store import NoDirectory, check_package

if TYPE_CHECKING:
    from owm_net.relay.web import WebDoor, WebSite

SPARE_FILES = 32  # open files besides the connections: listeners, standard streams, trio's own
PASSWORD = "OWM_RELAY_DIRECTORY_PASSWORD"
FIRST = 5.0  # seconds to wait for the directory, before anybody is let in
SAVED = 60.0  # seconds between two writings of what is kept

ABOUT = """\
A relay for owm_net: brings players together who cannot reach each other directly, and copies bytes
between them. It knows rooms, sizes and times, and nothing of the game. How to run one, step by
step: docs/relay.md.
"""
EXAMPLES = """\
examples:
  owm-net-relay                                    this machine only, on a port that is free
  owm-net-relay --bind :: --port 7771              for everybody, by IPv4 and IPv6
  owm-net-relay --bind 0.0.0.0 --port 7771         by IPv4 alone
  owm-net-relay --config relay.toml                all of that, and the limits, from a file
  owm-net-relay --port 7771 --rooms 20 --connections 60 --verbose
  owm-net-relay --port 7771 --admin 127.0.0.1:7772     then: curl http://127.0.0.1:7772/status
  owm-net-relay --port 7771 --web 127.0.0.1:7773 --page build/page --proxy 127.0.0.1
                                                   for browsers too; Caddy or nginx in front
  owm-net-relay --port 7771 --directory redis://10.0.0.5 --advertise a.example.org:7771
                                                   one of several relays behind one name

players type:  owm-net host --relay YOUR-NAME:7771

The first line on standard output says where it listens:   listening 127.0.0.1 7771
After that it is quiet, but for one line a minute on standard error if somebody was sent away;
--verbose tells who comes and goes.

SIGHUP reads the file again. SIGTERM stops it when the pairs that play have ended, the second one,
SIGINT or Ctrl-C at once.

exit codes: 0 stopped as asked; 2 wrong usage, or the file is bad; 3 it cannot listen there
"""


class RelayParser(argparse.ArgumentParser):
    """One line for what was typed wrongly."""

    def error(self, message: str) -> NoReturn:
        """Exit code 2."""
        message = message.removeprefix("argument ")
        self.exit(2, f"relay: {message}; see: owm-net-relay --help\n")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text)):
        raise argparse.ArgumentTypeError(f"must be a whole number, 1 or more, is {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be seconds, above 0, is {text!r}")
    return value


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"must be 0 to 65535, is {text!r}")
    return int(text)


def _version() -> str:
    try:
        return version("owm-net")
    except PackageNotFoundError:
        return "(not installed: it runs from its folder)"


def _parser() -> argparse.ArgumentParser:
    built_in = RelaySettings()
    parser = RelayParser(
        prog="owm-net-relay",
        description=ABOUT,
        epilog=EXAMPLES,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("-V", "--version", action="version", version=f"owm-net-relay {_version()}",
        help="print the version")  # fmt: skip
    add("--config", type=Path, metavar="FILE.toml",
        help="settings: the options below with _ for -, limits in a table [limits]")  # fmt: skip
    add("--bind", metavar="HOST", help=f"address to listen on ({built_in.bind})")
    add("--port", type=_port, help=f"0 takes any that is free ({built_in.port})")
    add("--admin", metavar="HOST:PORT",
        help="/healthz, /metrics, /status by HTTP; keep it at 127.0.0.1 (none)")  # fmt: skip
    add("--web", metavar="HOST:PORT",
        help="WebSockets for browsers, at /relay; put HTTPS in front (none)")  # fmt: skip
    add("--page", metavar="DIR",
        help="with --web: serves the page that `make page` builds, build/page (none)")  # fmt: skip
    add("--proxy", action="append", metavar="NETWORK", dest="proxies",
        help="with --web: believe the X-Forwarded-For of these; may be given again")  # fmt: skip
    add("--site", action="append", metavar="URL", dest="sites",
        help="with --web: another site whose pages may come; may be given again")  # fmt: skip
    add("--token-file", type=Path, metavar="FILE",
        help="whoever comes must know what it holds (no token)")  # fmt: skip
    add("--ban", action="append", metavar="NETWORK", dest="banned",
        help="send these away, such as 192.0.2.0/24; may be given again")  # fmt: skip
    add(
        "--state", metavar="FILE.json", help="keeps the volume of the month and the counters (none)"
    )
    add("--directory", metavar="URL",
        help="redis://HOST:PORT that several relays share, rediss:// with TLS (none)")  # fmt: skip
    add("--advertise", metavar="HOST:PORT",
        help="with --directory: where players find this very relay")  # fmt: skip
    add("--directory-password-file", type=Path, metavar="FILE",
        help=f"holds the directory's password; or set {PASSWORD}")  # fmt: skip
    add("--drain-seconds", type=_seconds, metavar="S",
        help=f"how long pairs may go on after SIGTERM ({built_in.drain_seconds:g})")  # fmt: skip
    add("--verbose", action="store_true", default=None,
        help="tell who comes and goes, with addresses, on standard error")  # fmt: skip
    limits = parser.add_argument_group(
        "limits", "A home is an IPv4 address or an IPv6 /64, a network an IPv4 /24 or an IPv6 /48."
    )
    for limit in fields(Limits):
        kind, unit = (_seconds, "S") if isinstance(limit.default, float) else (_number, "N")
        limits.add_argument(
            f"--{limit.name.replace('_', '-')}", type=kind, metavar=unit,
            help=f"{limit.metadata['words']} ({limit.default:.15g})",
        )  # fmt: skip
    return parser


def settings_of(options: argparse.Namespace) -> RelaySettings:
    """Return the settings from the file and the command line. Raises BadSettings."""
    typed = dict(vars(options))
    config, token_file = typed.pop("config"), typed.pop("token_file")
    password_file = typed.pop("directory_password_file")
    written = read_settings(config) if config is not None else RelaySettings()
    if token_file is not None:
        typed["token"] = _secret_of(token_file, "token")
    if password_file is not None:
        typed["directory_password"] = _secret_of(password_file, "password")
    elif (typed["directory"] or written.directory) and os.environ.get(PASSWORD):
        typed["directory_password"] = os.environ[PASSWORD]
    settings = overridden(written, typed)
    faults = list(faults_of(settings))
    if faults:
        raise BadSettings(faults)
    return settings


def _secret_of(path: Path, what: str) -> str:
    """Return the secret in a file. Raises BadSettings."""
    try:
        with path.open(encoding="utf-8") as file:
            secret = file.read(4097).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings([f"{path}: cannot read the {what}: {error}"]) from error
    if not 0 < len(secret) <= 4096:
        raise BadSettings([f"{path}: holds no {what}"])
    return secret


def site_of(settings: RelaySettings) -> WebSite | None:
    """Return what the door for browsers has, its page read; None without such a door. Raises
    BadSettings."""
    if not settings.web:
        return None
    try:
        from owm_net.relay.page import BadPage, read_page
        from owm_net.relay.web import WebSite
    except ImportError as error:
        needs = "web: needs the packages h11 and wsproto; install owm-net[relay]"
        raise BadSettings([needs]) from error
    try:
        page = read_page(settings.page) if settings.page else None
    except BadPage as error:
        raise BadSettings([f"page: {error}"]) from error
    return WebSite(page, settings.trusted(), frozenset(settings.sites))


def _too_few_files(settings: RelaySettings) -> str | None:
    """Make sure that the system lets us hold the files open that so many connections need; else
    return why not."""
    limits = settings.limits
    others = RESERVE + FAREWELLS + SPARE_FILES
    if settings.web:
        others += limits.handshakes + FAREWELLS
    wanted = limits.connections + others
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return None
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        fit = max(1, hard - others)
        return (
            f"cannot hold {wanted} files open: this system allows {hard}; "
            f"raise `ulimit -n`, or give --connections {fit}"
        )
    return None


def _tell(line: str) -> None:
    with suppress(OSError):  # a terminal that was closed must not stop a relay
        print(line, file=sys.stderr, flush=True)


def _quiet(line: str) -> None:
    pass


class _Kept:
    """The counters that outlast the process, in a file: numbers alone."""

    def __init__(self, path: str, journal: Journal) -> None:
        self._path = Path(path) if path else None
        self._journal = journal
        if self._path is None or not self._path.exists():
            return
        try:
            kept = json.loads(self._path.read_bytes()[:65536])
            if not isinstance(kept, dict):
                raise ValueError
            journal.take_up(kept)
        except (OSError, ValueError):
            self._set_aside(self._path)

    def _set_aside(self, path: Path) -> None:
        """Set an unreadable file aside: it counts for nothing; keep it, and tell."""
        aside = path.with_name(path.name + ".damaged")
        with suppress(OSError):
            os.replace(path, aside)
        told = f"relay: {path} cannot be read: this month's volume is counted from 0"
        self._journal.tell(f"{told}; the file is kept as {aside.name}")

    def save(self) -> None:
        """Whole or not at all; a disk that is full is told, and stops nothing."""
        if self._path is None:
            return
        new = self._path.with_name(self._path.name + ".new")
        try:
            new.write_text(json.dumps(self._journal.to_keep()) + "\n", "utf-8")
            os.replace(new, self._path)
        except OSError as error:
            self._journal.tell(f"relay: cannot write {self._path}: {error.strerror}")

    async def save_often(self) -> None:
        """Until cancelled; at once for the first time, so that a place which cannot be written is
        told at the start."""
        while True:
            self.save()
            await trio.sleep(SAVED)


def _signals() -> list[signal.Signals]:
    """Those that this system has."""
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


class _Ports:
    """What a relay listens on: its port, and what the settings add. Raises ListenError, with all
    closed again."""

    def __init__(self) -> None:
        self.relay: list[trio.SocketListener] = []
        self.admin: list[trio.SocketListener] = []
        self.web: list[trio.SocketListener] = []

    async def open(self, settings: RelaySettings) -> None:
        try:
            self.relay = await open_listeners(settings.bind, settings.port)
            if address := admin_address(settings.admin):
                self.admin = await open_listeners(*address)
            if address := admin_address(settings.web):
                self.web = await open_listeners(*address)
        except ListenError:
            for listener in (*self.relay, *self.admin):
                listener.socket.close()
            raise


class _Web:
    """The door for browsers, if there is one."""

    def __init__(self, relay: Relay, site: WebSite | None) -> None:
        self._relay = relay
        self._door: WebDoor | None = None
        if site is not None:
            from owm_net.relay.web import WebDoor

            self._door = WebDoor(relay, site)

    def change(self, site: WebSite | None) -> None:
        """From now on. A door that was not there is not made: that needs a port."""
        if self._door is not None and site is not None:
            self._door.site = site

    async def serve(self, listeners: list[trio.SocketListener]) -> None:
        """Until cancelled."""
        assert self._door is not None
        await accept_from(listeners, self._relay, self._door.attend)


async def _run(options: argparse.Namespace, settings: RelaySettings, site: WebSite | None) -> int:
    journal = Journal(_tell, _tell if settings.verbose else _quiet)
    member = settings.member()
    directory = None if member is None else Directory(member, journal)
    relay = Relay(settings.limits, journal, settings.policy(), directory)
    web = _Web(relay, site)
    ports = _Ports()
    with trio.open_signal_receiver(*_signals()) as signals:
        try:
            await ports.open(settings)
        except ListenError as error:
            _tell(f"relay: {error}")
            return 3
        kept = _Kept(settings.state, journal)
        async with trio.open_nursery() as nursery:
            host, port = ports.relay[0].socket.getsockname()[:2]

            async def serve() -> None:
                await serve_listeners(ports.relay, relay=relay)

            await _share(directory, nursery)
            nursery.start_soon(serve)
            nursery.start_soon(kept.save_often)
            if ports.admin:
                nursery.start_soon(serve_admin, relay, ports.admin)
                _tell(f"admin {_place_of(ports.admin)}")
            if ports.web:
                nursery.start_soon(web.serve, ports.web)
                _tell(f"web {_place_of(ports.web)}")
            print(f"listening {host} {port}", flush=True)

            async def drained() -> None:
                with trio.move_on_after(settings.drain_seconds):
                    await relay.drained()
                await _end(directory, nursery)

            async for number in signals:
                if number == getattr(signal, "SIGHUP", None):
                    settings = _reload(relay, web, options) or settings
                elif number == signal.SIGTERM and not relay.draining:
                    pairs = "1 pair has" if relay.pairs == 1 else f"{relay.pairs} pairs have"
                    _tell(f"stopping when {pairs} ended; SIGTERM stops at once")
                    relay.drain()
                    nursery.start_soon(drained)
                else:
                    await _end(directory, nursery)
                    break
        journal.once_a_minute(relay.limits.month_bytes)
        kept.save()
    return 0


def _place_of(listeners: list[trio.SocketListener]) -> str:
    host, port = listeners[0].socket.getsockname()[:2]
    return f"{host} {port}"


async def _share(directory: Directory | None, nursery: trio.Nursery) -> None:
    """Be one of several relays; wait a moment for the others, before anybody is let in."""
    if directory is not None:
        nursery.start_soon(directory.run)
        nursery.start_soon(directory.minutely)
        with trio.move_on_after(FIRST):
            await directory.ready.wait()


async def _end(directory: Directory | None, nursery: trio.Nursery) -> None:
    if directory is not None:
        await directory.farewell()
    nursery.cancel_scope.cancel()


def _reload(relay: Relay, web: _Web, options: argparse.Namespace) -> RelaySettings | None:
    """Read the file again; a bad one changes nothing. Returns the settings in force."""
    try:
        settings = settings_of(options)
        site = site_of(settings)
    except BadSettings as error:
        for line in error.lines:
            _tell(f"relay: {line}")
        _tell("relay: nothing is changed")
        return None
    complaint = _too_few_files(settings)
    if complaint is not None:
        _tell(f"relay: {complaint}; nothing is changed")
        return None
    relay.journal.detail = _tell if settings.verbose else _quiet
    relay.change(settings.limits, settings.policy())
    web.change(site)
    _tell("relay: settings read again; addresses stay as they are")
    return settings


def main(argv: Sequence[str] | None = None) -> int:
    """Run a relay until told to stop. Returns the exit code; SystemExit(2) for wrong usage."""
    options = _parser().parse_args(argv)
    try:
        settings = settings_of(options)
        site = site_of(settings)
    except BadSettings as error:
        for line in error.lines:
            _tell(f"relay: {line}")
        return 2
    complaint = _too_few_files(settings)
    if complaint is not None:
        _tell(f"relay: {complaint}")
        return 3
    for line in doubts_of(settings):
        _tell(f"relay: {line}")
    try:
        if settings.directory:
            check_package()
        # Where no task waits Ctrl-C could come between two steps of trio's own, and end in its
        # internal error (owm_net/net/loop.py, which a relay does not load).
        return trio.run(
            _run, options, settings, site, restrict_keyboard_interrupt_to_checkpoints=True
        )
    except NoDirectory as error:
        _tell(f"relay: {error}")
        return 3
    except KeyboardInterrupt:  # in the moment before the signals are ours
        return 0


if __name__ == "__main__":
    sys.exit(main())
