"""Pictures and films of a match that is looked at again, drawn by a process of `owm-net replay`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from owm_net.client.language import current, tr
from owm_net.engine.view import EVERYBODY
from owm_net.files import page
from owm_net.files.home import CannotWrite
from owm_net.files.reasons import reason
from owm_net.files.written import forget_halves
from owm_net.program.failing import BAD, FINE
from owm_net.program.logs.places import picture_place
from owm_net.program.logs.retelling import draw_here
from owm_net.program.packs_in_use import pack_arguments

if TYPE_CHECKING:
    from owm_net.client.front import Front
    from owm_net.client.match.replay import Export, Replay, Wanted


async def draw_when_wanted(front: Front, replay: Replay, log: Path) -> None:
    """Pictures and films beside the log, as often as they are wanted, one at a time."""
    while True:
        wanted: list[Wanted] = []
        asked = trio.Event()

        def make(one: Wanted, wanted: list[Wanted] = wanted, asked: trio.Event = asked) -> None:
            wanted.append(one)
            asked.set()

        replay.make = make
        await asked.wait()
        replay.make = None
        await _draw(front, replay, log, wanted[0])
        front.sitting.touch()
        front.wake()


async def _draw(front: Front, replay: Replay, log: Path, wanted: Wanted) -> None:
    """Draw in a separate process, `owm-net replay`."""
    from owm_net.client.match import replay as parts

    if (here := page.here()) is not None:
        await _draw_here(front, replay, log.with_name(f"{log.stem}-{wanted.first}.png"), here)
        return
    if wanted.suffix == ".png":
        path = log.with_name(f"{log.stem}-{wanted.first}.png")
        what = ["--step", str(wanted.first), "--picture", str(path)]
    else:
        path = log.with_name(f"{log.stem}-{wanted.first}-{wanted.last}{wanted.suffix}")
        span = ["--from", str(wanted.first), "--to", str(wanted.last)]
        what = ["--animate", str(path), *span]
    command = [sys.executable, "-m", "owm_net", "--language", current()]
    command += ["replay", str(log), *what, "--json"]
    whose = [] if wanted.seat < 0 else ["--own"]
    if replay.own is None or wanted.seat not in (EVERYBODY, replay.own.seat):
        whose = ["--hand", str(wanted.seat + 1)] if wanted.seat >= 0 else []
    for seat in wanted.others:
        whose += ["--hand", str(seat + 1)]
    command += [*whose, *pack_arguments()]
    if (why := await trio.to_thread.run_sync(_why_not_written, path)) is not None:
        told = tr(
            "{path} cannot be written: {why}. Copy the log to a folder of yours, and drop it here",
            path=path,
            why=why,
        )
        tell_failure(front, replay, tr("{file}: not written", file=path.name), told)
        return
    with trio.CancelScope() as scope:
        replay.export = export = parts.Export(path, scope.cancel)
        front.sitting.touch()
        front.wake()
        try:
            why = await _run(front, export, command)
            if why:
                tell_failure(front, replay, tr("{file}: not written", file=path.name), why)
            else:
                replay.tell(tr("{file} is in", file=path.name), near(path.parent))
        finally:
            replay.export = None
            forget_halves(path)
    if scope.cancelled_caught:
        replay.tell(tr("Given up: nothing was written"))


async def _draw_here(front: Front, replay: Replay, path: Path, here: page.PageHere) -> None:
    """Draw the shown moment in a page, and hand it out. path: with its name."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, path.name)
        try:
            await draw_here(here, made, replay.recording, replay.at, replay.seen)
            here.give(made)
        except OSError as e:
            tell_failure(front, replay, tr("{file}: not written", file=path.name), tr(reason(e)))
        else:
            replay.tell(tr("The picture is {picture}", picture=path.name))


def _why_not_written(path: Path) -> str | None:
    """Tried before it is drawn. None: it can be."""
    try:
        picture_place(path).check()
    except CannotWrite as e:
        return tr(e.strerror or str(e))
    return None


def tell_failure(front: Front, replay: Replay, what: str, why: str) -> None:
    """Say that nothing came of something, and in the line with most room why."""
    replay.tell(what, why, has_failed=True)
    front.sitting.refuse(why, has_failed=True)


def near(path: Path) -> str:
    """Return a path as a player reads it: the home folder is ~."""
    whole = path.absolute()
    with suppress(ValueError, RuntimeError):  # it is another's, or nobody knows where his own is
        return os.path.join("~", whole.relative_to(Path.home()))
    return str(whole)


async def _run(front: Front, export: Export, command: list[str]) -> str:
    """Until it has ended, or is given up. Returns why nothing came of it, "" if all is well."""
    pipe = subprocess.PIPE
    try:
        process = await trio.lowlevel.open_process(command, stdin=None, stdout=pipe, stderr=pipe)
    except OSError as e:  # no memory, or too many processes
        return tr(reason(e))
    said = bytearray()

    async def listen() -> None:
        assert process.stderr is not None
        async for chunk in process.stderr:
            said.extend(chunk[: max(0, 4096 - len(said))])

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            assert process.stdout is not None
            rest = b""
            async for chunk in process.stdout:
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    _follow(front, export, line)
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()
    if process.returncode in (FINE, BAD) and export.total == export.done:
        return ""
    told = bytes(said).decode("utf-8", "replace").strip().splitlines()
    return told[-1].removeprefix("owm-net: ") if told else tr("It could not be drawn")


def _follow(front: Front, export: Export, line: bytes) -> None:
    with suppress(ValueError):
        told = json.loads(line)
        if "drawn" in told:
            export.done, export.total = told["drawn"], told["of"]
            front.sitting.touch()
            front.wake()
