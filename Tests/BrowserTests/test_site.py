"""A site of files, opened from the disk as somebody does who gets it on a stick: `gallery export --format html`."""

import re
from types import SimpleNamespace

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from servers import gallery


@pytest.fixture(scope="module")
def site(demo_catalog, tmp_path_factory):
    """All photos of the small catalog, more than a page of them, as `visit` takes a server."""
    folder = tmp_path_factory.mktemp("site") / "All of it #1"
    gallery(
        demo_catalog, "export", "--format", "html", "-o", folder, "--title", "All of it", "--zip",
        "--keep-all", "--base-url", "https://example.org/all")
    return SimpleNamespace(url=folder.as_uri() + "/", folder=folder)


def viewer(page):
    return page.locator("dialog.viewer")


def shown(page):
    """Waits until the picture is as sharp as the view asks for."""
    expect(viewer(page).locator(".slide")).to_have_attribute("aria-busy", "false")


def tiles(page):
    return page.locator(".tiles a[data-photo]")


@at_both_sizes
def test_opens_a_photo_out_of_its_tile_and_goes_back(visit, site, size):
    asked = []
    page = visit(site, "index.html", prepare=lambda context: context.on("request", lambda request: asked.append(request.url)))
    settle(page)
    expect(page.locator("h1")).to_have_text("All of it")
    axe(page)
    shot(page, "site")
    tile = tiles(page).nth(1)
    photo = tile.get_attribute("data-photo")
    tile.click()
    expect(viewer(page)).to_be_visible()
    shown(page)
    assert page.url.endswith(f"#{photo}")
    axe(page)
    shot(page, "site-viewer")
    page.keyboard.press("i")
    expect(viewer(page).locator(".panel")).to_be_visible()
    page.keyboard.press("i")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(f"#{tiles(page).nth(2).get_attribute('data-photo')}$"))
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    assert "#" not in page.url
    page.go_forward()
    expect(viewer(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    # Nothing is asked of any server.
    assert all(address.startswith(site.url) for address in asked), asked


def test_goes_on_beyond_the_end_of_a_page(visit, site):
    page = visit(site, "index.html")
    ids = [tile.get_attribute("data-photo") for tile in tiles(page).all()]
    assert len(ids) == 60
    page = visit(site, f"index.html#{ids[-1]}")
    expect(viewer(page)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).not_to_have_url(re.compile(f"#{ids[-1]}$"))
    shown(page)
    assert page.url.split("#")[1] not in ids
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(f"#{ids[-1]}$"))
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    # The first one has nothing before it.
    page = visit(site, f"index.html#{ids[0]}")
    expect(viewer(page).locator(".beside.before button")).to_have_attribute("aria-disabled", "true")


@at_both_sizes
@pytest.mark.parametrize("javascript", [True, False])
def test_the_page_of_a_photo_is_complete(visit, site, size, javascript):
    page = visit(site, "index.html", javascript=javascript)
    address = tiles(page).first.get_attribute("href")
    page.goto(site.url + address)
    expect(page.locator("article.photo .stage img")).to_be_visible()
    if javascript:
        axe(page)
    shot(page, "site-photo" if javascript else "site-photo-plain")
    title = page.locator("h1").inner_text()
    page.locator("a[rel=next]").click()
    expect(page.locator("h1")).not_to_have_text(title)
    page.locator("a[rel=prev]").click()
    expect(page.locator("h1")).to_have_text(title)
    page.locator(".way .back").click()
    expect(tiles(page).first).to_be_visible()


def test_keys_and_a_click_work_on_the_page_of_a_photo(visit, site):
    page = visit(site, "index.html")
    first, second = [tiles(page).nth(number).get_attribute("href") for number in (0, 1)]
    page.goto(site.url + first)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(site.url + second)
    page.locator("main .stage").click()
    expect(viewer(page)).to_be_visible()
    shown(page)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"#\d+$"))
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("index.html$"))


def test_offers_all_photos_in_one_archive(visit, site):
    page = visit(site, "index.html")
    link = page.get_by_role("link", name="Download all")
    assert (site.folder / link.get_attribute("href")).read_bytes()[:2] == b"PK"
