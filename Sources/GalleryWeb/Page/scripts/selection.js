// Selecting photos of a grid: checks on tiles and beside days, ranges, dragging on touch screens, and keys. Loaded once
// the first photos are shown; the bar with the actions is loaded with the first selected photo.
import { closesByBack, element, report, style } from './dom.js'
import { bind } from './keys.js'
import { listen } from './server.js'
import { copies } from './source.js'
import { say } from './words.js'

/** The maximum number of photos that are selected one by one, as in a request. */
const most = 10_000
/** The time until a touch selects, in milliseconds, and the distance that it may move meanwhile, in pixels. */
const hold = 450
const slip = 10
/** The height of the areas at the ends of the view in which dragging scrolls, in pixels. */
const edge = 90

/** The selected photos of a collection, by ID. */
export class Selection {
  #collection
  /** The selected photos, or the other ones if all are selected. */
  #ids = new Set()
  #isAll = false
  /** The tile from which ranges extend, {id, position}. */
  #anchor = null
  /** The range being extended: the position at which it begins and ends, and the photos selected before. */
  #span = null
  #tiles = new WeakMap()
  #touch = null
  #bar = null
  #leave = null
  #turn = 0

  constructor(collection, field, signal) {
    this.#collection = collection
    collection.grid.dress = tile => this.#dress(tile)
    for (const tile of collection.grid.tiles()) this.#dress(tile)
    field.addEventListener('click', event => this.click(event), { capture: true, signal })
    // The focus stays on the tile.
    field.addEventListener('mousedown', event => { if (event.target.closest('.pick, .pick-day')) event.preventDefault() }, { signal })
    this.#followTouches(field, signal)
    document.addEventListener('keydown', event => this.#press(event), { signal })
    signal.addEventListener('abort', bind(say('select.title'), {
      Escape: [say('select.clear'), () => this.count > 0 && this.clear()],
      'Ctrl+A': [say('select.all'), () => false],
    }))
    signal.addEventListener('abort', listen('photos', ({ action, photos }) => {
      if (action === 'removed' && photos) this.#remove(photos)
    }))
  }

  get count() { return this.#isAll ? Math.max(this.#collection.timeline.count - this.#ids.size, 0) : this.#ids.size }
  get isAll() { return this.#isAll && this.#ids.size === 0 }
  get listing() { return this.#collection.listing }
  has(id) { return this.#isAll !== this.#ids.has(id) }

  /** The selected photos for a request: {photos}, or {q} with the exceptions from it, {except}. */
  async chosen() {
    const { section, query: q } = this.listing
    if (!this.#isAll) return { photos: [...this.#ids] }
    // A tile is not selected with the copies that it hides.
    return { q: section ? within(section, q) : q, ...section || q ? {} : { copies }, ...this.isAll ? {} : { except: [...this.#ids] } }
  }

  /** The same for requests without exceptions: {photos}, or {section, q}. */
  async plainlyChosen() {
    const { section, query: q } = this.listing
    if (this.isAll) return { ...section ? { section } : {}, ...q || !section ? { q } : {} }
    return { photos: await this.photos() }
  }

  /** The IDs of the selected photos. */
  async photos() { return this.#isAll ? (await this.#between(0, Infinity)).filter(id => this.has(id)) : [...this.#ids] }

  /** Selects all photos of the list. */
  async all() {
    // No query selects the photos of several sections.
    const ids = this.listing.kind === 'sections' ? await this.#between(0, Infinity) : null
    this.#ids = new Set(ids)
    this.#isAll = ids === null
    this.#changed()
  }

  clear() {
    this.#ids.clear()
    this.#isAll = false
    this.#span = this.#anchor = null
    this.#changed()
  }

  /** Selects or deselects the photo of a tile. */
  toggle(tile) {
    this.#set([tile.id], !this.has(tile.id))
    this.#anchor = { id: tile.id, position: tile.position - 1 }
    this.#span = null
    this.#changed()
  }

  /** Extends the selection from a photo to another one, by their positions in the list; later calls change the end. */
  async extend(from, to) {
    if (this.#span?.end !== from) this.#span = { from, end: from, before: new Set(this.#ids) }
    const span = this.#span
    span.end = to
    this.#turn += 1
    const turn = this.#turn
    const ids = await this.#between(Math.min(span.from, to), Math.max(span.from, to))
    if (turn !== this.#turn || this.#span !== span) return
    this.#ids = new Set(span.before)
    this.#set(ids, true)
    this.#changed()
  }

  /** Moves the selected photos to the trash. */
  async trash() {
    const { moveToTrash } = await import('./batch.js')
    if (await moveToTrash(await this.chosen())) this.clear()
  }

  /** Updates the number after a change of the list. */
  refresh() { this.#show().catch(report) }

  /** Selects by a click: a check, a day, a photo with Ctrl, ⌘ or Shift, and any photo once one is selected. */
  click(event) {
    const tile = this.#tileOf(event.target)
    if (!tile || event.button || event.altKey) return
    const isCheck = event.target === tile.pick
    const isDay = event.target.closest('.pick-day')
    const isPhoto = event.target.closest('[data-photo]')
    // Enter opens the photo.
    const isSelecting = event.ctrlKey || event.metaKey || event.shiftKey || this.count > 0 && event.detail > 0
    if (!isCheck && !isDay && !(isPhoto && isSelecting)) return
    if (!isCheck) event.preventDefault()
    event.stopPropagation()
    if (isDay) this.#toggleDay(tile).catch(report)
    else if (event.shiftKey && this.#anchor) this.#reach(tile).catch(report)
    else this.toggle(tile)
    tile.link.focus({ preventScroll: true })
  }

  /** Extends the selection from the last selected photo to a tile. */
  async #reach(tile) {
    const { id, position } = this.#anchor
    const { timeline } = this.#collection
    const { place, photo } = timeline.at(position)
    const { ids } = await this.#collection.columns(place)
    const found = ids[photo] === id ? photo : ids.indexOf(id)
    const from = found < 0 ? position : timeline.position(place, found)
    if (this.#span?.from !== from) this.#span = null
    await this.extend(this.#span?.end ?? from, tile.position - 1)
  }

  #set(ids, isOn) {
    for (const id of ids) {
      if (isOn === this.#isAll) this.#ids.delete(id)
      else this.#ids.add(id)
    }
    if (this.#ids.size <= most) return
    this.#ids = new Set([...this.#ids].slice(0, most))
    report(new Error(say('select.most', { count: most })))
  }

  #remove(ids) {
    const before = this.#ids.size
    for (const id of ids) this.#ids.delete(id)
    if (this.#ids.size !== before) this.#changed()
  }

  /** The photos between two positions in the list, both included, as far as they can be selected one by one. */
  async #between(first, last) {
    const { timeline } = this.#collection
    const end = Math.min(last, timeline.count - 1)
    if (end - first >= most) throw new Error(say('select.most', { count: most }))
    const found = []
    for (let { place, photo } = timeline.at(first); place < timeline.blocks.length; place++, photo = 0) {
      const start = timeline.position(place, photo)
      if (start > end) break
      const { ids } = await this.#collection.columns(place)
      for (const id of ids.slice(photo, photo + end - start + 1)) found.push(id)
    }
    return found
  }

  // MARK: Days

  /** The photos of the day that begins with a tile, in its block. */
  #day(tile) {
    const { place, photo } = this.#collection.timeline.at(tile.position - 1)
    const { ids, days } = this.#collection.timeline.blocks[place]?.columns ?? {}
    let end = photo
    while (days && days[end] === days[photo]) end += 1
    return { place, day: days?.[photo], ids: ids?.slice(photo, end) ?? [], isOpen: days && end === days.length }
  }

  async #toggleDay(tile) {
    const { place, day, ids, isOpen } = this.#day(tile)
    const all = [...ids]
    // A month with many photos has several blocks.
    const { blocks } = this.#collection.timeline
    for (let next = place + 1; isOpen && blocks[next]?.month === blocks[place].month; next++) {
      const columns = await this.#collection.columns(next)
      const part = columns.days.findIndex(other => other !== day)
      all.push(...columns.ids.slice(0, part < 0 ? undefined : part))
      if (part >= 0) break
    }
    this.#set(all, !all.every(id => this.has(id)))
    this.#span = this.#anchor = null
    this.#changed()
  }

  // MARK: Tiles

  /** Adds the checks to a tile and marks a selected one. */
  #dress(tile) {
    if (!tile.pick) {
      tile.pick = element('input', { type: 'checkbox', class: 'pick', tabindex: -1, 'aria-label': say('select.photo') })
      tile.element.append(tile.pick)
      this.#tiles.set(tile.element, tile)
    }
    if (tile.hasDay && !tile.dayPick) {
      tile.dayPick = element('button', {
        type: 'button', class: 'pick-day', tabindex: -1, 'aria-label': say('select.day'), title: say('select.day'),
      })
      tile.element.append(tile.dayPick)
    } else if (!tile.hasDay && tile.dayPick) {
      tile.dayPick.remove()
      tile.dayPick = null
    }
    this.#mark(tile)
  }

  #mark(tile) {
    const isChosen = this.has(tile.id)
    tile.pick.checked = isChosen
    tile.element.classList.toggle('chosen', isChosen)
    if (!tile.dayPick) return
    const isWhole = isChosen && this.#day(tile).ids.every(id => this.has(id))
    tile.dayPick.setAttribute('aria-pressed', String(isWhole))
  }

  #tileOf(target) { return this.#tiles.get(target?.closest?.('.place')) ?? null }

  #changed() {
    for (const tile of this.#collection.grid.tiles()) if (tile.pick) this.#mark(tile)
    const isActive = this.count > 0
    document.documentElement.classList.toggle('selecting', isActive)
    // Touch screens have no Escape: going back ends the selection.
    if (isActive && matchMedia('(pointer: coarse)').matches) this.#leave ??= closesByBack(() => this.clear())
    if (!isActive) {
      this.#leave?.()
      this.#leave = null
    }
    this.#show().catch(report)
  }

  async #show() {
    if (!this.#bar && this.count === 0) return
    this.#bar ??= Promise.all([import('./selectionbar.js'), style('overlays.css')]).then(([{ createBar }]) => createBar(this))
    ;(await this.#bar).show()
  }

  // MARK: Keys

  #press(event) {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'a') return
    if (event.defaultPrevented || event.target.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable], dialog')) return
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    this.all().catch(report)
  }

  // MARK: Touch

  /** A long touch selects a tile; moving on over other tiles selects these. */
  #followTouches(field, signal) {
    const end = () => {
      clearTimeout(this.#touch?.timer)
      this.#touch = null
    }
    field.addEventListener('touchstart', event => {
      end()
      const tile = this.#tileOf(event.target)
      // Photos of an album are dragged in the same way while they are arranged.
      if (!tile || event.touches.length > 1 || event.target.closest('.pick-day, .arranging')) return
      const [{ clientX: x, clientY: y }] = event.touches
      const timer = setTimeout(() => this.#beginDrag(tile), hold)
      this.#touch = { x, y, timer, isDrag: false }
    }, { passive: true, signal })
    field.addEventListener('touchmove', event => {
      const { clientX: x, clientY: y } = event.touches[0]
      if (!this.#touch) return
      if (event.touches.length > 1) return end()
      if (!this.#touch.isDrag) {
        if (Math.hypot(x - this.#touch.x, y - this.#touch.y) > slip) end()
        return
      }
      // Browsers scroll otherwise.
      if (event.cancelable) event.preventDefault()
      Object.assign(this.#touch, { x, y })
      this.#drag()
    }, { passive: false, signal })
    for (const kind of ['touchend', 'touchcancel']) {
      field.addEventListener(kind, event => {
        // Without this, a click would follow.
        if (this.#touch?.isDrag && event.cancelable) event.preventDefault()
        end()
      }, { passive: false, signal })
    }
    field.addEventListener('contextmenu', event => { if (this.#touch) event.preventDefault() }, { signal })
    signal.addEventListener('abort', end)
  }

  #beginDrag(tile) {
    if (!this.#touch) return
    navigator.vibrate?.(10)
    const position = tile.position - 1
    if (!this.has(tile.id)) this.toggle(tile)
    Object.assign(this.#touch, { isDrag: true, from: position, end: position })
    this.#span = null
    this.#scroll(this.#touch)
  }

  /** Extends the selection to the tile under the finger. */
  #drag() {
    const touch = this.#touch
    const over = document.elementsFromPoint(touch.x, touch.y).find(one => one.closest('.place'))
    const tile = this.#tileOf(over)
    if (!tile || tile.position - 1 === touch.end) return
    this.extend(touch.end, tile.position - 1).catch(report)
    touch.end = tile.position - 1
  }

  /** Scrolls while the finger rests near an end of the view. */
  #scroll(touch) {
    if (this.#touch !== touch) return
    const above = Math.min(touch.y - edge, 0)
    const below = Math.max(touch.y - innerHeight + edge, 0)
    if (above || below) {
      scrollBy({ top: (above + below) / 6, behavior: 'instant' })
      this.#drag()
    }
    requestAnimationFrame(() => this.#scroll(touch))
  }
}

/** A query for the photos of a section. */
function within(section, query) {
  const name = `section:"${section.replace(/["\\]/g, '\\$&')}"`
  return query ? `${name} (${query})` : name
}
