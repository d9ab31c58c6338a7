"""One line that brings a friend: the code, the addresses and the relay of a host.

It is also a command, such as `owm-net join 7-melon-sandal-orchid 192.168.1.20:7770 --relay
relay.example.org:7771`. A friend hands it on by chat or mail, so it is read out of any text: in
quotes, broken into lines, with a full stop behind it. A link to a relay's page whose fragment is
the code, `https://relay.example.org/#7-melon-sandal-orchid`, names that server's WebSocket.

A text is a stranger's. It is bounded before it is looked at, it names a few addresses at most, and
nothing here resolves or dials one: whoever reads an invitation shows it first.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import unquote

from attrs import frozen

from owm_net.engine.text import listed, say
from owm_net.net.rendezvous import Address, BadAddress, parse_address, shown
from owm_net.net.web_relay import HOST, LINK, RelayPlace, parse_relay
from owm_net.protocol.codes import MAX_TYPED, BadCode, Code, is_unseen, parse_code

MOST_ADDRESSES: Final = 4
"""Of one invitation. One dials them all at once."""
TOKEN: Final = "TOKEN"
"""Stands for a relay's access token, which is not for everybody who sees the line."""
_PLACE: Final = rf"{HOST}:[0-9]{{1,5}}(?![^\W_]|:)"
_RELAY: Final = re.compile(
    rf"\brelay[\s=:>|\"'*`<(\[]{{1,9}}(?:([A-Za-z0-9_-]{{1,64}})@)?((?>{LINK})(?![^\W_]|:)|{_PLACE})",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(rf"(?<![^\W_])(?<![.:/@-]){_PLACE}")
_PAGE: Final = re.compile(rf"({LINK})(?:/(?:(?!https?://)[^\s#])*)?#(?=[1-9])", re.IGNORECASE)


class BadInvitation(ValueError):
    """The text holds no invitation, or more than one; str() says why, and what to do."""


@frozen
class InvitationLine:
    """What an invitation says. relay: where the host waits, too. token: what that asks for, "" for
    none, or TOKEN in a line for others."""

    code: Code
    addresses: tuple[Address, ...] = ()
    relay: RelayPlace | None = None
    token: str = ""

    def command(self, verb: str) -> str:
        """Return the line, which may be pasted or typed. verb: what the friend does, such as
        "join"."""
        words = ["owm-net", verb, str(self.code), *map(str, self.addresses)]
        if self.relay is not None:
            words += ["--relay", f"{self.token and self.token + '@'}{self.relay}"]
        return " ".join(words)

    @property
    def said(self) -> str:
        """Return the same in words, for whoever has pasted a text and wants to see what it says."""
        where = [str(address) for address in self.addresses]
        if self.relay is not None:
            where.append(say("relay {relay}", relay=self.relay))
        if not where:
            return say("the code {code}, without an address or a relay", code=self.code)
        return say(
            "the code {code}, at {places}", code=self.code, places=listed(where, say(" or "))
        )


def read_invitation(text: str) -> InvitationLine:
    """Read what somebody typed or pasted: at least a code. Raises BadInvitation."""
    if len(text) > MAX_TYPED:
        raise BadInvitation(
            say("that is longer than any invitation: copy the line with the code, and no more")
        )
    text = re.sub("=\r?\n", "", text)  # so a mail breaks what is long
    text = unquote(text) if "%23" in text else text  # a link inside another link
    try:
        return InvitationLine(parse_code(text), *_places(_plain(text)))
    except BadCode as error:
        raise BadInvitation(error.args[0]) from error
    except BadAddress as error:
        raise BadInvitation(error.said) from error


def _plain(text: str) -> str:
    """Return it in plain letters, without what nobody sees."""
    seen = [char for char in unicodedata.normalize("NFKC", text) if not is_unseen(char)]
    return "".join("-" if unicodedata.category(char) == "Pd" else char for char in seen)


def _places(text: str) -> tuple[tuple[Address, ...], RelayPlace | None, str]:
    """The addresses, the relay and its token. Raises BadInvitation, BadAddress."""
    relays = [(_relay(place), token) for token, place in _RELAY.findall(text)]
    relays += [(_relay(link), "") for link in _PAGE.findall(text)]
    if len(at := dict(reversed(relays))) > 1:
        raise BadInvitation(
            say(
                "that names several relays, {relays}: keep the one you mean",
                relays=listed([str(relay) for relay in list(at)[:MOST_ADDRESSES]]),
            )
        )
    relay, token = next(iter(at.items()), (None, ""))
    found = [one[0] for one in _ADDRESS.finditer(_RELAY.sub(" ", text)) if _is_meant(one[0])]
    addresses = tuple(dict.fromkeys(map(_address, found)))
    if len(addresses) > MOST_ADDRESSES:
        raise BadInvitation(
            say("that names more than {most} addresses: keep those you mean", most=MOST_ADDRESSES)
        )
    return addresses, relay, "" if token == TOKEN else token


def _is_meant(place: str) -> bool:
    """Return True for an address; False for what only looks like one: a time, a version, a file."""
    host = place.rpartition(":")[0]
    name, _, last = host.rpartition(".")
    if last.isdigit():
        with suppress(ValueError):
            return bool(ipaddress.IPv4Address(host))
        return False
    is_name = len(last) > 1 and last[0].isalpha() and bool(name)
    return host.startswith("[") or host == "localhost" or is_name


def _address(place: str) -> Address:
    """Raises BadAddress."""
    address = parse_address(_in_english(place))
    return Address(address.host.lower(), address.port)


def _relay(place: str) -> RelayPlace:
    """Raises BadAddress."""
    return parse_relay(place) if "://" in _in_english(place) else _address(place)


def _in_english(place: str) -> str:
    """Return it. Raises BadAddress for letters that may only look like those of the host one
    knows."""
    if not place.isascii():
        raise BadAddress(
            say("{place} is not dialled", place=shown(place)),
            say("it has letters that are not of the English alphabet"),
            say("ask your friend for the address in figures"),
        )
    return place


def addresses_for(near: Sequence[Address], public: Address | None) -> tuple[Address, ...]:
    """Return the addresses of an invitation, the likely ones first. near: of this machine on its
    networks. public: on the internet, if it is known."""
    far = [] if public is None or public in near else [public]
    return (*near[: MOST_ADDRESSES - len(far)], *far)
