"""The pages of the trash, of problems and of jobs, and the stream that keeps them up to date."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from servers import gallery

SAMPLE = "/usr/share/doc/opencv-doc/examples/data/messi5.jpg"
# Records the streams of a page, so that a test can check which are open.
KEEP_STREAMS = """
window.streams = []
window.EventSource = class extends EventSource {
  constructor(address) { super(address); streams.push(this) }
}
"""


def show_page(page, is_shown):
    """Brings the page's tab, or another one, to the front."""
    page.evaluate("""isShown => {
        Object.defineProperty(document, 'hidden', {value: !isShown, configurable: true})
        document.dispatchEvent(new Event('visibilitychange'))
    }""", is_shown)


@at_both_sizes
def test_restores_from_the_trash(visit, own_demo, size):
    page = visit(own_demo, "/trash")
    photos = page.locator("[data-key]")
    expect(photos).to_have_count(2)
    keys = photos.evaluate_all("items => items.map(item => Number(item.dataset.key))")
    page.locator("[data-act=restore]").first.focus()
    page.keyboard.press("Enter")
    expect(photos).to_have_count(1)
    expect(page.get_by_text("1 photo", exact=True)).to_be_visible()
    # The focus is on the next one.
    expect(photos.get_by_role("button")).to_be_focused()
    page.get_by_role("button", name="Restore all").click()
    expect(page.get_by_text("Trash is empty")).to_be_visible()
    expect(page.get_by_role("button", name="Restore all")).to_have_count(0)
    # Photos removed by others appear.
    page.context.request.post("/api/v1/trash", data={"photos": keys})
    expect(photos).to_have_count(2)
    expect(page.get_by_text("2 photos", exact=True)).to_be_visible()
    axe(page)


def test_shows_what_failed_elsewhere(visit, own_demo, tmp_path):
    # A new problem moves the earlier ones down.
    page = visit(own_demo, "/problems", expecting=r"^layout shift: 0\.0[2-4]")
    expect(page.get_by_text("No problems.")).to_be_visible()
    broken = tmp_path / "صورة.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 no picture")
    with pytest.raises(subprocess.CalledProcessError):
        gallery(own_demo.catalog, "import", tmp_path)
    expect(page.get_by_role("heading", name=broken.name)).to_be_visible()
    expect(page.get_by_text("1 problem", exact=True)).to_be_visible()
    expect(page.get_by_text("Import · just now · Import the same folder again")).to_be_visible()
    # Nothing is missing after a warning, which counts as well.
    (tmp_path / "fine.jpg").write_bytes(Path(SAMPLE).read_bytes())
    (tmp_path / "fine.jpg.xmp").write_text("<x:xmpmeta")
    gallery(own_demo.catalog, "import", tmp_path / "fine.jpg")
    expect(page.get_by_text("the XMP sidecar is damaged")).to_be_visible()
    expect(page.get_by_text("2 problems", exact=True)).to_be_visible()
    expect(page.get_by_text("Import the same folder again")).to_have_count(1)
    axe(page)
    shot(page, "problems")


@at_both_sizes
def test_follows_and_stops_jobs(visit, serve, demo_catalog, own_flickr, tmp_path, size):
    flickr = own_flickr("--photos", 200, "--latency-ms", 1000)
    # It searches, so it does not use the catalog of other tests.
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    server = serve(catalog, **flickr.settings)
    page = visit(server, "/jobs")
    page.context.request.post("/api/v1/search", data={"term": "dogs"})
    job = page.locator(".jobs > li").first
    expect(job.get_by_text("Running")).to_be_visible()
    expect(page.get_by_text("1 running or waiting")).to_be_visible()
    expect(job.get_by_role("progressbar")).to_be_visible()
    axe(page)
    shot(page, "jobs")
    job.get_by_role("button", name="Stop").click()
    expect(job.get_by_text("Stopped", exact=True)).to_be_visible()
    expect(page.get_by_text("No running jobs")).to_be_visible()


def test_listens_only_while_it_is_seen(visit, own_demo):
    # A photo that comes or goes moves the next ones.
    page = visit(own_demo, "/trash", expecting=r"^layout shift: 0\.0[2-4]")
    page.context.add_init_script(KEEP_STREAMS)
    page.reload()
    open_streams = "streams.filter(stream => stream.readyState === EventSource.OPEN).length"
    page.wait_for_function(f"() => {open_streams} === 1")
    show_page(page, False)
    assert page.evaluate(open_streams) == 0
    photo = page.context.request.get("/api/v1/photos?limit=1").json()["items"][0]["id"]
    page.context.request.post("/api/v1/trash", data={"photos": [photo]})
    show_page(page, True)
    # Changes from the meantime appear.
    expect(page.locator("[data-key]")).to_have_count(3)
    assert page.evaluate(open_streams) == 1
    page.context.request.post("/api/v1/restore", data={"photos": [photo]})
    expect(page.locator("[data-key]")).to_have_count(2)


def test_shows_viewers_no_buttons(visit, serve, demo_catalog):
    page = visit(serve(demo_catalog, "--read-only"), "/jobs")
    expect(page.get_by_role("link", name="Activity")).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("link", name="Trash")).to_be_visible()
