"""Finds the region of each place, using the polygons and GeoNames' own divisions."""

from collections import Counter
from dataclasses import replace

import numpy

from city_areas import SHORE, edge_distance
from index_file import NONE, Region
from regions import Territory
from sources import City
from sphere import DEGREE, sines, unit_vectors

# Region borders of the polygons are off by up to some kilometers, so a few places are in the
# polygon of a neighboring region. If at least nine of ten places of a division, and at least 20,
# are in one region, the others within 3 km of it also belong to it: 748 of 974 such places.
LIKELY_SHARE = 0.9
LIKELY_PLACES = 20
BORDER = round(3 / 111.195 * DEGREE)


class CityRegions:
    """The regions' polygons by country, with their numbers."""

    def __init__(self, territory: Territory) -> None:
        self._regions = territory.regions
        self._parts = [
            (placed, part.region)
            for part, placed in zip(territory.parts, territory.placed, strict=True)
        ]

    def of(self, cities: list[City], countries: list[str]) -> list[int]:
        """Returns the number of each city's region, NONE if no polygon is near.

        Args:
            cities: the places.
            countries: the country of each place, which restricts the regions.
        """
        latitudes = numpy.array([city.latitude for city in cities])
        longitudes = numpy.array([city.longitude for city in cities])
        found = numpy.full(len(cities), NONE)
        owners = numpy.array(countries)
        for placed, region in self._parts:
            west, south, east, north = placed.box
            near = (west <= longitudes) & (longitudes <= east)
            near &= (south <= latitudes) & (latitudes <= north)
            near &= (owners == placed.country) & (found == NONE)
            rows = numpy.nonzero(near)[0]
            if len(rows):
                inside = _inside(placed.polygon, longitudes[rows], latitudes[rows])
                found[rows[inside]] = region
        for row in numpy.nonzero(found == NONE)[0].tolist():
            found[row] = self._nearest(cities[row], countries[row], None, SHORE)
        self._follow_divisions(cities, countries, found)
        return [
            NONE if region == NONE else self._regions[region].cities for region in found.tolist()
        ]

    def with_cities(
        self, cities: list[City], regions: list[int], vectors: numpy.ndarray
    ) -> list[Region]:
        """Assigns regions without places to the region of the nearest place of their country.

        Args:
            cities: the places.
            regions: the region of each.
            vectors: the unit vector of each.
        """
        known = set(regions)
        rows: dict[int, list[int]] = {}
        for row, region in enumerate(regions):
            if region != NONE:
                rows.setdefault(self._regions[region].country, []).append(row)
        centre_of = {region: placed.box for placed, region in reversed(self._parts)}
        result = []
        for number, region in enumerate(self._regions):
            if region.cities not in known:
                near = numpy.array(rows.get(region.country, []), numpy.int64)
                owner = NONE
                if len(near):
                    west, south, east, north = centre_of[number]
                    centre = unit_vectors(
                        numpy.array([(south + north) // 2]), numpy.array([(west + east) // 2])
                    )[0]
                    x, y, z = (vectors[near] - centre).T
                    owner = regions[int(near[numpy.argmin(x * x + y * y + z * z)])]
                region = replace(region, cities=owner)
            result.append(region)
        return result

    def _follow_divisions(
        self, cities: list[City], countries: list[str], found: numpy.ndarray
    ) -> None:
        """Assigns places just across a region's border to the region of their division."""
        regions: dict[tuple[str, str], Counter[int]] = {}
        for row, city in enumerate(cities):
            regions.setdefault((countries[row], city.divisions[0]), Counter())[int(found[row])] += 1
        for row, city in enumerate(cities):
            counts = regions[countries[row], city.divisions[0]]
            region, count = counts.most_common(1)[0]
            total = counts.total()
            if region == found[row] or total < LIKELY_PLACES or count < LIKELY_SHARE * total:
                continue
            if self._nearest(city, countries[row], region, BORDER) != NONE:
                found[row] = region

    def _nearest(self, city: City, country: str, region: int | None, reach: int) -> int:
        """Finds the region of the nearest polygon of a country; NONE beyond the given distance."""
        cosine = float(sines(numpy.array([city.latitude + 90 * DEGREE]))[0])
        best = (float(reach), NONE)
        for placed, number in self._parts:
            if placed.country != country or (region is not None and number != region):
                continue
            west, south, east, north = placed.box
            across = max(west - city.longitude, city.longitude - east, 0) * cosine
            if max(across, south - city.latitude, city.latitude - north) > best[0]:
                continue
            best = min(best, (edge_distance(placed, city, cosine), number))
        return best[1]


def _inside(
    polygon: list[list[tuple[int, int]]], longitudes: numpy.ndarray, latitudes: numpy.ndarray
) -> numpy.ndarray:
    """Returns which points are in a polygon (even-odd rule, integer arithmetic)."""
    inside = numpy.zeros(len(longitudes), bool)
    for ring in polygon:
        x, y = numpy.array(ring, numpy.int64).T
        before_x, before_y = numpy.roll(x, 1), numpy.roll(y, 1)
        for row, (longitude, latitude) in enumerate(zip(longitudes, latitudes, strict=True)):
            edges = numpy.nonzero((y > latitude) != (before_y > latitude))[0]
            side = (before_x[edges] - x[edges]) * (latitude - y[edges]) - (
                longitude - x[edges]
            ) * (before_y[edges] - y[edges])
            crossings = (side > 0) == (before_y[edges] > y[edges])
            inside[row] ^= bool(numpy.count_nonzero(crossings) % 2)
    return inside
