"""Shared parts of the client's tests.

To draw a face takes up to a fifth of a second, and the same few hundred stand in most pictures. A
face depends on nothing but its key and scale (`test_art` draws some twice, and in another process),
so each is drawn once in a process of the tests.
"""

from __future__ import annotations

from functools import lru_cache

from owm_net.client.art import cache, catalogue

vars(cache)["render"] = lru_cache(maxsize=160)(
    catalogue.render
)  # 100 MB at most, as a card takes 0.6
