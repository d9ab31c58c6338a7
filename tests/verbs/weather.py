"""A cable that loses what is sent on it and takes its time: packets of IP between two machines of
namespaces.py, carried by hand, for where the system's own weather (netem) is not to be had.

Each machine has a TUN device, whose file is handed to us. Packets from one go into the other,
later, or never; so TCP itself must send the lost ones again.
"""

from __future__ import annotations

import heapq
import os
import random
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.verbs.namespaces import PATIENCE, Machine, NotPermitted

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x1, 0x1000
NAME = "weather"
LONGEST = 2000
"""Bytes of a packet; the devices have 1500."""

OPEN = f"""
import fcntl, os, socket, struct, sys
tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
fcntl.ioctl(tun, {TUNSETIFF}, struct.pack("16sH22x", {NAME.encode()!r}, {IFF_TUN | IFF_NO_PI}))
with socket.socket(fileno=int(sys.argv[1])) as post:
    socket.send_fds(post, [b"tun"], [tun])
"""


class Weather:
    """The fate of the packets. sent, lost: how many."""

    def __init__(self, seed: int, one_way: float, loss: float) -> None:
        self.sent = self.lost = 0
        self._chance = random.Random(seed)
        self._one_way, self._loss = one_way, loss
        self._on_the_way: list[tuple[float, int, int, bytes]] = []

    def carry(self, tuns: tuple[int, int], stop: threading.Event) -> None:
        """Until told to stop."""
        with selectors.DefaultSelector() as waits:
            for end in range(2):
                waits.register(tuns[end], selectors.EVENT_READ, end)
            while not stop.is_set():
                due = self._on_the_way[0][0] - time.monotonic() if self._on_the_way else 0.1
                for key, _ in waits.select(min(0.1, max(0.0, due))):
                    self._take(os.read(tuns[key.data], LONGEST), key.data)
                while self._on_the_way and self._on_the_way[0][0] <= time.monotonic():
                    _, _, end, packet = heapq.heappop(self._on_the_way)
                    os.write(tuns[1 - end], packet)

    def _take(self, packet: bytes, end: int) -> None:
        self.sent += 1
        if self._chance.random() < self._loss:
            self.lost += 1
            return
        due = time.monotonic() + self._one_way
        heapq.heappush(self._on_the_way, (due, self.sent, end, packet))


@contextmanager
def bad_cable(
    one: Machine, other: Machine, *, seed: int, one_way: float, loss: float
) -> Iterator[tuple[str, str, Weather]]:
    """Join two machines. one_way: seconds. loss: which part of the packets. Gives their addresses
    on it, and the weather. Raises NotPermitted."""
    place = "10.78.1"
    tuns: list[int] = []
    stop = threading.Event()
    try:
        for last, machine in enumerate((one, other), 1):
            tuns.append(_tun_of(machine))
            machine.sets(f"up {NAME}, own {NAME} {place}.{last}/24")
        weather = Weather(seed, one_way, loss)
        carrier = threading.Thread(target=weather.carry, args=((tuns[0], tuns[1]), stop))
        carrier.start()
        try:
            yield f"{place}.1", f"{place}.2", weather
        finally:
            stop.set()
            carrier.join()
    finally:
        for tun in tuns:
            os.close(tun)


def _tun_of(machine: Machine) -> int:
    """The file of a TUN device on that machine, which lasts until it is closed."""
    ours, its = socket.socketpair()
    with ours, its:
        ours.settimeout(PATIENCE)
        done = subprocess.run(
            [*machine.enter, sys.executable, "-c", OPEN, str(its.fileno())],
            pass_fds=[its.fileno()],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        if done.returncode:
            raise NotPermitted(f"/dev/net/tun: {done.stderr.strip().splitlines()[-1]}")
        _, (tun,), _, _ = socket.recv_fds(ours, 16, 1)
        return tun
