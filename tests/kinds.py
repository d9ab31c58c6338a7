"""Every kind of decision that the rules of a game declare."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from owm_net.engine.agenda import Kind


@cache
def declared(system: str) -> tuple[Kind[Any], ...]:
    """Those that stand in a module of `owm_net.games.<system>`, by its name, each once."""
    package = import_module(f"owm_net.games.{system}")
    modules = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    names = [m.name for m in modules]
    held = [thing for name in sorted(names) for thing in vars(import_module(name)).values()]
    return tuple(dict.fromkeys(thing for thing in held if isinstance(thing, Kind)))


def words(system: str) -> tuple[str, ...]:
    """The same as their words."""
    return tuple(kind.word for kind in declared(system))
