"""The arithmetic of the page, by its stand-ins, makes and refuses what tests/vectors say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.inside import Inside

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests/vectors"
MAKERS = ("vectors_common", "vectors_deck", "vectors_redeal")
"""Of scripts/; they make the same bytes each time."""

MAKE = """
import json, os, sys
os.makedirs("/made/scripts", exist_ok=True)
for name, text in json.loads(given).items():
    with open(f"/made/scripts/{name}.py", "w", encoding="utf-8") as file:
        file.write(text)
sys.path.append("/made/scripts")
import vectors_deck
import vectors_redeal

json.dumps({
    "deck_keys": vectors_deck.key_vectors(),
    "deck_sums": vectors_deck.sum_vectors(),
    "deck_dice": vectors_deck.dice_vectors(),
    "deck_choice": vectors_deck.choice_vectors(),
    "deck_sealed": vectors_deck.sealed_vectors(),
    "deck_redeal": vectors_redeal.redeal_vectors(),
})
"""

JUDGE = """
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
    """Keys, sums, dice, choices, sealed bytes and redeals, each value of each file."""
    sources = {name: (ROOT / f"scripts/{name}.py").read_text("utf-8") for name in MAKERS}
    made = json.loads(inside.run(MAKE, json.dumps(sources)))
    for name, values in made.items():
        assert values == json.loads((VECTORS / f"{name}.json").read_text("utf-8")), name


def test_the_page_hashes_to_points_and_refuses_what_is_none(inside: Inside) -> None:
    """The vectors of the group, through the door to libsodium's heap that is fast."""
    text = (VECTORS / "deck_group.json").read_text("utf-8")
    assert json.loads(inside.run(JUDGE, text)) == {
        "door": "_Direct",
        "points": [case["point"] for case in json.loads(text)["hash_to_group"]],
        "taken by decode": [],
        "taken by mul": [],
        "mixed": [True, True],
        "zero": [True, True],
        "lengths": [True, True],
        "no point": [True, True],
    }
