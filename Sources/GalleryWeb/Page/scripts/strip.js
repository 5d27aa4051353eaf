// The strip of the latest photos, which scrolls horizontally and contains only the tiles around the view.
import { arrange, element, isPlain, isStill, onLinks } from './dom.js'
import { address, get, listen, path } from './server.js'
import { say } from './words.js'

const most = 96
const step = 24
/** The number of tiles per page; the next one is partly visible to show that there are more. */
const pageTiles = 4

/**
 * Enables a strip: the server's list of tiles with the buttons for newer and older photos. open(link) is called for a
 * tile; isNews is true if the tiles are outdated. Returns tileOf(photo), which scrolls a photo into view and returns
 * its link or null.
 */
export function mountStrip(host, [back, on], { open, isNews }) {
  const list = host.querySelector('.strip')
  const tiles = new Map([...list.children].map(tile => [Number(linkOf(tile).dataset.photo), tile]))
  const latest = latestPhotos([...tiles.values()].map(rowOf), list.dataset.cursor || null)
  /** The range of rows in the page. */
  let [from, to] = [0, tiles.size]
  let current = latest.rows[0]?.id
  let frame = 0
  let rest = 0

  const isAtStart = () => from === 0 && list.scrollLeft < 2
  const space = () => list.scrollWidth - list.clientWidth - list.scrollLeft
  const behavior = () => isStill() ? 'instant' : 'smooth'

  /** Puts a range of rows into the page; the visible tiles stay in place. */
  function show(first, last) {
    const { rows } = latest
    to = Math.min(Math.max(last, 0), rows.length)
    from = Math.max(Math.min(first, to - 1), 0)
    const edge = list.scrollLeft
    const anchor = [...list.children].find(tile => tile.offsetLeft + tile.offsetWidth / 2 > edge)
    const before = new Map([...tiles.values()].map(tile => [tile, tile.offsetLeft - edge]))
    const focused = list.contains(document.activeElement) ? document.activeElement.closest('li') : null
    const focusedPlace = [...list.children].indexOf(focused)

    const known = new Map(tiles)
    tiles.clear()
    rows.slice(from, to).forEach((row, index) => {
      const old = known.get(row.id)
      const tile = old && !isOther(old, row) ? old : tileOf(row)
      tiles.set(row.id, tile)
      tile.ariaPosInSet = from + index + 1
      tile.ariaSetSize = latest.isComplete ? rows.length : -1
    })
    arrange(list, [...tiles.values()])
    const moved = anchor?.isConnected ? anchor.offsetLeft - list.scrollLeft - before.get(anchor) : 0
    // If nothing moved, setting it would stop running scrolling.
    if (moved) list.scrollLeft += moved
    close(before)
    if (focused && !focused.isConnected) {
      linkOf(list.children[Math.min(focusedPlace, list.childElementCount - 1)])?.focus({ preventScroll: true })
    }
    host.hidden = rows.length === 0
    settle()
  }

  /** Animates moved tiles from their old positions; scroll snapping is off meanwhile, as it would follow them. */
  function close(before) {
    const ways = [...before].map(([tile, place]) => [tile, place, place - (tile.offsetLeft - list.scrollLeft)])
    const moved = ways.filter(([tile, place, way]) =>
      tile.isConnected && Math.abs(way) >= 1 && place <= 2 * list.clientWidth)
    const snap = () => list.classList.toggle('closing', list.getAnimations({ subtree: true }).length > 0)
    if (moved.length > 0) list.classList.add('closing')
    for (const [tile, , way] of moved) {
      const frames = [{ transform: `translateX(${way}px)` }, { transform: 'none' }]
      tile.animate(frames, { duration: isStill() ? 1 : 200, easing: 'ease-out' }).finished.then(snap, snap)
    }
  }

  /** One tile is reachable by Tab, the others by arrow keys; the buttons show whether there are more. */
  function settle() {
    if (!tiles.has(current)) {
      const edge = list.scrollLeft
      const seen = [...list.children].find(tile => tile.offsetLeft >= edge - 2)
      current = seen && Number(linkOf(seen).dataset.photo)
    }
    for (const [id, tile] of tiles) linkOf(tile).tabIndex = id === current ? 0 : -1
    back.ariaDisabled = isAtStart()
    on.ariaDisabled = latest.isComplete && to === latest.rows.length && space() < 2
  }

  /** Loads more at the end before it is visible. */
  async function fill() {
    if (space() > 1.5 * list.clientWidth || to - from > most + step) return
    if (to === latest.rows.length && !latest.isComplete) await latest.readOn().catch(() => {})
    if (to < latest.rows.length) show(from, to + step)
  }

  /** After scrolling: adds tiles at the start and removes distant ones. */
  function trim() {
    const width = list.firstElementChild?.offsetWidth || 1
    const place = from + Math.round(list.scrollLeft / width)
    if (from > 0 && list.scrollLeft < 1.5 * list.clientWidth) show(from - step, Math.min(to, place + most - step))
    else if (to - from > most) show(Math.max(from, place - most / 2), Math.max(place + most / 2, most))
  }

  function turn(pages) {
    if ((pages < 0 ? back : on).ariaDisabled === 'true') return
    const tile = list.firstElementChild
    const width = tile.nextElementSibling ? tile.nextElementSibling.offsetLeft - tile.offsetLeft : tile.offsetWidth
    const place = Math.round(list.scrollLeft / width) + pages * pageTiles
    list.scrollTo({ left: Math.max(place, 0) * width, behavior: behavior() })
  }

  /** Moves the focus to another tile. */
  async function move(places) {
    const rowAt = () => latest.rows.findIndex(row => row.id === current) + places
    if (places === -Infinity) {
      show(0, most)
      current = latest.rows[0].id
    } else {
      if (rowAt() >= latest.rows.length) await latest.readOn().catch(() => {})
      const place = Math.max(Math.min(rowAt(), latest.rows.length - 1), 0)
      if (place >= to || place < from) show(Math.min(from, place), Math.max(to, place + step))
      current = latest.rows[place].id
    }
    settle()
    const link = linkOf(tiles.get(current))
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: behavior() })
  }

  back.addEventListener('click', () => turn(-1))
  on.addEventListener('click', () => turn(1))
  list.addEventListener('scroll', () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      fill()
      settle()
    })
    clearTimeout(rest)
    rest = setTimeout(trim, 200)
  }, { passive: true })
  list.addEventListener('focusin', event => {
    current = Number(event.target.closest('a').dataset.photo)
    settle()
  })
  list.addEventListener('keydown', event => {
    const places = { ArrowRight: 1, ArrowLeft: -1, PageDown: pageTiles, PageUp: -pageTiles, Home: -Infinity }[event.key]
    if (!places || !isPlain(event)) return
    event.preventDefault()
    move(places)
  })
  onLinks(list, 'a', open)
  new ResizeObserver(() => fill()).observe(list)

  const restored = []
  const readAnew = inTurn(async () => {
    const first = latest.rows[0]?.id
    const wasAtStart = isAtStart()
    const seen = latest.rows[from]?.id
    latest.restore(restored.splice(0))
    await latest.readAnew()
    // New tiles are added before the visible ones; at the start, they become visible.
    const place = wasAtStart ? 0 : Math.max(latest.rows.findIndex(row => row.id === seen), 0)
    show(place, Math.max(place + to - from, step))
    if (wasAtStart && latest.rows[0]?.id !== first) list.scrollTo({ left: 0, behavior: behavior() })
    fill()
  }, 500)
  listen('photos', ({ action, photos }) => {
    if (action === 'removed' && photos) {
      latest.remove(photos)
      show(from, to)
      fill()
    } else {
      if (action === 'restored') restored.push(...photos ?? [])
      readAnew()
    }
  })
  listen('catalog', readAnew)
  listen('reset', readAnew)
  settle()
  fill()
  if (isNews) readAnew()
  return {
    tileOf(photo) {
      const tile = tiles.get(photo)
      if (!tile) return null
      const { scrollLeft, clientWidth } = list
      const isSeen = tile.offsetLeft >= scrollLeft - 2 && tile.offsetLeft + tile.offsetWidth <= scrollLeft + clientWidth + 2
      // The page itself does not scroll.
      if (!isSeen) list.scrollTo({ left: tile.offsetLeft, behavior: 'instant' })
      return linkOf(tile)
    },
  }
}

