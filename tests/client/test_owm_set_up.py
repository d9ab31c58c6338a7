"""OWM before the first shot: squads, points and lines are put together as any other answer is."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net import games
from owm_net.client import language
from owm_net.client.answering.drafting import groups_of
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.tables.plain import PlainTable
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests.over import Result
from owm_net.games.owm.assault import AssaultLine
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.leaving import leave
from owm_net.games.owm.set_up import DIVISION, AboutSquad, FormSquad, Limits, faults_of
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.words import short_division
from tests.client.situations import picked, stage_at
from tests.client.test_stepping_back import lined_up, own_line_of
from tests.client.test_table import SIZES, press, texts_that_run_over


def building() -> tuple[Stage, list[Any]]:
    stage = stage_at("squad")
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    return stage, given


def pool(stage: Stage, *, leader: bool | None = None, lit: bool = True) -> list[str]:
    """Ids of soldiers in the pool."""
    found = []
    for item in stage.scene():
        if item.id.startswith("pool:") and item.kind == "soldier" and item.lit is lit:
            soldier = SoldierId(int(item.id.partition(":")[2]))
            if leader is None or CATALOG.soldiers[soldier].is_leader is leader:
                found.append(item.id)
    return found


def lines(stage: Stage) -> list[int]:
    return [len(group) for group in groups_of(stage.sitting.answering.sketch, SoldierId)]


@pytest.mark.rule("OWM-SETUP-06", "OWM-SETUP-08")
def test_a_squad_is_given_without_the_boxes_that_stay_empty() -> None:
    stage, given = building()
    first = pool(stage, leader=True)[0]
    press(stage, first)
    press(stage, "key:3")
    private = pool(stage, leader=False)[0]
    press(stage, private)
    assert lines(stage) == [1, 0, 1]
    ready = stage.scene().find("confirm")
    assert ready is not None and "needs a Leader (OWM-SETUP-08)" in ready.why
    press(stage, pool(stage, leader=True)[0])
    press(stage, "confirm")
    (squad,) = given
    assert isinstance(squad, FormSquad) and [len(line) for line in squad.fireteams] == [1, 2]
    assert f"pool:{squad.fireteams[0][0]}" == first
    assert f"pool:{squad.fireteams[1][0]}" == private


@pytest.mark.rule("OWM-SETUP-06", "OWM-SETUP-07")
def test_a_squad_of_ones_own_is_not_lost_to_one_that_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The button asks before it is replaced, and Esc brings it back; from one ready squad to the
    next nothing need be asked."""
    monkeypatch.setattr("owm_net.games.owm.set_up.NEAR", 0)  # cheap ones are listed too
    stage, given = building()
    press(stage, "ready-made")
    assert {i.label for i in stage.scene() if i.id.startswith("preset:") and i.label} == {"TAKE"}
    press(stage, "ready-made")
    press(stage, pool(stage, leader=True)[0])
    own = groups_of(stage.sitting.answering.sketch, SoldierId)
    press(stage, "ready-made")
    shown = stage.scene()
    assert any("Esc brings your own back" in text for text in shown.texts())
    assert {i.label for i in shown if i.id.startswith("preset:") and i.label} == {"REPLACE MINE"}
    before = stage.sitting.answering.sketch
    press(stage, "preset:4")
    press(stage, "preset:1")
    assert stage.sitting.answering.sketch == before, "each was pressed once"
    press(stage, "preset:4")
    press(stage, "preset:4")
    other = groups_of(stage.sitting.answering.sketch, SoldierId)
    assert other != own
    assert {i.label for i in stage.scene() if i.id.startswith("preset:") and i.label} == {"TAKE"}
    press(stage, "preset:1")
    stage.key("escape")
    assert groups_of(stage.sitting.answering.sketch, SoldierId) == other
    stage.key("escape")
    assert groups_of(stage.sitting.answering.sketch, SoldierId) == own
    press(stage, "preset:4")
    press(stage, "preset:4")
    press(stage, "confirm")
    assert isinstance(given[0], FormSquad) and given[0].fireteams == other


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.4])
def test_the_list_of_ready_squads_fits(size: tuple[int, int], scale: float) -> None:
    stage = stage_at("squad", size=size, scale=scale)
    press(stage, "ready-made")
    while True:
        assert not texts_that_run_over(stage.scene())
        on = stage.scene().find("page.on")
        if on is None or on.why:
            break
        press(stage, "page.on")


