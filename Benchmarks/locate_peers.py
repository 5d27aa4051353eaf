"""Looks positions up with a Python package, as a script around it would.

Reads `lat,lon` a line and writes JSON Lines with country, region and city.
Usage: locate_peers.py reverse_geocoder|reverse_geocode < POINTS > ROWS
"""

import json
import sys


def read():
    """The positions of standard input."""
    points = []
    for line in sys.stdin:
        latitude, longitude = line.split(",")
        points.append((float(latitude), float(longitude)))
    return points


def reverse_geocoder(points):
    """Country, region and city of each position. The package knows codes of countries alone."""
    import reverse_geocoder
    for row in reverse_geocoder.search(points, verbose=False):  # its default, several processes
        yield row["cc"], row["cc"], row["admin1"], row["name"]


def reverse_geocode(points):
    """Country, region and city of each position."""
    import reverse_geocode
    for row in reverse_geocode.search(points):
        yield row["country_code"], row["country"], row.get("state"), row["city"]


points = read()
search = {"reverse_geocoder": reverse_geocoder, "reverse_geocode": reverse_geocode}[sys.argv[1]]
for (latitude, longitude), (code, country, region, city) in zip(points, search(points)):
    print(json.dumps({
        "latitude": latitude, "longitude": longitude, "countryCode": code, "country": country,
        "region": region, "city": city}, ensure_ascii=False))
