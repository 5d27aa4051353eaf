"""A second implementation of lookups in models/places.idx, to check the program against.

It has its own decoder (docs/formats.md) and uses other libraries than the program (numpy, scipy,
shapely). The constants below were measured with it.

Usage: lookup.py INDEX [AREA=CODE …] <LINES  converts lines of LAT,LON to JSON Lines
       lookup.py INDEX --truth FILE.csv      counts the countries that differ from a table
"""

import csv
import hashlib
import json
import struct
import sys
from dataclasses import dataclass

import numpy
import shapely
from scipy.spatial import cKDTree

EARTH_RADIUS_KM = 6371.0088
PAGE_SIZE = 65_536


@dataclass(frozen=True)
class Constants:
    """The rule's distances in kilometers; docs/places.md describes how they were measured."""

    # Covers piers, beaches, boats off the shore, and islets that the polygons lack.
    coast: float = 25.0
    # Covers atolls that the polygons lack entirely; their town determines the place.
    coast_city: float = 25.0
    # Of the towns that the polygons put into another country, 98.8 % are this near to their own.
    vote_border: float = 3.0
    # With distance from town the polygons become more reliable; beyond this the town has no vote.
    vote_city: float = 7.5
    # The same between regions of a country, where rivers with towns on both banks form borders.
    region_border: float = 3.0
    region_city: float = 4.0
    # The reach of a place: a constant, plus a term per square root of its population.
    reach: float = 0.6
    reach_per_root: float = 0.0073
    # Maximum distance of the quarter that a position is assigned to.
    district: float = 3.0


@dataclass(frozen=True)
class Region:
    """A row of REGIONS: country number, area number + 1, name, the region with its cities."""

    country: int
    area: int
    name: str | None
    cities: int


class IndexFile:
    """The contents of the file, decoded and checked."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self.data = file.read()
        sections = self._check()
        self.strings = self._strings(*sections[1])
        text = self.strings.__getitem__
        self.countries = [
            (code.decode(), text(name)) for code, _, name in self._rows("<2sHI", *sections[2])
        ]
        self.regions = [
            Region(country, area, None if name == 0xFFFF_FFFF else text(name), cities)
            for country, area, name, _, cities, *_ in self._rows("<HHIIHHII", *sections[3])
        ]
        self.areas = [
            (text(key), country) for key, country, *_ in self._rows("<IHHIII", *sections[4])
        ]
        start = sections[6][1]
        self.part_rings: list[list[numpy.ndarray]] = []
        self.part_regions: list[int] = []
        for west, south, east, north, offset, length, region, _ in self._rows(
            "<iiiiIIHH", *sections[5]
        ):
            rings = self._geometry(start + offset, start + offset + length)
            shell = rings[0]
            if (*shell.min(axis=0), *shell.max(axis=0)) != (west, south, east, north):
                raise ValueError("the bounds of a part do not match its shell")
            self.part_rings.append(rings)
            self.part_regions.append(region)
        cities = list(self._rows("<iiIHBBIIHHI", *sections[7]))
        self.city_positions = numpy.array([row[:2] for row in cities], numpy.int64)
        self.city_names = [text(row[2]) for row in cities]
        self.city_countries = [row[3] for row in cities]
        self.city_axes = [row[4] for row in cities]
        self.city_areas = [row[5] for row in cities]
        self.city_populations = numpy.array([row[6] for row in cities], numpy.int64)
        self.city_largest = [row[7] for row in cities]
        self.city_regions = numpy.array([row[8] for row in cities], numpy.int64)
        self.city_is_quarter = numpy.array([row[9] for row in cities], bool)
        # The city that a place is a part of; -1 for a city.
        self.city_parents = numpy.array([row[10] for row in cities], numpy.uint32).astype("<i4")
        listed = [number for (number,) in self._rows("<I", *sections[9])]
        for region, (*_, first, count) in enumerate(self._rows("<HHIIHHII", *sections[3])):
            if listed[first : first + count] != numpy.nonzero(self.city_regions == region)[0].tolist():
                raise ValueError("the cities of a region do not match the regions of cities")
        _, offset, length = sections[8]
        self.credits = self.data[offset : offset + length].decode()

    def _check(self) -> dict[int, tuple[int, int, int]]:
        """Checks every digest; returns the sections' counts, offsets and lengths by number."""
        data = self.data
        magic, version, page, length, count, pages, start = struct.unpack_from("<8sIIQIIQ", data)
        if (magic, version, page, length) != (b"GLRYPLC1", 2, PAGE_SIZE, len(data)):
            raise ValueError("not an index of format 2, or truncated")
        if hashlib.sha256(data[72:start]).digest() != data[40:72]:
            raise ValueError("the header is damaged")
        digests = 128 + 32 * count
        for number in range(pages):
            content = data[start + number * PAGE_SIZE : start + (number + 1) * PAGE_SIZE]
            wanted = data[digests + 16 * number : digests + 16 * (number + 1)]
            if hashlib.sha256(content).digest()[:16] != wanted:
                raise ValueError(f"page {number} is damaged")
        return {
            row[0]: row[1:4]
            for row in (struct.unpack_from("<IIQQQ", data, 128 + 32 * n) for n in range(count))
        }

    def _rows(self, form: str, count: int, offset: int, length: int):
        if struct.calcsize(form) * count != length:
            raise ValueError("the length of a section does not match its rows")
        return struct.iter_unpack(form, self.data[offset : offset + length])

    def _strings(self, count: int, offset: int, length: int) -> list[str]:
        ends = struct.unpack_from(f"<{count + 1}I", self.data, offset)
        first = offset + 4 * (count + 1)
        if first + ends[-1] != offset + length:
            raise ValueError("the length of the strings does not match their section")
        return [
            self.data[first + a : first + b].decode()
            for a, b in zip(ends[:-1], ends[1:], strict=True)
        ]

    def _geometry(self, offset: int, end: int) -> list[numpy.ndarray]:
        values: list[int] = []
        value = shift = 0
        for byte in self.data[offset:end]:
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                values.append(value)
                value = shift = 0
        rings = []
        position = 1
        for _ in range(values[0]):
            count = values[position]
            pairs = values[position + 1 : position + 1 + 2 * count]
            position += 1 + 2 * count
            steps = numpy.array([(v >> 1) ^ -(v & 1) for v in pairs], numpy.int64)
            rings.append(numpy.cumsum(steps.reshape(-1, 2), axis=0))
        if position != len(values):
            raise ValueError("a part has extra bytes after its rings")
        return rings


