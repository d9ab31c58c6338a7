"""`docs/new-system.md`, every step of it done once: a test for each of its numbers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fuzz import checks
from fuzz.checks import check_rule
from fuzz.watched import Playout, setups
from fuzz.worlds import Story
from owm_net import cli, games
from owm_net.client import tables
from owm_net.client.answering.drafting import Pick
from owm_net.client.scene import Pen, Rect
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.tables.plain import PlainTable
from owm_net.client.widgets import backdrop, button, prompt_bar
from owm_net.client.widgets.answer import prompt
from owm_net.engine import playthrough
from owm_net.engine.chance import Chance
from owm_net.engine.data import DataFiles
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import BadData
from owm_net.engine.hands import held
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.system import System
from owm_net.engine.zones import Deck, slot
from owm_net.protocol.entries import MAGIC, frame_record
from owm_net.session import terms
from owm_net.session.in_memory import driver
from owm_net.session.match import Decide, Match, Own
from owm_net.session.verify import Outcome, verify
from tests.client.robot import Robot
from tests.client.test_table import press
from tests.games.driver import Driver
from tests.games.toy.system import DECK, Drop, Game, Lay, Printed, Scored, ToyState, value
from tests.seats import BEN

HERE = Path(__file__).resolve().parent
RECIPE = HERE.parents[2] / "docs" / "new-system.md"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    """The line in `games/__init__.py`, for one test; and the ledger beside it."""
    monkeypatch.setitem(games._REGISTERED, "toy", "tests.games.toy.system:Toy")
    monkeypatch.setattr(checks, "RULES", HERE)
    checks.ledger.cache_clear()
    yield games.get("toy")
    games.get.cache_clear()
    checks.ledger.cache_clear()


def laid(*hands: list[int]) -> Driver[ToyState]:
    """A round begins; hands are known to their owners alone, the deck is the rest."""
    dealer = LocalDealer(len(hands), Chance("toy"))
    g = ToyState(seats=len(hands), rounds=1, scores=[0] * len(hands), agenda=[Game(at="fill")])
    dealt = [c for hand in hands for c in hand]
    slots = iter([slot(1, i) for i in range(len(dealt))])
    g.hands = [[next(slots) for _ in hand] for hand in hands]
    dealer.stack(1, dealt)
    for seat, hand in enumerate(g.hands):
        dealer.knowledge[seat] = {s: dealer.faces[s] for s in hand}
    g.deck_count = 1
    g.decks[DECK] = Deck(1, 24, len(dealt))
    dealer.stack(1, [*dealt, *(c for c in range(24) if c not in dealt)])
    return Driver(g, dealer).begin()


def test_the_recipe_has_a_test_for_each_step() -> None:
    steps = re.findall(r"^## (\d+)\. ", RECIPE.read_text("utf-8"), re.MULTILINE)
    tests = [name for name in globals() if name.startswith("test_step_")]
    assert [f"{int(n):02}" for n in steps] == sorted(name.split("_")[2] for name in tests)


def test_step_01_the_ledger(toy: System) -> None:
    assert checks.ledger("toy") >= {"TOY-01", "TOY-02", "TOY-03", "TOY-04"}
    with pytest.raises(checks.Broken, match="does not stand in"):
        check_rule(toy, "TOY-99", "here")


def test_step_02_the_data() -> None:
    files = DataFiles.of_package("tests.games.toy")
    assert files.load("cards.toml", Printed).hand == 4
    with pytest.raises(BadData, match=r"cards\.toml"):
        files.load("cards.toml", Deck)


def test_step_03_the_state(toy: System) -> None:
    """Saved, loaded and cloned twins play alike."""
    for seed, setup in enumerate(setups(toy)):
        Playout(toy, setup, seed).play(twins=1)


def test_step_04_the_answers_are_judged_twice() -> None:
    """A cheat who names a card that is too low is found when it is opened."""
    match = laid([20, 0, 1, 2], [4, 21, 8, 9])
    held = match.g.hands[0][0]
    match.say(Lay(Played(held)))
    assert match.g.laid == [20] and match.seat == 1 and value(20) == 6
    match.refused(Lay(Played(match.g.hands[1][0])), "TOY-02", "higher than 6")
    match.refused(Lay(Played(match.g.hands[0][0])), "TOY-02", "own hand")


def test_step_05_the_frames() -> None:
    """By hand, with a driver: the rules do what the ledger says."""
    match = laid([0, 4, 8, 12], [5, 9, 13, 20])
    match.say(Lay(Played(match.g.hands[0][0])), Lay(Played(match.g.hands[1][3])))
    match.until("drop")
    assert match.told(Scored) == [Scored(BEN, points=2)]
    assert match.rule_against(Pass()) == "TOY-03"
    one = Played(match.g.hands[0][0])
    assert match.rule_against(Drop((one, one))) == "TOY-03"
    match.say(Drop(()))
    assert match.winners == (1,)


def test_step_06_the_system_and_its_registration(toy: System) -> None:
    assert "toy" in games.names()
    assert len(setups(toy)) == 3, "two numbers of seats, and the switch"
    with pytest.raises(ValueError, match="no option"):
        toy.check_setup(setups(toy)[0].with_(switches=(("rounds", "7"),)))


def test_step_07_the_words(toy: System) -> None:
    """`fuzz.checks` reads every line for every viewer; here is what one looks like."""
    match = laid([0, 4, 8, 12], [5, 9, 13, 20])
    lay = Lay(Played(match.g.hands[0][0]))
    assert toy.describe(match.view(0), lay) == "lay one"
    assert toy.describe(match.view(1), lay) == "lay a card"


def test_step_08_the_general_tests(toy: System) -> None:
    """The questions of `tests/games/test_every_*.py` and `make fuzz` to every system."""
    worlds = refused = tried = 0
    for seed, setup in enumerate(setups(toy) * 2):
        playout = Playout(toy, setup, seed)
        playout.play(examine_every=10)
        refused += playout.refused
        tried += playout.tried
        story = Story(toy, setup, seed, worlds=2)
        for pause, seat, world in story.worlds:
            story.tell(pause, seat, world)
        worlds += len(story.worlds)
    assert worlds and tried > 100 and refused > 1000


def test_step_09_the_computer(toy: System, capsys: pytest.CaptureFixture[str]) -> None:
    wins = 0
    for seed in range(20):
        match = LocalMatch(toy, setups(toy)[0], seed, [computer_player, random_player])
        wins += 0 in match.play().winners
    assert wins > 10
    assert cli.main(["simulate", "toy", "--players", "computer,random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["system"] == "toy"


def test_step_10_a_golden_playthrough(toy: System) -> None:
    """The file of `make golden new=toy/table` can be read and played again to the letter."""
    text = playthrough.record(toy, setups(toy)[0], 7, [random_player] * 2)
    assert playthrough.retell(toy, playthrough.parse(text)) == text


def test_step_11_a_match_between_peers(toy: System) -> None:
    """Two sides that exchange signed records, computer players, and the verdict on the log."""
    agreed = terms.propose(toy, toy.default_setup(), 0)
    sides = []
    for seat in range(2):
        source = random.Random(seat).randbytes
        key = Ed25519PrivateKey.from_private_bytes(source(32))
        sides.append(Match(toy, agreed, Own(Seat(seat), f"Player {seat}", key, source)))
    log: list[bytes] = []
    chances = [Chance("toy", seat) for seat in range(2)]
    busy = True
    while busy:
        busy = False
        for seat, side in enumerate(sides):
            while (todo := driver(side).todo()) is not None:
                busy = True
                if isinstance(todo, Decide):
                    side.decide(toy.computer(side.view(), chances[seat]))
                else:
                    side.done(todo.run())
            for record in driver(side).outgoing():
                busy = True
                sides[1 - seat].receive(record)
                driver(sides[1 - seat]).work()
        log += driver(sides[0]).accepted()
    assert all(side.finished for side in sides)
    assert sides[0].result == sides[1].result
    verdict = verify(MAGIC + b"".join(map(frame_record, log)), games.get, processes=1)
    assert verdict.verdict is Outcome.OK and verdict.result == sides[0].result


def test_step_12_the_table_in_the_window(toy: System) -> None:
    """Playable at once, by clicking alone."""
    assert isinstance(tables.find(toy), PlainTable)
    robot = Robot(toy, 3)
    assert robot.play()
    assert robot.kinds.keys() == {"lay", "drop"}


class OwnTable(Table):
    """The least a table draws: the hand, and the prompt of the plain table."""

    def draw(self, pen: Pen, seen: SeenTable) -> None:
        backdrop(pen)
        if seen.view is not None and seen.answering.is_open:
            for i, card in enumerate(held(seen.view)):
                box = Rect(20 + 70.0 * i, 60, 60, 90)
                look = seen.answering.light(Played, card)
                pick = Pick(Played, card)
                button(Box(pen, box), f"hand:{i}", str(i), pick, lit=look.lit, why=look.why)
        prompt_bar(Box(pen, Rect(8, pen.h - 56, pen.w - 16, 48)), prompt(seen), seen)


def test_a_table_of_its_own(toy: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in `client/tables/__init__.py`, for one test; a card and CONFIRM are clicked."""
    monkeypatch.setitem(tables._TABLES, "toy", f"{__name__}:OwnTable")
    robot = Robot(toy, 3)
    assert isinstance(robot.stage.table, OwnTable)
    assert robot.run_to(lambda match: match.request.kind == "lay")
    press(robot.stage, next(i.id for i in robot.stage.scene() if i.id[:5] == "hand:" and i.lit))
    press(robot.stage, "confirm")
    assert [type(answer) for answer in robot.answers] == [Lay]


def test_step_13_another_version(toy: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player with another version is told so before the match."""
    agreed = terms.propose(toy, toy.default_setup(), 0)
    terms.check_terms(agreed, toy)
    monkeypatch.setattr(type(toy), "version", "2")
    with pytest.raises(terms.CannotPlay, match="version"):
        terms.check_terms(agreed, toy)


def test_step_14_a_player_who_leaves(toy: System) -> None:
    """The toy says nothing about it, so nobody can be left out, and says so in words."""
    why = toy.why_no_drop(laid([0], [1], [2]).g, 2)
    assert why is not None and "\n" not in why
