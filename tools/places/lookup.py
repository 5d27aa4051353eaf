"""A second reading of models/places.idx, to hold the program against.

It decodes the file anew (docs/formats.md), looks places up with other libraries than the program
does (numpy, scipy, shapely) and is what the constants below were measured with.

Usage: lookup.py INDEX [AREA=CODE …] <LINES  LAT,LON a line to a row of JSON a line
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
    """The rule's distances in kilometres; docs/places.md says what they were measured with."""

    # Piers, beaches, boats off the shore, and islets that the polygons lack.
    coast: float = 25.0
    # Atolls that the polygons lack as a whole: their town stands in.
    coast_city: float = 25.0
    # Of the towns that the polygons put in another country, 98.8 % lie this near to their own.
    vote_border: float = 3.0
    # Out of town the polygons are right more and more: here the town's word ends.
    vote_city: float = 7.5


@dataclass(frozen=True)
class Region:
    """A row of REGIONS: the country's number, the area's number + 1, the name."""

    country: int
    area: int
    name: str | None


class IndexFile:
    """Everything in the file, decoded and checked."""

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
            Region(country, area, None if name == 0xFFFF_FFFF else text(name))
            for country, area, name, _ in self._rows("<HHII", *sections[3])
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
                raise ValueError("a part's bounds are not those of its shell")
            self.part_rings.append(rings)
            self.part_regions.append(region)
        cities = list(self._rows("<iiIHBBI", *sections[7]))
        self.city_positions = numpy.array([row[:2] for row in cities], numpy.int64)
        self.city_names = [text(row[2]) for row in cities]
        self.city_countries = [row[3] for row in cities]
        self.city_axes = [row[4] for row in cities]
        self.city_areas = [row[5] for row in cities]
        self.city_populations = numpy.array([row[6] for row in cities], numpy.int64)
        _, offset, length = sections[8]
        self.credits = self.data[offset : offset + length].decode()

    def _check(self) -> dict[int, tuple[int, int, int]]:
        """Checks every digest; returns the sections' counts, offsets and lengths by number."""
        data = self.data
        magic, version, page, length, count, pages, start = struct.unpack_from("<8sIIQIIQ", data)
        if (magic, version, page, length) != (b"GLRYPLC1", 1, PAGE_SIZE, len(data)):
            raise ValueError("not an index of format 1, or cut off")
        if hashlib.sha256(data[72:start]).digest() != data[40:72]:
            raise ValueError("the header is damaged")
        digests = 128 + 32 * count
        for number in range(pages):
            content = data[start + number * PAGE_SIZE : start + (number + 1) * PAGE_SIZE]
            wanted = data[digests + 16 * number : digests + 16 * (number + 1)]
            if hashlib.sha256(content).digest()[:16] != wanted:
                raise ValueError(f"the page {number} is damaged")
        return {
            row[0]: row[1:4]
            for row in (struct.unpack_from("<IIQQQ", data, 128 + 32 * n) for n in range(count))
        }

    def _rows(self, form: str, count: int, offset: int, length: int):
        if struct.calcsize(form) * count != length:
            raise ValueError("a section's length is not that of its rows")
        return struct.iter_unpack(form, self.data[offset : offset + length])

    def _strings(self, count: int, offset: int, length: int) -> list[str]:
        ends = struct.unpack_from(f"<{count + 1}I", self.data, offset)
        first = offset + 4 * (count + 1)
        if first + ends[-1] != offset + length:
            raise ValueError("the texts' length is not that of their section")
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
            raise ValueError("a part has more bytes than its rings")
        return rings


def unit_vectors(degrees: numpy.ndarray) -> numpy.ndarray:
    """Turns rows of latitude, longitude into rows of x, y, z."""
    latitude, longitude = numpy.radians(degrees).T
    cosine = numpy.cos(latitude)
    return numpy.stack(
        [cosine * numpy.cos(longitude), cosine * numpy.sin(longitude), numpy.sin(latitude)], axis=1
    )


def haversine_km(latitude: float, longitude: float, latitudes, longitudes):
    """Measures great-circle distances from a place to many."""
    a, b = numpy.radians(latitude), numpy.radians(latitudes)
    half = numpy.sin((b - a) / 2) ** 2
    turn = numpy.sin(numpy.radians(longitudes - longitude) / 2) ** 2
    chord = numpy.minimum(1.0, half + numpy.cos(a) * numpy.cos(b) * turn)
    return 2 * EARTH_RADIUS_KM * numpy.arcsin(numpy.sqrt(chord))


