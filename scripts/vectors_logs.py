"""Whole logs, good and bad, each as a change of one of the recorded matches.

What the cheats sign they sign with their own keys, in the place where it would count; what is
expected of each log is written here by hand, and `owm-net verify` is asked whether it agrees.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import attrs
from attrs import define, field
from vectors_common import HERE, MIXED, changed, entropy
from vectors_matches import Base, Part

from owm_net import games
from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Result, Show
from owm_net.games.skeleton.duel import Stance
from owm_net.protocol import commitment, dice, group, keys, sealed, shuffle
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    EntryKind,
    entry_hash,
)
from owm_net.protocol.fiat_shamir import Transcript, about_opening
from owm_net.protocol.fiat_shamir import field as after_length
from owm_net.session.decisions import CHOICE_BYTES
from owm_net.session.terms import decode_hello
from owm_net.session.verify import Unreadable, verify

OK, INVALID, UNFINISHED, CANNOT_JUDGE = "OK", "INVALID", "UNFINISHED", "CANNOT_JUDGE"
PROOFS_HOLD, UNREADABLE = "PROOFS_HOLD", "UNREADABLE"


@define
class Cases:
    """The cases of one base."""

    base: Base
    made: list[dict[str, Any]] = field(factory=list)

    def add(
        self,
        comment: str,
        parts: Sequence[Part],
        expect: str,
        seat: int | None = None,
        **more: Any,
    ) -> None:
        """One log and what must be said of it.

        record: number of the bad one, the last if not given. owed: of an unfinished log. cut, add:
        bytes that are taken from the end of the file, and put there. line: the first one.
        without_rules: the verdict of a program with a requests file, if it is another.
        """
        line, cut, add = more.get("line", MAGIC), more.get("cut", 0), more.get("add", b"")
        data = self.base.file(line, parts, cut, add)
        last = sum(1 if isinstance(part, bytes) else part[1] - part[0] for part in parts) - 1
        record = more.get("record", last if expect == INVALID else None)
        owed = more.get("owed", [])
        *said, reason = _verdict(data)
        if said != [expect, record, seat, owed]:
            raise AssertionError(f"{comment}: {said}, {reason}")
        self.made.append(
            {
                "comment": comment,
                "base": self.base.name,
                "line": line.hex(),
                "parts": [p.hex() if isinstance(p, bytes) else list(p) for p in parts],
                "cut": cut,
                "add": add.hex(),
                "sha256": hashlib.sha256(data).hexdigest(),
                "verdict": expect,
                "record": record,
                "seat": seat,
                "owed": owed,
                "reason": reason,
                "without_rules": more.get("without_rules", PROOFS_HOLD if expect == OK else expect),
            }
        )


def _verdict(data: bytes) -> list[Any]:
    """Verdict, record, seat, owed, reason."""
    try:
        found = verify(data, games.get, processes=1)
    except Unreadable as e:
        return [UNREADABLE, None, None, [], str(e)]
    owed = sorted(found.owed_by)
    return [found.verdict.value, found.first_bad, found.blame, owed, found.reason]


Add = Callable[[Cases, Base], None]
"""Adds cases of a recorded match."""


def log_vectors(*more: tuple[Base, Sequence[Add]]) -> dict[str, Any]:
    """Every case of wire_logs.json: of each recorded match those of its groups."""
    made = []
    for base, groups in more:
        cases = Cases(base)
        for add in groups:
            add(cases, base)
        made += cases.made
    return {
        "comment": f'docs/wire.md, "The log". {HERE} Each case is a log. It consists of `line` '
        "and, each framed, the records of `parts`: [m, n] stands for the records m to n - 1 of the "
        "log `base`, counted from 0, and a text for one record in hex. From the end of the file "
        "`cut` bytes are taken away, then the bytes `add` are put there; sha256 is of the whole. "
        "verdict: UNREADABLE if nothing can be said. record: number of the bad one. seat: whom it "
        "names, null for nobody. owed: the seats that an unfinished log waits for. reason: ours, "
        "for people. without_rules: the verdict of a program that has the requests file of the "
        "base in place of the rules.",
        "cases": made,
    }


# ------------------------------------------------------------------ the match of two


def _files(cases: Cases, base: Base) -> None:
    """Add the faults of a file that show before anything is checked."""
    n, all_of = len(base.records), (0, len(base.records))
    cases.add("the whole match", [all_of], OK)
    half = base.find(EntryKind.DICE, 0)
    owed = [0, 1]
    cases.add("torn in a record", [(0, half + 1)], UNFINISHED, cut=70, owed=owed)
    size = 4 + len(base.records[half])
    cases.add("torn in a length", [(0, half + 1)], UNFINISHED, cut=size - 3, owed=owed)
    cases.add("ends after a whole record", [(0, half)], UNFINISHED, owed=owed)
    cases.add("zeros at the end", [(0, half)], UNFINISHED, add=bytes(40), owed=owed)
    for length in (174, 2**20 + 1):
        start = length.to_bytes(4, "big") + bytes(10)
        cases.add(f"a length of {length}", [(0, half)], INVALID, add=start, record=half)
    beyond = b"\0\x0f\0\0" + base.records[half]
    cases.add("a length beyond the end", [(0, half)], INVALID, add=beyond, record=half)
    cases.add("an entry after the end", [all_of, (n - 1, n)], INVALID, record=n)
    cases.add("torn after the end", [all_of], UNFINISHED, add=b"\0\0")
    cases.add("another first line", [all_of], UNREADABLE, line=b"owm-net log 2\n")
    cases.add("half of the first line", [], UNREADABLE, line=MAGIC[:7])
    cases.add("no record", [], UNREADABLE)
    cases.add("torn in the first record", [(0, 1)], UNREADABLE, cut=1)
    cases.add("a first record of an impossible length", [], UNREADABLE, add=b"\0\0\0\1x")
    cases.add("a first record that is no HELLO", [(2, n)], UNREADABLE)
    first = base.entries[0]
    for comment, body in (
        ("a first record that ends before its name", first.body[:64]),
        ("a first record whose terms are no value", first.body[:-1]),
        ("a first record with a name that cannot be printed", _named(first, b"A\x07da")),
    ):
        cases.add(comment, base.forged(0, body=body), UNREADABLE)
    version = first.body.index(b"skeleton") + len(b"skeleton") + 1
    body = changed(first.body, version, b"?")
    comment = "a first record of a version of the rules that nobody has"
    other = base.forged(0, body=body, state=codec.digest(body[65 + body[64] :]))
    cases.add(comment, other, UNREADABLE, without_rules=UNFINISHED)
    cases.add("a first record of another step", base.forged(0, step=3), INVALID)
    cases.add("a first record of another seat", base.forged(0, seat=2, by=0), INVALID)
    cases.add("a first record whose signature is bad", base.forged(0, by=1), INVALID)


def _named(e: Entry, name: bytes) -> bytes:
    """The body of a HELLO with another name."""
    return e.body[:64] + bytes([len(name)]) + name + e.body[65 + e.body[64] :]


def _nobody(cases: Cases, base: Base) -> None:
    """Add the changes that anybody could have made."""
    at = base.find(EntryKind.SHARES)
    record, e = base.records[at], base.entries[at]
    flipped = changed(record, 120, bytes([record[120] ^ 1]))
    cases.add("one bit of a body is another", [(0, at), flipped], INVALID)
    cases.add("a record left out", [(0, at), (at + 1, at + 2)], INVALID)
    cases.add("a record twice", [(0, at + 1), (at, at + 2)], INVALID, record=at + 1)
    odd = base.oddly(at, *MIXED)
    cases.add(
        "a signature that holds by the equation with the cofactor alone", [(0, at), odd], INVALID
    )
    odd, rest = base.oddly(at, group.IDENTITY), (at + 1, len(base.records))
    cases.add("a signature whose R is the identity of the group", [(0, at), odd, rest], OK)
    cases.add("an unknown kind", [(0, at), changed(record, 1, b"\x10")], INVALID)
    data = e.encode()
    for comment, entry in (
        ("version 2, well signed", changed(data, 0, b"\2")),
        ("kind 0, well signed", changed(data, 1, b"\0")),
        ("an unknown kind, well signed", changed(data, 1, b"\x10")),
        ("a body that is longer than it says, well signed", data + b"\0"),
    ):
        cases.add(comment, [(0, at), base.raw(entry, e.seat)], INVALID)
    cases.add("of the other seat", base.forged(at, seat=1 - e.seat, by=e.seat), INVALID)
    cases.add("of no seat", base.forged(at, seat=7, by=e.seat), INVALID)
    cases.add("of another match", base.forged(at, match_id=bytes(32)), INVALID)
    cases.add("after another history", base.forged(at, prev=bytes(32)), INVALID)
    cases.add("of a step far ahead", base.forged(at, step=e.step + 65), INVALID)
    cases.add("of a later step", base.forged(at, step=e.step + 1), INVALID)
    cases.add("a second HELLO", [(0, 2), base.signed(base.entries[0], step=0, body=b"x")], INVALID)
    same = base.entries[0].body
    cases.add("two seats show one identity", base.forged(1, body=same, by=0), INVALID)
    early = base.find(EntryKind.KEYS)
    cases.add("an entry before the HELLO of its seat", [(0, 1), (early, early + 1)], INVALID)
    cases.add("KEYS in place of a HELLO", base.forged(1, kind=EntryKind.KEYS), INVALID)


def _places(cases: Cases, base: Base) -> None:
    """Entries that say what their author could see to be wrong."""
    at = base.find(EntryKind.SHARES)
    e = base.entries[at]
    cases.add("another kind than is due", base.forged(at, kind=EntryKind.DICE), INVALID, e.seat)
    cases.add("another state", base.forged(at, state=bytes(32)), INVALID, e.seat)
    all_due = base.find(EntryKind.DICE)
    both = [base.signed(base.entries[n], state=bytes(32)) for n in (all_due, all_due + 1)]
    comment = "all seats sign another state: nobody can say who is right"
    cases.add(comment, [(0, all_due), *both], CANNOT_JUDGE, record=all_due)
    comment = "one of them signs the state that is reached here"
    mixed: list[Part] = [(0, all_due), both[0], (all_due + 1, all_due + 2)]
    cases.add(comment, mixed, INVALID, base.entries[all_due].seat, record=all_due)
    not_due = base.signed(e, seat=1 - e.seat)
    cases.add("of a seat that is not due", [(0, at), not_due], INVALID, 1 - e.seat)
    second = base.signed(e, body=bytes(len(e.body)))
    cases.add("two entries for one step", [(0, at + 1), second], INVALID, e.seat)
    other = base.signed(e, prev=bytes(32))
    cases.add("the same, after another history", [(0, at + 1), other], INVALID, e.seat)
    ahead = [base.signed(e, step=e.step + 5, body=body) for body in (b"a", b"b")]
    cases.add("two early entries for one step", [(0, at), *ahead], INVALID, e.seat)
    late = base.signed(base.entries[1], step=0, match_id=e.match_id, prev=e.prev)
    cases.add("step 0 once more, much later", [(0, at), late], INVALID)
    cases.add(
        "HELLO with other terms, in our name", base.forged(1, body=_other_terms(base)), INVALID, 1
    )
    hello = base.entries[1]
    for comment, name in (
        ("HELLO with a name that cannot be printed", b"A\x07da"),
        ("HELLO with a name that is no UTF-8", b"\xff"),
        ("HELLO with a name of 65 bytes", b"a" * 65),
    ):
        cases.add(comment, base.forged(1, body=_named(hello, name)), INVALID, 1)
    cases.add("HELLO with a match_id", base.forged(1, match_id=bytes([1]) * 32), INVALID)
    cases.add("HELLO that ends before its name", base.forged(1, body=hello.body[:66]), INVALID, 1)
    agreed = decode_hello(_other_terms(base)).terms
    elsewhere = base.forged(1, body=_other_terms(base), state=codec.digest(agreed))
    cases.add("HELLO for a match with other terms", elsewhere, INVALID)


def _other_terms(base: Base) -> bytes:
    """Seat 1's HELLO with one byte of the terms changed: the time at the end."""
    body = base.entries[1].body
    return body[:-1] + b"\1"