def unit_vectors(degrees: numpy.ndarray) -> numpy.ndarray:
    """Converts rows of latitude, longitude to rows of x, y, z."""
    latitude, longitude = numpy.radians(degrees).T
    cosine = numpy.cos(latitude)
    return numpy.stack(
        [cosine * numpy.cos(longitude), cosine * numpy.sin(longitude), numpy.sin(latitude)], axis=1
    )


def haversine_km(latitude: float, longitude: float, latitudes, longitudes):
    """Computes great-circle distances from one position to many."""
    a, b = numpy.radians(latitude), numpy.radians(latitudes)
    half = numpy.sin((b - a) / 2) ** 2
    turn = numpy.sin(numpy.radians(longitudes - longitude) / 2) ** 2
    chord = numpy.minimum(1.0, half + numpy.cos(a) * numpy.cos(b) * turn)
    return 2 * EARTH_RADIUS_KM * numpy.arcsin(numpy.sqrt(chord))


class Lookup:
    """Looks up places by the rule in docs/places.md."""

    def __init__(
        self,
        index: IndexFile,
        overrides: dict[str, str] | None = None,
        constants: Constants | None = None,
    ) -> None:
        self.index = index
        self.constants = constants or Constants()
        numbers = {code: number for number, (code, _) in enumerate(index.countries)}
        self.area_countries = [
            numbers[(overrides or {}).get(key, index.countries[country][0])]
            for key, country in index.areas
        ]
        self.area_overridden = [key in (overrides or {}) for key, _ in index.areas]
        self.area_defaults = [country for _, country in index.areas]
        degrees = [[ring / 1e5 for ring in rings] for rings in index.part_rings]
        self.polygons = numpy.array(
            [shapely.Polygon(rings[0], rings[1:]) for rings in degrees], dtype=object
        )
        # The edges of a part: rows of start longitude, latitude, then end longitude, latitude.
        self.edges = [
            numpy.concatenate(
                [numpy.hstack([ring, numpy.roll(ring, -1, axis=0)]) for ring in rings]
            )
            for rings in degrees
        ]
        shapely.prepare(self.polygons)
        self.tree = shapely.STRtree(self.polygons)
        self.city_degrees = index.city_positions / 1e5
        self.city_vectors = unit_vectors(self.city_degrees)
        self.towns = numpy.nonzero(~index.city_is_quarter)[0]
        self.place_tree = cKDTree(self.city_vectors)
        self.city_tree = cKDTree(self.city_vectors[self.towns])
        self.city_reach = self.constants.reach + self.constants.reach_per_root * numpy.sqrt(
            index.city_populations
        )

    def country_of(self, part: int) -> int:
        """Returns the country number of a part; in disputed areas, after overrides."""
        region = self.index.regions[self.index.part_regions[part]]
        return self.area_countries[region.area - 1] if region.area else region.country

    def country_of_city(self, city: int) -> int:
        """Returns the country number of a city; in disputed areas, after overrides."""
        area = self.index.city_areas[city]
        return self.area_countries[area - 1] if area else self.index.city_countries[city]

    def settled(self, part: int, city: int) -> bool:
        """Returns true if an override of a part's area excludes a city's vote there.

        Excludes cities of the country that lost the area by the override; other neighbors count as
        at any border.
        """
        area = self.index.regions[self.index.part_regions[part]].area
        if area == 0 or not self.area_overridden[area - 1]:
            return False
        return self.index.city_countries[city] == self.area_defaults[area - 1]

    def nearest_city(
        self, latitude: float, longitude: float, with_quarters: bool = False
    ) -> tuple[int, float]:
        """Returns the nearest town, or place, and its distance; the larger of equally near ones."""
        vector = unit_vectors(numpy.array([[latitude, longitude]]))[0]
        tree, places = self.city_tree, self.towns
        if with_quarters:
            tree, places = self.place_tree, numpy.arange(len(self.city_vectors))
        chord, _ = tree.query(vector)
        found = places[tree.query_ball_point(vector, chord + 1e-9)]
        best = min(found, key=lambda city: (-int(self.index.city_populations[city]), city))
        return int(best), self.km_to(latitude, longitude, int(best))

    def km_to(self, latitude: float, longitude: float, city: int) -> float:
        """Returns the distance to a city's center."""
        where = self.city_degrees[city]
        return float(haversine_km(latitude, longitude, where[0], where[1]))

    def straight_km(self, latitude: float, longitude: float, cities) -> numpy.ndarray:
        """Returns straight-line distances through the Earth to cities."""
        place = unit_vectors(numpy.array([[latitude, longitude]]))[0]
        return EARTH_RADIUS_KM * numpy.linalg.norm(self.city_vectors[cities] - place, axis=1)

    def likely_place(self, latitude: float, longitude: float, places) -> tuple[int | None, float]:
        """Returns the place in whose reach a position is deepest, and the depth.

        Within the reach the depth is the fraction of it; beyond, 1 plus the remaining kilometers.
        """
        if len(places) == 0:
            return None, numpy.inf
        away = self.straight_km(latitude, longitude, places)
        reach = self.city_reach[places]
        depth = numpy.where(away <= reach, away / reach, 1 + away - reach)
        people = self.index.city_populations[places]
        best = numpy.lexsort((places, -people, depth))[0]
        return int(places[best]), float(depth[best])

    def places_of(self, region: int) -> numpy.ndarray:
        """Returns the places of a region, or of its neighbor if it has none."""
        cities = self.index.regions[region].cities
        return numpy.nonzero((self.index.city_regions == cities) & (cities != 0xFFFF))[0]

    def depth(self, latitude: float, longitude: float, part: int) -> float:
        """Returns the depth of a position in the most likely place of a part's region."""
        places = self.places_of(self.index.part_regions[part])
        return self.likely_place(latitude, longitude, places)[1]

    def has_region(self, city: int, part: int) -> bool:
        """Returns true if a city belongs to a part's region."""
        cities = self.index.regions[self.index.part_regions[part]].cities
        return cities == int(self.index.city_regions[city])

    def city_of(self, latitude: float, longitude: float, region: int) -> int | None:
        """Returns the city of a position in a region; None if its country has no place."""
        place, _ = self.likely_place(latitude, longitude, self.places_of(region))
        return None if place is None else self.whole(place)

    def whole(self, place: int) -> int:
        """Returns the city that a place is a part of, or the place itself."""
        parent = int(self.index.city_parents[place])
        return place if parent < 0 else parent

    def district_of(self, latitude: float, longitude: float, city: int) -> str | None:
        """Returns the part of a city that is near enough and nearer than its center."""
        places = numpy.nonzero(self.index.city_parents == city)[0]
        places = numpy.append(places, city)
        away = self.straight_km(latitude, longitude, places)
        best = numpy.lexsort((places, -self.index.city_populations[places], away))[0]
        if places[best] == city or away[best] > self.constants.district:
            return None
        return self.index.city_names[places[best]]

    def region_vote(self, latitude: float, longitude: float, part: int, part_km: float) -> int:
        """Returns the part of another region of the country if the nearest place indicates it."""
        city, city_km = self.nearest_city(latitude, longitude, with_quarters=True)
        constants = self.constants
        index = self.index
        region = index.part_regions[part]
        other = int(index.city_regions[city])
        if other == 0xFFFF or other == index.regions[region].cities:
            return part
        if self.country_of_city(city) != self.country_of(part):
            return part
        reach = constants.region_border
        if part_km == 0:
            reach *= 1 - city_km / constants.region_city
            if reach < 0:
                return part
        near = self.near(latitude, longitude, min(part_km + reach, constants.coast))
        for distance, found in near:
            row = index.regions[index.part_regions[found]]
            if row.cities == other and self.country_of(found) == self.country_of(part):
                own = self.depth(latitude, longitude, part)
                its = self.depth(latitude, longitude, found)
                off = (distance - part_km) / constants.region_border
                return found if its + off < own else part
        return part

    def inside(self, latitude: float, longitude: float) -> int | None:
        """Returns the first part that contains a point, including its edges."""
        hits: list[int] = []
        for turned in {longitude, -longitude} if abs(longitude) == 180 else {longitude}:
            found = self.tree.query(shapely.Point(turned, latitude), predicate="intersects")
            hits += found.tolist()
        return min(hits, default=None)

    def near(self, latitude: float, longitude: float, km: float) -> list[tuple[float, int]]:
        """Returns the parts within a distance as (distance, part), nearest first."""
        reach = km / (EARTH_RADIUS_KM * numpy.pi / 180) * 1.001
        # Meridians are closest at the edge of the range nearest to a pole.
        cosine = numpy.cos(numpy.radians(min(90.0, abs(latitude) + reach)))
        wide = 360.0 if cosine * 360 <= reach else min(360.0, reach / cosine)
        found: dict[int, float] = {}
        for turn in (-360.0, 0.0, 360.0):
            west, east = longitude + turn - wide, longitude + turn + wide
            if east < -180 or west > 180:
                continue
            box = shapely.box(west, latitude - reach, east, latitude + reach)
            for part in self.tree.query(box).tolist():
                distance = self._distance(part, latitude, longitude + turn)
                if distance <= km:
                    found[part] = min(distance, found.get(part, distance))
        return sorted((distance, part) for part, distance in found.items())

    def _distance(self, part: int, latitude: float, longitude: float) -> float:
        """Returns the distance to a part: to the nearest point of its edges, on the sphere.

        The nearest point of an edge is found in a plane with longitudes scaled by the cosine of the
        position's latitude, because the polygons' edges are straight in longitude and latitude.
        """
        if shapely.intersects(self.polygons[part], shapely.Point(longitude, latitude)):
            return 0.0
        cosine = max(numpy.cos(numpy.radians(latitude)), 1e-9)
        x1, y1, x2, y2 = self.edges[part].T
        dx, dy = (x2 - x1) * cosine, y2 - y1
        length = dx * dx + dy * dy
        along = (longitude - x1) * cosine * dx + (latitude - y1) * dy
        share = numpy.clip(along / numpy.where(length == 0, 1.0, length), 0.0, 1.0)
        return float(
            haversine_km(latitude, longitude, y1 + share * (y2 - y1), x1 + share * (x2 - x1)).min()
        )

    def locate(self, latitude: float, longitude: float) -> dict[str, object]:
        """Returns a row like `gallery locate --format jsonl`."""
        constants = self.constants
        city, city_km = self.nearest_city(latitude, longitude)
        city_country = self.country_of_city(city)
        part = self.inside(latitude, longitude)
        part_km = 0.0
        match = "inside" if part is not None else "coast"
        country = city_country
        if part is not None:
            if city_km < constants.vote_city and city_country != self.country_of(part):
                near = self.near(latitude, longitude, constants.vote_border)
                part = self._vote(latitude, longitude, part, near, 0.0, city, city_km)
        elif near := self.near(latitude, longitude, constants.coast):
            part_km, nearest = near[0]
            part = self._vote(latitude, longitude, nearest, near, part_km, city, city_km)
            if part == nearest and city_km < part_km and not self.settled(nearest, city):
                # A town nearer than any polygon is on an island that the polygons lack.
                part = next((p for _, p in near if self.country_of(p) == city_country), None)
                is_given = city_country != self.index.city_countries[city]
                if part is not None and is_given and not self.has_region(city, part):
                    # The town is in an area that an override assigns to the shore's country.
                    part = None
        elif city_km > constants.coast_city:
            match = "none"
        row: dict[str, object] = {"latitude": latitude, "longitude": longitude}
        if match == "none":
            names = dict.fromkeys(
                ["countryCode", "country", "region", "city", "district", "cityDistanceKm"]
            )
            return {**row, **names, "match": match, "error": None}
        region = district = None
        found: int | None = self.whole(city)
        if part is not None:
            country = self.country_of(part)
            part = self.region_vote(latitude, longitude, part, part_km)
            number = self.index.part_regions[part]
            region = self.index.regions[number].name
            found = self.city_of(latitude, longitude, number)
        if found is not None:
            district = self.district_of(latitude, longitude, found)
        code, name = self.index.countries[country]
        return {
            **row,
            "countryCode": code,
            "country": name,
            "region": region,
            "city": None if found is None else self.index.city_names[found],
            "district": district,
            "cityDistanceKm": (
                None if found is None else round(self.km_to(latitude, longitude, found), 3)
            ),
            "match": match,
            "error": None,
        }

    def _vote(
        self,
        latitude: float,
        longitude: float,
        part: int,
        near: list[tuple[float, int]],
        nearest_km: float,
        city: int,
        city_km: float,
    ) -> int:
        """Returns the nearest part of the city's country if the city is near enough to vote.

        The nearer the town, the larger the assumed error of its border. A country whose places do
        not reach the position is ignored if a place of the part's region does.
        """
        constants = self.constants
        city_country = self.country_of_city(city)
        if city_country == self.country_of(part) or self.settled(part, city):
            return part
        for distance, other in near:
            if self.country_of(other) == city_country:
                off = (distance - nearest_km) / constants.vote_border
                if off + city_km / constants.vote_city > 1:
                    return part
                is_reached = self.depth(latitude, longitude, other) <= 1
                return other if is_reached or self.depth(latitude, longitude, part) > 1 else part
        return part


