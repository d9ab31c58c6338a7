"""A code as it was typed, or asked for."""

from __future__ import annotations

import sys

from owm_net.client.language import tr, tr_error
from owm_net.engine.text import say
from owm_net.program.failing import USAGE, Fail
from owm_net.protocol.codes import BadCode, Code, parse_code


def parsed(code: str) -> Code:
    """A code as it was typed. Raises Fail."""
    try:
        return parse_code(code)
    except BadCode as e:
        raise Fail(tr_error(e), USAGE) from e


def ask_code(verb: str) -> str:
    """The code that was left out, for `ps` and the shell's history show what is typed with the
    verb. Raises Fail."""
    if not sys.stdin.isatty():
        raise Fail(say("the code is missing: owm-net {verb} CODE", verb=verb), USAGE)
    try:
        return input(tr("the code that your friend's program shows: "))
    except EOFError:
        print()  # what went wrong stands on a line of its own
        raise Fail(say("the code is missing"), USAGE) from None
