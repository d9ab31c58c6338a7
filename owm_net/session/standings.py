"""Standings: what several matches come to for each of their players, who are known by their keys.

Whoever has won most stands first; of equals, whoever has drawn more, then whoever has more points.
Points are those that the rules give for a match, lost or won; in a match that somebody gave up,
those of the game as it stood then. A tournament may rank by points first. Who is equal shares a
place.

That a player was away for too long, and the other waited no longer, is a claim that nobody can
prove. A tournament may count it as a win of the player who waited, unless that one signed more of
the match later, or the other claims the same.

A seat that the others went on without, saying that it was silent, has neither won nor lost: nobody
else can tell whether it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, evolve, field, frozen

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.protocol.words import fingerprint
from owm_net.session.clock_terms import read_clock
from owm_net.session.stops import What
from owm_net.session.verdict import Outcome, Verdict


@frozen
class Judged:
    """The part of a verdict that standings need, in plain values. left_out: seats whose silence the
    others signed. points: one for each seat, () where the rules give none. last: the last step for
    which each seat has signed. absence: author, seat and step of the claim by which a match of two
    ends because the author no longer waits for the other, whose decision it is; () for none."""

    outcome: Outcome
    system: str = ""
    match: bytes = b""
    identities: tuple[bytes, ...] = ()
    names: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    absence: tuple[int, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse what no verdict says: this may come from a file."""
        seats = range(len(self.identities))
        good = len(self.names) == len(seats) and len(self.points) in (0, len(seats))
        good = good and len(self.last) == len(seats) and len(self.absence) in (0, 3)
        if not good or not {*self.winners, *self.left_out, *self.absence[:2]} <= {*seats}:
            raise ValueError("no verdict says this of a match")


def judged(verdict: Verdict) -> Judged:
    """Return the part of a verdict that counts."""
    match, result = verdict.match, verdict.result
    of_use = verdict.verdict in (Outcome.OK, Outcome.UNFINISHED)
    if not of_use or match is None or not match.step:
        return Judged(verdict.verdict)
    absence = _absence(verdict)
    points = match.system.scores(match.state) if absence else verdict.points
    return Judged(
        verdict.verdict,
        verdict.system,
        match.match_id,
        tuple(match.identities),
        tuple(match.names),
        () if result is None or result.drawn else tuple(map(int, result.winners)),
        tuple(points),
        tuple([left["seat"] for left in verdict.silent]),
        tuple([match.last_signed(Seat(seat)) for seat in range(match.seats)]),
        absence,
    )


def _absence(verdict: Verdict) -> tuple[int, ...]:
    """The claim by which a match of two ends here, by one who owes nothing."""
    match = verdict.match
    if verdict.verdict is not Outcome.UNFINISHED or match is None or match.seats != 2:
        return ()
    rule = read_clock(verdict.clock)
    for said in verdict.standing:
        if said["what"] != What.STOPS_WAITING.word or verdict.owed_by != [said["of"]]:
            continue
        if rule is not None and said["ms"] >= 1000 * rule.away:  # else it contradicts itself
            return said["seat"], said["of"], said["step"]
    return ()


@define
class Standing:
    """One player. identity: their key. name: what the list of entrants calls them; without one,
    what they called themselves in the first match."""

    identity: bytes
    name: str
    matches: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0

    @property
    def lost(self) -> int:
        """Matches that they neither won nor drew."""
        return self.matches - self.won - self.drawn

    def rank(self, by_points: bool) -> tuple[int, ...]:
        """The greater, the further up; equal for those who share a place."""
        if by_points:
            return self.points, self.won
        return self.won, self.drawn, self.points


@define
class Standings:
    """The matches of one game that count, one after the other. system: the id of that game.

    entrants: key, in words or 64 digits, -> name of those who take part; None: anybody.
    """

    entrants: Mapping[str, str] | None = None
    system: str = ""
    matches: int = 0
    _players: dict[bytes, Standing] = field(factory=dict)
    _seen: set[bytes] = field(factory=set)

    def has(self, match: Judged) -> bool:
        """Return True if the match has been counted: the logs of both its players are of one
        match."""
        return match.match in self._seen

    def why_not(self, match: Judged) -> str | None:
        """Why a match cannot count beside those before it, in words; None if it can."""
        if match.outcome is not Outcome.OK:
            return say("it has no result that counts")
        if self.system and match.system != self.system:
            return say(
                "it is of {game}, the others are of {others}: their points cannot be added",
                game=match.system,
                others=self.system,
            )
        if len(set(match.identities)) < len(match.identities):
            return say("the same key plays on both sides")
        for identity, name in zip(match.identities, match.names, strict=True):
            if self._called(identity, name) is None:
                return say(
                    "{name}, whose key is {words}, is not among the entrants",
                    name=name,
                    words=fingerprint(identity),
                )
        return None

    def why_no_claim(self, match: Judged, logs: Iterable[Judged]) -> str | None:
        """Why the claim by which a match ends does not count, in words; None if it does. logs: all
        that were judged."""
        if self.has(match):
            return say("another log of this match counts")
        author, absent, step = match.absence
        for other in logs:
            if other.match == match.match:
                if other.last[author] > step:
                    return say(
                        "{name} stopped waiting, but played on later",
                        name=match.names[author],
                    )
                if other.absence and other.absence[0] == absent:
                    return say("each claims that the other was away")
        return self.why_not(evolve(match, outcome=Outcome.OK))

    def count_claim(self, match: Judged) -> None:
        """Count a match as a win of the player who waited; `why_no_claim` has found no
        objection."""
        self.count(evolve(match, winners=match.absence[:1]))

    def _called(self, identity: bytes, name: str) -> str | None:
        """Return the name under which a player is listed; None if they do not take part."""
        if self.entrants is None:
            return name
        return self.entrants.get(identity.hex()) or self.entrants.get(fingerprint(identity))

    def count(self, match: Judged) -> None:
        """Add a match of which `why_not` says nothing."""
        self.system = match.system
        self.matches += 1
        self._seen.add(match.match)
        for seat, (identity, name) in enumerate(zip(match.identities, match.names, strict=True)):
            if seat in match.left_out:
                continue
            called = self._called(identity, name) or name
            player = self._players.setdefault(identity, Standing(identity, called))
            player.matches += 1
            player.won += seat in match.winners
            player.drawn += not match.winners
            player.points += match.points[seat] if match.points else 0

    def in_order(self, by_points: bool = False) -> list[tuple[int, Standing]]:
        """The players with their places, from 1; who is equal shares one."""
        players = sorted(self._players.values(), key=lambda p: (p.name, p.identity))
        players.sort(key=lambda p: p.rank(by_points), reverse=True)  # keeps the names in order
        placed: list[tuple[int, Standing]] = []
        for number, player in enumerate(players, 1):
            before = placed[-1] if placed else None
            shared = before is not None and before[1].rank(by_points) == player.rank(by_points)
            placed.append((before[0] if before is not None and shared else number, player))
        return placed
