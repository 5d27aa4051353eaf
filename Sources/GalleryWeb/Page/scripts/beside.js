// The photos of a place on the map as a grid beside it: what the page of such a search lists.
import { element, report } from './dom.js'
import { iconButton } from './icons.js'
import { address, Problem } from './server.js'
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
  more.addEventListener('click', () => read(next).catch(report))
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

  async function read(from) {
    const { signal } = asking
    host.ariaBusy = 'true'
    try {
      const answer = await fetch(from, { signal, headers: { Accept: 'text/html' } }).catch(error => {
        throw error.name === 'AbortError' ? error : new Problem(0, {})
      })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      if (!answer.ok) throw new Problem(answer.status, { detail: page.querySelector('.fault p, .alone p')?.textContent })
      count.textContent = page.querySelector('.title .count')?.textContent ?? ''
      tiles.append(...[...page.querySelectorAll('.tile')].map(tile => document.importNode(tile, true)))
      next = page.querySelector('.pages [rel=next]')?.getAttribute('href') ?? null
      more.hidden = !next
    } finally {
      if (!signal.aborted) host.ariaBusy = 'false'
    }
  }

  return {
    get isOpen() { return !host.hidden },
    /** Lists what a query finds. */
    async show(query, { isFocused = false } = {}) {
      asking.abort()
      asking = new AbortController()
      tiles.replaceChildren()
      count.textContent = ''
      host.hidden = false
      host.scrollTop = 0
      whole.href = address('/', { q: query })
      if (isFocused) heading.focus({ preventScroll: true })
      await read(address('/', { q: query }))
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
