// The photos that came last, as far as they were looked at: the newest first, without gaps.
import { address, get, path } from './server.js'

const order = 'added:desc'
const portion = 48
/** After how many new photos in a row what was known before is dropped. */
const mostPages = 5

/**
 * The latest photos.
 * @param {object[]} rows  the first of them: id, addedAt, title, thumbnail, width, height
 * @param {string|null} cursor  where the next ones begin; null where there are none
 */
export function latestPhotos(rows, cursor) {
  /** What was removed, for the way back. */
  const gone = new Map()
  let reading = null

  const page = (limit, cursor) => get(address(path('photos'), { sort: order, limit, cursor }))

  return {
    get rows() { return rows },
    get isComplete() { return !cursor },

    /** Reads the next ones; what is read already is not asked for twice. */
    readOn() {
      reading ??= (async () => {
        const from = cursor
        const answer = await page(portion, from)
        // Everything may have been read anew meanwhile.
        if (cursor === from) {
          rows = [...rows, ...answer.items.filter(item => !rows.some(row => row.id === item.id))]
          cursor = answer.next
        }
      })().finally(() => { reading = null })
      return reading
    },

    /** Reads the first ones again, as many as are known but for the very many, and keeps what comes behind them. */
    async readAnew() {
      const items = []
      let next = null
      for (let pages = 0; pages < mostPages; pages += 1) {
        const answer = await page(Math.min(Math.max(rows.length, portion), 200), next)
        items.push(...answer.items)
        next = answer.next
        const last = items.at(-1)
        const rest = last && next ? rows.filter(row => isBehind(row, last)) : []
        if (next && rest.length === rows.length && rows.length > 0) continue
        if (rest.length === 0) cursor = next
        rows = [...items, ...rest]
        return
      }
      rows = items
      cursor = next
    },

    remove(photos) {
      const ids = new Set(photos)
      for (const row of rows) if (ids.has(row.id)) gone.set(row.id, row)
      rows = rows.filter(row => !ids.has(row.id))
    },

    /** Puts back what was removed here. */
    restore(photos) {
      for (const row of photos.map(id => gone.get(id))) {
        if (!row || !gone.delete(row.id) || rows.some(other => other.id === row.id)) continue
        const place = rows.findIndex(other => isBehind(other, row))
        rows = place < 0 ? [...rows, row] : rows.toSpliced(place, 0, row)
      }
    },
  }
}

/** Whether a photo came before another: it stands behind it. */
function isBehind(row, other) {
  return row.addedAt === other.addedAt ? row.id < other.id : row.addedAt < other.addedAt
}
