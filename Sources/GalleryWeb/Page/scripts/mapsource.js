// The map's data from the server. A static site has another source with the same functions (site/mapsource.js).
import { address, get, pageAt, path } from './server.js'
import { countryName } from './words.js'

/** The map's parameters in the page's address. */
export const told = () => new URL(location.href).searchParams
/** The page's address for a view: `at`, `q`, `box`. */
export const here = parameters => address('/map', parameters)
/** The countries of the world in low detail, as GeoJSON. */
export const world = version => get(address('/api/v1/map/land', { v: version }))
/** A detailed 10° × 10° piece; null if there is none. */
export const piece = (west, south, version, signal) => get(address(`/api/v1/map/land/${west}/${south}`, { v: version }), signal)
/** The largest cities of a view. */
export const cities = async (view, signal) => (await get(address('/api/v1/map/names', view), signal)).items
/** The clusters of a view as parallel lists (docs/contract.md). */
export const clusters = (view, query, signal) => get(address('/api/v1/map', { ...view, q: query }), signal)
/** The thumbnail of a photo; null for none. */
export const thumbnail = photo => `/api/v1/photos/${photo}/thumbnail/240`
/** The page of a photo in the results of a query. */
export const pageOf = (photo, query) => address(`/photos/${photo}`, { q: query })

/** The title, date taken and place of a photo. */
export async function factsOf(id) {
  const { title, fileName, takenAt, city, countryCode, metadata } = await get(path('photos', id))
  return {
    title: title || fileName, day: Number(takenAt?.slice(0, 10).replaceAll('-', '').padEnd(8, '0')),
    place: [city ?? metadata.Region, countryName(countryCode, metadata.Country)].filter(Boolean).join(', '),
  }
}

/**
 * The photos of a box: their page, and read(signal), which resolves to {count, tiles, more}: the number in words,
 * elements, and a function that reads the next ones; null if there are no more.
 */
export function photosIn(corners, hasHomes, query) {
  // Home is not a position: photos at a home in the box are found with home:.
  const inside = hasHomes ? `(bbox:${corners.join(',')} or home:${corners.join(',')})` : `bbox:${corners.join(',')}`
  const page = address('/', { q: query ? `(${query}) ${inside}` : inside })
  return { page, read: signal => read(page, signal) }
}

/** Reads the photos of a search page. */
async function read(from, signal) {
  const page = await pageAt(from, { signal, here: location.href })
  const next = page.querySelector('.pages [rel=next]')?.getAttribute('href')
  return {
    count: page.querySelector('.title .count')?.textContent ?? '',
    tiles: [...page.querySelectorAll('.tile')].map(tile => document.importNode(tile, true)),
    more: next ? signal => read(next, signal) : null,
  }
}
