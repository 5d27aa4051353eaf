// The stage of the viewer: the current picture with zoom and pan, and its neighbor during a swipe.
import { element as create, isStill } from './dom.js'

const gap = 24

/**
 * Shows a picture in an element. neighbour(direction) returns the loaded page beside the current one; step(direction,
 * page) is called after a swipe to it, close() after a swipe down, moved() after any change, tapped(element) after a tap;
 * covered() returns { above, below }, the heights covered by bars.
 */
export function createStage(host, told) {
  const ending = new AbortController()
  let slide = null
  let beside = null
  let offset = { x: 0, y: 0 }
  let axis = null
  let motion = 0
  /** The target of the current glide, to which further movements are added. */
  let aim = null

  const view = () => ({ width: host.clientWidth, height: host.clientHeight, ...told.covered() })
  const most = () => Math.max(4, 4 * slide.hundred)
  const limited = zoom => Math.min(Math.max(zoom, 1), most())
  const middle = () => ({ x: host.clientWidth / 2, y: host.clientHeight / 2 })

  function move(place) {
    slide.move(place)
    host.classList.toggle('zoomed', place.zoom > 1.01)
    told.moved()
  }

  /** Moves to a target over several frames, or at once. */
  function glide(target) {
    stop()
    if (isStill()) return move(target)
    const from = { ...slide.place }
    const began = performance.now()
    aim = slide.bound(target)
    const step = now => {
      const t = Math.min((now - began) / 180, 1)
      const eased = 1 - (1 - t) ** 3
      const between = name => from[name] + (target[name] - from[name]) * eased
      // Zoom grows exponentially: the fixed point moves as its reciprocal.
      const zoom = between('zoom')
      const share = from.zoom === target.zoom ? eased
        : (1 / from.zoom - 1 / zoom) / (1 / from.zoom - 1 / target.zoom)
      move({ zoom, x: from.x + (target.x - from.x) * share, y: from.y + (target.y - from.y) * share })
      if (t < 1) motion = requestAnimationFrame(step)
      else aim = null
    }
    motion = requestAnimationFrame(step)
  }

  function stop() {
    cancelAnimationFrame(motion)
    aim = null
  }

  function shift(x, y) {
    offset = { x, y }
    slide.element.style.transform = x || y ? `translate(${x}px, ${y}px)` : ''
    if (beside) {
      beside.slide.element.style.transform = `translate(${x + beside.direction * (host.clientWidth + gap)}px, 0)`
    }
    host.style.setProperty('--away', String(Math.min(Math.abs(y) / host.clientHeight * 1.5, 0.8)))
  }

  /** The picture that a swipe brings in, if its page is loaded. */
  function reach(direction) {
    if (beside?.direction === direction) return true
    beside?.slide.remove()
    beside = null
    const page = told.neighbour(direction)
    if (!page) return false
    const next = createSlide(page)
    host.append(next.element)
    next.putInto(view())
    beside = { slide: next, direction, page }
    return true
  }

  function swipe(delta) {
    if (axis === 'y') return shift(0, Math.max(offset.y + delta.y, -40))
    const x = offset.x + delta.x
    // Without a neighbor, the picture moves only a little.
    const canMove = x === 0 || reach(x < 0 ? 1 : -1)
    shift(canMove ? x : offset.x + delta.x / 4, 0)
  }

  async function endSwipe(speed) {
    const { x, y } = offset
    const wasAxis = axis
    axis = null
    if (wasAxis === 'y') {
      if (y > 110 || (speed.y > 700 && y > 20)) return told.close()
      return settle(0, 0)
    }
    const direction = x < 0 ? 1 : -1
    const isFar = Math.abs(x) > host.clientWidth / 3 || (Math.abs(speed.x) > 500 && Math.sign(speed.x) === -direction)
    if (!beside || beside.direction !== direction || !isFar) return settle(0, 0)
    const { slide: next, page } = beside
    await settle(-direction * (host.clientWidth + gap), 0)
    if (beside?.slide !== next) return
    beside = null
    slide.remove()
    slide = next
    shift(0, 0)
    told.step(direction, page)
  }

  /** Moves a swiped picture to its final position. */
  async function settle(x, y) {
    const moving = [slide.element, beside?.slide.element].filter(Boolean)
    if (!isStill()) for (const element of moving) element.classList.add('settling')
    shift(x, y)
    if (!isStill()) await new Promise(resolve => setTimeout(resolve, 210))
    for (const element of moving) element.classList.remove('settling')
    if (x === 0 && y === 0 && !axis) {
      beside?.slide.remove()
      beside = null
    }
  }

  listenToGestures(host, ending.signal, {
    canDrag(direction, isTouch) {
      stop()
      axis = slide.place.zoom > 1.01 ? 'pan' : direction
      return axis === 'pan' || isTouch
    },
    drag(delta) {
      if (axis === 'pan') {
        const { place, box } = slide
        move({ ...place, x: place.x - delta.x / box.width, y: place.y - delta.y / box.height })
      } else {
        swipe(delta)
      }
    },
    dragEnd(speed) {
      if (axis !== 'pan') endSwipe(speed)
    },
    pinch(factor, point, delta) {
      stop()
      const place = slide.zoomed(Math.min(slide.place.zoom * factor, most()), point)
      const { width, height } = slide.box
      move({ zoom: Math.max(place.zoom, 0.5), x: place.x - delta.x / width, y: place.y - delta.y / height })
    },
    pinchEnd() {
      if (slide.place.zoom < 1) glide({ zoom: 1, x: 0.5, y: 0.5 })
    },
    tap: target => told.tapped(target),
    doubleTap: point => stage.toggle(point),
    wheel(factor, point) {
      stop()
      move(slide.zoomed(limited(slide.place.zoom * factor), point))
    },
  })

  const resizing = new ResizeObserver(() => {
    slide?.putInto(view())
    beside?.slide.putInto(view())
  })
  for (const element of [host, ...told.covers]) resizing.observe(element)

  const stage = {
    get slide() { return slide },
    get view() { return view() },
    get isZoomed() { return (slide?.place.zoom ?? 1) > 1.01 },

    /** Shows the picture of a page instead of the last one; first is its image on the screen. */
    show(page, first = null) {
      stage.take(createSlide(page, first))
    },

    /** Shows an existing slide. */
    take(next, isFading = false) {
      stop()
      beside?.slide.remove()
      beside = null
      const last = slide
      slide = next
      if (next.element.parentNode !== host) host.append(next.element)
      next.putInto(view())
      move({ zoom: 1, x: 0.5, y: 0.5 })
      shift(0, 0)
      if (!last) return
      if (!isFading || isStill()) return last.remove()
      next.element.classList.add('fading')
      next.element.addEventListener('animationend', () => {
        next.element.classList.remove('fading')
        last.remove()
      }, { once: true })
    },

    zoomBy(factor, point = middle()) {
      const from = aim ?? slide.place
      glide(slide.zoomed(limited(from.zoom * factor), point, from))
    },
    /** Toggles between the whole picture and its actual size. */
    toggle(point = middle()) {
      if (stage.isZoomed) return stage.fit()
      const { hundred } = slide
      glide(slide.zoomed(limited(hundred > 1.2 ? hundred : 2), point))
    },
    fit: () => glide({ zoom: 1, x: 0.5, y: 0.5 }),
    /** Pans a zoomed picture, in fractions of the view. */
    pan(x, y) {
      const { place, box } = slide
      const { clientWidth, clientHeight } = host
      const from = aim ?? place
      const scale = from.zoom / place.zoom
      glide({
        ...from, x: from.x + x * clientWidth / (box.width * scale), y: from.y + y * clientHeight / (box.height * scale),
      })
    },
    end() {
      stop()
      ending.abort()
      resizing.disconnect()
      slide?.remove()
      beside?.slide.remove()
    },
  }
  return stage
}

