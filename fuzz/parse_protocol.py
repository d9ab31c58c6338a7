"""Targets: frames, entries, the chain, keys, shares, dice, shuffles, commitments, sealed boxes."""

from __future__ import annotations

import functools
import random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fuzz.checks import Broken
from fuzz.harness import Target
from fuzz.mutations import after, any_bytes, blocks, either, framed, join, split
from owm_net.protocol import (
    commitment,
    dice,
    entries,
    framing,
    keys,
    opening,
    sealed,
    shuffle,
)
from owm_net.protocol.entries import Entry, EntryKind, TornLog
from owm_net.protocol.errors import MalformedBytes, RemoteProtocolError
from owm_net.protocol.fiat_shamir import ProofContext
from owm_net.protocol.framing import FrameError, FrameReader
from owm_net.protocol.lockstep import Lockstep

ENTROPY = random.Random(1).randbytes
CTX = ProofContext(bytes(32), bytes(32), (b"\1" * 32, b"\2" * 32), 0, "fuzz").encode()
SECRETS, KEYS_BODY = keys.make_keys(CTX, ENTROPY)
PUBLIC = SECRETS.public()
CARDS = tuple([shuffle.known_card(b"fuzz", k, PUBLIC.X) for k in range(4)])
POINTS = [dice.dice_point(bytes(32), n, b"fuzz") for n in range(3)]
SHUFFLED = shuffle.shuffle(CTX, PUBLIC.X, CARDS, ENTROPY)


def only(good: list[bytes], data: bytes, what: str) -> None:
    """Nobody makes another proof by changing bytes of a good one."""
    if data not in good:
        raise Broken(f"{what} that nobody made is accepted")


# ------------------------------------------------------------------ frames, entries, chain


def frames(data: bytes) -> None:
    """u8 size of the pieces in which the rest arrives; whole frames give the same bytes again."""
    size, rest = 1 + (data[0] if data else 0), data[1:]
    reader, again = FrameReader(4096), b""
    for at in range(0, len(rest), size):
        reader.receive_data(rest[at : at + size])
        for payload in reader.frames():
            again += framing.encode_frame(payload)
    if rest[: len(again)] != again or len(again) + reader.buffered != len(rest):
        raise Broken("frames lose or change bytes")
    if reader.at_rest != (len(again) == len(rest)):
        raise Broken("a reader does not know whether it rests")


def frame_seeds() -> list[bytes]:
    """A few frames in pieces of several sizes."""
    whole = b"".join(map(framing.encode_frame, [b"\0", b"x" * 9, b"y" * 300, b"z"]))
    return [bytes([size]) + whole for size in (0, 1, 6, 255)]


def entry(data: bytes) -> None:
    """A record: what is parsed is written to the same bytes."""
    body, signature = entries.split_record(data)
    if entries.decode_entry(body).encode() != body or len(signature) != 64:
        raise Broken("an entry has other bytes than it was read from")
    entries.check_signature(body, signature, body[75:107])


def log(data: bytes) -> None:
    """A log file: records that are read give the same bytes."""
    again = entries.MAGIC
    try:
        for record in entries.read_records(data):
            again += entries.frame_record(record)
    except TornLog as e:
        if e.good > len(data) or (e.good and data[: e.good] != again):
            raise Broken("a torn log is good up to another place") from e
        raise
    if again != data:
        raise Broken("a log that is read has other bytes")


IDENTITIES = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2)]
SHOWN = [k.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw) for k in IDENTITIES]


@functools.cache
def records() -> list[bytes]:
    """Six steps of two seats."""
    step, made = Lockstep(2, identities=list(SHOWN)), []
    for number in range(6):
        step.open_step(EntryKind.DICE if number else EntryKind.HELLO, (0, 1), bytes([number]) * 32)
        for seat in (0, 1):
            said = step.entry(seat, b"body" * number)
            made.append(entries.sign(said, IDENTITIES[seat]))
            step.accept(said, said.encode())
    return made


def lockstep(data: bytes) -> None:
    """Records, each after u16 length, heard by somebody at the table."""
    step = Lockstep(2, identities=list(SHOWN))
    step.open_step(EntryKind.HELLO, (0, 1), bytes(32))
    for record in split(data, 2):
        said, signature = entries.split_record(record)
        heard: Entry = entries.decode_entry(said)
        if step.is_known(heard, said) or step.is_early(heard):
            continue
        if heard.seat >= step.seats:
            raise MalformedBytes("there is no such seat")
        entries.check_signature(said, signature, step.identities[heard.seat])
        step.check_place(heard, said)
        if record not in records():
            raise Broken("an entry that nobody signed is accepted")
        step.accept(heard, said)
        if not step.owed():
            number = step.step + 1
            step.open_step(EntryKind.DICE, (0, 1), bytes([number % 256]) * 32)


