"""The shared parts of every table that no game may change: the help, the log, the hand, marks,
notes."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from owm_net import games
from owm_net.client import tables, theme
from owm_net.client.answering.answering import Answering
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.glass.stamps import stamps
from owm_net.client.match.match_log import LogLine
from owm_net.client.match.present import Strip, StripCard
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Pen, Rect
from owm_net.client.scene.layout import Box
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import RecallFlips, Skip, UnfoldStory
from owm_net.client.sitting.table import PAUSE
from owm_net.client.tables.plain import PlainTable
from owm_net.client.widgets import Choice, HandCard, hand_fan, log_pane, strip
from owm_net.client.words import because, capital
from owm_net.engine import agenda
from owm_net.engine.agenda import Event, InLog
from owm_net.engine.drafts import Draft
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.text import listed, named, say, seat_called
from tests.client.situations import stage_at
from tests.client.test_table import texts_that_run_over

SIZES = [((1280, 720), 1.0), ((1280, 720), 1.6), ((1920, 1080), 1.0)]
SHOWN_NAMES = [name for name in games.names() if name in tables._TABLES]
"""Games with a table of their own."""


def stage_of(name: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Stage:
    """A table of the game with its first state."""
    system = games.get(name)
    stage = Stage(system, 0, ["You", "Computer"], Settings(scale=scale, speed="off", size=size))
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
    stage.sitting.told(match.view(0), match.state.events)
    stage.tick(0.0)
    return stage


# ------------------------------------------------------------------ help


@pytest.mark.parametrize("name", SHOWN_NAMES)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_every_note_of_the_help_can_be_read(name: str, size: tuple[int, int], scale: float) -> None:
    """Everything that a table says of its game is on some page, including the credits
    (SQD-CREDIT-01)."""
    stage = stage_of(name, size, scale)
    stage.key("f1")
    read: dict[str, str] = {}
    for _ in range(9):
        scene = stage.scene()
        for item in scene:
            if item.id.startswith("help.note:"):
                assert Rect(0, 0, *size).covers(item.rect), item.id
                read[item.id.removeprefix("help.note:")] = " ".join(r.text for r in item.runs)
        more = scene.find("page.on")
        if more is None or more.why:
            break
        point = scene.point_of(more)
        assert point is not None
        stage.press(*point)
    assert read == {head: " ".join(lines) for head, lines in stage.table.help()}
    assert "Credits" in read


def test_the_help_lists_the_keys_of_the_game_alone() -> None:
    """OWM's flips can be shown again; Squad has no such key."""
    for name, has in (("owm", True), ("squadcards", False)):
        stage = stage_of(name)
        stage.key("f1")
        assert any("flips" in text for text in stage.scene().texts()) is has, name


def test_before_the_first_state_a_game_shows_the_back_of_its_own_cards() -> None:
    for name, face in (("owm", "core_back"), ("squadcards", "squad_back"), ("skeleton", "")):
        system = games.get(name)
        card = Stage(system, 0, ["You", "Computer"]).scene().find("waiting.card")
        assert (card.art.face if card is not None and card.art is not None else "") == face


def test_no_note_is_drawn_over_the_help() -> None:
    """Something below had the keyboard's focus when the help was opened."""
    stage = stage_of("squadcards")
    stage.sitting.ask(stage.sitting.live, lambda answer: None)  # type: ignore[arg-type]
    stage.tick(1.0)
    for _ in range(60):
        stage.key("tab")
        if stage.scene().find("tooltip") is not None:
            break
    assert stage.scene().find("tooltip") is not None, "nothing on the table has a note"
    stage.key("f1")
    assert stage.scene().find("help") is not None
    assert stage.scene().find("tooltip") is None


# ------------------------------------------------------------------ log


@frozen
class Told(Event):
    """A line of the log."""

    rule: str = ""


@frozen
class Heading(Told):
    """A line that stands out."""

    in_log = InLog.HEADING


@frozen
class Lead(Told):
    """The beginning of the line that follows."""

    in_log = InLog.LEAD


