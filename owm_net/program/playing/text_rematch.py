"""A rematch in the terminal: what is said and typed when a match of two is over."""

from __future__ import annotations

from functools import partial

import trio

from owm_net.client.language import tr
from owm_net.client.match.after import rematch_in_words
from owm_net.client.tables.terminal import NO, YES
from owm_net.net.clock import in_minutes
from owm_net.net.driver import DriverOptions, Parting
from owm_net.program.logs.places import next_log
from owm_net.program.logs.retelling import take_hand
from owm_net.program.logs.verdict_words import verdict_in_text
from owm_net.program.meeting.meet import Met
from owm_net.program.playing.matches import Parted, play_on
from owm_net.program.playing.text_seat import Taken, TextPlayer, seated_in_text
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.terminal.printing import tell
from owm_net.session.rematch import Sides


async def play_again(
    parted: Parted, player: TextPlayer, taken: Taken, patience: float, secret: str = ""
) -> None:
    """Each rematch, until there is none. taken: of the match that is over, then of each other.
    Raises as `play_on`."""
    while (met := await _Talk(parted, player, taken).run()) is not None:
        match = met.match
        assert match.own is not None and taken.place is not None
        log = next_log(taken.place[0])
        taken.place, taken.code = (log, match.own.seat), None
        player = seated_in_text(match, player)
        async with met:
            parted = await play_on(
                match,
                met.links,
                player,
                log,
                WayBack(met.where, patience),
                DriverOptions(illegal=player.refused, parting=Parting()),
                secret,
            )
            met.links.clear()  # they are closed, or kept for a rematch


class _Talk:
    """About whether there is another match."""

    def __init__(self, parted: Parted, player: TextPlayer, taken: Taken) -> None:
        self._parted = parted
        self._player = player
        self._taken = taken
        self._rematch = parted.rematch(self._changed)
        self._seats_differ = parted.match.system.seats_differ
        self._told = ""
        self._since = 0.0

    async def run(self) -> Met | None:
        """With whom the next match begins. The verdict on the last one is said meanwhile."""
        if not self._parted.match.finished:
            return None
        self._changed()
        if self._rematch.why:
            return None
        met = None
        async with trio.open_nursery() as nursery:

            async def read() -> None:
                await self._player.typed_after(self._typed)
                nursery.cancel_scope.cancel()

            nursery.start_soon(read)
            nursery.start_soon(self._judge)
            met = await self._parted.again(self._rematch)
            nursery.cancel_scope.cancel()
        return met

    async def _judge(self) -> None:
        assert self._taken.place is not None
        find = partial(verdict_in_text, *self._taken.place)
        lines, self._taken.code = await trio.to_thread.run_sync(find, abandon_on_cancel=True)
        tell(lines)

    def _changed(self) -> None:
        """Tell each news once."""
        if self._rematch.hand and self._taken.place is not None:
            take_hand(self._rematch, self._parted.match, self._taken.place[0])
        now = rematch_in_words(self._rematch, "")
        if now != self._told:
            self._told, self._since = now, trio.current_time()
            self._tell()

    def _tell(self) -> None:
        waited = in_minutes(trio.current_time() - self._since)
        text = rematch_in_words(self._rematch, waited)
        tell([text if text[-1:] in (".", "?", "!") else f"{text}.", *self._what_to_type()])

    def _what_to_type(self) -> list[str]:
        rematch = self._rematch
        if rematch.why or rematch.begins:
            return []
        if rematch.asks:
            return [tr("Type yes or no.")]
        if rematch.waits:
            return [tr("Type back to take it back; Enter tells how long you wait.")]
        if self._seats_differ:
            return [tr("Type rematch, or changed for one with the sides changed; quit leaves.")]
        return [tr("Type rematch for another match; quit leaves.")]

    def _typed(self, line: str) -> bool:
        """Return True if the person wants to leave."""
        rematch, word = self._rematch, line.strip().lower()
        if word == "quit":
            return True
        if rematch.asks and word in YES:
            rematch.wish(rematch.asks)
        elif rematch.asks and word in NO:
            rematch.decline()
        elif word == "changed" and not self._seats_differ:
            tell([tr("Both players choose their sides again in this game: type rematch.")])
        elif word in WORDS and (rematch.waits or word != "back"):
            rematch.wish(WORDS[word])
        else:
            self._tell()
        return False


WORDS = {"rematch": Sides.SAME, "changed": Sides.CHANGED, "back": Sides.NONE}
"""What is typed, and what is wished by it."""
