// The viewer's bars, which hide while the pointer rests, with their menus, icons and info panel.
import { closesByBack, drawing, element, isOwner, isStill, onEscape, report, store, stored } from './dom.js'
import { toast } from './toast.js'
import { say } from './words.js'

const patience = 3000
/** Buttons that need the page of the photo. They keep their space so that no button moves. */
const later = ['favorite', 'share', 'edit', 'download', 'trash']

/** Creates the viewer's bars; `does` contains the actions of the buttons, menu() the further ones. */
export function createBars(does) {
  const position = element('span', {})
  const listing = element('span', { dir: 'auto' })
  const title = element('h2', { class: 'title', dir: 'auto' })
  const printed = element('p', { class: 'printed', dir: 'auto' })
  const close = iconButton('back', say('word.close'), 'Esc', does.close)
  const previous = iconButton('previous', say('viewer.previous'), '←', () => does.step(-1))
  const next = iconButton('next', say('viewer.next'), '→', () => does.step(1))
  const buttons = {
    play: iconButton('play', say('viewer.slideshow'), 's', does.play),
    favorite: iconButton('favorite', say('info.favorite'), 'l', does.favorite),
    share: iconButton('share', say('viewer.share'), null, does.share),
    edit: iconButton('edit', say('viewer.edit'), 'e', does.edit),
    info: iconButton('info', say('photo.known'), 'i', does.info),
    trash: iconButton('trash', say('trash.move'), 'Delete', does.trash),
    restore: iconButton('restore', say('viewer.restore'), null, does.restore),
    more: iconButton('others', say('viewer.more'), null, () => toggleMenu(buttons.more, say('viewer.more'), does.menu())),
  }
  const tools = element(
    'div', { class: 'deeds', role: 'group', 'aria-label': say('viewer.photo') }, Object.values(buttons))
  tools.classList.add('waiting')
  for (const name of ['play', 'restore']) buttons[name].hidden = true
  for (const name of ['favorite', 'edit', 'trash']) buttons[name].hidden = !isOwner()
  const top = element('header', { class: 'top' }, close,
    element('div', { class: 'names' }, title, element('p', { class: 'position' }, position, listing), printed))
  let isDamaged = false
  return {
    top, tools, previous, next, buttons,
    /** True if an action is possible now. */
    isThere: name => !buttons[name]?.hidden && !(tools.classList.contains('waiting') && later.includes(name))
      && !(isDamaged && name !== 'trash'),
    /** Shows the data of a page. */
    show(page) {
      tools.classList.remove('waiting')
      title.textContent = page.title
      this.showPosition(page.position, page.listing)
      printed.textContent = page.caption?.textContent ?? ''
      allow(previous, page.previous)
      allow(next, page.next)
      for (const name of ['favorite', 'edit']) buttons[name].hidden = !page.isChangeable || page.isTrashed
      buttons.edit.hidden ||= page.sources.length === 0
      buttons.favorite.setAttribute('aria-pressed', String(page.isFavorite))
      buttons.trash.hidden = !isOwner() || page.isTrashed
      buttons.restore.hidden = !isOwner() || !page.isTrashed
      isDamaged = page.isDamaged === true
      buttons.share.hidden = isDamaged
    },
    /** Shows the position in the listing, once it is known, and the listing. */
    showPosition(place, name) {
      position.textContent = place
      listing.textContent = name ? `${place && ' · '}${name}` : ''
    },
    /** Shows the tile's title until the page is loaded. */
    showTitle(text) {
      title.textContent = text
      this.showPosition('', '')
    },
    /** Sets whether a button is pressed. */
    press: (name, isOn) => buttons[name]?.setAttribute('aria-pressed', String(isOn)),
  }
}

/**
 * Hides an element's bars while no pointer moves, except on touch screens and while they have a visible focus, and
 * during a slideshow. Returns a function that shows them for the usual time.
 */
