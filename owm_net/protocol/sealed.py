"""Messages to one seat inside the log that all seats share, with complaints that can be judged.

A sealed box is F || c || s || sealed bytes: F = fG, a Schnorr proof that the sender knows f, and
ChaCha20-Poly1305 under a key derived from f E_Q. If its content is bad, the receiver publishes
K = f E_Q = e_Q F with a proof, and everybody can open that one box and see who lied.

The proof of knowledge is what makes complaining safe. Without it a sender could put another seat's
F into a box of rubbish, and the complaint would publish the key of that other seat's message (Shoup
and Gennaro, "Securing threshold cryptosystems against chosen ciphertext attack", 1998).
"""

from __future__ import annotations

import hashlib
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from owm_net.protocol import group
from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes
from owm_net.protocol.fiat_shamir import Transcript, field
from owm_net.protocol.keys import SeatSecrets, check_knowledge, prove_knowledge
from owm_net.protocol.opening import check_dleq, prove_dleq

SEAL_DST: Final = b"owm/mp/seal/v1"
SEAL_KEY_TAG: Final = b"owm/seal/key/v1"
SEAL_SCALAR_TAG: Final = b"owm/seal/scalar/v1"
COMPLAINT_DST: Final = b"owm/mp/complaint/v1"
HEADER_BYTES: Final = 96
SEALED_OVERHEAD: Final = HEADER_BYTES + 16
COMPLAINT_BYTES: Final = 96

_SEAL = "deck.md Algorithm 16"
_COMPLAIN = "deck.md Algorithm 17"


def seal(ctx: bytes, E_Q: bytes, payload: bytes, entropy: group.Entropy) -> bytes:
    """Seal a payload for the seat whose key is E_Q: len(payload) + 112 bytes.

    ctx: `ProofContext.encode()` of the sender. The length of the payload is not hidden. Algorithm
    16 of docs/deck.md.
    """
    fresh = entropy(64)
    if len(fresh) != 64:
        raise LocalProtocolError(f"entropy(64) returned {len(fresh)} bytes")
    # Hedged: should the entropy repeat, another payload still gets another key.
    f = group.scalar_from_hash(
        hashlib.sha512(SEAL_SCALAR_TAG + field(ctx) + E_Q + field(payload) + fresh).digest()
    )
    F = group.mul_base(f)
    knows_f = prove_knowledge(_header_transcript(ctx, E_Q), f, F, entropy)
    key = _key(group.mul(f, E_Q), ctx, E_Q, F)
    return F + knows_f + ChaCha20Poly1305(key).encrypt(bytes(12), payload, None)


def check_sealed(ctx: bytes, E_Q: bytes, box: bytes) -> None:
    """Check a box as *every* seat does: its length, F, and the proof that its sender knows f.

    Raises MalformedBytes or BadProof: then the sender is at fault without any complaint.
    Algorithm 16 of docs/deck.md.
    """
    if len(box) < SEALED_OVERHEAD:
        reason = f"a sealed message has at least {SEALED_OVERHEAD} bytes, not {len(box)}"
        raise MalformedBytes(reason, algorithm=_SEAL, evidence=(box,))
    try:
        check_knowledge(_header_transcript(ctx, E_Q), box[:32], box[32:HEADER_BYTES])
    except BadProof as error:
        reason = "sealed message: its sender does not know its own f"
        raise BadProof(reason, algorithm=_SEAL, evidence=(ctx, box)) from error


def unseal(ctx: bytes, secrets: SeatSecrets, box: bytes) -> bytes:
    """Open a box sealed for this seat. ctx: the sender's.

    Raises what `check_sealed` does; BadProof if the content does not decrypt, which calls for
    `complain`. Algorithm 16 of docs/deck.md.
    """
    E_Q = group.mul_base(secrets.e)
    check_sealed(ctx, E_Q, box)
    payload = _open(ctx, E_Q, box, group.mul(secrets.e, box[:32]))
    if payload is None:
        raise BadProof("sealed message does not decrypt", algorithm=_SEAL, evidence=(ctx, box))
    return payload


def complain(ctx: bytes, secrets: SeatSecrets, box: bytes, entropy: group.Entropy) -> bytes:
    """Make one box readable for everybody: K = e F and a proof that it is, 96 bytes.

    Only for a box that passes `check_sealed` and whose content is bad: its secrecy is gone with
    this. Raises what `check_sealed` does. Algorithm 17 of docs/deck.md.
    """
    E_Q = group.mul_base(secrets.e)
    check_sealed(ctx, E_Q, box)
    F = box[:32]
    K = group.mul(secrets.e, F)
    transcript = _complaint_transcript(ctx, box)
    return K + prove_dleq(transcript, secrets.e, E_Q, [F], [K], [b""], entropy)


def judge_complaint(ctx: bytes, E_Q: bytes, box: bytes, complaint: bytes) -> bytes | None:
    """Open a box that its receiver complains about, and that passes `check_sealed`: every seat has
    checked it when it came, and of one that fails the sender is at fault without any complaint.

    Returns what it says, for the caller to judge, or None if it does not even decrypt, which is the
    sender's fault.

    Raises MalformedBytes or BadProof if the *complaint* is false. Algorithm 17 of docs/deck.md.
    """
    if len(complaint) != COMPLAINT_BYTES:
        reason = f"a complaint must be {COMPLAINT_BYTES} bytes, not {len(complaint)}"
        raise MalformedBytes(reason, algorithm=_COMPLAIN, evidence=(complaint,))
    K = complaint[:32]
    try:
        transcript = _complaint_transcript(ctx, box)
        check_dleq(transcript, E_Q, [box[:32]], [K], [b""], complaint[32:])
    except BadProof as error:
        reason = "the complaint does not prove its key"
        raise BadProof(reason, algorithm=_COMPLAIN, evidence=(ctx, box, complaint)) from error
    return _open(ctx, E_Q, box, K)


def _header_transcript(ctx: bytes, E_Q: bytes) -> Transcript:
    transcript = Transcript(SEAL_DST, ctx)
    transcript.append(b"E", E_Q)
    return transcript


def _complaint_transcript(ctx: bytes, box: bytes) -> Transcript:
    transcript = Transcript(COMPLAINT_DST, ctx)
    transcript.append(b"box", box)
    return transcript


def _key(K: bytes, ctx: bytes, E_Q: bytes, F: bytes) -> bytes:
    info = SEAL_KEY_TAG + E_Q + F + field(ctx)
    return HKDF(algorithm=SHA512(), length=32, salt=None, info=info).derive(K)


def _open(ctx: bytes, E_Q: bytes, box: bytes, K: bytes) -> bytes | None:
    key = _key(K, ctx, E_Q, box[:32])
    try:
        return ChaCha20Poly1305(key).decrypt(bytes(12), box[HEADER_BYTES:], None)
    except InvalidTag:
        return None
