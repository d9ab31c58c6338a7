"""How lucky the dice or cards of each side were, told in plain words when a match is over.

A game says which rolls count and how much better each was than the average (its own `luck.py`). The
sum of many rolls is nearly normal, which says how many players would have had more luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import erf, sqrt
from typing import TYPE_CHECKING

from attrs import define

from owm_net.client.language import tr, tr_n
from owm_net.client.words import decimal
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat

if TYPE_CHECKING:  # a terminal tells it too, and draws nothing
    from owm_net.client.sitting.seen_table import SeenTable

AVERAGE, VARIANCE = 3.5, 35 / 12
"""Of a die with six sides."""


@define
class Luck:
    """Of one side. rolls: those that count. above: by how much they were better than the average
    for it. variance: of that sum."""

    rolls: int = 0
    above: float = 0.0
    variance: float = 0.0

    def count(self, above: float, variance: float) -> None:
        """Count a part of a roll. above: by how much it was better than its average."""
        self.above += above
        self.variance += variance

    def count_dice(self, faces: Iterable[int]) -> None:
        """Count a roll of dice of which high faces are good."""
        self.rolls += 1
        for face in faces:
            self.count(face - AVERAGE, VARIANCE)

    @property
    def luckier(self) -> int:
        """How many of 100 players with the same rolls would have had more luck."""
        if not self.variance:
            return 50
        share = (1 - erf(self.above / sqrt(2 * self.variance))) / 2
        return min(99, max(1, round(100 * share)))


def events(seen: SeenTable) -> list[Event]:
    """Return what has happened in a match, without what was taken back."""
    undone = seen.log.undone()
    return [
        line.event
        for line in seen.log.lines
        if not any(since < line.step < until for since, until in undone)
    ]


def rolls_said(n: int) -> str:
    """Return so many rolls, in words."""
    return tr_n("{n} roll", "{n} rolls", n)


def shots_said(n: int) -> str:
    """Return so many shots, in words."""
    return tr_n("{n} shot", "{n} shots", n)


def lines(
    seen: SeenTable, found: Mapping[Seat, Luck], counted: Callable[[int], str] = rolls_said
) -> list[str]:
    """Return a sentence for each side that has rolled, the player's own first. counted: says how
    many rolls."""
    own = seen.players.seat if seen.is_match else None
    return sentences(found, own, seen.players.name, counted)


def sentences(
    found: Mapping[Seat, Luck],
    own: Seat | None,
    name: Callable[[Seat], str],
    counted: Callable[[int], str] = rolls_said,
) -> list[str]:
    """Return the same. own: the seat of whoever reads it, None for a spectator."""
    order = sorted(found, key=lambda seat: (seat != own, seat))
    return [
        _told(found[seat], name(seat), counted, is_own=seat == own)
        for seat in order
        if found[seat].rolls
    ]


def _told(luck: Luck, name: str, counted: Callable[[int], str], *, is_own: bool) -> str:
    by = decimal(f"{abs(luck.above):.1f}")
    values = {"by": by, "rolls": counted(luck.rolls), "luckier": luck.luckier, "name": name}
    if round(luck.above, 1) == 0:
        if is_own:
            return tr(
                "You rolled exactly average over {rolls}: {luckier} of 100 players would have "
                "been luckier.",
                **values,
            )
        return tr(
            "{name} rolled exactly average over {rolls}: {luckier} of 100 players would have "
            "been luckier.",
            **values,
        )
    if is_own:
        if luck.above >= 0:
            return tr(
                "You rolled {by} above average over {rolls}: {luckier} of 100 players would have "
                "been luckier.",
                **values,
            )
        return tr(
            "You rolled {by} below average over {rolls}: {luckier} of 100 players would have "
            "been luckier.",
            **values,
        )
    if luck.above >= 0:
        return tr(
            "{name} rolled {by} above average over {rolls}: {luckier} of 100 players would have "
            "been luckier.",
            **values,
        )
    return tr(
        "{name} rolled {by} below average over {rolls}: {luckier} of 100 players would have "
        "been luckier.",
        **values,
    )
