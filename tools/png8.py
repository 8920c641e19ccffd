"""Pictures with 256 colours: a third of the bytes of a screenshot, and nobody sees it."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
COLOURS = 256


def boxes(colours: NDArray[Any], counts: NDArray[Any]) -> list[NDArray[Any]]:
    """Median cut: the box with the longest side is cut in two, again and again. Pixels count only
    by their fourth root, so that small things keep colours of their own.

    Each box is an array of indices into ``colours``.
    """
    found = [np.arange(len(colours))]
    while len(found) < COLOURS:
        spans = [np.ptp(colours[box], axis=0).max() for box in found]
        weights = [
            float(counts[box].sum()) ** 0.25 * int(span) ** 2
            for box, span in zip(found, spans, strict=True)
        ]
        largest = int(np.argmax(weights))
        if not weights[largest]:
            break
        box = found.pop(largest)
        box = box[np.argsort(colours[box][:, np.ptp(colours[box], axis=0).argmax()], kind="stable")]
        sums = np.cumsum(counts[box])
        cut = int(np.clip(np.searchsorted(sums, sums[-1] / 2), 1, len(box) - 1))
        found += [box[:cut], box[cut:]]
    return found


def reduce(rgb: Pixels) -> tuple[Pixels, Pixels]:
    """A palette, and for each pixel its place in it."""
    flat = rgb.reshape(-1, 3).astype(np.int64)
    packed, where, counts = np.unique(
        flat[:, 0] << 16 | flat[:, 1] << 8 | flat[:, 2], return_inverse=True, return_counts=True
    )
    colours = np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1)
    palette = np.zeros((COLOURS, 3), np.uint8)
    place = np.zeros(len(colours), np.uint8)
    for number, box in enumerate(boxes(colours, counts)):
        palette[number] = np.average(colours[box], axis=0, weights=counts[box]).round()
        place[box] = number
    return palette, place[where].reshape(rgb.shape[:2])


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png8(rgb: Pixels) -> bytes:
    """The file of a picture with 256 colours."""
    palette, places = reduce(rgb)
    height, width = places.shape
    rows = np.hstack([np.zeros((height, 1), np.uint8), places])
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", palette.tobytes()),
            chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            chunk(b"IEND", b""),
        )
    )
