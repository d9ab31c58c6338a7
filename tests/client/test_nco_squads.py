"""NCO's builder of squads: by mouse and by keys, all faults at once, kept by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from owm_net import games
from owm_net.client import language
from owm_net.client.keys import LETTERS
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Rect
from owm_net.client.screens import DOORS
from owm_net.client.settings import Settings
from owm_net.client.tables.nco.building import roster_in
from owm_net.client.tables.nco.mustering import BUILD
from owm_net.client.tables.terminal import Conversation
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.requests import Answer, ChooseSecretly
from owm_net.files import squads
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NationKey
from owm_net.games.nco.numbers import numbers_of
from owm_net.games.nco.squads import READY, Recruit, Roster, points, why_not_roster
from owm_net.games.nco.terms import Item, Skill
from tests.client.test_table import SIZES, press, texts_that_run_over
from tests.games.every import paired

NCO = games.get("nco")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Afterwards the others are said in English again."""
    yield
    language.use("en")


def builder(
    folder: Path | None = None,
    *,
    nation: str = "us_army",
    size: tuple[int, int] = (1600, 900),
    scale: float = 1.0,
) -> tuple[Stage, list[Answer]]:
    """At the question for a roster, with a nation and nobody chosen."""
    stage, given = asked(folder, size=size, scale=scale)
    press(stage, f"nation:{nation}")
    press(stage, "build")
    return stage, given


def asked(
    folder: Path | None = None, *, size: tuple[int, int] = (1600, 900), scale: float = 1.0
) -> tuple[Stage, list[Answer]]:
    """At the question for a roster, with nothing chosen."""
    match = LocalMatch(NCO, NCO.default_setup(), 1, [computer_player] * 2)
    while not isinstance(match.request, ChooseSecretly):
        match.step()
    settings = Settings(speed="off", guard=True, size=size, scale=scale, memory=folder)
    stage, given = Stage(NCO, 0, ["Ann", "Ben"], settings), list[Answer]()
    stage.sitting.told(match.view(0), [])
    stage.sitting.ask(match.view(0), given.append)
    stage.tick(0.01)
    return stage, given


def built(stage: Stage) -> list[Recruit]:
    roster = roster_in(stage.sitting)
    assert roster is not None
    return list(roster.soldiers)


def names(stage: Stage) -> list[str]:
    return [recruit.profile for recruit in built(stage)]


def said(stage: Stage) -> list[str]:
    """Return the faults below the squad."""
    item = stage.scene().find("faults.text")
    assert item is not None
    return item.tooltip.splitlines()


def drag(stage: Stage, id: str, to: str) -> None:
    scene = stage.scene()
    item, place = scene.find(id), scene.find(to)
    assert item is not None and place is not None
    stage.press(item.rect.cx, item.rect.cy)
    stage.drag(item.rect.cx + 30, item.rect.cy)
    assert stage.scene().find("carried") is not None
    stage.drag(place.rect.cx, place.rect.cy)
    assert stage.scene().find("tooltip") is None, "nothing lies over where he is let go"
    stage.let_go("left")
    assert stage.scene().find("carried") is None


@pytest.mark.rule("NCO-BLD-04", "NCO-BLD-06", "NCO-BLD-08", "NCO-BLD-09")
def test_a_squad_is_built_with_the_mouse() -> None:
    stage, given = builder()
    for profile in ("sergeant", "corporal", "private", "private"):
        press(stage, f"pool:{profile}")
    press(stage, "soldier:1")
    press(stage, "weapon:automatic_rifle")
    press(stage, "grenades.more")
    press(stage, "skill:deadeye")
    press(stage, "item:flask")
    press(stage, "soldier:0")
    press(stage, "skill:inspiring_presence")
    press(stage, "item:intel")
    drag(stage, "pool:medic", "soldier:1")
    assert names(stage) == ["sergeant", "medic", "corporal", "private", "private"]
    drag(stage, "soldier:4", "soldier:2")
    drag(stage, "soldier:4", "points")
    press(stage, "soldier:2")
    press(stage, "again")
    assert names(stage) == ["sergeant", "medic", "private", "private", "corporal"]
    valor = stage.scene().find("points.0")
    assert valor is not None and "Valor 49 of 100" in valor.runs[0].text
    press(stage, "confirm")
    (roster,) = given
    assert isinstance(roster, Roster) and why_not_roster(roster) is None
    assert points(roster) == (49, 12)


@pytest.mark.rule("NCO-BLD-01", "NCO-BLD-05")
def test_a_newcomer_takes_the_suggested_squad_by_one_press_and_meets_an_equal_one() -> None:
    """They met 28 nations, and nobody said which."""
    stage, given = asked()
    press(stage, "suggested.take")
    (mine,) = given
    view = stage.sitting.view
    assert view is not None and NCO.advised(view)[0].answer == mine
    theirs = NCO.computer(view, Chance(1), "recruit")
    assert isinstance(mine, Roster) and isinstance(theirs, Roster)
    assert mine.nation != theirs.nation
    assert len(mine.soldiers) == len(theirs.soldiers)
    assert abs(points(mine)[0] - points(theirs)[0]) <= 2 and points(mine)[1] == points(theirs)[1]
    stage, given = asked()
    press(stage, "suggested.look")
    assert roster_in(stage.sitting) == mine and not given
    press(stage, "confirm")
    assert given == [mine]


