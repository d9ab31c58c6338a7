"""The door between the match and the window: questions that come, and go unanswered."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client.answering.drafting import groups_of
from owm_net.client.front import Front
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.sitting.table import PAUSE
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.games.owm.ids import SoldierId
from owm_net.session.player import Notice
from tests.client.robot import Robot
from tests.client.situations import stage_at
from tests.client.test_owm_set_up import pool
from tests.client.test_proposal import robot_of
from tests.client.test_table import press, texts_that_run_over
from tests.games.squadcards.table import Phase, lay


async def test_a_question_that_is_stale_goes_and_the_next_one_is_put(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The driver takes its question back, as when a seat that leaves changes what is asked. The
    window redraws, and the end of an earlier question does not remove a later one."""
    robot = robot_of()
    stage, woken, got = robot.stage, [0], []
    stage.sitting.withdraw()
    front = Front(stage, lambda: woken.__setitem__(0, woken[0] + 1))

    async def ask(scope: trio.CancelScope) -> None:
        with scope:
            got.append(await front.decide(robot.match.view(0)))

    first, second = trio.CancelScope(), trio.CancelScope()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask, first)
        await trio.testing.wait_all_tasks_blocked()
        robot.tick()
        assert stage.sitting.answering.is_open
        drawn = woken[0]
        first.cancel()
        await trio.testing.wait_all_tasks_blocked()
        assert not stage.sitting.answering.is_open and woken[0] > drawn
        assert not any(i.lit for i in stage.scene())
        nursery.start_soon(ask, second)
        await trio.testing.wait_all_tasks_blocked()
        stage.sitting.withdraw(lambda answer: None)  # what belongs to no question that is open
        robot.tick()
        assert stage.sitting.answering.is_open
        while not got:
            stage.press(*(stage.scene().point_of(robot.choose()) or (0, 0)))
            robot.tick()
            await trio.testing.wait_all_tasks_blocked()
    assert agenda.why_not(robot.match.view(0), got[0]) is None


# ------------------------------------------------------------------ an answer in the making


def test_what_was_chosen_stays_when_another_answers_first() -> None:
    """All form their squads in secret: when one is ready, the others see the state again."""
    stage = stage_at("squad")
    press(stage, pool(stage, leader=True)[0])
    sitting, squad = stage.sitting, stage.sitting.answering.sketch
    assert (
        groups_of(squad, SoldierId)
        and sitting.live is not None
        and len(sitting.answering.trail) == 1
    )
    sitting.told(sitting.live, [])
    stage.tick(sitting.display.now + 0.01)
    assert (
        sitting.answering.is_open
        and sitting.answering.sketch is squad
        and len(sitting.answering.trail) == 1
    )
    press(stage, "clear")
    assert not groups_of(sitting.answering.sketch, SoldierId)


def test_what_was_chosen_is_there_again_if_the_same_question_comes_again() -> None:
    """And not if anything has happened in between."""
    stage = stage_at("squad")
    press(stage, pool(stage, leader=True)[0])
    sitting, squad = stage.sitting, stage.sitting.answering.sketch
    view, sink = sitting.live, sitting.answering._sink
    assert view is not None and sink is not None
    stage.heard()
    for _ in range(2):
        sitting.withdraw(sink)
        assert sitting.answering.sketch is None
        sitting.ask(view, sink)
        stage.tick(sitting.display.now + 5)
        assert sitting.answering.is_open and sitting.answering.sketch is squad and not stage.heard()
    sitting.withdraw(sink)
    view.state.answered += 1
    sitting.ask(view, sink)
    stage.tick(sitting.display.now + 5)
    assert sitting.answering.is_open and not groups_of(sitting.answering.sketch, SoldierId)


def test_whoever_has_answered_is_no_longer_waited_for_while_the_others_think() -> None:
    stage = stage_at("squad")
    sitting = stage.sitting
    assert sitting.waiting_for() == (0, 1)
    sitting.withdraw()
    assert sitting.waiting_for() == (1,)


