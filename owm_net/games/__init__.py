"""The rule systems, registered in one place. Everything general finds them here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from owm_net.engine.system import System

_REGISTERED = {
    "owm": "owm_net.games.owm.system:OwmSystem",
    "skeleton": "owm_net.games.skeleton:Skeleton",
    "squadcards": "owm_net.games.squadcards:SquadCards",
}
"""id -> where its `System` is defined. A line here is all that registers a system."""


def names() -> tuple[str, ...]:
    """Ids of all systems, in the order of registration."""
    return tuple(_REGISTERED)


@cache
def get(system_id: str) -> System:
    """The system with this id, its data loaded.

    Raises KeyError with a line for people if there is none, BadData if its data are bad.
    """
    if system_id not in _REGISTERED:
        known = ", ".join(names())
        raise KeyError(f"there is no rule system {system_id[:40]!r}; there are {known}")
    module, _, cls = _REGISTERED[system_id].partition(":")
    system: System = getattr(import_module(module), cls)()
    return system
