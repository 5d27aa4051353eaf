"""Share links: created by the owner, opened by recipients."""

import io
import re
import shutil
import zipfile
from pathlib import Path

from conftest import at_both_sizes
from gates import axe
from looking import grid, wait_for_photos
from playwright.sync_api import expect
from routes import Held
from servers import gallery


def make(page, **what):
    """Creates a link and returns its path."""
    answer = page.context.request.post("/api/v1/shares", data=what)
    assert answer.status == 201, answer.text()
    return "/shared/" + answer.json()["url"].rsplit("/", 1)[1]


def own_photos(page, count=3):
    """The ids of camera photos."""
    listed = page.context.request.get(f"/api/v1/sections/camera/photos?limit={count}").json()
    return [photo["id"] for photo in listed["items"]]


@at_both_sizes
def test_shows_what_is_given_before_the_link_is_made(visit, own_demo, size):
    page = visit(own_demo, "/sections/camera")
    wait_for_photos(page)
    opener = page.get_by_role("link", name="Share", exact=True)
    opener.click()
    dialog = page.get_by_role("dialog", name="Share a link")
    expect(dialog.get_by_text("photos. Photos added later are shared too.")).to_be_visible()
    expect(dialog.locator(".given img")).to_have_count(5)
    dialog.get_by_text("What visitors see").click()
    expect(dialog.get_by_text("Not shared:")).to_be_visible()
    expect(dialog.get_by_text("Downloads are up to")).to_be_visible()
    expect(dialog.get_by_role("term").filter(has_text="Place")).to_have_count(0)
    axe(page)
    dialog.get_by_role("switch", name="Include locations, people, titles and tags").check()
    expect(dialog.get_by_text("Not shared:")).to_have_count(0)
    dialog.get_by_role("switch", name="Allow full-size downloads").check()
    expect(dialog.get_by_text("Downloads are full size")).to_be_visible()
    expect(dialog.locator(".draft")).to_have_attribute("aria-busy", "false")
    dialog.get_by_role("button", name="Create link").click()
    dialog = page.get_by_role("dialog", name="Link ready")
    address = dialog.get_by_label("Link address")
    expect(address).to_be_focused()
    url = address.input_value()
    assert url.startswith(own_demo.url.rstrip("/") + "/shared/")
    # A phone cannot open an address of this computer.
    expect(dialog.get_by_text("Only this computer can open this link")).to_be_visible()
    expect(dialog.get_by_role("img", name="QR code of the link")).to_have_count(0)
    axe(page)
    dialog.get_by_role("button", name="Close").click()
    expect(opener).to_be_focused()
    shared = visit(own_demo, url[len(own_demo.url.rstrip("/")):])
    expect(shared.get_by_role("heading", level=1)).to_have_text("Camera")


@at_both_sizes
def test_gives_a_photo_from_the_viewer(visit, own_demo, size):
    page = visit(own_demo, "/sections/camera")
    wait_for_photos(page)
    grid(page).get_by_role("link").first.click()
    viewer = page.locator("dialog.viewer")
    viewer.get_by_role("button", name="Share", exact=True).click()
    viewer.get_by_role("button", name="A link…").click()
    dialog = page.get_by_role("dialog", name="Share a link")
    expect(dialog.get_by_text("1 photo", exact=True)).to_be_visible()
    # Keys pressed in the dialog do not affect the viewer.
    dialog.get_by_label("Password (optional)").fill("is")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(viewer).to_be_visible()


