// Makes elements and loads what belongs to them. Texts become text nodes: nothing that the server tells is read as HTML
// here.
import { say, sentence } from './words.js'

/**
 * An element: element('a', { href: '/', class: 'home' }, 'Home').
 * Values of true stand without a value, those that are null, undefined or false are left out; on… are listeners.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  set(made, attributes)
  made.append(...children.flat().filter(child => child != null))
  return made
}

/** The same for SVG. */
export function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  set(made, attributes)
  made.append(...children.flat().filter(child => child != null))
  return made
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
}

/** Whether who looks may change the gallery. */
export const isOwner = () => 'owner' in document.body.dataset

/** Whether animations are unwelcome. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Says something to who hears the page, once, without showing it. */
export function announce(text) {
  let region = document.getElementById('announcements')
  if (!region) {
    region = element('p', { id: 'announcements', class: 'unseen', role: 'status', 'aria-live': 'polite' })
    document.body.append(region)
  }
  region.textContent = text
}

let showFault = null

/** Takes what shows errors from now on, once that is loaded. */
export function reportWith(show) {
  showFault = show
}

/** Says what went wrong, in the server's words. */
export async function report(error) {
  if (error.name === 'AbortError') return
  // A script that came too late, or is of another version than those that are there.
  const isScript = error instanceof SyntaxError || (error instanceof TypeError && /module/i.test(error.message))
  const message = isScript ? say('script.unloaded') : error.message
  const text = sentence(message)
  try {
    // Browsers ask for a script once for each page: not while the server is away.
    if (!showFault && error.status !== 0 && !isScript) await import('./toast.js')
  } catch { /* It is said below. */ }
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

/** Loads a style that not every page has: resolves once it is there, or cannot be had for now; null where it is. */
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

/** Keeps an element unseen until a style is there. */
export function styled(element, name) {
  const coming = style(name)
  if (!coming) return element
  element.hidden = true
  coming.then(() => { element.hidden = false })
  return element
}

/**
 * Calls load() once an element is first used. The keys of a pattern that come until what it loads is there are told
 * again then, and clicks where they are held. Returns a function that loads it at once.
 */
export function whenUsed(host, keys, load, { holdsClicks = false } = {}) {
  const waiting = new AbortController()
  const { signal } = waiting
  const held = []
  let begun = null
  let isTelling = false
  const begin = () => {
    begun ??= load().then(() => waiting.abort(), error => {
      // The next use tries again: what failed may not be a script.
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
    // What is in it may be drawn anew meanwhile.
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
