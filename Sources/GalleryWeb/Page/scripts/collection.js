// The page of a collection: its grid, the tools above it, the scrubber beside it.
import { element, report, style, whenUsed } from './dom.js'
import { Grid } from './grid.js'
import { bindLater } from './keys.js'
import { makeScrubber } from './scrubber.js'
import { keepPlace, placeKept, Scroller } from './scroller.js'
import { follow } from './server.js'
import { listingOf, Loads, readBlocks } from './source.js'
import { labeller } from './tiles.js'
import { Timeline } from './timeline.js'
import { makeTools } from './tools.js'
import { say } from './words.js'

/** Pixels around the view that are laid out. */
const reach = 1500
/** Views a second above which pictures would be gone before they are seen. */
const quick = 3

/** The collection of the page, once it is laid out. */
let shown = null

/** Lays the collection out. */
export async function mount() {
  const host = document.querySelector('.collection')
  const listing = host && !document.querySelector('.fault') ? listingOf(host) : null
  if (!listing) return
  shown = new Collection(host, listing)
  await shown.begin()
}

/** Opens the viewer out of a link beside the collection, whose own tiles `tileOf` knows. */
export function open(link, tileOf) {
  if (shown) shown.open(link, tileOf)
  else location.assign(link.href)
}

class Collection {
  #host
  #listing
  #timeline = new Timeline()
  #loads
  #scroller
  #grid
  #tools
  #scrubber
  #label
  #field = element('div', { class: 'field', role: 'region', 'aria-label': say('collection.photos') })
  #end = new AbortController()
  /** A photo that is kept at a pixel of the view until somebody scrolls; without one, the end of the listing. */
  #pin = null
  #readSoon = () => {}

