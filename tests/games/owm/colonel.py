"""Level Colonel for the tests: nobody has a trait but those who are given one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve
from pytest import MonkeyPatch

from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.traits.told import TraitWorks
from owm_net.games.owm.windows import NEXT_ROUND
from tests.games.driver import every

COLONEL = "colonel"


def playing(level: str) -> dict[str, Any]:
    """For a `Table`: a level of play at which no seat plays Command Decisions in this round."""
    return {"level": level, "standing": {Seat(seat): (NEXT_ROUND,) for seat in range(2)}}


def give(monkeypatch: MonkeyPatch, traits: Mapping[int, str]) -> None:
    """Print these traits on the cards of these soldiers, and none on all others."""
    cards = {}
    for soldier, card in CATALOG.soldiers.items():
        key = traits.get(soldier, "")
        strength, weakness = (key, "") if key.startswith("S") else ("", key)
        cards[soldier] = evolve(card, strength_trait=strength, weakness_trait=weakness)
    monkeypatch.setattr(CATALOG, "soldiers", cards)


def worked(events: Iterable[Event]) -> list[tuple[SoldierId, str]]:
    """(soldier, trait) of those that were told to have changed something."""
    return [(e.soldier, e.trait) for e in every(events, TraitWorks)]
