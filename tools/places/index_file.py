"""Writes models/places.idx, format 2, as specified in docs/formats.md."""

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass

import numpy

from shapes import bounds
from wkb import Polygon

MAGIC = b"GLRYPLC1"
FORMAT_VERSION = 2
PAGE_SIZE = 65_536
HEADER_SIZE = 128
DIGESTED_FROM = 72
# Sections are aligned to 8 bytes, the data to a memory page.
SECTION_ALIGNMENT = 8
DATA_ALIGNMENT = 4096
NONE = 0xFFFF_FFFF
NO_REGION = 0xFFFF


@dataclass(frozen=True)
class Region:
    """A first-level division of a country, or its part in a disputed area."""

    country: int
    area: int  # 0: none, else the area's number + 1
    name: str | None
    iso: str | None
    cities: int  # the region that its cities are filed under, NONE if the country has no city


@dataclass(frozen=True)
class Area:
    """A disputed area: one entry of areas.csv."""

    key: str
    country: int
    title: str
    note: str
    claimants: str


@dataclass(frozen=True)
class Part:
    """One polygon of a region."""

    polygon: Polygon
    region: int


@dataclass(frozen=True)
class CityNode:
    """A city or a part of one as a node of the k-d tree, with its position in 1e-5 degrees."""

    latitude: int
    longitude: int
    name: str
    country: int
    axis: int
    area: int  # 0: none, else the area's number + 1; below 256
    population: int
    largest: int  # the largest population in its subtree
    region: int  # NONE if no polygon is near
    is_quarter: bool  # a section of a populated place, which does not influence borders
    parent: int  # the row of the city that it is a part of; NONE for a city


@dataclass(frozen=True)
class Index:
    """The contents of the file; all lists are in file order."""

    data_version: str
    countries: list[tuple[str, str]]  # code and name, by code
    regions: list[Region]
    areas: list[Area]
    parts: list[Part]
    cities: list[CityNode]
    credits: str


class Strings:
    """The string table: every string once, in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str | None) -> int:
        """Returns the number of a string, adding it if necessary; NONE for None."""
        if text is None:
            return NONE
        return self._numbers.setdefault(text, len(self._numbers))

    def section(self) -> tuple[int, bytes]:
        """Returns the number of strings and the section: offsets, then strings."""
        texts = [text.encode("utf-8") for text in self._numbers]
        ends = [0]
        for text in texts:
            ends.append(ends[-1] + len(text))
        return len(texts), struct.pack(f"<{len(ends)}I", *ends) + b"".join(texts)


def varint(value: int) -> bytes:
    """Encodes a number >= 0 as LEB128: seven bits per byte, lowest first."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def zigzag(value: int) -> bytes:
    """Encodes a signed number: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def geometry(polygon: Polygon) -> bytes:
    """Encodes rings as differences of consecutive points."""
    written = [varint(len(polygon))]
    for ring in polygon:
        written.append(varint(len(ring)))
        previous = (0, 0)
        for point in ring:
            written.append(zigzag(point[0] - previous[0]))
            written.append(zigzag(point[1] - previous[1]))
            previous = point
    return b"".join(written)


def index_bytes(index: Index) -> bytes:
    """Returns the contents of the file."""
    strings = Strings()
    countries = _packed(
        "<2sHI", ((code.encode(), 0, strings.number(name)) for code, name in index.countries)
    )
    by_region = sorted(
        (city.region, place) for place, city in enumerate(index.cities) if city.region != NONE
    )
    cities_of: dict[int, tuple[int, int]] = {}
    for start, (region, _) in enumerate(by_region):
        first, count = cities_of.get(region, (start, 0))
        cities_of[region] = (first, count + 1)
    regions = _packed(
        "<HHIIHHII",
        (
            (
                region.country,
                region.area,
                strings.number(region.name),
                strings.number(region.iso),
                NO_REGION if region.cities == NONE else region.cities,
                0,
                *cities_of.get(number, (0, 0)),
            )
            for number, region in enumerate(index.regions)
        ),
    )
    areas = _packed(
        "<IHHIII",
        (
            (
                strings.number(area.key),
                area.country,
                0,
                strings.number(area.title),
                strings.number(area.note),
                strings.number(area.claimants),
            )
            for area in index.areas
        ),
    )
    parts, geometries = _parts(index.parts)
    cities = _packed(
        "<iiIHBBIIHHI",
        (
            (
                city.latitude,
                city.longitude,
                strings.number(city.name),
                city.country,
                city.axis,
                city.area,
                city.population,
                city.largest,
                NO_REGION if city.region == NONE else city.region,
                int(city.is_quarter),
                city.parent,
            )
            for city in index.cities
        ),
    )
    sections = [
        strings.section(),
        (len(index.countries), countries),
        (len(index.regions), regions),
        (len(index.areas), areas),
        (len(index.parts), parts),
        (len(index.parts), geometries),
        (len(index.cities), cities),
        (1, index.credits.encode("utf-8")),
        (len(by_region), _packed("<I", ((place,) for _, place in by_region))),
    ]
    return _file(index.data_version, sections)


def _packed(form: str, rows: Iterable[tuple[object, ...]]) -> bytes:
    return b"".join(struct.pack(form, *row) for row in rows)


def _parts(parts: list[Part]) -> tuple[bytes, bytes]:
    table: list[bytes] = []
    geometries: list[bytes] = []
    offset = 0
    for part in parts:
        written = geometry(part.polygon)
        west, south, east, north = bounds(part.polygon[0])
        table.append(
            struct.pack("<iiiiIIHH", west, south, east, north, offset, len(written), part.region, 0)
        )
        geometries.append(written)
        offset += len(written)
    return b"".join(table), b"".join(geometries)


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def _file(data_version: str, sections: list[tuple[int, bytes]]) -> bytes:
    starts: list[int] = []
    length = 0
    for _, content in sections:
        length = _aligned(length, SECTION_ALIGNMENT)
        starts.append(length)
        length += len(content)
    page_count = -(-length // PAGE_SIZE)
    table_size = 32 * len(sections)
    data_offset = _aligned(HEADER_SIZE + table_size + 16 * page_count, DATA_ALIGNMENT)

    data = numpy.zeros(length, numpy.uint8)
    table = b""
    for number, ((count, content), start) in enumerate(zip(sections, starts, strict=True), 1):
        data[start : start + len(content)] = numpy.frombuffer(content, numpy.uint8)
        table += struct.pack("<IIQQQ", number, count, data_offset + start, len(content), 0)
    pages = data.tobytes()
    digests = b"".join(
        hashlib.sha256(pages[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]).digest()[:16]
        for page in range(page_count)
    )
    version = data_version.encode("ascii")
    if len(version) > 16:
        raise ValueError(f"the data version '{data_version}' is longer than 16 bytes")
    digested = version.ljust(16, b"\0").ljust(HEADER_SIZE - DIGESTED_FROM, b"\0") + table + digests
    digested = digested.ljust(data_offset - DIGESTED_FROM, b"\0")
    header = struct.pack(
        "<8sIIQIIQ",
        MAGIC,
        FORMAT_VERSION,
        PAGE_SIZE,
        data_offset + length,
        len(sections),
        page_count,
        data_offset,
    )
    return header + hashlib.sha256(digested).digest() + digested + pages
