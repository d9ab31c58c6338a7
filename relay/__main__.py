"""`python -m relay`, also installed as `owm-net-relay`."""

from __future__ import annotations

import argparse
import dataclasses
import signal
import sys
from collections.abc import Sequence

import trio

from relay.journal import Journal
from relay.limits import Limits
from relay.server import CannotListen, Relay, open_listeners, serve_listeners

SPARE_FILES = 32  # open files besides the connections: listeners, standard streams, trio's own

ABOUT = """\
A relay for owm_net: brings two players together who cannot reach each other directly, and copies
bytes between them. It knows a room's name, sizes and times, and nothing of the game.
"""
EXAMPLES = """\
examples:
  python -m relay                                  this machine only, on a port that is free
  python -m relay --bind 0.0.0.0 --port 7440       for everybody, on every address
  python -m relay --bind :: --port 7440            the same with IPv6
  python -m relay --port 7440 --rooms 20 --connections 60 --verbose

The first line on standard output says where it listens:   listening 127.0.0.1 7440
After that it is quiet; --verbose tells on standard error who comes and goes.
Ctrl-C or SIGTERM stops it.

Exit codes: 0 stopped as asked; 2 wrong usage; 3 it cannot listen there.
"""


def _number(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def _port(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 65535:
        raise ValueError
    return value


# argparse says these names: "argument --port: invalid port value: 'x'".
_number.__name__, _seconds.__name__, _port.__name__ = "number", "seconds", "port"


def _parser() -> argparse.ArgumentParser:
    default = Limits()
    parser = argparse.ArgumentParser(
        prog="python -m relay",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--bind", default="127.0.0.1", metavar="HOST", help="address to listen on (%(default)s)")
    add("--port", default=0, type=_port, help="0 takes any that is free (%(default)s)")
    for limit in dataclasses.fields(default):
        kind, unit = (_seconds, "S") if isinstance(limit.default, float) else (_number, "N")
        add(f"--{limit.name.replace('_', '-')}", default=limit.default, type=kind, metavar=unit,
            help=f"{limit.metadata['words']} (%(default)s)")  # fmt: skip
    add("--verbose", action="store_true", help="tell who comes and goes, on standard error")
    return parser


def _too_few_files(wanted: int) -> str | None:
    """Make sure that the system lets us hold this many files open; else say why not."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return None
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        fit = max(1, soft - SPARE_FILES)
        return (
            f"cannot hold {wanted} files open: this system allows {soft}; "
            f"raise `ulimit -n`, or give --connections {fit}"
        )
    return None


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _quiet(line: str) -> None:
    pass


async def _run(options: argparse.Namespace) -> int:
    names = [limit.name for limit in dataclasses.fields(Limits)]
    limits = Limits(**{name: getattr(options, name) for name in names})
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        try:
            listeners = await open_listeners(options.bind, options.port)
        except CannotListen as error:
            _tell(f"relay: {error}")
            return 3

        async with trio.open_nursery() as nursery:

            async def run() -> None:
                journal = Journal(_tell, _tell if options.verbose else _quiet)
                await serve_listeners(listeners, relay=Relay(limits, journal))

            host, port = listeners[0].socket.getsockname()[:2]
            nursery.start_soon(run)
            print(f"listening {host} {port}", flush=True)
            async for _ in signals:
                nursery.cancel_scope.cancel()
                break
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run a relay until told to stop. Returns the exit code; SystemExit(2) for wrong usage."""
    options = _parser().parse_args(argv)
    complaint = _too_few_files(options.connections + SPARE_FILES)
    if complaint is not None:
        _tell(f"relay: {complaint}")
        return 3
    try:
        return trio.run(_run, options)
    except KeyboardInterrupt:  # in the moment before the signals are ours
        return 0


if __name__ == "__main__":
    sys.exit(main())