// A picture in the viewer: its position, and its sizes, which are loaded one after the other.

// The maximum enlargement of small pictures, in screen pixels per pixel.
const mostEnlarged = 8

/** The picture of a photo's page (readPage); `first` is its picture on the screen, if any. */
export function createSlide(page, first = null) {
  const layer = create('div', { class: 'layer' })
  const element = create('div', { class: 'slide' }, layer)
  let view = null
  let place = { zoom: 1, x: 0.5, y: 0.5 }
  let box = null
  let shown = null
  let shownWidth = 0
  let frames = null
  /** The widths of loading pictures, by address. */
  const wanted = new Map()

  function show(image, width) {
    if (width <= shownWidth) return
    // An image element can be in only one place.
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

  /** The sizes for the current zoom: the original only if the user zooms in. */
  function sizes() {
    const needed = layer.clientWidth * devicePixelRatio * 0.95
    const all = [...page.sources]
    const largest = all.at(-1)
    if (page.whole && largest && page.width > largest.width && place.zoom > 1.01) {
      all.push({ address: page.whole, width: page.width })
    }
    const best = all.find(({ width }) => width >= needed) ?? all.at(-1)
    // The medium size is loaded sooner.
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
    } catch { /* The displayed picture stays: loading was canceled or failed. */ }
    wanted.delete(address)
    tellBusy()
  }

  /** Shows whether a sharper picture is loading. */
  function tellBusy() {
    const isComing = [...wanted.values()].some(width => width > shownWidth)
    element.setAttribute('aria-busy', String(page.isProvisional === true || isComing))
  }

  function fit() {
    const height = view.height - view.above - view.below
    const scale = Math.min(view.width / page.width, height / page.height, mostEnlarged)
    return { width: page.width * scale, height: page.height * scale, middle: view.above + height / 2 }
  }

  /** The size of names in frames, in pixels of the photo, which can be cropped. */
  const letter = () => String(14 * frames.viewBox.baseVal.width / (box?.width || page.width))

  /** Keeps the picture in the view: narrower pictures are centered. */
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
    /** The addresses of current and future pictures. */
    get addresses() { return [...page.sources.map(source => source.address), ...(page.whole ? [page.whole] : [])] },
    /** The zoom at which one picture pixel is one screen pixel. */
    get hundred() { return view ? page.width / devicePixelRatio / fit().width : 1 },

    /** Sets the view: { width, height, above, below }, with the heights covered by bars. */
    putInto(next) {
      view = next
      slide.move(place)
    },

    /** Moves the point (x, y) of the picture, from 0 to 1, to the center, with a zoom. */
    move(next) {
      place = bound(next)
      const { width, height, middle } = fit()
      box = {
        width: width * place.zoom, height: height * place.zoom,
        left: view.width / 2 - place.x * width * place.zoom, top: middle - place.y * height * place.zoom,
      }
      // The size changes instead of the scale, so that browsers redraw the picture sharply.
      layer.style.width = `${box.width}px`
      layer.style.height = `${box.height}px`
      layer.style.transform = `translate(${box.left}px, ${box.top}px)`
      frames?.setAttribute('font-size', letter())
      improve()
    },

    /** Limits a position so that the picture stays in the view. */
    bound,

    /** The position after a zoom around a point of the view. */
    zoomed(zoom, point, from = place) {
      const { width, height, middle } = fit()
      const way = 1 / from.zoom - 1 / zoom
      return {
        zoom, x: from.x + (point.x - view.width / 2) / width * way, y: from.y + (point.y - middle) / height * way,
      }
    },

    /** Shows frames of faces over the picture, or none. */
    frame(drawing) {
      frames?.remove()
      frames = drawing
      if (!frames) return
      layer.append(frames)
      frames.setAttribute('font-size', letter())
    },

    /** Takes over new data of the page; the displayed picture stays until the new one is loaded. */
    renew(next) {
      const before = page.sources.at(-1)?.address
      page = next
      if (shown) shown.alt = page.alt
      // The tile's picture is of the current version of the photo.
      if (before && before !== page.sources.at(-1)?.address) {
        shownWidth = 0
        wanted.clear()
      }
      tellBusy()
      if (view) slide.move(place)
    },

    /** Resolves when a picture is shown that is sharp enough for the view, or unavailable. */
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
  // The tile's picture may have failed to load.
  if (first && (first.naturalWidth > 0 || !first.complete)) show(first, first.naturalWidth || 1)
  return slide
}

