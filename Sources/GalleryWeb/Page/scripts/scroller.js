// Scrolling of the list, the scrubber, and the position stored in the history entry. The document scrolls a moving
// window of the list, which can be higher than the maximum height of a page.
import { drawing, element, readdress } from './dom.js'
import { originFor } from './layout.js'
import { monthName, monthOf, number, say } from './words.js'

/** The time after the last scroll event until scrolling has ended, in milliseconds. */
const rest = 150

/** Scrolls the list in an element; moved() is called when the visible part changed, rested() when scrolling ended. */
export function createScroller(host, timeline, { moved, rested, signal }) {
  const longest = Math.min(1e7, Math.floor(3e7 / devicePixelRatio))
  let last = { y: 0, time: 0 }
  let timer = 0
  addEventListener('scroll', onScroll, { passive: true, signal })
  signal.addEventListener('abort', () => clearTimeout(timer))

  /** The height of the page above the list, in pixels. */
  const offset = () => Math.round(host.getBoundingClientRect().top + scrollY)

  function onScroll() {
    const time = performance.now()
    const y = scroller.top
    scroller.speed = Math.abs(y - last.y) / Math.max(time - last.time, 8)
    last = { y, time }
    clearTimeout(timer)
    timer = setTimeout(() => settle(), rest)
    const end = windowEnd()
    if (end !== null) scroller.moveTo(end)
    else if ((scroller.origin !== 0 && y - scroller.origin < scroller.view) || (scroller.origin < 0 && y < 0)
      || (isCutBelow() && scroller.origin + host.offsetHeight - y < 2 * scroller.view)) scroller.moveTo(y)
    moved()
  }

  /** True if the list continues below the window. */
  const isCutBelow = () => scroller.origin + host.offsetHeight !== timeline.height

  /** The list's own end if the page is scrolled to an end of the window at which the list continues; otherwise null. */
  function windowEnd() {
    const { scrollTop, scrollHeight } = document.documentElement
    if (scroller.origin !== 0 && scrollTop <= 0) return -offset()
    return isCutBelow() && scrollTop + scroller.view >= scrollHeight - 1 ? timeline.height : null
  }

  function settle() {
    timer = 0
    scroller.speed = 0
    // The scroll event that leads to the list's end can arrive after this timer.
    scroller.moveTo(windowEnd() ?? scroller.top)
    moved()
    rested()
  }

  const scroller = {
    /** The pixel of the list at which the element begins. */
    origin: 0,
    /** Pixels per millisecond. */
    speed: 0,
    /** The height of the view. */
    get view() { return innerHeight },
    /** The pixel of the list at the top of the view; negative while content above the list is visible. */
    get top() { return Math.round(scroller.origin - host.getBoundingClientRect().top) },

    /** Scrolls a pixel of the list to the top of the view. */
    moveTo(y) {
      const { height } = timeline
      scroller.origin = originFor(y, scroller.view, height, longest, scroller.origin)
      host.style.height = `${Math.min(height, longest)}px`
      const target = offset() + y - scroller.origin
      if (Math.abs(target - scrollY) > 1) scrollTo({ top: target, behavior: 'instant' })
      last.y = scroller.top
    },

    /** Changes the list while the content at a pixel of the view stays in place. */
    keep(change, at) {
      const before = scroller.top
      // If the beginning of the list is visible, it stays.
      const anchor = before + at.y <= 0 ? null : timeline.anchor(before + at.y, at.x)
      change()
      const y = anchor ? timeline.yOf(anchor) - at.y : before
      if (timer === 0) return scroller.moveTo(y)
      // Correcting the position would stop running scrolling: the window moves instead and is aligned at rest.
      scroller.origin += y - before
      last.y += y - before
      host.style.height = `${Math.min(Math.max(timeline.height - scroller.origin, 0), longest)}px`
    },
  }
  return scroller
}

/** The stored position of the entry: {anchor, at}, or {photo} from the address, or null. */
export function placeKept(host) {
  const { place } = history.state ?? {}
  if (place && place.listing === nameOf(host)) return place
  const photo = Number(host.dataset.at)
  return photo > 0 ? { photo } : null
}

/**
 * Stores the anchor that is `at` a pixel of the view, while the page's own address is shown; without an anchor, the
 * beginning.
 */
export function keepPlace(host, { anchor, at }) {
  const here = new URL(location.href)
  // The viewer has its own history entry.
  if (here.pathname.startsWith('/photos/')) return
  here.searchParams.delete('at')
  readdress({ ...history.state, place: { listing: nameOf(host), anchor, at } }, here)
}

const nameOf = ({ dataset: { section, query, sort } }) => [section, query, sort].join(' ')

// The scrubber at the edge of the page: years and months, or sections, in proportion to their photos, and the view.

/** The distance between the names of years, and between ticks, in pixels. */
const yearRoom = 20
const tickRoom = 4

/**
 * Creates the scrubber. jump(position, part) is called with the number of a photo, from 0, and the part of the view
 * above it: 0 and 1 for the ends.
 */
