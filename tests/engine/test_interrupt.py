"""An interrupt in mid-move, as docs/new-system.md writes it: any depth, saved anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NewType

from attrs import define, field

from owm_net.engine import agenda, codec, records
from owm_net.engine.agenda import (
    Ask,
    Call,
    Done,
    End,
    Frame,
    GameState,
    Kind,
    Outcome,
    frame,
)
from owm_net.engine.passing import Pass, end_standing
from owm_net.engine.records import record, register
from owm_net.engine.requests import Answer, Choose, Over, Result, Roll
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange
from tests.seats import ANN, BEN, CID

ATTACKED = "until I am attacked"

SquadId = NewType("SquadId", int)


@register("test.interrupt.field")
@define(kw_only=True)
class Field(GameState):
    """at: cells that a squad has been in. lost: squads that are no more."""

    at: list[int] = field(factory=list)
    lost: list[SquadId] = field(factory=list)

    def alive(self, squad: SquadId) -> bool:
        """Return True if it can still move and be fired at."""
        return squad not in self.lost


@record("test.interrupt.fire")
class Fire(Answer):
    """At the squad that moves."""


FIRE = Kind(
    "fire",
    Fire,
    rule="TEST-07",
    why="to fire or to pass is asked for",
    passes=True,
    until=(ATTACKED,),
)


@frame("test.interrupt.moving")
@define
class Moving(Frame[bool]):
    """One cell after another. Its result: whether the squad has arrived."""

    squad: SquadId
    path: list[int]

    def start(self, g: Field) -> Outcome[bool]:
        """Check again after an interrupt."""
        if not g.alive(self.squad):
            return Done(False)
        if not self.path:
            return Done(True)
        g.at.append(self.path.pop(0))
        return Call(Overwatch(BEN, target=self.squad), then=self.start)


@frame("test.interrupt.overwatch")
@define
class Overwatch(Exchange[Field, Fire, None]):
    """Seats 1 and 2 may fire at a squad of seat 0 that moves."""

    target: SquadId = field(kw_only=True)

    def kind(self) -> Kind[Fire]:
        """A shot, or a pass."""
        return FIRE

    def silenced_by(self) -> tuple[str, ...]:
        return (ATTACKED,)

    def may_play(self, g: Field) -> bool:
        """Not at its own squad, nor at a dead one."""
        return self.seat != ANN and g.alive(self.target)

    @FIRE.offers
    def offers_fire(self, view: View[Field]) -> Iterator[Fire]:
        """To fire."""
        yield Fire()

    def close(self, g: Field) -> Outcome[None]:
        return Done()

    def execute(self, g: Field, play: Fire) -> Frame[None]:
        """Return a separate frame, which could be interrupted in its turn."""
        end_standing(g, ATTACKED)
        return Shooting(self.target)


@frame("test.interrupt.shooting")
@define
class Shooting(Frame[None]):
    """One die is thrown, and a six hits."""

    target: SquadId

    def start(self, g: Field) -> Outcome[None]:
        return Ask(Roll(6, 1, "fire"), then=self.hit)

    def hit(self, g: Field, dice: tuple[int, ...]) -> Outcome[None]:
        if dice[0] == 6:
            g.lost.append(self.target)
        return Done()


@frame("test.interrupt.turn")
@define
class Turn(Frame[None]):
    """One move along four cells, and the game is over."""

    def start(self, g: Field) -> Outcome[None]:
        return Call(Moving(SquadId(9), [4, 5, 6, 7]), then=self.over)

    def over(self, g: Field, arrived: bool) -> Outcome[None]:
        return End(Result((ANN if arrived else BEN,), (len(g.at), 0, 0), "the move is over"))


def moving() -> Field:
    g = Field(seats=3, agenda=[Turn()])
    agenda.begin(g)
    return g


def test_a_move_is_interrupted_after_each_cell_and_goes_on() -> None:
    g = moving()
    for _ in range(8):
        assert isinstance(g.pending, Choose)
        agenda.advance(g, Pass())
    assert g.at == [4, 5, 6, 7]
    assert g.pending == Over(Result((ANN,), (4, 0, 0), "the move is over"))


def test_a_squad_that_dies_on_the_way_moves_no_further() -> None:
    g = moving()
    agenda.advance(g, Pass())
    agenda.advance(g, Fire())
    agenda.advance(g, (1,))
    assert g.pending == Choose(BEN, "fire"), "a miss: everybody may fire again"
    agenda.advance(g, Fire())
    twin = records.from_bytes(codec.encode(g))
    for field_ in (g, twin):
        agenda.advance(field_, (6,))
        assert field_.at == [4] and field_.lost == [SquadId(9)]
        assert field_.pending == Over(Result((BEN,), (1, 0, 0), "the move is over"))


def test_a_standing_pass_lasts_over_the_whole_move() -> None:
    g = moving()
    agenda.advance(g, Pass(ATTACKED))
    for _ in range(3):
        assert g.pending == Choose(CID, "fire")
        agenda.advance(g, Pass())
    agenda.advance(g, Fire())
    agenda.advance(g, (2,))
    assert g.pending == Choose(BEN, "fire"), "they are attacked: the word has ended"
