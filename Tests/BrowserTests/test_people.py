"""The pages of people and places."""

import json
import re
import shutil

import pytest
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from routes import Held
from servers import gallery


@pytest.fixture
def named(serve, demo_catalog, tmp_path):
    """A server with a gallery in which two people have names and other faces do not."""
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    photos = gallery(catalog, "export", "camera", "--columns", "ID").split()[1:]
    names = ["Ada Lovelace", "Ada", None, None, None]
    for number, (photo, name) in enumerate(zip(photos[1:], names)):
        rectangle = f"{20 + 30 * number},30,80,90"
        gallery(catalog, "faces", "add", photo, rectangle, *(["--name", name] if name else []))
    return serve(catalog)


@at_both_sizes
def test_names_faces_on_the_wall(visit, named, size):
    # A new person moves those after it.
    page = visit(named, "/people", expecting="layout shift")
    expect(page.get_by_text("2 people")).to_be_visible()
    shot(page, "people")
    axe(page)
    faces = page.locator(".faces li")
    count = faces.count()
    expect(faces.locator("img").first).to_have_attribute("loading", "lazy")
    first = faces.first
    box = first.get_by_label("Who is this?")
    box.fill("Grace Hopper")
    box.press("Enter")
    expect(faces).to_have_count(count - 1)
    # The next face is ready to be named.
    expect(faces.first.get_by_label("Who is this?")).to_be_focused()
    faces.first.hover()
    faces.first.get_by_role("button", name="Not a face").click()
    expect(faces).to_have_count(count - 2)
    page.locator(".toast").filter(has_text="Marked as not a face").get_by_role(
        "button", name="Undo").click()
    expect(faces).to_have_count(count - 1)
    expect(page.locator(".toast").filter(has_text="Named Grace Hopper").get_by_role(
        "button", name="Undo")).to_be_visible()
    expect(page.get_by_text("3 people")).to_be_visible()
    expect(page.locator(".people").get_by_role("link", name="Grace Hopper")).to_be_visible()
    for left in range(count - 2, -1, -1):
        faces.first.get_by_label("Who is this?").fill("Ada")
        faces.first.get_by_label("Who is this?").press("Enter")
        expect(faces).to_have_count(left)
    expect(page.get_by_role("heading", name="Unnamed faces")).to_be_hidden()
    page.get_by_role("link", name="Grace Hopper").click()
    expect(page.get_by_role("heading", name="Grace Hopper", level=1)).to_be_visible()
    expect(page.locator(".tile")).to_have_count(1)
    axe(page)
    shot(page, "person")


def test_takes_no_face_for_another(visit, named):
    """If two faces of a photo are rejected in quick succession, each is the intended one."""
    def numbers():
        faces = json.loads(named.text(f"/api/v1/photos/{photo}/faces"))["items"]
        return {face["face"] for face in faces}

    photo = gallery(named.catalog, "export", "camera", "--columns", "ID").split()[-1]
    for x in (10, 60, 110):
        gallery(named.catalog, "faces", "add", photo, f"{x},10,30,30")
    page = visit(named, "/people/unnamed")
    held = Held(page, "**/faces/*")
    faces = page.locator(f".faces [data-photo='{photo}']")
    shown = faces.evaluate_all("all => all.map(item => Number(item.dataset.face))")
    assert len(shown) >= 3 and set(shown) == numbers()
    for place in (0, 1):
        faces.nth(place).hover(force=True)
        faces.nth(place).locator("[data-act=reject]").click(force=True)
    held.release(page)
    expect(faces).to_have_count(len(shown) - 2)
    assert numbers() == set(shown[2:])


@at_both_sizes
def test_renames_a_person_and_undoes(visit, named, size):
    page = visit(named, "/people?name=Ada+Lovelace")
    # The pictures of faces are small.
    sizes = page.evaluate("""async () => (await Promise.all(
      [...document.querySelectorAll('.portrait img')].map(image => fetch(image.src)
        .then(answer => answer.arrayBuffer()))))
      .map(({ byteLength }) => byteLength)""")
    assert sizes and max(sizes) < 20_000
    page.get_by_role("textbox", name="Name").fill("Ada King")
    page.get_by_role("button", name="Rename").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ada King")
    expect(page).to_have_url(re.compile("Ada.King"))
    page.get_by_role("button", name="Undo").click()
    expect(heading).to_have_text("Ada Lovelace")


@at_both_sizes
def test_leads_from_people_to_their_photos_and_back(visit, named, size):
    page = visit(named, "/people")
    # A person whose name is part of another person's.
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
