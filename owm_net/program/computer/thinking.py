"""The computer player's answer for a hint, found in a process of its own.

It gets what the seat sees and nothing else: the common state, and the cards that the seat knows.
`python -m owm_net.program.computer.thinking` is that process.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from typing import Any, BinaryIO

import trio

from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding
from owm_net.engine.requests import Answer
from owm_net.engine.system import Advised, System
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.program.computer.standby import STANDBY, apart, end_with_parent
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.packs_in_use import pack_arguments, take_pack
from owm_net.program.setups import find_system

SEEN = 0.1
"""Seconds in which a page shows that it thinks, before it does."""
SIZE = 4
"""Bytes of a length."""
NO_HINT = say("the computer player found no answer; the hint can be asked for again")


async def think(system: System, view: View[Any]) -> tuple[Advised, ...]:
    """Return what the computer player would do. Cancelled, it ends the process. Raises Fail,
    OSError."""
    if STANDBY.elsewhere is not None:  # there are no processes: it is found here
        await trio.sleep(SEEN)
        return system.advised(view)
    seen = codec.encode([system.id, view.seat, [list(one) for one in view.known.items()]])
    parts = seen, codec.encode(view.state)
    order = b"".join([len(part).to_bytes(SIZE, "big") + part for part in parts])
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
                await process.stdin.send_all(order)
            async for piece in process.stdout:
                found += piece
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
    try:
        return tuple([_advised(one) for one in codec.decode(found)])
    except (BadEncoding, TypeError, ValueError) as error:
        raise Fail(NO_HINT, CANNOT) from error


def _advised(plain: Any) -> Advised:
    """Read one that `main` has written. Raises BadEncoding, TypeError, ValueError."""
    tagged, words, better, tried = plain
    answer = records.load(tagged)
    if not isinstance(answer, Answer):
        raise TypeError
    return Advised(answer, words, better, tried)


def main() -> None:
    """Answer the question on standard input; end at once when nobody waits for it any more."""
    take_pack(sys.argv[1:])
    seen, state = (_part(sys.stdin.buffer) for _ in range(2))
    end_with_parent()
    id, seat, known = codec.decode(seen)
    system = find_system(id)
    view: View[Any] = View(records.from_bytes(state), seat, dict(known))
    found = [[one.answer, one.words, one.better, one.tried] for one in system.advised(view)]
    sys.stdout.buffer.write(codec.encode(found))


def _part(given: BinaryIO) -> bytes:
    """Read a part of the order, behind its length."""
    return given.read(int.from_bytes(given.read(SIZE), "big"))


if __name__ == "__main__":
    main()
