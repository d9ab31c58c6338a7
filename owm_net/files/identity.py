"""The key a player signs with: made once, kept in the keys folder, shown in six words."""

from __future__ import annotations

from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from owm_net.files.home import CannotWrite, folder
from owm_net.files.secret import made_once


def own_identity() -> Ed25519PrivateKey:
    """This player's key; made and stored on first use. Raises CannotWrite."""
    path = folder("keys") / "identity.pem"
    try:
        key = load_pem_private_key(made_once(path, _new_key), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise CannotWrite(f"{path} holds no Ed25519 key; move it away and start again")
        return key
    except InternalError as e:  # a key of another kind and of a wrong length, in OpenSSL's words
        raise CannotWrite(f"{path} is no key file; move it away and start again") from e
    except (ValueError, TypeError, UnsupportedAlgorithm) as e:  # TypeError: it has a passphrase
        raise CannotWrite(f"{path} is no key file ({e}); move it away and start again") from e
    except OSError as e:
        if isinstance(e, CannotWrite):
            raise
        why = (e.strerror or str(e)).lower()
        raise CannotWrite(f"cannot use the key file {path}: {why}; set OWM_HOME") from e


def _new_key() -> bytes:
    key = Ed25519PrivateKey.generate()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
