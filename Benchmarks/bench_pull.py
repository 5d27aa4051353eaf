"""Pulling: the first `pull` of 500 pictures takes at most 1.3 times what `curl --parallel
--parallel-max 8` takes for the same URLs, at 20 ms of latency a request; 1,000 people again, with
10 photos each and nothing new, take less than a second, one request a list; so do 10,000 posts of a
campaign, one request.
"""

import json
import shutil
import sys

import measure

bin_folder = measure.bin_folder()
work = measure.fresh_folder("pull")
table = measure.Table()


def pull(flickr, catalog, output, *options):
    """One pull, with its summary in a file."""
    return measure.run(
        [bin_folder / "gallery", "pull", f"{flickr.url}/photoserver", "--format", "jsonl", *options],
        measure.environment(GALLERY_CATALOG=catalog), output=output)


def requests(log, kind):
    """The paths of a kind that the fake server was asked for."""
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
        sys.exit(f"error: {len(urls)} addresses were asked for")
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

# Again: lists alone.
log, catalog = work / "again.jsonl", work / "again"
with measure.FakeFlickrServer(
        bin_folder, 1, 0, log, more=["--people", "1000", "--shared", "10"]) as flickr:
    pull(flickr, catalog, work / "rows.jsonl", "--size", "none")
    before = len(requests(log, "/photoserver/"))
    runs = [pull(flickr, catalog, work / "rows.jsonl", "--size", "none")
            for _ in range(measure.rounds(5))]
    asked = (len(requests(log, "/photoserver/")) - before) / len(runs)
    if asked != 1001:
        sys.exit(f"error: {asked} requests a pull instead of 1,001")
again = measure.seconds(runs)
table.claim("gallery pull again, 1,000 people, seconds", f"{again:.2f} s", again, at_most=1.0)
table.note("the same, peak memory", f"{measure.peak(runs):.0f} MB")

# A feed again: one request.
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
        sys.exit(f"error: {asked} requests a pull instead of 1")
again = measure.seconds(runs)
table.claim(
    "gallery pull --campaign again, 10,000 posts, seconds", f"{again:.2f} s", again, at_most=1.0)
table.note("the same, peak memory", f"{measure.peak(runs):.0f} MB")
table.finish()
