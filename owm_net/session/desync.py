"""Two engines that disagree: where, in which frame of the rules, and both values.

States hold no secrets (an unopened card is a slot), so each side may give its state to the
other. The bundle is one JSON file that `owm-net doctor` shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from owm_net.engine import codec, records
from owm_net.engine.codec import Tagged
from owm_net.engine.errors import BadEncoding
from owm_net.session.match import Match

FORMAT = "owm-net desync 1"
HEAD = b'{\n "format": "owm-net desync'
"""How a bundle begins."""
MAX_STATE = 1 << 20
MAX_DIFFERENCES = 50


@frozen
class Difference:
    """One place where two states differ. path: as in "soldiers.204.status"."""

    path: str
    ours: str
    theirs: str


def differences(ours: bytes, theirs: bytes) -> list[Difference]:
    """Where two encoded states differ, in the order of their fields; at most MAX_DIFFERENCES.

    Raises BadEncoding if one of them is no state.
    """
    found: list[Difference] = []
    for difference in _walk("", codec.decode(ours), codec.decode(theirs)):
        found.append(difference)
        if len(found) == MAX_DIFFERENCES:
            break
    return found


def _walk(path: str, a: Any, b: Any) -> Iterator[Difference]:
    if a.__class__ is not b.__class__:
        yield Difference(path or "the whole state", _show(a), _show(b))
        return
    if isinstance(a, Tagged) and (a.name, len(a.fields)) == (b.name, len(b.fields)):
        names = _fields(a) if len(_fields(a)) == len(a.fields) else map(str, range(len(a.fields)))
        for name, x, y in zip(names, a.fields, b.fields, strict=True):
            yield from _walk(f"{path}.{name}" if path else name, x, y)
        return
    if isinstance(a, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            yield from _walk(f"{path}[{i}]", x, y)
        return
    if isinstance(a, dict) and list(a) == list(b):  # the order counts; no key is true or false
        for key in a:
            yield from _walk(f"{path}.{key}", a[key], b[key])
        return
    if isinstance(a, Tagged | list | dict) or a != b:  # of another name, length or other keys
        yield Difference(path or "the whole state", _show(a), _show(b))


def _fields(value: Tagged) -> list[str]:
    cls = records.REGISTRY.get(value.name)
    if cls is None:
        return [str(i) for i in range(len(value.fields))]
    return [f.name for f in attrs.fields(cls) if not f.metadata.get("transient")]


def _plain(value: Any) -> Any:
    if isinstance(value, Tagged):
        return {
            "is": value.name,
            **dict(zip(_fields(value), map(_plain, value.fields), strict=False)),
        }
    if isinstance(value, list):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, bytes):
        return value.hex()
    return value


def _show(value: Any) -> str:
    text = json.dumps(_plain(value))
    return text if len(text) <= 400 else text[:400] + "..."


def agenda_of(state: bytes) -> list[str]:
    """The frames that were running, bottom first, each with its step."""
    decoded = codec.decode(state)
    if not isinstance(decoded, Tagged):
        raise BadEncoding("this is no state")
    fields = dict(zip(_fields(decoded), decoded.fields, strict=False))
    frames = fields.get("agenda")
    if not isinstance(frames, list):
        raise BadEncoding("this is no state")
    return [_frame(f) for f in frames]


def is_state(data: bytes) -> bool:
    """Return True if `data` encodes a game state."""
    try:
        agenda_of(data)
    except BadEncoding:
        return False
    return True


def _frame(value: Any) -> str:
    if not isinstance(value, Tagged):
        return "?"
    at = dict(zip(_fields(value), value.fields, strict=False)).get("at", "?")
    return f"{value.name} at {at}"


def state_of(match: Match) -> bytes:
    """The public state of a match, in canonical bytes."""
    return codec.encode(match.state)


def bundle(match: Match, theirs: bytes) -> str:
    """The text of a bundle file: this side's state of a match against the other's."""
    ours = state_of(match)
    try:
        found = [attrs.asdict(d) for d in differences(ours, theirs)]
        frames = agenda_of(ours)
    except BadEncoding as e:
        found = [{"path": "the whole state", "ours": "", "theirs": f"cannot be read: {e}"}]
        frames = []
    content = {
        "format": FORMAT,
        "system": match.terms.system,
        "version": match.terms.version,
        "step": match.step,
        "frames": frames,
        "differences": found,
        "ours": ours.hex(),
        "theirs": theirs.hex(),
    }
    return json.dumps(content, indent=1) + "\n"


class BadBundle(ValueError):
    """A file that is no bundle."""


def read_bundle(text: str) -> list[str]:
    """A bundle for people. Raises BadBundle."""
    try:
        content = json.loads(text) if text.lstrip().startswith("{") else None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise BadBundle("this is no bundle of a disagreement")
        lines = [
            f"two engines disagree in {content['system']} version {content['version']},"
            f" before step {content['step']}",
            "frames that were running, the acting one last:",
            *[f"  {f}" for f in content["frames"]],
            "first difference:" if content["differences"] else "the states are the same",
        ]
        for i, d in enumerate(content["differences"]):
            if i == 1:
                lines.append("further differences:")
            lines += [f"  {d['path']}", f"    here:  {d['ours']}", f"    there: {d['theirs']}"]
        lines.append("please report this with the file and the log: it is a bug, or a cheat")
    except (ValueError, KeyError, TypeError, RecursionError) as e:
        if isinstance(e, BadBundle):
            raise
        raise BadBundle(f"this is no bundle of a disagreement: {e}") from e
    return ["".join(c if c.isprintable() else "?" for c in line) for line in lines]
