"""Squad as a rule system."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from owm_net.engine import agenda
from owm_net.engine.agenda import GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.chance import Chance
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.lesson_files import read_course
from owm_net.engine.lessons import LessonCourse
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Result
from owm_net.engine.search import Thinker
from owm_net.engine.system import RECRUIT, REGULAR, VETERAN, BadSetup, Setup, System
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards import victory, words
from owm_net.games.squadcards.cards.table import fill_windows
from owm_net.games.squadcards.guide import PAGES
from owm_net.games.squadcards.ids import NO_TRAIT, Cell, SquadId, TraitKey, opponent
from owm_net.games.squadcards.set_up import SetUp
from owm_net.games.squadcards.state import (
    CATALOG,
    HEXES,
    OBJECTIVES_TO_WIN,
    SQUAD_IDS,
    Options,
    SquadState,
)
from owm_net.games.squadcards.story import STORIES
from owm_net.games.squadcards.terms import Nation, Phase

fill_windows()

HEX_MISSIONS = {"crossroads-knoll": 1, "two-squads": 2}
"""Mission -> squads of each side; "meeting" is the card game without a map."""
ABOUT = {
    "meeting": say(
        "The card game: two squads and the range between them. Three "
        "Mission Objectives, or the last man, win."
    ),
    "crossroads-knoll": say(
        "The same on a small map: a knoll with a crossroads, and hexes "
        "instead of one range for both."
    ),
    "two-squads": say("Two squads of each side on the map of the knoll, each with its own hand."),
}
"""Mission -> a sentence for who chooses."""


class SquadCards(System):
    """Registered as "squadcards". Rules and rulings: docs/rules/squadcards.md.

    The length limit is off unless it is agreed (SQD-GAP-07, SQD-R-60): the book has none. Two
    careful players can avoid every attack and hold their objectives back for ever; a computer
    player goes for its objectives, so matches against it end.
    """

    id = "squadcards"
    title = say("Squad")
    about = say("A card game, squad against squad")
    credits = say("Squad is a free web game; its Flanking Fire variant is by Christian Martinez.")
    round_name = say("player turns")
    about_scores = say("1000 for each Mission Objective, and what is left of the men in percent")
    version = "3"
    released: ClassVar[Mapping[str, str]] = {"2": "0.1.0", "3": "0.2.0"}
    missions = ("meeting", *HEX_MISSIONS)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 2)
    guide = PAGES
    stories = STORIES
    strengths: ClassVar[tuple[str, ...]] = (RECRUIT, REGULAR, VETERAN)
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "flanking_variant": ("off", "on"),
        "handicap": ("off", "on"),
        "turn_limit": ("none", "60", "30", "120"),
        "smoke_modifier": ("2", "1"),
        "stiff_upper_lip": ("steady", "printed"),
        "american_exemption": ("covering", "position"),
        "sections_are_guns": ("yes", "no"),
        "blocks": ("any", "one"),
    }
    about_switches: ClassVar[Mapping[str, str]] = {
        "flanking_variant": say(
            "flanking adds up, +1 with each sideways move; not on a map (SQD-VFF-01)"
        ),
        "handicap": say(
            "2 more men for each British squad; a third card a turn for Russians against Germans"
            " (R-57)"
        ),
        "turn_limit": say("after so many player turns more objectives win, then more men (R-60)"),
        "smoke_modifier": say("what smoke takes off an opportunity attack (R-16)"),
        "stiff_upper_lip": say(
            "the British trait helps its owner's morale check, or harms it as printed (R-11)"
        ),
        "american_exemption": say(
            "the fire in which Americans lose nothing for having moved: Covering Fire alone, or"
            " Position Fire, too (R-22)"
        ),
        "sections_are_guns": say(
            "whether Fire Section, Assault Section and Fire Team count as guns (R-26)"
        ),
        "blocks": say("how often the other side may block one move (R-19)"),
    }
    called: ClassVar[Mapping[str, str]] = {
        "meeting": say("Meeting"),
        "crossroads-knoll": say("Crossroads Knoll"),
        "two-squads": say("Two Squads"),
        "standard": say("Standard"),
        "flanking_variant": say("Flanking Fire variant"),
        "handicap": say("Handicap"),
        "turn_limit": say("Turn limit"),
        "smoke_modifier": say("Smoke modifier"),
        "stiff_upper_lip": say("Stiff Upper Lip"),
        "stiff_upper_lip=steady": say("Steadies"),
        "stiff_upper_lip=printed": say("As printed"),
        "american_exemption": say("American exemption"),
        "american_exemption=covering": say("Covering Fire"),
        "american_exemption=position": say("Position Fire"),
        "sections_are_guns": say("Sections are guns"),
        "blocks": say("Blocks of one move"),
        "blocks=any": say("Any number"),
        "blocks=one": say("Only one"),
    }

    def new_game(self, setup: Setup) -> GameState:
        """An empty table; nationalities are chosen first."""
        each = HEX_MISSIONS.get(setup.mission, 1)
        return SquadState(
            seats=2,
            mission=setup.mission,
            options=self._options(setup),
            hex_map=setup.mission in HEX_MISSIONS,
            squads_each=each,
            hands=[[] for _ in range(2 * each)],
            objectives=[[], []],
            agenda=[SetUp()],
        )

    def _options(self, setup: Setup) -> Options:
        def chosen(name: str) -> str:
            return setup.switch(name, self.switches[name][0])

        limit = chosen("turn_limit")
        return Options(
            flanking_variant=chosen("flanking_variant") == "on",
            handicap=chosen("handicap") == "on",
            turn_limit=0 if limit == "none" else int(limit),
            smoke_modifier=-int(chosen("smoke_modifier")),
            stiff_upper_lip=-1 if chosen("stiff_upper_lip") == "steady" else 1,
            american_exemption=Phase(chosen("american_exemption")),
            sections_are_guns=chosen("sections_are_guns") == "yes",
            blocks=1 if chosen("blocks") == "one" else 0,
        )

    def course(self) -> LessonCourse:
        return read_course(self)

    def about_mission(self, mission: str) -> tuple[str, str]:
        return self.called.get(mission, mission), ABOUT.get(mission, "")

    def mission_of(self, g: GameState) -> str:
        assert isinstance(g, SquadState)
        return g.mission

    def briefing(self, g: GameState) -> Briefing:
        """SQD-VIC-01, SQD-VIC-02, SQD-GAP-07."""
        assert isinstance(g, SquadState)
        limit = g.options.turn_limit
        goal = say(
            "You win at once with {n} Mission Objectives face up, or when the enemy has no men"
            " left.",
            n=OBJECTIVES_TO_WIN,
        )
        ends = say(
            "After {n} player turns it ends: more Mission Objectives win, then more of one's men"
            " left.",
            n=limit,
        )
        return Briefing(goal, ends if limit else say("It has no other end."))

    def by_which(self, g: GameState, result: Result) -> str:
        """The limit of turns, where that has ended it."""
        assert isinstance(g, SquadState)
        told = self.briefing(g)
        return told.ends if victory.is_timed(g) else told.goal

    def aim(self, view: View[Any]) -> str:
        """Objectives and men of each side."""
        return victory.aim(view.state)

    def check_setup(self, setup: Setup) -> None:
        """The Flanking Fire variant needs terrain cards, which the map has not (SQD-VFF-03)."""
        super().check_setup(setup)
        if setup.mission in HEX_MISSIONS and setup.switch("flanking_variant") == "on":
            raise BadSetup(f"flanking_variant needs terrain cards; {setup.mission} has a map")

    def data_digest(self) -> bytes:
        return CATALOG.digest

    def card_name(self, card: int) -> str:
        return words.card_name(CardNumber(card))

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """Cards of all one's squads; squads, hexes, uses of a National Trait.

        The first value tried gives the reason that people see where nothing fits: so the enemy's
        squads, which are named as targets, come before the seat's own.
        """
        g = view.state
        assert isinstance(g, SquadState)
        own = g.living(view.seat) if g.squads else []
        if kind is Played:
            return [Played(card) for squad in own for card in g.hands[squad]]
        if kind is SquadId:
            return [*g.living(opponent(view.seat)), *own] if own else []
        if kind is Cell:
            return HEXES.cells if g.hex_map else ()
        if kind is TraitKey:
            traits = CATALOG.traits[g.squads[own[0]].nation] if own else ()
            return [*(trait.named for trait in traits), NO_TRAIT]
        return super().domain(view, kind)

    def values(self, kind: Any) -> Iterable[Hashable] | None:
        """Of every mission and option."""
        traits = [trait.named for nation in Nation for trait in CATALOG.traits[nation]]
        every: dict[Any, Iterable[Hashable]] = {
            Played: CATALOG.faces,
            SquadId: SQUAD_IDS,
            Cell: HEXES.cells,
            TraitKey: [NO_TRAIT, *traits],
        }
        return every.get(kind) or super().values(kind)

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's choice. Only this loads its package: a match between people does
        not."""
        if strength == VETERAN:
            return self.thought(view, chance)[0].plan.first
        from owm_net.games.squadcards.computer.deciding import decide
        from owm_net.games.squadcards.computer.recruit import recruit

        return recruit(view, chance) if strength == RECRUIT else decide(view, chance)

    def thinker(self) -> Thinker[SquadState]:
        from owm_net.games.squadcards.computer.thinking import SquadThinker

        return SquadThinker()

    def reason(self, view: View[Any], answer: Answer) -> str:
        from owm_net.games.squadcards.computer.reasons import reason

        return reason(agenda.kind_of(view).word, answer)

    def rounds(self, g: GameState) -> int:
        """Player turns that have begun, of both seats together."""
        assert isinstance(g, SquadState)
        return g.turn

    def scores(self, g: GameState) -> tuple[int, ...]:
        """As at the end (SQD-GAP-07)."""
        assert isinstance(g, SquadState)
        return victory.scores(g) if g.turn else ()

    def seat_name(self, g: GameState, seat: int) -> str:
        assert isinstance(g, SquadState)
        return words.seat_name(g, Seat(seat))
