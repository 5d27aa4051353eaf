// The page of a collection: its grid, the tools above it and the scrubber beside it.
import { drawing, element, loadViewer, onEscape, onLinks, openInViewer, report, store, stored, style, whenUsed, withOverlays } from './dom.js'
import { createGrid, labeller } from './grid.js'
import { bindLater } from './keys.js'
import { Timeline } from './layout.js'
import { createScroller, keepPlace, makeScrubber, placeKept } from './scroller.js'
import { follow } from './server.js'
import { createLoads, listingOf, readBlocks } from './source.js'
import { monthName, monthOf, monthShort, say } from './words.js'

/** The range around the view that is laid out, in pixels. */
const reach = 1500
/** The scroll speed, in views per second, above which pictures are not loaded. */
const quick = 3

/** The time after which the checks of tiles and the viewer are loaded if they were not used before, in milliseconds. */
const loadsAfter = 3000

/** Lays out the collection. */
export async function mount() {
  const host = document.querySelector('.collection')
  const listing = host && !document.querySelector('.fault') ? listingOf(host) : null
  const collection = listing && new Collection(host, listing)
  // The list stays in the chosen order (start.js); the address of the default one has none.
  document.querySelector('.sorting nav')?.addEventListener('click', ({ target }) => {
    const link = target.closest('a')
    if (link) store(`order ${host.dataset.section}`, new URL(link.href).searchParams.get('sort'))
  })
  const album = document.querySelector('.title [data-album]')
  const actions = album && import('./albumpages.js').then(({ mountAlbum }) => mountAlbum(album, collection)).catch(report)
  await Promise.all([collection?.begin(), actions])
}

class Collection {
  #host
  #listing
  timeline = new Timeline()
  #loads
  #scroller
  grid
  #tools
  #scrubber
  #label
  #field = element('div', { class: 'field', role: 'region', 'aria-label': say('collection.photos') })
  #end = new AbortController()
  /** A photo that stays at the same pixel of the view until the user scrolls; without a photo, the end of the list. */
  #pin = null
  #readSoon = () => {}
  /** The selection of photos, once it is loaded; and its loading. */
  selection = null
  #selecting = null

