"""The counts beside the map: the men of both sides, their dice in the bag, and the points."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.client import theme
from owm_net.client.free_map.bases import RIM
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco.common import own_seat, state_of
from owm_net.client.tables.nco.helping import EVENTS
from owm_net.client.widgets import button, outlined, panel
from owm_net.engine.ids import Seat
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NO_EVENT, SEATS
from owm_net.games.nco.missions import SAID, mission_of, progress
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.victory import MORE_POINTS, level, scores, standing
from owm_net.games.nco.words import seat_name

POINTS = "points"
"""What `Ui.look` is while the points are told in the place of the log."""
STEP = 17.0
SIDES = 142.0
"""Height of what is told of both sides and of the event."""


def sides(box: Box, seen: SeenTable) -> None:
    """Of each side its men, its order dice in the bag and its points; below them who leads, and
    what this turn brings."""
    g = state_of(seen)
    panel(box, "bag")
    left, points = g.bag(), scores(g)
    rows = box.above(2).inset(10, 5)
    for seat in (own_seat(seen), SEATS[1 - own_seat(seen)]):
        row = rows.cut_top(36)
        # of one nation both, the players' names are shorter than its own with the seat
        who = seen.players.name(seat) if g.nations[0] == g.nations[1] else seat_name(g, seat)
        men = tr_n("{n} man", "{n} men", len(g.squad(seat)))
        dice = tr_n("{n} die", "{n} dice", left[seat])
        text = ", ".join([men, dice, tr_n("{n} point", "{n} points", points[seat])])
        die = row.cut_left(18, gap=2).at(0, 4, 18, 18)
        die.add(f"bag:{seat}.die", "die", shape=outlined(RIM[seat][:3], (20, 18, 14), 1.4, 4))
        room = row.inset(4, 0)
        gold: Lettering = {"role": "bold", "size": 14, "colour": theme.GOLD, "least": 11}
        tip = [f"{tr(seat_name(g, seat))}: {text}", *_parts(g, seat)]
        runs = [
            room.line(9).run(who, size=theme.SMALL, least=10),
            room.line(26).run(text, **gold),
        ]
        row.add(f"bag:{seat}", "text", tooltip="\n".join(tip), runs=runs)
    lead, label = _lead(seen), tr("POINTS")
    foot = rows.cut_top(24)
    button(
        foot.cut_right(box.pen.width(label, "title", 14) + 20, gap=6),
        "points",
        label,
        LookAt(POINTS),
        key="t",
        chosen=seen.ui.look == POINTS,
        tooltip=tr("Sources of points, as the battle stands"),
        size=14,
    )
    sand: Lettering = {"size": theme.SMALL, "colour": theme.SAND, "least": 11}
    foot.add("lead", "text", runs=[foot.run(lead, **sand)], tooltip=_leading(g))
    event, told = rows.cut_top(36), _event(g)
    if told:
        event.add("event", "text", runs=event.squeezed(told, **sand), tooltip=told)


def _lead(seen: SeenTable) -> str:
    """Return who leads, as the player says it."""
    points, player = scores(state_of(seen)), seen.players.player
    ahead = points[0] - points[1]
    if not ahead:
        return tr("now a draw")
    if player < 0:
        return tr("ahead by {n} so far", n=abs(ahead))
    if (ahead > 0) == (player == 0):
        return tr("you are ahead by {n}", n=abs(ahead))
    return tr("you are behind by {n}", n=abs(ahead))


def _event(g: NcoState) -> str:
    """Return the event of the turn, and what it does."""
    if g.event == NO_EVENT:
        return tr(g.ground.layout.title) if g.layout else ""
    return tr("{event}: {effect}", event=CATALOG.events[g.event].title, effect=EVENTS[g.event])


def _leading(g: NcoState) -> str:
    """Return who leads, and how clear a victory it were if the battle ended now."""
    points = scores(g)
    ahead = points[0] - points[1]
    if not ahead:
        return tr("now a draw")
    side, what = seat_name(g, SEATS[ahead < 0]), level(abs(ahead))
    lead = tr("ahead by {n} so far", n=abs(ahead))
    if what != MORE_POINTS:
        lead = tr("{level} so far, by {n}", n=abs(ahead), level=what)
    return tr("{side}: {lead}", side=side, lead=lead)


def points(box: Box, seen: SeenTable) -> None:
    """Draw the sources of both sides' points; other sources of the scenario are listed with 0."""
    panel(box, "standing")
    lines = list(told(seen))
    text = box.above(2).inset(4, 4)
    for size, step in ((theme.SMALL, STEP), (theme.TIGHT, STEP - 3)):
        wrapped = [
            (part, colour, n > 0)
            for said, colour in lines
            for n, part in enumerate(box.inset(15, 0).wrap(said, size))
        ]
        most = max(1, int((text.h - 8) / step))
        if len(wrapped) <= most:
            break
    room = text.inset(7, 4)
    runs = []
    for part, colour, goes_on in wrapped[:most]:
        line = room.cut_top(step)
        line.cut_left(8 if goes_on else 0)
        runs.append(line.run(part, size=size, colour=colour, room=room.w))
    tip = "\n".join([said for said, _ in lines])
    text.add("standing.text", "text", tooltip=tip, runs=runs)


def told(seen: SeenTable) -> Iterator[tuple[str, theme.Colour]]:
    """The lines of it, each with its colour."""
    g, view = state_of(seen), seen.view
    assert view is not None
    totals = scores(g)
    for seat in (own_seat(seen), SEATS[1 - own_seat(seen)]):
        yield tr("{side}: {points}", side=seat_name(g, seat), points=totals[seat]), theme.GOLD
        for part in _parts(g, seat):
            yield part, theme.CREAM
    yield _leading(g), theme.LIT
    mission = mission_of(view)
    if mission is not None:
        far = progress(g, Seat(seen.players.seat), mission)
        yield (
            tr("Your secret mission: {what} ({far})", what=SAID[mission], far=far),
            theme.SAND,
        )


def _parts(g: NcoState, seat: Seat) -> list[str]:
    return [tr("{points} - {what}", points=points, what=what) for what, points in standing(g, seat)]
