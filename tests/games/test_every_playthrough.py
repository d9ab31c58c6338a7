"""Playthroughs of every registered rule system: read, replayed, tampered with, golden, crashed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fuzz.checks import Broken
from fuzz.variants import broken_bytes
from fuzz.watched import Playout, setups
from owm_net import games
from owm_net.engine import codec, playthrough
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.playthrough import BadPlaythrough, Recorder
from owm_net.engine.requests import Choose
from owm_net.engine.system import System
from owm_net.session.crash import write_crash
from tests.games.every import GOLDEN, every_system, games_of, load_golden

# ------------------------------------------------------------------ read and replayed


@every_system
def test_a_playthrough_is_read_and_replayed(name: str) -> None:
    """Of the first setup; `make thorough`: of all. Each golden playthrough is recorded too."""
    for system, setup, seed in games_of(name, 1, every=40):
        playout = Playout(system, setup, seed)
        recorder = playout.record()
        playout.play()
        played = playthrough.parse(recorder.text())
        assert played.setup == setup
        *_, last = playthrough.replay(system, played)
        assert last.request == playout.match.request
        assert codec.encode(last.state) == codec.encode(playout.match.state)
        assert playthrough.retell(system, played) == recorder.text()


def replay_all(system: System, text: str) -> None:
    for _ in playthrough.replay(system, playthrough.parse(text)):
        pass


@every_system
def test_a_tampered_playthrough_is_refused_with_its_line(name: str) -> None:
    """Each kind of request once: its answer replaced by others, its digest by another."""
    system = games.get(name)
    setup = setups(system)[0]
    lines = playthrough.record(system, setup, 1, [random_player] * setup.seats).splitlines()
    tampered: set[str] = set()
    for number, line in enumerate(lines):  # the line with index n is line n + 1
        if not line.startswith("#"):
            continue
        kind = " ".join(line.split()[1:3]) if " secretly " in line else line.split()[1]
        if kind in tampered:
            continue
        tampered.add(kind)
        at = number + 1
        words, _, code = lines[at].rpartition("| ")
        good = bytes.fromhex(code)
        digest = next(i for i in range(at, len(lines)) if lines[i].startswith("  = "))
        # What comes later is not read, but where another order of a shuffled deck shows later.
        rest = lines[at + 1 : None if kind == "shuffle" else digest + 1]
        refused = 0
        others = list(broken_bytes(good))[:: max(1, len(good) // 5)]
        for bad in [*others, b"\x80", b"\x81\x00", b"\x81\x17"]:
            if bad == good:
                continue
            text = "\n".join([*lines[:at], f"{words}| {bad.hex()}", *rest])
            try:
                replay_all(system, text)
            except BadPlaythrough as e:
                refused += e.line == at + 1
                assert e.line == at + 1 or kind == "shuffle", (kind, str(e))
            else:  # a 3 instead of a 2, where both do the same: the words are others
                assert kind in ("roll", "pick")
                assert playthrough.retell(system, playthrough.parse(text)) != text
        assert refused > 5, kind
        wrong = f"  = {int(lines[digest][4:], 16) ^ 1:08x}"
        with pytest.raises(BadPlaythrough, match=f"^line {at + 1}: the state is"):
            replay_all(system, "\n".join([*lines[:digest], wrong]))
    assert len(tampered) > 2


def test_a_playthrough_of_another_system_or_setup_is_refused() -> None:
    system = games.get("skeleton")
    text = playthrough.record(system, system.default_setup(), 1, [random_player] * 2, most=3)
    with pytest.raises(BadPlaythrough, match=r"^line 2: this is a game of 'chess'"):
        replay_all(system, text.replace("system skeleton", "system chess"))
    for old, new in (("mission=duel", "mission=moon"), ("seats=2", "seats=9")):
        with pytest.raises(BadPlaythrough, match=r"^line 3: skeleton "):
            replay_all(system, text.replace(old, new))


# ------------------------------------------------------------------ golden


def golden_files() -> list[Path]:
    return sorted(GOLDEN.glob("*/*.txt"))


@pytest.mark.parametrize("file", golden_files(), ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_golden_playthroughs_are_played_to_the_letter(file: Path) -> None:
    """If the rules were meant to change: `make golden`, read what changed, raise the version."""
    golden = load_golden()
    text = file.read_text("utf-8")
    assert golden.recorded(text) == text, f"{file.name}: another game is played now"


def test_every_system_has_golden_playthroughs() -> None:
    assert sorted({f.parent.name for f in golden_files()}) == sorted(games.names())


# ------------------------------------------------------------------ crashes


def steps_of(match: LocalMatch) -> list[tuple[type, str]]:
    """The frames on the agenda and the steps they will take up next."""
    return [(type(frame), frame.at) for frame in match.state.agenda]


@every_system
def test_a_crash_leaves_a_playthrough_that_crashes_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that gets a decision is broken in the middle of a game."""
    system = games.get(name)
    setup = setups(system)[0]
    playout = Playout(system, setup, 3)
    recorder = playout.record()
    while not (playout.match.state.answered > 10 and isinstance(playout.match.request, Choose)):
        playout.step()
    frame, step = steps_of(playout.match)[-1]

    def crash(self: object, g: object, *answer: object) -> None:
        raise ZeroDivisionError("planted")

    crash.__name__ = step
    monkeypatch.setattr(frame, step, crash)
    with pytest.raises(ZeroDivisionError) as caught:
        playout.play()
    file = write_crash(tmp_path / "crashes", recorder, caught.value)
    assert write_crash(tmp_path / "crashes", recorder, caught.value) == file

    text = file.read_text("utf-8")
    assert "# ZeroDivisionError: planted" in text
    played = playthrough.parse(text)
    assert played.answers[-1][2] == "", "the answer that crashed has no digest"
    with pytest.raises(ZeroDivisionError, match="planted"):
        replay_all(system, text)
    monkeypatch.undo()
    replay_all(system, text)  # mended: it runs through


def test_a_crash_in_the_recorder_keeps_the_game(tmp_path: Path) -> None:
    """The name of the file says which game and where; the text before the error is complete."""
    system = games.get("skeleton")
    recorder = Recorder(LocalMatch(system, system.default_setup(), 5, [random_player] * 2))
    recorder.step()
    file = write_crash(tmp_path, recorder, Broken("several\nlines"))
    assert re.fullmatch(r"skeleton-duel-2-[0-9a-f]{8}\.txt", file.name)
    assert file.read_text("utf-8").startswith(recorder.text())
    assert file.read_text("utf-8").splitlines()[-2:] == ["# fuzz.checks.Broken: several", "# lines"]
