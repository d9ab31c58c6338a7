"""`make lock`: rewrites requirements/*.txt. ARGS=--keep changes no version it need not change.

One lock for every system and Python from 3.11 on, each package with the hashes of all its files,
and no word of where they come from: that is the business of whoever installs. The smaller sets
take their versions from the largest, so that one .venv can grow from one to the next.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# lock file: extra of pyproject.toml
EXTRA = {
    "dev": "dev", "play": "window", "relay": "relay", "directory": "directory", "fuzz": "fuzz",
    "keyring": "keyring", "page": "page", "research": "research", "package": "package",
    "docs": "docs",
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="lock.py", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the versions already locked")
    options = parser.parse_args()
    uv = ROOT / ".venv" / ("Scripts/uv.exe" if os.name == "nt" else "bin/uv")
    for name, extra in EXTRA.items():
        output = Path("requirements") / f"{name}.txt"
        command = [
            str(uv), "pip", "compile", "--quiet", "--universal", "--python-version", "3.11",
            "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header",
            "--no-config", "pyproject.toml", "requirements/build.in",
            "--extra", extra, "--output-file", output.as_posix(),
        ]  # fmt: skip
        if name != "dev":
            command += ["--constraints", "requirements/dev.txt"]
        elif not options.keep:
            command += ["--upgrade"]
        subprocess.run(command, cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
        text = (ROOT / output).read_text(encoding="utf-8")
        if leak := re.search(r"(?m)^.*(://|--index|--find-links| file:).*$", text):
            print(f"{output}: names a place: {leak[0].strip()}", file=sys.stderr)
            return 1
        print(f"{output}: {len(re.findall(r'(?m)^[a-z0-9].*==', text))} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
