"""What must hold at every pause of every game of every rule system.

`tests/games/test_every_system.py` asks it of some games, `make fuzz` of any number. A check
returns if all is well and raises `Broken`, with a line for people, if it is not.
"""

from __future__ import annotations

import copy
import functools
import itertools
import re
import sys
import types
import typing
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import attrs

from owm_net import games
from owm_net.engine import agenda, codec, records
from owm_net.engine.agenda import OpenPlayed
from owm_net.engine.chance import Chance
from owm_net.engine.codec import Tagged
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import BadEncoding, IllegalAnswer
from owm_net.engine.local import MAX_STEPS, LocalMatch, Player, random_player
from owm_net.engine.playthrough import Leaves, Recorder
from owm_net.engine.requests import (
    DECISIONS,
    Answer,
    Choose,
    ChooseSecretly,
    Draw,
    Flip,
    Over,
    Peek,
    PrivateDeck,
    Redeal,
    Remix,
    Request,
    Result,
    Reveal,
    Seal,
    Show,
    Shuffle,
)
from owm_net.engine.system import Setup, System
from owm_net.engine.view import EVERYBODY, View
from owm_net.engine.zones import slot

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"
MAX_OFFERS = 5000
"""A frame that offers more is listed no further."""
UNFIT = 1 << 63
"""Larger than any number a game uses; still of 64 bits."""


class Broken(AssertionError):
    """A promise of the engine or of a rule system does not hold."""


def setups(system: System) -> list[Setup]:
    """Every mission, level and number of seats. Every switch away from its default: one at a time
    in the first mission, and in every other as many at once as can be played together."""
    fewest, most = system.seats
    found = [
        Setup(mission, level, seats)
        for mission in system.missions
        for level in system.levels
        for seats in range(fewest, most + 1)
        if _is_playable(system, Setup(mission, level, seats))
    ]
    for name, values in system.switches.items():
        for value in values[1:]:
            found.append(attrs.evolve(found[0], switches=((name, value),)))
    for mission in dict.fromkeys(setup.mission for setup in found[1:]):
        if mission != found[0].mission:
            first = next(setup for setup in found if setup.mission == mission)
            found += _switched(system, first)
    return found


def _switched(system: System, plain: Setup) -> list[Setup]:
    """All first values but the default at once, then all second ones and so on."""
    found = []
    for n in range(1, max(map(len, system.switches.values()), default=1)):
        setup = plain
        for name, values in system.switches.items():
            pair = (name, values[n]) if n < len(values) else None
            more = attrs.evolve(setup, switches=(*setup.switches, pair)) if pair else setup
            setup = more if _is_playable(system, more) else setup
        found += [setup] if setup.switches else []
    return found


def _is_playable(system: System, setup: Setup) -> bool:
    try:
        system.check_setup(setup)
    except ValueError:
        return False
    return True


# ------------------------------------------------------------------ a game under watch


