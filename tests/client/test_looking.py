"""Looking at the table: what has happened is seen again, what could happen is seen before, and
none of it changes the match."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from owm_net import games
from owm_net.client import language
from owm_net.client.match.match_log import LogLine
from owm_net.client.match.present import Strip
from owm_net.client.match_stage import Stage
from owm_net.client.screens.rules import RuleBookScreen
from owm_net.client.settings import Settings
from owm_net.client.tables.owm import luck, telling
from owm_net.client.tables.owm.shown import asked_about
from owm_net.client.tables.squadcards.common import men_left
from owm_net.engine import agenda, codec
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Over, Result
from owm_net.games.owm.actions.attack import Aimed, Attacks
from owm_net.games.owm.actions.lay_terrain import TerrainLaid
from owm_net.games.owm.actions.rally import Rallied, RallyOrder
from owm_net.games.owm.damage import Recovered, Repaired, Suppressed
from owm_net.games.owm.firing import Jammed, lethality_at
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.placing import Merged
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.stealth import Seen
from owm_net.games.owm.terms import Colour, EventIcon
from owm_net.games.owm.traits.told import TraitWorks
from owm_net.games.owm.turn import TurnBegun
from owm_net.games.owm.windows import COMMAND, Total
from owm_net.session.player import Notice
from tests.client.robot import Robot
from tests.client.situations import stage_at
from tests.client.test_table import SIZES, press, texts_that_run_over
from tests.games.every import paired


def state_of(stage: Stage) -> OwmState:
    assert stage.sitting.view is not None and isinstance(stage.sitting.view.state, OwmState)
    return stage.sitting.view.state


def card_with(icon: EventIcon | None) -> CardNumber:
    """A card of the core deck with this icon."""
    return next(n for n, card in CATALOG.core.items() if getattr(card, "icon", None) is icon)


def shot(stage: Stage, *events: Any) -> Strip:
    """Return the strip of a shot with these events."""
    g, strip = state_of(stage), Strip(open=True)
    team = next(iter(g.fireteams.values()))
    enemy = next(t for t in g.fireteams.values() if t.seat != team.seat)
    for event in (Aimed(team.line[0], enemy.line[0]), *events):
        telling.beat(stage.sitting.view, event, strip)
    return strip


def lethal(card: CardNumber, value: int) -> Flipped:
    return Flipped(card, Colour.RED, value, Purpose.LETHALITY)


# ------------------------------------------------------------------ flips


@pytest.mark.rule("OWM-FIRE-05")
def test_a_card_that_jams_says_so_and_is_no_hit() -> None:
    stage = stage_at("action")
    soldier = SoldierId(next(iter(state_of(stage).soldiers)))
    jam, plain = card_with(EventIcon.JAM), card_with(None)
    strip = shot(stage, lethal(plain, 5), lethal(jam, 7), Jammed(soldier))
    assert [card.caption for card in strip.cards] == ["hit", "JAM"]
    assert strip.cards[1].muted and "7" not in strip.cards[1].sign
    assert strip.total == "Total 5" and any("jams" in note for note in strip.notes)


def test_a_jam_icon_counts_for_nothing_before_it_is_known_what_it_does() -> None:
    stage = stage_at("action")
    strip = shot(stage, lethal(card_with(EventIcon.JAM), 7))
    assert strip.total == "Total 0" and "hit" not in strip.cards[0].caption


def test_a_jam_icon_that_jams_nothing_is_a_hit() -> None:
    stage = stage_at("action")
    soldier = SoldierId(next(iter(state_of(stage).soldiers)))
    works = TraitWorks(soldier, "S01", "the icon does nothing", rule="OWM-FIRE-05")
    strip = shot(stage, lethal(card_with(EventIcon.JAM), 7), works)
    assert (strip.cards[0].sign, strip.cards[0].caption) == ("+7", "hit")
    assert strip.total == "Total 7" and not strip.cards[0].muted


def test_a_shot_keeps_the_heading_of_its_attack_though_the_panel_was_closed_before() -> None:
    stage = stage_at("action")
    g, strip = state_of(stage), Strip()
    team = next(iter(g.fireteams.values()))
    enemy = next(t for t in g.fireteams.values() if t.seat != team.seat)

    def tell(*events: Any) -> None:
        for event in events:
            telling.beat(stage.sitting.view, event, strip)

    tell(Attacks(team.id, (card_with(None),), enemy.id), lethal(card_with(None), 2))
    title = strip.title
    assert "attacks" in title and strip.link
    strip.open = False  # as Esc does
    tell(
        Flipped(card_with(None), Colour.RED, 1, Purpose.TARGET),
        Aimed(team.line[0], enemy.line[0]),
        lethal(card_with(None), 5),
        Flipped(card_with(None), Colour.RED, 3, Purpose.DISCIPLINE),
    )
    assert strip.open and strip.title == title and "fires at" in strip.subtitle
    assert [card.caption for card in strip.cards] == ["hit", "Discipline"]
    assert strip.total == "Total 2"
    strip.open = False
    tell(Flipped(card_with(None), Colour.RED, 3, Purpose.RALLY))
    assert strip.title == "Soldiers rallied" and not strip.link


SEED_OF_TOTALS = 0
"""A match in which both sides are asked about a total."""


@pytest.mark.rule("OWM-STACK-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_waits_for_an_answer_to_a_total_goes_on_seeing_its_flips(seat: int) -> None:
    """The strip does not flicker with every question to the other side; the player asked needs
    their hand in that place."""
    system = games.get("owm")
    setup = system.default_setup("not-in-my-house", "lieutenant")
    match = LocalMatch(system, setup, SEED_OF_TOTALS, [random_player] * 2)
    robot = Robot(system, SEED_OF_TOTALS, setup=setup)
    robot.match = match

    def is_there(request: Any, subject: Any) -> bool:
        return isinstance(subject, Total) and request.seat == seat

    while not is_there(match.request, getattr(match.state.agenda[-1], "subject", None)):
        match.step()
        robot.tell()
    assert agenda.asks(match.state, COMMAND)
    if seat == 0:
        robot.stage.sitting.ask(match.view(0), robot.answers.append)
    robot.tick()
    scene = robot.stage.scene()
    assert (scene.find("strip") is not None) is (seat == 1)
    assert any(item.id.startswith("hand:") for item in scene) is (seat == 0)


@pytest.mark.parametrize(("size", "spoken"), paired(SIZES, ["en", "de"]))
def test_how_a_shot_is_skipped_is_not_cut(size: tuple[int, int], spoken: str) -> None:
    language.use(spoken)
    try:
        stage = stage_at("shooter", size=size, speed="slow")
        shows, now = [], 1.0
        while stage.sitting.presenter.busy:
            now += 0.5
            stage.tick(now)
            found = stage.scene().find("strip.title")
            shows += [] if found is None else [found.runs]
        assert shows and not [r.text for runs in shows for r in runs if r.text.endswith("…")]
        assert texts_that_run_over(stage.scene()) == []
    finally:
        language.use("en")


def test_every_shot_can_be_seen_again() -> None:
    stage = stage_at("action")
    rows = stage.sitting.presenter.told
    assert len(rows) > 2
    stage.key("l")
    seen = []
    for n in range(len(rows)):
        if n:
            press(stage, "strip.earlier")
        found = [i for i in stage.scene() if i.id.startswith("strip:") and i.kind == "flip"]
        seen.append(tuple(i.art for i in found))
    wanted = [tuple(card.art for card in row.cards) for row in reversed(rows)]
    assert seen == wanted
    earlier = stage.scene().find("strip.earlier")
    assert earlier is not None and earlier.why
    press(stage, "strip.later")
    assert stage.sitting.ui.page == len(rows) - 2


# ------------------------------------------------------------------ the match as it was


def test_a_line_of_the_log_shows_the_table_as_it_was_and_esc_comes_back() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    now, question = sitting.view, sitting.answering.kind
    row = next(i for i in stage.scene() if i.kind == "log")
    line = sitting.log.lines[int(row.id.split(":")[1])]
    press(stage, row.id)
    assert sitting.view is line.view and sitting.view is not now
    assert not sitting.answering.is_open and sitting.answering.is_awaited
    assert any("It is your turn now" in text for text in stage.scene().texts())
    stage.key("escape")
    assert sitting.view is now and sitting.answering.kind is question


def test_the_match_is_walked_through_by_keyboard() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    assert sitting.view is not None
    steps = [sitting.view.state.answered]
    stage.key("b")
    for _ in range(4):
        assert sitting.view is not None
        steps.append(sitting.view.state.answered)
        stage.key("left")
    assert steps == sorted(set(steps), reverse=True), "each press is a step back"
    for _ in range(5):
        stage.key("right")
    assert sitting.log.past is None and sitting.answering.is_open, (
        "beyond the newest it is now again"
    )


def test_the_line_that_is_looked_at_stays_in_sight() -> None:
    stage = stage_at("action")
    stage.key("b")
    for _ in range(30):
        stage.key("left")
        past = stage.sitting.log.past
        assert past is not None
        entry = stage.sitting.log.entry(past)
        assert any(
            int(i.id.split(":")[1]) == past or int(i.id.split(":")[1]) == entry.last
            for i in stage.scene()
            if i.kind == "log"
        )


def test_a_question_waits_while_one_looks_back() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    assert sitting.live is not None
    sitting.withdraw()
    stage.key("b")
    sitting.ask(sitting.live, lambda answer: None)
    stage.tick(1000.0)
    assert not sitting.answering.is_open and sitting.log.past is not None
    stage.key("escape")
    stage.tick(1001.0)
    assert sitting.answering.is_open


def test_the_turns_of_others_are_summed_up_and_lead_back() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    stage.key("n")
    shown = [i for i in stage.scene() if i.id.startswith("since:")]
    lines = [sitting.log.lines[int(i.id.split(":")[1])] for i in shown]
    turns = [line.event for line in lines if isinstance(line.event, TurnBegun)]
    assert turns and lines[0].event is turns[0] and all(turn.seat != 0 for turn in turns)
    between = sitting.log.lines[int(shown[0].id.split(":")[1]) :]
    first = int(shown[0].id.split(":")[1])
    fates = [
        sitting.log.entry(first + n).text
        for n, line in enumerate(between)
        if isinstance(line.event, Suppressed)
    ]
    assert fates and set(fates) <= {item.label for item in shown}
    for deed in (TerrainLaid, Merged, Recovered, Repaired, Seen):
        assert deed.headline, deed  # what changes the table for the other is among them
    assert not any(isinstance(line.event, Flipped) for line in lines)
    for size in SIZES:
        stage.resize(*size)
        assert not texts_that_run_over(stage.scene()), size
    press(stage, next(i.id for i in stage.scene() if i.id.startswith("since:")))
    assert stage.is_bare and sitting.view is lines[0].view


def test_no_line_of_the_turns_of_others_is_cut() -> None:
    """A total with all its reasons is longer than the panel is wide."""
    stage = stage_at("action")
    sitting = stage.sitting
    stage.key("n")
    at = next(int(i.id.split(":")[1]) for i in stage.scene() if i.id.startswith("since:"))
    long = "Cpl Sara at Cpl Bellucci: total 1 " + "(attack from Building +1, entrenched +1) " * 4
    sitting.log.lines[at] = evolve(sitting.log.lines[at], text=long.strip())
    sitting.touch()
    item = stage.scene().find(f"since:{at}")
    assert item is not None and " ".join(run.text for run in item.runs) == long.strip()
    assert not texts_that_run_over(stage.scene())


def test_all_reasons_of_a_total_are_told() -> None:
    stage = stage_at("shooter")
    strip = stage.sitting.presenter.strip
    strip.total, strip.outcome, strip.open = "Total 3", "PFC Evans is unharmed", True
    strip.notes = ["attack from Building +1", "entrenched attacker +1", "from stealth +2"]
    strip.notes += ["defense of Hedgerow -2", "entrenched target -1"]
    for size in SIZES:
        stage.resize(*size)
        stage.sitting.touch()
        item = stage.scene().find("strip.sum")
        assert item is not None
        told = " ".join(run.text for run in item.runs)
        assert all(note in told for note in strip.notes), (size, told)
        assert not texts_that_run_over(stage.scene()), size


@pytest.mark.parametrize("game", ["owm", "squadcards"])
def test_what_was_flipped_or_rolled_before_a_match_is_gone_on_with_is_seen_again(game: str) -> None:
    system = games.get(game)
    stage = Stage(system, 0, ["You", "Computer"], Settings(speed="off"))
    setup = system.default_setup()
    match = LocalMatch(system, setup, 1, [random_player] * setup.seats)
    while not isinstance(match.request, Over):
        match.step()
        stage.sitting.recall(match.view(0), match.state.events)
    stage.sitting.told(match.view(0), [])
    stage.tick(1)
    strip = stage.sitting.presenter.strip
    assert strip.title or strip.subtitle
    assert len(stage.sitting.presenter.rows) > 1 or game == "squadcards"
    assert not any("No dice yet" in text for text in stage.scene().texts())


# ------------------------------------------------------------------ luck


@pytest.mark.rule("OWM-FIRE-05", "OWM-FIRE-08")
def test_luck_is_what_the_flips_were_above_the_average_card() -> None:
    stage = stage_at("action")
    g = state_of(stage)
    mine, theirs = (next(t.line[0] for t in g.fireteams.values() if t.seat == n) for n in (0, 1))
    plain = card_with(None)
    red = sum(CATALOG.dice(card).red for card in CATALOG.core) / len(CATALOG.core)
    found = luck.of_fire(
        g,
        [
            lethal(plain, 9),  # before any shot: of nobody
            Aimed(mine, theirs),
            lethal(plain, 4),
            lethal(plain, 3),
            Jammed(mine),
            Aimed(theirs, mine),
            lethal(plain, 1),
            Flipped(plain, Colour.RED, 4, Purpose.DISCIPLINE),
        ],
    )
    assert (found[Seat(0)].rolls, found[Seat(1)].rolls) == (1, 1)
    assert found[Seat(0)].above == pytest.approx(4 - 2 * red)
    assert found[Seat(1)].above == pytest.approx(1 - red + red - 4)
    assert 50 < found[Seat(1)].luckier < 100, "of 100 players"


def test_luck_and_losses_are_told_of_a_match_that_was_resigned_too() -> None:
    stage = stage_at("action")
    sitting, g = stage.sitting, state_of(stage)
    mine, theirs = (next(t.line[0] for t in g.fireteams.values() if t.seat == n) for n in (0, 1))
    g.lost.append(theirs)
    for event in (Aimed(mine, theirs), lethal(card_with(None), 4)):
        sitting.log.lines.append(LogLine(event, "a shot", 0))
    sitting.withdraw()
    sitting.ending.ended_by = Result((Seat(1),), (), "seat 0 resigned")
    stage.tick(stage.now + 1)
    told = " ".join(stage.scene().texts())
    assert "of 100 players would have been luckier" in told and " lost 1: " in told
    assert "points for soldiers" not in told, "nobody has won by points"


# ------------------------------------------------------------------ what is not asked


def test_nobody_is_asked_who_rallies_where_nobody_can() -> None:
    stage = stage_at("rallied")
    sitting = stage.sitting
    assert asked_about(sitting).left and stage.table.unasked(sitting) is None
    assert sitting.view is not None
    order = sitting.view.state.agenda[-1]
    assert isinstance(order, RallyOrder)
    order.number = 0
    assert stage.table.unasked(sitting) == Rallied(())


def test_who_was_waited_for_is_not_told_of_once_the_match_goes_on() -> None:
    """Not "starting the computer player" under its move."""
    stage = stage_at("action")
    sitting = stage.sitting
    assert sitting.live is not None
    sitting.tell(Notice.WAITING, "starting the computer player")
    sitting.told(sitting.live, [])
    assert not any("starting the computer" in text for text in stage.scene().texts())


def test_who_has_come_since_the_start_is_not_left_of_fewer() -> None:
    assert men_left(31, 36) == "31 of 36 men left"
    assert men_left(37, 36) == "37 men, 36 at the start"


# ------------------------------------------------------------------ sight


@pytest.mark.rule("OWM-LOS-01", "OWM-RANGE-01")
def test_sight_is_shown_from_where_one_points_before_a_card_is_chosen() -> None:
    stage = stage_at("action")
    stage.key("v")
    g = state_of(stage)
    team = g.fireteams[g.active]
    for cell in (team.cell, *g.ground.cells[::7]):
        item = stage.scene().find(f"cell:{cell}")
        assert item is not None
        stage.sitting.ui.keyboard, stage.sitting.ui.hover = True, item.id
        stage.sitting.touch()
        scene = stage.scene()
        there = g.fireteams_at(cell)
        looker = there[0] if there else team
        for enemy in g.enemies(looker.seat):
            pieces = [i for i in scene if i.id.startswith(f"sight.thread:{enemy.id}:")]
            if enemy.cell != cell:
                assert (len(pieces) == 1) == g.sees(cell, enemy.cell)
        for other in g.ground.cells:
            plate = scene.find(f"sight.range:{other}")
            if other != cell:
                assert plate is not None
                assert plate.runs[0].text == str(g.ground.distance(cell, other))
                assert (scene.find(f"sight.veil:{other}") is None) == g.sees(cell, other)


def test_sight_says_what_can_hit_there() -> None:
    stage = stage_at("action")
    stage.key("v")
    g = state_of(stage)
    team = g.fireteams[g.active]
    stage.sitting.ui.keyboard, stage.sitting.ui.hover = True, f"team:{team.id}"
    stage.sitting.touch()
    item = stage.scene().find(f"team:{team.id}")
    assert item is not None and "What can hit" in item.tooltip
    for enemy in g.enemies(team.seat):
        reach = any(lethality_at(g, s, enemy, team.cell) for s in g.members(enemy.id))
        line = next(x for x in item.tooltip.splitlines()[1:] if f" {enemy.number}, " in x)
        assert ("can shoot" in line) == (reach and g.sees(enemy.cell, team.cell)), line


# ------------------------------------------------------------------ how one looks at it


def test_counters_can_be_hidden_and_what_they_stand_on_pressed() -> None:
    stage = stage_at("action")
    g = state_of(stage)
    before = stage.scene()
    assert any(i.id.startswith("team:") for i in before)
    stage.key("x")
    scene = stage.scene()
    assert not any(i.id.startswith(("team:", "marker:", "trench:", "token:")) for i in scene)
    assert all(scene.find(f"cell:{cell}") is not None for cell in g.ground.cells)


def test_the_roster_follows_who_acts_until_it_is_pinned() -> None:
    stage = stage_at("action")
    g = state_of(stage)
    other = next(t for t in g.fireteams.values() if t.id != g.active)
    press(stage, f"track:{other.id}")
    press(stage, "squad.pin")
    stage.sitting.ui.hover = ""
    stage.sitting.ui.selected_at = -1
    stage.sitting.touch()
    assert stage.scene().find(f"soldier:{other.line[0]}") is not None
    press(stage, "squad.pin")
    stage.move(1, 1)
    assert stage.scene().find(f"soldier:{g.fireteams[g.active].line[0]}") is not None


def test_the_hand_is_sorted_for_the_eye_alone() -> None:
    stage = stage_at("action")
    view = stage.sitting.view
    assert view is not None
    before = codec.digest(view.state)
    stage.key("k")
    hand = [i for i in stage.scene() if i.id.startswith("hand:")]
    labels = [i.label for i in sorted(hand, key=lambda i: i.rect.x)]
    assert labels == sorted(labels) and len(labels) == len(view.state.hands[0])
    stage.key("1")
    chosen = next(i for i in stage.scene() if "chosen" in i.flags and i.kind == "card")
    assert chosen.label == labels[0]
    assert codec.digest(view.state) == before


# ------------------------------------------------------------------ the rule behind it


@pytest.mark.rule("OWM-MISS-05")
@pytest.mark.parametrize("how", ["pointed at", "refused"])
def test_what_is_not_allowed_has_its_rule_one_key_away(how: str) -> None:
    stage = stage_at("start_at")
    dark = next(i for i in stage.scene() if i.kind == "cell" and i.why)
    press(stage, dark.id)
    if how == "pointed at":
        stage.sitting.refuse("")
    stage.key("f4")
    assert isinstance(stage.screens.top, RuleBookScreen) and stage.reading.chosen == "OWM-MISS-05"
    stage.key("escape")
    stage.move(1, 1)
    stage.key("f4")
    assert isinstance(stage.screens.top, RuleBookScreen), (
        "where no rule is named, the book opens as it was"
    )


@pytest.mark.parametrize("how", ["key", "click"])
def test_a_card_that_cannot_be_used_now_leads_to_the_rule_that_says_so(how: str) -> None:
    stage = stage_at("action")
    dark = next(i for i in stage.scene() if i.kind == "card" and "shaded" in i.flags)
    if how == "key":
        stage.move(dark.rect.cx, dark.rect.cy)
        stage.key("f4")
    else:
        press(stage, dark.id)
        press(stage, "prompt.text")
    assert isinstance(stage.screens.top, RuleBookScreen) and stage.reading.chosen in dark.tooltip


def test_a_line_of_the_log_leads_to_its_rule_by_the_mouse_alone() -> None:
    stage = stage_at("action")
    row = next(i for i in stage.scene() if i.kind == "log" and "Rule OWM-" in i.tooltip)
    press(stage, row.id)
    assert stage.sitting.log.past is not None
    press(stage, "past.rule")
    assert isinstance(stage.screens.top, RuleBookScreen)
    assert stage.reading.chosen in row.tooltip and stage.reading.chosen


def test_a_line_of_the_log_leads_to_its_rule() -> None:
    stage = stage_at("action")
    row = next(i for i in stage.scene() if i.kind == "log" and "Rule OWM-" in i.tooltip)
    point = stage.scene().point_of(row)
    assert point is not None
    stage.move(*point)
    stage.key("f4")
    assert isinstance(stage.screens.top, RuleBookScreen)
    assert stage.reading.chosen in row.tooltip and stage.reading.chosen


# ------------------------------------------------------------------ room for words


@pytest.mark.parametrize("look", ["v", "x", "b", "l"])
def test_there_is_room_for_each_way_of_looking(look: str) -> None:
    stage = stage_at("action")
    stage.key(look)
    if look == "l":
        press(stage, "strip.earlier")
    for size in SIZES:
        for scale in (1.0, 1.6):
            stage.resize(*size)
            stage.sitting.settings.scale = scale
            assert not texts_that_run_over(stage.scene()), (size, scale)


def test_the_odds_of_a_shot_are_never_cut() -> None:
    stage = stage_at("shooter")
    for size in SIZES:
        for scale in (1.0, 1.25):
            stage.resize(*size)
            stage.sitting.settings.scale = scale
            notes = [run.text for item in stage.scene() for run in item.runs if "out " in run.text]
            assert notes and not [text for text in notes if text.endswith("…")], (size, scale)


@pytest.mark.parametrize("kind", ["action", "shooter", "assault_line", "decision", "squad"])
def test_the_arrows_come_to_everything_that_tells_something(kind: str) -> None:
    """How it stands, the piles, the log, the enemy's line in an assault: only the mouse did."""
    stage = stage_at(kind)
    scene = stage.scene()
    stage.key("right")
    came = {stage.sitting.ui.focus}
    todo = list(came)
    while todo:
        here = scene.find(todo.pop())
        assert here is not None
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            item = scene.beside(here, across, down)
            if item is not None and item.id not in came:
                came.add(item.id)
                todo.append(item.id)
    cover = max((i.z for i in scene if i.solid and i.kind == "shade"), default=-1)
    telling = {
        i.id
        for i in scene
        if (i.tooltip or i.kind == "soldier") and i.z > cover and not i.flags & {"off"}
    }
    assert telling <= came
    assert kind != "assault_line" or any(id.startswith("enemy:") for id in came)


def test_what_is_only_read_shows_the_focus_opens_its_rule_and_confirms_nothing() -> None:
    stage = stage_at("action")
    ui, sketch = stage.sitting.ui, stage.sitting.answering.sketch
    line = next(i for i in stage.scene() if i.kind == "log" and "OWM-" in i.tooltip)
    for id in ("top.centre", line.id):
        ui.focus = ui.hover = id
        ui.keyboard = True
        stage.sitting.touch()
        item = stage.scene().find(id)
        assert item is not None and "focus" in item.flags
        if id == "top.centre":
            stage.key("enter")
            assert ui.focus == id and stage.sitting.answering.sketch == sketch and stage.is_bare
    stage.key("f4")
    assert isinstance(stage.screens.top, RuleBookScreen) and stage.reading.chosen in line.tooltip
