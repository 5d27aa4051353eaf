// The list of keys: what `?` shows.
import { element } from './dom.js'
import { asked, bind } from './keys.js'

const names = {
  ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': 'Space', Delete: 'Del',
  PageUp: 'Page up', PageDown: 'Page down',
}
let sheet = null

/** Opens the list of keys, or closes it. */
export function showKeys() {
  if (sheet) return void sheet.close()
  const end = () => sheet.close()
  const close = element('button', { type: 'button', 'aria-label': 'Close the keys', onclick: end }, '×')
  sheet = element('dialog', { class: 'keys', 'aria-labelledby': 'keys-title', closedby: 'any' },
    element('header', {}, element('h2', { id: 'keys-title' }, 'Keys'), close), listed())
  const unbind = bind('Keys', {}, { isAlone: true })
  sheet.addEventListener('close', () => {
    unbind()
    sheet.remove()
    sheet = null
  })
  document.body.append(sheet)
  sheet.showModal()
}

/** The groups with their keys, those that do the same in one row. */
function listed() {
  const groups = new Map()
  for (const { group, keys } of asked()) {
    const rows = groups.get(group) ?? groups.set(group, new Map()).get(group)
    for (const [key, [text]] of keys) {
      if (text) rows.set(text, [...rows.get(text) ?? [], key])
    }
  }
  return element('div', { class: 'groups' }, [...groups].filter(([, rows]) => rows.size > 0).map(([group, rows]) =>
    element('section', {}, element('h3', {}, group), element('dl', {}, [...rows].map(([text, keys]) =>
      element('div', {}, element('dt', {}, keys.map(keyShown)), element('dd', {}, text)))))))
}

function keyShown(key) {
  const parts = key.length > 1 ? key.split('+') : [key]
  return element('span', {}, parts.map(part => element('kbd', {}, names[part] ?? part)))
}
