"""`owm-net standings`: what the logs of several matches come to for each player."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from attrs import evolve

from owm_net import games
from owm_net.program.failing import Fail
from owm_net.program.logs.verdict_words import in_words
from owm_net.protocol.words import fingerprint
from owm_net.session.standings import Judged, Standings, judged
from owm_net.session.verdict import Outcome
from owm_net.session.verify import verify
from tests.verbs.command import typed

LOGS = Path(__file__).parents[1] / "logs"
ADA, BEN, CYD = b"a" * 32, b"b" * 32, b"c" * 32


def match(
    number: int,
    keys: tuple[bytes, ...],
    points: tuple[int, ...],
    winners: tuple[int, ...],
    left_out: tuple[int, ...] = (),
) -> Judged:
    """Return the counted part of a good log of NCO; a player's name is the first letter of their
    key."""
    names = tuple([key[:1].decode() for key in keys])
    told = (bytes([number]), keys, names, winners, points, left_out, (9,) * len(keys))
    return Judged(Outcome.OK, "nco", *told)


def table(*matches: Judged, by_points: bool = False) -> list[tuple[int, str, int, int, int, int]]:
    standings = Standings()
    for one in matches:
        assert standings.why_not(one) is None
        standings.count(one)
    return [
        (place, who.name, who.points, who.won, who.drawn, who.lost)
        for place, who in standings.in_order(by_points)
    ]


@pytest.mark.rule("NCO-END-06")
def test_points_of_all_battles_are_added_and_the_highest_total_is_champion() -> None:
    """The loser keeps their points too: 120, 40 and 75 are 235, with one win of three."""
    assert table(
        match(1, (ADA, BEN), (120, 60), (0,)),
        match(2, (CYD, ADA), (90, 40), (0,)),
        match(3, (ADA, CYD), (75, 75), ()),
        match(4, (BEN, CYD), (10, 69), (1,)),
        by_points=True,
    ) == [(1, "a", 235, 1, 1, 1), (2, "c", 234, 2, 1, 0), (3, "b", 70, 0, 0, 2)]


def test_results_rank_first_then_points_and_equals_share_a_place() -> None:
    """A loser with many points ranks behind a winner with few, or none."""
    assert table(
        match(1, (ADA, BEN), (90, 10), (1,)),
        match(2, (CYD, ADA), (), (0,)),
        match(3, (ADA, BEN), (5, 7), ()),
        match(4, (CYD, ADA), (17, 1), ()),
    ) == [(1, "b", 17, 1, 1, 0), (1, "c", 17, 1, 1, 0), (3, "a", 96, 0, 2, 2)]


def test_who_was_left_out_for_silence_has_neither_won_nor_lost() -> None:
    """Two of three can say so of the third as it pleases them."""
    assert table(match(1, (ADA, BEN, CYD), (9, 0, 3), (0,), left_out=(1,))) == [
        (1, "a", 9, 1, 0, 0),
        (2, "c", 3, 0, 0, 1),
    ]


def claimed(
    by: int, step: int, last: tuple[int, int], keys: tuple[bytes, bytes] = (ADA, BEN)
) -> Judged:
    """Return the counted part of a log that ends with a seat's claim that the other was away."""
    return evolve(
        match(1, keys, (8, 3), ()),
        outcome=Outcome.UNFINISHED,
        last=last,
        absence=(by, 1 - by, step),
    )


@pytest.mark.parametrize(
    ("logs", "why"),
    [
        ([claimed(0, 40, (39, 38))], None),
        (
            [claimed(0, 40, (39, 38)), claimed(0, 40, (39, 40))],
            None,
        ),  # the other signs later, alone
        (
            [claimed(0, 40, (39, 38)), evolve(claimed(0, 40, (44, 43)), absence=())],
            "a stopped waiting, but played on later",
        ),
        (
            [claimed(0, 40, (39, 38)), claimed(1, 41, (39, 40))],
            "each claims that the other was away",
        ),
        ([claimed(0, 40, (39, 38), (ADA, ADA))], "the same key plays on both sides"),
    ],
)
def test_a_claim_of_absence_counts_if_it_is_asked_for_and_nothing_speaks_against_it(
    logs: list[Judged], why: str | None
) -> None:
    standings = Standings()
    assert standings.why_not(logs[0]) == "it has no result that counts"
    assert standings.why_no_claim(logs[0], logs) == why
    if why is None:
        standings.count_claim(logs[0])
        assert [(who.name, who.won, who.points) for _, who in standings.in_order()] == [
            ("a", 1, 8),
            ("b", 0, 3),
        ]
        assert standings.why_no_claim(logs[0], logs) == "another log of this match counts"


