"""The checks of `owm-net doctor`, each a line with advice.

Nothing leaves this machine but an announcement on the own network, what goes to a relay that was
named, and the question for the newest release, if one asks for it. No line holds a secret, nor an
address of this machine.
"""

from __future__ import annotations

import platform
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from owm_net import games
from owm_net.engine.errors import BadData
from owm_net.engine.text import say
from owm_net.files.friends import book_path, read_book
from owm_net.files.home import CannotWrite, as_typed, check_folder, folder
from owm_net.files.identity import Form, identity_path, own_form, own_public_key
from owm_net.net.web_relay import RelayPlace
from owm_net.program.checkup.finding import Finding, failed, ok, warning
from owm_net.program.checkup.network import lan, loopback, round_trip
from owm_net.program.checkup.newest import newest_release
from owm_net.program.local_player import how_to_encrypt
from owm_net.program.window.opening import has_display, why_no_window

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
PROBE: Final = "owm_net.program.checkup.probe"
"""What the child process runs."""


def checkup(
    relay: RelayPlace | None = None, token: str = "", *, newer: bool = False
) -> Iterator[Finding]:
    """All checks, each when it is done. token: of the relay, or "". newer: whether to ask for the
    newest release. None of them raises."""
    checks = (versions, rules, folders, key_files, friends, clock, display, loopback, lan)
    for check in checks:
        yield from _guarded(check.__name__, check)
    if relay is not None:
        yield from _guarded("relay", lambda: round_trip(relay, token))
    if newer:
        yield from _guarded(newest_release.__name__, newest_release)


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
    yield opens_window([sys.executable, "-m", PROBE])


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