@pytest.mark.rule("OWM-MISS-04")
def test_who_is_too_dear_says_so_and_nobody_goes_for_him() -> None:
    stage, _ = building()
    for box in ("key:1", "key:2"):
        press(stage, box)
        while free := pool(stage, leader=True) or pool(stage):
            press(stage, free[0])
    before = groups_of(stage.sitting.answering.sketch, SoldierId)
    dear = next(i for i in stage.scene() if i.id.startswith("pool:") and "OWM-MISS-04" in i.why)
    press(stage, dear.id)
    assert "OWM-MISS-04" in stage.sitting.ui.refused.why
    assert groups_of(stage.sitting.answering.sketch, SoldierId) == before


@pytest.mark.rule("OWM-SETUP-08")
def test_the_last_place_of_a_fireteam_is_kept_for_its_leader() -> None:
    stage, _ = building()
    for _ in range(7):
        press(stage, pool(stage, leader=False)[0])
    assert lines(stage) == [7] and not pool(stage, leader=False)
    press(stage, pool(stage, leader=True)[0])
    assert lines(stage) == [8] and not pool(stage)


@pytest.mark.rule("OWM-SETUP-07", "OWM-SETUP-05", "OWM-TEAM-01")
def test_two_squads_of_one_player_lie_in_the_boxes_of_their_divisions() -> None:
    """With three at the table one leads two divisions."""
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(seats=3), 1, [random_player] * 3)
    while getattr(match.request, "kind", "") != "squad":
        match.step()
    stage = Stage(system, 1, ["Ann", "You", "Cid"], Settings(speed="off", guard=True))
    stage.sitting.told(match.view(1), match.state.events)
    stage.tick(1)
    given: list[Any] = []
    stage.sitting.ask(match.view(1), given.append)
    stage.tick(2)
    assert isinstance(match.state, OwmState)
    divisions = match.state.divisions[1]
    assert len(divisions) == 2
    press(stage, "ready-made")
    press(stage, "preset:0")
    press(stage, "ready-made")
    for n, group in enumerate(groups_of(stage.sitting.answering.sketch, SoldierId)):
        boxes = sum(i.id.startswith("key:") and i.kind == "box" for i in stage.scene())
        for soldier in group:
            assert CATALOG.division_of[soldier].key == divisions[n // (boxes // 2)]
    assert not texts_that_run_over(stage.scene())
    press(stage, f"key:{boxes}")  # of the other division: its soldiers can be chosen
    homes = {CATALOG.division_of[SoldierId(int(id.partition(":")[2]))].key for id in pool(stage)}
    assert homes <= {divisions[1]}
    press(stage, "confirm")
    assert isinstance(given[0], FormSquad) and all(given[0].fireteams)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spoken", ["en", "de"])
@pytest.mark.rule("OWM-TEAM-04", "OWM-SETUP-05")
def test_with_three_it_is_said_who_leads_two_divisions_and_who_is_out(
    size: tuple[int, int], spoken: str
) -> None:
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(seats=3), 1, [random_player] * 3)
    state = match.state
    assert isinstance(state, OwmState)
    while not (state.phase == "combat" and state.round_no > 0):
        match.step()
    leads = next(seat for seat in range(3) if len(state.divisions[seat]) == 2)
    out = Seat((leads + 1) % 3)
    leave(state, out)
    state.pending = None
    language.use(spoken)
    try:
        stage = Stage(system, out, ["Ann", "Ben", "Cid"], Settings(size=size, speed="off"))
        stage.sitting.told(match.view(out), [])
        stage.tick(1)
        shown = [run.text for item in stage.scene() for run in item.runs]
        both = " + ".join(short_division(key) for key in state.divisions[leads])
        whole = " + ".join(CATALOG.divisions[key].title for key in state.divisions[leads])
        assert both in shown or whole in shown
        assert language.tr("out of the match") in shown
        assert language.tr("You are out of the match; the others play on. Look on, or leave.") in (
            shown
        )
        assert not [text for text in shown if len(text) > 1 and text.endswith("…")]
        assert not texts_that_run_over(stage.scene())
    finally:
        language.use("en")


