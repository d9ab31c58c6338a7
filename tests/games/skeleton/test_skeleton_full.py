"""The rules that the mission "full-deck" adds: SKEL-09 to SKEL-12."""

from __future__ import annotations

from collections import Counter

import pytest

from owm_net import games
from owm_net.engine import agenda, playthrough
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.playthrough import BadPlaythrough
from owm_net.engine.requests import (
    Choose,
    DeckList,
    Draw,
    Over,
    PrivateDeck,
    Remix,
    Request,
    Seal,
    Show,
    Unseal,
)
from owm_net.engine.windows import Pass
from owm_net.games.skeleton.duel import Stance, strength
from owm_net.games.skeleton.full import POOL, Bet, FullTable, reserve

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
        match.give(match.dealer.private_deck(request, (24, 25, 26)))
        slots = match.state.decks[reserve(seat)].top(3)
        orders.add(tuple([match.dealer.faces[s] for s in slots]))
        assert all(match.view(s).cards(slots) == (None,) * 3 for s in range(3))
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


@pytest.mark.rule("SKEL-11")
def test_careful_seats_open_their_bets_and_bold_ones_do_not() -> None:
    for bold in (False, True):
        match = begun(bold=bold)
        opened = 0
        while not isinstance(match.request, Over):
            opened += isinstance(match.request, Unseal)
            match.step()
        assert opened == (0 if bold else 3)
        assert len(match.sealed) == (3 if bold else 0)


@pytest.mark.rule("SKEL-11")
def test_a_right_bet_brings_two_points() -> None:
    for seed in range(6):
        match = begun(seed=seed)
        bets = {}
        while not isinstance(match.request, Unseal):
            if isinstance(match.request, Seal):
                bets[match.request.seat] = match.request.token
            match.step()
        g = match.state
        assert isinstance(g, FullTable) and g.bets == bets
        before = g.agenda[-1].scores  # type: ignore[attr-defined]
        said = {s: match.sealed[t][1] for s, t in bets.items()}
        result = match.play()
        for seat, bet in said.items():
            assert isinstance(bet, Bet) and bet.on != seat
            won = 2 if before[bet.on] == max(before) else 0
            assert result.scores[seat] == before[seat] + won


@pytest.mark.rule("SKEL-11")
@pytest.mark.parametrize("bold", [False, True])
def test_a_bet_on_oneself_is_found(bold: bool) -> None:
    """When it is sealed by an honest program; else when it is opened; else at the end."""
    match = begun(bold=bold)
    request = run_to(match, Seal)
    assert isinstance(request, Seal)
    with pytest.raises(IllegalAnswer, match="nobody bets on himself"):
        match.give(Bet(request.seat))
    match.step()
    sealed, _ = match.sealed[request.token]
    match.sealed = {**match.sealed, request.token: (sealed, Bet(request.seat))}
    with pytest.raises(IllegalAnswer, match="nobody bets on himself") as e:
        match.play()
    assert e.value.rule == "SKEL-11" and e.value.seat == request.seat
    assert isinstance(match.request, Over if bold else Unseal)


@pytest.mark.rule("SKEL-12")
def test_hands_are_mixed_after_the_reshuffle() -> None:
    match = begun(seed=2)
    mixed = set()
    while isinstance(request := run_to(match, Remix), Remix):
        old = [match.dealer.faces[s] for s in request.slots]
        match.step()
        draw = match.request
        assert isinstance(draw, Draw) and draw.seat == request.seat
        assert all(match.view(s).cards(draw.slots) == (None,) * len(old) for s in range(3))
        match.step()
        assert sorted(match.dealer.faces[s] for s in draw.slots) == sorted(old)
        assert None not in match.view(request.seat).cards(match.state.hands[request.seat])
        mixed.add(request.seat)
    assert mixed == {0, 1, 2}


def test_its_playthrough_runs_again_and_tampered_secrets_are_refused() -> None:
    setup = SYSTEM.default_setup("full-deck", seats=3)
    text = playthrough.record(SYSTEM, setup, 3, [random_player] * 3)
    played = playthrough.parse(text)
    *_, last = playthrough.replay(SYSTEM, played)
    assert isinstance(last.request, Over)
    assert playthrough.retell(SYSTEM, played) == text
    lines = text.splitlines()
    for word, bad in (("private deck", "83000102"), ("seal", ""), ("remix", "8100")):
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
