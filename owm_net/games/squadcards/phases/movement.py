"""Phase 5, Movement: the attempt, blocks and engineers, and what follows (2.7, 2.14, 2.15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.events import CardEvent, SquadEvent
from owm_net.games.squadcards.ids import (
    NO_CARD,
    NO_CELL,
    NO_SQUAD,
    OPEN,
    Cell,
    SquadId,
    opponent,
)
from owm_net.games.squadcards.plays import OWN_HAND, CardEffect, CardInUse, Play, PlayWindow
from owm_net.games.squadcards.state import HEXES, OfSquad, SquadState, face
from owm_net.games.squadcards.terms import Effect, Moment, RangeBand
from owm_net.games.squadcards.victory import Casualties
from owm_net.games.squadcards.windows.after_move import AfterMove, drop_flanking
from owm_net.games.squadcards.windows.kill import KillWindow
from owm_net.games.squadcards.words import (
    BAND_WORDS,
    card_name,
    hex_title,
    hex_told,
    listed,
    squad_name,
    terrain_title,
)

# -- the answers -----------------------------------------------------------------------------


@record("squadcards.move")
class Move(Answer):
    """SQD-MOVE-01, -02: an attempt with a card of the hand.

    to: the new range. into_open: the card is discarded to enter Open terrain.
    """

    title: ClassVar[str] = say("Move")
    help: ClassVar[str] = say(
        "A terrain card is entered; any other card is discarded for Open terrain (SQD-MOVE-01)"
    )

    card: Played
    to: RangeBand
    into_open: bool = False

    def sentence(self, view: View[SquadState]) -> str:
        step = self.to.value - view.state.band.value
        way = say("closer") if step < 0 else say("farther away") if step > 0 else say("sideways")
        card = listed([view.card(self.card)])
        where = (
            say("discard {card}, into Open terrain", card=card)
            if self.into_open
            else say("into {card}", card=card)
        )
        return say(
            "move {way} ({band_words}): {where}",
            way=way,
            band_words=BAND_WORDS[self.to],
            where=where,
        )


@record("squadcards.march")
class March(Answer):
    """An attempt to move to a hex of the map (SQD-VHX-04)."""

    title: ClassVar[str] = say("Move")
    help: ClassVar[str] = say("One hex, or two if every hex entered is clear (SQD-VHX-04)")
    words = say("move to {cell}")

    cell: Cell


MOVE = Kind(
    "move",
    Move,
    March,
    rule="SQD-WIN-06",
    why=say("choose how to attempt the move"),
    deed=say("make the move"),
)
BLOCK_CARD = Kind(
    "block",
    Play,
    rule="SQD-WIN-07",
    why=say("choose a Block card, or pass"),
    deed=say("block the move or not"),
    passes=say("let them move"),
)
ANSWER_CARD = Kind(
    "answer",
    Play,
    rule="SQD-WIN-07",
    why=say("choose a Combat Engineer, or pass"),
    deed=say("answer the block or not"),
    passes=say("let the block stand"),
)


# -- what happens ----------------------------------------------------------------------------


@record("squadcards.stayed")
class Stayed(SquadEvent):
    """R-44: a declared mover has no card left for the attempt."""

    words = say("{squad} have no card left to move with")
    rule = "SQD-MOVE-01"

    squad: SquadId


@record("squadcards.attempt")
class MoveTried(CardEvent):
    """SQD-MOVE-01, -02: an attempt with a card, which the enemy may block now."""

    rule = "SQD-MOVE-01 SQD-MOVE-02"

    squad: SquadId
    card: CardNumber
    to: RangeBand
    into_open: bool

    def sentence(self, g: SquadState) -> str:
        who, card, band = squad_name(g, self.squad), card_name(self.card), BAND_WORDS[self.to]
        if self.into_open:
            return say(
                "{who} discard {card}: into the open at {band} range", who=who, card=card, band=band
            )
        return say("{who} try to reach {card} at {band} range", who=who, card=card, band=band)


@record("squadcards.march_attempt")
class MarchTried(SquadEvent):
    """A squad tries to reach a hex, which the enemy may block now (SQD-VHX-04)."""

    rule = "SQD-VHX-04"

    squad: SquadId
    cell: Cell

    def sentence(self, g: SquadState) -> str:
        return say(
            "{who} try to reach {hex}", who=squad_name(g, self.squad), hex=hex_told(self.cell)
        )


@record("squadcards.block")
class BlockPlayed(CardEvent):
    """The enemy has blocked an attempt to move (SQD-MOVE-03). use: key of the card or trait."""

    words = say("{squad} block with {use_title}")
    rule = "SQD-MOVE-03"

    squad: SquadId
    card: CardNumber
    use: str


@record("squadcards.blocked")
class Blocked(CardEvent):
    """SQD-MOVE-05: the move is off. card: the Block card that stands."""

    words = say("{squad} are back where they were")
    rule = "SQD-MOVE-05"

    squad: SquadId
    card: CardNumber


@record("squadcards.moved")
class Moved(SquadEvent):
    """SQD-MOVE-04: a move is complete. terrain: OPEN for none. cell: NO_CELL without a map."""

    rule = "SQD-MOVE-04"

    squad: SquadId
    terrain: CardNumber
    cell: Cell
    band: RangeBand

    def sentence(self, g: SquadState) -> str:
        who = squad_name(g, self.squad)
        if self.cell != NO_CELL:
            return say("{who} reach {hex}", who=who, hex=hex_told(self.cell))
        return say(
            "{who} are in {terrain_title}, range {band_words}",
            who=who,
            terrain_title=terrain_title(g, self.squad),
            band_words=BAND_WORDS[self.band],
        )


@record("squadcards.outflanking")
class Outflanked(SquadEvent):
    """SQD-POS-04: a mover was not attacked on its way."""

    words = say("{squad} have outflanked the enemy")
    rule = "SQD-POS-04"

    squad: SquadId


# -- the procedure ---------------------------------------------------------------------------


def destinations(g: SquadState, squad: SquadId) -> list[Cell]:
    """The hexes a squad may move to (SQD-VHX-04)."""
    return HEXES.reachable(g.squads[squad].cell, g.occupied())


def can_move(g: SquadState, squad: SquadId) -> bool:
    """Return True if it has the means of an attempt; they are public (R-13)."""
    return bool(destinations(g, squad) if g.hex_map else g.hands[squad])


def bands_in_reach(g: SquadState) -> list[RangeBand]:
    """SQD-MOVE-02: the ranges a move may end at."""
    return [b for b in RangeBand if abs(b.value - g.band.value) <= 1]


@frame("squadcards.movement_phase")
@define
class MovementPhase(BySquad):
    """Each declared mover must attempt one move (SQD-MOVE-01)."""

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        """It is one, and has not lost its point man (SQD-OPF-07)."""
        return g.squads[squad].will_move and not g.squads[squad].halted

    def act(self, g: SquadState) -> Outcome[None]:
        """One attempt, which the enemy may block."""
        return Call(MoveAttempt(self.squad), then=self.next_squad)


@frame("squadcards.move_attempt")
@define
class MoveAttempt(OfSquad, Frame[None]):
    """SQD-MOVE-01 to -09: one attempt of a declared mover.

    card: the new terrain or what is discarded, NO_CARD on the hex map. to, into_open, cell: where
    to. block: the Block card that is being answered, played by `blocker`, with its `effect`;
    blocks: how many there have been.
    """

    squad: SquadId
    card: CardNumber = NO_CARD
    to: RangeBand = RangeBand.L
    into_open: bool = False
    cell: Cell = NO_CELL
    block: CardNumber = NO_CARD
    blocker: SquadId = NO_SQUAD
    effect: Effect = Effect.WIRE
    blocks: int = 0

    def start(self, g: SquadState) -> Outcome[None]:
        """A squad whose last card was fired away cannot attempt anything, and stays (R-44)."""
        if not can_move(g, self.squad):
            g.tell(Stayed(self.squad))
            return Done()
        return Ask(MOVE.of(g.squads[self.squad].seat), then=self.hear)

    # -- the attempt (SQD-WIN-06) --------------------------------------------------------

    @MOVE.tells
    def about_move(self, view: View[SquadState]) -> About:
        """A hex, or a card and a range."""
        if view.state.hex_map:
            why = say("one hex, or two if every hex entered is clear")
            return About(say("choose a hex to move to"), why, "SQD-VHX-04")
        why = say("a terrain card is entered; any other card is discarded for Open terrain")
        return About(say("make your move: a card and the new range"), why, "SQD-MOVE-01")

    @MOVE.offers
    def offers_move(self, view: View[SquadState]) -> Iterator[Move | March]:
        """Each card as terrain where it is one, and as a discard; or each hex in reach."""
        g = view.state
        if g.hex_map:
            yield from (March(cell) for cell in destinations(g, self.squad))
            return
        bands = bands_in_reach(g)
        for held in g.hands[self.squad]:
            card = view.card(held)
            terrain = card is not None and face(card).effect is Effect.TERRAIN
            for into_open in (False, True) if terrain else (True,):
                yield from (Move(Played(held), band, into_open) for band in bands)

    @MOVE.samples
    def sample_move(self, view: View[SquadState], chance: Chance) -> Move | March:
        """One of these attempts, by chance; terrain is more often entered than thrown away."""
        g = view.state
        if g.hex_map:
            cells = destinations(g, self.squad)
            return March(cells[chance.below(len(cells))])
        bands = bands_in_reach(g)
        hand = g.hands[self.squad]
        held = hand[chance.below(len(hand))]
        card = view.card(held)
        terrain = card is not None and face(card).effect is Effect.TERRAIN
        into_open = not terrain or not chance.below(4)
        return Move(Played(held), bands[chance.below(len(bands))], into_open)

    @MOVE.judges
    def why_not_move(self, view: View[SquadState], answer: Move | March) -> Refusal | None:
        """On the hex map a hex in reach, else a card and a range."""
        g = view.state
        if isinstance(answer, March):
            return self._why_not_march(g, answer)
        if g.hex_map:
            return Refusal(
                "SQD-VHX-04", say("with the map, choose a hex and not a card"), misfit=True
            )
        if answer.to not in bands_in_reach(g):
            return Refusal("SQD-MOVE-02", say("a move changes the range by one step at most"))
        if answer.card not in g.hands[self.squad]:
            return Refusal("SQD-MOVE-01", OWN_HAND, misfit=True)
        if answer.into_open:
            return None
        card = view.card(answer.card)
        if card is None or face(card).effect is Effect.TERRAIN:
            return None
        why = say(
            "{title} is no terrain; it can be discarded to enter the open", title=face(card).title
        )
        return Refusal("SQD-MOVE-01", why)

    def _why_not_march(self, g: SquadState, answer: March) -> Refusal | None:
        if not g.hex_map:
            why = say("without the map, choose a card and not a hex")
            return Refusal("SQD-MOVE-01", why, misfit=True)
        if not 0 <= answer.cell < len(HEXES.places):
            return Refusal("SQD-VHX-04", say("there is no such hex"))
        if answer.cell in g.occupied():
            return Refusal("SQD-VHX-01", say("a pawn is there (R-32)"))
        if answer.cell not in destinations(g, self.squad):
            return Refusal("SQD-VHX-04", say("one hex, or two if every hex entered is clear"))
        return None

    def hear(self, g: SquadState, answer: Move | March) -> Outcome[None]:
        """New terrain face up, old terrain kept aside."""
        if isinstance(answer, March):
            self.cell = answer.cell
            g.tell(MarchTried(self.squad, answer.cell))
            return self.ask_block
        self.card = g.take(self.squad, answer.card)
        self.to, self.into_open = answer.to, answer.into_open
        g.aside.append(self.card)
        g.tell(MoveTried(self.squad, self.card, answer.to, answer.into_open))
        return self.ask_block

    # -- blocks and engineers (SQD-WIN-07) -----------------------------------------------

    def _blockers(self, g: SquadState) -> list[SquadId]:
        """Any squad of the enemy may block (R-51)."""
        return g.living(opponent(g.squads[self.squad].seat))

    def ask_block(self, g: SquadState) -> Outcome[None]:
        """SQD-MOVE-03: the passive player may block, again after each engineer (R-19)."""
        enemy = opponent(g.squads[self.squad].seat)
        most = g.options.blocks
        if not g.has_cards(enemy) or (most and self.blocks >= most):
            return self.complete
        return Ask(BLOCK_CARD.of(enemy), then=self.hear_block)

    @BLOCK_CARD.tells
    def about_block(self, view: View[SquadState]) -> About:
        """Where the enemy is going."""
        g = view.state
        what = say(
            "the {squad} try to move {where}: block them?",
            squad=squad_name(g, self.squad),
            where=self._where(g),
        )
        return About(what, say("Minefields and Barbed Wire stop a move"), "SQD-CARD-13")

    def _where(self, g: SquadState) -> str:
        if g.hex_map:
            return say("to {hex}", hex=hex_title(self.cell))
        ground = say("Open terrain") if self.into_open else card_name(self.card)
        return say(
            "into {ground} at {band_words} range", ground=ground, band_words=BAND_WORDS[self.to]
        )

    @BLOCK_CARD.offers
    def offers_block(self, view: View[SquadState]) -> Iterator[Play]:
        yield from BLOCK.offers(view, self._blockers(view.state))

    @BLOCK_CARD.judges
    def why_not_block(self, view: View[SquadState], answer: Play) -> Refusal | None:
        """A card of any enemy squad (SQD-CARD-13)."""
        return BLOCK.why_not(view, self, self._blockers(view.state), answer)

    def hear_block(self, g: SquadState, answer: Play) -> Outcome[None]:
        """The mover may answer the block."""
        BLOCK.play(g, self, self._blockers(g), answer)
        if not g.hands[self.squad]:
            return self.stand
        return Ask(ANSWER_CARD.of(g.squads[self.squad].seat), then=self.hear_answer)

    def passed_block(self, g: SquadState) -> Outcome[None]:
        return self.complete

    @ANSWER_CARD.tells
    def about_answer(self, view: View[SquadState]) -> About:
        """Tell what blocks the move."""
        block = card_name(self.block)
        what = say("your move is blocked by {block}: answer with a Combat Engineer?", block=block)
        return About(what, say("it cancels the block and its losses"), "SQD-MOVE-08")

    @ANSWER_CARD.offers
    def offers_answer(self, view: View[SquadState]) -> Iterator[Play]:
        """Yield what belongs in the window."""
        yield from ANSWER.offers(view, (self.squad,))

    @ANSWER_CARD.judges
    def why_not_answer(self, view: View[SquadState], answer: Play) -> Refusal | None:
        """A card of the mover's own hand (SQD-MOVE-08, R-51)."""
        return ANSWER.why_not(view, self, (self.squad,), answer)

    def hear_answer(self, g: SquadState, answer: Play) -> Outcome[None]:
        """An engineer cancels the block."""
        ANSWER.play(g, self, (self.squad,), answer)
        return self.ask_block

    def passed_answer(self, g: SquadState) -> Outcome[None]:
        return self.stand

    def _blocked_by(self) -> Block:
        block = BLOCK.effects[self.effect]
        assert isinstance(block, Block)
        return block

    def stand(self, g: SquadState) -> Outcome[None]:
        """SQD-MOVE-05: the squad is back where it was; what it played is discarded."""
        g.discard.extend(g.aside)
        g.aside = []
        g.tell(Blocked(self.squad, self.block))
        if self._blocked_by().explodes:
            return Ask(Roll(6, 2, "minefield"), then=self.explode)
        return Done()

    def explode(self, g: SquadState, dice: tuple[int, ...]) -> Outcome[None]:
        """Let the block explode and kill (SQD-MOVE-06)."""
        dead = self._blocked_by().explode(g, self.squad, dice)
        return Call(Casualties(self.squad, dead), then=self.mined) if dead else Done()

    def mined(self, g: SquadState) -> Outcome[None]:
        """The squad that laid it has killed (SQD-ATK-13, R-51)."""
        return Call(KillWindow(self.blocker, self.squad), then=self.close)

    # -- an unblocked move ---------------------------------------------------------------

    def complete(self, g: SquadState) -> Outcome[None]:
        """SQD-MOVE-04: the old position and all attached to it are gone."""
        mine = g.squads[self.squad]
        lateral = g.band is self.to and not self.into_open and not g.hex_map
        g.discard.extend(mine.attached)
        mine.attached = []
        if g.hex_map:
            mine.cell = self.cell
        else:
            if mine.terrain != OPEN:
                g.discard.append(mine.terrain)
            g.aside.remove(self.card)
            if self.into_open:
                g.discard.append(self.card)
            mine.terrain = OPEN if self.into_open else self.card
            g.band = self.to
        mine.moved = True
        g.tell(Moved(self.squad, mine.terrain, mine.cell, g.band))
        for enemy in g.living(opponent(mine.seat)):
            if not mine.shot_at:
                g.squads[enemy].outflanked = True
            drop_flanking(g, enemy, "SQD-VFF-06")
        if not mine.shot_at:
            g.tell(Outflanked(self.squad))
        return Call(AfterMove(self.squad, lateral), then=self.close)

    def close(self, g: SquadState) -> Outcome[None]:
        """The Movement Phase is over for this squad."""
        return Done()


class Block(CardEffect[MoveAttempt]):
    """The effect of every Block card: the attempt is off unless an engineer answers (SQD-MOVE-03).

    explodes: two dice are thrown for it where it stands, see `explode`.
    """

    rule = "SQD-CARD-13"
    when = say("is played against a move attempt of the opponent only")
    explodes: ClassVar[bool] = False

    def carry_out(self, g: SquadState, window: MoveAttempt, card: CardInUse) -> None:
        """It lies with the cards of the attempt until it is answered or stands."""
        window.block = g.take(card.squad, card.number)
        window.blocker, window.effect = card.squad, self.effect
        window.blocks += 1
        g.aside.append(window.block)
        g.tell(BlockPlayed(card.squad, window.block, card.use.key))

    def explode(self, g: SquadState, squad: SquadId, dice: tuple[int, ...]) -> int:
        """How many men of the mover it kills."""
        return 0


BLOCK: PlayWindow[MoveAttempt] = PlayWindow(BLOCK_CARD, Moment.BLOCK)
ANSWER: PlayWindow[MoveAttempt] = PlayWindow(ANSWER_CARD, Moment.ANSWER)