def _proofs(cases: Cases, base: Base) -> None:
    """Bodies with proofs that do not hold, made by whoever knows all of the cheat's secrets."""
    source = entropy("cheats")
    at = base.find(EntryKind.KEYS, 1)
    first, e = base.people[0].secrets, base.entries[at]
    copied = base.forged(at, body=base.entries[base.find(EntryKind.KEYS, 0)].body)
    cases.add("KEYS of the other seat, with its proofs", copied, INVALID, 1)
    assert base.find(EntryKind.KEYS, 0) == at + 1

    def shows_when_all_are_there(comment: str, name: bytes, z: bytes, seat: int | None) -> None:
        t = Transcript(keys.KEYS_DST, base.context(e, "keys"))
        t.append(b"key", name)
        Z = group.mul_base(z)
        place = 96 * b"XYE".index(name)
        body = changed(e.body, place, Z + keys.prove_knowledge(t, z, Z, source))
        cases.add(comment, [*base.forged(at, body=body), (at + 1, at + 2)], INVALID, seat)

    comment = "KEYS with the X of the other seat, proved: shows when all are there"
    shows_when_all_are_there(comment, b"X", first.x, 1)
    comment = "KEYS with a Y that is the X of the other seat, proved"
    shows_when_all_are_there(comment, b"Y", first.x, 1)
    minus_1 = group.scalar_from_int(group.ORDER - 1)
    comment = "KEYS with an X that makes the joint key the identity, proved: names nobody"
    shows_when_all_are_there(comment, b"X", group.scalar_mul(minus_1, first.x), None)

    at = base.find(EntryKind.SHUFFLE)
    e = base.entries[at]
    joint = keys.joint_key([group.mul_base(p.secrets.x) for p in base.people])
    numbers = [0, 0, *range(2, 24)]
    deck = [shuffle.known_card(b"owm-net/skeleton", k, joint) for k in numbers]
    done = shuffle.shuffle(base.context(e, "shuffle"), joint, deck, source)
    body = shuffle.encode_deck(done.deck) + done.proof
    cases.add("a shuffle of a deck with card 0 twice", base.forged(at, body=body), INVALID, e.seat)

    at = base.find(EntryKind.DICE, 1)
    e, mine = base.entries[at], base.people[1].secrets
    V = dice.dice_point(e.match_id, 2, b"who begins")
    Y = group.mul_base(mine.y)
    body = dice.make_dice_shares(base.context(e, "dice"), mine, Y, [V], source)
    cases.add("dice of the next roll", base.forged(at, body=body), INVALID, 1)

    at = base.find(EntryKind.SHARES)
    e = base.entries[at]
    n = (len(e.body) - 64) // 32
    swapped = e.body[32:64] + e.body[:32] + e.body[64:]
    assert n > 1
    cases.add("two shares exchanged", base.forged(at, body=swapped), INVALID, e.seat)
    cases.add("a share too few", base.forged(at, body=e.body[32:]), INVALID, e.seat)


