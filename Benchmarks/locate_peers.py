"""Looks up positions with a Python package, as a script based on it would.

Reads lines of `lat,lon` and writes JSON Lines with country, region and city. Both use all cores:
reverse_geocoder by itself, reverse_geocode with one process per core.
Usage: locate_peers.py reverse_geocoder|reverse_geocode < POINTS > ROWS
"""

import json
import multiprocessing
import os
import sys


def read():
    """Reads positions from standard input."""
    points = []
    for line in sys.stdin:
        latitude, longitude = line.split(",")
        points.append((float(latitude), float(longitude)))
    return points


def reverse_geocoder(points):
    """Returns country, region and city of each position. The package has only country codes."""
    import reverse_geocoder
    for row in reverse_geocoder.search(points, verbose=False):  # its default, several processes
        yield row["cc"], row["cc"], row["admin1"], row["name"]


def reverse_geocode(points):
    """Returns country, region and city of each position."""
    import reverse_geocode
    for row in reverse_geocode.search(points):
        yield row["country_code"], row["country"], row.get("state"), row["city"]


def rows(search, points):
    """Returns the output lines for the given positions."""
    return "".join(
        json.dumps({
            "latitude": latitude, "longitude": longitude, "countryCode": code,
            "country": country, "region": region, "city": city}, ensure_ascii=False) + "\n"
        for (latitude, longitude), (code, country, region, city)
        in zip(points, search(points)))


def main():
    """Looks up every position from standard input."""
    points = read()
    if sys.argv[1] == "reverse_geocoder":
        sys.stdout.write(rows(reverse_geocoder, points))
        return
    cores = len(os.sched_getaffinity(0))
    share = -(-len(points) // cores)
    parts = [(reverse_geocode, points[start:start + share])
             for start in range(0, len(points), share)]
    with multiprocessing.Pool(cores) as pool:
        sys.stdout.writelines(pool.starmap(rows, parts, chunksize=1))


if __name__ == "__main__":
    main()
