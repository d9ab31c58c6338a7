"""The state of a match of OWM, and the questions every procedure asks about it.

Soldiers and Fireteams are records: a change puts a new record in the old one's place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypedDict, Unpack

from attrs import define, evolve, field

from owm_net.engine.agenda import GameState, Refusal
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import ADDED, Played, Record, record, register
from owm_net.engine.telling import Telling
from owm_net.engine.text import say
from owm_net.games.owm.catalog import FIELD, Mission, OrderCard, SoldierCard, Weapon
from owm_net.games.owm.ground import OPEN, Ground, Terrains, flanks, lies_behind
from owm_net.games.owm.ids import (
    NO_CELL,
    NO_FIRETEAM,
    NO_SOLDIER,
    Cell,
    DivisionKey,
    FireteamId,
    SoldierId,
)
from owm_net.games.owm.own_mission import read_carried
from owm_net.games.owm.reading import read_catalog
from owm_net.games.owm.terms import Side, Status, WeaponType
from owm_net.games.owm.tokens import Border, Token, TokenKind, laid, removed
from owm_net.games.owm.traits import crewing, leading

CORE = "core"
"""The name of the core deck among `decks`."""
HAND_LIMIT = 7
"""Cards in a hand (OWM-HAND-01)."""
MAX_FIRETEAM = 8
"""Soldiers in a Fireteam (OWM-SETUP-08)."""
STANDS = NO_CELL
"""A Fireteam's heading while it is not on the move."""

OTHER = {Side.ALLIES: Side.AXIS, Side.AXIS: Side.ALLIES}

CATALOG = read_catalog(DataFiles.of_package("owm_net.games.owm"))
TERRAINS = Terrains(CATALOG.terrain)


@record("owm.soldier")
class Soldier(Record):
    """A soldier in play. id: see `catalog.soldier_id`.

    suppressed_in: round in which they were suppressed, while they are (OWM-TGT-02). crewed_in:
    round in which they were crewed or took the scope, 0 if they are not (OWM-CREW-02). assistant,
    assists: the other one of a crew, 0 if none. transferred_in: round of their last Transfer.
    trait_used_in: round in which they last used a trait that works once a round. is_marksman: their
    next Firing Sequence of this turn counts one range closer (A-47).
    """

    id: SoldierId
    status: Status = Status.READY
    jammed: bool = False
    suppressed_in: int = 0
    crewed_in: int = 0
    assistant: SoldierId = NO_SOLDIER
    assists: SoldierId = NO_SOLDIER
    transferred_in: int = 0
    trait_used_in: int = 0
    is_marksman: bool = False

    @property
    def can_fight(self) -> bool:
        """Return True if they can attack at all: not the wounded (OWM-SOLD-10), nor Lu (A-64)."""
        return self.status not in (Status.WOUNDED, Status.UNARMED)

    @property
    def card(self) -> SoldierCard:
        """Return the printed values of the card."""
        return CATALOG.soldiers[self.id]

    @property
    def weapon(self) -> Weapon:
        """Return the weapon named on the card."""
        return CATALOG.soldier_weapon(self.id)


class SoldierChanges(TypedDict, total=False):
    """The fields of a soldier in play that may change, with types for mypy."""

    status: Status
    jammed: bool
    suppressed_in: int
    crewed_in: int
    assistant: SoldierId
    assists: SoldierId
    transferred_in: int
    trait_used_in: int
    is_marksman: bool


