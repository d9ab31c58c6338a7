"""The types at the seams are real: mypy refuses mistakes planted in a copy of a file.

Each entry below plants one mistake in a copy of one file. Of a game: a step that takes something
else than it is given, a card where a soldier is meant, a decision of another kind. Of a table of
the window: a field that an answer does not have, a value of another type than the field's. Of the
program: an option that a verb does not have, a notice that does not exist. One run of mypy reads
all copies and the program with its tests; each mistake must be refused in the line where it stands,
and all else must pass.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "owm_net" / "games"
TABLES = ROOT / "owm_net" / "client" / "tables"
PACKAGE = ROOT / "owm_net"


@frozen
class Mistake:
    """right is in a file below GAMES, TABLES or PACKAGE once. wrong replaces it, in one line."""

    file: str
    right: str
    wrong: str


MISTAKES = {
    "another step after a choice": Mistake(
        "owm/actions/attack.py",
        "Ask(SHOOTER.of(team.seat), then=self.hear)",
        "Ask(SHOOTER.of(team.seat), then=self.aim)",
    ),
    "a step that takes no answer after a choice": Mistake(
        "owm/set_up.py",
        "Ask(DIVISION.of(self.asking[0]), then=self.hear_division)",
        "Ask(DIVISION.of(self.asking[0]), then=self.ask_division)",
    ),
    "the step for one answer after secret choices of two": Mistake(
        "owm/assault.py",
        "Ask(LINE.secretly(order), then=self.reveal_lines)",
        "Ask(LINE.secretly(order), then=self.hear_stand)",
    ),
    "another step after a flip": Mistake(
        "owm/flips.py",
        "return Call(NewDeck(finishing=True), then=self.flip)",
        "return Ask(g.flip(CORE), then=self.start)",
    ),
    "a step that wants an answer after a shuffle": Mistake(
        "owm/flips.py",
        "Ask(g.shuffle(CORE, sorted(cards)), then=self.ready)",
        "Ask(g.flip(CORE), then=self.ready)",
    ),
    "another step after a frame that is called": Mistake(
        "owm/movement.py",
        "Call(DisciplineCheck(commanders[0], Purpose.TRENCH), then=self.found)",
        "Call(DisciplineCheck(commanders[0], Purpose.TRENCH), then=self.hear_commander)",
    ),
    "a step that returns no outcome": Mistake(
        "owm/firing.py",
        "            return self.apply_modifiers",
        "            return 5",
    ),
    "the answer of another kind for what a frame brings": Mistake(
        "owm/rounds.py",
        "Ask(REPAIR.of(g.fireteam_of(self.waiting[0]).seat), then=self.hear_repair)",
        "Ask(REPAIR.of(g.fireteam_of(self.waiting[0]).seat), then=self.repaired)",
    ),
    "nothing where a result is wanted": Mistake(
        "owm/movement.py",
        "return check_mission(g) or Done(self.assaulted)",
        "return check_mission(g) or Done()",
    ),
    "a result of another type": Mistake(
        "owm/checks.py",
        "return Done(passed)",
        "return Done(self.highest)",
    ),
    "a card for a soldier": Mistake(
        "owm/actions/attack.py",
        "g.tell(Aimed(self.shooter, line[index]))",
        "g.tell(Aimed(self.shooter, card))",
    ),
    "a soldier for a card": Mistake(
        "owm/actions/hide.py",
        "g.spend(g.fireteams[turn.fireteam].seat, self.card)",
        "g.spend(g.fireteams[turn.fireteam].seat, turn.fireteam)",
    ),
    "a Fireteam for the seat that is asked": Mistake(
        "owm/movement.py",
        "Ask(COMMANDER.of(g.fireteams[self.fireteam].seat), then=self.hear_commander)",
        "Ask(COMMANDER.of(self.fireteam), then=self.hear_commander)",
    ),
    "Fireteams for the seats that have won": Mistake(
        "owm/victory.py",
        "winners = tuple([s for s in g.side_seats(leading[0]) if s not in g.gone])",
        "winners = tuple(g.initiative)",
    ),
    "a Fireteam for a cell": Mistake(
        "owm/set_up.py",
        "settle(g, team, answer.cell)",
        "settle(g, team, team)",
    ),
    "a plain number for a card of the hand": Mistake(
        "owm/actions/entrench.py",
        "yield Entrench(card)",
        "yield Entrench(27)",
    ),
    "a word for a soldier's status": Mistake(
        "owm/damage.py",
        "g.change_soldier(soldier, status=Status.WOUNDED, suppressed_in=0)",
        'g.change_soldier(soldier, status="wounded", suppressed_in=0)',
    ),
    "another fact in an event": Mistake(
        "owm/actions/crew.py",
        "g.tell(Crews(turn.fireteam, (card,), self.gunner, self.assistant))",
        "g.tell(Crews(turn.fireteam, (card,), self.gunner, g.round_no))",
    ),
    "an event by its name": Mistake(
        "owm/rounds.py",
        "g.tell(Repaired(soldier))",
        "g.tell(Repaired(name=soldier))",
    ),
    "an offer of another kind": Mistake(
        "owm/actions/attack.py",
        "        yield CeaseFire()",
        "        yield Attack(Played(1), self.target)",
    ),
    "the step after another window": Mistake(
        "owm/actions/attack.py",
        "return window(g, named, then=self.shoot)",
        "return window(g, named, then=self.after_answers)",
    ),
    "a judge of another kind": Mistake(
        "owm/actions/rally.py",
        "def why_not_rallied(self, view: View[OwmState], answer: Rallied) -> Refusal | None:",
        "def why_not_rallied(self, view: View[OwmState], answer: Rally) -> Refusal | None:",
    ),
    "an action that does not say what it does": Mistake(
        "owm/actions/end_turn.py",
        "    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:",
        "    def acts(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:",
    ),
    "a card's effect in the window of another card": Mistake(
        "squadcards/cards/table.py",
        "    KILL.takes(CommanderKilled())",
        "    OWN.takes(CommanderKilled())",
    ),
    "a squad for the seat that draws": Mistake(
        "squadcards/state.py",
        "self.draw(self.squads[squad].seat, DECK, n, squad)",
        "self.draw(squad, DECK, n, squad)",
    ),
    "a squad for the seat that opens its cards": Mistake(
        "squadcards/victory.py",
        "Ask(Reveal(squad.seat, hidden), then=self.lay_down)",
        "Ask(Reveal(self.squad, hidden), then=self.lay_down)",
    ),
    "a seat for a squad": Mistake(
        "squadcards/attack.py",
        "g.tell(Halted(self.target))",
        "g.tell(Halted(g.active))",
    ),
    "a hex for a card": Mistake(
        "squadcards/phases/movement.py",
        "g.tell(Blocked(self.squad, self.block))",
        "g.tell(Blocked(self.squad, self.cell))",
    ),
    "a plain number for a squad": Mistake(
        "squadcards/by_squad.py",
        "yield from (NextSquad(s) for s in self.waiting)",
        "yield from (NextSquad(s + 1) for s in self.waiting)",
    ),
    "a text for the sum of an exchange": Mistake(
        "squadcards/windows/roll.py",
        "return Done(self.total)",
        "return Done(str(self.total))",
    ),
    "a play of another kind in an exchange": Mistake(
        "squadcards/windows/roll.py",
        "    def kind(self) -> Kind[Play]:",
        "    def kind(self) -> Kind[int]:",
    ),
    "a misspelt field of a Team that changes": Mistake(
        "hailfire/assault.py",
        "g.change(team, suppressed=True)",
        "g.change(team, supressed=True)",
    ),
    "a place for the carrier of a Team": Mistake(
        "hailfire/transport.py",
        "g.change(team, spot=spot, aboard=NO_TEAM)",
        "g.change(team, spot=spot, aboard=spot)",
    ),
    "a misspelt field of a fighter that changes": Mistake(
        "nco/giving.py",
        "g.change(soldier, order=order, ambush=0, down=lies)",
        "g.change(soldier, order=order, ambushed=0, down=lies)",
    ),
    "a misspelt field of a record with another": Mistake(
        "hailfire/damage.py",
        "unit.with_(gone=True)",
        "unit.with_(gonne=True)",
    ),
    "a seat for the carrier of a record": Mistake(
        "nco/tokens.py",
        "token.with_(carrier=soldier)",
        "token.with_(carrier=s.seat)",
    ),
    "a misspelt field that is read": Mistake(
        "hailfire/sighting.py",
        "sketch.get(FIRE.target, NO_TEAM)",
        "sketch.get(FIRE.taget, NO_TEAM)",
    ),
    "a field of another answer": Mistake(
        "nco/acting.py",
        "sketch.get(fields(Spring).leg)",
        "sketch.get(fields(Assault).leg)",
    ),
    "a field by its name as a text": Mistake(
        "owm/split.py",
        "lambda points: Set(POINTS, points)",
        'lambda points: Set("points", points)',
    ),
    "Teams where one Team is shot at": Mistake(
        "hailfire/acting.py",
        "Draft(FireAt).with_(FIRE.target, self.target)",
        "Draft(FireAt).with_(FIRE.target, (self.target,))",
    ),
    "a plain number for a Team": Mistake(
        "hailfire/acting.py",
        "fields(Board).carrier, self.carrier",
        "fields(Board).carrier, 3",
    ),
    "a place for the soldier who is charged": Mistake(
        "nco/acting.py",
        "sketch.with_(ENEMY, self.target)",
        "sketch.with_(ENEMY, self.end)",
    ),
    "a point of the map for the leg of a path": Mistake(
        "nco/acting.py",
        "Set(spring.leg, leg)",
        "Set(spring.leg, at)",
    ),
    "a switch for a waypoint": Mistake(
        "nco/acting.py",
        "Append(PATH, self.spot, self.instead",
        "Append(PATH, self.instead, self.instead",
    ),
    "a squad for a line of its list": Mistake(
        "nco/building.py",
        "words, ListedThing(SOLDIERS, recruit))",
        "words, ListedThing(SOLDIERS, roster))",
    ),
    "a word for yes or no": Mistake(
        "squadcards/panels.py",
        "Set(into_open, True)",
        'Set(into_open, "yes")',
    ),
    "a path where a Team is read": Mistake(
        "hailfire/acting.py",
        "mover = sketch.get(TEAM, NO_TEAM)",
        "mover = sketch.get(PATH, NO_TEAM)",
    ),
    "a misspelt field of a shot that is read": Mistake(
        "heroes/common.py",
        "token = held(sketch, SHOT.token)",
        "token = held(sketch, SHOT.tokn)",
    ),
    "the equipment of a shot for that of a reaction": Mistake(
        "heroes/deed.py",
        "spends = held(sketch, REACTION.spend, ()) or",
        "spends = held(sketch, SHOT.spend, ()) or",
    ),
    "a token for the unit that acts": Mistake(
        "heroes/acting.py",
        "draft = _with(Draft(classes[way]), PLACED.unit, unit)",
        "draft = _with(Draft(classes[way]), PLACED.unit, Played(unit))",
    ),
    "a misspelt field of a counter that changes": Mistake(
        "heroes/moving.py",
        "g.change(unit, face=other.face, concealed=other.concealed)",
        "g.change(unit, face=other.face, conceals=other.concealed)",
    ),
    "a step that takes no answer after a question of Heroes": Mistake(
        "heroes/assault.py",
        "Ask(WHERE.of(self.seat), then=self.hear)",
        "Ask(WHERE.of(self.seat), then=self.start)",
    ),
    "a misspelt option": Mistake(
        "verbs/resume.py",
        "return resume_in_window(taken, options.patience, again)",
        "return resume_in_window(taken, options.patince, again)",
    ),
    "an option of another verb": Mistake(
        "verbs/verify.py",
        "verdict = judge(options.file, options.processes, options.json)",
        "verdict = judge(options.file, options.step, options.json)",
    ),
    "an option that is read as a word where a number is declared": Mistake(
        "verbs/boot_camp.py",
        "step: int = option(number(1), 0,",
        "step: int = option(str, 0,",
    ),
    "an option without a value where one is needed": Mistake(
        "verbs/replay.py",
        "write_requests(options.file, options.requests, options.step)",
        "write_requests(options.file, options.step, options.step)",
    ),
    "a word that nobody can choose": Mistake(
        "verbs/standings.py",
        'standings.in_order(options.by == "points")',
        'standings.in_order(options.by == "point")',
    ),
    "a patience for a log": Mistake(
        "verbs/watch.py",
        "Spectator(where, options.name or own_name(), options.log, options.patience)",
        "Spectator(where, options.name or own_name(), options.patience, options.log)",
    ),
    "a misspelt notice to the window": Mistake(
        "program/window/conclusion.py",
        'front.notice(Notice.WAITING, say("checking the log"))',
        'front.notice("wating", say("checking the log"))',
    ),
    "a misspelt notice to the model": Mistake(
        "client/front.py",
        "self.sitting.tell(kind, tr(text) if isinstance(text, Text) else text)",
        'self.sitting.tell("wating", tr(text) if isinstance(text, Text) else text)',
    ),
    "a word for a notice to a player": Mistake(
        "net/overdue.py",
        "self._player.notice(Notice.SILENT, self._silent_line(Seat(seat)))",
        'self._player.notice("silent", self._silent_line(Seat(seat)))',
    ),
    "a player who is told words": Mistake(
        "program/playing/matches.py",
        "partial(player.notice, Notice.TRYING)",
        'partial(player.notice, "trying")',
    ),
    "a step for a seat that lets its time run out": Mistake(
        "net/clock.py",
        "self._match.claim(What.TIME, seat, round(1000 * self._used[seat]))",
        "self._match.claim(What.TIME, self._match.step, round(1000 * self._used[seat]))",
    ),
    "a step for a seat that the others drop": Mistake(
        "net/leaving/proposals.py",
        "yes = await player.shall_drop(Seat(seat), why)",
        "yes = await player.shall_drop(self._match.step, why)",
    ),
    "a count for the seat that writes": Mistake(
        "session/remarks.py",
        "self._effects.tell(TellRemark(Seat(seat), text))",
        "self._effects.tell(TellRemark(self._counts[seat], text))",
    ),
    "a step for the seat that is left out": Mistake(
        "session/leaving/votes.py",
        "Vote(entry.kind, Seat(entry.seat), Step(entry.step), target, record, keeps=keeps)",
        "Vote(entry.kind, Seat(entry.seat), Step(entry.step), entry.step, record, keeps=keeps)",
    ),
    "a number for our own seat": Mistake(
        "program/playing/matches.py",
        "own = Own(Seat(seat), name, own_identity(), entropy)",
        "own = Own(seat, name, own_identity(), entropy)",
    ),
    "a log for a match that is taken up": Mistake(
        "client/menu/matches.py",
        "menu.leave(Resume(taken))",
        "menu.leave(Resume(self.log))",
    ),
    "a screen for the match that is let go": Mistake(
        "client/menu/matches.py",
        "menu.house.let_go(taken)",
        "menu.house.let_go(self)",
    ),
    "what comes of waiting, given to who waits for something else": Mistake(
        "client/menu/meeting.py",
        "self._task = Task(lambda: self._meet(self), done, failed)",
        "self._task = Task(menu.house.friends, done, failed)",
    ),
    "a log for players who have met": Mistake(
        "program/window/title.py",
        "errand = Sit(done.met)",
        "errand = Sit(done.log)",
    ),
    "a seat for the step at which another left": Mistake(
        "session/leaving/leaving.py",
        "self._go_on_without(target, vote.step, vote.record)",
        "self._go_on_without(target, target, vote.record)",
    ),
    "a step for the seat that was dropped": Mistake(
        "session/leaving/drops.py",
        "basis.drop(target, step)",
        "basis.drop(step, target)",
    ),
    "a step's decision asked for by a seat": Mistake(
        "net/driver.py",
        "if not self.match.wants(question.step):",
        "if not self.match.wants(Seat(1)):",
    ),
    "a count for the seat of a link": Mistake(
        "net/lobby.py",
        "self.links[seat] = link",
        "self.links[len(self.links)] = link",
    ),
    "what work is called for what came of it": Mistake(
        "net/driver.py",
        "Worked(await trio.to_thread.run_sync(work.run))",
        "Worked(work.what)",
    ),
    "the view for the answer of a player": Mistake(
        "net/driver.py",
        "self.match.decide(question.answer, question.step)",
        "self.match.decide(question.view, question.step)",
    ),
    "what was found for the options of a verb": Mistake(
        "cli.py",
        "return verb.run(read(verb.Options, parser.read(arguments)))",
        "return verb.run(parser.read(arguments))",
    ),
    "work that computes an answer where a body is signed": Mistake(
        "session/match.py",
        "Work.of(heavy, lambda: say(answer), self._contribute)",
        "Work.of(heavy, lambda: answer, self._contribute)",
    ),
    "a misspelt field that the player is asked for": Mistake(
        "owm/acting.py",
        "(Attack, fields(Attack).target)",
        "(Attack, fields(Attack).taget)",
    ),
    "the name of a field for what is told of it": Mistake(
        "hailfire/panels.py",
        "fields(Go).apart",
        '"apart"',
    ),
}

ELSEWHERE = {
    "the equipment of a shot for that of a reaction": "told_of = shot_lines(there, u, frame.mover",
    "a judge of another kind": "@RALLIED.judges",
    "an action that does not say what it does": "yield EndTurn()",
}
"""Where a mistake is refused, if that is not the line in which it stands."""


def plant(folder: Path, name: str, file: str, right: str = "", wrong: str = "") -> Path:
    """A copy of a file under another name, with one mistake or none."""
    home = next(home for home in (GAMES, TABLES, PACKAGE) if (home / file).exists())
    text = (home / file).read_text(encoding="utf-8")
    if right:
        assert text.count(right) == 1, f"{file} has changed: {right!r} stands in it no more"
        text = text.replace(right, wrong)
    copy = folder / f"{re.sub(r'[^a-z]+', '_', name.lower())}.py"
    copy.write_text(text, encoding="utf-8")
    return copy


def errors_in(folder: Path, copies: list[Path]) -> tuple[dict[str, list[int]], list[str]]:
    """File -> the lines of the copies that mypy refuses; and what it says of the program itself.

    One run reads both: the copies import most of the program."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    done = subprocess.run(
        [
            sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context",
            *settings["files"], *map(str, copies),
        ],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found: dict[str, list[int]] = {}
    ours, names = [], {copy.name for copy in copies}
    for said in done.stdout.splitlines():
        file, _, rest = said.partition(":")
        name = Path(file).name  # mypy keeps what it said, with the folder of that time
        if name not in names:
            ours.append(said)
        elif error := re.match(r"(\d+): error:", rest):
            found.setdefault(name, []).append(int(error[1]))
    return found, ours


@pytest.mark.slow
def test_mypy_refuses_each_mistake_where_it_stands_and_nothing_else(tmp_path: Path) -> None:
    """Nothing in the program and its tests either."""
    copies = {name: plant(tmp_path, name, m.file, m.right, m.wrong) for name, m in MISTAKES.items()}
    files = sorted({mistake.file for mistake in MISTAKES.values()})
    right = [plant(tmp_path, f"right {file}", file) for file in files]
    refused, ours = errors_in(tmp_path, [*copies.values(), *right])
    if ours:
        pytest.fail("\n".join(["mypy", *ours]), pytrace=False)
    missed = []
    for name, copy in copies.items():
        sought = ELSEWHERE.get(name, MISTAKES[name].wrong)
        lines = copy.read_text(encoding="utf-8").splitlines()
        (line,) = [n for n, text in enumerate(lines, 1) if sought in text]
        said = refused.get(copy.name, [])
        if line not in said:
            missed.append(f"{name}: {MISTAKES[name].file}:{line} passes; refused are {said}")
    assert not missed, "\n".join(missed)
    assert not [copy.name for copy in right if copy.name in refused]