def _decisions(cases: Cases, base: Base) -> None:
    """Add the decisions of seats: open answers and secret ones that cannot be, and one opened as
    another."""
    at = base.find(EntryKind.OPEN, 0)
    e = base.entries[at]
    ctx = base.context(base.entries[base.find(EntryKind.COMMIT, 0)], "choice")
    for bold in (False, True):
        said = codec.encode(Stance(bold))
        _, opened = commitment.commit(ctx, 0, said, CHOICE_BYTES, entropy("another nonce"))
        if opened[36 : 36 + len(said)] != e.body[36 : 36 + len(said)]:
            body = opened
    cases.add("another choice than was committed to", base.forged(at, body=body), INVALID, 0)

    _secret_noise(cases, base)
    at = _passes(base)
    e = base.entries[at]

    def answer(data: bytes) -> list[Part]:
        return base.forged(at, body=len(data).to_bytes(4, "big") + data)

    cases.add("an answer that is no value", answer(b"\xff"), INVALID, e.seat)
    cases.add("an answer of no class", answer(codec.encode([1, 2])), INVALID, e.seat)
    for comment, body in (
        ("bytes after an answer", e.body + b"\0"),
        ("an answer that ends too early", e.body[:-1]),
        ("an answer without its length", b"\0\0"),
    ):
        cases.add(comment, base.forged(at, body=body), INVALID, e.seat)
    cases.add(
        "an answer that the rules forbid: a stance where a card may be sent",
        answer(codec.encode(Stance(True))),
        INVALID,
        e.seat,
        without_rules=UNFINISHED,
    )
    alone = base.signed(base.entries[base.find(EntryKind.DICE, 0)], kind=EntryKind.DROP, body=b"\1")
    cases.add("a DROP in a match of two", [(0, base.find(EntryKind.DICE)), alone], INVALID, 0)
    at = base.find(EntryKind.END, 1)
    result = codec.encode(Result((Seat(0),), (99, 0), "I have won"))
    cases.add("END with another result", base.forged(at, body=result), INVALID, 1)


