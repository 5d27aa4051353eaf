// Albums: choosing one for photos, their covers, and the photos of those made by hand.
import { batch, offerUndo } from './batch.js'
import { element, report, withOverlays } from './dom.js'
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
