// Editing the user's information about a photo in the viewer's info panel: each field is changed in place.
import { offerUndo } from './batch.js'
import { completeNames, locationIn, removeFromAlbum } from './dialogs.js'
import { element, report } from './dom.js'
import { exchange, path } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'

/** The time without a further change after which a rating or date is sent, in milliseconds. */
const pause = 700

/** Makes the fields of a viewer, which calls fill(content, page) whenever it shows a page in the panel. */
export function create(viewer) {
  /** The ratings and tags that are not shown by a page yet, by photo: the panel may be filled again meanwhile. */
  const ratings = new Map()
  const tagLists = new Map()
  const ratingTimers = new Map()
  /** The versions that own changes replaced, with the new ones: the viewer's page may still be an old one. */
  const replaced = new Map()
  /** The last change, as each refers to the version that the one before made. */
  let last = Promise.resolve()

  /** Changes the photo, unless it was changed elsewhere. Resolves to false if the server was unreachable. */
  function change(page, patch, words) {
    last = last.then(async () => {
      const current = viewer.page?.id === page.id ? viewer.page : page
      let version = current.form.elements.version.value
      while (replaced.has(version)) version = replaced.get(version)
      try {
        const { headers } = await exchange(path('photos', page.id), {
          method: 'PATCH', body: JSON.stringify(patch),
          headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': version },
        })
        const now = headers.get('ETag')
        if (now !== version) replaced.set(version, now)
        replaced.delete(now)
        const step = headers.get('Gallery-Undo')
        const undone = () => {
          // The version is an earlier one again.
          replaced.clear()
          return viewer.renew(page)
        }
        if (step) offerUndo(words, Number(step), undone)
      } catch (error) {
        if (error.status === 412) toast(say('info.elsewhere'), { isError: true })
        else report(error)
        if (error.status === 0) return false
      }
      await viewer.renew(page)
    }).catch(report)
    return last
  }

  /** The same for a value that `values` holds meanwhile. */
  async function hold(values, page, name, value, words) {
    values.set(page.id, value)
    const isSent = await change(page, { [name]: value }, words)
    if (values.get(page.id) === value) values.delete(page.id)
    return isSent
  }

  /**
   * A field that is sent when the focus leaves it, or on Enter; send(value) is called if it was changed. If it resolves to
   * false, the value is sent again next time.
   */
  function field(name, tag, label, attributes, send) {
    const input = element(tag, { name, 'aria-label': label, title: label, autocomplete: 'off', dir: 'auto', ...attributes })
    if (tag === 'textarea') input.defaultValue = attributes.value
    const done = async () => {
      const { value, defaultValue } = input
      if (!input.isConnected || value === defaultValue) return
      // If the change is refused, the field shows the photo's value again.
      input.defaultValue = value
      if (await send(value) === false) input.defaultValue = defaultValue
    }
    input.addEventListener('blur', done)
    input.addEventListener('keydown', event => {
      event.stopPropagation()
      if (event.isComposing) return
      if (event.key === 'Enter' && (tag !== 'textarea' || event.ctrlKey || event.metaKey)) done()
      if (event.key !== 'Escape') return
      event.preventDefault()
      input.value = input.defaultValue
      input.closest('.panel').querySelector('button').focus()
    })
    return input
  }

  const row = (name, label, ...parts) =>
    element('div', { 'data-fact': name }, element('dt', {}, label), element('dd', {}, parts))

  function stars(page, value) {
    const send = rating => {
      clearTimeout(ratingTimers.get(page.id))
      ratings.set(page.id, rating)
      ratingTimers.set(page.id, setTimeout(async () => {
        if (await hold(ratings, page, 'rating', rating, say('info.rated')) === false) show(value)
      }, pause))
    }
    const radios = [1, 2, 3, 4, 5].map(count => {
      const radio = element('input', {
        type: 'radio', name: `rating-${count}`, value: count, checked: count === value,
        'aria-label': say('count.stars', { count }), title: say('count.stars', { count }),
      })
      radio.addEventListener('click', () => {
        // Choosing the same number again removes the rating.
        const isRemoved = Number(host.dataset.value) === count
        show(isRemoved ? 0 : count)
        send(isRemoved ? 0 : count)
      })
      radio.addEventListener('keydown', event => {
        const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
        if (!step) return
        event.preventDefault()
        event.stopPropagation()
        const next = Math.min(Math.max(Number(host.dataset.value) + step, 0), 5)
        show(next)
        radios[Math.max(next, 1) - 1].focus()
        send(next)
      })
      return radio
    })
    const host = element('div', { class: 'stars', role: 'radiogroup', 'aria-label': say('photo.rating') }, radios)
    function show(count) {
      host.dataset.value = count
      radios.forEach((radio, place) => {
        radio.checked = place + 1 === count
        radio.classList.toggle('on', place < count)
        radio.tabIndex = place === Math.max(count, 1) - 1 ? 0 : -1
      })
    }
    show(value)
    return host
  }

  function tags(page, shown) {
    const links = [...shown?.querySelectorAll('li') ?? []]
    const names = links.map(item => item.textContent.trim())
    const all = () => tagLists.get(page.id) ?? names
    const send = list => hold(tagLists, page, 'tags', list, say('info.tagged'))
    const input = field('tags', 'input', say('info.tags'), { value: '', placeholder: say('info.add-tag'), list: 'info-tags' }, async text => {
      const added = text.split(',').map(tag => tag.trim()).filter(tag => tag && !all().includes(tag))
      input.value = input.defaultValue = ''
      const isSent = added.length === 0 || await send([...all(), ...added])
      if (isSent === false && input.value === '') input.value = text
      return isSent
    })
    const known = element('datalist', { id: 'info-tags' })
    input.addEventListener('focus', () => completeNames('tags', known), { once: true })
    const chips = links.map((item, place) => {
      item.append(element('button', {
        type: 'button', 'aria-label': say('info.untag', { tag: names[place] }), title: say('info.untag', { tag: names[place] }),
        onclick: () => send(all().filter(tag => tag !== names[place])),
      }, '×'))
      return item
    })
    return row('tags', say('info.tags'), element('ul', { class: 'chips' }, chips, element('li', { class: 'new' }, input)), known)
  }

  function date(page, value) {
    let timer = 0
    const send = text => {
      clearTimeout(timer)
      input.defaultValue = text
      return change(page, { takenAt: text === '' ? null : text.length === 16 ? `${text}:00` : text.slice(0, 19) }, say('info.dated'))
    }
    const input = field('date', 'input', say('info.date'), { type: 'datetime-local', step: 1, value }, send)
    // Pickers do not move the focus.
    input.addEventListener('change', () => {
      clearTimeout(timer)
      timer = setTimeout(() => input.isConnected && input.value !== input.defaultValue && send(input.value), 2 * pause)
    })
    return row('taken', say('info.date'), input)
  }

  function place(page, value, shown) {
    const known = element('datalist', { id: 'info-places' })
    const input = field('place', 'input', say('info.place'), { value, placeholder: say('info.add-place'), list: 'info-places' }, async text => {
      const location = text.trim() === '' ? null : await locationIn(input)
      if (location || text.trim() === '') return change(page, { location }, say('info.placed'))
    })
    input.addEventListener('focus', () => completeNames('places', known), { once: true })
    return row('place', say('info.place'), input, known, ...shown?.querySelector('dd').childNodes ?? [])
  }

  function albums(page, shown) {
    const items = [...shown?.querySelectorAll('li') ?? []]
    for (const item of items.filter(({ dataset }) => dataset.album)) {
      const { album } = item.dataset
      item.append(element('button', {
        type: 'button', 'aria-label': say('info.unlist', { album }), title: say('info.unlist', { album }),
        onclick: () => removeFromAlbum(album, [page.id]).then(() => viewer.renew(page)).catch(report),
      }, '×'))
    }
    const add = element('button', { type: 'button', class: 'plain', onclick: () => viewer.addToAlbum(add).catch(report) }, say('viewer.album'))
    return row('sections', say('info.albums'), element('ul', { class: 'plain albums' }, items), add)
  }

  return {
    /** Replaces the content of the panel with fields. */
    fill(content, page) {
      const { form } = page
      const value = name => form.elements[name].value
      const known = content.querySelector('.known')
      const shown = name => known.querySelector(`dl > [data-fact=${name}]`)
      const text = (name, tag, label, hint, words) => field(name, tag, label, { class: name, value: value(name), placeholder: hint, rows: tag === 'textarea' ? 2 : null },
        typed => change(page, { [name]: typed.trim() }, words))
      content.querySelector('h3').replaceWith(text('title', 'input', say('info.title'), page.title, say('info.titled')))
      content.querySelector('.caption')?.remove()
      content.querySelector('[name=title]').after(
        text('description', 'textarea', say('info.description'), say('info.describe'), say('info.described')),
        stars(page, ratings.get(page.id) ?? Number(value('rating'))))
      const people = element('div', { 'data-fact': 'people' })
      viewer.changing.faces.list(people)
      const dates = shown('taken')
      known.querySelector('dl').replaceChildren(
        people, tags(page, shown('tags')), date(page, value('date')), ...value('date') === '' && dates ? [dates] : [],
        place(page, value('place'), shown('place')), albums(page, shown('sections')))
    },
  }
}
