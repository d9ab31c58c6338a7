"""Smoke, Star Shells, night and blizzard, wind, borders (sections 2.8, 2.10 and 2.12, G-09)."""

from typing import Any

import pytest
from attrs import evolve

from owm_net.engine.records import Played
from owm_net.games.owm import forecast, visibility
from owm_net.games.owm.actions import Attack, EndTurn, Maneuver, Recognise
from owm_net.games.owm.assessment import ArtilleryLoaded, TokenGone, WindBlows
from owm_net.games.owm.catalog import Visibility
from owm_net.games.owm.decisions import DoubleTime
from owm_net.games.owm.directions import direction_of, drifted
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.ground import OPEN, Ground
from owm_net.games.owm.ids import NO_CELL, SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import Colour
from owm_net.games.owm.tokens import Border, TokenKind
from owm_net.games.owm.words import place_facts
from tests.games.driver import every, only
from tests.games.owm.shots import LEADER, TARGET, shoot, shooting
from tests.games.owm.table import (
    ATTACK_RED,
    EVANS,
    FIRST,
    MANEUVER,
    ROAD,
    SECOND,
    Table,
    colours,
    flips_for,
    jammed,
    team,
    token,
    totals,
)

SMOKE, SHELL = TokenKind.SMOKE, TokenKind.STAR_SHELL
DOUBLE = Played(58)
"""A card with Double Time."""
RED, YELLOW = Border.RED, Border.YELLOW


