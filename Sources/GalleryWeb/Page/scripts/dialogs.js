// The dialogs of changes of photos: tags, date, place and albums.
import { batch, offerUndo } from './batch.js'
import { element, openDialog, report, soon, style, whileBusy, withOverlays } from './dom.js'
import { address, get, path, send } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'

/** Adds or removes tags, which are separated by commas. */
export function askTags({ change, opener }) {
  const tags = field('tags', say('select.tags'), { autocomplete: 'off', autocapitalize: 'none', required: true, list: 'selection-known' })
  const known = element('datalist', { id: 'selection-known' })
  const typed = () => [...new Set(tags.input.value.split(',').map(tag => tag.trim()).filter(Boolean))]
  const send = (name, words) => {
    const list = typed()
    if (list.length === 0) return false
    dialog.close()
    change({ [name]: list }, count => words(count, list.join(', '))).catch(report)
  }
  const remove = element('button', {
    type: 'button', onclick: () => send('removeTags', (count, tags) => say('select.untagged', { count, tags })),
  }, say('select.remove-tags'))
  const dialog = ask(opener, say('select.tag'), [...tags.parts, element('p', { class: 'quiet' }, say('select.tags-how')), known],
    say('select.add-tags'), () => send('addTags', (count, tags) => say('select.tagged', { count, tags })), remove)
  let found = []
  get(address(path('tags'), { limit: 1000 })).then(({ items }) => {
    found = items.map(({ name }) => name)
    complete()
  }, () => {})
  /** Completes the last tag. */
  const complete = () => {
    const before = tags.input.value.replace(/[^,]*$/, '')
    known.replaceChildren(...found.map(name => element('option', { value: `${before}${before ? ' ' : ''}${name}` })))
  }
  tags.input.addEventListener('input', ({ data }) => { if (data === ',' || data == null) complete() })
}

/** Sets or shifts the date taken. */
export function askDate({ change, opener }) {
  const choice = (value, text, isOn) => element('label', { class: 'check' },
    element('input', { type: 'radio', name: 'kind', value, checked: isOn, onchange: () => settle() }), text)
  const date = field('date', say('select.date'), { type: 'datetime-local', step: 1, min: '0001-01-01T00:00', max: '9999-12-31T23:59' })
  const amount = element('input', { type: 'number', min: 1, value: 1, 'aria-label': say('select.amount') })
  const unit = element('select', { 'aria-label': say('select.unit') }, [
    ['minutes', say('select.minutes')], ['hours', say('select.hours')], ['days', say('select.days')],
  ].map(([value, text]) => element('option', { value, selected: value === 'hours' }, text)))
  const direction = element('select', { 'aria-label': say('select.direction') }, [
    ['+', say('select.later')], ['-', say('select.earlier')],
  ].map(([value, text]) => element('option', { value }, text)))
  const shift = element('p', { class: 'row', hidden: true }, amount, unit, direction)
  const setting = element('div', {}, date.parts)
  const isShift = () => dialog.querySelector('[name=kind]:checked').value === 'shift'
  const limit = () => { amount.max = { minutes: 5999, hours: 99, days: 9999 }[unit.value] }
  unit.addEventListener('change', limit)
  const reset = element('button', { type: 'button', onclick() {
    dialog.close()
    change({ set: { takenAt: null } }, count => say('select.dated', { count })).catch(report)
  } }, say('select.reset'))
  const settle = () => {
    shift.hidden = !isShift()
    setting.hidden = isShift()
    date.input.required = !isShift()
    amount.required = isShift()
  }
  const dialog = ask(opener, say('select.date'),
    [choice('set', say('select.set-date'), true), choice('shift', say('select.shift-date'), false), setting, shift], say('select.apply'), () => {
      const { value } = date.input
      const body = isShift() ? { shift: direction.value + shiftText(Number(amount.value), unit.value) }
        : { set: { takenAt: value.length === 16 ? `${value}:00` : value.slice(0, 19) } }
      change(body, count => say('select.dated', { count })).catch(report)
    }, reset)
  limit()
  settle()
}

