"""The frame of every page: the menu, the bar at the top, and what they open."""

import shutil
import subprocess

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from servers import BIN, environment, gallery

PAGES = [
    "/", "/?q=tag:dogs", "/sections/camera", "/sections/flickr:dogs", "/albums", "/sections", "/people",
    "/map", "/places", "/flickr", "/shares", "/jobs", "/problems", "/trash", "/nothing/here",
    "/sections/none"]
MENU = ["Photos", "Albums", "People", "Map", "Flickr", "Shared", "Activity", "Trash"]
# The links and buttons of the menu, with their places on the page.
BOXES = """menu => [...menu.querySelectorAll('a, button')].filter(item => item.checkVisibility())
  .map(item => [item.textContent.trim(), ...Object.values(item.getBoundingClientRect().toJSON())])"""
FAULT = r"status of 404"
FIRST = """() => Math.min(...[...document.querySelectorAll('.cell, .tile')]
  .filter(tile => tile.checkVisibility()).map(tile => tile.getBoundingClientRect().top))"""


def menu(page):
    return page.get_by_role("navigation", name="Gallery")


@at_both_sizes
def test_is_the_same_on_every_page(visit, demo, size):
    page = visit(demo, expecting=FAULT)
    fold = page.get_by_role("button", name="Collapse menu")
    expect(fold).to_be_visible(visible=size == "desk")
    places = menu(page).evaluate(BOXES)
    names = [name for name, *_ in places]
    assert [name for name in names if name] == (
        ["Gallery", *MENU] if size == "desk" else ["Photos", "Search", "Albums", "More"])
    for path in PAGES[1:]:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        expect(fold).to_be_visible(visible=size == "desk")
        assert menu(page).evaluate(BOXES) == places, path
        assert page.locator("body > .top").bounding_box()["height"] == 56
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    # A menu at the bottom of a phone, a rail of icons on a tablet.
    if size == "phone":
        assert all(box[2] > 844 - 57 for box in places)
    else:
        page.set_viewport_size({"width": 820, "height": 1000})
        assert menu(page).bounding_box()["width"] == 72
        expect(menu(page).get_by_role("link")).to_have_text(["Gallery", *MENU])


def test_folds_its_menu(visit, demo):
    page = visit(demo, "/albums")
    rail = lambda: menu(page).bounding_box()["width"]
    assert rail() == 220
    page.get_by_role("button", name="Collapse menu").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Expand menu")).to_be_focused()
    assert rail() == 72
    # The browser remembers it, without a shift.
    page.goto("/people")
    assert rail() == 72
    expect(menu(page).get_by_role("link")).to_have_text(["Gallery", *MENU])
    expect(page.get_by_role("button", name="Expand menu")).to_be_visible()
    axe(page)
    shot(page, "menu-folded")
    page.set_viewport_size({"width": 820, "height": 1000})
    expect(page.get_by_role("button", name="Expand menu")).to_be_hidden()
    assert rail() == 72
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Expand menu").click()
    assert rail() == 220


@at_both_sizes
def test_shows_that_something_failed(visit, serve, demo_catalog, tmp_path, size):
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    server = serve(catalog)
    page = visit(server, "/albums")
    activity = menu(page).get_by_role("link", name="Activity")
    mark = menu(page).locator("a .failed" if size == "desk" else ".rest .failed")
    if size == "desk":
        expect(activity).to_have_accessible_name("Activity")
    expect(mark).to_have_count(0)
    # Another program fails to read a file.
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 not a picture")
    subprocess.run(
        [BIN / "gallery", "import", broken], env=environment(catalog), capture_output=True)
    expect(mark).to_be_visible()
    if size == "phone":
        expect(page.get_by_role("button", name="More · something failed")).to_be_visible()
        page.get_by_role("button", name="More").tap()
    expect(activity).to_have_accessible_name("Activity · something failed")
    axe(page)
    shot(page, "failed")
    page.goto("/problems")
    page.get_by_role("button", name="Ignore").first.click()
    expect(page.get_by_text("No problems")).to_be_visible()
    expect(mark).to_have_count(0)


@at_both_sizes
def test_says_where_one_is(visit, demo, size):
    page = visit(demo)
    places = {
        "/": "Photos", "/sections/camera": "Photos", "/albums": "Albums", "/sections": "Albums",
        "/sections/flickr:dogs": "Flickr", "/places": "Map", "/problems": "Activity"}
    for path, name in places.items():
        page.goto(path)
        here = page.locator(".menu [aria-current=page]")
        expect(here).to_have_text(name)
    tabs = page.get_by_role("navigation", name="Views")
    expect(tabs.get_by_role("link")).to_contain_text(["Running", "Problems"])
    expect(tabs.locator("[aria-current=page]")).to_have_text("Problems")
    page.get_by_role("link", name="Running").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Activity")


