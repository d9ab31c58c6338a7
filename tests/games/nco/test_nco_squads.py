"""Building a squad: NCO-BLD, NCO-NAT, D-1 to D-5, G-12."""

from __future__ import annotations

import pytest

from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NationKey, ProfileKey, WeaponKey
from owm_net.games.nco.numbers import numbers_of, roster_of
from owm_net.games.nco.set_up import soldier_of
from owm_net.games.nco.squads import (
    READY,
    Recruit,
    Roster,
    carried,
    faults_of,
    points,
    price,
    why_not_roster,
)
from owm_net.games.nco.terms import Item, Skill
from tests.seats import ANN


def recruit(line: str) -> Recruit:
    """ "sergeant smg covert intel grenades=3", as in data/rosters.toml."""
    profile, weapon, *words = line.split()
    grenades = [int(word[9:]) for word in words if word.startswith("grenades=")]
    return Recruit(
        ProfileKey(profile),
        WeaponKey(weapon),
        grenades[0] if grenades else CATALOG.profiles[ProfileKey(profile)].grenades.free,
        tuple([Skill(word) for word in words if word in [s.value for s in Skill]]),
        tuple([Item(word) for word in words if word in [i.value for i in Item]]),
    )


def squad(*lines: str, nation: str = "us_army") -> Roster:
    return Roster(NationKey(nation), tuple([recruit(line) for line in lines]))


def rule(*lines: str, nation: str = "us_army") -> str:
    """Return the rule against a squad, "" for none."""
    refusal = why_not_roster(squad(*lines, nation=nation))
    return refusal.rule if refusal else ""


BOSS = "sergeant smg"
EXAMPLE = (
    "sergeant smg natural_leader intel",
    "vet_corporal rifle deadeye extra_magazine",
    "corporal smg fighting_instinct service_medal",
    "lance_corporal lmg flask",
    "hardened_pfc smg lucky_trinket",
    "pfc rifle",
    "pfc rifle",
    "marksman rifle_scoped lucky_trinket",
    "medic pistol morphine flask",
    "chaplain pistol letters tobacco",
    "scout smg flask",
)
"""G-19."""


@pytest.mark.rule("NCO-BLD-01", "NCO-BLD-04", "NCO-BLD-08")
def test_the_example_roster_costs_what_the_ledger_says() -> None:
    assert points(squad(*EXAMPLE)) == (100, 50)
    assert rule(*EXAMPLE) == ""
    assert rule(*EXAMPLE[:-1], "scout smg extra_magazine") == "NCO-NAT-03 NCO-BLD-01"
    assert rule(*EXAMPLE[:5], "hardened_pfc smg", "pfc rifle") == "NCO-BLD-01", "102 valor"
    assert rule(BOSS) == "", "spending less is allowed (R-01)"


@pytest.mark.rule("NCO-BLD-02", "NCO-BLD-03")
def test_one_sergeant_and_no_unique_soldier_twice() -> None:
    assert rule("private rifle") == "NCO-BLD-02" and rule(BOSS, BOSS) == "NCO-BLD-02"
    assert rule(BOSS, "scout smg", "scout smg") == ""
    medic = "medic pistol morphine flask"
    assert rule(BOSS, medic) == "" and rule(BOSS, medic, medic) == "NCO-BLD-03"


@pytest.mark.rule("NCO-BLD-01", "NCO-BLD-03", "NCO-BLD-06", "NCO-BLD-08", "NCO-BLD-09")
@pytest.mark.rule("NCO-BLD-02", "NCO-NAT-01", "NCO-NAT-02", "NCO-NAT-03", "NCO-BLD-10")
def test_all_that_is_wrong_with_a_squad_is_named_at_once() -> None:
    lines = (
        "private smg grenades=3 covert flask flask",  # weapon, grenades, skills, items
        "political_officer pistol intel flask",  # the nation has none; Intel is the sergeant's
        *["medic pistol"] * 6,
        *["vet_corporal rifle field_medicine"] * 5,
    )
    found = [fault.rule for fault in faults_of(squad(*lines))]
    assert found == [
        *("NCO-BLD-07 NCO-BLD-06", "NCO-BLD-06", "NCO-BLD-09", "NCO-BLD-08"),
        *("NCO-NAT-02", "NCO-BLD-08"),
        *["NCO-BLD-09"] * 5,
        *("NCO-BLD-02", "NCO-BLD-03", "NCO-NAT-01 NCO-BLD-10", "NCO-BLD-01"),
        "NCO-NAT-03 NCO-BLD-01",
    ]
    missing = why_not_roster(squad("private rifle"))
    assert missing is not None and missing.more, "a further soldier mends it"


