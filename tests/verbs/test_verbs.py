"""The command line as scripts and people use it: names, JSON keys, exit codes, error lines."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from owm_net import cli, games
from owm_net.__main__ import main as begin
from owm_net.engine.system import System
from owm_net.program.setups import entry_of
from tests.verbs.command import HERE, Process, free_port, one_line, owm_net, typed
from tests.verbs.conftest import Start

CODE = "7-melon-sandal-orchid"
VERDICT_KEYS = {
    "verdict",
    "system",
    "mission",
    "result",
    "entries",
    "shuffles",
    "openings",
    "signatures",
    "blame",
    "first_bad",
    "reason",
    "owed_by",
}


@pytest.fixture(scope="module")
def skeleton_log(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("demo")
    log = folder / "small.owmlog"
    run = owm_net("demo", "--system", "skeleton", "--json", "--log", str(log), home=folder / "home")
    assert run.returncode == 0, run.stdout + run.stderr
    said: dict[str, Any] = json.loads(run.stdout)
    return log, said


def test_systems_lists_every_registered_system(tmp_path: Path) -> None:
    said = json.loads(owm_net("systems", "--json", "--all", home=tmp_path).stdout)
    assert [s["id"] for s in said] == list(games.names())
    for system in said:
        assert {"id", "title", "version", "missions", "levels", "seats"} <= set(system)
        assert system["missions"] and system["levels"] and len(system["seats"]) == 2
        strengths = list(games.get(system["id"]).strengths)
        assert system["strengths"] == strengths  # the weakest first
        assert {"computer", "random", *strengths} == set(system["players"])


def test_help_is_where_it_is_looked_for(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for words in (["verify", "--help"], ["help", "verify"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(words)
        assert ended.value.code == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] and "usage: owm-net verify" in said[0]
    assert cli.main(["-V"]) == cli.main(["--version"]) == 0
    short, long = capsys.readouterr().out.splitlines()
    assert short == long and short.startswith("owm-net ")


def test_to_list_the_systems_loads_none_of_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody waits for all cards of all games to see how they are called; and the list is true."""

    def load(system_id: str) -> System:
        raise AssertionError(f"{system_id} is loaded")

    whole = [entry_of(games.get(name)) for name in games.names()]
    monkeypatch.setattr(games, "get", load)
    assert cli.main(["systems", "--json", "--all"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == whole, "write the list anew: python scripts/data.py --write"


def test_simulate_prints_the_same_digest_whatever_the_hash_seed(tmp_path: Path) -> None:
    runs = [
        owm_net(
            "simulate",
            "skeleton",
            "--matches",
            "30",
            "--seed",
            "7",
            "--json",
            home=tmp_path,
            PYTHONHASHSEED=seed,
        )
        for seed in ("0", "1", "4711")
    ]
    said = [json.loads(run.stdout) for run in runs]
    assert len({s["digest"] for s in said}) == 1
    keys = {"matches", "finished", "actions", "actions_per_s", "rounds_mean", "wins", "digest"}
    assert keys <= set(said[0])
    assert said[0]["finished"] == said[0]["matches"] == 30
    other = owm_net(
        "simulate", "skeleton", "--matches", "30", "--seed", "8", "--json", home=tmp_path
    )
    assert json.loads(other.stdout)["digest"] != said[0]["digest"]


def test_simulate_owm_by_its_contract(tmp_path: Path) -> None:
    run = owm_net(
        "simulate",
        "owm",
        "--mission",
        "king-of-the-hill",
        "--level",
        "private",
        "--players",
        "random",
        "--matches",
        "3",
        "--seed",
        "7",
        "--json",
        home=tmp_path,
    )
    said = json.loads(run.stdout)
    assert said["finished"] == 3 and said["rounds_mean"] > 1


def test_demo_of_a_small_game_verifies_and_both_agree(
    skeleton_log: tuple[Path, dict[str, Any]],
) -> None:
    log, said = skeleton_log
    assert said["verdict"] == "OK" and said["agree"] is True
    assert set(said) >= VERDICT_KEYS
    assert [*log.parent.glob("small*")] == [log], "nothing is left that nobody can open"


def test_a_replay_where_no_window_opens_says_what_there_is_instead(
    skeleton_log: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    log, _ = skeleton_log
    assert "--picture" in one_line(typed("replay", str(log), home=tmp_path), 2)
    missing = typed("replay", str(tmp_path / "x.owmlog"), home=tmp_path)
    assert "no such file" in one_line(missing, 3)


def test_verify_says_ok_in_words_and_in_json(
    skeleton_log: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    log, demo = skeleton_log
    run = owm_net("verify", str(log), home=tmp_path)
    assert run.returncode == 0 and run.stdout.startswith("verdict: OK\n")
    said = json.loads(owm_net("verify", str(log), "--json", home=tmp_path).stdout)
    assert set(said) >= VERDICT_KEYS
    assert said["result"] == demo["result"] and said["entries"] == demo["entries"]


def test_verify_of_a_cut_log_is_unfinished_and_names_who_owes(
    skeleton_log: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    cut = tmp_path / "cut.owmlog"
    cut.write_bytes(skeleton_log[0].read_bytes()[:-100])
    run = owm_net("verify", str(cut), "--json", home=tmp_path)
    said = json.loads(run.stdout)
    assert run.returncode == 4 and said["verdict"] == "UNFINISHED" and said["owed_by"]


def test_verify_of_a_changed_log_is_invalid_and_names_the_entry(
    skeleton_log: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    data = bytearray(skeleton_log[0].read_bytes())
    data[len(data) // 2] ^= 1
    bad = tmp_path / "bad.owmlog"
    bad.write_bytes(data)
    run = owm_net("verify", str(bad), "--json", home=tmp_path)
    said = json.loads(run.stdout)
    assert run.returncode == 1 and said["verdict"] == "INVALID" and said["reason"]
    assert said["first_bad"] > 0


@pytest.mark.parametrize("content", [b"", b"owm-net log 1\n", b"hello, this is no log", None])
def test_verify_of_what_is_no_log(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "x.owmlog"
    if content is not None:
        path.write_bytes(content)
    assert str(path) in one_line(typed("verify", str(path), home=tmp_path), 3)
    run = typed("verify", str(path), "--json", home=tmp_path)
    assert run.returncode == 3 and json.loads(run.stdout)["verdict"] == "UNREADABLE"


def test_replay_tells_the_match_in_words(
    skeleton_log: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    run = owm_net("replay", str(skeleton_log[0]), "--text", home=tmp_path)
    assert run.returncode == 0 and "SKEL-04" in run.stdout


def test_replay_beyond_the_end_says_how_long_the_log_is(
    skeleton_log: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    cut = tmp_path / "cut.owmlog"
    cut.write_bytes(skeleton_log[0].read_bytes()[:-5000])
    run = owm_net("replay", str(cut), "--text", "--step", "99999", home=tmp_path)
    assert "has only" in one_line(run, 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "chess"), "no rule system 'chess'"),
        (("simulate", "owm", "--mission", "d-day"), "no mission 'd-day'"),
        (("simulate", "owm", "--level", "general"), "no level 'general'"),
        (("simulate", "owm", "--players", "clever"), "--players clever"),
        (("simulate", "skeleton", "--players", "recruit"), "use random or computer"),
        (("simulate", "owm", "--seats", "9"), "2 to 4 seats"),
        (("simulate", "owm", "--option", "fog"), "NAME=VALUE"),
        (("join", "nonsense", "--player", "random"), "is no code"),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_to_do(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    assert words in one_line(typed(*arguments, home=tmp_path), 2)


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        run = owm_net(
            "host",
            "--port",
            port,
            "--bind",
            "127.0.0.1",
            "--player",
            "random",
            "--system",
            "skeleton",
            home=tmp_path,
        )
    assert port in one_line(run, 3)


def test_nobody_there_is_one_line(tmp_path: Path) -> None:
    port = free_port()
    run = owm_net("join", f"127.0.0.1:{port}", CODE, "--player", "random", home=tmp_path)
    assert "nobody listens there" in one_line(run, 3)


def test_an_unwritable_log_folder_is_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder is wanted")
    run = owm_net(
        "demo", "--system", "skeleton", "--log", str(blocked / "x.owmlog"), home=tmp_path / "home"
    )
    assert "cannot write the log" in one_line(run, 3)


def test_an_unusable_home_is_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    run = owm_net("demo", "--system", "skeleton", home=blocked)
    assert "OWM_HOME" in one_line(run, 3)


def test_an_existing_log_is_never_written_over(
    skeleton_log: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    before = skeleton_log[0].read_bytes()
    run = owm_net("demo", "--system", "skeleton", "--log", str(skeleton_log[0]), home=tmp_path)
    assert "already" in one_line(run, 3)
    assert skeleton_log[0].read_bytes() == before


def test_host_and_join_play_over_loopback(tmp_path: Path, start: Start) -> None:
    port = free_port()
    host = start(
        tmp_path / "a",
        "host",
        "--system",
        "skeleton",
        "--port",
        port,
        "--bind",
        HERE,
        "--player",
        "random",
        "--name",
        "Ada",
    )
    host.line("waiting on")
    host.line("the code is")
    where = (f"{HERE}:{port}", host.code)
    guest = start(tmp_path / "b", "join", *where, "--player", "random", "--name", "Ben")
    for side in (host, guest):
        run = side.end()
        assert run.returncode == 0 and "verdict: OK" in run.stdout, side.story()


@pytest.mark.parametrize(
    "verb", ["play", "host", "join", "verify", "replay", "demo", "simulate", "systems"]
)
def test_help_teaches_by_example(verb: str, tmp_path: Path) -> None:
    run = typed(verb, "--help", home=tmp_path)
    assert run.returncode == 0 and f"owm-net {verb}" in run.stdout and "examples:" in run.stdout


def test_a_broken_data_file_names_file_entry_key_and_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from owm_net import cli
    from owm_net.engine.errors import BadData

    def broken(_: str) -> Any:
        raise BadData(["core_deck.toml: order[117].dice.red: must be 1 to 4, is 9"])

    monkeypatch.setattr(games, "get", broken)
    assert cli.main(["simulate", "owm"]) == 3
    error = capsys.readouterr().err
    assert "order[117].dice.red: must be 1 to 4, is 9" in error and "Traceback" not in error


def test_broken_data_are_one_error_for_whoever_has_a_log_or_joins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The owner of damaged card data is told which file; the waiting friend, why they do not
    play."""
    from owm_net import cli
    from owm_net.engine.errors import BadData
    from owm_net.program.setups import terms_here
    from owm_net.session.terms import CannotPlay, propose

    log = tmp_path / "match.owmlog"
    done = owm_net("demo", "--system", "skeleton", "--log", str(log), home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    system = games.get("skeleton")
    terms = propose(system, system.default_setup(), 0).encode()

    def broken(_: str) -> Any:
        raise BadData(["cards.toml: count: must be 124 in all"])

    monkeypatch.setattr(games, "get", broken)
    for command in (["replay", str(log), "--text"], ["verify", str(log)]):
        assert cli.main(command) == 3
        assert "cards.toml: count: must be 124 in all" in capsys.readouterr().err
    with pytest.raises(CannotPlay, match=r"cards\.toml: count"):
        terms_here(terms)


def test_a_match_goes_on_after_the_relay_was_restarted(tmp_path: Path, start: Start) -> None:
    port, logs = free_port(), [tmp_path / f"{n}.owmlog" for n in (0, 1)]

    def start_relay() -> Process:
        relay = start(
            tmp_path, "--bind", HERE, "--port", port, program=(sys.executable, "-m", "relay")
        )
        relay.line(f"listening {HERE} {port}")
        return relay

    relay = start_relay()
    game = ("--host", "--system", "skeleton", "--mission", "full-deck")
    sides = [
        start(
            tmp_path / f"home{n}",
            "bot",
            *role,
            "--relay",
            f"{HERE}:{port}",
            "--code",
            CODE,
            "--player",
            "random",
            "--patience",
            "150",
            "--log",
            str(log),
        )
        for n, (role, log) in enumerate(zip((game, ()), logs, strict=True))
    ]
    sides[0].line('"line"')  # the match is under way when the first turn is told
    relay.kill()
    start_relay()
    for side in sides:
        assert side.end().returncode == 0, side.story()
    [lost, *_] = [line for line in sides[0].said[0] if '"lost' in line]
    assert "connect again" not in lost
    assert any(f"trying relay {HERE}:{port}" in line for line in sides[0].said[0])
    runs = [owm_net("verify", str(log), "--json", home=tmp_path) for log in logs]
    assert [json.loads(run.stdout)["verdict"] for run in runs] == ["OK", "OK"]


class _Interrupted:
    """Somebody presses Ctrl-C while a module is being loaded."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "owm_net.cli":
            raise KeyboardInterrupt


def test_ctrl_c_while_the_program_is_being_loaded_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "owm_net.cli")
    monkeypatch.setattr(sys, "meta_path", [_Interrupted(), *sys.meta_path])
    assert begin() == 130
    assert capsys.readouterr().err == "owm-net: stopped\n"
