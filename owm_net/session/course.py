"""The course of a match: which steps of the protocol answer which request of the engine.

Each of the files beside this one answers a few requests: `openings` shows cards to those who
may see them, `decisions` hears what seats decide, `decks` shuffles, `chance` rolls.

No share leaves before every decision that it depends on is accepted: a step begins only when
every entry of the step before it has been checked and accepted, the engine asks for a card only
after the answers that led there, and shares are made for what our own engine asks for and for
nothing else. What an entry says about cards is never a reason to open one.
"""

from __future__ import annotations

from owm_net.engine import agenda, codec
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import (
    Choose,
    ChooseSecretly,
    Draw,
    Flip,
    Over,
    Peek,
    Pick,
    PrivateDeck,
    Remix,
    Request,
    Result,
    Reveal,
    Roll,
    Seal,
    Show,
    Shuffle,
    Unseal,
)
from owm_net.protocol import keys
from owm_net.protocol.entries import Kind
from owm_net.protocol.errors import BadProof
from owm_net.protocol.fiat_shamir import match_id
from owm_net.session.chance import Rolls
from owm_net.session.decisions import Decisions
from owm_net.session.decks import Decks
from owm_net.session.ground import Ground
from owm_net.session.openings import Openings
from owm_net.session.steps import Step, Steps, Work
from owm_net.session.terms import Hello, decode_hello


class Course:
    """The steps of one match, from HELLO to END."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._openings = Openings(ground)
        self._decisions = Decisions(ground, self._openings)
        self._decks = Decks(ground)
        self._rolls = Rolls(ground)

    def play(self) -> Steps:
        """The whole match; returns its `Result`."""
        ground = self._ground
        state, everybody = ground.state, range(ground.seats)
        hellos = yield Step(Kind.HELLO, everybody, self._check_hello, self._make_hello)
        ground.names[:] = [hello.name for hello in hellos]
        ground.lockstep.match_id = match_id([hello.encode() for hello in hellos])
        shown = yield Step(Kind.KEYS, everybody, self._check_keys, self._make_keys)
        self._check_apart(shown)
        ground.lay_table(shown, keys.joint_key([k.X for k in shown]))
        request = agenda.begin(state)
        ground.events.extend(state.events)
        while not isinstance(request, Over):
            answer = yield from self._answer(request)
            request = agenda.advance(state, answer)
            ground.events.extend(state.events)
        yield from self._decisions.audit()
        yield Step(Kind.END, everybody, self._check_end, self._make_end)
        return request.result

    def idle(self) -> Work | None:
        """What may be computed ahead of its time."""
        return self._decks.idle()

    def _answer(self, request: Request) -> Steps:
        """The steps that answer one request."""
        if isinstance(request, Choose):
            return self._decisions.choose(request)
        if isinstance(request, ChooseSecretly):
            return self._decisions.choose_secretly(request)
        if isinstance(request, Seal):
            return self._decisions.seal(request)
        if isinstance(request, Unseal):
            return self._decisions.unseal(request)
        if isinstance(request, Flip | Reveal):
            return self._openings.open(request.slots)
        if isinstance(request, Draw | Peek):
            return self._openings.learn(request.seat, request.slots)
        if isinstance(request, Show):
            return self._openings.learn(request.to, request.slots)
        if isinstance(request, Shuffle):
            return self._decks.shuffle(request)
        if isinstance(request, PrivateDeck):
            return self._decks.private_deck(request)
        if isinstance(request, Remix):
            return self._decks.remix(request)
        if isinstance(request, Roll | Pick):
            return self._rolls.roll(request)
        raise EngineBug(f"the network has no way to answer {type(request).__name__}")

    # -- beginning and end ---------------------------------------------------------------

    def _make_hello(self) -> bytes:
        own = self._ground.own
        assert own is not None
        return Hello(own.public(), own.entropy(32), own.name, self._ground.terms_bytes).encode()

    def _check_hello(self, seat: int, body: bytes) -> Hello:
        hello = decode_hello(body)
        if hello.terms != self._ground.terms_bytes:
            raise BadProof("its HELLO agrees to other terms", algorithm="wire.md, HELLO")
        if self._ground.lockstep.identities.count(hello.identity) > 1:
            raise BadProof("two seats show the same identity", algorithm="wire.md, HELLO")
        return hello

    def _make_keys(self) -> bytes:
        own, ground = self._ground.own, self._ground
        assert own is not None
        ground.secrets, body = keys.make_keys(ground.ctx(own.seat, "keys"), own.entropy)
        return body

    def _check_keys(self, seat: int, body: bytes) -> keys.SeatKeys:
        return keys.check_keys(self._ground.ctx(seat, "keys"), body)

    def _check_apart(self, shown: list[keys.SeatKeys]) -> None:
        """Raise BadProof, naming the later of two seats with the same key.

        It can only have proved that it knows the secret if it shares it with the other.
        """
        found: set[bytes] = set()
        for seat, k in enumerate(shown):
            if found & {k.X, k.Y, k.E}:
                raise BadProof(
                    "its key is the key of another seat", seat=seat,
                    algorithm="deck.md Algorithm 6",
                )
            found |= {k.X, k.Y, k.E}

    def _make_end(self) -> bytes:
        return codec.encode(self._result())

    def _check_end(self, seat: int, body: bytes) -> None:
        if body != codec.encode(self._result()):
            raise BadProof("it signs another result", algorithm="wire.md, END")

    def _result(self) -> Result:
        assert isinstance(self._ground.state.pending, Over)
        return self._ground.state.pending.result