@record("owm.fireteam")
class Fireteam(Record):
    """1-8 soldiers acting together (OWM-SETUP-08).

    number: 1-4 on its tokens. line: its soldiers from left to right. cell: where it is, NO_CELL
    before it has come onto the map.
    heading: the cell it is moving to, or STANDS. moved_in: the last round in which it was on
    the move. activated_in: round of its last turn. dug_in: uses the entrenchment of its
    Terrain. attacked_in, attacked_at: round and cell of the last attack on it (A-38).
    drop_zone: where it means to land, NO_CELL if it does not come from the air (OWM-MX-16).
    engaged: whom it attacked last; kept only while traits are in force (OWM-ATK-08).
    spent_in: the last round in which an assault that it triggered used up its turn (OWM-ASLT-18,
    A-60), or joining a Fireteam that had had its own (A-33).
    covered: Covering Fire goes with its open move (OWM-TOK-01). last_stand_in: the last round in
    which it made a Last Stand.
    """

    id: FireteamId
    seat: Seat
    division: DivisionKey
    number: int
    line: tuple[SoldierId, ...]
    cell: Cell = NO_CELL
    heading: Cell = STANDS
    moved_in: int = 0
    activated_in: int = 0
    stealthed: bool = False
    dug_in: bool = False
    attacked_in: int = 0
    attacked_at: Cell = NO_CELL
    drop_zone: Cell = NO_CELL
    engaged: FireteamId = NO_FIRETEAM
    spent_in: int = 0
    covered: bool = False
    last_stand_in: int = 0

    @property
    def on_the_move(self) -> bool:
        """Maneuver begun, not finished (OWM-MOVE-01)."""
        return self.heading != STANDS

    @property
    def on_map(self) -> bool:
        """Return True if it is on the map: not while it is still to arrive (A-66) or aloft (A-65).

        A Fireteam off the map sees nobody and is seen by nobody; questions about a place do not
        apply to it.
        """
        return self.cell != NO_CELL

    @property
    def is_aloft(self) -> bool:
        """Still in the air: it tries to land in its turn (OWM-MX-16)."""
        return not self.on_map and self.drop_zone != NO_CELL


class FireteamChanges(TypedDict, total=False):
    """The fields of a Fireteam in play that may change."""

    line: tuple[SoldierId, ...]
    cell: Cell
    heading: Cell
    moved_in: int
    activated_in: int
    stealthed: bool
    dug_in: bool
    attacked_in: int
    attacked_at: Cell
    drop_zone: Cell
    engaged: FireteamId
    spent_in: int
    covered: bool
    last_stand_in: int


class Site(Record):
    """The state of a mission's own rules: the flags, the truck. A subclass for each, beside those
    rules in `missions`."""


@record("owm.agreed")
class Agreed(Record):
    """The players' agreement about the Mission card (OWM-SETUP-03, OWM-SETUP-06, OWM-TIMER-01); the
    defaults play it as printed.

    squad_points: 0 for the card's. exchanged: Axis and Allies have changed their anchors and their
    parts. last_round: the match ends with it; 0 for none. own: a mission of their own, as the
    terms carry it. Where north is (A-114) the map knows.
    """

    squad_points: int = 0
    exchanged: bool = False
    last_round: int = 0
    own: str = ""


AS_PRINTED = Agreed()


@record("owm.variants")
class Variants(Record):
    """Rulings that are played the other way (those marked *switch* in the ledger).

    wounds: a wound icon needs any total above 0, not Resolve (A-03). icons: an icon counts only if
    the die it sits on is read (G-02). fuse: a Satchel Charge explodes in the first Assessment
    (A-44). hands: a player with two squads has a hand of 7 for each (A-68). partners: hands are
    open inside a side (A-94). tokens: there are no more token cards than in the box (A-69).
    """

    wounds: bool = False
    icons: bool = False
    fuse: bool = False
    hands: bool = False
    partners: bool = False
    tokens: bool = field(default=False, metadata=ADDED)


AS_RULED = Variants()


