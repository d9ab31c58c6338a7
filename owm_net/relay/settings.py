"""The operator's settings: a TOML file, checked whole, every fault named at once.

Options of the command line win over the file, the file over what is built in.
"""

from __future__ import annotations

import difflib
import ipaddress
import math
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

from owm_net.protocol.framing import is_place, is_secret
from owm_net.relay.limits import Limits
from owm_net.relay.policy import Network, Policy
from owm_net.relay.store import Membership, faults_of_url

_SITE = re.compile(r"https?://[a-z0-9.\-\[\]:]+")
LONGEST = 1 << 20  # bytes of a file that is read


class BadSettings(Exception):
    """lines: every fault, each with its file and place."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True)
class RelaySettings:
    """All that can be set. port: 0 for any that is free. admin: "" for none, else HOST:PORT. state:
    "" for no file. web: "" for no door for browsers, else its HOST:PORT; page: the folder it
    serves; proxies: addresses in front of it whose X-Forwarded-For is believed; sites: others whose
    pages may open a WebSocket. directory: "" for none, else its address; advertise: HOST:PORT at
    which players find this relay, then; directory_password: of the directory. drain_seconds: how
    long pairs may go on once the relay is told to stop."""

    bind: str = "127.0.0.1"
    port: int = 0
    admin: str = ""
    token: str = field(default="", repr=False)
    banned: list[str] = field(default_factory=list)
    state: str = ""
    web: str = ""
    page: str = ""
    proxies: list[str] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    directory: str = ""
    advertise: str = ""
    directory_password: str = field(default="", repr=False)
    drain_seconds: float = 600.0
    verbose: bool = False
    limits: Limits = field(default_factory=Limits)

    def policy(self) -> Policy:
        """Return the settings that are more than numbers."""
        return Policy(self.token, tuple(_network(text) for text in self.banned))

    def trusted(self) -> tuple[Network, ...]:
        """Return the networks of the proxies in front of the door for browsers."""
        return tuple(_network(text) for text in self.proxies)

    def member(self) -> Membership | None:
        """How it is one of several; None if it is alone."""
        if not self.directory:
            return None
        return Membership(self.directory, self.advertise, self.directory_password)


def read_settings(path: Path) -> RelaySettings:
    """Of a TOML file. Raises BadSettings."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise BadSettings([f"{path}: more than {LONGEST} bytes"])
        table = tomllib.loads(text.decode("utf-8"))
    except OSError as error:
        raise BadSettings([f"{path}: {error.strerror or error}"]) from error
    except UnicodeDecodeError as error:
        raise BadSettings([f"{path}: no text in UTF-8, at byte {error.start}"]) from None
    except tomllib.TOMLDecodeError as error:
        raise BadSettings([f"{path}: {_where(error)}"]) from None
    try:
        import cattrs
    except ImportError as error:
        raise BadSettings([f"{path}: needs the package cattrs; install owm-net[relay]"]) from error
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind, check in _CHECKS.items():
        converter.register_structure_hook(kind, check)
    try:
        settings = converter.structure(table, RelaySettings)
    except Exception as error:  # a group of groups, one for each table
        said = [_placed(line) for line in cattrs.transform_error(error, format_exception=_in_words)]
        said += faults_of(
            converter.structure(_sound(table, RelaySettings, converter), RelaySettings)
        )
        raise BadSettings([f"{path}: {line}" for line in said]) from error
    faults = [f"{path}: {fault}" for fault in faults_of(settings)]
    if faults:
        raise BadSettings(faults)
    return settings


def _sound(table: dict[str, Any], kind: type, converter: Any) -> dict[str, Any]:
    """Return the readable part of a table, so that the rest of it is judged too."""
    sound: dict[str, Any] = {}
    hints = get_type_hints(kind)
    for name, value in table.items():
        if hints.get(name) is Limits and isinstance(value, dict):
            sound[name] = _sound(value, Limits, converter)
        elif name in hints:
            try:
                converter.structure(value, hints[name])
            except Exception:  # said already
                continue
            sound[name] = value
    return sound


