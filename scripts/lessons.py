"""Play lessons as their files say, and show where one stops: for whoever writes them.

python scripts/lessons.py owm                all lessons of a game
python scripts/lessons.py owm fire           one, step by step, and what may be answered then
python scripts/lessons.py owm --position hill    a position, and what may be answered in it
"""

from __future__ import annotations

import argparse
from collections import Counter
from enum import Enum
from itertools import islice
from typing import Any

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.errors import EngineError
from owm_net.engine.lesson_files import lay_position
from owm_net.engine.lessons import Practice
from owm_net.engine.records import Record, fields_of
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View

MOST, LOOKED_AT = 9, 2000
"""Answers of a class that are listed, and how many are looked at."""


def plain(view: View[Any], value: Any) -> str:
    """A value of an answer as a lesson's file has it."""
    if isinstance(value, Record):
        fields = [f"{n} = {plain(view, getattr(value, n))}" for n in fields_of(type(value))]
        return "{ " + ", ".join([f'is = "{value.name}"', *fields]) + " }"
    if isinstance(value, Enum):
        return plain(view, value.value)
    if isinstance(value, tuple | list):
        return f"[{', '.join([plain(view, one) for one in value])}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value < 0 and view.card(value) is not None:
        return f'"#{view.card(value)}"'
    return f'"{value}"' if isinstance(value, str) else str(value)


def stands(g: Any, dealer: Any, system: Any) -> None:
    """Print who is asked what, their hands, and what they may answer."""
    request = g.pending
    if not isinstance(request, Decision):
        print("  over:", request)
        return
    for seat in request.deciders:
        view = View(g, seat, dealer.knowledge[seat])
        kind = agenda.kind_of(view)
        print(f"  seat {seat} is asked {kind.word}: {agenda.about(view).what}")
        for n, hand in enumerate(g.hands):
            own = View(g, n, dealer.knowledge[n]) if n < g.seats else view
            faces = [card for card in map(own.card, hand) if card is not None]
            print(f"    hand {n}:", ", ".join([f"#{c} {system.card_name(c)}" for c in faces]))
        listed = Counter[type[Answer]]()
        for answer in islice(agenda.offers(view), LOOKED_AT):
            listed[type(answer)] += agenda.why_not(view, answer) is None
            if agenda.why_not(view, answer) is None and listed[type(answer)] <= MOST:
                print(f"    {plain(view, answer)}    # {system.describe(view, answer)}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("system")
    parser.add_argument("lesson", nargs="?", default="")
    parser.add_argument("--position", default="")
    asked = parser.parse_args()
    system = games.get(asked.system)
    if asked.position:
        g, dealer = lay_position(system, asked.position)
        for line in system.on_table(View(g, 0, dealer.knowledge[0])):
            print("   |", line)
        stands(g, dealer, system)
        return 0
    course = system.course()
    assert course is not None
    bad = 0
    for lesson in course.lessons:
        if asked.lesson and lesson.key != asked.lesson:
            continue
        print(f"== {lesson.key}: {lesson.title}")
        practice = None
        try:
            practice = Practice(lesson)
            while (step := practice.step) is not None:
                practice.dealer.unscripted = 0
                answer = practice.wanted
                print(f" {practice.at + 1}. [{step.seen}] {step.say}")
                told = system.describe(practice.view, answer)
                print(f"    > {told}   {plain(practice.view, answer)}")
                if problem := practice.give(answer):
                    print("    REFUSED:", problem)
                    bad += 1
                    break
                for line in practice.told:
                    print("    -", line)
                if practice.dealer.unscripted or practice.left_over:
                    left = [*practice.dealer.cards, *practice.dealer.numbers, *practice.script]
                    print(f"    NOT SCRIPTED: {practice.dealer.unscripted}; left over: {left}")
                    bad += 1
            print("    =", lesson.end)
        except EngineError as e:
            print("  FAULT:", e)
            bad += 1
        if practice is not None and (asked.lesson or bad):
            stands(practice.g, practice.dealer, system)
    return bad and 1


if __name__ == "__main__":
    raise SystemExit(main())
