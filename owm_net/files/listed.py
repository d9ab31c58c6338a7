"""The choices of each system, without loading its rules and its data.

A list in a file: a command that only lists or completes should not wait for all cards of all games.
tests/verbs/test_verbs.py compares it with the systems themselves; `python scripts/data.py --write`
rewrites it.
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
