"""Every parser and state machine, fed with bytes by coverage (atheris) and structured mutations."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fuzz.harness import (
    SECONDS,
    Finding,
    Findings,
    Target,
    Watch,
    fence_memory,
    make_status,
    read_finding,
    read_status,
)

GROUPS = {
    "engine": ["fuzz.parse_engine", "fuzz.parse_texts"],
    "protocol": ["fuzz.parse_protocol", "fuzz.parse_relay"],
    "session": ["fuzz.parse_session", "fuzz.parse_drops"],
    "edges": ["fuzz.parse_net", "fuzz.parse_files"],
}
"""Name -> the modules that hold its targets, each a list TARGETS."""

WATCHED = ["owm_net.engine", "owm_net.protocol", "owm_net.session", "owm_net.net",
           "owm_net.files", "owm_net.relay"]  # fmt: skip
ENGINES = ("guided", "structured")
EXAMPLES = """\
examples:
  python -m fuzz parsers                         every target for 60 s (about 20 minutes)
  python -m fuzz parsers --group-seconds 60      a quick look: 60 s for each of the four groups
  python -m fuzz parsers --only codec --each 600
  python -m fuzz parsers --only session --corpus ~/corpus     keep what opened new ways
  python -m fuzz parsers --again crashes/codec-9c1e44a0.txt   does it still happen?

Only the errors that a parser documents may come out of it. Anything else is a finding, and so
is an input that takes more than 5 s or 512 MiB. Exit codes: 0 nothing found; 1 a finding, kept
in --keep; 2 wrong usage; 3 a file cannot be read.
"""


def main(arguments: list[str]) -> int:
    """The program. Returns its exit code."""
    options = _parser().parse_args(arguments)
    if options.worker:
        return work(options)
    try:
        if options.again:
            return again(options.again, options.modules)
        chosen = choose(options.only, options.modules)
    except KeyError as e:
        print(f"fuzz: {e.args[0]}", file=sys.stderr)
        return 2
    if options.list:
        for group, targets in chosen.items():
            print(f"{group}: {', '.join([t.name for t in targets])}")
        return 0
    return fuzz(chosen, options)


# ------------------------------------------------------------------ targets


def modules_of(group: str, more: Sequence[str]) -> list[str]:
    """Modules of a group; `more` are groups of their own."""
    return GROUPS[group] if group in GROUPS else [m for m in more if m == group]


def targets_of(group: str, more: Sequence[str] = ()) -> list[Target]:
    found: list[Target] = []
    for module in modules_of(group, more):
        found += importlib.import_module(module).TARGETS
    return found


def choose(only: Sequence[str], more: Sequence[str] = ()) -> dict[str, list[Target]]:
    """Groups and their targets: all, or those named by group or target. Raises KeyError."""
    groups = {group: targets_of(group, more) for group in [*(() if more else GROUPS), *more]}
    known = {*groups, *[t.name for targets in groups.values() for t in targets]}
    for name in only:
        if name not in known:
            raise KeyError(f"there is no target {name!r}; there are {', '.join(sorted(known))}")
    chosen = {
        group: [t for t in targets if not only or group in only or t.name in only]
        for group, targets in groups.items()
    }
    return {group: targets for group, targets in chosen.items() if targets}


def has_atheris() -> bool:
    """Return True if the coverage-guided part can run here."""
    return importlib.util.find_spec("atheris") is not None


# ------------------------------------------------------------------ the parent


class Board:
    """The progress so far, told by the workers' lines."""

    def __init__(self) -> None:
        self.runs: dict[tuple[str, str], tuple[int, float]] = {}
        self.found: list[dict[str, Any]] = []
        self._lock = threading.Lock()

    def on_line(self, engine: str, line: dict[str, Any]) -> None:
        """One line of a worker."""
        with self._lock:
            if "file" in line:
                self.found.append(line)
                print(
                    f"FINDING {line['target']}: {line['error']}\n  kept: {line['file']}\n"
                    f"  again: python -m fuzz parsers --again {line['file']}",
                    flush=True,
                )
            else:
                self.runs[line["target"], engine] = (line["runs"], line["seconds"])
                rate = line["runs"] / max(line["seconds"], 0.001)
                print(
                    f"  {line['target']:<12} {engine:<10} {line['runs']:>9} inputs {rate:>8.0f}/s",
                    flush=True,
                )


