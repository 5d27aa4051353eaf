// Where in the collection somebody is: kept with the page's entry in the history, and found by a photo's id.
import { address, get, path } from './api.js'

/** The place that the entry has: {anchor, at} as it was left, {photo} as the address names it, or null. */
export function placeKept(host) {
  const { place } = history.state ?? {}
  if (place && place.listing === nameOf(host)) return place
  const photo = Number(host.dataset.at)
  return photo > 0 ? { photo } : null
}

/**
 * Keeps what stands `at` a pixel of the view, as long as the page's own address is shown; without an anchor, it is the
 * beginning.
 */
export function keepPlace(host, { anchor, at }) {
  const here = new URL(location.href)
  // The viewer has an entry of its own.
  if (here.pathname.startsWith('/photos/')) return
  here.searchParams.delete('at')
  try {
    history.replaceState({ ...history.state, place: { listing: nameOf(host), anchor, at } }, '', here)
  } catch { /* Browsers bound how often an address may change. */ }
}

const nameOf = ({ dataset: { section, query, sort } }) => [section, query, sort].join(' ')

/**
 * Makes a function that tells where a photo is, as {place, photo}, or null; columns(place) reads what is not there.
 * Where sections are shown, it takes the one that is meant, too.
 */
export function finder(timeline, listing, columns) {
  return async (id, meant = new URLSearchParams(location.search).get('from')) => {
    if (!(id > 0)) return null
    const section = listing.section || (listing.kind === 'sections' ? meant : null)
    for (const [place, block] of timeline.blocks.entries()) {
      if (section && block.section !== section) continue
      const photo = block.columns?.ids.indexOf(id) ?? -1
      if (photo >= 0) return { place, photo }
    }
    let found
    try {
      const { query: q, sort } = listing
      found = await get(address(path('photos', id, 'place'), { section, q, sort }))
    } catch (error) {
      if (error.status === 404) return null
      throw error
    }
    // Parts may have moved since they were counted: those beside it are looked at, too.
    const isOf = ({ pieces, section: own }) =>
      found.month ? pieces.some(({ month }) => month === found.month) : own === section
    const places = timeline.blocks.flatMap((block, place) => isOf(block) ? [place] : [])
    const nearest = places.toSorted((one, other) => far(timeline, one, found) - far(timeline, other, found))
    for (const place of nearest.slice(0, 3)) {
      const photo = (await columns(place)).ids.indexOf(id)
      if (photo >= 0) return { place, photo }
    }
    return null
  }
}

const far = (timeline, place, { part }) => Math.abs(Number(timeline.blocks[place].key.split('/').at(-1)) - part) || 0
