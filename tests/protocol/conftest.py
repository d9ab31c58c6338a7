"""Here the group itself is tried: no product and no sum of before is remembered."""

from __future__ import annotations

import pytest

from owm_net.protocol import group


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undoes what tests/conftest.py does."""
    for name in ("mul", "mul_base", "add", "sub", "decode_point"):
        monkeypatch.setattr(group, name, getattr(group, name).__wrapped__)
