// A photo over the page, with all actions on it. The content is from the photo's page.
import { createAsking } from './asking.js'
import { createBars, createPanel, hideWhileStill, setIcon } from './bars.js'
import { moveToTrash, takeFromTrash } from './batch.js'
import { element, isOwner, report, store, stored } from './dom.js'
import { download, offer } from './giving.js'
import { bind } from './keys.js'
import { forgetPages, keepPage, photoPage } from './photopages.js'
import { keepOnly, load } from './pictures.js'
import { listen } from './server.js'
import { createSlide, createStage } from './stage.js'
import { say } from './words.js'

const narrow = matchMedia('(max-width: 700px)')

/** Creates a hidden viewer. leave(page) is called to close it, came(page, isFirst) after each change of the photo. */
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
  const tell = text => { live.textContent = text }
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
      // The page changed during the swipe.
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
      setIcon(bars.buttons.play, isPlaying ? 'pause' : 'play')
      bars.buttons.play.setAttribute('aria-label', isPlaying ? say('viewer.pause') : say('viewer.slideshow'))
      inside.classList.toggle('playing', isPlaying)
      tell(isPlaying ? say('viewer.runs') : say('viewer.pauses'))
    },
  })

  /** Shows a page instead of the last one; after a swipe or fade, its picture is already on the stage. */
  function show(next, direction = 1, isShown = false, image = null) {
    if (!next || signal.aborted) return
    const isFirst = !page || page.isProvisional === true
    page = next
    if (!isShown) {
      if (isFirst && stage.slide) stage.slide.renew(page)
      else stage.show(page, image)
    }
    dialog.setAttribute('aria-label', page.title)
    present(direction)
    told.came(page, isFirst)
    tell([page.position && `${page.position}:`, page.title].filter(Boolean).join(' '))
  }

  /** Shows the data of the current page around its picture. */
  function present(direction) {
    frames.draw(page, stage.slide)
    bars.show(page)
    panel.show(page)
    showAbsence()
    checkPicture(page)
    neighbours.follow(page, direction, stage.slide)
  }

  function showAbsence() {
    note.hidden = page.sources.length > 0
    const text = page.isDamaged ? say('viewer.damaged') : say('viewer.not-stored')
    note.replaceChildren(...note.hidden ? [] : [element('p', {}, text), ...isOwner() ? asking.linesFor(page) : []])
  }

  /** Treats a picture that the server cannot decode as missing: its actions are disabled. */
  async function checkPicture(of) {
    const [source] = of.sources
    if (!source || of.isProvisional) return
    try {
      await load(source.address)
    } catch {
      const answer = await fetch(source.address, { method: 'HEAD', signal }).catch(() => null)
      if (answer?.status !== 422 || page !== of) return
      page = { ...of, sources: [], whole: null, isDamaged: true }
      stage.show(page)
      frames.draw(page, stage.slide)
      bars.show(page)
      showAbsence()
    }
  }

  /** Shows the photo at an address. */
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

  /** Goes to the next or previous photo; steps that are faster than pages are queued. */
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

  /** Shows the next photo of the slideshow once its picture is sharp. */
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

  /** Reloads the page of a photo and shows it if it is the current one. */
  async function renew(of = page) {
    forgetPages()
    const now = await photoPage(of.address, signal)
    if (now.id !== page?.id || signal.aborted) return now
    page = now
    stage.slide.renew(page)
    present(1)
    return now
  }

  /** Reloads the page after the last of several changes. */
  function renewSoon() {
    clearTimeout(renewal)
    renewal = setTimeout(() => page && !page.isProvisional && !signal.aborted && renew().catch(() => {}), 300)
  }

  async function trash() {
    const before = page
    if (!await moveToTrash({ photos: [before.id] })) return
    forgetPages()
    // The page may have been reloaded meanwhile, or another photo shown.
    if (page.id !== before.id || signal.aborted) return
    const { next, previous } = page.isTrashed ? before : page
    if (next ?? previous) await go(next ?? previous, next ? 1 : -1)
    else leave()
  }

  async function restore() {
    const of = page
    await takeFromTrash({ photos: [of.id] })
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

  const ends = [
    listen('photos', ({ action, photos }) => {
      forgetPages()
      const isOwn = !photos || photos.includes(page?.id)
      // Neighbors may have changed; a removed photo stays until the user goes on.
      if (action === 'removed' ? !isOwn : action !== 'updated' || isOwn) renewSoon()
    }),
    listen('reset', forgetPages),
  ]

  return {
    dialog, go, step, leave, stage, frames, slideshow, panel,
    get page() { return page },
    get picture() { return stage.slide?.layer ?? null },
    press: name => bars.isThere(name) ? bars.buttons[name].click() : false,

    /** Opens the viewer with the data of a tile until the page is loaded. */
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
      // The viewer is still open after going back elsewhere, or is restored from the browser's cache.
      for (const name of ['popstate', 'pageshow']) addEventListener(name, () => { isLeaving = false }, { signal })
      ends.push(bindViewerKeys(this))
    },
    /** Opens the viewer with a loaded page and its image. */
    openPage(first, image) {
      keepPage(first)
      this.open(null)
      show(first, 1, false, image)
    },
    /** Removes the viewer. */
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

// Keyboard shortcuts of the viewer.

/** Adds the shortcuts; returns a function that removes them. */
function bindViewerKeys(viewer) {
  const { stage } = viewer
  // In the panel, these keys scroll.
  const isReading = event => event.target.closest?.('.panel') != null
  const arrow = (x, y, otherwise) => event => {
    if (isReading(event)) return false
    if (stage.isZoomed) stage.pan(x, y)
    else otherwise?.()
  }
  const still = event => isReading(event) ? false : undefined
  return bind(say('keys.viewer'), {
    ArrowRight: [say('keys.next-moves'), arrow(0.25, 0, () => viewer.step(1))],
    ArrowLeft: [say('keys.previous-moves'), arrow(-0.25, 0, () => viewer.step(-1))],
    PageDown: [say('keys.next-zoomed'), event => isReading(event) ? false : viewer.step(1)],
    PageUp: [say('keys.previous-zoomed'), event => isReading(event) ? false : viewer.step(-1)],
    ArrowUp: ['', arrow(0, -0.25)], ArrowDown: ['', arrow(0, 0.25)], Home: ['', still], End: ['', still],
    '+': [say('keys.zoom-in'), () => stage.zoomBy(1.5)], '=': ['', () => stage.zoomBy(1.5)],
    '-': [say('keys.zoom-out'), () => stage.zoomBy(1 / 1.5)], 0: [say('keys.whole'), () => stage.fit()],
    z: [say('keys.pixels'), () => stage.toggle()],
    f: [say('viewer.faces'), () => viewer.frames.toggle()],
    i: [say('keys.known'), () => viewer.press('info')],
    s: [say('viewer.slideshow'), () => viewer.slideshow.toggle()], ' ': [say('viewer.slideshow'), () => viewer.slideshow.toggle()],
    d: [say('photo.download'), () => viewer.press('download')],
    F: [say('viewer.screen'), () => viewer.press('screen')],
    Delete: [say('trash.move'), () => viewer.press('trash')],
    Escape: [say('word.close'), () => viewer.leave()],
  }, { isAlone: true })
}

// Preloading of the pages and pictures of neighboring photos.

/** Creates a preloader for a stage. */
function createNeighbours(host) {
  let near = new Map()
  let visit = new AbortController()

  /** The picture of a page in the size for the view. */
  function fitting(page) {
    const width = Math.min(host.clientWidth, host.clientHeight * page.width / page.height) * devicePixelRatio * 0.95
    return page.sources.find(source => source.width >= width) ?? page.sources.at(-1)
  }

  async function bring(address, signal) {
    const page = await photoPage(address, signal)
    const source = fitting(page)
    if (source && !signal.aborted) load(source.address, 'low').catch(() => {})
    return page
  }

  return {
    /** The loaded page beside the current one, if any. */
    at: direction => near.get(direction) ?? null,

    /** Loads the neighbors of a page: first in the current direction, and one further. */
    async follow(page, direction, slide) {
      visit.abort()
      visit = new AbortController()
      const { signal } = visit
      near = new Map()
      const toward = way => way > 0 ? page.next : page.previous
      const wanted = new Set(slide.addresses)
      const keep = found => found.sources.forEach(source => wanted.add(source.address))
      try {
        const pages = await Promise.all([direction, -direction].map(async way => {
          const address = toward(way)
          if (!address) return null
          const found = await bring(address, signal)
          if (!signal.aborted) near.set(way, found)
          keep(found)
          return found
        }))
        const further = direction > 0 ? pages[0]?.next : pages[0]?.previous
        if (further && !signal.aborted) keep(await bring(further, signal))
      } catch { /* They are requested again when they are shown. */ }
      if (!signal.aborted) keepOnly(wanted)
    },
    end() {
      visit.abort()
      keepOnly(new Set())
    },
  }
}

// Frames of faces over the picture, with names: on or off for all photos.

const storageKey = 'viewer.faces'

/** Creates the frames in their stored state. */
function createFrames(changed) {
  let isOn = stored(storageKey) !== '0'
  let last = null
  const frames = {
    get isOn() { return isOn },
    /** Draws the frames of a page over its slide. */
    draw(page, slide) {
      last = { page, slide }
      slide.frame(isOn && page.faces ? document.importNode(page.faces, true) : null)
    },
    set(isWanted) {
      isOn = isWanted
      store(storageKey, isOn ? '1' : '0')
      if (last) frames.draw(last.page, last.slide)
      changed(isOn)
    },
    toggle: () => frames.set(!isOn),
  }
  return frames
}

// The slideshow, which shows each photo once it is sharp.

const interval = 5000
const tick = 250

/** Creates a slideshow: advance(signal) shows the next photo once its picture is loaded, false at the end. */
function createSlideshow(told) {
  let playing = null

  async function run(signal) {
    while (!signal.aborted) {
      await wait(signal)
      if (signal.aborted) return
      if (!(await told.advance(signal))) return show.stop()
    }
  }

  /** Waits for five seconds in which the photo was visible. */
  const wait = signal => new Promise(resolve => {
    let left = interval
    const timer = setInterval(() => {
      if (!document.hidden) left -= tick
      if (left > 0 && !signal.aborted) return
      clearInterval(timer)
      resolve()
    }, tick)
  })

  const show = {
    start() {
      if (playing) return
      playing = new AbortController()
      told.changed(true)
      run(playing.signal)
    },
    stop() {
      if (!playing) return
      playing.abort()
      playing = null
      told.changed(false)
    },
    toggle: () => playing ? show.stop() : show.start(),
  }
  return show
}
