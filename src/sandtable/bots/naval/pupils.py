"""The captain's pupils, each less attentive than the one before."""

from __future__ import annotations

from sandtable.games.naval.actions import END

from ..pupil import Pupil
from .captain import Captain


class Sergeant(Pupil):
    captain, stop, slips = Captain, END, 0.1


class Corporal(Pupil):
    captain, stop, slips = Captain, END, 0.17


class Recruit(Pupil):
    captain, stop, slips = Captain, END, 0.26
