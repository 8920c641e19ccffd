"""The nine-nation house variant of 1940. Ledger: docs/rules/house-1940.md."""

from .rules import House1940

__all__ = ["House1940"]
