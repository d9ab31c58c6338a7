"""The `owm-net` command: finds the verb, turns every expected error into one line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

VERBS = {
    "play": "play against the computer on this machine, in a window",
    "host": "wait for a friend and play a match",
    "join": "play against a friend who hosts a match",
    "resume": "go on with a match that was broken off, after a crash too",
    "verify": "check every rule and every proof of a match from its log",
    "replay": "draw or tell a match as it stood at a step",
    "demo": "two computer players through the real protocol, then the verdict",
    "simulate": "play many games without a network, and count",
    "systems": "list the rule systems, their missions and levels",
    "doctor": "check this installation, or explain a file that a broken match left",
    "bot": "a computer player as a peer of its own",
}
"""verb -> what `owm-net --help` says of it; its code is owm_net.verbs.<verb>."""

ABOUT = """WW2 squad-level card games, head to head, with no server to trust.

Every peer runs the same rules and exchanges only orders. The deck is shuffled by both peers
together under encryption, so nobody can see, bias or count the cards, and anybody can check
the signed log of a match afterwards.
"""
EXAMPLES = """examples:
  owm-net play                       a match against the computer, in a window
  owm-net host --port 7770           wait for a friend
  owm-net join 192.0.2.7:7770        play against a friend who waits there
  owm-net verify match.owmlog        check a match
  owm-net VERB --help                what a verb can do

exit codes: 0 fine, 1 what was asked about is bad, 2 wrong usage, 3 cannot do it here,
4 unfinished
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb; returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(
        prog="owm-net", description=ABOUT, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    verb = arguments[0] if arguments and arguments[0] in VERBS else ""
    for name, words in VERBS.items():
        if name != verb:
            commands.add_parser(name, help=words, add_help=False)
    try:
        if verb:  # only the verb that runs is imported
            module = import_module(f"owm_net.verbs.{verb}")
            command = commands.add_parser(
                verb, help=VERBS[verb], description=module.HELP, epilog=module.EXAMPLES,
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            module.add(command)
            command.set_defaults(run=module.run)
    except ImportError as e:
        if e.name is None or e.name.startswith(("owm_net", "relay")):
            raise
        print(
            f"owm-net: this needs the package {e.name}, which is not installed; install"
            " owm-net[core], or owm-net[window] to play in a window (in a checkout: make play)",
            file=sys.stderr,
        )
        return 3
    args = parser.parse_args(arguments)
    return _run(args)


def _run(args: argparse.Namespace) -> int:
    from owm_net.files.home import CannotWrite
    from owm_net.net.streams import NetError
    from owm_net.verbs.common import BAD, CANNOT, Fail

    try:
        code: int = args.run(args)
        return code
    except Fail as e:
        print(f"owm-net: {e}", file=sys.stderr)
        return e.code
    except (NetError, CannotWrite) as e:
        print(f"owm-net: {e}", file=sys.stderr)
        return CANNOT
    except BrokenPipeError:  # whoever read our output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD
    except KeyboardInterrupt:
        return _stopped(args.verb)
    except BaseExceptionGroup as group:  # trio wraps Ctrl-C
        if group.split(KeyboardInterrupt)[1] is not None:
            raise
        return _stopped(args.verb)


def _stopped(verb: str) -> int:
    again = "; go on with: owm-net resume" if verb in ("host", "join", "resume") else ""
    print(f"owm-net: stopped{again}", file=sys.stderr)
    return 3
