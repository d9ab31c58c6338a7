"""The verbs of the `owm-net` command, a file for each: parse, ask `program`, print."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, TypeVar, cast

from owm_net.engine.text import say
from owm_net.program.options.declared import declare
from owm_net.program.options.parser import Parser

VERBS = {
    "title": say("the title: choose in a window what to do; owm-net alone does the same"),
    "play": say("play against the computer on this machine, in a window"),
    "boot-camp": say("learn to play: the lessons of a game, on the terminal"),
    "lessons": say("list the lessons of the games, and which you have done"),
    "host": say("wait for friends and play a match"),
    "join": say("play against a friend who hosts a match"),
    "watch": say("watch a match of others, by the code for spectators"),
    "games": say("list the open games: who waits for an opponent"),
    "resume": say("go on with a match that was broken off, after a crash too"),
    "verify": say("check every rule and every proof of a match from its log"),
    "standings": say("check the logs of several matches, and add up who leads"),
    "replay": say("draw or tell a match as it stood at a step"),
    "demo": say("computer players through the real protocol, then the verdict"),
    "simulate": say("play many games without a network, and count"),
    "systems": say("list the rule systems, their missions and levels"),
    "rules": say("read the rules of a game, in our words, or look something up"),
    "pack": say("make a pack of your own cards or missions, or check one"),
    "squads": say("build squads and armies of your own, and keep them by name"),
    "friends": say("list those you have played with, name or forget them"),
    "key": say("show your key, encrypt it, or put it into the keyring of the system"),
    "doctor": say("check this installation, or explain a file that a broken match left"),
    "completion": say("print a script with which your shell completes what you type"),
    "bot": say("a computer player as a separate peer"),
}
"""verb -> what `owm-net --help` says of it; its code is owm_net.verbs.<verb>, with _ for -."""


O = TypeVar("O")  # noqa: E741 - an options class


class Verb(Protocol[O]):
    """The module of a verb. Options: a dataclass, as `options/declared.py` has them."""

    HELP: str
    EXAMPLES: str
    Options: type[O]

    def run(self, options: O) -> int:
        """Do what was typed; return the exit code."""


def load(verb: str) -> Verb[object]:
    """Import a verb's module, now and no earlier."""
    return cast(Verb[object], import_module(f"owm_net.verbs.{verb.replace('-', '_')}"))


def parser_of(verb: str, module: Verb[O]) -> Parser:
    """Return the parser of a verb's command line."""
    parser = Parser(f"owm-net {verb}", module.HELP, module.EXAMPLES)
    declare(parser, module.Options)
    return parser


def parsers() -> dict[str, Parser]:
    """Return the parsers of all verbs, by verb, which imports every verb."""
    return {verb: parser_of(verb, load(verb)) for verb in VERBS}
