"""A match in a terminal, as lines: what is asked, what may be answered, what one can look at.

Without input and output: lines go in, lines and at last an answer come out. It is made for a screen
reader too: each line says all there is to it (`parts.py`; colours and columns come when it is
printed), every choice has a number, and what is long is read on request. The rules say what may be
chosen (`agenda.offers`); `terminal_words` has the words for what is on a game's table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from owm_net.client.free_map.in_words import points as typed_points
from owm_net.client.language import tr, tr_n
from owm_net.client.rules.besides import favourites
from owm_net.client.rules.rule_books import asked_for, rule_book
from owm_net.client.tables import in_words
from owm_net.client.terminal.advice import advice_on
from owm_net.client.terminal.parts import Line, Look, Row, RowFrame, TextTable
from owm_net.client.terminal.rules import rule_lines
from owm_net.client.terminal.terminal_words import InWords, Shelf
from owm_net.client.words import because, capital, title_of, without_ids
from owm_net.engine import agenda
from owm_net.engine.agenda import InLog, Mark
from owm_net.engine.chance import Chance
from owm_net.engine.drafts import blanks_of
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision, Over, Result
from owm_net.engine.story import StoryLine, Storyteller
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.engine.view import View

PAGE = 15
"""Choices that are read at once."""
FEW = 2
"""Ways of a sort that are read at once, not behind its name."""
MOST_OFFERS = 2000
"""Of the answers the rules offer for a question, as many are looked at."""
NO_TABLE = say("The table is still empty.")
YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nein")
"""What is typed for it, whatever language is spoken."""
FULL = ("f", "full", "v", "voll")
LAST = 15
"""Lines of the log that are read where no number is said."""

HELP = (
    say("A number chooses. Enter alone sends what is chosen; until then undo takes it back."),
    say("A pass is sent at once."),
    say("Choose from what is listed or advised."),
)
BUILDS = say(
    "Squads of your own are built in the window, or with owm-net squads; what you have saved is "
    "listed by its name."
)
HELP_ON = (
    ("more, back", say("the next choices; the previous ones")),
    (
        "find X, all",
        say("only the choices with these words, or their beginnings; all of them again"),
    ),
    (
        "why [X]",
        say("what cannot be chosen now, and by which rule; everything, or what contains X"),
    ),
    ("advise", say("what the computer player would do in your place")),
    ("hand", say("your cards")),
    ("map [X]", say("the table in words; all of it, or the lines that contain X")),
    ("grid", say("the table as a grid")),
    (
        "to 17 9.5",
        say(
            "on a map measured in inches: what is chosen goes to 17 east, 9.5 north instead; "
            "along a path, from corner to corner: to 12 9; 17 9.5"
        ),
    ),
    (
        "autopass",
        say(
            "switch automatic passes on or off: you then pass where you can do nothing else, and "
            "your answers where you may pass leave only every 4 seconds, so that their timing "
            "tells nothing"
        ),
    ),
    ("status", say("how the match stands")),
    ("log [N]", say("the last N lines of what has happened")),
    ("log full [N]", say("the same with every flip, die, number and rule")),
    ("rule X", say("the rule book: words, or an id such as FIRE-05; rule how to play begins it")),
    ("again", say("the question once more")),
    ("say X", say("write something to the other player, even while they decide")),
    (
        "adjourn, abandon",
        say("offer to stop here and continue another time; offer to end without a winner"),
    ),
    ("retract", say("take back what you have offered")),
    (
        "takeback",
        say("ask to take back your last decision, if nothing was revealed since"),
    ),
    ("mute, unmute", say("no longer show what others write; show it again")),
    ("resign", say("give the match up: asks first")),
    ("quit", say("leave; the match is kept, and resume continues it")),
)
"""What is typed, and what it does."""
TAUGHT = (
    ("advise", say("what the step means, as your choice")),
    ("skip", say("do the step for you")),
    ("step", say("one step back")),
    ("quit", say("leave; you can go on here later")),
)
"""What is typed in a lesson beside the rest."""
HELP_ENDS = say("The first letters of a word are enough if no other word begins with them.")

CHOICES = TextTable((Look.KEY,))
HAND = TextTable((Look.HEADING,))
WORDS = (
    *("more", "back", "find", "all", "why", "advise", "to", "hand", "map", "grid", "status", "log"),
    *("rule", "again", "undo", "autopass", "say", "adjourn", "abandon", "retract", "mute"),
    *("takeback", "unmute", "resign", "quit", "help"),
)
TO_OTHERS = ("adjourn", "abandon", "retract", "takeback", "mute", "unmute")
"""What is between the players and not between one of them and the rules."""
IN_MATCHES = ("autopass", "say", *TO_OTHERS, "resign")
"""What does nothing in a lesson."""
MEANWHILE = (
    *("hand", "map", "grid", "status", "log", "rule", "autopass", "say", *TO_OTHERS),
    *("resign", "quit", "help"),
)
"""What can be typed while others decide."""


@frozen
class Reply:
    """The result of a line. answer: to be given. say: to be written to the others. to_others: one
    of TO_OTHERS. resigns, quits: the player's other wishes."""

    lines: tuple[str, ...] = ()
    answer: Answer | None = None
    say: str = ""
    to_others: str = ""
    resigns: bool = False
    quits: bool = False