  constructor(host, listing) {
    const { signal } = this.#end
    this.#host = host
    this.#listing = listing
    this.#tools = makeTools({
      changed: at => this.#fit(at), pickMonth: (...shown) => this.#pickMonth(...shown).catch(report), field: this.#field, signal,
    })
    this.#scroller = createScroller(this.#field, this.timeline, {
      moved: () => this.#moved(), rested: () => this.#rested(), signal,
    })
    this.grid = createGrid(this.#field, this.timeline, listing, signal)
    this.#scrubber = makeScrubber(this.timeline, { jump: (position, part) => this.#scrub(position, part), signal })
    this.#loads = createLoads(this.timeline, listing, {
      arrived: (key, columns) => this.#arrived(key, columns),
      failed: error => { error ? report(error) : this.#draw() },
      signal,
    })
    this.#label = labeller(signal)
    host.append(this.#tools.element, this.#field, this.#scrubber.element)
  }

  /** Shows the list at the stored position or at the one in the address. */
  async begin() {
    const { signal } = this.#end
    const blocks = await readBlocks(this.#listing, signal)
    history.scrollRestoration = 'manual'
    this.#host.hidden = false
    this.timeline.setBlocks(blocks)
    this.#fit()
    new ResizeObserver(() => this.#fit()).observe(this.#field)
    addEventListener('resize', () => this.#fit(), { signal })
    onLinks(this.#field, 'a[data-photo]', link => this.open(link), signal)
    // d, m and y go to the next day, month and year, capital letters to the previous one.
    bindLater(whenUsed(this.#field, /^(Arrow|Page|Home|End|Delete|[dmyx]$)/i,
      () => import('./walk.js').then(({ bindKeys }) => bindKeys(this, signal))))
    this.#readSoon = follow({
      removed: photos => this.#change('remove', photos), updated: photos => this.#change('renew', photos),
      read: () => this.#change('read'), signal,
      isCostly: this.#listing.query !== '' || this.#listing.kind === 'sections',
    })
    this.#tell()
    this.#selectWhenUsed(signal)
    // The user may have scrolled just before leaving.
    addEventListener('beforeunload', () => this.#rested(), { signal })
    const kept = placeKept(this.#host)
    if (kept?.anchor) this.#hold(kept.anchor, kept.at ?? 0)
    else if (kept?.photo) {
      const found = await this.find(kept.photo).catch(report)
      if (found) this.reveal(found, 0.3)
    }
  }

  /** Loads the selection when the photos are first used, and repeats what it has missed. */
  #selectWhenUsed(signal) {
    const begin = then => this.selection || this.select().then(then).catch(then ? report : () => {})
    const field = this.#field
    let touch = null
    // Also for users who do not point, such as those of screen readers. The viewer then opens without a connection.
    const timer = setTimeout(() => {
      begin()
      loadViewer().catch(() => {})
    }, loadsAfter)
    signal.addEventListener('abort', () => clearTimeout(timer))
    for (const kind of ['pointerenter', 'focusin']) field.addEventListener(kind, () => begin(), { once: true, signal })
    field.addEventListener('touchstart', event => {
      touch = event
      begin(() => touch === event && event.target.dispatchEvent(
        new TouchEvent(event.type, { touches: [...event.touches], bubbles: true })))
    }, { passive: true, signal })
    for (const kind of ['touchend', 'touchcancel']) field.addEventListener(kind, () => { touch = null }, { signal })
    field.addEventListener('click', event => {
      if (this.selection || !(event.ctrlKey || event.metaKey || event.shiftKey)) return
      event.preventDefault()
      event.stopPropagation()
      begin(selection => selection.click(event))
    }, { capture: true, signal })
    addEventListener('keydown', event => {
      if (this.selection || event.key !== 'a' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey
        || event.target.closest('input, textarea, select, dialog, [contenteditable]')) return
      event.preventDefault()
      begin(selection => selection.all())
    }, { signal })
  }

  /** Loads the selection of photos. */
  select() {
    this.#selecting ??= Promise.all([import('./selection.js'), style('select.css')]).then(([{ Selection }]) => {
      this.selection = new Selection(this, this.#field, this.#end.signal)
      return this.selection
    }, error => {
      this.#selecting = null
      throw error
    })
    return this.#selecting
  }

  get listing() { return this.#listing }
  /** True if the list is in the order of its section. */
  get isInOwnOrder() { return this.listing.kind === 'section' && this.listing.query === '' }
  get view() { return this.#scroller.view }
  columns(place) { return this.#loads.columns(place) }

  // MARK: Visible range

  #fit(at) {
    const width = Math.floor(this.#field.getBoundingClientRect().width)
    if (width < 1) return
    const style = getComputedStyle(this.#field)
    const pixels = name => parseFloat(style.getPropertyValue(name))
    const geometry = {
      width, ...this.#tools.choice(width, innerHeight), spacing: pixels('--gap'), heading: pixels('--heading'),
      strip: pixels('--strip'), gap: pixels('--after'),
    }
    if (JSON.stringify(geometry) !== JSON.stringify(this.timeline.geometry)) {
      this.#keep(() => this.timeline.setGeometry(geometry), at)
    }
    this.#scrubber.measure()
    this.#draw()
  }

  /** Changes the timeline while the visible photos stay in place. */
  #keep(change, at) {
    if (at) this.#pin = null
    // By default, the photo below the page's bar stays.
    if (!this.#pin) return this.#scroller.keep(change, at ?? { x: 0, y: this.#tools.top })
    change()
    this.#repin()
  }

  #repin() {
    const { anchor, at } = this.#pin
    const target = () => anchor ? this.timeline.yOf(anchor) - at : this.timeline.height
    this.#scroller.moveTo(target())
    for (let turn = 0; turn < 3; turn++) {
      if (!this.#layOut()) break
      this.#scroller.moveTo(target())
    }
    this.#pin.top = this.#scroller.top
  }

  /** Lays out the range around the view. Returns true if any height changed. */
  #layOut() {
    const { top, view } = this.#scroller
    return this.timeline.layOut(top - reach, top + view + reach)
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
    if (this.timeline.count === 0 || !this.timeline.geometry) return
    const { view } = this.#scroller
    for (let turn = 0; turn < 3; turn++) {
      const { top } = this.#scroller
      if (this.timeline.isLaidOut(top - reach, top + view + reach)) break
      this.#keep(() => this.#layOut())
    }
    const { top, origin, speed } = this.#scroller
    this.#loads.update(top, view)
    const isNew = this.grid.draw({ top, view, origin, isQuick: speed * 1000 > quick * view })
    this.#scrubber.show(top, view, this.#tools.height)
    this.#tools.show(this.timeline, top)
    if (isNew || speed === 0) this.#label(() => this.grid.seen())
    const isBusy = String(!this.#loads.isDone)
    if (this.#field.ariaBusy !== isBusy) this.#field.ariaBusy = isBusy
  }

  #rested() {
    const { top } = this.#scroller
    // The content above may not be loaded yet.
    const held = this.#pin?.anchor ? this.#pin : { anchor: top > 0 ? this.timeline.anchor(top) : null, at: 0 }
    keepPlace(this.#host, held)
  }

  #arrived(key, columns) {
    const place = this.timeline.placeOf(key)
    const block = this.timeline.blocks[place]
    if (!block) return
    block.isStale = false
    if (block.columns?.version !== columns.version) {
      this.#keep(() => {
        this.timeline.setColumns(place, columns)
        this.#layOut()
      })
    }
    // The blocks and their photos are from different versions.
    if (block.version !== null && block.version !== columns.version) this.#readSoon()
    this.#draw()
  }

  // MARK: Navigation to a photo

  /** The position of a photo in the list, as {place, photo}; null if it is not in the list. */
  async find(id, section) {
    const { find } = await import('./changes.js')
    return find(this.timeline, this.#listing, place => this.columns(place), id, section)
  }

  /** Scrolls a photo into view, with `part` of the view above it, or as little as necessary; returns its tile. */
  reveal({ place, photo }, part = null) {
    const { top, view } = this.#scroller
    const inset = this.#tools.height
    this.timeline.ready(place)
    const { y, height } = this.timeline.frame(place, photo)
    const offset = this.timeline.top(place) + y - top
    const strip = this.timeline.geometry.strip
    const least = inset + strip + 8
    const most = Math.max(view - height - 8, least)
    const at = part === null ? Math.max(Math.min(offset, most), least) : least + (most - least) * part
    if (part !== null || Math.round(at) !== Math.round(offset)) {
      const { key, columns } = this.timeline.blocks[place]
      const position = this.timeline.position(place, photo)
      this.#hold({ key, photo, id: columns?.ids[photo] ?? null, position, part: 0, rest: 0 }, Math.round(at))
    } else this.#draw()
    return this.grid.tile(place, photo)
  }

  /** Shows a photo by its number in the whole list, for the scrubber; at the ends, the very ends of the list. */
  #scrub(position, part) {
    if (part <= 0) {
      this.#pin = null
      this.#scroller.moveTo(-this.#tools.top)
      this.#draw()
    } else if (part >= 1) this.#hold(null, 0)
    else this.reveal(this.timeline.at(position), part)
  }

  /** Asks for a month, and goes to its first photo. */
  async #pickMonth(shown, opener) {
    const { pickMonth } = await withOverlays(import('./monthpicker.js'))
    pickMonth(this.timeline, shown, opener, async (place, photo) => {
      const { key } = this.timeline.blocks[place]
      await this.columns(place).catch(report)
      const found = { place: this.timeline.placeOf(key), photo }
      const position = this.timeline.position(found.place, photo)
      this.#scrub(position, position === 0 ? 0 : 0.0001)
      this.grid.tile(found.place, photo)?.link.focus({ preventScroll: true })
    })
  }

  /** Scrolls the tile of a photo into view and returns it; null if the photo is no longer in the list. */
  async tileOf(id, section) {
    const found = await this.find(id, section)
    if (!found) return null
    await this.columns(found.place)
    const tile = this.reveal(found)
    return tile?.link ?? null
  }

  /** Opens the viewer from a tile. */
  async open(link) {
    this.#rested()
    // A photo can be in several sections: closing returns to the one in which it was opened.
    const section = new URL(link.href).searchParams.get('from')
    await openInViewer(link, { tileOf: id => this.tileOf(id, section) })
  }

  /** Applies a server event; see changes.js. */
  async #change(name, photos) {
    try {
      const changes = await import('./changes.js')
      await changes[name]({
        timeline: this.timeline, grid: this.grid, listing: this.#listing, signal: this.#end.signal,
        keep: change => this.#keep(change), draw: () => this.#draw(), reveal: found => this.reveal(found),
        label: ids => this.#label(() => this.grid.seen(), ids),
        tell: () => { this.#scrubber.measure(); this.#tell() },
      }, photos)
    } catch (error) {
      report(error)
    }
  }

  /** Shows the number of photos. */
  #tell() {
    const { count } = this.timeline
    this.selection?.refresh()
    this.#host.hidden = count === 0
    for (const notice of document.querySelectorAll('[data-empty]')) notice.hidden = count > 0
    const place = document.querySelector(':is(.title, .tools) .count')
    // The photos of albums are also in other sections.
    const albums = this.timeline.blocks.filter(({ section }) => section.startsWith('album:'))
    const twice = this.#listing.kind === 'sections' ? albums.reduce((sum, block) => sum + block.count, 0) : 0
    const text = say('count.photos', { count: count - twice })
    if (place && place.textContent !== text) place.textContent = text
  }
}

// The tools above a collection: the size and layout of its tiles.

/** The minimum and maximum height of rows, in pixels. */
const heights = [80, 480]
/** The maximum number of tiles in view, for performance. */
const tilesInView = 150
const kinds = { rows: say('tools.rows'), squares: say('tools.squares') }

/**
 * Creates the tools. `changed` is called with the pixel of the view that stays after a choice; pinching and Ctrl with
 * the wheel zoom. pickMonth(shown, opener) asks for a month.
 */
function makeTools({ changed, pickMonth, field, signal }) {
  let height = Number(stored('gallery.rowHeight')) || 0
  let kind = stored('gallery.layout') in kinds ? stored('gallery.layout') : 'rows'
  let [top, barHeight] = [0, 0]
  let shown = null
  const month = element('span', {})
  const where = element('button', {
    type: 'button', class: 'where', hidden: true, 'aria-haspopup': 'dialog', onclick: () => pickMonth(shown, where),
  }, month)
  const zoom = element('input', {
    id: 'zoom', type: 'range', min: 0, max: 100, step: 1, oninput: () => setHeight(heightOf(Number(zoom.value))),
  })
  const layout = element('fieldset', { class: 'kinds' }, element('legend', { class: 'unseen' }, say('tools.layout')),
    Object.entries(kinds).map(([value, name]) => element('label', {}, element('input', {
      type: 'radio', name: 'layout', value, checked: value === kind, onchange: () => setKind(value),
    }), element('span', {}, name))))
  const choice = element('div', { class: 'choice', hidden: true }, layout,
    element('label', { class: 'unseen', for: 'zoom' }, say('tools.size')), zoom)
  const button = element('button', {
    type: 'button', class: 'view', 'aria-label': say('tools.view'), title: say('tools.view'), 'aria-expanded': 'false',
    onclick: () => show(choice.hidden),
  }, drawing('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    drawing('path', { d: 'M4 7h9m5 0h2M4 17h3m5 0h8M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5m-6 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5' })))
  // The number of all photos, which has no line of its own.
  const total = document.querySelector('.bare .words > p')
  const tools = element('div', { class: 'tools', role: 'group', 'aria-label': say('tools.view') }, where, total, button, choice)

  function show(isOpen) {
    choice.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
  }

  addEventListener('pointerdown', ({ target }) => {
    if (!choice.contains(target) && !button.contains(target)) show(false)
  }, { signal })
  onEscape(tools, () => {
    if (choice.hidden) return false
    show(false)
    button.focus()
  })

  const current = () => height || parseFloat(getComputedStyle(field).getPropertyValue('--row'))

  function setHeight(value, at) {
    const bound = Math.round(Math.min(Math.max(value, heights[0]), heights[1]))
    if (bound === current()) return
    height = bound
    store('gallery.rowHeight', bound)
    changed(at)
  }

  function setKind(value) {
    kind = value
    store('gallery.layout', value)
    changed()
  }

  zoomByFingers(field, (factor, at) => setHeight(current() * factor, at), signal)

  return {
    element: tools,
    /** The height of the view that the page's bar covers above the tools, and with the tools. */
    get top() { return top },
    get height() { return top + barHeight },
    /** The chosen {rowHeight, kind} for a field of a width in a view of a height. */
    choice(width, view) {
      top = parseFloat(getComputedStyle(tools).top)
      barHeight = tools.offsetHeight
      const least = Math.sqrt(width * view / (tilesInView * 1.33))
      const rowHeight = Math.round(Math.max(current(), least))
      zoom.value = Math.round(placeOf(rowHeight))
      zoom.setAttribute('aria-valuetext', say('tools.height', { height: rowHeight }))
      return { rowHeight, kind }
    },
    /** Shows the month of the visible part of the list, in place of headings. */
    show(timeline, position) {
      const isByMonth = timeline.blocks[0].month !== null
      const isOn = isByMonth || position + top > 0
      tools.classList.toggle('over', isHeaded(timeline))
      tools.classList.toggle('on', isOn)
      const now = isOn ? monthAt(timeline, Math.max(position + top + barHeight, 0)) : null
      if (now === shown) return
      shown = now
      where.hidden = !shown
      where.disabled = !isByMonth
      if (!shown) return
      month.textContent = (innerWidth < 500 ? monthShort : monthName)(shown)
      where.ariaLabel = isByMonth ? say('tools.month', { month: monthName(shown) }) : null
    },
  }
}

/** True if the list begins with a heading on whose line the tools have space. */
const isHeaded = ({ blocks: [first] }) => Boolean(first?.title && !first.address)

/** The month at a pixel; blocks can share months. Null if the list has no months. */
function monthAt(timeline, y) {
  const { month, columns, pieces } = timeline.blocks[timeline.blockAt(y)]
  const { photo } = pieces.length > 1 ? timeline.anchor(y) : { photo: 0 }
  const day = columns?.days?.[photo]
  return day ? monthOf(day) : month
}

const heightOf = place => heights[0] * (heights[1] / heights[0]) ** (place / 100)
const placeOf = height => Math.log(height / heights[0]) / Math.log(heights[1] / heights[0]) * 100

/** Calls zoom(factor, {x, y}) while two fingers move, or for the wheel with Ctrl, which touchpads send for pinching. */
function zoomByFingers(field, zoom, signal) {
  const at = (x, y) => ({ x: x - field.getBoundingClientRect().left, y })
  field.addEventListener('wheel', event => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40
    zoom(Math.exp(-pixels / 300), at(event.clientX, event.clientY))
  }, { passive: false, signal })
  let last = 0
  const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
  field.addEventListener('touchstart', ({ touches }) => { last = touches.length === 2 ? spread(touches) : 0 },
    { passive: true, signal })
  field.addEventListener('touchmove', event => {
    const { touches } = event
    if (touches.length !== 2 || last === 0) return
    if (event.cancelable) event.preventDefault()
    const now = spread(touches)
    // Small steps would be lost, since heights are whole pixels.
    if (Math.abs(Math.log(now / last)) < 0.03) return
    const [one, other] = touches
    zoom(now / last, at((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2))
    last = now
  }, { passive: false, signal })
}
