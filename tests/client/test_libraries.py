"""How the libraries of a Linux system are found."""

from __future__ import annotations

import ctypes.util
import sys

import pytest

from owm_net.client.glass import libraries


def test_what_the_system_has_not_listed_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it has only once: for each look Python starts a process."""
    looked: list[str] = []

    def look(name: str) -> str | None:
        looked.append(name)
        return f"lib{name}.so.1"

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    monkeypatch.setattr(ctypes.util, "find_library", look)
    monkeypatch.setattr(libraries, "_listed", lambda: "\tlibGL.so.1 (libc6) => /lib/libGL.so.1\n")
    with libraries.known_libraries():
        found = [ctypes.util.find_library(name) for name in ("GL", "GL", "pulse", "G")]
    assert found == ["libGL.so.1", "libGL.so.1", None, None]
    assert looked == ["GL"]
    assert ctypes.util.find_library is look


@pytest.mark.parametrize(("listed", "path"), [("", ""), ("\tlibGL.so.1 (libc6)\n", "/opt/lib")])
def test_what_may_be_elsewhere_is_looked_for_as_usual(
    monkeypatch: pytest.MonkeyPatch, listed: str, path: str
) -> None:
    """Without a list, and where a user has libraries elsewhere."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("LD_LIBRARY_PATH", path)
    monkeypatch.setattr(ctypes.util, "find_library", str.upper)
    monkeypatch.setattr(libraries, "_listed", lambda: listed)
    with libraries.known_libraries():
        assert ctypes.util.find_library("pulse") == "PULSE"
