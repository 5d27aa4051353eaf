"""The programs that serve the pages: `gallery`, its server, and the fake server for Flickr."""

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(os.environ.get("GALLERY_TEST_BIN", ROOT / ".build/debug"))
# Direct connections, even if the machine has a proxy.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def environment(catalog, **settings):
    """The environment of the programs, without the user's settings."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("GALLERY_")}
    return clean | {
        "GALLERY_CATALOG": str(catalog), "XDG_CONFIG_HOME": str(Path(catalog).parent / "config"),
        "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1", **settings}


def gallery(catalog, *arguments, **settings):
    """Runs a command and returns what it prints."""
    return subprocess.run(
        [BIN / "gallery", *map(str, arguments)], env=environment(catalog, **settings), check=True,
        stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL).stdout


class Server:
    """`gallery serve` with a catalog, on a free port."""

    def __init__(self, catalog, *arguments, **settings):
        self.catalog = Path(catalog)
        self.process = subprocess.Popen(
            [BIN / "gallery", "serve", "--port", "0", *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            env=environment(catalog, **settings))
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), "gallery serve did not start"
        self.url = line.split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends it; fails if it does not end cleanly."""
        self.process.terminate()
        assert self.process.wait(timeout=30) == 0

    def text(self, path):
        """The text at an address."""
        with DIRECT.open(self.url + path) as answer:
            return answer.read().decode()

    def send(self, path, body):
        """Sends bytes to an address, and returns the response."""
        request = urllib.request.Request(self.url + path, data=body, method="POST")
        with DIRECT.open(request) as answer:
            return answer.read().decode()


class FakeFlickr:
    """`fake-flickr` on a free port; `settings` sends `gallery` there (docs/fake-flickr.md)."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [BIN / "fake-flickr", "--port", "0", "--print-environment", *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().startswith("listening on "), "it did not start"
        lines = [self.process.stdout.readline() for _ in range(4)]
        self.settings = dict(re.match(r"export (\w+)='(.*)'", line).groups() for line in lines)

    def stop(self):
        """Ends it."""
        self.process.terminate()
        assert self.process.wait(timeout=30) == 0


def make_demo(catalog, flickr):
    """A small catalog with a bit of everything: two searches, one of them right to left, and
    camera pictures with faces, places and thumbnails; one is edited, two are in the trash."""
    def run(*arguments):
        gallery(catalog, "--quiet", *arguments, **flickr.settings)

    run("search", "dogs")
    run("search", "قطط", "--limit", 20)
    samples = catalog.parent / "samples"
    subprocess.run(
        [BIN / "sample-photos", "--to", samples], check=True, stdout=subprocess.DEVNULL)
    run("import", samples)
    run("analyze")
    run("edit", "camera/1", "--crop", "10%,10%,80%,80%", "--effect", "noir:0.8")
    run("thumbnails", "camera/1")
    run("remove", "dogs/3", "dogs/4")


class BigCatalog:
    """A catalog of 20,000 photos over many years, without files. It takes most of a minute, so it
    is made while other tests run, once for all processes that run tests, and kept for as long as
    the program that makes it is the same."""

    def __init__(self):
        program = BIN / "gallery-bench"
        built = program.stat()
        kept = ROOT / ".build/browser-tests"
        kept.mkdir(parents=True, exist_ok=True)
        self.folder = kept / f"big-{built.st_mtime_ns}-{built.st_size}"
        self.process = subprocess.Popen(
            ["flock", kept / "lock", "sh", "-ec", MAKE_BIG, "sh", program, self.folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)

    def ready(self):
        """Waits until the catalog is made, and returns its folder."""
        assert self.process.wait(timeout=300) == 0, "gallery-bench made no catalog"
        return self.folder

    def stop(self):
        """Stops making it if it is no longer needed."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


MAKE_BIG = """
[ ! -e "$2" ] || exit 0
rm -rf "${2%/*}"/big-*
"$1" make-catalog --rows 20000 "$2.new"
mv "$2.new" "$2"
"""
