"""The state of a match of Squad, and the questions every procedure asks about it.

In the card game squad 0 belongs to seat 0 and squad 1 to seat 1. With several squads (SQD-VHX-07)
seat s has the squads s * n to s * n + n - 1. `hands` has one hand for each *squad*.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from owm_net.engine.agenda import GameState
from owm_net.engine.data import DataFiles
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Copied, Record, record, register
from owm_net.engine.requests import Draw
from owm_net.engine.telling import Telling
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import CardRow, NationRow, Use, read_catalog
from owm_net.games.squadcards.ids import NO_CELL, NO_SQUAD, OPEN, SEATS, Cell, SquadId
from owm_net.games.squadcards.terms import Effect, Nation, Phase, RangeBand

DECK = "deck"
OBJECTIVES_TO_WIN = 3
MOST_SQUADS = 2
"""Of one seat."""
SQUAD_IDS = tuple([SquadId(n) for n in range(MOST_SQUADS * len(SEATS))])

CATALOG = read_catalog(DataFiles.of_package("owm_net.games.squadcards"))
HEXES = CATALOG.hexes
CONCEALMENT = CATALOG.uses["concealment"].amount
"""SQD-CARD-06: added to the cover of a position."""
COMMANDER = CATALOG.uses["commander_killed"].amount
"""SQD-CARD-14: taken off the hand limit."""


@record("squadcards.options")
class Options(Record):
    """The options the players may agree on; the defaults are the ledger's rulings.

    flanking_variant: 2.14 (R-33). handicap: SQD-GAP-13. turn_limit: SQD-GAP-07, 0 for none.
    smoke_modifier: R-16. stiff_upper_lip: R-11. american_exemption: how far it reaches (R-22).
    sections_are_guns: R-26. blocks: how many one move may meet (R-19), 0 for any number.
    """

    flanking_variant: bool = False
    handicap: bool = False
    turn_limit: int = 0
    smoke_modifier: int = -2
    stiff_upper_lip: int = -1
    american_exemption: Phase = Phase.COVERING
    sections_are_guns: bool = True
    blocks: int = 0


@register("squadcards.squad")
@define(kw_only=True)
class Squad(Copied):
    """SQD-SET-01: a number of men, and where and how they are.

    terrain: card number or OPEN. attached: Concealment and Encircled cards on its position.
    flanking: cards of the variant beside it (SQD-VFF-03). cell: hex, NO_CELL in the card game.
    fired_upon, men_lost: the fire log (SQD-ATK-12). outflanked: bears the marker (SQD-POS-04).

    In this player turn: will_move, smoke, point_man as declared; covered: made a covering
    attack; shot_at: attacked in the Opportunity Fire Phase; halted: point man's loss; moved;
    attacked; ambush; enfilades and flanks: cards played; close_in: option used (SQD-ATK-11).
    """

    seat: Seat
    nation: Nation
    men: int
    terrain: CardNumber = OPEN
    attached: list[CardNumber] = field(factory=list)
    flanking: list[CardNumber] = field(factory=list)
    cell: Cell = NO_CELL
    pinned: bool = False
    fired_upon: bool = False
    men_lost: int = 0
    commander_lost: bool = False
    outflanked: bool = False
    will_move: bool = False
    smoke: bool = False
    point_man: bool = False
    covered: bool = False
    shot_at: bool = False
    halted: bool = False
    moved: bool = False
    attacked: bool = False
    ambush: bool = False
    enfilades: int = 0
    flanks: int = 0
    close_in: bool = False

    @property
    def row(self) -> NationRow:
        """Return the printed row of its nationality."""
        return CATALOG.nations[self.nation]

    @property
    def ground(self) -> Use | None:
        """The terrain it is in, None in the open."""
        if self.cell != NO_CELL:
            return CATALOG.uses.get(HEXES.kinds[self.cell])
        return None if self.terrain == OPEN else CATALOG.faces[self.terrain]

    @property
    def concealed(self) -> bool:
        """Return True if a Concealment is on its position (SQD-CARD-06)."""
        return any(CATALOG.faces[c].effect is not Effect.ENCIRCLE for c in self.attached)

    @property
    def encircled(self) -> int:
        """How many Encircled cards lie on its position (SQD-CARD-05)."""
        return sum(CATALOG.faces[c].effect is Effect.ENCIRCLE for c in self.attached)

    @property
    def cover(self) -> int:
        """Return the sum that its cover subtracts from attacks: terrain and Concealment
        (SQD-ATK-06)."""
        ground = self.ground
        return (ground.cover if ground else 0) + CONCEALMENT * self.concealed

    @property
    def hand_limit(self) -> int:
        """How many cards it may keep at the end of its Discard Phase (SQD-DISC-02)."""
        return self.row.hand_limit - COMMANDER * self.commander_lost

    def begin_turn(self) -> None:
        """Clear the marks of the last player turn."""
        self.will_move = self.smoke = self.point_man = self.covered = self.shot_at = False
        self.halted = self.moved = self.attacked = self.ambush = self.close_in = False
        self.enfilades = self.flanks = 0


@register("squadcards.state")
@define(kw_only=True)
class SquadState(GameState):
    """A match of Squad. See the fields of `GameState` too.

    hex_map: played on the map of 2.15. squads_each: for each seat. band: the range of the card
    game. objectives: Mission Objectives face up, for each seat. aside: cards of a move that is
    being attempted. turn: player turns begun. active: the seat whose turn it is. first: the seat
    that began.
    """

    telling = Telling["SquadState"](nothing=say("nothing"))

    mission: str
    options: Options
    hex_map: bool = False
    squads_each: int = 1
    squads: list[Squad] = field(factory=list)
    band: RangeBand = RangeBand.L
    objectives: list[list[CardNumber]] = field(factory=list)
    discard: list[CardNumber] = field(factory=list)
    aside: list[CardNumber] = field(factory=list)
    turn: int = 0
    active: Seat = SEATS[0]
    first: Seat = SEATS[0]
    phase: Phase = Phase.SET_UP

    def living(self, seat: Seat) -> list[SquadId]:
        """A seat's squads with men left."""
        squads = zip(SQUAD_IDS, self.squads, strict=False)
        return [i for i, s in squads if s.seat == seat and s.men]

    def all_of(self, seat: Seat) -> list[SquadId]:
        """All squads of a seat, with those that have no men left."""
        return [i for i, s in zip(SQUAD_IDS, self.squads, strict=False) if s.seat == seat]

    def range_of(self, a: SquadId, b: SquadId) -> RangeBand | None:
        """The range of two squads, None if they are too far apart (SQD-RNG-01, SQD-VHX-05)."""
        if self.hex_map:
            return HEXES.band(self.squads[a].cell, self.squads[b].cell)
        return self.band

    def occupied(self) -> list[Cell]:
        """Hexes with a pawn (R-32)."""
        return [s.cell for s in self.squads if s.men]

    def hand_of(self, card: int, squads: Iterable[SquadId]) -> SquadId | None:
        """Return which of these squads has a card (a slot or a number) in its hand, None if
        none."""
        for squad in squads:
            if card in self.hands[squad]:
                return squad
        return None

    def holder(self, seat: Seat, card: int) -> SquadId | None:
        """Return which living squad of a seat has this card in its hand, None if none."""
        return self.hand_of(card, self.living(seat))

    def has_cards(self, seat: Seat) -> bool:
        """Return True if any of a seat's squads has a card; hand sizes are public."""
        return any(self.hands[s] for s in self.living(seat))

    def take(self, squad: SquadId, card: int) -> CardNumber:
        """An opened card leaves a squad's hand."""
        self.hands[squad].remove(card)
        return CardNumber(card)

    def spend(self, squad: SquadId, card: int) -> None:
        """SQD-CARD-02: a card goes face up from a hand to the discard pile."""
        self.discard.append(self.take(squad, card))

    def draw_to(self, squad: SquadId, n: int) -> Draw:
        """The request to draw n cards to a squad's hand."""
        return self.draw(self.squads[squad].seat, DECK, n, squad)


class OfSquad:
    """Base of the frames that are about one squad: it acts, rolls, moves, or has just killed."""

    __slots__ = ()
    squad: SquadId


def squad_asked(g: SquadState) -> SquadId:
    """The squad that the open question is about, NO_SQUAD if none."""
    top: object = g.agenda[-1] if g.agenda else None
    return top.squad if isinstance(top, OfSquad) else NO_SQUAD


def face(card: CardNumber) -> CardRow:
    """The row of an opened card."""
    return CATALOG.faces[card]
