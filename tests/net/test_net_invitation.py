"""One line that brings a friend, as it comes out of a chat, and what a stranger may write there."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.net.invitation import (
    MOST_ADDRESSES,
    BadInvitation,
    InvitationLine,
    addresses_for,
    read_invitation,
)
from owm_net.net.rendezvous import Address
from owm_net.net.web_relay import WebRelay
from owm_net.protocol.codes import MAX_TYPED, Code
from owm_net.protocol.words import WORDS

CODE = Code("482913", "melon-sandal-orchid")
RELAY = Address("relay.example.org", 7771)
WHOLE = InvitationLine(CODE, (Address("192.168.1.20", 7770), Address("2001:db8::7", 7770)), RELAY)
LINE = WHOLE.command("join")

codes = st.builds(
    lambda room, words: Code(str(room), "-".join(words)),
    st.integers(1, 9_999_999_999),
    st.lists(st.sampled_from(WORDS), min_size=3, max_size=8),
)
hosts = st.one_of(
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(str),
    st.sampled_from(["localhost", "my-pc.local", "a.b-c.example.org", "xn--bcher-kva.example"]),
)
places = st.builds(Address, hosts, st.integers(1, 65535))
invitations = st.builds(
    InvitationLine,
    codes,
    st.lists(places, max_size=MOST_ADDRESSES, unique=True).map(tuple),
    st.none() | places | st.builds(WebRelay, hosts, st.integers(1, 65535), st.booleans()),
)
UNSEEN = "\u00ad\u200b\u200d\u2060\ufeff\u3164"


def flowed(line: str) -> str:
    """As a mail program breaks and quotes it."""
    kept = textwrap.wrap(line, 40, break_long_words=False, break_on_hyphens=False)
    return "\r\n".join(f"> {one}" for one in kept)


AS_IT_COMES: dict[str, Callable[[str], str]] = {
    "alone": str,
    "in a sentence": lambda line: f"Come at 20:15, version 0.2.0 please: {line}. See you!",
    "in quotes": lambda line: f"“{line}”",
    "as code": lambda line: f"```\n{line}\n```",
    "bold": lambda line: f"**{line}**",
    "in italics": lambda line: f"_{line}_",
    "quoted in a mail": flowed,
    "as quoted-printable": lambda line: f"{line[:30]}=\r\n{line[30:]}",
    "in blanks that do not break": lambda line: line.replace(" ", "\u00a0"),
    "with a dash for two hyphens": lambda line: line.replace("--relay", "—relay"),
    "with the dashes of a book": lambda line: line.replace("-", "\u2011"),
    "twice": lambda line: f"{line}\n{line}",
    "in wide letters": lambda line: "".join(
        chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in line
    ),
}


@pytest.mark.parametrize("how", AS_IT_COMES)
def test_a_line_is_read_as_it_comes_out_of_a_chat(how: str) -> None:
    assert read_invitation(AS_IT_COMES[how](LINE)) == WHOLE


@given(invitations, st.sampled_from(sorted(set(AS_IT_COMES) - {"as quoted-printable"})))
def test_whatever_is_written_is_read_again(line: InvitationLine, how: str) -> None:
    assert read_invitation(AS_IT_COMES[how](line.command("join"))) == line


@given(invitations, st.lists(st.tuples(st.integers(0, 200), st.sampled_from(UNSEEN)), max_size=9))
def test_letters_that_nobody_sees_change_nothing(
    line: InvitationLine, marks: list[tuple[int, str]]
) -> None:
    text = line.command("join")
    for at, mark in marks:
        text = text[:at] + mark + text[at:]
    try:
        assert read_invitation(text) == line
    except BadInvitation as error:  # marks alone between two words part them
        assert "no code" in str(error) or "not a word" in str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://relay.example.org/#482913-melon-sandal-orchid", "wss://relay.example.org"),
        (
            "Play with me: <https://relay.example.org/#482913-melon-sandal-orchid>!",
            "wss://relay.example.org",
        ),
        (
            "[play](https://relay.example.org:8443/page/#482913-melon-sandal-orchid)",
            "wss://relay.example.org:8443",
        ),
        ("HTTPS://Relay.Example.org:443/%23482913-melon-sandal-orchid", "wss://relay.example.org"),
        ("http://localhost:7773/#482913-melon-sandal-orchid", "ws://localhost:7773"),
        ("http://[::1]/#482913-melon-sandal-orchid", "ws://[::1]"),
        (
            "https://chat.example.net/away?to=https%3A%2F%2Frelay.example.org%2F%23482913-melon"
            "-sandal-orchid&by=you",
            "wss://relay.example.org",
        ),
        (f"{CODE} --relay wss://relay.example.org.", "wss://relay.example.org"),
        (f"{CODE} relay: https://relay.example.org:8443/", "wss://relay.example.org:8443"),
    ],
    ids=range(9),
)
def test_a_link_to_the_page_of_a_relay_names_the_web_socket_of_that_server(
    text: str, said: str
) -> None:
    """And no other server, nor another port of it: the player reads where it leads."""
    line = read_invitation(text)
    assert isinstance(line.relay, WebRelay) and str(line.relay) == said
    assert line == InvitationLine(CODE, (), line.relay)
    assert line.said == f"the code {CODE}, at relay {said}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * (MAX_TYPED + 1), "longer than any invitation"),
        ("come tonight", "is no code"),
        (f"{CODE} or 7-acorn-acorn-acorn", "two codes"),
        (f"{CODE} " + " ".join(f"192.0.2.{n}:1" for n in range(5)), "more than 4 addresses"),
        (f"{CODE} --relay a.example:1 --relay b.example:1", "several relays"),
        (f"https://a.example/#{CODE} --relay b.example:7771", "several relays"),
        (f"https://a.example/#{CODE} https://b.example/#{CODE}", "several relays"),
        (f"https://a.example/#{CODE} https://a.example:8443/#{CODE}", "several relays"),
        (f"https://a.example:0/#{CODE}", "1 to 65535"),
        (f"https://rel\u0430y.example.org/#{CODE}", "not of the English alphabet"),
        (f"{CODE} rel\u0430y.example.org:7771", "not of the English alphabet"),
        (f"{CODE} --relay r\u00e9lay.example.org:7771", "not of the English alphabet"),
        (f"{CODE} 192.0.2.7:0", "1 to 65535"),
        (f"{CODE} 192.0.2.7:99999", "1 to 65535"),
        (f"{CODE} [::1::]:7770", "no IPv6 number"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(BadInvitation, match=why) as told:
        read_invitation(text)
    assert str(told.value).isprintable() and len(str(told.value)) < 400


def test_what_only_looks_like_an_address_is_not_dialled() -> None:
    """A time, a version, a file, a mail address, a page: none is where a host waits."""
    text = (
        f"20:15 v1.2.3:44 Re:7770 log.t:33 anna@example.org:25 https://example.org:8080/x {CODE}"
        " 1.2.3.4.5:80 [x:1] a:b:7770 https://you@evil.example/x#7 relay wss://r.example:123456"
    )
    assert read_invitation(text) == InvitationLine(CODE)


PIECES = (
    f"{CODE},192.0.2.7:7770,--relay ,wss://,http://,relay.example.org:7771,https://,r.example,/#,%23,[::1],:,@,],(,="
).split(",")


@given(st.lists(st.sampled_from([*PIECES, " ", "\n"]) | st.text(max_size=5)))
def test_whatever_is_pasted_is_an_invitation_or_is_told_why_not(pieces: list[str]) -> None:
    try:
        line = read_invitation("".join(pieces))
    except BadInvitation as error:
        assert str(error).isprintable() and len(str(error)) < 1200
    else:
        assert len(line.addresses) <= MOST_ADDRESSES
        assert all(
            place.host.isascii()
            for place in (*line.addresses, *([] if line.relay is None else [line.relay]))
        )
        assert read_invitation(line.command("join")) == line


SLOW = ["a.", "[:", "https://", "https://a/", "relay[[[[[[[", "1:", ".a", "a-", "7-", "-", "a.b-"]


@pytest.mark.parametrize("piece", [*SLOW, "relay ", "\u00ad", "=\n"])
def test_no_text_takes_long_to_read(piece: str) -> None:
    """It is read in the thread of the window. A pattern that tries everything twice would hang."""
    with pytest.raises(BadInvitation):
        read_invitation(piece * (MAX_TYPED // len(piece)))


def test_an_invitation_has_few_addresses_and_the_public_one_among_them() -> None:
    near = [Address(f"192.168.{n}.2", 7770) for n in range(9)]
    public = Address("203.0.113.7", 7770)
    assert addresses_for(near, public) == (*near[: MOST_ADDRESSES - 1], public)
    assert addresses_for(near, None) == tuple(near[:MOST_ADDRESSES])
    assert addresses_for([public], public) == (public,)
