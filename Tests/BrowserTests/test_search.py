"""Queries while typing, searches at Flickr, and refreshes."""

import re
import shutil

import pytest
from conftest import at_both_sizes
from gates import axe, shot
from playwright.sync_api import expect
from routes import Held, wait_until
from servers import gallery

# Failed attempts are not repeated.
ONCE = {"GALLERY_TRANSPORT_RETRIES": "0"}

# Photos appear before their pictures.
COMING = r"status of 404 .*/thumbnail/"


def box(page):
    return page.get_by_role("combobox", name=re.compile("^Search "))


def options(page):
    return page.get_by_role("listbox", name="Suggestions").get_by_role("option")


def understood(page):
    return page.locator(".understanding .note")


def press(page, element, size):
    """Uses an element by touch on a phone, and by the keyboard alone on a desktop."""
    if size == "phone":
        element.tap()
    else:
        element.focus()
        page.keyboard.press("Enter")


def choose(page, name, size):
    """Chooses a suggestion by touch on a phone, and by the keyboard alone on a desktop."""
    option = options(page).filter(has_text=re.compile(f"^{name}"))
    expect(option).to_be_visible()
    if size == "phone":
        return option.tap()
    for _ in range(40):
        page.keyboard.press("ArrowDown")
        if option.get_attribute("aria-selected") == "true":
            break
    expect(box(page)).to_have_attribute("aria-activedescendant", option.get_attribute("id"))
    page.keyboard.press("Enter")


@pytest.fixture
def named(serve, demo_catalog, tmp_path):
    """A server with a gallery in which Ana is on two photos, in France and Australia."""
    catalog = shutil.copytree(demo_catalog, tmp_path / "catalog")
    photos = gallery(catalog, "export", "camera", "--columns", "ID").split()[1:]
    for photo, name in [(photos[0], "Ana"), (photos[1], "Ana"), (photos[0], "Ben")]:
        gallery(catalog, "faces", "add", photo, f"{20 if name == 'Ana' else 120},30,80,90", "--name", name)
    return serve(catalog)


def ask_flickr(page, term):
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("group", name="Add").get_by_role("button", name="Search Flickr…").click()
    dialog = page.get_by_role("dialog", name="Search Flickr")
    expect(dialog.get_by_label("Search for")).to_be_focused()
    page.keyboard.type(term)
    return dialog


def work(page):
    return page.get_by_role("region", name="Running jobs")


def message(page, text):
    return page.get_by_role("status").filter(has_text=text)


@at_both_sizes
def test_tells_what_it_understands_and_completes_by_keys(visit, demo, size):
    page = visit(demo)
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()
    page.keyboard.type("not:tag:do")
    expect(options(page).first).to_have_text("tag:dogsTag · 58 photos")
    shot(page, "completions")
    axe(page)
    page.keyboard.press("ArrowDown")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")
    expect(box(page)).to_have_value("not:tag:dogs ")
    expect(understood(page)).to_have_text(re.compile("^Filter not:tag:dogs[0-9]+ photos$"))
    page.keyboard.press("Escape")
    expect(understood(page)).to_be_hidden()
    expect(box(page)).to_have_value("not:tag:dogs ")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/\?q=not%3Atag%3Adogs"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")


@at_both_sizes
def test_points_at_what_cannot_be_read(visit, demo, size):
    page = visit(demo, "/sections/flickr:dogs")
    box(page).fill("dog taken:soon ")
    expect(page.get_by_role("search").get_by_text("Invalid 'taken:soon'")).to_be_visible()
    told = page.locator(".understanding pre")
    assert [line.rstrip() for line in told.inner_text().split("\n")] == ["  dog taken:soon", "            ^"]
    expect(box(page)).to_have_value("dog taken:soon ")
    shot(page, "fault-typed")
    axe(page)


@at_both_sizes
def test_completes_under_a_finger_or_a_mouse(visit, demo, size):
    page = visit(demo, "/sections/flickr:dogs")
    box(page).fill("has:p")
    choice = options(page).filter(has_text="has:picture")
    choice.tap() if size == "phone" else choice.click()
    expect(box(page)).to_have_value("has:picture ")
    expect(box(page)).to_be_focused()
    # Within the visible section.
    expect(page.get_by_role("search").get_by_text("58 photos", exact=True)).to_be_visible()
    page.get_by_role("main").click(position={"x": 2, "y": 500})
    expect(understood(page)).to_be_hidden()


