"""Runs programs side by side and compares them."""

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".build" / "bench"
# The number of processes or threads for each peer.
CORES = len(os.sched_getaffinity(0))
SAMPLES = Path("/usr/share/doc/opencv-doc/examples/data")


class Run:
    """The resources used by a run of a program."""

    def __init__(self, seconds, peak_mb, cpu=0):
        self.seconds = seconds  # wall clock
        self.peak_mb = peak_mb  # largest resident set, in 10**6 bytes
        self.cpu = cpu  # seconds, including all threads and child processes


def environment(**more):
    """Returns the environment of a measured program, without the user's settings for gallery."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GALLERY_")}
    kept |= {"XDG_CONFIG_HOME": str(WORK / "config"), "no_proxy": "127.0.0.1"}
    return kept | {k: str(v) for k, v in more.items()}


def run(command, env=None, output="/dev/null", expected=(0,)):
    """Runs a program to completion and measures it; its standard output is written to a file."""
    command = [str(word) for word in command]
    program = shutil.which(command[0])
    if program is None:
        sys.exit(f"error: '{command[0]}' is not installed")
    errors = WORK / "stderr.txt"
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, str(errors), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    start = time.monotonic()
    pid = os.posix_spawn(program, command, env or environment(), file_actions=actions)
    # A child's peak includes this interpreter's memory when it spawns, about 20 MB: a lower bound.
    _, status, usage = os.wait4(pid, 0)
    seconds = time.monotonic() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in expected:
        tail = errors.read_text(errors="replace")[-2000:]
        sys.exit(f"error: status {code} from: {' '.join(command)[:300]}\n{tail}")
    return Run(seconds, usage.ru_maxrss * 1024 / 1e6, usage.ru_utime + usage.ru_stime)


def on_all_cores(command, paths, batch, env=None, output="/dev/null"):
    """Runs a program on paths with one process per core, each taking `batch` paths at a time."""
    names = WORK / "names"
    names.write_bytes(b"\0".join(os.fsencode(str(path)) for path in paths))
    return run(
        ["xargs", "-0", "-a", names, "-P", CORES, "-n", batch, *command], env, output)


def interleaved(sides, rounds):
    """Runs every side once per round (A B A B …) after a warm-up round.

    sides maps a name to a function of the round's number that returns a Run.
    """
    runs = {name: [] for name in sides}
    for number in range(rounds + 1):
        for name, side in sides.items():
            result = side(number)
            if number > 0:
                runs[name].append(result)
    return runs


def seconds(runs):
    """Returns the median wall clock time."""
    return statistics.median(run.seconds for run in runs)


def cpu(runs):
    """Returns the median CPU time."""
    return statistics.median(run.cpu for run in runs)


def peak(runs):
    """Returns the largest peak, as memory must stay below its limit in every run."""
    return max(run.peak_mb for run in runs)


def rounds(default):
    """Returns the number of runs per side."""
    return int(os.environ.get("BENCH_ROUNDS", default))


class Table:
    """Collects claims and prints them with their targets."""

    def __init__(self):
        self.rows = []
        self.missed = False

    def note(self, claim, measured):
        """Adds a number without a target."""
        self.rows.append((claim, measured, "", ""))

    def claim(self, claim, measured, value, at_most=None, at_least=None):
        """Adds a number with a maximum or minimum."""
        met = (at_most is None or value <= at_most) and (at_least is None or value >= at_least)
        target = f"<= {at_most:,g}" if at_most is not None else f">= {at_least:,g}"
        self.rows.append((claim, measured, f"{value:,.3g} ({target})", "ok" if met else "MISSED"))
        self.missed = self.missed or not met

    def finish(self):
        """Prints the table; the status is 1 if a target was missed."""
        header = ("claim", "measured (medians)", "value (target)", "")
        widths = [max(len(row[i]) for row in [header, *self.rows]) for i in range(4)]
        for row in [header, *self.rows]:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        sys.exit(1 if self.missed else 0)


class FakeFlickrServer:
    """Runs the fake Flickr server on a free port of the loopback interface."""

    def __init__(self, bin_folder, photos, latency_ms, log, term="dogs", more=()):
        command = [
            Path(bin_folder) / "fake-flickr", "--port", "0", "--photos", photos,
            "--latency-ms", latency_ms, "--term", term, "--log", log, "--print-environment",
            *more,
        ]
        self.log = Path(log)
        self.environment = {}
        self.process = subprocess.Popen(
            [str(word) for word in command], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
            text=True)
        self.url = None
        for line in self.process.stdout:
            if line.startswith("listening on "):
                self.url = line.split()[-1]
            elif line.startswith("export "):
                name, value = line[len("export "):].strip().split("=", 1)
                self.environment[name] = value.strip("'")
                if name == "GALLERY_FLICKR_PHOTO_ENDPOINT":  # the last one
                    break
        if not self.environment:
            sys.exit("error: the fake Flickr server did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    def link(self, request):
        """The URL of a logged request."""
        query = urllib.parse.urlencode(request["query"])
        path = urllib.parse.quote(request["path"])
        return f"{self.url}{path}?{query}" if query else f"{self.url}{path}"


class GalleryServer:
    """Runs `gallery serve` with a catalog on a free port until the end of the block."""

    def __init__(self, bin_folder, catalog):
        start = time.monotonic()
        self.process = subprocess.Popen(
            [Path(bin_folder) / "gallery", "serve", "--port", "0"], stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL, env=environment(GALLERY_CATALOG=catalog), text=True)
        line = self.process.stdout.readline()
        self.seconds = time.monotonic() - start
        if not line.startswith("listening on "):
            sys.exit("error: gallery serve did not start")
        self.url = line.split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait() != 0:
            sys.exit("error: gallery serve did not exit with status 0")

    def json(self, path):
        """Returns a response of the API."""
        with urllib.request.urlopen(self.url + path) as answer:
            return json.load(answer)

    def megabytes(self):
        """Returns the memory of the process, in 10**6 bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024 / 1e6


def fresh_folder(name):
    """Returns an empty folder in the benchmarks' folder."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def bin_folder():
    """Returns the folder of the release build, from the command line."""
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} BIN_FOLDER")
    WORK.mkdir(parents=True, exist_ok=True)
    return Path(sys.argv[1]).resolve()
