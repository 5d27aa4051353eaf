// The dialog that chooses a month of the grid, by years, with the numbers of photos.
import { element, openDialog } from './dom.js'
import { monthAlone, monthName, number, say } from './words.js'

/** Asks for a month of a timeline; jump(place, photo) is called with the first photo of the chosen one. */
export function pickMonth(timeline, shown, opener, jump) {
  /** The months with their first photos and their numbers of photos. */
  const months = new Map()
  timeline.blocks.forEach(({ pieces }, place) => {
    let photo = 0
    for (const { month, count } of pieces) {
      const found = months.get(month)
      if (found) found.count += count
      else months.set(month, { place, photo, count })
      photo += count
    }
  })
  let chosen = null
  const close = () => dialog.close()
  const buttons = []
  const sections = [...Map.groupBy(months.keys(), month => month.slice(0, 4))].map(([year, names]) => {
    const sum = names.reduce((count, month) => count + months.get(month).count, 0)
    const items = names.map(month => {
      const { count } = months.get(month)
      buttons.push(element('button', {
        type: 'button', 'aria-label': `${monthName(month)}, ${say('count.photos', { count })}`,
        'aria-current': month === shown && 'true', tabindex: -1,
        onclick() {
          chosen = months.get(month)
          close()
        },
      }, element('span', {}, monthAlone(month)), element('span', { class: 'quiet' }, number(count))))
      return element('li', {}, buttons.at(-1))
    })
    return element('section', {},
      element('h3', {}, monthName(`${year}-00`), ' · ', say('count.photos', { count: sum })), element('ul', {}, items))
  })
  const first = buttons.find(button => button.ariaCurrent) ?? buttons[0]
  if (first) {
    first.tabIndex = 0
    first.autofocus = true
  }
  const dialog = element('dialog', { class: 'keys months', 'aria-labelledby': 'months-title', closedby: 'any', onkeydown },
    element('header', {}, element('h2', { id: 'months-title' }, say('tools.months')),
      element('button', { type: 'button', 'aria-label': say('word.close'), onclick: close }, '×')), sections)

  function onkeydown(event) {
    // Keys pressed in the dialog do not reach the page below.
    event.stopPropagation()
    const next = buttons.includes(event.target) && beside(event.target, event.key)
    if (!next) return
    event.preventDefault()
    event.target.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }

  /** The month to which a key leads, if any. */
  function beside(button, key) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
    if (!step) return { Home: buttons[0], End: buttons.at(-1) }[key]
    if (key === 'ArrowRight' || key === 'ArrowLeft') return buttons[buttons.indexOf(button) + step]
    const at = part => part.getBoundingClientRect()
    const { left, top } = at(button)
    const far = part => Math.abs(at(part).top - top) * 100 + Math.abs(at(part).left - left)
    return buttons.filter(part => (at(part).top - top) * step > 1).sort((one, other) => far(one) - far(other))[0]
  }

  openDialog(dialog, opener, () => chosen && jump(chosen.place, chosen.photo))
  first?.scrollIntoView({ block: 'center' })
}