def test_leaves_keys_alone_where_nothing_is_chosen(visit, demo):
    page = visit(demo, "/trash")
    box(page).press_sequentially("dogs")
    expect(options(page).first).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/\?q=dogs"))
    box(page).fill("")
    choose(page, "Advanced: filters", "desk")
    expect(options(page).first).to_have_text("tag:")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(box(page)).not_to_be_focused()


@at_both_sizes
def test_understands_everyday_words(visit, named, size):
    page = visit(named)
    box(page).focus()
    page.keyboard.type("Ana and Ben in france may 2024")
    expect(understood(page)).to_have_text("Person AnaPerson BenPlace franceDate may 20241 photo")
    shot(page, "understood")
    axe(page)
    page.keyboard.press("Enter")
    parts = page.get_by_role("list", name="Search terms").get_by_role("link")
    expect(parts).to_have_text(["Remove Person: Ana", "Remove Person: Ben", "Remove Place: france", "Remove Date: may 2024"])
    expect(page.locator(".title .count")).to_have_text("1 photo")
    shot(page, "parts")
    axe(page)
    for name, left in [("Person: Ben", "Ana in france may 2024"), ("Date: may 2024", "Ana in france"), ("Place: france", "Ana")]:
        press(page, page.get_by_role("link", name=f"Remove {name}"), size)
        expect(box(page)).to_have_value(left)
    expect(page.locator(".title .count")).to_have_text("2 photos")
    # The grid, the viewer and the links of the page use the same query.
    expect(page.get_by_role("gridcell").or_(page.locator(".collection a"))).to_have_count(2)


@at_both_sizes
def test_tells_which_part_excludes_everything(visit, named, size):
    page = visit(named, "/?q=Ana+jap%C3%B3n+2024")
    expect(page.get_by_text("No photos match “Ana japón 2024”.")).to_be_visible()
    expect(page.locator(".excluding li")).to_have_text(["Without “japón”: 2 photos"])
    shot(page, "nothing")
    axe(page)
    press(page, page.locator(".excluding").get_by_role("link", name="2 photos"), size)
    expect(box(page)).to_have_value("Ana 2024")
    expect(page.locator(".title .count")).to_have_text("2 photos")


@at_both_sizes
def test_corrects_a_mistyped_filter(visit, demo, size):
    page = visit(demo, expecting="status of 400")
    box(page).focus()
    page.keyboard.type("contry:FR 2024")
    page.keyboard.press("Enter")
    alert = page.get_by_role("main").get_by_role("alert")
    expect(alert).to_contain_text("“contry:” isn’t a filter. Did you mean country:FR 2024?")
    shot(page, "mistyped")
    axe(page)
    press(page, alert.get_by_role("link", name="Search for this"), size)
    expect(page.locator(".title .count")).to_have_text(re.compile("^[1-9] photos?$"))


@at_both_sizes
def test_suggests_searches(visit, named, size):
    page = visit(named)
    if size == "phone":
        page.get_by_role("link", name="Search").tap()
    else:
        page.keyboard.press("/")
    groups = page.get_by_role("listbox", name="Suggestions").get_by_role("group")
    expect(groups.nth(0)).to_contain_text("Ana")
    assert [group.get_attribute("aria-labelledby") is not None for group in groups.all()] == [True] * 4
    expect(page.get_by_role("group", name="Places")).to_contain_text("Sydney")
    expect(page.get_by_role("group", name="Months")).to_contain_text("June 2024")
    expect(page.get_by_role("group", name="Cameras")).to_have_text("Gallery Sample 1")
    shot(page, "suggestions")
    axe(page)
    choose(page, "June 2024", size)
    expect(page.get_by_role("link", name="Remove Date: June 2024")).to_be_visible()
    expect(page.locator(".title .count")).to_have_text("1 photo")
    box(page).focus()
    box(page).fill("")
    expect(page.get_by_role("group", name="Recent searches")).to_have_text("June 2024")
    choose(page, "Ana$", size)
    expect(page.get_by_role("link", name="Remove Person: Ana")).to_be_visible()
    box(page).fill("kittens")
    choose(page, "Search Flickr for “kittens”", size)
    dialog = page.get_by_role("dialog", name="Search Flickr")
    expect(dialog.get_by_label("Search for")).to_be_focused()
    expect(dialog.get_by_label("Search for")).to_have_value("kittens")
    page.keyboard.press("Escape")
    expect(box(page)).to_be_focused()


