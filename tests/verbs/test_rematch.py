"""A rematch as the programs do it: by any way of meeting, with lost links and a resumed side; each
match with its own log and private file."""

from __future__ import annotations

from functools import partial, partialmethod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.client.match.after import REMATCH
from owm_net.client.match.handles import Gathered
from owm_net.client.menu.state import Quit, Sit
from owm_net.engine.chance import Chance
from owm_net.engine.local import random_player
from owm_net.files.private import private_path
from owm_net.net import peers
from owm_net.net.driver import DriverOptions, Parting
from owm_net.net.errors import NetError
from owm_net.net.lobby import Lobby
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream
from owm_net.program.logs.places import next_log
from owm_net.program.meeting import meet as meeting_each_other
from owm_net.program.meeting.meet import Met, meet
from owm_net.program.meeting.where import Meeting, StandAt
from owm_net.program.playing import matches, text_rematch, ways_back
from owm_net.program.playing.matches import Parted, play_on, resume_on, take_up
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.window import title
from owm_net.program.window.title import AfterErrand
from owm_net.protocol.codes import Code
from owm_net.relay.listeners import serve
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer
from owm_net.session.rematch import Sides
from owm_net.session.verify import Outcome, verify
from tests.client.rematches import Talk
from tests.verbs.command import HERE, free_port

SYSTEM = games.get("skeleton")
CODE = Code("7", "melon-sandal-orchid")
SAME, CHANGED = Sides.SAME, Sides.CHANGED


class Player(ComputerPlayer):
    """Decides by chance. At its `at`-th decision `then` is done first."""

    def __init__(self, match: Match, at: int = -1, then: Any = None) -> None:
        assert match.own is not None
        super().__init__(match.system, Chance(match.own.seat), random_player)
        self._left, self._then = at, then

    async def decide(self, view: Any) -> Any:
        if self._left == 0:
            await self._then()
        self._left -= 1
        return await super().decide(view)


