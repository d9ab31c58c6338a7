"""The key file: made once, kept in one of three forms, and never anything but CannotWrite when it
is no key of ours."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from owm_net.files import identity, secret
from owm_net.files.home import CannotWrite, folder
from owm_net.files.identity import (
    Form,
    Locked,
    keep_in_keyring,
    keep_plain,
    keep_with_passphrase,
    own_form,
    own_identity,
    own_public_key,
)

PEM, FORM = Encoding.PEM, PrivateFormat.PKCS8
OURS = Ed25519PrivateKey.from_private_bytes(bytes(32))
OTHER = ec.derive_private_key(7, ec.SECP256R1())
# An X448 key of 32 bytes, over which OpenSSL itself stumbles.
CUT_SHORT = b"-----BEGIN PRIVATE KEY-----%b-----END PRIVATE KEY-----" % (
    b"MC4CAQAwBQYDK2VvBCIEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
)
# An elliptic curve that nobody has heard of.
UNKNOWN = OTHER.private_bytes(PEM, FORM, NoEncryption()).replace(b"SM49AwEH", b"SM49AwFH")


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    monkeypatch.setattr(identity, "_unlocked", {})
    monkeypatch.setattr(secret, "_MEMORY_KIB", 64)  # strong enough for a test
    return tmp_path / "keys"


def test_the_key_is_made_once(keys: Path) -> None:
    first = own_identity()
    assert own_identity().private_bytes_raw() == first.private_bytes_raw()
    if os.name == "posix":
        assert (keys / "identity.pem").stat().st_mode & 0o077 == 0


def test_two_programs_that_start_at_once_have_one_key(
    keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one's comes to be while ours is being made: whoever was first, both go by it."""
    made = Ed25519PrivateKey.generate
    other: list[bytes] = []

    def slowly() -> Ed25519PrivateKey:
        if not other:
            other.append(b"")
            other[0] = own_identity().private_bytes_raw()
        return made()

    monkeypatch.setattr(Ed25519PrivateKey, "generate", slowly)
    assert own_identity().private_bytes_raw() == other[0]
    assert own_identity().private_bytes_raw() == other[0]
    assert len(list(keys.iterdir())) == 1, "nothing is left of the one that nobody has"


@pytest.mark.skipif(os.name != "posix", reason="no such rights")
@pytest.mark.parametrize("kind", ["keys", "computer"])
def test_nobody_else_may_look_into_a_folder_of_keys(tmp_path: Path, kind: str) -> None:
    """Whatever the player's umask, and also if they have made the folder themselves."""
    mask = os.umask(0)
    try:
        assert folder(kind).stat().st_mode & 0o777 == 0o700
        folder(kind).chmod(0o755)
        assert folder(kind).stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(mask)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no key",
        OTHER.private_bytes(PEM, FORM, NoEncryption()),
        OURS.private_bytes(PEM, FORM, BestAvailableEncryption(b"word")),
        UNKNOWN,
        CUT_SHORT,
    ],
    ids=["empty", "text", "other kind", "passphrase", "unknown curve", "cut short"],
)
def test_a_file_that_is_no_key_of_ours(keys: Path, content: bytes) -> None:
    """The last three found by the fuzzer."""
    keys.mkdir()
    (keys / "identity.pem").write_bytes(content)
    with pytest.raises(CannotWrite, match="move it away"):
        own_identity()


def typed(passphrase: str) -> Callable[[], str]:
    return lambda: passphrase


def forget() -> None:
    """As a program does that ends."""
    identity._unlocked.clear()


def secrets_of(key: Ed25519PrivateKey) -> list[bytes]:
    raw = key.private_bytes_raw()
    return [raw, raw.hex().encode()]


class Keyring:
    """As the package `keyring` with a backend that keeps what it is given."""

    priority = 5

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def module(self) -> ModuleType:
        made: Any = ModuleType("keyring")
        made.get_keyring = lambda: self
        made.set_password = lambda s, u, p: self.kept.update({(s, u): p})
        made.get_password = lambda s, u: self.kept.get((s, u))
        made.delete_password = lambda s, u: self.kept.pop((s, u))
        return made  # type: ignore[no-any-return]


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> Keyring:
    ring = Keyring()
    monkeypatch.setitem(sys.modules, "keyring", ring.module())
    return ring


def test_under_a_passphrase_the_key_is_the_same_and_stands_nowhere(keys: Path) -> None:
    key = own_identity()
    keep_with_passphrase(key, "Fr\u00fchling")
    (file,) = keys.iterdir()
    assert own_form() is Form.PASSPHRASE
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
    for kept in (*secrets_of(key), b"Fr\xc3\xbchling", b"PRIVATE KEY"):
        assert kept not in file.read_bytes()
    assert own_public_key() == key.public_key().public_bytes_raw(), "shown without asking"
    again = own_identity(typed("Fru\u0308hling"))  # as another keyboard writes it
    assert again.private_bytes_raw() == key.private_bytes_raw()
    assert own_identity(typed("asked once")).private_bytes_raw() == key.private_bytes_raw()
    forget()
    with pytest.raises(Locked, match="the passphrase is wrong, or the file is damaged"):
        own_identity(typed("Herbst"))
    keep_plain(again)
    assert own_form() is Form.PLAIN
    assert own_identity(typed("")).private_bytes_raw() == key.private_bytes_raw()


