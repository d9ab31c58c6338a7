"""The encrypted channel, as somebody on the wire sees it, and somebody who guesses."""

from __future__ import annotations

import hashlib
from fractions import Fraction

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from owm_net.protocol import group
from owm_net.protocol.channel import (
    HAIL,
    HAIL_BYTES,
    HINT_BYTES,
    MAX_MESSAGE,
    WIRE_VERSION,
    BadRecord,
    Channel,
    ChannelError,
    ChannelState,
    Rejection,
    Role,
    RoleMismatch,
    VersionMismatch,
    WrongSecret,
    rejected,
)
from owm_net.protocol.codes import (
    MAX_WORDS,
    BadCode,
    Code,
    Invitation,
    longer,
    looks_like_code,
    new_code,
    parse_code,
    withstands,
)
from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.framing import NUMBERS, is_room_name
from owm_net.protocol.words import WORDS

CODE = Code("7", "melon-sandal-orchid")
KEY = bytes(range(32))
ADA, BEN, EVE = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2, 3))


def chance(seed: str):
    calls = iter(range(1000))

    def source(n: int) -> bytes:
        return hashlib.shake_256(f"{seed} {next(calls)}".encode()).digest(n)

    return source


def guest(code: Code | bytes = CODE, seed: str = "guest", identity=BEN) -> Channel:
    role = Role.GUEST if isinstance(code, Code) else Role.RETURNING
    return Channel(role, code, identity, "Ben", "test 1", chance(seed))


def host(code: Code | bytes = CODE, seed: str = "host") -> Channel:
    role = Role.HOST if isinstance(code, Code) else Role.RETURNING
    return Channel(role, code, ADA, "Ada", "test 2", chance(seed))


def opened(secret: Code | bytes = CODE) -> tuple[Channel, Channel]:
    """A and B, both open."""
    one, other = guest(secret), host(secret)
    first, second = one.receive(other.hail), other.receive(one.hail)
    a, b, auth = (one, other, first) if first else (other, one, second)
    assert auth is not None
    answer = b.receive(auth)
    assert answer is not None
    assert a.receive(answer) is None
    return a, b


