"""A hand that somebody has sent is kept as a file beside the log, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from owm_net.files.hands import MAGIC, MOST, BadHand, hand_path, keep_hand, read_hand

GOOD = MAGIC + b"\x01" + b"\0\0\0\x02ab"


def test_what_was_sent_is_read_as_what_was_opened(tmp_path: Path) -> None:
    log = tmp_path / "m.owmlog"
    path = keep_hand(log, 1, GOOD)
    assert path == hand_path(log, 1) and read_hand(path, 1) == [b"ab"]
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "data", [b"", MAGIC, MAGIC + b"\0", GOOD + b"\0", GOOD[:-1], GOOD + bytes(MOST)]
)
def test_what_is_no_hand_of_that_seat_is_not_kept(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(BadHand):
        keep_hand(tmp_path / "m.owmlog", 1, data)
    assert not [*tmp_path.iterdir()]