def test_a_claim_of_less_absence_than_was_agreed_counts_for_nobody() -> None:
    """It contradicts itself; `verify` tells both numbers."""
    log = (LOGS.parent / "vectors" / "match_absent.owmlog").read_bytes()
    verdict = verify(log, games.get, processes=1)
    step = verdict.standing[-1]["step"]
    assert judged(verdict).absence == (0, 1, step)
    assert any("for 61 s in all; 60 s were agreed" in line for line in in_words(verdict))
    verdict.standing[-1]["ms"] = 59_999
    assert judged(verdict).absence == ()


def test_nobody_counts_but_the_entrants_who_stand_under_the_names_of_the_list() -> None:
    """One's own second key is no opponent to win against."""
    standings = Standings({fingerprint(ADA): "Anna", BEN.hex(): "Benjamin"})
    why = standings.why_not(match(1, (ADA, CYD), (9, 1), (0,)))
    assert why == f"c, whose key is {fingerprint(CYD)}, is not among the entrants"
    good = match(2, (ADA, BEN), (9, 1), (0,))
    assert standings.why_not(good) is None
    standings.count(good)
    assert [who.name for _, who in standings.in_order()] == ["Anna", "Benjamin"]


def test_one_player_on_both_sides_and_points_of_another_game_do_not_count() -> None:
    standings = Standings()
    assert standings.why_not(match(1, (ADA, ADA), (9, 1), (0,))) is not None
    standings.count(match(2, (ADA, BEN), (9, 1), (0,)))
    other = evolve(match(3, (ADA, BEN), (9, 1), (0,)), system="owm")
    assert "of owm" in str(standings.why_not(other))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home in which the verdict on a log is kept."""
    home = tmp_path_factory.mktemp("home")
    run = typed("standings", str(LOGS / "owm-6.owmlog"), home=home)
    assert run.stdout.startswith("owm: 1 match counts")
    return home


def test_who_leads_by_real_logs_and_what_does_not_count_is_named(
    kept: Path, tmp_path: Path
) -> None:
    shutil.copytree(kept / "cache", tmp_path / "cache")
    for name in ("owm-6", "owm-6-colonel", "owm-6-cheated", "owm-2", "squadcards-3"):
        shutil.copy(LOGS / f"{name}.owmlog", tmp_path)
    whole = (LOGS / "owm-6-colonel.owmlog").read_bytes()
    (tmp_path / "owm-6-cut.owmlog").write_bytes(whole[: len(whole) // 8])
    shutil.copy(LOGS / "owm-6.owmlog", tmp_path / "same-from-the-other-player.owmlog")
    run = typed("standings", str(tmp_path), "--json", home=tmp_path)
    said = json.loads(run.stdout)
    good = [json.loads((LOGS / f"{name}.json").read_text()) for name in ("owm-6", "owm-6-colonel")]
    assert (run.returncode, said["system"], said["matches"]) == (1, "owm", 2)
    points = {
        key: sum(
            log["result"]["scores"][log["identities"].index(key)]
            for log in good
            if key in log["identities"]
        )
        for log in good
        for key in log["identities"]
    }
    assert {who["key"]: who["points"] for who in said["players"]} == points
    why = "\n".join(said["not_counted"])
    for words in (
        "owm-2.owmlog: it was played by version 2",
        "owm-6-cheated.owmlog: INVALID; see: ",
        "owm-6-cut.owmlog: UNFINISHED; see: ",
        "same-from-the-other-player.owmlog: this match has been counted already",
        "squadcards-3.owmlog: it is of squadcards, the others are of owm",
    ):
        assert words in why
    assert len(said["not_counted"]) == 5


def test_for_people_it_is_a_table(kept: Path) -> None:
    run = typed("standings", str(LOGS / "owm-6.owmlog"), home=kept)
    said = run.stdout.splitlines()
    assert (run.returncode, said[0]) == (0, "owm: 1 match counts")
    assert said[1].split() == ["player", "points", "won", "drawn", "lost", "key"]
    assert [line[:3] for line in said[2:]] == ["1. ", "2. "]


def entrants(folder: Path, *lines: str) -> str:
    path = folder / "entrants.txt"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_a_list_of_entrants_says_whose_logs_count(kept: Path, tmp_path: Path) -> None:
    said = json.loads((LOGS / "owm-6.json").read_text())
    one, other = map(bytes.fromhex, said["identities"])
    both = entrants(tmp_path, "# tonight", "", f"Anna: {fingerprint(one)}", f"Ben:{other.hex()}")
    log = str(LOGS / "owm-6.owmlog")
    run = typed("standings", log, "--entrants", both, "--json", home=kept)
    assert {who["name"] for who in json.loads(run.stdout)["players"]} == {"Anna", "Ben"}
    alone = entrants(tmp_path, f"Anna: {fingerprint(one)}")
    run = typed("standings", log, "--entrants", alone, home=kept)
    assert (run.returncode, run.stdout.splitlines()[1]) == (1, "no match counts")
    assert f"whose key is {fingerprint(other)}, is not among the entrants" in run.stdout


def test_what_is_wrong_in_a_list_of_entrants_is_told_by_line(tmp_path: Path) -> None:
    words = fingerprint(ADA)
    bad = (f"Anna: {words}", "Ben", f": {words}", "Cyd: acorn-acorn", f"Dan: {ADA.hex()}", "A\x1b:")
    run = typed("standings", "x", "--entrants", entrants(tmp_path, *bad), home=tmp_path)
    assert run.returncode == 2 and "Traceback" not in run.stderr
    told = [line.strip() for line in run.stderr.splitlines()[1:]]
    assert [line[:7] for line in told] == [f"line {n}:" for n in (2, 3, 4, 5, 6)]
    assert told[3] == "line 5: line 1 already has this key or this name"
    (tmp_path / "entrants.txt").write_bytes(b"Anna: \n\xff\n")
    run = typed("standings", "x", "--entrants", str(tmp_path / "entrants.txt"), home=tmp_path)
    assert "line 2: this is not UTF-8" in run.stderr
    (tmp_path / "entrants.txt").write_bytes(b"x" * (1 << 20))
    run = typed("standings", "x", "--entrants", str(tmp_path / "entrants.txt"), home=tmp_path)
    assert "it is larger than 256 KiB" in run.stderr


# ------------------------------------------------------------------ verdicts that are kept


@pytest.fixture
def judged_once(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a judged log; nothing can be judged any more."""
    shutil.copytree(kept / "cache", tmp_path / "cache")
    monkeypatch.setattr(
        "owm_net.program.logs.tournament.judge", Mock(side_effect=Fail("judged anew"))
    )
    return tmp_path / "cache" / "verdicts.json"