# ------------------------------------------------------------------ when an answer leaves


@pytest.mark.parametrize("passes", [True, False])
async def test_who_passes_by_himself_and_who_has_a_choice_answer_at_the_same_time(
    autojump_clock: trio.testing.MockClock, passes: bool
) -> None:
    """Nothing to play, so the window passes; a card to play, and a pass by hand, or the card: if
    they are quick all three leave at the same time. Without passes by themselves none waits."""
    left: dict[str, list[float]] = {}
    for hand, deed, seconds in (
        (["knife", "fear"], "by itself", (1.0, 3.0, 5.0)),
        (["scout", "fear"], "by hand", (0.2, 3.9, 4.2)),
    ):
        for took in seconds:
            match = lay(phase=Phase.POSITION, hands=(hand, ["scout"]))
            stage = Stage(games.get("squadcards"), 0, ["You", "Foe"], Settings(speed="off"))
            stage.sitting.told(match.view(0), [])
            stage.sitting.answering.passes = passes
            begun, front = trio.current_time(), Front(stage)

            async def answer(
                stage: Stage = stage, took: float = took, hand: Sequence[str] = hand
            ) -> None:
                stage.tick(0.0)
                if passes:
                    assert (stage.table.unasked(stage.sitting) is not None) == ("knife" in hand)
                await trio.sleep(took)
                if passes and "knife" in hand:
                    stage.tick(PAUSE)
                else:
                    assert stage.sitting.answering.give(Pass())

            async with trio.open_nursery() as nursery:
                nursery.start_soon(answer)
                assert await front.decide(match.view(0)) == Pass()
            left.setdefault(deed, []).append(round(trio.current_time() - begun, 6))
    if passes:
        assert left == {"by itself": [4.0, 4.0, 8.0], "by hand": [4.0, 4.0, 8.0]}
    else:
        assert left == {"by itself": [1.0, 3.0, 5.0], "by hand": [0.2, 3.9, 4.2]}


async def test_other_questions_never_wait(autojump_clock: trio.testing.MockClock) -> None:
    robot = robot_of()
    robot.stage.sitting.answering.passes = True
    robot.stage.sitting.withdraw()
    front, begun = Front(robot.stage), trio.current_time()
    answer = agenda.sample(robot.match.view(0), Chance(1))
    assert not isinstance(answer, Pass)

    async def give() -> None:
        await trio.sleep(0.5)
        robot.tick()
        assert robot.stage.sitting.answering.give(answer)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(give)
        assert await front.decide(robot.match.view(0)) == answer
    assert trio.current_time() - begun == 0.5


# ------------------------------------------------------------------ notices of other seats


@pytest.mark.parametrize("name", games.names())
def test_a_lost_connection_is_seen_also_while_one_is_asked(name: str) -> None:
    """Until it is there again; the whole text is in the note."""
    robot = robot_of(name)
    stage, front = robot.stage, Front(robot.stage)
    why = "the connection to Green broke off: reset by peer"
    front.notice(Notice.AWAY, why)
    robot.tick()
    assert stage.sitting.answering.is_open
    item = stage.scene().find("trouble")
    assert item is not None and item.tooltip == why and not texts_that_run_over(stage.scene())
    front.notice(Notice.WORKING, "shuffling")
    robot.tell()
    assert stage.scene().find("trouble") is not None
    front.notice(Notice.BACK, "connected to Green again")
    assert stage.scene().find("trouble") is None