class Playout:
    """A local game that is checked while it is played. `recorder` holds its playthrough.

    requests: classes asked so far. refused: corrupted answers that were refused. tried: offered
    answers that were given to a clone.
    """

    def __init__(
        self, system: System, setup: Setup, seed: int | str, player: Player = random_player
    ) -> None:
        self.match = LocalMatch(system, setup, seed, [player] * setup.seats)
        self.recorder: Recorder | None = None
        self.chance = Chance(seed, "checks")
        self.seen = Seen(setup.seats)
        self.requests: dict[type[Request], int] = {}
        self.refused = 0
        self.tried = 0
        self._answers: dict[str, Answer] = {}
        self._kinds: set[str] = set()

    def record(self) -> Recorder:
        """Keep a playthrough from here, which must be the beginning."""
        self.recorder = Recorder(self.match)
        return self.recorder

    @property
    def over(self) -> Result | None:
        """How it ended, if it has."""
        request = self.match.request
        return request.result if isinstance(request, Over) else None

    def step(self, twins: bool = False) -> None:
        """Answer one request; with a saved, a reloaded and a cloned twin beside it if wanted."""
        match, request = self.match, self.match.request
        self.requests[type(request)] = self.requests.get(type(request), 0) + 1
        before = codec.encode(match.state)
        pair = (reloaded(before), match.state.clone()) if twins else ()
        answer = match.decide()
        if isinstance(request, Choose):
            self._answers[answer.name] = answer
        if self.recorder is None:
            match.give(answer)
        else:
            self.recorder.write(answer)
        self.seen.note(request, answer, match.dealer)
        check_events(match)
        if twins:
            check_twins(match, before, pair, answer)

    def examine(self, most: int = 12) -> None:
        """Check offers, corrupted answers, a clone's future and the views of this pause."""
        match = self.match
        self.seen.check(match)
        check_future(match, self.chance)
        for seat in asked(match.request):
            self.tried += check_offers(match, seat, self.chance, most)
            self.refused += check_corruptions(
                match, seat, self.chance, most, list(self._answers.values())
            )

    def leave(self) -> None:
        """Some seat leaves, if the rules let the others go on."""
        seat = leaver(self.match, self.chance)
        if seat is None:
            return
        if self.recorder is None:
            self.match.drop(seat)
        else:
            self.recorder.drop(seat)
        check_events(self.match)

    def play(
        self,
        examine_every: int = 0,
        twins: bool = False,
        most: int = MAX_STEPS,
        leaving: int = 0,
    ) -> Result:
        """To the end. examine_every: pauses with a decision, on average, between examinations;
        the first decision of each kind is examined in any case. leaving: steps, on average,
        until a seat leaves."""
        for _ in range(most):
            if self.over is not None:
                check_result(self.match, self.over)
                return self.over
            request = self.match.request
            if examine_every and isinstance(request, DECISIONS):
                if request.kind not in self._kinds or not self.chance.below(examine_every):
                    self.examine()
                self._kinds.add(request.kind)
            if leaving and not self.chance.below(leaving):
                self.leave()
                continue
            self.step(twins)
        raise Broken(f"no end after {most} steps")


def asked(request: Request) -> tuple[int, ...]:
    """The seats that must decide now."""
    if isinstance(request, Choose | Seal | PrivateDeck):
        return (request.seat,)
    return request.seats if isinstance(request, ChooseSecretly) else ()


def branch(match: LocalMatch, chance: Chance) -> LocalMatch:
    """An independent game from this pause on, whose further chance is another one."""
    other = copy.copy(match)
    other.state = match.state.clone()
    assert other.state.pending is not None
    other.request = other.state.pending
    other.dealer = copy_of(match.dealer, chance)
    other._streams = [chance.child("branch", s) for s in range(match.setup.seats)]
    return other


def copy_of(dealer: LocalDealer, chance: Chance) -> LocalDealer:
    """A dealer with the same cards and knowledge, and other chance from now on."""
    other = LocalDealer(len(dealer.knowledge), chance)
    other.faces = dict(dealer.faces)
    other._came_from = dict(dealer._came_from)
    other._redealt = dict(dealer._redealt)
    other.knowledge = [dict(known) for known in dealer.knowledge]
    return other


# ------------------------------------------------------------------ end, events


def check_result(match: LocalMatch, result: Result) -> None:
    """Winners and scores fit the seats."""
    seats = range(match.setup.seats)
    if len(result.scores) != len(seats):
        raise Broken(f"{len(result.scores)} scores for {len(seats)} seats")
    if any(w not in seats for w in result.winners) or len(set(result.winners)) != len(
        result.winners
    ):
        raise Broken(f"winners {result.winners} of {len(seats)} seats")
    if not result.reason:
        raise Broken("nobody says why the game is over")


@functools.cache
def ledger(system_id: str) -> frozenset[str]:
    """Every id that stands in the system's ledger; empty if there is none yet."""
    file = RULES / f"{system_id}.md"
    return frozenset(
        re.findall(r"[A-Z]+(?:-[A-Z0-9]+)+", file.read_text("utf-8")) if file.exists() else ()
    )


def check_rule(system: System, rule: str, where: str) -> None:
    """A rule id stands in the ledger, or is the kernel's own."""
    known = ledger(system.id)
    if rule != "KERNEL" and (not rule or (known and rule not in known)):
        raise Broken(f"{where}: the rule {rule!r} does not stand in docs/rules/{system.id}.md")


def check_line(text: object, where: str) -> None:
    """One line for people, which may be empty."""
    if not isinstance(text, str) or "\n" in text or len(text) > 500:
        raise Broken(f"{where}: not one line of text: {text!r:.80}")