@at_both_sizes
def test_saves_a_search_as_an_album(visit, own_demo, size):
    page = visit(own_demo, "/?q=may+2024")
    press(page, page.get_by_role("button", name="Save as album"), size)
    dialog = page.get_by_role("dialog", name="Save as album")
    expect(dialog.get_by_label("Name")).to_be_focused()
    expect(dialog.get_by_label("Name")).to_have_value("may 2024")
    page.keyboard.type(f"Spring {size}")
    shot(page, "keep")
    axe(page)
    page.keyboard.press("Enter")
    expect(message(page, f"Album “Spring {size}” created")).to_be_visible()
    albums = page.context.request.get("/api/v1/albums").json()["items"]
    assert [album["query"] for album in albums if album["name"] == f"Spring {size}"] == ["taken:2024-05"]
    press(page, page.get_by_role("button", name="Undo"), size)
    expect(message(page, "created")).to_be_hidden()


def test_keeps_letters_typed_before_the_dialog_of_flickr_opens(visit, own_demo):
    page = visit(own_demo)
    held = Held(page, "**/flickr.js")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("group", name="Add").get_by_role("button", name="Search Flickr…").click()
    held.wait(page)
    page.keyboard.type("dmy")
    held.release(page)
    field = page.get_by_role("dialog", name="Search Flickr").get_by_label("Search for")
    expect(field).to_be_focused()
    page.keyboard.type("2")
    expect(field).to_have_value("dmy2")


def test_searches_in_spanish(visit, named):
    page = visit(named, "/?q=verano+pasado", locale="es-ES")
    expect(page.get_by_role("link", name="Quitar Fecha: verano pasado junio de ")).to_be_visible()
    page.goto("/?q=Ana+en+francia+mayo+2024")
    parts = page.get_by_role("list", name="Términos de la búsqueda").get_by_role("link")
    expect(parts).to_have_text(["Quitar Persona: Ana", "Quitar Lugar: francia", "Quitar Fecha: mayo 2024"])
    page.get_by_role("combobox").focus()
    page.get_by_role("combobox").fill("")
    expect(page.get_by_role("group", name="Meses")).to_contain_text("Junio de 2024")
    page.get_by_role("option", name="Junio de 2024").click()
    expect(page.get_by_role("link", name="Quitar Fecha: Junio de 2024")).to_be_visible()


@at_both_sizes
def test_explains_its_language(visit, demo, size):
    page = visit(demo)
    page.get_by_text("Search help").locator("..").click()
    expect(page.get_by_text("within 10 km")).to_be_visible()
    shot(page, "language")
    axe(page)
    page.keyboard.press("Escape")
    expect(page.get_by_text("within 10 km")).to_be_hidden()


