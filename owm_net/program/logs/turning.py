"""The turning points of the match of a log, found in this process or in one of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import trio
import trio.lowlevel

from owm_net.client.language import tr
from owm_net.client.tables import in_words
from owm_net.client.terminal.turning import CLOSED, NO_THINKER, none_words, turning_words
from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.files import page
from owm_net.program.computer.standby import apart, end_with_parent
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.logs.retelling import opened_hands, own_cards, recording_of
from owm_net.program.packs_in_use import pack_arguments, take_pack
from owm_net.session.recorded import Learnt, Progress, Recording
from owm_net.session.turning import Turning, turning_points

NOT_FOUND = say("the search has ended without a result; ask for it again")


def known_hands(log: Path) -> list[Learnt]:
    """Return the cards of all who have opened them, and this player's own. Raises Fail."""
    hands = opened_hands(log)
    with suppress(Fail):
        own = own_cards(log)
        hands = [own, *[hand for hand in hands if hand.seat != own.seat]]
    return hands


def find(recording: Recording, hands: Sequence[Learnt], progress: Progress) -> list[Turning]:
    """Find them here. progress: told how much is done, and of how much."""
    search = turning_points(recording, hands)
    while True:
        try:
            progress(*next(search))
        except StopIteration as end:
            found: list[Turning] = end.value
            return found


def turning_lines(log: Path, progress: Progress) -> Iterator[str]:
    """Yield them in words, a line each. Raises Fail."""
    recording = recording_of(log)
    if recording.system.thinker() is None:
        yield tr(NO_THINKER)
        return
    hands = known_hands(log)
    words = in_words(recording.system)
    words.names = recording.names
    found = find(recording, hands, progress)
    for turning in found:
        view = recording.view(turning.step, next(h for h in hands if h.seat == turning.seat))
        yield from turning_words(words, view, turning).lines
    turned = [turning.seat for turning in found]
    others = [hand.seat for hand in hands if hand.seat not in turned]
    yield from none_words(words, recording.view(recording.last), others)
    if len(hands) < len(recording.names):
        yield tr(CLOSED)


async def find_beside(
    log: Path, recording: Recording, hands: Sequence[Learnt], progress: Callable[[int, int], None]
) -> list[Turning]:
    """Find them in a process of its own; in a page here, with pauses. Cancelled, it ends the
    process. Raises Fail, OSError."""
    if page.here() is not None:
        search = turning_points(recording, hands)
        while True:
            try:
                progress(*next(search))
            except StopIteration as end:
                found: list[Turning] = end.value
                return found
            await trio.lowlevel.checkpoint()
    process = await trio.lowlevel.open_process(
        [sys.executable, "-m", __name__, str(log), *pack_arguments()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **apart(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    said = b""
    try:
        async with process.stdin, process.stdout:  # it ends when its input does, so with us
            async for piece in process.stdout:
                said += piece
                *whole, said = said.split(b"\n")
                for line in whole[-1:]:
                    done = codec.decode(bytes.fromhex(line.decode()))
                    if done[0] == "found":
                        return [_turning(one) for one in done[1:]]
                    progress(*done[1:])
    except (BadEncoding, TypeError, ValueError) as error:
        raise Fail(NOT_FOUND, CANNOT) from error
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
    raise Fail(NOT_FOUND, CANNOT)


def _turning(plain: list[object]) -> Turning:
    """Read one that `main` has written. Raises BadEncoding, TypeError, ValueError."""
    step, seat, given, better, words, won, lost, tried = plain
    answers = records.load(given), records.load(better)
    if not all(isinstance(answer, Answer) for answer in answers):
        raise TypeError
    return Turning(step, Seat(seat), *answers, words, won, lost, tried)  # type: ignore[arg-type]


def main() -> None:
    """Find those of a log; end at once when nobody waits for them any more."""
    log, *more = sys.argv[1:]
    take_pack(more)
    end_with_parent()
    recording, hands = recording_of(Path(log)), known_hands(Path(log))

    def tell(*told: object) -> None:
        print(codec.encode(list(told)).hex(), flush=True)

    found = find(recording, hands, lambda done, total: tell("done", done, total))
    plain = [[t.step, t.seat, t.given, t.better, t.words, t.won, t.lost, t.tried] for t in found]
    tell("found", *plain)


if __name__ == "__main__":
    main()
