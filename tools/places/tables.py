"""Reads the tables in this folder, which correct and complete the two data sets."""

import csv
from dataclasses import dataclass
from pathlib import Path

from sources import City
from wkb import SCALE, Ring

FOLDER = Path(__file__).parent


class TableError(Exception):
    """A table refers to a row that is not in a data set."""


@dataclass(frozen=True)
class Fix:
    """A corrected country, region or code for a row of Natural Earth, or for its parts in a box."""

    code: str
    box: tuple[int, int, int, int] | None  # west, south, east, north in 1e-5 degrees
    country: str
    region: str | None
    iso: str


@dataclass(frozen=True)
class RegionRule:
    """The columns of Natural Earth with the names and codes of a country's regions."""

    name: str
    iso: str
    drop: list[str]  # generic words at the end of names, such as "Region"


@dataclass(frozen=True)
class RegionName:
    """A better name, and the ISO 3166-2 code if Natural Earth has none."""

    name: str
    iso: str


@dataclass(frozen=True)
class AreaRow:
    """A disputed area and the rows of Natural Earth that it covers."""

    key: str
    title: str
    country: str
    claimants: str
    codes: list[str]
    note: str


@dataclass(frozen=True)
class Cut:
    """A line that divides a polygon of a row; the side with the point gets a new code."""

    code: str
    new_code: str
    line: Ring
    inside: tuple[int, int]


@dataclass(frozen=True)
class CityPart:
    """A place, or all places of a division, that are parts of a city, by GeoNames' numbers."""

    country: str
    divisions: tuple[str, str]  # empty for any
    place: int | None
    city: int
    within_reach: bool  # only within the city's reach

    @property
    def is_country(self) -> bool:
        """Returns true if the whole country is one city."""
        return self.place is None and not any(self.divisions)

    def covers(self, city: City) -> bool:
        """Returns true if the entry covers a place; a capital is not a part of another city."""
        if city.country != self.country or (self.place is not None and self.place != city.number):
            return False
        if city.feature == "PPLC" and self.within_reach:
            return False
        return all(
            not wanted or wanted == has
            for wanted, has in zip(self.divisions, city.divisions, strict=False)
        )


def rows(name: str) -> list[dict[str, str]]:
    """Reads a table with a header line."""
    with open(FOLDER / name, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def countries() -> dict[str, str]:
    """Reads the names of all countries in ISO 3166-1 and of Kosovo, by code."""
    return {row["code"]: row["name"] for row in rows("countries.csv")}


def fixes() -> list[Fix]:
    """Reads the corrected countries of rows; an empty region keeps the row's own."""
    return [
        Fix(
            row["adm1_code"],
            _box(row["box"]),
            row["country"],
            row["region"] or None,
            row["iso_3166_2"],
        )
        for row in rows("country-fixes.csv")
    ]


def city_fixes() -> dict[int, str]:
    """Reads the countries of cities next to an area's polygons, by GeoNames' number."""
    return {int(row["geonameid"]): row["country"] for row in rows("city-fixes.csv")}


def city_names() -> dict[int, str]:
    """Reads better names of cities, by GeoNames' number."""
    return {int(row["geonameid"]): row["name"] for row in rows("city-names.csv")}


def city_parts() -> list[CityPart]:
    """Reads the places that are parts of a city."""
    return [
        CityPart(
            row["country"],
            (row["admin1"], row["admin2"]),
            int(row["place"]) if row["place"] else None,
            int(row["city"]),
            row["reach"] == "city",
        )
        for row in rows("city-parts.csv")
    ]


def region_rules() -> dict[str, RegionRule]:
    """Reads the source of each country's region names; '*' is for all others."""
    return {
        row["country"]: RegionRule(
            row["name"], row["iso"], [" " + word for word in row["drop"].split("|") if word]
        )
        for row in rows("region-rules.csv")
    }


def region_names() -> dict[tuple[str, str], RegionName]:
    """Reads better names, by country code and name of the Natural Earth row or its region."""
    return {
        (row["country"], row["from"]): RegionName(row["to"], row["iso"])
        for row in rows("region-names.csv")
    }


def areas() -> list[AreaRow]:
    """Reads the disputed areas, in the table's order."""
    return [
        AreaRow(
            row["key"],
            row["title"],
            row["country"],
            row["claimants"],
            row["adm1_codes"].split(),
            row["why"],
        )
        for row in rows("areas.csv")
    ]


def cuts() -> list[Cut]:
    """Reads the lines that divide polygons."""
    return [
        Cut(row["adm1_code"], row["new_code"], _points(row["line"]), _points(row["inside"])[0])
        for row in rows("cuts.csv")
    ]


def _box(text: str) -> tuple[int, int, int, int] | None:
    if not text:
        return None
    west, south, east, north = (round(float(number) * SCALE) for number in text.split())
    return west, south, east, north


def _points(text: str) -> Ring:
    """Parses 'lat,lon lat,lon …'."""
    pairs = (pair.split(",") for pair in text.split())
    return [(round(float(lon) * SCALE), round(float(lat) * SCALE)) for lat, lon in pairs]
