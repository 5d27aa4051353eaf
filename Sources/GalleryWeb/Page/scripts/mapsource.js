// What maps show, asked of the server. A site of files has another source with the same functions (site/mapsource.js).
import { countryName } from './countries.js'
import { address, get, path, Problem } from './server.js'

/** What the page's address says of the map. */
export const told = () => new URL(location.href).searchParams

/** The page's address with what is seen: `at`, `q`, `box`. */
export const here = parameters => address('/map', parameters)

/** The countries of the world, coarsely, as GeoJSON. */
export const world = version => get(address('/api/v1/map/land', { v: version }))

/** What lies in 10 by 10 degrees, in detail; null where that is not known. */
export const piece = (west, south, version, signal) => get(address(`/api/v1/map/land/${west}/${south}`, { v: version }), signal)

/** The largest cities of a view. */
export const cities = async (view, signal) => (await get(address('/api/v1/map/names', view), signal)).items

/** The clusters of a view, a list for each fact (docs/contract.md). */
export const clusters = (view, query, signal) => get(address('/api/v1/map', { ...view, q: query }), signal)

/** A small picture of a photo; null for none. */
export const thumbnail = photo => `/api/v1/photos/${photo}/thumbnail/240`

/** The page of a photo, among those of a query. */
export const pageOf = (photo, query) => address(`/photos/${photo}`, { q: query })

/** What a photo is called, the day it was taken on and the place. */
export async function factsOf(id) {
  const { title, fileName, takenAt, city, countryCode, metadata } = await get(path('photos', id))
  return {
    title: title || fileName, day: Number(takenAt?.slice(0, 10).replaceAll('-', '')),
    place: [city ?? metadata.Region, countryName(countryCode, metadata.Country)].filter(Boolean).join(', '),
  }
}

/**
 * The photos of a box: their page, and read(signal), which resolves to {count, tiles, more}: the number in words, elements,
 * and what reads the next ones; null for no more.
 */
export function photosIn(corners, hasHomes, query) {
  // A home is no position: photos that stand in the box at one are found by it.
  const inside = hasHomes ? `(bbox:${corners.join(',')} or home:${corners.join(',')})` : `bbox:${corners.join(',')}`
  const page = address('/', { q: query ? `(${query}) ${inside}` : inside })
  return { page, read: signal => read(page, signal) }
}

/** What the page of a search lists. */
async function read(from, signal) {
  const answer = await fetch(from, { signal, headers: { Accept: 'text/html' } }).catch(error => {
    throw error.name === 'AbortError' ? error : new Problem(0, {})
  })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!answer.ok) throw new Problem(answer.status, { detail: page.querySelector('.fault p, .alone p')?.textContent })
  const next = page.querySelector('.pages [rel=next]')?.getAttribute('href')
  return {
    count: page.querySelector('.title .count')?.textContent ?? '',
    tiles: [...page.querySelectorAll('.tile')].map(tile => document.importNode(tile, true)),
    more: next ? signal => read(next, signal) : null,
  }
}
