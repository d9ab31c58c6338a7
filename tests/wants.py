"""Which field a draft wants next, by its name."""

from __future__ import annotations

from typing import Any

from owm_net.engine.drafts import DraftStatus


def wanted(status: DraftStatus[Any]) -> str:
    """Return "" if none must be filled in."""
    return status.wants.name if status.wants else ""
