"""The feed of a campaign: its order, its end, new posts, and decisions of owners."""

import re
import shutil
import time

import campaign
import pytest
from campaign import post, signed_in, token
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from routes import Held

# The stream of events is blocked, so that a page must request changes.
CUT_OFF = "/api/v1/changes"
# A post that returns moves those after it, however long after the click or the key.
MOVES = r"layout shift: \S+ \[\['LI\. [^']*'\]\]"
STORY = "<b>All</b> of us, with gloves.\nThe tide was out, so that we came round the rocks to the little beach."


@pytest.fixture
def beach(serve, campaign_catalog, tmp_path):
    """A campaign with five posts by two users."""
    server = campaign.start(serve, shutil.copytree(campaign_catalog, tmp_path / "catalog"))
    eva, roger = token(server, "eva"), token(server, "roger")
    for person, title, picture, description in [
            (roger, "The first bag", "home.jpg", ""), (eva, "Ropes & nets", "fruits.jpg", STORY),
            (roger, "A gull", "baboon.jpg", ""), (eva, "Lunch", "messi5.jpg", "Thanks to all!"),
            (eva, "An evening that was so fine that its title is long enough for two lines", "messi5.jpg", "")]:
        post(server, person, title, picture, description)
    return server


def cut_off(name):
    """Returns a function that signs a context in and blocks its stream of changes."""
    def prepare(context):
        signed_in(name)(context)
        context.route(f"**{CUT_OFF}*", lambda route: route.abort())

    return prepare


def titles(page):
    return page.locator(".posts h2")


def named(page, title):
    return page.get_by_role("article", name=title)


def pull(page):
    """Pulls the page down by a finger."""
    session = page.context.new_cdp_session(page)
    for kind, y in [("touchStart", 300), *[("touchMove", 300 + 40 * n) for n in range(1, 11)]]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": 200, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@at_both_sizes
def test_shows_the_newest_first(visit, beach, size):
    page = visit(beach, "/feed", prepare=signed_in("vic"), still=True)
    expect(page.get_by_role("heading", level=1)).to_have_text(campaign.NAME)
    expect(titles(page)).to_have_text([
        re.compile("^An evening"), "Lunch", "A gull", "Ropes & nets", "The first bag"])
    ropes = named(page, "Ropes & nets")
    expect(ropes.locator(".name")).to_have_text("Eva Núñez")
    expect(ropes.locator("time")).to_have_text("just now")
    expect(ropes.locator(".description")).to_have_text(STORY)
    expect(named(page, "A gull").locator(".name")).to_have_text("roger")
    # Each post has its space before its picture is loaded.
    for picture in page.locator(".posts img[srcset]").all():
        assert int(picture.get_attribute("width")) > 0 and int(picture.get_attribute("height")) > 0
    if size == "phone":
        page.get_by_role("button", name="More").tap()
    expect(page.get_by_role("link", name="Feed", exact=True)).to_have_attribute("aria-current", "page")
    if size == "phone":
        page.keyboard.press("Escape")
    expect(page.locator("link[rel=manifest]")).to_have_attribute("href", "/manifest.webmanifest")
    # Viewers cannot decide anything.
    expect(page.locator(".deciding")).to_have_count(0)
    expect(page.get_by_role("link", name="Publish a photo")).to_have_count(0)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.posts img')].slice(0, 2).every(image => image.complete)")
    shot(page, "feed-light")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways"
    page.emulate_media(color_scheme="dark")
    shot(page, "feed-dark")
    axe(page, rules=["color-contrast"])


@at_both_sizes
def test_goes_on_at_its_end(visit, beach, size):
    eva = token(beach, "eva")
    for number in range(60):
        post(beach, eva, f"Bag {number}", campaign.SHAPES[number % 4])
    page = visit(beach, "/feed", prepare=signed_in("vic"))
    expect(titles(page)).to_have_count(20)
    older = page.get_by_role("link", name="Older posts")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        page.mouse.move(200, 400)
        page.mouse.wheel(0, 1500)
        page.wait_for_timeout(60)
        if titles(page).count() == 65 and older.count() == 0:
            break
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(titles(page)).to_have_count(65)
    expect(titles(page).first).to_have_text("Bag 59")
    expect(titles(page).last).to_have_text("The first bag")
    ids = page.locator(".posts > li").evaluate_all("posts => posts.map(post => post.id)")
    assert len(set(ids)) == 65
    expect(older).to_have_count(0)


