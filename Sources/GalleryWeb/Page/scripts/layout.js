// Arranges photos in rows, and the rows of all blocks in a timeline. Lengths are whole pixels.
// Tests/BrowserTests/layout-cases.json contains expected layouts. Layouts are greedy: a row depends only on the photos
// up to its end and the next one, so photos appended later never move it. All return {xs, ys, widths, heights}, one
// number per photo, {rowFirsts, rowYs}, the first photo and the top of each row, and height, the total: typed arrays,
// since a page has many thousand photos.

const longest = 1e6
const inRange = (length, least) => Math.min(Math.max(Math.trunc(length) || 0, least), longest)

/** The aspect ratio of a cell; an aspect is in thousandths, 0 if unknown. */
const usable = aspect => aspect > 0 ? Math.min(Math.max(aspect / 1000, 0.01), 100) : 1
/** The aspect ratio in a row: longer panoramas are cropped to it, as they would flatten the row. */
const inRow = aspect => Math.min(Math.max(usable(aspect), 0.25), 4)

/** Rows that fill the width, with all photos of a row equally high. The last row also fills it unless isLast. */
export function justifiedRows(aspects, options) {
  const width = inRange(options.width, 1)
  const wanted = inRange(options.rowHeight, 1)
  const spacing = inRange(options.spacing ?? 4, 0)
  const highest = Math.max(inRange(options.maximumHeight ?? 2 * wanted, 1), wanted)
  const rows = collectRows(aspects.length, spacing)
  const room = count => width - spacing * (count - 1)
  let first = 0
  let sum = 0

  // True if the photos before this one make a better row without it.
  const isBetterFull = (photo, ratio) => {
    const count = photo - first
    if (count === 0) return false
    // Each photo needs a pixel.
    if (room(count + 1) <= count) return true
    const higher = room(count) / sum
    const lower = room(count + 1) / (sum + ratio)
    // Compared as ratios: twice as high is as bad as half as high.
    return lower <= wanted && higher <= highest && higher * lower <= wanted * wanted
  }
  const close = (end, isFull) => {
    const pixels = room(end - first)
    const filling = pixels / sum
    const height = Math.max(Math.round(isFull ? Math.min(filling, highest) : wanted), 1)
    // A cropped row still fills the width.
    const scale = isFull ? filling : Math.min(height, filling)
    rows.begin(first, height)
    let edge = 0
    let upTo = 0
    for (let photo = first; photo < end; photo++) {
      upTo += inRow(aspects[photo])
      const following = end - photo - 1
      const right = isFull && following === 0
        ? pixels : Math.min(Math.max(Math.round(upTo * scale), edge + 1), pixels - following)
      rows.place(photo, edge + spacing * (photo - first), 0, right - edge, height)
      edge = right
    }
    first = end
    sum = 0
  }

  for (let photo = 0; photo < aspects.length; photo++) {
    const ratio = inRow(aspects[photo])
    if (isBetterFull(photo, ratio)) close(photo, true)
    sum += ratio
    if (room(photo + 1 - first) / sum <= wanted) close(photo + 1, true)
  }
  if (first < aspects.length) close(aspects.length, options.isLast === false)
  return rows.end()
}

/** Rows of squares, as many per row as fill the width with sides near the requested one. */
export function squareRows(count, options) {
  const width = inRange(options.width, 1)
  const spacing = inRange(options.spacing ?? 4, 0)
  const side = inRange(options.side, 1)
  const most = Math.floor((width + spacing) / (spacing + 1))
  const columns = Math.max(Math.min(Math.round((width + spacing) / (side + spacing)), most), 1)
  const pixels = width - spacing * (columns - 1)
  const edges = Int32Array.from({ length: columns + 1 }, (_, column) => Math.round(pixels * column / columns))
  const height = Math.max(Math.round(pixels / columns), 1)
  const rows = collectRows(count, spacing)
  for (let photo = 0; photo < count; photo++) {
    const column = photo % columns
    if (column === 0) rows.begin(photo, height)
    rows.place(photo, edges[column] + spacing * column, 0, edges[column + 1] - edges[column], height)
  }
  return rows.end()
}