def truth_errors(lookup: Lookup, path: str) -> list[tuple[dict[str, str], dict[str, object]]]:
    """Returns the table's rows whose country differs from the lookup's, with its results."""
    errors = []
    with open(path, encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            answer = lookup.locate(float(row["lat"]), float(row["lon"]))
            if (answer["countryCode"] or "") != row["country_iso2"]:
                errors.append((row, answer))
    return errors


def main(arguments: list[str]) -> int:
    """Runs the program; returns its exit status."""
    if len(arguments) == 3 and arguments[1] == "--truth":
        lookup = Lookup(IndexFile(arguments[0]))
        errors = truth_errors(lookup, arguments[2])
        for row, answer in errors:
            print(
                f"{row['source']:16} {row['lat']},{row['lon']} {row['name']}:"
                f" {row['country_iso2'] or 'sea'}, found {answer['countryCode']}"
                f" ({answer['match']}, {answer['city']} {answer['cityDistanceKm']} km)"
            )
        print(f"{len(errors)} countries differ")
        return 0
    overrides = [argument.partition("=") for argument in arguments[1:]]
    if arguments and all(code for _, _, code in overrides):
        lookup = Lookup(IndexFile(arguments[0]), {area: code for area, _, code in overrides})
        for line in sys.stdin:
            latitude, longitude = (float(number) for number in line.split(","))
            print(json.dumps(lookup.locate(latitude, longitude), ensure_ascii=False))
        return 0
    print("usage: lookup.py INDEX [--truth FILE.csv | AREA=CODE …]", file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
