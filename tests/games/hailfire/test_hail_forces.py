"""Forces by points: what is allowed, what is refused with its rule, and forces kept as numbers."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine import agenda
from owm_net.engine.building import NotBuilt
from owm_net.engine.data import DataFiles, data_folder
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.games import get as get_system
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.forces import (
    READY,
    Bought,
    Force,
    faults_of,
    force_cost,
    read_forces,
    read_unit,
    ready_forces,
    unit_cost,
    unit_line,
)
from owm_net.games.hailfire.ids import ForceKey, NationKey, ScenarioKey
from owm_net.games.hailfire.kept import force_of, numbers_of
from owm_net.games.hailfire.set_up import LeftBehind
from owm_net.games.hailfire.terms import Quality
from owm_net.games.hailfire.words import unit_title
from tests.games.hailfire.test_hail_ends import deployed
from tests.games.hailfire.test_hail_hostile import MANY, Long

RIFLES, MORE, SHERMANS, GREYHOUNDS, MORTARS, BATTERY = (
    "us_rifle=6 us_lmg us_bazooka",
    "us_rifle=4 us_lmg",
    "us_m4=2 us_m4_76",
    "us_m8=2",
    "us_fo us_mortar81=2",
    "us_fo us_105",
)
USUAL = (RIFLES, MORE, SHERMANS, GREYHOUNDS)


def force(*lines: str, nation: str = "us") -> Force:
    return Force(NationKey(nation), tuple([read_unit(line) for line in lines]))


def faults(made: Force, points: int = 520) -> list[tuple[str, str]]:
    return [(one.rule.removeprefix("HAIL-PORG-"), one.why) for one in faults_of(made, points)]


@pytest.mark.rule("HAIL-PORG-07")
def test_ready_made_forces_cost_nearly_what_a_force_may() -> None:
    battle = CATALOG.scenarios[ScenarioKey("mill-meeting")]
    assert len(ready_forces(battle.points)) == len(READY) == 10
    assert all(494 <= force_cost(ready.force) <= 520 for ready in READY.values())
    assert not ready_forces(1000)
    folder = data_folder("owm_net.games.hailfire")
    text = DataFiles(folder).text("forces.toml")
    wrong = text.replace("ger_tiger ger_panther=2", "ger_tiger ger_rifle us_m4")
    _, found = read_forces(DataFiles(folder, {"forces.toml": wrong.encode()}))
    assert [line.partition(": ")[2] for line in found] == [
        "ger_heavy: Unit 3: M4 Sherman 75 is of another nation: remove it",
        "ger_heavy: Unit 3: infantry, guns and vehicles are Units of their own: remove the others",
    ]


@pytest.mark.rule("HAIL-PORG-07", "HAIL-PORG-08", "HAIL-PORG-09", "HAIL-PORG-10", "HAIL-PORG-11")
@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (USUAL, []),
        ((*USUAL, MORTARS, BATTERY), [("07", "it costs 544 of 520 points: remove 24")]),
        (USUAL[:3], [("08", "a force has at least 4 Units: add 1")]),
        (("us_m5",) * 4, [("08", "add a Unit of infantry")]),
        ((*USUAL, *["us_lmg"] * 5), [("08", "a force has at most 8 Units: remove 1")]),
        ((*USUAL, "us_rifle us_m3ht"), [("09", "Unit 5: infantry, guns and vehicles are Units")]),
        ((*USUAL, "us_hmg us_rifle"), [("09", "Unit 5: infantry, guns and vehicles are Units")]),
        ((*USUAL, "us_bazooka=3"), [("09", "Unit 5: a Unit has at most 2 Small Teams: remove 1")]),
        ((*USUAL[1:], "us_rifle=10"), [("09", "Unit 4: it has at most 9 such Teams: remove 1")]),
        ((*USUAL[:2], "us_m8", "us_m3ht=6"), [("09", "Unit 4: it has at most 5 such Teams")]),
        ((*USUAL, "us_mortar81"), [("09", "Unit 5: mortars have one observer: add one")]),
        ((*USUAL, "us_fo us_mortar81 us_lmg"), [("09", "Unit 5: mortars of one sort are a Unit")]),
        ((*USUAL, "us_fo us_lmg"), [("09", "an observer goes with"), ("09", "infantry, guns")]),
        ((*USUAL, "us_cmd"), [("02", "Unit 5: the Leader comes by itself")]),
        ((*USUAL, "us_fo us_lmg us_105"), [("10", "Unit 5: a battery has one observer")]),
        ((MORE, MORE, BATTERY, BATTERY), [("10", "a force has one battery: remove the others")]),
        ((*USUAL, "ger_pf"), [("08", "Unit 5: Grenadier with Panzerfaust is of another nation")]),
    ],
)
def test_what_is_wrong_is_said_with_its_rule_and_what_to_do(
    lines: tuple[str, ...], wrong: list[tuple[str, str]]
) -> None:
    found = faults(force(*lines))
    assert [rule for rule, _ in found] == [rule for rule, _ in wrong], found
    assert all(why in said for (_, said), (_, why) in zip(found, wrong, strict=True)), found


@pytest.mark.rule("HAIL-PORG-02", "HAIL-PORG-11")
def test_a_unit_costs_its_teams_at_its_quality_and_its_leader() -> None:
    assert [unit_cost(read_unit(line)) for line in ("us_rifle=2", "elite us_m4=3", BATTERY)] == [
        12 * 2 + 16,
        80 * 3,
        8 + 40,
    ]
    assert unit_line(read_unit("poor us_rifle us_lmg us_rifle")) == "poor us_rifle=2 us_lmg"
    for word in ("us_tiger", "us_rifle=0", "us_rifle=99999999999999999999", "us_105=2", "="):
        with pytest.raises(NotBuilt):
            read_unit(word)


@pytest.mark.rule("HAIL-PORG-02", "HAIL-PORG-07", "HAIL-PORG-11")
def test_a_force_of_ones_own_comes_onto_the_table() -> None:
    own = force("elite us_rifle=2", MORE, "us_m10", BATTERY)
    fight = deployed("mill-meeting", (5, 2))
    fight.say((own, READY[ForceKey("sov")].force))
    units = fight.g.units[:4]
    assert [unit_title(unit) for unit in units] == [
        "Rifle Platoon 1",
        "Rifle Platoon 2",
        "Tank Destroyer Section",
        "105mm howitzer battery",
    ]
    assert units[0].quality is Quality.ELITE and [u.leader for u in units] == [0, 3, -1, -1]
    assert [t.profile for t in fight.g.teams if t.unit == 0] == ["us_cmd", "us_rifle", "us_rifle"]


HOSTILE: tuple[Any, ...] = (
    Force(NationKey("x" * MANY), ()),
    Force(NationKey("us"), ()),
    Force(NationKey("us"), Long((read_unit(RIFLES),) * MANY)),
    force(*USUAL, nation="ger"),
    force(RIFLES, MORE, GREYHOUNDS, "us_m4=5"),
    Force(NationKey("us"), (*force(*USUAL).units, Bought(Quality.POOR, Long(("us_m8",) * MANY)))),
    Force(NationKey("us"), (*force(*USUAL).units, Bought(Quality.POOR, ("\x00" * MANY,)))),  # type: ignore[arg-type]
    Force(NationKey("us"), (*force(*USUAL).units, Bought("regular", ("us_m8",)))),  # type: ignore[arg-type]
    Force(NationKey("us"), (None,)),  # type: ignore[arg-type]
)


@pytest.mark.rule("HAIL-PORG-07")
@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
def test_a_force_that_a_stranger_made_up_is_refused(answer: Force) -> None:
    fight = deployed("mill-meeting", (5, 2))
    refusal = agenda.why_not(fight.view(0), answer)
    assert refusal is not None and len(refusal.why) < 300
    with pytest.raises(IllegalAnswer):
        fight.say((answer, READY[ForceKey("sov")].force))


@pytest.mark.rule("HAIL-PORG-07")
def test_forces_are_kept_as_numbers_that_nobody_need_trust() -> None:
    for ready in READY.values():
        assert force_of(numbers_of(ready.force)) == ready.force
    for bad in (
        (),
        ((),),
        ((1, 0),),
        ((9, 0, 1),),
        ((1, 99, 1),),
        ((1, 0, 99_999),),
        ((1, 0, -1),),
    ):
        assert force_of(bad) is None


@pytest.mark.rule("HAIL-PDEP-04")
def test_who_finds_no_room_stays_behind_and_the_match_goes_on() -> None:
    """Eight Units of a rifle or of five half-tracks are allowed, and more than a zone holds."""
    crowd = force("us_rifle", *["poor us_m3ht=5"] * 7)
    assert faults(crowd) == []
    system = get_system("hailfire")

    def crowded(of: Any, view: Any, chance: Any) -> Any:
        chooses = view.state.agenda[-1].at == "hear_forces"
        return crowd if chooses else random_player(of, view, chance)

    setup = system.default_setup("mill-meeting")
    match = LocalMatch(system, setup, 5, [crowded, random_player])
    g: Any = match.state
    told: list[LeftBehind] = []
    while g.round == 0:
        match.step()
        told += [event for event in g.events if isinstance(event, LeftBehind)]
    assert told and told[0].sentence(g).endswith(" behind: there is no room for it")
    behind = {event.unit for event in told}
    assert all(team.lost is (team.unit in behind) for team in g.teams)
    match.play()
