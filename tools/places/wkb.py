"""Reads WKB polygons into rings of whole 1e-5 degrees.

The format: OGC 06-103r4, section 8.2 (https://www.ogc.org/standards/sfa/).
"""

import struct

import numpy

SCALE = 100_000

# A ring: a list of (longitude, latitude) in 1e-5 degrees, its first point not repeated at the end.
Ring = list[tuple[int, int]]
# A polygon: its shell, then its holes.
Polygon = list[Ring]


def polygons(data: bytes) -> list[Polygon]:
    """Reads a Polygon or MultiPolygon; what shrinks to nothing at 1e-5 degrees is left out."""
    kind = struct.unpack_from("<BI", data, 0)
    if kind[0] != 1:
        raise ValueError("WKB in big-endian order")
    found: list[Polygon] = []
    if kind[1] == 3:
        _polygon(data, 5, found)
    elif kind[1] == 6:
        (count,) = struct.unpack_from("<I", data, 5)
        offset = 9
        for _ in range(count):
            offset = _polygon(data, offset + 5, found)
    else:
        raise ValueError(f"WKB of the type {kind[1]}, which is no polygon")
    return found


def _polygon(data: bytes, offset: int, found: list[Polygon]) -> int:
    """Adds the polygon whose ring count lies at the offset; returns the offset after it."""
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
            # A shell without area: its holes have none either.
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
