"""Unit vectors of positions, the same to the last bit on every machine.

The order of the cities in the index hangs on comparisons of these numbers, and the sine of one
C library differs from another's in the last place. Additions and multiplications of IEEE 754 do
not, so the sine is a polynomial of those alone.
"""

import numpy

# One degree in units of positions.
DEGREE = 100_000
# Terms of the Taylor series; at 45 degrees the first term left out is below 1e-20.
SINE_TERMS = 10


def sines(angle: numpy.ndarray) -> numpy.ndarray:
    """Computes the sines of angles in 1e-5 degrees, within -360...360 degrees."""
    # Exact steps on whole numbers bring the angle to an octant: sin(x) = sin(180 - x).
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
    """Computes cos(x) (first 0) or sin(x) / x (first 1) out of the square of x (Horner)."""
    total = numpy.ones_like(square)
    for term in range(SINE_TERMS, 0, -1):
        total = 1.0 - square * (1.0 / ((2 * term - 1 + first) * (2 * term + first))) * total
    return total


def unit_vectors(latitude: numpy.ndarray, longitude: numpy.ndarray) -> numpy.ndarray:
    """Computes rows of x, y, z: x towards 0, 0; y towards 0, 90 east; z towards the north pole."""
    cosine = sines(latitude + 90 * DEGREE)
    return numpy.stack(
        [cosine * sines(longitude + 90 * DEGREE), cosine * sines(longitude), sines(latitude)],
        axis=1,
    )


def tree_order(vectors: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Orders vectors as an implicit k-d tree; returns their numbers and each node's axis.

    The node of a range [lo, hi) is its middle, lo + (hi - lo) / 2; the axis is the one with the
    widest spread, the first of equals. Sorting is stable, so equal places keep their order.
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
