"""The Java side as Python sees it: positions go out, what the computer player did comes back."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable.games.axis.state import HURT, MOVED, AxisState, Piece
from sandtable.games.axis.world import World

from .names import KINDS, POWERS, Names

PROPERTIES = "National Objectives:false;Tech Development:false;Projection of Power:false"
XML = "WW2V3_XML"


class Peer:
    """One JVM with one game in it. Every question begins with a whole position."""

    def __init__(self, ai: str) -> None:
        xml = os.environ.get(XML)
        if not xml:
            raise SystemExit(f"{XML} must name the map file WW2v3-1941.xml")
        serve = os.environ.get("TRIPLEA_BRIDGE") or str(Path(__file__).parent / "serve.sh")
        self.process = subprocess.Popen(
            [*shlex.split(serve), xml, f"ai={ai}", f"properties={PROPERTIES}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the Java side gave no answer")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, lines: list[str], power: str, phase: str) -> list[dict[str, Any]]:
        """What the player does in this phase; what its own engine refused is left out."""
        assert self.process.stdin is not None
        text = "\n".join([*lines, f"go|{POWERS[power]}|{phase}"]) + "\n"
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()
        return [item for item in self._answer()["did"] if not item.get("error")]


def written(world: World, state: AxisState, names: Names, acting: int) -> list[str]:
    """A position in the lines that Bridge.java reads."""
    lines = ["begin", f"round|{state.round}"]
    for space, owner in enumerate(state.owner):
        if owner >= 0:
            lines.append(f"owner|{names.theirs[space]}|{POWERS[world.powers[owner].id]}")
            if state.began(state.turn).owners[space] != owner:
                lines.append(f"conquered|{names.theirs[space]}")
    for power in world.powers:
        if power.has_money:
            lines.append(f"pus|{POWERS[power.id]}|{state.money[power.index]}")
        for unit, count in state.pool[power.index]:
            lines.append(f"pool|{POWERS[power.id]}|{KINDS[world.kinds[unit].id]}|{count}")
    for space, (factory,) in state.facilities.items():
        owner_name = POWERS[world.powers[state.owner[space]].id]
        lines.append(f"unit|{names.theirs[space]}|{owner_name}|factory|1|0|0|{factory.damage}||0")
    for space, stack in enumerate(state.units):
        for piece, count in stack:
            lines += _written_piece(world, names.theirs[space], piece, count, acting)
    return lines


def _written_piece(
    world: World, where: str, piece: Piece, count: int, acting: int
) -> Iterator[str]:
    kind = world.kinds[piece.kind]
    moved = 0
    if piece.owner == acting:
        moved = piece.spent
        if kind.domain != "air" and piece.marks & MOVED:
            moved = max(moved, kind.move)
    cargo = [(POWERS[world.powers[c.owner].id], KINDS[world.kinds[c.kind].id]) for c in piece.cargo]
    if not kind.transport:  # fighters on a deck simply share the zone over there
        for guest, plane in cargo:
            yield f"unit|{where}|{guest}|{plane}|{count}|0|0|0||0"
        cargo = []
    aboard = ",".join(":".join(item) for item in cargo)
    owner = POWERS[world.powers[piece.owner].id]
    hits = int(bool(piece.marks & HURT))
    yield f"unit|{where}|{owner}|{KINDS[kind.id]}|{count}|{moved}|{hits}|0|{aboard}|0"
