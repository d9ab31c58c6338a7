"""Heroes as a rule system. Not registered yet: see docs/roadmap.md."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from owm_net.engine.agenda import GameState
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, DeckList
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes import words
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.grid import corners
from owm_net.games.heroes.hidden import card_words
from owm_net.games.heroes.ids import CounterKey, OptionKey, ScenarioKey, Space, UnitId, Vertex
from owm_net.games.heroes.match import Match
from owm_net.games.heroes.on_table import on_table
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.victory import scores

PLAYABLE = (ScenarioKey("crossroads-scramble"),)
"""Scenarios all of whose rules are there."""
DECK_SIZE = 40
"""HON-DECK-01."""


AS_WRITTEN = "as-written"


class Heroes(System):
    """Rules and rulings: docs/rules/heroes.md."""

    id = "heroes"
    title = say("Heroes of Normandie")
    about = say("Hidden orders, platoons and tanks on a board of squares")
    credits = say("The rules are after Heroes of Normandie, Devil Pig Games.")
    round_name = say("rounds")
    about_scores = say("victory points")
    version = "1"
    missions: ClassVar[tuple[str, ...]] = PLAYABLE
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 2)
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cards": ("as-written", "always"),
        "armies": ("as-written", "250", "350", "500"),
    }
    about_switches: ClassVar[Mapping[str, str]] = {
        "cards": say("Whether action cards are played where the scenario has none"),
        "armies": say("For how many points each side builds an army of its own"),
    }
    called: ClassVar[Mapping[str, str]] = {
        "standard": say("Standard"),
        "cards": say("Action cards"),
        "cards=as-written": say("as the scenario says"),
        "cards=always": say("always"),
        "armies": say("Armies"),
        "armies=as-written": say("as the scenario says"),
    }

    def new_game(self, setup: Setup) -> GameState:
        """An empty map."""
        key = ScenarioKey(setup.mission)
        size = CATALOG.scenarios[key].cards
        if setup.switch("cards") == "always":
            size = size or DECK_SIZE
        built = setup.switch("armies", AS_WRITTEN)
        points = 0 if built == AS_WRITTEN else int(built)
        return HeroesState(seats=2, scenario=key, deck_size=size, points=points, agenda=[Match()])

    def data_digest(self) -> bytes:
        """Over all files of data/."""
        return CATALOG.digest

    def card_name(self, card: int) -> str:
        """A token or an action card."""
        return card_words(CardNumber(card))

    def describe(self, view: View[Any], answer: Answer) -> str:
        """A list of cards is the kernel's answer; the others say themselves."""
        if isinstance(answer, DeckList):
            return say("a deck of {number} cards", number=len(answer.cards))
        return answer.sentence(view)

    def on_table(self, view: View[Any]) -> Iterable[str]:
        """Objectives, units, cards, smoke."""
        return on_table(view)

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """Units, spaces, and the seat's own tokens on the map."""
        g = view.state
        assert isinstance(g, HeroesState)
        if kind is UnitId:
            return [UnitId(n) for n in range(len(g.units))]
        if kind is Space:
            return list(g.ground.cells)
        if kind is Vertex:
            return list(dict.fromkeys([v for space in g.ground.cells for v in corners(space)]))
        if kind is OptionKey:
            return list(dict.fromkeys([o.key for o in g.options if o.seat == view.seat]))
        if kind is CounterKey:
            return list(dict.fromkeys([u.key for u in g.units]))
        if kind is Played:
            return [Played(slot) for slot in (*g.closed(view.seat), *g.hands[view.seat])]
        return super().domain(view, kind)

    def value_name(self, view: View[Any], kind: Any, value: Any) -> str:
        """Units and spaces by their names."""
        if kind is UnitId:
            return words.unit_name(view.state, value)
        if kind is Space:
            return words.space_name(view.state, value)
        if kind is Vertex:
            return words.vertex_name(view.state, value)
        return super().value_name(view, kind, value)

    def rounds(self, g: GameState) -> int:
        """Rounds that have begun."""
        assert isinstance(g, HeroesState)
        return g.round

    def scores(self, g: GameState) -> tuple[int, ...]:
        """Points as the match stands."""
        assert isinstance(g, HeroesState)
        return scores(g, last=False)

    def about_mission(self, mission: str) -> tuple[str, str]:
        """As data/scenarios.toml has it."""
        row = CATALOG.scenarios[ScenarioKey(mission)]
        return row.title, row.about

    def seat_name(self, g: GameState, seat: int) -> str:
        """The nation."""
        assert isinstance(g, HeroesState)
        return words.seat_name(g, Seat(seat))