def test_for_how_long_a_connection_is_lost_is_seen() -> None:
    """Counted from the loss, whatever else is told of it; another loss starts again."""
    robot = robot_of()
    stage, front = robot.stage, Front(robot.stage)

    def shown() -> str:
        item = stage.scene().find("trouble")
        return " ".join(run.text for run in item.runs) if item is not None else ""

    front.notice(Notice.AWAY, "lost Green: reset by peer")
    robot.tick()
    assert "ago" not in shown()
    robot.tick(14.0)
    stage.sitting.touch()  # as the window's clock does every second
    assert "0:14 ago: lost Green" in shown()
    front.notice(Notice.AWAY, "lost Green: it is still away")
    robot.tick(60.5)
    assert "1:14 ago: lost Green: it is still" in shown()
    front.notice(Notice.BACK, "connected to Green again")
    front.notice(Notice.AWAY, "lost Green: reset by peer")
    robot.tick()
    assert "lost Green" in shown() and "ago" not in shown()


def test_by_which_way_a_lost_connection_is_looked_for_is_seen() -> None:
    """As long as it is lost, and in a match that is taken up too; a remark hides neither."""
    robot = robot_of()
    stage, front = robot.stage, Front(robot.stage)

    def shown() -> str:
        item = stage.scene().find("trouble")
        return " ".join(run.text for run in item.runs) if item is not None else ""

    front.notice(Notice.TRYING, "dialling 192.0.2.7:7770")  # it may come first
    front.notice(Notice.AWAY, "lost Green: reset by peer")
    robot.tick()
    robot.tick(14.0)
    stage.sitting.touch()
    assert "0:14 ago: lost Green" in shown() and "dialling 192.0.2.7:7770" in shown()
    front.notice(Notice.TRYING, "trying relay r.example:7771")
    front.notice(Notice.REMARK, "Green: hello")
    item = stage.scene().find("trouble")
    assert "trying relay r.example:7771" in shown() and "dialling" not in shown()
    assert item is not None
    assert item.tooltip == "lost Green: reset by peer; trying relay r.example:7771"
    assert not texts_that_run_over(stage.scene())
    front.notice(Notice.BACK, "connected to Green again")
    assert stage.scene().find("trouble") is None
    front.notice(Notice.AWAY, "lost Green: reset by peer")
    assert "relay" not in shown()
    front.notice(Notice.BACK, "connected to Green again")
    front.notice(Notice.WAITING, "looking for the other side")
    front.notice(Notice.TRYING, "dialling 192.0.2.7:7770")
    assert stage.sitting.notices.line == "looking for the other side: dialling 192.0.2.7:7770"


def test_what_is_wrong_and_what_is_written_are_shown_whole_and_cover_no_button() -> None:
    robot = robot_of()
    stage, front = robot.stage, Front(robot.stage)
    why = "root has left; the match is kept: both may go on with it when he is back again"
    front.notice(Notice.AWAY, why)
    robot.tick()
    robot.tick(14.0)
    front.notice(
        Notice.REMARK, "you offer to adjourn the match: all stop here and continue another time"
    )
    for size in ((960, 540), (1280, 720)):
        stage.resize(*size)
        scene = stage.scene()
        shown = [scene.find(id) for id in ("trouble", "chat.newest")]
        rects = [item.rect for item in shown if item is not None]
        words = [" ".join(run.text for run in item.runs) for item in shown if item is not None]
        assert len(rects) == 2 and why in words[0] and "continue another time" in words[1]
        assert not rects[0].meets(rects[1])
        bar = [i.rect for i in scene if i.id.startswith("top.")]
        assert not any(one.meets(rect) for one in bar for rect in rects)


def test_who_was_slow_is_forgiven_at_the_next_step() -> None:
    robot = robot_of()
    front = Front(robot.stage)
    front.notice(Notice.SILENT, "Green's program sends nothing")
    assert robot.stage.scene().find("trouble") is not None
    front.told(robot.match.view(0), [])
    assert robot.stage.scene().find("trouble") is None


def test_who_leaves_after_the_end_is_no_trouble() -> None:
    robot = Robot(games.get("skeleton"), 4)
    robot.run_to(lambda match: False)
    robot.tick()
    Front(robot.stage).notice(Notice.GONE, "Green has left: good-bye")
    assert robot.stage.sitting.result is not None
    assert robot.stage.scene().find("trouble") is None
