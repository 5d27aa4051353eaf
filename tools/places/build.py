"""Builds the index of places out of Natural Earth, GeoNames and the tables beside this file.

Usage: build.py FILE            writes the index
       build.py --check FILE    fails where FILE is not what would be written, byte for byte

The same sources give the same bytes on every machine: no dates, no order of hashes, no locale.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy

from city_areas import CityAreas
from index_file import Area, CityNode, Index, Part, index_bytes
from regions import TableError, territories
from shapes import curve_position
from sources import SourceError, cities, states
from sphere import tree_order, unit_vectors
from tables import areas, city_fixes, countries

# Counts the changes of the tables and of this program that the sources' date does not tell.
BUILD_NUMBER = 1

CREDITS = Path(__file__).parent / "credits.txt"


def make_index() -> Index:
    """Joins all sources."""
    names = countries()
    codes = sorted(names)
    numbers = {code: number for number, code in enumerate(codes)}
    area_rows = areas()
    territory = territories(states(), area_rows, names, numbers)

    parts = sorted(territory.parts, key=lambda part: curve_position(part.polygon))
    rows = cities()
    fixes = city_fixes()
    unknown = set(fixes) - {city.number for city in rows}
    if unknown:
        raise TableError(f"city-fixes.csv: GeoNames has no city {min(unknown)}")
    vectors = unit_vectors(
        numpy.array([city.latitude for city in rows]),
        numpy.array([city.longitude for city in rows]),
    )
    order, axes = tree_order(vectors)
    city_areas = CityAreas(territory, fixes)
    nodes = []
    for place, row in enumerate(order.tolist()):
        city = rows[row]
        found = city_areas.of(city)
        nodes.append(
            CityNode(
                city.latitude,
                city.longitude,
                city.name,
                numbers[found.country],
                int(axes[place]),
                found.area,
                city.population,
            )
        )
    newest = max(city.modified for city in rows)
    return Index(
        data_version=f"{newest}.{BUILD_NUMBER}",
        countries=[(code, names[code]) for code in codes],
        regions=territory.regions,
        areas=[
            Area(area.key, numbers[area.country], area.title, area.note, area.claimants)
            for area in area_rows
        ],
        parts=[Part(part.polygon, part.region) for part in parts],
        cities=nodes,
        credits=CREDITS.read_text(encoding="utf-8").replace("{newest}", newest),
    )


def main(arguments: Sequence[str]) -> int:
    """Runs the program; returns its exit status."""
    check = arguments[:1] == ["--check"]
    if check:
        arguments = arguments[1:]
    if len(arguments) != 1:
        print("usage: build.py [--check] FILE", file=sys.stderr)
        return 64
    path = Path(arguments[0])
    try:
        index = make_index()
    except SourceError as error:
        print(f"error: {error}", file=sys.stderr)
        return 66
    except TableError as error:
        print(f"error: {error}", file=sys.stderr)
        return 65
    written = index_bytes(index)
    if check:
        if not path.is_file() or path.read_bytes() != written:
            print(
                f"error: '{path}' is not what its sources give; run tools/places/build.sh",
                file=sys.stderr,
            )
            return 1
    else:
        partial = path.with_name(path.name + ".part")
        partial.write_bytes(written)
        partial.replace(path)
    print(
        f"{path}: {len(written)} bytes, {len(index.parts)} parts, {len(index.regions)} regions,"
        f" {len(index.countries)} countries, {len(index.areas)} areas, {len(index.cities)} cities"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