def test_what_a_stranger_sends_as_a_squad_is_refused_whatever_it_is() -> None:
    nobody = Recruit(ProfileKey("general"), WeaponKey("rifle"))
    endless = Recruit(ProfileKey("engineer"), WeaponKey("death_ray"), 10**5000)
    loaded = Recruit(ProfileKey("private"), WeaponKey("rifle"), -1, (), tuple(Item) * 1000)
    found = faults_of(Roster(NationKey("us_army"), (nobody, endless, loaded)))
    assert [fault.rule for fault in found] == [
        *("NCO-BLD-06", "NCO-BLD-07 NCO-BLD-06", "NCO-BLD-06"),
        *("NCO-BLD-06", "NCO-BLD-08", "NCO-BLD-02", "NCO-BLD-01", "NCO-NAT-03 NCO-BLD-01"),
    ]
    assert all(len(str(fault.why)) < 100 for fault in found)
    (first,) = faults_of(Roster(NationKey("us_army"), (endless,) * 17))
    assert first.rule == "NCO-NAT-01", "one that is too long is read no further"
    (first,) = faults_of(Roster(NationKey("atlantis"), (nobody,)))
    assert first.rule == "NCO-NAT-01"


def test_a_squad_is_kept_as_numbers() -> None:
    """These stand in the files of players: whoever reorders the data files loses their squads."""
    example = squad(*EXAMPLE)
    groups = numbers_of(example)
    assert roster_of(groups) == example
    assert groups[0] == (0, 0, 2, 2, 2, 108) and groups[4] == (0, 5, 2, 0, 107)
    assert all(
        roster_of(numbers_of(one.roster)) == one.roster for of in READY.values() for one in of
    )
    for bad in (
        (),
        ((0, 0, 2),),
        ((0, 0, 2, 2), (0, 0, 2)),
        ((0, 0, 2, 2), (1, 7, 0, 0)),
        ((99, 0, 2, 2),),
        ((0, 99, 2, 2),),
        ((0, 0, 99, 2),),
        ((0, 0, 2, 2, 99),),
        ((0, 0, 2, 2, 199),),
        ((0, 0, 2, 2),) * 17,
    ):
        assert roster_of(bad) is None, bad


@pytest.mark.rule("NCO-BLD-04", "NCO-BLD-05", "NCO-END-04")
def test_what_a_soldier_costs_he_is_worth() -> None:
    nation = CATALOG.nations[NationKey("us_army")]
    lance = recruit("vet_lance_corporal lmg grenades=2 letters")
    assert price(lance, nation) == 25 == soldier_of(lance, ANN, nation.key).worth
    boss = recruit("sergeant smg natural_leader covert intel")
    assert price(boss, nation) == 11 and soldier_of(boss, ANN, nation.key).worth == 66
    assert price(recruit("medic pistol morphine flask"), nation) == 12, "his items are free"


@pytest.mark.rule("NCO-BLD-06", "NCO-BLD-07")
def test_a_soldier_carries_what_his_profile_offers() -> None:
    assert rule(BOSS, "private smg") == "NCO-BLD-07 NCO-BLD-06"
    assert rule(BOSS, "pfc smg") == "" == rule(BOSS, "lance_corporal rifle grenades=1")
    assert rule(BOSS, "lance_corporal rifle grenades=2") == "NCO-BLD-06"
    assert rule(BOSS, "corporal rifle grenades=0") == "NCO-BLD-06", "the free one is carried"
    assert rule(BOSS, "engineer lmg grenades=10") == "", "no limit but points (R-67)"
    assert carried(recruit("engineer he")) == ("he", "pistol")
    assert carried(recruit("corporal launcher")) == ("launcher", "rifle")
    assert carried(recruit("corporal rifle")) == ("rifle",)


