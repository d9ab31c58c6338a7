"""What a referee of a match remembers, and how it reports differences."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.referee.heroes.book import Scenario, Space
from tests.referee.heroes.fire import How
from tests.referee.heroes.melee import Clash
from tests.referee.heroes.model import NONE, OFF_MAP, Counter, Model
from tests.referee.heroes.walk import Going

DECK = 40
"""HON-DECK-01."""
MOST_ORDERS = 10
"""HON-ORD-04, HON-MP-20."""
OUTSIDE = {
    "turn",
    "leg",
    "drive",
    "gap",
    "react",
    "supply_move",
    "hush",
    "lay",
    "once_more",
    "start_cards",
    "supply_start",
    "supply_end",
    "end_cards",
    "discard",
}
"""Questions at which no shot or assault is unfinished."""


@dataclass(frozen=True)
class Difference:
    """Where the referee and the game differ."""

    match: str
    step: int
    round: int
    rule: str
    what: str
    referee: Any
    game: Any

    def __str__(self) -> str:
        return (
            f"{self.match} step {self.step} round {self.round}: {self.rule}: {self.what}: "
            f"referee {self.referee}, game {self.game}"
        )


@dataclass
class Due:
    """An effect that must follow. kind: hit, kill, markers, miss, clash."""

    kind: str
    unit: int
    n: int = 0
    suppressive: bool = False
    die: int = 0
    added: int = 0
    defence: int = 0
    blast: bool = False


@dataclass
class Blast:
    """A blast under way. firer: NONE where no unit rolls (R-77)."""

    bonus: Mapping[str, int]
    firer: int = NONE
    open: bool = True
    moving: int = 0


@dataclass
class Judging:
    """What the chapters of the rules read and write about one match. found: the differences;
    checks: how often each thing was looked at; given: what was taken as the game says."""

    match: str
    model: Model
    base: Scenario
    found: list[Difference] = field(default_factory=list)
    checks: Tally[str] = field(default_factory=Tally)
    given: Tally[str] = field(default_factory=Tally)
    theirs: Model = field(default_factory=Model.empty)
    """As the game has it after this step."""
    step: int = 0
    skip: set[str] = field(default_factory=set)
    asked: str = ""
    seat: int = NONE
    answer: Any = None
    actor: int = NONE
    going: Going | None = None
    leg: tuple[Any, ...] | None = None
    final: bool = True
    facing: int = NONE
    riders: set[str] = field(default_factory=set)
    reacting: dict[int, tuple[bool, tuple[str, ...]]] = field(default_factory=dict)
    reaction: Any = None
    targets: list[int] = field(default_factory=list)
    shares: tuple[int, ...] = ()
    guard: dict[str, int] = field(default_factory=dict)
    shields: int = 0
    how: How | None = None
    due: list[Due] = field(default_factory=list)
    blast: Blast | None = None
    clash: Clash | None = None
    rolled: tuple[int, ...] = ()
    card: str = ""
    breaks: list[tuple[int, int]] = field(default_factory=list)
    rallied: bool = False
    went: list[int] = field(default_factory=list)
    """The seats that have had a turn, of laying or of activating."""
    moved: set[int] = field(default_factory=set)
    substitutes: dict[int, int] = field(default_factory=dict)
    located: int = NONE
    score: tuple[int, ...] = ()
    launch: Space = OFF_MAP
    frightened: bool = False
    stood: Space = OFF_MAP
    more: int = 0
    offered: int = NONE
    agreed: bool = False
    promised: int = NONE
    forced: bool = False
    fires: tuple[int, int] | None = None
    pool: dict[int, set[int]] = field(default_factory=dict)
    held: list[int] = field(default_factory=list)
    """Cards in the hand of each seat."""
    gone: list[int] = field(default_factory=list)
    """Cards of each seat that are out of play."""
    charges: list[tuple[int, str, int, int]] = field(default_factory=list)
    """Those that will explode: seat, option, structure, vehicle."""
    bonus: list[Space] = field(default_factory=list)
    searching: int = NONE
    """Who must open a bonus token now."""
    decks: dict[int, int] = field(default_factory=dict)
    """Cards that are left in the deck of a side, by its lowest seat."""
    stars: list[int] = field(default_factory=list)
    """Orders of each seat this round, before an alliance is held to its limit."""
    event: set[int] = field(default_factory=set)
    rallying: dict[int, int] = field(default_factory=dict)
    thick: list[tuple[Space, int]] = field(default_factory=list)
    marked: set[int] = field(default_factory=set)
    """Units that bear a marker as Supply begins; later ones stay (HON-SUP-07, -08)."""
    bomb: int = NONE
    vertex: Space = OFF_MAP
    named: Space = OFF_MAP
    order_of_boards: int = NONE
    razing: bool = False
    """The last dice are Destruction dice, not those at units."""
    passes: int = 0
    spotted: set[int] = field(default_factory=set)
    checked: bool = False
    again: bool = False
    flipped_first: int = NONE
    halted: bool = False
    """The mover stops on its leg, where somebody was found; what reacts now fires there (R-95)."""
    standing: dict[int, tuple[str, ...]] = field(default_factory=dict)
    shooter: int = NONE
    gun: int = 0
    """The place of the weapon that has fired last."""
    owed: dict[int, int] = field(default_factory=dict)
    """Markers that a unit must get by what is no shot."""
    wounded: int = NONE
    aim: Space = OFF_MAP
    colour: str = ""
    room: Space = OFF_MAP
    order: list[int] | None = None
    spread: int = 0
    bombs: dict[int, str] = field(default_factory=dict)
    sniped: tuple[int, int] | None = None
    rosters: tuple[Any, ...] = ()
    cards_out: set[int] = field(default_factory=set)
    strikes: bool = False
    strike: str = ""
    """The artillery card that comes down."""
    dispersal: int = 0
    loose: bool = False
    """A blast whose order nothing says."""
    sought: set[int] = field(default_factory=set)
    """Concealed counters that a plane or a flare must open."""
    shaken: set[int] = field(default_factory=set)
    """Who must get a marker by harassing fire."""
    flak: tuple[int, int] | None = None
    """A result of anti-aircraft fire, and the number that it wants."""
    dressed: int = NONE
    CONCEALS = ("or_concealed", "or_infiltration")
    laid_concealed: list[int] = field(default_factory=list)
    pinned: bool = False
    deployed: list[int] = field(default_factory=list)
    reason: str = ""

    def differ(self, rule: str, what: str, mine: Any, theirs: Any) -> None:
        """Write down a difference."""
        self.found.append(
            Difference(self.match, self.step, self.model.round, rule, what, mine, theirs)
        )

    def same(self, rule: str, what: str, mine: Any, theirs: Any) -> None:
        """Compare two values."""
        self.checks[rule] += 1
        if mine != theirs:
            self.differ(rule, what, mine, theirs)

    def allowed(self, rule: str, what: str, why: str) -> None:
        """Report what the game has allowed and the referee would not."""
        self.checks[rule] += 1
        if why:
            self.differ(rule, what, why, "allowed")

    def take(self, what: str, *skip: str) -> None:
        """Take something as the game says."""
        self.given[what] += 1
        self.skip |= set(skip)

    def ally(self, a: Counter, b: Counter) -> bool:
        """Return True if counters are of two seats that fight together."""
        return a.seat != b.seat and self.model.allied(a.seat, b.seat)
