// Where photos stand: blocks one under another, each as high as its rows, or as high as it is thought to be until its
// photos are known. Pixels count from the top of the first block; nothing here knows the page.
import { cellRows, justifiedRows, squareRows } from './layout.js'

/** Aspects of photos nobody has asked about: what most cameras make. */
const usualAspect = 1.4

/** The geometry of a listing. Its blocks are those of source.js; it adds `columns` and `laid` to them. */
export class Timeline {
  blocks = []
  /** {width, rowHeight, spacing, kind: 'rows'|'cells'|'squares', heading, strip, gap}: whole pixels. */
  geometry = null
  /** Another number after each change of where anything stands. */
  revision = 0
  #places = new Map()
  #tops = new Float64Array(1)
  #firsts = new Float64Array(1)
  #aspects = { sum: 0, count: 0 }

  /** All pixels. */
  get height() { return this.#tops[this.blocks.length] }

  /** All photos. */
  get count() { return this.#firsts[this.blocks.length] }

  /** Blocks of the same key keep what is known about them. */
  setBlocks(blocks) {
    this.blocks = blocks
    this.#places = new Map(blocks.map((block, place) => [block.key, place]))
    this.#measure()
  }

  /** What is laid out is laid out anew once it is asked for. */
  setGeometry(geometry) {
    this.geometry = geometry
    for (const block of this.blocks) {
      block.laid = null
      block.estimate = null
    }
    this.#measure()
  }

  /** Gives a block its columns, or takes them (null): its height stays. */
  setColumns(place, columns) {
    const block = this.blocks[place]
    if (columns) {
      this.#count(columns.aspects)
      block.count = columns.ids.length
    } else if (block.laid) {
      block.estimate = block.laid.height
    }
    block.columns = columns
    block.laid = null
    this.#measure()
  }

  #count(aspects) {
    for (const aspect of aspects) this.#aspects.sum += Math.min(Math.max(aspect || 1000, 300), 4000)
    this.#aspects.count += aspects.length * 1000
  }

  #measure() {
    const { length } = this.blocks
    this.revision += 1
    if (this.#tops.length !== length + 1) {
      this.#tops = new Float64Array(length + 1)
      this.#firsts = new Float64Array(length + 1)
    }
    if (!this.geometry) return
    for (let place = 0; place < length; place++) {
      const block = this.blocks[place]
      block.estimate ??= this.#estimate(block)
      this.#tops[place + 1] = this.#tops[place] + (block.laid?.height ?? block.estimate)
      this.#firsts[place + 1] = this.#firsts[place] + block.count
    }
  }

