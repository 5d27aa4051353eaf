"""Builds the place index from Natural Earth, GeoNames and the tables in this folder.

Usage: build.py FILE            writes the index
       build.py --check FILE    fails if FILE differs from the index that would be written

The result is reproducible on every machine: no dates, no hash order, no locale.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy

from city_areas import CityAreas
from city_parts import CityParts
from city_regions import CityRegions
from index_file import NONE, Area, CityNode, Index, Part, index_bytes
from regions import territories
from shapes import curve_position
from sources import SourceError, cities, states
from sphere import largest, tree_order, unit_vectors
from tables import TableError, areas, city_fixes, city_names, city_parts, countries

# Increases with changes to the tables and this program, which the sources' date does not show.
BUILD_NUMBER = 2

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
    found = [city_areas.of(city) for city in rows]
    city_regions = CityRegions(territory)
    regions = city_regions.of(rows, [place.country for place in found])
    parents = CityParts(rows, regions, vectors).cities_of(city_parts())
    people = largest([rows[row].population for row in order.tolist()])
    places = {row: place for place, row in enumerate(order.tolist())}
    better = city_names()
    nodes = []
    for place, row in enumerate(order.tolist()):
        city = rows[row]
        parent = parents[row]
        nodes.append(
            CityNode(
                city.latitude,
                city.longitude,
                better.get(city.number, city.name),
                numbers[found[row].country],
                int(axes[place]),
                found[row].area,
                city.population,
                people[place],
                regions[row],
                city.is_quarter,
                NONE if parent == NONE else places[parent],
            )
        )
    newest = max(city.modified for city in rows)
    return Index(
        data_version=f"{newest}.{BUILD_NUMBER}",
        countries=[(code, names[code]) for code in codes],
        regions=city_regions.with_cities(rows, regions, vectors),
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
                f"error: '{path}' does not match its sources; run tools/places/build.sh",
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
