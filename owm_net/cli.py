"""The `owm-net` command: finds the verb, turns every expected error into one line."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from owm_net import PROGRAM
from owm_net.client import language
from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.options.declared import read
from owm_net.program.options.parser import Parser, meant
from owm_net.program.terminal.colours import RED, painted
from owm_net.program.terminal.edges import broken
from owm_net.program.terminal.output import CannotPrint, take_streams
from owm_net.verbs import VERBS, O, Verb, load, parser_of

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
        module = load(verb)  # only the verb that runs is imported
        return _run(module, parser_of(verb, module), arguments[1:])
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
        parser.error(said + meant(arguments[0], VERBS))
    args = parser.read(arguments)
    if args.version:
        from owm_net.program.built import commit

        made_of = commit()
        print(f"{PROGRAM} ({made_of})" if made_of else PROGRAM)
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
    """Return True if there is a display here, and everything needed to open a window on it."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and (
        sys.platform.startswith("linux")
    ):
        return False  # nothing need be imported to say so
    try:
        from owm_net.program.window.opening import has_display, why_no_window
    except ImportError:
        return False
    return has_display() and why_no_window() is None


def _run(verb: Verb[O], parser: Parser, arguments: Sequence[str]) -> int:
    try:
        if parser.takes("--pack"):
            from owm_net.program.packs_in_use import take_pack

            take_pack(arguments)
        return verb.run(read(verb.Options, parser.read(arguments)))
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
