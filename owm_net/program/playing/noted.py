"""The notes of a meeting in the private file, by which the players find each other again."""

from __future__ import annotations

from contextlib import suppress

from owm_net.engine.ids import Seat, all_seats
from owm_net.net.proof import KEY_BYTES, Papers
from owm_net.net.rendezvous import parse_address
from owm_net.net.web_relay import parse_relay
from owm_net.program.meeting.where import Meeting, StandAt
from owm_net.protocol.codes import BadCode, parse_code
from owm_net.session.private import meeting_note

MAX_SEATS = 4


def where_note(where: Meeting, papers: Papers) -> bytes:
    facts: dict[str, str | int] = {"seat": papers.own.seat, "name": papers.own.name}
    if papers.key:
        facts["key"] = papers.key.hex()
    facts |= {f"identity {seat}": identity.hex() for seat, identity in papers.known.items()}
    if where.local is not None:
        facts |= where.local.facts()
        return meeting_note(**facts)
    if where.relay is not None:
        facts |= {"relay": str(where.relay), "room": where.room, "token": where.token}
        facts |= {f"room {seat}": room for seat, room in where.rooms.items()}
    if where.address is not None:
        facts |= {"address": str(where.address), "host": where.host}
    if where.port is not None:
        facts |= {"port": where.port, "bind": where.bind, "router": int(where.router)}
    if where.code is not None and papers.own.seat != where.host:
        facts["code"] = str(where.code)
    if where.stand is not None:
        at = where.stand
        facts |= {"stand": str(at.code), "stand key": at.key}
        facts |= {"stand port": at.port, "stand lan": int(at.lan)}
    return meeting_note(**facts)


def where_of(facts: dict[str, str | int]) -> Meeting:
    rooms = {Seat(n): str(facts[f"room {n}"]) for n in range(MAX_SEATS) if f"room {n}" in facts}
    port = facts.get("port")
    return Meeting(
        port=int(port) if port is not None else None,
        bind=str(facts.get("bind", "127.0.0.1")),
        address=parse_address(str(facts["address"])) if "address" in facts else None,
        relay=parse_relay(str(facts["relay"])) if "relay" in facts else None,
        room=str(facts.get("room", "")),
        rooms=rooms,
        host=Seat(int(facts.get("host", 0))),
        token=str(facts.get("token", "")),
        code=parse_code(str(facts["code"])) if "code" in facts else None,
        stand=_stand_of(facts),
        router=bool(facts.get("router", 0)),
    )


def _stand_of(facts: dict[str, str | int]) -> StandAt | None:
    """Where spectators found us, as far as it was noted; how far they are behind the terms say."""
    with suppress(KeyError, BadCode, ValueError):
        code, key = parse_code(str(facts["stand"])), str(facts["stand key"])
        return StandAt(0, int(facts["stand port"]), code, key, bool(facts["stand lan"]))
    return None


def key_of(facts: dict[str, str | int]) -> bytes:
    """Return the key with which all seats return; b"" in a match that began without one."""
    return _hexed(facts.get("key", ""), KEY_BYTES)


def identities_of(facts: dict[str, str | int]) -> dict[Seat, bytes]:
    """Of those who had proved themselves when the match began."""
    noted = {seat: _hexed(facts.get(f"identity {seat}", ""), 32) for seat in all_seats(MAX_SEATS)}
    return {seat: identity for seat, identity in noted.items() if identity}


def _hexed(value: str | int, size: int) -> bytes:
    try:
        data = bytes.fromhex(str(value))
    except ValueError:
        return b""
    return data if len(data) == size else b""
