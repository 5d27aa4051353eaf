// Albums: choosing one for photos, choosing photos for one, their covers, and the photos of those made by hand.
import { batch, offerUndo } from './batch.js'
import { element, openDialog, report, soon, style, withOverlays } from './dom.js'
import { ask, field } from './selectiondialogs.js'
import { address, get, path, send } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'

/** Asks for an album made by hand, or for the name of a new one. Resolves to its name; null if none was chosen. */
export async function chooseAlbum(opener) {
  const [{ items }] = await withOverlays(Promise.all([get(address(path('albums'), { limit: 1000 }))]))
  return new Promise(resolve => {
    const choose = album => {
      resolve(album)
      dialog.close()
    }
    const name = field('album', say('select.new-album'), { maxlength: 200, autocomplete: 'off', required: true })
    const known = items.filter(({ query }) => query === null).map(({ name, photos, cover }) =>
      element('li', {}, element('button', { type: 'button', onclick: () => choose(name) },
        cover ? element('img', { src: path('photos', cover, 'thumbnail', 240), alt: '', width: 44, height: 44 })
          : element('span', { class: 'blank' }),
        element('span', { dir: 'auto' }, name), element('span', { class: 'quiet' }, say('count.photos', { count: photos })))))
    const dialog = ask(opener, say('select.album'), [element('ul', { class: 'albums' }, known), ...name.parts],
      say('select.create'), () => {
        const text = name.input.value.trim()
        if (text) choose(text)
        return false
      })
    dialog.addEventListener('close', () => resolve(null))
  })
}

/** Makes a photo of an album its cover. */
export const setCover = (album, photo) =>
  change('PATCH', path('albums', album), { cover: photo }, () => say('album.cover-set', { album }), say('album.cover-is', { album }))

/** Removes photos from an album made by hand. */
export const removeFromAlbum = (album, photos) =>
  batch({ photos, removeFromAlbum: album }, count => say('select.removed', { count, album }))

/** Saves a search as an album: asks for a name; the button contains the query, and the suggested name. */
export function keepSearch(button) {
  const name = field('name', say('search.album-name'), { maxlength: 200, autocomplete: 'off', required: true, value: button.dataset.name })
  ask(button, say('search.keep'), name.parts, say('word.save'), async () => {
    const album = name.input.value.trim()
    const { undo } = await send('POST', path('albums'), { name: album, query: button.dataset.query })
    offerUndo(say('search.kept', { album }), undo)
  })
  name.input.select()
}

/**
 * Changes an album, and shows words(answer) with Undo, or `nothing` if nothing changed. Resolves to the answer; null after
 * an error, which is shown.
 */
export async function change(method, where, body, words, nothing) {
  try {
    const answer = await send(method, where, body)
    if (answer.undo) offerUndo(words(answer), answer.undo)
    else if (nothing) toast(nothing)
    return answer
  } catch (error) {
    report(error)
    return null
  }
}

// The dialog that chooses photos of the library for an album.

/** Asks for photos, newest first or by a search, and adds them to an album made by hand. */
export async function pickPhotos(album, opener) {
  await withOverlays(style('albums.css'))
  const words = say('search.scope', { scope: say('search.all-photos') })
  const search = element('input', {
    type: 'search', 'aria-label': words, placeholder: words, autocomplete: 'off', oninput: soon(() => find(), 250),
  })
  const list = element('ul', { class: 'picks', 'aria-label': say('collection.photos'), onchange: settle, onscroll: more })
  const none = element('p', { class: 'quiet', role: 'status' })
  const upload = element('button', { type: 'button', async onclick() {
    dialog.close()
    const { chooseFiles } = await import('./adding.js')
    chooseFiles()
  } }, say('nav.upload'))
  const add = element('button', { type: 'submit', class: 'main', disabled: true }, say('album.add-chosen'))
  const form = element('form', { method: 'dialog' },
    element('h2', { id: 'picker-title', tabindex: -1, autofocus: true }, say('album.add-to', { album })), search, list, none,
    element('p', { class: 'buttons' }, upload, element('button', { type: 'button', onclick: () => dialog.close() }, say('word.cancel')), add))
  const dialog = element('dialog', { class: 'picker', 'aria-labelledby': 'picker-title' }, form)
  /** The chosen photos, in the order of choosing, also those of earlier searches. */
  const chosen = new Set()
  let cursor = null
  let asked = new AbortController()
  let isLoading = false

  async function find() {
    asked.abort()
    asked = new AbortController()
    cursor = null
    isLoading = false
    await load(true)
  }

  async function load(isNew = false) {
    if (isLoading) return
    isLoading = true
    const { signal } = asked
    try {
      const page = await get(address(path('photos'), { limit: 100, cursor, q: search.value.trim() }), signal)
      cursor = page.next
      if (isNew) list.replaceChildren()
      list.append(...page.items.map(tileOf))
      none.textContent = list.childElementCount === 0 ? say('album.none-found') : ''
      if (isNew) list.scrollTop = 0
    } catch (error) {
      if (error.status === 400) none.textContent = error.message
      else report(error)
    }
    if (!signal.aborted) isLoading = false
  }

  function tileOf({ id, title, thumbnail }) {
    const box = element('input', { type: 'checkbox', value: id, 'aria-label': title ?? say('tile.photo') })
    box.checked = chosen.has(id)
    const picture = thumbnail ? element('img', { src: thumbnail, alt: '', loading: 'lazy', decoding: 'async' }) : element('span', { class: 'blank' })
    return element('li', {}, element('label', {}, box, picture))
  }

  function more() {
    if (cursor && list.scrollTop + list.clientHeight * 2 > list.scrollHeight) load()
  }

  function settle({ target }) {
    chosen[target.checked ? 'add' : 'delete'](Number(target.value))
    add.disabled = chosen.size === 0
    add.textContent = chosen.size === 0 ? say('album.add-chosen') : say('album.add-count', { count: chosen.size })
  }

  form.addEventListener('submit', () => {
    batch({ photos: [...chosen], addToAlbum: album }, count => say('select.added', { count, album }))
  })
  // Keys pressed in the dialog do not reach the page below.
  dialog.addEventListener('keydown', event => event.stopPropagation())
  openDialog(dialog, opener, () => asked.abort())
  await find()
}