def test_leads_to_older_posts_without_scripts(visit, beach):
    eva = token(beach, "eva")
    for number in range(16):
        post(beach, eva, f"Bag {number}")
    page = visit(beach, "/feed", prepare=signed_in("eva"), javascript=False)
    expect(titles(page)).to_have_count(20)
    for button in page.get_by_role("button").all():
        assert button.evaluate("button => button.form ?? button.popoverTargetElement"), \
            "a button that does nothing"
    page.get_by_role("link", name="Older posts").click()
    expect(titles(page)).to_have_text(["The first bag"])
    page.get_by_role("link", name="First page").click()
    expect(titles(page)).to_have_count(20)


def test_takes_in_what_is_new_when_it_is_pulled_down(visit, beach):
    page = visit(beach, "/feed", prepare=cut_off("vic"), size="phone", expecting=CUT_OFF)
    expect(page.locator("html")).to_have_class(re.compile("pullable"))
    post(beach, token(beach, "eva"), "Another bag")
    pull(page)
    expect(titles(page).first).to_have_text("Another bag")
    expect(page.get_by_text("1 new post", exact=True)).to_be_visible()
    expect(page.locator(".pull")).to_be_hidden()
    pull(page)
    expect(page.get_by_text("No new posts")).to_be_visible()
    expect(titles(page)).to_have_count(6)


@at_both_sizes
def test_says_that_something_is_new_and_keeps_the_place(visit, beach, size):
    page = visit(beach, "/feed", prepare=signed_in("vic"))
    gull = titles(page).nth(2)
    gull.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 200)")
    page.wait_for_function("() => document.readyState === 'complete'")
    before = gull.bounding_box()["y"]
    for title in ["One more bag", "Two more bags"]:
        post(beach, token(beach, "eva"), title)
    news = page.get_by_role("button", name="Show 2 new posts")
    expect(news).to_be_in_viewport()
    assert abs(gull.bounding_box()["y"] - before) <= 1
    shot(page, "feed-news")
    axe(page, ".feed")
    news.click()
    expect(titles(page).first).to_have_text("Two more bags")
    expect(titles(page).first).to_be_in_viewport()
    expect(titles(page).first).to_be_focused()
    expect(titles(page)).to_have_count(7)


def test_keeps_the_place_where_somebody_asks_by_a_key(visit, beach):
    page = visit(beach, "/feed", prepare=cut_off("vic"), expecting=CUT_OFF)
    gull = named(page, "A gull").get_by_role("heading")
    gull.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 150)")
    before = gull.bounding_box()["y"]
    post(beach, token(beach, "eva"), "One more bag")
    page.keyboard.press("r")
    expect(titles(page)).to_have_count(6)
    assert abs(gull.bounding_box()["y"] - before) <= 1


@at_both_sizes
def test_owners_hide_and_delete_and_take_it_back(visit, beach, size):
    page = visit(beach, "/feed", prepare=signed_in("ann"), expecting=MOVES)
    lunch = named(page, "Lunch")
    hide = lunch.get_by_role("button", name="Hide Lunch")
    show = lunch.get_by_role("button", name="Show Lunch")
    hide.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Post hidden")).to_be_visible()
    expect(lunch.get_by_text("Hidden from the feed")).to_be_visible()
    expect(show).to_be_focused()
    shot(page, "feed-hidden")
    axe(page)
    others = visit(beach, "/feed", prepare=signed_in("vic"), expecting=MOVES)
    expect(titles(others)).to_have_count(4)
    page.reload()
    expect(lunch.get_by_text("Hidden from the feed")).to_be_visible()
    show.click()
    expect(hide).to_be_visible()
    # Users with the open feed see a message and keep their position.
    others.get_by_role("button", name="Show 1 new post").click()
    expect(titles(others)).to_have_count(5)
    page.get_by_role("button", name="Undo").click()
    expect(lunch.get_by_text("Hidden from the feed")).to_be_visible()
    lunch.get_by_role("button", name="Delete Lunch").click()
    expect(lunch).to_have_count(0)
    page.get_by_role("button", name="Undo").last.click()
    expect(titles(page)).to_have_text([
        re.compile("^An evening"), "Lunch", "A gull", "Ropes & nets", "The first bag"])
    page.reload()
    expect(titles(page)).to_have_count(5)