@at_both_sizes
def test_shows_the_photos_of_a_link(visit, own_demo, size):
    owner = visit(own_demo, "/shares")
    photos = own_photos(owner)
    path = make(owner, photos=photos)
    page = visit(own_demo, path)
    expect(page.get_by_role("heading", name="Shared photos")).to_be_visible()
    tiles = page.locator(".tiles a[data-photo]")
    expect(tiles).to_have_count(len(photos))
    expect(page.get_by_role("search")).to_have_count(0)
    # The dates of the photos.
    expect(page.locator(".title .quiet")).to_have_text(
        re.compile(rf"^{len(photos)} photos · .*\d{{4}}"))
    axe(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all (ZIP)").click()
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None
    assert len([name for name in archive.namelist() if name.endswith(".jpg")]) == len(photos)
    # A photo without a title is labeled by its day, not by its id.
    expect(tiles.nth(1).locator("img")).to_have_attribute(
        "alt", re.compile(r"^(\d+ \w+ \d{4}|Photo)$"))
    tiles.first.click()
    viewer = page.locator("dialog.viewer")
    expect(viewer.get_by_text(f"1 of {len(photos)}", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(viewer.get_by_text(f"2 of {len(photos)}", exact=True)).to_be_visible()
    assert page.url.endswith(f"{path}/photos/{photos[1]}")
    expect(viewer.get_by_role("button", name="Move to trash")).to_have_count(0)
    axe(page)
    page.keyboard.press("Escape")
    expect(viewer).to_have_count(0)
    expect(tiles.nth(1)).to_be_focused()
    # The page of a photo also works by itself.
    page.goto(f"{path}/photos/{photos[2]}")
    expect(viewer.get_by_text(f"3 of {len(photos)}", exact=True)).to_be_visible()
    viewer.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("heading", name="Shared photos")).to_be_visible()


@at_both_sizes
def test_shows_a_link_without_scripts(visit, own_demo, size):
    owner = visit(own_demo, "/shares")
    photos = own_photos(owner)
    page = visit(own_demo, make(owner, photos=photos), javascript=False)
    page.locator(".tiles a").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text(f"2 of {len(photos)}", exact=True)).to_be_visible()
    page.get_by_role("link", name="Shared photos").last.click()
    expect(page.locator(".tiles a")).to_have_count(len(photos))


@at_both_sizes
def test_asks_for_the_password_of_a_link(visit, own_demo, size):
    owner = visit(own_demo, "/shares")
    path = make(owner, photos=own_photos(owner, 1), password="open sesame")
    page = visit(own_demo, path, locale="es-ES", expecting=r"\b401\b")
    expect(page.get_by_role("heading", name="Este enlace requiere una contraseña")).to_be_visible()
    axe(page)
    page.get_by_label("Contraseña del enlace").fill("sesame")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Contraseña incorrecta.")
    axe(page)
    page.get_by_label("Contraseña del enlace").fill("open sesame")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Fotos compartidas")).to_be_visible()
    expect(page.locator(".tiles a")).to_have_count(1)


@at_both_sizes
def test_lists_and_revokes_links_without_scripts(visit, own_demo, size):
    owner = visit(own_demo, "/shares", javascript=False)
    path = make(owner, photos=own_photos(owner, 2), expires="2100-01-01T00:00:00Z")
    visit(own_demo, path)
    owner.reload()
    newest = owner.locator(".shares > li").first
    expect(newest.get_by_role("heading", name="2 photos")).to_be_visible()
    expect(newest.get_by_text("Opened 1 time")).to_be_visible()
    count = owner.locator(".shares > li").count()
    newest.get_by_text("Turn off link…").click()
    newest.get_by_role("button", name="Turn off link").click()
    expect(owner.locator(".shares > li")).to_have_count(count - 1)
    gone = visit(own_demo, path, expecting=r"\b404\b")
    expect(gone.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(gone.locator(".top a, main a")).to_have_count(0)
    axe(gone)


def test_gives_nothing_that_was_not_shown(visit, own_demo):
    """A link cannot be created before its contents are shown."""
    page = visit(own_demo, "/sections/camera", expecting=r"ERR_FAILED|\b503\b")
    wait_for_photos(page)
    drafts = re.compile("/api/v1/shares/draft")
    page.get_by_role("link", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share a link")
    submit = dialog.get_by_role("button", name="Create link")
    expect(submit).to_be_enabled()
    held = Held(page, drafts)
    dialog.get_by_label("Include locations, people, titles and tags").check()
    expect(submit).to_be_disabled()
    # This also applies to the keyboard.
    dialog.get_by_label("Password (optional)").press("Enter")
    page.wait_for_function("() => document.querySelector('.draft[aria-busy=true]')")
    held.abort(page)
    expect(dialog.get_by_role("alert")).to_contain_text("Can’t reach the server")
    expect(dialog.get_by_text("Not shared:")).to_have_count(0)
    expect(submit).to_be_disabled()
    axe(page)
    page.unroute(drafts)
    dialog.get_by_role("button", name="Try again").click()
    expect(submit).to_be_enabled()
    expect(dialog.get_by_role("alert")).to_be_hidden()
    dialog.get_by_text("What visitors see").click()
    expect(dialog.get_by_role("term").filter(has_text="Place")).to_have_count(1)
    submit.click()
    expect(page.get_by_role("dialog", name="Link ready")).to_be_visible()


def test_tells_what_stays_told_of_photos_of_flickr(visit, own_demo):
    page = visit(own_demo, "/sections/flickr%3Adogs")
    wait_for_photos(page)
    page.get_by_role("link", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share a link")
    dialog.get_by_text("What visitors see").click()
    expect(dialog.get_by_text("photos come from Flickr")).to_be_visible()
    expect(dialog.get_by_role("term").filter(has_text="Title")).to_have_count(1)


def test_says_which_words_are_english(visit, own_demo):
    """Texts without a translation are marked with their language."""
    page = visit(own_demo, "/sections/camera", locale="es-ES", expecting=r"\b400\b")
    page.get_by_role("link", name="Compartir", exact=True).click()
    dialog = page.get_by_role("dialog", name="Compartir un enlace")
    dialog.get_by_label("Contraseña (opcional)").fill("a\tb")
    dialog.get_by_role("button", name="Crear enlace").click()
    expect(dialog.get_by_role("alert").locator("[lang=en]")).to_contain_text("control character")


@at_both_sizes
def test_makes_a_link_without_scripts(visit, own_demo, size):
    page = visit(own_demo, "/sections/camera", javascript=False)
    page.get_by_role("link", name="Share", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Share a link")
    expect(page.locator(".given img")).to_have_count(5)
    axe(visit(own_demo, "/shares/new?section=camera"))
    page.get_by_label("Password (optional)").fill("open sesame")
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Link ready")
    address = page.get_by_label("Link address").input_value()
    shared = visit(own_demo, "/shared/" + address.rsplit("/", 1)[1], expecting=r"\b401\b")
    expect(shared.get_by_label("Link password")).to_be_visible()


def test_shows_who_can_open_a_link(visit, serve, demo_catalog, tmp_path):
    catalog = tmp_path / "catalog"
    shutil.copytree(demo_catalog, catalog)
    password = tmp_path / "password"
    password.write_text("correct horse\n")

    def made(base):
        server = serve(catalog, "--base-url", base, "--password-file", password)
        page = visit(server, "/sign-in?next=/sections/camera")
        page.get_by_label("Password").fill("correct horse")
        page.keyboard.press("Enter")
        wait_for_photos(page)
        page.get_by_role("link", name="Share", exact=True).click()
        page.get_by_role("button", name="Create link").click()
        dialog = page.get_by_role("dialog", name="Link ready")
        expect(dialog.get_by_label("Link address")).to_have_value(re.compile(re.escape(base)))
        return dialog

    dialog = made("http://192.168.1.20:8080")
    expect(dialog.get_by_text("Only devices on this network can open this link.")).to_be_visible()
    expect(dialog.get_by_role("img", name="QR code of the link")).to_be_visible()
    axe(dialog.page)
    dialog = made("https://photos.example.org")
    expect(dialog.locator(".limit")).to_have_count(0)


@at_both_sizes
def test_loads_more_photos_of_a_link_while_scrolling(visit, serve, tmp_path, size):
    server = serve(twenty_photos(tmp_path, count=130))
    path = make(visit(server, "/shares"), section="camera")
    page = visit(server, path)
    tiles = page.locator(".tiles a")
    expect(tiles.first).to_be_visible()
    cover = page.locator(".title img.cover")
    expect(cover).to_have_js_property("complete", True)
    assert cover.evaluate("image => image.naturalWidth") > 0
    # Photos arrive before the end of the list is in view.
    for count in (120, 130):
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight - innerHeight - 700)")
        expect(tiles).to_have_count(count)
    assert len(set(tiles.evaluate_all("all => all.map(link => link.dataset.photo)"))) == 130
    expect(page.get_by_role("link", name="Next")).to_have_count(0)
    # Without scripts, there are pages.
    plain = visit(server, path, javascript=False)
    plain.get_by_role("link", name="Next").click()
    expect(plain.locator(".tiles a")).to_have_count(60)


def test_forms_work_where_browsers_tell_no_site(visit, serve, demo_catalog, tmp_path):
    """Over plain HTTP to a host other than the local machine, as from a phone at home."""
    catalog = tmp_path / "catalog"
    shutil.copytree(demo_catalog, catalog)
    password = tmp_path / "password"
    password.write_text("correct horse\n")
    server = serve(catalog, "--password-file", password, GALLERY_SERVE_HOSTS="gallery.test")
    at = server.url.replace("127.0.0.1", "gallery.test")

    def come(path):
        # Chromium warns that it trusts such addresses less.
        return visit(
            server, path, base_url=at, javascript=False,
            expecting=r"Cross-Origin-Opener|Clear-Site-Data|\b401\b")

    page = come("/sign-in")
    page.get_by_label("Password").fill("correct horse")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{at}/")
    password.write_text("open sesame\n")
    told = gallery(
        catalog, "share", "camera/2", "--link", "--password-file", password, "--base-url", at)
    shared = come(re.search("/shared/[\\w-]+", told)[0])
    shared.get_by_label("Link password").fill("open sesame")
    shared.keyboard.press("Enter")
    expect(shared.locator(".tiles a")).to_have_count(1)
    shared.get_by_role("button", name="Español").click()
    expect(shared.get_by_role("heading", name="Fotos compartidas")).to_be_visible()
    page.goto("/shares")
    page.get_by_text("Turn off link…").click()
    page.get_by_role("button", name="Turn off link").click()
    expect(page.locator(".shares > li")).to_have_count(0)
    page.get_by_role("button", name="Account").click()
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", name="Enlaces compartidos")).to_be_visible()
    page.get_by_role("button", name="Cuenta").click()
    page.get_by_role("button", name="Cerrar sesión").click()
    page.wait_for_url(re.compile("/sign-in"))


def twenty_photos(folder, count=20):
    """A catalog of 20 photos, too many to prepare an archive while the visitor waits."""
    album = folder / "album"
    album.mkdir()
    sample = Path("/usr/share/doc/opencv-doc/examples/data/messi5.jpg").read_bytes()
    for number in range(count):
        # Comments make the files different pictures.
        comment = bytes([0xFF, 0xFE, 0, 3, number])
        (album / f"IMG_{number}.jpg").write_bytes(sample[:2] + comment + sample[2:])
    gallery(folder / "catalog", "--quiet", "import", album)
    return folder / "catalog"


@at_both_sizes
def test_downloads_an_archive_once_it_is_ready(visit, serve, tmp_path, size):
    server = serve(twenty_photos(tmp_path))
    held = []
    page = visit(
        server, make(visit(server, "/shares"), section="camera"), expecting=r"\b503\b",
        prepare=lambda context: held.append(Held(context, "**/shared.js")))
    # The progress needs no space.
    button, tile = [page.locator(kind).first.bounding_box() for kind in (".archive a", ".tile")]
    assert tile["y"] - button["y"] - button["height"] < 30
    # The server may be faster than the test, so the response of a server still preparing is faked.
    page.route("**/photos.zip", lambda route: route.fulfill(
        status=503, headers={"Retry-After": "1"}, content_type="application/problem+json",
        body='{"detail": "3 of 20 photos are ready", "done": 3, "total": 20}'))
    page.get_by_role("link", name="Download all (ZIP)").click()
    held[0].release(page)
    progress = page.get_by_role("progressbar", name="Download all (ZIP)")
    expect(progress).to_have_js_property("value", 3)
    expect(page.get_by_role("status").filter(has_text="3 of 20 photos are ready.")).to_be_visible()
    axe(page)
    with page.expect_download() as download:
        page.unroute("**/photos.zip")
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None and len(archive.namelist()) == 20
    expect(progress).to_have_count(0)
    assert page.url.startswith(server.url + "/shared/")


def test_prepares_an_archive_without_scripts(visit, serve, tmp_path):
    server = serve(twenty_photos(tmp_path))
    path = make(visit(server, "/shares"), section="camera")
    page = visit(server, path, javascript=False, expecting=r"\b503\b")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all (ZIP)").click()
    assert download.value.suggested_filename == "shared-photos.zip"
