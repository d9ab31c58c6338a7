"""Boot Camp: the guided first match (section 2.27), out of data/boot_camp.toml.

It is played on one machine with a deck whose order is known, so it is never a match between people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from attrs import define, field, fields_dict, frozen

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    End,
    Event,
    Frame,
    GameState,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.data import DataFiles
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import BadData
from owm_net.engine.hands import held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.lessons import Lesson, LessonCourse, LessonTask
from owm_net.engine.records import REGISTRY, Played, field_names, record
from owm_net.engine.requests import Answer, PickNumber, Result
from owm_net.engine.text import Said, listed, say
from owm_net.engine.view import View
from owm_net.engine.zones import Deck
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import why_no_order
from owm_net.games.owm.actions.attack import Aimed, Attacks
from owm_net.games.owm.catalog import CORE_CARDS, CoreTerrainCard, OrderCard
from owm_net.games.owm.firing import FiringSequence, is_doubled, lethality
from owm_net.games.owm.flips import DrawCards
from owm_net.games.owm.ground import Ground
from owm_net.games.owm.ids import NO_CELL, DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.state import (
    CATALOG,
    CORE,
    HAND_LIMIT,
    Fireteam,
    OwmState,
    Soldier,
    order_of,
)
from owm_net.games.owm.terms import LETTERS, Crosshair, StandingOrder, Status
from owm_net.games.owm.turn import Turn

FILE = "boot_camp.toml"
MISSION = "king-of-the-hill"
"""Played in sunlight and without rules of its own (OWM-MX-01); a scene has a map of its own."""
LEARNERS = FireteamId(1)
"""The Fireteam of the learner in every scene; the enemy's is 2."""


# -- the file --------------------------------------------------------------------------------


@frozen
class _AnswerData:
    name: str
    card: int = 0
    cell: str = ""


@frozen
class _TaskData:
    seat: int
    say: Said
    answer: _AnswerData
    done: Said = ""
    then: Said = ""


@frozen
class _LessonData:
    title: Said
    rules: tuple[str, ...]
    text: Said
    scene: str = ""
    cards: tuple[int, ...] = ()
    soldiers: tuple[int, ...] = ()
    task: tuple[_TaskData, ...] = ()


@frozen
class _Place:
    seat: int
    division: DivisionKey
    soldiers: tuple[int, ...]
    cell: str = ""


@frozen
class Scene:
    """A scene on the table. terrain: the column from the north. deck: its first cards."""

    key: str
    play: str
    terrain: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    fireteam: tuple[_Place, ...]


@frozen
class _CourseData:
    title: Said
    end: Said
    lesson: tuple[_LessonData, ...]
    scene: tuple[Scene, ...]


def read(files: DataFiles | None = None) -> _CourseData:
    """The file. Raises BadData with everything that is wrong in it."""
    data = (files or DataFiles.of_package("owm_net.games.owm")).load(FILE, _CourseData)
    problems = [f"{FILE}: {problem}" for problem in _faults(data)]
    if problems:
        raise BadData(problems)
    return data


def course(files: DataFiles | None = None) -> LessonCourse:
    """The lessons. Raises BadData with everything that is wrong in the file."""
    data = read(files)
    scenes = {scene.key: scene for scene in data.scene}
    return LessonCourse(
        title=data.title,
        lessons=tuple([_lesson(lesson, scenes) for lesson in data.lesson]),
        end=data.end,
    )


def _faults(data: _CourseData) -> Iterator[str]:
    scenes = [scene.key for scene in data.scene]
    for scene in data.scene:
        yield from [f"scene {scene.key}: {fault}" for fault in _scene_faults(scene)]
    for lesson in data.lesson:
        yield from [f"lesson {lesson.title}: {fault}" for fault in _lesson_faults(lesson, scenes)]


def _scene_faults(scene: Scene) -> Iterator[str]:
    if scene.play not in PLAYS:
        yield f"play: there is {', '.join(PLAYS)}, not {scene.play!r}"
    for card in scene.terrain:
        if card not in CATALOG.terrain:
            yield f"terrain: there is no Terrain card {card}"
    cards = [*scene.deck, *(c for hand in scene.hands for c in hand)]
    for card in cards:
        if card not in CATALOG.core or cards.count(card) > 1 or card in scene.terrain:
            yield f"card {card} is no core card, or lies somewhere else already"
    if [place.seat for place in scene.fireteam] != [0, 1] or len(scene.hands) != 2:
        yield "needs a Fireteam and a hand of seat 0, then of seat 1"
    for place in scene.fireteam:
        for number in place.soldiers:
            home = CATALOG.division_of.get(SoldierId(number))
            if home is None or home.key != place.division:
                yield f"soldier {number} is not of division {place.division!r}"
        if place.cell and place.cell not in _cells(scene):
            yield f"there is no place {place.cell!r}; there are {', '.join(_cells(scene))}"