def test_a_story_is_one_line_that_opens() -> None:
    sitting = stage_of("squadcards").sitting
    assert sitting.view is not None
    texts = ("A aims at B", "Flip 3", "B is killed")
    for n, text in enumerate(texts):
        head = "A shoots at B: killed" if n == 2 else "A shoots at B"
        sitting.log.add(LogLine(Told("RULE-1"), text, 0, sitting.view, head, begins=not n))
    sitting.log.add(LogLine(Told(), "C moves", 0, sitting.view))

    def shown() -> list[str]:
        pen = Pen((1280, 720), 1.0)
        log_pane(Box(pen, Rect(900, 100, 320, 500)), sitting)
        return [i.runs[-1].text for i in pen.items if i.kind == "log"][-5:]

    def press_fold() -> None:
        pen = Pen((1280, 720), 1.0)
        log_pane(Box(pen, Rect(900, 100, 320, 500)), sitting)
        (fold,) = [i for i in pen.items if i.id == f"log:{first}.fold"]
        assert isinstance(fold.action, UnfoldStory)
        sitting.log.unfold(fold.action.first)

    first = len(sitting.log.lines) - 4
    assert shown()[-2:] == ["A shoots at B: killed", "C moves"]
    press_fold()
    below = [f"{text} [RULE-1]" for text in texts]
    assert shown() == ["A shoots at B: killed", *below, "C moves"]
    sitting.log.past = first + 1  # a step in the middle of it is found in its one line
    press_fold()
    pen = Pen((1280, 720), 1.0)
    log_pane(Box(pen, Rect(900, 100, 320, 500)), sitting)
    assert [i.runs[-1].text for i in pen.items if i.kind == "log" and i.shape is not None] == [
        "A shoots at B: killed"
    ]
    sitting.log.unfold_all()
    assert shown()[:4] == ["A shoots at B: killed", *below]


def log_of(*lines: tuple[type[Told], str]) -> list[tuple[str, str]]:
    """Return the pane's view of such lines: (prefix, the rest)."""
    sitting = stage_of("squadcards").sitting
    assert sitting.view is not None
    sitting.log.lines = [LogLine(event(), text, 0, sitting.view) for event, text in lines]
    pen = Pen((1280, 720), 1.0)
    log_pane(Box(pen, Rect(900, 100, 320, 500)), sitting)
    rows = [i for i in pen.items if i.kind == "log"]
    return [(i.runs[0].text if len(i.runs) > 1 else "", i.runs[-1].text) for i in rows]


def test_a_name_stands_once_in_a_line() -> None:
    lead, line = (Lead, "Section (2 Teams)"), (Told, "section (2 Teams): move")
    assert log_of(lead, line) == [("", "Section (2 Teams): move")]


def test_a_phase_stands_before_what_happens_in_it_and_an_empty_one_is_left_out() -> None:
    """Nine phase lines a player turn would crowd the log."""
    shown = log_of(
        (Heading, "Player turn 3: Americans"),
        (Lead, "Draw"),
        (Told, "Americans draw 3"),
        (Lead, "Morale"),
        (Lead, "Covering Fire"),
        (Told, "Americans stay"),
        (Told, "Americans play Scout"),
        (Lead, "Discard"),
        (Heading, "Player turn 4: Germans"),
        (Lead, "Draw"),
    )
    assert shown == [
        ("", "Player turn 3: Americans"),
        ("Draw: ", "Americans draw 3"),
        ("Covering Fire: ", "Americans stay"),
        ("", "Americans play Scout"),
        ("", "Player turn 4: Germans"),
    ]


def test_the_button_that_shows_the_strip_again_is_the_games() -> None:
    stage = stage_of("owm")
    strip = stage.sitting.presenter.strip
    strip.title = "Something has happened"
    for told, outcome in ((0, ""), (1, "a hit")):
        strip.outcome = outcome
        stage.sitting.touch()
        shown = [i for i in stage.scene() if i.id == "log.recall"]
        assert len(shown) == told, "of what has flips"
    for extra in (None, Choice("log.again", "AGAIN", RecallFlips())):
        pen = Pen((1280, 720), 1.0)
        log_pane(Box(pen, Rect(900, 100, 320, 500)), stage.sitting, extra=extra)
        found = [i.label for i in pen.items if i.id == "log.again"]
        assert found == ([extra.label] if extra else [])


def test_after_a_step_without_flips_the_last_ones_are_shown_again() -> None:
    sitting = stage_of("squadcards").sitting
    shot = StripCard(ArtKey.of("squad_back"), "hit", "+3")
    sitting.presenter.rows = [Strip("First", cards=[shot]), Strip("Second", cards=[shot, shot])]
    sitting.presenter.strip = Strip("A move")
    sitting.presenter.recalls = True
    for page, title, cards in ((0, "SECOND", 2), (1, "FIRST", 1)):
        sitting.ui.page = page
        pen = Pen((1280, 720), 1.0)
        strip(Box(pen, Rect(6, 520, 950, 190)), sitting.presenter.strip, sitting)
        scene = pen.scene()
        assert title in scene.texts() and "A MOVE" not in scene.texts()
        assert len([i for i in scene if i.kind == "flip"]) == cards


