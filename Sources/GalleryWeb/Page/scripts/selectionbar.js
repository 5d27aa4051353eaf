// The bar with the actions on the selected photos: above the page, and on phones also below it.
import { batch } from './batch.js'
import { drawing, element, isOwner, onEscape, report, store, stored, style, withOverlays } from './dom.js'
import { get, path } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'
import { start } from './work.js'

/** The name under which the tab stores a copied edit, as the editor does. */
const clipboard = 'edit'

/** Creates the bar of a selection; show() updates it. */
export function createBar(selection) {
  const count = element('p', { role: 'status' })
  const all = element('button', { type: 'button', onclick: () => selection.all().catch(report) }, say('select.all'))
  const acts = isOwner() ? actsOf(selection) : [['download', say('select.download'), () => download(selection)]]
  const buttons = acts.map(([name, text, act]) => button(name, text, act))
  const more = button('more', say('select.more'), () => toggleMenu(more, () => [
    // Those that have no room.
    ...acts.filter((_, place) => !buttons[place].checkVisibility()).map(([, text, act]) => [text, act]),
    ...furtherActs(selection),
  ]))
  const bar = element('section', { class: 'selection', 'aria-label': say('select.title') },
    element('div', { class: 'state' }, button('close', say('select.clear'), () => selection.clear()), count, all),
    element('div', { class: 'acts' }, buttons, isOwner() && more))
  onEscape(bar, () => { selection.clear() })
  let isShown = false
  return {
    show() {
      const isNow = selection.count > 0
      const text = say('select.count', { count: selection.count })
      if (isNow && count.textContent !== text) count.textContent = text
      all.hidden = selection.isAll
      if (isNow === isShown) return
      isShown = isNow
      const hadFocus = bar.contains(document.activeElement)
      closeMenu?.()
      if (isNow) document.querySelector('.field').after(bar)
      else bar.remove()
      if (hadFocus) document.querySelector('.field [tabindex="0"]')?.focus({ preventScroll: true })
    },
  }
}

/** The actions of owners: icon, text and function, the most important ones first. */
function actsOf(selection) {
  const change = async (body, words) => batch({ ...await selection.chosen(), ...body }, words)
  const ask = name => async opener => {
    const [dialogs] = await Promise.all([import('./selectiondialogs.js'), style('overlays.css')])
    dialogs[name]({ change, opener })
  }
  return [
    ['share', say('select.share'), async opener => {
      const { giveByLink } = await withOverlays(import('./sharing.js'))
      await giveByLink(await selection.plainlyChosen(), opener)
    }],
    ['album', say('select.album'), async opener => {
      const { chooseAlbum } = await import('./albums.js')
      const album = await chooseAlbum(opener)
      if (album) await change({ addToAlbum: album }, count => say('select.added', { count, album }))
    }],
    ['favorite', say('select.favorite'), () => change({ set: { favorite: true } }, count => say('select.favorited', { count }))],
    ['download', say('select.download'), () => download(selection)],
    ['trash', say('trash.move'), () => selection.trash()],
    ['tag', say('select.tag'), ask('askTags')],
    ['date', say('select.date'), ask('askDate')],
    ['place', say('select.place'), ask('askPlace')],
    ['faces', say('select.faces'), () => findFaces(selection)],
  ]
}

/** The actions of owners that are only in the menu. */
function furtherActs(selection) {
  const change = async (body, words) => batch({ ...await selection.chosen(), ...body }, words)
  const edit = stored(clipboard, 'session')
  const { album, byHand } = document.querySelector('.title [data-album]')?.dataset ?? {}
  return [
    [say('select.not-favorite'), () => change({ set: { favorite: false } }, count => say('select.unfavorited', { count }))],
    ...byHand != null ? [[say('select.not-album'), () =>
      change({ removeFromAlbum: album }, count => say('select.removed', { count, album }))]] : [],
    ...album && selection.count === 1 ? [[say('album.set-cover'), async () => {
      const { setCover } = await import('./albums.js')
      const { photos: [photo] } = await selection.plainlyChosen()
      await setCover(album, photo)
    }]] : [],
    ...selection.count === 1 ? [[say('select.copy-edit'), () => copyEdit(selection)]] : [],
    ...edit ? [[say('select.paste-edit'), () => change({ edit: JSON.parse(edit) }, count => say('select.edited', { count }))]] : [],
  ]
}

