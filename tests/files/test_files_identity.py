"""The key file: made once, and never anything but CannotWrite when it is no key of ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from owm_net.files.home import CannotWrite, folder
from owm_net.files.identity import own_identity

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
    return tmp_path / "keys"


def test_the_key_is_made_once(keys: Path) -> None:
    first = own_identity()
    assert own_identity().private_bytes_raw() == first.private_bytes_raw()
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
    """Whatever the player's umask, and also if he has made the folder himself."""
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
