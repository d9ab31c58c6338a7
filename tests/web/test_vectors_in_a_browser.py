"""The arithmetic of the page, by its stand-ins, makes and refuses what tests/vectors say."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import pytest

from owm_net.web.verifying import verdict_on
from tests.second_verifier.test_second_verifier_logs import CASES, file_of
from tests.web import judging
from tests.web.inside import Inside

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests/vectors"
MAKERS = ("vectors_common", "vectors_deck", "vectors_redeal", "vectors_channel")
"""Of scripts/; they make the same bytes each time."""

MAKE = """
import json, os, sys
os.makedirs("/made/scripts", exist_ok=True)
for name, text in json.loads(given).items():
    with open(f"/made/scripts/{name}.py", "w", encoding="utf-8") as file:
        file.write(text)
sys.path.append("/made/scripts")
import vectors_channel
import vectors_deck
import vectors_redeal

json.dumps({
    "deck_keys": vectors_deck.key_vectors(),
    "deck_sums": vectors_deck.sum_vectors(),
    "deck_dice": vectors_deck.dice_vectors(),
    "deck_choice": vectors_deck.choice_vectors(),
    "deck_sealed": vectors_deck.sealed_vectors(),
    "deck_redeal": vectors_redeal.redeal_vectors(),
    "wire_channel": vectors_channel.channel_vectors(),
    "wire_watching": vectors_channel.watching_vectors(),
})
"""

JUDGE = """
json.dumps(wrong(json.loads(given)))
"""
JUDGE_LOGS = """
import base64, json
from owm_net.web.verifying import verdict_on
logs = map(base64.b64decode, json.loads(given))
json.dumps([verdict_on("x.owmlog", log, lambda done, total: None) for log in logs])
"""
JUDGE_GROUP = """
import json
from owm_net.protocol import group
from owm_net.protocol.errors import MalformedBytes

def refused(call, *values):
    try:
        call(*values)
    except MalformedBytes:
        return True
    return False

at = bytes.fromhex
vectors = json.loads(given)
bad = [case["point"] for case in vectors["bad_points"]]
off = bytes([2]) + bytes(31)
two = group.scalar_from_int(2)
curve = group.add(group.BASE, at(vectors["order_8"]))
json.dumps({
    "door": type(group._sodium).__name__,
    "points": [
        group.hash_to_group(at(case["dst"]), at(case["data"])).hex()
        for case in vectors["hash_to_group"]
    ],
    "taken by decode": [point for point in bad if not refused(group.decode_point, at(point))],
    "taken by mul": [point for point in bad if not refused(group.mul, two, at(point))],
    "mixed": [refused(group.decode_point, curve), refused(group.mul, two, curve)],
    "zero": [refused(group.mul, bytes(32), group.BASE), refused(group.mul_base, bytes(32))],
    "lengths": [refused(group.mul, two, group.BASE[:31]), refused(group.add, group.BASE, b"")],
    "no point": [refused(group.add, group.BASE, off), refused(group.sub, off, group.BASE)],
})
"""


def test_the_page_makes_the_vectors_again(inside: Inside) -> None:
    """Keys, sums, dice, choices, sealed bytes, redeals and channels, each value of each file."""
    sources = {name: (ROOT / f"scripts/{name}.py").read_text("utf-8") for name in MAKERS}
    made = json.loads(inside.run(MAKE, json.dumps(sources)))
    for name, values in made.items():
        assert values == json.loads((VECTORS / f"{name}.json").read_text("utf-8")), name


def test_the_page_hashes_to_points_and_refuses_what_is_none(inside: Inside) -> None:
    """The vectors of the group, through the door to libsodium's heap that is fast."""
    text = (VECTORS / "deck_group.json").read_text("utf-8")
    assert json.loads(inside.run(JUDGE_GROUP, text)) == {
        "door": "_Direct",
        "points": [case["point"] for case in json.loads(text)["hash_to_group"]],
        "taken by decode": [],
        "taken by mul": [],
        "mixed": [True, True],
        "zero": [True, True],
        "lengths": [True, True],
        "no point": [True, True],
    }


def test_the_page_accepts_and_refuses_what_the_program_does(inside: Inside) -> None:
    """Each case of each file that holds good and bad ones: shuffles, shares, signatures, records
    of a channel. What one accepts and the other refuses would end a match between them."""
    vectors = {path.stem: json.loads(path.read_text("utf-8")) for path in VECTORS.glob("*.json")}
    source = Path(judging.__file__).read_text("utf-8")
    assert judging.wrong(vectors) == []
    assert json.loads(inside.run(f"{source}\nimport json\n{JUDGE}", json.dumps(vectors))) == []


def test_the_page_says_of_logs_good_bad_and_hostile_what_the_program_says(inside: Inside) -> None:
    """In the same words. `make browser` takes all of wire_logs.json."""
    logs = [file_of(case) for case in CASES[:: 1 if os.environ.get("OWM_BROWSER") else 20]]
    given = json.dumps([base64.b64encode(log).decode() for log in logs])
    said = json.loads(inside.run(JUDGE_LOGS, given))
    for n, log in enumerate(logs):
        assert tuple(said[n]) == verdict_on("x.owmlog", log, lambda done, total: None), n