def _secret_noise(cases: Cases, base: Base) -> None:
    """A commitment of another length, and one to what is no answer."""
    at = base.find(EntryKind.COMMIT, 0)
    commits = sorted(base.entries[at : at + 2], key=lambda e: e.seat)
    long = commits[0].body + b"\0"
    cases.add("a commitment of 33 bytes", base.forged(at, body=long), INVALID, 0)
    opened = base.entries[base.find(EntryKind.OPEN, 0)]
    ctx = base.context(commits[0], "choice")
    for comment, data in (
        ("an opened choice that is no value", b"\xff"),
        ("an opened choice of no class", codec.encode([1, 2])),
    ):
        made, body = commitment.commit(ctx, 0, data, CHOICE_BYTES, entropy("noise"))
        changed_ = [attrs.evolve(commits[0], body=made), commits[1]]
        hashes = b"".join(entry_hash(e.encode()) for e in changed_)
        head = hashlib.sha256(commits[0].prev + hashes).digest()
        said = base.signed(opened, prev=head, body=body)
        cases.add(comment, [(0, at), *map(base.signed, changed_), said], INVALID, 0)


def _passes(base: Base) -> int:
    """An ANSWER that plays nothing."""
    data = codec.encode(Pass())
    body = len(data).to_bytes(4, "big") + data
    return next(
        n for n, e in enumerate(base.entries) if e.kind is EntryKind.ANSWER and e.body == body
    )


