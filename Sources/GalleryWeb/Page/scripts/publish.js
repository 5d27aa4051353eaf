// The page where a photo is published: it is sent as soon as it is chosen, shown as it will be, and published once that is
// wanted. What was typed stays whatever fails.
import { announce, element } from './dom.js'
import { load } from './pictures.js'
import { address, path, Problem, send } from './server.js'
import { say, sentence } from './words.js'

/** The side of the square that posts show, in pixels. */
const side = 640

const form = document.querySelector('.publish form')
const drop = form.querySelector('.drop')
const shown = drop.querySelector('.shown')
const arriving = form.querySelector('.arriving')
const effects = form.querySelector('.effects')
const submit = form.querySelector('[type=submit]')
/** The photo that was chosen: {file, sending, photo}; nothing of another one counts any more. */
let chosen = null

/** Makes the form work. */
export function mount() {
  for (const input of form.querySelectorAll('[type=file]')) {
    const take = () => {
      if (input.files.length > 0) choose(input.files[0])
      // The same file may be chosen again.
      input.value = ''
    }
    input.addEventListener('change', take)
    // One may be chosen before this script is there.
    take()
  }
  // Browsers show no HEIC: until the server does, there is none.
  shown.addEventListener('error', hidePicture)
  takeDropped()
  addEventListener('paste', event => {
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (file) choose(file)
  })
  effects.addEventListener('change', preview)
  form.addEventListener('submit', event => {
    event.preventDefault()
    publish()
  })
  // Back from the feed it would be the form that was sent.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && submit.ariaDisabled) location.reload()
  })
}

function takeDropped() {
  const isFile = event => event.dataTransfer?.types.includes('Files')
  for (const kind of ['dragover', 'dragleave', 'drop']) {
    form.addEventListener(kind, event => {
      if (!isFile(event)) return
      event.preventDefault()
      drop.classList.toggle('over', kind === 'dragover')
      if (kind === 'drop' && event.dataTransfer.files.length > 0) choose(event.dataTransfer.files[0])
    })
  }
}

/** Shows a file and sends it. */
async function choose(file) {
  chosen?.ending.abort()
  const mine = { file, ending: new AbortController(), photo: null, sending: null }
  chosen = mine
  setFault('photo', null)
  effects.disabled = true
  effects.querySelector('input').checked = true
  const local = URL.createObjectURL(file)
  mine.ending.signal.addEventListener('abort', () => URL.revokeObjectURL(local))
  show(local, say('publish.chosen', { name: file.name }))
  mine.sending = deliver(mine)
  await mine.sending
}

/** Sends the chosen file; resolves to whether it arrived. */
async function deliver(mine) {
  const { file, ending } = mine
  const most = Number(form.dataset.most)
  try {
    if (file.size > most) throw new Problem(413, {})
    if (file.size === 0) throw new Problem(400, { detail: say('publish.empty') })
    const bar = element('progress', { max: file.size, value: 0, 'aria-label': say('publish.progress') })
    const words = element('span', { class: 'quiet' })
    const cancel = element('button', { type: 'button', onclick: () => clear(mine) }, say('word.cancel'))
    arriving.replaceChildren(bar, words, cancel)
    const { photo } = await upload(path('posts', 'pictures'), file, ending.signal, sent => {
      bar.value = sent
      words.textContent = sent < file.size ? say('publish.far', { sent: bytes(sent), size: bytes(file.size) }) : say('publish.looking')
    })
    if (mine !== chosen) return false
    mine.photo = photo
    arriving.replaceChildren()
    announce(say('publish.arrived'))
    effects.disabled = false
    await preview()
    return true
  } catch (error) {
    if (mine !== chosen || error.name === 'AbortError') return false
    arriving.replaceChildren()
    failed('photo', error)
    // What cannot be had is not asked for again.
    if (error.status === 0 || error.status === 429 || error.status >= 500) {
      arriving.append(element('button', { type: 'button', onclick: () => choose(file) }, say('word.try-again')))
    }
    return false
  }
}

/** Takes the chosen photo back. */
function clear(mine) {
  if (mine !== chosen) return
  chosen = null
  mine.ending.abort()
  arriving.replaceChildren()
  effects.disabled = true
  hidePicture()
  form.elements.file.focus()
}

function hidePicture() {
  shown.hidden = true
  drop.classList.remove('filled')
}

/** Sends a file and tells how much of it is on its way; fetch() does not. */
function upload(address, file, signal, tell) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => tell(Math.min(loaded, file.size)))
    request.addEventListener('load', () => {
      const isDone = request.status >= 200 && request.status < 300
      if (isDone && request.response) resolve(request.response)
      else reject(new Problem(request.status, request.response ?? {}))
    })
    request.addEventListener('error', () => reject(new Problem(0, {})))
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

