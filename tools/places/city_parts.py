"""Finds the places that are parts of a city: quarters, boroughs, districts, villages in town.

People refer to such a place by its city, so a lookup returns the city, and the part as district.
"""

import numpy

from index_file import NONE
from sources import City
from tables import CityPart, TableError

# The reach of a place in kilometers: 0.6, plus 0.0073 times the square root of its population. This
# yields 11 km for Paris, 22 km for London and 830 m for a village of 1,000 people.
# docs/decisions/0006-places.md describes the measurements; Sources/Places/Lookup/PlaceRules.swift
# has the same numbers.
REACH_KM = 0.6
REACH_KM_PER_ROOT = 0.0073
EARTH_RADIUS_KM = 6371.0088
# Maximum distance of a quarter from its city, relative to the city's reach: Sydney's quarters are
# up to 43 km away; places farther away are separate towns.
QUARTER_SHARE = 2.5
# GeoNames assigns the population of the whole city to some quarters, which exceeds that of the city
# itself; the city is then a seat of government with at least half of that population.
SEAT_RATIO = 0.5
# A place is a village in town if the city of its municipality has ten times its population and
# reaches it; for large cities the distance is half as far again.
TOWN_RATIO = 10
TOWN_PEOPLE = 10_000
TOWN_SHARE = 1.5
# GeoNames has no population for districts of large cities; within 0.7 of the reach of a city of
# 100,000 people they are its parts.
LARGE_CITY_PEOPLE = 100_000
DISTRICT_SHARE = 0.7
# If GeoNames has no code for the municipality, a place that is not a seat belongs to a city with at
# least 400,000 people and 20 times its own population, if it is within 0.4 of the city's reach.
INNER_CITY_PEOPLE = 400_000
INNER_CITY_RATIO = 20
INNER_CITY_SHARE = 0.4
# Countries whose second or third division in GeoNames is the municipality, or in China the city of
# a prefecture; elsewhere all four are compared.
MUNICIPALITY_SECOND = frozenset({"BR", "CN", "DK", "JP", "NL", "NO", "PT", "RO", "SE", "ZA"})
MUNICIPALITY_THIRD = frozenset({"BD", "ES"})
# Countries in which a quarter that is the only place of its municipality is the municipality.
WHOLE_QUARTERS = frozenset({"CH"})


def reach_km(population: numpy.ndarray) -> numpy.ndarray:
    """Computes the reach of places in kilometers."""
    return REACH_KM + REACH_KM_PER_ROOT * numpy.sqrt(population.astype(numpy.float64))


class CityParts:
    """The places of all cities as columns."""

    def __init__(self, cities: list[City], regions: list[int], vectors: numpy.ndarray) -> None:
        self._cities = cities
        self._regions = regions
        self._vectors = vectors
        self._people = numpy.array([city.population for city in cities])
        self._is_seat = numpy.array([city.is_seat for city in cities])
        self._reach = reach_km(self._people)
        rows: dict[tuple[str, int], list[int]] = {}
        for row, city in enumerate(cities):
            if city.population >= TOWN_PEOPLE and not city.is_quarter:
                rows.setdefault((city.country, regions[row]), []).append(row)
        self._candidates = {key: numpy.array(found) for key, found in rows.items()}
        self._seats: dict[tuple[str, ...], int] = {}
        for row, city in enumerate(cities):
            key = _municipality(city)
            if key and not city.is_quarter:
                seat = self._seats.setdefault(key, row)
                if city.population > cities[seat].population:
                    self._seats[key] = row

    def cities_of(self, table: list[CityPart]) -> list[int]:
        """Returns for each place the row of the city that it is a part of, or NONE."""
        numbers = {city.number: row for row, city in enumerate(self._cities)}
        for entry in table:
            for number in (entry.city, entry.place):
                if number is not None and number not in numbers:
                    raise TableError(f"city-parts.csv: GeoNames has no city {number}")
        parents = [self._parent(row, table, numbers) for row in range(len(self._cities))]
        for row, parent in enumerate(parents):
            # A part of a part is a part of its city.
            for _ in range(4):
                if parent == NONE or parents[parent] == NONE:
                    break
                parent = parents[parent]
            # A place and its city must be in the same region.
            is_here = parent != NONE and self._regions[parent] == self._regions[row]
            parents[row] = parent if is_here else NONE
        return parents

    def _parent(self, row: int, table: list[CityPart], numbers: dict[int, int]) -> int:
        city = self._cities[row]
        for entry in table:
            if entry.covers(city):
                town = numbers[entry.city]
                if town != row and (not entry.within_reach or self._is_in_reach(row, town, 1)):
                    return town
        if city.feature == "PPLC":
            return NONE
        key = _municipality(city)
        seat = self._seats[key] if key in self._seats else row
        people = max(city.population, 1)
        if city.is_quarter:
            if seat != row and self._people[seat] > city.population:
                return seat
            if city.country in WHOLE_QUARTERS:
                return NONE
            found = self._most_likely(row, city.population + 1, QUARTER_SHARE)
            if found == NONE:
                least = int(SEAT_RATIO * city.population)
                found = self._most_likely(row, least, QUARTER_SHARE, seats=True)
            return found
        if (
            seat != row
            and self._regions[seat] == self._regions[row]
            and self._people[seat] >= max(TOWN_PEOPLE, TOWN_RATIO * people)
            and city.feature not in ("PPLA", "PPLA2")
            and self._is_in_reach(
                row, seat, TOWN_SHARE if self._people[seat] >= LARGE_CITY_PEOPLE else 1
            )
        ):
            return seat
        if city.population == 0:
            return self._most_likely(row, LARGE_CITY_PEOPLE, DISTRICT_SHARE)
        if key is None and not city.is_seat:
            least = max(INNER_CITY_PEOPLE, INNER_CITY_RATIO * people)
            return self._most_likely(row, least, INNER_CITY_SHARE)
        return NONE

    def _is_in_reach(self, row: int, town: int, share: float) -> bool:
        return bool(self._km(row, numpy.array([town]))[0] <= share * self._reach[town])

    def _most_likely(self, row: int, people: int, share: float, seats: bool = False) -> int:
        """Finds the city in the place's region, of enough people, in whose reach it is deepest."""
        rows = self._candidates.get((self._cities[row].country, self._regions[row]))
        if rows is None:
            return NONE
        rows = rows[(self._people[rows] >= people) & (self._is_seat[rows] | (not seats))]
        if len(rows) == 0:
            return NONE
        depth = self._km(row, rows) / self._reach[rows]
        best = int(numpy.argmin(depth))
        return int(rows[best]) if depth[best] <= share else NONE

    def _km(self, row: int, rows: numpy.ndarray) -> numpy.ndarray:
        """Computes straight-line distances through the Earth."""
        step = self._vectors[rows] - self._vectors[row]
        x, y, z = step.T
        return EARTH_RADIUS_KM * numpy.sqrt(x * x + y * y + z * z)


def _municipality(city: City) -> tuple[str, ...] | None:
    """Returns the key of a city's municipality; None if GeoNames has none."""
    first, second, third, fourth = city.divisions
    if city.country in MUNICIPALITY_SECOND:
        return (city.country, first, second) if second else None
    if city.country in MUNICIPALITY_THIRD:
        return (city.country, first, second, third) if third else None
    return (city.country, first, second, third, fourth) if third else None
