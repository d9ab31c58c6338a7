"""How often something may happen: a token bucket on trio's clock."""

from __future__ import annotations

import trio
from attrs import define, field


@define
class TokenBucket:
    """So many at once, and one more after so many seconds."""

    most: int
    every: float
    _left: float = field(init=False)
    _looked: float = field(factory=trio.current_time)

    def __attrs_post_init__(self) -> None:
        self._left = self.most

    def spend(self) -> bool:
        """Spend one token; return False if none is left."""
        now = trio.current_time()
        self._left = min(self.most, self._left + (now - self._looked) / self.every)
        self._looked = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