def _complaints(cases: Cases, base: Base) -> None:
    """A box with rubbish in it, and complaints good and bad."""
    source = entropy("complaints")
    box_at, at = base.find(EntryKind.SEALED), base.find(EntryKind.CONFIRM)
    box, word = base.entries[box_at], base.entries[at]
    assert at == box_at + 1
    receiver = base.people[word.seat].secrets
    E = group.mul_base(receiver.e)
    shows = [(one.answered, one.request) for one in base.asked if isinstance(one.request, Show)]
    answered, show = shows[0]
    about = about_opening(answered, [-slot - 1 for slot in show.slots])
    ctx = base.context(box, "show", about)
    sealed.check_sealed(ctx, E, box.body)

    def complaint(body: bytes, said: bytes) -> list[Part]:
        """The sender seals `body`; the receiver says `said`."""
        sent = attrs.evolve(box, body=body)
        head = hashlib.sha256(box.prev + entry_hash(sent.encode())).digest()
        return [(0, box_at), base.signed(sent), base.signed(word, prev=head, body=said)]

    long = base.forged(box_at, body=sealed.seal(ctx, E, bytes(128), source))
    cases.add("a box that is too long", long, INVALID, box.seat)
    rubbish = sealed.seal(ctx, E, bytes(96), source)
    good = complaint(rubbish, sealed.complain(ctx, receiver, rubbish, source))
    cases.add("a complaint that holds: the sender is named", good, INVALID, box.seat)
    noise = box.body[:-1] + bytes([box.body[-1] ^ 1])
    good = complaint(noise, sealed.complain(ctx, receiver, noise, source))
    cases.add("a complaint about what does not decrypt", good, INVALID, box.seat)
    said = sealed.complain(ctx, receiver, box.body, source)
    cases.add("a groundless complaint", complaint(box.body, said), INVALID, word.seat)
    false = changed(said, 0, group.mul(receiver.x, box.body[:32]))
    cases.add("a complaint with another K", complaint(box.body, false), INVALID, word.seat)
    cases.add(
        "a box in another context",
        base.forged(box_at, body=_elsewhere(base, box, E)),
        INVALID,
        box.seat,
    )


def _elsewhere(base: Base, box: Entry, E: bytes) -> bytes:
    ctx = base.context(attrs.evolve(box, step=box.step + 1), "show")
    return sealed.seal(ctx, E, bytes(len(box.body) - 112), entropy("elsewhere"))


# ------------------------------------------------------------------ the match of three


