"""How the window treats a person: refusals pass, nothing irrevocable is done by one click, nothing
that matters is covered, and the buttons stay where they are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from owm_net import games
from owm_net.client import language, theme
from owm_net.client.answering.drafting import Pick
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.front import Front
from owm_net.client.keys import HEED
from owm_net.client.match.display import snapshot
from owm_net.client.match_stage import AGAIN, Stage
from owm_net.client.scene import Pen, Rect
from owm_net.client.scene.items import Scene
from owm_net.client.scene.layout import Box
from owm_net.client.screens.end import READ_END, EndScreen
from owm_net.client.screens.rules import RuleBookScreen
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import PassUntil
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.deciding import must_pass
from owm_net.client.widgets import GAP, LET_PASS, HandCard, hand_fan, top_bar
from owm_net.engine import agenda
from owm_net.engine.drafts import Draft
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose, Over
from owm_net.games.owm.actions import EndTurn, LayTerrain
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.actions.rally import Rallied
from owm_net.games.owm.decisions.double_time import DoubleTime
from owm_net.games.owm.decisions.grenade import Grenade
from owm_net.games.owm.decisions.intelligence import LeaveHand, ThrowAway
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.rounds import RoundBegun
from owm_net.games.owm.set_up import StartAt, TakeDivision
from owm_net.games.owm.turn import TurnBegun
from owm_net.games.owm.windows import (
    COMMAND,
    NEXT_CARD,
    NEXT_ROUND,
    NEXT_TURN,
    Decision,
    DecisionLaid,
)
from owm_net.session.player import Clocks
from tests.client.robot import Robot
from tests.client.situations import (
    KINDS,
    doing,
    pick_nothing,
    picked,
    setup_for,
    stage_at,
)
from tests.client.test_table import press, texts_that_run_over

SIZES = ((1280, 720), (1366, 768), (1920, 1080))


def prompt_texts(stage: Stage) -> list[str]:
    item = stage.scene().find("prompt.text")
    assert item is not None
    return [run.text for run in item.runs]


# ------------------------------------------------------------------ refusals


def refused() -> Stage:
    stage = stage_at("start_at")
    press(stage, next(i for i in stage.scene() if i.kind == "cell" and i.why).id)
    return stage


def test_a_refusal_stands_beside_the_prompt_not_in_its_place() -> None:
    asked = prompt_texts(stage_at("start_at"))[0]
    stage = refused()
    assert prompt_texts(stage)[0] == asked
    assert prompt_texts(stage)[1].startswith("Not allowed: ")
    assert not texts_that_run_over(stage.scene())


@pytest.mark.parametrize("what", ["key", "click"])
def test_the_next_input_takes_a_refusal_away(what: str) -> None:
    stage = refused()
    if what == "key":
        stage.key("tab")
    else:
        stage.press(2, 2)
    assert not any("Not allowed" in text for text in prompt_texts(stage))


def test_a_click_with_a_refusal_there_has_the_table_laid_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It means what lay under the pointer in the picture that the player has seen."""
    stage = refused()
    lit = next(item for item in stage.scene() if item.lit and item.action is not None)
    point = stage.scene().point_of(lit)
    assert point is not None
    stage.move(*point)
    stage.scene()
    laid: list[int] = []

    lay_out = stage._lay_out

    def counted() -> Iterator[Scene | None]:
        laid.append(1)
        return lay_out()

    monkeypatch.setattr(stage, "_lay_out", counted)
    stage.sitting.touch()
    for x, y in (point, (2.0, 2.0), point):
        stage.move(x, y)
    assert not laid  # a hand that moves fast is many places between two frames
    stage.frame()
    laid.clear()
    stage.press(*point)
    assert not laid  # before the next frame
    assert not stage.sitting.ui.refused.why
    assert stage.sitting.answering.sketch is not None
    stage.frame()
    assert len(laid) == 1


