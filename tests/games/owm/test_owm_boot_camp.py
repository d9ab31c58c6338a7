"""Boot Camp, section 2.27: its lessons are what the rulebook lays out, and they can be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from owm_net import games
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.ids import CardNumber
from owm_net.engine.lessons import LEARNER, Lesson, Practice
from owm_net.engine.records import Played
from owm_net.engine.requests import Over
from owm_net.games.owm import boot_camp
from owm_net.games.owm.actions import EndTurn, Maneuver
from owm_net.games.owm.catalog import FIELD, CoreTerrainCard, OrderCard
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, CORE, OwmState
from owm_net.games.owm.terms import StandingOrder, Status
from tests.games.owm.table import EVANS, Table, team

COURSE = boot_camp.course()


def lesson(rule: str) -> Lesson:
    return next(one for one in COURSE.lessons if rule in one.rules)


def state(practice: Practice) -> OwmState:
    assert isinstance(practice.g, OwmState)
    return practice.g


def play(rule: str) -> Practice:
    """A lesson as it asks to be played, to its end."""
    practice = Practice(lesson(rule))
    while practice.task is not None:
        assert practice.give(practice.task.answer(practice.view)) == ""
    return practice


def test_every_row_of_the_ledger_has_a_lesson() -> None:
    taught = [rule for one in COURSE.lessons for rule in one.rules]
    assert taught == [f"OWM-BOOT-0{n}" for n in range(1, 9)]
    assert games.get("owm").course() is not None


@pytest.mark.rule("OWM-BOOT-01")
def test_three_fields_the_deck_beside_them_and_one_of_each_order() -> None:
    one = lesson("OWM-BOOT-01")
    assert one.lay is not None
    g, _ = one.lay()
    assert isinstance(g, OwmState)
    assert (g.ground.width, g.ground.height) == (1, 3)
    assert g.ground.cards == (FIELD,) * 3
    assert g.decks[CORE].left == 192 - 5  # what is on the table and in the hand
    shown = [piece.split()[0].lower() for piece in one.pieces]
    assert shown == ["attack", "entrench", "maneuver", "rally"]
    assert all(order.value in one.text.lower() for order in StandingOrder)


@pytest.mark.rule("OWM-BOOT-02")
def test_a_move_black_green_black_and_one_terrain_forward() -> None:
    practice = Practice(lesson("OWM-BOOT-02"))
    team = FireteamId(1)
    start = state(practice).fireteams[team]
    assert state(practice).ground.cell_name(start.cell) == "A3" and not start.on_the_move
    assert practice.task is not None
    assert practice.give(practice.task.answer(practice.view)) == ""
    moving = state(practice).fireteams[team]
    assert moving.on_the_move and moving.cell == start.cell
    assert practice.task is not None
    assert practice.give(practice.task.answer(practice.view)) == ""
    arrived = state(practice).fireteams[team]
    assert state(practice).ground.cell_name(arrived.cell) == "A2" and not arrived.on_the_move
    assert practice.task is None


@pytest.mark.rule("OWM-BOOT-02")
def test_what_the_lesson_is_not_about_is_refused_and_nothing_happens() -> None:
    practice = Practice(lesson("OWM-BOOT-02"))
    before = state(practice).clone()
    assert "something else" in practice.give(EndTurn())
    cards = state(practice).hands[LEARNER]
    attack = next(o for o in practice.options() if isinstance(o, Maneuver)).with_(
        card=Played(cards[0])
    )
    assert practice.give(attack) == "not allowed: that card is no Maneuver order (OWM-CARD-02)"
    assert state(practice) == before


@pytest.mark.rule("OWM-BOOT-02")
def test_any_maneuver_order_will_do() -> None:
    practice = Practice(lesson("OWM-BOOT-02"))
    moves = [o for o in practice.options() if isinstance(o, Maneuver)]
    assert len(moves) == 2
    assert practice.give(moves[1]) == ""
    assert practice.task is not None
    assert practice.give(practice.task.answer(practice.view)) == ""
    assert practice.task is None


@pytest.mark.rule("OWM-BOOT-03")
def test_terrain_is_shown_with_dice_modifiers_icons_and_cross_hair() -> None:
    shown = " ".join(lesson("OWM-BOOT-03").pieces)
    for wanted in ("attack +3", "defense +2", "blocks the line of sight", "no stealth"):
        assert wanted in shown
    assert shown.count("cross-hair") == shown.count("dice red") == 4


@pytest.mark.rule("OWM-BOOT-04")
def test_both_halves_of_an_order_card_are_shown() -> None:
    one = lesson("OWM-BOOT-04")
    assert "never for both" in one.text
    assert all("below it" in piece for piece in one.pieces)


@pytest.mark.rule("OWM-BOOT-05")
def test_a_soldier_is_shown_with_all_that_stands_on_his_card() -> None:
    (shown,) = lesson("OWM-BOOT-05").pieces
    card = CATALOG.soldiers[SoldierId(204)]
    traits = [CATALOG.traits[t].title for t in (card.strength_trait, card.weakness_trait)]
    for wanted in (card.name, "101st", "a Leader", "7 points", "M1 Garand", "range 3 green + blue"):
        assert wanted in shown
    for wanted in ("Resolve 4", "Discipline red", "Vitality 9", *traits):
        assert wanted in shown


@pytest.mark.rule("OWM-BOOT-06")
def test_hill_against_road_at_range_two_and_an_attack_order_in_each_hand() -> None:
    practice = Practice(lesson("OWM-BOOT-06"))
    g = state(practice)
    mine, his = g.fireteams[FireteamId(1)], g.fireteams[FireteamId(2)]
    kinds = [CATALOG.terrain[g.ground.cards[t.cell]].kind for t in (mine, his)]
    assert kinds == ["hill", "road"]
    assert g.ground.distance(mine.cell, his.cell) == 2
    assert mine.division != his.division and len(mine.line) == len(his.line) == 1
    assert any("shoots first (OWM-BOOT-06)" in line for line in practice.told)
    for hand in g.hands:
        faces = [CATALOG.core[CardNumber(practice.dealer.faces[s])] for s in hand if s < 0]
        attacks = [f for f in faces if isinstance(f, OrderCard)]
        assert any(o.standing_order is StandingOrder.ATTACK for o in attacks)
    assert any(isinstance(f, CoreTerrainCard) for f in faces)


@pytest.mark.rule("OWM-BOOT-07")
def test_fire_and_return_fire_without_number_and_target() -> None:
    practice = play("OWM-BOOT-07")
    assert isinstance(practice.g.pending, Over)
    told = " ".join(practice.told)
    flips = [line for line in practice.told if "(OWM-CCS-03)" in line]
    assert Purpose.SHOTS.value not in told and Purpose.TARGET.value not in told
    assert [line.split(":")[0] for line in flips[:3]] == ["lethality", "lethality", "Discipline"]
    assert "attack from Hill +3, defense of Road -1" in told


@pytest.mark.rule("OWM-BOOT-07")
@pytest.mark.parametrize("first", [0, 1])
def test_a_suppressed_man_returns_fire_with_double_discipline(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def below(dealer: object, n: int) -> int:
        return first

    monkeypatch.setattr("owm_net.engine.dealer.LocalDealer.below", below)
    practice = play("OWM-BOOT-07")
    g = state(practice)
    assert g.soldiers[SoldierId(304 if first == 0 else 204)].status is Status.SUPPRESSED
    assert len(g.discard) == 2 + 3 + 4  # two orders, a shot, a doubled one


def test_whoever_was_killed_still_shoots(monkeypatch: pytest.MonkeyPatch) -> None:
    """000:391-393: the second player practises even if their soldier is dead."""
    high = [113, 97, 133]  # blue 5 and 5, then red 1: 5 + 5 - 1 + 2 = 11
    scene = next(s for s in boot_camp.read().scene if s.key == "firing")
    deck = (*scene.deck[:14], *high, 86, 14, 17, 127)
    g, dealer = boot_camp.lay(evolve(scene, deck=deck))
    monkeypatch.setattr(dealer, "below", lambda n: 0)
    one = lesson("OWM-BOOT-07")
    practice = Practice(
        Lesson(one.title, one.rules, one.text, lay=lambda: (g, dealer), tasks=one.tasks)
    )
    while practice.task is not None:
        practice.give(practice.task.answer(practice.view))
    told = " ".join(practice.told)
    assert "Tietjen is killed" in told
    assert told.index("Tietjen is killed") < told.index("PFC Tietjen at PFC Evans")


@pytest.mark.rule("OWM-BOOT-08")
def test_it_ends_by_sending_people_to_a_mission() -> None:
    assert COURSE.lessons[-1].tasks == ()
    assert "mission" in COURSE.end and "squad" in COURSE.end


def test_all_that_is_wrong_in_the_file_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "boot_camp.toml").write_text(
        'title = "x"\nend = "y"\n'
        '[[lesson]]\ntitle = "a"\nrules = []\ntext = "t"\nscene = "none"\ncards = [900]\n'
        '[[lesson.task]]\nseat = 0\nsay = "s"\nanswer = { name = "owm.nothing" }\n'
        '[[scene]]\nkey = "s"\nplay = "chess"\nterrain = [999]\nhands = [[1], [1]]\ndeck = []\n'
        'fireteam = [{ seat = 0, division = "us_5th_rangers", soldiers = [204], cell = "B1" }]\n'
    )
    with pytest.raises(BadData) as caught:
        boot_camp.course(DataFiles(tmp_path))
    told = str(caught.value)
    for wanted in ("no scene 'none'", "no core card 900", "owm.nothing", "chess", "card 999", "B1"):
        assert wanted in told
    for wanted in ("soldier 204 is not of", "card 1 is no core card", "seat 0, then of seat 1"):
        assert wanted in told


@pytest.mark.rule("OWM-BOOT-02", "OWM-MOVE-01")
def test_the_picture_says_which_side_of_a_token_is_up() -> None:
    t = Table(team(0, "C3", EVANS, heading="C4"), team(1, "C6", 303))
    ours, theirs = (line for line in boot_camp.table_lines(t.g) if "[" in line)
    assert "green side, to C4" in ours and "black side" in theirs
