"""The `owm-net` command: finds the verb, turns every expected error into one line."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

from owm_net import PROGRAM
from owm_net.client import language
from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.terminal.colours import RED, help_painted, painted
from owm_net.program.terminal.edges import broken
from owm_net.program.terminal.output import CannotPrint, take_streams

VERBS = {
    "title": say("the title: choose in a window what to do; owm-net alone does the same"),
    "play": say("play against the computer on this machine, in a window"),
    "boot-camp": say("learn to play: a guided first match, on the terminal"),
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
    "friends": say("list those you have played with, name or forget them"),
    "key": say("show your key, encrypt it, or put it into the keyring of the system"),
    "doctor": say("check this installation, or explain a file that a broken match left"),
    "completion": say("print a script with which your shell completes what you type"),
    "bot": say("a computer player as a peer of its own"),
}
"""verb -> what `owm-net --help` says of it; its code is owm_net.verbs.<verb>, with _ for -."""

ABOUT = say("""WW2 squad-level card games, head to head, with no server to trust.

Every peer runs the same rules and exchanges only orders. The deck is shuffled by both peers
together under encryption, so nobody can see, bias or count the cards, and anybody can check
the signed log of a match afterwards.
""")
EXAMPLES = say("""examples:
  owm-net                            the title, in a window
  owm-net play                       a match against the computer, in a window
  owm-net host                       wait for a friend
  owm-net join 7-melon-sandal-orchid play against a friend who waits, by their code
  owm-net verify match.owmlog        check a match
  owm-net match.owmlog               look at a match; without a display, check it
  owm-net VERB --help                what a verb can do; or: owm-net help VERB

