"""Where to go, from what was typed or pasted behind a verb: an invitation, or an address and a
code."""

from __future__ import annotations

import select
import sys
from collections.abc import Sequence
from contextlib import suppress

from attrs import evolve

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.failing import USAGE, Fail
from owm_net.program.meeting.where import Meeting, meeting
from owm_net.program.terminal.lines import show
from owm_net.protocol.codes import looks_like_code

PASTED = 0.05
"""Seconds in which the next line of a pasted text is there."""


def invited(words: Sequence[str], relay: str, *, verb: str, relay_only: bool, lan: bool) -> Meeting:
    """Return where to go, and say what was read. words: as they were typed; a code that is left out
    is asked for, because `ps` and the shell's history show what is typed. relay: typed apart. lan:
    whether to look on the own network, where no address is known. Raises Fail, of wrong usage."""
    address, text = _parted(words)
    if address and ":" not in address:
        raise Fail(
            say(
                "{address}: the port is missing; write HOST:PORT, such as {address}:7770",
                address=address,
            ),
            USAGE,
        )
    if address and relay_only:
        raise Fail(say("--relay-only needs --relay HOST:PORT, and no address"), USAGE)
    meeting(address=address, relay=relay)  # what is wrong in these comes first
    text = text or _ask(verb)
    where = meeting(address=address, relay=relay, code=text, lan=lan)
    where = evolve(where, any_relay=not relay)
    if relay_only:
        where = evolve(where, address=None, also=(), lan=None)
        if where.relay is None:
            raise Fail(say("--relay-only needs --relay HOST:PORT, and no address"), USAGE)
    if not (where.address or where.relay or where.lan is not None):
        raise Fail(
            say(
                "where does your friend wait? owm-net {verb} HOST:PORT {code}",
                verb=verb,
                code=str(where.code),
            ),
            USAGE,
        )
    if text != str(where.code):
        show(say("your invitation: {said}", said=where.said))
    return where


def _parted(words: Sequence[str]) -> tuple[str, str]:
    """An address that was typed apart, "" for none, and the text with the code."""
    first, *rest = [*words, ""]
    is_one = len(words) in (1, 2) and not looks_like_code(first) and len(first.split()) == 1
    if is_one and (":" in first or "." in first):
        return first, rest[0]
    return "", " ".join(words)


def _ask(verb: str) -> str:
    """What was left out. Raises Fail."""
    if not sys.stdin.isatty():
        raise Fail(say("the code is missing: owm-net {verb} CODE", verb=verb), USAGE)
    try:
        lines = [input(tr("the invitation or the code from your friend: "))]
    except EOFError:
        print()  # what went wrong stands on a line of its own
        raise Fail(say("the code is missing"), USAGE) from None
    with suppress(OSError, ValueError):  # no file, or no select for it
        while select.select([sys.stdin], [], [], PASTED)[0]:
            lines.append(sys.stdin.readline())
    return "\n".join(lines)
