"""The table of Squad without a window: whole matches by clicking, nothing runs over, every card
has its face, and what is not allowed says why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
from attrs import evolve
from PIL import Image

from owm_net import games
from owm_net.client import language
from owm_net.client.answering.drafting import Adopt
from owm_net.client.art.catalogue import ArtKey, render
from owm_net.client.match.present import StripCard
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Scene
from owm_net.client.scene.pictures import FACES, Art, Pictures
from owm_net.client.settings import Settings
from owm_net.client.tables.squadcards import faces, luck, panels
from owm_net.client.tables.squadcards.common import hand_squad
from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.games.squadcards.attack import Attacked, Fire
from owm_net.games.squadcards.by_squad import NextSquad
from owm_net.games.squadcards.ids import SEATS, SquadId
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import Discard
from owm_net.games.squadcards.phases.morale import MoraleChecked
from owm_net.games.squadcards.phases.movement import Move
from owm_net.games.squadcards.phases.rally import RallyRolled
from owm_net.games.squadcards.set_up import TakeNation
from owm_net.games.squadcards.state import CATALOG, SquadState, face
from owm_net.games.squadcards.terms import Effect, Nation, Phase
from owm_net.games.squadcards.turn import PhaseBegun, TurnBegun
from tests.client.robot import Robot
from tests.client.test_table import texts_that_run_over
from tests.games.squadcards.table import M, Match, S, lay
from tests.kinds import words

SYSTEM = games.get("squadcards")
MISSIONS = SYSTEM.missions
KINDS = (
    "nation",
    "terrain",
    "own",
    "modifier",
    "declare",
    "fire",
    "move",
    "block",
    "answer",
    "after_move",
    "kill",
    "extra",
    "discard",
)
HEX_KINDS = ("squad", "declare", "fire", "move", "block", "discard")


def setup_of(mission: str, **switches: str) -> Any:
    return evolve(SYSTEM.default_setup(mission=mission), switches=tuple(switches.items()))


def asked(request: Any, kind: str) -> bool:
    """Return True if this is a question of a kind to seat 0."""
    if isinstance(request, Choose):
        return request.seat == 0 and request.kind == kind
    return isinstance(request, ChooseSecretly) and request.kind == kind


@cache
def where(kind: str, mission: str) -> tuple[int, int]:
    """(seed, steps) of a match of random players that asks seat 0 this, late enough that the
    table is full."""
    setup = setup_of(mission)
    for late in (0,) if kind in ("nation", "terrain") else (3, 1, 0):
        for seed in range(25):
            match = LocalMatch(SYSTEM, setup, seed, [random_player] * 2)
            g = cast(SquadState, match.state)
            while not isinstance(match.request, Over):
                if asked(match.request, kind) and g.turn >= late:
                    return seed, match.state.answered
                match.step()
    raise AssertionError(f"no match asks for {kind}")


def stage_at(kind: str, mission: str = "meeting", scale: float = 1.0) -> Stage:
    """A table at a question of this kind, with a log."""
    seed, steps = where(kind, mission)
    setup = setup_of(mission)
    robot = Robot(
        SYSTEM, seed, setup=setup, settings=Settings(scale=scale, speed="off", guard=True)
    )
    robot.match = match = LocalMatch(SYSTEM, setup, seed, [random_player] * 2)
    while match.state.answered < steps:
        match.step()
        if match.state.answered > steps - 30:
            robot.tell()
    robot.stage.sitting.ask(match.view(0), robot.answers.append)
    robot.tick()
    assert (
        robot.stage.sitting.answering.kind is not None
        and robot.stage.sitting.answering.kind.word == kind
    )
    return robot.stage


def press(stage: Stage, id: str) -> None:
    item = stage.scene().find(id)
    assert item is not None, f"there is no {id}: {[i.id for i in stage.scene()]}"
    point = stage.scene().point_of(item)
    assert point is not None, f"{id} is covered"
    stage.press(*point)


# ------------------------------------------------------------------ by clicking alone


@pytest.mark.parametrize(
    ("mission", "seed", "questions"),
    [
        ("meeting", 1, 10_000),
        ("crossroads-knoll", 1, 40),
        ("two-squads", 3, 30),
    ],
)
def test_a_robot_plays_whole_matches(mission: str, seed: int, questions: int) -> None:
    robot = Robot(SYSTEM, seed, setup=setup_of(mission))
    ended = questions > 1000
    if ended:
        robot.play_ends(20, lambda match: match.state.turn > 14)
    else:
        assert not robot.play(questions)
    assert robot.kinds["nation"] == 1 and robot.kinds.get("fire", 0) > 1
    assert robot.kinds.get("declare", 0) > 0
    robot.tick()
    if ended:
        assert robot.stage.sitting.result is not None
        assert robot.stage.scene().find("confirm") is not None  # the end screen


def test_a_robot_plays_the_flanking_fire_variant() -> None:
    setup = setup_of("meeting", flanking_variant="on")
    robot = Robot(SYSTEM, 1, setup=setup)
    robot.play(30)
    assert cast(SquadState, robot.match.state).options.flanking_variant
    assert robot.kinds["move"] > 0


def test_how_it_stands_is_not_cut_off_in_the_smallest_window() -> None:
    stage = stage_at("fire")
    stage.resize(960, 540)
    line = stage.scene().find("top.centre")
    assert line is not None
    told = " ".join([run.text for run in line.runs])
    assert told.split() == panels.score_line(stage.sitting).split()
    assert not texts_that_run_over(stage.scene())


@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_the_bar_of_a_first_match_has_room_where_both_lead_the_same_nation(spoken: str) -> None:
    """Each side is called by its player too, and the match has a limit of turns."""
    setup, _ = SYSTEM.first_match()
    match = LocalMatch(SYSTEM, setup, 8, [random_player] * 2)
    while not SYSTEM.aim(match.view(0)):
        match.step()
    assert len({squad.nation for squad in cast(SquadState, match.state).squads}) == 1
    language.use(spoken)
    stage = Stage(SYSTEM, 0, ["Anna", "Computer"], Settings(size=(1024, 640)))
    stage.sitting.told(match.view(0), [])
    stage.tick(9000.0)
    line = stage.scene().find("top.centre")
    assert line is not None and "…" not in " ".join(run.text for run in line.runs)
    assert all(run.box.y >= 0 for run in line.runs)
    language.use("en")


def test_who_play_the_same_nation_are_told_apart_by_their_names() -> None:
    """In the log they are, too; nobody knows who "seat 2" is."""
    robot = Robot(SYSTEM, 0, settings=Settings(speed="off"))
    robot.match = match = LocalMatch(SYSTEM, robot.setup, 8, [random_player] * 2)
    asked, times = [], Counter[str]()
    while not isinstance(match.request, Over):
        match.step()
        robot.tell()
        kind = getattr(match.request, "kind", "")
        if robot.wanted() and times[kind] < 3:
            times[kind] += 1
            robot.stage.sitting.ask(match.view(0), robot.answers.append)
            robot.tick()
            prompt = robot.stage.scene().find("prompt")
            asked.append(prompt.label if prompt is not None else "")
            robot.stage.sitting.withdraw()
    assert len({squad.nation for squad in cast(SquadState, match.state).squads}) == 1
    shown = " ".join(robot.stage.scene().texts()).lower()
    assert "(computer 1)" in shown and "seat" not in shown
    assert asked and not [one for one in asked if "seat" in one]


def test_the_turn_of_the_other_is_summed_up_and_leads_back() -> None:
    robot = Robot(SYSTEM, 1, settings=Settings(speed="off", guard=True))
    while not isinstance(robot.match.request, Over):
        robot.match.step()
        robot.tell()
        if cast(SquadState, robot.match.state).turn > 4 and robot.wanted():
            break
    stage = robot.stage
    stage.key("n")
    shown = [int(i.id.split(":")[1]) for i in stage.scene() if i.id.startswith("since:")]
    events = [stage.sitting.log.lines[at].event for at in shown]
    assert isinstance(events[0], TurnBegun) and events[0].seat == 1 and len(shown) > 1
    assert not any(isinstance(event, PhaseBegun) for event in events)
    assert not any(isinstance(event, TurnBegun) and event.seat == 0 for event in events)
    assert not texts_that_run_over(stage.scene())
    stage.key("escape")
    assert stage.scene().find(f"since:{shown[0]}") is None


def test_luck_is_what_the_dice_were_better_than_the_average() -> None:
    robot = Robot(SYSTEM, 1, settings=Settings(speed="off"))
    while not isinstance(robot.match.request, Over):
        robot.match.step()
        robot.tell()
    g = cast(SquadState, robot.match.state)
    events = [
        Attacked(SquadId(0), SquadId(1), "bayonet", (6, 2), 4, 1, 9, (), False, rule=""),
        MoraleChecked(SquadId(1), 1, 0, 0, 0, 1, False),
        RallyRolled(SquadId(1), 2, 0, 0, 2, True),
    ]
    found = luck.of_dice(g, events)
    assert (found[Seat(0)].rolls, found[Seat(0)].above) == (1, 4.0)
    assert (found[Seat(1)].rolls, found[Seat(1)].above) == (2, 2.5 - 1.5)
    assert "100 players would have been luckier" in " ".join(robot.stage.scene().texts())
    assert not texts_that_run_over(robot.stage.scene())


def test_every_kind_that_the_rules_declare_is_looked_at() -> None:
    assert {*KINDS, *HEX_KINDS} == {*words("squadcards")}


CASES = [*[(k, "meeting") for k in KINDS], *[(k, "two-squads") for k in HEX_KINDS]]


@pytest.mark.parametrize(("kind", "mission"), CASES)
def test_each_question_is_answered_by_clicks(kind: str, mission: str) -> None:
    import random

    stage = stage_at(kind, mission)
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    robot = Robot.__new__(Robot)
    robot.stage, robot.chance = stage, random.Random(kind)
    for _ in range(100):
        point = stage.scene().point_of(robot.choose())
        assert point is not None
        stage.press(*point)
        if given:
            break
    assert given


def test_the_table_is_found_for_the_game() -> None:
    assert type(Stage(SYSTEM, 0, ["You", "Bob"]).table).__name__ == "SquadcardsTable"


# ------------------------------------------------------------------ the ways to answer


def test_a_nationality_is_chosen_and_confirmed_by_a_second_click() -> None:
    stage = stage_at("nation")
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    press(stage, "nation:british")
    assert not given and any("Command the British?" in t for t in stage.scene().texts())
    press(stage, "nation:british")
    assert given == [TakeNation(Nation.BRITISH)]


def test_discards_are_picked_and_then_confirmed() -> None:
    stage = stage_at("discard")
    sitting = stage.sitting
    assert sitting.view is not None
    g = sitting.view.state
    need = len(g.hands[0]) - g.squads[0].hand_limit
    given: list[Any] = []
    sitting.answering._sink = given.append
    for i in range(need):
        confirm = stage.scene().find("confirm")
        assert confirm is not None and confirm.why
        press(stage, f"hand:{i}")
        assert not given
    press(stage, "confirm")
    assert isinstance(given[0], Discard) and len(given[0].cards) == need


def test_a_move_is_a_card_and_a_range_on_the_track() -> None:
    stage = stage_at("move")
    sitting = stage.sitting
    given: list[Any] = []
    sitting.answering._sink = given.append
    assert sitting.view is not None
    band = sitting.view.state.band
    press(stage, "hand:0")
    stage.move(2, 2)
    press(stage, f"band:{band.value}")
    assert not given
    press(stage, "confirm")
    assert isinstance(given[0], Move) and given[0].to is band


@pytest.mark.rule("SQD-MOVE-02")
def test_a_range_too_far_says_why() -> None:
    stage = stage_at("move")
    dark = next(i for i in stage.scene() if i.id.startswith("band:") and i.why)
    press(stage, dark.id)
    assert any("SQD-MOVE-02" in t for t in stage.scene().texts())
    assert stage.sitting.answering.is_open


def test_a_trait_shows_its_uses_and_why_not_the_others() -> None:
    seeds = iter(range(60))
    for seed in seeds:
        match = LocalMatch(SYSTEM, setup_of("meeting"), seed, [random_player] * 2)
        stage, held = _fire_with_trait(match, seed)
        if stage is not None:
            break
    assert stage is not None
    press(stage, f"hand:{held}")
    uses = [i for i in stage.scene() if i.id.startswith("use:")]
    assert len(uses) >= 3
    assert all("SQD-" in i.why for i in uses if "off" in i.flags)
    assert not texts_that_run_over(stage.scene())
    lit = next(i for i in uses if i.lit and "chosen" not in i.flags)
    press(stage, lit.id)
    assert stage.sitting.answering.is_open and lit.action == Adopt(whole(stage), gives=True)
    stage.key("escape")
    assert lit.action != Adopt(whole(stage), gives=True)
    assert [i.id for i in stage.scene() if i.id.startswith("use:")] == [i.id for i in uses]


def whole(stage: Stage) -> Any:
    """The answer that has been chosen, None if it is not whole."""
    look = stage.sitting.answering.look
    return None if look is None else look.answer


def _fire_with_trait(match: LocalMatch, seed: int) -> tuple[Stage | None, int]:
    while not isinstance(match.request, Over) and cast(SquadState, match.state).turn < 8:
        if asked(match.request, "fire"):
            view = match.view(0)
            for i, held in enumerate(match.state.hands[0]):
                card = view.card(held)
                if card is not None and face(card).effect is Effect.TRAIT:
                    stage = Stage(SYSTEM, 0, ["You", "Bob"], Settings(speed="off"))
                    stage.sitting.told(view, [])
                    stage.sitting.ask(view, lambda answer: None)
                    stage.tick(0.1)
                    ways = stage.sitting.answering.drafting.ways(Played, Played(held))
                    if len([1 for _, why in ways if not why]) > 1:
                        return stage, i
        match.step()
    return None, 0


def test_a_card_that_cannot_be_played_gives_the_rule() -> None:
    stage = stage_at("fire")
    dark = next(
        i for i in stage.scene() if i.id.startswith("hand:") and i.kind == "card" and not i.lit
    )
    assert "SQD-" in dark.why
    press(stage, dark.id)
    assert any("SQD-" in t and "Not allowed" in t for t in stage.scene().texts())
    assert stage.sitting.answering.is_open


def test_the_enemys_hand_is_backs_and_a_count() -> None:
    stage = stage_at("fire")
    assert stage.sitting.view is not None
    held = stage.sitting.view.state.hands[1]
    backs = [i for i in stage.scene() if i.id.startswith("backs:1:")]
    assert len(backs) == len(held)
    assert {i.art for i in backs} == {faces.back()}
    assert len(held) > 1 and f"{len(held)} cards" in stage.scene().texts()


def test_the_phases_are_nine_and_one_is_lit() -> None:
    scene = stage_at("fire").scene()
    phases = [i for i in scene if i.kind == "phase"]
    assert len(phases) == 9
    assert len([i for i in phases if i.label.endswith("now")]) == 1


def test_each_man_is_a_figure() -> None:
    stage = stage_at("fire")
    assert stage.sitting.view is not None
    for n, squad in enumerate(stage.sitting.view.state.squads):
        men = [
            i
            for i in stage.scene()
            if i.id.startswith(f"squad:{n}.man") and i.art == faces.man(squad.nation)
        ]
        assert len(men) == squad.men


def test_an_attack_shows_two_dice_told_apart_and_its_total() -> None:
    robot = Robot(SYSTEM, 1, settings=Settings(speed="off", guard=True))
    seen: list[Attacked] = []
    while not isinstance(robot.match.request, Over) and not seen:
        robot.match.step()
        seen = [e for e in robot.match.state.events if isinstance(e, Attacked)]
        robot.tell()
    scene = robot.stage.scene()
    arts = [i.art for i in scene if i.id.startswith("roll.die")]
    first, second = seen[0].dice
    assert arts == [faces.die(first), faces.die(second, True)]
    assert any(t == f"{seen[0].total:+d}" or t == "0" for t in scene.texts())


def test_clicks_everywhere_change_nothing_of_the_game() -> None:
    for kind, mission in (("fire", "meeting"), ("move", "two-squads")):
        stage = stage_at(kind, mission)
        sitting = stage.sitting
        sitting.answering._sink = lambda answer: None
        assert sitting.live is not None
        before = codec.digest(sitting.live.state)
        for item in list(stage.scene()):
            if item.action is not None and item.id not in ("confirm", "continue"):
                stage.activate(item)
                stage.scene()
        assert codec.digest(sitting.live.state) == before


# ------------------------------------------------------------------ what is drawn


def hovered(stage: Stage) -> Iterator[Scene]:
    """The scene, and with the pointer on some of what says something then."""
    yield stage.scene()
    said = [i for i in stage.scene() if i.tooltip or i.kind == "card"]
    for item in said[:: max(1, len(said) // 6)]:
        point = stage.scene().point_of(item)
        if point is not None:
            stage.move(*point)
            yield stage.scene()


@pytest.mark.parametrize(("kind", "mission"), CASES)
def test_no_text_runs_over_at_any_size_and_scale(kind: str, mission: str) -> None:
    stage = stage_at(kind, mission)
    for size in ((1280, 720), (1600, 900)):
        for scale in (1.0, 1.3):
            stage.resize(*size)
            stage.sitting.settings.scale = scale
            assert not texts_that_run_over(stage.scene()), (size, scale)
    for scene in hovered(stage):
        assert not texts_that_run_over(scene), stage.sitting.ui.hover


def test_text_is_large_enough() -> None:
    for kind in ("nation", "fire", "move"):
        scene = stage_at(kind).scene()
        assert min(run.size for item in scene for run in item.runs) >= 13


def is_blank(image: Image.Image) -> bool:
    colours = image.convert("RGBA").getcolors(1 << 20)
    return colours is not None and len(colours) < 12


def test_every_card_has_its_own_face() -> None:
    pictures = {row.key: render(faces.row_face(row), 0.25) for row in CATALOG.rows}
    assert not [key for key, image in pictures.items() if is_blank(image)]
    assert len({image.tobytes() for image in pictures.values()}) == len(CATALOG.rows)
    assert not is_blank(render(faces.back(), 0.25))


def test_every_other_face_renders() -> None:
    keys: list[ArtKey] = [faces.objective(True), faces.objective(False), faces.badge(None)]
    keys += [faces.die(n, second) for n in range(1, 7) for second in (False, True)]
    for nation in Nation:
        keys += [
            faces.flag(nation),
            faces.badge(nation, "2", True),
            faces.man(nation),
            faces.man(nation, True),
        ]
    shown = [render(key, 0.5) for key in keys]
    assert len({image.tobytes() for image in shown}) == len(keys)
    pictures = Pictures()
    for key in (faces.land("hill"), faces.hexagon("rubble", "lit"), faces.hexagon("")):
        assert key.face in FACES
        assert pictures.image(Art(key, 60, 68)).size == (60, 68)


@pytest.mark.parametrize(
    ("mission", "size"),
    [
        ("meeting", (1280, 720)),
        ("crossroads-knoll", (1280, 720)),
        ("crossroads-knoll", (1920, 1080)),
    ],
)
def test_all_modifiers_of_a_roll_can_be_read(mission: str, size: tuple[int, int]) -> None:
    """No name is cut so that its number is gone; in the narrow panel they stand below the dice."""
    stage = stage_at("fire", mission)
    stage.resize(*size)
    notes = ["card +2", "covering fire -1", "flanking fire +2", "cover -3"]
    strip = stage.sitting.presenter.strip
    strip.subtitle = "Germans, squad 1 attack Americans, squad 1: German Machine Gun"
    strip.cards = [StripCard(faces.die(2), "first"), StripCard(faces.die(2, True), "second", "-")]
    strip.notes, strip.total, strip.outcome = notes, "-10", "nobody hit"
    stage.sitting.touch()
    item = stage.scene().find("roll.notes")
    assert item is not None
    read = " ".join(run.text for run in item.runs)
    assert all(note in read for note in notes), read
    assert not [t for t in texts_that_run_over(stage.scene()) if "roll" in t[1]]


@pytest.mark.rule("SQD-RNG-02", "SQD-VHX-05")
def test_a_squad_out_of_a_weapons_range_says_why_and_the_card_stays() -> None:
    """Two enemies: the light machine gun reaches one of them."""
    match = lay(
        mission="two-squads",
        hands=(["lmg", "bolt_rifle"], ["scout"], ["scout"], ["scout"]),
        cells=((0, -1), (2, -2), (0, 1), (-2, 2)),
        phase=Phase.POSITION,
    )
    match.say(NextSquad(SquadId(0)))
    stage, given = laid(match.until("fire"))
    press(stage, "hand:0")
    near, far = (stage.scene().find(f"pawn:{squad}") for squad in (2, 3))
    assert near is not None and far is not None and far.lit and not near.lit
    stage.activate(near)
    assert "SQD-RNG-02" in stage.sitting.ui.refused.why and whole(stage) is None
    stage.activate(far)
    assert whole(stage) == Fire(match.card("lmg"), SquadId(3))
    stage.activate(far)
    assert given == [Fire(match.card("lmg"), SquadId(3))]


def test_ones_own_squads_can_be_looked_at_during_a_question() -> None:
    """Their hands are shown, and the next question shows the hand of the squad it is about."""
    match = lay(
        mission="two-squads",
        hands=(["lmg"], ["scout", "knife"], ["scout"], ["scout"]),
        cells=((0, -1), (2, -2), (0, 1), (-2, 2)),
        phase=Phase.POSITION,
    )
    match.say(NextSquad(SquadId(0)))
    stage = Stage(SYSTEM, 0, ["You", "Computer"], Settings(speed="off", guard=True))
    for kind in ("own", "fire"):
        match.until(kind)
        stage.sitting.told(match.view(0), [])
        stage.sitting.ask(match.view(0), lambda answer: None)
        stage.tick(0.0)
        assert hand_squad(stage.sitting) == 0, kind
        press(stage, "hand.of:1")
        assert hand_squad(stage.sitting) == 1 and stage.scene().find("hand:1") is not None
        press(stage, "squad:0")
        assert hand_squad(stage.sitting) == 0
        stage.sitting.withdraw()


def laid(match: Match, seat: Seat = SEATS[0]) -> tuple[Stage, list[Any]]:
    """A table at the question that a match has come to, and what is answered at it."""
    stage = Stage(SYSTEM, seat, ["You", "Computer"], Settings(speed="off", guard=True))
    given: list[Any] = []
    stage.sitting.told(match.view(seat), [])
    stage.sitting.ask(match.view(seat), given.append)
    stage.tick(0.0)
    return stage, given


@pytest.mark.rule("SQD-COVER-02", "SQD-COVER-03")
def test_a_declaration_is_put_together_by_keys_and_cards() -> None:
    """Smoke that is pressed again is taken back; it is the button that declares."""
    match = lay(hands=(["smoke", "knife", "smoke"], ["scout"]), phase=Phase.COVERING)
    stage, given = laid(match)
    stage.key("p")
    stage.key("s")
    stage.key("s")
    press(stage, "hand:2")
    press(stage, "hand:2")
    press(stage, "hand:2")
    assert not given and any("MOVE SO" in text for text in stage.scene().texts())
    stage.key("enter")
    assert given == [Declare(True, point_man=True, smoke=match.card("smoke", nth=1))]


@pytest.mark.rule("SQD-COVER-02", "SQD-COVER-01")
def test_without_a_smoke_card_to_spare_the_button_says_so() -> None:
    for hand in (["knife", "scout"], ["smoke"]):  # one card must be left for the move
        stage, given = laid(lay(hands=(hand, ["scout"]), phase=Phase.COVERING))
        stage.key("s")
        assert "SQD-COVER-02" in stage.sitting.ui.refused.why, hand
        stage.key("enter")
        assert given == [Declare(True)]


@pytest.mark.rule("SQD-MOVE-01", "SQD-MOVE-10")
def test_a_terrain_card_may_be_thrown_away_for_the_open() -> None:
    match = lay(
        hands=(["hill", "knife"], []),
        band=M,
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    stage, given = laid(match)
    press(stage, "hand:1")
    no_terrain = stage.scene().find("into:0")
    assert no_terrain is not None and "SQD-MOVE-01" in no_terrain.why
    press(stage, "hand:0")
    press(stage, f"band:{S.value}")
    assert whole(stage) == Move(match.card("hill"), S)
    press(stage, "into:1")
    assert whole(stage) == Move(match.card("hill"), S, into_open=True)
    press(stage, "into:0")
    press(stage, "hand:0")
    assert given == [Move(match.card("hill"), S)], "a second press of the card gives the move"


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1600, 900)])
def test_the_bar_of_the_pictures_covers_neither_words_nor_what_is_pressed(
    size: tuple[int, int],
) -> None:
    """At 1024 x 640 it lay over the question."""
    stage = stage_at(*next(case for case in CASES if case[0] == "nation"))
    stage.resize(*size)
    stage.sitting.touch()
    before = stage.scene()
    stage.sitting.notices.progress = (3, 20)
    stage.sitting.touch()
    after = [item for item in stage.scene() if item.id.startswith("progress")]
    covered = [item.rect for item in after if item.id != "progress.bar" or len(after) > 1]
    written = [run.box for item in before for run in item.runs]
    pressed = [item.rect for item in before if item.action is not None]
    assert after
    assert not [one for one in covered for other in (*written, *pressed) if one.meets(other)]
    assert any("3 of 20" in item.tooltip for item in after)