def check_events(match: LocalMatch) -> None:
    """What happened can be told."""
    for event in match.state.events:
        check_line(match.system.narrate(match.state, event), f"narrate {event}")
        for word in event.rule.split():
            check_rule(match.system, word, f"event {event.kind}")


# ------------------------------------------------------------------ twins


def reloaded(saved: bytes) -> Any:
    """A state from its bytes; it must have the same bytes."""
    twin = records.from_bytes(saved)
    if codec.encode(twin) != saved:
        raise Broken("a state that is saved and loaded is another one")
    return twin


def check_twins(match: LocalMatch, before: bytes, twins: Sequence[Any], answer: Any) -> None:
    """Twins made before a step are untouched by it, and take the same step."""
    after, told = codec.encode(match.state), repr(match.state.events)
    for word, twin in zip(("reloaded", "cloned"), twins, strict=True):
        if codec.encode(twin) != before:
            raise Broken(f"a {word} state changed with the original")
        request = agenda.advance(twin, answer)
        if request != match.request:
            raise Broken(f"the {word} twin asks {request}, the original {match.request}")
        if codec.encode(twin) != after:
            raise Broken(f"the {word} twin is in another state after {answer}")
        if repr(twin.events) != told:
            raise Broken(f"the {word} twin tells other events after {answer}")


def check_future(match: LocalMatch, chance: Chance, steps: int = 6) -> None:
    """What becomes of a clone does not change the original."""
    before = codec.encode(match.state)
    other = branch(match, chance.child("future", match.state.steps))
    if codec.encode(other.state) != before:
        raise Broken("a clone has other bytes")
    for _ in range(steps):
        if isinstance(other.request, Over):
            break
        other.step()
    if codec.encode(match.state) != before:
        raise Broken("the original changed when its clone played on")


# ------------------------------------------------------------------ offered answers


def check_offers(match: LocalMatch, seat: int, chance: Chance, most: int) -> int:
    """Offers are allowed or refused with a reason; those allowed are accepted. Returns how many
    were tried, at most about `most`."""
    view, top, kind = match.view(seat), match.state.agenda[-1], _kind(match.request)
    sampler = getattr(top, f"sample_{kind}", None)
    offers = list(itertools.islice(getattr(top, f"offers_{kind}")(view), MAX_OFFERS))
    allowed = []
    for answer in offers:
        refusal = agenda.why_not(view, answer)
        if refusal is None:
            allowed.append(answer)
        else:
            check_rule(match.system, refusal.rule, f"{top.name}.why_not_{kind}({answer})")
            check_line(refusal.why, f"why not {answer}")
            if not refusal.why:
                raise Broken(f"{answer} is refused without a reason")
    if len(offers) < MAX_OFFERS and agenda.options(view) != allowed:
        raise Broken(f"{top.name}.offers_{kind} offers other answers the second time")
    if not allowed and sampler is None:
        raise Broken(f"{top.name} asks for {kind!r} and allows nothing")
    chance.shuffle(allowed)
    tried = allowed[:most]
    for _ in range(3):
        answer = agenda.sample(view, chance)
        refusal = agenda.why_not(view, answer)
        if refusal is not None:
            raise Broken(f"{top.name}: the sample {answer} is not allowed: {refusal}")
        tried.append(answer)
    for answer in tried:
        check_line(match.system.describe(view, answer), f"describe {answer}")
        if not match.system.describe(view, answer):
            raise Broken(f"{answer} is not described")
        check_line(
            match.system.describe(View(match.state, EVERYBODY, {}), answer),
            f"describe {answer} to a spectator",
        )
        check_accepted(match, seat, answer, chance)
    return len(tried)


def check_accepted(match: LocalMatch, seat: int, answer: Answer, chance: Chance) -> None:
    """An answer that its owner may give is accepted by all, also when its cards are opened."""
    played = [c for c in records.played_cards(answer) if c < 0]
    if any(c not in match.dealer.knowledge[seat] for c in played) or len(set(played)) < len(played):
        raise Broken(f"seat {seat} may play {answer}: a card it does not know, or one twice")
    if records.from_bytes(codec.encode(answer)) != answer:
        raise Broken(f"{answer} is another answer when it has been sent")
    other = branch(match, chance.child("accepted", match.state.steps))
    try:
        _give(other, seat, answer)
        for _ in range(3):
            if isinstance(other.request, Over):
                return
            other.step()
    except IllegalAnswer as e:
        raise Broken(f"{answer} is allowed, and then refused: {e}") from e


