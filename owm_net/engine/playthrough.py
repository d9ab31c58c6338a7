"""A game as text that a rules lawyer can read, and that runs again.

    owm-net playthrough 1
    system skeleton 1 data 0c1d...
    setup mission=duel level=full seats=2
    #1 choose seat 0 play: 3 answers
      > Play(card=-4097)
      - Ada plays the Scout          SKEL-04
      = 9c1e44a0

`>` is the answer as the engine takes it, in hexadecimal canonical bytes behind the words;
`x` a seat that leaves for good; `-` an event with its rule; `=` the first four bytes of the
state's digest after the step.
Private draws are written down too: a playthrough is for tests and bug reports of local games
and of finished matches, never for a match in progress.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import field, frozen

from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import BadEncoding, EngineError
from owm_net.engine.local import LocalMatch, Player
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.view import View

MAGIC = "owm-net playthrough 1"


class BadPlaythrough(ValueError):
    """A text that is no playthrough, or one that this system plays differently.

    line: where, counted from 1.
    """

    def __init__(self, line: int, why: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {why}")


class Recorder:
    """Writes a playthrough while it plays a local match. Make it before the first step."""

    def __init__(self, match: LocalMatch, show_offers: bool = True) -> None:
        self.match = match
        self._show_offers = show_offers
        system, setup = match.system, match.setup
        switches = "".join(f" {k}={v}" for k, v in setup.switches)
        self.lines = [
            MAGIC,
            f"system {system.id} {system.version} data {system.data_digest().hex()}",
            f"setup mission={setup.mission} level={setup.level} seats={setup.seats}{switches}",
        ]
        self._write_request()

    def text(self) -> str:
        """The playthrough so far. After a crash its last line is the answer that crashed."""
        return "\n".join(self.lines) + "\n"

    def step(self) -> None:
        """Let the match decide one request, and write it down before it takes effect."""
        self.write(self.match.decide())

    def write(self, answer: Any) -> None:
        """Give the match an answer decided elsewhere, and write it down before it takes effect."""
        said, note = self.match.request.written(answer, _Told(self.match))
        self.lines.append(f"  > {note} | {codec.encode(said).hex()}")
        self.match.give(answer)
        self._write_step()

    def drop(self, seat: int) -> None:
        """A seat leaves, and the others go on."""
        self.lines.append(f"  x {self.match.system.seat_name(self.match.state, seat)} | {seat}")
        self.match.drop(seat)
        self._write_step()

    def _write_step(self) -> None:
        match = self.match
        for event in match.state.events:
            words = match.system.narrate(match.state, event)
            if words:
                self.lines.append(f"  - {words:<68} {event.rule}".rstrip())
        self.lines.append(f"  = {codec.digest(match.state).hex()[:8]}")
        self._write_request()

    def _write_request(self) -> None:
        match, request = self.match, self.match.request
        line = request.headed(match.state.answered + 1)
        if isinstance(request, Choose) and self._show_offers:
            line += f": {len(agenda.options(match.view(request.seat)))} answers"
        self.lines.append(line)


@frozen
class _Told:
    """A match as its playthrough tells it (`requests.Tale`)."""

    match: LocalMatch

    @property
    def dealer(self) -> LocalDealer:
        return self.match.dealer

    def describe(self, seat: int, answer: Answer) -> str:
        return self.match.system.describe(self.match.view(seat), answer)

    def card_names(self, cards: Sequence[int]) -> str:
        return ", ".join([self.match.system.card_name(card) for card in cards])

    def check(self, seat: int, answer: Answer) -> None:
        agenda.check_answer(self.match.state, seat, answer)


@frozen
class Leaves:
    """In place of an answer: a seat leaves."""

    seat: int


@frozen
class Playthrough:
    """A parsed playthrough: its players, and the answers with their expected digests.

    answers: (line number, decoded answer or `Leaves`, first hex digits of the digest afterwards).
    """

    system_id: str
    version: str
    data: str
    setup: Setup
    answers: tuple[tuple[int, Any, str], ...] = field(repr=False)


def parse(text: str) -> Playthrough:
    """Read a playthrough. Raises BadPlaythrough with the line."""
    lines = text.splitlines()
    if not lines or lines[0] != MAGIC:
        raise BadPlaythrough(1, f"does not begin with {MAGIC!r}")
    try:
        head, system_id, version, middle, data = lines[1].split()
        if (head, middle) != ("system", "data"):
            raise ValueError
    except (IndexError, ValueError) as e:
        raise BadPlaythrough(2, "the system, its version and data do not stand here") from e
    try:
        head, *pairs = lines[2].split()
        words = dict([w.split("=", 1) for w in pairs])
        mission, level, seats = words.pop("mission"), words.pop("level"), int(words.pop("seats"))
        if head != "setup":
            raise ValueError
    except (IndexError, ValueError, KeyError) as e:
        raise BadPlaythrough(3, "the setup does not stand here") from e
    answers: list[tuple[int, Any, str]] = []
    for number, line in enumerate(lines, 1):
        if line.startswith(("  > ", "  x ")):
            try:
                code = line.rpartition("|")[2].strip()
                raw = Leaves(int(code)) if line[2] == "x" else codec.decode(bytes.fromhex(code))
            except (ValueError, BadEncoding) as e:
                raise BadPlaythrough(number, f"the answer cannot be read: {e}") from e
            if answers and not answers[-1][2]:
                raise BadPlaythrough(number, "the answer before has no digest under it")
            answers.append((number, raw, ""))
        elif line.startswith("  = "):
            if not answers or answers[-1][2] or len(line) != 12:
                raise BadPlaythrough(number, "eight digits of a digest belong under an answer")
            at, raw, _ = answers[-1]
            answers[-1] = (at, raw, line[4:].strip())
    setup = Setup(mission, level, seats, tuple(words.items()))
    return Playthrough(system_id, version, data, setup, tuple(answers))


def replay(system: System, played: Playthrough) -> Iterator[LocalMatch]:
    """Run a playthrough; yields the match before each step and at the end.

    Raises BadPlaythrough at the first answer that is refused and at the first state that
    differs.
    """
    match = _prepare(system, played)
    for line, raw, expected in played.answers:
        yield match
        try:
            if isinstance(raw, Leaves):
                match.drop(_leaver(match, raw))
            else:
                match.give(read_answer(match, raw))
        except EngineError as e:
            raise BadPlaythrough(line, str(e)) from e
        found = codec.digest(match.state).hex()[: len(expected)]
        if found != expected:
            raise BadPlaythrough(line, f"the state is {found} after this, not {expected}")
    yield match


def retell(system: System, played: Playthrough) -> str:
    """Run a playthrough and write it down again as it plays today.

    Raises BadPlaythrough at the first answer that is refused; digests may differ.
    """
    recorder = Recorder(_prepare(system, played))
    for line, raw, _ in played.answers:
        try:
            if isinstance(raw, Leaves):
                recorder.drop(_leaver(recorder.match, raw))
            else:
                recorder.write(read_answer(recorder.match, raw))
        except EngineError as e:
            raise BadPlaythrough(line, str(e)) from e
    return recorder.text()


def record(
    system: System, setup: Setup, seed: int | str, players: list[Player], most: int = 0
) -> str:
    """Play a local game and return its playthrough. most: steps, 0 for the whole game."""
    match = LocalMatch(system, setup, seed, players)
    recorder = Recorder(match)
    while not isinstance(match.request, Over) and (not most or match.state.answered < most):
        recorder.step()
    return recorder.text()


def _prepare(system: System, played: Playthrough) -> LocalMatch:
    if played.system_id != system.id:
        raise BadPlaythrough(2, f"this is a game of {played.system_id[:40]!r}, not {system.id!r}")
    try:
        system.check_setup(played.setup)  # before anything is made for so many seats
    except BadSetup as e:
        raise BadPlaythrough(3, str(e)) from e
    return LocalMatch(system, played.setup, "replay", [_nobody] * played.setup.seats)


def _leaver(match: LocalMatch, raw: Leaves) -> int:
    """Raises BadEncoding if there is no such seat, or nothing to leave any more."""
    if isinstance(match.request, Over) or not 0 <= raw.seat < match.setup.seats:
        raise BadEncoding(f"seat {raw.seat} cannot leave here")
    return raw.seat


def read_answer(match: LocalMatch, raw: Any) -> Any:
    """Raw values of the text as the answer the engine takes; feeds the dealer.

    Raises BadEncoding if they do not fit the request, or the cards as they were shuffled.
    """
    return match.request.read(raw, _Told(match))


def _nobody(system: System, view: View[Any], chance: Chance) -> Any:
    raise EngineError("a replayed match decides nothing")
