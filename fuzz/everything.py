"""The parsers, and then random games: what `make fuzz` runs without further words."""

from __future__ import annotations

import argparse

from fuzz import parsers, playouts

FOR_PARSERS = ("--only", "--list", "--again", "--each", "--group-seconds", "--corpus",
               "--structured-only", "--jobs")  # fmt: skip


def main(arguments: list[str]) -> int:
    """The program. Returns the worse exit code of the two."""
    if any(a.partition("=")[0] in FOR_PARSERS for a in arguments):
        return parsers.main(arguments)
    parser = argparse.ArgumentParser(
        prog="python -m fuzz everything",
        description="Both fuzzers, one after the other; also takes the options of `parsers`.",
    )
    add = parser.add_argument
    add("--seconds", type=int, default=60, metavar="N", help="each target, and the games (60)")
    add("--keep", default="crashes", metavar="DIR", help="where what broke goes")
    options = parser.parse_args(arguments)
    seconds, keep = str(options.seconds), ["--keep", options.keep]
    parsed = parsers.main(["--each", seconds, *keep])
    return max(parsed, playouts.main(["--seconds", seconds, *keep]))
