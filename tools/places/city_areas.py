"""Finds the disputed area that a city lies in."""

from dataclasses import dataclass

import numpy

from regions import PlacedPart, Territory
from shapes import contains
from sources import City
from sphere import DEGREE, sines

# How far off a polygon a city still belongs to it: the 25 km of the lookup's coast, in units of
# positions (a degree of latitude is 111.195 km).
SHORE = round(25 / 111.195 * DEGREE)


@dataclass(frozen=True)
class CityArea:
    """A city's country and the disputed area that decides about it: its number + 1, 0 for none."""

    country: str
    area: int


class CityAreas:
    """The polygons that decide about cities, those of countries with disputed areas alone."""

    def __init__(self, territory: Territory, fixes: dict[int, str]) -> None:
        self._fixes = fixes
        self._in_areas = [part for part in territory.placed if part.area]
        with_areas = {part.country for part in self._in_areas}
        self._of_country: dict[str, list[PlacedPart]] = {country: [] for country in with_areas}
        for part in territory.placed:
            if part.country in with_areas:
                self._of_country[part.country].append(part)

    def of(self, city: City) -> CityArea:
        """Gives a city in a disputed area the area's country, any other its own.

        A city that no polygon of its country holds belongs to the area of the nearest one, if it
        is one's: at a shore, over a border, and at any distance where all of a country is
        disputed, for islands that Natural Earth lacks.
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
                    (_distance(part, city, cosine), number) for number, part in enumerate(parts)
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
    """Tells whether the part's bounds are near enough for the part to be."""
    west, south, east, north = part.box
    across = max(west - city.longitude, city.longitude - east, 0) * cosine
    return across <= SHORE and max(south - city.latitude, city.latitude - north) <= SHORE


def _distance(part: PlacedPart, city: City, cosine: float) -> float:
    """Measures to the nearest edge, in units of latitude, on the plane around the city."""
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