@register("owm.state")
@define(kw_only=True)
class OwmState(GameState):
    """A match of OWM. See the fields of `GameState` too.

    sides: one for each seat. divisions: keys for each seat. start_cells: legal ones are computed
    from the mission. initiative: Fireteam ids from the top. lost: soldiers killed or routed, in
    that order; it decides nothing, but nothing else tells the table who is gone. agreed: options
    about the Mission card. variants: rulings played the other way. site: the state of the mission's
    own rules. playthroughs: deck timer used. time_up: the last deck has run out; the running event
    is finished, then the game ends (A-19). shaken: soldiers who have a check to make after a loss
    beside them, by a trait. gone: seats that are left out. withdrawn: their soldiers, who have left
    the map and are not lost (OWM-TEAM-04). tokens: Smoke, Star Shells and Satchel Charges on the
    map. artillery: the Artillery card At-the-Ready (OWM-SETUP-13), orange if loaded and yellow
    while it reloads; None where there is none. held_terrain: Terrain cards that have been laid and
    are not put down yet, while others may answer. shown: slots of hands that another seat has been
    shown (OWM-CD-INTEL). former: Fireteams that have joined others or lost their last soldier, with
    the step; it is no part of the saved state, so the rules may look at those of this step alone.
    What is told of earlier steps may look at all.
    """

    telling = Telling["OwmState"]()

    mission: str
    level: str
    sides: list[Side] = field(factory=list)
    divisions: list[tuple[DivisionKey, ...]] = field(factory=list)
    ground: Ground
    soldiers: dict[SoldierId, Soldier] = field(factory=dict)
    fireteams: dict[FireteamId, Fireteam] = field(factory=dict)
    initiative: list[FireteamId] = field(factory=list)
    active: FireteamId = NO_FIRETEAM
    round_no: int = 0
    discard: list[CardNumber] = field(factory=list)
    event_pile: list[CardNumber] = field(factory=list)
    fog: list[int] = field(factory=list)
    lost: list[SoldierId] = field(factory=list)
    playthroughs: int = 0
    time_up: bool = False
    shaken: list[SoldierId] = field(factory=list)
    held_terrain: list[CardNumber] = field(factory=list)
    shown: list[int] = field(factory=list)
    gone: list[Seat] = field(factory=list)
    withdrawn: list[SoldierId] = field(factory=list)
    tokens: tuple[Token, ...] = ()
    artillery: Border | None = None
    agreed: Agreed = AS_PRINTED
    variants: Variants = AS_RULED
    site: Site | None = None
    former: list[tuple[int, Fireteam]] = field(factory=list, metadata={"transient": True}, eq=False)

    # -- the mission ---------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """For people: "set-up", "assessment", "combat", "debrief", or "over" at the end."""
        if not self.agenda:
            return "over"
        return next((str(f.phase) for f in self.agenda if hasattr(f, "phase")), "set-up")

    @property
    def has_decisions(self) -> bool:
        """Return True if Command Decisions are played: from level Lieutenant on (OWM-LVL-02,
        LVL-03)."""
        return self.level != "private"

    @property
    def card(self) -> Mission:
        """The Mission card that is played, as the players have agreed to play it."""
        if self.agreed == AS_PRINTED:
            return CATALOG.missions[self.mission]
        return mission_card(self.mission, self.agreed)

    def largest(self, side: Side) -> int:
        """How many soldiers a Fireteam of a side may have (OWM-SETUP-08, OWM-MX-02)."""
        return self.card.max_soldiers.get(side.value, MAX_FIRETEAM)

    def side_seats(self, side: Side) -> list[Seat]:
        return [seat for seat, of in zip(self.players, self.sides, strict=False) if of is side]

    def hand_limit(self, seat: Seat) -> int:
        """Cards in a seat's hand (OWM-HAND-01), for all its squads together unless A-68 is played
        the other way."""
        return HAND_LIMIT * (len(self.divisions[seat]) if self.variants.hands else 1)

    def partners(self, seat: Seat) -> list[Seat]:
        """The other seats of a side that are still there."""
        side = self.side_seats(self.sides[seat])
        return [s for s in side if s != seat and s not in self.gone]

    def side_of(self, soldier: SoldierId) -> Side:
        """Return the side a soldier fights for, in play or not."""
        home = CATALOG.division_of[soldier].key
        seat = next(s for s, keys in enumerate(self.divisions) if home in keys)
        return self.sides[seat]

    def seat_order(self) -> list[Seat]:
        """Seats in Initiative order of their topmost Fireteam (OWM-INIT-02); seats without
        a Fireteam last, and none that is left out."""
        order: list[Seat] = []
        for team in self.initiative:
            seat = self.fireteams[team].seat
            if seat not in order:
                order.append(seat)
        return order + [s for s in self.players if s not in order and s not in self.gone]

    # -- Fireteams and soldiers ----------------------------------------------------------

    def change_soldier(self, soldier: SoldierId, **changes: Unpack[SoldierChanges]) -> None:
        """Put a changed record in a soldier's place."""
        self.soldiers[soldier] = self.soldiers[soldier].with_(**changes)

    def change_fireteam(self, fireteam: FireteamId, **changes: Unpack[FireteamChanges]) -> None:
        """Put a changed record in a Fireteam's place."""
        self.fireteams[fireteam] = self.fireteams[fireteam].with_(**changes)

    def take_off(self, fireteam: FireteamId) -> Fireteam:
        """Take a Fireteam's tokens off the map for good. Returns what it was."""
        gone = self.fireteams.pop(fireteam)
        self.former.append((self.answered, gone))
        return gone

    @property
    def just_gone(self) -> list[Fireteam]:
        """Fireteams that were taken off in this step, or in the last one at a pause."""
        return [team for step, team in self.former if step == self.answered]

    def members(self, fireteam: FireteamId) -> list[Soldier]:
        """The soldiers of a Fireteam from left to right."""
        return [self.soldiers[s] for s in self.fireteams[fireteam].line]

    def fireteam_of(self, soldier: SoldierId) -> Fireteam:
        for team in self.fireteams.values():
            if soldier in team.line:
                return team
        raise EngineBug(f"soldier {soldier} is in no Fireteam")

    def fireteams_at(self, cell: Cell) -> list[Fireteam]:
        return [t for t in self.fireteams.values() if t.cell == cell]

    def friends(self, seat: Seat) -> Iterator[Fireteam]:
        """The Fireteams of a seat's side that are on the map."""
        side = self.sides[seat]
        return (t for t in self.fireteams.values() if t.on_map and self.sides[t.seat] is side)

    def enemies(self, seat: Seat) -> Iterator[Fireteam]:
        """The Fireteams of the other side that are on the map."""
        side = self.sides[seat]
        return (t for t in self.fireteams.values() if t.on_map and self.sides[t.seat] is not side)

    def is_enemy(self, a: Fireteam, b: Fireteam) -> bool:
        """Return True if two Fireteams are of opposing sides."""
        return self.sides[a.seat] is not self.sides[b.seat]

    def same_squad(self, a: Fireteam, b: Fireteam) -> bool:
        """Return True if two Fireteams are of one squad: one player's soldiers of one division."""
        return a.seat == b.seat and a.division == b.division

    def is_leaderless(self, fireteam: FireteamId) -> bool:
        """No Leader is left (OWM-SOLD-05)."""
        return not any(leading.is_leader(self.level, s) for s in self.members(fireteam))

    def commanders(self, fireteam: FireteamId) -> list[SoldierId]:
        """Return the possible commanders: all of the highest rank (OWM-SOLD-04), never Lu."""
        members = [s for s in self.members(fireteam) if s.status is not Status.UNARMED]
        return [s.id for s in leading.candidates(self.level, members)]

    def has_suppressed(self, fireteam: FireteamId) -> bool:
        """Return True if a soldier of it is suppressed (OWM-EFF-04)."""
        return any(s.status is Status.SUPPRESSED for s in self.members(fireteam))

    def is_established(self, fireteam: Fireteam) -> bool:
        """Not on the move at any time this round (OWM-ASLT-07)."""
        return not fireteam.on_the_move and fireteam.moved_in != self.round_no

    def uses_second_grid(self, soldier: Soldier) -> bool:
        """Crewed or sighted since an earlier round (OWM-CREW-02), or at once by a trait."""
        if not soldier.crewed_in or soldier.crewed_in < self.round_no:
            return soldier.crewed_in > 0
        helper = self.soldiers.get(soldier.assistant)
        return helper is not None and crewing.works_at_once(self.level, helper)

    def next_to_act(self) -> FireteamId:
        """The topmost Fireteam not yet activated this round, NO_FIRETEAM if there is none
        (OWM-INIT-03, A-50). A Fireteam still to arrive is passed over (A-66); one aloft has its
        turn to land in (OWM-MX-17)."""
        for team in map(self.fireteams.__getitem__, self.initiative):
            if team.activated_in != self.round_no and (team.on_map or team.is_aloft):
                return team.id
        return NO_FIRETEAM

    # -- ground --------------------------------------------------------------------------

    def sees(self, a: Cell, b: Cell) -> bool:
        """Line of sight between two cells; none to or from who is not on the map."""
        return NO_CELL not in (a, b) and TERRAINS.sees(self.ground, a, b)

    def has_flanking(self, fireteam: Fireteam, target: Fireteam, cell: Cell | None = None) -> bool:
        """Flanking of a Fireteam, standing in `cell` if given, on an enemy (A-26)."""
        here = fireteam.cell if cell is None else cell
        return any(
            other.id != fireteam.id
            and flanks(self.ground, target.cell, here, other.cell)
            and self.sees(here, target.cell)
            and self.sees(other.cell, target.cell)
            for other in self.friends(fireteam.seat)
        )

    def endangers_friend(self, shooter: Fireteam, target: Fireteam) -> bool:
        """Friendly fire: a friend exactly behind the target (OWM-FF-01)."""
        return any(
            other.id != shooter.id
            and lies_behind(self.ground, shooter.cell, target.cell, other.cell)
            for other in self.friends(shooter.seat)
        )

    def tokens_of(self, kind: TokenKind) -> Iterator[Token]:
        """The tokens of a kind, in the order in which they were laid."""
        return (token for token in self.tokens if token.kind is kind)

    def token_at(self, kind: TokenKind, cell: Cell) -> Token | None:
        """The token of a kind in a cell, None if there is none."""
        return next((token for token in self.tokens_of(kind) if token.cell == cell), None)

    def lay_token(self, kind: TokenKind, cell: Cell) -> None:
        """Lay a token, yellow side up; it replaces one of its kind there. A Satchel Charge with a
        short fuse is laid red (A-44)."""
        short = kind is TokenKind.SATCHEL_CHARGE and self.variants.fuse
        token = Token(kind, cell, Border.RED if short else Border.YELLOW)
        self.tokens = laid(self.tokens, token)

    def take_token(self, kind: TokenKind, cell: Cell) -> None:
        """A token leaves the map."""
        self.tokens = removed(self.tokens, kind, cell)

    def why_no_entry(self, fireteam: Fireteam, cell: Cell) -> Refusal | None:
        """Why a Fireteam may not move into a cell, None if it may."""
        terrain = TERRAINS.at(self.ground, cell)
        if terrain.no_movement:
            return Refusal("OWM-TERR-06", say("nobody can enter {title}", title=terrain.title))
        for other in self.fireteams_at(cell):
            if self.is_enemy(fireteam, other) or other.id == fireteam.id:
                continue
            if not self.same_squad(fireteam, other):
                if other.seat != fireteam.seat:
                    return Refusal("OWM-MOVE-09", say("a partner's Fireteam is there"))
                return Refusal("OWM-MOVE-09", say("another squad is there"))
            most = self.largest(self.sides[fireteam.seat])
            if len(other.line) + len(fireteam.line) > most:
                return Refusal(
                    "OWM-MOVE-09",
                    say("together they would be more than {most} soldiers", most=most),
                )
        return None

    # -- cards ---------------------------------------------------------------------------

    def take_from_hand(self, seat: Seat, played: Played) -> CardNumber:
        """A card that an answer plays leaves its hand; it has been opened. Returns its number."""
        card = CardNumber(played)
        self.hands[seat].remove(card)
        return card

    def spend(self, seat: Seat, played: Played) -> CardNumber:
        """A card goes from a hand to the discard pile (OWM-STD-02). Returns its number."""
        card = self.take_from_hand(seat, played)
        self.discard.append(card)
        return card


