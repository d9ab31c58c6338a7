"""Both ends of a match: HELLO and KEYS, and END."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Over, Result
from owm_net.protocol import keys
from owm_net.protocol.entries import EntryKind
from owm_net.protocol.errors import BadProof
from owm_net.protocol.fiat_shamir import match_id
from owm_net.session.basis import Basis
from owm_net.session.steps import ProtocolStep, Steps
from owm_net.session.terms import Hello, decode_hello


class Ends:
    """The steps before the first request of the rules, and the one after the last."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis

    def meet(self) -> Steps:
        """All seats introduce themselves and show their keys; then the match has a name and its
        keys."""
        basis, everybody = self._basis, tuple(self._basis.present)
        hellos = yield ProtocolStep(EntryKind.HELLO, everybody, self._check_hello, self._make_hello)
        basis.names[:] = [hello.name for hello in hellos]
        basis.chain.match_id = match_id([hello.encode() for hello in hellos])
        shown = yield ProtocolStep(EntryKind.KEYS, everybody, self._check_keys, self._make_keys)
        _check_apart(shown)
        basis.take_keys(shown, keys.joint_key([k.X for k in shown]))

    def part(self) -> ProtocolStep:
        """All that are still there sign the result."""
        return ProtocolStep(
            EntryKind.END, tuple(self._basis.present), self._check_end, self._make_end
        )

    def result(self) -> Result:
        """Return the signed result: the one the players agreed on, or that of the rules."""
        if self._basis.stopped is not None:
            return self._basis.stopped
        assert isinstance(self._basis.state.pending, Over)
        return self._basis.state.pending.result

    def _make_hello(self) -> bytes:
        own = self._basis.own
        assert own is not None
        terms = self._basis.terms_bytes
        nonce = own.random(b"owm/hello", terms)(32)
        return Hello(own.public(), nonce, own.name, terms).encode()

    def _check_hello(self, seat: Seat, body: bytes) -> Hello:
        hello = decode_hello(body)
        if hello.terms != self._basis.terms_bytes:
            raise BadProof("its HELLO agrees to other terms", algorithm="wire.md, HELLO")
        return hello

    def _make_keys(self) -> bytes:
        basis, own = self._basis, self._basis.own
        assert own is not None
        ctx = basis.ctx(own.seat, "keys")
        secrets, body = keys.make_keys(ctx, own.random(ctx, b""))
        basis.private.keep_secrets(secrets)
        return body

    def _check_keys(self, seat: Seat, body: bytes) -> keys.SeatKeys:
        return keys.check_keys(self._basis.ctx(seat, "keys"), body)

    def _make_end(self) -> bytes:
        return codec.encode(self.result())

    def _check_end(self, seat: Seat, body: bytes) -> None:
        if body != codec.encode(self.result()):
            raise BadProof("it signs another result", algorithm="wire.md, END")


def _check_apart(shown: Sequence[keys.SeatKeys]) -> None:
    """Raise BadProof, naming the later of two seats with the same key.

    It can only have proved that it knows the secret if it shares it with the other.
    """
    found: set[bytes] = set()
    for seat, k in enumerate(shown):
        if found & {k.X, k.Y, k.E}:
            raise BadProof(
                "its key is the key of another seat", seat=seat, algorithm="deck.md Algorithm 6"
            )
        found |= {k.X, k.Y, k.E}
