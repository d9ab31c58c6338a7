"""Errors between two computers. They import no trio, so a command that only reports one starts
quickly."""

from __future__ import annotations

from owm_net.engine.text import say


class NetError(Exception):
    """Something about the network that a person should read: str() is one line.

    what: what did not work. why: what the system or the other side said. do: what may help.
    """

    def __init__(self, what: str, why: str, do: str) -> None:
        super().__init__(what, why, do)
        self.what = what
        self.why = why
        self.do = do

    @property
    def said(self) -> str:
        """The line, which a window can translate if what it was made of can be."""
        return say("{what}: {why}; {do}", what=self.what, why=self.why, do=self.do)

    def __str__(self) -> str:
        return str(self.said)