@at_both_sizes
def test_begins_with_the_photos(visit, big, size):
    page = visit(big)
    settle(page)
    assert page.evaluate(FIRST) <= (120 if size == "desk" else 170)
    expect(page.locator(".menu")).to_be_visible()
    # A link is made of chosen photos, not of the whole library.
    expect(page.get_by_role("main").get_by_role("link", name="Share")).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("button", name="Share")).to_have_count(0)
    expect(page.locator(".tools .where")).to_be_visible()
    page.mouse.move(300, 500)
    page.mouse.wheel(0, 700)
    expect(page.locator(".tools .where")).not_to_have_text("")
    shot(page, "home-scrolled")


def test_counts_new_photos(visit, demo):
    page = visit(demo)
    # All photos were added today.
    page.get_by_role("link", name="86 new").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recently added")


@at_both_sizes
def test_more_leads_to_the_rest(visit, demo, size):
    page = visit(demo, "/people", javascript=False)
    if size == "phone":
        expect(menu(page).get_by_role("link", name="Trash")).to_be_hidden()
        menu(page).get_by_role("button", name="More").click()
        shot(page, "menu")
    menu(page).get_by_role("link", name="Trash").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Trash")


@at_both_sizes
def test_opens_its_menus_by_keys(visit, demo, size):
    page = visit(demo, still=True)
    settle(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Escape")
    for name, inside in [("Add", "Search Flickr…"), ("Account", "Español")]:
        button = page.get_by_role("button", name=name, exact=True)
        button.focus()
        page.keyboard.press("Enter")
        entry = page.get_by_role("group", name=name).get_by_role("button", name=inside)
        expect(entry).to_be_visible()
        shot(page, f"menu-{name}")
        axe(page)
        page.keyboard.press("Escape")
        expect(entry).to_be_hidden()
        expect(button).to_be_focused()
    if size == "phone":
        menu(page).get_by_role("link", name="Search").tap()
        expect(page.get_by_role("combobox")).to_be_focused()
        menu(page).get_by_role("button", name="More").tap()
        axe(page)
        page.locator(".when").first.tap()
        expect(menu(page).get_by_role("link", name="Trash")).to_be_hidden()


def test_shows_viewers_what_they_may_see(visit, serve, demo_catalog, tmp_path):
    secret = tmp_path / "password"
    secret.write_text("correct horse\n")
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    server = serve(catalog, "--password-file", secret)
    token = gallery(catalog, "token", "create", "guest", "--role", "viewer").strip()
    page = visit(server, extra_http_headers={"Authorization": f"Bearer {token}"}, expecting="status of 40[34]")
    expect(menu(page).get_by_role("link")).to_have_text(
        ["Gallery", "Photos", "Albums", "People", "Map", "Flickr", "Activity"])
    expect(page.get_by_role("button", name="Add", exact=True)).to_have_count(0)
    for path in ["/trash", "/nothing"]:
        page.goto(path)
        expect(menu(page).get_by_role("link")).to_have_count(7)
    # Without a session, there is nothing to navigate.
    page = visit(server, "/sign-in")
    expect(page.get_by_role("navigation")).to_have_count(0)


@pytest.mark.parametrize("path, names", [("/albums", ["best"]), ("/flickr", ["dogs", "قطط"])])
def test_lists_albums_and_searches_and_follows_them(visit, serve, demo_catalog, tmp_path, path, names):
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    gallery(catalog, "--quiet", "album", "new", "best", "--where", "tag:dogs")
    page = visit(serve(catalog), path)
    cards = page.locator(".cards .name bdi")
    expect(cards).to_have_text(names)
    expect(page.locator(".cards li").first).to_contain_text("58 photos")
    axe(page)
    gallery(catalog, "--quiet", "remove", "dogs/5")
    expect(page.locator(".cards li").first).to_contain_text("57 photos")


@at_both_sizes
def test_helps_to_begin(visit, serve, tmp_path, flickr, size):
    page = visit(serve(tmp_path / "catalog", **flickr.settings), still=True)
    expect(page.get_by_role("heading", name="Add your first photos")).to_be_visible()
    expect(page.get_by_text("gallery import ~/Pictures").first).to_be_visible()
    expect(page.get_by_text("gallery locate")).to_be_hidden()
    page.get_by_text("More commands").click()
    expect(page.get_by_text("gallery locate")).to_be_visible()
    shot(page, "first-run")
    axe(page)
    page.locator("main").get_by_role("button", name="Search Flickr…").click()
    expect(page.get_by_role("dialog", name="Search Flickr")).to_be_visible()


def test_names_what_is_missing(visit, demo):
    page = visit(demo, "/sections/none", expecting=FAULT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    expect(page.locator("main")).to_contain_text("No album or search named 'none'.")


@at_both_sizes
def test_the_scrubber_has_no_frame_after_a_drag(visit, big, size):
    page = visit(big)
    settle(page)
    scrubber = page.get_by_role("slider", name="Photo position")
    thumb = page.locator(".thumb").bounding_box()
    page.mouse.move(thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] / 2)
    page.mouse.down()
    page.mouse.move(thumb["x"] + thumb["width"] / 2, 500, steps=3)
    page.mouse.up()
    expect(scrubber).to_have_css("outline-style", "none")
    page.keyboard.press("ArrowDown")
    expect(scrubber).to_have_css("outline-style", "solid")
