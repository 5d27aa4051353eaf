// Where photos stand in rows: the same as GalleryModel's JustifiedRows, CellRows and SquareRows, which decide.
// Lengths are whole pixels. A test holds both against the same cases.
//
// All answer {xs, ys, widths, heights}, a number for each photo, {rowFirsts, rowYs}, the first photo of each row and
// where the row begins, and height, that of all rows: numbers in arrays, as a page has many thousand photos.

const longest = 1e6
const inRange = (length, least) => Math.min(Math.max(Math.trunc(length) || 0, least), longest)

/** The proportions that a cell has; an aspect is in thousandths, 0 where nobody knows. */
const usable = aspect => aspect > 0 ? Math.min(Math.max(aspect / 1000, 0.01), 100) : 1

/**
 * Rows that fill the width, all photos of a row equally high.
 * @param {ArrayLike<number>} aspects  widths by heights in thousandths
 * @param {object} options  isLast: whether nothing follows; else the last row, too, fills the width
 */
export function justifiedRows(aspects, options) {
  const width = inRange(options.width, 1)
  const wanted = inRange(options.rowHeight, 1)
  const spacing = inRange(options.spacing ?? 4, 0)
  const highest = Math.max(inRange(options.maximumHeight ?? 2 * wanted, 1), wanted)
  const rows = new Rows(aspects.length, spacing)
  const room = count => width - spacing * (count - 1)
  let first = 0
  let sum = 0

  // Whether the photos before this one are to be a row, rather than take one more.
  const isBetterFull = (photo, ratio) => {
    const count = photo - first
    if (count === 0) return false
    // Each photo needs a pixel.
    if (room(count + 1) <= count) return true
    const higher = room(count) / sum
    const lower = room(count + 1) / (sum + ratio)
    // Compared as ratios: twice as high is as far off as half as high.
    return lower <= wanted && higher <= highest && higher * lower <= wanted * wanted
  }
  const close = (end, isFull) => {
    const pixels = room(end - first)
    const filling = pixels / sum
    const height = Math.max(Math.round(isFull ? Math.min(filling, highest) : wanted), 1)
    // A row that is cut off still fills the width.
    const scale = isFull ? filling : Math.min(height, filling)
    rows.begin(first, height)
    let edge = 0
    let upTo = 0
    for (let photo = first; photo < end; photo++) {
      upTo += usable(aspects[photo])
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
    const ratio = usable(aspects[photo])
    if (isBetterFull(photo, ratio)) close(photo, true)
    sum += ratio
    if (room(photo + 1 - first) / sum <= wanted) close(photo + 1, true)
  }
  if (first < aspects.length) close(aspects.length, options.isLast === false)
  return rows.end()
}

/**
 * Rows of cells that cover the same area whatever their proportions, left to right; in a row all are centred.
 * @param {ArrayLike<number>} aspects  widths by heights in thousandths
 */
export function cellRows(aspects, options) {
  const width = inRange(options.width, 1)
  const spacing = inRange(options.spacing ?? 4, 0)
  const side = Math.sqrt(Math.min(Math.max(options.area || 0, 1), longest * longest))
  const rows = new Rows(aspects.length, spacing)
  const widths = new Int32Array(aspects.length)
  const heights = new Int32Array(aspects.length)
  let first = 0
  let x = 0
  let height = 0

  const close = end => {
    rows.begin(first, height)
    let left = 0
    for (let photo = first; photo < end; photo++) {
      rows.place(photo, left, (height - heights[photo]) >> 1, widths[photo], heights[photo])
      left += widths[photo] + spacing
    }
    first = end
    x = 0
    height = 0
  }

  for (let photo = 0; photo < aspects.length; photo++) {
    const ratio = usable(aspects[photo])
    const across = Math.min(side * Math.sqrt(ratio), width)
    widths[photo] = Math.max(Math.round(across), 1)
    heights[photo] = Math.max(Math.round(across / ratio), 1)
    if (photo > first && x + widths[photo] > width) close(photo)
    x += widths[photo] + spacing
    height = Math.max(height, heights[photo])
  }
  if (first < aspects.length) close(aspects.length)
  return rows.end()
}

/**
 * Rows of squares, as many in a row as fill the width with sides near the one asked for.
 * @param {number} count  how many photos
 */
export function squareRows(count, options) {
  const width = inRange(options.width, 1)
  const spacing = inRange(options.spacing ?? 4, 0)
  const side = inRange(options.side, 1)
  const most = Math.floor((width + spacing) / (spacing + 1))
  const columns = Math.max(Math.min(Math.round((width + spacing) / (side + spacing)), most), 1)
  const pixels = width - spacing * (columns - 1)
  const edges = Int32Array.from({ length: columns + 1 }, (_, column) => Math.round(pixels * column / columns))
  const height = Math.max(Math.round(pixels / columns), 1)
  const rows = new Rows(count, spacing)
  for (let photo = 0; photo < count; photo++) {
    const column = photo % columns
    if (column === 0) rows.begin(photo, height)
    rows.place(photo, edges[column] + spacing * column, 0, edges[column + 1] - edges[column], height)
  }
  return rows.end()
}

/** Collects rows from the top. */
class Rows {
  #layout
  #spacing
  #firsts = []
  #ys = []
  #next = 0
  #height = 0

  constructor(count, spacing) {
    this.#spacing = spacing
    this.#layout = {
      xs: new Int32Array(count), ys: new Int32Array(count),
      widths: new Int32Array(count), heights: new Int32Array(count),
    }
  }

  begin(photo, height) {
    this.#firsts.push(photo)
    this.#ys.push(this.#next)
    this.#height = this.#next + height
    this.#next = this.#height + this.#spacing
  }

  /** Places a photo in the row that was begun last; y is counted from the row's top. */
  place(photo, x, y, width, height) {
    const { xs, ys, widths, heights } = this.#layout
    xs[photo] = x
    ys[photo] = this.#ys[this.#ys.length - 1] + y
    widths[photo] = width
    heights[photo] = height
  }

  end() {
    return {
      ...this.#layout, rowFirsts: Int32Array.from(this.#firsts), rowYs: Int32Array.from(this.#ys),
      height: this.#height,
    }
  }
}
