"""Small secret files: made once, whole or not at all, readable by their owner only.

And what every file of ours needs that must be found again after a power cut.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, Final
from unicodedata import normalize

from owm_net.files.reading import read_plain

SALT_BYTES: Final = 16
NONCE_BYTES: Final = 12
MOST: Final = 1 << 16
"""Bytes of a small file."""

_MEMORY_KIB: Final = 64 * 1024
_PASSES: Final = 3


def made_once(path: Path, make: Callable[[], bytes]) -> bytes:
    """The content of a secret file, made if it is missing.

    Two programs that start at the same time get the same content; after a crash the file is
    there whole or not at all. Raises OSError.
    """
    if path.exists():
        return read_plain(path, MOST)
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            pass  # another program was first
        except OSError:  # a file system without links
            os.replace(name, path)
        sync_folder(path.parent)
    finally:
        Path(name).unlink(missing_ok=True)
    return read_plain(path, MOST)


def put_in_place(path: Path, content: bytes) -> None:
    """A secret file with this content in the place of what is there, at once: after a crash it is
    the one or the other, whole. Raises OSError."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
        sync_folder(path.parent)
    finally:
        Path(name).unlink(missing_ok=True)


def passphrase_key(salt: bytes, passphrase: str) -> bytes:
    """32 bytes out of a passphrase, by Argon2id with 64 MiB. salt: SALT_BYTES."""
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # for nothing else here

    argon = Argon2id(salt=salt, length=32, iterations=_PASSES, lanes=1, memory_cost=_MEMORY_KIB)
    return argon.derive(normalize("NFC", passphrase).encode())  # keyboards put accents differently


def hedged_nonce(secret: bytes, sealed: bytes) -> bytes:
    """NONCE_BYTES for a cipher whose key may be that of an older copy of this machine, which draws
    the same random bytes: other bytes to be sealed get another nonce all the same."""
    return hashlib.sha512(b"owm/file-nonce" + secret + sealed + os.urandom(32)).digest()[
        :NONCE_BYTES
    ]


def take_lock(file: BinaryIO) -> None:
    """Keep other programs from doing the same with this file until it is closed; reading it stays
    possible. Raises OSError at once if another has it."""
    number = file.fileno()
    if os.name == "nt":  # a byte far behind any content: a locked one cannot be read
        msvcrt, at = import_module("msvcrt"), os.lseek(number, 0, os.SEEK_CUR)
        os.lseek(number, 1 << 40, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        os.lseek(number, at, os.SEEK_SET)
    else:
        fcntl = import_module("fcntl")
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def own_only(path: Path) -> None:
    """Let nobody but its owner read a file, or look into a folder; where there are no such rights,
    as on Windows, or they are not ours to give, it stays as it is."""
    if os.name == "posix":
        with suppress(OSError):
            mode = path.stat().st_mode & 0o777
            if mode & 0o077:
                path.chmod(mode & 0o700)


def make_folder(folder: Path) -> None:
    """A folder, made if it is missing, with those above it, and found after a power cut.

    Raises OSError.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that a new file is found after a power cut; not everywhere possible."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
