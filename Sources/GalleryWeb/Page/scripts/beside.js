// The photos of a place on the map as a grid beside it.
import { element, report } from './dom.js'
import { iconButton } from './icons.js'
import { say } from './words.js'

/**
 * Makes the grid.
 * @param {HTMLElement} host  the element beside the map
 * @param {{close: () => void, zoom: () => void, open: (link: HTMLAnchorElement) => void}} told
 */
export function createBeside(host, told) {
  let asking = new AbortController()
  const heading = element('h2', { id: 'gathered', tabindex: -1 }, say('map.here'))
  const count = element('p', { class: 'quiet' })
  const tiles = element('ul', { class: 'tiles' })
  const more = element('button', { type: 'button', hidden: true }, say('map.more'))
  const zoom = element('button', { type: 'button', onclick: () => told.zoom() }, say('map.zoom-in'))
  const whole = element('a', { class: 'button' }, say('map.as-page'))
  host.append(
    element('header', {}, element('div', {}, heading, count), iconButton('close', say('map.close-here'), 'Escape', () => told.close())),
    element('p', { class: 'ways' }, zoom, whole), tiles, more)
  let next = null
  more.addEventListener('click', () => add(next).catch(report))
  tiles.addEventListener('click', event => {
    const link = event.target.closest('a')
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    told.open(link)
  })
  host.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    told.close()
  })

  async function add(read) {
    const { signal } = asking
    host.ariaBusy = 'true'
    try {
      const found = await read(signal)
      if (signal.aborted) return
      count.textContent = found.count
      tiles.append(...found.tiles)
      next = found.more
      more.hidden = !next
    } finally {
      if (!signal.aborted) host.ariaBusy = 'false'
    }
  }

  return {
    get isOpen() { return !host.hidden },
    /** Lists photos (mapsource.js). */
    async show({ page, read }, { isFocused = false } = {}) {
      asking.abort()
      asking = new AbortController()
      tiles.replaceChildren()
      count.textContent = ''
      host.hidden = false
      host.scrollTop = 0
      whole.hidden = !page
      if (page) whole.href = page
      if (isFocused) heading.focus({ preventScroll: true })
      await add(read)
    },
    close() {
      asking.abort()
      host.hidden = true
      tiles.replaceChildren()
    },
    tileOf(photo) {
      const link = tiles.querySelector(`a[data-photo="${photo}"]`)
      link?.scrollIntoView({ block: 'nearest' })
      return link
    },
  }
}
