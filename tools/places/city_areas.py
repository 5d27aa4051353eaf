"""Finds the disputed areas of cities."""

from dataclasses import dataclass

import numpy

from regions import PlacedPart, Territory
from shapes import contains
from sources import City
from sphere import DEGREE, sines

# Maximum distance of a city from its polygon: 25 km as in the lookup, in position units (a degree
# of latitude is 111.195 km).
SHORE = round(25 / 111.195 * DEGREE)


@dataclass(frozen=True)
class CityArea:
    """A city's country and the number + 1 of the disputed area that determines it, 0 for none."""

    country: str
    area: int


class CityAreas:
    """The polygons that determine the areas of cities: those of countries with disputed areas."""

    def __init__(self, territory: Territory, fixes: dict[int, str]) -> None:
        self._fixes = fixes
        self._in_areas = [part for part in territory.placed if part.area]
        with_areas = {part.country for part in self._in_areas}
        self._of_country: dict[str, list[PlacedPart]] = {country: [] for country in with_areas}
        for part in territory.placed:
            if part.country in with_areas:
                self._of_country[part.country].append(part)

    def of(self, city: City) -> CityArea:
        """Returns the area's country for a city in a disputed area, else the city's own.

        A city outside all polygons of its country belongs to the area of the nearest polygon, if
        any: on a shore, across a border, and at any distance if the whole country is disputed, for
        islands that Natural Earth lacks.
        """
        if city.number in self._fixes:
            return CityArea(self._fixes[city.number], 0)
        for part in self._in_areas:
            if _holds(part, city):
                return CityArea(part.country, part.area)
        parts = self._of_country.get(city.country, [])
        is_all_disputed = all(part.area for part in parts)
        cosine = float(sines(numpy.array([city.latitude + 90 * DEGREE]))[0])
        if any(part.area and (is_all_disputed or _near(part, city, cosine)) for part in parts):
            if not any(_holds(part, city) for part in parts):
                distance, number = min(
                    (edge_distance(part, city, cosine), number) for number, part in enumerate(parts)
                )
                if is_all_disputed or distance <= SHORE:
                    return CityArea(city.country, parts[number].area)
        return CityArea(city.country, 0)


def _holds(part: PlacedPart, city: City) -> bool:
    west, south, east, north = part.box
    return (
        west <= city.longitude <= east
        and south <= city.latitude <= north
        and contains(part.polygon, city.longitude, city.latitude)
    )


def _near(part: PlacedPart, city: City, cosine: float) -> bool:
    """Returns true if the part may be near, judging by its bounds."""
    west, south, east, north = part.box
    across = max(west - city.longitude, city.longitude - east, 0) * cosine
    return across <= SHORE and max(south - city.latitude, city.latitude - north) <= SHORE


def edge_distance(part: PlacedPart, city: City, cosine: float) -> float:
    """Returns the distance to the nearest edge in units of latitude, in a plane at the city."""
    nearest = float("inf")
    for ring in part.polygon:
        starts = numpy.array(ring, numpy.float64) - (city.longitude, city.latitude)
        starts[:, 0] *= cosine
        x, y = starts.T
        dx, dy = numpy.roll(x, -1) - x, numpy.roll(y, -1) - y
        length = dx * dx + dy * dy
        share = -(x * dx + y * dy) / numpy.where(length == 0, 1.0, length)
        share = numpy.minimum(numpy.maximum(share, 0.0), 1.0)
        nearest = min(nearest, float(((x + share * dx) ** 2 + (y + share * dy) ** 2).min()))
    return nearest**0.5
