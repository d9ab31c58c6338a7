"""Records as plain JSON, for programs that are not ours: an object with the name of its class under
"is", and its fields by their names."""

from __future__ import annotations

from typing import Any

from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding

IS = "is"
"""The key under which an object tells its class."""


def to_plain(value: object) -> Any:
    """Return what `json` writes of a value that `codec.encode` takes: bytes become hexadecimal
    digits, and numbers that are keys become text."""
    return _plain(codec.decode(codec.encode(value)))


def _plain(value: Any) -> Any:
    if isinstance(value, codec.Tagged):
        names, _ = records.written_names(value.name)
        more = value.fields[len(names) :]
        pairs = [*zip(names, value.fields, strict=False), *(more[0].items() if more else ())]
        return {IS: value.name, **{name: _plain(one) for name, one in pairs}}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return value.hex() if isinstance(value, bytes) else value


def from_plain(value: Any) -> Any:
    """Return the record of such an object. Raises BadEncoding, also for what no record
    holds, such as a number with a point."""
    return records.load(_tagged(value))


def _tagged(value: Any) -> Any:
    if isinstance(value, list):
        return [_tagged(one) for one in value]
    if not isinstance(value, dict):
        return value
    fields = {key: _tagged(one) for key, one in value.items() if key != IS}
    name = value.get(IS)
    if name is None:
        return fields
    if not isinstance(name, str):
        raise BadEncoding(f'"{IS}" is the name of a class')
    names, added = records.written_names(name)
    for key in names:
        if key not in fields:
            raise BadEncoding(f"{name} wants {key!r}")
    more = {key: one for key, one in fields.items() if key not in names}
    for key in more:
        if key not in added:
            raise BadEncoding(f"{name} has no {key[:40]!r}")
    return codec.Tagged(name, [*[fields[key] for key in names], *([more] if more else [])])
