"""An explanation of the file that a broken match left."""

from __future__ import annotations

from pathlib import Path

from owm_net.engine.errors import EngineError
from owm_net.engine.playthrough import MAGIC as PLAYTHROUGH
from owm_net.engine.playthrough import BadPlaythrough, parse, replay
from owm_net.engine.text import say
from owm_net.files.home import as_typed, program
from owm_net.program.failing import BAD, FINE, Fail
from owm_net.program.given_files import read_file
from owm_net.program.setups import find_system
from owm_net.program.terminal.lines import show
from owm_net.protocol.entries import MAGIC as LOG
from owm_net.session.desync import BadBundle, read_bundle

LONGEST = 64 << 20


def explain(file: Path) -> int:
    """Print what a bundle or a playthrough tells; returns the exit code. Raises Fail."""
    text = _read(file)
    if text.startswith(PLAYTHROUGH):
        return _playthrough(text)
    try:
        lines = read_bundle(text)
    except BadBundle as e:
        raise _nothing_of_ours(file) from e
    for line in lines:
        show(line)
    return FINE


def _read(file: Path) -> str:
    """A text that a match left. Raises Fail."""
    data = read_file(file, LONGEST, say("anything a match leaves"))
    if data.startswith(LOG):
        raise Fail(
            say(
                "{file} is the log of a match; check it with: {program} verify {typed}",
                file=file,
                program=program(),
                typed=as_typed(file),
            )
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as e:
        raise _nothing_of_ours(file) from e


def _nothing_of_ours(file: Path) -> Fail:
    return Fail(
        say(
            "{file} is none of the files that doctor explains: no bundle of two engines that"
            " disagree (owm-desync-....json), no playthrough of a crash (owm-....txt)",
            file=file,
        )
    )


def _playthrough(text: str) -> int:
    try:
        played = parse(text)
        system = find_system(played.system_id)
        steps = 0
        for match in replay(system, played):
            steps = match.state.answered
    except (BadPlaythrough, EngineError) as e:
        show(say("the playthrough breaks: {why}", why=e))
        return BAD
    show(say("the playthrough runs: {steps} steps of {title}", steps=steps, title=system.title))
    return FINE
