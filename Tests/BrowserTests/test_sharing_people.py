"""Pages of shared photos: lists of users and names, and the steps from photo to photo."""

import shutil
import urllib.parse

import pytest
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from servers import Server, gallery

PICTURES = "/usr/share/doc/opencv-doc/examples/data"


@pytest.fixture(scope="module")
def shared(demo_catalog, tmp_path_factory):
    """A server with a gallery to which two users sent photos that they share."""
    folder = tmp_path_factory.mktemp("shared")
    catalog = shutil.copytree(demo_catalog, folder / "catalog")
    password = folder / "password"
    password.write_text("their password")
    for name in ["roger", "eva"]:
        gallery(catalog, "account", "add", name, "--password-file", password)
    with Server(catalog, "--share") as server:
        for person, photo, picture in [
                ("roger", "the dog & <b>cat</b>", "messi5.jpg"),
                ("roger", "fruit/apples", "fruits.jpg"), ("roger", "baboon", "baboon.jpg"),
                ("eva", "home", "home.jpg")]:
            parts = "/".join(urllib.parse.quote(part, safe="") for part in [
                person, "their password", photo])
            with open(f"{PICTURES}/{picture}", "rb") as body:
                server.send(f"/photoserver/postphoto/{parts}", body.read())
        yield server


@at_both_sizes
def test_leads_from_people_to_names_to_photos(visit, shared, size):
    page = visit(shared, "/sections/share%3Aroger")
    expect(page.get_by_role("heading", name="roger")).to_be_visible()
    expect(page.locator(".count")).to_have_text("3 photos")
    names = page.locator(".named li")
    expect(names).to_have_text(["the dog & <b>cat</b>", "fruit/apples", "baboon"])
    page.wait_for_function(
        "() => [...document.querySelectorAll('.named img')].every(image => image.naturalWidth > 0)")
    shot(page, "names")
    axe(page)
    people = page.get_by_role("navigation", name="People in this gallery")
    expect(people.get_by_role("link", name="roger")).to_have_attribute("aria-current", "true")
    people.get_by_role("link", name="eva").click()
    expect(names).to_have_text(["home"])
    page.go_back()
    names.nth(1).get_by_role("link").click()
    expect(page).to_have_title("fruit/apples · Gallery")
    expect(page.locator("dialog.viewer .slide")).to_have_attribute("aria-busy", "false")
    # The next photo of the same user.
    page.keyboard.press("ArrowRight")
    expect(page).to_have_title("baboon · Gallery")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_title("fruit/apples · Gallery")


@pytest.mark.parametrize("size", ["phone"])
def test_swipes_through_the_photos_of_one_person(visit, shared, size):
    page = visit(shared, "/sections/share%3Aroger", still=True)
    slide = page.locator("dialog.viewer .slide")
    page.locator(".named li").nth(1).get_by_role("link").click()
    expect(slide).to_have_attribute("aria-busy", "false")
    page.wait_for_load_state("networkidle")
    fingers = page.context.new_cdp_session(page)

    def swipe(way):
        for kind, step in [("touchStart", 0), *[("touchMove", n) for n in range(1, 11)]]:
            fingers.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": 200 + way * step / 10, "y": 400}]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(-180)
    expect(page).to_have_title("baboon · Gallery")
    expect(slide).to_have_attribute("aria-busy", "false")
    # Photos of other users do not follow.
    swipe(-180)
    expect(page.get_by_text("3 of 3", exact=True)).to_be_visible()
    expect(page).to_have_title("baboon · Gallery")
    swipe(180)
    expect(page).to_have_title("fruit/apples · Gallery")


def test_works_without_scripts(visit, shared):
    page = visit(shared, "/sections/share%3Aroger", javascript=False)
    page.get_by_role("link", name="fruit/apples").click()
    expect(page.get_by_role("heading", name="fruit/apples")).to_be_visible()
    page.locator("a[rel=next]").first.click()
    expect(page.get_by_role("heading", name="baboon")).to_be_visible()
