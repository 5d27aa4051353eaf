// The pages of all albums and of one: making, naming, ordering and deleting albums, and adding photos.
import { carryUndo } from './batch.js'
import { ask, field, pickPhotos, setCover } from './dialogs.js'
import { element, report, soon, style } from './dom.js'
import { onActs } from './lists.js'
import { listen, pageAt, path, send, sendLast } from './server.js'
import { say, sentence } from './words.js'

const pageOf = section => `/sections/${encodeURIComponent(section)}`

/** Enables the page of all albums. */
export async function mount() {
  const { mount } = await import('./lists.js')
  await mount({ 'new-album': makeAlbum })
}

/** Asks for the name of a new album, and for a search that fills it; then opens its page. */
export async function makeAlbum(opener) {
  await style('overlays.css')
  const name = field('name', say('album.name'), { maxlength: 200, autocomplete: 'off', required: true })
  const search = field('search', say('album.search'), { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', placeholder: 'rating:>3' })
  ask(opener, say('album.new'), [...name.parts, ...search.parts, element('p', { class: 'quiet' }, say('album.search-how'))],
    say('album.create'), async () => {
      const query = search.input.value.trim()
      try {
        const { section } = await send('POST', path('albums'), { name: name.input.value, query: query || null })
        location.assign(pageOf(section))
      } catch (error) {
        // The search is invalid, or the name.
        refuse(error.status === 400 ? search.input : name.input, error)
      }
      return false
    })
  for (const { input } of [name, search]) input.addEventListener('input', () => input.setCustomValidity(''))
}

/** Shows an error at a field. */
function refuse(input, error) {
  input.setCustomValidity(sentence(error.message))
  input.reportValidity()
}

/** Enables the page of an album: its menu, its title and its grid, if the page has one. */
export function mountAlbum(menu, collection) {
  const { album, byHand } = menu.dataset
  const heading = document.querySelector('.title h1')
  const acts = {
    add: button => pickPhotos(album, button),
    rename: () => rename(album, heading),
    order: () => startOrder(menu.querySelector('summary')),
    cover: () => setCover(album, null),
    delete: async () => {
      const { undo } = await sendLast(path('albums', album))
      carryUndo(say('album.deleted', { album }), undo, location.pathname)
      location.assign('/albums')
    },
  }
  onActs(document.querySelector('.title'), async button => {
    menu.open = false
    await acts[button.dataset.act](button)
  })
  heading.querySelector('bdi').addEventListener('click', () => acts.rename())
  for (const kind of ['photos', 'catalog', 'reset']) listen(kind, renewSoon)
  if (byHand == null) return
  // The focused photo moves.
  document.querySelector('.collection').addEventListener('keydown', event => {
    if (!event.altKey || !/^Arrow/.test(event.key) || !collection?.isInOwnOrder) return
    event.preventDefault()
    event.stopPropagation()
    import('./albumorder.js').then(({ moveByKey }) => moveByKey(collection, album, event.key)).catch(report)
  }, { capture: true })

  async function startOrder(opener) {
    // Other orders cannot be changed by hand.
    if (!collection?.isInOwnOrder) return location.assign(location.pathname)
    const [{ arrange }] = await Promise.all([import('./albumorder.js'), style('albums.css')])
    arrange(collection, album, opener)
  }
}

/** Updates the cover and the facts of the title after changes, and offers to share an album that was empty. */
const renewSoon = soon(async () => {
  const page = await pageAt(location.href)
  const [shown, now] = [document, page].map(page => page.querySelector('.title'))
  const part = (title, name) => title.querySelector(name)
  part(shown, '.words > p').replaceWith(part(now, '.words > p'))
  const cover = part(now, '.cover')
  if (cover?.getAttribute('src') !== part(shown, '.cover')?.getAttribute('src')) {
    part(shown, '.cover')?.remove()
    if (cover) shown.prepend(cover)
  }
  if (!part(shown, '.give')) part(shown, '[data-album]').before(part(now, '.give') ?? '')
}, 300)

/** Replaces the title with a field for a new name. */
async function rename(album, heading) {
  await style('albums.css')
  if (heading.querySelector('input')) return
  const shown = [...heading.childNodes]
  const input = element('input', { class: 'rename', value: album, maxlength: 200, autocomplete: 'off', 'aria-label': say('album.name') })
  let isDone = false
  const end = () => {
    isDone = true
    const hadFocus = input === document.activeElement
    heading.replaceChildren(...shown)
    if (hadFocus) document.querySelector('.title [data-album] summary').focus()
  }
  const save = async () => {
    const name = input.value.trim()
    if (isDone) return
    if (!name || name === album) return end()
    try {
      isDone = true
      const { section, undo } = await send('PATCH', path('albums', album), { name })
      carryUndo(say('album.renamed', { album: name }), undo, location.pathname)
      location.replace(pageOf(section))
    } catch (error) {
      isDone = false
      refuse(input, error)
    }
  }
  input.addEventListener('input', () => input.setCustomValidity(''))
  input.addEventListener('blur', () => { if (input.checkValidity()) save() })
  input.addEventListener('keydown', event => {
    // Keys pressed in the field do not reach the page.
    event.stopPropagation()
    if (event.isComposing) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') end()
  })
  heading.replaceChildren(input)
  input.focus()
  input.select()
}
