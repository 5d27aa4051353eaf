// All of a collection beside the page's edge, by counts: years and months or sections, and where the view is.
import { drawing, element } from './dom.js'
import { monthName, monthOf, number, say } from './words.js'

/** Pixels between years' names, and between ticks. */
const yearRoom = 20
const tickRoom = 4

/**
 * Makes the scrubber. jump(position, part) is called with the number of a photo, from 0, and the part of the view that
 * is to stand above it: 0 and 1 for the ends.
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
    slider.classList.add('held')
    go(event)
  }, { signal })
  slider.addEventListener('pointermove', event => {
    if (slider.hasPointerCapture(event.pointerId)) go(event)
  }, { signal })
  slider.addEventListener('lostpointercapture', () => slider.classList.remove('held'), { signal })
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
    const target = targetOf(event.key)
    if (target === null) return
    event.preventDefault()
    event.stopPropagation()
    const last = timeline.count - 1
    const bound = Math.max(Math.min(target, last), 0)
    jump(bound, bound === 0 ? 0 : bound === last ? 1 : 0.0001)
  }

  /** The number of the photo that a key leads to; null for other keys. */
  function targetOf(key) {
    const { blocks } = timeline
    const here = timeline.at(Math.round(part * (timeline.count - 1))).place
    const next = (step, name) => {
      let place = here + step
      while (blocks[place] && blocks[place][name] === blocks[here][name]) place += step
      // The first block of those that share it.
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

  /** Shows where a part of all photos is. */
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

    /** Draws years and months anew. */
    measure() {
      // The page's head is as high as its texts make it.
      slider.style.setProperty('--head', `${document.querySelector('.top').offsetHeight}px`)
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
          const name = element('span', { dir: isSection && 'auto' }, isSection ? block.title : Number(block.year))
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

    /** Shows where the view is. */
    show(top, view) {
      const isShort = timeline.height <= view * 1.5
      slider.classList.toggle('needless', isShort)
      const share = Math.max(Math.min(top / Math.max(timeline.height - view, 1), 1), 0)
      if (slider.classList.contains('held')) return
      const isEnd = share === 0 || share === 1
      point(isEnd ? share : timeline.positionAt(top + share * view) / Math.max(timeline.count - 1, 1))
      // Above the listing it would only be in the way.
      if (top > 0) slider.classList.add('moving')
      clearTimeout(timer)
      timer = setTimeout(() => slider.classList.remove('moving'), 1500)
    },
  }
}
