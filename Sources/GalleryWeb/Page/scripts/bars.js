// The viewer's buttons, which go away while nobody moves, and come back.
import { element, isOwner } from './dom.js'
import { iconButton } from './icons.js'
import { toggleMenu } from './menu.js'
import { say } from './words.js'

const patience = 3000
/** What makes sense once the page is there. Their places are kept, so that no button moves under a finger. */
const later = ['share', 'download', 'trash']

/**
 * Makes the bars of the viewer.
 * @param {object} does  what the buttons do, by their names
 */
export function createBars(does) {
  const position = element('p', { class: 'position' })
  const title = element('h2', { class: 'title', dir: 'auto' })
  const printed = element('p', { class: 'printed', dir: 'auto' })
  const close = iconButton('back', say('word.close'), 'Esc', does.close)
  const previous = iconButton('previous', say('viewer.previous'), '←', () => does.step(-1))
  const next = iconButton('next', say('viewer.next'), '→', () => does.step(1))
  const buttons = {
    zoom: iconButton('zoom', say('viewer.zoom'), 'z', does.zoom),
    faces: iconButton('faces', say('viewer.faces'), 'f', does.faces),
    play: iconButton('play', say('viewer.slideshow'), 's', does.play),
    share: iconButton('share', say('viewer.share'), null, does.share),
    download: iconButton('download', say('photo.download'), 'd', does.download),
    print: iconButton('print', say('viewer.print'), null, does.print),
    trash: iconButton('trash', say('trash.move'), 'Delete', does.trash),
    restore: iconButton('restore', say('viewer.restore'), null, does.restore),
    screen: iconButton('screen', say('viewer.screen'), 'Shift+F', does.screen),
    more: iconButton('more', say('viewer.more'), null, () => toggleMenu(buttons.more, say('viewer.more'), [
      [say('viewer.zoom'), does.zoom, 'zoom'], [say('viewer.print'), does.print, 'print'],
      [say('viewer.screen'), does.screen, 'screen'],
    ].filter(([, , name]) => !buttons[name].hidden))),
    info: iconButton('info', say('photo.known'), 'i', does.info),
  }
  const count = element('span', { class: 'count', 'aria-hidden': 'true' })
  buttons.faces.append(count)
  const tools = element(
    'div', { class: 'deeds', role: 'group', 'aria-label': say('viewer.photo') }, Object.values(buttons))
  tools.classList.add('waiting')
  for (const name of ['faces', 'restore']) buttons[name].hidden = true
  buttons.trash.hidden = !isOwner()
  buttons.screen.hidden = !document.fullscreenEnabled
  const top = element('header', { class: 'top' }, close, element('div', { class: 'names' }, title, position, printed))
  return {
    top, tools, previous, next, buttons,
    /** Whether a button can be pressed now. */
    isThere: name => !buttons[name].hidden && !(tools.classList.contains('waiting') && later.includes(name)),
    /** Says what the page tells. */
    show(page) {
      tools.classList.remove('waiting')
      title.textContent = page.title
      position.textContent = page.position
      printed.textContent = page.caption?.textContent ?? ''
      allow(previous, page.previous)
      allow(next, page.next)
      const { length } = page.faces?.querySelectorAll('rect') ?? []
      count.textContent = length || ''
      buttons.faces.setAttribute(
        'aria-label', length ? say('viewer.faces-count', { count: length }) : say('viewer.faces'))
      buttons.faces.hidden = !page.faces
      buttons.trash.hidden = !isOwner() || page.isTrashed
      buttons.restore.hidden = !isOwner() || !page.isTrashed
      buttons.download.hidden = page.downloads.length === 0
      buttons.zoom.hidden = page.sources.length === 0
    },
    /** Says before the page is there what the tile told. */
    showTitle(text) {
      title.textContent = text
      position.textContent = ''
    },
    /** Says whether something is on. */
    press: (name, isOn) => buttons[name].setAttribute('aria-pressed', String(isOn)),
  }
}

/** Hides an element's bars while no pointer moves: never where fingers do, nor while the focus is seen in them. */
export function hideWhileStill(host, signal) {
  let timer = 0
  let isMouse = false
  const wake = event => {
    if (event.pointerType) isMouse = event.pointerType === 'mouse'
    host.classList.remove('quiet')
    clearTimeout(timer)
    if (isMouse) timer = setTimeout(rest, patience)
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
}

/** A button that there is nothing for keeps its place, and the focus. */
function allow(button, isThere) {
  button.setAttribute('aria-disabled', String(!isThere))
}
