"""A million photos without a catalog: responses to the page are made as the server would make them.

They are spread over 360 months, one of which has twenty thousand; ids increase by one with time.
"""

import json
import re
from urllib.parse import parse_qs, urlsplit

COUNT = 1_000_000
PART = 2_000
BIG_MONTH, BIG_COUNT = "2010-08", 20_000
NAMES = [f"{year}-{month:02}" for year in range(2025, 1995, -1) for month in range(12, 0, -1)]
ASPECTS = [1500, 1333, 667, 1778, 750, 1000, 1500, 2400]


def count_months():
    """The number of photos in each month, newest month first."""
    others = len(NAMES) - 1
    each, rest = divmod(COUNT - BIG_COUNT, others)
    counts = iter([each + 1] * rest + [each] * (others - rest))
    return {name: BIG_COUNT if name == BIG_MONTH else next(counts) for name in NAMES}


MONTHS = count_months()


def first_of(month):
    """The number of photos before those of a month."""
    before = NAMES[:NAMES.index(month)]
    return sum(MONTHS[name] for name in before)


def months():
    return {"items": [
        {"month": name, "count": count, "parts": -(-count // PART), "version": "1"}
        for name, count in MONTHS.items()]}


def columns(month, part):
    count = MONTHS[month]
    indices = range(part * PART, min(count, (part + 1) * PART))
    first = first_of(month)
    return {
        "part": part, "parts": -(-count // PART), "count": count, "version": "1",
        "ids": [COUNT - first - indices[0]] + [-1] * (len(indices) - 1),
        "aspects": [ASPECTS[(first + index) * 2654435761 % 2**32 >> 29] for index in indices],
        "days": [28 - index * 28 // count for index in indices],
        "colours": "".join(f"{(first + index) % 4096:03x}" for index in indices)}


def place(photo):
    index = COUNT - photo
    for month, count in MONTHS.items():
        if index < count:
            return {"month": month, "part": index // PART, "index": index,
                    "position": COUNT - photo + 1, "count": COUNT}
        index -= count
    return None


def answer(route):
    """Responds to a page's requests about the collection."""
    address = urlsplit(route.request.url)
    if address.path == "/api/v1/months":
        found = months()
    elif match := re.fullmatch(r"/api/v1/months/(.+)/columns", address.path):
        found = columns(match[1], int(parse_qs(address.query)["part"][0]))
    elif match := re.fullmatch(r"/api/v1/photos/(\d+)/place", address.path):
        found = place(int(match[1]))
    elif address.path == "/api/v1/labels":
        photos = parse_qs(address.query)["photos"][0].split(",")
        found = {"items": [
            {"id": int(photo), "text": f"Photo {photo}", "title": f"{photo}", "isTrashed": False}
            for photo in photos]}
    else:
        return route.fallback()
    return route.fulfill(body=json.dumps(found), content_type="application/json")


def tell_of_a_million(context):
    """Gives the pages of a context a million photos."""
    context.route("**/api/v1/**", answer)
