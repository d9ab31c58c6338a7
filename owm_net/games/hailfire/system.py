"""Hailfire as a rule system."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.agenda import GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.building import ForceBuilder
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.lesson_files import read_course
from owm_net.engine.lessons import LessonCourse
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Result
from owm_net.engine.search import Thinker
from owm_net.engine.system import (
    RECRUIT,
    REGULAR,
    Advised,
    Setup,
    System,
)
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire import words
from owm_net.games.hailfire.blinds import FIRST as FIRST_BLIND
from owm_net.games.hailfire.blinds import hidden_unit
from owm_net.games.hailfire.briefing import aim, briefing
from owm_net.games.hailfire.builder import CompanyBuilder
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.chits import FIRST, chit_value
from owm_net.games.hailfire.forces import FAULTS, FORCES_DIGEST, LEADERS
from owm_net.games.hailfire.guide import PAGES
from owm_net.games.hailfire.hero import hero_value
from owm_net.games.hailfire.ids import (
    NO_SEAT,
    NO_UNIT,
    SEATS,
    NationKey,
    ScenarioKey,
    TeamId,
    UnitId,
)
from owm_net.games.hailfire.moving import ALL_THE_WAY, HALT
from owm_net.games.hailfire.set_up import without_room
from owm_net.games.hailfire.settled import settled
from owm_net.games.hailfire.state import BLINDS, HailfireState, Options
from owm_net.games.hailfire.story import STORIES
from owm_net.games.hailfire.turn import THIS_TURN, Battle

BLUNDERS = 2
"""So many questions of five a recruit answers by chance, as a beginner may. With one of five a
beginner lost 78 of 100 first matches."""
_STANDING = {
    ALL_THE_WAY: say("let them go on, and never ask again"),
    THIS_TURN: say("do not interrupt again this turn"),
}
"""What a standing pass means here."""


class Hailfire(System):
    """Registered as "hailfire". Rules and rulings: docs/rules/hailfire.md."""

    id = "hailfire"
    title = say("Hailfire")
    about = say("Companies and tanks on a table")
    credits = say("Hailfire is after the quick-reference sheet of Hail of Fire, Retro Boom Games.")
    round_name = "rounds"
    about_scores = say("the values of the chits; fewer are better")
    version = "5"
    released: ClassVar[Mapping[str, str]] = {"2": "0.2.0"}
    missions = tuple(CATALOG.scenarios)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 2)
    guide = PAGES
    stories = STORIES
    fields: ClassVar[Mapping[str, str]] = {"chit": say("chit"), "legs": say("who goes where")}
    strengths: ClassVar[tuple[str, ...]] = (RECRUIT, REGULAR)
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "hidden": ("no", "yes"),
        "transport": ("no", "yes"),
    }
    about_switches: ClassVar[Mapping[str, str]] = {
        "transport": say("Carriers hold two Teams of infantry each"),
        "hidden": say(
            "The defender may begin with half of their Units under blinds, among dummies"
        ),
    }
    called: ClassVar[Mapping[str, str]] = {
        "standard": say("Standard"),
        "hidden": say("Hidden set-up"),
        "hidden=no": say("no"),
        "hidden=yes": say("yes"),
        "transport": say("Transport"),
        "transport=no": say("no"),
        "transport=yes": say("yes"),
    }

    def offered(self, mission: str) -> Mapping[str, tuple[str, ...]]:
        """Transport where a side has carriers, unless they belong to the battle anyhow
        (HAIL-PORG-06)."""
        battle = CATALOG.scenarios[ScenarioKey(mission)]
        asked = battle.carriers and not battle.transport
        return {k: v for k, v in self.switches.items() if asked or k != "transport"}

    def new_game(self, setup: Setup) -> GameState:
        key = ScenarioKey(setup.mission)
        rides = CATALOG.scenarios[key].transport or setup.switch("transport") == "yes"
        return HailfireState(
            seats=2,
            scenario=key,
            options=Options(hidden=setup.switch("hidden") == "yes", transport=rides),
            hands=[[] for _ in range(BLINDS + 2)],
            agenda=[Battle()],
        )

    def data_digest(self) -> bytes:
        return hashlib.sha256(CATALOG.digest + FORCES_DIGEST).digest()

    def card_name(self, card: int) -> str:
        """A face of a Hero Die, a chit, or what lies under a blind."""
        if card < FIRST:
            return say("Hero Die {value}", value=hero_value(card))
        if card < FIRST_BLIND:
            return say("chit {value}", value=chit_value(card))
        return say("a dummy") if hidden_unit(card) == NO_UNIT else say("a hidden Unit")

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """Teams, Units, blinds, nations, seats; points of the table cannot be counted."""
        g = view.state
        assert isinstance(g, HailfireState)
        if kind is Played:
            return [Played(card) for card in g.hands[BLINDS + view.seat]]
        if kind is TeamId:
            return [TeamId(n) for n in range(len(g.teams))]
        if kind is UnitId:
            return [UnitId(n) for n in range(len(g.units))]
        if kind is NationKey:
            return list(LEADERS)
        if kind is Seat:
            return [Seat(0), Seat(1)]
        return super().domain(view, kind)

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's choice. Its file is loaded only when needed."""
        if strength == RECRUIT and chance.below(5) < BLUNDERS:
            return agenda.sample(view, chance)
        from owm_net.games.hailfire.computer import decide

        return decide(view, chance)

    def thinker(self) -> Thinker[HailfireState]:
        from owm_net.games.hailfire.computer.thinking import HailfireThinker

        return HailfireThinker()

    def describe(self, view: View[Any], answer: Answer) -> str:
        """Say of a standing pass what it stands for."""
        if isinstance(answer, Pass) and answer.until in _STANDING:
            return _STANDING[answer.until]
        return super().describe(view, answer)

    def advised(self, view: View[Any]) -> tuple[Advised, ...]:
        """Advise no pass that stands for the rest of the battle: it silences a question."""
        found = super().advised(view)
        if agenda.kind_of(view) is not HALT:
            return found
        return tuple([evolve(a, answer=Pass()) if isinstance(a.answer, Pass) else a for a in found])

    def reason(self, view: View[Any], answer: Answer) -> str:
        from owm_net.games.hailfire.computer.reasons import reason

        return reason(view, answer)

    def rounds(self, g: GameState) -> int:
        assert isinstance(g, HailfireState)
        return g.round

    def about_mission(self, mission: str) -> tuple[str, str]:
        row = CATALOG.scenarios[ScenarioKey(mission)]
        return row.title, row.about

    def builder(self) -> ForceBuilder:
        return CompanyBuilder()

    def course(self) -> LessonCourse:
        return read_course(self)

    def pack_faults(self) -> Iterable[str]:
        """Forces that are not allowed (HAIL-PORG-08 to -10), and scenarios without room to set
        up."""
        yield from FAULTS
        for key, name in CATALOG.added.items() if not FAULTS else ():
            yield from (f"{name}: {key}: {why}" for why in without_room(key))

    def mission_of(self, g: GameState) -> str:
        assert isinstance(g, HailfireState)
        return g.scenario

    def briefing(self, g: GameState) -> Briefing:
        assert isinstance(g, HailfireState)
        return briefing(g.battle, g.limits)

    def told_score(self, score: int) -> str:
        """What its chits come to: a score counts them below 0."""
        return str(-score)

    def by_which(self, g: GameState, result: Result) -> str:
        """That a side has broken, where that has ended it."""
        assert isinstance(g, HailfireState)
        told = self.briefing(g)
        broke = g.broken != NO_SEAT or not all(g.left(seat) for seat in SEATS)
        return told.ends if broke else told.goal

    def aim(self, view: View[Any]) -> str:
        return aim(view)

    def settled(self, view: View[Any]) -> Answer | None:
        return settled(view)

    def seat_name(self, g: GameState, seat: int) -> str:
        assert isinstance(g, HailfireState)
        return words.seat_name(g, Seat(seat))
