"""Windows: the last card played executes first, and a standing pass saves the asking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
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
    Refusal,
    frame,
)
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass, end_standing
from owm_net.engine.records import record, register
from owm_net.engine.requests import Answer, Choose, Over, Result, Roll
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange, Window
from tests.seats import ANN, BEN, CID

UNTIL = "until the bell rings"
ALWAYS = "for ever"


@record("test.windows.shout")
class Shout(Answer):
    """word: "no" cancels the play below; "dice" runs a separate frame."""

    word: str


@register("test.windows.table")
@define(kw_only=True)
class Table(GameState):
    """done: what has executed, in order."""

    done: list[str] = field(factory=list)


SHOUT = Kind(
    "shout", Shout, rule="TEST-01", why="shout or pass", passes=True, until=(UNTIL, ALWAYS)
)


@frame("test.windows.shouting")
@define
class Shouting(Window[Table, Shout, None]):
    """A window in which anybody may shout who is not gagged."""

    gagged: list[Seat] = field(factory=list)

    def kind(self) -> Kind[Shout]:
        """A shout, or a pass."""
        return SHOUT

    @SHOUT.offers
    def offers_shout(self, view: View[Table]) -> Iterator[Shout]:
        """Two words."""
        yield from (Shout("hi"), Shout("no"))

    def silenced_by(self) -> tuple[str, ...]:
        """One of the two words."""
        return (UNTIL,)

    def may_play(self, g: Table, seat: Seat) -> bool:
        return seat not in self.gagged

    def close(self, g: Table) -> Outcome[None]:
        return Done()

    def execute(self, g: Table, seat: int, play: Shout) -> Frame[None] | None:
        g.done.append(f"{seat}:{play.word}")
        if play.word == "no":
            self.cancel_top()
        return Dice() if play.word == "dice" else None


@frame("test.windows.dice")
@define
class Dice(Frame[None]):
    """A play that takes a frame."""

    def start(self, g: Table) -> Outcome[None]:
        return Ask(Roll(6, 1, "shout"), then=self.rolled)

    def rolled(self, g: Table, dice: tuple[int, ...]) -> Outcome[None]:
        g.done.append(f"rolled {dice[0]}")
        return Done()


@frame("test.windows.party")
@define
class Party(Frame[None]):
    """So many windows, one after another; the bell rings before the last."""

    windows: int

    def start(self, g: Table) -> Outcome[None]:
        if not self.windows:
            return End(Result((), (0,) * g.seats, "silence"))
        self.windows -= 1
        if not self.windows:
            end_standing(g, UNTIL)
        return Call(Shouting(list(g.players)), then=self.start)


WHISPER = Kind(
    "whisper", Shout, rule="TEST-02", why="whisper or pass", passes=True, until=(ALWAYS,)
)


@frame("test.windows.whispering")
@define
class Whispering(Window[Table, Shout, None]):
    """Another kind of window, which another word silences."""

    def kind(self) -> Kind[Shout]:
        """A word in a low voice, or a pass."""
        return WHISPER

    @WHISPER.offers
    def offers_whisper(self, view: View[Table]) -> Iterator[Shout]:
        """A word that is too loud."""
        yield Shout("HEY")

    @WHISPER.judges
    def why_not_whisper(self, view: View[Table], answer: Shout) -> Refusal | None:
        return Refusal("TEST-02", "that is loud") if answer.word.isupper() else None

    def silenced_by(self) -> tuple[str, ...]:
        return (ALWAYS,)

    def close(self, g: Table) -> Outcome[None]:
        return Done()


@frame("test.windows.bare")
@define
class Bare(Window[Table, Shout, None]):
    """A window without additions."""


def party(seats: int = 3, windows: int = 1) -> Table:
    g = Table(seats=seats, agenda=[Party(windows)])
    agenda.begin(g)
    return g


def say(g: Table, *told: tuple[int, Answer]) -> None:
    """Answers in order; the seat that is asked must be the one named."""
    for seat, answer in told:
        assert g.pending == Choose(Seat(seat), "shout"), answer
        agenda.advance(g, answer)


def test_all_pass_and_the_window_closes() -> None:
    g = party()
    say(g, (0, Pass()), (1, Pass()), (2, Pass()))
    assert isinstance(g.pending, Over) and g.done == []


def test_the_last_played_executes_first() -> None:
    g = party()
    say(g, (0, Shout("a")), (1, Shout("b")), (2, Pass()), (0, Shout("c")))
    say(g, (1, Pass()), (2, Pass()), (0, Pass()))
    assert g.done == ["0:c"], "and now those below may be answered again"
    say(g, (1, Pass()), (2, Pass()), (0, Pass()))
    assert g.done == ["0:c", "1:b"]
    say(g, (1, Pass()), (2, Pass()), (0, Pass()))
    assert g.done == ["0:c", "1:b", "0:a"]
    assert isinstance(g.pending, Over)


def test_one_play_starts_the_passing_afresh() -> None:
    g = party()
    say(g, (0, Pass()), (1, Shout("a")), (2, Pass()), (0, Pass()))
    assert g.done == [], "the player himself is asked last"
    say(g, (1, Pass()))
    assert g.done == ["1:a"]


def test_no_cancels_only_what_lies_directly_below() -> None:
    g = party(2)
    say(g, (0, Shout("a")), (1, Shout("b")), (0, Shout("no")))
    for _ in range(3):
        while g.pending == Choose(BEN, "shout") or g.pending == Choose(ANN, "shout"):
            agenda.advance(g, Pass())
    assert g.done == ["0:no", "0:a"]


def test_no_on_a_no_saves_what_lies_below_both() -> None:
    g = party(2)
    say(g, (0, Shout("a")), (1, Shout("no")), (0, Shout("no")))
    while not isinstance(g.pending, Over):
        agenda.advance(g, Pass())
    assert g.done == ["0:no", "0:a"]


def test_after_a_play_has_executed_another_may_be_laid_on_the_rest() -> None:
    g = party(2)
    say(g, (0, Shout("a")), (1, Shout("b")), (0, Pass()), (1, Pass()))
    assert g.done == ["1:b"]
    say(g, (0, Pass()), (1, Shout("no")), (0, Pass()), (1, Pass()))
    assert g.done == ["1:b", "1:no"]
    while not isinstance(g.pending, Over):
        agenda.advance(g, Pass())
    assert g.done == ["1:b", "1:no"], "the first was cancelled"


def test_a_play_that_takes_a_frame_reopens_the_window_afterwards() -> None:
    g = party(2)
    say(g, (0, Shout("a")), (1, Shout("dice")), (0, Pass()), (1, Pass()))
    assert g.pending == Roll(6, 1, "shout")
    agenda.advance(g, (4,))
    assert g.done == ["1:dice", "rolled 4"]
    say(g, (0, Pass()), (1, Pass()))
    assert g.done[-1] == "0:a"


def test_a_standing_pass_skips_and_ends_by_itself() -> None:
    g = party(3, windows=3)
    say(g, (0, Pass()), (1, Pass(UNTIL)), (2, Shout("a")), (0, Pass()), (2, Pass()))
    assert g.standing == {1: (UNTIL,)}
    say(g, (0, Pass()), (2, Pass()))
    assert g.standing == {}, "the bell has rung"
    say(g, (0, Pass()), (1, Shout("b")))


def test_who_can_play_nothing_is_not_asked() -> None:
    g = Table(seats=3, agenda=[Party(0), Shouting([ANN, BEN, CID], gagged=[BEN])])
    agenda.begin(g)
    say(g, (0, Pass()), (2, Shout("a")), (0, Pass()), (2, Pass()))
    assert g.done == ["2:a"]


CRIED = Kind("cried", Shout, rule="TEST", why="shout or pass", passes=True)


@frame("test.windows.counting")
@define
class Counting(Window[Table, Shout, int]):
    """A window that hands on how many words were said."""

    words: int = 0

    def kind(self) -> Kind[Shout]:
        return CRIED

    @CRIED.offers
    def offers_cried(self, view: View[Table]) -> Iterator[Shout]:
        yield from ()

    def execute(self, g: Table, seat: int, play: Shout) -> Frame[None] | None:
        self.words += 1
        return None

    def close(self, g: Table) -> Outcome[int]:
        return Done(self.words)


@frame("test.windows.asking")
@define
class Asking(Frame[None]):
    """Goes on with what its window hands on."""

    def start(self, g: Table) -> Outcome[None]:
        return Call(Counting(list(g.players)), then=self.told)

    def told(self, g: Table, words: int) -> Outcome[None]:
        return End(Result((), (words, 0), "counted"))


def test_a_window_hands_on_its_result() -> None:
    g = Table(seats=2, agenda=[Asking()])
    agenda.begin(g)
    for answer in (Shout("a"), Shout("b"), *[Pass()] * 4):
        agenda.advance(g, answer)
    assert isinstance(g.pending, Over) and g.pending.result.scores == (2, 0)


def test_a_kind_may_be_told_of_more_answers_later() -> None:
    """For answers whose files import the frame that asks."""
    late: Kind[Answer] = Kind("late", rule="TEST", why="a word")
    late.admits(Shout)
    late.admits(Pass)
    assert late.answers == (Shout, Pass)


def test_when_all_stand_back_nobody_is_asked() -> None:
    g = party(2, windows=4)
    say(g, (0, Pass(UNTIL)), (1, Pass(UNTIL)))
    say(g, (0, Pass()), (1, Pass()))
    assert isinstance(g.pending, Over)


def test_a_play_of_one_who_stands_back_still_executes() -> None:
    g = party(2, windows=1)
    say(g, (0, Shout("a")), (1, Pass(UNTIL)), (0, Pass(UNTIL)))
    assert g.done == ["0:a"]
    assert isinstance(g.pending, Over)


def test_only_the_words_of_the_window_make_a_standing_pass() -> None:
    g = party()
    with pytest.raises(IllegalAnswer, match="nobody can pass until 'until I feel like it'") as e:
        agenda.advance(g, Pass("until I feel like it, or not"))
    assert e.value.rule == "KERNEL"
    assert g.standing == {}


def test_end_standing_ends_only_its_own_word() -> None:
    g = Table(seats=3, standing={ANN: ("a",), BEN: ("b",), CID: ("b", "a")})
    end_standing(g, "a")
    assert g.standing == {1: ("b",), 2: ("b",)}


def test_a_window_is_silenced_by_its_own_words_alone() -> None:
    """A seat that stands back from shouting is asked to whisper, and both words may stand."""
    g = Table(seats=2, agenda=[Party(0), Whispering([ANN, BEN]), Shouting([ANN, BEN])])
    agenda.begin(g)
    say(g, (0, Pass(UNTIL)), (1, Pass(ALWAYS)))
    assert g.pending == Choose(ANN, "whisper"), "and not seat 1, which shouting does not silence"
    agenda.advance(g, Pass(ALWAYS))
    assert g.standing == {0: (UNTIL, ALWAYS), 1: (ALWAYS,)}
    assert isinstance(g.pending, Over)
    twin = records.from_bytes(codec.encode(g))
    end_standing(twin, UNTIL)
    assert twin.standing == {0: (ALWAYS,), 1: (ALWAYS,)}


def test_without_standing_passes_a_state_is_written_as_ever() -> None:
    """Pinned: logs of finished games hold digests of states with an empty map here."""
    g = Table(seats=1)
    assert codec.encode(g).hex().endswith("a080"), "standing, then the field after it"


def test_a_window_in_the_middle_is_saved_with_its_stack() -> None:
    g = party()
    say(g, (0, Shout("a")), (1, Shout("no")))
    twin = records.from_bytes(codec.encode(g))
    for table in (g, twin):
        while not isinstance(table.pending, Over):
            agenda.advance(table, Pass())
    assert g.done == twin.done == ["1:no"]
    assert codec.encode(g) == codec.encode(twin)


def test_a_window_names_its_own_kind() -> None:
    g = Table(seats=1, agenda=[Whispering([ANN])])
    agenda.begin(g)
    assert g.pending == Choose(ANN, "whisper")
    with pytest.raises(IllegalAnswer, match="that is loud") as e:
        agenda.advance(g, Shout("HEY"))
    assert e.value.rule == "TEST-02"
    with pytest.raises(IllegalAnswer, match="nobody can pass until"):
        agenda.advance(g, Pass(UNTIL))
    assert agenda.options(View(g, 0, {})) == [Pass(), Pass(ALWAYS)]
    with pytest.raises(EngineBug, match="does not say what it asks for"):
        agenda.begin(Table(seats=1, agenda=[Bare([ANN])]))
    with pytest.raises(EngineBug, match="does not say what comes when all have passed"):
        agenda.begin(Table(seats=1, agenda=[Bare([])]))


# ------------------------------------------------------------------ by turns


BID = Kind(
    "bid", Shout, rule="TEST", why="a word or a pass is asked for", passes=True, until=(UNTIL,)
)


@frame("test.windows.bidding")
@define
class Bidding(Exchange[Table, Shout, None]):
    """Words by turns; seat 2 is never asked. "dice" runs a frame."""

    def silenced_by(self) -> tuple[str, ...]:
        return (UNTIL,)

    def kind(self) -> Kind[Shout]:
        """A word, or a pass."""
        return BID

    @BID.offers
    def offers_bid(self, view: View[Table]) -> Iterator[Shout]:
        """Two words."""
        yield from (Shout("hi"), Shout("dice"))

    def close(self, g: Table) -> Outcome[None]:
        return Done()

    def may_play(self, g: Table) -> bool:
        return self.seat != 2

    def execute(self, g: Table, play: Shout) -> Frame[None] | None:
        g.done.append(f"{self.seat}:{play.word}")
        return Dice() if play.word == "dice" else None


@frame("test.windows.auction")
@define
class Auction(Frame[None]):
    """One round of bids, which seat 1 begins."""

    def start(self, g: Table) -> Any:
        return Call(Bidding(BEN), then=self.over)

    def over(self, g: Table) -> Any:
        return End(Result((), (0,) * g.seats, "sold"))


def auction() -> Table:
    g = Table(seats=3, agenda=[Auction()])
    agenda.begin(g)
    return g


def test_by_turns_each_play_executes_at_once_until_all_have_passed_in_a_row() -> None:
    g = auction()
    said = [(1, Shout("a")), (0, Pass()), (1, Shout("b")), (0, Shout("c")), (1, Pass())]
    said.append((0, Pass()))
    for seat, answer in said:
        assert g.pending == Choose(Seat(seat), "bid")
        agenda.advance(g, answer)
    assert g.done == ["1:a", "1:b", "0:c"]
    assert g.pending == Over(Result((), (0, 0, 0), "sold")), "all passed, the last player too"


def test_by_turns_a_play_may_run_a_frame() -> None:
    g = auction()
    agenda.advance(g, Shout("dice"))
    asked: object = g.pending
    assert asked == Roll(6, 1, "shout")
    agenda.advance(g, (3,))
    assert g.pending == Choose(ANN, "bid") and g.done == ["1:dice", "rolled 3"]


def test_by_turns_a_standing_pass_skips() -> None:
    g = auction()
    agenda.advance(g, Pass(UNTIL))
    agenda.advance(g, Shout("a"))
    assert g.standing == {1: (UNTIL,)}
    assert g.pending == Choose(ANN, "bid"), "1 stands back, 2 is never asked"
    agenda.advance(g, Pass())
    assert isinstance(g.pending, Over)
    with pytest.raises(IllegalAnswer, match="nobody can pass until"):
        agenda.advance(auction(), Pass("tomorrow"))