def test_lines_of_text_say_which_squad_is_suggested() -> None:
    stage, _ = asked()
    text = Conversation(NCO)
    assert stage.sitting.view is not None
    (line,) = [line for line in text.ask(stage.sitting.view) if "suggested" in line]
    assert line.startswith("1. ")


@pytest.mark.rule("NCO-BLD-02", "NCO-BLD-06")
@pytest.mark.parametrize(("tongue", "letter"), [("en", "g"), ("de", "d")])
def test_a_squad_is_taken_by_a_few_keys(tongue: str, letter: str) -> None:
    """It took some thirty times Tab. Pressed again a letter goes on to the next nation that begins
    with it, and from the last to the first."""
    language.use(tongue)
    stage, given = asked()
    seen = []
    for _ in range(5):
        stage.key(letter)
        seen.append(stage.sitting.ui.look.removeprefix("nation:"))
    assert seen[:3] == ["german_heer", "german_fallschirmjager", "german_ss"]
    assert seen[3:] == (["greek", "german_heer"] if tongue == "en" else ["danish", "german_heer"])
    stage.key("2")
    stage.key("enter")
    assert given == [READY[NationKey("german_heer")][1].roster]


def test_a_squad_is_put_together_by_keys_without_ready_between_two_soldiers() -> None:
    """READY had the focus after each of them, and another Enter gave the squad as it was."""
    stage, given = asked()
    stage.key("down")
    assert stage.sitting.ui.focus == "suggested.take"  # not the bar at the top
    press(stage, "nation:us_army")
    press(stage, "build")
    stage.sitting.ui.focus = "pool:private"
    stage.sitting.ui.keyboard = True
    for _ in range(3):
        stage.key("enter")
    assert names(stage) == ["private"] * 3 and not given
    assert stage.sitting.ui.focus == "pool:private"


@pytest.mark.parametrize("tongue", ["en", "de"])
def test_every_nation_has_a_key_that_comes_to_it(tongue: str) -> None:
    language.use(tongue)
    stage, _ = asked()
    seen = set()
    for letter in LETTERS:
        if any(letter in door.keys for door in DOORS) or letter == BUILD:
            continue
        for _ in range(6):
            stage.key(letter)
            seen.add(stage.sitting.ui.look.removeprefix("nation:"))
    assert seen - {""} == set(CATALOG.nations)


def test_a_squad_is_built_with_the_keyboard() -> None:
    stage, given = builder()

    def walk(id: str) -> None:
        for _ in range(80):
            if stage.sitting.ui.focus == id:
                return
            stage.key("tab")
        raise AssertionError(f"Tab does not come to {id}")

    for id in ("pool:pfc", "pool:sergeant", "soldier:0", "weapon:smg"):
        walk(id)
        stage.key("enter")
    stage.key("m")
    assert names(stage) == ["pfc", "pfc", "sergeant"]
    stage.key("x")
    assert names(stage) == ["pfc", "sergeant"] and built(stage)[0].weapon == "smg"
    stage.key("x")
    assert names(stage) == ["pfc"], "who stood behind the one who left is open"
    stage.key("escape")
    stage.key("escape")
    stage.key("escape")
    stage.key("escape")
    assert built(stage)[0].weapon == "rifle", "each change is a step back"
    walk("confirm")
    stage.key("enter")
    assert isinstance(given[0], Roster) and len(given[0].soldiers) == 2


@pytest.mark.rule("NCO-BLD-01", "NCO-BLD-02", "NCO-BLD-03", "NCO-NAT-02", "NCO-NAT-03")
def test_all_that_is_wrong_is_said_at_once_with_its_rule() -> None:
    """Points may be overspent on the way; what no change of the others mends is refused at once."""
    stage, given = builder()
    for _ in range(6):
        press(stage, "pool:vet_corporal")
    for _ in range(3):
        press(stage, "pool:engineer")
    press(stage, "pool:medic")
    for forbidden, rule in (("medic", "NCO-BLD-03"), ("political_officer", "NCO-NAT-02")):
        item = stage.scene().find(f"pool:{forbidden}")
        assert item is not None and rule in item.why
        press(stage, item.id)
        assert rule in stage.sitting.ui.refused.why and len(built(stage)) == 10
    assert [line[line.index("(") :] for line in said(stage)] == [
        "(NCO-BLD-02)",
        "(NCO-BLD-01)",
        "(NCO-NAT-03 NCO-BLD-01)",
    ]
    confirm = stage.scene().find("confirm")
    assert confirm is not None and all(line in confirm.why for line in said(stage))
    stage.key("enter")
    assert not given
    press(stage, "clear")
    assert not built(stage) and [line for line in said(stage) if "NCO-BLD-02" in line]
    stage.key("escape")
    assert len(built(stage)) == 10, "Esc brings them back"


