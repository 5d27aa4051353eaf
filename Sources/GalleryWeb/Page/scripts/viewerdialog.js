// One photo over the page, with all that can be done with it. What it shows is the page of the photo.
import { listen } from './server.js'
import { moveToTrash, takeFromTrash } from './trash.js'
import { createAsking } from './asking.js'
import { createBars, hideWhileStill } from './bars.js'
import { element, isOwner, report } from './dom.js'
import { createFrames } from './frames.js'
import { download, offer } from './giving.js'
import { createNeighbours } from './neighbours.js'
import { createPanel } from './panel.js'
import { forgetPages, keepPage, photoPage } from './photopages.js'
import { createSlide } from './slide.js'
import { createSlideshow } from './slideshow.js'
import { createStage } from './stage.js'
import { bindViewerKeys } from './viewerkeys.js'
import { say } from './words.js'

const narrow = matchMedia('(max-width: 700px)')

/**
 * Makes a viewer, which is not seen yet.
 * @param {object} told  leave(page) is called to close it; came(page, isFirst) whenever another photo is shown
 */
export function createViewer(told) {
  const ending = new AbortController()
  const { signal } = ending
  let page = null
  let steps = 0
  let isStepping = false
  let isLeaving = false
  let renewal = 0

  const host = element('div', { class: 'stage', tabindex: -1, autofocus: true })
  const live = element('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  const note = element('div', { class: 'note', hidden: true })
  const bars = createBars({
    close: leave, step, zoom: () => stage.toggle(), faces: () => frames.toggle(), play: () => slideshow.toggle(),
    share: () => offer(page, bars.buttons.share), download: () => download(page, bars.buttons.download), print: () => print(),
    trash, restore, screen, info: () => panel.set(!panel.isOpen),
  })
  const asking = createAsking({
    tell,
    async done(of, work) {
      const now = await renew(of)
      if (work === 'faces' && now.id === page?.id) frames.set(true)
      return now
    },
  })
  const panel = createPanel({
    extras: page => isOwner() ? asking.linesFor(page) : [],
    changed(isOpen, hadFocus) {
      bars.press('info', isOpen)
      inside.classList.toggle('told', isOpen)
      if (!isOpen && hadFocus) bars.buttons.info.focus()
    },
  })
  const sides = [['before', bars.previous], ['behind', bars.next]].map(([side, button]) =>
    element('div', { class: `beside ${side}` }, button))
  const main = element('div', { class: 'main' }, bars.top, bars.tools, host, sides, note)
  const inside = element('div', { class: 'inside' }, main, panel.element, live)
  const dialog = element('dialog', { class: 'viewer', 'aria-label': say('viewer.photo') }, inside)

  const stage = createStage(host, {
    covers: [panel.element],
    covered: () => ({ above: 60, below: panel.height || (narrow.matches ? 68 : 12) }),
    neighbour: direction => neighbours.at(direction),
    step(direction, next) {
      const isOld = neighbours.at(direction) !== next
      show(next, direction, true)
      // Something happened while it was swiped.
      if (isOld) renewSoon()
    },
    close: leave,
    moved: () => bars.press('zoom', stage?.isZoomed ?? false),
  })
  const neighbours = createNeighbours(host)
  const frames = createFrames(isOn => bars.press('faces', isOn))
  const slideshow = createSlideshow({
    advance,
    changed(isPlaying) {
      bars.press('play', isPlaying)
      bars.buttons.play.setAttribute('aria-label', isPlaying ? say('viewer.pause') : say('viewer.slideshow'))
      inside.classList.toggle('playing', isPlaying)
      tell(isPlaying ? say('viewer.runs') : say('viewer.pauses'))
    },
  })

  /** Shows a page in place of the last one; what was swiped in, or faded in, is on the stage already. */
  function show(next, direction = 1, isShown = false, image = null) {
    if (!next || signal.aborted) return
    const isFirst = !page || page.isProvisional === true
    page = next
    if (!isShown) {
      if (isFirst && stage.slide) stage.slide.renew(page)
      else stage.show(page, image)
    }
    frames.draw(page, stage.slide)
    dialog.setAttribute('aria-label', page.title)
    bars.show(page)
    panel.show(page)
    showAbsence()
    neighbours.follow(page, direction, stage.slide, signal)
    told.came(page, isFirst)
    tell([page.position && `${page.position}:`, page.title].filter(Boolean).join(' '))
  }

  function showAbsence() {
    note.hidden = page.sources.length > 0
    const text = say('viewer.not-stored')
    note.replaceChildren(...note.hidden ? [] : [element('p', {}, text), ...isOwner() ? asking.linesFor(page) : []])
  }

  /** Goes to the photo at an address. */
  async function go(address, direction = 1) {
    try {
      const next = await photoPage(address, signal)
      if (!signal.aborted) show(next, direction)
    } catch (error) {
      if (signal.aborted || isLeaving) return
      report(error)
      if (page?.isProvisional) leave()
    }
  }

  /** Goes on by one; steps that come faster than pages follow each other. */
  async function step(direction) {
    if (!page || page.isProvisional) return
    slideshow.stop()
    steps += direction
    if (isStepping) return
    isStepping = true
    while (steps !== 0 && !signal.aborted) {
      const way = Math.sign(steps)
      steps -= way
      const address = way > 0 ? page.next : page.previous
      if (!address) {
        steps = 0
        tell(way > 0 ? say('viewer.last') : say('viewer.first'))
      } else {
        const from = page
        await go(address, way)
        if (page === from) steps = 0
      }
    }
    isStepping = false
  }

  /** Brings the next photo of the slideshow once its picture is sharp, so that nobody sees it come. */
  async function advance(playing) {
    try {
      const from = page
      if (!from.next) return false
      const next = await photoPage(from.next, signal)
      const slide = createSlide(next)
      slide.element.classList.add('waiting')
      host.append(slide.element)
      slide.putInto(stage.view)
      await slide.whenSharp()
      slide.element.classList.remove('waiting')
      if (playing.aborted || signal.aborted || page !== from) {
        slide.remove()
        return true
      }
      stage.take(slide, true)
      show(next, 1, true)
      return true
    } catch (error) {
      report(error)
      return false
    }
  }

  /** Reads the page of a photo anew, and shows it where it is the one that is looked at. */
  async function renew(of = page) {
    forgetPages()
    const now = await photoPage(of.address, signal)
    if (now.id !== page?.id || signal.aborted) return now
    page = now
    stage.slide.renew(page)
    frames.draw(page, stage.slide)
    bars.show(page)
    panel.show(page)
    showAbsence()
    neighbours.follow(page, 1, stage.slide, signal)
    return now
  }

  /** Reads the page anew after what happened; once for much that happens together. */
  function renewSoon() {
    clearTimeout(renewal)
    renewal = setTimeout(() => {
      if (page && !page.isProvisional && !signal.aborted) renew().catch(() => {})
    }, 300)
  }

  async function trash() {
    const before = page
    const moved = await moveToTrash([before.id])
    if (moved?.length === 0) return
    forgetPages()
    // It may have been read anew meanwhile, or somebody went on.
    if (page.id !== before.id || signal.aborted) return
    const { next, previous } = page.isTrashed ? before : page
    if (next ?? previous) await go(next ?? previous, next ? 1 : -1)
    else leave()
  }

  async function restore() {
    const of = page
    await takeFromTrash([of.id])
    await renew(of).catch(error => signal.aborted || report(error))
  }

  async function screen() {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
    } catch {
      tell(say('viewer.no-screen'))
    }
  }

  function leave() {
    slideshow.stop()
    if (isLeaving) return
    isLeaving = true
    told.leave(page)
  }

  function tell(text) {
    live.textContent = text
  }

  const ends = [
    listen('photos', ({ action, photos }) => {
      forgetPages()
      const isOwn = !photos || photos.includes(page?.id)
      // What comes or goes may be beside it; who went itself is looked at until somebody goes on.
      if (action === 'removed' ? !isOwn : action !== 'updated' || isOwn) renewSoon()
    }),
    listen('reset', forgetPages),
  ]

  return {
    dialog, go, step, leave, stage, frames, slideshow, panel,
    get page() { return page },
    get picture() { return stage.slide?.layer ?? null },
    press: name => bars.isThere(name) ? bars.buttons[name].click() : false,

    /** Opens it on what the tile told, until its page is there. */
    open(provisional, image) {
      document.body.append(dialog)
      dialog.showModal()
      panel.restore()
      if (provisional) {
        page = provisional
        stage.show(provisional, image)
        bars.showTitle(provisional.title)
      }
      for (const name of ['faces', 'zoom', 'play']) bars.press(name, name === 'faces' && frames.isOn)
      bars.press('info', panel.isOpen)
      hideWhileStill(inside, signal)
      dialog.addEventListener('cancel', event => {
        event.preventDefault()
        leave()
      }, { signal })
      // It is there still after a way back that led elsewhere, or comes out of the browser's cache.
      for (const name of ['popstate', 'pageshow']) addEventListener(name, () => { isLeaving = false }, { signal })
      ends.push(bindViewerKeys(this))
    },
    /** Opens it on a page that is there, with an image of it. */
    openPage(first, image) {
      keepPage(first)
      this.open(null)
      show(first, 1, false, image)
    },
    /** Takes it away. */
    end() {
      ending.abort()
      for (const end of ends) end()
      slideshow.stop()
      neighbours.end()
      stage.end()
      if (document.fullscreenElement) document.exitFullscreen()
      dialog.close()
      dialog.remove()
    },
  }
}
