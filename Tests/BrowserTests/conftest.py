"""What the flows in a browser stand on: servers on catalogs, and pages at both sizes.

- `demo` and `big` are servers that all tests share and only look at; `own_demo` is a server on a
  copy that the tests of one file may change.
- `serve(catalog, …)` starts a server for one test.
- `visit(server, path, …)` opens a page; at the end of the test it is held against `gates`.
- A test marked `at_both_sizes` runs on a phone and on a desk.

Set GALLERY_PAGE_FILES to `Sources/GalleryWeb/Page` to try styles and scripts as they lie there,
without a build.
"""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from gates import SHOTS, Watch
from servers import (  # noqa: F401
    BIN, ROOT, BigCatalog, FakeFlickr, Server, environment, gallery, make_demo)

SIZES = {"phone": (390, 844), "desk": (1440, 900)}
# What is waited for comes at once; a machine that is busy otherwise may take longer.
expect.set_options(timeout=20_000)
at_both_sizes = pytest.mark.parametrize("size", list(SIZES))
# In place of a big catalog's thumbnails, as it has no files.
TILE = """<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}" viewBox="0 0 3 3">
<path fill="#789" d="M0 0h3v3H0z"/><path fill="#9ab" d="M0 3 3 0v3z"/></svg>"""


def pytest_configure(config):
    # Also where pytest-xdist, whose mark it is, is not there.
    config.addinivalue_line("markers", "xdist_group(name): tests that one process runs")


def pytest_collection_modifyitems(config, items):
    """Those that need the big catalog come last: it is made meanwhile. In several processes, those
    of a file stay together, as they may change the same catalog."""
    def needs_big(item):
        return "big" in getattr(item, "fixturenames", ())

    items.sort(key=needs_big)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(f"{item.path.name} {needs_big(item)}"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.stash[failed] = report.failed or item.stash.get(failed, False)
    return report


failed = pytest.StashKey()


@pytest.fixture(scope="session", autouse=True)
def big_catalog(request):
    """The making of the big catalog, begun before anything needs it."""
    wanted = any("big" in getattr(item, "fixturenames", ()) for item in request.session.items)
    catalog = BigCatalog() if wanted else None
    yield catalog
    if catalog:
        catalog.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            # Chromium refuses to shut root into its sandbox.
            chromium_sandbox=os.geteuid() != 0,
            args=["--disable-dev-shm-usage", "--host-resolver-rules=MAP gallery.test 127.0.0.1"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def flickr():
    """A Flickr without faults; photos of dogs, of cats and of cats in Arabic can be found."""
    fake = FakeFlickr("--photos", 60, "--term", "dogs", "--term", "cats", "--term", "قطط")
    yield fake
    fake.stop()


@pytest.fixture
def own_flickr(tmp_path):
    """Starts a Flickr of the test's own: own_flickr("--latency-ms", 50, faults=[…])."""
    running = []

    def start(*arguments, faults=()):
        file = tmp_path / f"faults-{len(running)}.json"
        file.write_text(json.dumps(list(faults)))
        running.append(FakeFlickr(*arguments, "--faults", file))
        return running[-1]

    yield start
    for fake in running:
        fake.stop()


@pytest.fixture(scope="session")
def demo_catalog(flickr, tmp_path_factory):
    """A small catalog with a bit of everything; copy it where a test writes."""
    catalog = tmp_path_factory.mktemp("demo") / "catalog"
    make_demo(catalog, flickr)
    return catalog


@pytest.fixture(scope="session")
def demo(demo_catalog, flickr):
    """A server on the small catalog, for tests that only look."""
    with Server(demo_catalog, **flickr.settings) as server:
        yield server


@pytest.fixture(scope="module")
def own_demo(demo_catalog, flickr, tmp_path_factory):
    """A server on a copy of the small catalog, which the tests of one file may change."""
    catalog = tmp_path_factory.mktemp("own") / "catalog"
    shutil.copytree(demo_catalog, catalog)
    with Server(catalog, **flickr.settings) as server:
        yield server


@pytest.fixture(scope="session")
def big(big_catalog, tmp_path_factory):
    """A server on 20,000 photos over many years, for tests that only look.

    On a copy: what another process's server writes, such as at its start, would be news here."""
    catalog = tmp_path_factory.mktemp("big") / "catalog"
    shutil.copytree(big_catalog.ready(), catalog)
    with Server(catalog) as server:
        yield server


@pytest.fixture
def serve():
    """Starts a server for one test: serve(catalog, "--read-only", GALLERY_…="…")."""
    running = []

    def start(catalog, *arguments, **settings):
        running.append(Server(catalog, *arguments, **settings))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def size():
    """The size of pages; `at_both_sizes` gives both."""
    return "desk"


@pytest.fixture
def visit(browser, size, serve, request):  # A server of the test's outlives its pages.
    """Opens an address in a page of its own, which is held against the gates at the test's end.

    visit(demo, "/trash", dark=True, still=True, javascript=False): a phone has touch. `expecting`
    is a pattern of the errors that the test provokes, `prepare` is called with the browser's context
    before the page is opened; anything else goes to that context.
    """
    opened = []

    def open_page(
            server, path="/", size=size, dark=False, still=False, javascript=True, expecting=None,
            prepare=None, has_pictures="big" not in request.fixturenames, **more):
        width, height = SIZES[size]
        phone = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
        context = browser.new_context(**{
            "viewport": {"width": width, "height": height}, "base_url": server.url,
            "color_scheme": "dark" if dark else "light", "locale": "en-US",
            "reduced_motion": "reduce" if still else "no-preference",
            "java_script_enabled": javascript, **phone, **more})
        context.set_default_timeout(30_000)
        watch = Watch(context, expecting)
        if os.environ.get("GALLERY_PAGE_FILES"):
            serve_page_files(context, os.environ["GALLERY_PAGE_FILES"])
        if not has_pictures:
            context.route(re.compile(r"/thumbnail/(\d+)"), draw_thumbnail)
        if prepare:
            prepare(context)
        page = context.new_page()
        opened.append((page, watch))
        page.goto(path)
        return page

    yield open_page
    findings = []
    for number, (page, watch) in enumerate(opened):
        if not page.is_closed():
            page.evaluate("0")  # What was told until now has been heard.
            if request.node.stash.get(failed, False):
                SHOTS.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=SHOTS / f"failed-{request.node.name}-{number}.png")
        findings += watch.findings()
        page.context.close()
    assert not findings, "\n".join(findings)


def draw_thumbnail(route):
    """Answers with a picture of the size that is asked for."""
    side = re.search(r"/thumbnail/(\d+)", route.request.url)[1]
    route.fulfill(body=TILE.format(side), content_type="image/svg+xml")


def serve_page_files(context, folder):
    """Answers styles and scripts from a folder instead of those that were built in."""
    types = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}

    def answer(route):
        version, name = route.request.url.split("/assets/")[1].split("/", 1)
        file = Path(folder) / name
        if not file.is_file():
            return route.fallback()
        body = file.read_text()
        if file.suffix == ".js":
            body = spoken(body, Path(folder).parent / f"Texts/{version.rsplit('.')[-1]}.json")
        route.fulfill(body=body, content_type=types[file.suffix[1:]])

    context.route("**/assets/**", answer)


def spoken(script, table):
    """A script with the texts of a table in it, as the server sends it."""
    texts = json.loads(table.read_text())
    return re.sub(
        r"(?<![\w$.])say\('([^']+)'",
        lambda call: f"say({json.dumps(texts[call[1]])}" if call[1] in texts else call[0], script)