def again(kept: Path) -> str:
    return typed("standings", str(LOGS / "owm-6.owmlog"), home=kept.parents[1]).stdout


def test_a_verdict_is_found_again_and_only_that_of_the_same_bytes(judged_once: Path) -> None:
    assert again(judged_once).startswith("owm: 1 match counts")
    other = judged_once.parent / "other.owmlog"
    other.write_bytes((LOGS / "owm-6.owmlog").read_bytes() + b"\0")
    run = typed("standings", str(other), home=judged_once.parents[1])
    assert "judged anew" in run.stdout


def test_another_program_judges_anew(judged_once: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version", "another")
    assert "judged anew" in again(judged_once)


@pytest.mark.skipif(os.name != "posix", reason="needs the rights of POSIX")
def test_what_others_could_have_written_is_not_believed(judged_once: Path) -> None:
    judged_once.chmod(0o666)
    assert "judged anew" in again(judged_once)
    judged_once.chmod(0o600)
    judged_once.parent.chmod(0o777)
    assert "judged anew" in again(judged_once)
    judged_once.parent.chmod(0o700)
    elsewhere = judged_once.rename(judged_once.parent / "elsewhere.json")
    judged_once.symlink_to(elsewhere)
    assert "judged anew" in again(judged_once)


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: b"",
        lambda kept: b"\xff" * 100,
        lambda kept: b"[" * 100_000,
        lambda kept: b"[1]",
        lambda kept: json.dumps({**kept, "verdicts": [1]}).encode(),
        lambda kept: json.dumps({**kept, "verdicts": dict.fromkeys(kept["verdicts"], 7)}).encode(),
        lambda kept: json.dumps(kept).encode() + b" " * (9 << 20),
        lambda kept: with_value(kept, outcome="GREAT"),
        lambda kept: with_value(kept, winners=[5]),
        lambda kept: with_value(kept, winners=[1e999]),
        lambda kept: with_value(kept, points=[1, 2, 3]),
        lambda kept: with_value(kept, players=[["zz", "Anna"]]),
        lambda kept: with_value(kept, players=None),
    ],
)
def test_whatever_stands_there_a_damaged_file_is_no_verdict(
    judged_once: Path, damage: Callable[[Any], bytes]
) -> None:
    judged_once.write_bytes(damage(json.loads(judged_once.read_bytes())))
    assert "judged anew" in again(judged_once)


def with_value(kept: Any, **changed: object) -> bytes:
    for said in kept["verdicts"].values():
        said.update(changed)
    return json.dumps(kept).encode()


def test_a_folder_without_logs_is_wrong_usage(tmp_path: Path) -> None:
    run = typed("standings", str(tmp_path), home=tmp_path)
    assert run.returncode == 2
    assert "there is no log, *.owmlog, in this folder" in run.stderr


def test_a_folder_that_cannot_be_read_is_not_called_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.listdir", Mock(side_effect=PermissionError(errno.EACCES, "no")))
    run = typed("standings", str(tmp_path), home=tmp_path)
    assert run.returncode == 3
    assert run.stderr == f"owm-net: cannot read {tmp_path}: permission denied\n"