def test_a_sentence_begins_with_a_capital_but_a_name_stays_as_its_player_writes_it() -> None:
    name = say("{name} is asked whether to play with you", name="root")
    assert capital(name) == "root is asked whether to play with you"
    assert capital(say("looking for {name}", name="root")) == "Looking for root"
    for name in ("annA", "\ufb03", "\u0131nan\u00e7"):
        lays = say("{who} lays a card", who=seat_called(1))
        assert capital(named(lays, ["Ben", name])) == f"{name} lays a card"
        both = listed([named(seat_called(1), ["Ben", name]), "Ben"], say(" and "))
        assert capital(say("{who} agree", who=both)) == f"{name} and Ben agree"
        assert capital(named(lays, ["Ben", ""])) == "Seat 2 lays a card"
    assert capital(say("{who} fire", who=say("the Allies"))) == "The Allies fire"


# ------------------------------------------------------------------ hand and marks


@pytest.mark.parametrize("n", [1, 5, 9, 14, 22, 40])
def test_a_hand_of_any_size_stays_in_its_place(n: int) -> None:
    """No card sinks below the window, and each can be pressed."""
    pen = Pen((1280, 720), 1.0)
    area = Rect(6, 520, 950, 190)
    hand_fan(
        Box(pen, area),
        [HandCard(i, ArtKey.of("squad_back"), f"card {i}", Skip()) for i in range(n)],
    )
    scene = pen.scene()
    assert len(scene.items) == n
    for item in scene:
        assert item.rect.x >= area.x - 1 and item.rect.right <= area.right + 1
        assert item.rect.bottom <= area.bottom + 1 and item.rect.h >= 120
        point = scene.point_of(item)
        assert point is not None and scene.at(*point) is item


def frames(mark: str, *flags: str) -> list[Any]:
    pen = Pen((400, 400), 1.0)
    pen.add("x", "token", Rect(100, 100, 60, 60), flags=flags, mark=mark, action=Skip())
    return [s.picture for s in stamps(pen.scene()) if s.picture is not None]


@pytest.mark.parametrize("flag", ["lit", "chosen"])
def test_the_marks_have_the_form_of_what_they_mark(flag: str) -> None:
    (box,) = frames("box", flag)
    assert box.shape.kind == "frame"
    rings = frames("round", flag)
    assert len(rings) == 2, "a double ring is seen without colour too"
    assert all(r.shape.radius == pytest.approx(r.w / 2, abs=1) for r in rings)
    assert frames("own", flag) == [], "its picture shows it itself"
    assert frames("own", "focus"), "the keyboard's focus is always shown"


# ------------------------------------------------------------------ answers given by themselves


def test_an_answer_that_is_wanted_unasked_comes_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = stage_of("squadcards")
    given: list[Any] = []
    wanted = Pass()
    monkeypatch.setattr(stage.table, "unasked", lambda seen: wanted)
    monkeypatch.setattr(Answering, "give", lambda self, answer: given.append(answer))
    stage.sitting.ask(stage.sitting.live, given.append)  # type: ignore[arg-type]
    stage.tick(10.0)
    stage.tick(10.0 + PAUSE - 0.01)
    assert stage.unasked.is_coming and given == []
    stage.key("f1")
    stage.tick(10.0 + PAUSE + 1)
    assert given == [], "not while something else is read"
    stage.key("f1")
    stage.tick(20.0)
    stage.tick(20.0 + PAUSE + 0.01)
    assert given == [wanted]


def test_a_game_without_a_table_shows_what_an_answer_would_come_to() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    stage.table = PlainTable(sitting.system)
    view = sitting.view
    assert view is not None
    told = [a for a in agenda.options(view) if agenda.outlook(view, a)]
    assert told
    for answer in told:
        sitting.answering.sketch = Draft.of(answer)
        sitting.touch()
        shown = " ".join(stage.scene().texts())
        assert f"{sitting.system.describe(view, answer)}: {agenda.outlook(view, answer)}" in shown
        assert not texts_that_run_over(stage.scene())


def test_every_table_is_of_some_game() -> None:
    assert set(tables._TABLES) == set(SHOWN_NAMES) and "owm" in SHOWN_NAMES
    assert SIZES[0][0] >= theme.FLOOR


# ------------------------------------------------------------------ words


def test_a_ruling_and_a_rule_stand_in_one_pair_of_brackets() -> None:
    assert (
        because("a Fireteam is there already (A-30)", "OWM-MISS-05")
        == "a Fireteam is there already (OWM-MISS-05, A-30)"
    )
    assert (
        because("no line of sight (through C3)", "OWM-LOS-01")
        == "no line of sight (through C3) (OWM-LOS-01)"
    )
