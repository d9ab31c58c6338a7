"""A table for the tests of OWM: a match in the middle of a round, with a stacked deck.

`tests.games.driver` drives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from attrs import evolve, field, frozen

from owm_net import games
from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Flip
from owm_net.engine.zones import Deck, slot
from owm_net.games.owm import system  # noqa: F401 - it makes the rules of the missions known
from owm_net.games.owm.assault import Assault
from owm_net.games.owm.catalog import CORE_CARDS, FIELD, OrderCard
from owm_net.games.owm.firing import Totalled
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.ground import OPEN, Ground
from owm_net.games.owm.ids import NO_CELL, Cell, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.rounds import Rounds
from owm_net.games.owm.state import (
    CATALOG,
    CORE,
    MAX_FIRETEAM,
    TERRAINS,
    Fireteam,
    OwmState,
    Soldier,
    new_ground,
)
from owm_net.games.owm.terms import Colour, Side, Status
from owm_net.games.owm.tokens import Border, Token, TokenKind
from tests.games.driver import Driver, every

games.get("owm")  # the missions' own rules are known with it
EVANS = SoldierId(204)  # PFC, G+B at range 3, Discipline red: the rulebook's own example
WIDTH, HEIGHT = 5, 7
DIVISIONS = (DivisionKey("us_101st_airborne"), DivisionKey("german_352nd"))

# Cards without an event icon, for hands.
ATTACK_RED, ATTACK_RED_2, ATTACK_GREEN, ATTACK_BLUE = map(Played, (1, 48, 17, 14))
MANEUVER, MANEUVER_2, MANEUVER_3 = map(Played, (19, 24, 26))
ENTRENCH, ENTRENCH_2 = map(Played, (27, 55))
RALLY_RED, RALLY_GREEN, RALLY_BLUE = map(Played, (57, 6, 60))
HILL, ROAD, WOODS, WOODS_2, LAKE, RUINS, RAILROAD, ROCKS = map(
    Played, (68, 36, 10, 143, 33, 62, 91, 43)
)
GUNNER, MATE, SNIPER = map(SoldierId, (205, 206, 214))
"""Allies: a light machine gun, a Private who may assist, a sniper."""
FIRST, SECOND, THIRD, FOURTH, FIFTH = map(FireteamId, range(1, 6))
"""The Fireteams of a table, in the order in which they are named."""
HAND = [ATTACK_RED, ENTRENCH, HILL, LAKE, MANEUVER, MANEUVER_2, RALLY_RED]
COLOURS = {"R": Colour.RED, "G": Colour.GREEN, "B": Colour.BLUE}


@frozen
class Team:
    """A Fireteam to be put on the table; at: "" for one that is not on the map yet."""

    seat: int
    at: str
    line: tuple[Soldier, ...]
    more: Mapping[str, Any] = field(factory=dict)


def team(seat: int, at: str, *soldiers: int | Soldier, **more: Any) -> Team:
    """Soldiers by id, or as `down`, `hurt` and the like make them."""
    line = [s if isinstance(s, Soldier) else Soldier(SoldierId(s)) for s in soldiers]
    return Team(seat, at, tuple(line), more)


def down(soldier: int, since: int = 1) -> Soldier:
    return Soldier(SoldierId(soldier), status=Status.SUPPRESSED, suppressed_in=since)


def hurt(soldier: int) -> Soldier:
    return Soldier(SoldierId(soldier), status=Status.WOUNDED)


def jammed(soldier: int) -> Soldier:
    """A soldier with a jammed weapon."""
    return Soldier(SoldierId(soldier), jammed=True)


def token(kind: TokenKind, at: str, border: Border = Border.YELLOW) -> Token:
    """A token on the map of a table."""
    return Token(kind, Ground(WIDTH, HEIGHT, ()).cell(at), border)


class Table(Driver[OwmState]):
    """A match with these Fireteams, whose order is the Initiative Track, on open ground.

    cards: Terrain by cell; a Fireteam put on an open spot stands on a Field card, as it would in
    play. hands: one list for each seat. at: the step of the rounds at which it begins. timer_used:
    play-throughs of the deck that are over. map_of: the mission whose map is played on. state:
    other fields of the state.

    Its state at the beginning and after every request must be possible in play (`check_state`).
    """

    def __init__(
        self,
        *teams: Team,
        cards: Mapping[str, int] | None = None,
        turned: Sequence[str] = (),
        trenches: Sequence[str] = (),
        hands: Sequence[Sequence[int]] = (),
        seats: int = 2,
        round_no: int = 3,
        at: str = "combat",
        timer_used: int = 0,
        **state: Any,
    ) -> None:
        ground = Ground(WIDTH, HEIGHT, (OPEN,) * (WIDTH * HEIGHT))
        map_of = state.pop("map_of", "")
        if map_of:
            ground = new_ground(CATALOG.missions[map_of])
        for name, card in (cards or {}).items():
            ground = ground.with_card(ground.cell(name), CardNumber(card), name in turned)
        for one in teams:
            if one.at and ground.cards[ground.cell(one.at)] == OPEN:
                ground = ground.with_card(ground.cell(one.at), FIELD)
        self.ground0 = ground.with_(trenches=tuple(ground.cell(t) for t in trenches))
        g = OwmState(
            seats=seats,
            mission=map_of or "king-of-the-hill",
            level="private",
            ground=self.ground0,
            sides=[(Side.ALLIES, Side.AXIS)[s % 2] for s in range(seats)],
            divisions=[(DIVISIONS[s % 2],) for s in range(seats)],
            hands=[list(h) for h in hands] or [[] for _ in range(seats)],
            round_no=round_no,
            playthroughs=timer_used,
            agenda=[Rounds(at=at)],
        )
        for number, one in enumerate(teams, 1):
            fireteam, seat = FireteamId(number), Seat(one.seat)
            more = dict(one.more)
            for place in ("heading", "drop_zone"):
                if isinstance(more.get(place), str):
                    more[place] = ground.cell(more[place])
            g.fireteams[fireteam] = Fireteam(
                fireteam,
                seat,
                g.divisions[seat][0],
                number,
                tuple([s.id for s in one.line]),
                ground.cell(one.at) if one.at else NO_CELL,
                **more,
            )
            g.soldiers.update({s.id: s for s in one.line})
            g.initiative.append(fireteam)
        g.site = rules_of(g).first_site(g)
        for name, value in state.items():
            setattr(g, name, value)
        if map_of:
            rules_of(g).begins(g)
        out = {c for h in g.hands for c in h} | set(ground.cards)
        deck = [c for c in range(1, CORE_CARDS + 1) if c not in out]
        g.deck_count = 1
        g.decks[CORE] = Deck(1, len(deck))
        dealer = LocalDealer(seats, Chance("table"))
        dealer.stack(1, deck)
        super().__init__(g, dealer)
        self.total = self.count()

    def why_not(self, answer: Any, seat: int | None = None) -> Refusal | None:
        """Reasons of OWM begin without a capital."""
        refusal = super().why_not(answer, seat)
        assert refusal is None or not refusal.why[0].isupper(), refusal
        return refusal

    def begin(self) -> Self:
        """Run to the first decision."""
        check_state(self.g)
        return super().begin()

    def check(self) -> None:
        """OWM-TIMER-02, and what `check_state` looks for."""
        assert self.count() == self.total, "a card was lost or doubled"
        check_state(self.g)

    # -- cards ---------------------------------------------------------------------------

    def stack(self, *wanted: int | str) -> Table:
        """Lay cards on top of the deck: numbers, or such as "R3" (red 3 without an icon),
        "G5+wound", "B1+jam"."""
        deck = self.g.decks[CORE]
        left = [self.dealer.faces[slot(deck.number, i)] for i in range(deck.taken, deck.size)]
        chosen: list[int] = []
        for spec in wanted:
            found = spec if isinstance(spec, int) else _find(spec, left)
            left.remove(found)
            chosen.append(found)
        for i, card in enumerate(chosen + left):
            self.dealer.faces[slot(deck.number, deck.taken + i)] = card
        return self

    def leave(self, n: int) -> Table:
        """Put all but n cards of the deck on the discard pile."""
        deck = self.g.decks[CORE]
        gone = [self.dealer.faces[slot(deck.number, i)] for i in range(deck.taken + n, deck.size)]
        self.g.discard[:0] = map(CardNumber, gone)
        deck.size = deck.taken + n
        return self

    @property
    def taken(self) -> int:
        """How many cards have left the present deck."""
        return self.g.decks[CORE].taken

    def count(self) -> int:
        """All core cards, wherever they are (OWM-TIMER-02)."""
        g = self.g
        on_map = [c for c in g.ground.cards if 0 < c <= CORE_CARDS]
        hands = sum(len(h) for h in g.hands)
        piles = len(g.discard) + len(g.event_pile) + len(g.fog) + len(g.held_terrain)
        turning = len(g.pending.slots) if isinstance(g.pending, Flip) else 0
        return g.decks[CORE].left + turning + hands + piles + len(on_map)

    # -- looking -------------------------------------------------------------------------

    @property
    def discard(self) -> list[int]:
        """The discard pile, the newest card last."""
        return [*self.g.discard]

    def tokens(self, kind: TokenKind) -> dict[str, str]:
        """The tokens of a kind on the map: cell -> the colour of the border that is up."""
        return {self.g.ground.cell_name(t.cell): t.border.value for t in self.g.tokens_of(kind)}

    def cell(self, name: str) -> Cell:
        """A cell by its name."""
        return self.g.ground.cell(name)

    def at(self, fireteam: int) -> str:
        return self.g.ground.cell_name(self.g.fireteams[FireteamId(fireteam)].cell)

    def team(self, fireteam: int) -> Fireteam:
        return self.g.fireteams[FireteamId(fireteam)]

    def soldier(self, soldier: int) -> Soldier:
        """A soldier who is in play."""
        return self.g.soldiers[SoldierId(soldier)]

    def status(self, soldier: int) -> str:
        """Return a soldier's status, "gone" if out of the game."""
        found = self.g.soldiers.get(SoldierId(soldier))
        return found.status.value if found else "gone"

    def change(self, soldier: int, **changes: Any) -> None:
        """Change a soldier before play."""
        one = SoldierId(soldier)
        self.g.soldiers[one] = evolve(self.g.soldiers[one], **changes)