@pytest.mark.rule("NCO-NAT-02", "NCO-NAT-04")
def test_another_nation_keeps_the_soldiers_and_says_who_cannot_be_there() -> None:
    stage, _ = builder()
    for profile in ("sergeant", "chaplain", "corporal"):
        press(stage, f"pool:{profile}")
    press(stage, "weapon:automatic_rifle")
    press(stage, "ready-made")
    press(stage, "nation:german_ss")
    press(stage, "build")
    assert names(stage) == ["sergeant", "chaplain", "corporal"]
    assert [line[line.index("(") :] for line in said(stage)] == [
        "(NCO-NAT-02)",
        "(NCO-BLD-07 NCO-BLD-06)",
    ]
    stage.key("escape")
    assert len(said(stage)) == 0


def test_a_squad_is_kept_by_name_and_a_ready_one_asks_before_it_replaces_ones_own(
    tmp_path: Path,
) -> None:
    stage, _ = builder(tmp_path)
    for profile in ("sergeant", "private", "private"):
        press(stage, f"pool:{profile}")
    own = roster_in(stage.sitting)
    press(stage, "keep")
    stage.text("Able")
    stage.key("enter")
    assert own is not None and squads.kept(tmp_path, "nco") == {"Able": numbers_of(own)}
    press(stage, "pool:private")
    press(stage, "ready-made")
    labels = {i.label for i in stage.scene() if i.id.startswith("preset:") and i.label}
    assert labels == {"REPLACE MINE"} and "Able" in stage.scene().texts()
    press(stage, "preset:1")  # it is asked first, and whatever else is pressed means no
    assert any("SURE" in text for text in stage.scene().texts())
    press(stage, "preset:1")
    ready = READY[NationKey("us_army")][0].roster
    assert roster_in(stage.sitting) == ready
    stage.key("escape")
    assert len(built(stage)) == 4, "Esc brings it back"
    other, given = builder(tmp_path)
    press(other, "ready-made")
    press(other, "preset:0")
    press(other, "confirm")
    assert given == [own]


def test_a_hostile_file_of_squads_is_no_danger(tmp_path: Path) -> None:
    """An unreadable squad is not offered; an illegal one names every fault."""
    squads.keep(tmp_path, "nco", "nobody", ((99, 99, 99, 99),))
    squads.keep(tmp_path, "nco", "short", ((0,),))
    squads.keep(tmp_path, "nco", "mixed", ((0, 0, 1, 2), (1, 0, 1, 2)))
    bad = (0, 8, 0, 100_000, *[0] * 6, *[105] * 6)
    squads.keep(tmp_path, "nco", "greedy", (bad,) * 16)
    stage, given = builder(tmp_path)
    press(stage, "ready-made")
    shown = [i.tooltip for i in stage.scene() if i.id.startswith("preset:") and i.tooltip]
    assert len(shown) == 5 and shown[0].startswith("greedy: soldier 1: ")
    press(stage, "preset:0")
    stage.key("enter")
    press(stage, "build")
    assert len(built(stage)) == 16 and len(said(stage)) > 16 and not given
    press(stage, "soldier:15")
    assert not texts_that_run_over(stage.scene())
    (tmp_path / squads.FILE).write_bytes(b"[]")
    press(stage, "ready-made")
    assert "not a valid file of squads" in stage.sitting.ui.refused.why


FULL = Roster(
    NationKey("soviet_army"),
    (
        *READY[NationKey("soviet_army")][0].roster.soldiers[:1],
        *[
            Recruit(one.profile, one.weapon, 2, (Skill.DEADEYE,), (Item.EXTRA_MAGAZINE,))
            for one in READY[NationKey("soviet_army")][3].roster.soldiers[1:2]
        ]
        * 15,
    ),
)


LAYOUTS = [*((size, 1.0) for size in SIZES), ((3840, 2160), 2.0)]


@pytest.mark.parametrize(
    "size, scale, tongue", [(*layout, tongue) for layout, tongue in paired(LAYOUTS, ["en", "de"])]
)
def test_the_builder_fits(size: tuple[int, int], scale: float, tongue: str, tmp_path: Path) -> None:
    """Sixteen soldiers with all they may carry, one of them opened; and the list of squads."""
    language.use(tongue)
    squads.keep(tmp_path, "nco", "M" * 30, numbers_of(FULL))
    stage, _ = builder(tmp_path, nation="soviet_army", size=size, scale=scale)
    press(stage, "ready-made")
    assert not texts_that_run_over(stage.scene())
    press(stage, "preset:0")
    press(stage, "build")
    for opened in ("soldier:15", "soldier:0"):
        press(stage, opened)
        scene = stage.scene()
        assert not texts_that_run_over(scene)
        buttons = [i for i in scene if i.action is not None and i.id != "squad.ground"]
        for n, one in enumerate(buttons):
            for two in buttons[n + 1 :]:
                assert not overlap(one.rect, two.rect), (one.id, two.id)


def overlap(one: Rect, two: Rect) -> bool:
    across = min(one.right, two.right) - max(one.x, two.x)
    return across > 0.5 and min(one.bottom, two.bottom) - max(one.y, two.y) > 0.5