def _give(match: LocalMatch, seat: int, answer: Any) -> None:
    """Give an answer of one seat; the dealer opens what it plays."""
    _advance(match, seat, answer)
    while match.state.agenda and isinstance(match.state.agenda[-1], OpenPlayed):
        match.give(match.dealer.answer(match.request))


def _advance(match: LocalMatch, seat: int, answer: Any) -> None:
    request = match.request
    if isinstance(request, ChooseSecretly):
        answer = tuple([answer if s == seat else match._ask(s) for s in request.seats])
    elif isinstance(request, PrivateDeck):  # only the cards leave the seat that chose them
        agenda.check_answer(match.state, seat, answer)
        answer = match.dealer.private_deck(request, answer.cards)
    match.give(answer)


def _kind(request: Request) -> str:
    assert isinstance(request, DECISIONS)
    return request.kind


# ------------------------------------------------------------------ corrupted answers


def check_corruptions(
    match: LocalMatch, seat: int, chance: Chance, most: int, others: Sequence[Answer] = ()
) -> int:
    """Answers with something wrong are refused for a reason and change nothing.

    most: of each way to corrupt. others: answers given before. Returns how many were refused;
    a corrupted answer that happens to be allowed must be accepted instead, and is not counted.
    """
    before = codec.encode(match.state)
    answer = agenda.sample(match.view(seat), chance)
    refused = check_wrong_seats(match, seat, answer)
    for nonsense in (None, 0, "pass", (answer,), match.request, match.state):
        refused += _check_refused(match, seat, nonsense, chance)
    for given in _some(others, most, chance):
        refused += _check_refused(match, seat, given, chance)
    for cls in _some(_classes_of_answers(), most, chance):
        refused += _check_refused(match, seat, example(cls), chance)
    sent = codec.encode(answer)
    strange = [encode_plain(p) for p in plain_variants(codec.decode(sent), cards_of(match, chance))]
    for raw in [*_some(strange, 4 * most, chance), *_some(list(broken_bytes(sent)), most, chance)]:
        try:
            read = records.from_bytes(raw)
        except BadEncoding:
            refused += 1
            continue
        if codec.encode(read) != raw:
            raise Broken(f"{read} was read from bytes that are not its own: {raw.hex()}")
        if raw != sent:
            refused += _check_refused(match, seat, read, chance)
    if codec.encode(match.state) != before:
        raise Broken(f"the state changed while it refused corruptions of {answer}")
    return refused


def check_wrong_seats(match: LocalMatch, seat: int, answer: Answer) -> int:
    """Nobody answers for a seat that is not asked."""
    wrong = [s for s in range(-1, match.setup.seats + 1) if s not in asked(match.request)]
    for other in wrong:
        try:
            agenda.check_answer(match.state, other, answer)
        except IllegalAnswer as e:
            _check_reason(match.system, e)
        else:
            raise Broken(f"seat {other} may answer {answer} though seat {seat} is asked")
    return len(wrong)


def _check_refused(match: LocalMatch, seat: int, answer: Any, chance: Chance) -> int:
    """1 if the answer is refused, as it must be; 0 if it is allowed and accepted."""
    clone = branch(match, chance.child("corrupted", match.state.steps))
    before = codec.encode(clone.state)
    try:
        _advance(clone, seat, answer)
    except IllegalAnswer as e:
        _check_reason(match.system, e)
        if codec.encode(clone.state) != before or clone.state.pending != match.request:
            raise Broken(f"{answer} was refused and changed the state all the same") from e
        return 1
    except Exception as e:
        raise Broken(f"{answer!r:.200} makes the rules stumble: {e!r:.200}") from e
    refusal = agenda.why_not(match.view(seat), answer)
    if refusal is None:
        check_accepted(match, seat, answer, chance)
        return 0
    if not records.played_cards(answer):
        raise Broken(f"only its owner can know that {answer} is not allowed: {refusal}")
    clone = branch(match, chance.child("fraud", match.state.steps))
    try:
        _give(clone, seat, answer)
    except IllegalAnswer as e:
        _check_reason(match.system, e)
        return 1
    raise Broken(f"{answer} is not allowed ({refusal}), and nobody noticed when it was opened")


