"""The channel of docs/wire.md: ours and one written from that page alone, on every vector."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.protocol.channel import BadRecord, Channel, ChannelError, Role
from owm_net.protocol.codes import Code
from tests.second_verifier.channel import End, Secrets
from tests.second_verifier.curve import Refused

VECTORS = Path(__file__).parents[1] / "vectors"
OPENED = [
    opened
    for name in ("wire_channel.json", "wire_watching.json")
    for opened in json.loads((VECTORS / name).read_text(encoding="utf-8"))["opened"]
]
BOTH_WAYS = pytest.mark.parametrize("opened", OPENED, ids=["by code", "by key", "watching"])


def ours(opened: dict[str, Any], who: str) -> Channel:
    end = opened[who]
    code = Code(opened["room"], opened["words"]) if "room" in opened else None
    chance = [bytes.fromhex(end["nonce"]), bytes.fromhex(end["y"]).ljust(64, b"\0")]
    identity = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(end["identity_secret"]))
    return Channel(
        Role(end["role"]),
        code or bytes.fromhex(opened["key"]),
        identity,
        end["name"],
        end["program"],
        lambda n: chance.pop(),
    )


def theirs(opened: dict[str, Any], who: str) -> End:
    end = opened[who]
    shared = (opened["words"].encode(), opened["room"].encode()) if "room" in opened else None
    return End(
        Secrets(
            end["role"],
            shared or bytes.fromhex(opened["key"]),
            bytes.fromhex(end["y"]),
            bytes.fromhex(end["nonce"]),
            end["program"].encode(),
            bytes.fromhex(end["identity_secret"]),
            end["name"].encode(),
        )
    )


def hexed(opened: dict[str, Any], *names: str) -> list[bytes]:
    return [bytes.fromhex(opened[name]) for name in names]


def result(hear: Callable[[bytes], object], message: str) -> str:
    try:
        hear(bytes.fromhex(message))
    except (ChannelError, Refused):
        return "refused"
    return "accepted"


@BOTH_WAYS
def test_both_programs_say_the_same_bytes(opened: dict[str, Any]) -> None:
    hail_a, hail_b, auth_a, auth_b = hexed(opened, "hail_a", "hail_b", "auth_a", "auth_b")
    for a in (ours(opened, "a"), theirs(opened, "a")):
        assert a.hail == hail_a
        assert (a.receive if isinstance(a, Channel) else a.hear_hail)(hail_b) == auth_a
        assert (a.receive if isinstance(a, Channel) else a.hear_auth)(auth_b) is None
    for b in (ours(opened, "b"), theirs(opened, "b")):
        assert b.hail == hail_b
        assert (b.receive if isinstance(b, Channel) else b.hear_hail)(hail_a) is None
        assert (b.receive if isinstance(b, Channel) else b.hear_auth)(auth_a) == auth_b
    assert isinstance(b, End)
    assert b.name.decode() == opened["a"]["name"]
    room, tags = opened["private_room"], hexed(opened, "tag_a", "tag_b", "records_a", "records_b")
    labels = (b"confirm a", b"confirm b", b"records a", b"records b")
    assert "m-" + b.key(b"room").hex()[:40] == room
    assert [b.key(label) for label in labels] == tags


@BOTH_WAYS
def test_both_programs_refuse_the_same_greetings(opened: dict[str, Any]) -> None:
    for case in opened["hails_to_a"]:
        said = case["message"]
        assert result(ours(opened, "a").receive, said) == case["result"], case["comment"]
        assert result(theirs(opened, "a").hear_hail, said) == case["result"], case["comment"]


@BOTH_WAYS
@pytest.mark.parametrize(("who", "list_name"), [("b", "auths_to_b"), ("a", "auths_to_a")])
def test_both_programs_refuse_the_same_proofs(
    opened: dict[str, Any], who: str, list_name: str
) -> None:
    (hail,) = hexed(opened, "hail_a" if who == "b" else "hail_b")
    for case in opened[list_name]:
        mine, other = ours(opened, who), theirs(opened, who)
        mine.receive(hail)
        other.hear_hail(hail)
        assert result(mine.receive, case["message"]) == case["result"], case["comment"]
        assert result(other.hear_auth, case["message"]) == case["result"], case["comment"]


@BOTH_WAYS
def test_both_programs_open_the_same_records(opened: dict[str, Any]) -> None:
    hail_a, auth_a = hexed(opened, "hail_a", "auth_a")
    plain = [bytes.fromhex(r["message"]) for r in opened["records"] if r["from"] == "a"]
    for case in opened["to_b"]:
        mine, other = ours(opened, "b"), theirs(opened, "b")
        mine.receive(hail_a), mine.receive(auth_a)
        other.hear_hail(hail_a), other.hear_auth(auth_a)
        for open_, refusal in ((mine.receiving.open, BadRecord), (other.open, Refused)):
            got: list[bytes] = []
            try:
                for record in case["records"]:
                    got.append(open_(bytes.fromhex(record)))
            except refusal:
                pass
            assert got == plain[: case["opened"]], case["comment"]
