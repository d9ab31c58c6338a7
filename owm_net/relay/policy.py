"""Admission to a relay, how much each client may ask for, and which client gives way when full."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection
from dataclasses import dataclass, field

import trio

from owm_net.relay.clients import IDLE, Client, GuestStanding
from owm_net.relay.directory import Directory
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Asks, Limits, Refused, Tally
from owm_net.relay.requests import List, Request, Take
from owm_net.relay.rooms import SOON
from owm_net.strangers.crowd import Crowd
from owm_net.strangers.misses import Allowed, Misses
from owm_net.strangers.origins import Origin

RESERVE = 32  # newcomers who may say what they want when all connections are in use

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Policy:
    """The operator's settings that are not numbers. token: what every client must know; "" for
    none."""

    token: str = field(default="", repr=False)
    banned: tuple[Network, ...] = ()

    def bans(self, host: str) -> bool:
        """Return True if an address, as text, is banned."""
        if not self.banned:
            return False
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        return any(address in network for network in self.banned)


class Gate:
    """The checks every client must pass. limits, policy: may be replaced at any time. draining:
    nobody new gets a room. directory: counts what an address asks of all relays together."""

    def __init__(
        self, limits: Limits, policy: Policy, journal: Journal, directory: Directory | None
    ) -> None:
        self.limits = limits
        self.policy = policy
        self.draining = False
        self._journal = journal
        self._directory = directory
        self._newcomers: Crowd[Client] = Crowd()
        self._tally = Tally("connections", "connections")
        self._tallied: set[Client] = set()
        self._asks = Asks()
        self._misses = Misses()

    # -- connections ----------------------------------------------------------------------

    def enter(self, origin: Origin, host: str) -> None:
        """Count one more connection of an address, until `leave`. host: the address. Raises
        Refused, and counts nothing, if it is banned or has too many."""
        limits = self.limits
        if self.policy.bans(host):
            raise banned()
        self._tally.check(origin, limits.connections_per_home, limits.connections_per_network)
        self._tally.add(origin)

    def leave(self, origin: Origin) -> None:
        """One of them is gone."""
        self._tally.remove(origin)

    def admit(self, client: Client, connections: int) -> None:
        """Give it a place among those who have not said yet what they want. connections: how many
        there are with it. Raises Refused."""
        limits = self.limits
        self.enter(client.origin, client.host)
        self._tallied.add(client)
        places = limits.handshakes
        if connections > limits.connections:
            places = min(places, max(RESERVE, len(self._newcomers)))
        gone = self._newcomers.add(client, client.origin, places)
        if gone is not None:
            refusal = crowded("connections" if places < limits.handshakes else "handshakes")
            if gone is client:
                raise refusal
            gone.send_away(refusal)

    def heard(self, client: Client) -> None:
        """It has said what it wants, or is gone."""
        self._newcomers.remove(client)

    def giving_way(self, client: Client, clients: Collection[Client]) -> Client | None:
        """Find a place among the connections for one who has said what it wants. When all are in
        use, one who only waits must go, by the lot that empty rooms have: returned. Raises
        Refused."""
        if sum(other.has_place for other in clients) <= self.limits.connections:
            return None
        idle: Crowd[Client] = Crowd()
        for other in clients:
            if other.state in IDLE:
                idle.add(other, other.origin, len(clients))
        gone = idle.giving_way(client.origin)
        if gone is None:
            raise crowded("connections")
        return gone

    def uncount(self, client: Client) -> None:
        """It counts no longer for its address: it is gone, or attends to a guest, who counts."""
        if client in self._tallied:
            self._tallied.remove(client)
            self.leave(client.origin)

    # -- what they ask for ----------------------------------------------------------------

    def check(self, client: Client, request: Request, now: float) -> None:
        """Check the limits that apply to every request for a room. Raises Refused."""
        self.count_ask(client, now)
        if self._directory is not None:
            self._directory.asked(client.origin, now)
        token = "" if isinstance(request, Take) else request.token
        if self.policy.token and not hmac.compare_digest(token, self.policy.token):
            raise Refused("token", "this relay wants its access token: --relay TOKEN@HOST:PORT")
        if self.draining:
            raise draining()
        journal = self._journal
        if journal.month_bytes >= self.limits.month_bytes and not isinstance(request, List):
            raise Refused(
                "volume",
                "this relay has passed on as much as it may in a month",
                journal.next_month(),
            )

    def count_ask(self, client: Client, now: float) -> None:
        """One more of its address. Raises Refused."""
        self._asks.check(client.origin, self.limits.asks_per_minute, now)

    # -- guesses --------------------------------------------------------------------------

    def names(self, origin: Origin, name: str, now: float) -> int:
        """Count one who names a room as one who has failed, for it may be nobody's; but not twice
        for one name, for a friend may come before the host. Returns how often. Raises Refused."""
        if self._misses.knows(origin, name):
            return 0
        self.may_miss(origin, now)
        self._misses.count(origin, now, name)
        return 1

    def may_miss(self, origin: Origin, now: float) -> None:
        """Raises Refused if it has failed too often."""
        if wait := self._misses.wait(origin, self._allowed, now):
            why = "your address or network has tried too many wrong room numbers or codes"
            raise Refused("misses", why, wait)

    def forgive(self, origin: Origin, times: int = 1) -> None:
        """It has not failed after all."""
        self._misses.forgive(origin, times)

    def guesses(self, client: Client) -> None:
        """Count a stranger's second message as a miss, until its host knows it. Raises
        BrokenResourceError if there are too many."""
        now = trio.current_time()
        if self._misses.wait(client.origin, self._allowed, now):
            self._journal.refuse("misses")
            raise trio.BrokenResourceError("guesses too often")
        self._misses.count(client.origin, now)
        client.standing = GuestStanding.SUSPECT

    def known(self, guest: Client) -> None:
        """Its host knows it."""
        if guest.standing is GuestStanding.SUSPECT:
            self.forgive(guest.origin)
        guest.standing = GuestStanding.KNOWN

    @property
    def _allowed(self) -> Allowed:
        return Allowed(self.limits.misses_per_home, self.limits.misses_per_network)

    def forget(self, now: float) -> None:
        """Forget addresses with nothing left to count. Call about once a minute."""
        self._asks.forget_the_quiet(now)
        self._misses.forget(now)


def draining() -> Refused:
    """Of a relay that is about to stop."""
    return Refused("draining", "this relay is about to stop; another may take its place", 10)


def banned() -> Refused:
    """Of an address on the operator's list."""
    return Refused("banned", "the operator of this relay has banned this address")


def crowded(limit: str) -> Refused:
    """Refuse a client for want of a place."""
    return Refused(limit, "this relay serves as many as it can", SOON)
