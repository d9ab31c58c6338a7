"""How a match is left: where that leads, and that it was wanted."""

from __future__ import annotations

from pathlib import Path

from attrs import define

from owm_net.client.language import tr


@define
class Exit:
    """home: there is a title to go back to. kept: the match is in a log on this machine. over_end:
    this is shown over the end of a match, to which one comes back. closing: the match is left.
    quits: the window is to be closed with it. dropped: a log to be looked at next."""

    home: bool = False
    kept: bool = True
    over_end: bool = False
    closing: bool = False
    quits: bool = False
    dropped: Path | None = None

    @property
    def way_out(self) -> str:
        """Return the label of the button that leaves a match after its end or a stop."""
        if self.over_end:
            return tr("BACK TO THE END")
        return tr("TO THE TITLE") if self.home else tr("CLOSE")
