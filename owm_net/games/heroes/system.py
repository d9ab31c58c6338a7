"""Heroes as a rule system."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from owm_net.engine import agenda
from owm_net.engine.agenda import GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.building import ForceBuilder
from owm_net.engine.chance import Chance
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.lesson_files import read_course
from owm_net.engine.lessons import LessonCourse
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose, DeckList, Result
from owm_net.engine.search import Thinker
from owm_net.engine.system import (
    BLUNDERS,
    PICKED_BY_CHANCE,
    RECRUIT,
    REGULAR,
    VETERAN,
    BadSetup,
    Setup,
    System,
)
from owm_net.engine.text import read_out, say
from owm_net.engine.view import View
from owm_net.games.heroes import words
from owm_net.games.heroes.briefing import aim, briefing
from owm_net.games.heroes.cards.forced_march import FARTHER
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.commanding import COMMAND, OPTIONS, TILES
from owm_net.games.heroes.free_map import FREE_BATTLE, SIZES, STOCK, empty_map
from owm_net.games.heroes.grid import Facing, corners
from owm_net.games.heroes.guide import PAGES
from owm_net.games.heroes.hidden import card_words
from owm_net.games.heroes.ids import (
    KEEP,
    CounterKey,
    DiePlace,
    Face,
    Heading,
    Hidden,
    OptionKey,
    OverlayKey,
    Quarters,
    ScenarioKey,
    Share,
    Space,
    Step,
    StructureId,
    TileKey,
    UnitId,
    Vertex,
    WeaponPlace,
)
from owm_net.games.heroes.match import Match
from owm_net.games.heroes.on_table import on_table
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.story import STORIES
from owm_net.games.heroes.terms import DOUBLE_TIME, Manoeuvre
from owm_net.games.heroes.victory import beaten, scores

PLAYABLE = (
    ScenarioKey("crossroads-scramble"),
    ScenarioKey("hill-farm"),
    ScenarioKey("armour-in-the-lane"),
    ScenarioKey("stream-crossing"),
    ScenarioKey("road-east"),
    ScenarioKey("strongpoint"),
    ScenarioKey("two-against-one"),
    ScenarioKey("free-battle"),
)
"""Scenarios that are offered."""
DECK_SIZE = 40
"""HON-DECK-01."""
STEPS = range(
    1 + max([f.move for p in CATALOG.pieces.values() for f in p.faces]) + DOUBLE_TIME + FARTHER
)
"""Of the fastest counter."""
SHARES = range(1, 33)
"""More than the best machine gun has with all that adds to it, doubled."""
DICE = range(2)
"""Places of the dice of one side in a roll."""

WEAPONS = range(max([len(f.weapons) for p in CATALOG.pieces.values() for f in p.faces]))
"""Of the counter that has the most."""

AS_WRITTEN = "as-written"
LEAST_POINTS = 250
"""Of the smallest ready armies (G-19)."""


class Heroes(System):
    """Rules and rulings: docs/rules/heroes.md."""

    id = "heroes"
    title = say("Heroes of Normandie")
    about = say("Hidden orders on a board of squares")
    credits = say("The rules are after Heroes of Normandie, Devil Pig Games.")
    round_name = say("rounds")
    about_scores = say("victory points")
    version = "1"
    missions: ClassVar[tuple[str, ...]] = PLAYABLE
    drills: ClassVar[tuple[str, ...]] = tuple(CATALOG.drills)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 3)
    guide = PAGES
    stories = STORIES
    strengths: ClassVar[tuple[str, ...]] = (RECRUIT, REGULAR, VETERAN)
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
        "recruit": say("Recruit"),
        "regular": say("Regular"),
        "cards": say("Action cards"),
        "cards=as-written": say("as the scenario says"),
        "cards=always": say("always"),
        "armies": say("Armies"),
        "armies=as-written": say("as the scenario says"),
    }

    fields: ClassVar[Mapping[str, str]] = {
        "ally": say("ally"),
        "cards": say("action cards"),
        "conceal": say("lay a Concealed token"),
        "counter": say("counter"),
        "course": say("direction"),
        "damage": say("damage"),
        "dice": say("dice"),
        "die": say("die"),
        "directive": say("directive"),
        "directives": say("directives"),
        "edge": say("edge of the map"),
        "face": say("face"),
        "facing": say("facing"),
        "flip": say("turn it over"),
        "fuel": say("spend Fuel"),
        "gear": say("equipment"),
        "goes_on": say("fire or move again after that"),
        "heroes": say("heroes"),
        "into": say("room or position"),
        "leaves": say("leave the map"),
        "left": say("closed tokens"),
        "manoeuvres": say("steps and turns"),
        "member": say("member"),
        "members": say("members"),
        "officer": say("officer"),
        "options": say("options"),
        "piece": say("piece"),
        "place": say("place"),
        "shares": say("split bonus"),
        "smoke": say("where the smoke goes"),
        "space": say("space"),
        "spend": say("equipment to spend"),
        "start": say("first space"),
        "step": say("after which step"),
        "structure": say("structure"),
        "suppressing": say("units that suppress"),
        "suppressive": say("suppressive fire"),
        "targets": say("targets"),
        "tile": say("recruitment tile"),
        "tiles": say("recruitment tiles"),
        "to": say("space"),
        "turns": say("turn"),
        "tokens": say("number of tokens"),
        "unit": say("unit"),
        "units": say("units"),
        "vertex": say("intersection"),
        "weapon": say("weapon"),
        "weapons": say("weapons"),
    }

    repeats: ClassVar[tuple[Any, ...]] = (Share, Manoeuvre)

    def new_game(self, setup: Setup) -> GameState:
        """An empty map."""
        key = ScenarioKey(setup.mission)
        size = (CATALOG.scenarios.get(key) or CATALOG.drills[key]).cards
        if setup.switch("cards") == "always":
            size = size or DECK_SIZE
        built = setup.switch("armies", AS_WRITTEN)
        points = 0 if built == AS_WRITTEN else int(built)
        g = HeroesState(
            seats=setup.seats, scenario=key, deck_size=size, points=points, agenda=[Match()]
        )
        if key == FREE_BATTLE:
            g.points = points or min(SIZES)
            g.made = empty_map(g.points)
        return g

    def course(self) -> LessonCourse:
        return read_course(self)

    def check_setup(self, setup: Setup) -> None:
        """A scenario has its number of seats, and builds armies that each of them can pay."""
        super().check_setup(setup)
        battle = CATALOG.scenarios[ScenarioKey(setup.mission)]
        sides = [side.name for side in battle.sides]
        if setup.seats != len(sides):
            title, n = read_out(battle.title), len(sides)
            raise BadSetup(say("{mission} is for {n} seats", mission=title, n=n))
        built = setup.switch("armies", AS_WRITTEN)
        if built != AS_WRITTEN and int(built) // max(map(sides.count, sides)) < LEAST_POINTS:
            raise BadSetup(
                say("each ally builds an army of {least} points at least", least=LEAST_POINTS)
            )

    def seats_of(self, mission: str) -> tuple[int, int]:
        """As many as the scenario has sides for."""
        battle = CATALOG.scenarios.get(ScenarioKey(mission))
        return self.seats if battle is None else (len(battle.sides), len(battle.sides))

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's choice. Only a match against it loads the package."""
        if strength == VETERAN:
            return self.thought(view, chance, times=0)[0].plan.first
        if strength == RECRUIT and not chance.below(BLUNDERS):
            return agenda.sample(view, chance)
        from owm_net.games.heroes.computer import decide

        return decide(view, chance, strength)

    def thinker(self) -> Thinker[HeroesState]:
        from owm_net.games.heroes.computer.thinking import HeroesThinker

        return HeroesThinker()

    def builder(self) -> ForceBuilder:
        from owm_net.games.heroes.builder import ArmyBuilder

        return ArmyBuilder()

    def reason(self, view: View[Any], answer: Answer) -> str:
        from owm_net.games.heroes.computer import THOUGHTS
        from owm_net.games.heroes.computer.reasons import reason

        asked = agenda.kind_of(view).word
        return reason(view, answer) if asked in THOUGHTS else PICKED_BY_CHANCE

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
        """All that the map and the seat's hands have of it."""
        g = view.state
        assert isinstance(g, HeroesState)
        ground, seat = g.ground, view.seat
        if kind is Played:
            veiled = g.hands[g.veiled(seat)] if seat >= 0 else []
            return [Played(slot) for slot in (*g.closed(seat), *g.hands[seat], *veiled)]
        found: dict[Any, Iterable[Hashable]] = {
            UnitId: range(len(g.units)),
            Space: ground.cells,
            Vertex: dict.fromkeys([v for space in ground.cells for v in corners(space)]),
            CounterKey: dict.fromkeys([u.key for u in g.units]),
            OptionKey: dict.fromkeys([o.key for o in g.options if o.seat == seat]),
            Seat: g.players,
            Hidden: (*g.to_lay(seat), *g.closed(seat), *g.hands[seat], *g.hands[g.veiled(seat)]),
            Face: (0, 1),
            Heading: (KEEP, *map(int, Facing)),
            Step: STEPS,
            Share: SHARES,
            StructureId: ground.structures,
            DiePlace: DICE,
            WeaponPlace: WEAPONS,
            OverlayKey: STOCK,
            Quarters: range(4),
        }
        if isinstance(g.pending, Choose) and g.pending.kind == COMMAND.word:
            found |= {TileKey: TILES, OptionKey: OPTIONS}
        return found[kind] if kind in found else super().domain(view, kind)

    def value_name(self, view: View[Any], kind: Any, value: Any) -> str:
        """Return the name of a value: of a closed card or token as its owner sees it, of a tile or
        an option its title."""
        if kind is TileKey and value in CATALOG.tiles:
            return read_out(CATALOG.tiles[value].title)
        if kind is OptionKey and value in CATALOG.options:
            return read_out(CATALOG.options[value].title)
        return super().value_name(view, Played if kind is Hidden else kind, value)

    def rounds(self, g: GameState) -> int:
        """Rounds that have begun."""
        assert isinstance(g, HeroesState)
        return g.round

    def scores(self, g: GameState) -> tuple[int, ...]:
        """Points as if the match ended now, with objectives that count at its end."""
        assert isinstance(g, HeroesState)
        return scores(g, last=True) if g.round else ()

    def about_mission(self, mission: str) -> tuple[str, str]:
        """As data/scenarios.toml has it."""
        row = CATALOG.scenarios[ScenarioKey(mission)]
        return row.title, row.about

    def mission_of(self, g: GameState) -> str:
        assert isinstance(g, HeroesState)
        return g.scenario

    def briefing(self, g: GameState) -> Briefing:
        """As data/scenarios.toml has it."""
        assert isinstance(g, HeroesState)
        return briefing(g)

    def by_which(self, g: GameState, result: Result) -> str:
        """That a side is beaten, where that has ended it."""
        assert isinstance(g, HeroesState)
        told, verdict = self.briefing(g), beaten(g)
        return told.ends if verdict and verdict.why == result.reason else told.goal

    def aim(self, view: View[Any]) -> str:
        """The points, and who controls what."""
        return aim(view)

    def seat_name(self, g: GameState, seat: int) -> str:
        """The nation."""
        assert isinstance(g, HeroesState)
        return words.seat_name(g, Seat(seat))

    def side_name(self, g: GameState, seat: int) -> str:
        """The nations of an alliance's side, where there is an alliance."""
        assert isinstance(g, HeroesState)
        return words.side_name(g, Seat(seat)) if g.seats > 2 else ""
