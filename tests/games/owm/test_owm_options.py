"""The options about a Mission card (A-114), and custom missions from a file."""

import re
from pathlib import Path

import pytest

from owm_net import games
from owm_net.cli import main
from owm_net.engine import agenda
from owm_net.engine.errors import BadData
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.playthrough import parse, record
from owm_net.engine.requests import Over
from owm_net.engine.system import BadSetup, Setup
from owm_net.games.owm.directions import drifted
from owm_net.games.owm.ground import Ground
from owm_net.games.owm.own_mission import read_carried
from owm_net.games.owm.set_up import start_cells
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Side
from owm_net.session.people import setup_in_words
from owm_net.session.terms import MAX_TERMS, propose

SYSTEM = games.get("owm")
GUIDE = Path(__file__).parents[3] / "docs" / "new-mission.md"
HILL = "king-of-the-hill"


def guide_mission() -> str:
    """The example of the guide."""
    found = re.search(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    assert found
    return found[1]


def begun(**options: str) -> OwmState:
    mission = options.pop("mission", HILL)
    setup = Setup(mission, "private", 2, tuple(options.items()))
    SYSTEM.check_setup(setup)
    g = SYSTEM.new_game(setup)
    agenda.begin(g)
    assert isinstance(g, OwmState)
    return g


# ------------------------------------------------------------------ options


@pytest.mark.rule("OWM-SETUP-06")
@pytest.mark.parametrize("points", ["35", "65", "75", "90", "20", "133", "200"])
def test_any_total_may_be_agreed_on(points):
    assert begun(points=points).card.squad_points == int(points)


@pytest.mark.rule("OWM-SETUP-06")
@pytest.mark.parametrize("points", ["19", "201", "075", "-75", "many", "", "\u0667\u0665", "1e2"])
def test_no_other_total_may(points):
    with pytest.raises(BadSetup, match="it may be 20 to 200"):
        begun(points=points)


@pytest.mark.rule("OWM-SETUP-03", "OWM-MISS-08", "OWM-DIR-01")
@pytest.mark.parametrize(
    ("north", "ways"),
    [
        ("top", ["C3", "D4", "C5", "B4"]),
        ("right", ["D4", "C5", "B4", "C3"]),
        ("bottom", ["C5", "B4", "C3", "D4"]),
        ("left", ["B4", "C3", "D4", "C5"]),
    ],
)
def test_the_compass_may_point_to_any_edge(north, ways):
    g = begun(north=north)
    middle = g.ground.cell("C4")
    found = [g.ground.cell_name(drifted(g.ground, middle, n)) for n in (1, 2, 3, 4)]
    assert found == ways
    assert drifted(g.ground, middle, 5) == middle


@pytest.mark.rule("OWM-TIMER-01")
def test_an_agreed_last_round_is_kept():
    assert begun(last_round="6").agreed.last_round == 6
    with pytest.raises(BadSetup, match="1 to 99"):
        begun(last_round="100")


@pytest.mark.rule("OWM-MISS-05", "OWM-SETUP-03")
def test_the_sides_may_change_places_where_the_mission_allows_it():
    g = begun(sides="exchanged")
    names = [g.ground.cell_name(c) for c in start_cells(g, Side.ALLIES)]
    assert names == ["B1", "C1", "D1", "B2", "C2", "D2"]
    with pytest.raises(BadSetup, match="Burning Bridges says itself"):
        begun(mission="burning-bridges", sides="exchanged")


def test_what_is_not_agreed_on_is_played_as_printed():
    g = begun()
    assert g.card is CATALOG.missions[HILL] and isinstance(g.ground, Ground) and not g.ground.north


# ------------------------------------------------------------------ a mission of one's own


def own(text: str = "") -> Setup:
    key, carried = SYSTEM.mission_file("mill.toml", text or guide_mission())
    return Setup(key, "private", 2, (carried,))


@pytest.mark.rule("OWM-MISS-01")
def test_the_mission_of_the_guide_is_played_to_its_end():
    setup = own()
    SYSTEM.check_setup(setup)
    match = LocalMatch(SYSTEM, setup, 1, [random_player] * 2)
    g = match.state
    assert isinstance(g, OwmState)
    assert (g.card.title, g.card.squad_points) == ("The Old Mill", 65)
    while not isinstance(match.request, Over):
        match.step()


def test_the_mission_goes_with_the_terms_and_the_log_and_is_known_by_eight_digits():
    setup = own()
    terms = propose(SYSTEM, setup, 0)
    assert len(terms.encode()) <= MAX_TERMS
    told = setup_in_words(setup)
    assert re.fullmatch(r"the-old-mill, level private, own \([0-9a-f]{8}\)", told)
    other = own(guide_mission().replace("points = 15", "points = 16"))
    assert setup_in_words(other) != told
    text = record(SYSTEM, setup, 1, [random_player] * 2, 5)
    assert parse(text).setup == setup


def test_its_spelling_does_not_matter():
    spaced = "# ours\n" + guide_mission().replace("number = 50", "number   =  50")
    assert own(spaced) == own()


def test_two_spots_that_are_not_each_others_half_turn_are_one_fault():
    with pytest.raises(BadData) as caught:
        own(guide_mission().replace("C2 = 84", "C2 = 53"))
    assert sum("half a turn" in p for p in caught.value.problems) == 1


@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        ('key = "the-old-mill"', 'key = "king-of-the-hill"', ["is a mission of the game"]),
        ('key = "the-old-mill"', 'key = "Our Mill"', ["key: 1 to 40 small letters"]),
        ("C2 = 84", "C2 = 53", ["has 'U' here", "card 53 lies on 2 spots", "half a turn"]),
        ("deck_timer = 2", "deck_timer = 20\nwinds = 1", ["deck_timer: must be", "unknown key"]),
        ('kind = "moon", range = 3', 'kind = "fog"', ["visibility.kind: must be one of"]),
        ('wind = "green"', 'wind = "pink"', ["wind: must be one of red, green, blue"]),
        ('kind = "hold", cell = "C3"', 'kind = "bridge", cell = "Z3"',
         ["objectives[1].kind: bridge needs rules of its own", "there is no spot Z3"]),
        ('"star_shell"', '"artillery"', ["at_the_ready: must be true, or artillery_round"]),
        ("deck_timer = 2", "deck_timer = 2\nartillery_round = 3", ["at_the_ready: goes with"]),
        ("symmetric = true", 'rules = "capture-the-flag"', ["one post of the allies"]),
        ("symmetric = true", 'rules = "chess"', ["rules: must be one of"]),
        ("[cards]", "[cards", ["is not TOML"]),
        ('blurb = "', 'blurb = "\\u001b', ["blurb: must be a line of text"]),
        ('blurb = "', 'blurb = "' + "long " * 600, ["too long for the terms"]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_with_it_is_said_at_once(old, new, problems):
    text = guide_mission()
    assert old in text
    with pytest.raises(BadData) as caught:
        own(text.replace(old, new))
    for problem in problems:
        assert any(p.startswith("mill.toml: ") and problem in p for p in caught.value.problems)


@pytest.mark.parametrize("code", ["", "x", "AAAA", "not text", "\u00e9", "oA==" * 900])
def test_terms_of_another_that_carry_nonsense_are_refused(code):
    with pytest.raises(BadSetup):
        SYSTEM.check_setup(Setup("the-old-mill", "private", 2, (("own", code),)))


def test_terms_that_carry_another_mission_than_they_name_are_refused():
    with pytest.raises(BadSetup, match="carry the mission the-old-mill"):
        SYSTEM.check_setup(Setup(HILL, "private", 2, own().switches))
    assert read_carried(own().switches[0][1]).key == "the-old-mill"


def test_a_file_is_named_as_the_mission(tmp_path, capsys):
    file = tmp_path / "mill.toml"
    file.write_text(guide_mission(), "utf-8")
    play = ["simulate", "owm", "--players", "random", "--matches", "1", "--seed", "1"]
    assert main([*play, "--mission", str(file)]) == 0
    assert "the-old-mill" in capsys.readouterr().out
    file.write_text(guide_mission().replace("C2 = 84", "C2 = 999"), "utf-8")
    assert main([*play, "--mission", str(file)]) != 0
    told = capsys.readouterr().err
    assert "mill.toml: cards.C2: there is no Terrain card 999" in told
    assert main([*play, "--mission", str(tmp_path / "none.toml")]) != 0


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (("north", "up"), "owm has no option north=up; it may be top, right, bottom, left"),
        (("nroth", "top"), "owm has no option nroth=top; it has wounds, icons, fuse, hands, "),
        (("points", "300"), "owm has no option points=300; it may be 20 to 200, or 0 for"),
    ],
)
def test_an_option_that_there_is_not_is_refused_with_those_there_are(option, why):
    with pytest.raises(BadSetup) as caught:
        games.get("owm").check_setup(Setup(HILL, "private", 2, (option,)))
    assert str(caught.value).startswith(why)


@pytest.mark.rule("OWM-MISS-01")
def test_a_value_out_of_its_range_hides_nothing_else_of_a_mission_file():
    text = guide_mission().replace("number = 50", "number = 100").replace("B1 = 53", "B1 = 999")
    with pytest.raises(BadData) as caught:
        own(text)
    first, *others = caught.value.problems
    assert first == "mill.toml: number: must be 1 to 99, is 100"
    assert "mill.toml: cards.B1: there is no Terrain card 999" in others


@pytest.mark.rule("OWM-TEAM-02")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_least_that_two_partners_can_share_is_played_and_less_is_refused(seats):
    few = Setup(HILL, "private", seats, (("points", "29"), ("last_round", "1")))
    with pytest.raises(BadSetup, match="two partners need 30 points or more, not 29"):
        SYSTEM.check_setup(few)
    setup = Setup(HILL, "private", seats, (("points", "30"), ("last_round", "1")))
    match = LocalMatch(SYSTEM, setup, 1, [computer_player] * seats)
    match.play()
    assert isinstance(match.request, Over)
