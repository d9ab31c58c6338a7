"""The common tools of vectors: seeded entropy, contexts, changes to bytes, cases of a file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from owm_net.protocol import group
from owm_net.protocol.fiat_shamir import ProofContext

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "vectors"
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
MIXED = (group.add(group.mul_base((7).to_bytes(32, "little")), ORDER_8), 7)
"""R = rG and a point of order 8, and r: for the equation with the cofactor it is rG."""
MATCH_ID = b"m" * 32
HERE = "Written by make vectors. All values are hex of the bytes."


def entropy(seed: str) -> Callable[[int], bytes]:
    """Call number i returns SHAKE-256(seed || u32(i))."""
    calls = 0

    def source(n: int) -> bytes:
        nonlocal calls
        calls += 1
        return hashlib.shake_256(seed.encode() + (calls - 1).to_bytes(4, "big")).digest(n)

    return source


def context(seat: int, purpose: str) -> bytes:
    """Of a match of two seats that never was."""
    return ProofContext(
        match_id=MATCH_ID,
        terms=b"t" * 32,
        identities=(b"a" * 32, b"b" * 32),
        seat=seat,
        purpose=purpose,
        deck=0,
        step=3,
        prev=b"p" * 32,
        about=b"",
    ).encode()


def changed(data: bytes, at: int, put: bytes) -> bytes:
    return data[:at] + put + data[at + len(put) :]


def plus_order(data: bytes, at: int) -> bytes:
    """The scalar at a place, written q higher."""
    value = int.from_bytes(data[at : at + 32], "little") + group.ORDER
    return changed(data, at, value.to_bytes(32, "little"))


def case(comment: str, result: str, **values: Any) -> dict[str, Any]:
    """One case of a file: a comment, the result expected, and its values, with bytes in hex."""
    shown = {k: v.hex() if isinstance(v, bytes) else v for k, v in values.items()}
    return {"comment": comment, "result": result, **shown}


def write(name: str, made: dict[str, Any]) -> None:
    """Write one file of tests/vectors, and say so."""
    text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
    (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"tests/vectors/{name}")
