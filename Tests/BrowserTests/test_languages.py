"""The pages in Spanish."""

import re

import pytest
from conftest import at_both_sizes
from gates import axe, settle, shot
from playwright.sync_api import expect

PAGES = {
    "home": ("/", "Fotos"), "camera": ("/sections/camera", "Cámara"),
    "fault": ("/?q=tag:", "Búsqueda"), "photo": ("/photos/81?from=camera", None),
    "sections": ("/sections", "Todas las colecciones"), "albums": ("/albums", "Álbumes"),
    "flickr": ("/flickr", "Flickr"), "places": ("/places", "Lugares"),
    "people": ("/people", "Personas"), "trash": ("/trash", "Papelera"),
    "problems": ("/problems", "Problemas"), "jobs": ("/jobs", "Actividad"),
}
# Words that are not on a Spanish page, except in names, codes and texts of its owner.
ENGLISH = re.compile(
    r"\b(the|all|photos?|sections?|search|show|added|trash|jobs|nothing|there|with|older|newer"
    r"|previous|next|page|what|latest|faces|size|owner|close)\b", re.IGNORECASE)


@pytest.fixture
def hispanic(visit):
    """Opens a page in a browser that prefers Spanish."""
    return lambda *arguments, **more: visit(*arguments, locale="es-MX", **more)


def words(page):
    """The page's own words: texts and labels, except names and codes."""
    return page.evaluate("""() => {
      const own = node => !node.closest(
        '[lang=en], bdi, code, pre, script, datalist, .name, .caption, .title h1, .copy, [dir=auto], form.languages')
      const texts = []
      for (const element of document.querySelectorAll('body *')) {
        if (!own(element)) continue
        for (const node of element.childNodes) {
          if (node.nodeType === 3 && node.data.trim()) texts.push(node.data.trim())
        }
        if (element.matches('a[data-photo], .stage img, article *, .list a')) continue
        for (const name of ['title', 'aria-label', 'placeholder']) {
          if (element.getAttribute(name)) texts.push(element.getAttribute(name))
        }
      }
      return texts
    }""")


@pytest.mark.parametrize("name", list(PAGES))
@at_both_sizes
def test_speaks_spanish(hispanic, demo, name, size):
    path, heading = PAGES[name]
    page = hispanic(demo, path, still=True, expecting="status of 400")
    settle(page)
    assert page.evaluate("document.documentElement.lang") == "es"
    if heading:
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    english = [text for text in words(page) if ENGLISH.search(text)]
    assert not english, english
    shot(page, f"{name}-spanish")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways"
    for width in [320, 390, 820, 1440]:
        page.set_viewport_size({"width": width, "height": 800})
        cut = page.locator(".menu li :is(a, button) span:visible").evaluate_all(
            "texts => texts.filter(text => text.scrollWidth > text.parentElement.clientWidth || text.offsetHeight > 24)"
            ".map(text => text.textContent)")
        assert not cut, f"cut off in the menu: {cut}"
        assert page.locator("body > .top").bounding_box()["height"] == 56, "the header has two lines"


@at_both_sizes
def test_keeps_the_choice(visit, serve, demo_catalog, tmp_path, size):
    """On the sign-in page, on the other pages, and back."""
    secret = tmp_path / "password"
    secret.write_text("correct horse\n")
    page = visit(serve(demo_catalog, "--password-file", secret), "/trash", expecting="status of 401")
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", name="Iniciar sesión")).to_be_visible()
    axe(page)
    page.get_by_label("Nombre").fill('Eva "la" <b>')
    page.get_by_label("Contraseña").fill("wrong")
    page.get_by_role("button", name="Iniciar sesión").click()
    expect(page.get_by_role("alert")).to_have_text("Nombre o contraseña incorrectos.")
    expect(page.get_by_label("Nombre")).to_have_value('Eva "la" <b>')
    page.get_by_label("Nombre").fill("")
    page.get_by_label("Contraseña").fill("correct horse")
    page.get_by_role("button", name="Iniciar sesión").click()
    expect(page.get_by_role("heading", name="Papelera")).to_be_visible()
    page.get_by_role("link", name="Álbumes").click()
    expect(page.get_by_role("heading", name="Álbumes", level=1)).to_be_visible()
    page.get_by_role("button", name="Cuenta").click()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Albums", level=1)).to_be_visible()
    expect(page).to_have_url(re.compile("/albums$"))
    page.reload()
    expect(page.get_by_role("heading", name="Albums", level=1)).to_be_visible()


