"""The parser of a verb: help in our layout and language, one line for what was typed wrongly."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from owm_net.client import language
from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.terminal.colours import RED, help_painted, painted

WRONG = {
    r"the following arguments are required: (?P<names>.*)": say(
        "the following arguments are required: {names}"
    ),
    r"(?P<name>[^:]*): expected one argument": say("{name}: write a value after it"),
    r"(?P<name>[^:]*): ignored explicit argument .*": say("{name}: it takes no value"),
    r"(?P<name>[^:]*): invalid choice: (?P<word>.*) \(choose from (?P<words>.*)\)": say(
        "{name}: invalid choice: {word} (choose from {words})"
    ),
}
"""What argparse finds wrong -> our words for it."""


class HelpShape(argparse.RawDescriptionHelpFormatter):
    """How help is laid out: as it is written, and what argparse says itself in our language."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """The line that begins with "usage: "."""
        super().add_usage(usage, actions, groups, prefix or tr("usage: "))


class Parser(argparse.ArgumentParser):
    """One line for what was typed wrongly, and where to read how it is typed. Made in the language
    that is spoken."""

    def __init__(self, prog: str, about: str, examples: str, **more: Any) -> None:
        super().__init__(
            prog=prog,
            description=tr(about),
            epilog=tr(examples),
            allow_abbrev=False,
            formatter_class=HelpShape,
            add_help=False,
            **more,
        )
        self._positionals.title, self._optionals.title = tr("positional arguments"), tr("options")
        self.add_argument("-h", "--help", action="help", help=tr("show this help message and exit"))
        self.add_argument(
            "--language",
            choices=language.LANGUAGES,
            help=tr("to speak, in the window too (default: as set there, else the system's)"),
        )

    def error(self, message: str) -> NoReturn:
        """Exit code 2. message: argparse's; its types say what to type (options/typed.py)."""
        message = message.removeprefix("argument ")
        for pattern, words in WRONG.items():
            if found := re.fullmatch(pattern, message, re.DOTALL):
                message = tr(words, **found.groupdict())
        see = tr("see: {program} --help", program=self.prog)
        begin = painted("owm-net:", RED, sys.stderr)
        self.exit(2, f"{begin} {message}; {see}\n")

    def print_help(self, file: Any = None) -> None:
        """With headings and options in bold, at a terminal."""
        self._print_message(help_painted(self.format_help(), file), file or sys.stdout)

    def takes(self, option: str) -> bool:
        """Return True if this verb has an option of this name."""
        return option in self._option_string_actions

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The values of the options; ends the program at one that does not exist."""
        args, unknown = self.parse_known_args(arguments)
        if unknown:
            option = unknown[0].partition("=")[0]
            if not option.startswith("-"):
                self.error(
                    tr(
                        "{program} does not know what to do with {word!r}",
                        program=self.prog,
                        word=option,
                    )
                )
            said = tr("{program} has no option {option}", program=self.prog, option=option)
            self.error(said + meant(option, self._option_string_actions))
        return args


def meant(word: str, known: Iterable[str]) -> str:
    """Ask whether another word was meant; "" if none is like it."""
    close = get_close_matches(word, list(known), 1)
    return tr(" (did you mean {word}?)", word=close[0]) if close else ""
