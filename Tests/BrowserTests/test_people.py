"""The pages of people and places."""

import re
import shutil

import pytest
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from servers import gallery


@pytest.fixture
def named(serve, demo_catalog, tmp_path):
    """A server on a gallery in which two people have names and other faces have none."""
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    photos = gallery(catalog, "export", "camera", "--columns", "ID").split()[1:]
    names = ["Ada Lovelace", "Ada", None, None, None]
    for number, (photo, name) in enumerate(zip(photos[1:], names)):
        rectangle = f"{20 + 30 * number},30,80,90"
        gallery(catalog, "faces", "add", photo, rectangle, *(["--name", name] if name else []))
    return serve(catalog)


@at_both_sizes
def test_names_faces_on_the_wall(visit, named, size):
    page = visit(named, "/people")
    expect(page.get_by_text("2 people")).to_be_visible()
    shot(page, "people")
    axe(page)
    faces = page.locator(".faces li")
    count = faces.count()
    first = faces.first
    box = first.get_by_label("Who is this?")
    box.fill("Grace Hopper")
    box.press("Enter")
    expect(faces).to_have_count(count - 1)
    # The next one is at hand.
    expect(faces.first.get_by_label("Who is this?")).to_be_focused()
    faces.first.hover()
    faces.first.get_by_role("button", name="This is no face").click()
    expect(faces).to_have_count(count - 2)
    page.reload()
    expect(page.get_by_text("3 people")).to_be_visible()
    expect(faces).to_have_count(count - 2)
    page.get_by_role("link", name="Grace Hopper").click()
    expect(page.get_by_role("heading", name="Grace Hopper", level=1)).to_be_visible()
    expect(page.locator(".tile")).to_have_count(1)
    axe(page)
    shot(page, "person")


@at_both_sizes
def test_leads_from_people_to_their_photos_and_back(visit, named, size):
    page = visit(named, "/people")
    # Somebody whose name is part of another's.
    page.get_by_role("link", name="Ada", exact=False).last.click()
    expect(page.get_by_role("heading", name="Ada", level=1)).to_have_count(1)
    tile = page.locator(".tile a").first
    photo = tile.get_attribute("data-photo")
    tile.click()
    expect(page).to_have_url(re.compile(f"/photos/{photo}\\b"))
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@at_both_sizes
def test_leads_through_places(visit, demo, size):
    page = visit(demo, "/places")
    expect(page.get_by_role("heading", name="Places", level=1)).to_be_visible()
    shot(page, "places")
    axe(page)
    cards = page.locator(".cards a")
    assert cards.count() > 0
    name = cards.first.locator(".name").inner_text()
    cards.first.click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    shot(page, "place")
    axe(page)
    page.get_by_role("link", name="← Places").click()
    page.get_by_role("link", name="Cities").click()
    cards.first.click()
    expect(page.locator("[data-photo]").first).to_be_visible()