def fuzz(chosen: dict[str, list[Target]], options: argparse.Namespace) -> int:
    """Run all workers, as many at once as there are cores, and say what they found."""
    engines = ["structured"]
    if options.structured_only:
        pass
    elif has_atheris():
        engines = list(ENGINES)
    else:
        print("fuzz: no atheris here (Linux on x86_64 has it): structured mutations only")
    board, begun = Board(), time.monotonic()
    jobs = [(group, engine) for group in chosen for engine in engines]
    print(
        f"{sum(map(len, chosen.values()))} targets in {len(chosen)} groups, "
        f"{options.group_seconds or options.each:g} s for each "
        f"{'group' if options.group_seconds else 'target'}, {options.jobs} at once",
        flush=True,
    )

    def serve() -> None:
        while True:
            with board._lock:
                if not jobs:
                    return
                group, engine = jobs.pop(0)
            whole = options.group_seconds
            seconds = (whole / weight(chosen[group]) if whole else options.each) / len(engines)
            supervise(chosen[group], group, engine, seconds, options, board)

    threads = [threading.Thread(target=serve, daemon=True) for _ in range(options.jobs)]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            for thread in threads:
                thread.join(0.2)
    except KeyboardInterrupt:
        print("stopped")
    total = sum(runs for runs, _ in board.runs.values())
    print(f"{total} inputs, {len(board.found)} findings; {time.monotonic() - begun:.0f} s")
    return 1 if board.found else 0


def weight(targets: Sequence[Target]) -> int:
    """Parts into which the time of a group is cut."""
    return sum(t.weight for t in targets)


def supervise(
    targets: list[Target],
    group: str,
    engine: str,
    seconds: float,
    options: argparse.Namespace,
    board: Board,
) -> None:
    """One worker process; started again without the target that killed it."""
    left = [t.name for t in targets]
    with tempfile.TemporaryDirectory(prefix="owm-fuzz-") as folder:
        status = Path(folder) / "status"
        while left:
            make_status(status)
            command = [
                sys.executable, "-m", "fuzz", "parsers", "--worker", engine, "--group", group,
                "--only", *left, "--each", str(seconds), "--seed", str(options.seed),
                "--keep", str(options.keep), "--status", str(status),
                *(["--weigh"] if options.group_seconds else []),
                *(["--corpus", str(options.corpus)] if options.corpus else []),
                *[f"--modules={m}" for m in options.modules],
            ]  # fmt: skip
            log = Path(folder) / "stderr"
            most = sum(t.weight for t in targets if t.name in left) * seconds + 60
            with log.open("wb") as errors:
                worker = subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.DEVNULL
                )
                killer = threading.Timer(most + 10 * SECONDS * len(left), worker.kill)
                killer.start()
                assert worker.stdout is not None
                done: set[str] = set()
                try:
                    for raw in worker.stdout:
                        line = json.loads(raw)
                        if "runs" in line:
                            done.add(line["target"])
                        board.on_line(engine, line)
                    code = worker.wait()
                finally:
                    killer.cancel()
                    if worker.poll() is None:
                        worker.kill()
                        worker.wait()
            left = [name for name in left if name not in done]
            if code == 0 or not left:
                return
            runs, data = read_status(status)
            said = log.read_text("utf-8", "replace")[-4000:]
            dead = Finding(left[0], data, f"the process died (exit {code}, input {runs})", said, "")
            board.on_line(
                engine,
                {
                    "target": left[0],
                    "error": dead.error,
                    "file": dead.keep(options.keep).as_posix(),
                },
            )
            del left[0]


# ------------------------------------------------------------------ a worker


def work(options: argparse.Namespace) -> int:
    """Run the targets of one group by one engine; a line of JSON for each and each finding."""
    if options.worker == "guided":
        import atheris  # type: ignore[import-untyped, import-not-found, unused-ignore]

        with atheris.instrument_imports(include=WATCHED, enable_loader_override=False):
            targets = targets_of(options.group, options.modules)
    else:
        targets = targets_of(options.group, options.modules)
    fence_memory()
    for target in targets:
        if target.name in options.only:
            begun = time.monotonic()
            seconds = options.each * target.weight if options.weigh else options.each
            if options.worker == "guided":
                runs = _guided(target, seconds, options)
            else:
                runs = _structured(target, seconds, options)
            _say({"target": target.name, "runs": runs, "seconds": time.monotonic() - begun})
    return 0


