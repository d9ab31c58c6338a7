"""`owm-net completion`: what each shell offers when Tab is pressed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from owm_net.program.options.completion import SCRIPTS, grammar
from owm_net.protocol.words import WORDS
from owm_net.verbs import VERBS, parsers
from tests.verbs.command import PATIENCE, one_line, typed

ZE = ("zebra", "zenith", "zephyr")
CASES = [
    ("owm-net jo", ["join"]),
    ("owm-net s", ["simulate", "squads", "standings", "systems"]),
    ("owm-net host --re", ["--relay", "--relay-only"]),
    ("owm-net host --fr", ["--friend"]),
    ("owm-net friends f", ["forget"]),
    ("owm-net friends forget x", []),
    ("owm-net pack ", ["check", "new"]),
    ("owm-net host --system sq", ["squadcards"]),
    ("owm-net completion z", ["zsh"]),
    ("owm-net help ver", ["verify"]),
    ("owm-net h", ["help", "host"]),
    ("owm-net --l", ["--language"]),
    ("owm-net doctor --language d", ["de"]),
    ("owm-net join 7-mel", ["7-melon-"]),
    ("owm-net join 4419-melon-sandal-orc", ["4419-melon-sandal-orchid"]),
    ("owm-net join 192.0.2.7:7770 7-melon-ze", [f"7-melon-{w}-" for w in ZE]),
    ("owm-net bot --code 7-mel", ["7-melon-"]),
    ("owm-net join 7-melon-sandal-orchid-m", []),
    ("owm-net host --mission zzz", []),
    ("owm-net host --mission king", ["king-of-the-hill"]),
    ("owm-net play --level lieu", ["lieutenant"]),
    ("owm-net play --opponent rec", ["recruit"]),
    ("owm-net join --player pers", ["person"]),
    ("owm-net rules hail", ["hailfire"]),
    ("owm-net --language ", ["de", "en"]),
    ("owm-net --language de ver", ["verify"]),
    ("owm-net --language de completion z", ["zsh"]),
    ("owm-net host 7-mel", []),
]  # fmt: skip

BASH = """source "$1"; COMP_WORDS=("${@:2}"); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); _owm_net
printf '%s\\n' "${COMPREPLY[@]}" """
FISH = """source $argv[1]; complete -C $argv[2] | string split -f 1 \\t"""


def needs(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    verbs = grammar(parsers())
    for shell, script in SCRIPTS.items():
        (folder / shell).write_text(script(verbs), "utf-8")
    return folder


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_bash_offers_verbs_options_and_the_words_of_codes(
    line: str, offered: list[str], scripts: Path
) -> None:
    needs("bash")
    words = [*shlex.split(line), *([""] if line.endswith(" ") else [])]
    run = subprocess.run(
        ["bash", "--norc", "-c", BASH, "bash", str(scripts / "bash"), *words],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert run.stderr == "" and sorted(run.stdout.split()) == offered


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_fish_offers_the_same(line: str, offered: list[str], scripts: Path, tmp_path: Path) -> None:
    needs("fish")
    run = subprocess.run(
        ["fish", "--no-config", "-c", FISH, str(scripts / "fish"), line],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert run.stderr == "" and sorted(run.stdout.split()) == offered


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_at_a_terminal_tab_completes_a_code_word_by_word(
    shell: str, scripts: Path, tmp_path: Path
) -> None:
    """As it is typed: the verb, each word, and no blank before the next."""
    needs(shell)
    import pty
    import select

    begin = {
        "bash": ["bash", "--norc", "--noprofile", "-i"],
        "zsh": ["zsh", "-f", "-i"],
    }[shell]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "HOME": str(tmp_path), "PS1": "$ ", "TERM": "dumb"}
    process = subprocess.Popen(
        begin, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=tmp_path,
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    said = ""

    def until(words: str) -> None:
        nonlocal said
        while words not in said:
            assert select.select([ours], [], [], PATIENCE)[0], said
            said += os.read(ours, 4096).decode("utf-8", "replace")

    def type(keys: str) -> None:
        nonlocal said
        said = ""
        os.write(ours, keys.encode())

    try:
        ready = "autoload -U compinit; compinit -u -D; " if shell == "zsh" else ""
        type(f"{ready}owm-net() {{ echo \"[$*]\"; }}; source {scripts / shell}; echo rea''dy\n")
        until("ready")
        for keys, shown in (
            ("owm-net jo\t", "join "),
            ("7-mel\t", "melon-"),
            ("sanda\t", "sandal-"),
        ):
            type(keys)
            until(shown)
        type("orc\t\n")
        until("[join 7-melon-sandal-orchid")
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_every_verb_and_option_is_there() -> None:
    verbs = {verb.name: verb for verb in grammar(parsers())}
    assert list(verbs) == [*VERBS, "help"]
    assert {"--yes", "--friend", "--open", "--help"} <= {o.flag for o in verbs["host"].options}
    for shell, script in SCRIPTS.items():
        text = script(list(verbs.values()))
        for verb in verbs.values():
            for option in verb.options:
                shown = option.flag.lstrip("-") if shell == "fish" else option.flag
                assert shown in text, (shell, verb.name, option.flag)
        assert all(word in text for word in WORDS)


def test_what_no_shell_is_called_is_one_line(tmp_path: Path) -> None:
    line = one_line(typed("completion", "cmd", home=tmp_path), 2)
    assert "bash" in line and "fish" in line
