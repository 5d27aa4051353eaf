"""Unit vectors of positions, identical to the last bit on every machine.

The order of cities in the index depends on comparisons of these numbers, and the sines of C
libraries differ in the last place. IEEE 754 additions and multiplications do not, so the sine is
computed as a polynomial.
"""

import numpy

# One degree in position units.
DEGREE = 100_000
# Terms of the Taylor series; at 45 degrees the first omitted term is below 1e-20.
SINE_TERMS = 10


def sines(angle: numpy.ndarray) -> numpy.ndarray:
    """Computes the sines of angles in 1e-5 degrees, within -360...360 degrees."""
    # Exact integer steps reduce the angle to an octant: sin(x) = sin(180 - x).
    turned = numpy.mod(angle, 360 * DEGREE)
    sign = numpy.where(turned >= 180 * DEGREE, -1.0, 1.0)
    half = numpy.where(turned >= 180 * DEGREE, turned - 180 * DEGREE, turned)
    quarter = numpy.where(half > 90 * DEGREE, 180 * DEGREE - half, half)
    as_cosine = quarter > 45 * DEGREE
    octant = numpy.where(as_cosine, 90 * DEGREE - quarter, quarter)
    x = octant.astype(numpy.float64) * (numpy.pi / (180 * DEGREE))
    square = x * x
    return sign * numpy.where(as_cosine, _series(square, 0), x * _series(square, 1))


def _series(square: numpy.ndarray, first: int) -> numpy.ndarray:
    """Computes cos(x) (first 0) or sin(x) / x (first 1) from the square of x (Horner)."""
    total = numpy.ones_like(square)
    for term in range(SINE_TERMS, 0, -1):
        total = 1.0 - square * (1.0 / ((2 * term - 1 + first) * (2 * term + first))) * total
    return total


def unit_vectors(latitude: numpy.ndarray, longitude: numpy.ndarray) -> numpy.ndarray:
    """Computes rows of x, y, z: x points to 0, 0; y to 0, 90 east; z to the north pole."""
    cosine = sines(latitude + 90 * DEGREE)
    return numpy.stack(
        [cosine * sines(longitude + 90 * DEGREE), cosine * sines(longitude), sines(latitude)],
        axis=1,
    )


def tree_order(vectors: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Sorts vectors into an implicit k-d tree; returns their numbers and each node's axis.

    The node of a range [lo, hi) is its middle, lo + (hi - lo) / 2; the axis is the one with the
    widest spread, or the first of several. Sorting is stable, so equal positions keep their order.
    """
    order = numpy.arange(len(vectors))
    axes = numpy.zeros(len(vectors), numpy.uint8)
    ranges = [(0, len(vectors))]
    while ranges:
        low, high = ranges.pop()
        if high - low < 1:
            continue
        part = vectors[order[low:high]]
        axis = int(numpy.argmax(part.max(axis=0) - part.min(axis=0)))
        order[low:high] = order[low:high][numpy.argsort(part[:, axis], kind="stable")]
        middle = low + (high - low) // 2
        axes[middle] = axis
        ranges += [(low, middle), (middle + 1, high)]
    return order, axes


def largest(values: list[int]) -> list[int]:
    """Returns for each node of the implicit tree the largest value in its subtree."""
    found = list(values)
    ranges = [(0, len(values))]
    for low, high in ranges:
        if high - low > 1:
            middle = low + (high - low) // 2
            ranges += [(low, middle), (middle + 1, high)]
    for low, high in reversed(ranges):
        middle = low + (high - low) // 2
        for start, end in ((low, middle), (middle + 1, high)):
            if start < end:
                child = start + (end - start) // 2
                found[middle] = max(found[middle], found[child])
    return found
