"""Typing errors teach; every message can be printed on any terminal."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from owm_net import cli, games
from owm_net.engine.ids import Seat
from owm_net.engine.local import PLAYERS, LocalMatch
from owm_net.engine.requests import Result
from owm_net.program.logs import judging
from owm_net.program.logs.verdict_words import in_words
from owm_net.program.setups import find_system_of_log
from owm_net.session.match import Blame
from owm_net.session.people import called, fault
from owm_net.session.verify import Outcome, verify
from owm_net.verbs import VERBS
from tests.session.conftest import Party
from tests.session.test_session_verdicts import Other
from tests.verbs.command import one_line, owm_net, typed


@pytest.fixture
def log(tmp_path: Path) -> Path:
    party = Party(2, "duel")
    party.run()
    path = tmp_path / "m.owmlog"
    path.write_bytes(party.log(0))
    return path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("plya",), "no verb 'plya' (did you mean play?); see: owm-net --help"),
        (
            ("play", "--sede", "7"),
            "no option --sede (did you mean --seed?); see: owm-net play --help",
        ),
        (("simulate", "owm", "skeleton"), "does not know what to do with 'skeleton'"),
        (("simulate", "--mat=7", "owm"), "no option --mat"),
        (("verify",), "required: file; see: owm-net verify --help"),
        (
            ("host", "--port", "many"),
            "owm-net: --port: write a whole number, such as 7770, not 'many'",
        ),
        (("host", "--port", "7e3"), "--port: write a whole number"),
        (("host", "--port"), "--port: write a value after it; see: owm-net host --help"),
        (("host", "--seats", "two"), "--seats: write a whole number, such as 2, not 'two'"),
        (
            ("join", "x:1", "--patience", "an hour"),
            "--patience: write seconds, such as 60, not 'an h",
        ),
        (("join", "x:1", "--patience", "nan"), "--patience: write seconds"),
        (("join", "x:1", "--drop-after=-1"), "--drop-after: write seconds, such as 60, not '-1'"),
        (
            ("join", "x:1", "--player", "me"),
            "--player: write person, computer, random, recruit, regular or veteran, not 'me'",
        ),
        (("resume", "--port", "x"), "--port: write a whole number, such as 7770, not 'x'"),
        (
            ("demo", "--player", "me"),
            "--player: write computer, random, recruit, regular or veteran, not 'me'",
        ),
        (("replay", "x.owmlog", "--step", "end"), "--step: write a whole number, such as 200"),
        (
            ("simulate", "owm", "--matches", "9" * 30),
            "--matches: write a whole number, such as 100",
        ),
        (
            ("simulate", "owm", "--seed", "lucky"),
            "--seed: write a whole number, such as 7, not 'lucky",
        ),
        (
            ("verify", "x.owmlog", "--processes", "all"),
            "--processes: write a whole number, such as 2",
        ),
        (("verify", "x.owmlog", "--json=yes"), "--json: it takes no value"),
        (("host", "--port", "77777", "--player", "random"), "77777"),
        (("host", "--relay", "nowhere", "--player", "random"), "port is missing"),
        (("join", "192.0.2.7", "--player", "random"), "port is missing; write HOST:PORT"),
        (
            ("join", "7-melon-sandal-orchid", "--no-lan", "--player", "random"),
            "where does your friend wait?",
        ),
        (("join", "192.0.2.7:port", "--player", "random"), "1 to 65535"),
        (
            ("join", "7-a-b-c", "--relay", "127.0.0.1:7771", "--player", "random"),
            "not a word of a code",
        ),
        (("replay", "x.owmlog", "--picture", "t.gif"), "must end in .png, .jpg, .jpeg or .webp"),
        (
            ("demo", "--picture", "table"),
            "must end in .png, .jpg, .jpeg or .webp; write --picture tab",
        ),
        (("bot", "--join", "nobody", "--log", "x.owmlog"), ""),
        (("verify", "x.owmlog", "--processes", "0"), "--processes"),
        (("--colour",), "no option --colour"),
    ],
)
def test_what_is_typed_wrongly_is_one_line_of_code_2(
    arguments: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    try:
        code = cli.main(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else -1
    said = capsys.readouterr()
    assert code == 2, said.err
    if arguments[0] == "bot":  # says it in JSON, as everything
        assert "port is missing" in json.loads(said.out)["error"]
    else:
        assert words in said.err and said.err.count("\n") == 1 and said.out == ""
        assert said.err.startswith("owm-net: ")


def test_nothing_typed_shows_all_there_is_and_help_and_version_are_fine(tmp_path: Path) -> None:
    bare = owm_net(home=tmp_path)
    assert bare.returncode == 2 and all(name in bare.stderr for name in VERBS)
    run = owm_net("--help", home=tmp_path)
    assert run.returncode == 0 and all(name in run.stdout for name in VERBS)
    assert owm_net("--version", home=tmp_path).stdout.startswith("owm-net ")


def test_every_verb_prints_where_a_terminal_has_no_such_letters(tmp_path: Path) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    played = owm_net("play", "--system", "skeleton", "--name", "Zoë", home=tmp_path)
    assert played.returncode == 0, played.stderr
    [log] = (tmp_path / "logs").glob("*.owmlog")
    for arguments in (("verify", str(log)), ("replay", str(log), "--text")):
        run = owm_net(*arguments, home=tmp_path, **ascii_only)
        assert run.returncode == 0 and run.stderr == "", (arguments, run.stderr)
        if arguments[0] == "verify":
            assert "Zo? (" in run.stdout


def test_replay_beyond_the_end_of_a_finished_match_is_refused(log: Path) -> None:
    judged = verify(log.read_bytes(), find_system_of_log, processes=1)
    assert judged.match is not None
    steps = judged.match.state.answered
    fine = owm_net("replay", str(log), "--text", "--step", str(steps), home=log.parent)
    assert fine.returncode == 0
    run = owm_net("replay", str(log), "--text", "--step", str(steps + 1), home=log.parent)
    assert f"has only {steps} steps" in one_line(run, 2)


def test_replay_of_a_log_that_ends_before_the_table_is_laid(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:700])
    picture = log.with_suffix(".png")
    run = owm_net("replay", str(log), "--text", "--picture", str(picture), home=log.parent)
    assert run.returncode in (0, 3) and "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "no such file"),
        (b"\xff\xfe\x00", "none of the files that doctor explains"),
        (b"owm-net log 1\n123", "owm-net verify"),
        (b"{}", "none of the files that doctor explains"),
        (b"", "none of the files that doctor explains"),
        (b"Dear Ben,\n", "none of the files that doctor explains"),
    ],
)
def test_doctor_says_in_a_line_what_it_cannot_read(
    content: bytes | None, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.json"
    if content is not None:
        file.write_bytes(content)
    said = one_line(typed("doctor", str(file), home=tmp_path), 3)
    assert words in said and "Errno" not in said


def test_people_count_seats_from_1_and_scripts_from_0(log: Path) -> None:
    cut = log.with_name("cut.owmlog")
    cut.write_bytes(log.read_bytes()[:-100])
    said = json.loads(owm_net("verify", str(cut), "--json", home=log.parent).stdout)
    [owes] = said["owed_by"]
    words = owm_net("verify", str(cut), home=log.parent).stdout
    assert f"Player {owes} (seat {owes + 1})" in words and "seat 0" not in words
    numbers = owm_net("simulate", "skeleton", "--matches", "5", "--json", home=log.parent)
    assert set(json.loads(numbers.stdout)["wins"]) <= {"0", "1", "0,1", "draw"}
    words = owm_net("simulate", "skeleton", "--matches", "5", home=log.parent).stdout
    assert "seat 0" not in words and "seat 1" in words


@pytest.mark.parametrize("system", ["owm", "squadcards"])
def test_sides_are_named_once_they_are_chosen(system: str) -> None:
    rules = games.get(system)
    game = LocalMatch(rules, rules.default_setup(), 1, [PLAYERS["random"]] * 2)
    match: Any = SimpleNamespace(system=rules, state=game.state, names=["Anna", "Ben"], seats=2)
    assert called(match, Seat(0)) == "Anna (seat 1)" and called(match, Seat(1)) == "Ben (seat 2)"
    left = "the others went on without seat 1, which owed its entry"
    assert fault(match, Blame(Seat(0), left, "")) == (
        "Anna (seat 1): the others went on without Ben (seat 2), which owed its entry"
    )
    while "seat" in called(match, Seat(0)) + called(match, Seat(1)):
        game.step()
    assert fault(match, Blame(Seat(1), "it lies", "OWM-X-01")).startswith("Ben (")
    assert fault(match, Blame(None, "it is torn", "")) == "somebody: it is torn"


def ended(*winners: Seat) -> Any:
    """A verdict on a battle of three, as far as its words need it; two of them are allies."""
    rules = games.get("owm")
    setup = rules.default_setup(seats=3)
    game = LocalMatch(rules, setup, 1, [PLAYERS["random"]] * 3)
    game.play()
    match: Any = SimpleNamespace(
        system=rules,
        state=game.state,
        names=["Ada", "Ben", "Cem"],
        seats=3,
        identities=[b""] * 3,
        terms=SimpleNamespace(setup=setup, clock="", spectators=None),
    )
    return SimpleNamespace(
        verdict=Outcome.OK,
        match=match,
        reason="",
        system="owm",
        entries=1,
        signatures=1,
        remarks=0,
        shuffles=1,
        openings=1,
        proposed=[],
        silent=[],
        claims=[],
        clock="",
        result=Result(winners, (2, 2, 1), "the clock has run out"),
    )


def test_allies_win_as_one_side() -> None:
    rules = games.get("owm")
    state = ended(Seat(0)).match.state
    sides = [rules.side_name(state, seat) for seat in range(3)]
    assert set(sides) == {"Allies", "Axis"}
    [alone] = [seat for seat in state.players if sides.count(sides[seat]) == 1]
    allies = tuple(seat for seat in state.players if seat != alone)
    names = " and ".join(["Ada", "Ben", "Cem"][seat] for seat in allies)
    assert f"won by {names} ({sides[allies[0]]}); scores" in in_words(ended(*allies))[-1]
    assert f"won by {['Ada', 'Ben', 'Cem'][alone]} (" in in_words(ended(alone))[-1]
    assert "won by nobody, a draw" in in_words(ended())[-1]


def test_simulate_counts_what_the_system_plays_in(tmp_path: Path) -> None:
    run = owm_net("simulate", "squadcards", "--matches", "2", "--json", home=tmp_path)
    assert json.loads(run.stdout)["rounds_mean"] > 2
    words = owm_net("simulate", "squadcards", "--matches", "2", home=tmp_path).stdout
    assert "player turns each" in words
    run = owm_net("simulate", "skeleton", "--matches", "2", "--json", home=tmp_path)
    assert json.loads(run.stdout)["rounds_mean"] is None


def test_verify_cannot_judge_what_only_it_sees_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = Party(2, "duel", system=Other())
    party.run()
    log = tmp_path / "m.owmlog"
    log.write_bytes(party.log(0))
    assert cli.main(["verify", str(log), "--processes", "1"]) == 3
    said = capsys.readouterr().out
    assert said.startswith("verdict: CANNOT JUDGE\n") and "all seats go on from" in said
    assert cli.main(["verify", str(log), "--processes", "1", "--json"]) == 3
    facts = json.loads(capsys.readouterr().out)
    assert facts["verdict"] == "CANNOT_JUDGE" and facts["blame"] is None


def test_an_error_of_the_verifiers_own_is_no_verdict_and_no_traceback(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("in the\nrules")

    monkeypatch.setattr(judging, "verify_in_parts", broken)
    assert cli.main(["verify", str(log)]) == 3
    said = capsys.readouterr()
    assert "cannot judge" in said.err and "ZeroDivisionError" in said.err
    assert said.err.count("\n") == 1 and said.out == ""
    assert cli.main(["verify", str(log), "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["verdict"] == "CANNOT_JUDGE"


def test_the_command_alone_is_the_help_where_there_is_no_display(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere it is the title, which tests/client/test_menu.py has."""
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    run = typed(home=tmp_path)
    assert run.returncode == 2 and "title" in run.stderr