  constructor(host, listing) {
    const { signal } = this.#end
    this.#host = host
    this.#listing = listing
    this.#tools = makeTools({ changed: at => this.#fit(at), field: this.#field, signal })
    this.#scroller = new Scroller(this.#field, this.#timeline, {
      moved: () => this.#moved(), rested: () => this.#rested(), signal,
    })
    this.#grid = new Grid(this.#field, this.#timeline, listing, signal)
    this.#scrubber = makeScrubber(this.#timeline, { jump: (position, part) => this.#scrub(position, part), signal })
    this.#loads = new Loads(this.#timeline, listing, {
      arrived: (key, columns) => this.#arrived(key, columns),
      failed: error => { error ? report(error) : this.#draw() },
      signal,
    })
    this.#label = labeller(signal)
    host.append(this.#tools.element, this.#field, this.#scrubber.element)
  }

  /** Shows the listing, where it was left or as the address says. */
  async begin() {
    const { signal } = this.#end
    const blocks = await readBlocks(this.#listing, signal)
    history.scrollRestoration = 'manual'
    this.#host.hidden = false
    this.#timeline.setBlocks(blocks)
    this.#fit()
    new ResizeObserver(() => this.#fit()).observe(this.#field)
    addEventListener('resize', () => this.#fit(), { signal })
    this.#field.addEventListener('click', event => this.#click(event), { signal })
    // Letters lead from day to day, in capitals back.
    bindLater(whenUsed(this.#field, /^(Arrow|Page|Home|End|Delete|[dmy]$)/i,
      () => import('./walk.js').then(({ bindKeys }) => bindKeys(this, signal))))
    this.#readSoon = follow({
      removed: photos => this.#change('remove', photos), updated: photos => this.#change('renew', photos),
      read: () => this.#change('read'), signal,
      isCostly: this.#listing.query !== '' || this.#listing.kind === 'sections',
    })
    this.#tell()
    // Who leaves may have scrolled just before.
    addEventListener('beforeunload', () => this.#rested(), { signal })
    const kept = placeKept(this.#host)
    if (kept?.anchor) this.#hold(kept.anchor, kept.at ?? 0)
    else if (kept?.photo) {
      const found = await this.find(kept.photo).catch(report)
      if (found) this.reveal(found, 0.3)
    }
  }

  get timeline() { return this.#timeline }
  get grid() { return this.#grid }
  get view() { return this.#scroller.view }
  columns(place) { return this.#loads.columns(place) }

  // MARK: What is seen

  #fit(at) {
    const width = Math.floor(this.#field.getBoundingClientRect().width)
    if (width < 1) return
    const style = getComputedStyle(this.#field)
    const pixels = name => parseFloat(style.getPropertyValue(name))
    const geometry = {
      width, ...this.#tools.choice(width, innerHeight), spacing: pixels('--gap'), heading: pixels('--heading'),
      strip: pixels('--strip'), gap: pixels('--after'),
    }
    if (JSON.stringify(geometry) !== JSON.stringify(this.#timeline.geometry)) {
      this.#keep(() => this.#timeline.setGeometry(geometry), at)
    }
    this.#scrubber.measure()
    this.#draw()
  }

  /** Changes the timeline; what is seen stays. */
  #keep(change, at) {
    if (at) this.#pin = null
    if (!this.#pin) return this.#scroller.keep(change, at)
    change()
    this.#repin()
  }

  #repin() {
    const { anchor, at } = this.#pin
    const target = () => anchor ? this.#timeline.yOf(anchor) - at : this.#timeline.height
    this.#scroller.moveTo(target())
    for (let turn = 0; turn < 3; turn++) {
      if (!this.#layOut()) break
      this.#scroller.moveTo(target())
    }
    this.#pin.top = this.#scroller.top
  }

  /** Lays out what is around the view; whether any height changed. */
  #layOut() {
    const { top, view } = this.#scroller
    return this.#timeline.layOut(top - reach, top + view + reach)
  }

  #hold(anchor, at) {
    this.#pin = { anchor, at, top: 0 }
    this.#repin()
    this.#draw()
  }

  #moved() {
    if (this.#pin && Math.abs(this.#pin.top - this.#scroller.top) > 2) this.#pin = null
    this.#draw()
  }

  #draw() {
    if (this.#timeline.count === 0 || !this.#timeline.geometry) return
    const { view } = this.#scroller
    for (let turn = 0; turn < 3; turn++) {
      const { top } = this.#scroller
      if (this.#timeline.isLaidOut(top - reach, top + view + reach)) break
      this.#keep(() => this.#layOut())
    }
    const { top, origin, speed } = this.#scroller
    this.#loads.update(top, view)
    const isNew = this.#grid.draw({ top, view, origin, isQuick: speed * 1000 > quick * view })
    this.#scrubber.show(top, view)
    this.#tools.show(this.#timeline, top)
    if (isNew || speed === 0) this.#label(() => this.#grid.seen())
    const isBusy = String(!this.#loads.isDone)
    if (this.#field.ariaBusy !== isBusy) this.#field.ariaBusy = isBusy
  }

  #rested() {
    const { top } = this.#scroller
    // What stands above may not be known yet.
    const held = this.#pin?.anchor ? this.#pin : { anchor: top > 0 ? this.#timeline.anchor(top) : null, at: 0 }
    keepPlace(this.#host, held)
  }

  #arrived(key, columns) {
    const place = this.#timeline.placeOf(key)
    const block = this.#timeline.blocks[place]
    if (!block) return
    block.isStale = false
    if (block.columns?.version !== columns.version) {
      this.#keep(() => {
        this.#timeline.setColumns(place, columns)
        this.#layOut()
      })
    }
    // The blocks are of another time than their photos.
    if (block.version !== null && block.version !== columns.version) this.#readSoon()
    this.#draw()
  }

  // MARK: Ways to a photo

  /** Where a photo is in the listing, as {place, photo}; null where it is not there. */
  async find(id, section) {
    const { find } = await import('./find.js')
    return find(this.#timeline, this.#listing, place => this.columns(place), id, section)
  }

  /** Brings a photo into view, `part` of the view above it, by as little as can be without one; returns its tile. */
  reveal({ place, photo }, part = null) {
    const { top, view } = this.#scroller
    const inset = this.#tools.height
    this.#timeline.ready(place)
    const { y, height } = this.#timeline.frame(place, photo)
    const offset = this.#timeline.top(place) + y - top
    const strip = this.#timeline.geometry.strip
    const least = inset + strip + 8
    const most = Math.max(view - height - 8, least)
    const at = part === null ? Math.max(Math.min(offset, most), least) : least + (most - least) * part
    if (part !== null || Math.round(at) !== Math.round(offset)) {
      const { key, columns } = this.#timeline.blocks[place]
      const position = this.#timeline.position(place, photo)
      this.#hold({ key, photo, id: columns?.ids[photo] ?? null, position, part: 0, rest: 0 }, Math.round(at))
    } else this.#draw()
    return this.#grid.tile(place, photo)
  }

  /** Shows a photo of all by its number, as the scrubber asks: at its ends the very ends of the listing. */
  #scrub(position, part) {
    if (part <= 0) {
      this.#pin = null
      this.#scroller.moveTo(-this.#tools.height)
      this.#draw()
    } else if (part >= 1) this.#hold(null, 0)
    else this.reveal(this.#timeline.at(position), part)
  }

  /** The tile of a photo, brought into view, for who comes back to it; null where it is not here any more. */
  async tileOf(id, section) {
    const found = await this.find(id, section)
    if (!found) return null
    await this.columns(found.place)
    const tile = this.reveal(found)
    return tile?.link ?? null
  }

  #click(event) {
    const link = event.target.closest('a[data-photo]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.open(link)
  }

  /** Opens the viewer out of a tile, or out of a link beside the grid, whose own tiles `tileOf` knows. */
  async open(link, tileOf = () => null) {
    this.#rested()
    // A photo may be in several sections: the way back leads to the one that it was opened in.
    const section = new URL(link.href).searchParams.get('from')
    try {
      const [{ openViewer }] = await Promise.all([import('./viewer.js'), style('viewer.css')])
      await openViewer(link, { tileOf: async id => tileOf(id) ?? this.tileOf(id, section) })
    } catch (error) {
      console.error(error)
      location.assign(link.href)
    }
  }

  /** Takes over what happened on the server, as changes.js knows to. */
  async #change(name, photos) {
    try {
      const changes = await import('./changes.js')
      await changes[name]({
        timeline: this.#timeline, grid: this.#grid, listing: this.#listing, signal: this.#end.signal,
        keep: change => this.#keep(change), draw: () => this.#draw(), reveal: found => this.reveal(found),
        label: ids => this.#label(() => this.#grid.seen(), ids),
        tell: () => { this.#scrubber.measure(); this.#tell() },
      }, photos)
    } catch (error) {
      report(error)
    }
  }

  /** Says how many photos there are. */
  #tell() {
    const { count } = this.#timeline
    this.#host.hidden = count === 0
    for (const notice of document.querySelectorAll('.notice[data-empty]')) notice.hidden = count > 0
    const place = document.querySelector('.title .count')
    const text = say('count.photos', { count })
    if (place && place.textContent !== text) place.textContent = text
  }
}
