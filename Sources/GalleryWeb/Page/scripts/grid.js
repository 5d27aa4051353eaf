// The tiles in the page: those in view and some around it, at most 200. Tiles are kept while their photo is near; the
// focused one is always kept.
import { element } from './dom.js'
import { address, get, path } from './server.js'
import { noPicture } from './source.js'
import { dayLabel, dayName, isKnown, say } from './words.js'

/**
 * The number of tiles in the page, and the range beyond the view, in views: behind and ahead of the scroll direction.
 */
const mostTiles = 196
const reaches = [[0.5, 1], [0.3, 0.6], [0.15, 0.3], [0, 0]]

/** Shows part of a timeline in an element. */
export function createGrid(host, timeline, listing, signal) {
  const tiles = new Map()
  const holders = new Map()
  let stop = null
  let lastDrawn = ''
  let visible = { top: 0, bottom: 0 }
  let lastTop = 0
  let isDownward = true
  let isMoving = false
  /** `focused` is the focused tile, or null; dress(tile) is called for each tile that is drawn. */
  const grid = { focused: null, dress: null, draw, seen, tile: tileAt, tiles: () => tiles.values(), renew }
  host.addEventListener('focusin', event => {
    grid.focused = tiles.get(event.target.closest('[data-photo]')?.dataset.key) ?? null
    if (grid.focused) setStop(grid.focused)
  }, { signal })
  host.addEventListener('focusout', () => { if (!isMoving) grid.focused = null }, { signal })
  return grid

  /**
   * Shows the visible part of the list, `view` pixels from `top`; without pictures while scrolling fast. Returns true
   * if tiles were added or removed.
   */
  function draw({ top, view, origin, isQuick }) {
    if (top !== lastTop) isDownward = top > lastTop
    lastTop = top
    visible = { top: top - origin, bottom: top - origin + view }
    const ranges = rangesOf(top, view)
    const keys = ranges.map(({ place, from, to }) => `${place}:${from}-${to}`)
    const drawn = `${origin} ${timeline.revision} ${keys}`
    const isNew = drawn !== lastDrawn
    lastDrawn = drawn
    if (isNew) putTiles(ranges, origin)
    if (!isQuick) load()
    if (!grid.focused && !(stop && isSeen(stop))) setStop(seen()[0] ?? stop)
    return isNew
  }

  /** The tiles in view, in order. */
  function seen() {
    const seen = [...tiles.values()].filter(tile => isSeen(tile))
    return seen.sort((one, other) => one.position - other.position)
  }

  /** The tile of a photo in a block, if it is in the page. */
  function tileAt(place, photo) {
    const block = timeline.blocks[place]
    return block?.columns ? tiles.get(keyOf(block, block.columns.ids[photo])) ?? null : null
  }

  /** Reloads the pictures of photos. */
  function renew(ids) {
    for (const tile of tiles.values()) {
      if (!ids.has(tile.id)) continue
      tile.renew()
      tile.say(null)
    }
  }

  function rangesOf(top, view) {
    for (const [behind, ahead] of reaches) {
      const [above, below] = isDownward ? [behind, ahead] : [ahead, behind]
      const ranges = timeline.ranges(top - above * view, top + (1 + below) * view)
      if (ranges.reduce((sum, { from, to }) => sum + to - from, 0) <= mostTiles) return ranges
    }
    // If a view has too many tiles, those at its end are not drawn.
    let room = mostTiles
    return timeline.ranges(top, top + view).map(({ place, from, to }) => {
      const end = Math.min(to, from + room)
      room -= end - from
      return { place, from, to: end }
    })
  }

  function putTiles(ranges, origin) {
    const { blocks } = timeline
    const kept = new Set(grid.focused ? [grid.focused] : [])
    const drawn = []
    const hadFocus = document.activeElement
    isMoving = true
    for (const { place, from, to } of ranges) {
      const block = blocks[place]
      const holder = holderOf(block)
      holder.classList.toggle('waiting', !block.laid)
      let next = holder.list.firstElementChild
      for (let photo = from; photo < to; photo++) {
        const tile = tileOf(block, photo)
        tile.block = block.key
        kept.add(tile)
        drawn.push(tile)
        frameTile(tile, block, photo)
        tile.count(timeline.position(place, photo) + 1, timeline.count)
        grid.dress?.(tile)
        if (tile.element === next) next = next.nextElementSibling
        else holder.list.insertBefore(tile.element, next)
      }
    }
    const lost = grid.focused && !drawn.includes(grid.focused) && !isListed(grid.focused) ? grid.focused : null
    if (lost) {
      kept.delete(lost)
      grid.focused = null
    }
    for (const [key, tile] of tiles) {
      if (kept.has(tile)) continue
      tile.remove()
      tiles.delete(key)
      if (stop === tile) stop = null
    }
    const shown = new Set(ranges.map(({ place }) => blocks[place].key))
    for (const [key, holder] of holders) {
      const place = timeline.placeOf(key)
      if (place < 0 || (!shown.has(key) && !holder.list.firstElementChild)) {
        holder.remove()
        holders.delete(key)
      } else moveHolder(holder, timeline.top(place) - origin, blocks[place])
    }
    // An element that moves within the page loses the focus.
    if (document.activeElement !== hadFocus && hadFocus?.isConnected) hadFocus.focus({ preventScroll: true })
    isMoving = false
    // The tile that now has its position, or the nearest one before it.
    const next = lost && (drawn.find(tile => tile.position >= lost.position) ?? drawn.at(-1))
    next?.link.focus({ preventScroll: true })
  }

  /** True if a photo is still in the block of its tile, as far as known. */
  function isListed({ id, block: key }) {
    const block = timeline.blocks[timeline.placeOf(key)]
    return block !== undefined && (!block.columns || block.columns.ids.includes(id))
  }

  function frameTile(tile, { laid, columns: { days, colours, copies } }, photo) {
    const { xs, ys, widths, heights } = laid
    tile.put(xs[photo], ys[photo], widths[photo], heights[photo])
    if (tile.colour !== colours[photo]) tile.paint(colours[photo])
    tile.colour = colours[photo]
    tile.setCopies(copies[tile.id])
    if (!days) return
    const begins = photo === 0 || days[photo] !== days[photo - 1]
    let next = photo + 1
    while (begins && xs[next] > xs[photo] && days[next] === days[photo]) next += 1
    const end = xs[next] > xs[photo] ? xs[next] - 8 : timeline.geometry.width
    tile.setDay(begins ? days[photo] : null, end - xs[photo])
  }

  function keyOf(block, id) { return listing.kind === 'sections' ? `${block.section} ${id}` : String(id) }

  function tileOf(block, photo) {
    const id = block.columns.ids[photo]
    const key = keyOf(block, id)
    let tile = tiles.get(key)
    if (!tile) {
      const { query: q, sort } = listing
      const link = address(`/photos/${id}`, { from: block.section, q, sort })
      tile = new Tile({ id, key, link, colour: block.columns.colours[photo], day: block.columns.days?.[photo] })
      tile.link.dataset.key = key
      tiles.set(key, tile)
    }
    return tile
  }

  function holderOf(block) {
    let holder = holders.get(block.key)
    if (!holder) {
      holder = element('section', { class: 'block' })
      holder.list = element('ul', { role: 'list' })
      holder.append(holder.list)
      holders.set(block.key, holder)
      const after = [...holders].find(([key]) => timeline.placeOf(key) > timeline.placeOf(block.key))
      host.insertBefore(holder, after?.[1] ?? null)
    }
    // The cover stays after the photos are unloaded.
    if (block.title && block.address) holder.cover = coverOf(block) ?? holder.cover
    const heading = block.title ? `${block.title} ${block.whole} ${holder.cover ?? ''}` : ''
    if (holder.heading !== heading) {
      holder.heading = heading
      holder.querySelector('h2')?.remove()
      if (block.title) holder.prepend(titleOf(block, holder.cover))
    }
    return holder
  }

  function moveHolder(holder, y, { laid, estimate }) {
    const height = laid?.height ?? estimate
    if (holder.y !== y) holder.style.transform = `translateY(${y}px)`
    if (holder.height !== height) holder.style.height = `${height}px`
    holder.y = y
    holder.height = height
  }

  function isSeen(tile) {
    const holder = tile.element.parentElement?.parentElement
    const { top, bottom } = visible
    const y = (holder?.y ?? -Infinity) + tile.frame.y
    return y < bottom && y + tile.frame.height > top
  }

  function load() {
    for (const tile of seen()) tile.show()
    for (const tile of tiles.values()) tile.show()
  }

  function setStop(tile) {
    if (stop === tile) return
    if (stop) stop.link.tabIndex = -1
    stop = tile
    if (tile) tile.link.tabIndex = 0
  }
}

