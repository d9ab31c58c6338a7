"""The interface of a rule system. Everything general finds it through this class alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from enum import Enum
from typing import Any, ClassVar

from attrs import evolve, field, frozen

from owm_net.engine import agenda
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.building import ForceBuilder
from owm_net.engine.chance import Chance
from owm_net.engine.errors import BadData, EngineBug
from owm_net.engine.guide import GuidePage
from owm_net.engine.lessons import LessonCourse, LessonMatch
from owm_net.engine.packs import Pack
from owm_net.engine.records import ADDED, Played, Record, record
from owm_net.engine.requests import Answer, Draw, Request, Result
from owm_net.engine.search import Search, Thinker, Tried
from owm_net.engine.story import Story
from owm_net.engine.text import say, seat_called
from owm_net.engine.view import View


@record("setup")
class Setup(Record):
    """The terms of a game that the players agree on before a match.

    switches: pairs of name and value of the system's options that differ from the default. pack,
    pack_digest: the name and the digest (32 bytes) of the pack with which it is played, "" and b""
    without one.
    """

    mission: str
    level: str
    seats: int = 2
    switches: tuple[tuple[str, str], ...] = field(default=())
    pack: str = field(default="", metadata=ADDED)
    pack_digest: bytes = field(default=b"", metadata=ADDED)

    def switch(self, name: str, default: str = "") -> str:
        """The value of an option."""
        for key, value in self.switches:
            if key == name:
                return value
        return default


RECRUIT, REGULAR, VETERAN = "recruit", "regular", "veteran"
"""The names of the strengths, the weakest first; a game may lack some."""
BLUNDERS = 5
"""A recruit answers one question of so many by chance, where a game does not say otherwise."""
PICKED_BY_CHANCE = say("It weighs nothing here and picks by chance: choose what you like.")
"""Of a decision that a computer player leaves to chance."""


@frozen
class Advised:
    """What a computer player would do in somebody's place. words: of the plan it begins, "" if the
    answer says enough. better, tried: in so many of the worlds in which both were tried it came out
    better than the other that is advised; 0 of 0 where there is no other. better is 0 of both where
    the tries do not speak for the first."""

    answer: Answer
    words: str = ""
    better: int = 0
    tried: int = 0


class BadSetup(ValueError):
    """The players agreed on something the system does not have."""


class System(ABC):
    """A rule system: rules, data and words for people. One instance, registered in `games`.

    id: short name in commands and logs. version: raised by every change that alters a golden
    playthrough. released: version -> the first release of owm_net that has it; it tells the owner
    of an old log which release plays it. seats: fewest and most players. switches: option ->
    allowed values, default first; open_switches: other values that `allows` accepts, in words.
    about_levels: level -> one sentence for the player who chooses; about_switches: the same for an
    option. called: the name of a mission, a level, an option ("fuse"), a value of it ("fuse=long")
    or a strength, wherever it should be translated; anything else is called by its key. round_name:
    the unit that the rulebook plays in and `rounds` counts. strengths: names of its computer
    players, the weakest first; without any it has one that needs no name. about_scores: what the
    scores of a `Result` count, where the number alone does not say it. seats_differ: True if
    exchanging the seats makes a rematch a different game; False where everyone chooses a side after
    sitting down. about: the kind of game, in a few words. credits: whose work the game is, in a
    sentence. for_developers: players are not offered it. fields: the name of a field of its
    answers, where the client has no word for it (`client/answering/fields.py`) or another one.
    repeats: types of which a field may hold one value several times, such as shares of a sum.
    guide: how it is played, for somebody who has never played it, in the order of a turn. stories:
    what its log tells in one line, such as a shot; the first that begins with an event counts.
    drills: missions that only lessons have.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str] = ""
    credits: ClassVar[str] = ""
    for_developers: ClassVar[bool] = False
    version: ClassVar[str]
    released: ClassVar[Mapping[str, str]] = {}
    missions: ClassVar[tuple[str, ...]]
    drills: ClassVar[tuple[str, ...]] = ()
    levels: ClassVar[tuple[str, ...]]
    seats: ClassVar[tuple[int, int]]
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    open_switches: ClassVar[Mapping[str, str]] = {}
    about_levels: ClassVar[Mapping[str, str]] = {}
    about_switches: ClassVar[Mapping[str, str]] = {}
    called: ClassVar[Mapping[str, str]] = {}
    round_name: ClassVar[str] = "rounds"
    about_scores: ClassVar[str] = ""
    seats_differ: ClassVar[bool] = True
    pack: Pack | None = None
    """The pack that lies over its data in this process, set when they are loaded."""
    strengths: ClassVar[tuple[str, ...]] = ()
    fields: ClassVar[Mapping[str, str]] = {}
    repeats: ClassVar[tuple[Any, ...]] = ()
    guide: ClassVar[tuple[GuidePage, ...]] = ()
    stories: ClassVar[tuple[Story[Any], ...]] = ()

    @abstractmethod
    def new_game(self, setup: Setup) -> GameState:
        """A fresh state with its first frame on the agenda; `agenda.begin` runs it."""

    @abstractmethod
    def data_digest(self) -> bytes:
        """SHA-256 over the canonical form of all data files; 32 bytes."""

    @abstractmethod
    def briefing(self, g: GameState) -> Briefing:
        """What a player is told of the mission: before a match of a fresh state (`new_game`)."""

    def mission_of(self, g: GameState) -> str:
        """Return which of its missions a state is of; "" where it does not say."""
        return ""

    def aim(self, view: View[Any]) -> str:
        """What wins the match, and how it stands with that, in a sentence that fits the bar of a
        window: two lines of it; "" in the set-up."""
        return ""

    def why_over(self, g: GameState, result: Result) -> str:
        """Why the rules have ended the match so, in a line that follows a colon."""
        return result.reason

    def by_which(self, g: GameState, result: Result) -> str:
        """Return the sentence of the briefing by which the rules have ended the match."""
        return self.briefing(g).goal

    def settled(self, view: View[Any]) -> Answer | None:
        """Return the one sensible answer to the open question, None where the player must be asked.
        It risks nothing, and follows from what everybody sees."""
        return None

    def describe(self, view: View[Any], answer: Answer) -> str:
        """One line for people: what this answer would do."""
        return agenda.described(view, answer)

    def narrate(self, g: GameState, event: Event) -> str:
        """One line for people: what happened. "" for what is not worth a line."""
        return event.sentence(g)

    @abstractmethod
    def card_name(self, card: int) -> str:
        """A card's name as people say it."""

    def on_table(self, view: View[Any]) -> Iterable[str]:
        """Yield what is on the table, a line each, for a game without a table in the window.
        Without any, the plain table shows the fields of the state by their names."""
        return ()

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """The values worth trying for a field of an answer that is declared as of this type.

        A plain enumeration, no rules: all soldiers in play, all cells. None where they cannot be
        counted: a point, a path. Systems add their own types and ask this for the rest.
        """
        if kind is Played:
            return [Played(card) for card in view.state.hands[view.seat]]
        return System.values(self, kind)

    def values(self, kind: Any) -> Iterable[Hashable] | None:
        """All values that a field of an answer declared as of this type may ever hold, in any
        match, in an order that stays. None where they cannot be counted, or a game does not say.

        With these the answers have numbers (`owm_net.research`). An `int` is a card.
        """
        if kind is bool:
            return (False, True)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return tuple(kind)
        return None

    def value_name(self, view: View[Any], kind: Any, value: Any) -> str:
        """A value of such a type as people say it: a card, a soldier, a cell. For lists of what
        may be chosen, where no table draws it. As sentences tell it (`Telling`), if they do."""
        telling = view.state.telling
        if telling.names(kind):
            told: str = telling.value(kind, view.state, value, view.card)
            return told
        if kind is Played:
            card = view.card(value)
            return say("a hidden card") if card is None else self.card_name(card)
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        text = str(value.value) if isinstance(value, Enum) else str(value)
        return text.replace("_", " ")

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The computer player's answer. It sees only the view. strength: one of `strengths`, or ""
        if nobody asked for one."""
        return agenda.sample(view, chance)

    def thinker(self) -> Thinker[Any] | None:
        """What its veteran thinks with (`engine.search`); None without a veteran."""
        return None

    def thought(self, view: View[Any], chance: Chance, times: int = 1) -> list[Tried]:
        """Return a veteran's plans, the best first. times: of the thought it usually spends.
        Raises EngineBug if the game has no veteran."""
        thinker = self.thinker()
        if thinker is None:
            raise EngineBug(f"{self.id} has no veteran")
        return Search(thinker, view, chance, thinker.budget * times).run()

    def advised(self, view: View[Any]) -> tuple[Advised, ...]:
        """Return what its strongest computer player would do in the seat's place, and where it has
        thought about another answer, the next best; the same each time that it is asked."""
        chance = Chance(view.state.answered)
        if self.thinker() is None:
            strongest = self.strengths[-1] if self.strengths else ""
            return (Advised(self.computer(view, chance, strongest)),)
        best, *others = self.thought(view, chance)
        next_best = next((t for t in others if t.plan.first != best.plan.first), None)
        if next_best is None:
            return (Advised(best.plan.first, best.plan.words),)
        pairs = list(zip(best.worths, next_best.worths, strict=False))
        wins = sum([a > b for a, b in pairs]), sum([b > a for a, b in pairs])
        if wins[0] <= wins[1]:  # the best stands, for the other was not better beyond chance
            wins = 0, 0
        return tuple(
            [
                Advised(t.plan.first, t.plan.words, won, len(pairs))
                for t, won in zip((best, next_best), wins, strict=True)
            ]
        )

    def reason(self, view: View[Any], answer: Answer) -> str:
        """What speaks for an answer of its computer player, in a sentence; "" for nothing that can
        be said in one."""
        return ""

    def told_score(self, score: int) -> str:
        """Return a score of a result as people read it."""
        return str(score)

    def first_match(self) -> tuple[Setup, str]:
        """Return a small match for a first evening, and the computer player: that of its
        lessons, else the first mission."""
        course = self.course()
        terms = LessonMatch() if course is None else course.match
        setup = self.default_setup(mission=terms.mission, level=terms.level)
        setup = evolve(setup, switches=tuple(terms.switches.items()))
        self.check_setup(setup)
        return setup, terms.opponent or (self.strengths or ("computer",))[0]

    def builder(self) -> ForceBuilder | None:
        """What builds squads of one's own in words; None where none can be built."""
        return None

    def course(self) -> LessonCourse | None:
        """The guided first match, None if there is none."""
        return None

    def why_no_drop(self, g: GameState, seat: int) -> str | None:
        """Why the others cannot go on without a seat now, in words; None if they can."""
        return f"the rules of {self.id} do not say how to go on when a player leaves"

    def dropped(self, g: GameState, seat: int) -> None:
        """A seat has left: make of this state one from which the others go on.

        Asked at any pause where `why_no_drop` is None, also at one that a former leaver left
        behind. The pending question is void, and every slot with it: the agenda is replaced by
        frames that ask a `Redeal` before anything else about cards.
        """
        raise EngineBug(f"{self.id} has no rule for a player who leaves")

    def go_on_without(self, g: GameState, seat: int) -> Request[Any]:
        """Let a seat leave, and run to the next pause. Returns what is asked there.

        Cards that are being drawn at this pause are in no hand: their drawer may lack a share.
        """
        g.events.clear()
        if isinstance(g.pending, Draw):
            for hand in g.hands:
                hand[:] = [c for c in hand if c not in g.pending.slots]
        self.dropped(g, seat)
        return agenda.go_on(g)

    def seat_name(self, g: GameState, seat: int) -> str:
        """Return the name of a seat at the table. People count from 1."""
        return seat_called(seat)

    def side_name(self, g: GameState, seat: int) -> str:
        """Return the name of the side that a seat fights for, "" if each seat fights for itself."""
        return ""

    def opponents(self, g: GameState, seat: int) -> tuple[int, ...]:
        """Return the seats that win if this one gives up: all those on other sides."""
        mine = self.side_name(g, seat)
        others = [s for s in range(g.seats) if s != seat]
        return tuple([s for s in others if not mine or self.side_name(g, s) != mine])

    def rounds(self, g: GameState) -> int | None:
        """How many of what the rulebook plays in (`round_name`) have begun; None if in nothing."""
        return None

    def scores(self, g: GameState) -> tuple[int, ...]:
        """The points that the rules give each seat as the game stands, for a match that is given up
        before its end; () before it has begun, and where only secret cards would tell them."""
        return ()

    def allows(self, name: str, value: str) -> bool:
        """Return True if an option may have a value that is not listed in `switches`."""
        return False

    def about_mission(self, mission: str) -> tuple[str, str]:
        """Return the name of one of `missions`, and a sentence or two about it, or ""."""
        if mission in self.called:
            return self.called[mission], ""
        small = ("a", "an", "and", "in", "is", "of", "on", "the", "to")
        words = [
            word if n and word in small else word.capitalize()
            for n, word in enumerate(mission.split("-"))
        ]
        return " ".join(words), ""

    def mission_file(self, name: str, text: str) -> tuple[str, tuple[str, str]]:
        """Read a custom mission from a file: its key, and the option that carries it in the terms
        of a match. Raises BadData with every problem."""
        raise BadData([f"{name}: {self.id} has no missions from files"])

    def has_mission(self, setup: Setup) -> bool:
        """Return True if this system has the mission, or the terms carry it."""
        return setup.mission in self.missions

    def check_setup(self, setup: Setup) -> None:
        """Raise BadSetup with a reason for people unless this system can play `setup`."""
        here = b"" if self.pack is None else self.pack.digest
        if setup.pack_digest != here:
            no_pack = say("no pack")
            needed = (
                say("the pack {name!r}", name=setup.pack[:40]) if setup.pack_digest else no_pack
            )
            used = no_pack if self.pack is None else say("the pack {name!r}", name=self.pack.name)
            raise BadSetup(
                say("the match is of {needed}; in use here is {used}", needed=needed, used=used)
            )
        if not self.has_mission(setup):
            raise BadSetup(
                say(
                    "{game} has no mission {name!r}; it has {those}",
                    game=self.id,
                    name=setup.mission[:40],
                    those=", ".join(self.missions),
                )
            )
        if setup.level not in self.levels:
            raise BadSetup(
                say(
                    "{game} has no level {name!r}; it has {those}",
                    game=self.id,
                    name=setup.level[:40],
                    those=", ".join(self.levels),
                )
            )
        fewest, most = self.seats
        if not fewest <= setup.seats <= most:
            raise BadSetup(
                say(
                    "{game} is for {fewest} to {most} seats, not {n}",
                    game=self.id,
                    fewest=fewest,
                    most=most,
                    n=setup.seats,
                )
            )
        names = [name for name, _ in setup.switches]
        for name, value in setup.switches:
            if value not in self.switches.get(name, ()) and not self.allows(name, value):
                raise BadSetup(
                    say(
                        "{game} has no option {name}={value}; {instead}",
                        game=self.id,
                        name=name[:40],
                        value=value[:40],
                        instead=self._instead(name),
                    )
                )
            if name in self.switches and name not in self.offered(setup.mission):
                raise BadSetup(
                    say(
                        "{name} does nothing in {mission}; leave the option out",
                        name=name,
                        mission=setup.mission[:40],
                    )
                )
            if names.count(name) > 1:
                raise BadSetup(say("option {name} of {game} is set twice", name=name, game=self.id))

    def _instead(self, name: str) -> str:
        """Suggest what to type in place of an unknown option."""
        if name in self.open_switches:
            return say("it may be {those}", those=self.open_switches[name])
        if name in self.switches:
            return say("it may be {those}", those=", ".join(self.switches[name]))
        if self.switches:
            return say("it has {those}", those=", ".join(self.switches))
        return say("it has none")

    def offered(self, mission: str) -> Mapping[str, tuple[str, ...]]:
        """Return the options that do something in a mission, with their values."""
        return self.switches

    def seats_of(self, mission: str) -> tuple[int, int]:
        """Return the fewest and the most players of a mission."""
        return self.seats

    def default_setup(self, mission: str = "", level: str = "", seats: int = 0) -> Setup:
        """A checked set-up with the system's defaults for what is left empty."""
        mission = mission or self.missions[0]
        seats = seats or self.seats_of(mission)[0]
        setup = self.with_pack(Setup(mission, level or self.levels[0], seats))
        self.check_setup(setup)
        return setup

    def pack_faults(self) -> Iterable[str]:
        """Yield the faults of the pack in use that only the rules can find."""
        return ()

    def with_pack(self, setup: Setup) -> Setup:
        """A set-up of the pack that is in use, if one is."""
        if self.pack is None:
            return setup
        return evolve(setup, pack=self.pack.name, pack_digest=self.pack.digest)