def _check_reason(system: System, e: IllegalAnswer) -> None:
    check_rule(system, e.rule, f"refusal of {e.answer!r:.80}")
    check_line(e.why, f"refusal of {e.answer!r:.80}")
    if not e.why:
        raise Broken(f"{e.answer!r:.80} is refused without a reason")


def _some(items: Sequence[Any], most: int, chance: Chance) -> list[Any]:
    """At most so many of them, by chance."""
    listed = list(items)
    chance.shuffle(listed)
    return listed[:most]


def _classes_of_answers() -> list[type[Answer]]:
    return [c for c in records.REGISTRY.values() if issubclass(c, Answer)]


def example(cls: Any) -> Any:
    """The plainest instance of a registered class, by the types of its fields."""
    hints = typing.get_type_hints(cls)
    return cls(**{f.name.lstrip("_"): _plainest(hints[f.name]) for f in attrs.fields(cls)})


def _plainest(hint: Any) -> Any:
    while isinstance(hint, typing.NewType):
        hint = hint.__supertype__
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint in (int, bool, str, bytes):
        return hint()
    if origin in (typing.Union, types.UnionType):
        return None if type(None) in args else _plainest(args[0])
    if origin is tuple:
        return () if args[-1] is Ellipsis else tuple([_plainest(a) for a in args])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if hint is Answer:
        return example(records.REGISTRY["pass"])
    return example(hint)


def cards_of(match: LocalMatch, chance: Chance) -> list[int]:
    """Some cards, opened and not, that an answer could name wrongly."""
    hands = [c for hand in match.state.hands for c in hand]
    tops = [s for deck in match.state.decks.values() for s in deck.top(2)]
    faces = [match.dealer.faces[c] for c in hands if c in match.dealer.faces]
    return [*_some(hands + tops, 8, chance), *_some(faces, 3, chance)]


def plain_variants(value: Any, cards: Sequence[int] = ()) -> Iterator[Any]:
    """Plain values (see `codec.decode`) that differ from `value` in one place."""
    if isinstance(value, Tagged):
        for i, inner in enumerate(value.fields):
            for other in plain_variants(inner, cards):
                yield Tagged(value.name, [*value.fields[:i], other, *value.fields[i + 1 :]])
        yield Tagged(value.name, [*value.fields, 0])
        yield Tagged(value.name, value.fields[:-1])
        yield Tagged("choose", value.fields)
        yield Tagged("no such thing", value.fields)
        yield from (value.name, value.fields)
    elif isinstance(value, list):
        if value:
            yield []
            yield value[:-1]
            yield value[::-1]
        yield value + value[:1]
        yield value + value
        yield [*value, 0]
        for i, inner in enumerate(value):
            for other in plain_variants(inner, cards):
                yield [*value[:i], other, *value[i + 1 :]]
        yield 0
    elif isinstance(value, bool):
        yield from (not value, int(value), None)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value, -1 - value, 0, -1, UNFIT, -UNFIT)
        yield from ("", None, True, [value])
        if value < 0 or cards:
            yield from cards
    elif isinstance(value, str):
        yield from (value + "x", value[:-1], "", "\n", "x" * 3000, 0, None)
    else:
        yield from (0, -1, "", [], False, {})


def encode_plain(value: Any) -> bytes:
    """Canonical bytes of what `codec.decode` returns."""
    if isinstance(value, Tagged):
        return codec.OBJECT_TAG + encode_plain([value.name, *value.fields])
    if isinstance(value, list):
        return codec.head(4 << 5, len(value)) + b"".join([encode_plain(v) for v in value])
    if isinstance(value, dict):
        return codec.head(5 << 5, len(value)) + b"".join(
            [encode_plain(k) + encode_plain(v) for k, v in value.items()]
        )
    return codec.encode(value)


def broken_bytes(raw: bytes) -> Iterator[bytes]:
    """Each bit flipped, every shorter length, a few longer ones."""
    for i in range(len(raw)):
        for bit in range(8):
            yield raw[:i] + bytes((raw[i] ^ 1 << bit,)) + raw[i + 1 :]
    for n in range(len(raw)):
        yield raw[:n]
    yield from (raw + b"\0", raw + raw, b"\x81" + raw, raw + b"\xff")


# ------------------------------------------------------------------ who may know what