// Gestures by fingers, pen, mouse and wheel on a picture.

const slack = 8
const tapTime = 300

/**
 * Listens on an element until the signal; positions are relative to it. Calls drag(delta, isTouch), dragEnd(speed in
 * pixels per second), pinch(factor, point, delta), pinchEnd(), tap(element), doubleTap(point) and wheel(factor, point);
 * canDrag(axis, isTouch) allows a drag.
 */
function listenToGestures(element, signal, told) {
  const pointers = new Map()
  let isDragging = false
  let start = null
  let lastTap = null
  let trail = []

  const pointOf = event => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  function down(event) {
    if (event.button !== 0 || event.target.closest('button, a, input, summary')) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, pointOf(event))
    if (pointers.size === 1) {
      start = { point: pointOf(event), time: event.timeStamp, target: event.target }
      trail = []
    } else {
      if (isDragging) told.dragEnd({ x: 0, y: 0 })
      isDragging = false
      start = null
    }
  }

  function move(event) {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const isTouch = event.pointerType !== 'mouse'
    if (pointers.size > 1) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1]
      const middle = point => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 })
      const [from, to] = [middle(before), middle(now)]
      const factor = distance(now, other) / Math.max(distance(before, other), 1)
      told.pinch(factor, to, { x: to.x - from.x, y: to.y - from.y })
    } else if (isDragging) {
      told.drag({ x: now.x - before.x, y: now.y - before.y }, isTouch)
    } else if (start && distance(now, start.point) > slack) {
      const axis = Math.abs(now.x - start.point.x) > Math.abs(now.y - start.point.y) ? 'x' : 'y'
      isDragging = told.canDrag(axis, isTouch)
      if (!isDragging) start = null
    }
    trail = [...trail.filter(({ time }) => event.timeStamp - time < 100), { ...now, time: event.timeStamp }]
    pointers.set(event.pointerId, now)
  }

  function up(event) {
    if (!pointers.delete(event.pointerId)) return
    if (pointers.size > 0) {
      if (pointers.size === 1) told.pinchEnd()
      return
    }
    if (isDragging) {
      isDragging = false
      told.dragEnd(event.type === 'pointercancel' ? { x: 0, y: 0 } : speedOf(trail))
    } else if (start && event.type === 'pointerup' && event.timeStamp - start.time < tapTime) {
      tap(start, event.timeStamp)
    } else {
      told.pinchEnd()
    }
    start = null
  }

  function tap({ point, target }, time) {
    told.tap(target)
    if (lastTap && time - lastTap.time < tapTime && distance(point, lastTap.point) < 40) {
      lastTap = null
      told.doubleTap(point)
    } else {
      lastTap = { point, time }
    }
  }

  function wheel(event) {
    event.preventDefault()
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1)
    // Touchpads send a pinch as a wheel event with Ctrl.
    told.wheel(Math.exp(-Math.max(-200, Math.min(200, pixels)) * (event.ctrlKey ? 0.01 : 0.002)), pointOf(event))
  }

  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, up, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
}

