"""Plugin of mypy: `@record` makes an attrs class, as `@frozen` does.

So mypy knows its fields, and what `attrs.fields` and `attrs.evolve` may name of it. Source: the
documentation of attrs, "Extending".
"""

from __future__ import annotations

from mypy.plugin import Plugin
from mypy.plugins.attrs import attr_frozen_makers

attr_frozen_makers.add("owm_net.engine.records.record")


def plugin(version: str) -> type[Plugin]:
    """Return the plugin that mypy asks for; the line above is all of it."""
    return Plugin
