"""The playthrough that a broken local game leaves behind, with the error at the end.

`playthrough.replay` runs such a file up to the pause before the error; its last answer, if it
has no digest under it, is the one that broke the rules code.
"""

from __future__ import annotations

import hashlib
import traceback
from pathlib import Path

from owm_net.engine.playthrough import Recorder


def write_crash(folder: Path, recorder: Recorder, error: BaseException) -> Path:
    """Write the playthrough so far and the error as comments. Returns the file.

    folder: made if it is missing. The name comes from the content: the same crash of the same
    game is one file, however often it happens.
    """
    lines = traceback.format_exception(error)
    comments = [f"# {line}".rstrip() for part in lines for line in part.splitlines()]
    text = recorder.text() + "\n".join(comments) + "\n"
    mark = hashlib.sha256(recorder.text().encode()).hexdigest()[:8]
    match = recorder.match
    file = folder / f"{match.system.id}-{match.setup.mission}-{match.state.answered + 1}-{mark}.txt"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    return file
