"""The pages of changes, problems, storage, duplicates and accounts, and the account menu."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from servers import gallery

SAMPLE = Path("/usr/share/doc/opencv-doc/examples/data/messi5.jpg")
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture
def changed(serve, demo_catalog, flickr, tmp_path):
    """A server with its own copy of the small catalog."""
    return serve(shutil.copytree(demo_catalog, tmp_path / "catalog"), **flickr.settings)


@at_both_sizes
@pytest.mark.parametrize("javascript", [True, False])
def test_undoes_and_redoes_changes(visit, changed, size, javascript):
    gallery(changed.catalog, "album", "new", "first")
    gallery(changed.catalog, "album", "new", "second")
    page = visit(changed, "/undo", javascript=javascript, expecting=r"status of 409")
    if javascript:
        axe(page)
    shot(page, f"history-{size}")
    rows = page.locator(".history > li")
    expect(rows.first).to_contain_text("second")
    rows.nth(1).get_by_role("button", name="Undo").click()
    expect(rows.nth(1)).to_contain_text("Undone")
    expect(rows.nth(1).get_by_role("button", name="Undo")).to_have_count(0)
    rows.nth(1).get_by_role("button", name="Redo").click()
    expect(rows.nth(1).get_by_role("button", name="Undo")).to_be_visible()
    expect(rows.nth(1)).not_to_contain_text("Undone")


@at_both_sizes
def test_ignores_problems(visit, changed, tmp_path, size):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 no picture")
    with pytest.raises(subprocess.CalledProcessError):
        gallery(changed.catalog, "import", broken)
    page = visit(changed, "/problems")
    problem = page.locator(".problems > li", has_text="broken.jpg")
    expect(problem.get_by_role("button", name="Try again")).to_have_count(0)
    problem.get_by_role("button", name="Ignore").click()
    expect(page.get_by_text("No problems.")).to_be_visible()


@at_both_sizes
def test_empties_the_trash(visit, changed, size):
    page = visit(changed, "/storage")
    axe(page)
    shot(page, f"storage-{size}")
    trash = page.locator("[data-part=trash]")
    expect(trash).to_contain_text("2 photos")
    page.get_by_role("link", name="Empty trash").click()
    question = page.get_by_role("group", name="Delete 2 photos for good?")
    axe(page)
    shot(page, f"storage-question-{size}")
    question.get_by_role("link", name="Cancel").click()
    expect(trash).to_contain_text("2 photos")
    page.get_by_role("link", name="Empty trash").click()
    question.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("2 photos deleted")).to_be_visible()
    page.goto("/storage")
    expect(trash).to_have_count(0)


@at_both_sizes
def test_shows_duplicates(visit, changed, tmp_path, size):
    for name, more in [("one.jpg", b""), ("two.jpg", b"\0\0")]:
        (tmp_path / name).write_bytes(SAMPLE.read_bytes() + more)
        gallery(changed.catalog, "import", tmp_path / name)
    page = visit(changed, "/duplicates")
    page.get_by_role("button", name="Find duplicates").click()
    group = page.locator(".groups > li", has=page.get_by_text("two.jpg"))
    expect(group.get_by_text("Best", exact=True)).to_be_visible()
    axe(page)
    shot(page, f"duplicates-{size}")
    group.get_by_role("button", name="Keep best, move others to trash").click()
    expect(group).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(group).to_be_visible()
    group.get_by_role("button", name="Not duplicates").click()
    expect(group).to_have_count(0)


def test_shows_the_first_photos_of_a_large_group(visit, changed, tmp_path):
    for number in range(15):
        (tmp_path / f"copy-{number}.jpg").write_bytes(SAMPLE.read_bytes() + b"\0" * number)
    gallery(changed.catalog, "import", tmp_path)
    page = visit(changed, "/duplicates")
    page.get_by_role("button", name="Find duplicates").click()
    group = page.locator(".groups > li", has=page.get_by_text("copy-"))
    expect(group.locator("img")).to_have_count(12)
    expect(group.get_by_text("and 4 more")).to_be_visible()
    group.get_by_role("button", name="Keep best, move others to trash").click()
    expect(group).to_have_count(0)
    page.goto("/trash")
    expect(page.get_by_text("copy-")).to_have_count(15)


@at_both_sizes
def test_removes_a_search(visit, changed, size):
    page = visit(changed, "/sections/flickr:dogs")
    settle(page)

    def answer(route):
        removed = route.fetch()
        # The change events come first.
        page.evaluate("new Promise(done => setTimeout(done, 500))")
        route.fulfill(response=removed)

    page.route("**/api/v1/sections/flickr%3Adogs", answer)
    page.get_by_role("button", name="Remove search").click()
    expect(page.get_by_text("Search removed")).to_be_visible()
    expect(page).to_have_url(f"{changed.url}/flickr")
    expect(page.get_by_role("link", name="dogs")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(f"{changed.url}/sections/flickr:dogs")
    expect(page.get_by_role("heading", level=1)).to_have_text("dogs")


@at_both_sizes
def test_chooses_colors(visit, demo, size):
    page = visit(demo)
    light = page.evaluate(GROUND)
    page.get_by_role("button", name="Account").click()
    colors = page.get_by_role("group", name="Colors")
    expect(colors.get_by_role("button", name="System")).to_have_attribute("aria-pressed", "true")
    axe(page)
    shot(page, f"account-menu-{size}")
    colors.get_by_role("button", name="Dark").click()
    dark = page.evaluate(GROUND)
    assert dark != light
    axe(page)
    # The first paint is dark.
    page.goto("/map", wait_until="commit")
    page.locator("body").wait_for()
    assert page.evaluate(GROUND) == dark
    page.get_by_role("button", name="Account").click()
    expect(colors.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    colors.get_by_role("button", name="System").click()
    assert page.evaluate(GROUND) == light


# Open pages request failures for their menu, and scripts on demand, also after the sign-out.
SIGNED_OUT = r"status of 401 .*/api/v1/(problems|jobs)\?|module script.*/sign-in\?next="


@at_both_sizes
@pytest.mark.parametrize("javascript", [True, False])
def test_signs_in_a_phone(visit, serve, demo_catalog, tmp_path, size, javascript):
    word = tmp_path / "word"
    word.write_text("correct horse\n")
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    server = serve(catalog, "--password-file", word)
    page = visit(
        server, "/sign-in?next=/account", javascript=javascript, expecting=SIGNED_OUT)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign in a phone").click()
    expect(page.get_by_role("img", name="Code for signing in")).to_be_visible()
    if javascript:
        axe(page)
    shot(page, f"account-{size}")
    address = page.locator("code", has_text="ticket=").inner_text()
    phone = visit(
        server, address, size="phone", javascript=javascript, expecting=SIGNED_OUT)
    phone.get_by_role("button", name="Sign in as Owner").click()
    expect(phone).to_have_url(f"{server.url}/")
    page.goto("/accounts")
    page.get_by_label("Name").fill("ann")
    page.locator("#password").fill("anns password")
    page.get_by_role("button", name="Add account").click()
    expect(page.get_by_role("heading", name="ann")).to_be_visible()
    if javascript:
        axe(page)
    shot(page, f"accounts-{size}")
    page.goto("/account")
    page.locator("main").get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    phone.goto("/trash")
    expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()


@at_both_sizes
def test_signs_out_another_device(visit, serve, demo_catalog, tmp_path, size):
    word = tmp_path / "word"
    word.write_text("correct horse\n")
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    server = serve(catalog, "--password-file", word)

    def signed_in(agent):
        page = visit(
            server, "/sign-in?next=/account", user_agent=f"Mozilla/5.0 ({agent}",
            expecting=SIGNED_OUT)
        page.get_by_label("Password").fill("correct horse")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
        return page

    page = signed_in("X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    phone = signed_in(
        "iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "Version/18.0 Mobile/15E148 Safari/604.1")
    page.reload()
    devices = page.locator(".devices li")
    expect(devices).to_have_count(2)
    expect(devices.filter(has_text="This device")).to_contain_text("Linux · Firefox")
    expect(devices.filter(has_text="iPhone · Safari")).to_contain_text("Last used")
    axe(page)
    shot(page, "devices")
    page.get_by_role("button", name="Sign out iPhone · Safari").click()
    expect(devices).to_have_count(1)
    phone.goto("/trash")
    expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_role("button", name="Sign out Linux · Firefox").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
