"""The part of an answer that a press on a unit, a space or an intersection adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from attrs import Attribute, fields, frozen

from owm_net.client.answering.drafting import (
    DraftAction,
    Drafting,
    DraftStep,
    Give,
    Pick,
    Set,
    Sketch,
)
from owm_net.client.maps.chart import Point
from owm_net.client.scene.items import Action
from owm_net.client.sitting.actions import Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes.common import (
    DRIVEN,
    DRIVES,
    FIRES,
    LAID,
    MOVES,
    OPENED,
    PIECE,
    PLACED,
    REACTION,
    SHOT,
    VEILED,
    WALKED,
    cards_in,
    faced_in,
    field_of,
    held,
    is_asked,
    mover,
    own_seat,
    spot_of,
    state_of,
    unit_in,
)
from owm_net.engine import agenda
from owm_net.engine.agenda import Refusal
from owm_net.engine.drafts import Draft, blanks_of
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.assault import WHERE, reach_of
from owm_net.games.heroes.barrage import BARRAGE, ActBarrage, ActFire, OrderBarrage, batteries
from owm_net.games.heroes.cards.aimed_shot import AIMED_SHOT
from owm_net.games.heroes.cards.burst_into_action import ACT, Bursting
from owm_net.games.heroes.cards.card import CardPlay, Cards, of_cards
from owm_net.games.heroes.cards.forced_march import FARTHER
from owm_net.games.heroes.cards.opportunity_fire import OpportunityFire
from owm_net.games.heroes.cards.riders import NOT_WITH_THIS, RIDERS, Act, keys_of
from owm_net.games.heroes.cards.smoke_grenades import SMOKE_GRENADES
from owm_net.games.heroes.cards.speed_setup import SPEED_SETUP
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.concealing import ActEmerge, Emerge, emergings
from owm_net.games.heroes.driving import (
    DRIVE,
    ActDrive,
    Drive,
    OrderDrive,
    held_by,
    is_driven,
    speed,
)
from owm_net.games.heroes.equipment import LAUNCHERS, Spend, stocks
from owm_net.games.heroes.fuel import boost
from owm_net.games.heroes.gaps import GAP, autonomous
from owm_net.games.heroes.generator import TERRAIN
from owm_net.games.heroes.grid import Facing, Pose, Way
from owm_net.games.heroes.gunnery import GUNS, Gunnery
from owm_net.games.heroes.hardboiled import Steady, shaken
from owm_net.games.heroes.heroic import ONCE_MORE, OnceMore
from owm_net.games.heroes.hidden import card_key, hidden_unit
from owm_net.games.heroes.ids import (
    NO_UNIT,
    ElementKey,
    Face,
    Heading,
    Hidden,
    OptionKey,
    Share,
    Space,
    Step,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.looking import (
    driving_of,
    first_blocker,
    moving_of,
    obstacle,
    placed,
    reacting_of,
    running,
    steps_of,
    waiting,
)
from owm_net.games.heroes.moving import LEG, FireOnTheMove, Leg, allowance
from owm_net.games.heroes.orders import TURN, ActMove, OrderFire, OrderMove, turned
from owm_net.games.heroes.paths import Path, ways
from owm_net.games.heroes.patterns import GRENADES, SHELLS, destruction, ordnance
from owm_net.games.heroes.reacting import REACT, React, ReactPlay, card_first, reactions
from owm_net.games.heroes.reasons import (
    NO_COUNTER_CHOSEN,
    NO_FIRE_IN_SUPPLY,
    NO_FIRER,
    NO_ORDER_TOKEN,
    NO_TARGET,
    NO_UNIT_CHOSEN,
    NO_USE,
    NOT_ON_A_MOVE,
    NOWHERE_TO_MOVE,
    OUT_OF_ASSAULT,
    OUT_OF_MOVEMENT,
)
from owm_net.games.heroes.riding import why_not_aboard
from owm_net.games.heroes.set_up import DEPLOY, Deploy, DeployOpen, LayBlind
from owm_net.games.heroes.shooting import LENT, NO_LINE, shot, weapon_of
from owm_net.games.heroes.smoke_bombs import OrderSmoke
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import walked
from owm_net.games.heroes.supply import (
    SUPPLY_MOVE,
    Entrench,
    SupplyDrive,
    SupplyMove,
    SupplyMoving,
    may_entrench,
)
from owm_net.games.heroes.terms import Ability, Manoeuvre
from owm_net.games.heroes.tokens import LAY, Lay, personal_units
from owm_net.games.heroes.vehicles import courses, way_of
from owm_net.games.heroes.weapons import PRIMARY, armed, guns
from owm_net.games.heroes.words import space_name, unit_name

SPENT = fields(React).spend
FOR_SHOTS = (AIMED_SHOT, *LENT)
"""Cards that are played with a shot at a unit, and with nothing else."""
LEGS = (LEG, DRIVE)
"""Questions how a move goes on."""
SALVOS = (BARRAGE, GUNS)
"""Questions which fire answers, and nothing else."""
DEEDS = (TURN, GAP, ONCE_MORE, ACT, SUPPLY_MOVE, *LEGS, *SALVOS)
"""Questions that a unit's move or fire answers."""
AIMED: tuple[Attribute[Any], ...] = (SHOT.vertex, SHOT.into)
"""Fields of fire that is not at units."""
MOVE, DRIVES_ON, FIRE, SNIPE, SMOKE = "move", "drive", "fire", "snipe", "smoke"
ORDERED: dict[str, type[Answer]] = {
    MOVE: OrderMove,
    DRIVES_ON: OrderDrive,
    FIRE: OrderFire,
    SNIPE: OrderSnipe,
    SMOKE: OrderSmoke,
}
"""Deeds with an order; ALONE without one; SUPPLIED in Supply; GOING how a move goes on."""
ALONE: dict[str, type[Answer]] = {
    MOVE: ActMove,
    DRIVES_ON: ActDrive,
    FIRE: ActFire,
    SNIPE: ActSnipe,
}
SUPPLIED: dict[str, type[Answer]] = {MOVE: SupplyMove, DRIVES_ON: SupplyDrive}
GOING: dict[str, type[Answer]] = {MOVE: Leg, DRIVES_ON: Drive, FIRE: FireOnTheMove}

NOT_NOW = Refusal(CardPlay.rule, CardPlay.why)

Next = Sketch | Refusal | Give
T = TypeVar("T")

# ------------------------------------------------------------------ who acts


