"""Reads the tables beside this file: what the two data sets lack or say otherwise."""

import csv
from dataclasses import dataclass
from pathlib import Path

from wkb import SCALE, Ring

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Fix:
    """Another country, region or code for a row of Natural Earth, or for its parts in a box."""

    code: str
    box: tuple[int, int, int, int] | None  # west, south, east, north in 1e-5 degrees
    country: str
    region: str | None
    iso: str


@dataclass(frozen=True)
class RegionRule:
    """Which columns of Natural Earth name a country's regions and give their codes."""

    name: str
    iso: str
    drop: list[str]  # words that end a name and say no more than that it is a region


@dataclass(frozen=True)
class RegionName:
    """A better name, and the ISO 3166-2 code where Natural Earth has none."""

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
    """A line that parts a polygon of a row; the side with the point gets a code of its own."""

    code: str
    new_code: str
    line: Ring
    inside: tuple[int, int]


def rows(name: str) -> list[dict[str, str]]:
    """Reads a table with a header line."""
    with open(FOLDER / name, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def countries() -> dict[str, str]:
    """Reads the names of all countries of ISO 3166-1 and of Kosovo, by code."""
    return {row["code"]: row["name"] for row in rows("countries.csv")}


def fixes() -> list[Fix]:
    """Reads what a row's country should be; an empty region leaves the row's own."""
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
    """Reads the countries of cities that lie beside an area's polygons; GeoNames' number first."""
    return {int(row["geonameid"]): row["country"] for row in rows("city-fixes.csv")}


def region_rules() -> dict[str, RegionRule]:
    """Reads where each country's region names come from; '*' stands for all others."""
    return {
        row["country"]: RegionRule(
            row["name"], row["iso"], [" " + word for word in row["drop"].split("|") if word]
        )
        for row in rows("region-rules.csv")
    }


def region_names() -> dict[tuple[str, str], RegionName]:
    """Reads better names, by country code and the name of Natural Earth's row or its region."""
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
    """Reads the lines that part polygons."""
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
    """Reads 'lat,lon lat,lon …'."""
    pairs = (pair.split(",") for pair in text.split())
    return [(round(float(lon) * SCALE), round(float(lat) * SCALE)) for lat, lon in pairs]
