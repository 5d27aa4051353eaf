// The entry point of every page: what all pages share, including the search box, then the page's own module. Modules
// are loaded when they are first used.
import { drawing, element, isOwner, isPlain, onEscape, onLinks, report, store, stored, style, whenUsed, whileBusy, withOverlays } from './dom.js'
import { bind, mountKeys } from './keys.js'
import { address, get, listen, pageAt, path, sendLast } from './server.js'
import { mountTimes, say } from './words.js'

const pages = {
  photos: () => import('./collection.js'),
  photo: () => import('./viewer.js'),
  sections: () => import('./collection.js'),
  albums: () => import('./albumpages.js'),
  flickr: () => import('./lists.js'),
  people: async () => ({ mount: (await import('./lists.js')).mountPeople }),
  map: () => import('./map.js'),
  trash: () => import('./lists.js'),
  problems: () => import('./lists.js'),
  jobs: () => import('./lists.js'),
  undo: () => import('./lists.js'),
  duplicates: () => import('./lists.js'),
  shared: () => import('./shared.js'),
  feed: () => import('./feed.js'),
  publish: () => import('./publish.js'),
  upload: () => import('./uploads.js'),
  edit: () => import('./editor.js'),
}

hideBroken()
mountKeys()
mountTimes()
mountSearch()
for (const menu of document.querySelectorAll('.sorting')) mountMenu(menu, 'pointerdown', 'focusin')
// The help stays open beside the search box.
mountMenu(document.querySelector('form.search details'), 'click')
mountGiving()
mountAdding(document.getElementById('adding'))
mountThemes(document.querySelector('.themes'))
mountKeeping(document.querySelector('.acts .keep'))
keepPlace()
mountWorker()
tellCarried()
if (document.body.dataset.page !== 'photo') noteWays()
const tellPresses = holdPresses()
try {
  await (await pages[document.body.dataset.page]?.())?.mount()
} catch (error) {
  // The content without scripts is still in the page.
  document.documentElement.classList.remove('scripted')
  throw error
} finally {
  tellPresses()
}

/** Holds clicks until the page's own module is loaded; returns a function that repeats them. */
function holdPresses() {
  const pressed = []
  const waiting = new AbortController()
  addEventListener('click', event => {
    const control = event.target.closest?.('main [data-act]')
    if (!control || !isPlain(event)) return
    event.preventDefault()
    event.stopPropagation()
    pressed.push(control)
  }, { capture: true, signal: waiting.signal })
  return () => {
    waiting.abort()
    for (const control of pressed) control.click()
  }
}

/** Replaces small pictures that cannot be loaded, such as those of damaged photos, by plain tiles. */
function hideBroken() {
  const hide = image => {
    if (!image.matches?.('main :is(a, li, section) img')) return
    if (image.alt) image.replaceWith(element('span', { class: 'blank', dir: 'auto' }, image.alt))
    else image.classList.add('broken')
  }
  addEventListener('error', ({ target }) => hide(target), { capture: true })
  for (const image of document.images) if (image.complete && image.naturalWidth === 0 && image.currentSrc) hide(image)
}

/** Stores the photo page that a link leads to, so that closing it returns here (viewer.js). */
function noteWays() {
  addEventListener('click', event => {
    const link = event.target.closest?.('a[href^="/photos/"]')
    if (link && !link.target && !event.defaultPrevented && isPlain(event)) store('led', link.getAttribute('href'), 'session')
  })
}

/** Shows the message of the page before (batch.js). */
function tellCarried() {
  const told = stored('told', 'session')
  if (!told) return
  store('told', null, 'session')
  const { text, step, back } = JSON.parse(told)
  import('./batch.js').then(({ offerUndo }) => offerUndo(text, step, () => back && location.assign(back))).catch(report)
}

/** Returns to the current address after a change of language, as scripts change it. */
function keepPlace() {
  addEventListener('submit', ({ target }) => {
    if (target.matches('form.languages')) target.elements.next.value = location.href.slice(location.origin.length)
    // Recent searches are those of the user who signs out (query.js).
    if (target.matches('form.out')) store('searches', null)
  })
}