class Seat:
    """One who meets, plays, and plays again."""

    def __init__(self, log: Path, key: Ed25519PrivateKey) -> None:
        self.log = log
        self.key = key
        self.met: Met | None = None
        self.parted: Parted | None = None

    async def play(self, cuts: bool = False) -> None:
        """The match, in which the link may be lost."""
        assert self.met is not None
        met = self.met
        link = next(iter(met.links.values()))
        options = DriverOptions(parting=Parting())
        player = Player(met.match, 1 if cuts else -1, link.cut)
        async with met:
            back = WayBack(met.where, 60.0, watched=lambda line: None)
            self.parted = await play_on(met.match, met.links, player, self.log, back, options)
            met.links.clear()

    async def leave_and_resume(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The match, which is left in its middle and taken up again."""
        assert self.met is not None
        scope = trio.CancelScope()

        async def leave() -> None:
            scope.cancel()
            await trio.lowlevel.checkpoint()

        with scope:
            async with self.met as met:
                player = Player(met.match, 1, leave)
                await play_on(met.match, met.links, player, self.log, WayBack(met.where, 60.0),
                              DriverOptions(parting=Parting()))  # fmt: skip
        assert scope.cancelled_caught and private_path(self.log).exists()
        with monkeypatch.context() as patch:
            patch.setattr(matches, "own_identity", lambda: self.key)
            taken = take_up(self.log)
        with taken.log:
            self.parted = await resume_on(
                taken, Player(taken.match), 60.0, lambda line: None, parting=Parting()
            )

    async def again(self, sides: Sides) -> None:
        """Ask for a rematch, or say yes to it, and get it."""
        assert self.parted is not None
        came = trio.Event()
        rematch = self.parted.rematch(came.set)

        async with trio.open_nursery() as nursery:

            async def ask() -> None:
                await came.wait()
                rematch.wish(sides)

            nursery.start_soon(ask)
            self.met = await self.parted.again(rematch)
        assert self.met is not None, rematch.why
        self.log = next_log(self.log)


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Ed25519PrivateKey]:
    """Of host and guest, who are in one process."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    made: list[Ed25519PrivateKey] = []

    def another() -> Ed25519PrivateKey:
        made.append(Ed25519PrivateKey.generate())
        return made[-1]

    monkeypatch.setattr(meeting_each_other, "own_identity", another)
    return made


async def both(*tasks: Any) -> None:
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            for task in tasks:
                nursery.start_soon(task)


async def sit_down(
    host: Meeting, guest: Meeting, folder: Path, keys: list[Ed25519PrivateKey]
) -> tuple[Seat, Seat]:
    """Two who have met."""
    met: dict[str, Met] = {}
    waits = trio.Event()

    def told(line: str) -> None:
        if line.startswith("the invitation for your friend"):
            waits.set()

    async def hosts() -> None:
        met["ada"] = await meet(host, (SYSTEM, SYSTEM.default_setup()), "Ada", told)

    async def joins() -> None:
        await waits.wait()
        met["ben"] = await meet(guest, None, "Ben", lambda line: None)

    with pytest.MonkeyPatch.context() as patch:  # they begin to play when both are here
        patch.setattr(Lobby, "wait", partialmethod(Lobby.wait, hears_all=False))
        await both(hosts, joins)
    seats = Seat(folder / "ada.owmlog", keys[0]), Seat(folder / "ben.owmlog", keys[1])
    seats[0].met, seats[1].met = met["ada"], met["ben"]
    return seats


@pytest.mark.parametrize("through", ["relay", "port"])
async def test_two_play_again_and_again_by_the_way_they_have_met(
    through: str,
    keys: list[Ed25519PrivateKey],
    tmp_path: Path,
    nursery: trio.Nursery,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With links that are lost in each match, sides that change, and one who leaves in the middle
    and takes the match up again."""
    host, guest = (Meeting(code=CODE, room=CODE.room) for _ in range(2))  # a key each
    if through == "relay":
        relay = Address(*await nursery.start(serve))
        host, guest = evolve(host, relay=relay), evolve(guest, relay=relay)
    else:
        port = int(free_port())
        host = evolve(host, port=port, bind=HERE)
        guest = evolve(guest, address=Address(HERE, port))
    ada, ben = await sit_down(host, guest, tmp_path, keys)
    await both(partial(ada.play, cuts=True), ben.play)
    for sides, plays in (
        (CHANGED, (partial(ada.play, cuts=True), ben.play)),
        (CHANGED, (ada.play, partial(ben.leave_and_resume, monkeypatch))),
        (CHANGED, (partial(ada.leave_and_resume, monkeypatch), ben.play)),
        (SAME, (ada.play, partial(ben.play, cuts=True))),
    ):
        await both(partial(ada.again, sides), partial(ben.again, sides))
        await both(*plays)
    ids = set()
    for seat in (ada, ben):
        for n in range(1, 6):
            log = tmp_path / (f"{seat.log.stem.partition('-')[0]}{f'-{n}' * (n > 1)}.owmlog")
            verdict = verify(log.read_bytes(), games.get, processes=1)
            assert verdict.verdict is Outcome.OK and not private_path(log).exists()
            assert verdict.names == (["Ada", "Ben"] if n in (1, 3) else ["Ben", "Ada"])
            assert verdict.match is not None
            ids.add(verdict.match.match_id)
    assert len(ids) == 5
    for seat in (ada, ben):
        assert seat.parted is not None and seat.parted.parting.link is not None
        await seat.parted.parting.link.cut()


async def test_a_rematch_whose_start_is_lost_is_told_to_both_and_waited_for_no_hour(
    keys: list[Ed25519PrivateKey], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no code by which the other could ask again; nor has he anything to go on with."""

    async def lost(links: list[FramedStream], key: bytes) -> None:
        for link in links:
            assert link.proved is not None
            link.proved = evolve(link.proved, key=key)
            await link.cut()

    async def ben_reads() -> None:
        with pytest.raises(AssertionError, match="it left before sending the start"):
            await ben.again(SAME)

    port = int(free_port())
    ada, ben = await sit_down(
        Meeting(code=CODE, port=port, bind=HERE),
        Meeting(code=CODE, address=Address(HERE, port)),
        tmp_path,
        keys,
    )
    await both(ada.play, ben.play)
    monkeypatch.setattr(peers, "begin", lost)
    monkeypatch.setattr(ways_back, "DOUBT", 0.5)
    await both(partial(ada.again, SAME), ben_reads)
    with pytest.raises(NetError, match="nothing of the match has come from the other side"):
        await ada.play()


async def test_who_shows_matches_to_spectators_has_another_code_for_them(
    keys: list[Ed25519PrivateKey], tmp_path: Path
) -> None:
    port = int(free_port())
    host = Meeting(code=CODE, room=CODE.room, port=port, bind=HERE, stand=StandAt(0, lan=False))
    guest = Meeting(code=CODE, room=CODE.room, address=Address(HERE, port))
    ada, ben = await sit_down(host, guest, tmp_path, keys)
    await both(ada.play, ben.play)
    await both(partial(ada.again, CHANGED), partial(ben.again, CHANGED))
    assert ada.met is not None and ben.met is not None and host.stand is not None
    assert ada.met.where.stand is not None and ben.met.where.stand is None
    assert ada.met.where.stand.code != host.stand.code
    assert ada.met.match.terms.spectators == 0
    assert ada.met.where.host == ben.met.where.host == 1  # who waits has another seat now
    await both(ada.play, ben.play)
    for seat in (ada, ben):
        assert seat.parted is not None and seat.parted.parting.link is not None
        await seat.parted.parting.link.cut()


def test_a_rematch_has_a_log_beside_that_of_the_match_before(tmp_path: Path) -> None:
    log = tmp_path / "owm-20261126-070458.owmlog"
    assert next_log(log).name == "owm-20261126-070458-2.owmlog"
    second = next_log(log)
    second.touch()
    assert next_log(log).name == next_log(second).name == "owm-20261126-070458-3.owmlog"
    private_path(next_log(log)).touch()
    assert next_log(second).name == "owm-20261126-070458-4.owmlog"
    assert next_log(tmp_path / "a-b.owmlog").name == "a-b-2.owmlog"


def test_from_the_title_a_rematch_is_played_in_the_same_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    first, second = Gathered(), Gathered()
    errands: list[Any] = [Sit(first), Quit()]
    came = [AfterErrand(wish=REMATCH, met=second), AfterErrand()]  # type: ignore[arg-type]
    done: list[Any] = []

    class Menus:
        def __init__(self, *more: object) -> None:
            pass

        def run(self) -> Any:
            return errands.pop(0)

    class Window:
        def close(self) -> None:
            pass

    async def do(errand: Any, *more: object) -> AfterErrand:
        done.append(errand)
        return came.pop(0)

    monkeypatch.setattr("owm_net.client.menu.run.MenuClient", Menus)
    monkeypatch.setattr("owm_net.client.glass.showing.open_window", lambda *_: Window())
    monkeypatch.setattr(title, "_do", do)
    assert title.open_title() == 0
    assert done == [Sit(first), Sit(second)]


@pytest.mark.parametrize("name", ["owm", "skeleton"])
async def test_in_a_terminal_changed_is_good_where_the_seats_differ(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All choose their divisions afresh in Of War and Men: exchanging seats would change
    nothing."""
    said: list[str] = []
    monkeypatch.setattr(text_rematch, "tell", said.extend)
    talk, system = Talk(), games.get(name)
    parted: Any = SimpleNamespace(
        rematch=lambda changed: talk, match=SimpleNamespace(system=system)
    )
    console: Any = None
    about = text_rematch._Talk(parted, console, console)
    about._typed("what?")
    about._typed("changed")
    about._typed("rematch")
    if name == "owm":
        assert talk.said == [Sides.SAME] and not any("sides changed" in line for line in said)
        assert "Both players choose their sides again in this game: type rematch." in said
    else:
        assert talk.said == [Sides.CHANGED, Sides.SAME]
        assert any("sides changed" in line for line in said)