@pytest.mark.rule("OWM-ASLT-02")
def test_the_last_of_a_line_comes_by_himself_and_a_click_on_him_does_no_harm() -> None:
    stage, _ = lined_up(0)
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    own = list(own_line_of(stage))
    for soldier in own[::-1]:
        press(stage, f"place:{soldier}")
    assert picked(stage, SoldierId) == own[::-1]
    press(stage, "confirm")
    assert given == [AssaultLine(tuple(own[::-1]))]


@pytest.mark.rule("OWM-SETUP-08")
def test_a_game_without_a_table_puts_groups_together_too() -> None:
    stage, given = building()
    stage.table = PlainTable(stage.sitting.system)
    stage.sitting.touch()
    names = {i.label for i in stage.scene() if i.id.startswith("option:")}
    assert any(name.startswith(("Sgt ", "Capt ")) for name in names), names
    view = stage.sitting.view
    assert view is not None
    leaders = [
        n
        for n, s in enumerate(stage.sitting.answering.drafting.desk.domain(SoldierId) or ())
        if isinstance(s, int) and CATALOG.soldiers[SoldierId(s)].is_leader
    ]
    press(stage, f"option:{leaders[0]}")
    press(stage, "group:1")
    press(stage, f"option:{leaders[1]}")
    assert lines(stage) == [1, 1] and not texts_that_run_over(stage.scene())
    press(stage, "confirm")
    assert [len(line) for line in given[0].fireteams] == [1, 1]


@pytest.mark.rule("OWM-SETUP-06")
def test_fireteams_are_put_together_by_keys_as_quickly_as_by_the_mouse() -> None:
    """After each soldier READY had the focus: it was far from the next one, and two presses of
    Enter gave a squad of one. The arrows led to the window's own buttons."""
    stage, given = building()
    stage.key("down")
    first = stage.sitting.ui.focus
    assert first == pool(stage)[0]
    for name in ("enter", "right", "enter"):
        stage.key(name)
    second = stage.sitting.ui.focus
    assert lines(stage) == [2] and not given and second.startswith("pool:") and second != first
    stage.key("enter")
    assert lines(stage) == [1]  # back again
    for name in ("2", "enter"):
        stage.key(name)
    assert lines(stage) == [1, 1] and not given
    stage.key("down")
    below = stage.scene().find(stage.sitting.ui.focus)
    above = stage.scene().find(second)
    assert below is not None and above is not None and below.id.startswith("pool:")
    assert below.rect.y > above.rect.y and abs(below.rect.cx - above.rect.cx) < above.rect.w / 2
    while stage.sitting.ui.focus != "confirm":
        stage.key("tab")
    stage.key("enter")
    assert isinstance(given[0], FormSquad) and [len(x) for x in given[0].fireteams] == [1, 1]


@pytest.mark.rule("OWM-SETUP-07")
def test_the_keys_come_to_the_ready_squads_before_the_windows_own_buttons() -> None:
    stage, _ = building()
    press(stage, "ready-made")
    stage.key("down")
    assert stage.sitting.ui.focus == "preset:0"
    stage.key("enter")
    assert stage.sitting.ui.focus == "confirm"


