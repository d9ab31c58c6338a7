"""What can be chosen in each system, without loading its rules and its data.

A list in a file: who only wants to see what there is, or completes a word, should not wait for all
cards of all games. tests/verbs/test_verbs.py holds it against the systems themselves; `python
scripts/data.py --write` writes it anew.
"""

from __future__ import annotations

import json
import os
from typing import Any

FILE = os.path.join(os.path.dirname(__file__), "listed.json")


def listed() -> list[dict[str, Any]]:
    """A dictionary for each registered system; `entry_of` of verbs/systems.py makes them."""
    with open(FILE, encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found
