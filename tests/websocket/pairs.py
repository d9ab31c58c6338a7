"""Two ends of a WebSocket in memory, without its opening."""

from functools import partial

import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair
from wsproto.frame_protocol import FrameProtocol

from owm_net.websocket.stream import WebSocketStream

FRAMES = FrameProtocol(client=True, extensions=[])
"""Makes single frames of a client, to be sent as they are."""


def websocket_pair(under=memory_stream_pair, on_bad=lambda word: None):
    """A client's end, and a server's, which tells `on_bad`."""
    ours, its = under()
    client = WebSocketStream(ours, client=True)
    return client, WebSocketStream(its, client=False, on_bad=on_bad)


class Prompt(trio.abc.SendStream):
    """A stream that buffers, and sends as a socket does: what is not cancelled before goes out."""

    def __init__(self, stream: trio.testing.MemorySendStream) -> None:
        self._stream = stream

    async def send_all(self, data) -> None:
        await trio.lowlevel.checkpoint_if_cancelled()
        with trio.CancelScope(shield=True):
            await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


def prompt_pair():
    """As memory_stream_pair."""
    pair = memory_stream_pair()
    return [trio.StapledStream(Prompt(one.send_stream), one.receive_stream) for one in pair]


def kinds():
    """What a test of the relay may run over: makers of pairs that buffer, and that do not."""
    return {
        memory_stream_pair: partial(websocket_pair, prompt_pair),
        lockstep_stream_pair: partial(websocket_pair, lockstep_stream_pair),
    }


def raw_client(on_bad=lambda word: None):
    """A client's bare transport, and a server's end on top of it."""
    ours, its = memory_stream_pair()
    return ours, WebSocketStream(its, client=False, on_bad=on_bad)


async def sent_by(stream: trio.abc.ReceiveStream) -> bytes:
    """All that comes until the end."""
    return b"".join([bytes(data) async for data in stream])