def drag(stage: Stage, id: str, to: str) -> None:
    """Drag from the middle of an item to the foot of another, where nothing covers it."""
    scene = stage.scene()
    one, other = scene.find(id), scene.find(to)
    assert one is not None and other is not None
    stage.press(*(scene.point_of(one) or (0, 0)))
    x, y = other.rect.cx, other.rect.bottom - 8
    stage.drag(x, y - 30)
    stage.drag(x, y)
    assert stage.scene().find("carried") is not None
    stage.let_go("left")


@pytest.mark.rule("OWM-SETUP-06")
def test_soldiers_are_dragged_into_a_fireteam_from_one_to_another_and_out() -> None:
    stage, given = building()
    first, second = pool(stage, leader=True)[:2]
    drag(stage, first, "key:2")
    assert lines(stage) == [0, 1]
    assert stage.scene().find(f"picked:{first.partition(':')[2]}")  # drawn without another move
    drag(stage, second, "key:1")
    assert lines(stage) == [1, 1]
    soldier = first.partition(":")[2]
    drag(stage, f"picked:{soldier}", "key:1")
    assert lines(stage) == [2] and stage.sitting.ui.carried is None
    stage.key("escape")
    assert lines(stage) == [1, 1]  # a drag is one step that can be taken back
    drag(stage, f"picked:{soldier}", "pool")
    assert lines(stage) == [1]
    scene = stage.scene()
    here = scene.find(f"picked:{second.partition(':')[2]}")
    assert here is not None
    stage.press(*(scene.point_of(here) or (0, 0)))
    stage.drag(5, 5)
    stage.key("escape")
    stage.let_go("left")
    assert lines(stage) == [1]  # Esc on the way: it is where it was
    press(stage, "confirm")
    stage.let_go("left")
    assert isinstance(given[0], FormSquad) and given[0].fireteams == ((int(here.id[7:]),),)


@pytest.mark.rule("OWM-SETUP-08")
def test_who_is_dragged_where_he_cannot_be_stays_and_it_is_said_why() -> None:
    stage, _ = building()
    for _ in range(7):
        press(stage, pool(stage, leader=False)[0])
    press(stage, "key:2")
    private = pool(stage, leader=False)[0]
    press(stage, private)
    assert lines(stage) == [7, 1]
    drag(stage, f"picked:{private.partition(':')[2]}", "key:1")
    assert lines(stage) == [7, 1] and "OWM-SETUP-08" in stage.sitting.ui.refused.why


@pytest.mark.rule("OWM-SETUP-08", "OWM-MISS-04", "OWM-MISS-05", "OWM-MISS-06")
def test_all_that_is_wrong_with_a_squad_is_said_at_once() -> None:
    stage, _ = building()
    told = stage.sitting.answering.about
    assert isinstance(told, AboutSquad)
    home = told.limits.divisions[0]
    mine = [s for s, division in CATALOG.division_of.items() if division.key == home]
    privates = [s for s in mine if not CATALOG.soldiers[s].is_leader]
    narrow = Limits((home,), points=1, fireteams=1, room=1, largest=2)
    faults = faults_of([(privates[0],), (privates[1], privates[0], mine[0])], narrow)
    assert {fault.rule for fault in faults} == {
        "OWM-SETUP-08",
        "OWM-MX-02",
        "OWM-MISS-06",
        "OWM-MISS-05",
        "OWM-MISS-04",
    }
    press(stage, pool(stage, leader=False)[0])
    ready = stage.scene().find("confirm")
    assert ready is not None and ready.why == "every Fireteam needs a Leader (OWM-SETUP-08)"


def shown_badges(stage: Stage, where: str) -> list[str]:
    """The divisions whose badges are shown by items whose id begins so."""
    return [
        str(dict(item.art.parameters)["division"])
        for item in stage.scene()
        if item.art is not None and item.art.face == "division_badge" and item.id.startswith(where)
    ]