def _left(cases: Cases, base: Base) -> None:
    """Seat 2 falls silent, and the others go on."""
    agreed = base.find(EntryKind.DROP, nth=-1)
    cases.add(
        "the whole match: objections, a seat dropped, a new deal", [(0, len(base.records))], OK
    )
    left = "ends when all others have signed: the log of the one that was dropped"
    cases.add(left, [(0, agreed + 1)], UNFINISHED, owed=[2])
    cases.add("ends before the last of them has signed", [(0, agreed)], UNFINISHED, owed=[2])
    after = base.entries[agreed + 1]
    back = base.signed(after, seat=2, body=b"I am back")
    cases.add("an entry of the seat that was dropped", [(0, agreed + 1), back], INVALID)
    void = base.signed(base.entries[agreed], kind=EntryKind.SHARES, body=bytes(96))
    cases.add("an entry for the step that ended so", [(0, agreed + 1), void], INVALID)


def _overtaken(cases: Cases, base: Base) -> None:
    """All others go on without seat 2 at a step that is past, though its entry is there."""
    past, at = base.find(EntryKind.OPEN, 2), base.find(EntryKind.SHUFFLE)
    drops = [
        base.signed(base.entries[past], seat=seat, kind=EntryKind.DROP, body=b"\2")
        for seat in (0, 1)
    ]
    log: list[Part] = [(0, at), *drops]
    cases.add("dropped at a step that is past: nothing more is heard", log, UNFINISHED, owed=[2])
    cases.add("and then the next record", [*log, (at, at + 1)], INVALID)


def _votes(cases: Cases, base: Base) -> None:
    """DROP and KEEP that must not be signed."""
    drop, keep = base.find(EntryKind.DROP, 0), base.find(EntryKind.KEEP, 1)
    second = base.find(EntryKind.DROP, 0, 1)
    entry = base.entries
    theirs = next(n for n in range(drop, keep) if entry[n].seat == 2)
    assert (entry[drop].body, entry[keep].body[:1]) == (b"\2", b"\2")
    assert drop < theirs < keep < second and len(entry[second].body) > 1

    both = base.signed(entry[drop], seat=1)
    cases.add("a KEEP and then a DROP", [(0, keep + 1), both], INVALID, 1)
    bare = base.signed(entry[second], body=b"\1")
    cases.add("a second DROP without the KEEP that frees it", [(0, second), bare], INVALID, 0)
    again = base.signed(entry[drop], body=b"\2" + entry[second].body[1:])
    cases.add("a DROP that holds a KEEP of its own seat", [(0, second), again], INVALID, 0)
    cases.add(
        "a KEEP whose entry does not stand before it",
        [(0, theirs), (keep, keep + 1)],
        INVALID,
        record=theirs,
    )
    cases.add(
        "a DROP whose KEEP does not stand before it",
        [(0, keep), (second, second + 1)],
        INVALID,
        record=keep,
    )
    other = base.signed(entry[theirs], body=bytes(96))
    kept = base.signed(entry[keep], body=b"\2" + other)
    cases.add(
        "a KEEP of another entry than was accepted: its author signed two",
        [(0, keep), kept],
        INVALID,
        2,
    )
    for comment, held in (
        ("a KEEP of an entry of another step", base.signed(entry[theirs], step=5)),
        ("a KEEP of an entry of another match", base.signed(entry[theirs], match_id=bytes(32))),
        ("a KEEP of an entry after another history", base.signed(entry[theirs], prev=bytes(32))),
        ("a KEEP of a DROP", base.signed(entry[theirs], kind=EntryKind.DROP, body=b"\0")),
        ("a KEEP of a KEEP", base.signed(entry[theirs], kind=EntryKind.KEEP, body=b"\0")),
        ("a KEEP of an entry in the name of another", base.signed(entry[theirs], seat=0, by=2)),
        ("a KEEP of another seat's entry", base.records[drop - 1]),
        ("a KEEP of nothing", b""),
    ):
        kept = base.signed(entry[keep], body=b"\2" + held)
        cases.add(comment, [(0, keep), kept], INVALID, 1)
    made = base.signed(entry[theirs], by=1)
    kept = base.signed(entry[keep], body=b"\2" + made)
    cases.add("a KEEP of an entry that its author made himself", [(0, keep), kept], INVALID, 1)
    mine = base.signed(entry[keep], by=0)
    held = base.signed(entry[second], body=b"\1" + after_length(mine))
    cases.add("a DROP that holds a KEEP of its author's making", [(0, second), held], INVALID, 0)
    _held(cases, base, drop, keep, second)
    elsewhere = base.forged(drop, match_id=bytes(32))
    cases.add("a DROP of another match", elsewhere, INVALID)
    cases.add("a DROP of a seat that does not exist", base.forged(drop, body=b"\3"), INVALID, 0)
    cases.add("a DROP of oneself", base.forged(drop, body=b"\0"), INVALID, 0)
    cases.add("a DROP of nobody", base.forged(drop, body=b""), INVALID, 0)
    cases.add("a DROP in another state", base.forged(drop, state=bytes(32)), INVALID, 0)
    cases.add("a DROP after another history", base.forged(drop, prev=bytes(32)), INVALID)
    early = base.find(EntryKind.KEYS)
    who = entry[early].seat
    too_soon = base.signed(entry[early], kind=EntryKind.DROP, body=bytes([(who + 1) % 3]))
    cases.add("a DROP before all have shown their keys", [(0, early), too_soon], INVALID, who)
    one_due = base.find(EntryKind.SHUFFLE)
    idle = base.signed(entry[one_due], seat=1, kind=EntryKind.DROP, body=b"\2")
    cases.add("a DROP of a seat that owes nothing", [(0, one_due), idle], INVALID, 1)


