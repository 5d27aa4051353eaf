// The bar with the actions on the selected photos: above the page, and on phones also below it.
import { closeMenu, icon, toggleMenu } from './bars.js'
import { batch } from './batch.js'
import { element, isOwner, onEscape, report, store, stored, style, whileBusy, withOverlays } from './dom.js'
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
  const more = button('more', say('select.more'), () => toggleMenu(more, say('select.more'), [
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
      closeMenu()
      if (isNow) document.querySelector('.field').after(bar)
      else bar.remove()
      if (hadFocus) document.querySelector('.field [tabindex="0"]')?.focus({ preventScroll: true })
    },
  }
}

/** A function that changes the selected photos. */
const changes = selection => async (body, words) => batch({ ...await selection.chosen(), ...body }, words)

/** The actions of owners: icon, text and function, the most important ones first. */
function actsOf(selection) {
  const change = changes(selection)
  const ask = name => async opener => {
    const [dialogs] = await Promise.all([import('./dialogs.js'), style('overlays.css')])
    dialogs[name]({ change, opener })
  }
  return [
    ['share', say('select.share'), async opener => {
      const { giveByLink } = await withOverlays(import('./sharing.js'))
      await giveByLink(await selection.plainlyChosen(), opener)
    }],
    ['album', say('select.album'), async opener => {
      const { chooseAlbum } = await import('./dialogs.js')
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
  const change = changes(selection)
  const edit = stored(clipboard, 'session')
  const { album, byHand } = document.querySelector('.title [data-album]')?.dataset ?? {}
  return [
    [say('select.not-favorite'), () => change({ set: { favorite: false } }, count => say('select.unfavorited', { count }))],
    ...byHand != null ? [[say('select.not-album'), () =>
      change({ removeFromAlbum: album }, count => say('select.removed', { count, album }))]] : [],
    ...album && selection.count === 1 ? [[say('album.set-cover'), async () => {
      const { setCover } = await import('./dialogs.js')
      const [photo] = await selection.photos()
      await setCover(album, photo)
    }]] : [],
    ...selection.count === 1 ? [[say('select.copy-edit'), () => copyEdit(selection)]] : [],
    ...edit ? [[say('select.paste-edit'), () => change({ edit: JSON.parse(edit) }, count => say('select.edited', { count }))]] : [],
  ]
}

async function copyEdit(selection) {
  const [photo] = await selection.photos()
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

/** A button that runs act(button), once at a time. */
function button(name, text, act) {
  const made = element('button', {
    type: 'button', class: `act-${name}`, title: text, 'aria-label': text, onclick: () => whileBusy(made, () => act(made)),
  }, icon(name), element('span', { 'aria-hidden': 'true' }, text))
  return made
}
