// The photos of a page, in order: blocks of up to a few thousand photos, each with the columns for its layout. Blocks
// near the view are loaded, distant ones are unloaded.
import { address, get, path } from './server.js'
import { monthName, monthSpan, say } from './words.js'

/** The number of photos in a response. */
const partLength = 2000
/** Months of a year with few photos share a block, and therefore rows, up to this number of photos. */
const sharedPhotos = 60
/** The number of simultaneous requests: browsers allow six connections, some of which pictures need. */
const requestsAtOnce = 4
/** The parameter by which owners' lists of all photos leave out photos with the picture of an earlier one. */
export const copies = 'first'
/** The kinds of sections, in words. */
const kinds = {
  camera: say('section.camera'), flickr: say('section.flickr'), album: say('section.album'),
  share: say('section.share'), campaign: say('section.campaign'),
}

const nameOf = ({ kind, name }) => kind === 'camera' ? say('section.camera-name') : name

/**
 * The listing described by an element: its kind is months, section or sections; `server` is the server whose users are
 * shown, empty for sections from no server. Null for orders that only the server knows.
 */
export function listingOf({ dataset }) {
  const { section = '', query = '', sort = '', server = '' } = dataset
  if ('sections' in dataset) return { kind: 'sections', section: '', query, sort, server, isAscending: false }
  const isByDate = /^(taken|date)(:asc|:desc)?$/.test(sort)
  if (!isByDate && sort !== '') return null
  const kind = section && !isByDate ? 'section' : 'months'
  return { kind, section, query, sort, isAscending: isByDate && !sort.endsWith(':desc') }
}

/**
 * The blocks of a listing, without their columns. A block has a stable `key`, a `title` and `address` if it begins a
 * group (otherwise null), the section in which its photos are opened, their `count`, its `pieces` (the requests), the
 * `month` of its first photo (null if it has none), and `isLast` if the next block does not continue its rows.
 */
export async function readBlocks(listing, signal) {
  const { section, query } = listing
  if (listing.kind === 'months') {
    const { items } = await get(address('/api/v1/months', { section, q: query, copies }), signal)
    return monthBlocks(items, listing)
  }
  if (listing.kind === 'section') {
    const document = await get(partOf(listing, section, 0), signal)
    const blocks = sectionBlocks(listing, section, document.count)
    if (blocks.length > 0) blocks[0].columns = decoded([document], blocks[0], listing)
    for (const block of blocks) block.version = document.version
    return blocks
  }
  const sections = []
  for (let cursor = null; ;) {
    const page = await get(address('/api/v1/sections', { limit: 1000, cursor }), signal)
    sections.push(...page.items.filter(({ query }) => (query?.share?.server ?? '') === listing.server))
    cursor = page.next
    if (!cursor) break
  }
  return sections.flatMap(item => sectionBlocks(listing, item.section, item.count, nameOf(item), kinds[item.kind]))
}

function monthBlocks(items, listing) {
  const blocks = []
  const shared = new Map()
  for (const { month, count, parts, version } of listing.isAscending ? items.toReversed() : items) {
    const year = month.slice(0, -3)
    const open = blocks.at(-1)
    const isShared = count <= sharedPhotos
    if (open?.year === year && open.isShared && open.count + count <= sharedPhotos) {
      open.pieces.push(monthPiece(listing, month, 0, count))
      open.count += count
      open.version += `,${version}`
      open.title = monthSpan(open.month, month)
      continue
    }
    // A shared block keeps its key when months are added or removed.
    if (isShared) shared.set(year, (shared.get(year) ?? 0) + 1)
    for (let place = 0; place < parts; place++) {
      const part = listing.isAscending ? parts - 1 - place : place
      const length = Math.min(partLength, count - part * partLength)
      blocks.push({
        key: isShared ? `${year}~${shared.get(year)}` : `${month}/${part}`, version, section: listing.section,
        title: place === 0 ? monthName(month) : null, whole: count, address: null, count: length, month, year,
        pieces: [monthPiece(listing, month, part, length)], isLast: place === parts - 1, isShared,
      })
    }
  }
  for (const block of blocks) if (block.pieces.length > 1) block.whole = block.count
  return blocks
}

const monthPiece = ({ section, query: q }, month, part, count) =>
  ({ month, count, address: address(path('months', month, 'columns'), { part, section, q, copies }) })

function sectionBlocks(listing, section, count, title = null, kind = null) {
  const parts = Math.ceil(count / partLength)
  return Array.from({ length: parts }, (_, part) => {
    const length = Math.min(partLength, count - part * partLength)
    return {
      key: `${section}/${part}`, title: part === 0 ? title : null, kind, whole: count,
      version: null, section,
      address: title === null || part > 0 ? null : `/sections/${encodeURIComponent(section)}`,
      pieces: [{ month: null, count: length, address: partOf(listing, section, part) }], count: length, month: null,
      year: null, isLast: part === parts - 1,
    }
  })
}

const partOf = ({ query: q }, section, part) => address(path('sections', section, 'columns'), { part, q })

/**
 * The columns of a block: `ids`, `aspects` in thousandths, `days` as 20240517 (null if unknown), `colours` with four
 * bits per channel (65535: none yet; 65534: no picture), `copies` by ID if there are several, and their `version`.
 */
