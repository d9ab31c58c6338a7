"""The computer player's answer for a hint, found in a process of its own.

`python -m owm_net.program.computer.thinking` is that process.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from typing import Any

import trio

from owm_net.engine.errors import BadEncoding
from owm_net.engine.system import Advised, System
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.program.computer.asked import find, found_in, question
from owm_net.program.computer.standby import STANDBY, apart, end_with_parent
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.packs_in_use import pack_arguments, take_pack

SIZE = 4
"""Bytes of a length."""
NO_HINT = say("the computer player found no answer; the hint can be asked for again")


async def think(system: System, view: View[Any]) -> tuple[Advised, ...]:
    """Return what the computer player would do. Cancelled, it ends the process. Raises Fail,
    OSError."""
    asked = question(system, view)
    found = await (STANDBY.find or _find_in_a_process)(asked)
    try:
        return found_in(found)
    except (BadEncoding, TypeError, ValueError) as error:
        raise Fail(NO_HINT, CANNOT) from error


async def _find_in_a_process(asked: bytes) -> bytes:
    process = await trio.lowlevel.open_process(
        [sys.executable, "-m", __name__, *pack_arguments()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **apart(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    found = b""
    try:
        async with process.stdin, process.stdout:  # it ends when its input does, so with us
            with suppress(trio.BrokenResourceError):  # it has just ended, and has said nothing
                await process.stdin.send_all(len(asked).to_bytes(SIZE, "big") + asked)
            async for piece in process.stdout:
                found += piece
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
    return found


def main() -> None:
    """Answer the question on standard input; end at once when nobody waits for it any more."""
    take_pack(sys.argv[1:])
    given = sys.stdin.buffer
    asked = given.read(int.from_bytes(given.read(SIZE), "big"))
    end_with_parent()
    sys.stdout.buffer.write(find(asked))


if __name__ == "__main__":
    main()
