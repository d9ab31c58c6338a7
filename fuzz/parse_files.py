"""Targets: the private file of a match, its log on disk, the player's key file."""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from fuzz.checks import Broken
from fuzz.harness import Target
from fuzz.mutations import any_bytes, either, lines
from owm_net.files import secret
from owm_net.files.home import CannotWrite
from owm_net.files.identity import own_identity
from owm_net.files.logfile import LogFile
from owm_net.files.private import CannotOpen, PrivateFile
from owm_net.protocol.entries import MAGIC, frame_record, read_records
from owm_net.protocol.errors import MalformedBytes

NOTES = [b"", b"one", b"two" * 30]


@functools.cache
def folder() -> Path:
    """A home of our own, on a disk in memory if there is one."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    made = tempfile.mkdtemp(prefix=f"owm-fuzz-{os.getpid()}-", dir=memory)
    os.environ["OWM_HOME"] = made
    secret._MEMORY_KIB = 64  # type: ignore[misc]
    secret._PASSES = 1  # type: ignore[misc]
    import atexit

    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _put(name: str, data: bytes) -> Path:
    path = folder() / f"{name}-{os.getpid()}"
    path.write_bytes(data)
    return path


def open_private(data: bytes) -> None:
    """A private file: its notes are the first of those that were sealed, and it can go on."""
    for passphrase in ("", "word"):
        path = _put("private", data)
        try:
            file, notes = PrivateFile.open(path, passphrase)
        except (CannotOpen, CannotWrite):
            if passphrase:
                raise
            continue
        if notes != NOTES[: len(notes)]:
            raise Broken("notes that nobody sealed")
        file.append([b"more"])
        if PrivateFile.open(path, passphrase)[1] != [*notes, b"more"]:
            raise Broken("a private file cannot go on after it was opened")


@functools.cache
def private_seeds() -> list[bytes]:
    """By the key file and by a passphrase."""
    seeds = []
    for n, passphrase in enumerate(("", "word")):
        path = folder() / f"seed-{os.getpid()}-{n}"
        path.unlink(missing_ok=True)
        PrivateFile.create(path, passphrase).append(NOTES)
        seeds += [path.read_bytes(), path.read_bytes()[: 19 + n * 9]]
    return seeds


def resume(data: bytes) -> None:
    """A log on disk: what is kept of it can go on."""
    path = _put("log", data)
    log, records = LogFile.resume(path)
    with log:
        log.append([b"x" * 200], True)
    if list(read_records(path.read_bytes())) != [*records, b"x" * 200]:
        raise Broken("a log cannot go on after it was taken up")


def log_seeds() -> list[bytes]:
    """Logs to begin with: a whole one, one that is cut, and an empty one."""
    whole = MAGIC + frame_record(b"a" * 200) + frame_record(b"b" * 300)
    return [whole, whole[:-1], whole[:-299], MAGIC, MAGIC[:5], b""]


def identity(data: bytes) -> None:
    """Read these bytes as the key file of a player."""
    keys = folder() / "keys"
    keys.mkdir(exist_ok=True)
    (keys / "identity.pem").write_bytes(data)
    own_identity()


def pem_seeds() -> list[bytes]:
    """Ours, one of another kind, one with a passphrase."""
    pem, form = Encoding.PEM, PrivateFormat.PKCS8
    ours = Ed25519PrivateKey.from_private_bytes(bytes(32))
    other = ec.derive_private_key(7, ec.SECP256R1())
    return [
        ours.private_bytes(pem, form, NoEncryption()),
        other.private_bytes(pem, form, NoEncryption()),
        ours.private_bytes(pem, form, BestAvailableEncryption(b"word")),
    ]


TARGETS = [
    Target("private", open_private, (CannotOpen, CannotWrite), private_seeds, any_bytes),
    Target("logfile", resume, (MalformedBytes, CannotWrite), log_seeds, any_bytes),
    Target("identity", identity, (CannotWrite,), pem_seeds, either(any_bytes, lines)),
]