export function hideWhileStill(host, signal) {
  let timer = 0
  let isMouse = false
  const wake = event => {
    if (event?.pointerType) isMouse = event.pointerType === 'mouse'
    host.classList.remove('quiet')
    clearTimeout(timer)
    if (isMouse || host.classList.contains('playing')) timer = setTimeout(rest, patience)
  }
  const rest = () => {
    const isBusy = [...host.querySelectorAll('.top, .deeds, .beside, .choices')].some(bar =>
      bar.matches(':hover') || bar.querySelector(':focus-visible'))
    if (isBusy) timer = setTimeout(rest, patience)
    else host.classList.add('quiet')
  }
  for (const name of ['pointermove', 'pointerdown', 'focusin', 'keydown']) {
    host.addEventListener(name, wake, { signal })
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  return wake
}

/** A disabled button keeps its space and the focus. */
const allow = (button, isThere) => { button.setAttribute('aria-disabled', String(!isThere)) }

// A menu at a button of the viewer or the selection.

/** The open menu: its button, and a function that closes it. */
let openMenu = null

export const closeMenu = () => openMenu?.close()

/** Opens a button's menu, or closes it if it is open; choices are texts with their actions, which get the button. */
export function toggleMenu(button, label, choices) {
  const before = openMenu
  before?.close()
  if (before?.button === button) return
  const end = new AbortController()
  const close = () => {
    end.abort()
    menu.remove()
    openMenu = null
    button.setAttribute('aria-expanded', 'false')
  }
  const choose = act => {
    close()
    button.focus()
    ;(async () => act?.(button))().catch(report)
  }
  const menu = element('div', { class: 'choices', role: 'group', 'aria-label': label }, choices.map(([text, act]) =>
    element('button', { type: 'button', onclick: () => choose(act) }, text)))
  onEscape(menu, () => choose())
  for (const kind of ['pointerdown', 'focusin']) {
    document.addEventListener(kind, event => {
      if (!menu.contains(event.target) && !button.contains(event.target)) close()
    }, { signal: end.signal, capture: true })
  }
  const box = button.getBoundingClientRect()
  const isLow = box.top > innerHeight / 2
  // On phones, the menu of a button at the bottom is above it.
  menu.style.setProperty(isLow ? '--bottom' : '--top', `${isLow ? innerHeight - box.top + 6 : box.bottom + 6}px`)
  menu.style.setProperty('--right', `${Math.max(document.documentElement.clientWidth - box.right, 8)}px`)
  button.setAttribute('aria-expanded', 'true')
  button.after(menu)
  openMenu = { button, close }
  menu.querySelector('button').focus()
}

// The icons of the buttons, drawn as lines on a 24 × 24 grid.

const paths = {
  back: 'M19 12H5m6-7-7 7 7 7', previous: 'm15 4-8 8 8 8', next: 'm9 4 8 8-8 8', close: 'm6 6 12 12M18 6 6 18',
  others: 'M12 5.500v.01m0 6.500v.01m0 6.500v.01', more: 'M5 12h.5m6 0h.5m6 0h.5',
  zoom: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m4.8 11.3L20 20M10.5 7.5v6m-3-3h6',
  faces: 'M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4m4.500-6v1m7-1v1m-7 4.500q3.500 3 7 0',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 8v6m0-10v.500', play: 'M8 5v14l11-7z', pause: 'M8 5v14m8-14v14',
  screen: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5', download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  share: 'M12 15V4m-4 4 4-4 4 4M6 12v8h12v-8', trash: 'M5 7h14M10 4h4m-7 3 1 13h8l1-13m-7 4v5m4-5v5',
  favorite: 'M12 20s-7.500-4.600-7.500-10A4.300 4.300 0 0 1 12 7.200 4.300 4.300 0 0 1 19.500 10c0 5.400-7.500 10-7.500 10z',
  album: 'M4 6h11v11H4zM8 20h12V9m-8.500 0v5M9 11.500h5', tag: 'M4 4h8l8 8-8 8-8-8zm4 4v.5',
  date: 'M5 6h14v14H5zm0 5h14M9 3v5m6-5v5', place: 'M12 21s-6.500-6-6.500-11a6.500 6.500 0 0 1 13 0c0 5-6.500 11-6.500 11m0-13.500v5m-2.500-2.500h5',
  edit: 'm14.500 5.500 4 4L8 20l-4.500.500L4 16zm-2 2 4 4',
  before: 'M12 3v18M9 6H4v12h5m6-12h5v12h-5', copy: 'M9 9h11v11H9zM15 9V4H4v11h5', undo: 'M4 9h10a5.500 5.500 0 0 1 0 11H9M8.500 4.500 4 9l4.500 4.500',
  paste: 'M9 5H6v15h12V5h-3M9 3.500h6v3H9zM9 12h6m-6 4h6', restore: 'M5 12a7 7 0 1 0 2.500-5.400M5 4v4.500h4.500', print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
}

/** Returns an icon by name. */
export function icon(name) {
  return drawing('svg', { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': 'true', class: 'icon' },
    drawing('path', { d: paths[name] }))
}

/** Changes the icon of a button. */
export function setIcon(button, name) {
  button.querySelector('path').setAttribute('d', paths[name])
}

/** Creates a button with an icon, a label and a key. */
export function iconButton(name, label, key, onclick) {
  return element('button', {
    type: 'button', class: `sign ${name}`, 'aria-label': label, title: key ? `${label} (${key})` : label, onclick,
  }, icon(name))
}

// The info panel: beside the picture on large screens, a bottom sheet on phones and tablets.

/** Beside the picture also if the view is too low for a sheet. */
const sheet = matchMedia('(max-width: 1000px) and (min-height: 501px)')
const memory = () => sheet.matches ? 'viewer.sheet' : 'viewer.panel'

/**
 * Creates the panel: changed(isOpen) is called after a change, fill(content, page) after the content of a page was
 * replaced, unless isReady(page) is false: then the panel's fill() is called later.
 */
export function createPanel(told) {
  const content = element('div', { class: 'content' })
  const grip = element('div', { class: 'grip' },
    element('h2', {}, say('photo.known')), iconButton('close', say('viewer.close-known'), 'i', () => panel.set(false)))
  const aside = element('aside', { class: 'panel', 'aria-label': say('photo.known'), hidden: true }, grip, content)
  let isOpen = false
  let page = null
  /** Removes the sheet's entry from the history. */
  let leave = null

  function fill() {
    if (!page || !isOpen || !told.isReady(page)) return
    const isTold = content.querySelector('details')?.open ?? false
    const typed = typedIn(content)
    const known = document.importNode(page.known, true)
    known.removeAttribute('aria-labelledby')
    for (const part of known.querySelectorAll(':scope > h2, form')) part.remove()
    for (const details of known.querySelectorAll('details')) details.open = isTold
    const copies = [page.caption, page.credit].filter(Boolean).map(node => document.importNode(node, true))
    const place = known.querySelector('.small-map')
    const shown = content.querySelector('.small-map')
    // The map stays unchanged if the place is the same.
    if (place && shown?.dataset.at === place.dataset.at) place.replaceWith(shown)
    else if (place) import('./smallmap.js').then(({ showSmallMap }) => showSmallMap(place), () => place.remove())
    content.replaceChildren(element('h3', { dir: 'auto' }, page.title), ...copies, known)
    told.fill(content, page)
    typed?.()
  }

  const panel = {
    element: aside,
    /** The height of the view that the sheet covers, in pixels. */
    get height() { return sheet.matches ? aside.offsetHeight : 0 },
    get isOpen() { return isOpen },
    fill,
    /** Opens or closes the panel and stores the choice. */
    set(isWanted) {
      const hadFocus = aside.contains(document.activeElement)
      isOpen = isWanted
      aside.hidden = !isOpen
      aside.style.transform = ''
      store(memory(), isOpen ? '1' : '0')
      if (isOpen && sheet.matches) leave = closesByBack(() => panel.set(false))
      else leave?.()
      fill()
      content.scrollTop = 0
      told.changed(isOpen, hadFocus)
    },
    /** Opens the panel if it was open last time. */
    restore() {
      if (stored(memory()) === '1') panel.set(true)
    },
    /** Shows the data of a page. */
    show(next) {
      if (next.id !== page?.id) {
        content.scrollTop = 0
        // Typed text belongs to the previous photo, to which it is sent.
        content.querySelector(':is(input:not([type=radio]), textarea):focus')?.blur()
      }
      page = next
      fill()
    },
  }
  pullDown(grip, aside, () => panel.set(false))
  return panel
}

/** Returns a function that restores the focus and the text of a field after the content is replaced. */
function typedIn(content) {
  const field = content.contains(document.activeElement) ? document.activeElement : null
  if (!field?.name) return null
  const { name, value, defaultValue, selectionStart, selectionEnd } = field
  // Some browsers send `blur` to a focused field that is removed: unfinished text is not sent.
  if (field.type !== 'radio') field.value = defaultValue
  return () => {
    const now = content.querySelector(`[name="${name}"]`)
    if (!now) return
    if (value !== defaultValue && field.type !== 'radio') {
      now.value = value
      if (now.defaultValue.trim() !== defaultValue.trim()) toast(say('info.overtaken'), { isError: true })
    }
    now.focus({ preventScroll: true })
    if (selectionStart != null) now.setSelectionRange?.(selectionStart, selectionEnd)
  }
}

/** Makes a sheet follow the finger at its handle, and closes it when it is pulled down. */
function pullDown(grip, sheetElement, close) {
  let start = null
  grip.addEventListener('pointerdown', event => {
    if (!sheet.matches || event.target.closest('button')) return
    start = event.clientY
    grip.setPointerCapture(event.pointerId)
  })
  grip.addEventListener('pointermove', event => {
    if (start !== null) sheetElement.style.transform = `translateY(${Math.max(event.clientY - start, 0)}px)`
  })
  for (const name of ['pointerup', 'pointercancel']) {
    grip.addEventListener(name, event => {
      if (start === null) return
      const way = event.clientY - start
      start = null
      if (way > 80 && event.type === 'pointerup') return close()
      if (!isStill()) sheetElement.classList.add('settling')
      sheetElement.style.transform = ''
      setTimeout(() => sheetElement.classList.remove('settling'), 220)
    })
  }
}