class Seen:
    """What was shown to whom, kept apart from the dealer's own books."""

    def __init__(self, seats: int) -> None:
        self.public: dict[int, int] = {}
        self.private: list[dict[int, int]] = [{} for _ in range(seats)]

    def note(self, request: Request, answer: Any, dealer: LocalDealer) -> None:
        """A request has been answered."""
        if isinstance(request, Flip | Reveal):
            self.public.update(zip(request.slots, answer, strict=True))
        elif isinstance(request, Draw | Peek):
            self.private[request.seat].update({s: dealer.faces[s] for s in request.slots})
        elif isinstance(request, Show):
            self.private[request.to].update({s: dealer.faces[s] for s in request.slots})
        elif isinstance(request, Redeal):
            for known in (self.public, *self.private):
                known.update({n: known[o] for o, n in request.moved().items() if o in known})

    def check(self, match: LocalMatch) -> None:
        """No view names a card that its seat was not shown."""
        for seat in range(match.setup.seats):
            view, own = match.view(seat), self.private[seat]
            for card, face in match.dealer.faces.items():
                said = view.card(card)
                if said is None:
                    if card in own:
                        raise Broken(f"seat {seat} has forgotten the card in slot {card}")
                elif card not in own and card not in self.public:
                    raise Broken(f"seat {seat} sees the hidden card in slot {card}")
                elif said != face:
                    raise Broken(f"seat {seat} sees {said} in slot {card}, where {face} lies")


Shown = tuple[bytes, tuple[tuple[int, int], ...], tuple[bytes, ...], tuple[str, ...]]


def shown_to(match: LocalMatch, seat: int) -> Shown:
    """All that a seat is shown at this pause: state, cards, options and their words."""
    view = match.view(seat)
    options = agenda.options(view)[:50] if seat in asked(match.request) else []
    return (
        codec.digest(match.state),
        tuple(sorted(view.known.items())),
        tuple([codec.encode(o) for o in options]),
        tuple([match.system.describe(view, o) for o in options]),
    )


def deck_size(request: Shuffle | Redeal | Remix | PrivateDeck) -> int:
    """Of how many cards a new deck is."""
    if isinstance(request, Redeal):
        return len(request.pool)
    if isinstance(request, PrivateDeck):
        return request.size
    return len(request.cards if isinstance(request, Shuffle) else request.slots)