function titleOf({ title, address, whole, kind }, cover) {
  const picture = cover && element('img', { src: cover, alt: '', class: 'cover', width: 48, height: 48, decoding: 'async' })
  const name = address ? element('a', { href: address, dir: 'auto' }, picture, title) : title
  return element('h2', {}, name, ' ', element('span', { class: 'quiet' }, kind ? `${kind} · ` : null, say('count.photos', { count: whole })))
}

/** The chosen pictures of sections, by address. */
let chosen = null

/** The address of a section's cover, from its first block: the chosen picture, or the first photo. */
function coverOf({ address, columns }) {
  chosen ??= new Map([...document.querySelectorAll('.each .head')].map(head =>
    [decodeURIComponent(head.querySelector('a').pathname), head.querySelector('.cover')?.getAttribute('src')]))
  const cover = chosen.get(decodeURIComponent(address))
  if (cover || !columns?.ids.length || columns.colours[0] === noPicture) return cover
  return `/api/v1/photos/${columns.ids[0]}/thumbnail/240`
}

// A photo in a grid: its position and color appear at once, its picture and label later.

/** Thumbnail sizes: tiles with a longer edge than this, in pixels, use the larger one. */
const smallSide = 300

/** The tile of a photo, an `<li>` with a link; `frame` is its rectangle in the block. */
class Tile {
  frame = { x: -1, y: -1, width: 0, height: 0 }
  #picture = null
  #isMissing = false
  #side = 0
  #words = null
  #dayElement = null

