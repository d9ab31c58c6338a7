"""`owm-net replay` in the window, and films: what is asked for wrongly, and what is drawn."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PIL import Image

from owm_net import cli
from owm_net.engine.ids import Seat
from owm_net.program.logs import drawing
from owm_net.session.recorded import Learnt
from owm_net.verbs import replay

TESTS = Path(__file__).parents[1]
LOG = TESTS / "vectors" / "match_skeleton.owmlog"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return Path(shutil.copy(LOG, tmp_path / "m.owmlog"))


def test_a_span_is_drawn_as_a_film_and_scripts_hear_how_far_it_is(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "film.webp"
    arguments = ["--animate", str(out), "--from", "20", "--to", "24", "--json"]
    assert cli.main(["replay", str(log), *arguments]) == 0
    *drawn, done = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert done == {"done": str(out)}
    frames = drawn[-1]["of"]
    assert [one["drawn"] for one in drawn] == list(range(frames + 1)) and frames > 2
    with Image.open(out) as film:
        assert (film.format, getattr(film, "n_frames", 1)) == ("WEBP", frames)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "there is no display here for the window; or say what you want of the log"),
        (("--animate", "f.png"), "its name must end in .webp or .gif; write --animate f.webp"),
        (("--animate", "f.webp"), "moments, and a film has 20 at most; such as --from 0 --to "),
        (("--animate", "f.webp", "--from", "9", "--to", "9"), "--to must be behind --from"),
        (("--animate", "f.gif", "--to", "999"), "has only 138 steps; --to goes up to that"),
        (("--animate", "f.gif", "--from", "-1"), "--from is a number from 0"),
        (("--json",), "--json says how far a drawing is: add --picture OUT.png or"),
        (("--from", "3", "--picture", "f.png"), "--from and --to say what a film shows"),
        (("--animate", "nowhere/f.gif"), "there is no folder nowhere; choose another place with"),
    ],
)
def test_what_cannot_be_drawn_is_said_with_what_to_do(
    arguments: tuple[str, ...],
    said: str,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(log.parent)
    monkeypatch.setattr("owm_net.client.match.replay.MOST_FRAMES", 20)
    assert cli.main(["replay", str(log), *arguments]) in (2, 3)
    told = capsys.readouterr()
    assert said in told.err and not told.out, told.err
    assert sorted(path.name for path in log.parent.glob("f.*")) == []


def test_own_cards_that_are_gone_are_not_drawn(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = log.with_name("f.png")
    assert cli.main(["replay", str(log), "--picture", str(out), "--own"]) == 3
    assert "no m.owmlog.kept is beside" in capsys.readouterr().err and not out.exists()


@pytest.mark.parametrize("damage", ["text", "cut"])
def test_a_damaged_log_is_drawn_as_far_as_it_is_good_or_refused(
    damage: str, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = log.read_bytes()
    log.write_bytes(b"this is no log" if damage == "text" else data[: len(data) // 3])
    out = log.with_name("f.png")
    code = cli.main(["replay", str(log), "--picture", str(out)])
    told = capsys.readouterr()
    assert code == {"text": 3, "cut": 0}[damage], told
    assert out.exists() == (damage != "text") and "Traceback" not in told.err


def test_the_cards_of_all_who_have_opened_them_are_drawn_in_one_picture(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(drawing, "own_cards", lambda path: Learnt(Seat(1), {-5: 3}, {}))
    monkeypatch.setattr(
        drawing,
        "opened_hands",
        lambda path: [Learnt(Seat(0), {-6: 4}, {-6: 9}), Learnt(Seat(1), {-5: 3}, {})],
    )
    drawn: list[Learnt | None] = []

    def draw(log: Path, picture: Path, step: object, learnt: Learnt | None, *_: object) -> object:
        drawn.append(learnt)
        return 0, ""

    monkeypatch.setattr(replay, "draw", draw)
    wanted = ["replay", str(log), "--picture", str(log.with_suffix(".png"))]
    for more in (
        [],
        ["--own"],
        ["--hand", "1"],
        ["--own", "--hand", "1"],
        ["--hand", "2", "--hand", "1"],
    ):
        assert cli.main([*wanted, *more]) == 0
    own, other = Learnt(Seat(1), {-5: 3}, {}), Learnt(Seat(0), {-6: 4}, {-6: 9})
    both = Learnt(Seat(1), {-5: 3, -6: 4}, {-5: 0, -6: 9}, (Seat(0),))
    assert drawn == [None, own, other, both, both]
    assert cli.main([*wanted, "--own", "--hand", "3"]) == 3
    assert "seat 3 has not opened its cards" in capsys.readouterr().err