def begun(drafting: Drafting, unit: UnitId, way: str = "") -> Draft[Any] | Refusal:
    """Return the first draft of a unit's deed: FIRE, SNIPE, or else a move of which nothing is
    known yet. Who is concealed and acts alone is turned over first."""
    view, kind = drafting.view, drafting.kind
    g: HeroesState = view.state
    u = g.units[unit]
    if kind in SALVOS:
        way = FIRE
    way = way or (SMOKE if u.bomb else DRIVES_ON if is_driven(u) else MOVE)
    if kind in LEGS:
        return Draft(GOING[way]) if way in GOING else NOT_ON_A_MOVE
    classes = ALONE
    if kind is SUPPLY_MOVE:
        classes = SUPPLIED
        if way not in classes:
            return NO_FIRE_IN_SUPPLY
        supply = running(g, SupplyMoving)
        able = supply is None or u.acted or unit in supply.moved or supply.may_move(g, unit)
        if u.seat == view.seat and not able:
            return NOWHERE_TO_MOVE
    elif kind is GAP and u.concealed and (alone := emergings(view, unit, True)):
        return Draft.of(ActEmerge(unit, alone[0]))
    elif kind in (TURN, GAP) and not (kind is GAP and unit in autonomous(g, view.seat)):
        slots = [slot for slot in g.closed(view.seat) if g.bearer(view.seat, slot) == unit]
        if not slots:
            return NO_ORDER_TOKEN
        return checked(drafting, _with(Draft(ORDERED[way]), SHOT.token, Played(slots[0])))
    draft = _with(Draft(classes[way]), PLACED.unit, unit)
    gunnery = running(g, Gunnery) if kind is GUNS else None
    if gunnery is not None and unit == gunnery.unit:  # its first weapon has fired
        draft = _with(draft, SHOT.weapon, gunnery.ready(g)[0])
    return checked(drafting, draft)


def checked(drafting: Drafting, draft: Draft[Any]) -> Draft[Any] | Refusal:
    """The draft, or why it cannot be given with the usual values in all other fields: not every
    intersection is tried that could go with it."""
    whole = draft
    for blank in blanks_of(draft.cls):
        if blank.optional and not draft.holds(blank.field):
            whole = whole.with_(blank.field, blank.default)
    return drafting.desk.look(whole).refusal or draft


def _with(draft: Draft[Any], like: Attribute[T], value: T) -> Draft[Any]:
    return draft.with_(_field(draft, like), value)


def _field(draft: Draft[Any], like: Attribute[T]) -> Attribute[T]:
    field = field_of(draft.cls, like)
    assert field is not None
    return field


def _again(drafting: Drafting, draft: Draft[Any]) -> Next:
    """Give the answer if it is whole: what was chosen has been pressed again."""
    look = drafting.desk.look(draft)
    return draft if look.answer is None else Give(look.answer)


def _turned_to(drafting: Drafting, sketch: Sketch, way: str = "") -> Draft[Any] | Refusal | None:
    """Turn the draft into another kind of deed, by the same unit and with the same cards; drop
    everything else."""
    g: HeroesState = drafting.view.state
    unit = mover(g) if drafting.kind in LEGS else unit_in(g, sketch)
    if unit == NO_UNIT:
        return None
    fresh = begun(drafting, unit, way)
    return with_cards(drafting, fresh, cards_in(sketch)) if isinstance(fresh, Draft) else fresh


def with_cards(
    drafting: Drafting, draft: Draft[Any], cards: tuple[Played, ...]
) -> Draft[Any] | Refusal:
    """The draft with these cards of the hand, or why they are not played with it."""
    field = field_of(draft.cls, SHOT.cards)
    if field is None:
        return NOT_WITH_THIS if cards else draft
    unit = unit_in(drafting.view.state, draft)
    if drafting.kind in SALVOS and unit != NO_UNIT and not targets_in(draft):
        for key in keys_of(drafting.view, cards):  # the rules of a salvo ask for a target first
            no = RIDERS[key].why_not(drafting.view.state, Act(unit=unit, shots=1))
            if no is not None:
                return no
    return checked(drafting, draft.with_(field, cards)) if cards else draft.without(field)


