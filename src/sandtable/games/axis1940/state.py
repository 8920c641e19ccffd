"""The state of a 1940 game: the family's, with what only these titles remember."""

from __future__ import annotations

import msgspec

from sandtable.games.axis import frames
from sandtable.games.axis.state import AxisState


class State1940(AxisState, kw_only=True):
    """Frames of this layer are named here."""

    flow: list[frames.AxisFrame] = msgspec.field(default_factory=list)
