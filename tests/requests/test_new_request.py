"""`docs/new-request.md`, every step of it done once: a test for each of its numbers."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field

from fuzz.watched import Playout
from owm_net.engine import agenda, codec, playthrough, records
from owm_net.engine.agenda import Ask, Call, Done, Frame, GameState, Outcome, frame
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import EngineBug
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.playthrough import BadPlaythrough
from owm_net.engine.records import register
from owm_net.engine.requests import Over, Request
from owm_net.engine.system import Setup
from owm_net.session import course, requests
from owm_net.session.asked import Asked
from tests.games.dice.system import Dice, Race, Track
from tests.requests.order import Order, Orders, nth_order
from tests.session.conftest import Party

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "docs" / "new-request.md"


@register("tests.order.track")
@define(kw_only=True)
class OrderedTrack(Track):
    """order: in which the seats stand."""

    order: list[int] = field(factory=list)


@frame("tests.order.ordered")
@define
class Ordered(Frame[None]):
    """A race of dice before which the seats are put into an order."""

    def start(self, g: OrderedTrack) -> Outcome[None]:
        return Ask(Order(g.seats, "who stands where"), then=self.race)

    def race(self, g: OrderedTrack, order: tuple[int, ...]) -> Outcome[None]:
        g.order = list(order)
        return Call(Race(), then=self.over)

    def over(self, g: OrderedTrack) -> Outcome[None]:
        return Done()


class OrderedDice(Dice):
    """Its rules."""

    def new_game(self, setup: Setup) -> GameState:
        return OrderedTrack(seats=setup.seats, at=[0] * setup.seats, agenda=[Ordered()])


SYSTEM = OrderedDice()
SETUP = SYSTEM.default_setup(seats=3)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The line in the table of `session/requests.py`, for one test."""
    known = requests.answers

    def answers(openings: Any, decisions: Any, decks: Any, rolls: Any, redeals: Any) -> Any:
        table = known(openings, decisions, decks, rolls, redeals)
        return {**table, **dict([requests.by(Order, Orders(rolls).order)])}

    monkeypatch.setattr(course, "answers", answers)
    yield


def test_the_recipe_has_a_test_for_each_step() -> None:
    steps = re.findall(r"^## (\d+)\. ", RECIPE.read_text("utf-8"), re.MULTILINE)
    tests = [name for name in globals() if name.startswith("test_step_")]
    assert steps == sorted({name.split("_")[2] for name in tests})


def test_nothing_else_knows_the_kinds_of_requests() -> None:
    """No ladder of isinstance in what runs, deals, writes and reads all of them; two words are
    special: Choose, whose cards are opened, and Over."""
    for name in ("agenda", "dealer", "local", "playthrough"):
        source = (ROOT / "owm_net" / "engine" / f"{name}.py").read_text("utf-8")
        asked = set(re.findall(r"isinstance\([\w.]*(?:request|asked|pending), ([^)]*)\)", source))
        assert asked <= {"Decision", "Dealt", "Choose", "Over"}, name


def test_step_1_the_file() -> None:
    """Saved and loaded like any other."""
    asked = Order(4, "x")
    assert records.from_bytes(codec.encode(asked)) == asked
    assert issubclass(Order, Request) and Order.gives


def test_step_2_what_fits() -> None:
    g = SYSTEM.new_game(SETUP)
    assert agenda.begin(g) == Order(3, "who stands where")
    for wrong in ((0, 1), (0, 1, 1), (1, 2, 3), [0, 1, 2], None):
        with pytest.raises(EngineBug, match="the dealer answered"):
            agenda.advance(g, wrong)
    agenda.advance(g, (2, 0, 1))
    assert isinstance(g, OrderedTrack) and g.order == [2, 0, 1]


def test_step_3_the_local_dealer() -> None:
    dealer = LocalDealer(2, Chance("orders"))
    seen = Counter([dealer.answer(Order(3, "x")) for _ in range(300)])
    assert len(seen) == 6 and min(seen.values()) > 20
    assert len({nth_order(4, n) for n in range(24)}) == 24
    for seed in range(3):
        playout = Playout(SYSTEM, SETUP, seed)
        playout.play(twins=1)


def test_step_4_a_playthrough() -> None:
    text = playthrough.record(SYSTEM, SETUP, 1, [random_player] * 3)
    assert "#1 order count 3 reason who stands where" in text
    assert playthrough.retell(SYSTEM, playthrough.parse(text)) == text
    line = next(line for line in text.splitlines() if line.startswith("  > "))
    for wrong in ("83000001", "8100", "01", "83000161"):
        broken = text.replace(line, f"{line.rpartition('| ')[0]}| {wrong}")
        with pytest.raises(BadPlaythrough):
            for _ in playthrough.replay(SYSTEM, playthrough.parse(broken)):
                pass


def test_step_5_the_peers(network: None) -> None:
    party = Party(3, "race", system=SYSTEM)
    party.run()
    assert not party.blames and all(match.finished for match in party.matches)
    states = [match.state for match in party.matches]
    assert all(isinstance(g, OrderedTrack) and sorted(g.order) == [0, 1, 2] for g in states)
    verdict = party.verdict()
    assert verdict.verdict.value == "OK"
    assert verdict.result == party.matches[0].result


def test_step_5_without_the_line_the_network_says_so() -> None:
    party = Party(2, "race", system=SYSTEM)
    with pytest.raises(EngineBug, match="no way to answer Order"):
        party.run()


def test_step_6_the_documents() -> None:
    """Every request of the package has its row; what the requests file says of this one."""
    wire = (ROOT / "docs" / "wire.md").read_text("utf-8")
    names = [
        cls.__name__
        for cls in records.REGISTRY.values()
        if issubclass(cls, Request) and cls.__module__.startswith("owm_net.") and cls is not Over
    ]
    assert all(f"{name}(" in wire for name in names), "docs/wire.md, Requests"
    said = Asked(0, 2, bytes(32), Order(3, "x"), (1, 0, 2)).as_json()
    assert json.loads(json.dumps(said))["answer"] == [1, 0, 2] and said["count"] == 3


def test_step_7_a_system() -> None:
    """It is asked in a whole game."""
    match = LocalMatch(SYSTEM, SETUP, 1, [random_player] * 3)
    assert isinstance(match.request, Order)
    assert match.play().winners
