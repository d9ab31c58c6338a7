"""The cheats' gallery: a hostile peer that is honest until its moment, then deviates by name.

Each entry of `GALLERY` says what it tries, where it bites, and what all honest seats and everybody
who verifies their logs must find. `docs/threats.md` holds the list; a test compares them.

Deviations of the *match* are plans: called with the hostile `Match` and each entry it would sign,
they return None (be honest), bytes (another body, and go on) or a list of records (send these, then
say nothing more). Deviations on the *wire* are tasks that talk to an honest driver.
"""

from __future__ import annotations

# The order is that of the list in docs/threats.md.
# isort: off
from tests.cheats.gallery import meeting
from tests.cheats.gallery import shares
from tests.cheats.gallery import decks
from tests.cheats.gallery import secrets
from tests.cheats.gallery import answers
from tests.cheats.gallery import entries
from tests.cheats.gallery import leaving
from tests.cheats.gallery import new_deals
from tests.cheats.gallery import remarks
from tests.cheats.gallery import wishes
from tests.cheats.gallery import wires
from tests.cheats.gallery import doors
from tests.cheats.gallery import returns

# isort: on
from tests.cheats.gallery.hostile import Hostile, Table, another_match, identity, patched
from tests.cheats.gallery.registry import GALLERY, LIAR, SYSTEM, Deviation
from tests.cheats.gallery.returns import Overheard

__all__ = [
    "GALLERY",
    "LIAR",
    "SYSTEM",
    "Deviation",
    "Hostile",
    "Overheard",
    "Table",
    "another_match",
    "answers",
    "decks",
    "doors",
    "entries",
    "identity",
    "leaving",
    "meeting",
    "new_deals",
    "patched",
    "remarks",
    "returns",
    "rows",
    "secrets",
    "shares",
    "wires",
    "wishes",
]


def rows() -> list[str]:
    """The table of docs/threats.md."""
    return [f"| `{d.name}` | {d.tries} | {d.where} | {d.verdict} |" for d in GALLERY.values()]