async function readColumns(block, listing, signal) {
  const documents = await Promise.all(block.pieces.map(piece => inTurn(() => get(piece.address, signal), signal)))
  return decoded(documents, block, listing)
}

/** The values for an unknown color and for a missing picture. */
export const noColour = 0xffff
export const noPicture = 0xfffe

let running = 0
const waiting = []

/** Sends a request once fewer requests are running. */
async function inTurn(ask, signal) {
  if (running >= requestsAtOnce) await new Promise(resolve => waiting.push(resolve))
  running += 1
  try {
    signal?.throwIfAborted()
    return await ask()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function decoded(documents, block, listing) {
  const length = documents.reduce((sum, document) => sum + document.ids.length, 0)
  const columns = {
    ids: new Float64Array(length), aspects: new Uint32Array(length), colours: new Uint16Array(length),
    days: documents[0]?.days ? new Uint32Array(length) : null, copies: {},
    version: documents.map(document => document.version).join(),
  }
  let first = 0
  documents.forEach((document, number) => {
    const { ids, aspects, days, colours, copies } = document
    const month = Number(block.pieces[number].month?.replace('-', '')) * 100
    const count = ids.length
    let id = 0
    for (let index = 0; index < count; index++) {
      id += ids[index]
      const place = first + (listing.isAscending ? count - 1 - index : index)
      const text = colours.slice(index * 3, index * 3 + 3)
      const colour = parseInt(text, 16)
      columns.ids[place] = id
      if (copies?.[index] > 1) columns.copies[id] = copies[index]
      columns.aspects[place] = aspects[index]
      columns.colours[place] = Number.isNaN(colour) ? (text === '...' ? noPicture : noColour) : colour
      if (columns.days) columns.days[place] = month + days[index]
    }
    first += count
  })
  return columns
}

/** The range around the view with loaded columns, in pixels. */
const reach = 1500
/** The maximum numbers of cached blocks and photos; the most distant ones are dropped first. */
const mostBlocks = 60
const mostPhotos = 100_000
/** The number of explicitly requested blocks that are kept at any distance, as the user is navigating to them. */
const mostAsked = 4
/** The minimum and maximum delay of retries, in milliseconds. */
const firstWait = 2000
const longestWait = 30_000

/**
 * Loads the columns of a timeline's blocks. arrived(key, columns) is called with loaded columns, failed(error) once for
 * errors, which are retried.
 */
export function createLoads(timeline, listing, { arrived, failed, signal }) {
  const running = new Map()
  let isMore = false
  /** The keys of the explicitly requested blocks, latest last. */
  let asked = []
  /** True if an error was reported. */
  let isTold = false
  let wait = 0
  let timer = 0
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    for (const controller of running.values()) controller.abort()
  })

  async function load(block) {
    const controller = new AbortController()
    running.set(block.key, controller)
    try {
      const columns = await readColumns(block, listing, controller.signal)
      wait = 0
      isTold = false
      running.delete(block.key)
      isMore = true
      arrived(block.key, columns)
    } catch (error) {
      if (running.get(block.key) === controller) running.delete(block.key)
      if (error.name !== 'AbortError') retry(error)
    }
  }

  function retry(error) {
    if (timer !== 0) return
    wait = Math.min(Math.max(wait * 2, firstWait), longestWait)
    timer = setTimeout(() => {
      timer = 0
      failed(null)
    }, wait)
    if (!isTold) failed(error)
    isTold = true
  }

  function forget(middle) {
    const { blocks } = timeline
    const known = blocks.map((block, place) => place).filter(place => blocks[place].columns)
    known.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    let photos = 0
    known.forEach((place, number) => {
      photos += blocks[place].columns.ids.length
      if (asked.includes(blocks[place].key)) return
      // A view can contain many blocks with few photos.
      if (photos > mostPhotos || (number >= mostBlocks && photos > 4000)) timeline.setColumns(place, null)
    })
  }

  return {
    /** True if nothing is loading. */
    get isDone() { return running.size === 0 },

    /** Loads the range around the view. */
    update(top, view) {
      const wanted = new Map()
      for (const place of timeline.placesIn(top - reach, top + view + reach)) {
        const block = timeline.blocks[place]
        if (!block.columns || block.isStale) wanted.set(block.key, block)
      }
      for (const [key, controller] of running) if (!wanted.has(key)) controller.abort()
      if (timer !== 0) return
      // Visible blocks are loaded before those above and below.
      const middle = timeline.blockAt(top + view / 2)
      const distance = block => Math.abs(timeline.placeOf(block.key) - middle)
      for (const block of [...wanted.values()].sort((one, other) => distance(one) - distance(other))) {
        if (!running.has(block.key)) load(block)
      }
      if (isMore) forget(middle)
      isMore = false
    },

    /** The columns of any block; they are also passed to `arrived` and kept for now. */
    async columns(place) {
      const block = timeline.blocks[place]
      asked = [...asked.filter(key => key !== block.key), block.key].slice(-mostAsked)
      if (block.columns) return block.columns
      const columns = await readColumns(block, listing)
      isMore = true
      arrived(block.key, columns)
      return columns
    },
  }
}
