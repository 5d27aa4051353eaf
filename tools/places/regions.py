"""Derives regions and their polygons from the rows of Natural Earth and the tables."""

import re
import unicodedata
from dataclasses import dataclass, field

from index_file import Part, Region
from shapes import bounds, contains, cut
from sources import State
from tables import (
    AreaRow,
    Fix,
    RegionName,
    RegionRule,
    TableError,
    city_parts,
    cuts,
    fixes,
    region_names,
    region_rules,
)
from wkb import Polygon

# Natural Earth marks codes that are not in ISO 3166-2: "XK-X02~", "-99-X11~", "AI-X00".
REAL_CODE = re.compile(r"[A-Z]{2}-(?!X\d\d)[A-Z0-9]{1,3}")


@dataclass(frozen=True)
class PlacedPart:
    """A polygon, its bounds, its country and the number + 1 of its disputed area, 0 for none."""

    polygon: Polygon
    box: tuple[int, int, int, int]
    country: str
    area: int


@dataclass
class Territory:
    """All polygons of the world, each in a region."""

    regions: list[Region] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    placed: list[PlacedPart] = field(default_factory=list)


@dataclass(frozen=True)
class _Piece:
    """A polygon with the names of its country and region."""

    polygon: Polygon
    country: str
    area: int
    name: str | None
    iso: str | None


def territories(
    rows: list[State], areas: list[AreaRow], names: dict[str, str], numbers: dict[str, int]
) -> Territory:
    """Joins rows of the same name into regions; countries are identified by number."""
    one_city = {part.country for part in city_parts() if part.is_country}
    pieces = _pieces(_cut_rows(rows), areas)
    regions_of: dict[str, set[str | None]] = {}
    codes_of: dict[tuple[str, int, str | None], set[str | None]] = {}
    for piece in pieces:
        if piece.name:
            regions_of.setdefault(piece.country, set()).add(piece.name)
        codes_of.setdefault((piece.country, piece.area, piece.name), set()).add(piece.iso)

    def hides_name(key: tuple[str, int, str | None]) -> bool:
        """Returns true if a region's name would only repeat the country's."""
        country, area, name = key
        return name == names[country] and (area != 0 or len(regions_of[country]) == 1)

    territory = Territory()
    first: dict[str, int] = {}
    known: dict[tuple[str, int, str | None], int] = {}
    for key in sorted(codes_of, key=lambda key: (key[0], key[1], key[2] or "")):
        country, area, name = key
        codes = codes_of[key]
        iso = next(iter(codes)) if len(codes) == 1 else None
        known[key] = len(territory.regions)
        territory.regions.append(
            Region(
                numbers[country],
                area,
                None if hides_name(key) else name,
                iso,
                first.setdefault(country, known[key]) if country in one_city else known[key],
            )
        )
    for piece in pieces:
        region = known[piece.country, piece.area, piece.name]
        territory.parts.append(Part(piece.polygon, region))
        territory.placed.append(
            PlacedPart(piece.polygon, bounds(piece.polygon[0]), piece.country, piece.area)
        )
    return territory


def _cut_rows(rows: list[State]) -> list[State]:
    """Cuts polygons in two as specified in a table; the new half becomes a separate row."""
    result = list(rows)
    for line in cuts():
        number = next(
            (i for i, row in enumerate(result) if row.columns["adm1_code"] == line.code), -1
        )
        if number < 0:
            raise TableError(f"cuts.csv: Natural Earth has no row '{line.code}'")
        row = result[number]
        whole = next((p for p in row.polygons if contains(p, *line.inside)), None)
        if whole is None:
            raise TableError(f"cuts.csv: no polygon of '{line.code}' contains the point 'inside'")
        halves = cut(whole[0], line.line)
        inner, outer = halves if contains([halves[0]], *line.inside) else halves[::-1]
        # Holes belong to the side that contains their first point.
        holes = whole[1:]
        kept = [outer] + [hole for hole in holes if not contains([inner], *hole[0])]
        taken = [inner] + [hole for hole in holes if contains([inner], *hole[0])]
        others = [polygon for polygon in row.polygons if polygon is not whole]
        result[number] = State(row.columns, [*others, kept])
        result.append(State({**row.columns, "adm1_code": line.new_code, "iso_3166_2": ""}, [taken]))
    return result


def _pieces(rows: list[State], areas: list[AreaRow]) -> list[_Piece]:
    """Determines the country, area and region of every polygon."""
    rules = region_rules()
    better = region_names()
    fixed: dict[str, list[Fix]] = {}
    for row_fix in fixes():
        fixed.setdefault(row_fix.code, []).append(row_fix)
    codes = {row.columns["adm1_code"]: None for row in rows}
    area_of: dict[str, int] = {}
    for number, area_row in enumerate(areas, 1):
        for pattern in area_row.codes:
            found = [code for code in codes if _matches(pattern, code)]
            if not found:
                raise TableError(f"areas.csv: Natural Earth has no row '{pattern}'")
            area_of.update(dict.fromkeys(found, number))
    for code in fixed:
        if code not in codes:
            raise TableError(f"country-fixes.csv: Natural Earth has no row '{code}'")

    pieces: list[_Piece] = []
    for row in rows:
        columns = row.columns
        code = columns["adm1_code"]
        for polygon in row.polygons:
            fix = next((fix for fix in fixed.get(code, []) if _applies(fix, polygon)), None)
            area = area_of.get(code, 0)
            country = fix.country if fix else columns["iso_a2"]
            if area:
                country = areas[area - 1].country
            name, iso = _name(columns, country, rules.get(country, rules["*"]), better)
            if not iso.startswith(f"{country}-"):
                iso = ""
            if fix:
                name, iso = fix.region or name, fix.iso
            name = unicodedata.normalize("NFC", name)
            real = iso if REAL_CODE.fullmatch(iso) else None
            pieces.append(_Piece(polygon, country, area, name or None, real))
    return pieces


def _name(
    columns: dict[str, str],
    country: str,
    rule: RegionRule,
    better: dict[tuple[str, str], RegionName],
) -> tuple[str, str]:
    """Returns the name and the ISO 3166-2 code of a row's region; both may be empty."""
    name = columns[rule.name] or columns["name_en"] or columns["name"]
    iso = columns[rule.iso] if rule.iso else ""
    found = better.get((country, columns["name"])) or better.get((country, name))
    if found:
        return found.name, found.iso or iso
    for ending in rule.drop:
        name = name.removesuffix(ending)
    return name, iso


def _matches(pattern: str, code: str) -> bool:
    """Returns true if a row's code equals the pattern, or begins with it if it ends in *."""
    return code.startswith(pattern[:-1]) if pattern.endswith("*") else code == pattern


def _applies(fix: Fix, polygon: Polygon) -> bool:
    """Returns true if a fix applies to a polygon: to any, or only to those in its box."""
    if fix.box is None:
        return True
    west, south, east, north = bounds(polygon[0])
    return fix.box[0] <= west and fix.box[1] <= south and east <= fix.box[2] and north <= fix.box[3]
