"""What every registered rule system gets for nothing: register it, and these tests find it.

OWM_PLAYOUTS=5000 plays more than the default of 200: the plainest test (do games end?) plays some
times as many of each system, the dearer ones a few percent; `make fuzz` plays on for a minute.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import owm_net
from fuzz.checks import (
    Broken,
    Playout,
    Story,
    broken_bytes,
    check_events,
    check_result,
    setups,
)
from owm_net import games
from owm_net.engine import agenda, codec, playthrough, records, requests
from owm_net.engine.errors import EngineBug
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.playthrough import BadPlaythrough, Recorder
from owm_net.engine.requests import Choose, Over, Request
from owm_net.engine.system import Setup, System
from owm_net.session.crash import write_crash

PLAYOUTS = int(os.environ.get("OWM_PLAYOUTS", "200"))
ROOT = Path(owm_net.__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"

every_system = pytest.mark.parametrize("name", games.names())


def games_of(name: str, share: int) -> Iterator[tuple[System, Setup, int]]:
    """Every setup of a system in turn, each at least once: `share` percent of PLAYOUTS."""
    system = games.get(name)
    listed = setups(system)
    for seed in range(max(len(listed), PLAYOUTS * share // 100)):
        yield system, listed[seed % len(listed)], seed


# ------------------------------------------------------------------ games end


@pytest.mark.slow
@every_system
def test_random_games_end(name: str) -> None:
    for system, setup, seed in games_of(name, 350):
        match = LocalMatch(system, setup, seed, [random_player] * setup.seats)
        check_result(match, match.play())


@every_system
def test_computer_players_games_end(name: str) -> None:
    for system, setup, seed in games_of(name, 1):
        Playout(system, setup, seed, computer_player).play()


def test_every_request_is_used_by_some_system() -> None:
    """So that the protocol and the general tests meet each of them."""
    classes = {c for c in vars(requests).values() if isinstance(c, type) and issubclass(c, Request)}
    asked: set[type[Request]] = set()
    for name in games.names():
        for system, setup, seed in games_of(name, 2):
            playout = Playout(system, setup, seed)
            playout.play(leaving=20)
            asked |= set(playout.requests)
    assert {c.__name__ for c in classes - asked - {Request, Over}} == set()


# ------------------------------------------------------------------ answers


@every_system
def test_offered_answers_are_accepted_and_corrupted_ones_refused(name: str) -> None:
    """At sampled pauses; see `fuzz.checks` for what is tried. Refusals name a rule of the ledger
    and a reason, and leave the state's bytes alone."""
    refused = tried = pauses = 0
    for system, setup, seed in games_of(name, 4):
        playout = Playout(system, setup, seed)
        playout.play(examine_every=25)
        refused += playout.refused
        tried += playout.tried
        pauses += 1
    assert tried > 5 * pauses
    assert refused > 40 * pauses


# ------------------------------------------------------------------ twins


@every_system
def test_saved_reloaded_and_cloned_twins_play_alike(name: str) -> None:
    for system, setup, seed in games_of(name, 2):
        Playout(system, setup, seed).play(twins=True)


# ------------------------------------------------------------------ hidden cards


@every_system
def test_no_view_shows_a_hidden_card(name: str) -> None:
    for system, setup, seed in games_of(name, 3):
        playout = Playout(system, setup, seed)
        while playout.over is None:
            playout.seen.check(playout.match)
            playout.step()


@every_system
def test_what_a_seat_is_shown_does_not_depend_on_hidden_cards(name: str) -> None:
    """Whole games told again with the cards that a seat cannot know dealt anew."""
    worlds = differing = further = 0
    for system, setup, seed in games_of(name, 3):
        story = Story(system, setup, seed, worlds=3)
        for pause, seat, world in story.worlds:
            further += story.tell(pause, seat, world)
        worlds += len(story.worlds)
        differing += story.differing
    assert worlds
    assert differing > worlds // 2, "nearly all worlds were the same: nothing was tested"
    assert further > worlds, "the tales broke off at once: nothing was tested"


# ------------------------------------------------------------------ a seat leaves


def droppable(name: str) -> list[Setup]:
    """Setups in which the others may go on without a seat."""
    found = []
    for setup in setups(games.get(name)):
        match = LocalMatch(games.get(name), setup, 1, [random_player] * setup.seats)
        if setup.seats > 2 and match.system.why_no_drop(match.state, 0) is None:
            found.append(setup)
    return found


