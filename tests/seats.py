"""The seats of a test by name, for those who read it: Ann sits first, then Ben, then Cid."""

from __future__ import annotations

from owm_net.engine.ids import Seat

ANN, BEN, CID = Seat(0), Seat(1), Seat(2)
