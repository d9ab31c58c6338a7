"""Standings: what several matches come to for each of their players, who are known by their keys.

Points are those that the rules give for a match (`Result.scores`), lost or won. Whoever has most of
them stands first, of those who have as many whoever has won more; who is equal in both
shares a place. A match that its players ended themselves gives no points, and is won and lost.
"""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.text import say
from owm_net.session.verdict import Outcome, Verdict


@define
class Standing:
    """One player. identity: his key. name: what he called himself in the first match."""

    identity: bytes
    name: str
    matches: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0

    @property
    def lost(self) -> int:
        """Matches that he neither won nor drew."""
        return self.matches - self.won - self.drawn


@define
class Standings:
    """The matches of one game that count, one after the other. system: the id of that game."""

    system: str = ""
    matches: int = 0
    _players: dict[bytes, Standing] = field(factory=dict)
    _seen: set[bytes] = field(factory=set)

    def has(self, verdict: Verdict) -> bool:
        """Whether the match has been counted: the logs of both its players are of one match."""
        return verdict.match is not None and verdict.match.match_id in self._seen

    def why_not(self, verdict: Verdict) -> str | None:
        """Why a match cannot count beside those before it, in words; None if it can."""
        match = verdict.match
        if verdict.verdict is not Outcome.OK or match is None or verdict.result is None:
            return say("it has no result that counts")
        if self.system and verdict.system != self.system:
            return say(
                "it is of {game}, the others are of {others}: their points cannot be added",
                game=verdict.system,
                others=self.system,
            )
        if len(set(match.identities)) < match.seats:
            return say("the same key plays on both sides")
        return None

    def count(self, verdict: Verdict) -> None:
        """Add a match of which `why_not` says nothing."""
        match, result = verdict.match, verdict.result
        assert match is not None and result is not None
        self.system = verdict.system
        self.matches += 1
        self._seen.add(match.match_id)
        for seat, (identity, name) in enumerate(zip(match.identities, match.names, strict=True)):
            player = self._players.setdefault(identity, Standing(identity, name))
            player.matches += 1
            player.won += seat in result.winners
            player.drawn += not result.winners
            player.points += result.scores[seat] if result.scores else 0

    def in_order(self) -> list[tuple[int, Standing]]:
        """The players with their places, from 1; who is equal shares one."""
        players = sorted(
            self._players.values(), key=lambda p: (-p.points, -p.won, p.name, p.identity)
        )
        placed: list[tuple[int, Standing]] = []
        for number, player in enumerate(players, 1):
            before = placed[-1] if placed else None
            shared = before is not None and (before[1].points, before[1].won) == (
                player.points,
                player.won,
            )
            placed.append((before[0] if before is not None and shared else number, player))
        return placed
