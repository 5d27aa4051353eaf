"""Parses WKB polygons into rings of integer 1e-5 degrees.

The format: OGC 06-103r4, section 8.2 (https://www.ogc.org/standards/sfa/).
"""

import struct

import numpy

SCALE = 100_000

# A ring: a list of (longitude, latitude) in 1e-5 degrees, without repeating the first point.
Ring = list[tuple[int, int]]
# A polygon: its shell, then its holes.
Polygon = list[Ring]


def polygons(data: bytes) -> list[Polygon]:
    """Parses a Polygon or MultiPolygon, dropping shapes that vanish at 1e-5 degrees."""
    kind = struct.unpack_from("<BI", data, 0)
    if kind[0] != 1:
        raise ValueError("big-endian WKB is not supported")
    found: list[Polygon] = []
    if kind[1] == 3:
        _polygon(data, 5, found)
    elif kind[1] == 6:
        (count,) = struct.unpack_from("<I", data, 5)
        offset = 9
        for _ in range(count):
            offset = _polygon(data, offset + 5, found)
    else:
        raise ValueError(f"WKB type {kind[1]} is not a polygon")
    return found


def _polygon(data: bytes, offset: int, found: list[Polygon]) -> int:
    """Appends the polygon whose ring count is at the offset; returns the offset after it."""
    (ring_count,) = struct.unpack_from("<I", data, offset)
    offset += 4
    rings: list[Ring] = []
    for number in range(ring_count):
        (point_count,) = struct.unpack_from("<I", data, offset)
        offset += 4
        points = numpy.frombuffer(data, "<f8", 2 * point_count, offset).reshape(-1, 2)
        offset += 16 * point_count
        ring = _rounded(points)
        if len(ring) >= 3:
            rings.append(ring)
        elif number == 0:
            # A shell without area has no holes either.
            ring_count = 0
    if rings and ring_count:
        found.append(rings)
    return offset


def _rounded(points: numpy.ndarray) -> Ring:
    """Rounds (half to even, as IEEE 754 does) and drops repeated points."""
    whole = numpy.rint(points * SCALE).astype(numpy.int64)
    ring: Ring = []
    for longitude, latitude in whole.tolist():
        if not ring or ring[-1] != (longitude, latitude):
            ring.append((longitude, latitude))
    while len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    return ring
