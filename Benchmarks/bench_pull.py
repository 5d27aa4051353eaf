"""Pulling: the first `pull` of 500 pictures takes at most 1.3 times as long as `curl --parallel
--parallel-max 8` for the same URLs, with a latency of 20 ms per request. Pulling 1,000 users with
10 photos each again, without new photos, takes less than a second with one request per list; the
same applies to 10,000 posts of a campaign with a single request.
"""

import json
import shutil
import sys

import measure

bin_folder = measure.bin_folder()
work = measure.fresh_folder("pull")
table = measure.Table()


def pull(flickr, catalog, output, *options):
    """Runs a pull and writes its summary to a file."""
    return measure.run(
        [bin_folder / "gallery", "pull", f"{flickr.url}/photoserver", "--format", "jsonl", *options],
        measure.environment(GALLERY_CATALOG=catalog), output=output)


def requests(log, kind):
    """Returns the paths of a kind that were requested from the fake server."""
    paths = [json.loads(line)["path"] for line in log.read_text().splitlines()]
    return [path for path in paths if kind in path]


# First: pictures.
log, catalog = work / "first.jsonl", work / "first"
with measure.FakeFlickrServer(
        bin_folder, 1, 20, log, more=["--people", "25", "--shared", "20"]) as flickr:
    def first(_):
        shutil.rmtree(catalog, ignore_errors=True)
        return pull(flickr, catalog, work / "rows.jsonl")

    first(0)
    urls = [f"{flickr.url}{path}" for path in dict.fromkeys(requests(log, "/photoserver/"))]
    if len(urls) != 1 + 25 + 500:
        sys.exit(f"error: {len(urls)} URLs were requested")
    config = work / "curl.config"

    def curl(_):
        folder = measure.fresh_folder("pull/curl")
        config.write_text("".join(
            f'url = "{url}"\noutput = "{folder}/{i}"\n' for i, url in enumerate(urls)))
        return measure.run(
            ["curl", "--silent", "--fail", "--parallel", "--parallel-max", "8", "--config", config])

    runs = measure.interleaved({"gallery": first, "curl": curl}, measure.rounds(5))
ours, theirs = measure.seconds(runs["gallery"]), measure.seconds(runs["curl"])
table.claim(
    "gallery pull, 500 pictures / curl --parallel-max 8", f"{ours:.2f} s / {theirs:.2f} s",
    ours / theirs, at_most=1.3)

# Pulling again fetches only lists.
log, catalog = work / "again.jsonl", work / "again"
with measure.FakeFlickrServer(
        bin_folder, 1, 0, log, more=["--people", "1000", "--shared", "10"]) as flickr:
    pull(flickr, catalog, work / "rows.jsonl", "--size", "none")
    before = len(requests(log, "/photoserver/"))
    runs = [pull(flickr, catalog, work / "rows.jsonl", "--size", "none")
            for _ in range(measure.rounds(5))]
    asked = (len(requests(log, "/photoserver/")) - before) / len(runs)
    if asked != 1001:
        sys.exit(f"error: {asked} requests per pull instead of 1,001")
again = measure.seconds(runs)
table.claim("gallery pull again, 1,000 users, seconds", f"{again:.2f} s", again, at_most=1.0)
table.note("the same, peak memory", f"{measure.peak(runs):.0f} MB")

# Pulling a feed again takes one request.
log, catalog = work / "feed.jsonl", work / "feed"
with measure.FakeFlickrServer(bin_folder, 1, 0, log, more=["--posts", "10000"]) as flickr:
    def feed(_):
        return measure.run(
            [bin_folder / "gallery", "pull", f"{flickr.url}/campaign", "--campaign", "dogs",
             "--size", "none", "--format", "jsonl"],
            measure.environment(GALLERY_CATALOG=catalog), output=work / "rows.jsonl")

    feed(0)
    before = len(requests(log, "/campaign/"))
    runs = [feed(round) for round in range(measure.rounds(5))]
    asked = (len(requests(log, "/campaign/")) - before) / len(runs)
    if asked != 1:
        sys.exit(f"error: {asked} requests per pull instead of 1")
again = measure.seconds(runs)
table.claim(
    "gallery pull --campaign again, 10,000 posts, seconds", f"{again:.2f} s", again, at_most=1.0)
table.note("the same, peak memory", f"{measure.peak(runs):.0f} MB")
table.finish()
