"""`owm-net standings`: what the logs of several matches come to for each player."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest

from owm_net.engine.ids import Seat
from owm_net.engine.requests import Result
from owm_net.session.match import Match
from owm_net.session.standings import Standings
from owm_net.session.verdict import Outcome, Verdict
from tests.verbs.command import typed

LOGS = Path(__file__).parents[1] / "logs"
ADA, BEN, CYD = b"a" * 32, b"b" * 32, b"c" * 32


def verdict(
    number: int, keys: tuple[bytes, ...], scores: tuple[int, ...], winners: tuple[int, ...]
) -> Verdict:
    """What is said of a good log of NCO; a player is called by the first letter of his key."""
    match = Mock(spec=Match, seats=len(keys), identities=keys, match_id=bytes([number]))
    match.names = [key[:1].decode() for key in keys]
    result = Result(tuple(map(Seat, winners)), scores, "Narrow Advantage")
    return Verdict(Outcome.OK, "nco", result=result, match=match)


def table(*verdicts: Verdict) -> list[tuple[int, str, int, int, int, int]]:
    standings = Standings()
    for one in verdicts:
        assert standings.why_not(one) is None
        standings.count(one)
    return [
        (place, who.name, who.points, who.won, who.drawn, who.lost)
        for place, who in standings.in_order()
    ]


@pytest.mark.rule("NCO-END-06")
def test_points_of_all_battles_are_added_and_the_highest_total_is_champion() -> None:
    """Also who lost keeps his points: 120, 40 and 75 are 235, with one win of three."""
    assert table(
        verdict(1, (ADA, BEN), (120, 60), (0,)),
        verdict(2, (CYD, ADA), (90, 40), (0,)),
        verdict(3, (ADA, CYD), (75, 75), ()),
        verdict(4, (BEN, CYD), (10, 69), (1,)),
    ) == [(1, "a", 235, 1, 1, 1), (2, "c", 234, 2, 1, 0), (3, "b", 70, 0, 0, 2)]


def test_of_equal_points_more_wins_lead_and_equals_share_a_place() -> None:
    assert table(
        verdict(1, (ADA, BEN), (50, 50), ()),
        verdict(2, (CYD, BEN), (50, 0), (0,)),
        verdict(3, (ADA, BEN), (), ()),
    ) == [(1, "c", 50, 1, 0, 0), (2, "a", 50, 0, 2, 0), (2, "b", 50, 0, 2, 1)]


def test_a_match_resigned_is_won_without_points() -> None:
    assert table(verdict(1, (ADA, BEN), (), (1,)))[0] == (1, "b", 0, 1, 0, 0)


def test_one_player_on_both_sides_and_points_of_another_game_do_not_count() -> None:
    standings = Standings()
    assert standings.why_not(verdict(1, (ADA, ADA), (9, 1), (0,))) is not None
    standings.count(verdict(2, (ADA, BEN), (9, 1), (0,)))
    other = verdict(3, (ADA, BEN), (9, 1), (0,))
    other.system = "owm"
    assert "of owm" in str(standings.why_not(other))


def test_who_leads_by_real_logs_and_what_does_not_count_is_named(tmp_path: Path) -> None:
    for name in ("owm-5", "owm-5-colonel", "owm-5-cheated", "owm-2", "squadcards"):
        shutil.copy(LOGS / f"{name}.owmlog", tmp_path)
    whole = (LOGS / "owm-5-colonel.owmlog").read_bytes()
    (tmp_path / "owm-5-cut.owmlog").write_bytes(whole[: len(whole) // 2])
    shutil.copy(LOGS / "owm-5.owmlog", tmp_path / "same-from-the-other-player.owmlog")
    run = typed("standings", str(tmp_path), "--json", home=tmp_path)
    said = json.loads(run.stdout)
    good = [json.loads((LOGS / f"{name}.json").read_text()) for name in ("owm-5", "owm-5-colonel")]
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
        "owm-5-cheated.owmlog: INVALID; see: ",
        "owm-5-cut.owmlog: UNFINISHED; see: ",
        "same-from-the-other-player.owmlog: this match has been counted already",
        "squadcards.owmlog: it is of squadcards, the others are of owm",
    ):
        assert words in why
    assert len(said["not_counted"]) == 5


def test_for_people_it_is_a_table(tmp_path: Path) -> None:
    run = typed("standings", str(LOGS / "owm-5.owmlog"), home=tmp_path)
    said = run.stdout.splitlines()
    assert (run.returncode, said[0]) == (0, "owm: 1 match counts")
    assert said[1].split() == ["player", "points", "won", "drawn", "lost", "key"]
    assert [line[:3] for line in said[2:]] == ["1. ", "2. "]


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
