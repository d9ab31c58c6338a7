"""The key a player signs with: made once, kept in the keys folder, shown in six words.

`identity.pem` holds it in one of three forms, and whoever reads it finds out which:

    plain        a PEM file (PKCS 8), as it is made at first; whoever has the file has the key
    passphrase   LOCKED, public key (32), salt (16), nonce (12), then the 32 secret bytes under
                 ChaCha20-Poly1305 with a key that Argon2id makes of the passphrase; everything
                 before the nonce is bound to it
    keyring      IN_KEYRING and the public key in hex; the secret bytes, in hex, are in the keyring
                 of the operating system, under the service "owm-net" and that public key

It changes from one form to another in one moment: the new file is written beside the old one,
read back, on the disk, and takes its name. So whenever a crash comes, one whole form is there.
"""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InternalError, InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, as_typed, folder, program
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.files.secret import (
    MOST,
    NONCE_BYTES,
    SALT_BYTES,
    hedged_nonce,
    made_once,
    passphrase_key,
    put_in_place,
)

LOCKED: Final = b"owm-net identity 1\n"
IN_KEYRING: Final = b"owm-net identity in keyring 1\n"
SERVICE: Final = "owm-net"
KEY_BYTES: Final = 32

Ask = Callable[[], str]
"""Gives the passphrase. Raises CannotWrite if there is nobody to ask."""


class Form(Enum):
    """How the key is kept, in words."""

    PLAIN = say("not encrypted: whoever can read the file has it")
    PASSPHRASE = say("encrypted with a passphrase")
    KEYRING = say("in the keyring of this system")


class Locked(CannotWrite):
    """The key is there and cannot be used now: no passphrase, a wrong one, no keyring."""


_unlocked: dict[bytes, Ed25519PrivateKey] = {}  # by the file's content: asked for once


def identity_path() -> Path:
    """Where the key file is. Raises CannotWrite."""
    return folder("keys") / "identity.pem"


def own_identity(ask: Ask | None = None) -> Ed25519PrivateKey:
    """This player's key; made, plain, on first use. Raises CannotWrite, Locked.

    ask: for the passphrase, if there is one; None for OWM_PASSPHRASE, else the terminal.
    """
    path = identity_path()
    try:
        content = made_once(path, _new_key)
        if content in _unlocked:
            return _unlocked[content]
        key = _read(path, content, ask or _ask)
        if form_of(content) is Form.PASSPHRASE:
            _unlocked[content] = key
        return key
    except OSError as e:
        raise _problem(path, e) from e


def own_form() -> Form | None:
    """How the key is kept; None if there is none yet. Raises CannotWrite."""
    path = identity_path()
    try:
        return form_of(read_plain(path, MOST)) if path.exists() else None
    except OSError as e:
        raise _problem(path, e) from e


def is_locked_for_windows() -> bool:
    """Return True if the key has a passphrase that neither OWM_PASSPHRASE nor a terminal gives.
    Raises CannotWrite."""
    typed = sys.stdin is not None and sys.stdin.isatty()
    return own_form() is Form.PASSPHRASE and "OWM_PASSPHRASE" not in os.environ and not typed


def own_public_key() -> bytes:
    """The 32 bytes that others know this player by; asks for nothing. A key is made if there is
    none. Raises CannotWrite."""
    path = identity_path()
    try:
        content = made_once(path, _new_key)
        if form_of(content) is Form.PLAIN:
            return _public(_read(path, content, _ask))
        return _shown(path, content)
    except OSError as e:
        raise _problem(path, e) from e


def form_of(content: bytes) -> Form:
    """The form of a key file."""
    if content.startswith(LOCKED):
        return Form.PASSPHRASE
    return Form.KEYRING if content.startswith(IN_KEYRING) else Form.PLAIN


def keep_with_passphrase(key: Ed25519PrivateKey, passphrase: str) -> None:
    """From now on the key of this player is kept under a passphrase. Raises CannotWrite."""
    secret, public = key.private_bytes_raw(), _public(key)
    head = LOCKED + public + os.urandom(SALT_BYTES)
    nonce = hedged_nonce(secret, head)
    cipher = ChaCha20Poly1305(passphrase_key(head[-SALT_BYTES:], passphrase))
    _keep(key, head + nonce + cipher.encrypt(nonce, secret, head), lambda: passphrase)


def keep_plain(key: Ed25519PrivateKey) -> None:
    """From now on the key is kept as it is. Raises CannotWrite."""
    _keep(key, _pem(key), _ask)


def keep_in_keyring(key: Ed25519PrivateKey) -> None:
    """From now on the key is in the keyring of this system alone. Raises CannotWrite, Locked."""
    public = _public(key).hex()
    keyring = _keyring()
    secret = key.private_bytes_raw().hex()
    try:
        keyring.set_password(SERVICE, public, secret)
        kept = keyring.get_password(SERVICE, public)
    except Exception as e:  # each backend has errors of its own
        raise Locked(
            say("the keyring of this system does not take the key: {why}", why=_words(e))
        ) from e
    if kept != secret:
        raise Locked(say("the keyring of this system does not give back what it was given"))
    _keep(key, IN_KEYRING + public.encode() + b"\n", _ask)


def _keep(key: Ed25519PrivateKey, content: bytes, ask: Ask) -> None:
    """Put a new key file in the place of the old one, if the same key can be read from it."""
    path = identity_path()
    if _public(_read(path, content, ask)) != _public(key):
        raise AssertionError("another key was about to be kept")
    try:
        before = form_of(read_plain(path, MOST)) if path.exists() else None
        put_in_place(path, content)
    except OSError as e:
        raise _problem(path, e) from e
    if before is Form.KEYRING and form_of(content) is not Form.KEYRING:
        try:
            _keyring().delete_password(SERVICE, _public(key).hex())
        except Exception as e:  # the key is safe, which counts more
            raise Locked(
                say(
                    "the key is in {path} now, but cannot be taken out of the keyring: {why}",
                    path=path,
                    why=_words(e),
                )
            ) from e


