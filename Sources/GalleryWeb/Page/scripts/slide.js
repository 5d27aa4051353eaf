// One picture in the viewer: where it stands, and the sizes of it that come one after the other.
import { isLoaded, load } from './pictures.js'

// Small pictures are enlarged up to this many pixels a pixel.
const mostEnlarged = 8

/**
 * A picture of a photo's page.
 * @param {object} page  see readPage
 * @param {HTMLImageElement|null} first  a picture of it that is on the screen already
 */
export function createSlide(page, first = null) {
  const element = document.createElement('div')
  const layer = document.createElement('div')
  element.className = 'slide'
  layer.className = 'layer'
  element.append(layer)
  let view = null
  let place = { zoom: 1, x: 0.5, y: 0.5 }
  let box = null
  let shown = null
  let shownWidth = 0
  let frames = null
  /** The widths of those on their way, by address. */
  const wanted = new Map()

  function show(image, width) {
    if (width <= shownWidth) return
    // An image stands in one place only.
    const copy = image.isConnected ? new Image() : image
    if (copy !== image) copy.src = image.currentSrc || image.src
    copy.decoding = 'sync'
    copy.className = 'picture'
    copy.alt = page.alt
    copy.draggable = false
    layer.insertBefore(copy, frames)
    shown?.remove()
    shown = copy
    shownWidth = width
    tellBusy()
  }

  /** The sizes that the place asks for: the whole picture only where somebody zooms into it. */
  function sizes() {
    const needed = layer.clientWidth * devicePixelRatio * 0.95
    const all = [...page.sources]
    const largest = all.at(-1)
    if (page.whole && largest && page.width > largest.width && place.zoom > 1.01) {
      all.push({ address: page.whole, width: page.width })
    }
    const best = all.find(({ width }) => width >= needed) ?? all.at(-1)
    // The middle one is there sooner.
    return all.filter(source => source === best || (source.width >= 400 && source.width < best.width && shownWidth < 400
      && source.address !== page.whole))
  }

  async function improve() {
    if (!view) return
    const ready = page.sources.findLast(({ address }) => isLoaded(address))
    if (ready && ready.width > shownWidth) show(await load(ready.address), ready.width)
    if (!shown && page.sources[0]) bring(page.sources[0])
    for (const source of sizes()) bring(source)
  }

  async function bring({ address, width }) {
    if (width <= shownWidth || wanted.has(address)) return
    wanted.set(address, width)
    tellBusy()
    try {
      const image = await load(address, 'high')
      if (wanted.has(address)) show(image, width)
    } catch { /* What is shown stays: it was given up, or cannot be had now. */ }
    wanted.delete(address)
    tellBusy()
  }

  /** Says whether something sharper is on its way. */
  function tellBusy() {
    const isComing = [...wanted.values()].some(width => width > shownWidth)
    element.setAttribute('aria-busy', String(page.isProvisional === true || isComing))
  }

  function fit() {
    const height = view.height - view.above - view.below
    const scale = Math.min(view.width / page.width, height / page.height, mostEnlarged)
    return { width: page.width * scale, height: page.height * scale, middle: view.above + height / 2 }
  }

  /** How large the names in frames are, in the pixels that these are drawn in: those of the photo, of which less may be given. */
  const letter = () => String(14 * frames.viewBox.baseVal.width / (box?.width || page.width))

  /** Keeps the picture from leaving the view: narrower ones stand in the middle. */
  function bound({ zoom, x, y }) {
    const { width, height, middle } = fit()
    const along = (value, length, space, centre) => length <= space ? 0.5
      : Math.min(Math.max(value, centre / length), 1 - (space - centre) / length)
    return {
      zoom, x: along(x, width * zoom, view.width, view.width / 2),
      y: along(y, height * zoom, view.height, middle),
    }
  }

  const slide = {
    element, layer,
    get page() { return page },
    get place() { return place },
    get box() { return box },
    /** The addresses that it stands on, or will. */
    get addresses() { return [...page.sources.map(source => source.address), ...(page.whole ? [page.whole] : [])] },
    /** How far it is zoomed where a pixel of it is one of the screen. */
    get hundred() { return view ? page.width / devicePixelRatio / fit().width : 1 },

    /** Puts it into a view: { width, height, above, below }, what is above and below being covered by buttons. */
    putInto(next) {
      view = next
      slide.move(place)
    },

    /** Puts the point (x, y) of the picture, from 0 to 1, into the middle, zoomed. */
    move(next) {
      place = bound(next)
      const { width, height, middle } = fit()
      box = {
        width: width * place.zoom, height: height * place.zoom,
        left: view.width / 2 - place.x * width * place.zoom, top: middle - place.y * height * place.zoom,
      }
      // Its size is changed, not its scale: browsers draw it anew, as sharp as it is.
      layer.style.width = `${box.width}px`
      layer.style.height = `${box.height}px`
      layer.style.transform = `translate(${box.left}px, ${box.top}px)`
      frames?.setAttribute('font-size', letter())
      improve()
    },

    /** Where a place ends up, as the picture does not leave the view. */
    bound,

    /** The place with another zoom at which a point of the view stays where it is. */
    zoomed(zoom, point, from = place) {
      const { width, height, middle } = fit()
      const way = 1 / from.zoom - 1 / zoom
      return {
        zoom, x: from.x + (point.x - view.width / 2) / width * way, y: from.y + (point.y - middle) / height * way,
      }
    },

    /** Shows frames of faces over it, or none. */
    frame(drawing) {
      frames?.remove()
      frames = drawing
      if (!frames) return
      layer.append(frames)
      frames.setAttribute('font-size', letter())
    },

    /** Takes what is known now; what is shown stays until the new picture is there. */
    renew(next) {
      const before = page.sources.at(-1)?.address
      page = next
      if (shown) shown.alt = page.alt
      // What a tile showed is of the photo as it is.
      if (before && before !== page.sources.at(-1)?.address) {
        shownWidth = 0
        wanted.clear()
      }
      tellBusy()
      if (view) slide.move(place)
    },

    /** Resolves once a picture is shown that is sharp enough for the view, or cannot be had. */
    async whenSharp() {
      const best = sizes().at(-1)
      if (best) await load(best.address, 'high').then(image => show(image, best.width), () => {})
    },

    remove() {
      wanted.clear()
      element.remove()
    },
  }
  tellBusy()
  if (first) show(first, first.naturalWidth || 1)
  return slide
}
