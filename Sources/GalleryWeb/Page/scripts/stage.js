// The stage of the viewer: the picture that is looked at, zoomed and moved, and the one beside it while it is swiped.
import { isStill } from './dom.js'
import { listenToGestures } from './gestures.js'
import { createSlide } from './slide.js'

const gap = 24

/**
 * Shows one picture in an element.
 * @param {HTMLElement} host
 * @param {object} told  neighbour(direction) gives the page beside it that is there by now, step(direction, page) is
 *   called once it was swiped to, close() after a swipe down, moved() after any change; covered() gives
 *   { above, below }, which elements of covers change by their sizes
 */
export function createStage(host, told) {
  const ending = new AbortController()
  let slide = null
  let beside = null
  let offset = { x: 0, y: 0 }
  let axis = null
  let motion = 0
  /** Where a glide goes: what comes meanwhile counts from there. */
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

  /** Goes to a place within some frames, or at once. */
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
      // Zoom grows by factors: the point that stays where it is moves as its reciprocal does.
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

  /** The picture that a swipe brings in, once there is a page of it. */
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
    // Nothing is beside it: it gives way a little.
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

  /** Lets what is swiped run to where it ends. */
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
      if (!slide) return false
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
      if (!slide) return
      stop()
      const place = slide.zoomed(Math.min(slide.place.zoom * factor, most()), point)
      const { width, height } = slide.box
      move({
        zoom: Math.max(place.zoom, 0.5), x: place.x - delta.x / width, y: place.y - delta.y / height,
      })
    },
    pinchEnd() {
      if (slide && slide.place.zoom < 1) glide({ zoom: 1, x: 0.5, y: 0.5 })
    },
    doubleTap: point => stage.toggle(point),
    wheel(factor, point) {
      if (!slide) return
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

    /** Shows the picture of a page in place of the last one; first is an image of it that is on the screen. */
    show(page, first = null) {
      stage.take(createSlide(page, first))
    },

    /** Shows a slide that was made before. */
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
      if (!slide) return
      const from = aim ?? slide.place
      glide(slide.zoomed(limited(from.zoom * factor), point, from))
    },
    /** The whole picture, or its pixels one by one. */
    toggle(point = middle()) {
      if (!slide) return
      if (stage.isZoomed) return stage.fit()
      const { hundred } = slide
      glide(slide.zoomed(limited(hundred > 1.2 ? hundred : 2), point))
    },
    fit() {
      if (slide) glide({ zoom: 1, x: 0.5, y: 0.5 })
    },
    /** Moves the view over a zoomed picture, in shares of the view. */
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
