"""Boards: spaces, borders and the ways between them, for every game played on a map."""

from .graph import FAR, Board, Flights, Gate

__all__ = ["FAR", "Board", "Flights", "Gate"]
