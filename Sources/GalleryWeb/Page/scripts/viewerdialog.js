// A photo over the page, with all actions on it. The content is from the photo's page.
import { createBars, createPanel, hideWhileStill, setIcon } from './bars.js'
import { batch, moveToTrash, takeFromTrash } from './batch.js'
import { element, isOwner, report, store, stored, style, whileBusy } from './dom.js'
import { download, offer } from './giving.js'
import { bind } from './keys.js'
import { forgetPages, keepPage, photoPage, placeOf } from './photopages.js'
import { listen } from './server.js'
import { createSlide, createStage, keepOnly, load } from './stage.js'
import { say } from './words.js'
import { createAsking } from './work.js'

const narrow = matchMedia('(max-width: 700px)')

/** Creates a hidden viewer. leave(page) is called to close it, came(page, isFirst) after each change of the photo. */
export function createViewer(told) {
  const ending = new AbortController()
  const { signal } = ending
  let page = null
  /** Settled once the position of the page is known. */
  let isFound = null
  let steps = 0
  let isStepping = false
  let isLeaving = false
  let renewal = 0
  let renewals = 0
  /** Shows the bars. */
  let wake = null

  const host = element('div', { class: 'stage', tabindex: -1, autofocus: true })
  const live = element('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  const tell = text => { live.textContent = text }
  const note = element('div', { class: 'note', hidden: true })
  const bars = createBars({
    close: leave, step, play: () => slideshow.toggle(), favorite, edit,
    share: () => offer(page, bars.buttons.share), trash, restore, info: () => panel.set(!panel.isOpen), menu,
  })
  const asking = createAsking({ tell, done: renew })
  /** The modules for changing the photo: its info, and its faces. */
  const changing = {}
  const panel = createPanel({
    isReady(page) {
      const isReady = !page.isChangeable || changing.info && changing.faces
      if (!isReady) Promise.all([change('info'), change('faces')]).then(() => panel.fill(), report)
      return isReady
    },
    fill(content, page) {
      content.querySelector('.known').before(...isOwner() ? asking.linesFor(page) : [])
      if (page.isChangeable) changing.info.fill(content, page)
    },
    changed(isOpen, hadFocus) {
      bars.press('info', isOpen)
      inside.classList.toggle('told', isOpen)
      frames.follow(isOpen)
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
    moved: () => changing.faces?.place(),
    tapped: target => changing.faces?.tapped(target),
  })
  const neighbours = createNeighbours(host)
  const frames = createFrames(() => page?.isChangeable && change('faces').then(faces => faces.draw(), report))
  const slideshow = createSlideshow({
    advance,
    changed(isPlaying) {
      bars.press('play', isPlaying)
      setIcon(bars.buttons.play, isPlaying ? 'pause' : 'play')
      bars.buttons.play.setAttribute('aria-label', isPlaying ? say('viewer.pause') : say('viewer.slideshow'))
      inside.classList.toggle('playing', isPlaying)
      bars.buttons.play.hidden = !isPlaying
      // The focus in the bars would keep them.
      if (isPlaying) host.focus({ preventScroll: true })
      wake?.()
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
    announce(page)
  }

  /** Loads a module for changing the photo, and creates its part of the viewer. */
  async function change(name) {
    const [module] = await Promise.all([name === 'info' ? import('./info.js') : import('./faces.js'), style('info.css')])
    changing[name] ??= module.create({
      main, stage, tell, renew, frames, addToAlbum, uncover, changing, get page() { return page },
    })
    return changing[name]
  }

  /** Closes the sheet, which covers the picture, but keeps the frames. */
  function uncover() {
    if (panel.height === 0) return
    panel.set(false)
    frames.follow(true)
  }

  /** Shows the position, which is still unknown in listings in which finding it takes long. */
  async function findPosition(of) {
    if (of.position || of.isProvisional) return
    const position = await placeOf(of, signal).catch(() => '')
    if (page !== of || !position) return
    page.position = position
    bars.showPosition(position, page.listing)
  }

  /** Tells the title to screen readers, with the position once it is known. */
  async function announce(of) {
    await isFound
    if (page === of) tell([of.position && `${of.position}:`, of.title].filter(Boolean).join(' '))
  }

  /** The further actions on the photo. */
  function menu() {
    const [original, edited] = page.downloads
    const hasPicture = page.sources.length > 0
    return [
      original && [say('photo.download'), () => download(edited ?? original)],
      edited && [say('viewer.original'), () => download(original)],
      isOwner() && !page.isTrashed && [say('viewer.album'), () => addToAlbum(bars.buttons.more).catch(report)],
      isOwner() && albumOf(page) && [say('viewer.cover'), () => setCover().catch(report)],
      hasPicture && [say('viewer.zoom'), () => stage.toggle()],
      hasPicture && [say('viewer.print'), () => print()],
      hasPicture && [say('viewer.slideshow'), () => slideshow.start()],
      isOwner() && hasPicture && [say('face.find'), () => change('faces').then(faces => faces.find()).catch(report)],
      page.faces && [frames.isShown ? say('face.hide') : say('face.show'), () => frames.toggle()],
      document.fullscreenEnabled && [say('viewer.screen'), screen],
    ].filter(Boolean)
  }

  async function favorite() {
    const of = page
    const isFavorite = !of.isFavorite
    of.isFavorite = isFavorite
    bars.press('favorite', isFavorite)
    await batch({ photos: [of.id], set: { favorite: isFavorite } },
      () => isFavorite ? say('info.favored') : say('info.unfavored'))
    await renew(of).catch(report)
  }

  function edit() {
    return whileBusy(bars.buttons.edit, async () => {
      slideshow.stop()
      try {
        const [{ openEditor }] = await Promise.all([import('./editor.js'), style('editor.css')])
        await openEditor(page, { opener: bars.buttons.edit, saved: () => renew().catch(() => {}) })
      } catch (error) {
        console.error(error)
        location.assign(`/photos/${page.id}/edit`)
      }
    })
  }

  async function addToAlbum(opener) {
    const of = page
    const { chooseAlbum } = await import('./dialogs.js')
    const album = await chooseAlbum(opener)
    if (!album) return
    await batch({ photos: [of.id], addToAlbum: album }, count => say('select.added', { count, album }))
    await renew(of)
  }

  /** The album that the photo was opened from; null for none. */
  function albumOf({ address }) {
    const section = new URL(address, location).searchParams.get('from')
    return section?.startsWith('album:') ? section.slice('album:'.length) : null
  }

  async function setCover() {
    const { setCover } = await import('./dialogs.js')
    await setCover(albumOf(page), page.id)
  }

  /** Shows the data of the current page around its picture. */
  function present(direction) {
    frames.draw(page, stage.slide)
    bars.show(page)
    panel.show(page)
    showAbsence()
    checkPicture(page)
    isFound = findPosition(page)
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
      panel.show(page)
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
    const turn = ++renewals
    const now = await photoPage(of.address, signal)
    // A later request has newer data.
    if (now.id !== page?.id || signal.aborted || turn !== renewals) return now
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

  function trash() {
    return whileBusy(bars.buttons.trash, async () => {
      const before = page
      if (!await moveToTrash({ photos: [before.id] })) return
      forgetPages()
      // The page may have been reloaded meanwhile, or another photo shown.
      if (page.id !== before.id || signal.aborted) return
      const { next, previous } = page.isTrashed ? before : page
      if (next ?? previous) await go(next ?? previous, next ? 1 : -1)
      else leave()
    })
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

  /** Ends the slideshow first, then the viewer. */
  function escape() {
    if (slideshow.isPlaying) slideshow.stop()
    else leave()
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
    // Changes by other programs, and those that were missed, are not listed.
    ...['catalog', 'reset'].map(kind => listen(kind, () => {
      forgetPages()
      renewSoon()
    })),
  ]

  return {
    dialog, go, step, leave, escape, stage, frames, slideshow, panel,
    get page() { return page },
    get picture() { return stage.slide?.layer ?? null },
    /** Presses a button; false if it is not there. */
    press: name => bars.isThere(name) ? bars.buttons[name].click() : false,
    /** Does an action of the menu. */
    choose: text => menu().find(([name]) => name === text)?.[1]() ?? false,

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
      bars.press('play', false)
      bars.press('info', panel.isOpen)
      wake = hideWhileStill(inside, signal)
      dialog.addEventListener('cancel', event => {
        event.preventDefault()
        escape()
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
  // Held keys change a photo once.
  return bind(say('keys.viewer'), {
    ArrowRight: [say('keys.next-moves'), arrow(0.25, 0, () => viewer.step(1))],
    ArrowLeft: [say('keys.previous-moves'), arrow(-0.25, 0, () => viewer.step(-1))],
    PageDown: [say('keys.next-zoomed'), event => isReading(event) ? false : viewer.step(1)],
    PageUp: [say('keys.previous-zoomed'), event => isReading(event) ? false : viewer.step(-1)],
    ArrowUp: ['', arrow(0, -0.25)], ArrowDown: ['', arrow(0, 0.25)], Home: ['', still], End: ['', still],
    '+': [say('keys.zoom-in'), () => stage.zoomBy(1.5)], '=': ['', () => stage.zoomBy(1.5)],
    '-': [say('keys.zoom-out'), () => stage.zoomBy(1 / 1.5)], 0: [say('keys.whole'), () => stage.fit()],
    z: [say('keys.pixels'), () => stage.toggle()],
    f: [say('face.show'), () => viewer.frames.toggle()],
    i: [say('keys.known'), () => viewer.press('info')],
    l: [say('info.favorite'), ({ repeat }) => !repeat && viewer.press('favorite')], e: [say('viewer.edit'), () => viewer.press('edit')],
    s: [say('viewer.slideshow'), () => viewer.slideshow.toggle()], ' ': [say('viewer.slideshow'), () => viewer.slideshow.toggle()],
    d: [say('photo.download'), () => viewer.choose(say('photo.download'))],
    F: [say('viewer.screen'), () => viewer.choose(say('viewer.screen'))],
    Delete: [say('trash.move'), ({ repeat }) => !repeat && viewer.press('trash')],
    Escape: [say('word.close'), () => viewer.escape()],
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

// Frames of faces over the picture, with names: shown with the panel, or at all photos after the key f.

const storageKey = 'viewer.faces'

/** Creates the frames in their stored state; drawn() is called when they are shown. */
function createFrames(drawn) {
  let isOn = stored(storageKey) === '1'
  /** True while the panel shows the faces. */
  let isBeside = false
  let last = null
  const frames = {
    get isShown() { return isOn || isBeside },
    /** Draws the frames of a page over its slide. */
    draw(page, slide) {
      last = { page, slide }
      const isShown = frames.isShown && page.faces != null
      slide.frame(isShown ? document.importNode(page.faces, true) : null)
      if (isShown) drawn()
    },
    /** Shows the frames, or hides them. */
    set(isWanted) {
      isOn = isWanted
      isBeside &&= isWanted
      store(storageKey, isOn ? '1' : '0')
      frames.redraw()
    },
    /** Follows the panel. */
    follow(isOpen) {
      isBeside = isOpen
      frames.redraw()
    },
    redraw: () => last && frames.draw(last.page, last.slide),
    toggle: () => frames.set(!frames.isShown),
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
    get isPlaying() { return playing !== null },
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