def _lesson_faults(lesson: _LessonData, scenes: Sequence[str]) -> Iterator[str]:
    if lesson.scene and lesson.scene not in scenes:
        yield f"scene: there is no scene {lesson.scene!r}"
    if lesson.task and not lesson.scene:
        yield "has tasks and no scene"
    yield from [f"cards: there is no core card {n}" for n in lesson.cards if n not in CATALOG.core]
    for n in lesson.soldiers:
        if SoldierId(n) not in CATALOG.soldiers:
            yield f"soldiers: there is no soldier {n}"
    for task in lesson.task:
        made: Any = REGISTRY.get(task.answer.name)
        if made is None or not issubclass(made, Answer):
            yield f"answer: nothing is called {task.answer.name!r}"
            continue
        for name in ("card", "cell"):
            if getattr(task.answer, name) and name not in fields_dict(made):
                yield f"answer: {task.answer.name} has no {name}"


def _cells(scene: Scene) -> list[str]:
    return [f"A{row + 1}" for row in range(len(scene.terrain))]


def _lesson(data: _LessonData, scenes: Mapping[str, Scene]) -> Lesson:
    scene = scenes.get(data.scene)
    pieces = [card_facts(CardNumber(n)) for n in data.cards]
    pieces += [soldier_facts(SoldierId(n)) for n in data.soldiers]
    return Lesson(
        title=data.title,
        rules=data.rules,
        text=data.text,
        pieces=tuple(pieces),
        faces=(*(("card", n) for n in data.cards), *(("soldier", n) for n in data.soldiers)),
        lay=partial(lay, scene) if scene is not None else None,
        draw=table_lines if scene is not None else None,
        tasks=tuple(
            [
                LessonTask(t.seat, t.say, partial(_wanted, t.answer), _fits, t.done, t.then)
                for t in data.task
            ]
        ),
    )


def _wanted(answer: _AnswerData, view: View[Any]) -> Answer:
    """Return the answer that a task names, with its card if the hand holds it, else with another of
    the same Standing Order; without a card, with the first Attack order."""
    hand = held(view)
    faces = {card: view.card(card) for card in hand}
    named = order_of(CardNumber(answer.card))
    order = named.standing_order if named is not None else StandingOrder.ATTACK
    same = [c for c, face in faces.items() if _is(face, order)]
    made: dict[str, Any] = {"card": next((c for c in same if faces[c] == answer.card), same[0])}
    if answer.cell:
        made["cell"] = view.state.ground.cell(answer.cell)
    wanted = REGISTRY[answer.name](**made)
    assert isinstance(wanted, Answer)
    return wanted


def _fits(answer: Answer, wanted: Answer) -> bool:
    """The same, but that any card will do which the rules allow for it."""
    if type(answer) is not type(wanted):
        return False
    return all(
        getattr(answer, name) == getattr(wanted, name)
        for name in field_names(wanted)
        if name != "card"
    )


def _is(card: CardNumber | None, wanted: StandingOrder) -> bool:
    order = order_of(card)
    return order is not None and order.standing_order is wanted


# -- the scenes ------------------------------------------------------------------------------


def lay(scene: Scene) -> tuple[GameState, LocalDealer]:
    """The table of a scene, and a dealer with its deck."""
    ground = Ground(1, len(scene.terrain), tuple([CardNumber(c) for c in scene.terrain]))
    first = CATALOG.division_of[SoldierId(scene.fireteam[0].soldiers[0])]
    second = CATALOG.division_of[SoldierId(scene.fireteam[1].soldiers[0])]
    g = OwmState(
        seats=2,
        mission=MISSION,
        level="private",
        ground=ground,
        sides=[first.side, second.side],
        divisions=[(first.key,), (second.key,)],
        hands=[list(hand) for hand in scene.hands],
        round_no=1,
        agenda=[PLAYS[scene.play]()],
    )
    for number, place in enumerate(scene.fireteam, 1):
        line = tuple([SoldierId(s) for s in place.soldiers])
        cell = ground.cell(place.cell) if place.cell else NO_CELL
        team = Fireteam(FireteamId(number), Seat(place.seat), place.division, 1, line, cell)
        g.fireteams[team.id] = team
        g.soldiers.update({s: Soldier(s) for s in line})
        g.initiative.append(team.id)
    deck = _given_attacks(scene)
    g.deck_count = 1
    g.decks[CORE] = Deck(1, len(deck))
    dealer = LocalDealer(2, Chance(f"boot camp {scene.key}"))
    dealer.stack(1, deck)
    return g, dealer