def _say(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _structured(target: Target, seconds: float, options: argparse.Namespace) -> int:
    from fuzz.structured import rounds  # not before the coverage-guided part has its imports

    watch, findings = Watch(target, options.status), Findings(options.keep, _say)
    return rounds(watch, findings, options.seed, seconds)


def _guided(target: Target, seconds: float, options: argparse.Namespace) -> int:
    """Bytes by coverage, in a child process: atheris does not return."""
    make_status(options.status)
    child = os.fork()
    if not child:
        try:
            _guide(target, seconds, options)
        finally:
            os._exit(70)
    _, outcome = os.waitpid(child, 0)
    runs, data = read_status(options.status)
    if outcome:
        dead = Finding(target.name, data, f"the process died ({outcome}, input {runs})", "", "")
        file = dead.keep(options.keep)
        _say({"target": target.name, "error": dead.error, "file": file.as_posix()})
    return runs


def _guide(target: Target, seconds: float, options: argparse.Namespace) -> None:
    import atheris

    watch, findings = Watch(target, options.status), Findings(options.keep, _say)
    seeds = list(target.seeds())
    until = time.monotonic() + seconds

    def one(data: bytes) -> None:
        if (found := watch.attempt(data)) is not None:
            findings.take(watch, found)
        if time.monotonic() > until:
            sys.stdout.flush()
            os._exit(0)

    with tempfile.TemporaryDirectory(prefix="owm-fuzz-") as folder:
        for number, good in enumerate(seeds):
            (Path(folder) / str(number)).write_bytes(good)
        corpus = [folder]
        if options.corpus:
            kept = options.corpus / target.name
            kept.mkdir(parents=True, exist_ok=True)
            corpus = [str(kept), folder]
        longest = max([256, *[len(s) + len(s) // 4 for s in seeds]])
        ours = ["-timeout=0", "-rss_limit_mb=0", "-verbosity=0", "-len_control=0"]
        seed = f"-seed={options.seed % (1 << 31) + 1}"
        atheris.Setup(["fuzz", *corpus, *ours, seed, f"-max_len={longest}"], one)
        atheris.Fuzz()


def again(file: Path, more: Sequence[str] = ()) -> int:
    """Run the input of a kept finding once more."""
    try:
        name, data = read_finding(file.read_text("utf-8"))
    except (OSError, ValueError) as e:
        print(f"fuzz: {file}: {e}", file=sys.stderr)
        return 3
    (target,) = [t for targets in choose([name], more).values() for t in targets]
    fence_memory()
    found = Watch(target).attempt(data)
    if found is None:
        print(f"{file}: nothing happens any more")
        return 0
    print(f"{found.trace}\n{file}: {found.error}\nIt still happens.")
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz parsers",
        description="Feeds every parser and state machine bytes by coverage and broken messages.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    hidden = argparse.SUPPRESS
    add("--each", type=float, default=60, metavar="N", help="seconds for each target (60)")
    add("--group-seconds", type=float, default=0, metavar="N", help="for each group, instead")
    add("--only", nargs="+", default=[], metavar="NAME", help="of --list: targets, or groups")
    add("--list", action="store_true", help="the targets, and nothing else")
    add("--keep", type=Path, default=Path("crashes"), metavar="DIR", help="where findings go")
    add("--corpus", type=Path, metavar="DIR", help="keep what reached new code, and use it")
    add("--seed", type=int, default=int(time.time()), metavar="N", help="of the mutations")
    add(
        "--jobs",
        type=int,
        default=max(2, os.cpu_count() or 1),
        metavar="N",
        help="processes at once",
    )
    add("--structured-only", action="store_true", help="leave out the coverage-guided part")
    add("--again", type=Path, metavar="FILE", help="run a kept finding once more, nothing else")
    add("--worker", choices=ENGINES, help=hidden)
    add("--group", help=hidden)
    add("--status", type=Path, help=hidden)
    add("--weigh", action="store_true", help=hidden)
    add("--modules", action="append", default=[], help=hidden)
    return parser


def all_targets() -> Iterator[Target]:
    """Every target there is."""
    for group in GROUPS:
        yield from targets_of(group)