/** Returns a function that runs a task at once, or a pause after its last run; calls until then are one. */
function inTurn(task, pause) {
  let isDue = false
  let turn = Promise.resolve()
  return () => {
    if (isDue) return
    isDue = true
    const run = turn.then(() => {
      isDue = false
      return task()
    })
    // A lost update is repeated with the next change.
    turn = run.catch(() => {}).then(() => new Promise(resolve => setTimeout(resolve, pause)))
  }
}

const linkOf = tile => tile?.querySelector('a')

/** The data of a tile from the server. */
function rowOf(tile) {
  const image = tile.querySelector('img')
  return {
    id: Number(linkOf(tile).dataset.photo), addedAt: tile.querySelector('time').dateTime,
    title: tile.querySelector('.name').textContent, thumbnail: image?.getAttribute('src') ?? null,
    width: image?.width ?? null, height: image?.height ?? null,
  }
}

const nameOf = row => [row.title, row.fileName].find(text => text?.trim()) ?? say('photo.untitled', { id: String(row.id) })

/** True if a tile differs from the current data. */
function isOther(tile, row) {
  return tile.querySelector('.name').textContent !== nameOf(row)
    || (tile.querySelector('img')?.getAttribute('src') ?? null) !== row.thumbnail
}

function tileOf(row) {
  const { width, height, thumbnail } = row
  const wide = longest => Math.max(Math.round(longest * Math.min(width / height, 1)), 1)
  const image = thumbnail && element('img', {
    src: thumbnail, alt: '', decoding: 'async', sizes: '23vw', width, height,
    srcset: width && `${thumbnail} ${wide(240)}w, ${thumbnail.replace('/240', '/640')} ${wide(640)}w`,
  })
  return element('li', {},
    element('a', { href: address(`/photos/${row.id}`, { sort: 'added:desc' }), 'data-photo': row.id },
      element('span', { class: 'picture' }, image),
      element('span', { class: 'name', dir: 'auto' }, nameOf(row)),
      element('span', { class: 'quiet' }, element('span', { class: 'unseen' }, `${say('photos.added')} `),
        element('time', { 'data-relative': true, datetime: row.addedAt }))))
}

