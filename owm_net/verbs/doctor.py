"""`owm-net doctor`: what works here and what does not, or what is wrong in a file of a match."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from owm_net.client.language import tr
from owm_net.client.terminal.parts import Line, Look
from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, program
from owm_net.files.identity import own_public_key
from owm_net.program.checkup.bundle import bundle_place, write_bundle
from owm_net.program.checkup.checks import checkup
from owm_net.program.checkup.explaining import explain
from owm_net.program.checkup.finding import CheckState, Finding
from owm_net.program.checkup.leftovers import leftovers, remove
from owm_net.program.failing import CANNOT, FINE, USAGE, Fail
from owm_net.program.meeting.where import meeting
from owm_net.program.options.declared import argument_or, option, switch
from owm_net.program.terminal.lines import show, show_json
from owm_net.program.terminal.printing import tell
from owm_net.protocol.words import fingerprint

HELP = say("check this installation, or explain a file that a broken match left")
LOOKS = {CheckState.OK: Look.GOOD, CheckState.WARNING: Look.WARNING, CheckState.FAILED: Look.BAD}
"""Of how a check came out, at a terminal."""
EXAMPLES = say("""examples:
  owm-net doctor                        what works here and what does not
  owm-net doctor --relay r.example:7777   also whether that relay carries messages
  owm-net doctor --newer                also whether a newer release exists; asks the address in
                                        newest.txt of the settings folder
  owm-net doctor --bundle report.zip    the same, written down for a bug report, without secrets
  owm-net doctor --clean                remove private files of matches that ended INVALID; asks
  owm-net doctor owm-desync-41.json     where two engines disagreed
  owm-net doctor owm-...-3f0a.txt       replay the playthrough of a crash

Each line says ok, warning (one can play without it) or failed, and what to do about it.
exit code: 0 nothing failed, 3 something that is needed does not work, 1 a playthrough breaks
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net doctor`."""

    file: Path | None = argument_or(Path, None, say("a bundle or a playthrough"))
    relay: str = option(str, "", say("try this relay too"), metavar="[TOKEN@]HOST:PORT")
    newer: bool = switch(say("ask the address in newest.txt for the newest release"))
    bundle: Path | None = option(
        Path, None, say("write what was found, without secrets"), metavar=say("FILE.zip")
    )
    clean: bool = switch(say("remove private files of INVALID matches"))
    yes: bool = switch(say("with --clean: do not ask"))
    json: bool = switch(say("one JSON object, for scripts"))


def run(options: Options) -> int:
    """Explain the file, clean up, or check the installation."""
    if options.yes and not options.clean:
        raise Fail(say("--yes answers what --clean asks, and goes with nothing else"), USAGE)
    if options.clean:
        if options.file or options.relay or options.newer or options.bundle:
            raise Fail(say("--clean goes with --yes and --json only"), USAGE)
        return _clean(options)
    if options.file is None:
        return _installation(options)
    if options.relay or options.newer or options.bundle or options.json:
        raise Fail(
            say("a file is explained in words: no --relay, --newer, --bundle or --json"), USAGE
        )
    return explain(options.file)


def _installation(options: Options) -> int:
    where = meeting(relay=options.relay)
    if options.bundle is not None:
        bundle_place(options.bundle).check()
    findings: list[Finding] = []
    for finding in checkup(where.relay, where.token, newer=options.newer):
        findings.append(finding)
        if not options.json:
            _show(finding)
    findings += _kept(options)
    words = _words()
    bad = any(finding.state is CheckState.FAILED for finding in findings)
    if options.bundle is not None:
        names = write_bundle(options.bundle, findings)
        if not options.json:
            show(
                say(
                    "{bundle} holds {names}: no key, no log and no name; look at it",
                    bundle=options.bundle,
                    names=", ".join(names),
                )
            )
    if options.json:
        checks = [
            {"name": f.name, "state": f.state.value, "said": f.said, "do": f.do} for f in findings
        ]
        show_json({"checks": checks, "works": not bad, "key": words})
    elif words:
        show(say("your key, for opponents to compare: {words}", words=words))
    return CANNOT if bad else FINE


def _kept(options: Options) -> list[Finding]:
    """Private files that are of no more use, named."""
    try:
        files = list(leftovers())
    except CannotWrite:  # said already
        return []
    found = [
        Finding(
            say("private file"),
            CheckState.WARNING,
            say("{file} is of a match that ended INVALID", file=file),
            say("to remove it: {program} doctor --clean", program=program()),
        )
        for file in files
    ]
    for finding in found if not options.json else []:
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


def _clean(options: Options) -> int:
    """Remove private files of INVALID matches, after asking."""
    files = list(leftovers())
    if not files and not options.json:
        show(say("there is nothing to remove: no private file is of a match that ended INVALID"))
    for file in files if not options.json else []:
        show(
            say(
                "{file}: its match ended INVALID and cannot be continued; the log stays",
                file=file,
            )
        )
    if files and not options.yes:
        if options.json or not sys.stdin.isatty():
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
    if options.json:
        show_json({"removed": [str(file) for file in removed]})
    else:
        for file in removed:
            show(say("removed {file}", file=file))
    return FINE