def test_chooses_without_scripts(visit, demo):
    page = visit(demo, "/?q=tag:dogs", javascript=False)
    page.get_by_role("button", name="Account").click()
    page.get_by_role("button", name="Español").click()
    expect(page).to_have_url(re.compile(r"/\?q=tag:dogs$"))
    expect(page.get_by_role("heading", name="Búsqueda")).to_be_visible()


def test_says_what_is_wrong(hispanic, demo):
    page = hispanic(demo, "/?q=tga:dog", expecting="status of 40")
    expect(page.get_by_role("alert")).to_contain_text(
        "«tga:» no es un filtro. ¿Querías decir tag:dog?")
    box = page.get_by_role("combobox")
    box.fill("(perro")
    expect(page.locator(".understanding")).to_contain_text("«(» sin el «)» correspondiente")
    page.goto("/photos/99999")
    expect(page.get_by_role("heading", name="Página no encontrada")).to_be_visible()
    expect(page.get_by_text("No existe la foto «99999» en el catálogo.")).to_be_visible()


def test_views_and_undoes(hispanic, own_demo):
    page = hispanic(own_demo, "/sections/camera")
    expect(page.locator("a.cell").first).to_be_visible()
    page.keyboard.press("Shift+?")
    for key in ("Inicio", "Fin", "Intro", "F8"):
        expect(page.locator(".keys kbd").get_by_text(key, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("a.cell").first.click()
    viewer = page.get_by_role("dialog")
    viewer.get_by_role("button", name="Más", exact=True).click()
    expect(viewer.get_by_role("button", name="Presentación")).to_be_visible()
    page.keyboard.press("Escape")
    expect(viewer.locator(".position")).to_contain_text("1 de 8 · ")
    viewer.get_by_role("button", name="Mover a la papelera").click()
    message = page.locator(".toast")
    expect(message).to_contain_text("1 foto movida a la papelera")
    message.get_by_role("button", name="Deshacer").click()
    expect(message).to_have_count(0)
    page.keyboard.press("Shift+?")
    expect(page.get_by_role("heading", name="Atajos de teclado")).to_be_visible()
    expect(page.get_by_text("Mostrar u ocultar los atajos de teclado")).to_be_visible()
    axe(page)


def test_names_countries_as_its_map_does(hispanic, demo):
    page = hispanic(demo, "/places")
    names = page.locator(".cards .name").all_inner_texts()
    assert "Francia" in names and "France" not in names
    page = hispanic(demo, "/map")
    page.wait_for_function("() => document.querySelector('.world')?.ariaBusy === 'false'")
    told = page.evaluate("""async () => {
      const { countryName } = await import(document.querySelector('script[type=module]').src.replace('page.js', 'words.js'))
      return ['FR', 'CN', 'HK', 'CI', 'ZZZZ', null].map(code => countryName(code, 'Nowhere'))
    }""")
    assert told == ["Francia", "China", "Hong Kong", "Costa de Marfil", "Nowhere", "Nowhere"]


def test_counts_and_dates(hispanic, big):
    page = hispanic(big, "/")
    expect(page.locator(".tools .count")).to_have_text("20.000 fotos")
    heading = page.locator(".block h2").first
    expect(heading).to_have_text(re.compile(r"^[A-Z][a-záéíóúñ]+ de \d{4} \d+ fotos?$"))
    expect(page.get_by_role("slider", name="Posición entre las fotos")).to_have_attribute(
        "aria-valuetext", re.compile(r"^[A-Z][a-z]+ de \d{4}, foto 1 de 20\.000$"))
    # The scrubber is below the page's header.
    page.set_viewport_size({"width": 900, "height": 900})
    assert page.evaluate("""() => document.querySelector('.scrubber').getBoundingClientRect().top
      > document.querySelector('.top').offsetHeight""")
    spoken = page.evaluate("""async () => {
      const words = await import(document.querySelector('script[type=module]').src.replace('page.js', 'words.js'))
      const forms = { one: '{count} foto', many: '{count} de fotos', other: '{count} fotos' }
      return [
        ...[0, 1, 2, 1204, 1e6].map(count => words.say(forms, { count })), words.dayName(20240517),
        words.monthSpan('2024-07', '2024-05'), words.ago(new Date(Date.now() - 864e5)),
      ]
    }""")
    assert spoken == [
        "0 fotos", "1 foto", "2 fotos", "1204 fotos", "1.000.000 de fotos", "17 de mayo de 2024",
        "Mayo – julio de 2024", "ayer"]
