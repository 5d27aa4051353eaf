// The tiles that stand in the page: those in view and some around it, at most 200. They stay as long as their photo is
// near, whatever else changes; the one with the focus stays always.
import { element } from './dom.js'
import { address } from './server.js'
import { noPicture } from './source.js'
import { Tile } from './tiles.js'
import { say } from './words.js'

/** Tiles in the page, and how far beyond the view they reach, in views: behind and ahead of the way that it goes. */
const mostTiles = 196
const reaches = [[0.5, 1], [0.3, 0.6], [0.15, 0.3], [0, 0]]

/** Shows a timeline's part in an element. */
export class Grid {
  /** The tile with the focus, or null. */
  focused = null
  #host
  #timeline
  #listing
  #tiles = new Map()
  #holders = new Map()
  #stop = null
  #drawn = ''
  #view = { top: 0, bottom: 0 }
  #lastTop = 0
  #isDownward = true
  #isMoving = false

  constructor(host, timeline, listing, signal) {
    this.#host = host
    this.#timeline = timeline
    this.#listing = listing
    host.addEventListener('focusin', event => {
      this.focused = this.#tiles.get(event.target.closest('[data-photo]')?.dataset.key) ?? null
      if (this.focused) this.#setStop(this.focused)
    }, { signal })
    host.addEventListener('focusout', () => { if (!this.#isMoving) this.focused = null }, { signal })
  }

  /**
   * Shows the part of the listing that is seen, `view` pixels from `top`: pictures unless it goes by too quickly.
   * Whether tiles have come or gone.
   */
  draw({ top, view, origin, isQuick }) {
    if (top !== this.#lastTop) this.#isDownward = top > this.#lastTop
    this.#lastTop = top
    this.#view = { top: top - origin, bottom: top - origin + view }
    const ranges = this.#ranges(top, view)
    const seen = ranges.map(({ place, from, to }) => `${place}:${from}-${to}`)
    const drawn = `${origin} ${this.#timeline.revision} ${seen}`
    const isNew = drawn !== this.#drawn
    this.#drawn = drawn
    if (isNew) this.#place(ranges, origin)
    if (!isQuick) this.#load()
    if (!this.focused && !(this.#stop && this.#isSeen(this.#stop))) this.#setStop(this.seen()[0] ?? this.#stop)
    return isNew
  }

  /** The tiles in view, in their order. */
  seen() {
    const seen = [...this.#tiles.values()].filter(tile => this.#isSeen(tile))
    return seen.sort((one, other) => one.position - other.position)
  }

  /** The tile of a photo of a block, if it stands in the page. */
  tile(place, photo) {
    const block = this.#timeline.blocks[place]
    return block?.columns ? this.#tiles.get(this.#key(block, block.columns.ids[photo])) ?? null : null
  }

  /** Loads the pictures of photos again. */
  renew(ids) {
    for (const tile of this.#tiles.values()) {
      if (!ids.has(tile.id)) continue
      tile.renew()
      tile.say(null)
    }
  }

  #ranges(top, view) {
    for (const [behind, ahead] of reaches) {
      const [above, below] = this.#isDownward ? [behind, ahead] : [ahead, behind]
      const ranges = this.#timeline.ranges(top - above * view, top + (1 + below) * view)
      if (ranges.reduce((sum, { from, to }) => sum + to - from, 0) <= mostTiles) return ranges
    }
    // More than the view should have: those at its end stay colourless.
    let room = mostTiles
    return this.#timeline.ranges(top, top + view).map(({ place, from, to }) => {
      const end = Math.min(to, from + room)
      room -= end - from
      return { place, from, to: end }
    })
  }

  #place(ranges, origin) {
    const { blocks } = this.#timeline
    const kept = new Set(this.focused ? [this.focused] : [])
    const drawn = []
    const hadFocus = document.activeElement
    this.#isMoving = true
    for (const { place, from, to } of ranges) {
      const block = blocks[place]
      const holder = this.#holder(block)
      holder.classList.toggle('waiting', !block.laid)
      let next = holder.list.firstElementChild
      for (let photo = from; photo < to; photo++) {
        const tile = this.#tileOf(block, photo)
        tile.block = block.key
        kept.add(tile)
        drawn.push(tile)
        this.#frame(tile, block, photo)
        tile.count(this.#timeline.position(place, photo) + 1, this.#timeline.count)
        if (tile.element === next) next = next.nextElementSibling
        else holder.list.insertBefore(tile.element, next)
      }
    }
    const lost = this.focused && !drawn.includes(this.focused) && !this.#isListed(this.focused) ? this.focused : null
    if (lost) {
      kept.delete(lost)
      this.focused = null
    }
    for (const [key, tile] of this.#tiles) {
      if (kept.has(tile)) continue
      tile.remove()
      this.#tiles.delete(key)
      if (this.#stop === tile) this.#stop = null
    }
    const shown = new Set(ranges.map(({ place }) => blocks[place].key))
    for (const [key, holder] of this.#holders) {
      const place = this.#timeline.placeOf(key)
      if (place < 0 || (!shown.has(key) && !holder.list.firstElementChild)) {
        holder.remove()
        this.#holders.delete(key)
      } else this.#moveHolder(holder, this.#timeline.top(place) - origin, blocks[place])
    }
    // An element that is moved within the page loses the focus.
    if (document.activeElement !== hadFocus && hadFocus?.isConnected) hadFocus.focus({ preventScroll: true })
    this.#isMoving = false
    // The one that has its place now, else the nearest before it.
    const next = lost && (drawn.find(tile => tile.position >= lost.position) ?? drawn.at(-1))
    next?.link.focus({ preventScroll: true })
  }

  /** Whether a photo still is in the block of its tile, as far as is known. */
  #isListed({ id, block: key }) {
    const block = this.#timeline.blocks[this.#timeline.placeOf(key)]
    return block !== undefined && (!block.columns || block.columns.ids.includes(id))
  }

  #frame(tile, { laid, columns: { days, colours } }, photo) {
    const { xs, ys, widths, heights } = laid
    tile.put(xs[photo], ys[photo], widths[photo], heights[photo])
    if (tile.colour !== colours[photo]) tile.paint(colours[photo])
    tile.colour = colours[photo]
    if (!days) return
    const begins = photo === 0 || days[photo] !== days[photo - 1]
    let next = photo + 1
    while (begins && xs[next] > xs[photo] && days[next] === days[photo]) next += 1
    const end = xs[next] > xs[photo] ? xs[next] - 8 : this.#timeline.geometry.width
    tile.setDay(begins ? days[photo] : null, end - xs[photo])
  }

  #key(block, id) { return this.#listing.kind === 'sections' ? `${block.section} ${id}` : String(id) }

  #tileOf(block, photo) {
    const id = block.columns.ids[photo]
    const key = this.#key(block, id)
    let tile = this.#tiles.get(key)
    if (!tile) {
      const { query: q, sort } = this.#listing
      const link = address(`/photos/${id}`, { from: block.section, q, sort })
      tile = new Tile({ id, key, link, colour: block.columns.colours[photo], day: block.columns.days?.[photo] })
      tile.link.dataset.key = key
      this.#tiles.set(key, tile)
    }
    return tile
  }

  #holder(block) {
    let holder = this.#holders.get(block.key)
    if (!holder) {
      holder = element('section', { class: 'block' })
      holder.list = element('ul', { role: 'list' })
      holder.append(holder.list)
      this.#holders.set(block.key, holder)
      const after = [...this.#holders].find(([key]) => this.#timeline.placeOf(key) > this.#timeline.placeOf(block.key))
      this.#host.insertBefore(holder, after?.[1] ?? null)
    }
    // What was shown stays where the photos are forgotten.
    if (block.title && block.address) holder.cover = coverOf(block) ?? holder.cover
    const heading = block.title ? `${block.title} ${block.whole} ${holder.cover ?? ''}` : ''
    if (holder.heading !== heading) {
      holder.heading = heading
      holder.querySelector('h2')?.remove()
      if (block.title) holder.prepend(titleOf(block, holder.cover))
    }
    return holder
  }

  #moveHolder(holder, y, { laid, estimate }) {
    const height = laid?.height ?? estimate
    if (holder.y !== y) holder.style.transform = `translateY(${y}px)`
    if (holder.height !== height) holder.style.height = `${height}px`
    holder.y = y
    holder.height = height
  }

  #isSeen(tile) {
    const holder = tile.element.parentElement?.parentElement
    const { top, bottom } = this.#view
    const y = (holder?.y ?? -Infinity) + tile.frame.y
    return y < bottom && y + tile.frame.height > top
  }