def test_keeps_its_help_open_beside_the_box(visit, demo):
    page = visit(demo)
    page.locator("form.search summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("within 10 km")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(box(page)).to_be_focused()
    expect(page.get_by_text("within 10 km")).to_be_visible()
    page.locator("main").dispatch_event("click")
    expect(page.get_by_text("within 10 km")).to_be_hidden()


def test_closes_suggestions_before_the_keys_are_listed(visit, named):
    page = visit(named)
    page.keyboard.press("/")
    panel = page.locator(".understanding")
    expect(page.get_by_role("group", name="Places")).to_be_visible()
    # In the field, it is a letter.
    page.keyboard.press("?")
    expect(box(page)).to_have_value("?")
    box(page).fill("")
    expect(panel).to_be_visible()
    page.keyboard.press("Tab")
    expect(panel).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    expect(panel).to_be_hidden()


def test_shows_viewers_the_box_alone(visit, serve, demo_catalog):
    page = visit(serve(demo_catalog, "--read-only"))
    expect(page.get_by_role("button", name="Add", exact=True)).to_have_count(0)
    page.goto("/flickr")
    expect(page.get_by_role("button", name="Search Flickr…")).to_have_count(0)
    expect(page.get_by_role("button", name="Check for new photos")).to_have_count(0)
    box(page).fill("tag:do")
    expect(options(page).first).to_contain_text("tag:dogs")


@at_both_sizes
def test_fills_a_new_section_from_flickr(visit, serve, own_flickr, tmp_path, size):
    flickr = own_flickr(
        "--photos", 40, "--term", "dogs",
        faults=[{"endpoint": "rest", "times": 1, "fault": {"kind": "fewPhotos", "count": 25}}])
    server = serve(tmp_path / "catalog", **flickr.settings)
    page = visit(server, expecting=COMING)
    dialog = ask_flickr(page, "Dogs")
    shot(page, "flickr")
    axe(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/sections/flickr%3ADogs")
    expect(message(page, "25 new photos")).to_be_visible()
    expect(work(page)).to_be_hidden()
    # The photos that Flickr now has.
    line = page.locator(".title .quiet")
    line.evaluate("line => { line.dataset.before = '' }")
    page.get_by_role("button", name="Check for new photos").click()
    expect(message(page, "15 new photos")).to_be_visible()
    # The page tells when, without a reload.
    expect(line).not_to_have_attribute("data-before", "")
    expect(line.locator("time")).to_have_text("just now")
    page.goto("/flickr")
    page.get_by_role("button", name="Check for new photos").click()
    expect(message(page, "Nothing new")).to_be_visible()
    ask_flickr(page, " dogs")
    expect(dialog.get_by_text("You already have this search: 40 photos.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_focused()


def test_shows_the_result_of_a_refresh_despite_an_older_list_of_jobs(visit, serve, own_flickr, tmp_path):
    flickr = own_flickr(
        "--photos", 5, "--term", "dogs", "--latency-ms", 1000,
        faults=[{"endpoint": "rest", "times": 1, "fault": {"kind": "fewPhotos", "count": 3}}])
    gallery(tmp_path / "catalog", "search", "dogs", **flickr.settings)
    page = visit(serve(tmp_path / "catalog", **flickr.settings), "/sections/flickr:dogs", expecting=COMING)
    job_address = re.compile("/api/v1/jobs/[0-9]+$")
    # The page that is reloaded never receives the result.
    page.route(job_address, lambda route: None)
    page.get_by_role("button", name="Check for new photos").click()
    expect(work(page)).to_be_visible()
    lists = []

    def keep(route):
        lists.append((route, route.fetch()))
        # The page requests the third list at the first event of the job; it arrives after the job's end.
        if len(lists) < 3:
            route.fulfill(response=lists[-1][1])

    def answer(route):
        job = route.fetch()
        for early, jobs in lists[2:]:
            early.fulfill(response=jobs)
        del lists[2:]
        page.evaluate("new Promise(done => setTimeout(done, 100))")
        route.fulfill(response=job)

    page.route("**/api/v1/jobs?limit=50", keep)
    page.route(job_address, answer)
    page.reload()
    expect(message(page, "2 new photos")).to_be_visible()


def test_leads_to_photos_that_come_before_the_answer(visit, serve, own_flickr, tmp_path):
    page = visit(serve(tmp_path / "catalog", **own_flickr("--photos", 5, "--term", "dogs").settings), expecting=COMING)
    late = []
    page.route("**/api/v1/search", lambda route: late.append((route, route.fetch())))

    def is_filled():
        section = page.context.request.get("/api/v1/sections/flickr:dogs")
        return late and section.ok and section.json()["count"] == 5

    ask_flickr(page, "dogs")
    page.keyboard.press("Enter")
    wait_until(page, is_filled)
    for route, answer in late:
        route.fulfill(response=answer)
    page.wait_for_url("**/sections/flickr%3Adogs")


@at_both_sizes
def test_shows_work_after_a_reload_and_stops_it(visit, serve, own_flickr, tmp_path, size):
    flickr = own_flickr("--photos", 60, "--term", "dogs", "--latency-ms", 400)
    page = visit(
        serve(tmp_path / "catalog", GALLERY_FLICKR_PARALLEL_DOWNLOADS="1", **flickr.settings),
        expecting=COMING)
    ask_flickr(page, "dogs")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sections/flickr%3Adogs")
    expect(work(page)).to_contain_text("Search 'dogs'")
    page.reload()
    expect(work(page).get_by_role("progressbar")).to_be_visible()
    shot(page, "work")
    axe(page)
    work(page).get_by_role("button", name="Stop").click()
    expect(work(page)).to_be_hidden()
    page.reload()
    expect(page.locator(".title")).to_contain_text("60 photos")


# Flickr's response and the message.
FAULTS = {
    "away": ({"kind": "status", "status": 503}, "503"),
    "rate limit": ({"kind": "status", "status": 429, "retryAfter": "3600"}, "Available again at "),
    "refused": ({"kind": "failCode", "code": 100, "message": "Invalid API Key"}, "Invalid API Key"),
}


@pytest.mark.parametrize("name", list(FAULTS))
def test_keeps_stored_photos_where_flickr_is_away(visit, serve, own_flickr, tmp_path, name):
    fault, words = FAULTS[name]
    good = own_flickr("--photos", 8, "--term", "dogs")
    gallery(tmp_path / "catalog", "--quiet", "search", "dogs", **good.settings)
    away = own_flickr(
        "--photos", 8, "--term", "dogs", faults=[{"endpoint": "rest", "fault": fault}])
    page = visit(
        serve(tmp_path / "catalog", **away.settings, **ONCE), "/sections/flickr:dogs",
        size="phone", expecting=COMING)
    page.get_by_role("button", name="Check for new photos").click()
    alert = work(page).get_by_role("alert")
    expect(alert).to_contain_text(words)
    expect(alert).to_contain_text("Stored photos stay available.")
    shot(page, f"work-{name.replace(' ', '-')}")
    if name == "rate limit":
        axe(page)
    expect(page.locator(".title")).to_contain_text("8 photos")
    work(page).get_by_role("button", name="Close").click()
    expect(work(page)).to_be_hidden()


def test_says_how_to_set_a_key_where_there_is_none(visit, serve, own_flickr, tmp_path):
    flickr = own_flickr("--photos", 5, "--term", "dogs")
    keyless = {k: v for k, v in flickr.settings.items() if "KEY" not in k and "SECRET" not in k}
    page = visit(serve(tmp_path / "catalog", **keyless), expecting=COMING)
    ask_flickr(page, "dogs")
    page.keyboard.press("Enter")
    expect(work(page)).to_contain_text("GALLERY_FLICKR_API_KEY")
    shot(page, "work-keyless")
    work(page).get_by_role("button", name="Close").click()
    expect(work(page)).to_be_hidden()


def test_asks_again_when_the_page_is_pulled_down(visit, own_demo):
    page = visit(own_demo, "/sections/flickr:dogs", size="phone")
    expect(page.locator("html")).to_have_class(re.compile("pullable"))
    session = page.context.new_cdp_session(page)

    def touch(kind, y=None):
        points = [] if y is None else [{"x": 200, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def pull(top, way):
        touch("touchStart", top)
        for step in range(1, 11):
            touch("touchMove", top + way * step / 10)
        touch("touchEnd")

    pull(300, 60)
    expect(page.locator(".pull")).to_be_hidden()
    expect(message(page, "Nothing new")).to_have_count(0)
    pull(300, 400)
    expect(message(page, "Nothing new")).to_be_visible()
    expect(page.locator(".pull")).to_be_hidden()


def test_stays_where_a_new_search_fails(visit, serve, own_flickr, tmp_path):
    """A failed search has no section: the page stays and shows the reason."""
    away = own_flickr(
        "--photos", 8, "--term", "dogs",
        faults=[{"endpoint": "rest", "fault": {"kind": "status", "status": 503}}])
    server = serve(tmp_path / "catalog", **away.settings, **ONCE)
    page = visit(server, expecting=COMING)
    ask_flickr(page, "kittens")
    page.keyboard.press("Enter")
    expect(work(page).get_by_role("alert")).to_contain_text("503")
    assert page.url == f"{server.url}/"