def test_who_is_asked(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OWM_PASSPHRASE, then the terminal; without either it is said what to do."""
    key = own_identity()
    keep_with_passphrase(key, "word")
    monkeypatch.setenv("OWM_PASSPHRASE", "word")
    assert own_identity().private_bytes_raw() == key.private_bytes_raw()
    forget()
    monkeypatch.delenv("OWM_PASSPHRASE")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(Locked, match="type it in a terminal, or set OWM_PASSPHRASE"):
        own_identity()


def test_any_byte_of_an_encrypted_key_changed_is_noticed(keys: Path) -> None:
    keep_with_passphrase(own_identity(), "word")
    path = keys / "identity.pem"
    whole = path.read_bytes()
    for at in range(len(whole)):
        forget()
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(CannotWrite):
            own_identity(typed("word"))
    for cut in (whole[:-1], whole + b"x", whole[:20]):
        path.write_bytes(cut)
        for use in (own_public_key, lambda: own_identity(typed("word"))):
            with pytest.raises(CannotWrite, match="damaged"):
                use()


@pytest.mark.parametrize("fails", ["fsync", "replace"])
@pytest.mark.parametrize("into", ["passphrase", "plain", "keyring"])
def test_a_crash_half_way_loses_no_key(
    keys: Path, monkeypatch: pytest.MonkeyPatch, keyring: Keyring, fails: str, into: str
) -> None:
    key = own_identity()
    if into == "plain":
        keep_with_passphrase(key, "word")
    before = (keys / "identity.pem").read_bytes()

    def crash(*_: Any) -> None:
        raise OSError(5, "Input/output error")

    keep = {
        "passphrase": lambda: keep_with_passphrase(key, "word"),
        "plain": lambda: keep_plain(key),
        "keyring": lambda: keep_in_keyring(key),
    }[into]
    with monkeypatch.context() as disk:
        disk.setattr(os, fails, crash)
        with pytest.raises(CannotWrite, match="cannot use the key file"):
            keep()
    (file,) = keys.iterdir()
    assert file.read_bytes() == before, "the old one, and nothing beside it"
    forget()
    assert own_identity(typed("word")).private_bytes_raw() == key.private_bytes_raw()


def test_the_keyring_of_the_system(keys: Path, keyring: Keyring) -> None:
    key = own_identity()
    keep_in_keyring(key)
    public = key.public_key().public_bytes_raw()
    assert own_form() is Form.KEYRING and own_public_key() == public
    assert keyring.kept == {("owm-net", public.hex()): key.private_bytes_raw().hex()}
    assert not any(kept in (keys / "identity.pem").read_bytes() for kept in secrets_of(key))
    assert own_identity().private_bytes_raw() == key.private_bytes_raw()
    kept, keyring.kept = keyring.kept, {}
    with pytest.raises(Locked, match="it is not there: unlock the keyring"):
        own_identity()
    keyring.kept = {name: bytes(32).hex() for name in kept}
    with pytest.raises(Locked, match="names another key"):
        own_identity()
    keyring.kept = kept
    keep_with_passphrase(own_identity(), "word")
    assert keyring.kept == {}, "it is taken out when it is kept elsewhere"
    assert own_identity(typed("word")).private_bytes_raw() == key.private_bytes_raw()


@pytest.mark.parametrize("how", ["not installed", "no backend", "fails", "forgets"])
def test_without_a_keyring_it_is_refused_and_the_key_stays(
    keys: Path, monkeypatch: pytest.MonkeyPatch, keyring: Keyring, how: str
) -> None:
    key = own_identity()
    before = (keys / "identity.pem").read_bytes()
    module: Any = sys.modules["keyring"]

    def fail(*_: Any) -> None:
        raise RuntimeError("the daemon\nis gone")

    if how == "not installed":
        monkeypatch.setitem(sys.modules, "keyring", None)
    elif how == "no backend":
        keyring.priority = 0
    elif how == "fails":
        module.set_password = fail
    else:
        module.get_password = lambda s, u: None
    why = {
        "not installed": r"type .* -m pip install .*--require-hashes .*keyring.txt, or use a pass",
        "no backend": "no keyring that a key could be kept in .*; use a passphrase",
        "fails": "does not take the key: the daemon is gone",
        "forgets": "does not give back",
    }[how]
    with pytest.raises(Locked, match=why):
        keep_in_keyring(key)
    assert (keys / "identity.pem").read_bytes() == before
