"""A match: the engine's requests answered by all seats together. No I/O, no waiting.

The same class is a player's side of a match and a verifier's: a verifier has no seat. The whole
course of a match stands in `Match._course` and the methods below it, as a generator that yields
one `Step` of the protocol after another and gets every seat's contribution back.

    while (todo := match.todo()) is not None:  # ours to do: decide, or compute
        ...
    match.receive(record)                      # theirs; raises Blame if it proves a cheat
    match.outgoing()                           # records to store, then to send
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from attrs import define, field, frozen
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from owm_net.engine import agenda, codec, records
from owm_net.engine.agenda import Event, GameState, OpenPlayed
from owm_net.engine.errors import BadEncoding as BadAnswer
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.requests import (
    Answer,
    Choose,
    ChooseSecretly,
    Draw,
    Flip,
    Over,
    Peek,
    Pick,
    Request,
    Result,
    Reveal,
    Roll,
    Shuffle,
)
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.protocol import commitment, dice, keys, opening, shuffle
from owm_net.protocol.entries import Entry, Kind, decode_entry, sign, split_record
from owm_net.protocol.errors import (
    BadEncoding,
    BadProof,
    LocalProtocolError,
    RemoteProtocolError,
    UnknownCard,
)
from owm_net.protocol.fiat_shamir import Context, about_opening, match_id
from owm_net.protocol.group import Entropy
from owm_net.protocol.lockstep import Lockstep
from owm_net.session.table import CardsOnTable
from owm_net.session.terms import Hello, Terms, decode_hello

CHOICE_BYTES = 2048
"""Every secret choice is padded to this, so that its length tells nothing."""

MAX_ANSWER = 16384

Course = Generator["Step", list[Any], Result]
Check = Callable[[int, bytes], Any]


class Blame(Exception):  # noqa: N818
    """A seat has broken the rules or the protocol, and its signed entry proves it.

    seat: None where nobody can be named (an unsigned or unreadable record). rule: rule id or
    algorithm. evidence: the record.
    """

    def __init__(self, seat: int | None, reason: str, rule: str, evidence: bytes = b"") -> None:
        self.seat = seat
        self.reason = reason
        self.rule = rule
        self.evidence = evidence
        who = "somebody" if seat is None else f"seat {seat}"
        super().__init__(f"{who}: {reason}{f' ({rule})' if rule else ''}")


@frozen
class Own:
    """What a player has that nobody else has. identity: signs; entropy: random bytes."""

    seat: int
    name: str
    identity: Ed25519PrivateKey
    entropy: Entropy = field(repr=False)

    def public(self) -> bytes:
        """The identity key others know, 32 bytes."""
        return self.identity.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


@frozen
class Decide:
    """Ours to do: answer the engine's request; then call `Match.decide`."""

    request: Choose | ChooseSecretly


@frozen
class Work:
    """Ours to do, outside the event loop: call `run`, then `Match.done` with its result."""

    what: str
    run: Callable[[], Any] = field(repr=False)
    then: Callable[[Any], None] = field(repr=False)


@define
class Step:
    """One step of the protocol. due: who contributes, in order.

    make: computes this seat's own body, None where a person decides. check: takes a seat and
    its body, returns the contribution's value or raises. heavy: takes more than a millisecond.
    """

    kind: Kind
    due: Sequence[int]
    check: Check
    make: Callable[[], bytes] | None = None
    heavy: str = ""


Proof = tuple[Callable[..., Any], tuple[Any, ...]]


