"""A player's secrets of a match, sealed beside its log: keys, choices, where to meet.

The file is a head and sealed notes. Head: MAGIC, one byte for the kind of key, 16 bytes of salt.
Note: 4 bytes of length and the same inverted (a damaged length must not look like a
torn end), 12 random bytes, ChaCha20-Poly1305 of the note with its number as
associated data, so that notes cannot be swapped or dropped in the middle. A note that was cut
off by a crash is the last one and was never acted on: it is dropped.

The key comes from a passphrase (Argon2id) or from a key file in the keys folder. Without the
private file a match cannot be resumed. When the match is over it is kept under another name, sealed
as it is; deleting that keeps unplayed cards secret for ever.
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, folder
from owm_net.files.page import how_to_resume
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.files.secret import (
    NONCE_BYTES,
    SALT_BYTES,
    hedged_nonce,
    made_once,
    make_folder,
    passphrase_key,
    sync_folder,
)

MAGIC: Final = b"owm-net private 1\n"
BY_PASSPHRASE: Final = b"p"
BY_KEY_FILE: Final = b"k"
MOST: Final = 256 << 20
"""Bytes of a whole file; no match leaves as many."""
SUFFIX: Final = ".private"
KEPT: Final = ".kept"
LENGTH_BYTES: Final = 8


class CannotOpen(ValueError):
    """The private file cannot be read: another passphrase or key, or damaged."""


def private_path(log: Path) -> Path:
    """Where the private file of a log is."""
    return log.with_name(log.name + SUFFIX)


def kept_path(log: Path) -> Path:
    """Return where it is kept after the match, for replays with the player's own cards."""
    return log.with_name(log.name + KEPT)


class NeedsPassphrase(CannotOpen):
    """It is sealed with a passphrase, and none was given."""


class PrivateFile:
    """Sealed notes of one match; append-only, on the disk when `append` returns.

    repr shows no secret. Raises CannotWrite, CannotOpen.
    """

    def __init__(self, path: Path, kind: bytes, salt: bytes, key: bytes, notes: int) -> None:
        self.path = path
        self._kind = kind
        self._salt = salt
        self._key = key
        self._cipher = ChaCha20Poly1305(key)
        self._notes = notes
        self._torn_at: int | None = None
        self._one_by_one = Lock()  # notes are numbered, and may come from several threads

    def __repr__(self) -> str:
        return f"PrivateFile({self.path}, {self._notes} notes)"

    @classmethod
    def create(cls, path: Path, passphrase: str = "") -> PrivateFile:
        """A new file. passphrase: "" seals with the key file of this machine."""
        kind = BY_PASSPHRASE if passphrase else BY_KEY_FILE
        salt = os.urandom(SALT_BYTES)
        key = _key(kind, salt, passphrase)
        try:
            make_folder(path.parent)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(MAGIC + kind + salt)
                file.flush()
                os.fsync(file.fileno())
            sync_folder(path.parent)
        except OSError as e:
            raise _problem(path, e) from e
        return cls(path, kind, salt, key, 0)

    @classmethod
    def open(cls, path: Path, passphrase: str = "") -> tuple[PrivateFile, list[bytes]]:
        """An existing file and its notes. A last note that was cut off is left out, and removed
        by the next `append`: to read changes nothing, for its match may be under way."""
        try:
            data = read_plain(path, MOST)
        except OSError as e:
            raise CannotOpen(say("cannot read {path}: {why}", path=path, why=reason(e))) from e
        head = len(MAGIC) + 1 + SALT_BYTES
        kind, salt = data[len(MAGIC) : len(MAGIC) + 1], data[len(MAGIC) + 1 : head]
        known = kind in (BY_PASSPHRASE, BY_KEY_FILE)
        good = data.startswith(MAGIC) and known and len(salt) == SALT_BYTES
        if not good or len(data) > MOST:
            raise CannotOpen(say("{path} is no private file of owm-net", path=path))
        if kind == BY_PASSPHRASE and not passphrase:
            raise NeedsPassphrase(say("{path} is sealed with a passphrase", path=path))
        file = cls(path, kind, salt, _key(kind, salt, passphrase), 0)
        notes: list[bytes] = []
        at = head
        while at + LENGTH_BYTES <= len(data):
            length = int.from_bytes(data[at : at + 4], "big")
            if length == 0 and not any(data[at:]):  # what a power cut may leave
                break
            if data[at : at + LENGTH_BYTES] != _length(length):
                raise CannotOpen(
                    say("cannot open {path}: it is damaged at byte {at}", path=path, at=at)
                )
            start = at + LENGTH_BYTES
            if start + length > len(data):
                break
            notes.append(file._unseal(data[start : start + length], len(notes)))
            at = start + length
        file._notes = len(notes)
        if at < len(data):
            file._torn_at = at
        return file, notes

    def keep(self, log: Path) -> None:
        """The match of this log is over. Whoever has deleted the file keeps nothing."""
        try:
            os.replace(self.path, kept_path(log))
        except FileNotFoundError:
            return
        except OSError as e:
            raise _problem(self.path, e) from e

    def append(self, notes: list[bytes]) -> None:
        """Seal and store notes; they are on the disk on return."""
        with self._one_by_one:
            self._append(notes)

    def _append(self, notes: list[bytes]) -> None:
        data = b""
        for note in notes:
            about = self._about(self._notes)
            nonce = hedged_nonce(self._key, about + note)
            sealed = nonce + self._cipher.encrypt(nonce, note, about)
            data += _length(len(sealed)) + sealed
            self._notes += 1
        try:
            if self._torn_at is not None:
                os.truncate(self.path, self._torn_at)
                self._torn_at = None
            with self.path.open("ab") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as e:
            log = self.path.with_name(self.path.name.removesuffix(SUFFIX))
            why = reason(e)
            raise CannotWrite(
                say(
                    "cannot write {path}: {why}; make room for it, then go on with: {command}",
                    path=self.path,
                    why=why,
                    command=how_to_resume(log),
                ),
                why,
            ) from e

    def _unseal(self, sealed: bytes, number: int) -> bytes:
        try:
            return self._cipher.decrypt(
                sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], self._about(number)
            )
        except (InvalidTag, ValueError) as e:
            what = (
                say("the passphrase is wrong")
                if self._kind == BY_PASSPHRASE
                else say("it was sealed with another key file")
            )
            raise CannotOpen(
                say("cannot open {path}: {what}, or the file is damaged", path=self.path, what=what)
            ) from e

    def _about(self, number: int) -> bytes:
        return MAGIC + self._salt + number.to_bytes(8, "big")


def _length(n: int) -> bytes:
    raw = n.to_bytes(4, "big")
    return raw + bytes([b ^ 0xFF for b in raw])


def _key(kind: bytes, salt: bytes, passphrase: str) -> bytes:
    if kind == BY_PASSPHRASE:
        return passphrase_key(salt, passphrase)
    return HKDF(SHA256(), 32, salt, b"owm/private/v1").derive(_key_file())


def _key_file() -> bytes:
    path = folder("keys") / "private.key"
    try:
        key = made_once(path, lambda: os.urandom(32))
        if len(key) != 32:
            raise CannotOpen(say("{path} is no key file: it must have 32 bytes", path=path))
        return key
    except OSError as e:
        raise _problem(path, e) from e


def _problem(path: Path, e: OSError) -> CannotWrite:
    why = reason(e)
    return CannotWrite(
        say(
            "cannot write {path}: {why}; set OWM_HOME to a folder you may write to",
            path=path,
            why=why,
        ),
        why,
    )
