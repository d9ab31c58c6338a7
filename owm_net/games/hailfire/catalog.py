"""What is given, as it is in use: with a pack, its Teams, forces and scenarios too."""

from __future__ import annotations

from typing import Final

from owm_net.engine.data import DataFiles
from owm_net.games.hailfire.reading import Catalog, read_catalog

CATALOG: Final[Catalog] = read_catalog(DataFiles.of_package("owm_net.games.hailfire"))