@every_system
def test_a_drop_at_any_pause_goes_on_to_the_end(name: str) -> None:
    """Every pause of a game, every seat in turn; of four seats another one leaves later. Hands
    stay as they are: each seat knows the same cards before and after."""
    system = games.get(name)
    for setup in droppable(name):
        whole = LocalMatch(system, setup, 2, [random_player] * setup.seats)
        whole.play()
        for pause in range(whole.state.steps):
            playout = Playout(system, setup, 2)
            for _ in range(pause):
                playout.step()
            leaver = pause % setup.seats
            playout.match.drop(leaver)
            check_events(playout.match)
            while isinstance(playout.match.request, requests.Redeal):
                moved = playout.match.request.moved()
                playout.step(twins=True)
                for old, new in moved.items():
                    assert playout.match.dealer.faces[old] == playout.match.dealer.faces[new]
                playout.seen.check(playout.match)
            result = playout.play(leaving=30)
            assert leaver not in result.winners
            assert not set(result.winners) & set(playout.match.left)


@every_system
def test_what_is_shown_after_a_drop_does_not_depend_on_hidden_cards(name: str) -> None:
    """As above, with seats that leave: other worlds know how a deck was dealt anew."""
    system, redealt, worlds = games.get(name), 0, 0
    for setup in droppable(name):
        for seed in range(12):
            story = Story(system, setup, seed, worlds=4, leaving=12)
            redealt += sum(isinstance(r, requests.Redeal) and a == () for r, a in story.steps)
            worlds += len(story.worlds)
            for pause, seat, world in story.worlds:
                story.tell(pause, seat, world)
    assert not droppable(name) or (redealt > 12 and worlds > 24)


@every_system
def test_a_system_without_a_rule_for_leavers_says_so(name: str) -> None:
    """In one line; and a drop is refused then."""
    system = games.get(name)
    for setup in setups(system):
        match = LocalMatch(system, setup, 1, [random_player] * setup.seats)
        why = system.why_no_drop(match.state, 0)
        if why is not None:
            assert why and why.isprintable()
            with pytest.raises(EngineBug, match=re.escape(why)):
                match.drop(0)


# ------------------------------------------------------------------ the same everywhere


def other_pythons() -> dict[str, str]:
    """Version -> program, for every Python >= 3.11 found here but this one."""
    places = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    for root in (os.environ.get("PYENV_ROOT", ""), Path.home() / ".pyenv", "/opt/pyenv"):
        places += sorted(map(str, Path(root, "versions").glob("3.*/bin/python"))) if root else []
    uv = Path.home() / ".local" / "share" / "uv" / "python"
    places += sorted(map(str, uv.glob("cpython-3*/bin/python3")))
    found: dict[str, str] = {}
    ask = "import sys; print(*sys.version_info[:3], sys.implementation.name)"
    for program in filter(None, places):
        said = subprocess.run([program, "-c", ask], capture_output=True, text=True, check=False)
        if said.returncode == 0 and (3, 11) <= tuple(map(int, said.stdout.split()[:2])) < (4, 0):
            found.setdefault(said.stdout.strip().replace(" ", "."), program)
    here = ".".join(map(str, sys.version_info[:3])) + f".{sys.implementation.name}"
    found.pop(here, None)
    return found


