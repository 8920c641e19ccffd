"""The captain's pupils, each less attentive than the one before."""

from __future__ import annotations

from sandtable.games.fortress.acts import End

from ..pupil import Pupil
from .captain import Captain


class Sergeant(Pupil):
    captain, stop, slips = Captain, End(), 0.012


class Corporal(Pupil):
    captain, stop, slips = Captain, End(), 0.035


class Recruit(Pupil):
    captain, stop, slips = Captain, End(), 0.09