export function makeScrubber(timeline, { jump, signal }) {
  const years = element('div', { class: 'years', 'aria-hidden': 'true' })
  const bubble = element('span', { class: 'bubble', 'aria-hidden': 'true', dir: 'auto' })
  const thumb = element('div', { class: 'thumb' }, bubble)
  const slider = element('div', {
    class: 'scrubber', role: 'slider', tabindex: 0, 'aria-label': say('collection.place'),
    'aria-orientation': 'vertical', 'aria-valuemin': 1, 'aria-valuenow': 1,
  }, years, thumb)
  let part = 0
  let drawn = ''
  let length = 0
  let timer = 0

  slider.addEventListener('pointerdown', event => {
    if (event.button !== 0) return
    event.preventDefault()
    slider.focus({ preventScroll: true })
    slider.setPointerCapture(event.pointerId)
    slider.classList.add('held', 'dragged')
    go(event)
  }, { signal })
  slider.addEventListener('pointermove', event => {
    if (slider.hasPointerCapture(event.pointerId)) go(event)
  }, { signal })
  slider.addEventListener('lostpointercapture', () => slider.classList.remove('held'), { signal })
  // The focus frame is for keys, not for the finger that dragged.
  slider.addEventListener('blur', () => slider.classList.remove('dragged'), { signal })
  slider.addEventListener('keydown', onKey, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))

  function go(event) {
    const { top, height } = slider.getBoundingClientRect()
    const wanted = Math.max(Math.min((event.clientY - top) / height, 1), 0)
    jump(Math.round(wanted * (timeline.count - 1)), wanted)
    point(wanted)
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    slider.classList.remove('dragged')
    const target = targetOf(event.key)
    if (target === null) return
    event.preventDefault()
    event.stopPropagation()
    const last = timeline.count - 1
    const bound = Math.max(Math.min(target, last), 0)
    jump(bound, bound === 0 ? 0 : bound === last ? 1 : 0.0001)
  }

  /** The number of the photo for a key; null for other keys. */
  function targetOf(key) {
    const { blocks } = timeline
    const here = timeline.at(Math.round(part * (timeline.count - 1))).place
    const next = (step, name) => {
      let place = here + step
      while (blocks[place] && blocks[place][name] === blocks[here][name]) place += step
      // The first block that shares the name.
      while (blocks[place - 1] && blocks[place - 1][name] === blocks[place]?.[name]) place -= 1
      return blocks[place] ? timeline.position(place, 0) : step < 0 ? 0 : timeline.count - 1
    }
    const isByMonth = blocks[here]?.month != null
    const hasSections = Boolean(blocks[0]?.address)
    const portion = share => Math.round((part + share) * (timeline.count - 1))
    switch (key) {
      case 'Home': return 0
      case 'End': return timeline.count - 1
      case 'ArrowDown': case 'ArrowRight': return isByMonth ? next(1, 'month') : portion(0.02)
      case 'ArrowUp': case 'ArrowLeft': return isByMonth ? next(-1, 'month') : portion(-0.02)
      case 'PageDown': return isByMonth ? next(1, 'year') : hasSections ? next(1, 'section') : portion(0.1)
      case 'PageUp': return isByMonth ? next(-1, 'year') : hasSections ? next(-1, 'section') : portion(-0.1)
      default: return null
    }
  }

  /** Shows the position of a fraction of all photos. */
  function point(share) {
    part = share
    thumb.style.transform = `translateY(${share * length}px)`
    const position = Math.round(share * (timeline.count - 1))
    const { place, photo } = timeline.at(position)
    const block = timeline.blocks[place]
    if (!block) return
    const day = block.columns?.days?.[photo]
    const month = day ? monthOf(day) : block.month
    const name = month ? monthName(month) : timeline.blocks.findLast((other, at) => at <= place && other.title)?.title
    const text = name ?? number(position + 1)
    if (bubble.textContent !== text) bubble.textContent = text
    const rank = say('collection.position', { position: position + 1, count: timeline.count })
    const value = name ? `${name}, ${rank}` : rank
    if (value === drawn) return
    drawn = value
    slider.setAttribute('aria-valuenow', position + 1)
    slider.setAttribute('aria-valuetext', value)
  }

  return {
    element: slider,

    /** Redraws years and months. */
    measure() {
      slider.setAttribute('aria-valuemax', Math.max(timeline.count, 1))
      const { height } = slider.getBoundingClientRect()
      length = height
      years.replaceChildren()
      if (timeline.count === 0 || height === 0) return
      const at = place => timeline.position(place, 0) / Math.max(timeline.count - 1, 1) * height
      let lastName = -yearRoom
      let lastTick = -tickRoom
      let ticks = ''
      timeline.blocks.forEach((block, place) => {
        const isSection = Boolean(block.address)
        if (!(block.month || isSection) || !block.title) return
        const y = at(place)
        const isNamed = isSection || block.year !== timeline.blocks[place - 1]?.year
        if (isNamed && y - lastName >= yearRoom && y < height - 8) {
          const name = element('span', { dir: isSection && 'auto' }, isSection ? block.title : Number(block.year) || '?')
          name.style.top = `${y}px`
          years.append(name)
          lastName = y
        } else if (y - lastTick >= tickRoom && y - lastName >= yearRoom / 2) {
          ticks += `M0 ${Math.round(y)}h6`
          lastTick = y
        }
      })
      years.append(drawing('svg', { width: 6, height: Math.round(height) }, drawing('path', { d: ticks })))
    },

    /** Shows the position of the view, of which bars cover the first pixels. */
    show(top, view, covered) {
      const isShort = timeline.height <= view * 1.5
      slider.classList.toggle('needless', isShort)
      const share = Math.max(Math.min(top / Math.max(timeline.height - view, 1), 1), 0)
      if (slider.classList.contains('held')) return
      const isEnd = share === 0 || share === 1
      const seen = top + covered + share * (view - covered)
      point(isEnd ? share : timeline.positionAt(seen) / Math.max(timeline.count - 1, 1))
      // Above the list, the scrubber is hidden.
      if (top > 0) slider.classList.add('moving')
      clearTimeout(timer)
      timer = setTimeout(() => slider.classList.remove('moving'), 1500)
    },
  }
}
