"""Searching: `search --limit 500` with 500 pictures and a latency of 100 ms per request takes at
most 1.3 times as long as `curl --parallel --parallel-max 8` for the same URLs, and at most a quarter
of the time of gallery-dl, of one gallery-dl process per core, and of sequential requests.
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import measure

PHOTOS = 500
LATENCY_MS = 100

bin_folder = measure.bin_folder()
work = measure.fresh_folder("search")
log = work / "requests.jsonl"


def curl(urls, *options):
    """Fetches the URLs to files with a single curl process."""
    folder = measure.fresh_folder("search/curl")
    config = work / "curl.config"
    config.write_text(
        "".join(f'url = "{url}"\noutput = "{folder}/{i}"\n' for i, url in enumerate(urls)))
    return measure.run(["curl", "--silent", "--fail", "--config", config, *options])


with measure.FakeFlickrServer(bin_folder, PHOTOS, LATENCY_MS, log) as flickr:
    catalog = work / "catalog"
    environment = measure.environment(GALLERY_CATALOG=catalog, **flickr.environment)

    def search(_):
        shutil.rmtree(catalog, ignore_errors=True)
        return measure.run(
            [bin_folder / "gallery", "search", "dogs", "--limit", PHOTOS, "--format", "json"],
            environment, output=work / "search.json")

    search(0)
    answer = json.loads((work / "search.json").read_text())
    downloaded = answer["pictures"]["downloaded"]
    # A few of the fake server's photos have no picture, as on Flickr.
    if answer["listed"] != PHOTOS or answer["pictures"]["failed"] or downloaded < PHOTOS * 0.9:
        sys.exit(f"error: {answer['listed']} photos, pictures: {answer['pictures']}")
    urls = [flickr.link(json.loads(line)) for line in log.read_text().splitlines()]

    runs = measure.interleaved(
        {
            "gallery": search,
            "curl": lambda _: curl(urls, "--parallel", "--parallel-max", "8"),
        },
        measure.rounds(5))
    # Each takes most of a minute, and the variation is small compared with the factor.
    one_by_one = curl(urls).seconds
    # Between the two slow ones, so that a slower machine affects gallery as well.
    after = search(0).seconds
    def gallery_dl(processes):
        """Returns the seconds and files of the given number of gallery-dl processes, each with a share."""
        folder = measure.fresh_folder("search/gallery-dl")
        share = -(-PHOTOS // processes)
        start = time.monotonic()
        running = [
            subprocess.Popen(
                [sys.executable, Path(__file__).parent / "gallery_dl_at.py",
                 flickr.environment["GALLERY_FLICKR_ENDPOINT"],
                 flickr.environment["GALLERY_FLICKR_API_KEY"], "--config-ignore",
                 "--dest", folder, "--range", f"{number * share + 1}-{(number + 1) * share}",
                 # Disables its pause between requests, which a fake server does not need.
                 "-o", "sleep-request=0", "https://www.flickr.com/search/?text=dogs"],
                env=measure.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)  # prints a warning for each video
            for number in range(processes)]
        if any([process.wait() for process in running]):
            sys.exit("error: gallery-dl failed")
        seconds = time.monotonic() - start
        fetched = sum(1 for path in folder.rglob("*") if path.is_file())
        # It skips videos, which is to its advantage; far fewer files would not be comparable.
        if fetched < downloaded * 0.85:
            sys.exit(f"error: gallery-dl fetched only {fetched} pictures, gallery {downloaded}")
        return seconds, fetched

    one_process, fetched = gallery_dl(1)
    processes, _ = gallery_dl(measure.CORES)

table = measure.Table()
ours, theirs = measure.seconds(runs["gallery"]), measure.seconds(runs["curl"])
table.claim(
    "gallery search --limit 500 / curl --parallel-max 8", f"{ours:.2f} s / {theirs:.2f} s",
    ours / theirs, at_most=1.3)
slowest = max(ours, after)
table.claim(
    "sequential requests (curl) / gallery", f"{one_by_one:.1f} s / {slowest:.2f} s",
    one_by_one / slowest, at_least=4)
table.claim(
    "gallery-dl / gallery", f"{one_process:.1f} s / {slowest:.2f} s", one_process / slowest,
    at_least=4)
table.claim(
    f"{measure.CORES} processes of gallery-dl / gallery", f"{processes:.1f} s / {slowest:.2f} s",
    processes / slowest, at_least=4)
table.note(
    "requests and pictures of gallery; files of gallery-dl", f"{len(urls)}, {downloaded}; {fetched}")
table.note("gallery search, peak memory", f"{measure.peak(runs['gallery']):.0f} MB")
table.finish()
