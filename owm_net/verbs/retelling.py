"""What a log tells: read up to a step, in words, as a picture, or to be gone through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from owm_net.engine.agenda import Event
from owm_net.engine.text import say
from owm_net.files.home import folder, program
from owm_net.files.identity import own_identity
from owm_net.files.private import CannotOpen, NeedsPassphrase, PrivateFile, private_path
from owm_net.files.reasons import reason
from owm_net.net.peers import entropy
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session import recorded
from owm_net.session.match import Blame, Match, Own, Tell, TellRemark, TellWish
from owm_net.session.people import called, fault
from owm_net.session.private import BadNotes, meeting_of, recall
from owm_net.session.recorded import Learnt, Progress, Recording, since
from owm_net.session.verify import Opened, OtherVersion, Unreadable, open_log
from owm_net.verbs.common import USAGE, Fail, show
from owm_net.verbs.places import kind_of
from owm_net.verbs.releases import OtherProgram
from owm_net.verbs.verify import find_system_of_log, read_log

Told = Callable[[Match, Sequence[Event]], None]
ToldRemark = Callable[[Match, TellRemark | TellWish], None]


def log_of(path: Path) -> Opened:
    """The log of a match that can be shown. Raises Fail."""
    try:
        return open_log(read_log(path), find_system_of_log)
    except OtherVersion as e:
        raise OtherProgram(path, "replay", e, "--text") from e
    except Unreadable as e:
        raise Fail(f"{path}: {e}") from e


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
            return match, say(
                "the rules cannot go on from it ({why}); see: {program} verify {path}",
                why=e,
                program=program(),
                path=path,
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
        line = match.system.narrate(match.state, event)
        if line:
            show(f"{match.state.answered:>6}  {line:<70} {event.rule}".rstrip())


def tell_remark(match: Match, said: TellRemark | TellWish) -> None:
    """Print what a player has written or signed beside the match."""
    what = f"writes: {said.text}" if isinstance(said, TellRemark) else f"signs: {said.what.word}"
    show(f"{match.state.answered:>6}  {called(match, said.seat)} {what}")


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
    """The cards that this player alone has seen, from the private file beside the log.

    Raises Fail with a line that says why they cannot be had.
    """
    private = private_path(path)
    if not private.exists():
        raise Fail(
            say(
                "your cards that nobody played are not known any more: the private file of a"
                " match goes when it is over, and no {private} is beside the log",
                private=private.name,
            )
        )
    opened = log_of(path)
    try:
        _, notes = PrivateFile.open(private)
        facts = meeting_of(notes)
        seat, name = facts.get("seat"), facts.get("name")
        if not isinstance(seat, int) or not isinstance(name, str):
            raise BadNotes(say("it does not say which seat was yours"))
        own = Own(seat, name, own_identity(), entropy)
        terms = opened.match.terms
        match = Match(opened.match.system, terms, own, defer=[], private=recall(notes))
        asked = match.write_requests()
        with suppress(Blame):  # up to where the log is good
            match.replay(opened.records)
    except NeedsPassphrase as e:
        raise Fail(say("your cards of this match are sealed with a passphrase")) from e
    except (CannotOpen, BadNotes, RemoteProtocolError, Fail) as e:
        raise Fail(say("your cards of this match cannot be read: {why}", why=e)) from e
    return Learnt(seat, match.known, since(asked, seat))


def draw(
    log: Path,
    picture: Path,
    step: int | None = None,
    own: bool = False,
    progress: Progress | None = None,
) -> tuple[int, str]:
    """The table at a step, as a picture of the kind that its name says.

    own: as this player saw it, not as everybody did. Returns the step, and what is wrong with the
    log there, if anything. Raises Fail.
    """
    from owm_net.client.film import Projector

    recording = recording_of(log, step, progress)
    at = recording.last if step is None else min(step, recording.last)
    image = Projector(recording, own_cards(log) if own else None, folder("cache")).draw(at)
    with replacing(picture, say("the picture"), "--picture") as half:
        image.save(half, kind_of(picture), quality=92)
    return at, recording.problem if step is None or step > at else ""


@contextmanager
def replacing(path: Path, what: str, option: str) -> Iterator[Path]:
    """A file to write to, which takes the place of another when it is whole.

    what: it is, such as "the picture". option: of the command line, with which another place is
    chosen. Raises Fail.
    """
    half = path.with_name(path.name + ".part")
    try:
        yield half
        half.replace(path)
    except OSError as e:
        raise Fail(
            say(
                "cannot write {what} {path}: {why}; choose another place with {option}",
                what=what,
                path=path,
                why=reason(e),
                option=option,
            )
        ) from e
    finally:
        with suppress(OSError):
            half.unlink(missing_ok=True)
