"""The choices for an answer step by step, so that each can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from attrs import define, field

Chosen = Callable[[Any], frozenset[Hashable]]
"""What a draft holds: one thing for each choice."""


@define
class Trail:
    """The drafts of a question as they were before each choice, the oldest first."""

    _before: list[Any] = field(factory=list)

    def __len__(self) -> int:
        return len(self._before)

    def copy(self) -> Trail:
        """The same, which stays as it is."""
        return Trail(list(self._before))

    def clear(self) -> None:
        """There is nothing to take back."""
        self._before.clear()

    def note(self, before: Any, after: Any, chosen: Chosen) -> None:
        """A press has made `after` of `before`, which is a copy.

        What is clicked out again was never chosen. What comes in the place of something else
        counts as one step with it: whoever looks at five cards does not go back through all five.
        """
        had, has = chosen(before), chosen(after)
        if had == has:
            return
        if self._before and chosen(self._before[-1]) == has:
            self._before.pop()
        elif had < has or has < had:
            self._before.append(before)
        else:
            while self._before and not chosen(self._before[-1]) <= has:
                self._before.pop()
            if not self._before:
                self._before.append(before)

    def keep(self, before: Any) -> None:
        """A press has thrown all of `before` away, perhaps by mistake."""
        self._before.append(before)

    def back(self) -> Any:
        """The draft one choice ago; None at the beginning."""
        return self._before.pop() if self._before else None
