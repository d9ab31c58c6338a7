"""The fuzzer of the parsers: it runs, finds nothing here, and does find a planted bug."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz import parsers
from fuzz.harness import Finding, Findings, Target, Watch, read_finding
from fuzz.parsers import GROUPS, all_targets, choose, targets_of
from fuzz.structured import rounds
from owm_net.files import secret

ROOT = Path(__file__).resolve().parent.parent

PLANTED = '''
from hypothesis import strategies as st

from fuzz.harness import Target
from owm_net.protocol import entries
from owm_net.protocol.errors import MalformedBytes

real = entries.decode_entry


def decode_entry(data):
    """Looks up a kind without asking whether there is one."""
    {1: "HELLO"}[data[1]]
    return real(data)


entries.decode_entry = decode_entry
TARGETS = [
    Target("planted", lambda data: entries.decode_entry(data), (MalformedBytes, IndexError),
           lambda: [bytes([1, 1]) + bytes(109)],
           lambda draw, data: data[:1] + bytes([draw(st.integers(0, 9))]) + data[2:]),
    Target("endless", lambda data: [None for _ in iter(int, 1) if len(data) > 3], (),
           lambda: [b"seed"], lambda draw, data: data),
    Target("deadly", lambda data: __import__("os")._exit(9), (), lambda: [b"x"], lambda d, b: b),
]
'''


def run(*arguments: str, path: Path = ROOT) -> subprocess.CompletedProcess[str]:
    places = os.pathsep.join([str(ROOT), str(path)])
    return subprocess.run(
        [sys.executable, "-m", "fuzz", "parsers", "--structured-only", *arguments],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": places}, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
def test_every_target_runs_and_nothing_is_found(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few inputs for each, the same in every run and however busy the machine is."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))  # the targets have a home of their own, and
    for name in ("_MEMORY_KIB", "_PASSES"):  # weak passphrases: other tests are to have neither
        monkeypatch.setattr(secret, name, getattr(secret, name))
    found: list[dict[str, object]] = []
    for target in targets_of(group):
        assert rounds(Watch(target), Findings(tmp_path, found.append), 5, 0, most=16) > 16
    assert found == []


def test_a_planted_bug_is_found_and_can_be_run_again(tmp_path: Path) -> None:
    """Also an input that never ends, and one that takes the process with it; and nothing is found
    in a real target that runs beside them."""
    (tmp_path / "planted_bug.py").write_text(PLANTED, encoding="utf-8")
    (tmp_path / "sitecustomize.py").write_text(
        "import fuzz.harness\nfuzz.harness.SECONDS = 0.5\n", encoding="utf-8"
    )
    keep = tmp_path / "crashes"
    more = "--modules=planted_bug"
    real = "--modules=fuzz.parse_relay"
    done = run("--each", "1", "--seed", "5", "--keep", str(keep), more, real, path=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "FINDING planted: KeyError: " in done.stdout, done.stdout
    assert "FINDING endless: Hang: more than 0.5 s" in done.stdout, done.stdout
    assert "FINDING deadly: the process died (exit 9" in done.stdout, done.stdout
    assert "  rooms " in done.stdout and "FINDING rooms" not in done.stdout, done.stdout
    (file,) = keep.glob("planted-*.txt")
    assert read_finding(file.read_text("utf-8"))[0] == "planted"
    again = run("--again", str(file), more, path=tmp_path)
    assert again.returncode == 1 and "It still happens." in again.stdout, again.stdout


def target_of(run_: object, *errors: type[BaseException]) -> Target:
    return Target("t", run_, errors, lambda: [b"a"], lambda d, b: b)  # type: ignore[arg-type]


def test_only_documented_errors_may_come_out() -> None:
    def parse(data: bytes) -> None:
        raise ValueError("no")

    assert Watch(target_of(parse, ValueError)).attempt(b"") is None
    found = Watch(target_of(parse, TypeError)).attempt(b"x")
    assert found is not None and found.error == "ValueError: no"


def test_much_memory_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resource")
    monkeypatch.setattr("fuzz.harness.MEMORY", 32 << 20)
    watch = Watch(target_of(lambda data: b"\1" * (4096 * len(data))))
    assert watch.attempt(b"x") is None
    peaks = iter([watch._peak + (64 << 20)])
    monkeypatch.setattr("fuzz.harness._peak", lambda: next(peaks))
    found = watch.attempt(b"x" * 20000)
    assert found is not None and found.error == "Grown: 64 MiB more than before"


def test_a_finding_is_made_shorter() -> None:
    def parse(data: bytes) -> None:
        if b"!" in data:
            raise KeyError("!")

    watch = Watch(target_of(parse))
    found = watch.attempt(b"abcdefgh!ijklmnop" * 3)
    assert found is not None and watch.shrink(found).data == b"!"


def test_a_kept_finding_is_read_back(tmp_path: Path) -> None:
    found = Finding("codec", b"\0\xff", "KeyError: 'x\ny'", "line 1\nline 2\n", "")
    file = found.keep(tmp_path)
    assert read_finding(file.read_text("utf-8")) == ("codec", b"\0\xff")
    assert f"--again {file.as_posix()}" in file.read_text("utf-8")
    with pytest.raises(ValueError, match="no kept finding"):
        read_finding("something else")


def test_targets_have_names_of_their_own() -> None:
    names = [t.name for t in all_targets()]
    assert len(set(names)) == len(names) and not set(names) & set(GROUPS)
    assert [t.name for t in choose(["codec"])["engine"]] == ["codec"]
    assert list(choose(["edges"])) == ["edges"]


def test_wrong_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert parsers.main(["--only", "nothing"]) == 2
    assert parsers.main(["--again", str(tmp_path / "missing.txt")]) == 3
    assert parsers.main(["--list", "--only", "rooms"]) == 0
    assert "protocol: rooms" in capsys.readouterr().out