@pytest.mark.parametrize("game", games.names())
def test_a_picture_made_in_parts_is_none_of_two_states(game: str) -> None:
    """Whatever changes between two parts, and whatever has been asked of the rules before."""
    system, chance = games.get(game), random.Random(5)
    stage = Stage(system, 0, ["You", "Computer"], Settings(speed="off"))
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    parts = 0
    for step in range(200):
        if isinstance(match.request, Over):
            break
        match.step()
        if step % 8:
            continue
        stage.sitting.told(match.view(0), match.state.events)
        stage.tick(step)
        made = stage.foresee()
        for _ in range(chance.randrange(60)):
            parts += next(made, made) is None
        stage.move(chance.randrange(1280), chance.randrange(720))
        for _ in stage.foresee():
            parts += 1
        fresh = list(stage._lay_out())[-1]
        scene = stage.frame()
        assert fresh is not None
        assert scene.items == fresh.items
    assert parts > 20


def test_what_changes_once_while_it_is_laid_out_is_laid_out_in_parts_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Done all at once it would hold up keys and messages; but a hand that moves all the time must
    not keep the picture from ever being there."""
    stage = stage_at("action")
    stage.scene()
    made: list[bool] = []
    another = Stage._another_part

    def noted(self: Stage) -> Scene | None:
        part = another(self)
        made.append(part is None)
        return part

    monkeypatch.setattr(Stage, "_another_part", noted)
    for changes, at_once in ((1, False), (9, True)):
        stage.sitting.touch()
        for _ in stage.foresee():
            if made and changes:
                stage.sitting.touch()
                made.clear()
                changes -= 1
        made.clear()
        stage.frame()
        assert any(made) is at_once


def test_a_refusal_goes_by_itself_however_long_the_window_has_rested() -> None:
    stage = stage_at("start_at")
    stage.tick(1000.0)
    stage.tick(5000.0)  # no frames in between
    stage.sitting.refuse("no such place (OWM-MISS-05)")
    stage.tick(9000.0)
    assert stage.sitting.ui.refused.why
    stage.tick(9003.0)
    assert stage.sitting.ui.refused.why
    stage.tick(9009.0)
    assert not stage.sitting.ui.refused.why


def test_a_long_refusal_is_shown_whole_in_two_lines() -> None:
    stage = stage_at("start_at")
    stage.sitting.refuse("a reason that is too long for one line of the bar " * 3 + "(OWM-MISS-05)")
    assert len(prompt_texts(stage)) == 3
    assert prompt_texts(stage)[2].endswith("(OWM-MISS-05)")
    assert not texts_that_run_over(stage.scene())


def test_the_prompt_names_no_rule_and_a_press_on_it_opens_that_rule() -> None:
    stage = stage_at("start_at")
    rule = stage.sitting.answering.about.rule
    assert rule and not any("(OWM-" in text for text in prompt_texts(stage))
    press(stage, "prompt.text")
    assert stage.screens.find(RuleBookScreen) is not None
    assert stage.reading.chosen and rule.endswith(stage.reading.chosen)


# ------------------------------------------------------------------ confirming


def asked(kind: str) -> tuple[Stage, list[Any]]:
    stage = stage_at(kind)
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    return stage, given


def lit_soldiers(stage: Stage) -> list[str]:
    return [i.id for i in stage.scene() if i.id.startswith("soldier:") and i.lit]


@pytest.mark.parametrize("how", ["second click", "enter", "button"])
def test_a_shot_is_chosen_then_confirmed(how: str) -> None:
    stage, given = asked("shooter")
    who = lit_soldiers(stage)[0]
    pick_nothing(stage)
    press(stage, who)
    assert not given and "chosen" in stage.scene().find(who).flags  # type: ignore[union-attr]
    what, detail = prompt_texts(stage)[:2]
    assert what.endswith("shoots?") and detail.startswith("Out ") and "down" in detail
    if how == "second click":
        press(stage, who)
    elif how == "enter":
        stage.key("enter")
    else:
        press(stage, "confirm")
    assert given == [Shoot(SoldierId(int(who.partition(":")[2])))]


def test_a_chosen_shot_is_taken_back() -> None:
    stage, given = asked("shooter")
    pick_nothing(stage)
    press(stage, lit_soldiers(stage)[0])
    stage.key("escape")
    assert not given and not picked(stage, SoldierId)
    press(stage, lit_soldiers(stage)[0])
    stage.press(2, 2, "right")
    assert not given and not picked(stage, SoldierId)


def test_ceasing_fire_says_what_is_lost_and_is_confirmed() -> None:
    stage, given = asked("shooter")
    press(stage, "cease")
    assert not given
    assert any("would be lost" in text for text in prompt_texts(stage))
    press(stage, "confirm")
    assert given == [CeaseFire()]


def test_the_only_soldier_who_can_shoot_does_not_fire_at_the_first_click() -> None:
    """Nor at Enter alone: there is an answer besides, to cease fire."""
    robot = Robot(games.get("owm"), 5)

    def only_one(match: Any) -> bool:
        from owm_net.engine import agenda

        return (
            match.request.kind == "shooter"
            and sum(isinstance(x, Shoot) for x in agenda.options(match.view(0))) == 1
        )

    for seed in range(40):
        robot = Robot(games.get("owm"), seed)
        if robot.run_to(only_one):
            break
    stage = robot.stage
    stage.key("enter")
    assert not picked(stage, SoldierId) and not robot.answers
    (who,) = {i.id for i in stage.scene() if isinstance(i.action, Pick) and i.lit}
    press(stage, who)
    assert len(picked(stage, SoldierId)) == 1 and not robot.answers
    press(stage, who)
    assert isinstance(robot.answers[0], Shoot)


def test_a_division_is_chosen_then_confirmed() -> None:
    stage, given = asked("division")
    take = next(i for i in stage.scene() if i.id.startswith("take:") and not i.why)
    press(stage, take.id)
    assert not given and any(text.startswith("Take ") for text in prompt_texts(stage))
    stage.key("escape")
    assert not picked(stage, DivisionKey)
    press(stage, take.id)
    press(stage, "confirm")
    assert isinstance(given[0], TakeDivision)


def test_space_gives_no_answer_that_cannot_be_taken_back() -> None:
    for kind in KINDS:
        stage, given = asked(kind)
        stage.tick(1000.0)
        stage.tick(1000.0 + 2 * HEED)
        forced = must_pass(stage.sitting)  # nothing else can be done: nothing is given away
        for _ in range(3):  # as fast as somebody who hurries
            stage.key("space")
        assert bool(given) == forced, kind


def test_a_second_space_passes_where_a_card_could_be_played_and_the_first_says_so() -> None:
    stage, given, _ = where_double_time_fits()
    stage.tick(1000.0)
    stage.tick(1000.0 + 2 * HEED)
    assert not must_pass(stage.sitting)
    button = stage.scene().find(LET_PASS)
    assert button is not None and "SPACE" in button.label and not button.lit
    stage.key("space")
    button = stage.scene().find(LET_PASS)
    assert button is not None and "AGAIN" in button.label and "chosen" in button.flags
    stage.tick(1000.0 + 2 * HEED + AGAIN / 2)
    stage.key("space")  # the hurried go on pressing it
    assert not given
    stage.tick(1000.0 + 2 * HEED + 2 * AGAIN)
    stage.key("space")
    assert given == [Pass()]
    assert stage.sitting.ui.focus != LET_PASS, "of the next window nothing has been said yet"


@pytest.mark.parametrize("back", [False, True])
def test_tab_comes_to_everything_though_a_card_fits_and_pass_stands_on_the_way(back: bool) -> None:
    stage, _, _ = where_double_time_fits()
    wanted = [item.id for item in stage.scene().focusable]
    came = []
    for _ in wanted:
        stage.key("tab", shift=back)
        came.append(stage.sitting.ui.focus)
    shown = "soldier:"  # which of them are, follows the Fireteam that one comes past
    assert {i for i in wanted if not i.startswith(shown)} <= set(came)


def test_a_terrain_card_is_seen_where_it_would_lie() -> None:
    from tests.client.test_actions import situations

    match, wanted = situations()[LayTerrain]
    stage = Stage(games.get("owm"), 0, ["You", "Computer"], Settings(speed="off", guard=True))
    stage.sitting.told(match.view(0), [])
    stage.tick(0)
    stage.sitting.ask(match.view(0), lambda answer: None)
    stage.tick(0)
    press(stage, f"hand:{match.state.hands[0].index(wanted.card)}")
    before = stage.scene().find(f"cell:{wanted.cell}")
    press(stage, f"cell:{wanted.cell}")
    laid = stage.scene().find(f"cell:{wanted.cell}")
    assert before is not None and before.art is not None and before.art.face == "owm.open"
    assert laid is not None and laid.art is not None and laid.art.face == "owm.tile"


# ------------------------------------------------------------------ the end


def ended() -> Stage:
    robot = Robot(games.get("owm"), 3)
    robot.run_to(lambda match: False)
    robot.tick()
    assert isinstance(robot.stage.screens.top, EndScreen)
    return robot.stage


def test_space_does_not_close_the_end_screen() -> None:
    stage = ended()
    for n in range(20):
        stage.tick(100.0 + n)
        stage.key("space")
    assert not stage.sitting.exit.closing and isinstance(stage.screens.top, EndScreen)


@pytest.mark.parametrize("how", ["enter", "click", "escape"])
def test_the_end_screen_heeds_nothing_that_was_meant_for_the_flips(how: str) -> None:
    stage = ended()

    def leave() -> None:
        if how == "click":
            close = [i for i in stage.scene() if i.label == "CLOSE"][-1]
            stage.press(close.rect.cx, close.rect.cy)
        else:
            stage.key(how)

    leave()
    assert not stage.sitting.exit.closing and isinstance(stage.screens.top, EndScreen)
    stage.tick(stage.sitting.display.now + 2 * (READ_END if how == "enter" else HEED))
    leave()
    assert stage.sitting.exit.closing == (how != "escape")
    assert isinstance(stage.screens.top, EndScreen) == (how != "escape")  # Esc shows the table


def test_who_taps_enter_through_a_match_sees_its_end() -> None:
    stage = ended()
    for _ in range(20):
        stage.key("enter")
        stage.tick(stage.sitting.display.now + 2 * HEED)
    assert not stage.sitting.exit.closing and isinstance(stage.screens.top, EndScreen)
    stage.key("tab")
    while not stage.sitting.ui.focus.startswith("confirm"):
        stage.key("tab")
    stage.key("enter")  # what has the focus is meant
    assert stage.sitting.exit.closing


def test_keys_under_the_help_do_nothing_to_the_match() -> None:
    stage, given = asked("action")
    stage.key("e")
    assert doing(stage) is EndTurn
    stage.key("f1")
    stage.key("enter")  # closes the help: its button is what Enter means here
    assert not given and stage.is_bare
    stage.key("f1")
    stage.key("s")
    assert doing(stage) is EndTurn


# ------------------------------------------------------------------ where things are


@pytest.mark.parametrize("size", [(1600, 900), (3840, 2160)])
def test_the_buttons_at_the_top_follow_the_scale_and_who_presses_again_means_the_same(
    size: tuple[int, int],
) -> None:
    """The one that was pressed moves away from under the pointer, and others come there: one more
    press would leave the match."""
    stage = stage_at("action", size=size)
    stage.sitting.settings.scale = theme.SCALES[0]
    sizes = set()
    for id, step in (("top.bigger", 1), ("top.smaller", -1)):
        button = stage.scene().find(id)
        assert button is not None
        point = (button.rect.x + 4, button.rect.cy)
        for _ in theme.SCALES[1:]:
            before = stage.sitting.settings.scale
            stage.press(*point)
            stage.move(point[0] + 2, point[1] - 1)  # no hand is wholly still
            grown = (stage.sitting.settings.scale - before) * step
            assert grown > 0 or (grown == 0 and stage.sitting.ui.refused.why)
            assert stage.sitting.ui.hover == id and stage.is_bare
            found = stage.scene().find(id)
            assert found is not None
            sizes.add(round(found.rect.h / stage.scene().scale))
    assert len(sizes) == 1
    assert stage.scene().at(*point) is not stage.scene().find("top.smaller")
    stage.move(point[0] + 40, point[1])
    assert stage.sitting.ui.hover != "top.smaller"
    stage.press(*point)
    assert stage.sitting.settings.scale == theme.SCALES[0] and not stage.sitting.ui.refused.why


def test_a_scale_for_which_there_is_no_room_says_so() -> None:
    stage = stage_at("action")
    for _ in theme.SCALES:
        press(stage, "top.bigger")
    assert "no room" in stage.sitting.ui.refused.why
    press(stage, "top.smaller")
    assert stage.sitting.settings.scale < 1.25 and not stage.sitting.ui.refused.why


@pytest.mark.parametrize("size", SIZES)
def test_seven_cards_in_hand_are_seen_whole_with_their_dice(size: tuple[int, int]) -> None:
    stage = stage_at("action", size=size)
    cards = [i for i in stage.scene() if i.id.startswith("hand:")]
    assert len(cards) == 7
    window = Rect(0, 0, *size)
    for one, following in pairwise(cards):
        assert window.covers(one.rect)
        assert one.rect.right - following.rect.x < one.rect.w * 0.1
    assert window.covers(cards[-1].rect)
    bar = stage.scene().find("prompt")
    assert bar is not None and all(not i.rect.meets(bar.rect, 3) for i in cards)


def test_a_hand_of_a_dozen_stays_in_its_place() -> None:
    pen = Pen((1280, 720), 1.0)
    area = Rect(6, 560, 690, 158)
    cards = [HandCard(n, ArtKey.of("core_back"), str(n)) for n in range(12)]
    hand_fan(Box(pen, area), cards)
    assert all(area.covers(i.rect, 1) for i in pen.items)


def test_the_own_hand_is_drawn_before_all_else() -> None:
    stage = stage_at("action")
    assert stage.sitting.live is not None
    soon = stage.table.soon(stage.sitting.live)
    hand = [i.art for i in stage.scene() if i.id.startswith("hand:")]
    assert len(hand) == 7 and all(art in soon for art in hand)
    hidden = {faces.core_card(card) for card in stage.sitting.live.state.hands[1] if card >= 0}
    assert not hidden & set(soon)


# ------------------------------------------------------------------ the log


def test_who_looks_back_in_a_match_that_he_went_on_with_sees_his_own_hand() -> None:
    """Its log is read for nobody: without what the player alone has learnt."""
    system = games.get("owm")
    stage = Stage(system, 0, ["You", "Computer"], Settings(speed="off"))
    match = LocalMatch(system, system.default_setup(), 4, [random_player] * 2)
    while match.state.phase == "set-up":  # type: ignore[attr-defined]
        match.step()
    for _ in range(5):
        match.step()
        stage.sitting.recall(match.view(-1), match.state.events)
    stage.sitting.told(match.view(0), [])
    stage.tick(1.0)
    stage.sitting.look_back(0)
    hand = [i.label for i in stage.scene() if i.id.startswith("hand:")]
    assert hand and "a hidden card" not in hand


def test_the_log_of_a_match_that_is_taken_up_again_is_full() -> None:
    system = games.get("owm")
    whole, again = (Stage(system, 0, ["You", "Computer"], Settings(speed="off")) for _ in "ab")
    match = LocalMatch(system, system.default_setup(), 4, [random_player] * 2)
    for n in range(200):
        whole.sitting.told(match.view(0), match.state.events)
        again.sitting.recall(match.view(0), match.state.events)
        whole.tick(float(n))
        if isinstance(match.request, Over):
            break
        match.step()
    again.sitting.told(match.view(0), [])
    again.tick(1.0)
    assert len(whole.sitting.log.lines) > 50
    assert again.sitting.log.lines == whole.sitting.log.lines
    assert any(i.id.startswith("log:") for i in again.scene())


# ------------------------------------------------------------------ words


def test_a_squad_of_one_is_one_man() -> None:
    stage = stage_at("squad")
    press(stage, next(i.id for i in stage.scene() if i.id.startswith("pool:") and i.lit))
    assert any(text.startswith("1 man, ") for text in stage.scene().texts())


# ------------------------------------------------------------------ rallies, names, grammar


def rallying(all_of_them: bool) -> tuple[Stage, list[Any]]:
    """Return a Rally whose flip reaches all who are down, or not; its answers."""
    stage, given = asked("rallied")
    sitting = stage.sitting
    assert sitting.view is not None
    frame = sitting.view.state.agenda[-1]
    frame.number = 4 if all_of_them else 1
    sitting.ask(sitting.view, given.append)  # what was worked out for the old number holds no more
    stage.tick(sitting.display.now)
    return stage, given


@pytest.mark.rule("OWM-RALLY-01")
def test_a_rally_that_reaches_all_has_chosen_all() -> None:
    stage, given = rallying(True)
    stage.key("enter")
    assert len(given) == 1 and given[0].soldiers


@pytest.mark.rule("OWM-RALLY-01")
def test_enter_alone_does_not_rally_nobody() -> None:
    stage, given = rallying(False)
    pick_nothing(stage)
    stage.sitting.touch()
    stage.key("enter")
    assert not given
    press(stage, "nobody")
    assert given == [Rallied(())]


def test_players_are_called_what_they_say_once_they_have_said_it() -> None:
    match = LocalMatch(
        games.get("skeleton"), games.get("skeleton").default_setup(), 1, [random_player] * 2
    )
    front = Front(Stage(games.get("skeleton"), 0, ["Ann", "the other side"]))
    front.names = names = ["", ""]
    front.told(match.view(0), [])
    assert front.sitting.players.name(1) == "the other side"
    names[:] = ["Ann", "Bob"]
    front.told(match.view(0), [])
    assert (front.sitting.players.name(0), front.sitting.players.name(1)) == ("You", "Bob")


def test_you_choose_and_others_choose() -> None:
    stage, _ = asked("action")
    stage.sitting.withdraw()
    assert prompt_texts(stage)[0].startswith("You: choose an action")
    stage, given = asked("action")
    stage.sitting.answering.give(EndTurn())  # it may be held back for some seconds, see `Front`
    assert given and prompt_texts(stage)[0] == "Your answer is on its way"
    robot = Robot(games.get("owm"), 5)
    while not (isinstance(robot.match.request, Choose) and robot.match.request.seat == 1):
        robot.match.step()
    robot.tell()
    robot.tick()
    assert prompt_texts(robot.stage)[0].startswith("Waiting for Computer 1 to choose a division")


def test_a_prompt_of_three_lines_stays_inside_its_frame() -> None:
    stage = stage_at("rallied")
    stage.sitting.refuse("a reason that goes on and on " * 8)
    frame, text = stage.scene().find("prompt"), stage.scene().find("prompt.text")
    assert frame is not None and text is not None and len(text.runs) == 3
    last = text.runs[-1]
    assert last.box.bottom + last.size * 0.3 < frame.rect.bottom  # what hangs below the line


def where_double_time_fits() -> tuple[Stage, list[Any], list[Any]]:
    return where_it_fits(DoubleTime, 0)


def where_it_fits(decision: type[Decision], seat: int) -> tuple[Stage, list[Any], list[Any]]:
    """A window in which a card can be played; what is given there; how it can be played."""
    system = games.get("owm")
    setup = setup_for("decision")
    for seed in range(60):
        match = LocalMatch(system, setup, seed, [random_player] * 2)
        plays: list[Any] = []
        while not isinstance(match.request, Over) and not plays:
            request: Any = match.request
            if agenda.asks(match.state, COMMAND) and request.seat == seat:
                options = agenda.options(match.view(seat))
                plays = [o for o in options if isinstance(o, decision)]
            if not plays:
                match.step()
        if plays:
            break
    given: list[Any] = []
    stage = Stage(system, seat, ["You", "Computer"], Settings(speed="off", guard=True))
    stage.sitting.told(match.view(seat), [])
    stage.tick(0)
    stage.sitting.ask(match.view(seat), given.append)
    stage.tick(0)
    return stage, given, plays


@pytest.mark.rule("OWM-CD-GRENADE-1")
def test_what_there_is_only_one_of_is_chosen_with_the_card_and_covers_nothing() -> None:
    """A Grenade of the one Fireteam at the one enemy beside it, not thrown back, for none has been
    thrown; the other Command Decisions, which this card is not, are no ways to play it."""
    seat = 1
    stage, _, plays = where_it_fits(Grenade, seat)
    card = plays[0].card
    assert len([play for play in plays if play.card == card]) == 1
    assert stage.sitting.view is not None
    press(stage, f"hand:{stage.sitting.view.state.hands[seat].index(card)}")
    assert stage.scene().find("confirm") is not None
    assert any(text.startswith("Grenade of ") for text in prompt_texts(stage))
    assert stage.scene().find("choose") is None


def test_enter_before_all_is_chosen_says_what_is_still_to_be() -> None:
    stage, given = asked("start_at")
    stage.sitting.answering.sketch = Draft(StartAt)
    stage.sitting.touch()
    stage.key("enter")
    told = " ".join(prompt_texts(stage))
    assert not given and "choose what is lit first" in told


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_no_note_of_a_button_is_cut(spoken: str) -> None:
    """Its first line is bold, and bold is wider."""
    language.use(spoken)
    try:
        stage = stage_at("action")
        scene, seen = stage.scene(), 0
        for point in [scene.point_of(item) for item in scene if item.tooltip or item.why]:
            if point is not None:
                stage.move(*point)
                note = stage.scene().find("tooltip")
                seen += note is not None
                assert note is None or not [r.text for r in note.runs if r.text.endswith("…")]
        assert seen > 20
    finally:
        language.use("en")


@pytest.mark.rule("OWM-IMM-01")
def test_a_command_decision_is_played_by_its_card_and_its_aim() -> None:
    """A lit card, what it is aimed at, PLAY; or a pass, for once or for longer."""
    stage, given, plays = where_double_time_fits()
    labels = {i.id for i in stage.scene()}
    assert {LET_PASS, "pass:the next turn", "pass:the next round", "pass_alone"} <= labels
    assert stage.sitting.view is not None
    press(stage, f"hand:{stage.sitting.view.state.hands[0].index(plays[0].card)}")
    if stage.scene().find("confirm") is None:
        press(stage, f"team:{plays[0].fireteam}")
    assert any(text.startswith("Double Time for ") for text in prompt_texts(stage))
    press(stage, "confirm")
    assert [type(one) for one in given] == [DoubleTime] and given[0].card == plays[0].card


@pytest.mark.parametrize(
    ("word", "back"),
    [(NEXT_ROUND, "pass_back"), (NEXT_TURN, "m"), (NEXT_CARD, "player.stands")],
)
def test_a_pass_that_stands_is_seen_and_taken_back(word: str, back: str) -> None:
    """The window passes separately each time, so the player can be asked again whenever they
    want."""
    stage, given, _ = where_double_time_fits()
    sitting, asked = stage.sitting, stage.sitting.view
    assert asked is not None
    press(stage, f"pass:{word}")
    stage.heard()
    stage.tick(1)
    assert given == [Pass()] and not sitting.answering.is_open
    assert stage.scene().find("player.stands") is not None
    sitting.ask(snapshot(asked), given.append)
    stage.tick(2)
    assert given == [Pass(), Pass()] and "turn" not in stage.heard()
    if back == "m":
        stage.key(back)
    else:
        press(stage, back)
    assert stage.scene().find("player.stands") is None and stage.scene().find("pass_back") is None
    sitting.ask(snapshot(asked), given.append)
    stage.tick(3)
    assert sitting.answering.is_open and len(given) == 2


@pytest.mark.parametrize("word", [NEXT_ROUND, NEXT_TURN, NEXT_CARD])
def test_a_pass_that_stands_ends_as_its_button_says(word: str) -> None:
    stage, _, _ = where_double_time_fits()
    view = stage.sitting.view
    assert view is not None
    team = next(iter(view.state.fireteams.values()))
    ends = {
        NEXT_CARD: DecisionLaid(Seat(1), CardNumber(1), DoubleTime.key, ""),
        NEXT_TURN: TurnBegun(team.id, team.seat),
        NEXT_ROUND: RoundBegun(3),
    }
    for other, event in ends.items():
        stage.do(PassUntil(word))
        stage.sitting.told(view, [event])
        assert stage.sitting.answering.stands == ("" if other == word else word)


@pytest.mark.rule("OWM-CD-INTEL")
@pytest.mark.parametrize("how", ["click", "key"])
def test_intelligence_shows_the_other_hand_and_one_of_its_cards_may_go(how: str) -> None:
    stage, given = asked("throw_away")
    view = stage.sitting.view
    assert view is not None
    cards = [i for i in stage.scene() if i.id.startswith("key:") and i.kind == "card"]
    offers = [one.card for one in agenda.options(view) if isinstance(one, ThrowAway)]
    names = [str(stage.sitting.system.card_name(view.card(card) or 0)) for card in offers]
    assert [i.label for i in cards] == names and len(names) > 1
    assert not given and stage.scene().find("confirm").why  # type: ignore[union-attr]
    if how == "click":
        press(stage, "key:2")
    else:
        stage.key("2")
    assert not given and names[1] in prompt_texts(stage)[0]
    stage.key("enter")
    assert given == [ThrowAway(offers[1])]


@pytest.mark.rule("OWM-CD-INTEL")
def test_the_hand_that_is_looked_at_may_be_left_as_it_is() -> None:
    stage, given = asked("throw_away")
    stage.key("enter")
    assert not given, "nothing has been chosen"
    press(stage, "leave")
    assert given == [LeaveHand()]


def test_smaller_is_smaller_also_where_the_window_has_no_room_for_what_is_set() -> None:
    stage, _ = asked("action")
    stage.resize(960, 540)
    stage.sitting.settings.scale = 2.0
    stage.key("-")
    assert stage.sitting.settings.scale == 0.8 and not stage.sitting.ui.refused.why
    stage.key("-")
    assert stage.sitting.settings.scale == 0.8 and stage.sitting.ui.refused.why
    stage.key("+")
    assert stage.sitting.settings.scale == 0.9


def test_enter_where_nothing_has_been_chosen_says_so() -> None:
    stage, given = asked("action")
    pick_nothing(stage)
    stage.key("enter")
    assert not given and "nothing has been chosen" in " ".join(prompt_texts(stage))


def test_how_it_stands_is_parted_from_the_score_also_where_it_runs_on() -> None:
    """At a line's end nobody sees a gap. The clocks of a match leave it less room."""
    stage, _ = asked("action")
    stage.sitting.notices.clocks = Clocks((3599, 3599), (0,), (300, 60))
    pen = Pen((1280, 720), 1.0)
    holds = "Axis hold the Building C1, Allies hold the Building C6"
    left = "NOT IN MY HOUSE: ROUND 2 OF 4, ASSESSMENT"
    top_bar(pen, stage.sitting, left, f"Allies 36 : Axis 37{GAP}{holds}")
    bar = pen.scene().find("top.centre")
    assert bar is not None
    told = " ".join(run.text for run in bar.runs)
    assert len(bar.runs) == 2 and told == f"Allies 36 : Axis 37 · {holds}"
