// The dialogs of changes of the selected photos: tags, date and place. Each is opened with {change, opener}:
// change(body, words) sends the change.
import { element, openDialog, report, whileBusy } from './dom.js'
import { address, get, path } from './server.js'
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

/** Sets the place, by its coordinates. */
export function askPlace({ change, opener }) {
  const place = field('place', say('select.place'), { autocomplete: 'off', inputmode: 'text', required: true, placeholder: '48.3904, -4.4861' })
  const reset = element('button', { type: 'button', onclick() {
    dialog.close()
    change({ set: { location: null } }, count => say('select.placed', { count })).catch(report)
  } }, say('select.reset'))
  const dialog = ask(opener, say('select.place'), [...place.parts, element('p', { class: 'quiet' }, say('select.place-how'))],
    say('select.apply'), () => {
      const location = coordinates(place.input.value)
      place.input.setCustomValidity(location ? '' : say('select.place-wrong'))
      if (!location) {
        place.input.reportValidity()
        return false
      }
      change({ set: { location } }, count => say('select.placed', { count })).catch(report)
    }, reset)
  place.input.addEventListener('input', () => place.input.setCustomValidity(''))
}

/** Parses a latitude and a longitude in degrees: `48.39, -4.48`, also `48,39 -4,48` and `48.39 N 4.48 W`; null if impossible. */
export function coordinates(text) {
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