def _heading(text: str) -> Line:
    return Line((text, Look.HEADING))


def _quiet(text: str) -> Line:
    return Line((text, Look.QUIET))


def _numbered(n: int, line: str) -> Row:
    return Row(f"{n}. {line}", (f"{n}.", line), CHOICES)


def _help(example: str, taught: bool, without: Sequence[str], builds: bool) -> list[str]:
    """example: of what a game understands in words, "" for nothing. taught: in a lesson. without:
    words that do nothing in the game. builds: squads of one's own can be built for it."""
    spoken = [tr("Or say it in words: {example}.", example=tr(example))] if example else []
    own = TAUGHT if taught else ()
    without = (*without, *(IN_MATCHES if taught else ()), *[word for word, _ in own])
    here = (*own, *[row for row in HELP_ON if row[0].split()[0].rstrip(",") not in without])
    first = HELP[:2] if taught else (*HELP, BUILDS) if builds else HELP
    words = [Row(f"{word}: {tr(does)}", (word, tr(does)), CHOICES) for word, does in here]
    return [*map(tr, first), *spoken, *words, tr(HELP_ENDS)]


def _look(event: agenda.Event) -> Look:
    looks = {Mark.CASUALTY: Look.BAD, Mark.FIRE: Look.WARNING}
    look = Look.HEADING if event.in_log is InLog.HEADING else Look.PLAIN
    return looks.get(event.mark, look)


def _happened(text: str, event: agenda.Event) -> Line:
    """A line of the log, which stands out as the event does."""
    return Line((text, _look(event)))


def _sentence(text: str) -> str:
    told = capital(text)
    return told if told[-1:] in ".?!" else f"{told}."