/** Collects rows from the top. */
function collectRows(count, spacing) {
  const [xs, ys, widths, heights] = Array.from({ length: 4 }, () => new Int32Array(count))
  const rowFirsts = []
  const rowYs = []
  let next = 0
  return {
    begin(photo, height) {
      rowFirsts.push(photo)
      rowYs.push(next)
      next += height + spacing
    },
    /** Places a photo in the current row; y is relative to the row's top. */
    place(photo, x, y, width, height) {
      xs[photo] = x
      ys[photo] = rowYs.at(-1) + y
      widths[photo] = width
      heights[photo] = height
    },
    end: () => ({
      xs, ys, widths, heights, rowFirsts: Int32Array.from(rowFirsts), rowYs: Int32Array.from(rowYs),
      height: Math.max(next - spacing, 0),
    }),
  }
}

// The positions of photos: blocks below each other, each as high as its rows, or as estimated until its photos are
// known. Pixels count from the top of the first block; this class is independent of the page.

/** The estimated aspect ratio of unknown photos: the most common one of cameras. */
const usualAspect = 1.4

/** The geometry of a list. Its blocks are those of source.js; it adds `columns` and `laid` to them. */
export class Timeline {
  blocks = []
  /** {width, rowHeight, spacing, kind: 'rows'|'squares', heading, strip, gap}: whole pixels. */
  geometry = null
  /** Changes with every change of a position. */
  revision = 0
  #places = new Map()
  #tops = new Float64Array(1)
  #firsts = new Float64Array(1)
  #aspects = { sum: 0, count: 0 }

