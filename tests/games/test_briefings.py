"""What a player is told of a mission before a match, and how it stands in one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from owm_net import cli, games
from owm_net.client import language
from owm_net.client.language import tr
from owm_net.client.rules.rule_books import asked_for
from owm_net.client.tables.terminal import Conversation
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Over
from owm_net.engine.system import System
from owm_net.engine.text import Text
from owm_net.engine.view import View
from owm_net.files import measured
from owm_net.games.hailfire.catalog import CATALOG as HAILFIRE
from owm_net.games.hailfire.ids import ScenarioKey as Battle
from owm_net.games.heroes.catalog import CATALOG as HEROES
from owm_net.games.heroes.ids import ScenarioKey
from owm_net.games.owm.state import CATALOG as OWM

MISSIONS = [(name, mission) for name in games.names() for mission in games.get(name).missions]
PLAYED = [name for name in games.names() if not games.get(name).for_developers]


def briefed(name: str, mission: str) -> tuple[str, ...]:
    """The sentences of a briefing."""
    system = games.get(name)
    return system.briefing(system.new_game(system.default_setup(mission))).lines


@pytest.fixture
def spoken() -> Iterator[None]:
    """German, for one test."""
    language.use("de")
    yield
    language.use("en")


@pytest.mark.parametrize(("name", "mission"), MISSIONS)
def test_every_mission_says_how_it_is_won_and_when_it_ends(name: str, mission: str) -> None:
    system = games.get(name)
    told = system.briefing(system.new_game(system.default_setup(mission)))
    assert told.goal and told.ends
    for line in told.lines:
        assert line[0].isupper() or line[0].isdigit() or line.startswith("red"), line
        assert line.endswith((".", ":")), line


@pytest.mark.parametrize(("name", "mission"), MISSIONS)
def test_every_briefing_is_whole_in_german(name: str, mission: str, spoken: None) -> None:
    for line in briefed(name, mission):
        for sentence in sentences(line):
            assert tr(sentence) != sentence


def sentences(text: object) -> Iterator[str]:
    """Whatever a text is made of that has several words, as it stands in a catalogue."""
    if not isinstance(text, Text):
        return
    if len(re.sub(r"\{.*?\}|[^a-z ]", "", text.one).split()) > 1:
        yield text if text.many else text.one
    for value in text.values.values():
        yield from sentences(value)


def test_the_numbers_are_those_of_the_rules() -> None:
    for mission in OWM.missions.values():
        told = (
            " ".join(briefed("owm", mission.key))
            if mission.key in games.get("owm").missions
            else ""
        )
        for objective in mission.objectives:
            if told and objective.points:
                assert f"{objective.points} points" in told, mission.key
    for key in games.get("hailfire").missions:
        scenario = HAILFIRE.scenarios[Battle(key)]
        told = " ".join(briefed("hailfire", scenario.key))
        assert f"after round {scenario.rounds}" in told
        for side, limit in zip(("attacker", "defender"), scenario.break_limits, strict=True):
            assert f"{limit} for the {side}" in told
    for battle in [HEROES.scenarios[ScenarioKey(key)] for key in games.get("heroes").missions]:
        told = " ".join(briefed("heroes", battle.key))
        assert f"round {battle.rounds}" in told
        if not battle.otherwise:
            for place in battle.objectives:
                assert f"{place.title}: {place.points} points" in told


@pytest.mark.parametrize(("name", "mission"), MISSIONS)
def test_no_number_of_a_briefing_is_written_by_hand(name: str, mission: str) -> None:
    """It comes from what the rules use; the notes of OWM stand beside the numbers of a mission."""
    system = games.get(name)
    told = system.briefing(system.new_game(system.default_setup(mission)))
    found = OWM.missions.get(mission)
    known: list[object] = (
        [] if found is None else [*found.forbidden_start_rows, *found.max_soldiers.values()]
    )
    if found is not None:
        known += [*[one.points for one in found.objectives], *found.path]
    for line in told.lines:
        for one in templates(line):
            numbers = set(re.findall(r"\d+", re.sub(r"\{.*?\}", "", one)))
            assert numbers <= set(re.findall(r"\d+", str(known))), one


def templates(text: object) -> Iterator[str]:
    """The sentences that a text is made of, without their values."""
    if isinstance(text, Text):
        yield text.one
        yield text.many
        for value in text.values.values():
            yield from templates(value)
    elif isinstance(text, str) and " " in text:
        yield text


@pytest.mark.rule("NCO-SCN-04", "NCO-SCN-08", "NCO-SCN-09", "NCO-SCN-16", "SQD-VIC-02")
def test_the_numbers_of_nco_and_squad_are_those_of_their_ledgers() -> None:
    sectors = briefed("nco", "secure-the-sectors")[2]
    assert "10 points at your own edge, 15 at the left and right of the middle" in sectors
    assert "25 in the centre, 30 at the enemy's edge" in sectors
    nearer, each = briefed("nco", "fight-to-the-center")[2:4]
    assert nearer.startswith("50 points if your sergeant")
    assert each.startswith("5 points for each regular") and "10 at most; 10 for each" in each
    rescuers, captors = briefed("nco", "rescue-mission")[2:4]
    assert "75 points if they carry" in rescuers
    assert "60 points if they carry the pilot to theirs, 15 if their sergeant kills" in captors
    for mission in games.get("squadcards").missions:
        assert "3 Mission Objectives" in briefed("squadcards", mission)[0]


@pytest.mark.parametrize("name", PLAYED)
def test_how_it_stands_is_told_from_the_first_round_to_the_end(name: str) -> None:
    """To each seat, and to a spectator."""
    system: System = games.get(name)
    setup = system.default_setup()
    match = LocalMatch(system, setup, 1, [random_player] * setup.seats)
    assert system.aim(match.view(0)) == ""
    told = set()
    for step in range(100_000):
        if isinstance(match.request, Over):
            break
        if step % 50 == 0:
            views = [match.view(seat) for seat in range(setup.seats)]
            told |= {system.aim(view) for view in (*views, View(match.state, -1, {}))}
        match.step()
    assert len(told) > 1
    assert system.aim(match.view(0))


@pytest.mark.parametrize("name", games.names())
def test_status_begins_with_how_the_match_is_won(name: str) -> None:
    system = games.get(name)
    setup = system.default_setup()
    match = LocalMatch(system, setup, 1, [random_player] * setup.seats)
    talk = Conversation(system)
    talk.told(match.view(0), [])
    lines = talk.on_line("status").lines
    assert str(lines[0]) == str(system.briefing(match.state).goal)


@pytest.mark.parametrize("name", PLAYED)
def test_the_rule_book_answers_how_to_win(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", name, "how", "to", "win"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    system = games.get(name)
    for mission in system.missions:
        assert system.about_mission(mission)[0] in said
        assert " ".join(briefed(name, mission)[0].split()) in said


@pytest.mark.parametrize(
    ("spoken", "words"),
    [
        ("en", "how to win"),
        ("en", "How do I win?"),
        ("en", "winning"),
        ("de", "how to win"),
        ("de", "wie gewinne ich"),
        ("de", "Wie gewinnt man?"),
    ],
)
def test_the_question_for_winning_may_be_put_in_other_words(spoken: str, words: str) -> None:
    language.use(spoken)
    assert asked_for(words) == tr("How to win")
    assert asked_for("who wins a tie") == "who wins a tie"
    language.use("en")


def test_the_list_of_games_gives_briefings_and_minutes(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["systems", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [system["id"] for system in listed] == PLAYED
    for system in listed:
        for mission, about in system["about_missions"].items():
            assert about["briefing"] == list(map(str, briefed(system["id"], mission)))
            assert about["minutes"] >= 5, mission
    assert cli.main(["systems", "--json", "--all"]) == 0
    assert [s["id"] for s in json.loads(capsys.readouterr().out)] == list(games.names())


def test_who_is_favoured_is_said_only_where_it_was_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {
        "g": {
            "even": {"matches": 40, "half_wins": {"Allies": 42, "Axis": 38}},
            "uneven": {"matches": 40, "half_wins": {"Allies": 24, "Axis": 56}},
            "few": {"matches": 10, "half_wins": {"Allies": 6, "Axis": 14}},
            "chosen": {"answers": 120},
        }
    }
    monkeypatch.setattr(measured, "_measured", lambda: found)
    assert measured.favoured("g", "uneven") == ("Axis", 70)
    for mission in ("even", "few", "chosen", "unknown"):
        assert measured.favoured("g", mission) == ("", 0)
    assert [mission for mission in found["g"] if measured.is_even("g", mission)] == ["even"]
    assert measured.minutes("g", "chosen") == 30
    assert measured.minutes("g", "unknown") == 0
