"""`owm-net rules`, and the file that it reads."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from owm_net import cli, games
from owm_net.files import rulebook
from owm_net.files.rulebook import rule_books

ROOT = Path(__file__).resolve().parents[2]


def test_the_rule_books_are_those_of_the_ledgers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "scripts"), *sys.path])
    from rule_books import books  # type: ignore[import-not-found]

    assert Path(rulebook.FILE).read_text("utf-8") == books(games.names()), (
        "write it anew: python scripts/data.py --write"
    )


def test_no_entry_is_empty_quotes_a_source_or_leads_nowhere() -> None:
    for book in rule_books().values():
        for entry in book.entries:
            assert entry.text, entry.id
            assert "_" not in entry.id, f"{entry.id}: a key of the data, which has a name"
            assert not re.search(r"[0-9]{3}:[0-9]|`|[*][*]|[(][)]", entry.text), entry.id
            assert all(book.find(id) is not None for id in entry.see), entry.id


def test_a_rule_is_read_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "owm", "FIRE-05"]) == 0
    said = capsys.readouterr().out
    assert "OWM-FIRE-05" in said and "The weapon is jammed." in said
    assert re.search(r"See also: [A-Z][a-z].* \(.*A-06", said)  # by the chapter's title
    assert "\x1b" not in said


def test_words_are_looked_up_in_all_books(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "smoke"]) == 0
    said = capsys.readouterr().out
    assert "SKEL-05" in said and "Of War and Men" in said
    assert cli.main(["rules", "xyzzy"]) == 1
    assert "no rule holds" in capsys.readouterr().err


def test_a_chart_that_a_rule_of_nco_names_is_in_the_book_and_what_tests_must_show_is_not() -> None:
    book = rule_books()["nco"]
    wounds = book.find("D-9")
    assert wounds is not None
    assert "7+: instant death; health: removed" in wounds.text
    rule = book.find("NCO-WND-01")
    assert rule is not None
    assert "D-9" in rule.see
    for name in ("D-6", "D-7", "D-10", "D-11", "D-12", "D-13"):
        assert book.find(name) is not None, name
    for of_any in rule_books().values():
        assert not [e.id for e in of_any.entries if "test must show" in e.text.lower()]


def test_a_rule_is_read_in_german_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert cli.main(["rules", "nco", "verwundungstabelle"]) == 0
    said = capsys.readouterr().out
    assert "D-9" in said and "7+: Sofort tot; Gesundheit: entfernt" in said