@pytest.mark.rule("NCO-BLD-08", "NCO-BLD-09")
def test_items_and_skills_have_their_slots() -> None:
    assert rule(BOSS, "corporal smg intel") == "NCO-BLD-08"
    assert rule("sergeant smg intel field_map") == ""
    assert rule("sergeant smg intel field_map flask") == "NCO-BLD-08"
    assert rule("sergeant smg flask flask") == "NCO-BLD-08", "R-41"
    assert rule("sergeant smg inspiring_presence") == ""
    assert rule("sergeant smg inspiring_presence inspiring_presence") == "NCO-BLD-09"
    assert rule(BOSS, "corporal smg field_medicine") == "NCO-BLD-09"
    assert rule(BOSS, "corporal smg covert deadeye") == "NCO-BLD-09", "one slot"
    assert rule(BOSS, "vet_corporal smg covert deadeye") == ""
    assert rule(BOSS, "pfc smg covert") == "NCO-BLD-09"


@pytest.mark.rule("NCO-NAT-01", "NCO-BLD-10")
def test_twenty_eight_nations_with_their_caps() -> None:
    caps = [nation.cap for nation in CATALOG.nations.values()]
    assert len(caps) == 28 and sorted(set(caps)) == [10, 12, 14, 16]
    privates = ["private rifle"] * 12
    assert rule(BOSS, *privates) == "NCO-NAT-01 NCO-BLD-10", "13 with the sergeant (R-66)"
    assert rule(BOSS, *privates, nation="us_marines") == ""
    assert rule(*[BOSS] * 17) == "NCO-NAT-01"


@pytest.mark.rule("NCO-NAT-02", "NCO-NAT-03", "NCO-BLD-10")
def test_who_is_forbidden_and_who_has_more_specialists() -> None:
    assert rule(BOSS, "engineer lmg", nation="chinese_communist") == "NCO-NAT-02"
    assert rule(BOSS, "political_officer pistol", nation="chinese_communist") == ""
    assert rule(BOSS, "chaplain pistol", nation="soviet_army") == "NCO-NAT-02"
    marksmen = ["marksman rifle_scoped"] * 3
    assert rule(BOSS, *marksmen, "scout smg extra_magazine") == "NCO-NAT-03 NCO-BLD-01"
    assert rule(BOSS, *marksmen, "scout smg flask flask", nation="us_airborne") == "NCO-BLD-08"
    assert rule(BOSS, *marksmen, "scout smg morphine", nation="us_airborne") == "", "55 of 60"
    ss = [BOSS, *marksmen, "scout smg flask", "scout smg extra_magazine"]
    assert points(squad(*ss, nation="german_ss"))[1] == 65 and rule(*ss, nation="german_ss") == ""
    assert rule(*ss[:-1], "scout smg extra_magazine", nation="us_airborne") != ""


@pytest.mark.rule("NCO-NAT-04", "NCO-BLD-07")
def test_weapons_of_a_nation() -> None:
    us = CATALOG.nations[NationKey("us_army")]
    assert price(recruit("sergeant launcher"), us) == 0, "free for the sergeant"
    assert price(recruit("corporal automatic_rifle"), us) == 18 + 5
    assert rule(BOSS, "pfc automatic_rifle") == "NCO-BLD-07 NCO-BLD-06"
    assert rule(BOSS, "corporal belt_lmg") == "NCO-BLD-07 NCO-BLD-06", "a German weapon"
    assert rule("sergeant sword_and_pistol", nation="japanese_navy") == ""


@pytest.mark.rule("NCO-BLD-11", "NCO-BLD-01")
def test_every_nation_has_four_ready_made_squads() -> None:
    assert set(READY) == set(CATALOG.nations)
    for nation, ready in READY.items():
        assert len(ready) >= 4
        for one in ready:
            assert why_not_roster(one.roster) is None and one.roster.nation == nation
            assert len(one.roster.soldiers) > 6 and 95 <= points(one.roster)[0] <= 100


@pytest.mark.rule("NCO-ITM-02", "NCO-ITM-03")
def test_an_icon_and_a_medal_are_in_the_profile() -> None:
    icon = soldier_of(recruit("private rifle religious_icon"), ANN, NationKey("us_army"))
    assert (icon.psyche, icon.psyche_max, icon.items) == (4, 4, ())
    medal = soldier_of(recruit("marksman rifle_scoped service_medal"), ANN, NationKey("us_army"))
    assert medal.courage == 4