async function copyEdit(selection) {
  const { photos: [photo] } = await selection.plainlyChosen()
  const recipe = await get(path('photos', photo, 'edit'))
  store(clipboard, JSON.stringify(recipe), 'session')
  toast(say('select.edit-copied'))
}

/** Finds faces by a job, which shows its progress. */
async function findFaces(selection) {
  const job = await start(path('faces'), await selection.plainlyChosen())
  if (job.state === 'done' && job.sentence) toast(job.sentence)
}

/** Downloads a ZIP archive, by a form, since addresses are limited in length. */
async function download(selection) {
  const chosen = await selection.plainlyChosen()
  const form = element('form', { method: 'post', action: path('photos.zip'), hidden: true },
    Object.entries(chosen).map(([name, value]) => element('input', { type: 'hidden', name, value: String(value) })))
  document.body.append(form)
  form.submit()
  form.remove()
  toast(say('select.downloading', { count: selection.count }))
}

// Buttons, and the menu of the last one.

const icons = {
  close: 'm6 6 12 12M18 6 6 18', more: 'M5 12h.5m6 0h.5m6 0h.5', share: 'M12 15V4m-4 4 4-4 4 4M6 12v8h12v-8',
  album: 'M4 6h11v11H4zM8 20h12V9m-8.500 0v5M9 11.500h5', favorite: 'M12 20 4.500 12.500a4.700 4.700 0 0 1 7.500-5.500 4.700 4.700 0 0 1 7.500 5.500z',
  tag: 'M4 4h8l8 8-8 8-8-8zm4 4v.5', download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  date: 'M5 6h14v14H5zm0 5h14M9 3v5m6-5v5', place: 'M12 21s-6.500-6-6.500-11a6.500 6.500 0 0 1 13 0c0 5-6.500 11-6.500 11m0-13.500v5m-2.500-2.500h5',
  faces: 'M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4m4.500-6v1m7-1v1m-7 4.500q3.500 3 7 0',
  trash: 'M5 7h14M10 4h4m-7 3 1 13h8l1-13m-7 4v5m4-5v5',
}

/** A button that runs act(button), once at a time. */
function button(name, text, act) {
  const made = element('button', { type: 'button', class: `act-${name}`, title: text, 'aria-label': text, async onclick() {
    if (made.ariaBusy === 'true') return
    made.ariaBusy = 'true'
    try {
      await act(made)
    } catch (error) {
      report(error)
    }
    made.ariaBusy = null
  } },
  drawing('svg', { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': 'true' }, drawing('path', { d: icons[name] })),
  element('span', { 'aria-hidden': 'true' }, text))
  return made
}

/** Closes the open menu. */
let closeMenu = null

/** Opens the menu of a button, or closes it; choices() returns texts with their actions. */
function toggleMenu(opener, choices) {
  if (closeMenu) return closeMenu()
  const end = new AbortController()
  closeMenu = () => {
    end.abort()
    menu.remove()
    opener.setAttribute('aria-expanded', 'false')
    closeMenu = null
  }
  const choose = act => {
    closeMenu()
    opener.focus()
    Promise.resolve(act?.(opener)).catch(report)
  }
  const menu = element('div', { class: 'choices', role: 'group', 'aria-label': opener.title }, choices().map(([text, act]) =>
    element('button', { type: 'button', onclick: () => choose(act) }, text)))
  onEscape(menu, () => choose())
  const outside = ({ target }) => { if (!menu.contains(target) && !opener.contains(target)) closeMenu() }
  for (const kind of ['pointerdown', 'focusin']) document.addEventListener(kind, outside, { signal: end.signal, capture: true })
  opener.setAttribute('aria-expanded', 'true')
  opener.after(menu)
  menu.querySelector('button').focus()
}
