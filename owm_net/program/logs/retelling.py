"""The contents of a log: read up to a step, in words, as a picture, or step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import frozen
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.client.language import tr
from owm_net.client.terminal.parts import spoken
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.text import named, say
from owm_net.files import page
from owm_net.files.hands import (
    BadHand,
    hands_beside,
    keep_hand,
    read_hand,
    whose_hand,
    write_hand,
)
from owm_net.files.home import CannotWrite, as_typed, folder, program
from owm_net.files.private import (
    CannotOpen,
    NeedsPassphrase,
    PrivateFile,
    kept_path,
    private_path,
)
from owm_net.net.peers import entropy
from owm_net.net.rematch import Rematch
from owm_net.program.failing import USAGE, Fail
from owm_net.program.given_files import read_log
from owm_net.program.logs.places import kind_of, picture_place
from owm_net.program.logs.releases import OtherProgram
from owm_net.program.setups import find_system_of_log
from owm_net.program.terminal.lines import show
from owm_net.protocol.entries import EntryKind, decode_entry, split_record
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session import recorded
from owm_net.session.match import Blame, Match, Own, Tell, TellRemark, TellWish
from owm_net.session.people import called, fault
from owm_net.session.private import BadNotes, meeting_of, openly, recall
from owm_net.session.recorded import Learnt, Progress, Recording, since
from owm_net.session.terms import decode_hello
from owm_net.session.verify import OpenedLog, OtherRulesVersion, Unreadable, open_log

Told = Callable[[Match, Sequence[Event]], None]
ToldRemark = Callable[[Match, TellRemark | TellWish], None]


def log_of(path: Path) -> OpenedLog:
    """The log of a match that can be shown. Raises Fail."""
    try:
        return open_log(read_log(path), find_system_of_log)
    except OtherRulesVersion as e:
        raise OtherProgram(path, "replay", e, "--text") from e
    except Unreadable as e:
        raise Fail(say("{path}: {why}", path=path, why=e)) from e


def replay_to(
    path: Path,
    step: int | None,
    told: Told,
    begun: Callable[[Match], object] | None = None,
    remark: ToldRemark | None = None,
    progress: Progress | None = None,
) -> tuple[Match, str]:
    """An observer's match after `step` answered requests, and what is wrong there, if anything.

    told: called with the events of each step. begun: with the match, before its first record.
    remark: called with what a player wrote or wished. progress: told the number of a record when it
    is read, and how many there are. Proofs are not checked: that is what verify
    is for.
    Raises Fail.
    """
    log = log_of(path)
    match = log.match
    if begun is not None:
        begun(match)
    for number, record in enumerate(log.records):
        if progress is not None and number % 16 == 0:
            progress(number, len(log.records))
        if step is not None and match.state.pending is not None and match.state.answered >= step:
            return match, ""
        before = match.state.answered
        try:
            match.receive(record)
        except Blame as e:
            return match, fault(match, e)
        except Exception as e:  # proofs are not checked here, and a false card breaks the rules
            if page.here() is not None:
                return match, say("the rules cannot go on from it ({why})", why=e)
            return match, say(
                "the rules cannot go on from it ({why}); see: {program} verify {path}",
                why=e,
                program=program(),
                path=as_typed(path),
            )
        for effect in match.effects():
            if isinstance(effect, Tell) and (effect.events or match.state.answered != before):
                told(match, effect.events)
            elif isinstance(effect, TellRemark | TellWish) and remark is not None:
                remark(match, effect)
    if step is not None and match.state.answered < step:
        raise Fail(
            say(
                "{path} has only {steps} steps; --step goes up to that",
                path=path,
                steps=match.state.answered,
            ),
            USAGE,
        )
    return match, ""


def tell_events(match: Match, events: Sequence[Event]) -> None:
    """Print what has happened, a line for each event that has words."""
    for event in events:
        line = spoken(tr(named(match.system.narrate(match.state, event), match.names)))
        if line:
            show(f"{match.state.answered:>6}  {line:<70} {event.rule}".rstrip())


def tell_remark(match: Match, said: TellRemark | TellWish) -> None:
    """Print what a player has written or signed beside the match."""
    who = called(match, said.seat)
    if isinstance(said, TellRemark):
        line = tr("{who} writes: {text}", who=who, text=said.text)
    else:
        line = tr("{who} signs: {what}", who=who, what=said.what.word)
    show(f"{match.state.answered:>6}  {line}")


def recording_of(
    path: Path, step: int | None = None, progress: Progress | None = None
) -> Recording:
    """A log to be gone through, up to a step or to its end; where it is bad, up to there.

    progress: as for `replay_to`. Raises Fail.
    """
    match, problem = replay_to(
        path, step, lambda match, events: None, Match.write_requests, progress=progress
    )
    return recorded.record(match, problem)


def own_cards(path: Path) -> Learnt:
    """The cards that this player alone has seen, from what is kept sealed beside the log.

    Raises Fail with a line that says why they cannot be had.
    """
    seat, notes = _own_notes(path)
    return _learnt(log_of(path), Seat(seat), notes)


def _own_notes(path: Path) -> tuple[int, list[bytes]]:
    """Our seat in a match, and what only we know of it. Raises Fail."""
    private = private_path(path)
    if not private.exists():
        private = kept_path(path)
    if not private.exists():
        raise Fail(
            say(
                "your cards that nobody played are not known here: no {private} is beside the log",
                private=private.name,
            )
        )
    try:
        notes = PrivateFile.open(private)[1]
        seat = meeting_of(notes).get("seat")
        if not isinstance(seat, int):
            raise BadNotes(say("it does not say which seat was yours"))
    except NeedsPassphrase as e:
        raise Fail(say("your cards of this match are sealed with a passphrase")) from e
    except (CannotOpen, BadNotes) as e:
        raise Fail(say("your cards of this match cannot be read: {why}", why=e)) from e
    return seat, notes


@frozen
class _Silent(Own):
    """A stand-in that signs nothing, for any player. key: their identity key, as others know it."""

    key: bytes

    def public(self) -> bytes:
        return self.key


def _identity(opened: OpenedLog, seat: Seat) -> bytes:
    """The identity key of a seat in a log. Raises BadNotes, RemoteProtocolError."""
    for record in opened.records:
        entry = decode_entry(split_record(record)[0])
        if entry.kind is EntryKind.HELLO and entry.seat == seat:
            return decode_hello(entry.body).identity
    raise BadNotes(say("the log ends before that player came"))


def _learnt(opened: OpenedLog, seat: Seat, notes: list[bytes]) -> Learnt:
    """Return what a seat alone has seen, from its secrets, which must fit the log. Raises Fail."""
    try:
        if not 0 <= seat < opened.match.seats:
            raise BadNotes(say("it does not say which seat was yours"))
        own = _Silent(
            Seat(seat), "", Ed25519PrivateKey.generate(), entropy, _identity(opened, seat)
        )
        terms = opened.match.terms
        match = Match(opened.match.system, terms, own, defer=[], private=recall(notes))
        asked = match.write_requests()
        with suppress(Blame):  # up to where the log is good
            match.replay(opened.records)
    except (BadNotes, RemoteProtocolError) as e:
        raise Fail(say("the cards of seat {n} cannot be read: {why}", n=seat + 1, why=e)) from e
    return Learnt(Seat(seat), match.known, since(asked, Seat(seat)))


def opened_hands(path: Path) -> list[Learnt]:
    """Return what those players saw alone who have opened their hands: their files lie beside the
    log, and files that do not fit it are ignored. Raises Fail."""
    found = []
    for seat in range(log_of(path).match.seats):
        for hand in hands_beside(path, seat):
            with suppress(BadHand, Fail):
                found.append(_learnt(log_of(path), Seat(seat), read_hand(hand, seat)))
                break
    return found


def keep_given_hand(log: Path, path: Path) -> int:
    """Put a hand that somebody has opened beside the log of its match, under its name there.
    Returns whose it is. Raises BadHand, Fail if it is of another match, CannotWrite."""
    seat, notes, data = whose_hand(path)
    _learnt(log_of(log), Seat(seat), notes)
    keep_hand(log, seat, data)
    return seat


def take_hand(rematch: Rematch, match: Match, log: Path) -> None:
    """Keep the other's opened hand beside the log, and say so in `Rematch.note`."""
    assert match.own is not None
    data, rematch.hand = rematch.hand, b""
    try:
        keep_hand(log, 1 - match.own.seat, data)
    except (BadHand, CannotWrite) as e:
        rematch.note = say(
            "{name} has opened their cards, and they cannot be kept: {why}",
            name=rematch.name,
            why=e,
        )
    else:
        rematch.note = say(
            "{name} has opened their cards of this match to you: they are in the replay",
            name=rematch.name,
        )


