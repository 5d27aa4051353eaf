// Finds the position of a photo in a list by its ID.
import { address, get, path } from './server.js'

/**
 * Returns the position of a photo as {place, photo}, or null; columns(place) loads missing columns. In a list of
 * sections, the given section is searched.
 */
export async function find(
  timeline, listing, columns, id, meant = new URLSearchParams(location.search).get('from'),
) {
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
  // Parts may have moved since they were counted, so neighboring ones are also searched.
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

const far = (timeline, place, { part }) => Math.abs(Number(timeline.blocks[place].key.split('/').at(-1)) - part) || 0
