"""NCO as a rule system."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from owm_net.engine import agenda
from owm_net.engine.agenda import GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.building import ForceBuilder
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.lesson_files import read_course
from owm_net.engine.lessons import LessonCourse
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Result
from owm_net.engine.search import Thinker
from owm_net.engine.system import (
    PICKED_BY_CHANCE,
    RECRUIT,
    REGULAR,
    VETERAN,
    Advised,
    Setup,
    System,
)
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco import victory, words
from owm_net.games.nco.ambush import SPRING, can_fire
from owm_net.games.nco.briefing import aim, briefing
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.guide import PAGES
from owm_net.games.nco.ids import LayoutKey, NationKey, ScenarioKey, SoldierId, WeaponKey
from owm_net.games.nco.layouts import BY_CHANCE
from owm_net.games.nco.looking import walk_of
from owm_net.games.nco.missions import card_words
from owm_net.games.nco.set_up import DEPLOY, ROSTER, SIDE
from owm_net.games.nco.squads import EQUAL, ROSTER_DIGEST, SUGGESTED
from owm_net.games.nco.state import NcoState, Options
from owm_net.games.nco.story import STORIES
from owm_net.games.nco.turn import Battle

BLUNDERS = 2
"""A recruit answers one question of so many by chance. With three a beginner, who does so with two
questions of five, lost 25 of 30 first matches."""


class Nco(System):
    """Registered as "nco". Rules and rulings: docs/rules/nco.md."""

    id = "nco"
    title = say("NCO")
    about = say("Skirmish with figures on a table")
    credits = say("NCO is a skirmish game written by Elijah Kellogg.")
    round_name = "turns"
    version = "5"
    released: ClassVar[Mapping[str, str]] = {"3": "0.2.0"}
    missions = tuple(CATALOG.scenarios)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 2)
    guide = PAGES
    stories = STORIES
    fields: ClassVar[Mapping[str, str]] = {"psyche": say("psyche"), "order": say("order")}
    strengths: ClassVar[tuple[str, ...]] = (RECRUIT, REGULAR, VETERAN)
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "layout": (BY_CHANCE, *CATALOG.layouts),
        "deployment": ("zones", "march-on"),
    }
    called: ClassVar[Mapping[str, str]] = {
        "standard": say("Standard"),
        "layout": say("Layout"),
        "layout=random": say("Random"),
        "deployment": say("Deployment"),
        "deployment=zones": say("Zones"),
        "deployment=march-on": say("March on"),
        **{f"layout={key}": layout.title for key, layout in CATALOG.layouts.items()},
    }
    about_switches: ClassVar[Mapping[str, str]] = {
        "layout": say("The table: one of these, or one by a joint die"),
        "deployment": say("In zones along the edges, or marching on in the first turn"),
    }

    def new_game(self, setup: Setup) -> GameState:
        layout = setup.switch("layout", self.switches["layout"][0])
        return NcoState(
            seats=2,
            scenario=ScenarioKey(setup.mission),
            layout=LayoutKey("" if layout == BY_CHANCE else layout),
            options=Options(march_on=setup.switch("deployment") == "march-on"),
            agenda=[Battle()],
        )

    def data_digest(self) -> bytes:
        return hashlib.sha256(CATALOG.digest + ROSTER_DIGEST).digest()

    def card_name(self, card: int) -> str:
        """A secret mission (NCO-SCN-18); there are no other cards."""
        return card_words(card)

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """Soldiers, weapons, nations, seats; points of the table cannot be counted."""
        g = view.state
        assert isinstance(g, NcoState)
        if kind is SoldierId:
            return [SoldierId(n) for n in range(len(g.soldiers))]
        if kind is WeaponKey:
            return list(dict.fromkeys([w for s in g.soldiers for w in s.arms]))
        if kind is NationKey:
            return list(CATALOG.nations)
        if kind is Seat:
            return [Seat(-1), Seat(0), Seat(1)]
        return super().domain(view, kind)

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's choice. Its file is loaded only when needed. A recruit takes the
        equal of the squad that is suggested to their opponent, a veteran one that wins."""
        if strength == RECRUIT and agenda.kind_of(view) is ROSTER:
            return EQUAL.roster
        if strength == RECRUIT and not chance.below(BLUNDERS):
            return agenda.sample(view, chance)
        if strength == VETERAN:
            return self.thought(view, chance)[0].plan.first
        from owm_net.games.nco.computer import decide

        return decide(view, chance)

    def settled(self, view: View[Any]) -> Answer | None:
        """Wait in Ambush where nobody in it could fire at the walker."""
        g = view.state
        assert isinstance(g, NcoState)
        walk = walk_of(g) if agenda.kind_of(view) is SPRING else None
        if walk is None:
            return None
        here = (walk.leg, walk.walked)
        matters = can_fire(g, walk.mover, walk.way, here, walk.gait)
        return None if matters else Pass()

    def thinker(self) -> Thinker[NcoState]:
        from owm_net.games.nco.computer.thinking import NcoThinker

        return NcoThinker()

    def advised(self, view: View[Any]) -> tuple[Advised, ...]:
        """As the computer player does it; but the squad that is suggested, and spread out where it
        places soldiers by chance."""
        from owm_net.games.nco.computer.errands import errand

        asked, g = agenda.kind_of(view), view.state
        if asked is ROSTER:
            return (Advised(SUGGESTED.roster),)
        if asked is DEPLOY and all(errand(g, soldier) is None for soldier in g.squad(view.seat)):
            return (Advised(next(iter(agenda.options(view)))),)
        return super().advised(view)

    def builder(self) -> ForceBuilder:
        from owm_net.games.nco.builder import RosterBuilder

        return RosterBuilder()

    def reason(self, view: View[Any], answer: Answer) -> str:
        from owm_net.games.nco.computer import THOUGHTS
        from owm_net.games.nco.computer.reasons import reason

        asked = agenda.kind_of(view)
        if asked.word in THOUGHTS or asked in (ROSTER, SIDE):
            return reason(view, answer)
        return PICKED_BY_CHANCE

    def rounds(self, g: GameState) -> int:
        assert isinstance(g, NcoState)
        return g.turn

    def scores(self, g: GameState) -> tuple[int, ...]:
        """Victory points as the battle stands (NCO-GEN-06)."""
        assert isinstance(g, NcoState)
        return victory.scores(g) if g.turn else ()

    def about_mission(self, mission: str) -> tuple[str, str]:
        row = CATALOG.scenarios[ScenarioKey(mission)]
        return row.title, row.about

    def course(self) -> LessonCourse:
        return read_course(self)

    def mission_of(self, g: GameState) -> str:
        assert isinstance(g, NcoState)
        return g.scenario

    def briefing(self, g: GameState) -> Briefing:
        assert isinstance(g, NcoState)
        return briefing(g.battle)

    def aim(self, view: View[Any]) -> str:
        return aim(view)

    def why_over(self, g: GameState, result: Result) -> str:
        """The points of both sides."""
        assert isinstance(g, NcoState)
        return victory.why_over(g, result)

    def seat_name(self, g: GameState, seat: int) -> str:
        assert isinstance(g, NcoState)
        return words.seat_name(g, Seat(seat))