def _given_attacks(scene: Scene) -> list[int]:
    """The deck from the top; where seven cards would be a hand without an Attack order, one from
    the bottom of the deck is exchanged for the last of them (OWM-BOOT-06)."""
    out = {*scene.deck, *scene.terrain, *(c for hand in scene.hands for c in hand)}
    deck = [*scene.deck, *(c for c in range(1, CORE_CARDS + 1) if c not in out)]
    if scene.play == "firing":
        for start in (0, HAND_LIMIT):
            last = start + HAND_LIMIT - 1
            if not any(_is(CardNumber(c), StandingOrder.ATTACK) for c in deck[start : last + 1]):
                at = max(i for i, c in enumerate(deck) if _is(CardNumber(c), StandingOrder.ATTACK))
                deck[last], deck[at] = deck[at], deck[last]
    return deck


@frame("boot_camp.turn")
@define
class PracticeTurn(Frame[None]):
    """One turn of the learner's Fireteam, and nothing else (OWM-BOOT-02)."""

    phase: ClassVar[str] = "combat"

    def start(self, g: OwmState) -> Outcome[None]:
        """As any turn of a match."""
        return Call(Turn(LEARNERS), then=self.over)

    def over(self, g: OwmState) -> Outcome[None]:
        """A lesson has no winner."""
        return End(Result((), (0, 0), say("the lesson is over")))


@record("boot_camp.fire")
class PracticeFire(Answer):
    """Play an Attack order; the number of shots and the target are not flipped (OWM-BOOT-07)."""

    title = say("Attack")
    help = say("Your soldier shoots at the enemy: in Boot Camp once, and at the one man there is")
    words = say("attack with {card}")

    card: Played


PRACTICE = Kind(
    "practice_fire",
    PracticeFire,
    rule="OWM-BOOT-07",
    why=say("choose an Attack order"),
    deed=say("shoot"),
)


@record("boot_camp.event.first")
class FirstToShoot(Event):
    """Chance has said who shoots first."""

    words = say("chance has it that {seat} shoots first")
    rule = "OWM-BOOT-06"

    seat: Seat


@frame("boot_camp.firing")
@define
class PracticeFiring(Frame[None]):
    """Each of two men shoots once at the other (OWM-BOOT-06, OWM-BOOT-07).

    order: who has still to shoot, next one first. drawing: who has still to draw. teams, men: as
    they were at the beginning: a man who was killed may shoot all the same.
    """

    phase: ClassVar[str] = "combat"
    order: list[Seat] = field(factory=list)
    drawing: list[Seat] = field(factory=list)
    teams: list[Fireteam] = field(factory=list)
    men: list[Soldier] = field(factory=list)

    def start(self, g: OwmState) -> Outcome[None]:
        """Choose the first shooter at random."""
        self.teams, self.men = list(g.fireteams.values()), list(g.soldiers.values())
        return Ask(PickNumber(2, say("who shoots first")), then=self.draw)

    def draw(self, g: OwmState, picked: tuple[int, ...]) -> Outcome[None]:
        """Seven cards each, in that order."""
        self.order = [Seat(picked[0]), Seat(1 - picked[0])]
        g.tell(FirstToShoot(self.order[0]))
        self.drawing = list(self.order)
        return self.next_draw

    def next_draw(self, g: OwmState) -> Outcome[None]:
        """The deck has been seen to: each hand has an Attack order."""
        if self.drawing:
            return Call(DrawCards(self.drawing.pop(0), HAND_LIMIT), then=self.next_draw)
        return self.next_shot

    def next_shot(self, g: OwmState) -> Outcome[None]:
        """Let the next one shoot, even if killed; a lesson has no winner."""
        if not self.order:
            return End(Result((), (0, 0), say("the lesson is over")))
        for team in self.teams:
            if team.id not in g.fireteams:
                g.fireteams[team.id] = team
                g.initiative.append(team.id)
        for man in self.men:
            if man.id not in g.soldiers:
                g.soldiers[man.id] = man.with_(status=Status.READY)
                g.lost.remove(man.id)
        return Ask(PRACTICE.of(self.order[0]), then=self.hear)

    @PRACTICE.offers
    def offers_practice_fire(self, view: View[OwmState]) -> Iterator[PracticeFire]:
        for card in held(view):
            if _is(view.card(card), StandingOrder.ATTACK):
                yield PracticeFire(card)

    @PRACTICE.judges
    def why_not_practice_fire(self, view: View[OwmState], answer: PracticeFire) -> Refusal | None:
        """The card must be an Attack order of the hand (OWM-CARD-02)."""
        return why_no_order(view, answer.card, StandingOrder.ATTACK)

    @PRACTICE.tells
    def about_practice_fire(self, view: View[OwmState]) -> About:
        """Tell what is left out here."""
        why = say("the flips for the number of shots and for the target are left out")
        return About(say("choose an Attack order"), why, "OWM-BOOT-07")

    def hear(self, g: OwmState, answer: PracticeFire) -> Outcome[None]:
        """Lethality, Discipline, Terrain, resolution; told as a shot of a match is."""
        seat = self.order.pop(0)
        card = g.spend(seat, answer.card)
        team = next(t for t in g.fireteams.values() if t.seat == seat)
        target = next(t for t in g.fireteams.values() if t.seat != seat)
        shooter = g.soldiers[team.line[0]]
        g.tell(Attacks(team.id, (card,), target.id))
        g.tell(Aimed(shooter.id, target.line[0]))
        shot = FiringSequence(
            fireteam=team.id,
            target_team=target.id,
            shooter=shooter.id,
            target=target.line[0],
            lethality=list(lethality(g, shooter, team, target)),
            discipline_flips=2 if is_doubled(g, shooter, team, target) else 1,
            from_stealth=False,
        )
        return Call(shot, then=self.next_shot)


