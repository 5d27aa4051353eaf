// Saves a search as an album, which always lists what the search finds.
import { offerUndo } from './batch.js'
import { report } from './dom.js'
import { ask, field } from './selectiondialogs.js'
import { path, send } from './server.js'
import { say } from './words.js'

/** Asks for a name; the button has the query, and its text as the first name. */
export function keepSearch(button) {
  const name = field('name', say('search.album-name'), { maxlength: 200, autocomplete: 'off', required: true, value: button.dataset.name })
  const dialog = ask(button, say('search.keep'), name.parts, say('word.save'), () => {
    save().then(() => dialog.close(), report)
    return false
  })
  name.input.select()

  async function save() {
    const album = name.input.value.trim()
    const { undo } = await send('POST', path('albums'), { name: album, query: button.dataset.query })
    offerUndo(say('search.kept', { album }), undo)
  }
}