def test_takes_a_press_that_comes_before_its_script(visit, beach):
    held = []

    def prepare(context):
        signed_in("ann")(context)
        held.append(Held(context, "**/feed.js"))

    page = visit(beach, "/feed", prepare=prepare, expecting=MOVES)
    named(page, "Lunch").get_by_role("button", name="Hide Lunch").click()
    held[0].release(page)
    expect(page.get_by_text("Post hidden")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(named(page, "Lunch").get_by_text("Hidden from the feed")).to_be_hidden()


def test_members_delete_their_own(visit, beach):
    page = visit(beach, "/feed", prepare=signed_in("roger"))
    expect(page.get_by_role("button", name="Delete")).to_have_count(2)
    expect(page.get_by_role("button", name="Hide")).to_have_count(0)
    delete = page.get_by_role("button", name="Delete A gull")
    # They cannot undo it, so they are asked.
    page.once("dialog", lambda dialog: dialog.dismiss())
    delete.click()
    expect(titles(page)).to_have_count(5)
    page.once("dialog", lambda dialog: dialog.accept())
    delete.click()
    expect(titles(page)).to_have_count(4)
    page.reload()
    expect(titles(page)).to_have_count(4)


def test_keeps_the_posts_where_the_server_is_away(visit, beach):
    page = visit(beach, "/feed", prepare=signed_in("vic"), expecting="ERR_FAILED")
    page.route("**/feed*", lambda route: route.abort())
    look = page.get_by_role("button", name="Check for new posts")
    look.click()
    expect(page.get_by_role("alert")).to_have_text(
        "Can’t reach the server. Posts already loaded stay on this page.")
    expect(titles(page)).to_have_count(5)
    axe(page, ".feed")
    page.unroute("**/feed*")
    look.click()
    expect(page.get_by_text("No new posts")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_opens_photos_in_the_viewer(visit, beach):
    page = visit(beach, "/feed", prepare=signed_in("vic"))
    link = named(page, "Lunch").get_by_role("link", name="Photo: Lunch")
    link.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    # The feed's styles do not apply to the viewer.
    main = page.locator("dialog.viewer .main")
    expect(main).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page).to_have_url(re.compile(r"/photos/\d+\?from=campaign"))
    page.go_back()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page).to_have_url(f"{beach.url}/feed")
    expect(link).to_be_focused()


@at_both_sizes
def test_an_empty_feed_leads_to_the_first_post(visit, serve, campaign_catalog, tmp_path, size):
    server = campaign.start(serve, shutil.copytree(campaign_catalog, tmp_path / "catalog"))
    page = visit(server, "/feed", prepare=signed_in("eva"))
    expect(page.get_by_text("No posts yet.")).to_be_visible()
    shot(page, "feed-empty")
    axe(page)
    other = visit(server, "/feed", prepare=signed_in("vic"))
    expect(other.get_by_role("link", name="Publish the first photo")).to_have_count(0)
    post(server, token(server, "roger"), "The first bag")
    # The open page shows it without a reload.
    expect(titles(page)).to_have_text(["The first bag"])
    expect(page.get_by_text("No posts yet.")).to_have_count(0)


def test_speaks_spanish(visit, beach):
    page = visit(beach, "/feed", prepare=signed_in("eva"), locale="es-ES")
    expect(page.get_by_role("button", name="Buscar publicaciones nuevas")).to_be_visible()
    expect(page.get_by_role("button", name="Eliminar Lunch")).to_be_visible()
    expect(named(page, "Lunch").locator("time")).to_have_text("ahora mismo")


def test_is_not_there_without_a_campaign(visit, demo):
    page = visit(demo, "/feed", expecting="status of 404")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.get_by_role("link", name="Feed", exact=True)).to_have_count(0)
