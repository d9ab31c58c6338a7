"""Corrupted answers: each is refused for a reason and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fuzz.checks import (
    Broken,
    asked,
    branch,
    check_accepted,
    check_line,
    check_rule,
    give,
    give_opened,
)
from fuzz.variants import broken_bytes, encode_plain, example, plain_variants
from owm_net.engine import agenda, codec, records
from owm_net.engine.chance import Chance
from owm_net.engine.errors import BadEncoding, IllegalAnswer
from owm_net.engine.local import LocalMatch
from owm_net.engine.requests import Answer
from owm_net.engine.system import System


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
        refused += _check_refused(match, seat, nonsense, chance, before)
    for given in _some(others, most, chance):
        refused += _check_refused(match, seat, given, chance, before)
    for cls in _some(_classes_of_answers(), most, chance):
        refused += _check_refused(match, seat, example(cls), chance, before)
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
            refused += _check_refused(match, seat, read, chance, before)
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


def _check_refused(match: LocalMatch, seat: int, answer: Any, chance: Chance, before: bytes) -> int:
    """1 if the answer is refused, as it must be; 0 if it is allowed and accepted. before: the
    state's bytes, which are its clone's too."""
    clone = branch(match, chance.child("corrupted", match.state.answered))
    try:
        give(clone, seat, answer)
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
    if not records.played_cards(answer) and not _closed_cards(codec.decode(codec.encode(answer))):
        raise Broken(f"only its owner can know that {answer} is not allowed: {refusal}")
    clone = branch(match, chance.child("fraud", match.state.answered))
    try:
        give_opened(clone, seat, answer)
        clone.play()  # what should not lie there, or was passed over, is found when it is opened
    except IllegalAnswer as e:
        _check_reason(match.system, e)
        if e.seat != seat:
            raise Broken(f"{answer} is not allowed ({refusal}), and seat {e.seat} is named") from e
        return 1
    raise Broken(f"{answer} is not allowed ({refusal}), and nobody noticed when it was opened")


def _closed_cards(plain: Any) -> bool:
    """Return True if plain values, as `codec.decode` gives them, name a slot."""
    if isinstance(plain, codec.Tagged):
        return _closed_cards(plain.fields)
    if isinstance(plain, list):
        return any(map(_closed_cards, plain))
    return plain.__class__ is int and plain < 0


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


def cards_of(match: LocalMatch, chance: Chance) -> list[int]:
    """Some cards, opened and not, that an answer could name wrongly."""
    hands = [c for hand in match.state.hands for c in hand]
    tops = [s for deck in match.state.decks.values() for s in deck.top(2)]
    faces = [match.dealer.faces[c] for c in hands if c in match.dealer.faces]
    return [*_some(hands + tops, 8, chance), *_some(faces, 3, chance)]
