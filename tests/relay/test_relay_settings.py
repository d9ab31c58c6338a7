"""The operator's file: what is good is taken, and of what is bad every fault is named at once."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from owm_net.relay.__main__ import _parser, settings_of
from owm_net.relay.limits import Limits
from owm_net.relay.settings import BadSettings, RelaySettings, doubts_of, read_settings

WHOLE = """
bind = "::"
port = 7771
admin = "127.0.0.1:7772"
token = "between-friends"
banned = ["192.0.2.0/24", "2001:db8::1"]
state = "/var/lib/owm-net-relay/state.json"
web = "127.0.0.1:7773"
page = "/var/lib/owm-net-page"
proxies = ["127.0.0.1", "::1"]
sites = ["https://club.example"]
drain_seconds = 60

[limits]
rooms = 20
idle_seconds = 90
pair_rate = 100_000
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "relay.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_good_file(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, WHOLE))
    assert (settings.bind, settings.port, settings.drain_seconds) == ("::", 7771, 60.0)
    assert settings.limits == Limits(rooms=20, idle_seconds=90.0, pair_rate=100_000)
    assert [str(proxy) for proxy in settings.trusted()] == ["127.0.0.1/32", "::1/128"]
    policy = settings.policy()
    assert policy.token == "between-friends"
    assert policy.bans("192.0.2.77") and policy.bans("::ffff:192.0.2.1")
    assert policy.bans("2001:db8::1") and not policy.bans("2001:db8::2") and not policy.bans("")


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    bad = """
    port = "7771"
    bindd = "::"
    verbose = 1
    directory_password = 271828
    admin = "7772"
    [limits]
    rooms = 2.5
    queue = 0
    idle_seconds = -1
    pair_rates = 5
    """
    with pytest.raises(BadSettings) as caught:
        read_settings(written(tmp_path, bad))
    lines = [line.removeprefix(f"{tmp_path / 'relay.toml'}: ") for line in caught.value.lines]
    assert sorted(lines) == [
        "admin: must be HOST:PORT, such as 127.0.0.1:7772, is '7772'",
        "directory_password: must be a text in quotes",
        "limits.idle_seconds: must be a number above 0, is -1",
        "limits.queue: must be 1 or more, is 0",
        "limits.rooms: must be a whole number, not below 0, is 2.5",
        "limits: unknown key 'pair_rates' (did you mean 'pair_rate'?)",
        "port: must be a whole number, not below 0, is '7771'",
        "unknown key 'bindd' (did you mean 'bind'?)",
        "verbose: must be true or false, is 1",
    ]


def test_what_no_type_says_is_checked_too(tmp_path: Path) -> None:
    bad = 'port = 70000\nadmin = "7772"\ntoken = "two words"\nbanned = ["x", "1.2.3.4/40"]\n'
    bad += 'proxies = ["everybody"]\nsites = ["club.example", "https://a/b"]\n'
    with pytest.raises(BadSettings) as caught:
        read_settings(written(tmp_path, bad))
    assert len(caught.value.lines) == 9


@pytest.mark.parametrize("limit", [one.name for one in fields(Limits)])
def test_no_limit_is_nothing_for_then_the_first_client_would_end_the_relay(
    limit: str, tmp_path: Path
) -> None:
    """Rates were divided by."""
    with pytest.raises(BadSettings) as caught:
        read_settings(written(tmp_path, f"[limits]\n{limit} = 0\n"))
    (line,) = caught.value.lines
    assert f"limits.{limit}: must be" in line and line.endswith("is 0")


@pytest.mark.parametrize("text", ["rooms", "limits = 3", "banned = [1]", "a = 1\na = 2", "\0"])
def test_what_is_no_such_file_is_said_in_lines(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as caught:
        read_settings(written(tmp_path, text))
    assert all(line.isprintable() for line in caught.value.lines)
    with pytest.raises(BadSettings):
        read_settings(tmp_path / "nowhere.toml")


def test_what_is_typed_wins_over_the_file_and_the_file_over_what_is_built_in(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, WHOLE)
    typed = ["--config", str(path), "--port", "9", "--rooms", "3", "--ban", "198.51.100.0/24"]
    settings = settings_of(_parser().parse_args(typed))
    assert (settings.port, settings.bind) == (9, "::")
    assert (settings.limits.rooms, settings.limits.pair_rate) == (3, 100_000)
    assert settings.limits.connections == Limits().connections
    assert settings.banned == ["198.51.100.0/24"]
    assert settings_of(_parser().parse_args([])) == RelaySettings()


def test_a_token_comes_from_a_file_not_from_the_list_of_processes(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("between-friends\n", "utf-8")
    assert settings_of(_parser().parse_args(["--token-file", str(path)])).token == "between-friends"
    path.write_text("\n", "utf-8")
    for file in (path, tmp_path / "nowhere"):
        with pytest.raises(BadSettings):
            settings_of(_parser().parse_args(["--token-file", str(file)]))


@pytest.mark.parametrize("key", ["token", "directory_password"])
@pytest.mark.parametrize(
    "value",
    ["hunter2", "'hunter2", '"hunter2', '"hunter2\\q"', "1234567", "1979-05-27", "hunter2 = 1",
     '"hunter2" hunter2', "[hunter2]", '["hunter2"]', "{hunter2}", "hunter2\udcff",
     '"hunter2\x01"'],
)  # fmt: skip
def test_a_password_that_was_written_wrongly_is_not_shown(
    key: str, value: str, tmp_path: Path
) -> None:
    path = tmp_path / "relay.toml"
    path.write_bytes(f"# \n{key} = {value}\n".encode("utf-8", "surrogateescape"))
    with pytest.raises(BadSettings) as caught:
        read_settings(path)
    (line,) = caught.value.lines
    assert "2, column" in line or "quotes" in line or "at byte" in line
    for secret in ("hunter", "1234567", "1979"):
        assert secret not in line.removeprefix(str(path))


def test_secrets_are_in_no_text_of_what_holds_them() -> None:
    settings = RelaySettings(token="hunter2", directory="redis://h", directory_password="hunter2")
    assert "hunter2" not in f"{settings} {settings.member()} {settings.policy()}"


@pytest.mark.parametrize(
    ("directory", "password", "warns"),
    [
        ("redis://10.0.0.5:6379", "", True),
        ("rediss://directory.example.org", "", True),
        ("redis://10.0.0.5:6379", "long", False),
        ("redis://localhost", "", False),
        ("redis://127.0.0.2:6379/1", "", False),
        ("redis://[::1]", "", False),
        ("", "", False),
    ],
)
def test_a_directory_for_everybody_is_warned_of(directory: str, password: str, warns: bool) -> None:
    lines = list(doubts_of(RelaySettings(directory=directory, directory_password=password)))
    assert len(lines) == warns
    assert not warns or "no password is given for the directory at" in lines[0]
