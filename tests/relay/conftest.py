"""What the relay's clients come over."""

import pytest

from tests.relay import memory
from tests.websocket.pairs import kinds


@pytest.fixture(params=["tcp", "websocket"])
def carried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test of the relay twice, the second time with WebSockets over its memory streams."""
    if request.param == "websocket":
        monkeypatch.setattr(memory, "CARRIED_BY", kinds())
