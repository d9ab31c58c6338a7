"""A software bill of materials (CycloneDX 1.6) of what a lock file has installed.

The lock says it all: names, versions, the hashes of the files that are accepted, for which systems,
and who needs what. The same lock gives the same bytes.
"""

from __future__ import annotations

import datetime
import json
import re
import uuid
from typing import Any

ROOT = "pkg:pypi/owm-net@{version}"
ENTRY = re.compile(r"([a-z0-9.-]+)==(\S+)(?: ; ([^\\]+))?")


def bill(lock: str, version: str, date: int) -> str:
    """Return the bill of owm-net with the packages of a lock, as JSON. date: in seconds."""
    root = ROOT.format(version=version)
    components: list[dict[str, Any]] = []
    needs: dict[str, set[str]] = {root: set()}  # by names, but for the root
    refs: dict[str, list[str]] = {"owm-net": [root]}  # a name may have a version for each system
    for entry in re.split(r"(?m)^(?=[a-z0-9])", lock):
        found = ENTRY.match(entry)
        parents = _parents(entry)
        if found is None or not parents:  # only the build of owm-net itself needs it
            continue
        name, number, marker = found[1], found[2], (found[3] or "").strip()
        ref = f"pkg:pypi/{name}@{number}"
        refs.setdefault(name, []).append(ref)
        hashes = re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)
        component: dict[str, Any] = {
            "type": "library",
            "bom-ref": ref,
            "name": name,
            "version": number,
            "purl": ref,
            "hashes": [{"alg": "SHA-256", "content": one} for one in hashes],
        }
        if marker:
            component["properties"] = [{"name": "owm-net:only-where", "value": marker}]
        components.append(component)
        for parent in parents:
            needs.setdefault(parent if parent != "owm-net" else root, set()).add(name)
    when = datetime.datetime.fromtimestamp(date, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    number = uuid.uuid5(uuid.NAMESPACE_URL, f"{root}\n{lock}")
    dependencies = []
    for name, own in [("owm-net", [root]), *((n, r) for n, r in refs.items() if n != "owm-net")]:
        wanted = needs.get(root if name == "owm-net" else name, set())
        on = sorted(ref for one in wanted for ref in refs[one])
        dependencies += [{"ref": ref, "dependsOn": on} for ref in own]
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
        "metadata": {
            "timestamp": when,
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": "owm-net",
                "version": version,
                "purl": root,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": components,
        "dependencies": dependencies,
    }
    return json.dumps(told, indent=1) + "\n"


def _parents(entry: str) -> list[str]:
    """Return who needs a package, by the comments of its entry: names, and "owm-net" for us."""
    said = entry.partition("# via")[2]
    words = [line.strip(" #") for line in said.splitlines()]
    named = [word.partition(" ")[0] for word in words if word and not word.startswith("-")]
    return [name.partition("[")[0] for name in named]
