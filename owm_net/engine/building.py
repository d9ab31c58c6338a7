"""Squads and armies of a player's own, built in words: for a terminal, without a match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from owm_net.engine.errors import BadData

NumberGroups: TypeAlias = tuple[tuple[int, ...], ...]
"""A squad as it is kept by name: groups of numbers that only its game can read."""


class NotBuilt(BadData):
    """What was typed cannot be part of a squad; the problem is a line for people."""


@frozen
class ForcePart:
    """What can be bought. word: it is typed. about: its name. points: it costs. detail: more about
    it."""

    word: str
    about: str
    points: int
    detail: str = ""


class ForceBuilder(ABC):
    """Builds what one game keeps by name. shelf: its name there. example: of what is typed.
    has_teams: soldiers go to a numbered group. has_points: a match sets what a squad may cost."""

    shelf: str
    example: str
    has_teams: bool = False
    has_points: bool = True

    @abstractmethod
    def forces(self) -> Iterator[tuple[str, str]]:
        """Yield each division or nation: its key, and its name."""

    @abstractmethod
    def pool(self, force: str) -> Iterator[ForcePart]:
        """Yield what can be bought for a division or nation. Raises NotBuilt."""

    @abstractmethod
    def with_(
        self, groups: NumberGroups, force: str, words: Sequence[str], team: int
    ) -> NumberGroups:
        """Return a squad with more in it. force: of the squad, "" for the one it is of. team: the
        group they go to, from 1; 0 for the last, or a new one. Raises NotBuilt."""

    @abstractmethod
    def without(self, groups: NumberGroups, words: Sequence[str]) -> NumberGroups:
        """Return a squad with less in it. Raises NotBuilt."""

    @abstractmethod
    def can_read(self, groups: NumberGroups) -> bool:
        """Return False if the data files have no such numbers: of another version, or of a pack.
        Nothing else may be asked about such a squad."""

    @abstractmethod
    def lines(self, groups: NumberGroups) -> list[str]:
        """Return what is in a squad, a line each, as it would be typed."""

    def named_lines(self, groups: NumberGroups) -> list[str]:
        """Return the same for people: where what is typed is no name, that comes first."""
        return self.lines(groups)

    @abstractmethod
    def cost(self, groups: NumberGroups) -> str:
        """Return what a squad costs, in words."""

    @abstractmethod
    def faults(self, groups: NumberGroups, points: int) -> list[str]:
        """Return all that is wrong with a squad, a line each. points: what it may cost, 0 for as
        much as it does."""
