"""The computer player's answer for a hint, found in a process of its own.

It gets what the seat sees and nothing else: the common state, and the cards that the seat knows.
`python -m owm_net.program.computer.thinking` is that process.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import trio

from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.program.computer.standby import apart
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.packs_in_use import pack_arguments, take_pack
from owm_net.program.setups import find_system

NO_HINT = say("the computer player found no answer; the hint can be asked for again")


async def think(system: System, view: View[Any]) -> Answer:
    """Return what the computer player would answer. Cancelled, it ends the process. Raises Fail,
    OSError."""
    seen = codec.encode([system.id, view.seat, [list(one) for one in view.known.items()]])
    order = b"".join([len(seen).to_bytes(4, "big"), seen, codec.encode(view.state)])
    run = await trio.run_process(
        [sys.executable, "-m", __name__, *pack_arguments()],
        stdin=order,
        capture_stdout=True,
        stderr=subprocess.DEVNULL,
        check=False,
        **apart(),
    )
    try:
        answer = records.from_bytes(run.stdout)
    except BadEncoding as error:
        raise Fail(NO_HINT, CANNOT) from error
    if not isinstance(answer, Answer):
        raise Fail(NO_HINT, CANNOT)
    return answer


def main() -> None:
    """Answer the question on standard input."""
    take_pack(sys.argv[1:])
    order = sys.stdin.buffer.read()
    size = int.from_bytes(order[:4], "big")
    id, seat, known = codec.decode(order[4 : 4 + size])
    system = find_system(id)
    view: View[Any] = View(records.from_bytes(order[4 + size :]), seat, dict(known))
    sys.stdout.buffer.write(codec.encode(system.advised(view)))


if __name__ == "__main__":
    main()
