"""Here the group itself is tried: no product of before is remembered."""

from __future__ import annotations

import pytest

from owm_net.protocol import group


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undoes what tests/conftest.py does."""
    monkeypatch.setattr(group, "mul", group.mul.__wrapped__)  # type: ignore[attr-defined]