  #estimate({ count, title, isLast, month }) {
    const { width, rowHeight, spacing, kind, heading, strip, gap } = this.geometry
    const mean = this.#aspects.count > 500_000 ? this.#aspects.sum / this.#aspects.count : usualAspect
    const side = kind === 'rows' ? rowHeight * mean : rowHeight * (kind === 'cells' ? Math.sqrt(mean) * 1.05 : 1)
    const rows = Math.ceil(count / Math.max((width + spacing) / (side + spacing), 1))
    const days = month ? Math.min(rows, Math.ceil(20 * (1 - Math.exp(-count / 20)))) : 0
    return Math.round((title ? heading : 0) + rows * (rowHeight + spacing) + days * strip + (isLast ? gap : 0))
  }

  /** Lays the blocks out whose columns are known and that reach into some pixels; whether any height changed. */
  layOut(top, bottom) {
    let isChanged = false
    for (let place = this.blockAt(top); place < this.blocks.length && this.#tops[place] < bottom; place++) {
      isChanged = this.ready(place) || isChanged
    }
    return isChanged
  }

  /** Lays a block out, if its columns are known; whether its height changed. */
  ready(place) {
    const block = this.blocks[place]
    if (!block.columns || block.laid) return false
    const { estimate } = block
    block.laid = this.#lay(block)
    block.estimate = block.laid.height
    this.#measure()
    return block.estimate !== estimate
  }

  /** Whether nothing is left to lay out there. */
  isLaidOut(top, bottom) {
    for (let place = this.blockAt(top); place < this.blocks.length && this.#tops[place] < bottom; place++) {
      if (this.blocks[place].columns && !this.blocks[place].laid) return false
    }
    return true
  }

  #lay({ columns, title, isLast }) {
    const { width, rowHeight, spacing, kind, heading, strip, gap } = this.geometry
    const { aspects, days } = columns
    const laid = kind === 'cells' ? cellRows(aspects, { width, area: rowHeight * rowHeight, spacing })
      : kind === 'squares' ? squareRows(aspects.length, { width, side: rowHeight, spacing })
        : justifiedRows(aspects, { width, rowHeight, spacing, maximumHeight: 2 * rowHeight, isLast })
    const { rowFirsts, rowYs, ys } = laid
    // Over a row in which a day begins stands a strip with its name.
    let shift = title ? heading : 0
    for (let row = 0; row < rowFirsts.length; row++) {
      const end = rowFirsts[row + 1] ?? aspects.length
      let begins = false
      for (let photo = rowFirsts[row]; days && photo < end && !begins; photo++) {
        begins = photo === 0 || days[photo] !== days[photo - 1]
      }
      if (begins) shift += strip
      rowYs[row] += shift
      for (let photo = rowFirsts[row]; photo < end; photo++) ys[photo] += shift
    }
    return { ...laid, height: laid.height + shift + spacing + (isLast ? gap : 0) }
  }

  /** Where a block begins. */
  top(place) { return this.#tops[place] }

  /** The block of a key; -1 where there is none. */
  placeOf(key) { return this.#places.get(key) ?? -1 }

  /** The block at some pixel; the first or last one beyond. */
  blockAt(y) { return Math.max(Math.min(lastNotAbove(this.#tops, y), this.blocks.length - 1), 0) }

  /** Which photo of all, from 0, stands at some pixel, where blocks that are not laid out are even. */
  positionAt(y) {
    const place = this.blockAt(y)
    const { laid, estimate, count } = this.blocks[place]
    const offset = y - this.#tops[place]
    const photo = laid ? laid.rowFirsts[this.rowAt(laid, offset)] : Math.floor(offset / estimate * count)
    return this.position(place, Math.max(Math.min(photo, count - 1), 0))
  }

  /** Which photo of all, from 0, one of a block is. */
  position(place, photo) { return this.#firsts[place] + photo }

  /** The photo at a place among all: its block and its place in it. */
  at(position) {
    const bound = Math.max(Math.min(position, this.count - 1), 0)
    const place = Math.min(lastNotAbove(this.#firsts, bound), this.blocks.length - 1)
    return { place, photo: bound - this.#firsts[place] }
  }

  /** Where a photo is within its block: exact once it is laid out. */
  frame(place, photo) {
    const { laid, count, title, estimate } = this.blocks[place]
    if (laid) {
      const { xs, ys, widths, heights } = laid
      return { x: xs[photo], y: ys[photo], width: widths[photo], height: heights[photo] }
    }
    const heading = title ? this.geometry.heading : 0
    const y = heading + (estimate - heading) * photo / Math.max(count, 1)
    return { x: 0, y: Math.floor(y), width: this.geometry.width, height: this.geometry.rowHeight }
  }

  /** The photos whose rows reach into some pixels, as [{place, from, to}]; none for blocks not laid out. */
  ranges(top, bottom) {
    const found = []
    for (let place = this.blockAt(top); place < this.blocks.length && this.#tops[place] < bottom; place++) {
      const { laid, columns } = this.blocks[place]
      if (!laid) {
        found.push({ place, from: 0, to: 0 })
        continue
      }
      const first = this.rowAt(laid, top - this.#tops[place])
      const last = this.rowAt(laid, bottom - this.#tops[place])
      found.push({ place, from: laid.rowFirsts[first] ?? 0, to: laid.rowFirsts[last + 1] ?? columns.ids.length })
    }
    return found
  }

  /** The row of a photo of a block that is laid out. */
  rowOf(place, photo) { return lastNotAbove(this.blocks[place].laid.rowFirsts, photo) }

  /** The row at some pixel of a block. */
  rowAt(laid, y) { return Math.max(lastNotAbove(laid.rowYs, y), 0) }

  /**
   * What stands at some pixel, in a way that outlasts changes of the layout: the block's key, the photo's id where it
   * is known and its place, and how much of it is above, in parts of its height.
   */
  anchor(y, x = 0) {
    if (this.count === 0) return null
    const place = this.blockAt(y)
    const { laid, columns, key, count } = this.blocks[place]
    const offset = y - this.#tops[place]
    let photo = laid ? laid.rowFirsts[this.rowAt(laid, offset)]
      : Math.floor(Math.max(offset, 0) / this.blocks[place].estimate * count)
    photo = Math.max(Math.min(photo, count - 1), 0)
    // Those of a row stand beside each other, from left to right.
    while (laid && laid.xs[photo + 1] > laid.xs[photo] && laid.xs[photo + 1] <= x) photo += 1
    const frame = this.frame(place, photo)
    // Another photo of the row may be higher, and where a heading is cut does not depend on heights.
    const rest = offset - frame.y
    return {
      key, photo, id: columns?.ids[photo] ?? null, position: this.position(place, photo),
      part: rest > 0 ? rest / frame.height : 0, rest: rest > 0 ? 0 : rest,
    }
  }

  /** Where that stands now. */
  yOf(anchor) {
    let place = this.placeOf(anchor.key)
    let { photo } = anchor
    if (place < 0) ({ place, photo } = this.at(anchor.position))
    this.ready(place)
    const { columns, count } = this.blocks[place]
    if (anchor.id != null && columns && columns.ids[photo] !== anchor.id) {
      const found = columns.ids.indexOf(anchor.id)
      if (found >= 0) photo = found
    }
    const frame = this.frame(place, Math.max(Math.min(photo, count - 1), 0))
    return Math.round(this.#tops[place] + frame.y + anchor.rest + anchor.part * frame.height)
  }
}

/** The last of ascending numbers that is at most a value; -1 where all are above. */
function lastNotAbove(numbers, value) {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Which pixels of a height the page shows, as browsers cap how high an element can be: where they begin.
 * Stays as it is unless what is looked at comes near to an end that is none.
 */
export function originFor(y, view, height, longest, origin) {
  if (height <= longest) return 0
  const margin = Math.min(1e6, longest / 8)
  const last = height - longest
  const isNearTop = origin > 0 && y - origin < margin
  const isNearEnd = origin < last && origin + longest - (y + view) < margin
  if (origin >= 0 && origin <= last && !isNearTop && !isNearEnd && y >= origin) return origin
  return Math.round(Math.max(Math.min(y - (longest - view) / 2, last), 0))
}
