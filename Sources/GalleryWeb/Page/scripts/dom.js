// Creates elements and loads their styles. Texts become text nodes: no text from the server is parsed as HTML here.
import { say, sentence } from './words.js'

/**
 * Creates an element: element('a', { href: '/', class: 'home' }, 'Home'). Attributes with the value true have no value;
 * null, undefined and false are omitted, also as children; on… are listeners.
 */
export const element = (name, attributes, ...children) => filled(document.createElement(name), attributes, children)

/** The same for SVG elements. */
export const drawing = (name, attributes, ...children) =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)

function filled(made, attributes = {}, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.flat().filter(child => child != null && child !== false))
  return made
}

/** True if the user can change the gallery. */
export const isOwner = () => 'owner' in document.body.dataset
/** True if animations are unwanted. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The value that the browser stores under a name: locally, or in the session of the tab; null for none. */
export function stored(name, kind = 'local') {
  try { return window[`${kind}Storage`].getItem(name) } catch { return null }
}

/** Stores a value, or removes it (null). */
export function store(name, value, kind = 'local') {
  try {
    const storage = window[`${kind}Storage`]
    if (value === null) storage.removeItem(name)
    else storage.setItem(name, value)
  } catch { /* Storage is disabled or full. */ }
}

/** True for a click or key that does not ask the browser for another tab, a menu or a shortcut. */
export const isPlain = event => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Opens an element's links by a function, except in other tabs and windows. */
export function onLinks(host, links, open, signal) {
  host.addEventListener('click', event => {
    const link = event.target.closest(links)
    if (!link || !isPlain(event)) return
    event.preventDefault()
    open(link)
  }, { signal })
}

/** Loads the viewer. */
export const loadViewer = () => Promise.all([import('./viewer.js'), style('viewer.css')])

/** Opens a link to a photo in the viewer (openViewer), or as a page if the viewer cannot be loaded. */
export async function openInViewer(link, from) {
  try {
    const [{ openViewer }] = await loadViewer()
    await openViewer(link, from)
  } catch (error) {
    console.error(error)
    // Without a connection, the browser's own error page would replace this one.
    if (navigator.onLine) location.assign(link.href)
    else report(Object.assign(new Error(say('script.unreachable')), { status: 0 }))
  }
}

/** Returns a function that runs a task after a delay; calls until then are one, and runs do not overlap. */
export function soon(task, delay) {
  let timer = 0
  let running = Promise.resolve()
  return () => {
    timer ||= setTimeout(() => {
      timer = 0
      // A failed task, such as an update from an unreachable server, is repeated with the next change.
      running = running.then(task).catch(() => {})
    }, delay)
  }
}

/** Changes the address in the browser, which browsers limit in frequency. */
export function readdress(state, address) {
  if (entries > 0) moved = { state, address }
  try { history.replaceState(state, '', address) } catch { /* The next change includes this one. */ }
}

/** Makes elements the items of a list; those that it already has stay in the page. */
export function arrange(list, items) {
  for (const item of [...list.children]) if (!items.includes(item)) item.remove()
  items.forEach((item, place) => { if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null) })
}

/** Calls close() on Escape in an element; it can return false to pass the key on. */
export function onEscape(host, close) {
  host.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || close() === false) return
    event.preventDefault()
    event.stopPropagation()
  })
}

/** Runs a task for a button, which is disabled meanwhile but keeps the focus, and reports its error. */
export async function whileBusy(button, task) {
  if (button.ariaDisabled) return
  button.ariaDisabled = 'true'
  try {
    await task()
  } catch (error) {
    report(error)
  }
  button.ariaDisabled = null
}

