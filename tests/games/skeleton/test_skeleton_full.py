"""The rules that the mission "full-deck" adds: SKEL-09, -10 and -14 to -17."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from owm_net import games
from owm_net.engine import agenda, playthrough
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.playthrough import BadPlaythrough
from owm_net.engine.records import Played
from owm_net.engine.requests import (
    Choose,
    DeckList,
    Draw,
    Over,
    PrivateDeck,
    Request,
    Show,
    Shuffle,
)
from owm_net.engine.view import View
from owm_net.engine.zones import slot, slots_of
from owm_net.games.skeleton.cards import NOBODY, POOL, TOKENS, strength
from owm_net.games.skeleton.duel import Stance
from owm_net.games.skeleton.full import Bet, Declare, FullState, Settling, reserve

SYSTEM = games.get("skeleton")


def begun(seats: int = 3, seed: int = 1, bold: bool = False) -> LocalMatch:
    setup = SYSTEM.default_setup("full-deck", seats=seats)
    match = LocalMatch(SYSTEM, setup, seed, [random_player] * seats)
    match.give(tuple([Stance(bold)] * seats))
    return match


def run_to(match: LocalMatch, *kinds: type[Request]) -> Request:
    while not isinstance(match.request, (*kinds, Over)):
        match.step()
    return match.request


@pytest.mark.rule("SKEL-09")
def test_a_reserve_comes_out_of_the_pool() -> None:
    assert Counter(map(strength, POOL)) == dict.fromkeys(range(1, 7), 2)
    match = begun()
    request = run_to(match, PrivateDeck)
    assert isinstance(request, PrivateDeck) and request.pool == POOL and request.size == 3
    for cards in ((29, 29, 29), (29, 28), (0, 28, 29), (24, 24, 25, 25)):
        with pytest.raises(IllegalAnswer, match="3 cards of the pool are asked"):
            agenda.check_answer(match.state, request.seat, DeckList(cards))
    agenda.check_answer(match.state, request.seat, DeckList((29, 24, 29)))
    with pytest.raises(IllegalAnswer, match=f"seat {request.seat} is asked"):
        agenda.check_answer(match.state, (request.seat + 1) % 3, DeckList((29, 24, 29)))
    assert len(agenda.options(match.view(request.seat))) == 2


@pytest.mark.rule("SKEL-09")
def test_nobody_knows_the_order_of_a_reserve_and_who_passes_draws_from_it() -> None:
    orders = set()
    for seed in range(12):
        match = begun(seed=seed)
        request = run_to(match, PrivateDeck)
        assert isinstance(request, PrivateDeck)
        seat = request.seat
        match.give(request.decided([DeckList((24, 25, 26))], match.dealer))
        slots = match.state.decks[reserve(seat)].top(3)
        orders.add(tuple([match.dealer.faces[s] for s in slots]))
        assert all(match.view(s).cards(slots) == (None,) * 3 for s in range(3))
        lay(match, (1, 2, 0))
        run_to(match, Choose)
        match.give(Pass())
        assert match.request == Draw(seat, slots[:1])
    assert len(orders) > 3


@pytest.mark.rule("SKEL-10")
def test_the_first_card_is_shown_to_the_next_seat_alone() -> None:
    match = begun()
    request = run_to(match, Show)
    assert isinstance(request, Show)
    assert request.to == (request.seat + 1) % 3
    assert request.slots == (match.state.hands[request.seat][0],)
    match.step()
    knows = [s for s in range(3) if match.view(s).card(request.slots[0]) is not None]
    assert knows == sorted([request.seat, request.to])


def tokens_of(match: LocalMatch, seat: int) -> dict[int, int]:
    """Face -> slot of the tokens that a seat may lay now."""
    g = full(match)
    return {match.dealer.faces[t]: t for t in g.hands[g.tokens(Seat(seat))]}


def bets_of(match: LocalMatch, seat: int) -> list[int]:
    return full(match).hands[full(match).bet(Seat(seat))]


def whose_turn(match: LocalMatch) -> int:
    """Play to the next decision; the seat that is asked."""
    request = run_to(match, Choose)
    assert isinstance(request, Choose)
    return request.seat


def pass_until(match: LocalMatch, seat: int) -> None:
    """All pass until a seat is asked."""
    while whose_turn(match) != seat:
        match.give(Pass())


def full(match: LocalMatch) -> FullState:
    assert isinstance(match.state, FullState)
    return match.state


def lay(match: LocalMatch, bets: Sequence[int]) -> None:
    """Every seat lays the token for bets[seat]; -1: the blank one."""
    for _ in bets:
        while not (isinstance(match.request, Choose) and match.request.kind == "bet"):
            match.step()
        seat = match.request.seat
        match.give(Bet(tokens_of(match, seat)[TOKENS[bets[seat]]]))


def counted(match: LocalMatch) -> tuple[int, ...]:
    """Play, without declaring anything, to where the fog has been counted; the scores there."""
    while not isinstance(top := match.state.agenda[-1], Settling):
        answer = match.decide()
        match.give(Pass() if isinstance(answer, Declare) else answer)
    return top.scores


@pytest.mark.rule("SKEL-14")
def test_a_bet_is_a_token_that_only_its_owner_knows() -> None:
    laid: Counter[int] = Counter()
    for seed in range(40):
        match = begun(seed=seed)
        run_to(match, Choose)
        assert isinstance(match.request, Choose) and match.request.kind == "bet"
        seat = match.request.seat
        tokens = full(match).hands[full(match).tokens(seat)]
        assert sorted(match.view(seat).cards(tokens)) == [*TOKENS[:3], NOBODY]  # type: ignore[type-var]
        token = tokens_of(match, seat)[TOKENS[(seat + 1) % 3]]
        laid[tokens.index(token)] += 1
        match.give(Bet(token))
        assert bets_of(match, seat) == [token] and token < 0 and len(tokens) == 3
        assert [match.view(other).card(token) is None for other in range(3)] == [
            other != seat for other in range(3)
        ]
    assert set(laid) == {0, 1, 2, 3}, "any slot may be any token"


@pytest.mark.rule("SKEL-14")
def test_what_cannot_be_laid() -> None:
    match = begun()
    request = run_to(match, Choose)
    assert isinstance(request, Choose)
    seat = request.seat
    own = tokens_of(match, seat)[TOKENS[seat]]
    for token, why in (
        (own, "nobody bets on himself"),
        (full(match).hands[seat][0], "one of the seat's tokens is asked"),
        (TOKENS[0], "one of the seat's tokens is asked"),
    ):
        refusal = agenda.why_not(match.view(seat), Bet(token))
        assert refusal is not None and (refusal.rule, refusal.why) == ("SKEL-14", why)
    assert agenda.why_not(match.view(seat), Pass()) is not None
    assert agenda.why_not(View(match.state, seat, {}), Bet(own)) is None, "others cannot tell"


@pytest.mark.rule("SKEL-14", "SKEL-16")
@pytest.mark.parametrize("bold", [False, True])
def test_a_bet_on_oneself_is_found_when_it_is_opened_at_the_end(bold: bool) -> None:
    match = begun(bold=bold)
    lay(match, (1, 1, 0))
    counted(match)
    with pytest.raises(IllegalAnswer, match="nobody bets on himself") as e:
        match.play()
    assert (e.value.rule, e.value.seat) == ("SKEL-14", 1)


@pytest.mark.rule("SKEL-14", "SKEL-15")
def test_a_bet_on_oneself_is_found_when_it_is_declared() -> None:
    match = begun()
    lay(match, (0, 0, 0))
    pass_until(match, 0)
    own = Declare(Played(bets_of(match, 0)[0]))
    refusal = agenda.why_not(match.view(0), own)
    assert refusal is not None and refusal.rule == "SKEL-14", "its owner knows before"
    match.give(own)
    with pytest.raises(IllegalAnswer, match="seen when the card was opened"):
        match.play()


@pytest.mark.rule("SKEL-15")
def test_a_declared_bet_is_open_and_is_declared_once() -> None:
    match = begun()
    lay(match, (1, -1, 1))
    seat = whose_turn(match)
    stranger = Declare(Played(bets_of(match, (seat + 1) % 3)[0]))
    refusal = agenda.why_not(match.view(seat), stranger)
    assert refusal is not None and refusal.rule == "SKEL-15"
    hand = list(match.state.hands[seat])
    match.give(Declare(Played(bets_of(match, seat)[0])))
    match.step()
    assert bets_of(match, seat) == [NOBODY if seat == 1 else TOKENS[1]]
    assert match.state.hands[seat][:3] == hand, "no card was sent"
    assert whose_turn(match) == (seat + 1) % 3
    pass_until(match, seat)
    again = agenda.why_not(match.view(seat), Declare(Played(bets_of(match, seat)[0])))
    assert again is not None and again.why == "it has been declared before"


@pytest.mark.rule("SKEL-16")
@pytest.mark.parametrize("bold", [False, True])
def test_what_a_right_bet_brings(bold: bool) -> None:
    """Seat 0 declares, seat 1 does not, seat 2 has laid the blank one."""
    won = set()
    for seed in range(8):
        match = begun(bold=bold, seed=seed)
        lay(match, (1, 0, -1))
        pass_until(match, 0)
        match.give(Declare(Played(bets_of(match, 0)[0])))
        match.step()
        before = counted(match)
        best = max(before)
        result = match.play()
        assert match.state.hands[-1] == [NOBODY], "also a bet that brings nothing is opened"
        right = [before[1] == best, before[0] == best]
        undeclared = 0 if bold else 2
        assert result.scores == (
            before[0] + 3 * right[0],
            before[1] + undeclared * right[1],
            before[2],
        )
        won.add(result.scores != before)
    assert True in won


@pytest.mark.rule("SKEL-17")
def test_the_fog_is_shuffled_in_unseen() -> None:
    match = begun(seed=2)
    g, fog = full(match), list[int]()
    while not isinstance(match.request, Shuffle) or not slots_of(match.request.cards):
        fog = list(g.fog)
        match.step()
    assert fog and slots_of(match.request.cards) == tuple(fog) and g.fog == []
    unseen = sorted(match.dealer.faces[s] for s in fog)
    lies = [slot(match.request.number, i) for i in range(len(match.request.cards))]
    match.step()
    assert set(unseen) <= {match.dealer.faces[s] for s in lies}
    assert all(match.view(seat).cards(lies[1:]) == (None,) * len(lies[1:]) for seat in range(3))


def test_its_playthrough_runs_again_and_tampered_secrets_are_refused() -> None:
    setup = SYSTEM.default_setup("full-deck", seats=3)
    text = playthrough.record(SYSTEM, setup, 3, [random_player] * 3)
    played = playthrough.parse(text)
    *_, last = playthrough.replay(SYSTEM, played)
    assert isinstance(last.request, Over)
    assert playthrough.retell(SYSTEM, played) == text
    lines = text.splitlines()
    for word, bad in (("private deck", "83000102"), ("reveal", ""), ("shuffle", "8100")):
        at = next(
            i
            for i, line in enumerate(lines)
            if line.split(" ", 1)[1:]
            and line.startswith("#")
            and line.split(" ", 1)[1].startswith(word)
        )
        start, _, code = lines[at + 1].rpartition("| ")
        broken = bad or code[:-2] + "09"
        forged = [*lines[: at + 1], f"{start}| {broken}", *lines[at + 2 :]]
        with pytest.raises(BadPlaythrough) as e:
            for _ in playthrough.replay(SYSTEM, playthrough.parse("\n".join(forged))):
                pass
        assert e.value.line == at + 2