def _read(path: Path, content: bytes, ask: Ask) -> Ed25519PrivateKey:
    """The key in a file's content. Raises CannotWrite, Locked."""
    form = form_of(content)
    if form is Form.PLAIN:
        return _read_plain(path, content)
    public = _shown(path, content)
    if form is Form.PASSPHRASE:
        secret = _unlock(path, content, ask())
    else:
        secret = _from_keyring(path, public)
    key = Ed25519PrivateKey.from_private_bytes(secret)
    if _public(key) != public:
        raise Locked(say("{path} names another key than the one that is kept", path=path))
    return key


def _unlock(path: Path, content: bytes, passphrase: str) -> bytes:
    head = content[: len(LOCKED) + KEY_BYTES + SALT_BYTES]
    nonce = content[len(head) : len(head) + NONCE_BYTES]
    try:
        cipher = ChaCha20Poly1305(passphrase_key(head[-SALT_BYTES:], passphrase))
        return cipher.decrypt(nonce, content[len(head) + NONCE_BYTES :], head)
    except (InvalidTag, ValueError) as e:
        raise Locked(
            say(
                "cannot open your key {path}: the passphrase is wrong, or the file is damaged; try"
                " again, or put a copy of the file there",
                path=path,
            )
        ) from e


def _from_keyring(path: Path, public: bytes) -> bytes:
    try:
        found = _keyring().get_password(SERVICE, public.hex())
        secret = bytes.fromhex(found or "")
    except Locked:
        raise
    except Exception as e:
        raise Locked(
            say("cannot get your key out of the keyring of this system: {why}", why=_words(e))
        ) from e
    if len(secret) != KEY_BYTES:
        raise Locked(
            say(
                "{path} says that your key is in the keyring of this system, and it is not there:"
                " unlock the keyring of the login with which you kept it",
                path=path,
            )
        )
    return secret


def _keyring() -> Any:
    """The package `keyring`, if it has anything to keep a key in. Raises Locked."""
    try:
        keyring = import_module("keyring")
    except ImportError as e:
        raise Locked(
            say(
                "the keyring of this system needs the package keyring, which is not installed; type"
                " {command}, or use a passphrase: {program} key --passphrase",
                command=_how_to_install(),
                program=program(),
            )
        ) from e
    try:
        backend = keyring.get_keyring()
        works = backend.priority > 0
    except Exception as e:
        raise Locked(say("the keyring of this system cannot be used: {why}", why=_words(e))) from e
    if not works or type(backend).__module__.endswith((".fail", ".null")):
        raise Locked(
            say(
                "this system has no keyring that a key could be kept in (on Linux GNOME Keyring or"
                " KDE Wallet, in a graphical session); use a passphrase: {program} key"
                " --passphrase",
                program=program(),
            )
        )
    return keyring


def _how_to_install() -> str:
    """In a checkout from its lock, by the hashes that stand there."""
    lock = Path(__file__).resolve().parents[2] / "requirements" / "keyring.txt"
    what = ["--require-hashes", "-r", str(lock)] if lock.is_file() else ["owm-net[keyring]"]
    return " ".join(map(as_typed, [sys.executable, "-m", "pip", "install", *what]))


def _ask() -> str:
    """OWM_PASSPHRASE, else what is typed in the terminal."""
    if "OWM_PASSPHRASE" in os.environ:
        return os.environ["OWM_PASSPHRASE"]
    if sys.stdin is None or not sys.stdin.isatty():
        raise Locked(
            say(
                "your key is encrypted with a passphrase: type it in a terminal, or set"
                " OWM_PASSPHRASE"
            )
        )
    return getpass.getpass("passphrase of your key: ")


def _shown(path: Path, content: bytes) -> bytes:
    """The public key that a file says it is of."""
    if form_of(content) is Form.PASSPHRASE:
        at, whole = len(LOCKED), KEY_BYTES + SALT_BYTES + NONCE_BYTES + KEY_BYTES + 16
        if len(content) == at + whole:
            return content[at : at + KEY_BYTES]
    else:
        try:
            public = bytes.fromhex(content[len(IN_KEYRING) :].decode("ascii").strip())
        except ValueError:
            public = b""
        if len(public) == KEY_BYTES:
            return public
    raise CannotWrite(
        say("{path} is damaged: put a copy of it there, or move it away and start again", path=path)
    )


def _read_plain(path: Path, content: bytes) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(content, password=None)
    except InternalError as e:  # a key of another kind and of a wrong length, in OpenSSL's words
        raise CannotWrite(
            say("{path} is no key file; move it away and start again", path=path)
        ) from e
    except (ValueError, TypeError, UnsupportedAlgorithm) as e:  # TypeError: it has a passphrase
        raise CannotWrite(
            say(
                "{path} is no key file ({why}); move it away and start again", path=path, why=str(e)
            )
        ) from e
    if not isinstance(key, Ed25519PrivateKey):
        raise CannotWrite(
            say("{path} holds no Ed25519 key; move it away and start again", path=path)
        )
    return key


def _new_key() -> bytes:
    return _pem(Ed25519PrivateKey.generate())


def _pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def _words(e: Exception) -> str:
    return " ".join(str(e).split())[:200] or type(e).__name__


def _problem(path: Path, e: OSError) -> CannotWrite:
    if isinstance(e, CannotWrite):
        return e
    why = reason(e)
    return CannotWrite(
        say("cannot use the key file {path}: {why}; set OWM_HOME", path=path, why=why)
    )
