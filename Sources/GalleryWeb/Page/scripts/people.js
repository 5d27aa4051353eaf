// The pages of people: naming faces, marking detections as not faces, and renaming people.
import { report } from './dom.js'
import { mount as mountList, offerUndo, renew } from './lists.js'
import { path, send } from './server.js'
import { say } from './words.js'

/** Enables the forms and buttons of faces. */
export async function mount() {
  await mountList({
    async reject(button) {
      const { entry } = await send('DELETE', facePath(button))
      await renew()
      await offerUndo(say('people.rejected'), entry, renew)
    },
  })
  const submits = { naming: name, renaming: rename }
  document.querySelector('main').addEventListener('submit', async event => {
    const form = event.target
    const submit = submits[form.className.split(' ').at(-1)]
    if (!submit) return
    event.preventDefault()
    const { name } = form.elements
    const text = name.value.trim()
    if (!text || name.readOnly) return
    name.readOnly = true
    await submit(form, text).catch(report)
    name.readOnly = false
  })
}

/** Names a face; the next one is ready to be named. */
async function name(form, text) {
  const place = [...document.querySelectorAll('.naming')].indexOf(form)
  const { entry } = await send('PATCH', facePath(form), { name: text })
  await renew()
  await offerUndo(say('people.named', { name: text }), entry, renew)
  const forms = document.querySelectorAll('.naming')
  if (!form.isConnected) forms[Math.min(place, forms.length - 1)]?.elements.name.focus()
}

/** Renames the person of the page in all photos. */
async function rename(form, text) {
  const before = form.elements.person.value
  if (text === before) return
  const { undo } = await send('PATCH', path('people', before), { name: text })
  const show = now => {
    form.elements.person.value = form.elements.name.value = now
    document.querySelector('h1').textContent = now
    const here = new URL(location.href)
    here.searchParams.set('name', now)
    history.replaceState(history.state, '', here)
    return renew()
  }
  await show(text)
  await offerUndo(say('people.renamed', { name: text }), undo, () => show(before))
}

function facePath(element) {
  const { photo, face } = element.closest('[data-key]').dataset
  return path('photos', photo, 'faces', face)
}
