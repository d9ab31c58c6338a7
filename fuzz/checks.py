"""The conditions at every pause of every game of every rule system.

A check returns if all is well and raises `Broken`, with a line for people, if it is not.
`fuzz/watched.py` makes them while a game is played: `tests/games/test_every_*.py` some games,
`make fuzz` any number. Corrupted answers are in `fuzz/corruptions.py`, hidden cards in
`fuzz/worlds.py`.
"""

from __future__ import annotations

import copy
import functools
import itertools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from owm_net.engine import agenda, codec, records
from owm_net.engine.agenda import OpenPlayed
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.local import LocalMatch
from owm_net.engine.passing import Pass
from owm_net.engine.requests import (
    Answer,
    Decision,
    Over,
    Request,
    Result,
)
from owm_net.engine.system import System
from owm_net.engine.view import EVERYBODY, View

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"
MAX_OFFERS = 5000
"""A frame that offers more is listed no further."""


class Broken(AssertionError):
    """A promise of the engine or of a rule system does not hold."""


def asked(request: Request[Any]) -> tuple[int, ...]:
    """The seats that must decide now."""
    return request.deciders if isinstance(request, Decision) else ()


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
    """Return every id in the system's ledger; empty if there is none yet."""
    file = RULES / f"{system_id}.md"
    return frozenset(
        re.findall(r"[A-Z]+(?:-[A-Z0-9]+)+", file.read_text("utf-8")) if file.exists() else ()
    )


def check_rule(system: System, rule: str, where: str) -> None:
    """Check that a rule id, or each of several with blanks between, is in the ledger; or is the
    kernel's own."""
    known = ledger(system.id)
    missing = [one for one in rule.split() if known and one not in known]
    if rule != "KERNEL" and (not rule or missing):
        raise Broken(f"{where}: the rule {rule!r} does not stand in docs/rules/{system.id}.md")


def check_line(text: object, where: str) -> None:
    """One line for people, which may be empty."""
    if not isinstance(text, str) or "\n" in text or len(text) > 500:
        raise Broken(f"{where}: not one line of text: {text!r:.80}")


def check_events(match: LocalMatch) -> None:
    """Check that the events can be told."""
    for event in match.state.events:
        check_line(match.system.narrate(match.state, event), f"narrate {event}")
        for word in event.rule.split():
            check_rule(match.system, word, f"event {event.name}")


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
    """Check that changes of a clone do not change the original."""
    before = codec.encode(match.state)
    other = branch(match, chance.child("future", match.state.answered))
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
    offers = list(itertools.islice(agenda.offers(view), MAX_OFFERS))
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


def check_unasked(match: LocalMatch, seat: int, chance: Chance) -> None:
    """A seat that is not asked, or a spectator, may answer nothing, by the same refusal that its
    answer would get."""
    view = View(match.state, seat, {})
    refusal = agenda.why_not(view, Pass())
    offers: tuple[Callable[[], object], ...] = (
        lambda: agenda.options(view),
        lambda: agenda.sample(view, chance),
    )
    for offer in offers:
        try:
            offered = offer()
        except IllegalAnswer as no:
            if refusal is None or (no.rule, no.why) != (refusal.rule, refusal.why):
                raise Broken(f"seat {seat} is told {no}, and of an answer {refusal}") from no
        else:
            raise Broken(f"seat {seat} is not asked and is offered {offered}")


def check_accepted(match: LocalMatch, seat: int, answer: Answer, chance: Chance) -> None:
    """An answer that its owner may give is accepted by all, also when its cards are opened."""
    played = [c for c in records.played_cards(answer) if c < 0]
    if any(c not in match.dealer.knowledge[seat] for c in played) or len(set(played)) < len(played):
        raise Broken(f"seat {seat} may play {answer}: a card it does not know, or one twice")
    if records.from_bytes(codec.encode(answer)) != answer:
        raise Broken(f"{answer} is another answer when it has been sent")
    other = branch(match, chance.child("accepted", match.state.answered))
    try:
        give_opened(other, seat, answer)
        for _ in range(3):
            if isinstance(other.request, Over):
                return
            other.step()
    except IllegalAnswer as e:
        raise Broken(f"{answer} is allowed, and then refused: {e}") from e


def give_opened(match: LocalMatch, seat: int, answer: Any) -> None:
    """The same, and the dealer opens what it plays."""
    give(match, seat, answer)
    while match.state.agenda and isinstance(match.state.agenda[-1], OpenPlayed):
        match.give(match.dealer.answer(match.request))


def give(match: LocalMatch, seat: int, answer: Any) -> None:
    """Give an answer of one seat; the others who must answer with it do so by themselves."""
    request = match.request
    assert isinstance(request, Decision)
    agenda.check_answer(match.state, seat, answer)  # what leaves the seat may be less
    said = [answer if s == seat else match._ask(s) for s in request.deciders]
    match.give(request.decided(said, match.dealer))


def _kind(request: Request[Any]) -> str:
    assert isinstance(request, Decision)
    return request.kind