// The latest photos loaded so far: newest first, without gaps.

const order = 'added:desc'
const portion = 48
/** The number of pages of new photos after which the known ones are dropped. */
const mostPages = 5

/**
 * The latest photos: rows with id, addedAt, title, thumbnail, width and height, and the cursor of the next ones or
 * null.
 */
function latestPhotos(rows, cursor) {
  /** Removed photos, for Undo. */
  const gone = new Map()
  let reading = null

  const page = (limit, cursor) => get(address(path('photos'), { sort: order, limit, cursor }))

  return {
    get rows() { return rows },
    get isComplete() { return !cursor },

    /** Reads the next photos; a running request is reused. */
    readOn() {
      reading ??= (async () => {
        const from = cursor
        const answer = await page(portion, from)
        // The list may have been reloaded meanwhile.
        if (cursor === from) {
          rows = [...rows, ...answer.items.filter(item => !rows.some(row => row.id === item.id))]
          cursor = answer.next
        }
      })().finally(() => { reading = null })
      return reading
    },

    /** Reloads the known photos, up to a limit, and keeps those after them. */
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
      for (const row of rows) if (photos.includes(row.id)) gone.set(row.id, row)
      rows = rows.filter(({ id }) => !photos.includes(id))
    },

    /** Restores photos removed here. */
    restore(photos) {
      const found = photos.map(id => gone.get(id)).filter(row => row && gone.delete(row.id))
      const back = found.filter(({ id }) => !rows.some(row => row.id === id))
      rows = [...rows, ...back].sort((row, other) => isBehind(row, other) ? 1 : -1)
    },
  }
}

/** True if a photo was added earlier and comes after the other one. */
const isBehind = (row, other) => row.addedAt === other.addedAt ? row.id < other.id : row.addedAt < other.addedAt
