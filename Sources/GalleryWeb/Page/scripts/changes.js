// Applies server events to a collection; the first parameter of each function is the visible collection.
import { noColour, noPicture, readBlocks } from './source.js'

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
    days: columns.days?.filter(stays) ?? null, version: columns.version,
  }
}