/** Shows a dialog; closing it, also by going back, removes it and returns the focus. */
export function openDialog(dialog, opener, closed) {
  const leave = closesByBack(() => dialog.close())
  dialog.addEventListener('close', () => {
    leave()
    closed?.()
    dialog.remove()
    opener?.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}

// Open dialogs and sheets have entries in the browser's history, so that going back closes them and only them.

/** The functions that close them, the topmost last. */
const layers = []
/** The number of their entries before the current one. */
let entries = history.state?.layers ?? 0
/** Identifies the entry of the page below them. */
let base = history.state?.base
/** The address of the page below, if it changed meanwhile. */
let moved = null
/** Resolves when the browser has gone back to the entry of the topmost open one. */
let turning = null

/** Makes going back call close(); returns a function to call if it is closed in another way. */
export function closesByBack(close) {
  layers.push(close)
  match()
  return () => {
    if (!layers.includes(close)) return
    layers.splice(layers.indexOf(close), 1)
    // A dialog that is opened instead takes over the entry.
    setTimeout(match)
  }
}

/** Resolves when the browser is at the entry of the page itself, before it is left for another one. */
export async function atPage() {
  layers.length = 0
  match()
  await turning?.promise
}

/** Adds an entry for each open dialog, or goes back over those of closed ones. */
function match() {
  if (turning) return
  if (layers.length < entries) {
    turning = Promise.withResolvers()
    history.go(layers.length - entries)
  }
  if (entries === 0 && layers.length > 0) {
    base = Math.random()
    moved = null
    history.replaceState({ ...history.state, base }, '')
  }
  while (entries < layers.length) history.pushState({ ...history.state, layers: ++entries }, '')
}

addEventListener('popstate', event => {
  const isSamePage = entries > 0 && event.state?.base === base
  entries = event.state?.layers ?? 0
  if (isSamePage) {
    event.stopImmediatePropagation()
    if (moved) history.replaceState({ ...moved.state, base, layers: entries }, '', moved.address)
  }
  base = event.state?.base
  const closing = turning ? [] : layers.splice(isSamePage ? entries : 0)
  for (const close of closing.reverse()) close()
  turning?.resolve()
  turning = null
  match()
}, true)
// After a reload, no dialog is open.
if (entries > 0) setTimeout(match)

/** Announces a text to screen readers without showing it. */
export function announce(text) {
  let region = document.getElementById('announcements')
  if (!region) {
    region = element('p', { id: 'announcements', class: 'unseen', role: 'status', 'aria-live': 'polite' })
    document.body.append(region)
  }
  region.textContent = text
}

let showFault = null

/** Sets the function that shows errors. */
export const reportWith = show => { showFault = show }

/** Shows an error with the server's message. */
export async function report(error) {
  if (error.name === 'AbortError') return
  // A script could not be loaded, or its version differs from that of the loaded ones.
  const isScript = error instanceof SyntaxError || (error instanceof TypeError && /module/i.test(error.message))
  const message = isScript ? say('script.unloaded') : error.message
  const text = sentence(message)
  try {
    // Browsers request a script only once per page, so it is not requested while the server is unreachable.
    if (!showFault && error.status !== 0 && !isScript) await import('./toast.js')
  } catch { /* The error is shown below. */ }
  if (showFault) showFault(text, error.lang)
  else {
    const words = element('p', {
      class: 'fault', role: 'alert', lang: error.lang, popover: 'auto', ontoggle: ({ newState }) => newState === 'closed' && words.remove(),
    }, text)
    document.body.append(words)
    words.showPopover()
  }
}

const styles = new Map()

/**
 * Loads a style that only some pages have. The promise resolves when it is loaded or unavailable; null if it is loaded.
 */
export function style(name) {
  const { href } = new URL(`../${name}`, import.meta.url)
  if ([...document.styleSheets].some(sheet => sheet.href === href)) return null
  if (!styles.has(name)) {
    styles.set(name, new Promise(resolve => {
      const fail = () => {
        link.remove()
        styles.delete(name)
        resolve()
      }
      const link = element('link', { rel: 'stylesheet', href, onload: resolve, onerror: fail })
      document.head.append(link)
    }))
  }
  return styles.get(name)
}

/** Loads a module and the style of its overlay. */
export async function withOverlays(script) {
  const [loaded] = await Promise.all([script, style('overlays.css')])
  return loaded
}

/** Hides an element until a style is loaded. */
export function styled(element, name) {
  const coming = style(name)
  if (!coming) return element
  element.hidden = true
  coming.then(() => { element.hidden = false })
  return element
}

/**
 * Calls load() when an element is first used. Keys that match the pattern are repeated after loading, and so are clicks
 * if holdsClicks is true. Returns a function that loads at once.
 */
export function whenUsed(host, keys, load, { holdsClicks = false } = {}) {
  const waiting = new AbortController()
  const { signal } = waiting
  const held = []
  let begun = null
  let isTelling = false
  const begin = () => {
    begun ??= load().then(() => waiting.abort(), error => {
      // The next use tries again: another module may be the cause.
      begun = null
      if (held.length > 0) report(error)
    }).then(() => {
      isTelling = true
      for (const tell of held.splice(0)) tell()
      isTelling = false
    })
    return begun
  }
  const hold = event => {
    const { target } = event
    if (isTelling || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
    // The content may be redrawn while the script loads.
    const clicked = event.type === 'click' && !event.shiftKey && target.closest('a, button')
    if (event.type === 'click' ? !clicked : !keys.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    held.push(() => clicked ? clicked.click() : target.dispatchEvent(new KeyboardEvent('keydown', event)))
    begin()
  }
  for (const kind of holdsClicks ? ['click', 'keydown'] : ['keydown']) {
    host.addEventListener(kind, hold, { capture: true, signal })
  }
  for (const kind of ['pointerenter', 'pointerdown', 'focusin', 'scroll', 'toggle']) {
    host.addEventListener(kind, begin, { capture: true, signal })
  }
  if (host.contains(document.activeElement)) begin()
  return begin
}