class Lookup:
    """Answers places by the rule of docs/places.md."""

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
        # The edges of a part: rows of longitude, latitude at the start, then at the end.
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
        self.city_tree = cKDTree(self.city_vectors)

    def country_of(self, part: int) -> int:
        """Gives the number of a part's country, an area's by the overrides."""
        region = self.index.regions[self.index.part_regions[part]]
        return self.area_countries[region.area - 1] if region.area else region.country

    def country_of_city(self, city: int) -> int:
        """Gives the number of a city's country, an area's by the overrides."""
        area = self.index.city_areas[city]
        return self.area_countries[area - 1] if area else self.index.city_countries[city]

    def settled(self, part: int, city: int) -> bool:
        """Tells whether a person's choice for a part's area keeps a city from speaking there.

        It does where the city's country is the one that the choice took the area from; other
        neighbours speak as at any border.
        """
        area = self.index.regions[self.index.part_regions[part]].area
        if area == 0 or not self.area_overridden[area - 1]:
            return False
        return self.index.city_countries[city] == self.area_defaults[area - 1]

    def nearest_city(self, latitude: float, longitude: float) -> tuple[int, float]:
        """Finds the nearest city and its distance; of equals the larger, then the first."""
        vector = unit_vectors(numpy.array([[latitude, longitude]]))[0]
        chord, _ = self.city_tree.query(vector)
        found = self.city_tree.query_ball_point(vector, chord + 1e-9)
        best = min(found, key=lambda city: (-int(self.index.city_populations[city]), city))
        where = self.city_degrees[best]
        return best, float(haversine_km(latitude, longitude, where[0], where[1]))

    def inside(self, latitude: float, longitude: float) -> int | None:
        """Finds the first part that holds a point, its edges included."""
        hits: list[int] = []
        for turned in {longitude, -longitude} if abs(longitude) == 180 else {longitude}:
            found = self.tree.query(shapely.Point(turned, latitude), predicate="intersects")
            hits += found.tolist()
        return min(hits, default=None)

    def near(self, latitude: float, longitude: float, km: float) -> list[tuple[float, int]]:
        """Lists the parts within a distance, the nearest first, as distance and part."""
        reach = km / (EARTH_RADIUS_KM * numpy.pi / 180) * 1.001
        # At the reach's far edge the meridians are closest.
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
        """Measures the distance to a part: to the nearest point of every edge, on the sphere.

        The nearest point of an edge is that of the plane whose x is longitude by the cosine of
        the place's latitude, because the polygons' edges are straight in longitude and latitude.
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
        """Answers a row as `gallery locate --format jsonl` does."""
        constants = self.constants
        city, city_km = self.nearest_city(latitude, longitude)
        city_country = self.country_of_city(city)
        part = self.inside(latitude, longitude)
        match = "inside" if part is not None else "coast"
        country = city_country
        if part is not None:
            if city_km < constants.vote_city and city_country != self.country_of(part):
                near = self.near(latitude, longitude, constants.vote_border)
                part = self._vote(part, near, 0.0, city, city_km)
        elif near := self.near(latitude, longitude, constants.coast):
            nearest_km, nearest = near[0]
            part = self._vote(nearest, near, nearest_km, city, city_km)
            if part == nearest and city_km < nearest_km and not self.settled(nearest, city):
                # A town nearer than any polygon: its island is one that the polygons lack.
                part = next((p for _, p in near if self.country_of(p) == city_country), None)
        elif city_km > constants.coast_city:
            match = "none"
        row: dict[str, object] = {"latitude": latitude, "longitude": longitude}
        if match == "none":
            names = dict.fromkeys(["countryCode", "country", "region", "city", "cityDistanceKm"])
            return {**row, **names, "match": match, "error": None}
        region = None
        if part is not None:
            country = self.country_of(part)
            region = self.index.regions[self.index.part_regions[part]].name
        code, name = self.index.countries[country]
        return {
            **row,
            "countryCode": code,
            "country": name,
            "region": region,
            "city": self.index.city_names[city],
            "cityDistanceKm": round(city_km, 3),
            "match": match,
            "error": None,
        }

    def _vote(
        self,
        part: int,
        near: list[tuple[float, int]],
        nearest_km: float,
        city: int,
        city_km: float,
    ) -> int:
        """Gives the nearest part of the city's country where the city is near enough to be heard.

        The nearer the town, the farther its border may be off.
        """
        constants = self.constants
        city_country = self.country_of_city(city)
        if city_country == self.country_of(part) or self.settled(part, city):
            return part
        for distance, other in near:
            if self.country_of(other) == city_country:
                off = (distance - nearest_km) / constants.vote_border
                return other if off + city_km / constants.vote_city <= 1 else part
        return part


def truth_errors(lookup: Lookup, path: str) -> list[tuple[dict[str, str], dict[str, object]]]:
    """Lists the table's rows whose country the lookup gives otherwise, with the answers."""
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
                f" {row['country_iso2'] or 'sea'}, answered {answer['countryCode']}"
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
