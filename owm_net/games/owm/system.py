"""Of War and Men: WWII as a rule system."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from owm_net.engine.agenda import GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.building import ForceBuilder
from owm_net.engine.chance import Chance
from owm_net.engine.data import parsed
from owm_net.engine.errors import BadData
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.lesson_files import read_course
from owm_net.engine.lessons import LessonCourse
from owm_net.engine.requests import Answer, Over, Result
from owm_net.engine.search import Thinker
from owm_net.engine.system import RECRUIT, REGULAR, VETERAN, BadSetup, Setup, System
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.owm import (
    decisions,  # noqa: F401 - it tells the window what can be played
    leaving,
    own_mission,
    partly,
    victory,
    words,
)
from owm_net.games.owm.catalog import RULES as NAMED
from owm_net.games.owm.catalog import Mission
from owm_net.games.owm.guide import PAGES
from owm_net.games.owm.ids import Cell, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.mission_checks import LEAST_SHARED
from owm_net.games.owm.missions import RULES, enter, rules_of
from owm_net.games.owm.missions.table import TABLE
from owm_net.games.owm.set_up import SetUp
from owm_net.games.owm.state import (
    CATALOG,
    Agreed,
    OwmState,
    Variants,
    mission_card,
    new_ground,
)
from owm_net.games.owm.story import STORIES
from owm_net.games.owm.terms import Side

enter(TABLE)

VARIANTS = ("wounds", "icons", "fuse", "hands", "partners", "tokens")
"""Options that play a ruling the other way, as `state.Variants` names them."""

PLAYABLE = (
    "king-of-the-hill",
    "not-in-my-house",
    "burning-bridges",
    "capture-the-flag",
    "random-mission-generator",
    "murder-at-the-moonless-chateau",
    "the-road-to-ruin",
    "the-sky-is-falling",
)
"""The missions that can be played to the letter, the first without being named."""


NORTH = ("top", "right", "bottom", "left")
"""To which edge of the map the compass may point."""

RANGES = {"points": (20, 200), "last_round": (1, 99)}
"""Options with any number between two."""


class OwmSystem(System):
    """Registered as "owm". Rules and rulings: docs/rules/owm.md."""

    id = "owm"
    title = say("Of War and Men: WWII")
    about = say("Squads on a map of Terrain cards")
    credits = say("Of War and Men: WWII is the work of its designers and publisher.")
    version = "6"
    about_scores = say(
        "the values of the soldiers left, and the mission's; of equal ones objectives decide, then"
        " how many soldiers are left"
    )
    seats_differ: ClassVar[bool] = False
    released: ClassVar[Mapping[str, str]] = {"2": "0.1.0", "6": "0.2.0"}
    missions = (
        *(key for key in PLAYABLE if key in CATALOG.missions and key not in CATALOG.added),
        *CATALOG.added,
    )
    levels = ("private", "lieutenant", "colonel")
    about_levels: ClassVar[Mapping[str, str]] = {
        "private": say(
            "Standing Orders only: the plain game, for the first evenings (OWM-LVL-02)."
        ),
        "lieutenant": say("Command Decisions too: cards that interrupt, at any time (OWM-LVL-03)."),
        "colonel": say("Traits too: what each soldier is good at, and bad at (OWM-LVL-04)."),
    }
    seats: ClassVar[tuple[int, int]] = (2, 4)
    guide = PAGES
    stories = STORIES
    fields: ClassVar[Mapping[str, str]] = {
        "fireteam": say("Fireteam"),
        "fireteams": say("Fireteams"),
    }
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "wounds": ("resolve", "any"),
        "icons": ("card", "die"),
        "fuse": ("long", "short"),
        "hands": ("player", "squad"),
        "partners": ("private", "open"),
        "tokens": ("unlimited", "box"),
        "points": ("0", "35", "65", "75", "90"),
        "north": NORTH,
        "sides": ("printed", "exchanged"),
        "last_round": ("0", "8"),
    }
    open_switches: ClassVar[Mapping[str, str]] = {
        "points": say("20 to 200, or 0 for the Mission card's"),
        "last_round": say("1 to 99, or 0 for none"),
    }
    about_switches: ClassVar[Mapping[str, str]] = {
        "wounds": say("a wound icon wounds from Resolve on, or from any total above 0 (A-03)"),
        "icons": say(
            "an event icon counts for the whole card, or only for the die it sits on (G-02)"
        ),
        "fuse": say("a Satchel Charge explodes in the second Assessment, or in the first (A-44)"),
        "hands": say("seven cards for a player, or for each of their squads (A-68)"),
        "partners": say("hands are private to each player, or open inside a side (A-94)"),
        "tokens": say("token cards never run out, or there are only those of the box (A-69)"),
        "points": say("what a side's squads may cost (A-114)"),
        "north": say("the edge of the map to which the compass points (A-114)"),
        "sides": say(
            "who has which anchors and which part, where the mission leaves it open (A-114)"
        ),
        "last_round": say("an agreed end: the match is scored after that round (A-114)"),
    }
    called: ClassVar[Mapping[str, str]] = {
        "wounds": say("Wounds"),
        "wounds=resolve": say("From Resolve"),
        "wounds=any": say("From any total"),
        "icons": say("Icons"),
        "icons=card": say("Whole card"),
        "icons=die": say("One die"),
        "fuse": say("Fuse"),
        "fuse=long": say("Long fuse"),
        "fuse=short": say("Short fuse"),
        "hands": say("Hands"),
        "hands=player": say("Each player"),
        "hands=squad": say("Each squad"),
        "partners": say("Partners"),
        "partners=private": say("Hands hidden"),
        "partners=open": say("Hands open"),
        "tokens": say("Tokens"),
        "tokens=unlimited": say("Unlimited"),
        "tokens=box": say("The box"),
        "points": say("Points"),
        "points=0": say("The mission's"),
        "north": say("North"),
        "north=top": say("Top"),
        "north=right": say("Right"),
        "north=bottom": say("Bottom"),
        "north=left": say("Left"),
        "sides": say("Sides"),
        "sides=printed": say("As printed"),
        "sides=exchanged": say("Exchanged"),
        "last_round": say("Last round"),
        "last_round=0": say("None"),
        "recruit": say("Recruit"),
        "regular": say("Regular"),
        "veteran": say("Veteran"),
    }
    strengths: ClassVar[tuple[str, ...]] = (RECRUIT, REGULAR, VETERAN)

    def new_game(self, setup: Setup) -> GameState:
        """The mission's map; nothing else is decided yet."""
        agreed = Agreed(
            int(setup.switch("points", "0")),
            setup.switch("sides") == "exchanged",
            int(setup.switch("last_round", "0")),
            setup.switch("own"),
        )
        north = NORTH.index(setup.switch("north", NORTH[0]))
        g = OwmState(
            seats=setup.seats,
            mission=setup.mission,
            level=setup.level,
            ground=new_ground(mission_card(setup.mission, agreed)).with_(north=north),
            variants=Variants(**{name: self._other_way(setup, name) for name in VARIANTS}),
            agenda=[SetUp()],
            agreed=agreed,
        )
        g.site = rules_of(g).first_site(g)
        return g

    def _other_way(self, setup: Setup, name: str) -> bool:
        return setup.switch(name, self.switches[name][0]) != self.switches[name][0]

    # -- options -------------------------------------------------------------------------

    def allows(self, name: str, value: str) -> bool:
        """Any total of points, any last round within reason (A-114); a mission that can be read is
        checked with the rest of the terms."""
        if name == "own":
            return bool(value)
        low, high = RANGES.get(name, (1, 0))
        number = int(value) if value.isdecimal() and value.isascii() and len(value) < 4 else 0
        return low <= number <= high and value == str(number)

    def mission_file(self, name: str, text: str) -> tuple[str, tuple[str, str]]:
        """See `System`: everything that is wrong with it is said at once."""
        code = own_mission.carried(name, text)
        problems: list[str] = []
        try:
            mission: Mission | None = own_mission.read_carried(code, name)
        except BadData as e:
            problems += e.problems
            mission = partly.mission(parsed(name, text))
        if mission is not None:
            problems += [f"{name}: {line}" for line in self._faults(mission)]
        if problems or mission is None:
            raise BadData(problems)
        return mission.key, ("own", code)

    def about_mission(self, mission: str) -> tuple[str, str]:
        found = CATALOG.missions.get(mission)
        return (found.title, found.blurb) if found else super().about_mission(mission)

    def mission_of(self, g: GameState) -> str:
        assert isinstance(g, OwmState)
        return g.mission

    def briefing(self, g: GameState) -> Briefing:
        """What the mission's data and rules say (OWM-VICT-01 to -03, OWM-TIMER-01)."""
        assert isinstance(g, OwmState)
        mission, rules = g.card, rules_of(g)
        ends = say_n(
            "It ends when the deck has been played through, or when a side has no soldiers left.",
            "It ends when the deck has been played through {n} times, or when a side has no"
            " soldiers left.",
            mission.deck_timer,
        )
        if g.agreed.last_round:
            last = say("At the latest it ends after round {n}.", n=g.agreed.last_round)
            ends = listed([ends, last], " ")
        worth = say("Each soldier who is left counts the points that they cost.")
        won = rules.goal_words(mission) or say("The side with more points at the end wins.")
        return Briefing(won, ends, (worth, *rules.scoring(mission)), mission.notes)

    def by_which(self, g: GameState, result: Result) -> str:
        """That a side has no soldiers left, where that has ended it."""
        assert isinstance(g, OwmState)
        told = self.briefing(g)
        return told.ends if victory.wiped_out(g) is not None else told.goal

    def aim(self, view: View[Any]) -> str:
        """What the mission's objectives are worth, and to whom; how long it still goes on."""
        g = view.state
        assert isinstance(g, OwmState)
        if not g.round_no:
            return ""
        if isinstance(g.pending, Over):
            return rules_of(g).aim(g)
        left, last = victory.rounds_left(g), g.agreed.last_round
        if last:
            left = min(left, last - g.round_no + 1)
        more = say_n("about {n} round left", "about {n} rounds left", left)
        return listed([rules_of(g).aim(g), more], "; ")

    def _mission(self, setup: Setup) -> Mission:
        """The mission of the game, or the one that the terms carry. Raises BadData."""
        own = setup.switch("own")
        return own_mission.read_carried(own) if own else CATALOG.missions[setup.mission]

    def has_mission(self, setup: Setup) -> bool:
        """One of the game's, or the one that the terms carry."""
        return setup.mission in self.missions or bool(setup.switch("own"))

    def check_setup(self, setup: Setup) -> None:
        """The mission must allow what is agreed on about it (A-114)."""
        super().check_setup(setup)
        own = setup.switch("own")
        try:
            mission = self._mission(setup)
        except BadData as e:
            raise BadSetup("\n".join(e.problems)) from e
        problems = list(self._faults(mission)) if own else []
        if problems:
            raise BadSetup(f"{mission.title[:40]}: {'; '.join(problems)}")
        if mission.key != setup.mission:
            raise BadSetup(
                say(
                    "the terms carry the mission {one}, not {other}",
                    one=mission.key,
                    other=setup.mission[:40],
                )
            )
        if setup.switch("sides") == "exchanged" and not mission.exchange:
            raise BadSetup(
                say("{mission} says itself which side starts where", mission=mission.title)
            )
        if setup.seats > mission.most_seats:
            raise BadSetup(f"{mission.title} is for {mission.most_seats} seats (OWM-MX-16)")
        total = int(setup.switch("points", "0")) or mission.squad_points
        if setup.seats > 2 and total < LEAST_SHARED:
            raise BadSetup(f"two partners need {LEAST_SHARED} points or more, not {total} (A-120)")

    def _faults(self, mission: Mission) -> Iterator[str]:
        yield from own_mission.faults(mission, CATALOG.terrain, CATALOG.missions)
        if mission.rules in RULES:
            yield from RULES[mission.rules].faults(mission)
        elif mission.rules in NAMED:
            yield f'rules: "{mission.rules}" cannot be played yet'

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's choice. Only a match against it loads the package."""
        from owm_net.games.owm import computer

        if strength == VETERAN:
            from owm_net.games.owm.computer import veteran

            return veteran.play(view, chance)
        if strength == REGULAR:
            from owm_net.games.owm.computer import regular

            return regular.play(view, chance)
        if strength == RECRUIT:
            from owm_net.games.owm.computer.temper import RECRUIT as WHIMS

            return computer.play(view, chance, WHIMS)
        return computer.play(view, chance)

    def thinker(self) -> Thinker[OwmState]:
        from owm_net.games.owm.computer.thinking import OwmThinker

        return OwmThinker()

    def builder(self) -> ForceBuilder:
        from owm_net.games.owm.builder import SquadBuilder

        return SquadBuilder()

    def reason(self, view: View[Any], answer: Answer) -> str:
        from owm_net.games.owm.computer.reasons import REASONS

        return REASONS.get(type(answer), "")

    def data_digest(self) -> bytes:
        """SHA-256 over every file in data/ that the rules read; with a pack, over what lies over
        them too."""
        return CATALOG.digest

    def pack_faults(self) -> Iterable[str]:
        """Missions whose own rules lack something (a Supply Truck has a path)."""
        for key, name in CATALOG.added.items():
            mission = CATALOG.missions[key]
            if mission.rules not in RULES:
                yield f"{name}: rules: this program cannot play {mission.rules}"
                continue
            yield from (f"{name}: {p}" for p in RULES[mission.rules].faults(mission))

    def course(self) -> LessonCourse:
        return read_course(self)

    def why_no_drop(self, g: GameState, seat: int) -> str | None:
        """OWM-TEAM-04: only a partner can go on, and not before play has begun."""
        assert isinstance(g, OwmState)
        return leaving.why_no_leaving(g, Seat(seat))

    def dropped(self, g: GameState, seat: int) -> None:
        """The partner goes on (OWM-TEAM-04)."""
        assert isinstance(g, OwmState)
        leaving.leave(g, Seat(seat))

    def card_name(self, card: int) -> str:
        """Such as "Attack red #8"."""
        return words.card_name(CardNumber(card))

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """Soldiers in play, or of the own divisions before; Fireteams, cells, divisions, seats."""
        g = view.state
        assert isinstance(g, OwmState)
        found: dict[Any, Iterable[Hashable]] = {
            SoldierId: g.soldiers or _own_soldiers(g, Seat(view.seat)),
            FireteamId: g.fireteams,
            Cell: g.ground.cells,
            DivisionKey: CATALOG.divisions,
            Seat: g.seat_order(),
        }
        return found[kind] if kind in found else super().domain(view, kind)

    def rounds(self, g: GameState) -> int:
        """The number of the round that is played, 0 in the set-up."""
        assert isinstance(g, OwmState)
        return g.round_no

    def scores(self, g: GameState) -> tuple[int, ...]:
        """Those of the sides, if it ended now (OWM-VICT-02, OWM-VICT-03)."""
        assert isinstance(g, OwmState)
        return tuple([victory.score(g, side) for side in g.sides]) if g.round_no else ()

    def seat_name(self, g: GameState, seat: int) -> str:
        assert isinstance(g, OwmState)
        return words.seat_name(g, Seat(seat))

    def side_name(self, g: GameState, seat: int) -> str:
        """Allies or Axis, once divisions are chosen."""
        assert isinstance(g, OwmState)
        side = g.sides[seat] if g.sides else Side.EITHER
        return "" if side is Side.EITHER else side.value.title()


def _own_soldiers(g: OwmState, seat: Seat) -> list[SoldierId]:
    """Those of a seat's divisions."""
    own = g.divisions[seat] if 0 <= seat < len(g.divisions) else ()
    return [soldier for soldier, home in CATALOG.division_of.items() if home.key in own]
