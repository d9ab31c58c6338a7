"""What seats decide: openly, all together in secret, or closed in a token for later."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from owm_net.engine import agenda, codec, records
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Request, Seal, Unseal
from owm_net.protocol import commitment
from owm_net.protocol.entries import Kind
from owm_net.protocol.errors import BadEncoding, BadProof
from owm_net.protocol.fiat_shamir import u64
from owm_net.session.ground import Ground
from owm_net.session.openings import Openings
from owm_net.session.steps import Step, Steps

CHOICE_BYTES = 2048
"""Every secret choice is padded to this, so that its length tells nothing."""

OPENING_BYTES = commitment.NONCE_BYTES + 4 + CHOICE_BYTES
MAX_ANSWER = 16384
TOKENS_AT_ONCE = 64
"""At the end every seat opens so many tokens with one entry."""


@frozen
class _Token:
    """A decision that its seat has committed to and nobody else knows."""

    seal: Seal
    ctx: bytes
    commitment: bytes


class Decisions:
    """Answers Choose, ChooseSecretly, Seal and Unseal, and audits at the end."""

    def __init__(self, ground: Ground, openings: Openings) -> None:
        self._ground = ground
        self._openings = openings
        self._tokens: dict[int, _Token] = {}

    # -- open answers --------------------------------------------------------------------

    def choose(self, request: Choose[Any]) -> Steps:
        """An answer; the owner's shares in the cards he plays ride along."""
        step = Step(Kind.ANSWER, (request.seat,), self._check_answer, say=self._say_answer)
        ((answer, slots, shares),) = yield step
        self._ground.table.add_shares(request.seat, slots, shares)
        return answer

    def _say_answer(self, answer: Answer) -> bytes:
        """u32 length || answer || shares in the played slots that are not given yet, if any."""
        own, _ = self._ground.mine()
        data = codec.encode(answer)
        slots = self._ground.table.missing(own.seat, _hidden(answer))
        shares = self._openings.make_shares(slots) if slots else b""
        return len(data).to_bytes(4, "big") + data + shares

    def _check_answer(self, seat: int, body: bytes) -> tuple[Answer, list[int], list[bytes]]:
        length = int.from_bytes(body[:4], "big")
        if len(body) < 4 or length > min(MAX_ANSWER, len(body) - 4):
            reason = "an answer that is not as long as it says"
            raise BadEncoding(reason, algorithm="wire.md, ANSWER")
        answer: Answer = records.from_bytes(body[4 : 4 + length])
        agenda.check_answer(self._ground.state, seat, answer)
        played, rest = _hidden(answer), body[4 + length :]
        if len(set(played)) != len(played):
            raise BadProof("it plays a card twice", algorithm="wire.md, ANSWER")
        slots = self._ground.table.missing(seat, played)
        if not slots:
            if rest:
                raise BadEncoding("bytes after the answer", algorithm="wire.md, ANSWER")
            return answer, [], []
        return answer, slots, self._openings.check_shares(seat, slots, rest)

    # -- closed answers ------------------------------------------------------------------

    def choose_secretly(self, request: ChooseSecretly[Any]) -> Steps:
        """All commit, then all open."""
        committed = yield self._commit_step(request.seats, "choice")
        tokens = dict(zip(request.seats, committed, strict=True))

        def check(seat: int, body: bytes) -> Answer:
            ctx, committed = tokens[seat]
            return self._open_now(request, seat, ctx, committed, body)

        def make() -> bytes:
            own, _ = self._ground.mine()
            return self._ground.private.take_opening(tokens[own.seat][1])

        opened = yield Step(Kind.OPEN, request.seats, check, make)
        return tuple(opened)

    def seal(self, request: Seal) -> Steps:
        """One commits; everybody keeps the commitment."""
        ((ctx, committed),) = yield self._commit_step((request.seat,), "token", request.token)
        self._tokens[request.token] = _Token(request, ctx, committed)
        return ()

    def unseal(self, request: Unseal) -> Steps:
        """The opening of a token, judged by the frame that asks for it."""
        token = self._tokens[request.token]

        def check(seat: int, body: bytes) -> Answer:
            return self._open_now(request, seat, token.ctx, token.commitment, body)

        def make() -> bytes:
            return self._ground.private.take_opening(token.commitment)

        (answer,) = yield Step(Kind.OPEN, (request.seat,), check, make)
        del self._tokens[request.token]
        return answer

    def audit(self) -> Steps:
        """The game is over: every token still closed is opened, and the system judges it.

        Those of seats that have left stay closed for ever.
        """
        for number in [n for n, t in self._tokens.items() if t.seal.seat in self._ground.left]:
            del self._tokens[number]
        while self._tokens:
            part: dict[int, list[_Token]] = {}
            for number in sorted(self._tokens):
                seat = self._tokens[number].seal.seat
                if len(part.setdefault(seat, [])) < TOKENS_AT_ONCE:
                    part[seat].append(self._tokens.pop(number))
            yield self._audit_step(part)

    def _audit_step(self, part: dict[int, list[_Token]]) -> Step:
        def make() -> bytes:
            own, _ = self._ground.mine()
            take = self._ground.private.take_opening
            return b"".join([take(t.commitment) for t in part[own.seat]])

        def check(seat: int, body: bytes) -> None:
            tokens = part[seat]
            if len(body) != OPENING_BYTES * len(tokens):
                reason = f"{len(tokens)} tokens are to be opened"
                raise BadEncoding(reason, algorithm="deck.md Algorithm 15")
            for i, token in enumerate(tokens):
                opening = body[i * OPENING_BYTES : (i + 1) * OPENING_BYTES]
                answer = self._open(token.ctx, token.commitment, opening)
                self._audit_one(token.seal, answer)

        return Step(Kind.OPEN, sorted(part), check, make)

    def _audit_one(self, seal: Seal, answer: Answer) -> None:
        refusal = self._ground.system.audit(self._ground.state, seal.seat, seal.kind, answer)
        if refusal is not None:
            raise IllegalAnswer(
                seat=seal.seat,
                answer=answer,
                request=seal,
                rule=refusal.rule,
                why=f"{refusal.why} (seen when its token was opened at the end)",
            )

    def _commit_step(self, seats: tuple[int, ...], purpose: str, token: int = 0) -> Step:
        """Everybody keeps context and commitment; this seat keeps its opening besides."""
        ground = self._ground
        about = u64(token) if token else b""

        def say(answer: Answer) -> bytes:
            own, _ = ground.mine()
            ctx, data = ground.ctx(own.seat, purpose, about=about), codec.encode(answer)
            committed, opening = commitment.commit(ctx, 0, data, CHOICE_BYTES, own.entropy)
            ground.private.keep_opening(committed, opening)
            return committed

        def check(seat: int, body: bytes) -> tuple[bytes, bytes]:
            if len(body) != commitment.COMMITMENT_BYTES:
                raise BadEncoding("a commitment is 32 bytes", algorithm="deck.md Algorithm 15")
            if ground.is_own(seat):
                ground.private.take_opening(body)  # raises when a match is resumed without it
            return ground.ctx(seat, purpose, about=about), body

        return Step(Kind.COMMIT, seats, check, say=say)

    def _open(self, ctx: bytes, committed: bytes, body: bytes) -> Answer:
        """Raises BadProof, BadEncoding."""
        data = commitment.check_opening(ctx, 0, CHOICE_BYTES, committed, body)
        answer = records.from_bytes(data)
        if not isinstance(answer, Answer):
            raise BadEncoding("a secret choice that is no answer", algorithm="wire.md, OPEN")
        return answer

    def _open_now(
        self, request: Request[Any], seat: int, ctx: bytes, committed: bytes, body: bytes
    ) -> Answer:
        """An opening that is judged at once. Raises IllegalAnswer, BadProof, BadEncoding."""
        answer = self._open(ctx, committed, body)
        if _hidden(answer):
            raise IllegalAnswer(
                seat=seat,
                answer=answer,
                request=request,
                rule="KERNEL",
                why="a hidden card cannot be played in secret",
            )
        agenda.check_answer(self._ground.state, seat, answer)
        return answer


def _hidden(answer: object) -> list[int]:
    return [c for c in records.played_cards(answer) if c < 0] if isinstance(answer, Answer) else []