const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y)

/** The speed during the last tenth of a second. */
function speedOf(trail) {
  const [first, last] = [trail[0], trail.at(-1)]
  const seconds = first ? (last.time - first.time) / 1000 : 0
  return seconds > 0 ? { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds } : { x: 0, y: 0 }
}

// Animates a picture from one place of the page to another (view transitions).

const transitionName = 'picture'
let running = null

/** Changes the page while a picture moves from one element to the one that change() returns; both can be null. */
export async function morph(from, change) {
  running?.skipTransition()
  if (isStill() || !document.startViewTransition || document.visibilityState !== 'visible') return void change()
  // Only one element can have the name.
  if (from) from.style.viewTransitionName = transitionName
  let to = null
  const transition = document.startViewTransition(() => {
    if (from) from.style.viewTransitionName = ''
    to = change()
    if (to) to.style.viewTransitionName = transitionName
  })
  running = transition
  await transition.updateCallbackDone
  transition.ready.catch(() => {})
  transition.finished.catch(() => {}).then(() => {
    if (to) to.style.viewTransitionName = ''
    if (running === transition) running = null
  })
}

// Loads pictures: each is requested once and canceled when it is no longer needed.

const loads = new Map()

/** Loads and decodes a picture, so that it can be shown without delay; rejected if that fails or is canceled. */
export function load(address, priority = 'auto') {
  const known = loads.get(address)
  if (known) {
    // A preloaded picture is needed now.
    if (priority === 'high') known.image.fetchPriority = 'high'
    return known.done
  }
  const image = new Image()
  image.fetchPriority = priority
  image.decoding = 'async'
  image.src = address
  const entry = { image, isDone: false, done: image.decode().then(() => { entry.isDone = true; return image }) }
  loads.set(address, entry)
  entry.done.catch(() => { if (loads.get(address) === entry) loads.delete(address) })
  return entry.done
}

/** True if a picture is loaded and decoded. */
export const isLoaded = address => loads.get(address)?.isDone ?? false

/** Cancels all pictures except some. */
export function keepOnly(addresses) {
  for (const [address, { image, isDone }] of loads) {
    if (addresses.has(address)) continue
    loads.delete(address)
    if (!isDone) image.src = ''
  }
}
