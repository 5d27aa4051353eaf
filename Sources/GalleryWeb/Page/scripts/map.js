// The page of the map: photos in clusters, those of one in a grid beside it, and where it stands in its address.
import { announce, element, report } from './dom.js'
import { createBeside } from './beside.js'
import { makeMap, nearest } from './basemap.js'
import { openBubble } from './bubbles.js'
import { Clusters, sourceWords } from './clusters.js'
import * as leaflet from './leaflet.js'
import { bind } from './keys.js'
import { factsOf, here, pageOf, photosIn, thumbnail, told } from './mapsource.js'
import { follow } from './server.js'
import { Tracks } from './tracks.js'
import { openViewer } from './viewer.js'
import { dayName, say } from './words.js'

/** Lays the map out. */
export async function mount() {
  const host = document.querySelector('.mapped')
  if (!host) return
  const { query, land } = host.dataset
  const [at, box] = ['at', 'box'].map(name => told().get(name))
  const map = await makeMap(host.querySelector('.world'), { land })
  // Photos leave and reach the map with their whole page.
  history.scrollRestoration = 'manual'
  const nothing = element('p', { class: 'notice', role: 'status' })
  host.querySelector('.world').append(nothing)
  const counted = photos => { nothing.textContent = photos > 0 ? '' : say('map.no-places') }
  const clusters = new Clusters(map, { query, opened, counted })
  const tracks = new Tracks(map)
  let shownBox = null
  /** Whether photos at home are among those beside it. */
  let isHome = false
  /** Whether somebody closes them, and stays where the map is. */
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

  const first = placeOf(at)
  if (first) map.setView(first.middle, first.zoom, { animate: false })
  else await fitAll()
  map.on('moveend', moved)
  tracks.show().catch(report)
  await clusters.show().catch(report)
  if (box) showBox(...boxOf(box))
  // Whoever comes back to this entry finds the view that it had.
  readdress()
  const ending = new AbortController()
  follow({
    removed: () => {}, updated: () => {}, signal: ending.signal,
    read: () => [clusters, tracks].forEach(shown => shown.show({ isOld: true }).catch(() => {})),
  })
  bind(say('map.title'), { c: [say('map.close-here'), () => beside.isOpen ? closeBeside(true) : false] })
  addEventListener('popstate', turned)

  function boxText() {
    return shownBox ? [...shownBox, ...isHome ? ['home'] : []].join(',') : null
  }

  /** Where everything is seen. */
  async function fitAll() {
    const { bounds } = await clusters.bounds().catch(() => ({ bounds: null }))
    if (bounds) map.fitBounds(boundsOf(bounds), { maxZoom: 12, padding: [40, 40], animate: false })
    else map.setView([20, 0], map.getMinZoom(), { animate: false })
  }

  function moved() {
    readdress()
    clusters.show().catch(report)
    tracks.show().catch(report)
  }

  /** The page's address says what is seen. */
  function seen() {
    const { lat, lng } = map.getCenter().wrap()
    const digits = Math.min(Math.ceil(map.getZoom() / 3) + 1, 6)
    return here({ at: `${lat.toFixed(digits)},${lng.toFixed(digits)},${map.getZoom()}`, q: query, box: boxText() })
  }

  function readdress() {
    // A photo that is open has the address.
    if (history.state?.viewer) return
    try { history.replaceState(history.state, '', seen()) } catch { /* Browsers bound how often it may change. */ }
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
    readdress()
    if (isFocused && opener?.isConnected) opener.focus({ preventScroll: true })
  }

  /** One photo, with what is known of where it was taken. */
  async function showBubble(cluster, button) {
    const link = element('a', { href: pageOf(cluster.cover, query), 'data-photo': cluster.cover })
    const content = element('div', { class: 'bubbled' }, link)
    link.addEventListener('click', event => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      openPhoto(link)
    })
    const picture = thumbnail(cluster.cover)
    const image = picture && element('img', { src: picture, alt: '', width: 200, height: 150, onerror: () => image.remove() })
    if (image) link.append(image)
    const place = [cluster.latitude, nearest(cluster.longitude, map.getCenter().lng)]
    // Above the pin: a drop stands on its place, others around it.
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
    openViewer(link, {
      tileOf: async photo => beside.tileOf(photo) ?? link,
      mark: () => readdress(),
    }).catch(report)
  }

  /** Somebody went back or on: the map follows the address. */
  function turned({ state }) {
    if (state?.viewer) return
    // What closes writes the address anew.
    const [wanted, place, stays] = [told().get('box'), placeOf(told().get('at')), isClosing]
    isClosing = false
    if (!wanted) closeBeside()
    else if (boxText() !== wanted) showBox(...boxOf(wanted))
    const isSeen = !place || (place.zoom === map.getZoom() && map.getBounds().contains(place.middle))
    if (isSeen || stays) readdress()
    else map.setView(place.middle, place.zoom)
  }
}

/** What an address says of the photos beside the map: corners, and whether those at home are among them. */
function boxOf(text) {
  const parts = text.split(',')
  return [parts.slice(0, 4).map(Number), parts[4] === 'home']
}

/** What an address says of the view; null for nothing. */
function placeOf(text) {
  const [latitude, longitude, zoom] = (text ?? '').split(',').map(Number)
  if (!text || [latitude, longitude, zoom].some(number => !Number.isFinite(number))) return null
  return { middle: [latitude, longitude], zoom }
}

const boundsOf = ([west, south, east, north]) => [[south, west], [north, west > east ? east + 360 : east]]