def open_hand(path: Path) -> Path:
    """Open the player's own hand of a finished match to anyone who gets the file. Raises Fail,
    CannotWrite."""
    if private_path(path).exists():
        raise Fail(say("the match is not over: your hand is opened when it is"))
    seat, notes = _own_notes(path)
    try:
        return write_hand(path, seat, openly(notes))
    except BadNotes as e:
        raise Fail(say("your cards of this match cannot be read: {why}", why=e)) from e


def draw(
    log: Path,
    picture: Path,
    step: int | None = None,
    learnt: Learnt | None = None,
    progress: Progress | None = None,
) -> tuple[int, str]:
    """The table at a step, as a picture of the kind that its name says.

    learnt: cards that are shown besides those that everybody saw. Returns the step, and what is
    wrong with the log there, if anything. Raises Fail.
    """
    from owm_net.client.film import Projector

    recording = recording_of(log, step, progress)
    at = recording.last if step is None else min(step, recording.last)
    image = Projector(recording, learnt, folder("cache")).draw(at)
    with picture_place(picture).written() as half:
        image.save(half, kind_of(picture), quality=92)
    return at, recording.problem if step is None or step > at else ""


async def draw_here(
    here: page.PageHere,
    picture: Path,
    recording: Recording,
    step: int | None = None,
    learnt: Learnt | None = None,
) -> None:
    """The same in a page. Raises CannotWrite."""
    from owm_net.client.film import Projector

    at = recording.last if step is None else step
    data = await here.png(lambda: Projector(recording, learnt).draw(at))
    with picture_place(picture).written() as half:
        half.write_bytes(data)
