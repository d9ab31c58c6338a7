"""Decisions of seats: openly, or all together in secret."""

from __future__ import annotations

from typing import Any

from owm_net.engine import agenda, codec, records
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, choose, choose_secretly
from owm_net.protocol import commitment
from owm_net.protocol.entries import EntryKind
from owm_net.protocol.errors import BadProof, MalformedBytes
from owm_net.session.basis import Basis
from owm_net.session.openings import Openings
from owm_net.session.steps import ProtocolStep, Steps

CHOICE_BYTES = choose_secretly.MOST_BYTES
"""Every secret choice is padded to this, so that its length tells nothing."""

MAX_ANSWER = choose.MOST_BYTES


class Decisions:
    """Answers Choose and ChooseSecretly."""

    def __init__(self, basis: Basis, openings: Openings) -> None:
        self._basis = basis
        self._openings = openings

    # -- open answers --------------------------------------------------------------------

    def choose(self, request: Choose[Any]) -> Steps:
        """Take an answer; the owner's shares in the played cards come with it."""
        step = ProtocolStep(
            EntryKind.ANSWER, (request.seat,), self._check_answer, say=self._say_answer
        )
        ((answer, slots, shares),) = yield step
        self._basis.cards.add_shares(request.seat, slots, shares)
        return answer

    def _say_answer(self, answer: Answer) -> bytes:
        """u32 length || answer || shares in the played slots that are not given yet, if any."""
        own, _ = self._basis.mine()
        data = codec.encode(answer)
        slots = self._basis.cards.missing(own.seat, _hidden(answer))
        shares = self._openings.make_shares(slots) if slots else b""
        return len(data).to_bytes(4, "big") + data + shares

    def _check_answer(self, seat: Seat, body: bytes) -> tuple[Answer, list[int], list[bytes]]:
        length = int.from_bytes(body[:4], "big")
        if len(body) < 4 or length > min(MAX_ANSWER, len(body) - 4):
            reason = "an answer that is not as long as it says"
            raise MalformedBytes(reason, algorithm="wire.md, ANSWER")
        answer: Answer = records.from_bytes(body[4 : 4 + length])
        agenda.check_answer(self._basis.state, seat, answer)
        played, rest = _hidden(answer), body[4 + length :]
        if len(set(played)) != len(played):
            raise BadProof("it plays a card twice", algorithm="wire.md, ANSWER")
        slots = self._basis.cards.missing(seat, played)
        if not slots:
            if rest:
                raise MalformedBytes("bytes after the answer", algorithm="wire.md, ANSWER")
            return answer, [], []
        return answer, slots, self._openings.check_shares(seat, slots, rest)

    # -- secret answers ------------------------------------------------------------------

    def choose_secretly(self, request: ChooseSecretly[Any]) -> Steps:
        """All commit, then all open."""
        committed = yield self._commit_step(request.seats)
        sealed: dict[int, Any] = dict(zip(request.seats, committed, strict=True))

        def check(seat: Seat, body: bytes) -> Answer:
            ctx, promise = sealed[seat]
            return self._open(request, seat, ctx, promise, body)

        def make() -> bytes:
            own, _ = self._basis.mine()
            return self._basis.private.take_opening(sealed[own.seat][1])

        opened = yield ProtocolStep(EntryKind.OPEN, request.seats, check, make)
        return tuple(opened)

    def _commit_step(self, seats: tuple[Seat, ...]) -> ProtocolStep:
        """Everybody keeps context and commitment; this seat keeps its opening besides."""
        basis = self._basis

        def say(answer: Answer) -> bytes:
            own, _ = basis.mine()
            ctx, data = basis.ctx(own.seat, "choice"), codec.encode(answer)
            entropy = basis.random(ctx, data)
            committed, opening = commitment.commit(ctx, 0, data, CHOICE_BYTES, entropy)
            basis.private.keep_opening(committed, opening)
            return committed

        def check(seat: Seat, body: bytes) -> tuple[bytes, bytes]:
            if len(body) != commitment.COMMITMENT_BYTES:
                raise MalformedBytes("a commitment is 32 bytes", algorithm="deck.md Algorithm 15")
            if basis.is_own(seat):
                basis.private.take_opening(body)  # raises when a match is resumed without it
            return basis.ctx(seat, "choice"), body

        return ProtocolStep(EntryKind.COMMIT, seats, check, say=say)

    def _open(
        self, request: ChooseSecretly[Any], seat: Seat, ctx: bytes, committed: bytes, body: bytes
    ) -> Answer:
        """Return the answer that a seat had committed to. Raises IllegalAnswer, BadProof,
        MalformedBytes."""
        data = commitment.check_opening(ctx, 0, CHOICE_BYTES, committed, body)
        answer = records.from_bytes(data)
        if not isinstance(answer, Answer):
            raise MalformedBytes("a secret choice that is no answer", algorithm="wire.md, OPEN")
        if _hidden(answer):
            raise IllegalAnswer(
                seat=seat,
                answer=answer,
                request=request,
                rule="KERNEL",
                why="a hidden card cannot be played in secret",
            )
        agenda.check_answer(self._basis.state, seat, answer)
        return answer


def _hidden(answer: object) -> list[int]:
    return [c for c in records.played_cards(answer) if c < 0] if isinstance(answer, Answer) else []
