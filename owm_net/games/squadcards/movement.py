"""A move: the attempt, blocks and engineers, what follows (2.7, 2.14, 2.15)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.hands import why_not_held
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose, Roll
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.squadcards.answers import March, Move, Play
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.hexmap import CLEAR
from owm_net.games.squadcards.plays import OWN_HAND, find_use, offer_plays, wrong_answer
from owm_net.games.squadcards.state import CATALOG, HEXES, OPEN, Table, face
from owm_net.games.squadcards.terms import Effect, Moment, RangeBand
from owm_net.games.squadcards.victory import Casualties
from owm_net.games.squadcards.windows import (
    AfterMove,
    KillWindow,
    drop_flanking,
    judge_play,
    refused,
)

MINES = CATALOG.uses["minefield"].amount
"""SQD-MOVE-06: added to the dice."""


def destinations(g: Table, squad: int) -> list[int]:
    """SQD-VHX-04: the hexes a squad may move to."""
    return HEXES.reachable(g.squads[squad].cell, g.occupied())


def can_move(g: Table, squad: int) -> bool:
    """Whether it has the means of an attempt; they are public (R-13)."""
    return bool(destinations(g, squad) if g.hex_map else g.hands[squad])


@frame("squadcards.move_attempt")
@define
class MoveAttempt(Frame[None]):
    """SQD-MOVE-01 to -09: one attempt of a declared mover.

    card: the new terrain or what is discarded, -1 on the hex map. block: the Block card that
    is being answered; blocks: how many there have been.
    """

    squad: int
    card: int = -1
    to: RangeBand = RangeBand.L
    into_open: bool = False
    cell: int = -1
    block: int = -1
    blocker: int = -1
    effect: Effect = Effect.WIRE
    blocks: int = 0

    def start(self, g: Table) -> Outcome[None]:
        """A squad whose last card was fired away cannot attempt anything, and stays (R-44)."""
        if not can_move(g, self.squad):
            g.tell_seat("stayed", "SQD-MOVE-01", self.squad)
            return Done()
        return Ask(Choose(g.squads[self.squad].seat, "move"), then=self.hear)

    # -- the attempt (SQD-WIN-06) --------------------------------------------------------

    def offers_move(self, view: View[Table]) -> Iterator[Answer]:
        """Each card as terrain where it is one, and as a discard; or each hex in reach."""
        g = view.state
        if g.hex_map:
            yield from (March(cell) for cell in destinations(g, self.squad))
            return
        bands = [b for b in RangeBand if abs(b.value - g.band.value) <= 1]
        for held in g.hands[self.squad]:
            card = view.card(held)
            terrain = card is not None and face(card).effect is Effect.TERRAIN
            for into_open in (False, True) if terrain else (True,):
                yield from (Move(Played(held), band, into_open) for band in bands)

    def sample_move(self, view: View[Table], chance: Chance) -> Answer:
        """One of them."""
        g = view.state
        if g.hex_map:
            cells = destinations(g, self.squad)
            return March(cells[chance.below(len(cells))])
        bands = [b for b in RangeBand if abs(b.value - g.band.value) <= 1]
        hand = g.hands[self.squad]
        held = hand[chance.below(len(hand))]
        card = view.card(held)
        terrain = card is not None and face(card).effect is Effect.TERRAIN
        into_open = not terrain or not chance.below(4)
        return Move(Played(held), bands[chance.below(len(bands))], into_open)

    def why_not_move(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-MOVE-01, -02; SQD-VHX-04."""
        g = view.state
        if g.hex_map:
            return self._judge_march(g, view, answer)
        if not isinstance(answer, Move):
            return wrong_answer(view, answer, Moment.MOVE)
        refusal = why_not_held(view, (answer.card,), "SQD-MOVE-01", OWN_HAND, self.squad)
        if refusal is not None:
            return refusal
        if abs(answer.to.value - g.band.value) > 1:
            return Refusal("SQD-MOVE-02", "a move changes the range by one step at most")
        card = view.card(answer.card)
        if card is None or answer.into_open or face(card).effect is Effect.TERRAIN:
            return None
        why = f"{face(card).title} is no terrain; it can be discarded to enter the open"
        return Refusal("SQD-MOVE-01", why)

    def _judge_march(self, g: Table, view: View[Table], answer: Answer) -> Refusal | None:
        if not isinstance(answer, March):
            return wrong_answer(view, answer, Moment.MOVE)
        if not 0 <= answer.cell < len(HEXES.places):
            return Refusal("SQD-VHX-04", "there is no such hex")
        if answer.cell in g.occupied():
            return Refusal("SQD-VHX-01", "a pawn is there (R-32)")
        if answer.cell not in destinations(g, self.squad):
            why = "one hex, or two if every hex entered is clear"
            return Refusal("SQD-VHX-04", why)
        return None

    def hear(self, g: Table, answer: Answer) -> Outcome[None]:
        """New terrain face up, old terrain kept aside."""
        mine = g.squads[self.squad]
        if isinstance(answer, March):
            self.cell = answer.cell
            g.tell_seat(
                "attempt",
                "SQD-VHX-04",
                self.squad,
                cell=answer.cell,
                card=-1,
                to=-1,
                into_open=False,
            )
            return self.ask_block
        assert isinstance(answer, Move)
        self.card, self.to, self.into_open = answer.card, answer.to, answer.into_open
        g.hands[self.squad].remove(answer.card)
        g.aside.append(answer.card)
        g.tell(
            "attempt",
            "SQD-MOVE-01 SQD-MOVE-02",
            seat=mine.seat,
            squad=self.squad,
            cell=-1,
            card=answer.card,
            to=answer.to.value,
            into_open=answer.into_open,
        )
        return self.ask_block

    # -- blocks and engineers (SQD-WIN-07) -----------------------------------------------

    def ask_block(self, g: Table) -> Outcome[None]:
        """SQD-MOVE-03: the passive player may block, again after each engineer (R-19)."""
        enemy = 1 - g.squads[self.squad].seat
        most = g.options.blocks
        if not g.has_cards(enemy) or (most and self.blocks >= most):
            return self.complete
        return Ask(Choose(enemy, "block"), then=self.hear_block)

    def offers_block(self, view: View[Table]) -> Iterator[Answer]:
        """What fits, and to pass."""
        g = view.state
        yield from offer_plays(view, g.living(1 - g.squads[self.squad].seat), (Moment.BLOCK,))
        yield Pass()

    def why_not_block(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-CARD-13: Minefield, Barbed Wire, Booby Traps."""
        if answer == Pass():
            return None
        g = view.state
        squads = g.living(1 - g.squads[self.squad].seat)
        return refused(judge_play(view, squads, answer, Moment.BLOCK))

    def hear_block(self, g: Table, answer: Answer) -> Outcome[None]:
        """A pass lets the move go on."""
        if not isinstance(answer, Play):
            return self.complete
        self.blocker = g.holder(1 - g.squads[self.squad].seat, answer.card)
        use = find_use(answer.card, answer.option, g.squads[self.blocker].nation)
        assert isinstance(use, Use)
        self.block, self.effect = answer.card, use.effect
        self.blocks += 1
        g.hands[self.blocker].remove(answer.card)
        g.aside.append(answer.card)
        g.tell_seat("block", "SQD-MOVE-03", self.blocker, card=answer.card, use=use.key)
        if not g.hands[self.squad]:
            return self.stand
        return Ask(Choose(g.squads[self.squad].seat, "answer"), then=self.hear_answer)

    def offers_answer(self, view: View[Table]) -> Iterator[Answer]:
        """What fits, and to pass."""
        yield from offer_plays(view, (self.squad,), (Moment.ANSWER,))
        yield Pass()

    def why_not_answer(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-MOVE-08: Combat Engineer."""
        if answer == Pass():
            return None
        return refused(judge_play(view, (self.squad,), answer, Moment.ANSWER))

    def hear_answer(self, g: Table, answer: Answer) -> Outcome[None]:
        """SQD-MOVE-08: an engineer cancels the block, its losses too."""
        if not isinstance(answer, Play):
            return self.stand
        g.spend(self.squad, answer.card)
        g.aside.remove(self.block)
        g.discard.append(self.block)
        g.tell_seat("cancelled", "SQD-MOVE-08", self.squad, card=answer.card, block=self.block)
        return self.ask_block

    def stand(self, g: Table) -> Outcome[None]:
        """SQD-MOVE-05: the squad is back where it was; what it played is discarded."""
        g.discard.extend(g.aside)
        g.aside = []
        g.tell_seat("blocked", "SQD-MOVE-05", self.squad, card=self.block)
        if self.effect is Effect.MINEFIELD:
            return Ask(Roll(6, 2, "minefield"), then=self.explode)
        return Done()

    def explode(self, g: Table, dice: tuple[int, ...]) -> Outcome[None]:
        """SQD-MOVE-06, R-20: no modifier but its own 2; it counts as being fired upon."""
        mine = g.squads[self.squad]
        dead = min(max(0, dice[0] - dice[1] + MINES), mine.men)
        mine.fired_upon = True
        mine.men_lost += dead
        g.tell_seat("mines", "SQD-MOVE-06", self.squad, dice=dice, kills=dead, men=mine.men - dead)
        return Call(Casualties(self.squad, dead), then=self.mined) if dead else Done()

    def mined(self, g: Table) -> Outcome[None]:
        """SQD-ATK-13."""
        return Call(KillWindow(self.blocker, self.squad), then=self.close)

    # -- an unblocked move ---------------------------------------------------------------

    def complete(self, g: Table) -> Outcome[None]:
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
        g.tell_seat(
            "moved",
            "SQD-MOVE-04",
            self.squad,
            terrain=mine.terrain,
            cell=mine.cell,
            band=g.band.value,
        )
        for enemy in g.living(1 - mine.seat):
            if not mine.shot_at:
                g.squads[enemy].outflanked = True
            drop_flanking(g, enemy, "SQD-VFF-06")
        if not mine.shot_at:
            g.tell_seat("outflanking", "SQD-POS-04", self.squad)
        return Call(AfterMove(self.squad, lateral), then=self.close)

    def close(self, g: Table) -> Outcome[None]:
        """The Movement Phase is over for this squad."""
        return Done()


def terrain_title(g: Table, squad: int) -> str:
    """What the ground under a squad is called."""
    ground = g.squads[squad].ground
    return ground.title if ground else ("clear ground" if g.hex_map else "Open terrain")


def hex_title(cell: int) -> str:
    """A hex and its terrain."""
    kind = HEXES.kinds[cell]
    return f"{HEXES.name(cell)} {CATALOG.uses[kind].title if kind != CLEAR else 'clear'}"
