"""The base of traits: a hook has the effect of each trait of one kind, by its key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from owm_net.games.owm.catalog import SoldierCard
from owm_net.games.owm.terms import Status

LEVEL = "colonel"
"""The only level of play at which traits are in force (OWM-LVL-02 to 04)."""

T = TypeVar("T")


def in_force(level: str) -> bool:
    """Return True if traits are in force at a level of play (OWM-LVL-04)."""
    return level == LEVEL


class Bearer(Protocol):
    """A soldier in play, as far as traits are concerned."""

    @property
    def card(self) -> SoldierCard:
        """Return the printed values of the card."""

    @property
    def status(self) -> Status:
        """Return the soldier's status."""


B = TypeVar("B", bound=Bearer)


class Hook(Generic[T]):
    """The effects of traits of one kind: their entries, by key.

    while_wounded: whether they work for a wounded soldier too; others do not (section 3.7).
    """

    __slots__ = ("entries", "while_wounded")

    def __init__(self, entries: Mapping[str, T], while_wounded: bool = False) -> None:
        self.entries = entries
        self.while_wounded = while_wounded

    def of(self, level: str, soldier: Bearer) -> Iterator[tuple[str, T]]:
        """(key, entry) of a soldier's traits that work now."""
        if level != LEVEL or (soldier.status is Status.WOUNDED and not self.while_wounded):
            return
        card = soldier.card
        for key in (card.strength_trait, card.weakness_trait):
            if key in self.entries:
                yield key, self.entries[key]

    def among(self, level: str, soldiers: Iterable[B]) -> Iterator[tuple[B, str, T]]:
        """(soldier, key, entry) of the traits of several that work now, in their order."""
        if level == LEVEL:
            for soldier in soldiers:
                for key, entry in self.of(level, soldier):
                    yield soldier, key, entry

    def has(self, level: str, soldier: Bearer) -> bool:
        """Return True if one of these traits of a soldier works now."""
        return next(self.of(level, soldier), None) is not None