def fingerprints(program: str, hash_seed: str) -> dict[str, str]:
    """System -> digest over games of all its setups, as another process computes it."""
    import attrs

    environment = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(attrs.__file__).parents[1])]),
        "PYTHONHASHSEED": hash_seed,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": os.environ.get("PATH", ""),
    }
    each = str(max(1, PLAYOUTS // 200))
    done = subprocess.run(
        [program, "-m", "fuzz.checks", each, *games.names()],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, f"{program}\n{done.stderr}"
    found = dict([line.split() for line in done.stdout.splitlines()])
    assert list(found) == list(games.names())
    return found


def test_the_same_under_every_hash_seed() -> None:
    one, *others = [fingerprints(sys.executable, seed) for seed in ("0", "1", "random")]
    assert others == [one, one]


def test_the_same_under_every_python() -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python >= 3.11 on this machine: looked on PATH, for pyenv and uv")
    expected = fingerprints(sys.executable, "0")
    assert {v: fingerprints(p, "2") for v, p in pythons.items()} == dict.fromkeys(pythons, expected)


# ------------------------------------------------------------------ playthroughs


@every_system
def test_a_playthrough_is_read_and_replayed(name: str) -> None:
    for system, setup, seed in games_of(name, 1):
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
        kind = line.split()[1]
        if kind in tampered:
            continue
        tampered.add(kind)
        at = number + 1
        words, _, code = lines[at].rpartition("| ")
        good = bytes.fromhex(code)
        refused = 0
        others = list(broken_bytes(good))[:: max(1, len(good) // 5)]
        for bad in [*others, b"\x80", b"\x81\x00", b"\x81\x17"]:
            if bad == good:
                continue
            text = "\n".join([*lines[:at], f"{words}| {bad.hex()}", *lines[at + 1 :]])
            try:
                replay_all(system, text)
            except BadPlaythrough as e:
                refused += e.line == at + 1
                # Another order of a shuffled deck shows only where its cards are seen.
                assert e.line == at + 1 or kind == "shuffle", (kind, str(e))
            else:  # a 3 instead of a 2, where both do the same: the words are others
                assert kind in ("roll", "pick")
                assert playthrough.retell(system, playthrough.parse(text)) != text
        assert refused > 5, kind
        digest = next(i for i in range(at, len(lines)) if lines[i].startswith("  = "))
        wrong = f"  = {int(lines[digest][4:], 16) ^ 1:08x}"
        with pytest.raises(BadPlaythrough, match=f"^line {at + 1}: the state is"):
            replay_all(system, "\n".join([*lines[:digest], wrong, *lines[digest + 1 :]]))
    assert {"choose", "shuffle", "draw"} <= tampered


def test_a_playthrough_of_another_system_or_setup_is_refused() -> None:
    system = games.get("skeleton")
    text = playthrough.record(system, system.default_setup(), 1, [random_player] * 2, most=3)
    with pytest.raises(BadPlaythrough, match=r"^line 2: this is a game of 'chess'"):
        replay_all(system, text.replace("system skeleton", "system chess"))
    for old, new in (("mission=duel", "mission=moon"), ("seats=2", "seats=9")):
        with pytest.raises(BadPlaythrough, match=r"^line 3: skeleton "):
            replay_all(system, text.replace(old, new))


def golden_files() -> list[Path]:
    return sorted(GOLDEN.glob("*/*.txt"))


@pytest.mark.parametrize("file", golden_files(), ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_golden_playthroughs_are_played_to_the_letter(file: Path) -> None:
    """If the rules were meant to change: `make golden`, read what changed, raise the version."""
    golden = load_golden()
    text = file.read_text("utf-8")
    assert golden.retold(text) == text, f"{file.name}: its answers are played differently now"
    assert golden.recorded(text) == text, f"{file.name}: its seed gives another game now"
    replay_all(games.get(file.parent.name), text)


def load_golden() -> Any:
    """scripts/golden.py, which is a program and no package."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("golden", ROOT / "scripts" / "golden.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
    while not (playout.match.state.steps > 10 and isinstance(playout.match.request, Choose)):
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


# ------------------------------------------------------------------ the checks themselves can see


class Leaky(LocalMatch):
    """A match whose views know everything."""

    def view(self, seat: int) -> Any:
        view = super().view(seat)
        view.known = self.dealer.faces
        return view


def test_the_checks_see_a_leak() -> None:
    system = games.get("skeleton")
    playout = Playout(system, system.default_setup(), 1)
    playout.match.__class__ = Leaky
    with pytest.raises(Broken, match="sees the hidden card"):
        while playout.over is None:
            playout.seen.check(playout.match)
            playout.step()


def test_a_rule_that_nobody_can_check_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that is allowed only to him who holds no scout: others cannot judge it."""
    from owm_net.games.skeleton.system import Match

    honest = Match.why_not_send

    def needs_no_scout(self: Any, view: Any, answer: Any) -> Any:
        refusal = honest(self, view, answer)
        scouts = [c for c in view.cards(view.state.hands[view.seat]) if c is not None and c < 18]
        if refusal is None and scouts and not records.played_cards(answer):
            return agenda.Refusal("SKEL-04", "whoever holds a scout must send it")
        return refusal

    monkeypatch.setattr(Match, "why_not_send", needs_no_scout)
    system = games.get("skeleton")
    with pytest.raises(Broken, match="only its owner can know"):
        for seed in range(20):
            Playout(system, system.default_setup(), seed).play(examine_every=2)


def test_a_crash_in_the_recorder_keeps_the_game(tmp_path: Path) -> None:
    """The name of the file says which game and where; the text before the error is complete."""
    system = games.get("skeleton")
    recorder = Recorder(LocalMatch(system, system.default_setup(), 5, [random_player] * 2))
    recorder.step()
    file = write_crash(tmp_path, recorder, Broken("several\nlines"))
    assert re.fullmatch(r"skeleton-duel-2-[0-9a-f]{8}\.txt", file.name)
    assert file.read_text("utf-8").startswith(recorder.text())
    assert file.read_text("utf-8").splitlines()[-2:] == ["# fuzz.checks.Broken: several", "# lines"]