@pytest.fixture
def mission(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes King of the Hill another mission: its visibility or its wind."""

    def make(**changes: Any) -> str:
        changed = evolve(CATALOG.missions["king-of-the-hill"], **changes)
        monkeypatch.setitem(CATALOG.missions, "another", changed)  # type: ignore[arg-type]
        return "another"

    return make


def next_round(t: Table) -> Table:
    """To the first decision of the next round."""
    now = t.g.round_no
    while t.g.round_no == now:
        t.do(EndTurn())
    return t


def idle(**more: Any) -> Table:
    """A Fireteam on each side that has nothing to do."""
    return Table(team(0, "A1", EVANS, LEADER), team(1, "E7", TARGET, 308), **more)


# ------------------------------------------------------------------ how far one sees


@pytest.mark.rule("OWM-VIS-02", "OWM-TERR-11", "OWM-DISC-08")
@pytest.mark.parametrize("kind", ["moon", "snowflake"])
@pytest.mark.parametrize(("n", "flips"), [(3, 1), (2, 2)])
def test_a_shot_farther_than_the_number_of_the_moon_or_snowflake_has_double_discipline(
    mission, kind, n, flips
):
    t = shooting(mission=mission(visibility=Visibility(kind, n)))
    events = shoot(t, "G4", "B6", "R1", "R2")
    assert flips_for(events, Purpose.DISCIPLINE) == flips
    assert totals(events) == [10 - 1 - (2 if flips == 2 else 0)]


@pytest.mark.rule("OWM-DISC-08", "OWM-VIS-02")
@pytest.mark.parametrize("n", [2, 3])
def test_that_one_does_not_see_so_far_is_told_before_the_shot(mission, n):
    kind = mission(visibility=Visibility("snowflake", n))
    t = Table(team(0, "C1", EVANS, 203), team(1, "C4", 306), mission=kind).begin()
    told = forecast.attack_in_full(t.g, t.team(FIRST), t.team(SECOND))
    assert ("Double Discipline: farther than one sees" in told) is (n < 3)


@pytest.mark.rule("OWM-VIS-03", "OWM-COP-SS-02", "OWM-COP-SS-01", "OWM-TOK-09")
@pytest.mark.parametrize(
    ("shell", "flips"),
    [
        (token(SHELL, "C4"), 1),  # over the target
        (token(SHELL, "D5"), 1),  # beside it
        (token(SHELL, "C4", RED), 1),
        (token(SHELL, "D5", RED), 2),  # a red one lights its own Terrain only
        (token(SHELL, "C1"), 2),  # over the shooter: only the target's Terrain counts
        (token(SHELL, "C6"), 2),
    ],
)
def test_light_over_the_target_cancels_the_night(mission, shell, flips):
    t = shooting(mission=mission(visibility=Visibility("moon", 2)), tokens=(shell,))
    assert flips_for(shoot(t, "G4", "B6", "R1", "R1"), Purpose.DISCIPLINE) == flips


@pytest.mark.rule("OWM-VIS-03", "OWM-COP-SS-02", "OWM-FIRE-03")
def test_light_makes_no_weapon_longer(mission):
    t = Table(
        team(0, "C1", 201, 216),
        team(1, "C7", TARGET),
        hands=[[ATTACK_RED], []],
        mission=mission(visibility=Visibility("moon", 2)),
        tokens=(token(SHELL, "C7"),),
    ).begin()
    # a Thompson and a carbine do not reach that far
    assert t.options(Attack) == []
    assert flips_for(t.do(Attack(ATTACK_RED, SECOND)), Purpose.TARGET) == 0


@pytest.mark.rule("OWM-VIS-04", "OWM-COP-SS-02")
def test_nothing_lights_a_blizzard(mission):
    t = shooting(
        mission=mission(visibility=Visibility("snowflake", 2)), tokens=(token(SHELL, "C4"),)
    )
    assert flips_for(shoot(t, "G4", "B6", "R1", "R1"), Purpose.DISCIPLINE) == 2
    assert not visibility.is_lit(t.g, t.cell("C4"))


@pytest.mark.rule("OWM-VIS-04", "OWM-TERR-07")
@pytest.mark.parametrize(("kind", "arrives"), [("snowflake", False), ("moon", True)])
def test_in_a_blizzard_a_road_takes_two_maneuvers(mission, kind, arrives):
    t = Table(
        team(0, "C1", EVANS, LEADER),
        team(1, "C7", TARGET),
        cards={"C2": ROAD},
        hands=[[MANEUVER], []],
        mission=mission(visibility=Visibility(kind, 2)),
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    assert (t.at(1) == "C2") is arrives
    assert t.team(1).on_the_move is not arrives


@pytest.mark.rule("OWM-VIS-04", "OWM-CD-DOUBLE")
@pytest.mark.parametrize(("kind", "hurries"), [("snowflake", False), ("moon", True)])
def test_in_a_blizzard_nobody_plays_double_time(mission, kind, hurries):
    t = Table(
        team(0, "C1", EVANS, LEADER, heading="C2", moved_in=3),
        team(1, "C7", TARGET),
        hands=[[DOUBLE], []],
        level="lieutenant",
        mission=mission(visibility=Visibility(kind, 2)),
        at="debrief",
    ).begin()
    play = DoubleTime(DOUBLE, t.team(1).id)
    if hurries:
        assert t.allowed(play)
    else:
        t.refused(play, "OWM-VIS-04", "nobody hurries in a Blizzard")


@pytest.mark.rule("OWM-VIS-01", "OWM-VIS-02", "OWM-VIS-04")
def test_people_read_how_far_one_sees(mission):
    t = idle()
    assert visibility.facts(t.g).startswith("Sun")
    t.g.mission = mission(visibility=Visibility("moon", 2))
    assert "farther than 2" in visibility.facts(t.g)
    t.g.mission = mission(visibility=Visibility("snowflake", 3))
    assert "no fast move" in visibility.facts(t.g)


@pytest.mark.rule("OWM-RECOG-02", "OWM-COP-SS-03")
@pytest.mark.parametrize(("tokens", "found"), [((), False), ((token(SHELL, "D5"),), True)])
def test_a_hidden_fireteam_in_the_light_is_found_more_easily(tokens, found):
    t = Table(
        team(0, "C1", EVANS, LEADER), team(1, "C4", TARGET, stealthed=True), tokens=tokens
    ).begin()
    t.stack("G3").do(Recognise(SECOND, LEADER))
    assert t.team(2).stealthed is not found


# ------------------------------------------------------------------ Smoke in the Firing Sequence


@pytest.mark.rule("OWM-FIRE-09", "OWM-TOK-08")
@pytest.mark.parametrize(
    ("tokens", "less"),
    [
        ((token(SMOKE, "C1"),), 2),
        ((token(SMOKE, "C4"),), 2),
        ((token(SMOKE, "C4", RED),), 1),
        ((token(SMOKE, "C1", RED), token(SMOKE, "C4")), 3),
        ((token(SMOKE, "C2"), token(SMOKE, "C3")), 0),  # shots passing over it
    ],
)
def test_smoke_takes_off_the_total_at_either_end(tokens, less):
    t = shooting(tokens=tokens)
    assert totals(shoot(t, "G4", "B6", "R1")) == [9 - less]


# ------------------------------------------------------------------ wind


@pytest.mark.rule("OWM-DIR-01", "OWM-MISS-08")
def test_numbers_and_directions():
    ground = Ground(5, 7, (OPEN,) * 35)
    middle = ground.cell("C4")
    ways = {n: (direction_of(n), drifted(ground, middle, n)) for n in range(1, 9)}
    named = {n: (way, ground.cell_name(cell)) for n, (way, cell) in ways.items()}
    assert named == {
        1: ("north", "C3"),
        2: ("east", "D4"),
        3: ("south", "C5"),
        4: ("west", "B4"),
        **dict.fromkeys((5, 6, 7, 8), ("", "C4")),
    }
    edges = [("C1", 1), ("E4", 2), ("C7", 3), ("A4", 4)]
    assert [drifted(ground, ground.cell(c), n) for c, n in edges] == [NO_CELL] * 4


@pytest.mark.rule("OWM-MISS-08", "OWM-SETUP-03", "OWM-DIR-01")
def test_north_is_the_same_edge_of_the_map_in_every_round():
    """The wind of a 1 goes towards row 1, whoever plays, until it leaves the map there."""
    t = idle(at="debrief", tokens=(token(SMOKE, "C2"), token(SMOKE, "C1")))
    t.stack(192, "B1").begin()
    assert t.tokens(SMOKE) == {"C1": "red"}  # the other has left over the northern edge
    t = idle(at="debrief", round_no=8, tokens=(token(SMOKE, "C7"),))
    t.stack(192, "B1").begin()
    assert t.tokens(SMOKE) == {"C6": "red"}
    t = idle(at="debrief", round_no=9, tokens=(token(SMOKE, "C7"),))
    t.stack(192, "B3").begin()
    assert t.tokens(SMOKE) == {}


@pytest.mark.rule("OWM-MISS-03", "OWM-ROUND-03", "OWM-ROUND-02")
def test_the_missions_event_comes_once_in_each_assessment_and_in_no_other_phase():
    t = idle(at="start", round_no=0, tokens=(token(SMOKE, "C4"),)).begin()
    assert (t.g.round_no, every(t.said, WindBlows)) == (1, [])  # no Assessment yet
    told: dict[int, int] = {}
    while t.g.round_no < 4:
        t.said.clear()
        t.stack("R1", "B8")
        t.do(EndTurn())
        told[t.g.round_no] = told.get(t.g.round_no, 0) + len(every(t.said, WindBlows))
    assert told == {1: 0, 2: 1, 3: 0, 4: 0}  # red it stays put, and then it is gone


@pytest.mark.rule("OWM-ROUND-03", "OWM-DIR-02", "OWM-CD-SMOKE", "OWM-MISS-03", "OWM-TOK-08")
@pytest.mark.parametrize(
    ("wind", "flip", "to"),
    [
        (Colour.BLUE, "B2", {"D4": "red", "A1": "red"}),
        (Colour.BLUE, "B5", {"C4": "red", "A1": "red"}),
        (Colour.RED, "R3", {"C5": "red", "A1": "red"}),
        (Colour.GREEN, "G4", {"B4": "red", "A1": "red"}),
    ],
)
def test_one_wind_flip_moves_all_yellow_smoke(mission, wind, flip, to):
    """In the colour of the mission's wind; a red one that is there is removed and stays put."""
    t = idle(
        mission=mission(wind=wind),
        at="debrief",
        tokens=(token(SMOKE, "C4"), token(SMOKE, "E2", RED)),
    )
    t.stack(192, flip)  # the first card is the fog's
    t.begin()
    assert colours(t.said) == [wind.value]
    assert [e.purpose for e in every(t.said, Flipped)] == [Purpose.WIND]
    moved = {**to}
    moved.pop("A1")
    assert t.tokens(SMOKE) == moved
    assert only(t.said, TokenGone).cell == t.cell("E2")


@pytest.mark.rule("OWM-ROUND-03", "OWM-CD-SMOKE")
def test_smoke_that_meets_is_one_and_smoke_that_leaves_the_map_is_gone():
    t = idle(at="debrief", tokens=(token(SMOKE, "C4", RED), token(SMOKE, "B4"), token(SMOKE, "E1")))
    t.stack(192, "B2").begin()
    assert only(t.said, WindBlows).way == "east"
    assert t.tokens(SMOKE) == {"C4": "red"}  # the yellow one took the red one's place and flipped
    assert [t.g.ground.cell_name(e.cell) for e in every(t.said, TokenGone)] == ["E1"]
    assert len(every(t.said, Flipped)) == 1


@pytest.mark.rule("OWM-ROUND-03", "OWM-EX-10")
def test_the_wind_is_not_flipped_for_what_it_cannot_move():
    t = idle(at="debrief", tokens=(token(SMOKE, "C4", RED), token(SHELL, "B4")))
    t.begin()
    assert not every(t.said, Flipped)


# ------------------------------------------------------------------ borders


@pytest.mark.rule("OWM-BORD-04", "OWM-BORD-05", "OWM-TOK-08", "OWM-TOK-09", "OWM-COP-SS-04")
@pytest.mark.parametrize("kind", [SMOKE, SHELL])
def test_yellow_flips_to_red_and_red_goes_an_assessment_later(kind):
    """Played in round 3: yellow until its end, red in round 4, gone in round 5 (A-55)."""
    t = idle(tokens=(token(kind, "C4"),)).begin()
    seen = [t.tokens(kind)]
    for _ in range(2):
        t.stack("R1", "B8")
        seen.append(next_round(t).tokens(kind))
    assert seen == [{"C4": "yellow"}, {"C4": "red"}, {}]


@pytest.mark.rule("OWM-BORD-05", "OWM-MX-03")
def test_the_artillery_is_loaded_in_the_assessment():
    t = idle(artillery=Border.YELLOW).begin()
    shown = [t.g.artillery]
    for _ in range(2):
        shown.append(next_round(t).g.artillery)
    assert shown == [Border.YELLOW, Border.ORANGE, Border.ORANGE]  # until it is fired
    assert len(t.told(ArtilleryLoaded)) == 1


@pytest.mark.rule("OWM-ROUND-04", "OWM-ROUND-03")
def test_first_the_wind_then_the_tokens_then_the_jam_checks():
    t = Table(
        team(0, "A1", jammed(203), EVANS),
        team(1, "E7", TARGET),
        at="debrief",
        tokens=(token(SMOKE, "C4"), token(SHELL, "D4", RED)),
    )
    t.stack(192, "B5").begin()
    assert t.kind == "repair"
    assert t.g.phase == "assessment"
    assert (t.tokens(SMOKE), t.tokens(SHELL)) == ({"C4": "red"}, {})


# ------------------------------------------------------------------ for people


@pytest.mark.rule("OWM-FAIR-01")
@pytest.mark.parametrize(
    ("one", "words"),
    [
        (token(SMOKE, "C4"), "2 less"),
        (token(SMOKE, "C4", RED), "1 less"),
        (token(SHELL, "C4"), "and its neighbours"),
        (token(TokenKind.SATCHEL_CHARGE, "C4", RED), "the next Assessment"),
    ],
)
def test_what_lies_on_a_terrain_is_said_of_it(one, words):
    t = idle(tokens=(one,))
    assert [words in "\n".join(place_facts(t.g, t.cell(c))) for c in ("C4", "C5")] == [True, False]


def test_tokens_are_written_down_with_the_state():
    """A twin loaded from its bytes has the same tokens."""
    from owm_net.engine import codec, records

    t = idle(tokens=(token(SMOKE, "C4"),), artillery=Border.ORANGE).begin()
    twin = records.from_bytes(codec.encode(t.g))
    assert (twin.tokens, twin.artillery) == (t.g.tokens, t.g.artillery)
    assert SoldierId(EVANS) in twin.soldiers
