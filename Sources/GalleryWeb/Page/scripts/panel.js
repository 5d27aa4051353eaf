// What is known of the photo: beside the picture on desks, a sheet from below on phones and tablets.
import { element, isStill } from './dom.js'
import { iconButton } from './icons.js'
import { say } from './words.js'

const sheet = matchMedia('(max-width: 1000px)')
const memory = () => sheet.matches ? 'viewer.sheet' : 'viewer.panel'

/**
 * Makes the panel.
 * @param {object} told  changed(isOpen); extras(page) gives what else stands in it
 */
export function createPanel(told) {
  const content = element('div', { class: 'content' })
  const grip = element('div', { class: 'grip' },
    element('h2', {}, say('photo.known')), iconButton('close', say('viewer.close-known'), 'i', () => panel.set(false)))
  const aside = element('aside', { class: 'panel', 'aria-label': say('photo.known'), hidden: true }, grip, content)
  let isOpen = false
  let page = null

  function fill() {
    if (!page || !isOpen) return
    const isTold = content.querySelector('details')?.open ?? false
    const known = document.importNode(page.known, true)
    known.removeAttribute('aria-labelledby')
    known.querySelector('h2')?.remove()
    for (const details of known.querySelectorAll('details')) details.open = isTold
    const copies = [page.caption, page.credit].filter(Boolean).map(node => document.importNode(node, true))
    const place = known.querySelector('.small-map')
    const whereabouts = place?.dataset.at
    const shown = content.querySelector('.small-map')
    // The same place again: the map stays as it is.
    if (place && shown?.dataset.at === whereabouts) place.replaceWith(shown)
    else if (place) import('./smallmap.js').then(({ showSmallMap }) => showSmallMap(place), () => place.remove())
    content.replaceChildren(element('h3', { dir: 'auto' }, page.title), ...copies, ...told.extras(page), known)
  }

  const panel = {
    element: aside,
    /** How much of the view's lower part it covers. */
    get height() { return sheet.matches ? aside.offsetHeight : 0 },
    get isOpen() { return isOpen },
    /** Opens or closes it, and keeps that for the next time. */
    set(isWanted) {
      const hadFocus = aside.contains(document.activeElement)
      isOpen = isWanted
      aside.hidden = !isOpen
      aside.style.transform = ''
      try { localStorage.setItem(memory(), isOpen ? '1' : '0') } catch { /* It is not kept, then. */ }
      fill()
      content.scrollTop = 0
      told.changed(isOpen, hadFocus)
    },
    /** Opens it where it was open the last time. */
    restore() {
      let isKept = false
      try { isKept = localStorage.getItem(memory()) === '1' } catch { /* Nothing is kept here. */ }
      if (isKept) panel.set(true)
    },
    /** Shows what a page tells. */
    show(next) {
      if (next.id !== page?.id) content.scrollTop = 0
      page = next
      fill()
    },
  }
  pullDown(grip, aside, () => panel.set(false))
  return panel
}

/** Lets a sheet follow the finger at its grip, and go where it is pulled down. */
function pullDown(grip, sheetElement, close) {
  let start = null
  grip.addEventListener('pointerdown', event => {
    if (!sheet.matches || event.target.closest('button')) return
    start = event.clientY
    grip.setPointerCapture(event.pointerId)
  })
  grip.addEventListener('pointermove', event => {
    if (start !== null) sheetElement.style.transform = `translateY(${Math.max(event.clientY - start, 0)}px)`
  })
  for (const name of ['pointerup', 'pointercancel']) {
    grip.addEventListener(name, event => {
      if (start === null) return
      const way = event.clientY - start
      start = null
      if (way > 80 && event.type === 'pointerup') return close()
      if (!isStill()) sheetElement.classList.add('settling')
      sheetElement.style.transform = ''
      setTimeout(() => sheetElement.classList.remove('settling'), 220)
    })
  }
}
