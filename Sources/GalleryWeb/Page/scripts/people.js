// The pages of people: naming faces, and marking detections as not faces.
import { announce, report } from './dom.js'
import { mount as mountList, offerUndo, renew } from './lists.js'
import { path, send } from './server.js'
import { say } from './words.js'

/** Enables the forms and buttons of faces. */
export async function mount() {
  await mountList({
    async reject(button) {
      const item = button.closest('[data-key]')
      // The photo's other faces get new numbers, so they cannot be used meanwhile.
      const others = [...document.querySelectorAll('.faces [data-key]')]
        .filter(other => other !== item && other.dataset.photo === item.dataset.photo)
      for (const other of others) other.inert = true
      try {
        const { entry } = await send('DELETE', facePath(button))
        await renew()
        await offerUndo(say('people.rejected'), entry, renew)
      } finally {
        for (const other of others) other.inert = false
      }
    },
  })
  document.querySelector('main').addEventListener('submit', async event => {
    const form = event.target.closest('.naming')
    if (!form) return
    event.preventDefault()
    const { name } = form.elements
    const text = name.value.trim()
    if (!text || name.readOnly) return
    name.readOnly = true
    const place = [...document.querySelectorAll('.naming')].indexOf(form)
    try {
      await send('PATCH', facePath(form), { name: text })
      announce(say('people.named', { name: text }))
      await renew()
      const forms = document.querySelectorAll('.naming')
      if (!form.isConnected) forms[Math.min(place, forms.length - 1)]?.elements.name.focus()
    } catch (error) {
      report(error)
    }
    name.readOnly = false
  })
}

function facePath(element) {
  const { photo, face } = element.closest('[data-key]').dataset
  return path('photos', photo, 'faces', face)
}
