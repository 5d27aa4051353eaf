// The page of the map: clusters of photos, a grid with the photos of one beside it, and its state in the address.
import { iconButton } from './bars.js'
import { makeMap, nearest, openBubble } from './basemap.js'
import { showClusters, sourceWords } from './clusters.js'
import { announce, element, onEscape, onLinks, openInViewer, readdress, report } from './dom.js'
import { bind } from './keys.js'
import * as leaflet from './leaflet.js'
import { clusters, factsOf, here, pageOf, photosIn, thumbnail, told } from './mapsource.js'
import { follow } from './server.js'
import { showTracks } from './tracks.js'
import { dayName, say } from './words.js'

/** Lays out the map. */
export async function mount() {
  const host = document.querySelector('.mapped')
  if (!host) return
  const { query, land } = host.dataset
  const [at, box] = ['at', 'box'].map(name => told().get(name))
  const map = await makeMap(host.querySelector('.world'), { land })
  // Photos are opened and closed without page navigation.
  history.scrollRestoration = 'manual'
  const nothing = element('p', { class: 'notice', role: 'status' })
  host.querySelector('.world').append(nothing)
  const counted = photos => { nothing.textContent = photos > 0 ? '' : say('map.no-places') }
  const shows = [showClusters(map, { query, opened, counted }), showTracks(map)]
  const showAll = () => shows.map(show => show().catch(report))
  let shownBox = null
  /** True if the photos beside the map include those at home. */
  let isHome = false
  /** True while the user closes the grid, so that the map does not move. */
  let isClosing = false
  let opener = null
  const beside = createBeside(host.querySelector('.gathered'), {
    close: () => {
      if (!history.state?.isBeside) return closeBeside()
      isClosing = true
      history.back()
    },
    zoom: () => shownBox && map.fitBounds(boundsOf(shownBox), { maxZoom: Math.min(map.getZoom() + 4, 20), padding: [40, 40] }),
    open: openPhoto,
  })

  const boxText = () => shownBox ? [...shownBox, ...isHome ? ['home'] : []].join(',') : null
  const first = placeOf(at)
  if (first) {
    // All photos can be in a view that is narrower than the window.
    map.setMinZoom(Math.min(map.getMinZoom(), Math.max(Math.round(first.zoom), 0)))
    map.setView(first.middle, first.zoom, { animate: false })
  } else await fitAll()
  map.on('moveend', moved)
  await showAll()[0]
  if (box) showBox(...boxOf(box))
  // A user who returns to this entry gets the same view.
  keepView()
  const ending = new AbortController()
  follow({
    removed: () => {}, updated: () => {}, signal: ending.signal,
    read: () => shows.forEach(show => show({ isOld: true }).catch(() => {})),
  })
  bind(say('map.title'), { c: [say('map.close-here'), () => beside.isOpen ? closeBeside(true) : false] })
  addEventListener('popstate', turned)

  /** Shows all photos. */
  async function fitAll() {
    const world = { west: -180, south: -90, east: 180, north: 90, zoom: 0 }
    const { bounds } = await clusters(world, query).catch(() => ({ bounds: null }))
    if (!bounds) return map.setView([20, 0], map.getMinZoom(), { animate: false })
    const least = map.getMinZoom()
    map.setMinZoom(0)
    map.fitBounds(boundsOf(bounds), { maxZoom: 12, padding: [40, 40], animate: false })
    map.setMinZoom(Math.min(least, map.getZoom()))
  }

  function moved() {
    keepView()
    showAll()
  }

  /** Writes the view into the page's address. */
  function seen() {
    const { lat, lng } = map.getCenter().wrap()
    const digits = Math.min(Math.ceil(map.getZoom() / 3) + 1, 6)
    return here({ at: `${lat.toFixed(digits)},${lng.toFixed(digits)},${map.getZoom()}`, q: query, box: boxText() })
  }

  function keepView() {
    // The address can belong to the open photo.
    if (!history.state?.viewer) readdress(history.state, seen())
  }

  function opened(cluster, button) {
    opener = button
    if (cluster.count === 1) showBubble(cluster, button)
    else showBox(cluster.box, cluster.homes > 0, true)
  }

  /** Opens the photos of a box beside the map. */
  function showBox(corners, hasHomes, isNew = false) {
    if (corners.length !== 4 || corners.some(Number.isNaN)) return
    shownBox = corners
    isHome = hasHomes
    map.closePopup()
    if (isNew) {
      const state = { isBeside: true }
      if (history.state?.isBeside) history.replaceState(state, '', seen())
      else history.pushState(state, '', seen())
    }
    beside.show(photosIn(corners, hasHomes, query), { isFocused: isNew }).catch(report)
    host.classList.add('halved')
    map.invalidateSize({ pan: false })
    const middle = leaflet.latLngBounds(boundsOf(corners)).getCenter()
    if (isNew) map.panInside([middle.lat, nearest(middle.lng, map.getCenter().lng)], { padding: [50, 50] })
  }

  function closeBeside(isFocused = true) {
    if (!beside.isOpen) return
    beside.close()
    shownBox = null
    host.classList.remove('halved')
    map.invalidateSize({ pan: false })
    keepView()
    if (isFocused && opener?.isConnected) opener.focus({ preventScroll: true })
  }

  /** Shows a photo with information about its location. */
  async function showBubble(cluster, button) {
    const link = element('a', { href: pageOf(cluster.cover, query), 'data-photo': cluster.cover })
    const content = element('div', { class: 'bubbled' }, link)
    onLinks(link, 'a', openPhoto)
    const picture = thumbnail(cluster.cover)
    const image = picture && element('img', { src: picture, alt: '', width: 200, height: 150, onerror: () => image.remove() })
    if (image) link.append(image)
    const place = [cluster.latitude, nearest(cluster.longitude, map.getCenter().lng)]
    // Above the pin: the tip of a pin is at its position, other markers are centered on it.
    const offset = [0, cluster.source === 'photo' ? -50 : -18]
    const popup = openBubble(map, place, content, { opener: button, offset, minWidth: 200, maxWidth: 220 })
    try {
      const { title, day, place } = await factsOf(cluster.cover)
      link.append(element('strong', { dir: 'auto' }, title || say('photo.untitled', { id: String(cluster.cover) })))
      for (const text of [day && dayName(day), place, sourceWords[cluster.source]]) {
        if (text) content.append(element('p', { class: 'quiet', dir: 'auto' }, text))
      }
      popup.update()
      link.focus({ preventScroll: true })
      announce(content.textContent)
    } catch (error) {
      report(error)
    }
  }

  function openPhoto(link) {
    openInViewer(link, { tileOf: async photo => beside.tileOf(photo) ?? link, mark: () => keepView() })
  }

  /** Follows the address after back or forward. */
  function turned({ state }) {
    if (state?.viewer) return
    // Closing changes the address.
    const [wanted, place, stays] = [told().get('box'), placeOf(told().get('at')), isClosing]
    isClosing = false
    if (!wanted) closeBeside()
    else if (boxText() !== wanted) showBox(...boxOf(wanted))
    const isSeen = !place || (place.zoom === map.getZoom() && map.getBounds().contains(place.middle))
    if (isSeen || stays) keepView()
    else map.setView(place.middle, place.zoom)
  }
}

/** The box in an address: its corners, and whether photos at home are included. */
function boxOf(text) {
  const parts = text.split(',')
  return [parts.slice(0, 4).map(Number), parts[4] === 'home']
}

/** The view in an address; null for none. */
function placeOf(text) {
  const [latitude, longitude, zoom] = (text ?? '').split(',').map(Number)
  if (!text || [latitude, longitude, zoom].some(number => !Number.isFinite(number))) return null
  return { middle: [latitude, longitude], zoom }
}

const boundsOf = ([west, south, east, north]) => [[south, west], [north, west > east ? east + 360 : east]]

// A grid beside the map with the photos of a place.

/** Creates the grid in an element; close(), zoom() and open(link) are called for its buttons and photos. */
function createBeside(host, told) {
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
  onLinks(tiles, 'a', told.open)
  onEscape(host, () => told.close())

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
