"""Both verifiers on the vectors of a new deal, good and bad."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from owm_net.protocol import blinding, equality
from owm_net.protocol.errors import BadProof, MalformedBytes, RemoteProtocolError
from tests.second_verifier import redeal
from tests.second_verifier.curve import Refused

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "deck_redeal.json").read_text("utf-8")
)
WORDS = {MalformedBytes: "encoding", BadProof: "proof"}


def first(check: Any, *arguments: Any) -> str:
    try:
        check(*arguments)
    except RemoteProtocolError as e:
        return WORDS[type(e)]
    return "accepted"


def second(check: Any, *arguments: Any) -> str:
    try:
        check(*arguments)
    except Refused:
        return "refused"
    return "accepted"


def agrees(case: Any, ours: str, theirs: str) -> bool:
    return case["result"] == ours and (ours == "accepted") == (theirs == "accepted")


def pairs(cards: Any) -> list[tuple[bytes, bytes]]:
    return [(bytes.fromhex(a), bytes.fromhex(b)) for a, b in cards]


def flat(cards: Any) -> list[bytes]:
    return [half for card in pairs(cards) for half in card]


@pytest.mark.parametrize("case", VECTORS["hand"], ids=lambda c: c["comment"])
def test_hands(case: Any) -> None:
    ctx, X, PK, body = (bytes.fromhex(case[k]) for k in ("ctx", "X", "PK", "body"))
    ours = first(equality.check_hand, ctx, X, PK, pairs(case["old"]), body)
    theirs = second(redeal.check_hand, ctx, X, PK, flat(case["old"]), body)
    assert agrees(case, ours, theirs), (ours, theirs)


@pytest.mark.parametrize("case", VECTORS["blind"], ids=lambda c: c["comment"])
def test_blindings(case: Any) -> None:
    ctx, body = bytes.fromhex(case["ctx"]), bytes.fromhex(case["body"])
    ours = first(blinding.check_blinded, ctx, pairs(case["cards"]), body)
    theirs = second(redeal.check_blinded, ctx, flat(case["cards"]), body)
    assert agrees(case, ours, theirs), (ours, theirs)


def test_tags() -> None:
    """Equal cards have equal tags, others have not."""
    case = VECTORS["tags"]
    cards = pairs(case["blinded"])
    shares = [[bytes.fromhex(d) for d in of] for of in case["shares"]]
    found = blinding.tags(cards, shares)
    assert found == [bytes.fromhex(t) for t in case["tags"]]
    assert redeal.tags([b for _, b in cards], shares) == found
    assert blinding.places(found[:4], found[4:]) == case["places"] == [1]
    assert len(set(found)) == 4
