"""`owm-net doctor`: what works here, a bundle without secrets, and private files of no more use."""

from __future__ import annotations

import base64
import getpass
import json
import os
import sys
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from owm_net.files.friends import Book, book_path, change_book
from owm_net.files.identity import own_identity
from owm_net.files.logfile import LogFile, _lock
from owm_net.files.private import PrivateFile, private_path
from owm_net.net.rendezvous import Address
from owm_net.program.checkup import checks as checkup
from owm_net.program.checkup.checks import opens_window
from owm_net.program.checkup.finding import CheckState
from owm_net.program.checkup.network import round_trip
from owm_net.protocol.words import fingerprint
from owm_net.relay.listeners import open_listeners, serve, serve_listeners
from owm_net.relay.policy import Policy
from owm_net.relay.server import Relay
from tests.session.conftest import Party
from tests.verbs.command import owm_net, typed


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the network, for what is not about it."""
    monkeypatch.setattr(checkup, "lan", lambda: iter(()))
    monkeypatch.setattr(checkup, "display", lambda: iter(()))


def test_each_line_says_how_it_is_and_what_to_do(tmp_path: Path) -> None:
    done = owm_net("doctor", home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    states = {line[:8].strip() for line in lines[:-1]}
    assert states <= {"ok", "warning", ""} and lines[-1].startswith("your key, for opponents")
    for i, line in enumerate(lines):
        if line.startswith("warning"):
            assert lines[i + 1].startswith(" " * 8), "what to do"
    for name in (
        *("Python", "packages", "arcade", "rules of owm", "folder for keys", "folder for logs"),
        *("your key", "date", "clock", "display", "IPv4", "IPv6", "LAN discovery"),
    ):
        assert any(f" {name}: " in line for line in lines), name


@pytest.mark.usefixtures("quick")
def test_what_is_needed_and_does_not_work_makes_it_fail(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("no folder")
    done = typed("doctor", "--json", home=home)
    said = json.loads(done.stdout)
    assert done.returncode == 3 and said["works"] is False
    failed = {check["name"]: check for check in said["checks"] if check["state"] == "failed"}
    folders = {"folder for keys", "folder for logs", "folder for cache"}
    assert set(failed) == {*folders, "your key", "book of friends"}
    assert all(check["do"] for check in failed.values())
    fine = typed("doctor", "--json", home=tmp_path)
    assert fine.returncode == 0 and json.loads(fine.stdout)["works"] is True
    assert json.loads(fine.stdout)["key"].count("-") == 5


@pytest.mark.parametrize(
    ("program", "state", "words"),
    [
        ("print('4.6 by llvmpipe')", CheckState.OK, "4.6 by llvmpipe"),
        (
            "import sys; sys.exit('no screen\\x1b[2J found')",
            CheckState.FAILED,
            "no screen?[2J found",
        ),
        ("import threading; threading.Event().wait()", CheckState.FAILED, "no window after"),
        pytest.param(
            "import os; os.kill(os.getpid(), 11)",
            CheckState.FAILED,
            "the driver crashed (signal 11)",
            marks=pytest.mark.skipif(os.name != "posix", reason="no signals"),
        ),
    ],
)
def test_a_driver_that_crashes_or_hangs_takes_nobody_along(
    program: str, state: CheckState, words: str
) -> None:
    seconds = 1.0 if "wait" in program else 60.0
    found = opens_window([sys.executable, "-c", program], seconds)
    assert found.state is state and words in found.said
    assert bool(found.do) == (state is CheckState.FAILED)


async def test_a_relay_is_tried_by_a_message_there_and_back() -> None:
    async with trio.open_nursery() as nursery:
        relay = Address(*await nursery.start(serve))

        def tried(where: Address) -> Any:
            (found,) = round_trip(where)
            return found

        found = await trio.to_thread.run_sync(tried, relay)
        assert found.state is CheckState.OK and "ms there and back" in found.said
        nursery.cancel_scope.cancel()
    found = await trio.to_thread.run_sync(tried, relay)
    assert found.state is CheckState.FAILED and str(relay) in found.said and found.do


async def test_a_relay_with_an_access_token_is_tried_with_it() -> None:
    closed = Relay(policy=Policy("sesame"))
    async with trio.open_nursery() as nursery:
        serves = partial(serve_listeners, await open_listeners("127.0.0.1", 0), relay=closed)
        relay = Address(*await nursery.start(serves))
        found = [
            await trio.to_thread.run_sync(next, round_trip(relay, said)) for said in ("sesame", "")
        ]
        nursery.cancel_scope.cancel()
    assert [x.state for x in found] == [CheckState.OK, CheckState.FAILED]
    assert "access token" in found[1].said
    assert not any("sesame" in line for x in found for line in x.lines())


def test_a_check_that_breaks_keeps_no_other_from_being_made(
    quick: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken() -> Any:
        raise RuntimeError("oh\ndear")

    broken.__name__ = "clock"
    monkeypatch.setattr(checkup, "clock", broken)
    done = typed("doctor", home=tmp_path)
    assert (
        done.returncode == 3
        and "clock: the check itself broke: RuntimeError: oh dear" in done.stdout
    )
    assert " IPv4: " in done.stdout


# ------------------------------------------------------------------ the bundle


def test_a_bundle_holds_no_secret_and_no_name(tmp_path: Path) -> None:
    home = tmp_path / "annemarie"
    owm = home / "games"
    report = tmp_path / "report.zip"
    who = {"HOME": str(home), "USER": "annemarie", "LOGNAME": "annemarie"}
    secret = {"OWM_PASSPHRASE": "gooseberry fool"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OWM_HOME", str(owm))
        key = own_identity()
        LogFile.create(owm / "logs" / "me against zebedee.owmlog").close()
        private = PrivateFile.create(owm / "logs" / "me against zebedee.owmlog.private")
        private.append([b"sesame"])
        change_book(lambda book: book.met(bytes([7]) * 32, "Persephone", "2026-03-01"))
    done = owm_net("doctor", "--bundle", str(report), home=owm, **who, **secret)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(report) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    assert set(parts) == {"findings.txt", "machine.json", "packages.txt", "files.json"}
    held = report.read_bytes() + b"".join(parts.values()) + repr(sorted(parts)).encode()
    seal = (owm / "keys" / "private.key").read_bytes()
    for raw in (key.private_bytes_raw(), key.public_key().public_bytes_raw(), seal):
        for form in (raw, raw.hex().encode(), base64.b64encode(raw)[:40]):
            assert form not in held
    pem = (owm / "keys" / "identity.pem").read_text().splitlines()[1]
    for word in (pem, "gooseberry", "annemarie", "zebedee", "sesame", str(tmp_path)):
        assert word.lower() not in held.decode("latin-1").lower(), word
    if getpass.getuser() != "root":
        assert getpass.getuser() not in held.decode("latin-1")
    words = fingerprint(bytes([7]) * 32).encode()
    for of_a_friend in (b"ersephone", words, (bytes([7]) * 32).hex().encode()):
        assert of_a_friend not in held, "whom one plays with is nobody's business"
    assert b"book of friends: 1 known" in parts["findings.txt"]
    assert b"~" in parts["findings.txt"] and b"trio" in parts["packages.txt"]
    assert json.loads(parts["files.json"])[".owmlog.private"]["files"] == 1
    assert json.loads(parts["machine.json"])["environment"]["OWM_PASSPHRASE"] == "is set"
    before = report.read_bytes()
    again = typed("doctor", "--bundle", str(report), home=owm)
    assert again.returncode == 3 and "choose another name" in again.stderr
    assert report.read_bytes() == before


def test_a_book_of_friends_that_cannot_be_used_is_said_and_names_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can host or join with it; what is said of it may stand in a report."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    [fine] = checkup.friends()
    assert (fine.state, fine.said) == (CheckState.OK, "nobody is in it yet")
    for name in ("Persephone", "Zebedee"):
        key = name.encode().ljust(32)
        change_book(partial(Book.met, identity=key, called=name, day="2026-03-01"))
    book = book_path()
    book.chmod(0o644)
    fine, open_to_all = checkup.friends()
    assert (fine.state, fine.said) == (CheckState.OK, "2 known")
    assert open_to_all.state is CheckState.WARNING and "chmod 600 " in open_to_all.do
    for old, new, words in (
        ("Zebedee", "Perséphone", "friends 1 and 2 have names that look the same"),
        (b"Zebedee".ljust(32).hex(), b"Persephone".ljust(32).hex(), "friends 1 and 2 have one key"),
        ("{", "", "it is no JSON"),
    ):
        text = book.read_text("utf-8")
        book.write_text(text.replace(old, new), "utf-8")
        [bad] = checkup.friends()
        book.write_text(text, "utf-8")
        assert bad.state is CheckState.FAILED and words in bad.said
        assert "ersephone" not in " ".join(bad.lines()) and "put a copy of it there" in bad.said


# ------------------------------------------------------------------ private files of no more use


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches of each kind, each with its private file."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    party = Party(2, "duel", seed=1)
    party.run()
    whole = party.log()
    bad = bytearray(whole)
    bad[len(bad) // 2] ^= 1
    folder = tmp_path / "logs"
    folder.mkdir()
    for name, data in {
        "finished": whole,
        "unfinished": whole[: len(whole) // 2],
        "invalid": bytes(bad),
        "playing": bytes(bad),
        "other": b"owm-net log 1\nwhat is this",
    }.items():
        log = folder / f"{name}.owmlog"
        log.write_bytes(data)
        PrivateFile.create(private_path(log))
    PrivateFile.create(folder / "alone.owmlog.private")
    return folder


def test_only_private_files_of_invalid_matches_are_removed(
    logs: Path, quick: None, tmp_path: Path
) -> None:
    before = {path.name: path.read_bytes() for path in logs.iterdir()}
    gone = private_path(logs / "invalid.owmlog")
    with (logs / "playing.owmlog").open("rb") as playing:
        _lock(logs / "playing.owmlog", playing)  # as the program that plays it
        named = typed("doctor", home=tmp_path)
        assert [x for x in named.stdout.splitlines() if x.startswith("warning private file")] == [
            f"warning private file: {gone} is of a match that ended INVALID"
        ]
        unasked = typed("doctor", "--clean", home=tmp_path)
        assert unasked.returncode == 2 and "type --yes" in unasked.stderr
        assert str(gone) in unasked.stdout
        assert {path.name: path.read_bytes() for path in logs.iterdir()} == before
        done = typed("doctor", "--clean", "--yes", home=tmp_path)
        assert done.returncode == 0 and f"removed {gone}" in done.stdout
        left = {path.name: path.read_bytes() for path in logs.iterdir()}
        assert before.pop(gone.name) and left == before, "nothing else was touched"
        nothing = typed("doctor", "--clean", home=tmp_path)
        assert nothing.returncode == 0 and "there is nothing to remove" in nothing.stdout