@pytest.mark.parametrize("size", SIZES)
def test_a_division_is_known_by_its_badge_from_the_choice_to_the_end(size: tuple[int, int]) -> None:
    choosing = stage_at("division", size=size)
    plates = [i for i in choosing.scene() if i.id.endswith(".badge") and "division:" in i.id]
    assert sorted(shown_badges(choosing, "division:")) == sorted(CATALOG.divisions)
    for badge in plates:
        plate = choosing.scene().find(badge.id.removesuffix(".badge"))
        assert plate is not None and plate.rect.covers(badge.rect)
        assert badge.rect.w >= 24 and badge.rect.w == badge.rect.h

    playing = stage_at("action", size=size)
    state = playing.sitting.view.state  # type: ignore[union-attr]
    assert isinstance(state, OwmState)
    own, other = [keys[0] for keys in state.divisions]
    assert shown_badges(playing, "player:") == [own, other]
    playing.sitting.ending.ended_by = Result((Seat(1),), (3, 7), "seat 0 resigned")
    playing.tick(playing.now + 1)
    playing.sitting.touch()
    assert shown_badges(playing, "end:") == [own, other]


def test_the_squad_builder_and_the_shares_of_a_side_show_the_badge_of_the_division() -> None:
    stage, _ = building()
    assert shown_badges(stage, "pool.sign") == [stage.sitting.view.state.divisions[0][0]]  # type: ignore[union-attr]
    sharing = stage_at("split")
    assert len(set(shown_badges(sharing, "share:"))) == 2


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_the_bar_of_the_pictures_stands_within_the_line_below_and_not_across_its_edge(
    spoken: str,
) -> None:
    stage = stage_at("division", scale=1.1)
    stage.sitting.answering._sink = None  # the other side is waited for
    stage.sitting.notices.progress = (3, 20)
    language.use(spoken)
    try:
        stage.sitting.touch()
        scene = stage.scene()
    finally:
        language.use("en")
    bar, prompt = scene.find("progress"), scene.find("prompt")
    assert prompt is not None
    assert bar is not None and prompt.rect.covers(bar.rect)


# ------------------------------------------------------------------ while it is set up


@pytest.mark.rule("OWM-SETUP-10")
@pytest.mark.parametrize("spoken", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_no_order_of_turns_is_shown_before_it_is_drawn(size: tuple[int, int], spoken: str) -> None:
    """The column names the Fireteams, and which of them have a place on the map."""
    language.use(spoken)
    try:
        stage = stage_at("start_at", size=size)
        assert not stage.sitting.view.state.initiative  # type: ignore[union-attr]
        texts = stage.scene().texts()
        assert ("Initiative" in texts, language.tr("Fireteams").upper() in texts) == (False, True)
        told = [i.label for i in stage.scene() if i.id.startswith("track:") and i.label]
        assert any(label.endswith(language.tr("not placed")) for label in told)
        assert not any(label.endswith(language.tr("to come")) for label in told)
        assert texts_that_run_over(stage.scene()) == []
    finally:
        language.use("en")


@pytest.mark.rule("OWM-SETUP-05")
def test_who_waits_for_anothers_division_is_not_told_to_choose() -> None:
    """Nor that items they cannot press now are taken."""
    asked = stage_at("division").scene().texts()
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
    while not agenda.asks(match.state, DIVISION):
        match.step()
    request: Any = match.request
    stage = Stage(system, 1 - request.seat, ["A", "B"], Settings(speed="off"))
    stage.sitting.told(match.view(stage.sitting.players.seat), match.state.events)
    stage.tick(0.1)
    waits = stage.scene().texts()
    for texts, is_asked in ((asked, True), (waits, False)):
        told = " ".join(texts).lower()
        assert ("choose your division" in told, "grey ones are taken" in told) == (is_asked,) * 2
        assert "point at one to see its soldiers" in told
