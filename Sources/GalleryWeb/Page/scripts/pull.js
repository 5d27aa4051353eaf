// Pull to refresh, with resistance and a rotating mark.
import { drawing, element, isStill } from './dom.js'

/** The distance, in pixels, after which releasing refreshes. */
const enough = 72
/** The maximum distance. */
const most = 120

/** Calls `refresh` when a finger pulls the page down and releases it. */
export function mountPull(refresh) {
  document.documentElement.classList.add('pullable')
  const arrow = drawing('svg', { viewBox: '0 0 24 24', width: 22, height: 22 }, drawing('path', {
    d: 'M19 12a7 7 0 1 1-2.2-5.1M19 3v5h-5', fill: 'none', stroke: 'currentColor', 'stroke-width': 2,
    'stroke-linecap': 'round', 'stroke-linejoin': 'round',
  }))
  const mark = element('div', { class: 'pull', 'aria-hidden': 'true', hidden: true }, arrow)
  document.body.append(mark)
  let pull = null
  let isBusy = false

  function draw(distance) {
    mark.hidden = distance <= 0
    mark.style.transform = `translate(-50%, ${distance - 48}px)`
    mark.classList.toggle('enough', distance >= enough)
    if (!isStill()) arrow.style.transform = `rotate(${distance * 3}deg)`
  }

  function end() {
    pull = null
    if (!isBusy) draw(0)
  }

  addEventListener('touchstart', event => {
    const isHere = event.touches.length === 1 && isAtTop(event.target) && !isBusy
    pull = isHere ? { x: event.touches[0].clientX, y: event.touches[0].clientY, distance: 0, isOurs: false } : null
  }, { passive: true })
  addEventListener('touchmove', event => {
    if (!pull) return
    const down = event.touches[0].clientY - pull.y
    const aside = Math.abs(event.touches[0].clientX - pull.x)
    if (!pull.isOurs) {
      if (Math.max(Math.abs(down), aside) < 10) return
      // Scrolling, swiping and pinching are handled by the browser.
      if (event.touches.length > 1 || down < aside || !event.cancelable) return end()
      pull.isOurs = true
    }
    event.preventDefault()
    pull.distance = resisted(down)
    draw(pull.distance)
  }, { passive: false })
  addEventListener('touchend', async () => {
    const isEnough = pull?.isOurs && pull.distance >= enough
    if (!isEnough) return end()
    pull = null
    isBusy = true
    draw(enough)
    mark.classList.add('busy')
    await refresh()
    isBusy = false
    mark.classList.remove('busy')
    draw(0)
  })
  addEventListener('touchcancel', end)
}

/** Resistance grows with the distance. */
const resisted = down => down <= 0 ? 0 : most * (1 - Math.exp(-down / (2 * most)))

/** True if neither the page nor an element around the finger is scrolled or handles the gesture. */
function isAtTop(target) {
  if (scrollY > 0 || target.closest('dialog, input, textarea, select, [role=slider], .work')) return false
  for (let around = target; around; around = around.parentElement) if (around.scrollTop > 0) return false
  return true
}