def faults_of(settings: RelaySettings) -> Iterator[str]:
    """Yield faults that types cannot express, by the names of the settings."""
    if settings.port > 65535:
        yield f"port: must be 0 to 65535, is {settings.port}"
    for limit in fields(Limits):
        if not getattr(settings.limits, limit.name):
            yield f"limits.{limit.name}: must be 1 or more, is 0"
    if settings.token and not is_secret(settings.token):
        yield "token: must be 1 to 64 of A-Z, a-z, 0-9, - and _"
    if settings.directory:
        fault = faults_of_url(settings.directory)
        if fault is not None:
            yield f"directory: {fault}"
        if not is_place(settings.advertise):
            yield "advertise: with a directory, HOST:PORT at which players find this very relay"
    elif settings.advertise or settings.directory_password:
        yield "advertise, directory_password: are of use with a directory only"
    yield from _faults_of_addresses(settings)


def _faults_of_addresses(settings: RelaySettings) -> Iterator[str]:
    for name, text in (("admin", settings.admin), ("web", settings.web)):
        if text and admin_address(text) is None:
            yield f"{name}: must be HOST:PORT, such as 127.0.0.1:7772, is {text!r}"
    if not settings.web and (settings.page or settings.proxies or settings.sites):
        yield "page, proxies, sites: are of use with web only, such as 127.0.0.1:7773"
    for name, texts in (("banned", settings.banned), ("proxies", settings.proxies)):
        for text in texts:
            try:
                _network(text)
            except ValueError:
                yield f"{name}: {text!r} is no address and no network, such as 192.0.2.0/24"
    for text in settings.sites:
        if not _SITE.fullmatch(text):
            yield f"sites: {text!r} is no site, such as https://club.example"


def overridden(settings: RelaySettings, options: dict[str, Any]) -> RelaySettings:
    """With what was typed in place of what was written. None: was not typed."""
    typed = {name: value for name, value in options.items() if value is not None}
    limits = {limit.name: typed.pop(limit.name) for limit in fields(Limits) if limit.name in typed}
    return replace(settings, limits=replace(settings.limits, **limits), **typed)


def doubts_of(settings: RelaySettings) -> Iterator[str]:
    """Yield settings that are allowed and probably a mistake, for the operator to read at the
    start."""
    host = urlsplit(settings.directory).hostname or ""
    if host and not settings.directory_password and not _is_this_machine(host):
        yield (
            f"no password is given for the directory at {host}: whoever reaches it can mislead all"
            " its relays; set requirepass there, and give it by --directory-password-file"
        )


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def admin_address(text: str) -> tuple[str, int] | None:
    """HOST:PORT or [IPV6]:PORT in its parts; None if it is neither."""
    host, _, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        return None
    if not host or not (port.isascii() and port.isdigit() and len(port) <= 5):
        return None
    return (host, int(port)) if int(port) <= 65535 else None


def _network(text: str) -> Network:
    return ipaddress.ip_network(text, strict=False)


def _whole(value: Any, _: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"must be a whole number, not below 0, is {value!r}")
    return value


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float) or not 0 < value < math.inf:
        raise ValueError(f"must be a number above 0, is {value!r}")
    return float(value)


def _text(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise ValueError("must be a text in quotes")  # not what it is: it may be a password
    return value


def _flag(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"must be true or false, is {value!r}")
    return value


_CHECKS: dict[Any, Any] = {int: _whole, float: _number, str: _text, bool: _flag}


def _where(error: tomllib.TOMLDecodeError) -> str:
    """Line and column, and nothing of the line: it may hold a password."""
    found = re.search(r"\(at (line \d+, column \d+|end of document)\)", str(error))
    place = f" at {found[1]}" if found else ""
    return f'no TOML{place}; texts stand in quotes: token = "between-friends"'


def _in_words(error: BaseException, _: type | None) -> str:
    """One line for people; cattrs says where it stands."""
    extra = getattr(error, "extra_fields", None)
    if not extra:
        return " ".join(str(error).split())
    known = [f.name for kind in (RelaySettings, Limits) for f in fields(kind)]
    said = []
    for key in sorted(extra):
        near = difflib.get_close_matches(key, known, 1)
        said.append(f"unknown key {key!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))
    return ", ".join(said)


def _placed(line: str) -> str:
    """cattrs says `words @ $.place`; we say `place: words`."""
    words, _, place = line.rpartition(" @ $")
    place = place.lstrip(".")
    return f"{place}: {words}" if place else words
