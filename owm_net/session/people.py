"""Seats and faults for people: by name and side, and counted from 1. Logs and JSON count from 0."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from owm_net.engine.system import Setup
from owm_net.protocol.words import pack_words
from owm_net.session.clock_terms import read_clock
from owm_net.session.match import Blame, Match
from owm_net.session.terms import Terms

LONGEST_VALUE = 40
"""Of an option, for people."""


def called(match: Match, seat: int) -> str:
    """A player as people know one: "Anna (101st Airborne Division)"; "Anna (seat 1)" before sides
    are chosen."""
    side = match.system.seat_name(match.state, seat) if match.state.pending is not None else ""
    if not side or side.startswith("seat "):
        side = f"seat {seat + 1}"
    return f"{match.names[seat] or 'unknown'} ({side})"


def opponents(names: Sequence[str]) -> str:
    """Who plays: "Ada against Ben"; "Ada, Ben, Cyd", of whom some may be on one side."""
    return (" against " if len(names) == 2 else ", ").join(names)


def setup_in_words(setup: Setup) -> str:
    """What the players have agreed to play: "king-of-the-hill, level private, turn_limit none"."""
    options = "".join(f", {name} {_shortened(value)}" for name, value in setup.switches)
    words = pack_words(setup.pack_digest) if setup.pack_digest else ""
    pack = f", pack {setup.pack} ({words})" if words else ""
    return f"{setup.mission}, level {setup.level}{options}{pack}"


def terms_in_words(terms: Terms) -> str:
    """The set-up, the clock, and whether others may watch."""
    agreed = setup_in_words(terms.setup)
    rule = read_clock(terms.clock)
    if rule is not None:
        agreed += f"; clock {rule.words}"
    if terms.spectators is None:
        return agreed
    return f"{agreed}; spectators may watch, {behind(terms.spectators)}"


def behind(minutes: int) -> str:
    """By how much spectators are."""
    return f"{minutes} min behind" if minutes else "without delay"


def _shortened(value: str) -> str:
    """What is too long to be read, such as a mission of the host's own, by the first digits of its
    SHA-256: players can compare those."""
    if len(value) <= LONGEST_VALUE:
        return value
    return f"({hashlib.sha256(value.encode('utf-8', 'replace')).hexdigest()[:8]})"


def in_words(match: Match, reason: str) -> str:
    """A reason of the protocol's, which counts seats from 0, for people."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return called(match, seat) if seat < match.seats else f"seat {seat + 1}"

    return re.sub(r"\bseat (\d{1,3})\b", name, reason)


def fault(match: Match, blame: Blame) -> str:
    """Who did what against which rule."""
    who = "somebody" if blame.seat is None else called(match, blame.seat)
    return f"{who}: {in_words(match, blame.reason)}{f' ({blame.rule})' if blame.rule else ''}"