@frozen
class CommandUnit(DraftStep):
    """An own unit is to do something; pressed again it is not."""

    unit: UnitId

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Anew, one unit at a time."""
        if unit_in(drafting.view.state, sketch) == self.unit:
            return None
        fresh = begun(drafting, self.unit)
        if isinstance(fresh, Draft):
            return _equipped(drafting, fresh, cards_in(sketch))
        return fresh


def _equipped(
    drafting: Drafting, draft: Draft[Any], cards: tuple[Played, ...]
) -> Draft[Any] | Refusal:
    """A draft of which only the unit is known, with cards: one of fire if they are for a shot."""
    made = with_cards(drafting, draft, cards)
    fires = begun(drafting, unit_in(drafting.view.state, draft), FIRE)
    if isinstance(made, Refusal) and isinstance(fires, Draft):
        shoots = with_cards(drafting, fires, cards)
        return shoots if isinstance(shoots, Draft) else made
    return made


@frozen
class PlayFromHand(DraftStep):
    """A card of the hand is played, alone or with the deed that is drafted; pressed again it is
    not, or given where it is the whole answer."""

    card: Played

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Before or after the unit and its target."""
        face = drafting.view.card(self.card)
        key = None if face is None else card_key(face)
        classes = [sketch.cls] if sketch and plays_card(sketch) else drafting.kind.answers
        if key in RIDERS and any(field_of(cls, SHOT.cards) for cls in classes):
            return self._with_deed(drafting, sketch)
        cls = next((cls for cls in of_cards(drafting.kind) if cls.key == key), None)
        if cls is None:
            return NOT_NOW
        no = drafting.desk.look(Draft(cls).with_(fields(cls).card, self.card)).refusal
        if no is not None:
            return no
        if cls.by_name:  # which no press on a thing begins
            return Give(cls(self.card))
        return drafting.pick(sketch, Pick(Played, self.card))

    def _with_deed(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Kept until a unit is chosen, if none is."""
        cards = cards_in(sketch)
        more = (*cards, self.card)
        if sketch is None:
            able = [(cls, field_of(cls, SHOT.cards)) for cls in drafting.kind.answers]
            begins = [Draft(cls).with_(field, more) for cls, field in able if field]
            return _why_useless(drafting, more) or begins[0]
        if self.card in cards:
            return with_cards(drafting, sketch, tuple([c for c in cards if c != self.card]))
        u = unit_in(drafting.view.state, sketch)
        if u == NO_UNIT and not held(sketch, REACTION.units, ()):
            return _why_useless(drafting, more) or with_cards(drafting, sketch, more)
        fresh = begun(drafting, u) if u != NO_UNIT else None
        if isinstance(fresh, Draft) and sketch.without(SHOT.cards).key == fresh.key:
            return _with_a_target(drafting, _equipped(drafting, sketch, more))
        return _with_a_target(drafting, with_cards(drafting, sketch, more))


def _why_useless(drafting: Drafting, cards: tuple[Played, ...]) -> Refusal | None:
    """None if something that may be done now goes with these cards; else why the first does not."""
    g, refused = drafting.view.state, list[Refusal]()
    for draft in _reacting(drafting) if drafting.kind is REACT else _deeds(drafting, g):
        made = _with_a_target(drafting, with_cards(drafting, draft, cards))
        if isinstance(made, Draft):
            return None
        refused.append(made)
    return next(iter(refused), NO_FIRER if drafting.kind is REACT else NO_USE)


def _reacting(drafting: Drafting) -> Iterator[Draft[Any]]:
    """Yield the shots at a mover with which cards are played."""
    for offer in agenda.offers(drafting.view):
        if field_of(type(offer), SHOT.cards) is not None:
            yield Draft.of(offer)


def _deeds(drafting: Drafting, g: HeroesState) -> Iterator[Draft[Any]]:
    """Yield a move and fire by each unit that may act now."""
    for unit in g.in_play(Seat(drafting.view.seat)):
        for way in ("", FIRE):
            draft = begun(drafting, unit, way)
            if isinstance(draft, Draft):
                yield draft


def _with_a_target(drafting: Drafting, draft: Draft[Any] | Refusal) -> Draft[Any] | Refusal:
    """The draft; of fire with cards that are for a shot only if there is a target for one."""
    if isinstance(draft, Refusal) or draft.cls not in FIRES or targets_in(draft):
        return draft
    g, unit = drafting.view.state, unit_in(drafting.view.state, draft)
    keys = keys_of(drafting.view, cards_in(draft))
    if unit == NO_UNIT or not any(key in FOR_SHOTS for key in keys):
        return draft
    enemies = [n for n, _ in g.enemies(g.units[unit].seat)]
    seen = any(isinstance(fire_at(drafting, draft, enemy), Draft) for enemy in enemies)
    return draft if seen else NO_TARGET


def others(drafting: Drafting, unit: UnitId) -> Iterator[Answer]:
    """Yield whole deeds of a unit that are neither moves nor fire: a press on a button."""
    view, kind = drafting.view, drafting.kind
    g: HeroesState = view.state
    tokens = [Played(s) for s in g.closed(view.seat) if g.bearer(view.seat, s) == unit]
    if kind in (TURN, GAP) and tokens:
        for counter in emergings(view, unit):
            yield Emerge(tokens[0], counter)
        for weapons in batteries(g, unit):
            yield OrderBarrage(tokens[0], weapons)
    frame = running(g, Bursting)
    if kind is ACT and frame is not None and frame.ordered and frame.unit == unit:
        for weapons in batteries(g, unit):
            yield ActBarrage(unit, weapons)
    if kind is SUPPLY_MOVE and may_entrench(g, unit):
        yield Entrench(unit)


def steadied(drafting: Drafting) -> list[Answer]:
    """The markers that tokens may take off in a gap."""
    view = drafting.view
    return [Steady((u,)) for u in shaken(view.state, view.seat)] if drafting.kind is GAP else []


# ------------------------------------------------------------------ moves


@frozen
class Going:
    """A move that is drafted. left: movement points behind its path; start: where that ends."""

    unit: UnitId
    points: int
    path: Path
    start: Space

    @property
    def left(self) -> int:
        """The movement points left."""
        return self.points - len(self.path)

    def ways(self, g: HeroesState) -> dict[Space, Path]:
        """Where it may still go from the end of its path, each with a shortest way."""
        if not self.path:
            return ways(g, self.unit, self.left)
        if g.ground.difficult(self.start, g.units[self.unit].kind):
            return {self.start: ()}
        return ways(g, self.unit, self.left, self.start)


def going(g: HeroesState, sketch: Sketch) -> Going | None:
    """The move of a sketch, None if it is of none."""
    unit = unit_in(g, sketch)
    if sketch is None or sketch.cls not in MOVES or unit == NO_UNIT:
        return None
    path: Path = held(sketch, WALKED.path, ())
    start = path[-1] if path else spot_of(g, unit)
    frame = moving_of(g)
    if sketch.cls is Leg and frame is not None:
        return Going(unit, 0 if frame.held else frame.left, path, start)
    farther = FARTHER if sketch.cls is SupplyMove and cards_in(sketch) else 0
    farther += boost(g.units[unit], bool(held(sketch, DRIVEN.fuel, False)))
    return Going(unit, allowance(g, faced_in(g.units[unit], sketch), farther), path, start)


@frozen
class DraftedDrive:
    """A drafted drive. points: movement points altogether; pose: the vehicle's pose at its end."""

    unit: UnitId
    points: int
    course: tuple[Manoeuvre, ...]
    pose: Pose

    def courses(self, g: HeroesState) -> dict[Pose, tuple[Manoeuvre, ...]]:
        """How it may lie after more of it, each with a shortest course from there."""
        u = g.units[self.unit]
        if self.course and held_by(g.ground, u, way_of(u, self.course)):
            return {}
        there = placed(g, self.unit, *self.pose)
        return courses(there, self.unit, self.points - len(self.course))


def driving(g: HeroesState, sketch: Sketch) -> DraftedDrive | None:
    """The drive of a sketch, None if it is of none."""
    unit = unit_in(g, sketch)
    if sketch is None or sketch.cls not in DRIVES or unit == NO_UNIT:
        return None
    course, frame = held(sketch, DRIVEN.manoeuvres, ()), driving_of(g)
    points = speed(g, unit, bool(held(sketch, DRIVEN.fuel, False)))
    if sketch.cls is Drive and frame is not None:
        points = 0 if frame.held else frame.left
    return DraftedDrive(unit, points, course, way_of(g.units[unit], course)[-1])


def drafted_way(g: HeroesState, sketch: Sketch) -> tuple[UnitId, Way]:
    """The unit of a drafted move or drive, and how it lies after each step; NO_UNIT for none."""
    move, drive = going(g, sketch), driving(g, sketch)
    if move is not None:
        return move.unit, walked(g, move.unit, move.path)
    if drive is not None:
        return drive.unit, way_of(g.units[drive.unit], drive.course)
    return NO_UNIT, ()


def _as_move(drafting: Drafting, sketch: Sketch) -> Next:
    """The sketch if it is of a move, else a fresh one of a move by the same unit."""
    if sketch is not None and sketch.cls in (*MOVES, *DRIVES):
        return sketch
    turned = _turned_to(drafting, sketch)
    return sketch if turned is None else turned


@frozen
class Steer(DraftStep):
    """A vehicle makes a step or a turn more."""

    more: tuple[Manoeuvre, ...]

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """From where its course ends."""
        draft = _as_move(drafting, sketch)
        drive = driving(drafting.view.state, draft) if isinstance(draft, Draft) else None
        if drive is None or not isinstance(draft, Draft):
            return draft
        return checked(drafting, _with(draft, DRIVEN.manoeuvres, (*drive.course, *self.more)))


@frozen
class DriveTo(DraftStep):
    """A vehicle goes on to a space by the shortest course; pressed there again the answer is
    given."""

    space: Space

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """From where its course ends."""
        g: HeroesState = drafting.view.state
        draft = _as_move(drafting, sketch)
        drive = driving(g, draft) if isinstance(draft, Draft) else None
        if drive is None or not isinstance(draft, Draft):
            return draft
        if drive.course and drive.pose[0] == self.space:
            return _again(drafting, draft)
        found = [c for (at, _), c in drive.courses(g).items() if at == self.space and c]
        if not found:
            return OUT_OF_MOVEMENT
        return Steer(min(found, key=len)).on(drafting, draft)


@frozen
class Walk(DraftStep):
    """The path goes on to a space by the shortest way; on a space of the path it is cut there, and
    on its end again the answer is given."""

    space: Space

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """From the beginning where the end of the path leads no further."""
        g: HeroesState = drafting.view.state
        draft = _as_move(drafting, sketch)
        move = going(g, draft) if isinstance(draft, Draft) else None
        if move is None or not isinstance(draft, Draft):
            return draft
        path = move.path
        if path and path[-1] == self.space:
            return _again(drafting, draft)
        if self.space in path:
            return self._on(drafting, draft, path[: path.index(self.space) + 1])
        further = move.ways(g).get(self.space)
        if further:
            return self._on(drafting, draft, (*path, *further))
        afresh = ways(g, move.unit, move.points).get(self.space)
        if afresh and drafting.kind is not LEG:
            return self._on(drafting, draft, afresh)
        if self.space == spot_of(g, move.unit):
            return draft.without(_field(draft, WALKED.path))
        return obstacle(g, move.unit, self.space, move.left, move.start)[0]

    def _on(self, drafting: Drafting, draft: Draft[Any], path: Path) -> Next:
        longer = _with(draft, WALKED.path, path)
        if held(draft, WALKED.target, NO_UNIT) != NO_UNIT:
            kept = checked(drafting, longer)
            longer = (
                longer.without(_field(draft, WALKED.target))
                if isinstance(kept, Refusal)
                else longer
            )
        return checked(drafting, longer)


# ------------------------------------------------------------------ fire and assault


@frozen
class Target(DraftStep):
    """An enemy is shot at by the unit of the answer, or assaulted where it cannot be shot at, or
    where a path has been drawn up to it; pressed again the answer is given. A machine gunner's
    second target shares its bonus."""

    enemy: UnitId

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Whatever was to be done before."""
        g: HeroesState = drafting.view.state
        if sketch is not None and self.enemy in targets_in(sketch):
            return _again(drafting, sketch)
        if sketch is not None and sketch.cls in FIRES and targets_in(sketch):
            both = shared(drafting.view, sketch, (*targets_in(sketch), self.enemy))
            if both is not None and not isinstance(checked(drafting, both), Refusal):
                return both
        if (
            sketch is not None
            and sketch.cls in (OrderMove, ActMove)
            and held(sketch, WALKED.path, ())
        ):
            along = checked(drafting, _with(sketch, WALKED.target, self.enemy))
            if isinstance(along, Draft) and drafting.desk.look(along).answer is not None:
                return along
        made = fire_at(drafting, sketch, self.enemy)
        if made == NO_LINE:
            made = blocked(g, unit_in(g, sketch), self.enemy)
        if isinstance(made, Refusal) and made.rule != NO_FIRE_IN_SUPPLY.rule:
            assault = charge(drafting, sketch, self.enemy)
            if isinstance(assault, Draft):
                return assault
            unit = unit_in(g, sketch)
            walks = unit != NO_UNIT and not g.units[unit].kind.vehicle
            if isinstance(assault, Refusal) and walks and assault != made:
                return neither(made, assault, g.units[unit].has(Ability.ASSAULT))
        return made


def blocked(g: HeroesState, unit: UnitId, enemy: UnitId) -> Refusal:
    """Say what ends the line to an enemy."""
    found = first_blocker(g, unit, enemy) if unit != NO_UNIT else None
    if found is None:
        return NO_LINE
    cell = g.ground.cells[found.space]
    if found.unit == NO_UNIT and not found.wall and not cell.blocks:
        return NO_LINE
    what = CATALOG.elements[ElementKey(cell.layers[-1])].title if cell.layers else ""
    what = unit_name(g, found.unit) if found.unit != NO_UNIT else what
    what = say("a wall") if found.wall else what
    where = space_name(g, found.space)
    why = say("there is no line of sight: {what} on {space} blocks it", what=what, space=where)
    return Refusal(NO_LINE.rule, why)


def neither(shot: Refusal, assault: Refusal, can_assault: bool) -> Refusal:
    """Say why an enemy is neither shot at nor assaulted. can_assault: with the ability Assault."""
    if not can_assault:
        return Refusal(shot.rule, say("no shot: {why}; and it cannot assault", why=shot.why))
    if shot.why == assault.why:
        return assault
    both = say("no shot: {shot}; no assault: {assault}", shot=shot.why, assault=assault.why)
    return Refusal(assault.rule, both)


def targets_in(sketch: Draft[Any]) -> tuple[UnitId, ...]:
    """The enemies of an answer."""
    one = held(sketch, WALKED.target, NO_UNIT)
    return held(sketch, SHOT.targets, ()) or (() if one == NO_UNIT else (one,))


def fire_at(drafting: Drafting, sketch: Sketch, enemy: UnitId) -> Next:
    """A shot at one enemy by the unit of a sketch."""
    draft = _turned_to(drafting, sketch, FIRE)
    if draft is None:
        return NO_UNIT_CHOSEN
    if isinstance(draft, Refusal):
        return draft
    made = _with(draft, SHOT.targets, (enemy,))
    kept: Any
    for kept in (SHOT.suppressive, SHOT.spend):
        if held(sketch, kept):
            more = _with(made, kept, held(sketch, kept))
            made = made if isinstance(checked(drafting, more), Refusal) else more
    weapon = field_of(made.cls, SHOT.weapon)
    unit = unit_in(drafting.view.state, made)
    if weapon is None or unit == NO_UNIT:
        return checked(drafting, made)
    held_to = held(sketch, SHOT.weapon)
    places = guns(drafting.view.state.units[unit]) if held_to is None else [held_to]
    tries = [checked(drafting, made.with_(weapon, place)) for place in places or [PRIMARY]]
    return next((one for one in tries if isinstance(one, Draft)), tries[0])


def shared(
    view: View[HeroesState], sketch: Draft[Any], targets: tuple[UnitId, ...]
) -> Draft[Any] | None:
    """The bonus split as evenly as it goes over several targets; None if it is not enough."""
    bonus = _bonus(view, sketch, targets[0])
    if bonus < len(targets):
        return None
    each, rest = divmod(bonus, len(targets))
    shares = tuple([Share(each + (n < rest)) for n in range(len(targets))])
    return _with(_with(sketch, SHOT.targets, targets), SHOT.shares, shares)


def splits(view: View[HeroesState], sketch: Draft[Any]) -> Iterator[Draft[Any]]:
    """Yield a machine gunner's shot at one enemy split with another one, by each division of its
    bonus: not all of them are allowed."""
    targets, unit = targets_in(sketch), unit_in(view.state, sketch)
    if len(targets) != 1 or unit == NO_UNIT:
        return
    (g, cards), first = in_fire(view, sketch), targets[0]
    weapon = weapon_of(g.units[unit], cards, held(sketch, SHOT.spend, ()))
    if Ability.MACHINE_GUNNER not in weapon.abilities:
        return
    bonus = _bonus(view, sketch, first)
    for other in [n for n, _ in g.enemies(g.units[unit].seat) if n > first]:
        both = _with(sketch, SHOT.targets, (first, other))
        for n in range(1, bonus):
            yield _with(both, SHOT.shares, (Share(n), Share(bonus - n)))


def in_fire(view: View[HeroesState], sketch: Draft[Any]) -> tuple[HeroesState, Cards]:
    """The state as a drafted shot finds it, with its weapon and the face that a card turns up; and
    the cards that count in it."""
    unit, cards = unit_in(view.state, sketch), keys_of(view, cards_in(sketch))
    g = armed(view.state, unit, held(sketch, SHOT.weapon, PRIMARY))
    frame = moving_of(g)
    if sketch.cls is FireOnTheMove and frame is not None:
        return g, (*frame.cards, *cards)
    if SPEED_SETUP in cards and g.units[unit].flips:
        g = turned(g, unit, targets_in(sketch))
    return g, cards


def _bonus(view: View[HeroesState], sketch: Draft[Any], target: UnitId) -> int:
    """Return the bonus of a shot at an enemy, to be split."""
    unit, moving = unit_in(view.state, sketch), sketch.cls is FireOnTheMove
    g, cards = in_fire(view, sketch)
    spend, suppressive = held(sketch, SHOT.spend, ()), held(sketch, SHOT.suppressive, False)
    return shot(g, unit, target, suppressive, moving, spend=spend, cards=cards).bonus


def charge(drafting: Drafting, sketch: Sketch, enemy: UnitId) -> Next:
    """An assault on an enemy by the unit of a sketch: along its path if that leads there, else by
    the shortest way."""
    g: HeroesState = drafting.view.state
    draft: Next = sketch
    if not isinstance(draft, Draft) or draft.cls not in (OrderMove, ActMove):
        draft = _turned_to(drafting, sketch)
        if not isinstance(draft, Draft) or field_of(draft.cls, WALKED.target) is None:
            return draft if isinstance(draft, Refusal) else None
    move = going(g, draft)
    if move is None:
        return None
    along = checked(drafting, _with(draft, WALKED.target, enemy))
    if isinstance(along, Draft) and drafting.desk.look(along).answer is not None:
        return along
    found = ways(g, move.unit, move.points - 1)
    spaces = sorted(reach_of(g, move.unit, enemy, found), key=lambda s: len(found[s]))
    refused = along if isinstance(along, Refusal) else None
    for space in spaces:
        whole = checked(
            drafting, _with(_with(draft, WALKED.path, found[space]), WALKED.target, enemy)
        )
        if isinstance(whole, Draft):
            return whole
        refused = whole
    if refused is None or (not spaces and refused.rule == OUT_OF_ASSAULT.rule):
        return OUT_OF_ASSAULT
    return refused


@frozen
class FireOn(DraftStep):
    """The enemy of the answer is shot at, suppressed, sniped at or assaulted."""

    enemy: UnitId
    way: str

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Of another kind than before."""
        if self.way == "assault":
            return charge(drafting, sketch, self.enemy)
        if self.way == SNIPE:
            aims = _turned_to(drafting, sketch, SNIPE)
            if isinstance(aims, Draft):
                return checked(drafting, _with(aims, WALKED.target, self.enemy))
            return aims
        made = fire_at(drafting, sketch, self.enemy)
        if isinstance(made, Draft):
            return checked(drafting, _with(made, SHOT.suppressive, self.way == "suppress"))
        return made


# ------------------------------------------------------------------ blasts and equipment


@frozen
class FiresWith(DraftStep):
    """The unit of the answer uses this equipment, or its own weapon, at an intersection, a room or
    an enemy; again, it does not."""

    spend: Spend

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Nothing is aimed at yet."""
        fires = _turned_to(drafting, sketch, FIRE)
        if not isinstance(fires, Draft):
            return fires
        if (
            sketch is not None
            and sketch.cls in FIRES
            and held(sketch, SHOT.spend, ()) == self.spend
        ):
            return _turned_to(drafting, sketch)
        return _with(fires, SHOT.spend, self.spend)


@frozen
class AimAt(DraftStep):
    """An intersection, or a room or position, is aimed at; again, the answer is given."""

    field: Attribute[Any]
    place: Point

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """By the rules of what is fired."""
        if sketch is None:
            return None
        if held(sketch, self.field) == self.place:
            return _again(drafting, sketch)
        place = Space(self.place) if self.field is SHOT.into else Vertex(self.place)
        aimed = sketch
        for other in AIMED if self.field is not WALKED.smoke else ():
            field = field_of(sketch.cls, other)
            aimed = aimed if field is None else aimed.without(field)
        return checked(drafting, _with(aimed, self.field, place))


def takes(g: HeroesState, unit: UnitId) -> list[Spend]:
    """Return the tokens a unit could use at an intersection, or fire instead of its weapon."""
    laid = armed(g, unit, PRIMARY)
    own: list[Spend] = [()] if ordnance(laid, unit, ()) or destruction(laid.units[unit]) else []
    keys = [*GRENADES, *LAUNCHERS]
    return own + [(key,) for key in keys if stocks(g, unit, key) and _has_use(g, unit, key)]


def _has_use(g: HeroesState, unit: UnitId, key: OptionKey) -> bool:
    """Return True if a unit of that type, as it is, may use equipment that is fired or thrown."""
    u = g.units[unit]
    if u.concealed or u.kind.vehicle is not (key == SHELLS):
        return False
    return key in LAUNCHERS or (ordnance(g, unit, (key,)) is not None and not why_not_aboard(u))


def goes_on_for(g: HeroesState, sketch: Sketch) -> tuple[bool, bool]:
    """Return whether the unit of a drafted move may fire after it, and whether it may move again:
    what it is good for to say that the move goes on."""
    move, drive, unit = going(g, sketch), driving(g, sketch), unit_in(g, sketch)
    if unit == NO_UNIT:
        return False, False
    run, ride = moving_of(g), driving_of(g)
    weapons = faced_in(g.units[unit], sketch).up.weapons
    can = any(Ability.FIRE_ON_THE_MOVE in weapon.abilities for weapon in weapons)
    has_fired = bool((run and run.fired) or (ride and ride.fired))
    gone = len(move.path) if move else len(drive.course) if drive else 0
    left = move.left if move else drive.points - gone if drive else 0
    return can and not has_fired and not g.units[unit].concealed, gone > 0 and left > 0


def aim_field(g: HeroesState, sketch: Sketch, view: View[HeroesState]) -> Attribute[Any] | None:
    """The field of a sketch that takes an intersection or a structure now, None for none."""
    if sketch is None:
        return None
    if sketch.cls is OrderSmoke:
        return SHOT.vertex
    cards = [view.card(card) for card in cards_in(sketch)]
    smokes = any(face is not None and card_key(face) == SMOKE_GRENADES for face in cards)
    if smokes and field_of(sketch.cls, WALKED.smoke) is not None:
        return WALKED.smoke
    unit = unit_in(g, sketch)
    if unit == NO_UNIT or sketch.cls not in FIRES or targets_in(sketch):
        return None
    g, spend = armed(g, unit, held(sketch, SHOT.weapon, PRIMARY)), held(sketch, SHOT.spend, ())
    if ordnance(g, unit, spend) is not None:
        return SHOT.vertex
    return SHOT.into if destruction(g.units[unit]) and not spend else None


# ------------------------------------------------------------------ tokens


@frozen
class Lays(DraftStep):
    """A token to be laid, or the unit on which it is; the same again gives the answer. keeps: a
    unit stays chosen although the rules refuse it, so that no token goes elsewhere."""

    field: Attribute[Any]
    value: int
    keeps: bool = False

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Keep the earlier choice: the rules say why the two do not go together."""
        draft = Draft(Lay) if sketch is None else sketch
        if held(draft, self.field) == self.value:
            return drafting.desk.look(draft).refusal or _again(drafting, draft)
        changed = _with(draft, self.field, self.value)
        if self.keeps and held(draft, LAID.token) is None:
            return changed
        return drafting.desk.look(changed).refusal or changed


# ------------------------------------------------------------------ reactions, deployment


def stops(drafting: Drafting, sketch: Sketch) -> list[ReactPlay]:
    """All that the card of a sketch can do to the mover; nothing for another answer."""
    if sketch is None or not issubclass(sketch.cls, ReactPlay):
        return []
    card, found = held(sketch, OPENED.card), agenda.offers(drafting.view)
    return [play for play in found if type(play) is sketch.cls and play.card == card]


def firers(play: Answer) -> tuple[UnitId, ...]:
    """The unit that a card lets fire."""
    return (play.unit,) if isinstance(play, OpportunityFire) else ()


def can_react(drafting: Drafting) -> bool:
    """Return True if a unit may fire at the mover without a card."""
    return any(isinstance(offer, React) for offer in agenda.offers(drafting.view))


def can_play(drafting: Drafting) -> bool:
    """Return True if a card of the hand may be played in the enemy's move."""
    return any(isinstance(offer, ReactPlay) for offer in agenda.offers(drafting.view))


@frozen
class StopsMover(DraftStep):
    """A card is played in an enemy's move; what it can do in one way only is chosen with it."""

    card: Played

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Pressed again it is not played."""
        picked = PlayFromHand(self.card).on(drafting, sketch)
        return _narrowed(drafting, picked) if isinstance(picked, Draft) else picked


def _narrowed(drafting: Drafting, sketch: Draft[Any]) -> Draft[Any]:
    """The same with the step and the unit, where only one is possible."""
    found = stops(drafting, sketch)
    for blank in blanks_of(sketch.cls):
        if blank.name in NARROWING and not sketch.holds(blank.field):
            fit = [play for play in found if _agrees(play, sketch)]
            values = {getattr(play, blank.name) for play in fit}
            sketch = sketch.with_(blank.field, values.pop()) if len(values) == 1 else sketch
    return sketch


NARROWING = ("step", "unit")
"""Fields of a card that is played in an enemy's move which are chosen on the map."""


def _agrees(play: ReactPlay, sketch: Draft[Any]) -> bool:
    """Return True if a sketch may become this play: it holds the same step and unit so far."""
    chosen = [b.field for b in blanks_of(sketch.cls) if b.name in NARROWING]
    held_so = [field for field in chosen if sketch.holds(field)]
    return all(sketch.get(field) == getattr(play, field.name) for field in held_so)


@frozen
class Reacts(DraftStep):
    """An own unit fires at the mover, or does not; the first brings the first step at which it
    can. With a card that lets one fire, it is that one."""

    unit: UnitId

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Each once."""
        g: HeroesState = drafting.view.state
        if sketch is not None and issubclass(sketch.cls, ReactPlay):
            return self._by_card(drafting, sketch)
        draft = sketch if sketch is not None and sketch.cls is React else Draft(React)
        units: tuple[UnitId, ...] = held(draft, REACTION.units, ())
        rest = tuple([u for u in units if u != self.unit])
        if rest == units:
            frame = reacting_of(g)
            assert frame is not None
            found = reactions(g, drafting.view.seat, frame.mover, frame.open)
            steps = [step for unit, step, _ in found if unit == self.unit]
            if not units and steps:
                draft = _with(draft, REACTION.step, steps[0])
            added = _with(draft, REACTION.units, (*units, self.unit)).without(SPENT)
            made = checked(drafting, added)
            return made if isinstance(made, Draft) else self._wants_card(drafting) or made
        suppressing = tuple([u for u in held(draft, REACTION.suppressing, ()) if u in rest])
        fewer = _with(_with(draft, REACTION.units, rest), REACTION.suppressing, suppressing)
        return fewer.without(SPENT) if rest else None

    def _wants_card(self, drafting: Drafting) -> Refusal | None:
        """Name the card of the hand by which it could fire."""
        for play in agenda.offers(drafting.view):
            if isinstance(play, ReactPlay) and self.unit in firers(play):
                title = CATALOG.cards[play.key].title
                return card_first(title)
        return None

    def _by_card(self, drafting: Drafting, sketch: Draft[Any]) -> Next:
        """After the chosen step if it can then, else after the first at which it can."""
        able = [play for play in stops(drafting, sketch) if self.unit in firers(play)]
        if not able:
            return Refusal(sketch.cls.rule, sketch.cls.why)
        bare = sketch.without(_field(sketch, PLACED.unit))
        if held(sketch, PLACED.unit) == self.unit:
            return bare
        play = next((play for play in able if _agrees(play, bare)), able[0])
        made = _with(_with(bare, PLACED.unit, self.unit), REACTION.step, play.step)
        gun = field_of(sketch.cls, SHOT.weapon)
        return made if gun is None else made.with_(gun, getattr(play, gun.name))


@frozen
class PlaceCounter(DraftStep):
    """A counter that waits comes onto a space; pressed again the answer is given."""

    space: Space

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """With the face and the facing that it has."""
        if sketch is None:
            return NO_COUNTER_CHOSEN
        if held(sketch, PLACED.space) == self.space:
            return _again(drafting, sketch)
        return checked(drafting, _with(sketch, PLACED.space, self.space))


NO_FACE = -1


@frozen
class Waits(DraftAction):
    """A counter of the tray is the next to be placed, or it is turned over. face: which is up then;
    NO_FACE for the best."""

    unit: UnitId
    openly: bool = False
    face: int = NO_FACE

    def on(self, drafting: Drafting, sketch: Sketch) -> Next:
        """Nowhere yet; turned over, it stays where it is."""
        draft = placed_next(drafting, self.unit, self.openly, self.face)
        space = None if self.face == NO_FACE else held(sketch, PLACED.space)
        return draft if space is None else checked(drafting, _with(draft, PLACED.space, space))


def placed_next(
    drafting: Drafting, unit: UnitId, openly: bool = False, face: int = NO_FACE
) -> Draft[Any]:
    """A counter to be placed: a gun turned to the enemy's half of the map, a concealed counter face
    down. openly: the unit under a concealed counter, face up. face: as `Waits` has it."""
    g: HeroesState = drafting.view.state
    u = g.units[unit]
    if u.blind:
        card = g.card_under(unit)
        if not openly:
            return _with(Draft(LayBlind), VEILED.card, card)
        under = drafting.view.card(card)
        assert under is not None and hidden_unit(under) != NO_UNIT
        draft = _with(Draft(DeployOpen), OPENED.card, Played(card))
        up = g.units[hidden_unit(under)].piece.deploys[0] if face == NO_FACE else face
        return _with(draft, PLACED.face, Face(up))
    up = u.piece.deploys[0] if face == NO_FACE else face
    draft = _with(_with(Draft(Deploy), PLACED.unit, unit), PLACED.face, Face(up))
    able = is_driven(u) or any(w.arc for w in u.piece.faces[up].weapons)
    return _with(draft, WALKED.facing, Heading(int(_ahead(g, u.seat)) if able else 0))


def _ahead(g: HeroesState, seat: Seat) -> Facing:
    """The facing from a seat's zone to those of its enemies."""
    theirs = [space for rival in g.rivals(seat) for space in g.side(rival).zone]
    own, there = _middle(g.side(seat).zone), _middle(theirs)
    if own == there:
        there = _middle(list(g.ground.cells))
    east, south = there[0] - own[0], there[1] - own[1]
    if abs(east) >= abs(south):
        return Facing.E if east > 0 else Facing.W
    return Facing.S if south > 0 else Facing.N


def _middle(spaces: Sequence[Space]) -> tuple[float, float]:
    many = max(1, len(spaces))
    return sum([x for x, _ in spaces]) / many, sum([y for _, y in spaces]) / many


# ------------------------------------------------------------------ presses


def plays_card(sketch: Sketch) -> bool:
    """Return True if the sketch plays a card as a whole answer."""
    return sketch is not None and issubclass(sketch.cls, CardPlay)


def means_of(seen: SeenTable, unit: UnitId) -> Action:
    """Return what a press on a unit means: a part of the answer, or to look at it."""
    answering, looks = seen.answering, Select(unit + 1)
    if not answering.is_open:
        return looks
    g, sketch, drafting = state_of(seen), answering.sketch, answering.drafting
    own = g.units[unit].seat == own_seat(seen)
    if drafting.kind is REACT:
        return Reacts(unit) if own else looks
    if plays_card(sketch):
        return Pick(UnitId, unit)
    if drafting.kind in DEEDS:
        if own:
            return looks if drafting.kind in LEGS else CommandUnit(unit)
        return looks if drafting.kind is SUPPLY_MOVE else Target(unit)
    if drafting.kind is LAY:
        return Lays(LAID.unit, unit, keeps=True) if own else looks
    if drafting.kind is not DEPLOY and drafting.takes(sketch, UnitId):
        return Pick(UnitId, unit)
    return looks


def means_here(seen: SeenTable) -> Callable[[Space], Action | None] | None:
    """Return what a press on any space of the map means by now; None where no answer has use for
    one."""
    answering = seen.answering
    if not answering.is_open:
        return None
    g, sketch, drafting = state_of(seen), answering.sketch, answering.drafting
    if drafting.kind is DEPLOY:
        return PlaceCounter
    if drafting.kind is REACT:
        steps = steps_open(drafting, sketch)
        return lambda space: _step_at(g, sketch, space, steps)
    if plays_card(sketch):
        return lambda space: Pick(Space, space)
    if drafting.kind in DEEDS:
        if sketch is not None and aim_field(g, sketch, drafting.view) in AIMED:
            return None if sketch.cls is OrderSmoke else lambda space: AimAt(SHOT.into, space)
        unit = mover(g) if drafting.kind in LEGS else unit_in(g, sketch)
        if unit == NO_UNIT:
            return None
        return DriveTo if is_driven(g.units[unit]) else Walk
    if drafting.kind is WHERE or drafting.takes(sketch, Space):
        return lambda space: Pick(Space, space)
    return None


def steps_open(drafting: Drafting, sketch: Sketch) -> list[Step]:
    """The steps after which the units of a reaction can fire, or its card be played."""
    frame = reacting_of(drafting.view.state)
    if frame is None or sketch is None:
        return []
    if sketch.cls is not React:
        unit = held(sketch, PLACED.unit)
        found = [play for play in stops(drafting, sketch) if unit in (None, *firers(play))]
        return [Step(n) for n in steps_of(frame) if any(play.step == n for play in found)]
    at = [Step(n) for n in steps_of(frame)] if held(sketch, REACTION.units, ()) else []
    return [n for n in at if drafting.desk.look(_with(sketch, REACTION.step, n)).refusal is None]


def _step_at(g: HeroesState, sketch: Sketch, space: Space, steps: list[Step]) -> Action | None:
    """A reaction comes after the step of the leg that ends on a space, if it may come then."""
    frame = reacting_of(g)
    places = {} if frame is None else steps_of(frame)
    able = [n for n in steps if places[n][0] == space]
    if not able or sketch is None:
        return None
    return Set(_field(sketch, REACTION.step), able[-1])


@frozen
class OnSpace:
    """Presses on the map where nothing is lit: the rules say why not. means: of a space."""

    means: type[Walk | DriveTo | PlaceCounter] | None = None

    def pressed_at(self, point: Point) -> Action | None:
        """The space under the pointer."""
        return None if self.means is None else self.means(Space(point))

    def pull(self, point: Point) -> Action | None:
        """Nothing is dragged."""
        return None


def on_space(seen: SeenTable) -> OnSpace:
    """Return the meaning of presses beside what is lit."""
    means = means_here(seen)
    if means is PlaceCounter and seen.answering.sketch is None:
        return OnSpace()
    return OnSpace(means) if isinstance(means, type) else OnSpace()


# ------------------------------------------------------------------ what is lit


def opened(seen: SeenTable, kind: Any) -> dict[Any, Action]:
    """The spaces, or intersections, that may be pressed, lit, with what they mean."""
    answering = seen.answering
    if not answering.is_open:
        return {}
    key = ("opened", kind, None if answering.sketch is None else answering.sketch.key)
    find = _vertices if kind is Vertex else _spaces
    found: dict[Any, Action] = seen.cached(key, lambda: find(seen))
    return found


def _lit(seen: SeenTable, kind: Any) -> list[Any]:
    """The values of a type that the rules allow as they are asked for."""
    drafting, sketch = seen.answering.drafting, seen.answering.sketch
    domain: Any = drafting.desk.domain(kind) if drafting.takes(sketch, kind) else ()
    lit = [v for v in domain or () if drafting.light(sketch, kind, v).lit]
    return [kind(v) for v in lit if isinstance(v, tuple)]


def _aimed(seen: SeenTable, field: Attribute[Any], places: Iterable[Any]) -> dict[Any, Action]:
    """Those of some places that a weapon may be aimed at."""
    drafting, sketch = seen.answering.drafting, seen.answering.sketch
    assert sketch is not None
    bare = sketch.without(_field(sketch, field))
    aims = {place: AimAt(field, place) for place in places}
    return {p: a for p, a in aims.items() if isinstance(a.on(drafting, bare), Draft)}


def _vertices(seen: SeenTable) -> dict[Any, Action]:
    drafting, sketch = seen.answering.drafting, seen.answering.sketch
    if plays_card(sketch) or (drafting.kind not in DEEDS and drafting.takes(sketch, Vertex)):
        return {v: Pick(Vertex, v) for v in _lit(seen, Vertex)}
    field = aim_field(state_of(seen), sketch, drafting.view)
    vertices = drafting.desk.domain(Vertex) or ()
    return {} if field in (None, SHOT.into) else _aimed(seen, field, vertices)


def _spaces(seen: SeenTable) -> dict[Any, Action]:
    g, answering = state_of(seen), seen.answering
    sketch, drafting = answering.sketch, answering.drafting
    if drafting.kind is TERRAIN and held(sketch, PIECE.piece) is None:
        return {}  # a piece is taken first
    means = means_here(seen)
    if means is None:
        return {}
    spaces: list[Space] = []
    if drafting.kind is DEPLOY and sketch is not None:
        spaces = [s for s in g.ground.cells if _may_lie(drafting, sketch, s)]
    elif drafting.kind is REACT:
        frame = reacting_of(g)
        places = {} if frame is None else steps_of(frame)
        spaces = [places[n][0] for n in steps_open(drafting, sketch)]
    elif drafting.kind in DEEDS and not plays_card(sketch):
        if sketch is not None and aim_field(g, sketch, drafting.view) in AIMED:
            if field_of(sketch.cls, SHOT.into) is None:
                return {}
            return _aimed(seen, SHOT.into, [s for s in g.ground.cells if _holds(g, s)])
        spaces = _reached(g, _as_leg(drafting, sketch))
    else:
        spaces = _lit(seen, Space)
    found = {space: means(space) for space in spaces}
    return {space: action for space, action in found.items() if action is not None}


def _as_leg(drafting: Drafting, sketch: Sketch) -> Sketch:
    """While a move goes on it is one, whatever is drafted."""
    if drafting.kind not in LEGS or (sketch is not None and sketch.cls is not FireOnTheMove):
        return sketch
    return Draft(Leg if drafting.kind is LEG else Drive)


def _reached(g: HeroesState, sketch: Sketch) -> list[Space]:
    """The spaces to which a drafted move may go on, and those of its path."""
    move, drive = going(g, sketch), driving(g, sketch)
    if move is not None:
        return list(dict.fromkeys([*move.path, *[s for s, w in move.ways(g).items() if w]]))
    if drive is None:
        return []
    found = [at for (at, _), course in drive.courses(g).items() if course]
    return list(dict.fromkeys([*found, *([drive.pose[0]] if drive.course else [])]))


def _may_lie(drafting: Drafting, sketch: Draft[Any], space: Space) -> bool:
    return drafting.desk.look(_with(sketch, PLACED.space, space)).refusal is None


def _holds(g: HeroesState, space: Space) -> bool:
    """Return True if something may be thrown or fired into a space: a room, a position."""
    cell = g.ground.cells[space]
    return cell.building or cell.position or cell.overlay in g.ground.structures


# ------------------------------------------------------------------ the first draft


def begin(drafting: Drafting) -> Sketch | None:
    """Return the start of a question where that is clear; None where it is the player's choice."""
    g: HeroesState = drafting.view.state
    if drafting.kind is DEPLOY:
        found = waiting(g)
        return placed_next(drafting, found[0]) if found else None
    if drafting.kind is LAY:
        return Draft(Lay)
    if drafting.kind in LEGS:
        return _as_leg(drafting, None) if mover(g) != NO_UNIT else None
    if drafting.kind in (ACT, ONCE_MORE, GUNS):
        acts = running(g, Bursting) or running(g, OnceMore) or running(g, Gunnery)
        begins = begun(drafting, acts.unit) if acts is not None else None
        return begins if isinstance(begins, Draft) else None
    return None


def must_have(seen: SeenTable) -> list[UnitId]:
    """The own units that are still without the order that they must have."""
    return personal_units(state_of(seen), own_seat(seen)) if is_asked(seen, LAY) else []


def lays(seen: SeenTable) -> tuple[Hidden | None, UnitId]:
    """The token and the unit of a token that is being laid."""
    sketch = seen.answering.sketch if is_asked(seen, LAY) else None
    return held(sketch, LAID.token), held(sketch, LAID.unit, NO_UNIT)
