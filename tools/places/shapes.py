"""Integer geometry: bounds, point tests, the order of parts, cutting rings."""

from wkb import Polygon, Ring

# Cells along each side of the Hilbert curve's square.
CURVE_SIDE = 1 << 16


def bounds(ring: Ring) -> tuple[int, int, int, int]:
    """Returns west, south, east, north."""
    longitudes = [point[0] for point in ring]
    latitudes = [point[1] for point in ring]
    return min(longitudes), min(latitudes), max(longitudes), max(latitudes)


def contains(polygon: Polygon, longitude: int, latitude: int) -> bool:
    """Returns true if a point is inside the shell and outside the holes (even-odd rule)."""
    inside = False
    for ring in polygon:
        previous_x, previous_y = ring[-1]
        for x, y in ring:
            if (y > latitude) != (previous_y > latitude):
                # The sign of the cross product is the side; integers are exact.
                side = (previous_x - x) * (latitude - y) - (longitude - x) * (previous_y - y)
                if (side > 0) == (previous_y > y):
                    inside = not inside
            previous_x, previous_y = x, y
    return inside


def curve_position(polygon: Polygon) -> int:
    """Returns the position of a polygon's center on a Hilbert curve over the world.

    https://en.wikipedia.org/wiki/Hilbert_curve#Applications_and_mapping_algorithms
    """
    west, south, east, north = bounds(polygon[0])
    x = ((west + east) // 2 + 18_000_000) * (CURVE_SIDE - 1) // 36_000_000
    y = ((south + north) // 2 + 9_000_000) * (CURVE_SIDE - 1) // 18_000_000
    distance = 0
    side = CURVE_SIDE // 2
    while side > 0:
        right = 1 if x & side else 0
        upper = 1 if y & side else 0
        distance += side * side * ((3 * right) ^ upper)
        if upper == 0:
            if right == 1:
                x, y = CURVE_SIDE - 1 - x, CURVE_SIDE - 1 - y
            x, y = y, x
        side //= 2
    return distance


def cut(ring: Ring, line: Ring) -> tuple[Ring, Ring]:
    """Cuts a ring in two along a line, after moving its ends to the ring's nearest points.

    The first result follows the ring from the line's end to its start, the second covers the rest;
    both are bounded by the line.
    """
    start = _nearest(ring, line[0])
    end = _nearest(ring, line[-1])
    if start == end:
        raise ValueError("both ends of a cut are at the same point")
    between = line[1:-1]
    forward = _along(ring, end, start)
    backward = _along(ring, start, end)
    return forward + between, backward + between[::-1]


def _nearest(ring: Ring, point: tuple[int, int]) -> int:
    """Returns the index of the ring's point that is nearest in degrees."""
    x, y = point
    return min(range(len(ring)), key=lambda i: (ring[i][0] - x) ** 2 + (ring[i][1] - y) ** 2)


def _along(ring: Ring, first: int, last: int) -> Ring:
    """Returns the ring's points from one to another, inclusive."""
    if first <= last:
        return ring[first : last + 1]
    return ring[first:] + ring[: last + 1]
