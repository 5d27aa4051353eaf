// A menu at one of the viewer's buttons.
import { element } from './dom.js'

/** The menu that is open: its button, and what closes it. */
let open = null

/**
 * Opens it, or closes the one that is open.
 * @param {HTMLElement} button  the one that was pressed
 * @param {string} label
 * @param {[string, () => void][]} choices  the texts and what they do
 */
export function toggleMenu(button, label, choices) {
  const before = open
  before?.close()
  if (before?.button === button) return
  const end = new AbortController()
  const close = () => {
    end.abort()
    menu.remove()
    open = null
    button.setAttribute('aria-expanded', 'false')
  }
  const choose = act => {
    close()
    button.focus()
    act()
  }
  const menu = element('div', { class: 'choices', role: 'group', 'aria-label': label }, choices.map(([text, act]) =>
    element('button', { type: 'button', onclick: () => choose(act) }, text)))
  menu.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
    button.focus()
  })
  document.addEventListener('pointerdown', event => {
    if (!menu.contains(event.target) && !button.contains(event.target)) close()
  }, { signal: end.signal, capture: true })
  const { offsetLeft, offsetWidth, parentElement } = button
  menu.style.setProperty('--right', `${parentElement.offsetWidth - offsetLeft - offsetWidth}px`)
  button.setAttribute('aria-expanded', 'true')
  button.after(menu)
  open = { button, close }
  menu.querySelector('button').focus()
}