  constructor({ id, key, link, colour, day }) {
    this.id = id
    this.key = key
    this.day = day
    this.link = element('a', { href: link, 'data-photo': id, tabindex: -1, class: 'cell' })
    this.element = element('li', { class: 'place' }, this.link)
    this.say(null)
    this.paint(colour)
  }

  /** Sets the color that is shown until the picture is loaded. */
  paint(colour) {
    this.#isMissing = colour === noPicture
    this.link.style.backgroundColor = colour >= noPicture ? '' : `#${colour.toString(16).padStart(3, '0')}`
  }

  /** Moves the tile, in pixels of its block. */
  put(x, y, width, height) {
    const { frame } = this
    if (frame.x !== x || frame.y !== y) this.element.style.transform = `translate(${x}px,${y}px)`
    if (frame.width !== width) this.element.style.width = `${width}px`
    if (frame.height !== height) this.element.style.height = `${height}px`
    this.frame = { x, y, width, height }
  }

  /** Sets the position of the photo, from 1, and the number of photos. */
  count(position, count) {
    if (this.position !== position) this.element.setAttribute('aria-posinset', position)
    if (this.total !== count) this.element.setAttribute('aria-setsize', count)
    this.position = position
    this.total = count
  }

  /** Shows the name of the day that begins with the photo; null for none. */
  setDay(day, room) {
    const text = day ? dayLabel(day, room) : ''
    if (text === '') {
      this.#dayElement?.remove()
      this.#dayElement = null
      return
    }
    if (!this.#dayElement) {
      this.#dayElement = element('h3', { class: 'when' })
      this.element.prepend(this.#dayElement)
    }
    if (this.#dayElement.textContent !== text) this.#dayElement.textContent = text
    this.#dayElement.style.maxWidth = `${room}px`
  }

  /** Shows the number of photos with the picture, if there are several. */
  setCopies(copies) {
    if (this.copies === copies) return
    this.copies = copies
    this.link.querySelector('.copies')?.remove()
    if (copies) this.link.append(element('span', { class: 'copies', 'aria-hidden': 'true' }, copies))
    this.say(this.#words)
  }

  /** Sets the label, {text, title}; until it is known, the date taken. */
  say(words) {
    this.#words = words
    const photo = words?.text ?? (isKnown(this.day) ? say('tile.photo-of', { day: dayName(this.day) }) : say('tile.photo'))
    this.link.ariaLabel = this.copies ? say('tile.copies', { photo, count: this.copies }) : photo
    const caption = this.link.querySelector('.caption')
    if (words?.title && !caption) {
      this.link.append(element('span', { class: 'caption', 'aria-hidden': 'true', dir: 'auto' }, words.title))
    } else if (caption) caption.textContent = words?.title ?? ''
    const blank = this.link.querySelector('.blank')
    if (blank) blank.textContent = this.link.getAttribute('aria-label')
  }

  get isNamed() { return this.#words !== null }
  /** True if the name of a day is shown. */
  get hasDay() { return this.#dayElement !== null }

  /** Starts loading the picture in the size of the tile, unless it is loaded. */
  show() {
    const side = Math.max(this.frame.width, this.frame.height) * devicePixelRatio > smallSide ? 640 : 240
    if (side <= this.#side) return
    if (this.#isMissing) {
      this.#tell()
      return
    }
    this.#side = side
    this.#load(`/api/v1/photos/${this.id}/thumbnail/${side}`)
  }

  /** Reloads the picture after a change. */
  renew() {
    this.#isMissing = false
    if (this.#side > 0) this.#load(address(`/api/v1/photos/${this.id}/thumbnail/${this.#side}`, { v: Date.now() }))
  }

  #load(source) {
    const { width, height } = this.frame
    const picture = element('img', { alt: '', width, height, decoding: 'async', draggable: 'false' })
    // The previous picture stays until the larger one can be drawn.
    picture.addEventListener('load', () => {
      for (const other of this.link.querySelectorAll('img, .blank')) if (other !== picture) other.remove()
    })
    picture.addEventListener('error', () => {
      if (this.#picture !== picture) return
      picture.remove()
      this.#tell()
    })
    this.#drop()
    this.#picture = picture
    picture.src = source
    const last = [...this.link.querySelectorAll('img, .blank')].at(-1)
    if (last) last.after(picture)
    else this.link.prepend(picture)
  }

  /** Shows the label if there is no picture. */
  #tell() {
    if (this.link.querySelector('img, .blank')) return
    const label = this.link.getAttribute('aria-label')
    this.link.prepend(element('span', { class: 'blank', 'aria-hidden': 'true', dir: 'auto' }, label))
  }

  /** Cancels loading. */
  #drop() {
    if (this.#picture && !this.#picture.complete) {
      this.#picture.removeAttribute('src')
      this.#picture.remove()
    }
  }

  /** Removes the tile from the page. */
  remove() {
    this.#drop()
    this.element.remove()
  }
}

/** The time in view before the labels of tiles are requested, in milliseconds. */
const rest = 150
/** The maximum number of cached labels. */
const most = 2000

/** Creates a function that sets the labels of tiles: known ones at once, others after a request. */
export function labeller(signal) {
  const known = new Map()
  let timer = 0
  let request = null
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    request?.abort()
  })

  async function ask(tiles) {
    request?.abort()
    request = new AbortController()
    const photos = [...new Set(tiles().filter(tile => !tile.isNamed).map(tile => tile.id))].slice(0, 200)
    if (photos.length === 0) return
    try {
      const { items } = await get(address(path('labels'), { photos: photos.join() }), request.signal)
      for (const item of items) known.set(item.id, item)
      for (const key of known.keys()) {
        if (known.size <= most) break
        known.delete(key)
      }
    } catch {
      // Tiles keep their dates as labels until the server responds again.
      return
    }
    say(tiles())
  }

  function say(tiles) {
    for (const tile of tiles) if (!tile.isNamed && known.has(tile.id)) tile.say(known.get(tile.id))
  }

  /** `tiles` returns the visible tiles; `ids` are photos whose labels changed. */
  return (tiles, ids = []) => {
    for (const id of ids) known.delete(id)
    say(tiles())
    clearTimeout(timer)
    timer = setTimeout(ask, rest, tiles)
  }
}
