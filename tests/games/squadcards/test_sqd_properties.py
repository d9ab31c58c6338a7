"""The conditions at every pause of every game of Squad, and how well the computer plays."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, Player, computer_player, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import played_cards
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over, Roll, Shuffle
from owm_net.engine.system import Setup, System
from owm_net.engine.view import EVERYBODY, View
from owm_net.games.squadcards.attack import kills
from owm_net.games.squadcards.computer.values import expected
from owm_net.games.squadcards.ids import OPEN, opponent
from owm_net.games.squadcards.set_up import TakeNation
from owm_net.games.squadcards.state import CATALOG, HEXES, SquadState
from owm_net.games.squadcards.terms import Nation, Phase
from tests.games.every import THOROUGH
from tests.games.squadcards.table import SYSTEM, all_cards

PAIRS = [(a, b) for a in Nation for b in Nation]
SETUPS = [
    ("meeting", ()),
    ("crossroads-knoll", ()),
    ("two-squads", ()),
    ("meeting", (("flanking_variant", "on"),)),
    ("meeting", (("turn_limit", "30"),)),
]


def commanding(nation: Nation, inner: Player) -> Player:
    """A player who always takes this nationality."""

    def play(system: System, view: View[Any], chance: Chance) -> Answer:
        if isinstance(view.state.pending, ChooseSecretly):
            return TakeNation(nation)
        return inner(system, view, chance)

    return play


def game(mission: str, switches: tuple[tuple[str, str], ...], pair: int, seed: int) -> LocalMatch:
    players = [commanding(n, random_player) for n in PAIRS[pair]]
    return LocalMatch(SYSTEM, Setup(mission, "standard", 2, switches), seed, players)


def check(match: LocalMatch, deck: list[int]) -> None:
    g = match.state
    assert isinstance(g, SquadState)
    if g.decks and not isinstance(match.request, Shuffle):
        assert all_cards(g, match.dealer.faces) == deck
    public = [*g.discard, *g.aside, *(c for o in g.objectives for c in o)]
    assert all(c >= 0 for c in public), "what lies face up is open to all"
    for squad in g.squads:
        assert all(c >= 0 for c in [*squad.attached, *squad.flanking])
        assert squad.men >= 0 and squad.men_lost >= 0
        assert squad.fired_upon or not squad.men_lost
        assert not (squad.moved and not squad.will_move)
        assert sum(CATALOG.faces[c].effect.value == "conceal" for c in squad.attached) <= 1
        assert not g.hex_map or squad.terrain == OPEN
    assert all(len(o) <= 3 for o in g.objectives)
    cells = g.occupied()
    assert not g.hex_map or len(dict.fromkeys(cells)) == len(cells) or g.phase is Phase.SET_UP
    assert all(c < len(HEXES.places) for c in cells)


@given(
    setup=st.sampled_from(SETUPS),
    pair=st.integers(0, 24),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=25)
def test_no_card_is_lost_and_no_squad_has_fewer_than_no_men(
    setup: tuple[str, tuple[tuple[str, str], ...]], pair: int, seed: int
) -> None:
    match = game(*setup, pair, seed)
    deck = CATALOG.deck(("flanking_variant", "on") in setup[1], setup[0] != "meeting")
    assert len(deck) == (124 if setup[0] == "meeting" else 106)
    while not isinstance(match.request, Over):
        check(match, sorted(deck))
        match.step()
    result, g = match.request.result, match.state
    assert isinstance(g, SquadState)
    assert not g.options.turn_limit or g.turn <= g.options.turn_limit
    if result.reason == "three Mission Objectives":
        assert len(g.objectives[result.winners[0]]) == 3
    if result.reason == "the loser has no men left":
        assert not g.living(opponent(result.winners[0]))


@pytest.mark.rule("SQD-GAP-07")
@pytest.mark.parametrize("pair", range(25))
def test_random_games_of_all_pairings_end(pair: int) -> None:
    """In every other mission, the variant and with the handicap; `make thorough`: in all."""
    setups = list(enumerate([*SETUPS, ("meeting", (("handicap", "on"),))]))
    for seed, (mission, switches) in setups if THOROUGH else setups[pair % 2 :: 2]:
        result = game(mission, switches, pair, seed).play()
        assert result.winners or result.reason == "30 player turns"


def idle(system: System, view: View[Any], chance: Chance) -> Answer:
    """Pass wherever possible."""
    options = agenda.options(view)
    return next((a for a in options if isinstance(a, Pass)), None) or options[0]


@pytest.mark.rule("SQD-R-60", "SQD-VIC-01", "SQD-VIC-02")
@pytest.mark.parametrize("mission", SYSTEM.missions)
def test_who_plays_the_computer_comes_to_an_end_without_a_limit(mission: str) -> None:
    """Also who does nothing for ever: the computer player goes for its objectives."""
    for seat, others in ((0, [computer_player, idle]), (1, [idle, computer_player])):
        setup = SYSTEM.default_setup(mission)
        assert setup.switch("turn_limit", "none") == "none"
        assert LocalMatch(SYSTEM, setup, 7, others).play().winners == (seat,)


@given(
    net=st.integers(-12, 12),
    men=st.integers(0, 40),
    key=st.sampled_from(["bolt_rifle", "knife", "take_prisoners"]),
)
def test_kills_by_every_roll(net: int, men: int, key: str) -> None:
    use = CATALOG.uses[key]
    dead = [kills(a - b + net, use, men) for a in range(1, 7) for b in range(1, 7)]
    assert all(0 <= d <= men for d in dead) and sum(dead) == expected(net, use, men)
    assert not use.kill_cap or max(dead) <= 1


@given(pair=st.integers(0, 24), seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_the_same_is_asked_whatever_the_hands_hold(pair: int, seed: int) -> None:
    """Two worlds with other cards and the same dice, as long as everybody passes."""
    here, there = game("meeting", (), pair, seed), game("meeting", (), pair, seed)
    g = here.state
    assert isinstance(g, SquadState)
    while g.phase is Phase.SET_UP and not isinstance(here.request, Choose):
        here.step()
        there.step()
    there.dealer = there.dealer.resample(EVERYBODY, {}, Chance(seed, "other"))
    for _ in range(80):
        assert here.request == there.request
        request = here.request
        if isinstance(request, Choose):
            plain = [a for a in agenda.options(here.view(request.seat)) if not played_cards(a)]
            if not plain:
                return  # a discard names cards
            answer = plain[-1]
            here.give(answer)
            there.give(answer)
        elif isinstance(request, Roll):
            dice = here.decide()
            here.give(dice)
            there.give(dice)
        else:
            here.step()
            there.step()


def test_the_computer_beats_the_random_player() -> None:
    """In 90 of 100 and more: both seats, all 25 pairings, twice."""
    won = played = 0
    for pair in PAIRS:
        for seat in (0, 1):
            for _ in range(2):
                players = [commanding(pair[0], computer_player), commanding(pair[1], random_player)]
                setup = Setup("meeting", "standard")
                match = LocalMatch(SYSTEM, setup, played, players[:: 1 if seat == 0 else -1])
                won += match.play().winners == (seat,)
                played += 1
    assert won * 100 >= played * 90, f"{won} of {played}"


def test_the_computer_sees_nothing_but_its_view() -> None:
    """The same decision in every world that looks the same to it."""
    match = LocalMatch(SYSTEM, Setup("meeting", "standard"), 5, [computer_player] * 2)
    compared = 0
    while not isinstance(match.request, Over):
        if isinstance(match.request, Choose) and match.state.answered % 5 == 0:
            seat = match.request.seat
            other = match.dealer.resample(seat, {}, Chance(match.state.answered))
            here = SYSTEM.computer(match.view(seat), Chance(1))
            there = SYSTEM.computer(View(match.state, seat, other.knowledge[seat]), Chance(1))
            assert here == there
            compared += 1
        match.step()
    assert compared > 10


def test_every_line_of_a_game_is_told() -> None:
    """No answer and no event without words, in all missions."""
    for mission, switches in SETUPS:
        match = LocalMatch(
            SYSTEM, Setup(mission, "standard", 2, switches), 3, [computer_player] * 2
        )
        while not isinstance(match.request, Over):
            if isinstance(match.request, Choose):
                view = match.view(match.request.seat)
                for answer in agenda.options(view)[:20]:
                    words = SYSTEM.describe(view, answer)
                    assert words and "(card=" not in words, answer
            match.step()
            for event in match.state.events:
                assert SYSTEM.narrate(match.state, event), event
                assert event.rule.startswith("SQD-"), event
