"""Decoding: a page of 500 photos of a Flickr search takes less than 15 ms."""

import json
import re
import statistics
import sys
import time
import urllib.parse
import urllib.request

import measure

EXTRAS = (
    "description,license,date_upload,date_taken,owner_name,last_update,geo,tags,machine_tags,"
    "o_dims,views,media,path_alias,url_sq,url_t,url_s,url_q,url_m,url_n,url_z,url_c,url_l,url_o")

bin_folder = measure.bin_folder()
work = measure.fresh_folder("decode")


def page(flickr):
    """Returns a page as sent by the fake server."""
    query = urllib.parse.urlencode({
        "method": "flickr.photos.search", "text": "dogs", "format": "json", "nojsoncallback": 1,
        "per_page": 500, "extras": EXTRAS, "api_key": flickr.environment["GALLERY_FLICKR_API_KEY"],
    })
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(f"{flickr.environment['GALLERY_FLICKR_ENDPOINT']}?{query}") as answer:
        return answer.read()


with measure.FakeFlickrServer(bin_folder, 500, 0, work / "requests.jsonl") as flickr:
    data = page(flickr)

ours, theirs = [], []
for _ in range(measure.rounds(5)):
    measure.run(
        [bin_folder / "gallery-bench", "decode-page"], output=work / "decode.txt")
    text = (work / "decode.txt").read_text()
    found = re.search(r"median ([0-9.]+) ms", text)
    if not found:
        sys.exit(f"error: gallery-bench decode-page printed no median: {text}")
    ours.append(float(found[1]))
    for _ in range(10):
        start = time.monotonic()
        rows = json.loads(data)["photos"]["photo"]
        theirs.append((time.monotonic() - start) * 1e3)
        if len(rows) != 500:
            sys.exit(f"error: a page of 500 has {len(rows)} rows")

table = measure.Table()
median = statistics.median(ours)
table.claim(
    "decoding 500 photos into values, ms", f"{median:.2f} ms for {len(data) / 1e3:.0f} kB",
    median, at_most=15)
table.note(
    "python's json.loads of such a page, without making values", f"{statistics.median(theirs):.2f} ms")
table.finish()
