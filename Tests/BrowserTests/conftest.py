"""Fixtures for the browser tests: servers with catalogs, and pages at both sizes.

- `demo` and `big` are servers that all tests share and do not change; `own_demo` is a server with
  a copy that the tests of one file can change.
- `serve(catalog, …)` starts a server for one test.
- `visit(server, path, …)` opens a page; at the end of the test it is checked by `gates`.
- A test marked `at_both_sizes` runs at the sizes of a phone and of a desktop.

Set GALLERY_PAGE_FILES to `Sources/GalleryWeb/Page` to test the styles and scripts in that folder
without a build.
"""

import json
import os
import re
import shutil
from pathlib import Path

import campaign
import pytest
from playwright.sync_api import expect, sync_playwright

from gates import SHOTS, Watch
from servers import (  # noqa: F401
    BIN, ROOT, BigCatalog, FakeFlickr, Server, environment, gallery, make_demo)

SIZES = {"phone": (390, 844), "desk": (1440, 900)}
# Most waits end immediately; a busy machine can take longer.
expect.set_options(timeout=20_000)
at_both_sizes = pytest.mark.parametrize("size", list(SIZES))
# Replaces thumbnails of the big catalog, which has no files.
TILE = """<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}" viewBox="0 0 3 3">
<path fill="#789" d="M0 0h3v3H0z"/><path fill="#9ab" d="M0 3 3 0v3z"/></svg>"""


def pytest_configure(config):
    # Registers the mark of pytest-xdist, in case it is not installed.
    config.addinivalue_line("markers", "xdist_group(name): tests that one process runs")


def pytest_collection_modifyitems(config, items):
    """Moves tests that need the big catalog to the end, as it is made meanwhile. In several
    processes, the tests of a file stay together, as they may change the same catalog."""
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
    """Starts making the big catalog before any test needs it."""
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
            # Chromium cannot run in its sandbox as root.
            chromium_sandbox=os.geteuid() != 0,
            args=["--disable-dev-shm-usage", "--host-resolver-rules=MAP gallery.test 127.0.0.1"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def flickr():
    """A fake Flickr without faults, with photos of dogs, of cats and of cats in Arabic."""
    fake = FakeFlickr("--photos", 60, "--term", "dogs", "--term", "cats", "--term", "قطط")
    yield fake
    fake.stop()


@pytest.fixture
def own_flickr(tmp_path):
    """Starts a fake Flickr for one test: own_flickr("--latency-ms", 50, faults=[…])."""
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
    """A small catalog with a bit of everything; copy it if a test writes."""
    catalog = tmp_path_factory.mktemp("demo") / "catalog"
    make_demo(catalog, flickr)
    return catalog


@pytest.fixture(scope="session")
def campaign_catalog(demo_catalog, tmp_path_factory):
    """The small catalog with the accounts of a campaign; copy it. Four passwords take seconds."""
    catalog = shutil.copytree(demo_catalog, tmp_path_factory.mktemp("campaign") / "catalog")
    campaign.add_accounts(catalog)
    return catalog


@pytest.fixture(scope="session")
def demo(demo_catalog, flickr):
    """A server with the small catalog, for tests that only read."""
    with Server(demo_catalog, **flickr.settings) as server:
        yield server


@pytest.fixture(scope="module")
def own_demo(demo_catalog, flickr, tmp_path_factory):
    """A server with a copy of the small catalog, which the tests of one file can change."""
    catalog = tmp_path_factory.mktemp("own") / "catalog"
    shutil.copytree(demo_catalog, catalog)
    with Server(catalog, **flickr.settings) as server:
        yield server


@pytest.fixture(scope="session")
def big(big_catalog, tmp_path_factory):
    """A server with 20,000 photos over many years, for tests that only read.

    It has a copy, as writes by another process's server, such as at its start, would appear as
    changes here."""
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
    """The size of pages; `at_both_sizes` runs a test with both."""
    return "desk"


@pytest.fixture
def visit(browser, size, serve, request):  # The test's server outlives its pages.
    """Opens an address in a new page, which is checked by the gates at the test's end.

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
            # Requests of the pages' service worker would bypass the handlers of tests (test_installed.py).
            "java_script_enabled": javascript, "service_workers": "block", **phone, **more})
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
            page.evaluate("0")  # Makes sure that all previous events have been received.
            if request.node.stash.get(failed, False):
                SHOTS.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=SHOTS / f"failed-{request.node.name}-{number}.png")
        findings += watch.findings()
        # Responses fetched by handlers are disposed of with the context, so errors of handlers
        # that are still running at the end of the test are ignored.
        for target in [*page.context.pages, page.context]:
            target.unroute_all(behavior="ignoreErrors")
        page.context.close()
    assert not findings, "\n".join(findings)


def draw_thumbnail(route):
    """Responds with a picture of the requested size."""
    side = re.search(r"/thumbnail/(\d+)", route.request.url)[1]
    route.fulfill(body=TILE.format(side), content_type="image/svg+xml")


def serve_page_files(context, folder):
    """Serves styles and scripts from a folder instead of the embedded ones."""
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
    """A script with the texts of a table inserted, as the server sends it."""
    texts = json.loads(table.read_text())
    return re.sub(
        r"(?<![\w$.])say\('([^']+)'",
        lambda call: f"say({json.dumps(texts[call[1]])}" if call[1] in texts else call[0], script)
