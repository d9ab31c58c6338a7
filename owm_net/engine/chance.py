"""Pseudo-random integers that are the same on every machine, for simulations and samplers.

Never used for a match between people: there all chance is joint (docs/deck.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence
from typing import TypeVar

from owm_net.engine.errors import EngineBug

T = TypeVar("T")


class Chance:
    """A stream of integers: SHA-256 in counter mode over a seed, by rejection sampling."""

    __slots__ = ("_bits", "_counter", "_key", "_pool")

    def __init__(self, *seed: int | str | bytes) -> None:
        self._key = hashlib.sha256(ascii(seed).encode()).digest()
        self._counter = 0
        self._pool = 0
        self._bits = 0

    def below(self, n: int) -> int:
        """A uniform integer, 0 <= result < n. n >= 1."""
        if n <= 1:
            if n < 1:
                raise EngineBug(f"no number is below {n} and not below 0")
            return 0
        width = (n - 1).bit_length()
        while True:
            while self._bits < width:
                block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
                self._counter += 1
                self._pool |= int.from_bytes(block, "big") << self._bits
                self._bits += 256
            value = self._pool & ((1 << width) - 1)
            self._pool >>= width
            self._bits -= width
            if value < n:
                return value

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring the items into an order by chance, each as likely as any other; in place
        (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def child(self, *words: int | str) -> Chance:
        """An independent stream, for one purpose named by `words`."""
        return Chance(self._key, *words)
