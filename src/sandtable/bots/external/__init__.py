"""Bots in any language: a program that reads questions and writes answers, one JSON line each.

The files that name such programs are listed in the environment variable ``SANDTABLE_BOTS``;
docs/bots.md describes them and the protocol.
"""

from .bot import External
from .programs import Program, external_programs

__all__ = ["External", "Program", "external_programs"]