_CROSSHAIRS = {
    Crosshair.C: say("in the middle"),
    Crosshair.NW: say("in the north-west corner"),
    Crosshair.NE: say("in the north-east corner"),
    Crosshair.SW: say("in the south-west corner"),
    Crosshair.SE: say("in the south-east corner"),
}

PLAYS: dict[str, Callable[[], Frame[None]]] = {"turn": PracticeTurn, "firing": PracticeFiring}


# -- what is shown ---------------------------------------------------------------------------


def table_lines(g: Any) -> list[str]:
    """Return the column of Terrain with its soldiers, from the north."""
    assert isinstance(g, OwmState)
    lines = []
    for cell in g.ground.cells:
        here = [_token(g, t) for t in g.fireteams_at(cell)]
        lines.append(listed([words.place_name(g, cell), *here], "  "))
    return lines


def _token(g: OwmState, team: Fireteam) -> str:
    men = []
    for soldier in g.members(team.id):
        state = [] if soldier.status is Status.READY else [soldier.status.word]
        men.append(listed([words.soldier_name(soldier.id), *state]))
    to = g.ground.cell_name(team.heading) if team.on_the_move else ""
    side = say("green side, to {place}", place=to) if to else say("black side")
    return say(
        "[{team}, {side}: {men}]",
        team=words.fireteam_name(g, team.id),
        side=side,
        men=listed(men),
    )


def card_facts(card: CardNumber) -> str:
    """A core card in a line or two: what it is, and its three dice."""
    core = CATALOG.core[card]
    faces = {"red": core.dice.red, "green": core.dice.green, "blue": core.dice.blue}
    name = words.card_name(card)
    if isinstance(core, CoreTerrainCard):
        face = CATALOG.terrain[card]
        icons = [
            text
            for text, on in (
                (say("blocks the line of sight"), face.blocks_los),
                (say("no stealth"), face.no_stealth),
                (say("fast move"), face.fast_move),
                (say("nobody can enter"), face.no_movement),
            )
            if on
        ]
        attack = say("attack {n:+d}", n=face.attack)
        defense = say("defense {n:+d}", n=face.defense)
        return say(
            "{name}: {facts}; cross-hair {where}; dice red {red}, green {green}, blue {blue}",
            name=name,
            facts=listed([attack, defense, *icons]),
            where=_CROSSHAIRS[core.crosshair],
            **faces,
        )
    assert isinstance(core, OrderCard)
    decision = CATALOG.decisions[core.decision]
    told = say(
        "{name}: below it {title}: {text} Dice red {red}, green {green}, blue {blue}",
        name=name,
        title=decision.title,
        text=decision.text,
        **faces,
    )
    return listed([told, say("{icon} icon", icon=core.icon.word)], "; ") if core.icon else told


def soldier_facts(soldier: SoldierId) -> str:
    """A soldier card in lines."""
    card, home = CATALOG.soldiers[soldier], CATALOG.division_of[soldier]
    weapon = CATALOG.soldier_weapon(soldier)
    traits = [CATALOG.traits[key].title for key in (card.strength_trait, card.weakness_trait)]
    return say(
        "{rank} {name} of {town}, {division}, {leader}, {points} points; {weapon}: {grid};"
        " Resolve {resolve}, Discipline {discipline}, Vitality {vitality}; traits {traits}",
        rank=card.rank.word,
        name=card.name,
        town=card.hometown,
        division=home.title,
        leader=say("a Leader") if card.is_leader else say("no Leader"),
        points=card.points,
        weapon=weapon.title,
        grid=_grid(weapon.grid),
        resolve=card.resolve,
        discipline=card.discipline.word,
        vitality=card.vitality,
        traits=listed(traits),
    )


def _grid(rows: Sequence[str]) -> str:
    told = [listed([LETTERS[c].word for c in row], " + ") for row in rows]
    return listed([say("range {n} {dice}", n=n, dice=row) for n, row in enumerate(told, 1)])
