"""Processes that are killed at any moment go on with `owm-net resume` to the same end."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.verbs.command import PROGRAM, free_port, grown, one_line, owm_net, surroundings


class Side:
    """One player's process, restarted by `resume` after each kill."""

    def __init__(self, folder: Path, number: int, port: str) -> None:
        self.log = folder / f"{number}.owmlog"
        self.environment = surroundings(folder / f"home{number}")
        role = (
            ["--host", "--port", port, "--system", "skeleton"] if number == 0
            else ["--join", f"127.0.0.1:{port}"]
        )
        self.process = self.start(
            "bot", *role, "--log", str(self.log), "--player", "random", "--patience", "60"
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=self.environment,
        )

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def resume(self) -> None:
        self.process = self.start("resume", str(self.log), "--player", "random", "--patience", "60")

    def finish(self) -> None:
        _, error = self.process.communicate(timeout=90)
        assert self.process.returncode == 0, error


@pytest.mark.slow
@pytest.mark.parametrize(("victims", "sizes"), [
    ((0, 1), (2_000, 18_000)), ((1, 0), (9_000, 26_000)), ((0, 0), (5_000, 30_000)),
])
def test_kill_9_and_resume(
    tmp_path: Path, victims: tuple[int, ...], sizes: tuple[int, ...]
) -> None:
    port = free_port()
    sides = [Side(tmp_path, 0, port)]
    grown(sides[0].log.parent / "never", 1, 1.0)  # let it listen
    sides.append(Side(tmp_path, 1, port))
    try:
        for victim, size in zip(victims, sizes, strict=True):
            if grown(sides[victim].log, size):
                sides[victim].kill()
                sides[victim].resume()
        for side in sides:
            side.finish()
    finally:
        for side in sides:
            side.process.kill()
            side.process.communicate()
    verdicts = []
    for side in sides:
        run = owm_net("verify", str(side.log), "--json", home=tmp_path)
        verdicts.append(json.loads(run.stdout))
        assert not Path(f"{side.log}.private").exists(), "secrets are gone when the match is over"
    assert [v["verdict"] for v in verdicts] == ["OK", "OK"], verdicts
    assert verdicts[0]["result"] == verdicts[1]["result"]


def test_resume_without_anything_to_resume_says_so(tmp_path: Path) -> None:
    assert "no match to resume" in one_line(owm_net("resume", home=tmp_path), 3)
    run = owm_net("resume", "--list", home=tmp_path)
    assert run.returncode == 0 and "no match to resume" in run.stdout
