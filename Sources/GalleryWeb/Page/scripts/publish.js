// The page that publishes a photo: it is uploaded when it is chosen, previewed, and published on request. Typed text is
// kept after any error.
import { announce, element, store } from './dom.js'
import { address, path, Problem, send } from './server.js'
import { bytes, say, sentence } from './words.js'

/** The side of the square in posts, in pixels. */
const side = 640

const form = document.querySelector('.publish form')
const drop = form.querySelector('.drop')
const shown = drop.querySelector('.shown')
const arriving = form.querySelector('.arriving')
const effects = form.querySelector('.effects')
const submit = form.querySelector('[type=submit]')
/** The chosen photo: {file, sending, photo}; results for any other photo are ignored. */
let chosen = null

/** Enables the form. */
export function mount() {
  // The messages of this script replace the browser's.
  form.noValidate = true
  effects.disabled = true
  for (const input of form.querySelectorAll('[type=file]')) {
    const take = () => {
      if (input.files.length > 0) choose(input.files[0])
      // Allows choosing the same file again.
      input.value = ''
    }
    input.addEventListener('change', take)
    // A file may have been chosen before this script was loaded.
    take()
  }
  // Browsers do not show HEIC; there is no picture until the server's preview.
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
  // Going back from the feed would show the submitted form.
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

/** Shows and uploads a file. */
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

/** Uploads the chosen file; resolves to true if it arrived. */
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
    // Permanent errors are not retried.
    if (error.status === 0 || error.status === 429 || error.status >= 500) {
      arriving.append(element('button', { type: 'button', onclick: () => choose(file) }, say('word.try-again')))
    }
    return false
  }
}

/** Removes the chosen photo. */
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

/** Uploads a file with progress, which fetch() does not support. */
function upload(address, file, signal, tell) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    // RFC 5987 requires more escapes than addresses do.
    const name = encodeURIComponent(file.name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${name}`)
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

// Preview

/** The chosen edit: a square with an optional effect. */
function edit() {
  const name = form.elements.effect.value
  return { version: 1, square: side, ...name && { effects: [{ name }] } }
}

/** Shows a preview of the published photo. */
async function preview() {
  const mine = chosen
  if (!mine?.photo) return
  const wanted = edit()
  const picture = address(path('photos', mine.photo.id, 'preview'), { recipe: JSON.stringify(wanted), size: side })
  shown.ariaBusy = 'true'
  try {
    await Object.assign(new Image(), { fetchPriority: 'high', src: picture }).decode()
  } catch {
    if (mine === chosen && isStill(wanted)) {
      shown.ariaBusy = null
      setFault('photo', say('publish.no-preview'))
    }
    return
  }
  // Another preview may have been requested.
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
    // An upload error stays.
    if (fault || name !== 'photo') setFault(name, fault)
  }
  const wrong = Object.keys(faults).find(name => faults[name])
  if (wrong) return lead(wrong)
  // A disabled button would lose the focus.
  submit.ariaDisabled = 'true'
  submit.textContent = say('publish.under-way')
  const post = await sendPost(title, description)
  if (post) {
    store('published', post.id, 'session')
    return location.assign('/feed')
  }
  submit.ariaDisabled = null
  submit.textContent = say('publish.submit')
}

/** Sends the post after its photo has arrived; null after an error, which is shown. */
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

/** The error of a text's length in bytes; null for none. */
function faultOf(text, name) {
  const most = Number(form.elements[name].dataset.most)
  const length = new TextEncoder().encode(text).length
  return length > most ? say('publish.too-long', { most, length }) : null
}

const lead = name => { (form.elements[name] ?? form.elements.file).focus() }

/** Shows an error beside a part of the form; null removes it. */
function setFault(name, ...words) {
  const fault = form.querySelector(`[data-of=${name}]`)
  fault.hidden = words[0] === null
  fault.replaceChildren(...words.filter(Boolean))
  form.elements[name]?.setAttribute?.('aria-invalid', String(!fault.hidden))
}

/** Shows the reason of an error and the next step. */
function failed(name, error) {
  switch (error.status) {
    case 0: return setFault(name, say('publish.away'))
    case 401: return setFault(name, `${say('publish.signed-out')} `, element('a', { href: '/sign-in', target: '_blank' }, say('sign-in.title')))
    case 413: return setFault(name, say('publish.too-large', { most: bytes(Number(form.dataset.most)) }))
    case 507: return setFault(name, say('publish.disk-full'))
    default: return setFault(name, sentence(error.message))
  }
}
