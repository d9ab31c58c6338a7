"""The rule systems, registered in one place. Everything general finds them here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from owm_net.engine.text import say

if TYPE_CHECKING:  # loaded when a system is: to name the systems costs nothing
    from owm_net.engine.packs import Pack, Packing
    from owm_net.engine.system import System

_REGISTERED = {
    "owm": "owm_net.games.owm.system:OwmSystem",
    "squadcards": "owm_net.games.squadcards:SquadCards",
    "nco": "owm_net.games.nco.system:Nco",
    "hailfire": "owm_net.games.hailfire.system:Hailfire",
    "heroes": "owm_net.games.heroes.system:Heroes",
    "skeleton": "owm_net.games.skeleton:Skeleton",
}
"""id -> where its `System` is defined. A line here is all that registers a system."""

_PACKINGS = {
    "owm": "owm_net.games.owm.packing:PACKING",
    "nco": "owm_net.games.nco.packing:PACKING",
    "hailfire": "owm_net.games.hailfire.packing:PACKING",
}
"""id -> what a system says of packs. That loads no rules: a pack must be there before them."""

_LOADED: list[str] = []
"""Systems whose rules are loaded in this process, with the pack that was in use or without one."""
_PACKS: dict[str, Pack] = {}
"""id -> the pack with which this process plays a system."""


class PackTaken(Exception):
    """This process plays the system with another pack, or without one."""


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
        raise KeyError(
            say(
                "there is no rule system {id}; there are {known}",
                id=repr(system_id[:40]),
                known=known,
            )
        )
    module, _, cls = _REGISTERED[system_id].partition(":")
    _LOADED.append(system_id)
    system: System = getattr(import_module(module), cls)()
    system.pack = _PACKS.get(system_id)
    return system


def packing(system_id: str) -> Packing | None:
    """Return the system's packing; None if there is no such system, or it takes no packs."""
    if system_id not in _PACKINGS:
        return None
    module, _, name = _PACKINGS[system_id].partition(":")
    found: Packing = getattr(import_module(module), name)
    return found


def packs() -> tuple[Pack, ...]:
    """The packs with which this process plays."""
    return tuple(_PACKS.values())


def use_pack(pack: Pack) -> None:
    """Play a system with a pack in this process, from now until it ends. Raises PackTaken.

    Its cards are known to the rules from the moment they are loaded; so one process plays one pack,
    and two matches with different packs are two processes.
    """
    there = _PACKS.get(pack.system)
    if there is not None and there.digest == pack.digest:
        return
    known = packing(pack.system)
    if _PACKS or known is None or pack.system in _LOADED:
        plays = f"the pack {there.name}" if there is not None else "no pack"
        raise PackTaken(
            f"this program plays {pack.system} with {plays} by now, and one process plays one pack:"
            " start another for this one"
        )
    from owm_net.engine.data import OVER

    _PACKS[pack.system] = pack
    OVER[known.package] = pack.files