class Match:
    """One match, from HELLO to END.

    own: None for an observer. defer: where a verifier collects proofs to check later, as
    (index of the record, seat, function, arguments); None checks them at once.
    """

    def __init__(
        self,
        system: System,
        terms: Terms,
        own: Own | None,
        defer: list[tuple[int, int, Proof]] | None = None,
    ) -> None:
        self.system = system
        self.terms = terms
        self.own = own
        self.seats = terms.setup.seats
        self.names = [""] * self.seats
        self.state: GameState = system.new_game(terms.setup)
        self.known: dict[int, int] = {}
        self.events: list[Event] = []
        self.result: Result | None = None
        self.counts = {"entries": 0, "shuffles": 0, "openings": 0, "signatures": 0}
        self._defer = defer
        self._terms_bytes = terms.encode()
        self._lockstep = Lockstep(self.seats, identities=[b""] * self.seats)
        self._secrets: keys.SeatSecrets | None = None
        self._keys: list[keys.SeatKeys] = []
        self._deck_id = f"owm-net/{system.id}".encode()
        self._rolls = 0
        self._table: CardsOnTable | None = None
        self._values: dict[int, Any] = {}
        self._last_record = b""
        self._terms_hash = codec.digest(self._terms_bytes)
        self._early: dict[tuple[int, int], bytes] = {}
        self._waiting_work: Work | None = None
        self._inbox: list[bytes] = []
        self._made: bytes | None = None
        self._outgoing: list[bytes] = []
        self._accepted: list[bytes] = []
        self._course = self._play()
        self._step = next(self._course)
        self._open_step()

    # -- for the driver ------------------------------------------------------------------

    @property
    def step(self) -> int:
        """Number of the step that is due."""
        return self._lockstep.step

    @property
    def match_id(self) -> bytes:
        """32 bytes; zeros until all HELLOs are there."""
        return self._lockstep.match_id

    @property
    def identities(self) -> tuple[bytes, ...]:
        """Identity keys by seat, b"" until its HELLO."""
        return tuple(self._lockstep.identities)

    @property
    def finished(self) -> bool:
        """All seats have signed the end."""
        return self.result is not None and not self._lockstep.owed()

    def owed(self) -> list[int]:
        """The seats whose contribution the match is waiting for."""
        return self._lockstep.owed()

    def due(self) -> str:
        """What the match is waiting for, in one word."""
        return self._step.kind.name.lower()

    def view(self) -> View[Any]:
        """What this seat may see; an observer sees what everybody sees."""
        return View(self.state, self.own.seat if self.own else -1, self.known)

    def todo(self) -> Decide | Work | None:
        """What this seat must do before anything else can happen, if anything."""
        if self._waiting_work is not None:
            return self._waiting_work
        if self.own is None or self.own.seat not in self._lockstep.owed():
            return None
        step = self._step
        if step.make is None:
            request = self.state.pending
            assert isinstance(request, Choose | ChooseSecretly)
            return Decide(request)
        if step.heavy:
            self._waiting_work = Work(step.heavy, step.make, self._contribute)
            return self._waiting_work
        self._contribute(step.make())
        return self.todo()

    def decide(self, answer: Answer) -> None:
        """This seat's own decision. Raises IllegalAnswer, and nothing has happened then."""
        if self.own is None or self._step.make is not None:
            raise LocalProtocolError("no decision is due from this seat")
        agenda.check_answer(self.state, self.own.seat, answer, self.known)
        if self._step.kind is Kind.COMMIT:
            self._contribute(self._commit(answer))
        else:
            self._contribute(self._answer_body(answer))

    def done(self, result: Any) -> None:
        """The result of the `Work` that `todo` returned. Raises Blame if it proves a cheat."""
        work, self._waiting_work = self._waiting_work, None
        if work is None:
            raise LocalProtocolError("no work was given out")
        work.then(result)
        while self._inbox and self._waiting_work is None:
            self.receive(self._inbox.pop(0))

    def outgoing(self) -> list[bytes]:
        """Own records made since the last call: store them first, then send them."""
        made, self._outgoing = self._outgoing, []
        return made

    def accepted(self) -> list[bytes]:
        """All records accepted since the last call, own ones included, in order: the log."""
        got, self._accepted = self._accepted, []
        return got

    def happened(self) -> list[Event]:
        """Events since the last call."""
        events, self.events = self.events, []
        return events

    def receive(self, record: bytes) -> None:
        """A record of another seat (or, for an observer and on resuming, of any).

        Raises Blame: with a seat if a signed entry proves a fault, without where it could
        have been made by anybody. Records known already are ignored. While `Work` is out,
        records wait.
        """
        if self._waiting_work is not None:
            self._inbox.append(record)
            return
        try:
            data, signature = split_record(record)
            entry = decode_entry(data)
            if entry.seat >= self.seats:
                raise BadEncoding(f"there is no seat {entry.seat}")
            if self._lockstep.is_known(entry, data):
                return
            if self._lockstep.is_early(entry):
                self._early[entry.step, entry.seat] = record
                return
            if entry.kind is Kind.HELLO and self._lockstep.step == 0:
                self._lockstep.identities[entry.seat] = entry.body[:32]
            self._lockstep.check(entry, data, signature)
        except RemoteProtocolError as e:
            raise Blame(e.seat, e.reason, e.algorithm, record) from e
        self.counts["signatures"] += 1
        self._consider(entry, data, record)

    # -- receiving and contributing ------------------------------------------------------

    def _consider(self, entry: Entry, data: bytes, record: bytes) -> None:
        """Check the body of an entry that is due, at once or as Work."""
        step = self._step

        def finish(value: Any) -> None:
            self._take(entry, data, record, value)

        if step.heavy and self._defer is None:
            self._waiting_work = Work(
                f"checking: {step.heavy}",
                lambda: self._judge(entry, record, step.check),
                lambda outcome: finish(_unwrap(outcome)),
            )
            return
        finish(_unwrap(self._judge(entry, record, step.check)))

    def _judge(self, entry: Entry, record: bytes, check: Check) -> tuple[Any, Blame | None]:
        try:
            return check(entry.seat, entry.body), None
        except RemoteProtocolError as e:
            return None, Blame(entry.seat, e.reason, e.algorithm, record)
        except IllegalAnswer as e:
            return None, Blame(entry.seat, e.why, e.rule, record)
        except BadAnswer as e:
            return None, Blame(entry.seat, f"an answer that cannot be read: {e}", "wire.md", record)

    def _take(self, entry: Entry, data: bytes, record: bytes, value: Any) -> None:
        """An entry is good: note it; when all of the step are here, go on."""
        self._lockstep.accept(entry, data)
        self._values[entry.seat] = value
        self.counts["entries"] += 1
        self._accepted.append(record)
        self._last_record = record
        if not self._lockstep.owed():
            self._go_on()

    def _contribute(self, body: bytes) -> None:
        """Sign this seat's own entry, and treat it as any other."""
        assert self.own is not None
        entry = self._lockstep.entry(self.own.seat, body)
        record = sign(entry, self.own.identity)
        data, _ = split_record(record)
        if entry.kind is Kind.HELLO:
            self._lockstep.identities[self.own.seat] = self.own.public()
        value, blame = self._judge(entry, record, self._own_check)
        if blame is not None:
            raise EngineBug(f"our own contribution was refused: {blame}")
        self._outgoing.append(record)
        self._take(entry, data, record, value)

    def _own_check(self, seat: int, body: bytes) -> Any:
        """Own bodies are parsed but their proofs are not checked again."""
        kept, self._defer = self._defer, []
        try:
            return self._step.check(seat, body)
        finally:
            self._defer = kept

    def _go_on(self) -> None:
        """All contributions of a step are there: run to the next step."""
        values = [self._values[seat] for seat in self._step.due]
        self._values = {}
        try:
            self._step = self._course.send(values)
        except StopIteration as stop:
            self.result = stop.value
            return
        except IllegalAnswer as e:
            raise Blame(e.seat, e.why, e.rule, self._last_record) from e
        except UnknownCard as e:
            raise Blame(None, str(e), "deck.md Algorithm 12", self._last_record) from e
        self._open_step()
        for seat in self._step.due:
            early = self._early.pop((self._lockstep.step, seat), None)
            if early is not None:
                self.receive(early)

    def _open_step(self) -> None:
        begun = self.state.pending is not None
        state = codec.digest(self.state) if begun else codec.digest(self._terms_bytes)
        self._lockstep.open_step(self._step.kind, self._step.due, state)

    def _prove(self, seat: int, function: Callable[..., Any], *arguments: Any) -> None:
        """Check a proof now, or put it off for a verifier that has many."""
        if self._defer is None:
            function(*arguments)
        else:
            self._defer.append((self.counts["entries"], seat, (function, arguments)))

    def _ctx(self, seat: int, purpose: str, deck: int = 0, about: bytes = b"") -> bytes:
        """The context of a proof of this step. docs/wire.md, "Contexts"."""
        step = self._lockstep
        return Context(
            match_id=step.match_id,
            terms=self._terms_hash,
            identities=self.identities,
            seat=seat,
            purpose=purpose,
            deck=deck,
            step=step.step,
            prev=step.head,
            about=about,
        ).encode()

    # -- the course of a match -----------------------------------------------------------

    def _play(self) -> Course:
        everybody = range(self.seats)
        hellos = yield Step(Kind.HELLO, everybody, self._check_hello, self._make_hello)
        self.names = [hello.name for hello in hellos]
        self._lockstep.match_id = match_id([hello.encode() for hello in hellos])
        self._keys = yield Step(Kind.KEYS, everybody, self._check_keys, self._make_keys)
        joint = keys.joint_key([k.X for k in self._keys])
        self._table = CardsOnTable(self._deck_id, joint, self.seats)
        request = agenda.begin(self.state)
        self._note_events()
        while not isinstance(request, Over):
            answer = yield from self._answer(request)
            request = agenda.advance(self.state, answer)
            self._note_events()
        yield Step(Kind.END, everybody, self._check_end, self._make_end)
        return request.result

    def _note_events(self) -> None:
        self.events.extend(self.state.events)

    def _make_hello(self) -> bytes:
        assert self.own is not None
        nonce = self.own.entropy(32)
        return Hello(self.own.public(), nonce, self.own.name, self._terms_bytes).encode()

    def _check_hello(self, seat: int, body: bytes) -> Hello:
        hello = decode_hello(body)
        if hello.terms != self._terms_bytes:
            raise BadProof("its HELLO agrees to other terms", algorithm="wire.md, HELLO")
        if self._lockstep.identities.count(hello.identity) > 1:
            raise BadProof("two seats show the same identity", algorithm="wire.md, HELLO")
        return hello

    def _make_keys(self) -> bytes:
        assert self.own is not None
        self._secrets, body = keys.make_keys(self._ctx(self.own.seat, "keys"), self.own.entropy)
        return body

    def _check_keys(self, seat: int, body: bytes) -> keys.SeatKeys:
        found = keys.check_keys(self._ctx(seat, "keys"), body)
        if any(found.X == k.X for k in self._values.values()):
            raise BadProof("its key is the key of another seat", algorithm="deck.md Algorithm 6")
        return found

    def _make_end(self) -> bytes:
        return codec.encode(self._result())

    def _check_end(self, seat: int, body: bytes) -> None:
        if body != codec.encode(self._result()):
            raise BadProof("it signs another result", algorithm="wire.md, END")

    def _result(self) -> Result:
        assert isinstance(self.state.pending, Over)
        return self.state.pending.result

    # -- requests ------------------------------------------------------------------------

    def _answer(self, request: Request) -> Generator[Step, list[Any], Any]:
        """Which steps answer a request of the engine."""
        if isinstance(request, Choose):
            (answer,) = yield Step(Kind.ANSWER, (request.seat,), self._check_answer)
            return answer
        if isinstance(request, ChooseSecretly):
            return (yield from self._choose_secretly(request))
        if isinstance(request, Flip):
            return (yield from self._open(range(self.seats), request.slots))
        if isinstance(request, Reveal):
            played = isinstance(self.state.agenda[-1], OpenPlayed)
            if played:  # the owner's shares came with the answer
                return self._opened(request.slots)
            return (yield from self._open(range(self.seats), request.slots))
        if isinstance(request, Draw | Peek):
            others = [s for s in range(self.seats) if s != request.seat]
            yield from self._give_shares(others, request.slots)
            if self.own is not None and self.own.seat == request.seat:
                assert self._secrets is not None
                self.known.update(self._cards.peek(self.own.seat, self._secrets, request.slots))
            return ()
        if isinstance(request, Shuffle):
            return (yield from self._shuffle(request))
        if isinstance(request, Roll | Pick):
            return (yield from self._roll(request))
        raise EngineBug(f"the network has no way to answer {type(request).__name__} yet")

    @property
    def _cards(self) -> CardsOnTable:
        assert self._table is not None
        return self._table

    def _opened(self, slots: Sequence[int]) -> tuple[int, ...]:
        self.counts["openings"] += len(slots)
        return self._cards.open(slots)

    def _open(self, who: Sequence[int], slots: Sequence[int]) -> Generator[Step, list[Any], Any]:
        """All give the shares they have not given yet; then everybody knows the cards."""
        yield from self._give_shares(who, slots)
        return self._opened(slots)

    def _give_shares(
        self, who: Sequence[int], slots: Sequence[int]
    ) -> Generator[Step, list[Any], None]:
        table = self._cards
        missing = {seat: table.missing(seat, slots) for seat in who}
        due = [seat for seat in who if missing[seat]]
        if not due:
            return

        def make() -> bytes:
            assert self.own is not None
            return self._shares(missing[self.own.seat])

        def check(seat: int, body: bytes) -> list[bytes]:
            return self._check_shares(seat, missing[seat], body)

        heavy = "opening cards" if len(slots) > 3 else ""
        values = yield Step(Kind.SHARES, due, check, make, heavy)
        for seat, shares in zip(due, values, strict=True):
            table.add_shares(seat, missing[seat], shares)

    def _shares(self, slots: Sequence[int]) -> bytes:
        assert self.own is not None and self._secrets is not None
        seat = self.own.seat
        return opening.make_shares(
            self._ctx(seat, "share", about=self._about(slots)),
            self._secrets, self._keys[seat].X, self._cards.cards(slots), self.own.entropy,
        )

    def _check_shares(self, seat: int, slots: Sequence[int], body: bytes) -> list[bytes]:
        shares = opening.split_shares(body, len(slots))
        ctx = self._ctx(seat, "share", about=self._about(slots))
        cards = self._cards.cards(slots)
        self._prove(seat, opening.check_shares, ctx, self._keys[seat].X, cards, body)
        return shares

    def _about(self, slots: Sequence[int]) -> bytes:
        return about_opening(self.state.steps, self._cards.indexes(slots))

    # -- decisions -----------------------------------------------------------------------

    def _answer_body(self, answer: Answer) -> bytes:
        """u32 length || answer || shares of the played slots, if any."""
        data = codec.encode(answer)
        slots = [c for c in records.played_cards(answer) if c < 0]
        return len(data).to_bytes(4, "big") + data + (self._shares(slots) if slots else b"")

    def _check_answer(self, seat: int, body: bytes) -> Answer:
        length = int.from_bytes(body[:4], "big")
        if len(body) < 4 or length > min(MAX_ANSWER, len(body) - 4):
            raise BadEncoding("an answer that is not as long as it says", algorithm="wire.md, ANSWER")
        answer: Answer = records.from_bytes(body[4 : 4 + length])
        agenda.check_answer(self.state, seat, answer)
        slots = [c for c in records.played_cards(answer) if c < 0]
        rest = body[4 + length :]
        if not slots:
            if rest:
                raise BadEncoding("bytes after the answer", algorithm="wire.md, ANSWER")
            return answer
        if self._cards.missing(seat, slots) != slots:
            raise BadProof("it plays a card twice", algorithm="wire.md, ANSWER")
        shares = self._check_shares(seat, slots, rest)
        self._cards.add_shares(seat, slots, shares)
        return answer

    def _choose_secretly(self, request: ChooseSecretly) -> Generator[Step, list[Any], Any]:
        """All commit, then all open."""
        committed = yield Step(Kind.COMMIT, request.seats, self._check_commitment)
        context = dict(zip(request.seats, committed, strict=True))

        def check(seat: int, body: bytes) -> Answer:
            ctx, commitment_ = context[seat]
            data = commitment.check_opening(ctx, 0, CHOICE_BYTES, commitment_, body)
            answer: Answer = records.from_bytes(data)
            agenda.check_answer(self.state, seat, answer)
            return answer

        opened = yield Step(Kind.OPEN, request.seats, check, self._open_choice)
        return tuple(opened)

    def _commit(self, answer: Answer) -> bytes:
        assert self.own is not None
        ctx = self._ctx(self.own.seat, "choice")
        data = codec.encode(answer)
        committed, self._made = commitment.commit(ctx, 0, data, CHOICE_BYTES, self.own.entropy)
        return committed

    def _check_commitment(self, seat: int, body: bytes) -> tuple[bytes, bytes]:
        if len(body) != commitment.COMMITMENT_BYTES:
            raise BadEncoding("a commitment is 32 bytes", algorithm="deck.md Algorithm 15")
        return self._ctx(seat, "choice"), body

    def _open_choice(self) -> bytes:
        assert self._made is not None
        return self._made

    # -- chance --------------------------------------------------------------------------

    def _shuffle(self, request: Shuffle) -> Generator[Step, list[Any], tuple[()]]:
        """Every seat in turn re-encrypts and permutes the deck, with its proof."""
        joint = keys.joint_key([k.X for k in self._keys])
        deck: Sequence[shuffle.Ciphertext] = self._cards.input_deck(request.cards)
        self.counts["shuffles"] += 1
        for seat in range(self.seats):
            deck_before = deck

            def make(deck_before: Sequence[shuffle.Ciphertext] = deck_before) -> bytes:
                assert self.own is not None
                ctx = self._ctx(self.own.seat, "shuffle", request.number)
                shuffled = shuffle.shuffle(ctx, joint, deck_before, self.own.entropy)
                return shuffle.encode_deck(shuffled.deck) + shuffled.proof

            def check(
                seat: int, body: bytes, deck_before: Sequence[shuffle.Ciphertext] = deck_before
            ) -> Sequence[shuffle.Ciphertext]:
                n = len(deck_before)
                size = shuffle.CIPHERTEXT_BYTES * n
                if len(body) != size + shuffle.proof_bytes(n):
                    raise BadEncoding(
                        f"a shuffle of {n} cards of {len(body)} bytes",
                        algorithm="deck.md Algorithm 9",
                    )
                output = shuffle.decode_deck(body[:size], n)
                ctx = self._ctx(seat, "shuffle", request.number)
                proof = body[size:]
                self._prove(
                    seat, shuffle.check_shuffle, ctx, joint, deck_before, output, proof
                )
                return output

            (deck,) = yield Step(Kind.SHUFFLE, (seat,), check, make, "shuffling the deck")
        self._cards.lay(request.number, deck)
        return ()

    def _roll(self, request: Roll | Pick) -> Generator[Step, list[Any], tuple[int, ...]]:
        """A value that needs every seat's secret, and that none can choose."""
        self._rolls += 1
        counter = self._rolls
        point = dice.dice_point(self.match_id, counter, request.reason.encode())

        def make() -> bytes:
            assert self.own is not None and self._secrets is not None
            seat = self.own.seat
            ctx = self._ctx(seat, "dice")
            return dice.make_dice_shares(
                ctx, self._secrets, self._keys[seat].Y, [point], self.own.entropy
            )

        def check(seat: int, body: bytes) -> bytes:
            (share,) = opening.split_shares(body, 1)
            ctx = self._ctx(seat, "dice")
            self._prove(seat, dice.check_dice_shares, ctx, self._keys[seat].Y, [point], body)
            return share

        shares = yield Step(Kind.DICE, range(self.seats), check, make)
        value = dice.joint_value(self.match_id, counter, shares)
        if isinstance(request, Pick):
            return (dice.uniform(value, request.below),)
        rolled = dice.uniform_many(value, request.sides, request.count)
        return tuple([1 + n for n in rolled])


def _unwrap(outcome: tuple[Any, Blame | None]) -> Any:
    value, blame = outcome
    if blame is not None:
        raise blame
    return value

