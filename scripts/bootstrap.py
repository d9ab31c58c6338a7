"""Set-up of a checkout: `python3 scripts/bootstrap.py play|dev|relay [--window]`.

Needs nothing but Python 3.11 and its venv module. Makes `.venv` from a lock file of `requirements/`
(every package by its hash, no index address, ready-made wheels only), puts the project into it so
that edits take effect at once, and leaves a stamp, by which the next call knows in a twentieth of a
second that nothing is to do. A set-up cut short leaves a mark and is begun afresh; two set-ups at
once wait for each other.

The sets contain each other: relay < play < dev. What is installed never shrinks.
Exit codes: 0 ready, 2 wrong usage, 3 cannot be done here (the last line on stderr says why).
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

sys.path.insert(0, str(Path(__file__).resolve().parent))  # some Pythons leave it out
from this_system import as_root, has_display, is_debian, say, see_to_libraries

OLDEST = (3, 11)
SETS = ("relay", "play", "dev")  # each holds all that the ones before it hold
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".owm-net-ready"
UNFINISHED = VENV / ".owm-net-unfinished"
LOCK = VENV / ".owm-net-lock"
LOG = VENV / "bootstrap.log"

# The packages only a window needs: left out where one of them has no wheel.
WINDOW_ONLY = ("arcade", "pyglet", "pymunk", "pytiled-parser")
INHERITED: list[int] = []  # files that programs started here keep open: the lock


class CannotBeDone(Exception):
    """The one line that says why, and what to do."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="bootstrap.py", description="Makes .venv ready; does nothing when it is."
    )
    parser.add_argument("set", choices=SETS, help="what to install: relay < play < dev")
    parser.add_argument(
        "--window", action="store_true", help="see to the window's system libraries in any case"
    )
    options = parser.parse_args(arguments)
    try:
        if sys.version_info < OLDEST:
            raise CannotBeDone(
                f"this is Python {sys.version.split()[0]}; owm_net needs 3.11 or newer: "
                "make ... PYTHON=python3.11"
            )
        if not is_ready(options.set):
            prepare(options.set)
        if options.window or (options.set == "play" and has_display()):
            see_to_libraries(VENV / "apt.log")
    except CannotBeDone as problem:
        print(f"set-up: {problem}", file=sys.stderr)
        return 3
    except OSError as problem:
        print(f"set-up: {reason_of(problem)}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("set-up: stopped; the next call begins afresh", file=sys.stderr)
        return 130
    return 0


# ------------------------------------------------------------------ is there anything to do?


def lock_file(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def key_of(name: str) -> str:
    """Changes when the lock, this project's own metadata, the Python or the place changes."""
    import tomllib  # here: an older Python must get as far as the line that says it is too old

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    metadata = [project["build-system"], project["project"], project["tool"]["setuptools"]]
    parts = [
        lock_file(name).read_bytes(),
        json.dumps(metadata, sort_keys=True).encode(),
        f"{sys.implementation.name} {sys.version_info[:2]} {ROOT}".encode(),
        Path(__file__).read_bytes(),
    ]
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def installed() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and stamp.get("set") in SETS else {}


def is_ready(wanted: str) -> bool:
    stamp = installed()
    if not stamp or UNFINISHED.exists() or not venv_python().exists():
        return False
    return SETS.index(stamp["set"]) >= SETS.index(wanted) and stamp["key"] == key_of(stamp["set"])


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


# ------------------------------------------------------------------ doing it


def prepare(wanted: str) -> None:
    VENV.mkdir(exist_ok=True)
    with alone():
        if is_ready(wanted):  # the set-up we waited for has done it
            return
        name = max(wanted, installed().get("set", wanted), key=SETS.index)
        with LOG.open("w", encoding="utf-8") as log:
            make_venv(log)
            window = install_packages(name, log)
            install_project(log)
        stamp = {"set": name, "key": key_of(name), "window": "yes" if window else "no"}
        STAMP.write_text(json.dumps(stamp) + "\n", encoding="utf-8")
        UNFINISHED.unlink()
        say("set-up: ready")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Holds the lock file; if somebody else does, says so and waits. The dead hold nothing."""
    with LOCK.open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            waiting = True
            while waiting:  # LK_LOCK gives up after ten seconds
                with contextlib.suppress(OSError):
                    file.seek(0)
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    waiting = False
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("set-up: another set-up is under way here; waiting for it")
                fcntl.flock(file, fcntl.LOCK_EX)
            # A pip that outlives us, because we were killed, goes on holding the lock.
            INHERITED.append(file.fileno())
        yield
        INHERITED.clear()


def make_venv(log: TextIO) -> None:
    """A working venv of this Python is kept; one half made, broken or of another Python is not."""
    STAMP.unlink(missing_ok=True)
    if venv_python().exists() and not UNFINISHED.exists() and venv_works():
        UNFINISHED.touch()
        return
    leftovers = [child for child in VENV.iterdir() if child not in (LOCK, LOG)]
    if leftovers:
        say("set-up: .venv is unfinished or of another Python; making it anew")
    UNFINISHED.touch()
    for child in leftovers:
        if child == UNFINISHED:
            continue
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        else:
            child.unlink()
    say(f"set-up: [1/3] .venv for Python {sys.version.split()[0]}")
    output, code = run([sys.executable, "-m", "venv", str(VENV)], log)
    if code or not venv_works():
        raise CannotBeDone(why_no_venv(output))


def venv_works() -> bool:
    """Return True if the venv's Python starts, is of our version, and has pip."""
    program = "import sys, pip; print(sys.implementation.name, sys.version_info[:2], sys.prefix)"
    try:
        answer = subprocess.run(
            [venv_python(), "-I", "-c", program],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    ours = f"{sys.implementation.name} {sys.version_info[:2]} {VENV}"
    return answer.returncode == 0 and answer.stdout.strip() == ours


def why_no_venv(output: str) -> str:
    if "ensurepip" in output or "No module named venv" in output:
        fix = "install Python's venv module"
        if is_debian():
            fix = f"{as_root()}apt-get install -y python3-venv"
        return f"this Python cannot make virtual environments; do: {fix}"
    return known_reason(output) or f"could not make .venv; see {LOG}"


def install_packages(name: str, log: TextIO) -> bool:
    """Everything of the lock; where the window has no wheels, all but the window, and False."""
    lock = lock_file(name)
    output, code = pip_install(lock, log)
    if not code:
        return True
    lacking = re.search(r"No matching distribution found for ([A-Za-z0-9_.-]+)", output)
    if lacking and not known_reason(output):
        package = lacking[1].lower().replace("_", "-").split("=")[0]
        if package in WINDOW_ONLY:
            say(
                f"set-up: no window here: {package} has no ready-made package for this Python and "
                "system (3.11 to 3.13 on a common system has); everything else works"
            )
            reduced = VENV / "without-window.txt"
            reduced.write_text(without(lock.read_text(encoding="utf-8"), WINDOW_ONLY), "utf-8")
            output, code = pip_install(reduced, log)
            if not code:
                return False
        else:
            raise CannotBeDone(f"{package} has no ready-made package for this Python and system")
    if "Installing collected packages" not in output:
        UNFINISHED.unlink()  # nothing was changed: what is there may stay for the next attempt
    raise CannotBeDone(known_reason(output) or f"pip failed; see {LOG}")


def without(lock: str, packages: tuple[str, ...]) -> str:
    """The lock's text less the entries of these packages. An entry begins at the left margin."""
    entries = re.split(r"(?m)^(?=[a-z0-9])", lock)
    return "".join(e for e in entries if not re.match(rf"({'|'.join(packages)})==", e))


def pip_install(lock: Path, log: TextIO) -> tuple[str, int]:
    total = len(re.findall(r"(?m)^[a-z0-9].*==", lock.read_text(encoding="utf-8")))
    say(f"set-up: [2/3] {total} packages, each checked against its hash")
    return run(
        [
            *pip(),
            "install",
            "--require-hashes",
            "--no-deps",  # the lock is complete
            "--only-binary=:all:",  # so that nothing is built and nothing unhashed is fetched
            "--requirement",
            str(lock),
        ],
        log,
        total,
    )


def install_project(log: TextIO) -> None:
    say("set-up: [3/3] owm_net itself")
    output, code = run(
        [*pip(), "install", "--no-deps", "--no-index", "--no-build-isolation", "-e", str(ROOT)], log
    )
    if code:
        raise CannotBeDone(known_reason(output) or f"could not install owm_net; see {LOG}")


def pip() -> list[str]:
    return [
        str(venv_python()),
        "-I",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        "--no-color",
    ]


def run(command: list[str], log: TextIO, total: int = 0) -> tuple[str, int]:
    """Runs it with no input, keeps its output in the log, and counts pip's packages aloud."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", PYTHONUNBUFFERED="1")
    for name in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV"):
        environment.pop(name, None)  # somebody's habits elsewhere; the index they use stays
    log.write(f"$ {' '.join(command)}\n")
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        pass_fds=INHERITED,
    )
    assert process.stdout is not None
    lines = []
    count = 0
    try:
        for line in process.stdout:
            lines.append(line)
            log.write(line)
            log.flush()
            package = re.match(r"(?:Collecting|Requirement already satisfied:) (\S+)", line)
            if total and package:
                count += 1
                show_progress(f"        {count} of {total}: {package[1]}", count == total)
            elif line.startswith("Installing collected packages"):
                show_progress("        installing", True)
        return "".join(lines), process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()


def show_progress(text: str, last: bool) -> None:
    """One line that changes on a terminal; a line now and then elsewhere."""
    if sys.stdout is not None and sys.stdout.isatty():
        print(f"\r{text:<70.70}", end="\n" if last else "", flush=True)
    elif last or re.match(r" *\d*0 of", text):
        say(text)


# ------------------------------------------------------------------ why it failed, in one line

REASONS = {
    r"No space left on device|Errno 28|Disk quota exceeded": (
        "the disk is full; a set-up with everything takes about 500 MB"
    ),
    r"DO NOT MATCH THE HASHES": (
        "a package differs from the one that was locked; nothing was installed from it. "
        "If the network is sound, tell the authors"
    ),
    r"name resolution|Name or service not known|nodename nor servname|getaddrinfo failed"
    r"|NewConnectionError|Failed to establish a new connection|Network is unreachable"
    r"|Read timed out|ConnectTimeout|ConnectionResetError|ProxyError|SSLError"
    r"|Max retries exceeded": (
        "no network: the package index does not answer; try again when it does "
        "(behind a proxy: set https_proxy)"
    ),
    r"Permission denied|Read-only file system|Errno 13|Errno 30": (
        f"no permission to write into {ROOT}; work in a copy of your own"
    ),
}


def known_reason(output: str) -> str | None:
    return next((text for pattern, text in REASONS.items() if re.search(pattern, output)), None)


def reason_of(problem: OSError) -> str:
    if problem.errno in (errno.ENOSPC, errno.EDQUOT):
        return known_reason("Errno 28") or ""
    if problem.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return known_reason("Errno 13") or ""
    return str(problem)


if __name__ == "__main__":
    sys.exit(main())
