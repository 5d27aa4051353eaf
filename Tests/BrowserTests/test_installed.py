"""The pages as an installed app: the manifest, seen photos without a connection, and shared files."""

import json
import re
import shutil

import campaign
import pytest
from campaign import PICTURES, signed_in
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect
from routes import wait_until
from servers import gallery

CAMERA = "/sections/camera"
# Errors of requests without a connection or of another user.
OFFLINE = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (401|403|503)|Failed to fetch|dynamically imported module"


@pytest.fixture
def open_app(visit):
    """Opens a page with the service worker, which is in control and has kept the page."""
    def open_page(server, path="/", **more):
        page = visit(server, path, service_workers="allow", expecting=OFFLINE, **more)
        wait_for_kept(page, path)
        return page

    return open_page


@pytest.fixture
def accounts(serve, campaign_catalog, tmp_path):
    """A server with accounts."""
    catalog = shutil.copytree(campaign_catalog, tmp_path / "catalog")
    return serve(catalog, "--password-file", campaign.secret_of(catalog))


def wait_for_kept(page, *paths):
    """Waits until the worker has kept pages."""
    wait_until(page, lambda: {*paths} <= {*kept(page)})


def kept(page, kind=""):
    """The addresses in the caches of a kind."""
    return page.evaluate("""async kind => {
      const found = (await caches.keys()).filter(name => name.startsWith(kind))
      const all = await Promise.all(found.map(async name => (await caches.open(name)).keys()))
      return all.flat().map(({url}) => url.slice(location.origin.length))
    }""", kind)


def users(page):
    """The users for whom something is kept."""
    names = page.evaluate("caches.keys()")
    return {name.split()[1] for name in names if not name.startswith("shell")}


def is_shown(picture):
    return picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")


@at_both_sizes
def test_can_be_installed(visit, demo, size):
    page = visit(demo, "/", service_workers="allow")
    tools = page.context.new_cdp_session(page)
    told = tools.send("Page.getAppManifest")
    assert told["url"].endswith("/manifest.webmanifest") and told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["name"] == "Gallery" and manifest["start_url"] == "/"
    sides = page.evaluate("""icons => Promise.all(icons.map(async ({src}) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return image.naturalWidth
    }))""", [icon for icon in manifest["icons"] if icon["type"] == "image/png"])
    assert sides == [192, 512, 512]
    page.wait_for_function("() => navigator.serviceWorker.controller")
    assert page.evaluate("navigator.serviceWorker.ready.then(({scope}) => new URL(scope).pathname)") == "/"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        bars = page.locator("meta[name=theme-color]").evaluate_all(
            "bars => bars.filter(({media}) => matchMedia(media).matches).map(({content}) => content)")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert [hex_of(ground)] == bars
    page.evaluate("dispatchEvent(new CustomEvent('theme', {detail: 'light'}))")
    expect(page.locator("meta[name=theme-color][media=all]")).to_have_attribute("content", "#fbfaf8")


def hex_of(color):
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", color))


@at_both_sizes
def test_shows_seen_photos_without_a_connection(open_app, demo, size):
    page = open_app(demo, CAMERA)
    settle(page)
    tiles = page.locator("a[data-photo]")
    count = tiles.count()
    # Those of the first page, too, which was loaded without the worker.
    seen = page.locator("a[data-photo]:visible img").evaluate_all(
        "images => images.map(({currentSrc}) => currentSrc.slice(location.origin.length))")
    assert seen
    wait_for_kept(page, *seen)
    page.goto("/")
    settle(page)
    wait_for_kept(page, "/")
    page.context.set_offline(True)
    for path in ("/", CAMERA):
        page.goto(path)
        settle(page)
        expect(tiles.first).to_be_visible()
        assert is_shown(tiles.first.locator("img"))
    assert tiles.count() == count
    page.goto("/albums")
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    shot(page, "offline")
    axe(page)
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Albums")


@at_both_sizes
def test_stays_on_the_page_for_a_photo_that_is_not_kept(open_app, demo, size):
    page = open_app(demo, CAMERA)
    settle(page)
    page.context.set_offline(True)
    tile = page.locator("a[data-photo]:visible").last
    tile.tap() if size == "phone" else tile.click()
    expect(page.get_by_role("alert").first).to_contain_text("Can’t reach the server")
    expect(page.get_by_text("You’re offline")).to_have_count(0)


