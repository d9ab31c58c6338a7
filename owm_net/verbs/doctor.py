"""`owm-net doctor`: what works here and what does not, or what is wrong in a file of a match."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from owm_net.client.language import tr
from owm_net.client.parts import Line, Look
from owm_net.engine.errors import EngineError
from owm_net.engine.playthrough import MAGIC as PLAYTHROUGH
from owm_net.engine.playthrough import BadPlaythrough, parse, replay
from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, as_typed, program
from owm_net.files.identity import own_public_key
from owm_net.program.checkup.bundle import bundle_place, write_bundle
from owm_net.program.checkup.checks import Finding, State, checkup
from owm_net.program.checkup.leftovers import leftovers, remove
from owm_net.program.failing import BAD, CANNOT, FINE, USAGE, Fail
from owm_net.program.given_files import read_file
from owm_net.program.meeting.where import meeting
from owm_net.program.setups import find_system
from owm_net.program.terminal.lines import show, show_json
from owm_net.program.terminal.printing import tell
from owm_net.protocol.entries import MAGIC as LOG
from owm_net.protocol.words import fingerprint
from owm_net.session.desync import BadBundle, read_bundle

HELP = say("check this installation, or explain a file that a broken match left")
LOOKS = {State.OK: Look.GOOD, State.WARNING: Look.WARNING, State.FAILED: Look.BAD}
"""Of how a check came out, at a terminal."""
EXAMPLES = say("""examples:
  owm-net doctor                        what works here and what does not
  owm-net doctor --relay r.example:7777   also whether that relay carries messages
  owm-net doctor --bundle report.zip    the same, written down for a bug report, without secrets
  owm-net doctor --clean                remove private files of matches that ended INVALID; asks
  owm-net doctor owm-desync-41.json     where two engines disagreed
  owm-net doctor owm-...-3f0a.txt       replay the playthrough of a crash

Each line says ok, warning (one can play without it) or failed, and what to do about it.
exit code: 0 nothing failed, 3 something that is needed does not work, 1 a playthrough breaks
""")


LONGEST = 64 << 20


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("file", type=Path, nargs="?", help=tr("a bundle or a playthrough"))
    parser.add_argument(
        "--relay", default="", metavar="[TOKEN@]HOST:PORT", help=tr("try this relay too")
    )
    parser.add_argument(
        "--bundle",
        type=Path,
        metavar=tr("FILE.zip"),
        help=tr("write what was found, without secrets"),
    )
    parser.add_argument(
        "--clean", action="store_true", help=tr("remove private files of INVALID matches")
    )
    parser.add_argument("--yes", action="store_true", help=tr("with --clean: do not ask"))
    parser.add_argument("--json", action="store_true", help=tr("one JSON object, for scripts"))


def run(args: argparse.Namespace) -> int:
    """Explain the file, clean up, or check the installation."""
    if args.yes and not args.clean:
        raise Fail(say("--yes answers what --clean asks, and goes with nothing else"), USAGE)
    if args.clean:
        if args.file or args.relay or args.bundle:
            raise Fail(say("--clean goes with --yes and --json only"), USAGE)
        return _clean(args)
    if args.file is None:
        return _installation(args)
    if args.relay or args.bundle or args.json:
        raise Fail(say("a file is explained in words: no --relay, --bundle or --json"), USAGE)
    text = _read(args.file)
    if text.startswith(PLAYTHROUGH):
        return _playthrough(text)
    try:
        lines = read_bundle(text)
    except BadBundle as e:
        raise _nothing_of_ours(args.file) from e
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


def _installation(args: argparse.Namespace) -> int:
    where = meeting(relay=args.relay)
    if args.bundle is not None:
        bundle_place(args.bundle).check()
    findings: list[Finding] = []
    for finding in checkup(where.relay, where.token):
        findings.append(finding)
        if not args.json:
            _show(finding)
    findings += _kept(args)
    words = _words()
    bad = any(finding.state is State.FAILED for finding in findings)
    if args.bundle is not None:
        names = write_bundle(args.bundle, findings)
        if not args.json:
            show(
                say(
                    "{bundle} holds {names}: no key, no log and no name; look at it",
                    bundle=args.bundle,
                    names=", ".join(names),
                )
            )
    if args.json:
        checks = [
            {"name": f.name, "state": f.state.value, "said": f.said, "do": f.do} for f in findings
        ]
        show_json({"checks": checks, "works": not bad, "key": words})
    elif words:
        show(say("your key, for opponents to compare: {words}", words=words))
    return CANNOT if bad else FINE


def _kept(args: argparse.Namespace) -> list[Finding]:
    """Private files that are of no more use, named."""
    try:
        files = list(leftovers())
    except CannotWrite:  # said already
        return []
    found = [
        Finding(
            say("private file"),
            State.WARNING,
            say("{file} is of a match that ended INVALID", file=file),
            say("to remove it: {program} doctor --clean", program=program()),
        )
        for file in files
    ]
    for finding in found if not args.json else []:
        _show(finding)
    return found


def _show(finding: Finding) -> None:
    state = tr(finding.state.word)
    said = f"{'':{8 - len(state)}}{tr(finding.name)}: {tr(finding.said)}"
    lines = [Line((state, LOOKS[finding.state]), said, hang=8)]
    if finding.do:
        lines.append(Line(tr(finding.do), indent=8, hang=8))
    tell(lines, whole=True)


def _words() -> str:
    try:
        return fingerprint(own_public_key())
    except CannotWrite:  # said already
        return ""


def _clean(args: argparse.Namespace) -> int:
    """Remove private files of INVALID matches, after asking."""
    files = list(leftovers())
    if not files and not args.json:
        show(say("there is nothing to remove: no private file is of a match that ended INVALID"))
    for file in files if not args.json else []:
        show(
            say(
                "{file}: its match ended INVALID and cannot be gone on with; the log stays",
                file=file,
            )
        )
    if files and not args.yes:
        if args.json or not sys.stdin.isatty():
            raise Fail(say("nothing was removed: type --yes to remove what is named"), USAGE)
        if input(
            tr("remove {count} private file(s)? [y/N] ", count=len(files))
        ).strip().lower() not in (
            "y",
            "yes",
        ):
            show(say("nothing was removed"))
            return FINE
    removed = [file for file in files if remove(file)]
    if args.json:
        show_json({"removed": [str(file) for file in removed]})
    else:
        for file in removed:
            show(say("removed {file}", file=file))
    return FINE