def check_state(g: OwmState) -> None:
    """Check the conditions of every pause of a match, once the track is there."""
    assert sorted(s for t in g.fireteams.values() for s in t.line) == sorted(g.soldiers)
    assert sorted(g.initiative) == sorted(g.fireteams)
    check_crews(g)
    check_cells(g)


def check_crews(g: OwmState) -> None:
    """Gunner and assistant know each other, are of one Fireteam, unhurt and not on the move."""
    for soldier in g.soldiers.values():
        if soldier.assistant:
            assert g.soldiers[soldier.assistant].assists == soldier.id
            assert g.fireteam_of(soldier.assistant).id == g.fireteam_of(soldier.id).id
        if soldier.assists:
            assert g.soldiers[soldier.assists].assistant == soldier.id
        if soldier.crewed_in or soldier.assists:
            assert soldier.status is Status.READY
            assert not g.fireteam_of(soldier.id).on_the_move
        assert (soldier.suppressed_in > 0) == (soldier.status is Status.SUPPRESSED)


def check_cells(g: OwmState) -> None:
    """Check: one Fireteam in a Terrain, except two enemies in an assault; none in a Lake, none on
    an open spot (A-97). Where an assault was triggered from nobody is (A-100)."""
    fights = [f for f in g.agenda if f.name == "owm.assault"]
    for one in g.fireteams.values():
        assert 1 <= len(one.line) <= MAX_FIRETEAM
        if not one.on_map:
            assert not one.on_the_move
            continue
        there = g.fireteams_at(one.cell)
        if len(there) > 1:  # in an assault, or where the end came in the middle of one
            assert fights or not g.agenda or g.card.rules == "truck"  # OWM-MX-15, A-118
            assert len({g.sides[t.seat] for t in there}) == len(there) == 2
        assert g.ground.cards[one.cell] != OPEN
        terrain = TERRAINS.at(g.ground, one.cell)
        assert not terrain.no_movement
        assert not (one.stealthed and terrain.no_stealth)
        if one.on_the_move:
            assert not g.has_suppressed(one.id)
            assert g.ground.adjacent(one.cell, one.heading)
        if one.dug_in:
            assert one.cell in g.ground.trenches
    for fight in fights:
        assert isinstance(fight, Assault)
        if g.card.rules != "truck" and fight.came_from != NO_CELL:
            assert not g.fireteams_at(fight.came_from)


def _find(spec: str, left: Iterable[int]) -> int:
    die, _, icon = spec.partition("+")
    for card in left:
        core = CATALOG.core[CardNumber(card)]
        printed = core.icon.value if isinstance(core, OrderCard) and core.icon else ""
        if core.dice.of(COLOURS[die[0]]) == int(die[1:]) and printed == icon:
            return card
    raise AssertionError(f"no card {spec} is left")


def colours(events: Iterable[Event]) -> list[str]:
    """The dice that were read, flip by flip."""
    return [e.colour.value for e in every(events, Flipped)]


def flips_for(events: Iterable[Event], purpose: Purpose) -> int:
    """How many cards were flipped for something."""
    return [e.purpose for e in every(events, Flipped)].count(purpose)


def totals(events: Iterable[Event]) -> list[int]:
    """The final numbers of the Firing Sequences."""
    return [e.total for e in every(events, Totalled)]
