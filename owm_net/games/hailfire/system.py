"""Hailfire as a rule system."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from owm_net.engine.agenda import GameState
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire import words
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.chits import FIRST, chit_value
from owm_net.games.hailfire.hero import hero_value
from owm_net.games.hailfire.ids import ForceKey, ScenarioKey, TeamId, UnitId
from owm_net.games.hailfire.state import HailfireState, Options
from owm_net.games.hailfire.turn import Battle


class Hailfire(System):
    """Registered as "hailfire". Rules and rulings: docs/rules/hailfire.md."""

    id = "hailfire"
    title = say("Hailfire")
    round_name = "rounds"
    version = "1"
    missions = tuple(CATALOG.scenarios)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 2)
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    called: ClassVar[Mapping[str, str]] = {"standard": say("Standard")}

    def new_game(self, setup: Setup) -> GameState:
        """An empty table."""
        return HailfireState(
            seats=2,
            scenario=ScenarioKey(setup.mission),
            options=Options(),
            hands=[[], [], [], []],
            agenda=[Battle()],
        )

    def data_digest(self) -> bytes:
        """Over all files of data/."""
        return CATALOG.digest

    def card_name(self, card: int) -> str:
        """A face of a Hero Die, or a chit."""
        if card < FIRST:
            return say("Hero Die {value}", value=hero_value(card))
        return say("chit {value}", value=chit_value(card))

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """Teams, Units, forces, seats; points of the table cannot be counted."""
        g = view.state
        assert isinstance(g, HailfireState)
        if kind is TeamId:
            return [TeamId(n) for n in range(len(g.teams))]
        if kind is UnitId:
            return [UnitId(n) for n in range(len(g.units))]
        if kind is ForceKey:
            return list(g.battle.forces)
        if kind is Seat:
            return [Seat(0), Seat(1)]
        return super().domain(view, kind)

    def value_name(self, view: View[Any], kind: Any, value: Any) -> str:
        """Teams and Units by their names."""
        if kind is TeamId:
            return words.team_name(view.state, value)
        if kind is UnitId:
            return words.unit_name(view.state, value)
        return super().value_name(view, kind, value)

    def describe(self, view: View[Any], answer: Answer) -> str:
        """As the answer says itself."""
        return answer.words(view)

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's choice. Its file is loaded by who needs it."""
        from owm_net.games.hailfire.computer import decide

        return decide(view, chance)

    def rounds(self, g: GameState) -> int:
        """Rounds that have begun."""
        assert isinstance(g, HailfireState)
        return g.round

    def about_mission(self, mission: str) -> tuple[str, str]:
        """As data/scenarios.toml has it."""
        row = CATALOG.scenarios[ScenarioKey(mission)]
        return row.title, row.about

    def seat_name(self, g: GameState, seat: int) -> str:
        """The nation, once it is known."""
        assert isinstance(g, HailfireState)
        return words.seat_name(g, Seat(seat))
