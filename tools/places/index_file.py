"""Writes models/places.idx, format 1: docs/formats.md describes every byte."""

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass

import numpy

from shapes import bounds
from wkb import Polygon

MAGIC = b"GLRYPLC1"
FORMAT_VERSION = 1
PAGE_SIZE = 65_536
HEADER_SIZE = 128
DIGESTED_FROM = 72
# Sections begin at a multiple of 8 bytes, the data at a multiple of a memory page.
SECTION_ALIGNMENT = 8
DATA_ALIGNMENT = 4096
NONE = 0xFFFF_FFFF


@dataclass(frozen=True)
class Region:
    """A first-level division of a country, or what an area holds of one."""

    country: int
    area: int  # 0: none, else the area's number + 1
    name: str | None
    iso: str | None


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
    """A city at its place in the k-d tree; its position in 1e-5 degrees."""

    latitude: int
    longitude: int
    name: str
    country: int
    axis: int
    area: int  # 0: none, else the area's number + 1; below 256
    population: int


@dataclass(frozen=True)
class Index:
    """What the file holds, every list in the file's order."""

    data_version: str
    countries: list[tuple[str, str]]  # code and name, by code
    regions: list[Region]
    areas: list[Area]
    parts: list[Part]
    cities: list[CityNode]
    credits: str


class Strings:
    """The string table: every text once, in the order of its first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str | None) -> int:
        """Gives the text's number, a new one to a new text, and NONE to none."""
        if text is None:
            return NONE
        return self._numbers.setdefault(text, len(self._numbers))

    def section(self) -> tuple[int, bytes]:
        """Writes the offsets and after them the texts."""
        texts = [text.encode("utf-8") for text in self._numbers]
        ends = [0]
        for text in texts:
            ends.append(ends[-1] + len(text))
        return len(texts), struct.pack(f"<{len(ends)}I", *ends) + b"".join(texts)


def varint(value: int) -> bytes:
    """Writes a number >= 0 as LEB128: seven bits a byte, the lowest first."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def zigzag(value: int) -> bytes:
    """Writes a number of either sign: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def geometry(polygon: Polygon) -> bytes:
    """Writes rings as differences of consecutive points."""
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
    """Writes the whole file."""
    strings = Strings()
    countries = _packed(
        "<2sHI", ((code.encode(), 0, strings.number(name)) for code, name in index.countries)
    )
    regions = _packed(
        "<HHII",
        (
            (region.country, region.area, strings.number(region.name), strings.number(region.iso))
            for region in index.regions
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
        "<iiIHBBI",
        (
            (
                city.latitude,
                city.longitude,
                strings.number(city.name),
                city.country,
                city.axis,
                city.area,
                city.population,
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
