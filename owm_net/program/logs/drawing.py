"""A log drawn as a film, and what its rules asked written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.files.hands import hand_path
from owm_net.files.home import folder
from owm_net.files.written import Place
from owm_net.program.failing import USAGE, Fail
from owm_net.program.logs.places import FILMS, kind_of, picture_place
from owm_net.program.logs.retelling import (
    opened_hands,
    own_cards,
    recording_of,
    replay_to,
)
from owm_net.program.terminal.lines import ProgressLine, show_json
from owm_net.session.asked import HEAD, as_text
from owm_net.session.match import Match
from owm_net.session.recorded import Learnt, together


class _Drawn:
    """How far the drawing is: a line that is written over, or a line of JSON each time."""

    def __init__(self, what: str, as_json: bool) -> None:
        self._json = as_json
        self._progress = ProgressLine(what, quiet=as_json)

    def __call__(self, done: int, total: int) -> None:
        if self._json:
            show_json({"drawn": done, "of": total})
        else:
            self._progress(done, total)

    def close(self) -> None:
        self._progress.close()


def shown_cards(log: Path, own: bool, hands: Sequence[int]) -> Learnt | None:
    """The cards that are shown beside what everybody saw: our own, those of seats from 1 whose
    players have opened them. Raises Fail."""
    seen = [own_cards(log)] if own else []
    opened = {hand.seat: hand for hand in opened_hands(log)} if hands else {}
    for n in hands:
        if n - 1 not in opened:
            raise Fail(
                say(
                    "seat {n} has not opened its cards: {file} is missing, or not of this match",
                    n=n,
                    file=hand_path(log, n - 1).name,
                )
            )
        if n - 1 not in [hand.seat for hand in seen]:
            seen.append(opened[Seat(n - 1)])
    if len(seen) > 1:
        return together(seen)
    return seen[0] if seen else None


def draw_film(
    log: Path,
    out: Path,
    span: tuple[int | None, int | None],
    cards: tuple[bool, Sequence[int]],
    as_json: bool,
) -> tuple[int, int, str]:
    """Draw a match from a step to a step as a film. span: None for the first and the last. cards:
    as for `shown_cards`. Returns the two steps, and what is wrong with the log there. Raises Fail.
    """
    from owm_net.client import film
    from owm_net.client.match.replay import MOST_FRAMES, moments

    reading = ProgressLine(say("reading"), as_json)
    try:
        recording = recording_of(log, None, reading)
    finally:
        reading.close()
    first, last = span[0] or 0, recording.last if span[1] is None else span[1]
    if max(first, last) > recording.last:
        bad = (
            say(" before it is bad ({problem})", problem=recording.problem)
            if recording.problem
            else ""
        )
        raise Fail(
            say(
                "{file} has only {last} steps{bad}; --to goes up to that",
                file=log,
                last=recording.last,
                bad=bad,
            ),
            USAGE,
        )
    if first >= last:
        raise Fail(
            say(
                "a film from step {first} to {last} is none: --to must be behind --from",
                first=first,
                last=last,
            ),
            USAGE,
        )
    steps = moments(recording, first, last)
    if len(steps) > MOST_FRAMES:
        raise Fail(
            say(
                "from step {first} to {last} there are {count} moments, and a film has {most}"
                " at most; such as --from {first} --to {end}",
                first=first,
                last=last,
                count=len(steps),
                most=MOST_FRAMES,
                end=steps[MOST_FRAMES - 1],
            ),
            USAGE,
        )
    learnt = shown_cards(log, *cards)
    drawn = _Drawn(say("drawing"), as_json)
    try:
        pictures = film.frames(film.Projector(recording, learnt, folder("cache")), steps, drawn)
    finally:
        drawn.close()
    with picture_place(out, FILMS, "--animate").written() as half:
        kind = kind_of(out, FILMS, "--animate")
        film.save(pictures, film.lasting(recording, steps), half, kind)
    bad = recording.problem if last == recording.last and span[1] is None else ""
    return first, last, bad


def requests_place(path: Path) -> Place:
    """It may take the place of an older requests file."""
    elsewhere = say("choose another place with {option}", option="--requests")
    taken = say(
        "{path} already exists and is not a requests file; {elsewhere}",
        path=path,
        elsewhere=elsewhere,
    )
    return Place(path, say("the requests file"), elsewhere, taken, (HEAD,))


def write_requests(log: Path, out: Path, step: int | None = None) -> tuple[int, str]:
    """Write the requests of the rules up to a step, as docs/wire.md describes the file.

    Returns the step, and what is wrong with the log there, if anything. Raises Fail.
    """
    match, problem = replay_to(log, step, lambda match, events: None, Match.write_requests)
    text = as_text(match.terms, match.match_id, match.write_requests())
    with requests_place(out).written() as half:
        half.write_text(text, encoding="utf-8")
    return match.state.answered, problem
