"""Chance is explicit: a step asks for it, whoever runs the table answers.

One form serves dice and cards. ``Chance((6, 6), "attack")`` asks for two six-sided dice;
drawing two cards from a deck of forty is ``Chance((40, 39), "draw")``, each face choosing
among the cards still there. So no state ever holds the order of a deck.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import math
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import msgspec

from .errors import Malformed
from .lines import is_line


class Chance(msgspec.Struct, frozen=True):
    """A request for faces: one for each entry of ``sides``, from 1 to that number.

    ``seats`` names who may see the answer; ``None`` means everybody.
    """

    sides: tuple[int, ...]
    why: str
    seats: tuple[str, ...] | None = None

    @property
    def count(self) -> int:
        """In how many ways this can turn out (all equally likely)."""
        return math.prod(self.sides)

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Every answer with its probability, for search."""
        share = 1 / self.count
        for faces in itertools.product(*(range(1, n + 1) for n in self.sides)):
            yield faces, share

    def admits(self, faces: tuple[int, ...]) -> bool:
        return len(faces) == len(self.sides) and all(
            1 <= face <= n for face, n in zip(faces, self.sides, strict=True)
        )


class Dice(Protocol):
    """Whoever answers: ``index`` counts the answers of a game, ``transcript`` hashes all before."""

    def faces(self, chance: Chance, index: int, transcript: bytes) -> tuple[int, ...]: ...


class FairDice:
    """Dice nobody can bend: all faces follow from a seed fixed before the first roll.

    The seed's hash (``commitment``) is published first, players may then each contribute a
    word, and every answer is an HMAC of its number, its purpose and all that was played
    before. Once the seed is revealed, anybody can compute the same faces again.

    A seed that was ``chosen`` can be known to whoever chose it: a record then shows it to all
    from the beginning.
    """

    def __init__(
        self,
        seed: bytes | None = None,
        words: Mapping[str, str] | None = None,
        *,
        chosen: bool = False,
    ) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self.words: dict[str, str] = dict(words or {})
        self.chosen = chosen
        self._key: bytes | None = None

    @property
    def commitment(self) -> str:
        return hashlib.sha256(b"sandtable seed\n" + self.seed).hexdigest()

    def contribute(self, seat: str, word: str) -> None:
        """Mix a player's word into all rolls to come; only before the first of them."""
        if self._key is not None:
            raise Malformed("dice have been rolled already, so no word can be added")
        if not is_line(word):
            raise Malformed("a contribution is one line of text, without a word that begins with #")
        self.words[seat] = word

    @property
    def key(self) -> bytes:
        if self._key is None:
            words = "".join(f"{seat}={word}\n" for seat, word in sorted(self.words.items()))
            self._key = hmac.digest(self.seed, words.encode(), "sha256")
        return self._key

    def faces(self, chance: Chance, index: int, transcript: bytes) -> tuple[int, ...]:
        purpose = f"{index}|{','.join(map(str, chance.sides))}|{chance.why}|".encode() + transcript
        stream = _stream(self.key, purpose)
        return tuple(_uniform(stream, n) for n in chance.sides)

    def seal(self, transcript: bytes) -> str:
        """Signs a finished line of play, so that no later line can be changed either."""
        return hmac.new(self.key, b"seal|" + transcript, "sha256").hexdigest()


def _stream(key: bytes, purpose: bytes) -> Iterator[int]:
    for block in itertools.count():
        yield from hmac.digest(key, purpose + block.to_bytes(4, "big"), "sha256")


def _uniform(stream: Iterator[int], sides: int) -> int:
    """A face from 1 to ``sides`` without bias: bytes past the last whole multiple are skipped."""
    width = 1 if sides <= 256 else 4
    space = 256**width
    limit = space - space % sides
    while True:
        value = 0
        for _ in range(width):
            value = value << 8 | next(stream)
        if value < limit:
            return value % sides + 1


class OutOfDice(Malformed):
    """A study fixed its dice and asked for more than it gave."""


class FixedDice:
    """Dice of a study: the given faces in order, then ``beyond`` if there is one."""

    def __init__(self, faces: Iterable[int] = (), beyond: Dice | None = None) -> None:
        self.queue = list(faces)
        self.beyond = beyond

    def add(self, faces: Iterable[int]) -> None:
        self.queue.extend(faces)

    def faces(self, chance: Chance, index: int, transcript: bytes) -> tuple[int, ...]:
        if not self.queue and self.beyond is not None:
            return self.beyond.faces(chance, index, transcript)
        wanted = len(chance.sides)
        given = tuple(self.queue[:wanted])
        if len(given) < wanted:
            raise OutOfDice(f"{wanted} faces are needed for {chance.why}, {len(given)} are given")
        if not chance.admits(given):
            raise Malformed(f"{_spaced(given)} cannot be rolled for {chance.why}")
        del self.queue[:wanted]
        return given


def _spaced(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def seed_from(value: int | str | bytes | None) -> bytes | None:
    """A dice seed from what a caller finds handy; ``None`` stays a fresh random one."""
    if value is None or isinstance(value, bytes):
        return value
    return hashlib.sha256(f"sandtable {value}".encode()).digest()
