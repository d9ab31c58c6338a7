"""One number out of many is chosen by less and more, along a bar, with the wheel or the arrows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define

from owm_net import games
from owm_net.client.answering.drafting import Set
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Pen, Rect
from owm_net.client.scene.layout import Box
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import WindowAction
from owm_net.client.tables.owm.split import POINTS
from owm_net.client.widgets import Numbers, number_choice
from owm_net.client.widgets.number import HIGH
from owm_net.engine.agenda import (
    Ask,
    Done,
    Frame,
    GameState,
    Kind,
    Outcome,
    Refusal,
    frame,
    options,
)
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm.set_up import SplitPoints
from tests.client.situations import stage_at
from tests.client.test_table import press, texts_that_run_over
from tests.seats import ANN


def points(stage: Stage) -> int:
    look = stage.sitting.answering.look
    assert look is not None and isinstance(look.answer, SplitPoints)
    return look.answer.points


def splitting() -> tuple[Stage, list[Any]]:
    stage = stage_at("split")
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    return stage, given


@pytest.mark.rule("OWM-TEAM-02")
def test_the_sides_points_are_shared_with_less_and_more() -> None:
    """It begins in the middle, and says what is left for the partner."""
    stage, given = splitting()
    total = stage.sitting.view.state.card.squad_points  # type: ignore[union-attr]
    assert points(stage) == total // 2
    buttons = [
        i
        for i in stage.scene()
        if i.kind == "button" and i.action and not isinstance(i.action, WindowAction)
    ]
    assert len(buttons) == 5  # four to change it, one to confirm
    press(stage, "number.more")
    press(stage, "number.leap_more")
    press(stage, "number.less")
    assert points(stage) == total // 2 + 5 and not given
    texts = " ".join(stage.scene().texts())
    assert str(total // 2 + 5) in texts and f"{total - total // 2 - 5} points" in texts
    press(stage, "confirm")
    assert given == [SplitPoints(total // 2 + 5)]


def test_the_keyboard_the_wheel_and_the_bar_do_the_same() -> None:
    stage, given = splitting()
    at = points(stage)
    stage.key("up")
    stage.key("up")
    stage.key("down")
    assert points(stage) == at + 1
    value = stage.scene().find("number.more")
    assert value is not None
    stage.move(value.rect.cx, value.rect.cy)
    stage.scroll(value.rect.cx, value.rect.cy, -1)
    assert points(stage) == at and not stage.sitting.log.scroll
    press(stage, "number.bar:50")
    assert points(stage) == 50
    stage.key("enter")
    assert given == [SplitPoints(50)]


def test_no_number_is_offered_that_is_not_allowed() -> None:
    stage, given = splitting()
    allowed = [x.points for x in options(stage.sitting.view)]  # type: ignore[arg-type, attr-defined]
    for way, last in (("less", allowed[0]), ("more", allowed[-1])):
        for _ in range(3 * len(allowed)):
            item = stage.scene().find(f"number.{way}")
            assert item is not None
            if item.why:
                break
            stage.activate(item)
        item = stage.scene().find(f"number.{way}")
        assert item is not None and points(stage) == last and str(last) in item.why
        press(stage, f"number.{way}")
        assert points(stage) == last and not given
    bar = [i.action for i in stage.scene() if i.kind == "bar"]
    assert {a.value for a in bar if isinstance(a, Set)} <= {*allowed} and len(bar) > 20


def test_tab_does_not_walk_along_the_bar() -> None:
    stage, _ = splitting()
    ids = [i.id for i in stage.scene().focusable]
    assert "number.more" in ids and not any(id.startswith("number.bar") for id in ids)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_it_is_readable_at_every_size(size: tuple[int, int]) -> None:
    stage = stage_at("split", size=size)
    for scale in (0.8, 1.0, 1.6):
        stage.sitting.settings.scale = scale
        stage.sitting.touch()
        assert not texts_that_run_over(stage.scene())
        point = stage.scene().find("number.more")
        assert point is not None and stage.scene().point_of(point)


def test_numbers_with_gaps_are_walked_without_falling_in() -> None:
    numbers = Numbers([1, 4, 9, 16], 4)
    assert [numbers.moved(n) for n in (-5, -1, 0, 1, 2, 5)] == [1, 1, 4, 9, 16, 16]
    pen = Pen((1280, 720), 1.0)
    box = Rect(300, 200, 600, HIGH)
    number_choice(Box(pen, box), numbers, lambda n: Set(POINTS, n))
    bar = [i.action for i in pen.items if i.kind == "bar"]
    assert bar == [Set(POINTS, n) for n in (1, 4, 9, 16)]


# ------------------------------------------------------------------ any game


@record("test.numbers.bid")
class Bid(Answer):
    """An answer that is a number."""

    amount: int

    def sentence(self, view: View[Any]) -> str:
        """The number."""
        return f"bid {self.amount}"


@record("test.numbers.colour")
class Colour(Answer):
    """An answer of which the rules have a short list."""

    strong: bool


BID = Kind("bid", Bid, rule="TEST-01", why="a bid is asked for")
BID_OR_COLOUR = Kind("bid_or_colour", Bid, Colour, rule="TEST-01", why="one of both is asked for")


@frame("test.numbers.bidding")
@define
class Bidding(Frame[None]):
    """Asks seat 0 for a bid: fives, at most 95."""

    def start(self, g: GameState) -> Outcome[None]:
        """A bid."""
        return Ask(BID.of(ANN), then=self.hear)

    @BID.offers
    def offers_bid(self, view: View[GameState]) -> Iterator[Bid]:
        """No list is needed."""
        yield Bid(5)

    @BID.judges
    def why_not_bid(self, view: View[GameState], answer: Bid) -> Refusal | None:
        """Fives."""
        fits = answer.amount % 5 == 0 and 0 <= answer.amount < 100
        return None if fits else Refusal("TEST-01", "fives below 100")

    @BID_OR_COLOUR.offers
    def offers_bid_or_colour(self, view: View[GameState]) -> Iterator[Bid | Colour]:
        """No list is needed."""
        yield Bid(5)

    @BID_OR_COLOUR.judges
    def why_not_bid_or_colour(self, view: View[GameState], answer: Bid | Colour) -> Refusal | None:
        """As a bid; every colour."""
        return self.why_not_bid(view, answer) if isinstance(answer, Bid) else None

    def hear(self, g: GameState, answer: Bid | Colour) -> Outcome[None]:
        """End."""
        return Done()


def bidding(kind: Kind[Any]) -> tuple[Stage, list[Any]]:
    """A question of the plain table."""
    system = games.get("skeleton")
    g = system.new_game(system.default_setup())
    g.agenda[:] = [Bidding()]
    g.pending = kind.of(ANN)
    stage = Stage(system, 0, ["You", "Bob"], Settings(speed="off"))
    given: list[Any] = []
    view = View(g, 0, {})
    stage.sitting.told(view, [])
    stage.tick(1)
    stage.sitting.ask(view, given.append)
    stage.tick(2)
    return stage, given


def test_a_game_without_a_table_asks_for_many_numbers_in_this_way() -> None:
    stage, given = bidding(BID)
    assert not any(i.id.startswith("option:") for i in stage.scene())
    press(stage, "number.more")
    assert "bid 55" in stage.scene().texts() and not texts_that_run_over(stage.scene())
    stage.key("escape")
    assert "bid 50" in stage.scene().texts()
    press(stage, "number.less")
    press(stage, "confirm")
    assert given == [Bid(45)]


def test_the_number_that_is_shown_can_be_given_as_it_is() -> None:
    stage, given = bidding(BID)
    press(stage, "confirm")
    assert given == [Bid(50)]


def test_the_kind_of_answer_is_chosen_first_where_there_are_several() -> None:
    stage, given = bidding(BID_OR_COLOUR)
    press(stage, "verb:1")
    assert sum(i.id.startswith("option:") for i in stage.scene()) == 2
    press(stage, "option:1")
    press(stage, "confirm")
    assert given == [Colour(True)]