// The picture as it will be

/** The edit that is chosen: a square, and an effect where one is. */
function edit() {
  const name = form.elements.effect.value
  return { version: 1, square: side, ...name && { effects: [{ name }] } }
}

/** Shows the photo as it will be published. */
async function preview() {
  const mine = chosen
  if (!mine?.photo) return
  const wanted = edit()
  const picture = address(path('photos', mine.photo.id, 'preview'), { edit: JSON.stringify(wanted), side })
  shown.ariaBusy = 'true'
  try {
    await load(picture, 'high')
  } catch {
    if (mine === chosen && isStill(wanted)) {
      shown.ariaBusy = null
      setFault('photo', say('publish.no-preview'))
    }
    return
  }
  // Another one may be wanted by now.
  if (mine !== chosen || !isStill(wanted)) return
  setFault('photo', null)
  const effect = form.querySelector('[name=effect]:checked')
  const name = effect.value && effect.nextElementSibling.textContent
  show(picture, name ? say('publish.shown-as', { effect: name }) : say('publish.shown'))
}

const isStill = wanted => JSON.stringify(wanted) === JSON.stringify(edit())

function show(picture, words) {
  shown.src = picture
  shown.alt = words
  shown.ariaBusy = null
  shown.hidden = false
  drop.classList.add('filled')
}

// Publishing

async function publish() {
  if (submit.ariaDisabled) return
  const title = form.elements.title.value.trim()
  const description = form.elements.description.value.trim()
  setFault('post', null)
  const faults = {
    photo: chosen ? null : say('publish.no-photo'),
    title: title === '' ? say('publish.no-title') : faultOf(title, 'title'),
    description: faultOf(description, 'description'),
  }
  for (const [name, fault] of Object.entries(faults)) {
    // What failed while the photo was sent still holds.
    if (fault || name !== 'photo') setFault(name, fault)
  }
  const wrong = Object.keys(faults).find(name => faults[name])
  if (wrong) return lead(wrong)
  // One that is disabled would lose the focus.
  submit.ariaDisabled = 'true'
  submit.textContent = say('publish.under-way')
  const post = await sendPost(title, description)
  if (post) {
    try { sessionStorage.setItem('published', post.id) } catch { /* It is at the top of the feed. */ }
    return location.assign('/feed')
  }
  submit.ariaDisabled = null
  submit.textContent = say('publish.submit')
}

/** Sends the post, once its photo has arrived; null where that fails, which is said. */
async function sendPost(title, description) {
  const mine = chosen
  try {
    await mine.sending
    if (mine !== chosen || !mine.photo) {
      lead('photo')
      return null
    }
    return await send('POST', path('posts'), { photo: mine.photo.id, title, description, edit: edit() })
  } catch (error) {
    failed('post', error)
    return null
  }
}

/** What is wrong with the length of a text, which counts in bytes; null where nothing is. */
function faultOf(text, name) {
  const most = Number(form.elements[name].dataset.most)
  const length = new TextEncoder().encode(text).length
  return length > most ? say('publish.too-long', { most, length }) : null
}

function lead(name) {
  (form.elements[name] ?? form.elements.file).focus()
}

/** A number of bytes as people write it: 1.4 MB. */
function bytes(count) {
  const isSmall = count < 1_000_000
  const unit = { style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte', maximumFractionDigits: isSmall ? 0 : 1 }
  return new Intl.NumberFormat(document.documentElement.lang, unit).format(count / (isSmall ? 1000 : 1_000_000))
}

/** Says beside a part of the form what is wrong with it; null takes that away. */
function setFault(name, ...words) {
  const fault = form.querySelector(`[data-of=${name}]`)
  fault.hidden = words[0] === null
  fault.replaceChildren(...words.filter(Boolean))
  form.elements[name]?.setAttribute?.('aria-invalid', String(!fault.hidden))
}

/** Says why something failed, and what to do. */
function failed(name, error) {
  switch (error.status) {
    case 0: return setFault(name, say('publish.away'))
    case 401: return setFault(name, `${say('publish.signed-out')} `, element('a', { href: '/sign-in', target: '_blank' }, say('sign-in.title')))
    case 413: return setFault(name, say('publish.too-large', { most: bytes(Number(form.dataset.most)) }))
    case 507: return setFault(name, say('publish.disk-full'))
    default: return setFault(name, sentence(error.message))
  }
}