/** A shift as the server reads it: 1d, or hours and minutes. */
function shiftText(amount, unit) {
  if (unit === 'days') return `${amount}d`
  const minutes = unit === 'hours' ? amount * 60 : amount
  return [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
}

/** Sets the place, by coordinates or a known city. */
export function askPlace({ change, opener }) {
  const place = field('place', say('select.place'), { autocomplete: 'off', required: true, placeholder: '48.3904, -4.4861', list: 'selection-known' })
  const known = element('datalist', { id: 'selection-known' })
  completeNames('places', known)
  const reset = element('button', { type: 'button', onclick() {
    dialog.close()
    change({ set: { location: null } }, count => say('select.placed', { count })).catch(report)
  } }, say('select.reset'))
  const dialog = ask(opener, say('select.place'), [...place.parts, known, element('p', { class: 'quiet' }, say('info.add-place'))],
    say('select.apply'), async () => {
      const location = await locationIn(place.input)
      // It may have been closed meanwhile.
      if (!location || !dialog.open) return false
      change({ set: { location } }, count => say('select.placed', { count })).catch(report)
    }, reset)
}

/** Completes with the names of a list of the API. */
export async function completeNames(kind, list) {
  const { items } = await get(address(path(kind), { limit: 500 })).catch(() => ({ items: [] }))
  list.replaceChildren(...items.map(({ name, city }) => name ?? city).filter(Boolean).map(value => element('option', { value })))
}

/** The position in a field: coordinates, or a city where a photo was taken. Null for another text, with a message. */
export async function locationIn(input) {
  const text = input.value.trim()
  const location = coordinates(text) ?? await positionOf(text).catch(() => null)
  if (!location && input.value.trim() === text) {
    input.setCustomValidity(say('info.no-place'))
    input.addEventListener('input', () => input.setCustomValidity(''), { once: true })
    input.reportValidity()
  }
  return location
}

/** The position of a photo in a city that is known. */
async function positionOf(city) {
  const q = `city:"${city.replaceAll('"', '')}" has:position`
  const { items: [photo] } = await get(address(path('photos'), { q, limit: 1 }))
  return photo ? { latitude: photo.latitude, longitude: photo.longitude } : null
}

/** Parses a latitude and a longitude in degrees: `48.39, -4.48`, also `48,39 -4,48` and `48.39 N 4.48 W`; null if impossible. */
function coordinates(text) {
  const found = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*°?\s*([NS])?[\s,;]+([+-]?\d+(?:[.,]\d+)?)\s*°?\s*([EWO])?\s*$/i.exec(text)
  if (!found) return null
  const value = (digits, side) => Number(digits.replace(',', '.')) * (/[SWO]/i.test(side ?? '') ? -1 : 1)
  const [latitude, longitude] = [value(found[1], found[2]), value(found[3], found[4])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** A text field with its label. */
export function field(name, label, attributes) {
  const input = element('input', { id: `selection-${name}`, ...attributes })
  return { input, parts: [element('label', { for: input.id }, label), input] }
}

/** Opens a dialog; apply() returns false, or a promise of it, to keep it open. */
export function ask(opener, title, parts, action, apply, other = null) {
  const submit = element('button', { type: 'submit', class: 'main' }, action)
  const form = element('form', { method: 'dialog' }, element('h2', { id: 'selection-title' }, title), parts,
    element('p', { class: 'buttons' }, other, element('button', { type: 'button', onclick: () => dialog.close() }, say('word.cancel')), submit))
  const dialog = element('dialog', { class: 'asking', 'aria-labelledby': 'selection-title' }, form)
  form.addEventListener('submit', event => {
    event.preventDefault()
    whileBusy(submit, async () => { if (await apply() !== false) dialog.close() })
  })
  // Keys pressed in the dialog do not reach the page below.
  dialog.addEventListener('keydown', event => event.stopPropagation())
  openDialog(dialog, opener)
  form.querySelector('input:not([type=radio])')?.focus()
  return dialog
}

// Albums: choosing one for photos, choosing photos for one, their covers, and the photos of those made by hand.

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
    const { chooseFiles } = await import('./uploads.js')
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
