"""Hailfire's builder of forces: by mouse and by keys, all faults at once, kept by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from owm_net import games
from owm_net.client import language
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.tables.hailfire.building import force_in
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.requests import Answer, ChooseSecretly
from owm_net.files import squads
from owm_net.games.hailfire.forces import READY, Force, read_unit, unit_line
from owm_net.games.hailfire.ids import ForceKey, NationKey
from owm_net.games.hailfire.kept import numbers_of
from tests.client.test_nco_squads import drag, overlap, said
from tests.client.test_table import SIZES, press, texts_that_run_over
from tests.games.every import paired

HAILFIRE = games.get("hailfire")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    language.use("en")


def asked(
    folder: Path | None = None, *, size: tuple[int, int] = (1280, 720), scale: float = 1.0
) -> tuple[Stage, list[Answer]]:
    """At the question for a force, with nothing chosen."""
    match = LocalMatch(HAILFIRE, HAILFIRE.default_setup("mill-meeting"), 1, [computer_player] * 2)
    while not isinstance(match.request, ChooseSecretly):
        match.step()
    settings = Settings(speed="off", guard=True, size=size, scale=scale, memory=folder)
    stage, given = Stage(HAILFIRE, 0, ["Ann", "Ben"], settings), list[Answer]()
    stage.sitting.told(match.view(0), [])
    stage.sitting.ask(match.view(0), given.append)
    stage.tick(0.01)
    return stage, given


def built(stage: Stage) -> list[str]:
    force = force_in(stage.sitting)
    assert force is not None
    return [unit_line(one) for one in force.units]


@pytest.mark.rule("HAIL-PORG-07", "HAIL-PORG-08", "HAIL-PORG-09", "HAIL-PORG-11")
def test_a_force_is_built_with_the_mouse_and_kept(tmp_path: Path) -> None:
    stage, given = asked(tmp_path)
    press(stage, "nation:us")
    press(stage, "build")
    for id in ("us_rifle", "us_rifle", "us_lmg"):
        press(stage, f"pool:{id}.more")
    tank = stage.scene().find("pool:us_m4.more")
    assert tank is not None and "HAIL-PORG-09" in tank.why
    stage.key("m")
    press(stage, "pool:us_lmg.less")
    press(stage, "quality:elite")
    stage.key("n")
    press(stage, "pool:us_m8.more")
    drag(stage, "unit:2", "unit:0")
    assert built(stage) == ["us_m8", "us_rifle=2 us_lmg", "elite us_rifle=2"]
    assert said(stage) == ["a force has at least 4 Units: add 1 (HAIL-PORG-08)"]
    stage.key("enter")
    assert not given
    press(stage, "unit:1")
    stage.key("x")
    stage.key("escape")
    stage.key("m")
    press(stage, "keep")
    stage.text("Able")
    stage.key("enter")
    own = force_in(stage.sitting)
    assert own is not None and squads.kept(tmp_path, "hailfire") == {"Able": numbers_of(own)}
    press(stage, "confirm")
    assert given == [own] and len(own.units) == 4
    other, given = asked(tmp_path)
    press(other, "nation:us")
    other.key("1")
    other.key("enter")
    assert given == [own]


def test_a_ready_made_force_is_taken_and_another_nation_begins_anew() -> None:
    stage, given = asked()
    press(stage, "preset:3")
    assert force_in(stage.sitting) == READY[ForceKey("sov")].force
    press(stage, "ready-made")
    press(stage, "nation:ger")
    press(stage, "build")
    assert force_in(stage.sitting) == Force(NationKey("ger"), ())
    stage.key("escape")
    press(stage, "confirm")
    assert given == [READY[ForceKey("sov")].force]


DEAR = Force(
    NationKey("ger"),
    (
        read_unit("elite ger_tiger=5"),
        *[read_unit("ger_pf=6 ger_lmg=2 ger_schreck ger_rifle")] * 5,
        read_unit("ger_fo ger_mortar81=4"),
        read_unit("ger_fo ger_105"),
    ),
)
LAYOUTS = [*((size, 1.0) for size in SIZES), ((3840, 2160), 2.0)]


@pytest.mark.parametrize(
    "size, scale, tongue", [(*layout, tongue) for layout, tongue in paired(LAYOUTS, ["en", "de"])]
)
def test_the_builder_fits_and_says_what_is_wrong_with_a_file_of_anybodys(
    size: tuple[int, int], scale: float, tongue: str, tmp_path: Path
) -> None:
    """Eight Units that are too dear, in the list and in the builder; others cannot be read."""
    language.use(tongue)
    squads.keep(tmp_path, "hailfire", "M" * 30, numbers_of(DEAR))
    squads.keep(tmp_path, "hailfire", "nobody", ((1, 0, 99_999),))
    stage, given = asked(tmp_path, size=size, scale=scale)
    assert not texts_that_run_over(stage.scene())
    press(stage, "nation:ger")
    shown = stage.scene().find("preset:0.text")
    assert shown is not None and "PORG-09" in "".join([run.text for run in shown.runs])
    assert not texts_that_run_over(stage.scene())
    press(stage, "preset:0")
    press(stage, "build")
    press(stage, "unit:7")
    stage.key("enter")
    scene = stage.scene()
    assert not given and len(said(stage)) == 6 and not texts_that_run_over(scene)
    buttons = [i for i in scene if i.action is not None]
    for n, one in enumerate(buttons):
        assert not [two.id for two in buttons[n + 1 :] if overlap(one.rect, two.rect)], one.id