@pytest.mark.parametrize("secret", [CODE, KEY], ids=["code", "key"])
def test_both_know_each_other_and_nobody_else_reads(secret) -> None:
    a, b = opened(secret)
    assert a.state is b.state is ChannelState.OPEN
    assert {a.peer.name, b.peer.name} == {"Ada", "Ben"}
    assert {a.peer.identity, b.peer.identity} == {
        key.public_key().public_bytes_raw() for key in (ADA, BEN)
    }
    assert {a.peer.program, b.peer.program} == {"test 1", "test 2"}
    for one, other in ((a, b), (b, a)):
        for message in (b"\0", b"a" * 100, b"b" * MAX_MESSAGE):
            record = one.sending.seal(message)
            assert len(record) == (len(message) // 512 + 1) * 512 + 16
            assert len(message) < 32 or message[:32] not in record
            assert other.receiving.open(record) == message
    assert a.private_room == b.private_room and is_room_name(a.private_room)


def test_nothing_in_the_clear_tells_who_plays_or_what_the_code_is() -> None:
    one, other = guest(), host()
    auth = one.receive(other.hail)
    assert auth is not None and other.receive(one.hail) is None
    answer = other.receive(auth)
    assert answer is not None and one.receive(answer) is None
    wire = one.hail + other.hail + auth + answer
    secrets = (b"Ada", b"Ben", b"melon", b"orchid", one.peer.identity, other.peer.identity)
    assert not any(secret in wire for secret in secrets)


def test_every_channel_has_keys_of_its_own() -> None:
    (a, _), (c, _) = opened(), opened()  # the same chance on both sides: the same keys
    assert a.private_room == c.private_room
    one, other = guest(seed="another"), host()
    auth = one.receive(other.hail)
    other.receive(one.hail)
    assert auth is not None
    answer = other.receive(auth)
    assert answer is not None
    one.receive(answer)
    assert one.private_room != a.private_room


@pytest.mark.parametrize(
    "wrong",
    [Code("7", "melon-sandal-otter"), Code("8", CODE.words), Code("7", "melon-orchid-sandal")],
)
def test_who_has_another_code_is_told_apart_and_learns_nothing(wrong) -> None:
    one, other = guest(wrong), host()
    auth = one.receive(other.hail)
    assert auth is not None and other.receive(one.hail) is None
    with pytest.raises(WrongSecret):
        other.receive(auth)
    assert other.state is ChannelState.FAILED
    with pytest.raises(LocalProtocolError):  # no second guess on this connection
        other.receive(auth)
    assert not hasattr(other, "peer")


def test_a_host_says_nothing_that_depends_on_its_words_before_the_guests_guess() -> None:
    """With the host's HAIL alone every code is as likely: for each there is a y that gives it."""
    hail = host().hail
    point = hail[-HINT_BYTES - 32 : -HINT_BYTES]
    assert host(Code("7", "apple-apple-apple")).hail != hail
    group.decode_point(point)  # a uniform point of the group, whatever the code
    assert host().receive(guest().hail) is None


def test_what_one_learns_as_a_false_host_is_one_guess() -> None:
    """A guest's AUTH opens for the false host's one guess, and for no other."""
    victim = guest()
    false = host(Code("7", "apple-apple-apple"))
    auth = victim.receive(false.hail)
    false.receive(victim.hail)
    assert auth is not None
    with pytest.raises(WrongSecret):
        false.receive(auth)
    with pytest.raises(BadRecord):
        false.receiving.open(auth[33:])


@pytest.mark.parametrize("secret", [CODE, KEY], ids=["code", "key"])
def test_every_bit_of_every_opening_message_counts(secret) -> None:
    one, other = guest(secret), host(secret)
    first, second = one.receive(other.hail), other.receive(one.hail)
    swap = first is None
    auth_a = first or second
    assert auth_a is not None
    auth_b = (one if swap else other).receive(auth_a)
    assert auth_b is not None

    def ends() -> tuple[Channel, Channel]:
        fresh = guest(secret), host(secret)
        return (fresh[1], fresh[0]) if swap else fresh

    def flipped(message: bytes, at: int) -> bytes:
        return message[:at] + bytes([message[at] ^ 1 << at % 8]) + message[at + 1 :]

    for at in range(HAIL_BYTES):
        a, b = ends()
        with pytest.raises(ChannelError):
            auth = a.receive(flipped(b.hail, at))
            b.receive(a.hail)
            assert auth is not None or a.state is ChannelState.AWAITING_AUTH
            b.receive(auth or b"")
    for at in range(len(auth_a)):
        a, b = ends()
        a.receive(b.hail), b.receive(a.hail)
        with pytest.raises(ChannelError):
            b.receive(flipped(auth_a, at))
    for at in range(len(auth_b)):
        a, b = ends()
        a.receive(b.hail), b.receive(a.hail)
        with pytest.raises(ChannelError):
            a.receive(flipped(auth_b, at))


@pytest.mark.parametrize("secret", [CODE, KEY], ids=["code", "key"])
def test_what_is_said_back_is_refused(secret) -> None:
    one = guest(secret)
    with pytest.raises(ChannelError):
        one.receive(one.hail)
    a, _ = opened(secret)
    record = a.sending.seal(b"hello")
    with pytest.raises(BadRecord):
        a.receiving.open(record)


def test_an_auth_of_an_earlier_channel_is_of_no_use() -> None:
    one, other = guest(), host()
    auth = one.receive(other.hail)
    later = host(seed="later")
    later.receive(one.hail)  # said again, with what followed it
    assert auth is not None
    with pytest.raises(WrongSecret):
        later.receive(auth)


def test_who_has_the_key_of_another_match_is_refused_at_once() -> None:
    with pytest.raises(WrongSecret):
        host(KEY).receive(guest(bytes(32)).hail)


@pytest.mark.parametrize(
    ("role", "met"),
    [(Role.GUEST, Role.GUEST), (Role.HOST, Role.HOST), (Role.RETURNING, Role.HOST)],
)
def test_who_has_come_for_something_else_is_told_so(role, met) -> None:
    ends = [
        Channel(r, KEY if r is Role.RETURNING else CODE, ADA, "", "p", chance(f"{i}"))
        for i, r in enumerate((role, met))
    ]
    with pytest.raises(RoleMismatch) as told:
        ends[0].receive(ends[1].hail)
    assert told.value.role is met


@pytest.mark.parametrize(
    ("said", "version", "program"),
    [
        (b"\x01\x02\x01owm-net 0.1.0", 2, "owm-net 0.1.0"),  # GREET of version 2
        (b"\x01\x09", 9, ""),
        (b"\x01\x05\x00" + b"owm-net 1.0\x1b[2J".ljust(63) + bytes(500), 5, "owm-net 1.0?[2J"),
    ],
)
def test_another_version_is_told_with_both(said, version, program) -> None:
    with pytest.raises(VersionMismatch) as told:
        guest().receive(said)
    assert (told.value.version, told.value.program) == (version, program)
    assert f"version {version} " in str(told.value) and str(WIRE_VERSION) in str(told.value)


def test_a_program_of_version_2_finds_our_version_where_it_looks() -> None:
    hail = host().hail
    assert hail[:2] == HAIL + bytes([4]) and hail[3:66].decode().strip() == "test 2"


def test_a_rejection_is_heard_by_a_guest_alone() -> None:
    one, other = guest(), host()
    one.receive(other.hail), other.receive(one.hail)
    with pytest.raises(WrongSecret, match="burnt"):
        one.receive(rejected(Rejection.BURNT))
    with pytest.raises(ChannelError):
        other.receive(rejected(Rejection.BURNT))


def test_records_dropped_doubled_or_exchanged_are_noticed_and_end_it() -> None:
    a, b = opened()
    first, second, third = (a.sending.seal(text) for text in (b"1", b"2", b"3"))
    assert b.receiving.open(first) == b"1"
    for record in (third, second, first, b"", bytes(16)):
        with pytest.raises(BadRecord):  # after the first nothing opens, the right one neither
            b.receiving.open(record)


def test_no_message_is_longer_than_a_frame_holds() -> None:
    a, _ = opened()
    with pytest.raises(LocalProtocolError):
        a.sending.seal(bytes(MAX_MESSAGE + 1))


@given(st.lists(st.binary(max_size=300), max_size=4))
def test_whatever_comes_is_a_channel_or_an_error(messages) -> None:
    end = guest(KEY)
    for message in messages:
        try:
            end.receive(message)
        except ChannelError as error:
            assert str(error).isprintable()
            return


def test_a_name_is_cut_between_characters() -> None:
    one = Channel(Role.GUEST, CODE, BEN, "é" * 40, "p", chance("long"))
    other = host()
    auth = one.receive(other.hail)
    other.receive(one.hail)
    assert auth is not None
    other.receive(auth)
    assert other.peer.name == "é" * 32


# -- codes


def test_a_code_is_a_number_and_three_words() -> None:
    code = new_code(chance("code"))
    assert parse_code(str(code)) == code
    assert int(code.room) in NUMBERS and len(code.words.split("-")) == 3
    assert code.words not in repr(code)
    assert new_code(chance("code"), "42").room == "42"


@pytest.mark.parametrize(
    "typed",
    [
        "7-melon-sandal-orchid",
        " 7 Melon SANDAL orchid ",
        "7-melo-sand-orch",
        "7 - melon-sanda-orchid",
        *(dash.join(("7", "melon", "sandal", "orchid")) for dash in "‐‑‒–—―−﹣－_./,~"),
        *(
            f"{a}7-melon-sandal-orchid{b}"
            for a, b in ('""', "“”", "„“", "«»", "()", "`´", "*.", "#!")
        ),
        "７－ｍｅｌｏｎ－ｓａｎｄａｌ－ｏｒｃｈｉｄ",
        "\ufeff7\u2060-mel\u00adon-san\u200bdal-or\ufe0fchid\u200f",
        *(unseen.join(("7", "melon", "sandal", "orchid")) for unseen in "\u00ad\u200b\u3164"),
        "7-melon-\nsandal-orchid",
        "> 7-melon-sandal-\r\n> orchid",
        "\x1b[200~7-melon-sandal-orchid\x1b[201~",
        "7\u00a0melon\u2003sandal\torchid",
        "the code is 7-melon-sandal-orchid: good for this match alone; tell it to nobody else",
        "Please join: 7 melon sandal orchid, it is open.",
        "owm-net join 192.168.50.1:7770 7-melon-sandal-orchid",
        "your friend types: owm-net join 7-melon-sandal-orchid or owm-net join [fd00:1::1]:7770"
        " 7-melon-sandal-orchid",
    ],
    ids=lambda typed: hashlib.sha256(typed.encode()).hexdigest()[:8],
)
def test_codes_may_be_typed_and_pasted_with_little_care(typed) -> None:
    assert parse_code(typed) == CODE
    assert looks_like_code(typed)


@given(
    st.lists(st.one_of(st.sampled_from(["7", *WORDS[:9], *"-–. \u00ad１⑴ﷺ"]), st.text(max_size=9)))
)
def test_whatever_is_pasted_is_a_code_or_is_told_why_not(pieces) -> None:
    """Joined in any way, far longer than a code: never anything else, and what is read as one is
    written as one."""
    for joint in ("", "-", " "):
        typed = joint.join(pieces)
        try:
            code = parse_code(typed)
        except BadCode as error:
            assert str(error).isprintable() and len(str(error)) < 1200
        else:
            assert looks_like_code(typed) and parse_code(str(code)) == code


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("melon-sandal-orchid", "does not begin with a room"),
        ("07-melon-sandal-orchid", "does not begin with a room"),
        ("7-melon", "it has 1 word;"),
        ("7-melon-sandal", "it has 2 words"),
        ("7" + 9 * "-orchid", "it has 9 words"),
        ("7-mellon-sandal-orchid", "did you mean melon"),
        ("7-mel-sandal-orchid", "not a word of a code"),
        ("7-melon-sandal-\x1b[2J", "not a word of a code"),
        ("12345678901-melon-sandal-orchid", "does not begin with a room"),
        ("x" * 5000, "that is no code"),
        ("x" * 500, "does not begin with a room"),
        ("12-7-melon-sandal-orchid", "'7' is not a word of a code"),
        ("7" + 9 * " orchid", "it has 9 words"),
        ("7-melon-sandal-orchid-xyz", "'xyz' is not a word of a code"),
        ("7-melon-sandal-orchid or 8-melon-sandal-orchid", "holds two codes"),
        ("the code is 7-mellon-sandal-orchid: good for this match", "did you mean melon"),
        ("", "does not begin with a room"),
    ],
)
def test_what_is_no_code_says_why(typed, why) -> None:
    with pytest.raises(BadCode, match=why) as told:
        parse_code(typed)
    assert str(told.value).isprintable() and len(str(told.value)) < 400


