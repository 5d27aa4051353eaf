// Parts of a collection that are loaded on demand: applying server events, and finding the position of a photo by its ID.
// The first parameter of the functions for events is the visible collection.
import { address, get, path } from './server.js'
import { copies, noColour, noPicture, readBlocks } from './source.js'

/** Removes photos. */
export function remove({ timeline, grid, keep, draw, reveal }, photos) {
  const ids = new Set(photos)
  const { focused } = grid
  const isLost = focused && ids.has(focused.id)
  keep(() => timeline.blocks.forEach((block, place) => {
    if (!block.columns?.ids.some(id => ids.has(id))) return
    block.whole -= block.count
    timeline.setColumns(place, without(block.columns, ids))
    block.whole += block.count
  }))
  draw()
  if (isLost && timeline.count > 0) reveal(timeline.at(focused.position - 1))?.link.focus({ preventScroll: true })
}

/** Updates changed photos. */
export function renew({ timeline, grid, draw, label }, photos) {
  const ids = new Set(photos)
  for (const { columns } of timeline.blocks) {
    columns?.ids.forEach((id, photo) => {
      // A picture may have been stored meanwhile.
      if (columns.colours[photo] === noPicture && ids.has(id)) columns.colours[photo] = noColour
    })
  }
  grid.renew(ids)
  draw()
  label(photos)
}

/** Reloads the blocks. */
export async function read({ timeline, listing, signal, keep, draw, tell }) {
  const blocks = await readBlocks(listing, signal)
  keep(() => timeline.setBlocks(blocks.map(block => carried(block, timeline))))
  tell()
  draw()
}

/** A reloaded block with the known data of the old one, whose columns stay until the new ones are loaded. */
function carried(block, timeline) {
  const old = timeline.blocks[timeline.placeOf(block.key)]
  if (!old) return block
  const columns = block.columns?.version === old.columns?.version ? old.columns : block.columns ?? old.columns
  const isSame = columns === old.columns && block.isLast === old.isLast && Boolean(block.title) === Boolean(old.title)
  return {
    ...block, columns, count: columns?.ids.length ?? block.count, laid: isSame ? old.laid : null,
    estimate: isSame && (columns || block.count === old.count) ? old.estimate : null,
    isStale: columns != null && columns.version !== block.version,
  }
}

/** The columns without some photos. */
function without(columns, ids) {
  const stays = (value, photo) => !ids.has(columns.ids[photo])
  return {
    ids: columns.ids.filter(stays), aspects: columns.aspects.filter(stays), colours: columns.colours.filter(stays),
    days: columns.days?.filter(stays) ?? null, copies: columns.copies, version: columns.version,
  }
}

// MARK: Finding a photo

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
    found = await get(address(path('photos', id, 'place'), { section, q, sort, copies }))
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
