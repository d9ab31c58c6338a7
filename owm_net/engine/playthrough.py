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

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, frozen

from owm_net.engine import agenda, codec, records
from owm_net.engine.chance import Chance
from owm_net.engine.errors import BadEncoding, EngineError
from owm_net.engine.local import LocalMatch, Player
from owm_net.engine.requests import (
    Choose,
    ChooseSecretly,
    DeckList,
    Draw,
    Flip,
    Over,
    Peek,
    PrivateDeck,
    Redeal,
    Request,
    Reveal,
    Show,
    Shuffle,
)
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.view import View
from owm_net.engine.zones import slot

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
        said, note = self._say(self.match.request, answer)
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
        match = self.match
        request = match.request
        line = f"#{match.state.steps + 1} {_words(request)}"
        if isinstance(request, Choose) and self._show_offers:
            line += f": {len(agenda.options(match.view(request.seat)))} answers"
        if isinstance(request, Over):
            line = f"over: {request.result.reason}; winners {list(request.result.winners)}"
            line += f", scores {list(request.result.scores)}"
        self.lines.append(line)

    def _say(self, request: Request[Any], answer: Any) -> tuple[Any, str]:
        """What is written for an answer: plain values, and words."""
        match, system = self.match, self.match.system
        faces = match.dealer.faces
        if isinstance(request, Choose):
            return answer, system.describe(match.view(request.seat), answer)
        if isinstance(request, ChooseSecretly):
            said = [
                system.describe(match.view(s), a)
                for s, a in zip(request.seats, answer, strict=True)
            ]
            return list(answer), " / ".join(said)
        if isinstance(request, Draw | Peek | Show):
            learner = request.to if isinstance(request, Show) else request.seat
            cards = [faces[s] for s in request.slots]
            return cards, f"seat {learner} alone sees {_cards(system, cards)}"
        if isinstance(request, Shuffle | Redeal):
            n = len(request.cards if isinstance(request, Shuffle) else request.pool)
            cards = [faces[slot(request.number, i)] for i in range(n)]
            held = len(request.moved()) if isinstance(request, Redeal) else 0
            hands = f"hands of {held} cards, and " if held else ""
            return cards, f"{hands}{n - held} cards in an order that nobody knows"
        if isinstance(request, PrivateDeck):
            return list(answer), f"seat {request.seat} alone knows {_cards(system, answer)}"
        if isinstance(request, Flip | Reveal):
            return list(answer), _cards(system, answer)
        return list(answer), ", ".join(map(str, answer))


@frozen
class Leaves:
    """In place of an answer: a seat leaves."""

    seat: int


@frozen
class Playthrough:
    """A parsed playthrough: who plays what, and the answers with their expected digests.

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
    """Run a playthrough and write it down anew, as it is played today.

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
    while not isinstance(match.request, Over) and (not most or match.state.steps < most):
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
    """Raises BadEncoding if the rules do not let this seat leave, or there is none."""
    if isinstance(match.request, Over) or not 0 <= raw.seat < match.setup.seats:
        raise BadEncoding(f"seat {raw.seat} cannot leave here")
    if (why := match.system.why_no_drop(match.state, raw.seat)) is not None:
        raise BadEncoding(why)
    return raw.seat


def read_answer(match: LocalMatch, raw: Any) -> Any:
    """Raw values of the text as the answer the engine takes; feeds the dealer.

    Raises BadEncoding if they do not fit the request, or the cards as they were shuffled.
    """
    request, dealer = match.request, match.dealer
    if isinstance(request, Choose):
        return records.load(raw)
    if not isinstance(raw, list):
        raise BadEncoding("a list expected")
    if isinstance(request, ChooseSecretly):
        if len(raw) != len(request.seats):
            raise BadEncoding(f"{len(request.seats)} answers expected")
        return tuple([records.load(r) for r in raw])
    if not all(c.__class__ is int for c in raw):
        raise BadEncoding("numbers expected")
    if isinstance(request, Shuffle):
        if sorted(raw) != sorted([c if c >= 0 else dealer.faces[c] for c in request.cards]):
            raise BadEncoding("these are not the cards that are shuffled")
        dealer.stack(request.number, raw)
        return ()
    if isinstance(request, Redeal):
        held = [dealer.faces[old] for old in request.moved()]
        if raw[: len(held)] != held or sorted(raw) != sorted(request.pool):
            raise BadEncoding("these are not the hands and the cards that are dealt anew")
        dealer.answer(request)
        dealer.stack(request.number, raw)
        return ()
    if isinstance(request, PrivateDeck):
        agenda.check_answer(match.state, request.seat, DeckList(tuple(raw)))
    if isinstance(request, Draw | Peek | Show | Flip | Reveal):
        if raw != [dealer.faces[s] for s in request.slots]:
            raise BadEncoding("these are not the cards that were shuffled to lie here")
        return dealer.answer(request)
    return tuple(raw)


def _nobody(system: System, view: View[Any], chance: Chance) -> Any:
    raise EngineError("a replayed match decides nothing")


def _words(request: Request[Any]) -> str:
    if isinstance(request, Choose):
        return f"choose seat {request.seat} {request.kind}"
    if isinstance(request, ChooseSecretly):
        return f"choose secretly seats {list(request.seats)} {request.kind}"
    if isinstance(request, PrivateDeck):
        return f"private deck seat {request.seat} {request.kind} {request.size} cards"
    facts: Mapping[str, Any] = {
        f: getattr(request, f)
        for f in ("seat", "to", "sides", "count", "below", "reason")
        if hasattr(request, f)
    }
    words = " ".join([f"{k} {v}" for k, v in facts.items()])
    size = len(
        getattr(request, "slots", ())
        or getattr(request, "cards", ())
        or getattr(request, "pool", ())
    )
    return f"{request.name} {words}{f' {size} cards' if size else ''}".replace("  ", " ").strip()


def _cards(system: System, cards: Any) -> str:
    return ", ".join(system.card_name(c) for c in cards)