  /** The total height, in pixels. */
  get height() { return this.#tops[this.blocks.length] }
  /** The number of photos. */
  get count() { return this.#firsts[this.blocks.length] }

  /** Sets the blocks; blocks with the same key keep their data. */
  setBlocks(blocks) {
    this.blocks = blocks
    this.#places = new Map(blocks.map((block, place) => [block.key, place]))
    this.#measure()
  }

  /** Sets the geometry; blocks are laid out again on demand. */
  setGeometry(geometry) {
    this.geometry = geometry
    for (const block of this.blocks) {
      block.laid = null
      block.estimate = null
    }
    this.#measure()
  }

  /** Sets or removes (null) the columns of a block; its height stays. */
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
    const side = kind === 'rows' ? rowHeight * mean : rowHeight
    const rows = Math.ceil(count / Math.max((width + spacing) / (side + spacing), 1))
    const days = month ? Math.min(rows, Math.ceil(20 * (1 - Math.exp(-count / 20)))) : 0
    return Math.round((title ? heading : 0) + rows * (rowHeight + spacing) + days * strip + (isLast ? gap : 0))
  }

  /** Lays out the blocks with known columns in a range of pixels. Returns true if any height changed. */
  layOut(top, bottom) {
    let isChanged = false
    for (const place of this.placesIn(top, bottom)) isChanged = this.ready(place) || isChanged
    return isChanged
  }

  /** The blocks in a range of pixels, which can change their heights meanwhile. */
  *placesIn(top, bottom) {
    for (let place = this.blockAt(top); place < this.blocks.length && this.#tops[place] < bottom; place++) yield place
  }

  /** Lays out a block if its columns are known. Returns true if its height changed. */
  ready(place) {
    const block = this.blocks[place]
    if (!block.columns || block.laid) return false
    const { estimate } = block
    block.laid = this.#lay(block)
    block.estimate = block.laid.height
    this.#measure()
    return block.estimate !== estimate
  }

  /** True if a range is completely laid out. */
  isLaidOut(top, bottom) {
    return [...this.placesIn(top, bottom)].every(place => !this.blocks[place].columns || this.blocks[place].laid)
  }

  #lay({ columns, title, isLast }) {
    const { width, rowHeight, spacing, kind, heading, strip, gap } = this.geometry
    const { aspects, days } = columns
    const laid = kind === 'squares' ? squareRows(aspects.length, { width, side: rowHeight, spacing })
      : justifiedRows(aspects, { width, rowHeight, spacing, maximumHeight: 2 * rowHeight, isLast })
    const { rowFirsts, rowYs, ys } = laid
    // A strip with the name of the day is above a row in which a day begins.
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

  /** The top of a block. */
  top(place) { return this.#tops[place] }
  /** The index of the block with a key; -1 for none. */
  placeOf(key) { return this.#places.get(key) ?? -1 }
  /** The block at a pixel; the first or last one outside. */
  blockAt(y) { return Math.max(Math.min(lastNotAbove(this.#tops, y), this.blocks.length - 1), 0) }

  /** The number of the photo at a pixel, from 0; interpolated in blocks that are not laid out. */
  positionAt(y) {
    const place = this.blockAt(y)
    const { laid, estimate, count } = this.blocks[place]
    const offset = y - this.#tops[place]
    const photo = laid ? laid.rowFirsts[this.rowAt(laid, offset)] : Math.floor(offset / estimate * count)
    return this.position(place, Math.max(Math.min(photo, count - 1), 0))
  }

  /** The number of a photo of a block in the whole list, from 0. */
  position(place, photo) { return this.#firsts[place] + photo }

  /** The block and the index of a photo by its number in the whole list. */
  at(position) {
    const bound = Math.max(Math.min(position, this.count - 1), 0)
    const place = Math.min(lastNotAbove(this.#firsts, bound), this.blocks.length - 1)
    return { place, photo: bound - this.#firsts[place] }
  }

  /** The rectangle of a photo in its block; exact once the block is laid out. */
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

  /**
   * The photos in rows that overlap a range of pixels, as [{place, from, to}]; none for blocks that are not laid out.
   */
  ranges(top, bottom) {
    return [...this.placesIn(top, bottom)].map(place => {
      const { laid, columns } = this.blocks[place]
      if (!laid) return { place, from: 0, to: 0 }
      const first = this.rowAt(laid, top - this.#tops[place])
      const last = this.rowAt(laid, bottom - this.#tops[place])
      return { place, from: laid.rowFirsts[first] ?? 0, to: laid.rowFirsts[last + 1] ?? columns.ids.length }
    })
  }

  /** The row of a photo in a block that is laid out. */
  rowOf(place, photo) { return lastNotAbove(this.blocks[place].laid.rowFirsts, photo) }
  /** The row at a pixel of a block. */
  rowAt(laid, y) { return Math.max(lastNotAbove(laid.rowYs, y), 0) }

  /**
   * An anchor of a pixel that survives layout changes: the block's key, the photo's ID if known, its index, and the
   * offset as a fraction of its height.
   */
  anchor(y, x = 0) {
    if (this.count === 0) return null
    const place = this.blockAt(y)
    const { laid, columns, key, count } = this.blocks[place]
    const offset = y - this.#tops[place]
    let photo = laid ? laid.rowFirsts[this.rowAt(laid, offset)]
      : Math.floor(Math.max(offset, 0) / this.blocks[place].estimate * count)
    photo = Math.max(Math.min(photo, count - 1), 0)
    // Photos of a row are ordered from left to right.
    while (laid && laid.xs[photo + 1] > laid.xs[photo] && laid.xs[photo + 1] <= x) photo += 1
    const frame = this.frame(place, photo)
    // Another photo of the row may be higher, and offsets in a heading do not depend on heights.
    const rest = offset - frame.y
    return {
      key, photo, id: columns?.ids[photo] ?? null, position: this.position(place, photo),
      part: rest > 0 ? rest / frame.height : 0, rest: rest > 0 ? 0 : rest,
    }
  }

  /** The current pixel of an anchor. */
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

/** The index of the last ascending number that is at most a value; -1 if all are greater. */
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
 * The start of the window of pixels that the page shows, since browsers limit the height of elements. It changes only
 * if the view comes near an end of the window that is not an end of the list.
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
