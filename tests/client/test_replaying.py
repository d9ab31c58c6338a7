"""The replay of a match: gone through by click and by key, with whose cards, and what is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from owm_net import games
from owm_net.client import film, theme
from owm_net.client.front import Front
from owm_net.client.language import use
from owm_net.client.match.replay import MOST_FRAMES, Export, Replay, Wanted, moments
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item
from owm_net.client.settings import Settings
from owm_net.engine.agenda import Mark
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import played_cards
from owm_net.engine.story import StoryLine
from owm_net.program.logs.retelling import recording_of
from owm_net.session.recorded import Learnt, Recording, together
from owm_net.session.turning import Turning
from tests.client.test_table import press, texts_that_run_over

TESTS = Path(__file__).parents[1]
LOGS = {
    "owm": TESTS / "logs" / "owm-6.owmlog",
    "squadcards": TESTS / "logs" / "squadcards-3.owmlog",
    "skeleton": TESTS / "vectors" / "match_skeleton.owmlog",
}
SIZES = ((960, 540), (1280, 720), (1600, 900))


@cache
def recording(name: str) -> Recording:
    return recording_of(LOGS[name])


def looking(
    name: str = "squadcards", size: tuple[int, int] = (1280, 720), speed: str = "off"
) -> tuple[Stage, Replay]:
    made = recording(name)
    stage = Stage(made.system, -1, made.names, Settings(size=size, speed=speed))
    replay = stage.sitting.look_again(made)
    stage.tick(0.0)
    return stage, replay


def item(stage: Stage, id: str) -> Item:
    found = stage.scene().find(id)
    assert found is not None, id
    return found


def words_on(stage: Stage) -> str:
    return " ".join(stage.scene().texts())


def shown(stage: Stage) -> int:
    assert stage.sitting.view is not None
    answered: int = stage.sitting.view.state.answered
    return answered


# ------------------------------------------------------------------ how it looks


@pytest.mark.parametrize(
    ("name", "size"), [*((name, SIZES[0]) for name in LOGS), *(("owm", size) for size in SIZES[1:])]
)
def test_nothing_of_the_bar_is_cut_or_lies_over_the_table(name: str, size: tuple[int, int]) -> None:
    stage, replay = looking(name, size)
    replay.make = lambda wanted: None
    last = replay.recording.last
    steps = [(0, "en"), (last // 2, "de"), (last, "en")] if size == SIZES[0] else [(last, "en")]
    for step, language in steps:
        use(language)
        try:
            replay.go(step)
            stage.key("i")
            scene = stage.scene()
        finally:
            use("en")
        bar = item(stage, "replay")
        parts = [i for i in scene if i.z > bar.z and i.z < 400]
        ours = {i.id for i in parts} | {"replay"}
        found = texts_that_run_over(scene)
        assert [one for one in found if language == "en" or ours & set(one)] == []
        for one in parts:
            if one.kind in ("button", "text"):
                assert bar.rect.covers(one.rect, 1), one.id
        buttons = [i for i in parts if i.kind == "button" or i.id == "replay.where"]
        for n, one in enumerate(buttons):
            assert one.kind != "button" or not one.runs[0].text.endswith("…"), one.id
            assert not any(one.rect.meets(other.rect, 0.5) for other in buttons[n + 1 :]), one.id
        others = [i for i in scene if i.kind in ("panel", "button", "log") and i.z <= bar.z]
        assert not any(i.rect.meets(bar.rect, 1) for i in others if i.id not in ("replay",))


def test_a_round_of_many_words_leaves_the_step_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """NCO tells all Command Dice with the turn: two lines, the second cut, in the place of the
    step."""
    stage, replay = looking("owm", SIZES[0])
    long = "Turn 3: Command Dice Soviet Army 14, German Waffen-SS 9, and not one of them is lost"
    first = next(said for said in replay.recording.said if said.event.mark is Mark.ROUND)
    monkeypatch.setattr(Recording, "upto", lambda self, step: [evolve(first, line=StoryLine(long))])
    replay.go(first.step)
    stage.sitting.touch()
    where = item(stage, "replay.where")
    assert [run.text for run in where.runs] == [
        f"step {first.step} of {replay.recording.last}",
        "Turn 3",
    ]
    assert where.tooltip == long


def test_the_three_kinds_of_marks_differ_in_shape_and_place_too() -> None:
    stage, replay = looking("owm")
    found = {
        mark: [i for i in stage.scene() if i.id.startswith(f"mark:{mark.value}:")]
        for mark in (Mark.ROUND, Mark.FIRE, Mark.CASUALTY)
    }
    assert all(len(marks) > 3 for marks in found.values())
    forms = {(i.rect.w, i.rect.h, i.angle) for marks in found.values() for i in marks}
    assert len(forms) == 3
    one = found[Mark.ROUND][2]
    assert "Round" in one.tooltip and one.tooltip.startswith("Round, step ")
    press(stage, one.id)
    assert shown(stage) == replay.at == int(one.id.rpartition(":")[2])


# ------------------------------------------------------------------ going through it


def test_it_is_gone_through_by_keyboard_alone() -> None:
    stage, replay = looking()
    marks = sorted({s.step for s in replay.recording.said if s.event.mark is not Mark.NONE})
    for n in (0, 1, 2):
        stage.key("right", True)
        assert shown(stage) == marks[n]
    stage.key("left", True)
    assert shown(stage) == marks[1]
    stage.key("right")
    stage.tick(1.0)
    assert shown(stage) == replay.at == replay.recording.beside(marks[1], 1)
    stage.key("left")
    assert shown(stage) == marks[1]
    stage.key("end")
    assert shown(stage) == replay.recording.last and replay.is_at_end
    stage.key("right")
    assert shown(stage) == replay.recording.last
    stage.key("home")
    stage.key("left")
    assert shown(stage) == 0


def test_it_is_gone_through_by_the_mouse_alone() -> None:
    stage, replay = looking()
    steps = []
    for id in ("replay.next", "replay.next", "replay.on", "replay.back", "replay.before"):
        press(stage, id)
        stage.tick(1.0)
        steps.append(shown(stage))
    marks = sorted({s.step for s in replay.recording.said if s.event.mark is not Mark.NONE})
    after = replay.recording.beside(marks[1], 1)
    assert steps == [marks[0], marks[1], after, marks[1], marks[0]]
    press(stage, "replay.last")
    assert replay.is_at_end and item(stage, "replay.on").why
    press(stage, "replay.first")
    assert shown(stage) == 0 and item(stage, "replay.back").why


def test_the_line_of_steps_is_clicked_and_dragged() -> None:
    stage, replay = looking()
    line, last = item(stage, "scrub").rect, replay.recording.last
    y = line.y + 1
    stage.press(line.x + line.w / 2, y)
    assert abs(shown(stage) - last / 2) <= 1
    stage.drag(line.x + line.w / 4, y + 300)
    assert abs(shown(stage) - last / 4) <= 1
    stage.drag(-50, y)
    assert shown(stage) == 0
    stage.drag(line.right + 50, y)
    assert shown(stage) == last
    stage.press(5, 300)  # elsewhere: what is moved from there on drags nothing
    stage.drag(line.x, y)
    assert shown(stage) == last


def test_it_plays_to_the_end_by_itself_and_stops_when_told() -> None:
    stage, replay = looking("skeleton")
    stage.key("space")
    now = 1.0
    stage.tick(now)
    assert replay.plays and stage.moving and 0 < replay.at < replay.recording.last
    stage.key("space")
    at = replay.at
    stage.tick(now + 100)
    assert not replay.plays and replay.at == at
    press(stage, "replay.play")
    while replay.plays and now < 10_000:
        now += 1.0
        stage.tick(now)
    assert replay.is_at_end and not stage.moving
    stage.key("space")
    assert replay.plays and replay.at == 0, "at the end it begins anew"


def test_faster_speeds_play_faster_and_up_and_down_choose_them() -> None:
    stage, replay = looking("skeleton", speed="slow")
    taken = {}
    for _ in range(4):
        replay.go(0)
        replay.play()
        now = ticks = 0.0
        while replay.at < 60 and ticks < 100_000:
            now, ticks = now + 0.02, ticks + 1
            stage.tick(now)
        taken[stage.sitting.settings.speed] = now
        replay.plays = False
        stage.key("up")
    assert taken["slow"] > taken["normal"] > taken["fast"] > taken["off"] > 1
    stage.key("down")
    assert stage.sitting.settings.speed == "fast"


def test_a_jump_shows_the_row_of_flips_as_it_was() -> None:
    """As who has watched it saw it, and no sooner shown than what it belongs to."""
    watched, one = looking("owm")
    jumped, other = looking("owm")
    fire = recording("owm").marks(Mark.FIRE)[4].step
    one.go(fire - 1)
    for _ in range(6):
        watched.key("right")
        watched.tick(1.0)
    other.go(one.at)
    assert watched.sitting.presenter.strip.cards
    assert jumped.sitting.presenter.strip == watched.sitting.presenter.strip
    assert [x.text for x in jumped.sitting.log.lines] == [x.text for x in watched.sitting.log.lines]


def test_left_and_right_step_on_while_the_flips_are_shown() -> None:
    stage, replay = looking("owm")
    replay.go(recording("owm").marks(Mark.FIRE)[4].step)
    stage.key("l")
    assert stage.sitting.presenter.recalls
    there = replay.at
    stage.key("left")
    assert replay.at < there
    stage.key("right")
    assert replay.at == there


def test_a_line_of_the_log_leads_back_to_its_moment() -> None:
    stage, replay = looking()
    stage.key("end")
    row = next(i for i in stage.scene() if i.kind == "log" and i.action is not None)
    line = stage.sitting.log.lines[int(row.id.split(":")[1])]
    press(stage, row.id)
    assert shown(stage) == replay.at == line.step < replay.recording.last


def test_the_line_below_the_table_says_what_has_just_happened() -> None:
    stage, replay = looking("owm")
    said = set()
    for step in range(0, replay.recording.last, 23):
        replay.go(step)
        stage.tick(0.0)
        said.add(item(stage, "prompt").label)
    assert len(said) > 5 and not any("being handled" in text for text in said)


def test_the_end_is_told_and_covers_nothing() -> None:
    stage, _ = looking()
    stage.key("end")
    stage.tick(1.0)
    assert "The end: " in item(stage, "replay.where").label
    assert stage.is_bare
    stage.key("home")
    stage.tick(2.0)
    assert stage.sitting.result is None


def test_nothing_of_a_replay_writes_resigns_or_asks() -> None:
    stage, replay = looking()
    for name in ("f2", "f3"):
        stage.key(name)
        assert stage.is_bare
    assert stage.scene().find("top.resign") is None
    stage.key("f1")
    assert "previous or next mark" in " ".join(stage.scene().texts())
    stage.key("space")
    assert not replay.plays and stage.is_bare, "keys reach nothing below an overlay"
    stage.key("escape")
    assert stage.sitting.exit.closing and stage.is_bare


# ------------------------------------------------------------------ turning points


def turning(stage: Stage, replay: Replay, seat: int) -> Turning:
    """One at the first open decision of a seat."""
    step, _, given = next(
        one
        for one in replay.recording.decisions()
        if one[1] == seat and not any(card < 0 for card in played_cards(one[2])) and one[0] > 20
    )
    return Turning(step, Seat(seat), given, given, "hold the hill", 30, 4, 40)


def test_turning_points_are_looked_for_while_one_waits_and_lead_to_their_moment() -> None:
    stage, replay = looking("owm")
    press(stage, "top.turning")
    stage.tick(1.0)
    assert "whose cards are known" in words_on(stage)
    stage.key("escape")
    replay.own = Learnt(Seat(1), {}, {})
    begun: list[str] = []
    replay.turning.begin = lambda: begun.append("begun")
    stage.key("f12")
    stage.tick(2.0)
    assert begun == ["begun"]
    replay.turning.stop = lambda: begun.append("stopped")
    replay.turning.done, replay.turning.total = 30, 40
    stage.sitting.touch()
    stage.tick(3.0)
    whole, done = item(stage, "turning.bar"), item(stage, "turning.done")
    assert round(done.rect.w / whole.rect.w, 2) == 0.75 and len(begun) == 1
    stage.key("escape")
    assert begun == ["begun", "stopped"] and stage.is_bare
    replay.turning.stop, replay.turning.found = None, [turning(stage, replay, 1)]
    stage.key("f12")
    stage.tick(4.0)
    said = words_on(stage)
    assert "The plan: hold the hill." in said and "better in 30 of 40 tries" in said
    for size in SIZES:
        for spoken in ("de", "en"):
            use(spoken)
            stage.resize(*size)
            stage.sitting.touch()
            assert texts_that_run_over(stage.scene()) == [], (size, spoken)
    press(stage, "turning:0.show")
    assert shown(stage) == replay.turning.found[0].step and stage.is_bare
    assert stage.sitting.players.seat == 1, "as who decided it saw it"


def test_who_has_no_turning_point_is_told_so_and_what_failed_can_be_asked_again() -> None:
    stage, replay = looking("owm")
    replay.own, replay.turning.found = Learnt(Seat(0), {}, {}), []
    stage.key("f12")
    stage.tick(1.0)
    name = replay.recording.names[0]
    assert f"For {name} nothing else" in words_on(stage)
    stage.key("escape")
    replay.turning.found, replay.turning.problem = None, "the disk is full"
    replay.turning.begin = None
    stage.key("f12")
    stage.tick(2.0)
    assert "Nothing was found: the disk is full." in words_on(stage)
    stage.key("escape")
    assert not replay.turning.problem
    other, _ = looking("skeleton")
    other.key("f12")
    other.tick(1.0)
    assert "compares no plans" in words_on(other)


# ------------------------------------------------------------------ whose cards


def test_others_cards_stay_closed_and_it_says_why() -> None:
    stage, replay = looking()
    press(stage, "replay.theirs")
    assert "nobody has opened" in stage.sitting.ui.refused.why and replay.seen is None
    replay.why_closed = "the private file is gone"
    press(stage, "replay.own")
    assert stage.sitting.ui.refused.why == "the private file is gone" and replay.seen is None


def test_the_own_cards_are_shown_when_wanted_and_no_sooner_than_they_were_seen() -> None:
    stage, replay = looking()
    middle = replay.recording.last // 2
    replay.go(middle)
    state = replay.recording.state(middle)
    slot = next(card for card in state.hands[0] if card < 0)
    replay.own = Learnt(Seat(0), {slot: 7}, {slot: middle})
    stage.sitting.touch()
    press(stage, "replay.own")
    view = stage.sitting.view
    assert (
        view is not None and view.seat == stage.sitting.players.seat == 0 and view.card(slot) == 7
    )
    press(stage, "replay.back")
    assert stage.sitting.view is not None and stage.sitting.view.card(slot) is None
    press(stage, "replay.public")
    assert stage.sitting.view.seat == stage.sitting.players.seat == -1


def test_who_has_seen_his_cards_may_give_them_and_then_sees_those_of_others() -> None:
    stage, replay = looking()
    middle = replay.recording.last // 2
    replay.go(middle)
    hands = replay.recording.state(middle).hands
    mine, theirs = (next(card for card in hand if card < 0) for hand in hands[:2])
    given: list[bool] = []
    replay.own, replay.give = Learnt(Seat(0), {mine: 7}, {mine: 0}), lambda: given.append(True)
    stage.sitting.touch()
    assert stage.scene().find("replay.give") is None, "nobody gives what he has not looked at"
    press(stage, "replay.own")
    press(stage, "replay.give")
    assert given == [], "it lies where the cards of others are seen by: once more"
    press(stage, "replay.give")
    replay.hands = [Learnt(Seat(1), {theirs: 9}, {theirs: 0})]
    stage.sitting.touch()
    press(stage, "replay.give")
    press(stage, "replay.give")
    assert given == [True, True], "who has got another's may give his, too"
    replay.give, replay.hands = None, [Learnt(Seat(1), {theirs: 9}, {theirs: 0})]
    stage.sitting.touch()
    press(stage, "replay.theirs")
    view = stage.sitting.view
    assert view is not None and view.seat == stage.sitting.players.seat == 1
    assert view.card(theirs) == 9 and view.card(mine) is None
    assert stage.sitting.players.name(1) == stage.sitting.players.names[1], (
        "who looks is not whose cards he sees"
    )
    press(stage, "replay.own")
    assert stage.sitting.view is not None and stage.sitting.view.card(mine) == 7
    assert stage.sitting.players.name(0) == "You"


@pytest.mark.parametrize("spoken", ["en", "de"])
@pytest.mark.parametrize("name", ["owm", "squadcards"])
@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_both_hands_are_in_one_picture_where_both_are_open(
    name: str, size: tuple[int, int], spoken: str
) -> None:
    stage, replay = looking(name, size)
    press(stage, "replay.all")
    assert "at least two" in stage.sitting.ui.refused.why and replay.seen is None
    state = replay.recording.state(replay.recording.last)
    middle = replay.recording.last // 2
    replay.go(middle)
    hands = replay.recording.state(middle).hands
    numbers = iter(range(1, 60))
    own, other = (
        Learnt(Seat(seat), {card: next(numbers) for card in hands[seat] if card < 0}, {})
        for seat in (0, 1)
    )
    assert own.known and other.known and state.seats == 2
    replay.own = own
    stage.sitting.touch()
    assert item(stage, "replay.all").why
    replay.hands = [other]
    use(spoken)
    try:
        stage.sitting.touch()
        press(stage, "replay.all")
        scene = stage.scene()
        assert stage.sitting.players.seat == 0 and stage.sitting.players.open_seats == (1,)
        mine = [i for i in scene if i.id.startswith("hand:")]
        theirs = [i for i in scene if i.id.startswith("hand1:")]
        assert (len(mine), len(theirs)) == tuple(len(hand) for hand in hands[:2])
        assert not any(one.rect.meets(two.rect, 0.5) for one in mine for two in theirs)
        assert not any("back" in i.art.face for i in (*mine, *theirs) if i.art is not None)
        foot = item(stage, "replay").rect
        assert all(i.rect.bottom <= foot.y for i in (*mine, *theirs))
        assert texts_that_run_over(scene) == []
        whose = [item(stage, f"hand.whose:{seat}").runs[0].text for seat in (0, 1)]
        assert whose == [stage.sitting.players.name(0), stage.sitting.players.names[1]]
        wanted: list[Wanted] = []
        replay.make = wanted.append
        stage.sitting.touch()
        press(stage, "replay.picture")
        assert wanted == [Wanted(middle, middle, ".png", Seat(0), (Seat(1),))]
    finally:
        use("en")
    press(stage, "replay.public")
    assert stage.scene().find("hand1:0") is None and not [*stage.sitting.players.open_seats]


def test_hands_are_together_as_soon_as_one_of_them_knew_a_card() -> None:
    one, other = (
        Learnt(Seat(0), {-1: 5, -2: 6}, {-2: 9}),
        Learnt(Seat(1), {-2: 6, -3: 7}, {-2: 4, -3: 8}),
    )
    both = together([one, other])
    assert (both.seat, both.others) == (0, (1,))
    assert both.by(3) == {-1: 5}
    assert both.by(4) == {-1: 5, -2: 6}
    assert both.by(8) == {-1: 5, -2: 6, -3: 7}


# ------------------------------------------------------------------ pictures and films


def test_a_film_is_chosen_by_its_beginning_and_its_end() -> None:
    stage, replay = looking()
    wanted: list[Wanted] = []
    replay.make = wanted.append
    press(stage, "film.webp")
    assert "press FROM" in stage.sitting.ui.refused.why and not wanted
    stage.key("i")
    replay.go(MOST_FRAMES * 2)
    stage.sitting.touch()
    stage.key("m")
    assert f"{MOST_FRAMES} at most" in stage.sitting.ui.refused.why and not wanted
    replay.go(30)
    stage.sitting.touch()
    stage.key("o")
    stage.key("end")
    stage.key("m")
    stage.key("g")
    stage.key("p")
    last = replay.recording.last
    assert wanted == [
        Wanted(0, 30, ".webp"),
        Wanted(0, 30, ".gif"),
        Wanted(last, last, ".png"),
    ]
    replay.go(50)
    stage.key("i")
    assert replay.until is None and replay.span is None, "it ended before it began"


def test_what_is_drawn_shows_how_far_it_is_and_is_given_up() -> None:
    stage, replay = looking(size=(960, 540))
    given_up = []
    replay.export = Export(Path("x.webp"), lambda: given_up.append(1), 12, 40)
    stage.sitting.touch()
    assert any("12 of 40" in text for text in stage.scene().texts())
    assert texts_that_run_over(stage.scene()) == []
    press(stage, "export.cancel")
    stage.key("escape")
    assert given_up == [1, 1] and not stage.sitting.exit.closing
    stage.key("right")
    assert replay.at > 0, "one can look on meanwhile"


def test_a_film_has_a_picture_for_each_moment_and_shows_what_is_said_longer() -> None:
    made = recording("skeleton")
    steps = moments(made, 20, 26)
    drawn: list[tuple[int, int]] = []
    pictures = film.frames(film.Projector(made), steps, lambda n, of: drawn.append((n, of)))
    assert drawn[-1] == (len(steps), len(steps)) and len(pictures) == len(steps) > 2
    assert {picture.size for picture in pictures} == {film.FILM}
    lasting = film.lasting(made, steps)
    assert len(lasting) == len(steps) and lasting[-1] == film.END


@pytest.mark.parametrize("name", games.names())
def test_no_key_of_a_replay_means_two_things(name: str) -> None:
    """The table keeps its own buttons below the bar, and what lies lowest takes a key."""
    system = games.get(name)
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
    for _ in range(60):
        match.step()
    made = Recording(system, ["Ada", "Ben"], snapshots=[match.state.clone()], ends=[0])
    stage = Stage(system, -1, made.names, Settings(size=SIZES[0], speed="off"))
    stage.sitting.look_again(made)
    stage.tick(0.0)
    found = Counter(i.key for i in stage.scene() if i.action is not None and i.key)
    assert {"i", "o", "m", "g", "p"} <= found.keys()
    assert [key for key, many in found.items() if many > 1] == []


@pytest.mark.parametrize("size", SIZES)
def test_what_came_of_a_picture_is_told_until_one_goes_on(size: tuple[int, int]) -> None:
    stage, replay = looking(size=size)
    replay.tell("a match-20.png is in", "~/" + "a folder within a folder/" * 20 + "logs")
    stage.sitting.touch()
    where = item(stage, "replay.where")
    assert texts_that_run_over(stage.scene()) == []
    name, folder = (run.text for run in where.runs)
    assert name == "a match-20.png is in" and folder.startswith("…") and folder.endswith("/logs")
    assert replay.note.more in where.tooltip and {run.colour for run in where.runs} == {theme.GOOD}
    replay.tell("a match-20.png: not written", "the disk is full", has_failed=True)
    stage.sitting.refuse("the disk is full", has_failed=True)
    stage.sitting.touch()
    where = item(stage, "replay.where")
    assert where.runs[-1].colour == theme.REFUSED and where.tooltip.endswith("the disk is full")
    assert "the disk is full" in stage.scene().texts(), "and no rule of the game forbids it"
    stage.key("right")
    stage.tick(1.0)
    assert item(stage, "replay.where").runs[0].text.startswith("step ")


# ------------------------------------------------------------------ dropped on the window


@pytest.mark.parametrize("drop", [Stage.drop, lambda stage, path: stage.sitting.drop(path)])
def test_a_log_that_is_dropped_is_looked_at_next(drop: Callable[[Stage, Path], None]) -> None:
    stage, _ = looking()
    drop(stage, Path("other.owmlog"))
    assert stage.sitting.exit.closing and stage.sitting.exit.dropped == Path("other.owmlog")


def test_no_log_that_is_dropped_ends_a_match() -> None:
    made = recording("squadcards")
    stage = Stage(made.system, 0, made.names, Settings(speed="off"))
    stage.drop(Path("other.owmlog"))
    assert not stage.sitting.exit.closing and "leave this match" in stage.sitting.ui.refused.why
    Front(stage).told(made.view(40), [])
    stage.tick(1.0)
    stage.drop(Path("other.owmlog"))
    assert not stage.sitting.exit.closing and stage.sitting.exit.dropped is None