@at_both_sizes
def test_keeps_users_apart(open_app, accounts, size):
    page = open_app(accounts, CAMERA, prepare=signed_in("ann"))
    settle(page)
    page.goto("/trash")
    settle(page)
    page.goto("/people")
    wait_for_kept(page, "/people")
    [first] = users(page)
    # The trash, accounts and links are not kept.
    assert "/trash" not in kept(page)

    page.evaluate("document.querySelector('form.out').requestSubmit()")
    page.wait_for_url("**/sign-in")
    wait_until(page, lambda: not users(page))
    page.context.set_offline(True)
    page.goto(CAMERA)
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    page.context.set_offline(False)
    page.goto("/sign-in")
    page.get_by_label("Name", exact=True).fill("vic")
    page.get_by_label("Password").fill(campaign.PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("/$"))
    settle(page)
    wait_for_kept(page, "/")
    assert first not in users(page) and CAMERA not in kept(page)
    page.context.set_offline(True)
    for path in (CAMERA, "/people"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")


def test_removes_what_a_user_saw_when_another_appears(open_app, accounts):
    """Without signing out, such as after the end of the session."""
    page = open_app(accounts, CAMERA, prepare=signed_in("ann"))
    [first] = users(page)
    signed_in("vic")(page.context)
    page.goto("/")
    wait_for_kept(page, "/")
    assert len(users(page) - {first}) == 1 == len(users(page))
    page.context.set_offline(True)
    page.goto(CAMERA)
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    page.context.set_offline(False)
    page.context.clear_cookies()
    page.goto(CAMERA)
    page.wait_for_url("**/sign-in?**")
    wait_until(page, lambda: not users(page))


def test_keeps_nothing_of_share_links(open_app, own_demo):
    page = open_app(own_demo, "/")
    answer = page.request.post("/api/v1/shares", data={"section": "camera"})
    path = "/shared/" + answer.json()["url"].rsplit("/", 1)[1]
    page.goto(path)
    settle(page)
    assert kept(page) and not [path for path in kept(page) if path.startswith("/shared")]
    page.context.set_offline(True)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")


def test_is_replaced_by_an_update(open_app, demo):
    page = open_app(demo, CAMERA)
    settle(page)
    wait_until(page, lambda: kept(page, "240"))
    # The version contains the language of the texts.
    page.request.post("/language", form={"language": "es", "next": "/"})
    page.evaluate("navigator.serviceWorker.ready.then(registration => registration.update())")
    wait_until(page, lambda: not [path for path in kept(page, "shell") if ".es/" not in path])
    # Pages that were made for the old scripts are removed, thumbnails stay.
    wait_until(page, lambda: not [name for name in page.evaluate("caches.keys()") if name.endswith(".en")])
    assert kept(page, "240") and kept(page, "shell")
    page.goto(CAMERA)
    settle(page)
    wait_for_kept(page, CAMERA)
    page.context.set_offline(True)
    page.goto(CAMERA)
    expect(page.get_by_role("heading", level=1)).to_have_text("Cámara")
    page.goto("/people")
    expect(page.get_by_role("heading", level=1)).to_have_text("No hay conexión")


@at_both_sizes
def test_adds_files_that_apps_share(visit, serve, tmp_path, size):
    gallery(tmp_path / "catalog", "--quiet", "import", f"{PICTURES}/fruits.jpg")
    server = serve(tmp_path / "catalog")
    with open(f"{PICTURES}/messi5.jpg", "rb") as file:
        picture = file.read()

    body = (b'--xY\r\nContent-Disposition: form-data; name="file"; filename="IMG_1.jpg"\r\n'
            b"Content-Type: image/jpeg\r\n\r\n" + picture + b"\r\n--xY--\r\n")

    def share(route):
        """Makes the request as phones do for a share: without a page (OriginRuleTests)."""
        route.continue_(method="POST", post_data=body, headers={
            **route.request.headers, "content-type": "multipart/form-data; boundary=xY", "origin": "null"})

    page = visit(server, "/upload", prepare=lambda context: context.route("**/upload", share))
    expect(page.get_by_role("status")).to_contain_text("1 photo added")
    page.context.unroute_all()
    page.get_by_role("link", name="IMG_1.jpg").click()
    expect(page).to_have_url(re.compile(r"/photos/\d+"))
    sections = [item["section"] for item in json.loads(server.text("/api/v1/photos"))["items"]]
    assert sections == ["camera", "camera"]
