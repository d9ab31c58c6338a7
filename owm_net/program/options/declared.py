"""The options of a verb as a dataclass: each field says how it is typed, and mypy knows its type.

    @dataclass(frozen=True, kw_only=True)
    class Options:
        file: Path = argument(Path, say("a log, *.owmlog"))
        patience: float = option(seconds, 3600.0, say("how long to wait"), metavar=say("SECONDS"))
        json: bool = switch(say("one JSON object, for scripts"))

`declare` tells the parser of all fields, `read` makes the object of what it has found. The fields
of a class come first, then those of its bases, in the order in which they are written.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import Field, field, fields
from inspect import get_annotations
from typing import Any, Final, TypeVar, cast

from owm_net.client.language import tr

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741 - an options class
NEEDED: Final[Any] = object()
"""The default of an option that must be typed."""


def option(
    kind: Callable[[str], T], default: T, help: str, *, metavar: str = "", flag: str = ""
) -> T:
    """--name VALUE. kind: makes a value of what was typed. flag: if not the field's name."""
    if default is NEEDED:
        return cast(T, _field(help, metavar, flag=flag, type=kind, required=True))
    return cast(T, _field(help, metavar, flag=flag, type=kind, default=default))


def several(kind: Callable[[str], T], help: str, *, metavar: str = "", flag: str = "") -> list[T]:
    """--name VALUE, as often as one likes. flag: as of `option`."""
    return cast(list[T], _field(help, metavar, flag=flag, type=kind, action="append", default=[]))


def switch(help: str, *, among: str = "") -> bool:
    """--name, without a value. among: of all with this word at most one may be typed."""
    return cast(bool, _field(help, among=among, action="store_true", default=False))


def choice(words: tuple[T, ...], default: T, help: str) -> T:
    """--name WORD, one of several."""
    return cast(T, _field(help, choices=words, default=default))


def argument(kind: Callable[[str], T], help: str, *, metavar: str = "") -> T:
    """A value that must be typed, without a name."""
    return cast(T, _field(help, metavar, is_option=False, type=kind))


def argument_or(kind: Callable[[str], T], default: T, help: str = "", *, metavar: str = "") -> T:
    """A value that may be typed. help: "" for one that is not shown."""
    return cast(T, _field(help, metavar, is_option=False, nargs="?", type=kind, default=default))


def arguments(kind: Callable[[str], T], help: str = "", *, metavar: str, least: int = 0) -> list[T]:
    """All values that are typed. least: 0 or 1."""
    nargs = "+" if least else "*"
    return cast(list[T], _field(help, metavar, is_option=False, nargs=nargs, type=kind))


def word(words: tuple[T, ...], help: str) -> T:
    """One of several words, without a name."""
    return cast(T, _field(help, is_option=False, choices=words))


def declare(parser: argparse.ArgumentParser, options: type) -> None:
    """Add to a parser what an options class declares. In the language that is spoken now."""
    by_name = {one.name: one for one in fields(options)}
    order = [name for cls in options.__mro__ for name in get_annotations(cls)]
    groups: dict[str, argparse._MutuallyExclusiveGroup] = {}
    for name in dict.fromkeys(order):
        how = dict(by_name[name].metadata)
        is_option, flag, among = how.pop("is_option"), how.pop("flag"), how.pop("among")
        how["help"] = tr(how["help"]) if how["help"] else argparse.SUPPRESS
        if how["metavar"]:
            how["metavar"] = tr(how["metavar"])
        else:
            del how["metavar"]
        to: argparse._ActionsContainer = parser
        if among:
            if among not in groups:
                groups[among] = parser.add_mutually_exclusive_group()
            to = groups[among]
        if is_option:
            to.add_argument(flag or f"--{name.replace('_', '-')}", dest=name, **how)
        else:
            to.add_argument(name, **how)


def read(options: type[O], found: argparse.Namespace) -> O:
    """The options of a verb, of what its parser has found."""
    values = vars(found)
    return options(**{one.name: values[one.name] for one in fields(cast(Any, options))})


def typed(options: Any) -> list[str]:
    """Return the words with which these options are typed, without those that are the default."""
    words: list[str] = []
    for one in fields(options):
        how, value = one.metadata, getattr(options, one.name)
        if value is None or value is False or value == [] or value == how.get("default", NEEDED):
            continue
        name = [how["flag"] or f"--{one.name.replace('_', '-')}"] if how["is_option"] else []
        if value is True:
            words += name
        else:
            for each in value if isinstance(value, list) else [value]:
                words += [*name, str(each)]
    return words


def _field(
    help: str,
    metavar: str = "",
    *,
    is_option: bool = True,
    flag: str = "",
    among: str = "",
    **how: Any,
) -> Field[Any]:
    """A field with what argparse is told of it. Its default is that of the parser, so that an
    options class without what must be typed can be made by hand."""
    told = {"help": help, "metavar": metavar, "is_option": is_option, "flag": flag, "among": among}
    metadata = {**told, **how}
    if "default" not in how:
        return cast(Field[Any], field(metadata=metadata))
    if isinstance(how["default"], list):
        return cast(Field[Any], field(default_factory=list, metadata=metadata))
    return cast(Field[Any], field(default=how["default"], metadata=metadata))
