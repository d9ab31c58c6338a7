"""Pictures as files: PNGs of the plainest kind, three bytes a pixel, each row as it is."""

from __future__ import annotations

import zlib

HEAD, KIND = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\x08\2\0\0\0"
"""How a PNG begins, and what its first part says of three bytes a pixel."""
AT = 41
"""Where its rows begin, packed."""


def packed(size: tuple[int, int], data: bytes) -> bytes:
    """Return the PNG of a picture's pixels."""
    step = 3 * size[0]
    rows = b"".join([b"\0" + data[n : n + step] for n in range(0, len(data), step)])
    first = HEAD[12:] + b"".join([pixels.to_bytes(4) for pixels in size]) + KIND
    parts = (first, b"IDAT" + zlib.compress(rows, 1), b"IEND")
    framed = [(len(p) - 4).to_bytes(4) + p + zlib.crc32(p).to_bytes(4) for p in parts]
    return HEAD[:8] + b"".join(framed)


def unpacked(png: bytes) -> tuple[tuple[int, int], bytes]:
    """Return the size and the pixels of a PNG that `packed` made. Raises OSError for others."""
    wide, high = (int.from_bytes(png[n : n + 4]) for n in (16, 20))
    step = 3 * wide + 1
    try:
        rows = zlib.decompressobj().decompress(png[AT:], step * high + 1)
    except zlib.error as e:
        raise OSError(str(e)) from None
    if png[:16] + png[24:29] != HEAD + KIND or len(rows) != step * high or any(rows[::step]):
        raise OSError("no picture of ours")
    return (wide, high), b"".join([rows[n + 1 : n + step] for n in range(0, len(rows), step)])