def _held(cases: Cases, base: Base, drop: int, keep: int, second: int) -> None:
    """Add what a DROP must not hold. drop, keep, second: seat 0's of seat 2, seat 1's answer, and
    seat 0's next one, of seat 1, which holds that answer."""
    entry, good = base.entries, base.records[keep]
    for comment, held in (
        ("a DROP that holds an entry", [base.records[drop - 1]]),
        ("a DROP that holds a KEEP of another step", [base.signed(entry[keep], step=5)]),
        (
            "a DROP that holds a KEEP of another match",
            [base.signed(entry[keep], match_id=bytes(32))],
        ),
        (
            "a DROP that holds a KEEP after another history",
            [base.signed(entry[keep], prev=bytes(32))],
        ),
        ("a DROP that holds a KEEP in another state", [base.signed(entry[keep], state=bytes(32))]),
        ("a DROP that holds a KEEP by its author", [base.signed(entry[keep], seat=0)]),
        ("a DROP that holds a KEEP twice", [good, good]),
        ("a DROP that holds a KEEP of its author's entry", [_kept(base, keep, 0), good]),
        (
            "a DROP that holds a KEEP of the seat that it is about",
            [_kept(base, keep, 1, by=2), good],
        ),
    ):
        made = base.signed(entry[second], body=b"\1" + b"".join(map(after_length, held)))
        cases.add(comment, [(0, second), made], INVALID, 0)
    short = base.signed(entry[second], body=entry[second].body[:-1])
    cases.add("a DROP that ends within a KEEP", [(0, second), short], INVALID, 0)


def _kept(base: Base, keep: int, t: int, by: int = 1) -> bytes:
    """A KEEP of t, by another seat, beside the step of a KEEP."""
    e = base.entries[keep]
    n = next(n for n, one in enumerate(base.entries) if (one.step, one.seat) == (e.step, t))
    return base.signed(e, seat=by, body=bytes([t]) + base.records[n])


def _new_deal(cases: Cases, base: Base) -> None:
    """Bodies of the new deal, re-signed."""
    at = base.find(EntryKind.HAND)
    e = base.entries[at]
    swapped = e.body[64:128] + e.body[:64] + e.body[128:]
    cases.add("a hand in another order", base.forged(at, body=swapped), INVALID, e.seat)
    at = base.find(EntryKind.BLIND)
    e = base.entries[at]
    swapped = e.body[:32] + e.body[96:160] + e.body[32:96] + e.body[160:]
    cases.add("two blinded cards exchanged", base.forged(at, body=swapped), INVALID, e.seat)
    at = next(
        n
        for n in range(base.find(EntryKind.BLIND, nth=-1), len(base.entries))
        if base.entries[n].kind is EntryKind.SHARES
    )
    e = base.entries[at]
    swapped = e.body[32:64] + e.body[:32] + e.body[64:]
    cases.add(
        "two shares in blinded cards exchanged", base.forged(at, body=swapped), INVALID, e.seat
    )


OF_TWO: tuple[Add, ...] = (_files, _nobody, _places, _proofs, _decisions, _complaints)
OF_THREE: tuple[Add, ...] = (_left, _overtaken, _votes, _new_deal)
