"""NCO by clicking: what only a path or a number answers can be begun, and is drawn."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import fields

from owm_net import games
from owm_net.client.answering.drafting import Pick, Say, Set, values_of
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.tables.nco.acting import ArmWith, BeginAnswer
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.games.nco.ambush import Spring
from owm_net.games.nco.attack import GoDownAtOnce
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.command import Lead
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.reloading import Reload
from owm_net.games.nco.terms import Item, Order, Status
from tests.games.nco.table import Fight, S, W, at, lay, man
from tests.seats import ANN, BEN


class Desktop:
    """The table in the window at the question of a battle."""

    def __init__(self, fight: Fight, seat: Seat = ANN) -> None:
        self.view: Any = fight.view(seat)
        self.given: list[Answer] = []
        settings = Settings(speed="off", guard=True)
        self.stage = Stage(games.get("nco"), seat, ["Ann", "Ben"], settings)
        self.stage.sitting.told(self.view, [])
        self.stage.sitting.ask(self.view, self.given.append)
        self.stage.tick(0.01)

    def press(self, action: object) -> None:
        """Press what has this action; it may not be refused."""
        item = next(item for item in self.stage.scene() if item.action == action)
        assert not item.why, item.why
        point = self.stage.scene().point_of(item)
        assert point is not None
        self.stage.press(*point)
        self.stage.tick(0.02)

    def man(self, soldier: int) -> None:
        """Press a soldier on the map, or beside it."""
        item = self.stage.scene().find(f"man:{soldier}")
        assert item is not None
        point = self.stage.scene().point_of(item)
        assert point is not None
        self.stage.press(*point)

    def point(self, x: int, y: int) -> None:
        """Press a point of the map: north is at its head."""
        item = self.stage.scene().find("map")
        assert item is not None
        across, down = x / 3600, 1 - y / 3600
        r = item.rect
        self.stage.press(r.x + across * r.w, r.y + down * r.h)


@pytest.mark.rule("NCO-ORD-09")
def test_an_assault_is_ordered_by_its_name() -> None:
    desk = Desktop(lay([man(1000, 1000)], [man(1500, 1000)]))
    (charge,) = [a for a in agenda.offers(desk.view) if isinstance(a, Assault)]
    desk.man(0)
    desk.press(BeginAnswer(Assault, SoldierId(0), due=True))
    desk.man(1)
    desk.press(Say(charge))
    assert desk.given == [charge]


@pytest.mark.rule("NCO-DIE-03")
def test_who_has_an_order_this_turn_is_not_lit_and_a_press_on_him_begins_none() -> None:
    ordered = man(1000, 1000, order=Order.ADVANCE)
    desk = Desktop(lay([ordered, man(1500, 1000)], [man(1500, 2500)]))
    lit = [i.id for i in desk.stage.scene() if i.kind == "man.base" and "lit" in i.flags]
    assert lit == ["man:1"]
    desk.man(0)
    assert values_of(desk.stage.sitting.answering.sketch, SoldierId) == ()
    desk.man(1)
    desk.point(1600, 1200)
    assert values_of(desk.stage.sitting.answering.sketch, SoldierId) == (1,)
    desk.man(0)
    assert not desk.given


@pytest.mark.rule("NCO-ALT-03")
def test_who_marches_on_is_ordered_by_clicks() -> None:
    off = man(0, 0, status=Status.WAITING)
    desk = Desktop(lay([off], [man(1500, 3000)]))
    desk.man(0)
    desk.point(1500, 200)
    desk.stage.key("enter")
    (entry,) = desk.given
    assert isinstance(entry, Advance)
    assert entry.path[0][1] == 0, "the path begins on the edge, below the point that was pressed"
    assert abs(entry.path[1][1] - 200) < 10


@pytest.mark.rule("NCO-SKL-03")
def test_whom_a_leader_leads_is_given_his_order_by_clicks_and_says_later_how() -> None:
    """R-104: orders that the die does not show cannot be begun."""
    boss = man(1000, 1000, "corporal", "smg", skills=("natural_leader",))
    fight = lay([boss, man(1200, 1000)], [man(1200, 2500)]).say(Rally(S(0), True))
    desk = Desktop(fight)
    desk.man(1)
    desk.press(Pick(Order, Order.RUN))
    desk.stage.key("enter")
    assert not desk.given, "whether he comes first is asked for too"
    desk.press(Set(fields(Lead).before, False))
    desk.stage.key("enter")
    assert desk.given == [Lead(S(1), Order.RUN, before=False)]
    desk = Desktop(fight.say(*desk.given))
    desk.man(1)
    begun = {i.label: i.why for i in desk.stage.scene() if i.id.startswith("key:")}
    assert sorted(name for name, why in begun.items() if not why) == ["6 RUN", "7 ASSAULT"]
    assert all("his die shows Run" in why for why in begun.values() if why)
    desk.stage.key("6")
    desk.point(1500, 1000)
    desk.stage.key("enter")
    (run,) = desk.given
    assert isinstance(run, Run) and run.soldier == S(1)


@pytest.mark.rule("NCO-INT-07")
def test_an_ambush_is_sprung_by_clicks() -> None:
    """A press on the map is a press on the nearest point of the path."""
    ambusher = man(1500, 1800, "corporal", "rifle", ambush=3, down=True)
    fight = lay([man(1000, 1000, "corporal")], [ambusher])
    fight.say(Run(S(0), (at(2000, 1000),)))
    desk = Desktop(fight, BEN)
    desk.man(1)
    desk.press(ArmWith(W("rifle"), area=False, aim=None))
    desk.point(1210, 1150)
    desk.stage.key("enter")
    assert desk.given == [Spring(S(1), 0, 200, W("rifle"))]


@pytest.mark.rule("NCO-ITM-01")
def test_who_is_pressed_is_fired_at_with_the_extra_magazine() -> None:
    """It has no weapon to choose: that of the first shot was looked for in the answer."""
    shooter = man(1000, 1000).with_(items=(Item.EXTRA_MAGAZINE,))
    fight = lay([shooter], [man(1500, 1000)], dice=[(1,)])
    desk = Desktop(fight.say(Fire(S(0), W("rifle"), S(1)), GoDownAtOnce(())))
    desk.man(1)
    desk.stage.key("enter")
    assert desk.given == [Reload(S(1))]