  #load() {
    for (const tile of this.seen()) tile.show()
    for (const tile of this.#tiles.values()) tile.show()
  }

  #setStop(tile) {
    if (this.#stop === tile) return
    if (this.#stop) this.#stop.link.tabIndex = -1
    this.#stop = tile
    if (tile) tile.link.tabIndex = 0
  }
}

function titleOf({ title, address, whole, kind }, cover) {
  const picture = cover && element('img', { src: cover, alt: '', class: 'cover', width: 48, height: 48, decoding: 'async' })
  const name = address ? element('a', { href: address, dir: 'auto' }, picture, title) : title
  return element('h2', {}, name, ' ', element('span', { class: 'quiet' }, kind ? `${kind} · ` : null, say('count.photos', { count: whole })))
}

/** The pictures that were chosen for sections, by their addresses. */
let chosen = null

/** The address of a section's picture, from its first block: the one that was chosen for it, else its first photo. */
function coverOf({ address, columns }) {
  chosen ??= new Map([...document.querySelectorAll('.each .head')].map(head =>
    [decodeURIComponent(head.querySelector('a').pathname), head.querySelector('.cover')?.getAttribute('src')]))
  const cover = chosen.get(decodeURIComponent(address))
  if (cover || !columns?.ids.length || columns.colours[0] === noPicture) return cover
  return `/api/v1/photos/${columns.ids[0]}/thumbnail/240`
}