class Story:
    """A whole game that remembers what every seat was shown, and can be told in other worlds.

    At a few pauses it asks the dealer for another world that looks the same to one seat.
    """

    def __init__(
        self, system: System, setup: Setup, seed: int | str, worlds: int, leaving: int = 0
    ) -> None:
        """leaving: so many steps, on average, until a seat leaves, where the rules let it."""
        self.system, self.setup = system, setup
        chance = Chance(seed, "worlds")
        match = LocalMatch(system, setup, seed, [random_player] * setup.seats)
        seen = Seen(setup.seats)
        self.steps: list[tuple[Request, Any]] = []
        self.shown: list[list[Shown]] = []
        self.worlds: list[tuple[int, int, LocalDealer]] = []
        """(pause, seat, the other world)."""
        self.differing = 0
        """In how many worlds some unknown card really is another one."""
        shuffles = 0
        while not isinstance(match.request, Over):
            self.shown.append([shown_to(match, s) for s in range(setup.seats)])
            request = match.request
            shuffles += isinstance(request, Shuffle)
            if shuffles and len(self.worlds) < worlds and not chance.below(25):
                seat = chance.below(setup.seats)
                other = match.dealer.resample(seat, seen.public, chance.child(len(self.steps)))
                self._check_world(match.dealer, other, seat, seen)
                self.worlds.append((len(self.steps), seat, other))
            leaves = leaver(match, chance) if leaving and not chance.below(leaving) else None
            if leaves is not None:
                match.drop(leaves)
                self.steps.append((request, Leaves(leaves)))
                continue
            answer = match.decide()
            match.give(answer)
            seen.note(request, answer, match.dealer)
            self.steps.append((request, answer))
        self.end = codec.digest(match.state)

    def _check_world(self, here: LocalDealer, there: LocalDealer, seat: int, seen: Seen) -> None:
        for known in (seen.public, seen.private[seat]):
            if any(there.faces[s] != card for s, card in known.items()):
                raise Broken(f"another world shows seat {seat} another card")
        if first_faces(here) != first_faces(there):
            raise Broken("another world has other cards")
        for request, answer in self.steps:
            if isinstance(answer, Leaves):
                continue
            if isinstance(request, Redeal):
                lie = [slot(request.number, i) for i in range(len(request.pool))]
                if sorted(there.faces[s] for s in lie) != sorted(request.pool):
                    raise Broken("in another world a deck is not dealt anew of its pool")
                if any(there.faces[o] != there.faces[n] for o, n in request.moved().items()):
                    raise Broken("in another world a hand changes when a seat leaves")
            elif isinstance(request, Shuffle | Remix):
                mixed = request.cards if isinstance(request, Shuffle) else request.slots
                lie = [slot(request.number, i) for i in range(len(mixed))]
                if sorted(there.faces.get(c, c) for c in mixed) != sorted(
                    there.faces[s] for s in lie
                ):
                    raise Broken("in another world a deck is not of the cards shuffled into it")
        self.differing += here.faces != there.faces

    def tell(self, pause: int, seat: int, world: LocalDealer) -> int:
        """Tell it again in another world; the seat must be shown the same up to the pause, and
        the state must be the same until a card is opened that differs.

        Returns how many steps it went on after the pause.
        """
        match = LocalMatch(
            self.system, self.setup, "another world", [random_player] * self.setup.seats
        )
        faces = dict(world.faces)
        for n, (request, given) in enumerate(self.steps):
            if match.request != request:
                raise Broken(f"step {n}: {match.request} is asked instead of {request}")
            if n <= pause:
                if shown_to(match, seat) != self.shown[n][seat]:
                    raise Broken(f"step {n}: seat {seat} is shown what depends on hidden cards")
            elif codec.digest(match.state) != self.shown[n][seat][0]:
                raise Broken(f"step {n}: the state depends on hidden cards")
            if isinstance(given, Leaves):
                match.drop(given.seat)
                continue
            answer = given
            if isinstance(request, Redeal):
                match.dealer.answer(request)
            if isinstance(request, Shuffle | Redeal | Remix | PrivateDeck) and n < pause:
                size = deck_size(request)
                cards = [faces[slot(request.number, i)] for i in range(size)]
                match.dealer.stack(request.number, cards)
                answer = () if isinstance(request, Shuffle | Redeal) else tuple(cards)
            elif isinstance(request, PrivateDeck):
                answer = match.dealer.private_deck(request, given)
            elif isinstance(request, Remix):
                answer = match.dealer.answer(request)
            elif isinstance(request, Flip | Reveal | Draw | Peek | Show | Shuffle):
                answer = match.dealer.answer(request)
                if answer != given:
                    if n < pause:
                        raise Broken(f"step {n}: another world opens another card")
                    return n - pause
            match.give(answer)
        if codec.digest(match.state) != self.end:
            raise Broken("the end depends on hidden cards")
        return len(self.steps) - pause


def first_faces(dealer: LocalDealer) -> list[int]:
    """The faces of all cards, each once: a card that was shuffled unopened, or dealt anew, has two
    slots."""
    again = dealer._came_from.keys() | {
        slot(n, i) for n, made in dealer._redealt.items() for i in range(len(made.pool))
    }
    return sorted(card for s, card in dealer.faces.items() if s not in again)


def leaver(match: LocalMatch, chance: Chance) -> int | None:
    """A seat without which the others may go on at this pause, by chance."""
    seats = [s for s in range(match.setup.seats) if s not in match.left]
    seat = seats[chance.below(len(seats))]
    if len(seats) < 3 or isinstance(match.request, Over):
        return None
    return seat if match.system.why_no_drop(match.state, seat) is None else None


# ------------------------------------------------------------------ the same everywhere


def fingerprint(system_id: str, games_each: int) -> str:
    """One line: a digest over random games of every setup of a system, which is the same on
    every machine, Python version and hash seed."""
    system = games.get(system_id)
    parts = []
    for setup in setups(system):
        for seed in range(games_each):
            playout = Playout(system, setup, seed)
            while playout.over is None:
                playout.step()
                parts.append(codec.digest(playout.match.state))
                parts.append(repr(playout.match.state.events).encode())
    return f"{system_id} {codec.digest(parts).hex()}"


def main() -> None:
    """`python -m fuzz.checks GAMES SYSTEM...`: the fingerprints, one for each line."""
    for system_id in sys.argv[2:]:
        print(fingerprint(system_id, int(sys.argv[1])))


if __name__ == "__main__":
    main()