/** Keeps seen pages for looking at them offline (worker.js), which browsers allow on secure connections only. */
function mountWorker() {
  const { serviceWorker } = navigator
  if (!serviceWorker || !document.querySelector('[rel=manifest]')) return
  // The first page is loaded without the worker.
  if (!serviceWorker.controller) {
    serviceWorker.addEventListener('controllerchange', () => {
      const parts = performance.getEntriesByType('resource').map(({ name }) => name)
      serviceWorker.controller.postMessage([location.href, ...parts])
    }, { once: true })
  }
  const idle = window.requestIdleCallback ?? setTimeout
  addEventListener('load', () => idle(() => serviceWorker.register('/worker.js').catch(() => {})))
}

/** Closes the menu on events of some kinds outside, and on Escape. */
function mountMenu(menu, ...kinds) {
  if (!menu) return
  for (const kind of kinds) addEventListener(kind, ({ target }) => { if (!menu.contains(target)) menu.open = false })
  onEscape(menu, () => {
    if (!menu.open) return false
    menu.open = false
    menu.querySelector('summary').focus()
  })
}

/** Enables the forms and menus of the page's frame. */
function mountSearch() {
  const form = document.querySelector('form.search')
  if (!form) return
  prepare(form)
  const menu = document.querySelector('.menu')
  if (menu) mountFold(menu)
  if (!isOwner()) return
  // The first view does not need them.
  const later = location.pathname === '/jobs' ? 0 : 3000
  if (menu) setTimeout(() => import('./failures.js').then(({ followFailures }) => followFailures(menu), () => {}), later)
  mountRefresh(document.querySelector('.refresh'))
  mountForgetting(document.querySelector('.forget'))
  addEventListener('click', ({ target }) => {
    const ask = target.closest('.ask')
    if (!ask) return
    // The menu closes with the dialog's opening, so the focus returns to the menu's button.
    const opener = ask.closest('.adding')
      ? [...document.querySelectorAll('.add')].find(button => button.checkVisibility()) : ask
    const typed = holdLetters()
    withOverlays(import('./flickr.js')).then(({ askFlickr }) => askFlickr(opener, typed())).catch(error => {
      typed()
      report(error)
    })
  })
  // The dialog opens at once: its script is loaded with the menu.
  document.querySelector('.adding')?.addEventListener('toggle', () => withOverlays(import('./flickr.js')).catch(() => {}), { once: true })
  followWork()
}

