"""Geometry on whole numbers: bounds, points inside, the order of parts, the cut of a ring."""

from wkb import Polygon, Ring

# Cells along each side of the Hilbert curve's square.
CURVE_SIDE = 1 << 16


def bounds(ring: Ring) -> tuple[int, int, int, int]:
    """Finds west, south, east, north."""
    longitudes = [point[0] for point in ring]
    latitudes = [point[1] for point in ring]
    return min(longitudes), min(latitudes), max(longitudes), max(latitudes)


def contains(polygon: Polygon, longitude: int, latitude: int) -> bool:
    """Tells whether a point lies inside the shell and outside the holes (even-odd rule)."""
    inside = False
    for ring in polygon:
        previous_x, previous_y = ring[-1]
        for x, y in ring:
            if (y > latitude) != (previous_y > latitude):
                # The sign of the cross product tells the side; whole numbers have no rounding.
                side = (previous_x - x) * (latitude - y) - (longitude - x) * (previous_y - y)
                if (side > 0) == (previous_y > y):
                    inside = not inside
            previous_x, previous_y = x, y
    return inside


def curve_position(polygon: Polygon) -> int:
    """Finds where the centre of a polygon's bounds lies along a Hilbert curve over the world.

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
    """Cuts a ring in two along a line whose ends move to the ring's nearest points.

    The first result goes along the ring from the line's end to its start, the second the rest;
    the line itself bounds both.
    """
    start = _nearest(ring, line[0])
    end = _nearest(ring, line[-1])
    if start == end:
        raise ValueError("both ends of a cut lie at one point")
    between = line[1:-1]
    forward = _along(ring, end, start)
    backward = _along(ring, start, end)
    return forward + between, backward + between[::-1]


def _nearest(ring: Ring, point: tuple[int, int]) -> int:
    """Finds the number of the ring's point that is nearest in degrees."""
    x, y = point
    return min(range(len(ring)), key=lambda i: (ring[i][0] - x) ** 2 + (ring[i][1] - y) ** 2)


def _along(ring: Ring, first: int, last: int) -> Ring:
    """Lists the ring's points from one to another, both included."""
    if first <= last:
        return ring[first : last + 1]
    return ring[first:] + ring[: last + 1]