def order_of(card: CardNumber | None) -> OrderCard | None:
    """The Order card with this number, None for Terrain, slots and unknown cards."""
    found = CATALOG.core.get(card) if card is not None else None
    return found if isinstance(found, OrderCard) else None


@cache
def mission_card(key: str, agreed: Agreed) -> Mission:
    """A Mission card with what has been agreed on about it."""
    card = read_carried(agreed.own) if agreed.own else CATALOG.missions[key]
    if agreed.squad_points:
        card = evolve(card, squad_points=agreed.squad_points)
    if agreed.exchanged:
        other = {side.value: OTHER[side].value for side in OTHER} | {"": ""}
        card = evolve(
            card,
            anchors={other[side]: cells for side, cells in card.anchors.items()},
            max_soldiers={other[side]: most for side, most in card.max_soldiers.items()},
            objectives=tuple([evolve(o, side=other[o.side]) for o in card.objectives]),
            lead=other[card.lead],
        )
    return card


def new_ground(mission: Mission) -> Ground:
    """The map of a mission as it is laid out; anchors on open spots get a Field card (3.8)."""
    rows = mission.rows
    ground = Ground(len(rows[0]), len(rows), (OPEN,) * (len(rows) * len(rows[0])))
    for name, card in mission.cards.items():
        ground = ground.with_card(ground.cell(name), card)
    for names in mission.anchors.values():
        for name in names:
            spot = ground.place(ground.cell(name))
            if ground.cards[ground.cell(name)] == OPEN and rows[spot[1]][spot[0]] != "?":
                ground = ground.with_card(ground.cell(name), FIELD)
    return ground


MACHINE_GUNS = (WeaponType.LMG, WeaponType.HMG)