exit codes: 0 fine, 1 what was asked about is bad, 2 wrong usage, 3 cannot do it here,
4 unfinished, 130 stopped by Ctrl-C, 143 by kill, 129 by closing the terminal
""")


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


class Shape(argparse.RawDescriptionHelpFormatter):
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
            formatter_class=Shape,
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
        """Whether this verb has an option of this name."""
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
            self.error(said + _meant(option, self._option_string_actions))
        return args


def _meant(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word, list(known), 1)
    return tr(" (did you mean {word}?)", word=close[0]) if close else ""


def _language_in(arguments: Sequence[str]) -> str:
    """The language that is asked for, before anything is read: help and errors speak it as well.
    "" if none is, or one that does not exist, of which the parser tells."""
    for number, argument in enumerate(arguments):
        option, _, value = argument.partition("=")
        if option == "--language":
            wanted = value or next(iter(arguments[number + 1 :]), "")
            return wanted if wanted in language.LANGUAGES else ""
    return ""


def _verb_first(arguments: list[str]) -> list[str]:
    """A language that is typed before the verb is one of its options like any other."""
    option, equals, _ = (arguments or [""])[0].partition("=")
    many = 1 if equals else 2
    if option == "--language" and len(arguments) > many:
        return [*arguments[many:], *arguments[:many]]
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb; returns the exit code. argv: without it we are the program, and obey signals."""
    if argv is not None:
        return _main(list(argv))
    end_like_ctrl_c()
    take_streams()
    try:
        code = _ended(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt as e:  # while the program is still being loaded
        code = _stopped(e)
        with suppress(CannotPrint):
            sys.stdout.flush()
    except CannotPrint as e:
        if e.why:
            _print_error(say("cannot write the output: {why}", why=e.why))
        return 3
    return code


def _ended(arguments: list[str]) -> int:
    """The exit code, also where argparse would end the program."""
    try:
        return _main(arguments)
    except SystemExit as e:
        return e.code if isinstance(e.code, int) else 0


def _main(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):  # names and texts may hold what a terminal cannot show
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    language.ask_for(_language_in(arguments))
    language.begin(language.set_here())
    arguments = _verb_first(arguments)
    if arguments[:1] == ["help"]:  # owm-net help VERB
        arguments = [*[word for word in arguments[1:] if word != "help"], "--help"]
    verb = arguments[0] if arguments else ""
    if verb not in VERBS:
        return _no_verb(arguments)
    try:
        module = _module(verb)  # only the verb that runs is imported
        return _run(_parser(verb, module), arguments[1:])
    except ImportError as e:
        if e.name is None or e.name.startswith("owm_net"):
            raise
        _print_error(
            say(
                "this needs the package {name}, which is not installed; install owm-net[core], or"
                " owm-net[window] to play in a window (in a checkout: make play)",
                name=e.name.partition(".")[0],
            )
        )
        return 3


def parsers() -> dict[str, Parser]:
    """Of all verbs. Loads them."""
    return {verb: _parser(verb, _module(verb)) for verb in VERBS}


def _module(verb: str) -> Any:
    return import_module(f"owm_net.verbs.{verb.replace('-', '_')}")


def _parser(verb: str, module: Any) -> Parser:
    parser = Parser(f"owm-net {verb}", module.HELP, module.EXAMPLES)
    module.add(parser)
    parser.set_defaults(run=module.run, parsers=parsers)
    return parser


def _no_verb(arguments: Sequence[str]) -> int:
    """Help, version, or what is wrong with what was typed."""
    verbs = "\n".join(f"  {name:<12}{tr(words)}" for name, words in VERBS.items())
    about = f"{tr(ABOUT)}\n{tr('verbs:')}\n{verbs}"
    parser = Parser("owm-net", about, EXAMPLES, usage=tr("owm-net VERB ..."))
    parser.add_argument("-V", "--version", action="store_true", help=tr("print the version"))
    if arguments and _names_file(arguments[0]):  # as a double click does
        return _main(["replay" if _shows_windows() else "verify", *arguments])
    if arguments and not arguments[0].startswith("-"):
        said = tr("there is no verb {word!r}", word=arguments[0])
        parser.error(said + _meant(arguments[0], VERBS))
    args = parser.read(arguments)
    if args.version:
        print(PROGRAM)
        return 0
    if arguments and not args.language:
        parser.error(tr("say what to do: owm-net VERB"))
    if _shows_windows():
        return main(["title", *arguments])
    parser.print_help(sys.stderr)
    return 2


def _names_file(word: str) -> bool:
    return not word.startswith("-") and (word.endswith(".owmlog") or os.path.isfile(word))


def _shows_windows() -> bool:
    """Whether there is a display here, and what it takes to open a window on it."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and (
        sys.platform.startswith("linux")
    ):
        return False  # nothing need be imported to say so
    try:
        from owm_net.program.window.opening import has_display, why_no_window
    except ImportError:
        return False
    return has_display() and why_no_window() is None


def _run(parser: Parser, arguments: Sequence[str]) -> int:
    try:
        if parser.takes("--pack"):
            from owm_net.program.packs_in_use import take_pack

            take_pack(arguments)
        args = parser.read(arguments)
        code: int = args.run(args)
        return code
    except KeyboardInterrupt as e:
        return _stopped(e)
    except BaseExceptionGroup as group:  # trio wraps Ctrl-C, and what is raised while it waits
        if unwritten := group.subgroup(CannotPrint):
            raise _first(unwritten) from None
        if group.split(KeyboardInterrupt)[1] is not None:
            raise
        return _stopped(_first(group))
    except Exception as e:
        expected = _code_of(e)
        if expected is None:
            raise
        _print_error(e)
        return expected


def _print_error(what: str | Exception) -> None:
    said = tr(what) if isinstance(what, str) else language.tr_error(what)
    said = broken(f"owm-net: {said}", sys.stderr).removeprefix("owm-net:")
    print(painted("owm-net:", RED, sys.stderr) + said, file=sys.stderr)


def _first(error: BaseException) -> BaseException:
    """The first error that groups hold."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _code_of(error: Exception) -> int | None:
    """The exit code of an error whose words are for people; None for any other.

    Only here are their classes imported: a verb that needs nothing starts at once.
    """
    from owm_net.files.home import CannotWrite
    from owm_net.net.errors import NetError
    from owm_net.program.failing import CANNOT, Fail

    if isinstance(error, Fail):
        return error.code
    return CANNOT if isinstance(error, (NetError, CannotWrite)) else None


def end_like_ctrl_c() -> None:
    """From now on who ends the program (`kill`, a terminal that is closed, the system that goes
    down) is obeyed like Ctrl-C: in an orderly way, and with a word of how to go on. A shell's
    script has what it starts with `&` ignore Ctrl-C; then `kill`, too, would do nothing, so we
    hear it all the same."""

    def end(number: int, _: object) -> None:
        global _ended_by
        _ended_by = number
        signal.raise_signal(signal.SIGINT)

    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):  # only the main thread may
                signal.signal(number, end)


_ended_by = int(signal.SIGINT)
"""The signal that ended the program."""


def _stopped(error: BaseException) -> int:
    """Ctrl-C. Whoever was in a match has noted on the error how to go on with it."""
    how = "".join(f"; {tr(note)}" for note in getattr(error, "__notes__", []))
    with suppress(OSError):  # the terminal may be gone
        print(broken(f"owm-net: {tr('stopped')}{how}", sys.stderr), file=sys.stderr)
    return 128 + _ended_by
