"""Seats and faults for people: by name and side, and counted from 1. Logs and JSON count from 0."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Final

from owm_net.engine.ids import Seat
from owm_net.engine.system import Setup
from owm_net.engine.text import Text, listed, say, seat_called
from owm_net.protocol.words import pack_words
from owm_net.session.clock_terms import read_clock
from owm_net.session.match import Blame, Match
from owm_net.session.terms import Terms

LONGEST_VALUE = 40
"""Of an option, for people."""


def called(match: Match, seat: Seat) -> str:
    """A player as people know one: "Anna (101st Airborne Division)"; "Anna (seat 1)" before sides
    are chosen."""
    side = match.system.seat_name(match.state, seat) if match.state.pending is not None else ""
    if not side or side.startswith("seat "):
        side = seat_called(seat)
    return say("{name} ({side})", name=match.names[seat] or say("unknown"), side=side)


def opponents(names: Sequence[str]) -> str:
    """Return the players in words: "Ada against Ben"; "Ada, Ben, Cyd", where some may be on one
    side."""
    return listed(names, say(" against ") if len(names) == 2 else ", ")


def setup_in_words(setup: Setup) -> str:
    """Return the agreed game in words: "king-of-the-hill, level private, turn_limit none"."""
    words = pack_words(setup.pack_digest) if setup.pack_digest else ""
    return say(
        "{mission}, level {level}{options}{pack}",
        mission=setup.mission,
        level=setup.level,
        options="".join(f", {name} {shortened(value)}" for name, value in setup.switches),
        pack=say(", pack {name} ({words})", name=setup.pack, words=words) if words else "",
    )


def terms_in_words(terms: Terms) -> str:
    """The set-up, the clock, and whether others may watch."""
    agreed = setup_in_words(terms.setup)
    rule = read_clock(terms.clock)
    if rule is not None:
        agreed = say("{agreed}; clock {clock}", agreed=agreed, clock=rule.words)
    if terms.spectators is None:
        return agreed
    return say(
        "{agreed}; spectators may watch, {behind}", agreed=agreed, behind=behind(terms.spectators)
    )


def behind(minutes: int) -> str:
    """By how much spectators are."""
    return say("{minutes} min behind", minutes=minutes) if minutes else say("without delay")


def shortened(value: str) -> str:
    """Abbreviate a value that is too long to read, such as a mission of the host's own, by the
    first digits of its SHA-256: players can compare those."""
    if len(value) <= LONGEST_VALUE:
        return value
    return f"({hashlib.sha256(value.encode('utf-8', 'replace')).hexdigest()[:8]})"


def in_words(match: Match, reason: str) -> str:
    """A reason of the protocol's, which counts seats from 0, for people. How a match may end has
    its own sentences, which can be translated; what is wrong with an entry is said in the words of
    wire.md."""
    told = how_it_ended(reason, lambda seat: called(match, Seat(seat)))
    if told is not None:
        return told

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return called(match, Seat(seat)) if seat < match.seats else f"seat {seat + 1}"

    found_any = SEAT.search(reason)
    return SEAT.sub(name, reason) if found_any else reason  # a `Text` of the rules stays one


SEAT: Final = re.compile(r"\bseat (\d{1,3})\b")


def how_it_ended(reason: str, name: Callable[[int], str]) -> Text | None:
    """The sentence for one of the protocol's ends; None if it is none. name: of a seat."""
    for known, told in _ENDS:
        found = known.fullmatch(reason)
        if found is not None:
            parts = found.groupdict()
            if "seat" in parts:
                parts["who"] = name(int(parts.pop("seat")))
            return Text(told, "", 1, parts)
    return None


_ENDS: Final = [
    (re.compile(pattern), told)
    for pattern, told in (
        (r"abandoned by agreement", say("abandoned by agreement")),
        (r"waiting for (?P<entry>[a-z]+)", say("the next entry, {entry}, is not in the log")),
        (r"seat (?P<seat>\d{1,3}) resigned", say("{who} resigned")),
        (r"seat (?P<seat>\d{1,3}) ran out of time", say("{who} ran out of time")),
        (
            r"adjourned by agreement at step (?P<step>\d+)",
            say("adjourned by agreement at step {step}"),
        ),
        (
            r"the others went on without seat (?P<seat>\d{1,3}), which resigned",
            say("the others went on without {who}, which resigned"),
        ),
        (
            r"the others went on without seat (?P<seat>\d{1,3}), which ran out of time",
            say("the others went on without {who}, which ran out of time"),
        ),
        (
            r"the others went on without seat (?P<seat>\d{1,3}), which owed its entry",
            say("the others went on without {who}, which owed its entry"),
        ),
        (
            r"seat (?P<seat>\d{1,3}) resigned at step (?P<step>\d+)",
            say("{who} resigned at step {step}"),
        ),
        (
            r"seat (?P<seat>\d{1,3}) ran out of time at step (?P<step>\d+)",
            say("{who} ran out of time at step {step}"),
        ),
        (
            r"seat (?P<seat>\d{1,3}) was left out at step (?P<step>\d+)",
            say("{who} was left out at step {step}"),
        ),
    )
]
"""How the protocol says that a match ended, and the same for people."""


def fault(match: Match, blame: Blame) -> str:
    """Return who did what against which rule."""
    who = "somebody" if blame.seat is None else called(match, blame.seat)
    return f"{who}: {in_words(match, blame.reason)}{f' ({blame.rule})' if blame.rule else ''}"