@pytest.mark.parametrize("typed", ["192.0.2.7:7770", "example.org:7770", "[::1]:7770", "7", ""])
def test_an_address_does_not_look_like_a_code(typed) -> None:
    assert not looks_like_code(typed)


def test_all_guesses_at_a_host_together_stay_below_one_in_a_million_and_never_end() -> None:
    """A code that has seen too many is replaced by one that is longer, and takes more of them."""
    code, risk, taken = CODE, Fraction(), list[int]()
    while code.count < MAX_WORDS:
        most = next(
            n for n in (withstands(code) - 1, withstands(code)) if Invitation(code, n).burnt
        )
        risk += Fraction(most, 256**code.count)
        taken.append(most)
        again = longer(chance("longer"), code)
        assert again.room == code.room and again.count == code.count + 1
        assert parse_code(str(again)) == again
        code = again
    assert risk < Fraction(1, 1_000_000) and taken == [12, 768, 49_152, 3_145_728, 201_326_592]
    assert withstands(code) > 100 * 86400 * 365, "with a hundred a second, for a year"
    assert not Invitation(CODE, wrong=10**9, guarded=True).burnt


def test_what_a_guest_lets_others_guess_stays_below_one_in_a_million() -> None:
    """Whether they answer or not; and three refusals by one way are enough for it."""
    for words in ("melon-sandal-orchid", "melon-sandal-orchid-acorn"):
        ours, shown = Invitation(Code("7", words)), 0
        while not ours.spent:
            ours.shown = shown = shown + 1
        assert shown >= 16 and Fraction(shown, 256**ours.code.count) < Fraction(1, 1_000_000)
    assert not Invitation(CODE, wrong=2, shown=15).spent
    assert Invitation(CODE, wrong=3, shown=3).spent


def test_no_two_words_begin_with_the_same_four_letters() -> None:
    assert len({word[:4] for word in WORDS}) == len(WORDS)