class Conversation:
    """One player's side of a match. `ask` begins a question, `hear` takes what is typed.

    advice: in a lesson, the answer that it means, in place of the computer player's. no_advice: why
    there is none, as against people; "" if there is.
    besides: the lines of `status` about the players, below those about the table. passes: True to
    pass automatically where nothing else is possible. names: of the players, by seat. shelf: what
    they have kept by name.
    """

    def __init__(
        self,
        system: System,
        besides: Callable[[], Sequence[str]] = tuple,
        names: Sequence[str] = (),
        shelf: Shelf = lambda _: {},
        advice: Callable[[View[Any]], Answer] | None = None,
        no_advice: str = "",
    ) -> None:
        self.system = system
        self._advice, self._no_advice = advice, no_advice
        self.passes = False
        self._besides, self._shelf = besides, shelf
        self.log: list[str] = []
        self._full: list[str] = []  # the same, with all that lies below its lines
        self._teller = Storyteller(system.stories, system.narrate)
        self._story: Line | None = None  # what is still to be read out of the newest story
        self._story_at = -1  # where in the log it stands
        self._story_led: list[str] = []
        self._story_look = Look.PLAIN
        self._events: list[agenda.Event] = []
        self._is_whole = True
        self._is_over = False
        self._words = in_words(system)
        self._words.names = names
        self._view: View[Any] | None = None
        self._asked = False
        self._offers: list[Answer] = []
        self._refused: list[tuple[Answer, str]] = []
        self._kept: list[tuple[Answer, str]] = []  # with the names that the player gave them
        self._sort: type[Answer] | None = None
        self._within: list[list[Answer]] = []  # of a long sort, those about one thing, and so on
        self._find = ""
        self._page = 0
        self._chosen: Answer | None = None
        self._then = ""  # what is left of what was typed, for the next question
        self._sure = False
        self._lead: list[str] = []  # the beginning of the line that comes next, if one does
        self._led: list[str] = []  # what stood before the question
        self._held: set[int] = set()  # the hand at the last question

    # -- what is asked -------------------------------------------------------------------

    def ask(self, view: View[Any]) -> list[str]:
        """A question has come. Returns what is read out."""
        self._view, self._asked = view, True
        self._offers, self._refused = [], []
        self._kept = [(answer, name) for name, answer in self._words.kept(view, self._shelf)]
        kept = [answer for answer, _ in self._kept]
        offers = [*islice(agenda.offers(view), MOST_OFFERS)]
        for answer in (*kept, *offers):
            refusal = agenda.why_not(view, answer)
            if refusal is None:
                if answer not in self._offers:
                    self._offers.append(answer)
            else:
                self._refused.append((answer, because(refusal.why, refusal.rule)))
        further = islice(self._words.further(view, offers), MOST_OFFERS)
        self._offers += [answer for answer in further if agenda.why_not(view, answer) is None]
        self._offers = [*self._words.listed(view, self._offers)]
        if not self._offers:  # the rules offer examples; one that is allowed is there always
            self._offers.append(agenda.sample(view, Chance(view.state.answered)))
        meant = [self._advice(view)] if self._advice is not None else []
        self._offers += [a for a in meant if a not in self._offers]  # what a lesson asks for
        self._sort, self._within, self._find, self._page, self._chosen = None, [], "", 0, None
        self._sure = False
        sorts = self._sorts()
        if len(sorts) == 1:
            self._sort = sorts[0]
        leads, self._lead = self._lead, []
        self.log += leads
        self._led = [*self._finish(), *leads, *self._drawn()]
        then, self._then = self._then, ""
        if then:
            self._speak(then)
        return [*self._led, *self._question()]

    def unasked(self) -> Reply | None:
        """The answer to what was asked last, if the player need not be asked, and what is read out
        instead of the question."""
        answer = self._words.unasked(self._now)
        if answer is not None:
            return Reply(tuple(self._led), answer=answer)
        routine = self._offers == [Pass()] or self._words.is_routine(self._now)
        if not self.passes or not routine:
            return None
        what = self._words.deed(self._now, Pass())
        passed = _quiet(tr("Automatically: {what}.", what=what))
        return Reply((*self._led, passed), answer=Pass())

    def _drawn(self) -> list[str]:
        """Return which cards have come to the hand since the last question, in a line."""
        view = self._now
        held = [slot for hand in self._words.own_hands(view) for slot in hand]
        cards = [view.card(slot) for slot in held if slot not in self._held]
        self._held = set(held)
        names = [tr(self.system.card_name(card)) for card in cards if card is not None]
        return [_quiet(tr("New in your hand: {cards}.", cards=", ".join(names)))] if names else []

    def close(self) -> None:
        """The question is answered, or taken back."""
        self._asked = False

    def _question(self) -> list[str]:
        view = self._now
        told, box = agenda.about(view), TextTable(frame=RowFrame.BOX, title=tr("YOUR DECISION"))
        what = _sentence(self._words.named(told.what))
        lines = ["", Row(tr("YOUR DECISION: {what}", what=what), (_heading(what),), box)]
        if told.why:
            why = _sentence(without_ids(self._words.named(told.why)))
            lines.append(Row(why, (_quiet(why),), box))
        return [*lines, *self._choices()]

    @property
    def _now(self) -> View[Any]:
        assert self._view is not None
        return self._view

    def _sorts(self) -> list[type[Answer]]:
        """The classes of the answers, in the order of the rules; one where they are few."""
        if len(self._offers) <= PAGE:
            return [Answer]
        found = dict.fromkeys(type(answer) for answer in self._offers)
        return list(found)

    def _heads(self) -> list[list[Answer]]:
        """The answers by their sorts; each alone where a sort has few, or is to pass."""
        found: list[list[Answer]] = []
        for sort in self._sorts():
            some = [a for a in self._offers if isinstance(a, sort)]
            found += [[a] for a in some] if len(some) <= FEW or sort is Pass else [some]
        return found

    def _listed(self) -> list[Answer]:
        """The answers that are chosen from now."""
        words = self._find.lower().split()
        offers = self._within[-1] if self._within else self._offers
        found = [a for a in offers if self._sort is None or isinstance(a, self._sort)]
        if not words:
            return found
        told = {
            a: f"{tr(title_of(type(a)))} {self._deed(a)} {tr(agenda.outlook(self._now, a))}".lower()
            for a in found
        }
        begun = [a for a in found if all(re.search(rf"\b{re.escape(w)}", told[a]) for w in words)]
        return begun or [a for a in found if all(w in told[a] for w in words)]

    def _parts(self) -> list[tuple[str, list[Answer]]]:
        """The answers of a long sort by what they are about (a soldier, a unit, a card), with its
        name; of those that choose several things, by one after another. None where they are read
        one by one."""
        if self._find or self._sort in (None, Answer):
            return []
        listed = self._listed()
        blanks = blanks_of(type(listed[0]))
        blank = next((b for b in blanks if not b.many), None)
        if len(listed) <= PAGE or not blanks or (blank is not None and self._within):
            return []
        several = blank is None
        blank = blank or blanks[0]
        if blank.kind in (bool, int, str) or (several and (blanks[1:] or blank.groups)):
            return []
        held = {a: getattr(a, blank.name) if several else (getattr(a, blank.name),) for a in listed}
        parts: dict[str, list[Answer]] = {}
        taken = set.intersection(*map(set, held.values()))
        for answer in [a for a in listed if taken.issuperset(held[a])]:
            parts[self._deed(answer)] = [answer]
        for answer in listed:
            for value in dict.fromkeys(held[answer]):
                if value not in taken:
                    parts.setdefault(self._part_name(blank.kind, value, bool(taken)), []).append(
                        answer
                    )
        return list(parts.items()) if 1 < len(parts) <= PAGE else []

    def _part_name(self, kind: Any, value: Any, besides: bool) -> str:
        name = capital(tr(self._words.named(self.system.value_name(self._now, kind, value))))
        return tr("Also {what}", what=name) if besides else name

    def _line(self, answer: Answer) -> Line:
        """Return what an answer would do, and its likely result."""
        outlook = self._outlook(answer)
        return Line(self._deed(answer), (f": {outlook}" if outlook else "", Look.QUIET))

    def _outlook(self, answer: Answer) -> str:
        """Return the likely result of an answer, "" where it risks nothing."""
        told = tr(self._words.named(agenda.outlook(self._now, answer)))
        return told or self._words.chance(self._now, answer)

    def _deed(self, answer: Answer) -> str:
        """Return what an answer would do, behind the name by which it is kept."""
        deed = self._words.deed(self._now, answer)
        name = next((name for kept, name in self._kept if kept == answer), "")
        return f"{name}: {deed}" if name else deed

    def _choices(self) -> list[str]:
        if self._chosen is not None:
            then = [tr("Then: {what}.", what=self._then)] if self._then else []
            odds = (
                []
                if agenda.outlook(self._now, self._chosen)
                else self._words.odds(self._now, self._chosen)
            )
            what = self._deed(self._chosen) if odds else self._line(self._chosen)
            return [
                _heading(tr("You have chosen: {what}.", what=what)),
                *odds,
                *then,
                _quiet(tr("Enter sends it, undo takes it back.")),
            ]
        spoken = self._words.hint(self._now)
        inside = self._within or self._find or self._sort not in (None, Answer)
        if inside and self._sorts()[1:]:
            spoken = tr("Type a number, undo for the choices before, or ? for help.")
        hint = _quiet(spoken or tr("Type a number, or ? for help."))
        if self._offers == [Pass()]:
            hint = _quiet(tr("Type 1, or ? for help; autopass does it automatically from now on."))
        if self._sort is None and not self._find:
            lines: list[str] = []
            for n, some in enumerate(self._heads(), 1):
                ways = tr_n("{n} way", "{n} ways", len(some))
                line = f"{tr(title_of(type(some[0])))}, {ways}" if some[1:] else self._line(some[0])
                lines.append(_numbered(n, line))
            return [*lines, hint]
        parts = self._parts()
        if parts:
            rows = []
            for n, (name, part) in enumerate(parts, 1):
                ways = tr_n("{n} way", "{n} ways", len(part))
                rows.append(_numbered(n, f"{name}, {ways}" if part[1:] else self._line(part[0])))
            return [*rows, hint]
        listed = self._listed()
        first = self._page * PAGE
        shown = listed[first : first + PAGE]
        results = {self._outlook(answer) for answer in shown}
        alike = results.pop() if shown[1:] and len(results) == 1 else ""
        said = self._deed if alike else self._line  # a listener hears once what holds for all
        lines = [_numbered(n, said(answer)) for n, answer in enumerate(shown, first + 1)]
        if alike:
            lines.append(_quiet(tr("Each: {outlook}", outlook=alike)))
        if len(listed) > PAGE:
            told = {"first": first + 1, "last": first + len(shown), "all": len(listed)}
            lines.append(
                tr("These are {first} to {last} of {all}: more, back, or find WORDS.", **told)
            )
        return [*lines, hint]

    # -- what is typed -------------------------------------------------------------------

    def on_line(self, line: str) -> Reply:
        """A line was typed, while a question is open or others decide."""
        text = line.strip()
        if self._sure:
            self._sure = False
            if text.lower() in YES:
                return Reply((tr("You resign."),), resigns=True)
            return Reply((tr("You play on."),))
        if not self._asked and (not text or text[0] == "?" or text.isdecimal()):
            told = tr("You are not asked now. You may type {words}.", words=", ".join(MEANWHILE))
            return Reply((told,))
        if not text:
            return self._enter()
        if text.isdecimal():
            return self._number(int(text[:6]))
        if text[0] == "?":
            return Reply(tuple(self._help()))
        word, _, rest = text.partition(" ")
        without = () if self._advice is None else IN_MATCHES
        words = [w for w in (WORDS if self._asked else MEANWHILE) if w not in without]
        word = "rule" if word.lower() == "rules" else word
        known = [w for w in words if w == word.lower()]
        known = known or [w for w in words if w.startswith(word.lower())]
        if len(known) != 1 and self._asked and self._speak(text):
            return Reply(tuple(self._choices()))
        if len(known) != 1:
            told = tr("There is no word {word} here. Type ? for help.", word=repr(word))
            if known:
                told = tr("{word} may mean: {words}.", word=repr(word), words=", ".join(known))
            return Reply((told,))
        return self._word(known[0], rest.strip())

    def _help(self) -> list[str]:
        words = type(self._words)
        without = [] if words.led is not InWords.led else ["to"]
        without += [] if words.grid is not InWords.grid else ["grid"]
        builds = self.system.builder() is not None
        return _help(self._words.example, self._advice is not None, without, builds)

    def _speak(self, text: str) -> bool:
        """Choose what is typed in words, if that is an answer; the rest is kept for the next
        question. Return True if it is."""
        found = self._words.spoken(self._now, text)
        if found is None or agenda.why_not(self._now, found[0]) is not None:
            return False
        self._chosen, self._then = found
        return True

    def _enter(self) -> Reply:
        if self._chosen is None:
            return Reply((tr("Nothing is chosen: type a number, or ? for help."),))
        told = tr("Sent: {what}.", what=self._deed(self._chosen))
        return Reply((told,), answer=self._chosen)

    def _number(self, n: int) -> Reply:
        if self._chosen is not None:
            return Reply((tr("Something is chosen: Enter sends it, undo takes it back."),))
        if self._sort is None and not self._find:
            heads = self._heads()
            if not 1 <= n <= len(heads):
                return Reply((tr("Type a number from 1 to {n}.", n=len(heads)),))
            if len(heads[n - 1]) == 1:
                return self._choose(heads[n - 1][0])
            self._sort = type(heads[n - 1][0])
            return Reply(tuple(self._choices()))
        parts = self._parts()
        if parts:
            if not 1 <= n <= len(parts):
                return Reply((tr("Type a number from 1 to {n}.", n=len(parts)),))
            self._within.append(parts[n - 1][1])
        listed = self._listed()
        if parts:
            return self._choose(listed[0]) if len(listed) == 1 else Reply(tuple(self._choices()))
        if not listed:
            return Reply(tuple(self._choices()))
        if not 1 <= n <= len(listed):
            return Reply((tr("Type a number from 1 to {n}.", n=len(listed)),))
        return self._choose(listed[n - 1])

    def _choose(self, answer: Answer) -> Reply:
        """A pass is sent at once, all else after Enter."""
        self._chosen = answer
        return self._enter() if isinstance(answer, Pass) else Reply(tuple(self._choices()))

    def _word(self, word: str, rest: str) -> Reply:
        if word == "say":
            none = tr("Write the words behind it: say hello")
            return Reply(say=rest) if rest else Reply((none,))
        if word in TO_OTHERS:
            return Reply(to_others=word)
        if word == "status":
            table = self._status() if self._view is not None else [tr(NO_TABLE)]
            box = TextTable(frame=RowFrame.BOX, title=tr("How the match stands"))
            return Reply(tuple(Row(line, (line,), box) for line in (*table, *self._besides())))
        if self._view is None and word in ("hand", "map", "grid"):
            return Reply((tr(NO_TABLE),))
        if word == "autopass":
            self.passes = not self.passes
            on = tr("From now on you pass automatically where you can do nothing else.")
            return Reply((on if self.passes else tr("You are asked again before you pass."),))
        if word == "quit":
            return Reply((tr("You leave the match."),), quits=True)
        if word == "resign":
            self._sure = True
            return Reply((tr("Do you give the match up, for good? Type yes or no."),))
        does: dict[str, Callable[[str], Sequence[str]]] = {
            "more": lambda _: self._turn(1),
            "back": lambda _: self._turn(-1),
            "find": self._look_for,
            "all": self._show_all,
            "why": self._why,
            "advise": lambda _: self._advise(),
            "hand": lambda _: self.hand(),
            "to": self._to,
            "map": self._map,
            "grid": lambda _: self._words.grid(self._now),
            "log": self._read_log,
            "rule": self._rule,
            "again": lambda _: self._question(),
            "undo": lambda _: self._undo(),
            "help": lambda _: self._help(),
        }
        return Reply(tuple(does[word](rest)))

    def _status(self) -> list[str]:
        """How it is won, how it stands with that, when it ends, and the table."""
        view = self._now
        briefing = self.system.briefing(view.state)
        told = [tr(self._words.named(briefing.goal))]
        aim = tr(self._words.named(self.system.aim(view)))
        if aim:
            told.append(f"{capital(aim)}.")
        if briefing.ends:
            told.append(tr(self._words.named(briefing.ends)))
        favoured = favourites(self.system.id, self.system.mission_of(view.state))
        return [*told, *self._words.status(view), *favoured]

    def _turn(self, step: int) -> list[str]:
        pages = 1 if self._parts() else -(-len(self._listed()) // PAGE)
        if not 0 <= self._page + step < pages:
            return [tr("There are no more.") if step > 0 else tr("These are the first.")]
        self._page += step
        return self._choices()

    def _look_for(self, words: str) -> list[str]:
        """Of all choices, whatever sort is being read. Where none contains the words all are read
        again, so that a number still chooses."""
        self._show_all("")
        self._find = words
        if not self._listed():
            none = tr("No choice contains {words}. All choices:", words=repr(words))
            return [none, *self._show_all("")]
        return [*self._how_many(words), *self._choices()]

    def _how_many(self, words: str) -> list[str]:
        """Return how many choices were found, if any words were looked for."""
        n = len(self._listed())
        told = tr_n("{n} choice with {words}:", "{n} choices with {words}:", n, words=repr(words))
        return [told] if words else []

    def _show_all(self, _: str) -> list[str]:
        self._find, self._page, self._sort, self._within, self._chosen = "", 0, None, [], None
        sorts = self._sorts()
        self._sort = sorts[0] if len(sorts) == 1 else None
        return self._choices()

    def _undo(self) -> list[str]:
        """One step back: what is chosen, then the sort of answer."""
        self._then = ""
        if self._chosen is not None:
            self._chosen = None
            if self._within and len(self._within[-1]) == 1:
                self._within.pop()
            one = self._sort is not None and len(self._listed()) == 1
            return self._show_all("") if one else self._choices()
        if self._within:
            self._within.pop()
            self._page = 0
            return self._choices()
        return self._show_all("")

    def _why(self, words: str) -> list[str]:
        wanted, told = words.lower().split(), agenda.about(self._now)
        lines: list[str] = []
        sought = self._words.sought(self._now, [*islice(agenda.offers(self._now), MOST_OFFERS)])
        further = [(a, because(refusal.why, refusal.rule)) for a, refusal in sought]
        for answer, why in [*self._refused, *further]:
            line = Line(self._deed(answer), (f": {tr(why)}.", Look.WARNING))
            if all(w in line.lower() for w in wanted):
                lines.append(line)
        if not lines:
            if wanted:
                return [tr("No choice that is refused contains {words}.", words=repr(words))]
            lines = [tr("Everything worth choosing here is allowed.")]
        more = len(lines) - PAGE
        if more > 0:
            lines[PAGE:] = [tr("{n} more: why WORDS lists those that contain the words.", n=more)]
        asked = because(self._words.named(told.why), told.rule) if told.why else ""
        return [_sentence(asked), *lines] if asked and not wanted else lines

    def _advise(self) -> list[str]:
        view = self._now
        if self._no_advice:
            return [tr(self._no_advice)]
        if self._advice is not None:
            answer, told = self._advice(view), [tr("This step means this.")]
        else:
            best, *others = [advice_on(self._words, view, a) for a in self.system.advised(view)]
            answer = best.answer  # its chance follows below
            told = [tr("The computer player would do this."), *filter(None, [best.why, best.plan])]
            for other in others:
                told.append(tr("Its second choice: {deed}", deed=other.what))
                told += other.lines
                told += [tr("{who}: {tries}", who=a.what, tries=a.tried) for a in (best, other)]
                self._offers += [a for a in [other.answer] if a not in self._offers]
        if answer not in self._offers:
            self._offers.append(answer)
        self._chosen = answer
        return [*told, *self._choices()]

    def _map(self, words: str) -> Sequence[str]:
        wanted, lines = words.lower().split(), self._words.map(self._now)
        found = [line for line in lines if all(w in line.lower() for w in wanted)]
        return found or [tr("Nothing on the table contains {words}.", words=repr(words))]

    def _to(self, words: str) -> list[str]:
        """Lead the choice elsewhere, if the rules allow it; without one, whoever is asked for."""
        if self._chosen is None and self._speak(f"to {words}"):
            return self._choices()
        if self._chosen is None:
            return [tr("First choose what should go elsewhere: a number, then to 17 9.5")]
        points = typed_points(words)
        if not points:
            return [tr("Write inches east and north behind it: to 17 9.5, or to 12 9; 17 9.5")]
        answer = self._words.led(self._now, self._chosen, points)
        if answer is None:
            return [tr("This choice has no place that you could change.")]
        refusal = agenda.why_not(self._now, answer)
        if refusal is not None:
            why = because(refusal.why, refusal.rule)
            return [tr("Not allowed: {why}", why=why), *self._choices()]
        self._chosen = answer
        return self._choices()

    def hand(self) -> list[str]:
        """The cards this player holds, a line for each."""
        cards = self._words.hand(self._now)
        if not cards:
            return [tr("You hold no cards.")]
        held = tr_n("You hold {n} card:", "You hold {n} cards:", len(cards))
        rows = [card if isinstance(card, Row) else Row(card, (card,), HAND) for card in cards]
        return [_heading(held), *(Row(f"- {row}", row.cells, row.table) for row in rows)]

    def _read_log(self, many: str) -> list[str]:
        words = many.lower().split()
        numbers = [int(w[:6]) if w.isdecimal() else 0 for w in words if w not in FULL] or [LAST]
        if len(numbers) > 1 or not numbers[0]:
            return [tr("Write how many lines, 1 or more: log 3, or log 3 full")]
        log = self._full if any(w in FULL for w in words) else self.log
        return log[-numbers[0] :] or [tr("Nothing has happened yet.")]

    def _rule(self, words: str) -> list[str]:
        book = rule_book(self.system.id)
        if book is None:
            return [tr("This game has no rule book yet.")]
        if asked_for(words) != words or words.lower() == tr("How to win").lower():
            return self._how_to_win()
        entry = book.find(words)
        found = (entry,) if entry is not None else book.search(words) if words else ()
        lines: list[str] = []
        for e in found[:5]:
            lines += rule_lines(book, e)
        if len(found) > 5:
            lines.append(tr("{n} more: write more words.", n=len(found) - 5))
        if words and not lines:
            return [tr("No rule of this game contains {words}.", words=repr(words))]
        return lines or [tr("Write an id or words behind it: rule FIRE-05, rule smoke")]

    def _how_to_win(self) -> list[str]:
        """Return all that the mission says of it, with the options of this match."""
        if self._view is None:
            return [tr(NO_TABLE)]
        briefing = self.system.briefing(self._view.state)
        lines = [tr(self._words.named(line)) for line in briefing.lines]
        state = self._view.state
        return [*lines, *favourites(self.system.id, self.system.mission_of(state))]

    # -- what happens --------------------------------------------------------------------

    def told(self, view: View[Any], events: Sequence[agenda.Event]) -> list[str]:
        """The match went on. Return everything worth a line."""
        if not self._asked:
            self._view = view
        lines: list[str] = []
        self._events += events
        for event in events:
            said = self._teller.tell(view.state, event)
            if said.text:
                lines += self._tell(event, said)
        request = view.state.pending
        settled = isinstance(request, Over) or (isinstance(request, Decision) and self._is_whole)
        lines += self._finish() if settled else []
        if isinstance(request, Over) and not self._is_over:
            self._is_over = True
            lines += [*self._ended(view, request.result), *self._words.luck(view, self._events)]
        return lines

    def _ended(self, view: View[Any], result: Result) -> list[str]:
        """Return how the match has ended for this player, by which sentence of the briefing, and
        the points of all."""
        won = _heading(tr("You have lost."))
        if result.drawn:
            won = _heading(tr("Nobody has won."))
        elif view.seat in result.winners:
            won = _heading(tr("You have won."))
        names = [self._words.player_name(view, Seat(seat)) for seat in range(view.state.seats)]
        told = map(self.system.told_score, result.scores)
        scores = [f"{name} {n}" for name, n in zip(names, told, strict=False)]
        points = [tr("Points: {points}.", points=", ".join(scores))] if scores else []
        if points and self.system.about_scores:
            points = [
                tr(
                    "Points: {points} ({what}).",
                    points=", ".join(scores),
                    what=tr(self.system.about_scores),
                )
            ]
        ruled = tr(self._words.named(self.system.by_which(view.state, result)))
        return [won, ruled, *points]

    def _tell(self, event: agenda.Event, said: StoryLine) -> list[str]:
        """Note an event; return what can be read out by now."""
        text = capital(self._words.named(said.text))
        rule = f" [{event.rule}]" if event.rule else ""
        self._full.append(Line(*_happened(text, event).pieces, (rule, Look.QUIET)))
        if said.headline:
            return self._go_on(event, said)
        lines, line = self._finish(), _happened(text, event)
        self._story_at = -1
        if event.in_log is InLog.LEAD:
            self._lead = [line]
            return lines
        told = [line] if event.in_log is InLog.HEADING else [*self._lead, line]
        self._lead = []
        self.log += told
        return [*lines, *told]

    def _go_on(self, event: agenda.Event, said: StoryLine) -> list[str]:
        """Note an event of a story: it is read out when it has come to something."""
        if said.begins or event.mark is not Mark.NONE:
            self._story_look = _look(event)
        line = Line((capital(self._words.named(said.headline)), self._story_look))
        lines: list[str] = []
        if said.begins or self._story_at < 0:
            lines = self._finish()
            self._story_led, self._lead = self._lead, []
            self.log += [*self._story_led, line]
            self._story_at = len(self.log) - 1
        is_news = said.begins or line != self.log[self._story_at]
        self.log[self._story_at] = line
        self._story = line if is_news else self._story
        self._is_whole = said.is_whole
        return lines

    def _finish(self) -> list[str]:
        """Return the story that is still to be read out, as far as it has come."""
        if self._story is None:
            return []
        lines = [*self._story_led, self._story]
        self._story, self._story_led = None, []
        return lines