/** Holds letters, which would be shortcuts of the page, until a dialog opens; returns a function that ends it and returns them. */
function holdLetters() {
  let typed = ''
  const waiting = new AbortController()
  addEventListener('keydown', event => {
    if (event.key.length > 1 || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    typed += event.key
  }, { capture: true, signal: waiting.signal })
  return () => {
    waiting.abort()
    return typed
  }
}

/** Makes the page's button share its list by a link, in a dialog instead of its page. */
function mountGiving() {
  addEventListener('click', event => {
    const button = event.target.closest?.('.title .give')
    if (!button || !isPlain(event)) return
    event.preventDefault()
    const { section, query } = button.dataset
    whileBusy(button, async () => (await withOverlays(import('./sharing.js'))).giveByLink({ section, q: query }, button))
  })
}

/** Makes the page's button save its search as an album. */
function mountKeeping(button) {
  button?.addEventListener('click', () => whileBusy(button, async () => (await withOverlays(import('./dialogs.js'))).keepSearch(button)))
}

function prepare(form) {
  const input = form.elements.q
  for (const [name, value] of [['role', 'combobox'], ['aria-autocomplete', 'list'], ['aria-expanded', 'false']]) {
    input.setAttribute(name, value)
  }
  form.addEventListener('submit', event => {
    if (input.value.trim() !== '') return
    event.preventDefault()
    const order = form.elements.sort?.value
    location.assign(order ? address(new URL(form.action).pathname, { sort: order }) : form.action)
  })
  whenUsed(form, /^(ArrowDown|Escape)$/, () => withOverlays(import('./query.js')).then(({ mountQuery }) => mountQuery(form)))
  const seek = () => {
    input.focus()
    input.select()
  }
  bind(say('search.title'), { '/': [say('search.submit'), seek] })
  onLinks(document.querySelector('.menu'), '.seek', seek)
}

/** Adds the button that folds the menu (start.js), which the browser remembers. */
function mountFold(menu) {
  const { classList } = document.documentElement
  const button = element('button', {
    type: 'button', class: 'fold', onclick() {
      store('menu', classList.toggle('folded') ? 'folded' : null)
      show()
    },
  }, drawing('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, drawing('path', { d: 'm13 7-5 5 5 5m5-10-5 5 5 5' })))
  const show = () => { button.ariaLabel = button.title = classList.contains('folded') ? say('nav.unfold') : say('nav.fold') }
  show()
  menu.append(button)
}

/** Enables adding photos: by the menu, by dropping or pasting files, and those of a page that was left. */
function mountAdding(menu) {
  if (!menu) return
  const load = async () => (await Promise.all([import('./uploads.js'), style('uploads.css'), style('overlays.css')]))[0]
  menu.addEventListener('beforetoggle', () => load().catch(() => {}), { once: true })
  menu.addEventListener('click', event => {
    const way = event.target.closest('[data-way]')?.dataset.way
    if (!way) return
    menu.hidePopover()
    load().then(adding => adding.add(way)).catch(report)
  })
  if (stored('uploads')) load().then(adding => adding.resume()).catch(report)
  // The page for publishing takes files itself.
  if (document.body.dataset.page === 'publish') return
  addEventListener('dragenter', event => {
    if (event.dataTransfer?.types.includes('Files')) load().then(adding => adding.awaitDrop()).catch(report)
  })
  addEventListener('dragover', event => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  const take = (event, transfer) => {
    if (event.defaultPrevented || !transfer?.types.includes('Files')) return
    event.preventDefault()
    // The transfer is empty after the event.
    const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.() ?? item.getAsFile())
    load().then(adding => adding.take(entries)).catch(report)
  }
  addEventListener('drop', event => take(event, event.dataTransfer))
  addEventListener('paste', event => take(event, event.clipboardData))
}

/** Enables the choice of light or dark colors (start.js). */
function mountThemes(choice) {
  if (!choice) return
  const show = () => {
    for (const button of choice.children) button.ariaPressed = String(button.dataset.theme === (stored('theme') ?? ''))
  }
  choice.addEventListener('click', ({ target }) => {
    const button = target.closest('button')
    if (!button) return
    store('theme', button.dataset.theme || null)
    dispatchEvent(new CustomEvent('theme', { detail: stored('theme') }))
    show()
  })
  show()
}

/** Makes the page's button refresh from Flickr, and also pulling down the page. */
function mountRefresh(button) {
  if (!button) return
  const refresh = () => whileBusy(button, async () => {
    const { start } = await import('./work.js')
    const { section } = button.dataset
    await start('/api/v1/refresh', section ? { sections: [section] } : {})
    // The time of the refresh.
    const page = await pageAt(location.href)
    const [shown, now] = [document, page].map(page => page.querySelector('.title .quiet'))
    if (shown && now) shown.replaceWith(now)
  })
  button.addEventListener('click', refresh)
  if (navigator.maxTouchPoints > 0) import('./pull.js').then(({ mountPull }) => mountPull(refresh), () => {})
}

/** Makes the page's button remove its Flickr search, with Undo on the page that opens next. */
function mountForgetting(button) {
  button?.addEventListener('click', () => whileBusy(button, async () => {
    const { carryUndo } = await import('./batch.js')
    const { undo, trashed } = await sendLast(path('sections', button.dataset.section))
    carryUndo(say('flickr.removed', { count: trashed }), undo, location.pathname)
    location.assign('/flickr')
  }))
}

/** Shows running jobs of the server, started here or elsewhere. */
async function followWork() {
  const show = () => import('./work.js').then(({ showAll }) => showAll()).catch(report)
  const unlisten = listen('job', () => {
    unlisten()
    show()
  })
  const { items } = await get('/api/v1/jobs?limit=50').catch(() => ({ items: [] }))
  // Or if this tab has started jobs whose end was not shown yet (work.js).
  if (items.some(({ state }) => state === 'waiting' || state === 'running') || stored('work', 'session')) show()
}
