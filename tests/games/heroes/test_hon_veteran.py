"""The veteran of Heroes: it plays by the rules, to the end, and thinks about its orders."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine import agenda, search
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Answer, DeckList
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.heroes.computer import answered
from owm_net.games.heroes.computer.cards import NEVER_PLAYED
from owm_net.games.heroes.computer.thinking import KEEN, HeroesThinker
from owm_net.games.heroes.decks import DECK
from owm_net.games.heroes.hidden import card_key
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.orders import TURN
from owm_net.games.heroes.state import HeroesState
from tests.games.every import THOROUGH

HEROES = games.get("heroes")


@pytest.mark.rule("HON-ACT-04")
@pytest.mark.parametrize("mission", HEROES.missions if THOROUGH else HEROES.missions[1:2])
def test_it_plays_each_mission_to_its_end_by_orders_of_its_own(
    mission: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One world is enough for it here to leave its first answer: then it often does."""
    monkeypatch.setattr(search, "LEAST_WORLDS", 1)
    monkeypatch.setattr(HeroesThinker, "budget", 60)
    others = 0

    def veteran(system: System, view: View[HeroesState], chance: Chance) -> Answer:
        nonlocal others
        answer = system.thought(view, chance)[0].plan.first
        if agenda.kind_of(view) is TURN:
            others += answer != answered(view, chance, KEEN)
        return answer

    setup = HEROES.default_setup(mission)
    regulars = [player_of(HEROES, "regular")] * (setup.seats - 1)
    match = LocalMatch(HEROES, setup, 4, [veteran, *regulars])
    assert match.play().winners is not None
    assert others > 2


@pytest.mark.rule("HON-DECK-01")
def test_its_deck_has_the_best_cards_and_none_that_it_never_plays() -> None:
    """All copies of High command and Opportunity fire, which the starter deck lacks."""
    match = LocalMatch(
        HEROES, HEROES.default_setup("hill-farm"), 4, [player_of(HEROES, "regular")] * 2
    )
    while agenda.kind_of(match.view(0)) is not DECK:
        match.step()
    made = HEROES.computer(match.view(0), Chance(1), "veteran")
    assert isinstance(made, DeckList)
    keys = [card_key(card) for card in made.cards]
    assert (keys.count(CardKey("high_command")), keys.count(CardKey("opportunity_fire"))) == (2, 5)
    assert not [key for key in keys if key in NEVER_PLAYED]