def log_seeds() -> list[bytes]:
    """A log, whole and cut."""
    whole = entries.MAGIC + b"".join(map(entries.frame_record, records()))
    return [whole, whole[:-3], entries.MAGIC, b""]


# ------------------------------------------------------------------ proofs


def check_keys(data: bytes) -> None:
    """The keys of a seat."""
    keys.check_keys(CTX, data)
    only([KEYS_BODY], data, "a seat's keys")


@functools.cache
def share_seeds() -> list[bytes]:
    """Shares in one to four cards."""
    return [
        bytes([n]) + opening.make_shares(CTX, SECRETS, PUBLIC.X, CARDS[:n], ENTROPY)
        for n in (1, 2, 4)
    ]


def check_shares(data: bytes) -> None:
    """u8 number of cards || shares."""
    n = 1 + ((data[0] if data else 1) - 1) % 4
    opening.split_shares(data[1:], n)
    opening.check_shares(CTX, PUBLIC.X, CARDS[:n], data[1:])
    only([s[1:] for s in share_seeds()], data[1:], "a proof of shares")


@functools.cache
def dice_seeds() -> list[bytes]:
    """Shares in one to three rolls."""
    return [
        bytes([n]) + dice.make_dice_shares(CTX, SECRETS, PUBLIC.Y, POINTS[:n], ENTROPY)
        for n in (1, 3)
    ]


def check_dice(data: bytes) -> None:
    """u8 number of rolls || shares."""
    n = 1 + ((data[0] if data else 1) - 1) % 3
    found = dice.check_dice_shares(CTX, PUBLIC.Y, POINTS[:n], data[1:])
    only([s[1:] for s in dice_seeds()], data[1:], "a proof of dice")
    dice.uniform_many(dice.joint_value(bytes(32), 1, found), 6, 3)


def check_shuffle(data: bytes) -> None:
    """A deck of four and its proof."""
    deck = shuffle.decode_deck(data[:256], 4)
    shuffle.check_shuffle(CTX, PUBLIC.X, CARDS, deck, data[256:])
    only(shuffle_seeds(), data, "a shuffle")


def shuffle_seeds() -> list[bytes]:
    """The one that was made."""
    return [shuffle.encode_deck(SHUFFLED.deck) + SHUFFLED.proof]


COMMITTED = [commitment.commit(CTX, 0, text, 64, ENTROPY) for text in (b"", b"x", b"y" * 64)]


def check_opening(data: bytes) -> None:
    """u8 number of a commitment || its opening. (Anybody can make a commitment and open it.)"""
    committed, opened = COMMITTED[(data[0] if data else 0) % len(COMMITTED)]
    commitment.check_opening(CTX, 0, 64, committed, data[1:])
    only([opened], data[1:], "an opening")


def opening_seeds() -> list[bytes]:
    """The right openings, and one of another commitment."""
    return [bytes([n % 3]) + COMMITTED[n // 2][1] for n in (0, 2, 4, 1)]


@functools.cache
def box_seeds() -> list[bytes]:
    """Boxes with complaints: about good content, and about content that is none."""
    good = sealed.seal(CTX, PUBLIC.E, b"shares" * 5, ENTROPY)
    bad = good[:-1] + bytes([good[-1] ^ 1])
    return [join([box, sealed.complain(CTX, SECRETS, box, ENTROPY)], 2) for box in (good, bad)]


def check_box(data: bytes) -> None:
    """A box and a complaint, each after u16 length, before every judge."""
    box, complaint, *_ = [*split(data, 2), b"", b""]
    good = [split(s, 2) for s in box_seeds()]
    try:
        sealed.unseal(CTX, SECRETS, box)
        only([b for b, _ in good], box, "a box")
    except RemoteProtocolError:
        pass
    sealed.check_sealed(CTX, PUBLIC.E, box)
    sealed.judge_complaint(CTX, PUBLIC.E, box, complaint)
    only([c for _, c in good], complaint, "a complaint")


REFUSED = (RemoteProtocolError,)
MESSY = either(blocks, any_bytes)

TARGETS = [
    Target("framing", frames, (FrameError,), frame_seeds, after(1, any_bytes)),
    Target("entries", entry, REFUSED, records, any_bytes),
    Target("log", log, (MalformedBytes, TornLog), log_seeds, any_bytes),
    Target("lockstep", lockstep, REFUSED, lambda: [join(records(), 2)], framed(any_bytes, 2)),
    Target("keys", check_keys, REFUSED, lambda: [KEYS_BODY], MESSY),
    Target("shares", check_shares, REFUSED, share_seeds, after(1, MESSY)),
    Target("dice", check_dice, REFUSED, dice_seeds, after(1, MESSY)),
    Target("shuffle", check_shuffle, REFUSED, shuffle_seeds, MESSY),
    Target("opening", check_opening, REFUSED, opening_seeds, after(1, MESSY)),
    Target("sealed", check_box, REFUSED, box_seeds, framed(MESSY, 2)),
]
