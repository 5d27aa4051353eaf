// Adding photos: the ways to choose them, and the queue of photos to upload. It continues on other pages and after a
// reload: files are kept in the browser's database, and the server continues each one where it ended (https://tus.io).
// Each page has its own queue, and takes over those of pages that were left.
import { element, isOwner, openDialog, report, store, stored, style } from './dom.js'
import { address, get, path, Problem, send } from './server.js'
import { keepOnTop, toast } from './toast.js'
import { say, sentence } from './words.js'

/** The number of files sent at the same time. */
const atOnce = 3
/** Bytes of a file per request. */
const piece = 8 << 20
/** Files up to this size are compared with the gallery's by their digests before they are sent. */
const mostHashed = 32 << 20
/** The number of files that are compared in one request. */
const comparedAtOnce = 16
/** The number of attempts to send a file before the user is asked. */
const attempts = 6

const random = () => [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, '0')).join('')
/** This page, as the owner of its items. */
const page = random()
/** The items: {id, page, file, name, size, album, group, state, sent, address, photo, step, status, isKept, isTold}. */
const items = new Map()
let group = null
let workers = 0
let card = null
let release = null
/** Wakes workers that wait before another attempt. */
let waking = Promise.withResolvers()

const isOpen = ({ state }) => state === 'waiting' || state === 'sending'
const all = state => [...items.values()].filter(item => item.state === state)

/** Adds files to the queue; `album` is the name of the album that also gets them, or null. */
export function upload(files, album = null) {
  if (files.length === 0) return toast(say('upload.none'))
  hold()
  // Results that were reported stay only beside failures.
  for (const { id, isTold } of items.values()) if (isTold) items.delete(id)
  group ??= random()
  const added = files.map(file => ({
    id: random(), page, file, name: file.name, size: file.size, album, group, state: 'waiting', sent: 0,
  }))
  for (const item of added) items.set(item.id, item)
  keep(added)
  run()
}

/** Continues the queues of pages that were left. */
export async function resume() {
  const found = await records()
  if (found.length === 0) return note(false)
  hold()
  for (const other of new Set(found.map(item => item.page))) {
    if (other === page) continue
    // The lock of a page is free when it was left.
    if (navigator.locks) navigator.locks.request(`uploads-${other}`, () => adopt(other)).catch(report)
    else if (stored('uploads', 'session') === other) await adopt(other)
  }
}

async function adopt(other) {
  const found = (await records()).filter(item => item.page === other && !items.has(item.id))
  for (const item of found) {
    if (item.state === 'sending') item.state = 'waiting'
    items.set(item.id, Object.assign(item, { page, isKept: true }))
    group ??= item.group
  }
  await write(found)
  if (found.length > 0) note(true)
  run()
  if (workers === 0) await end()
}

let isHeld = false

/** Marks the queue of this page as in use. */
function hold() {
  if (isHeld) return
  isHeld = true
  navigator.locks?.request(`uploads-${page}`, () => new Promise(() => {}))
  addEventListener('beforeunload', event => {
    // Other files continue on the next page.
    if ([...items.values()].some(item => isOpen(item) && !item.isKept)) event.preventDefault()
  })
  addEventListener('online', wake)
}

function wake() {
  waking.resolve()
  waking = Promise.withResolvers()
}

// The browser's database

let opened = null
const open = () => opened ??= new Promise((resolve, reject) => {
  const request = indexedDB.open('gallery-uploads', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('items', { keyPath: 'id' })
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

async function inDatabase(mode, act) {
  const change = (await open()).transaction('items', mode)
  const result = act(change.objectStore('items'))
  await new Promise((resolve, reject) => {
    change.oncomplete = resolve
    change.onerror = change.onabort = () => reject(change.error)
  })
  return result?.result
}

const records = () => inDatabase('readonly', found => found.getAll()).catch(() => [])

/** Remembers that the next page should look for items. */
function note(hasItems) {
  store('uploads', hasItems ? '1' : null)
  store('uploads', hasItems ? page : null, 'session')
}

/** Stores new items with their files; those that do not fit are only in memory. */
async function keep(added) {
  for (let start = 0; start < added.length; start += comparedAtOnce) {
    const some = added.slice(start, start + comparedAtOnce).filter(item => items.has(item.id))
    try {
      await write(some)
      note(true)
      for (const item of some) item.isKept = true
      // Sent or removed meanwhile.
      const gone = some.filter(item => item.isTold || !items.has(item.id))
      if (gone.length > 0) await erase(gone)
    } catch { return }
  }
}

const write = some => inDatabase('readwrite', found => {
  for (const { isKept, isChecked, attempt, ...item } of some) found.put(item)
})

/** Stores the state of an item. */
async function save(item) {
  if (!item.isKept || !items.has(item.id)) return
  if (!isOpen(item) && item.state !== 'failed') item.file = null
  await write([item]).catch(() => {})
}

/** Removes items from the browser's database. */
async function erase(some) {
  await inDatabase('readwrite', found => { for (const item of some) found.delete(item.id) }).catch(() => {})
  if ((await records()).length === 0) note(false)
}

// Sending

function run() {
  show()
  while (workers < Math.min(atOnce, all('waiting').length + workers)) {
    workers += 1
    work().catch(report).finally(() => {
      workers -= 1
      if (workers === 0) end()
    })
    if (workers >= atOnce) break
  }
}

async function work() {
  for (let item = all('waiting')[0]; item; item = all('waiting')[0]) {
    item.state = 'sending'
    try {
      if (!(await isPresent(item))) await deliver(item)
    } catch (error) {
      await fail(item, error)
    }
    await save(item)
    show()
  }
}

/** Compares files with those of the gallery; true if it has this one. */
async function isPresent(item) {
  // The photos of albums are added to them by the upload. Browsers hash only on secure connections.
  if (item.isChecked || item.address || item.album || item.size > mostHashed || !crypto.subtle) return false
  const some = [item, ...all('waiting').filter(other => !other.isChecked && !other.album && other.size <= mostHashed)].slice(0, comparedAtOnce)
  for (const one of some) one.isChecked = true
  const digests = new Map()
  for (const one of some) {
    try {
      const digest = await crypto.subtle.digest('SHA-256', await one.file.arrayBuffer())
      digests.set(new Uint8Array(digest).toHex?.() ?? [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join(''), one)
    } catch { /* The file cannot be read, which sending it reports. */ }
  }
  const { items: known } = await get(address(path('uploads'), { sha256: [...digests.keys()].join(',') }))
  for (const { sha256, photo } of known) {
    const one = digests.get(sha256)
    if (one !== item && one.state !== 'waiting') continue
    Object.assign(one, { state: 'present', photo, sent: one.size })
    if (one !== item) await save(one)
  }
  return item.state === 'present'
}

/** Sends a file, or the rest of it. */
async function deliver(item) {
  // A file that was deleted or changed meanwhile looks like a broken connection.
  try { await item.file.slice(0, 1).arrayBuffer() } catch { throw new Problem(422, { detail: say('upload.failed') }) }
  let answer = item.address ? await ask('HEAD', item.address).catch(error => {
    if (error.status !== 404 && error.status !== 410) throw error
    item.address = null
  }) : null
  if (!answer) {
    const isSmall = item.size <= piece
    answer = await ask('POST', path('uploads', 'tus'), {
      'Upload-Length': item.size, 'Upload-Metadata': metadata(item),
    }, isSmall && item.size > 0 ? item.file : undefined)
    item.address = answer.headers.get('Location')
    await save(item)
  }
  while (!answer.headers.has('Gallery-Photo') && item.state === 'sending') {
    const offset = Number(answer.headers.get('Upload-Offset'))
    item.sent = offset
    show()
    answer = await ask('PATCH', item.address, { 'Upload-Offset': offset }, item.file.slice(offset, offset + piece))
  }
  const { headers } = answer
  if (item.state !== 'sending') return
  item.sent = item.size
  item.state = headers.get('Gallery-Status') === 'new' ? 'new' : 'present'
  item.photo = Number(headers.get('Gallery-Photo'))
  item.step = Number(headers.get('Gallery-Undo')) || null
}

const base64 = text => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const metadata = ({ name, file, album, group }) =>
  Object.entries({ filename: name, filetype: file.type, album, group })
    .filter(([, value]) => value).map(([key, value]) => `${key} ${base64(value)}`).join(',')

async function ask(method, address, headers = {}, body) {
  let answer
  try {
    answer = await fetch(address, {
      method, body,
      headers: {
        Accept: 'application/json', 'Tus-Resumable': '1.0.0', ...headers,
        ...body && { 'Content-Type': 'application/offset+octet-stream' },
      },
    })
  } catch { throw new Problem(0, {}) }
  if (answer.ok) return answer
  throw new Problem(answer.status, await answer.json().catch(() => ({})), answer.headers.get('Content-Language'))
}

/** Repeats an attempt later, or records why it failed. */
async function fail(item, error) {
  const { status } = error
  if (item.state !== 'sending') return
  if ([413, 415, 422].includes(status)) return Object.assign(item, { state: 'refused', status, sent: item.size })
  item.attempt = (item.attempt ?? 0) + 1
  const isBrief = [0, 408, 409, 423, 429].includes(status) || (status >= 500 && status !== 507)
  if (!isBrief || item.attempt >= attempts) return Object.assign(item, { state: 'failed', status, attempt: 0 })
  item.isWaiting = status === 0
  show()
  await Promise.race([new Promise(resolve => setTimeout(resolve, 500 * 2 ** item.attempt)), waking.promise])
  item.isWaiting = false
  // Removed by the user meanwhile.
  if (item.state === 'sending') item.state = 'waiting'
}

// The card

function show() {
  if (items.size === 0) {
    release?.()
    card = release = null
    document.body.style.removeProperty('--uploads')
    return
  }
  if (!card) {
    const line = element('p', { class: 'line', dir: 'auto' })
    const bar = element('progress', { 'aria-label': say('upload.title') })
    const failures = element('ul', { class: 'failures' })
    const retry = element('button', { type: 'button', class: 'retry', onclick: again }, say('upload.retry'))
    const cancel = element('button', { type: 'button', class: 'dismiss', onclick: stop }, '×')
    card = element('section', { class: 'uploads', 'aria-label': say('upload.title') }, element('div', {}, line, cancel), bar, failures, element('p', { class: 'buttons' }, retry))
    Object.assign(card, { line, bar, failures, retry, cancel })
    release = keepOnTop(card)
  }
  const list = [...items.values()]
  const wrong = [...all('refused'), ...all('failed')]
  const isRunning = list.some(isOpen)
  const done = all('new').length + all('present').length
  const texts = [say('upload.progress', { done, count: list.length })]
  const present = all('present').length
  if (present > 0) texts.push(say('upload.presence', { count: present }))
  if (wrong.length > 0) texts.push(say('upload.failures', { count: wrong.length }))
  if (list.some(item => item.isWaiting)) texts.push(say('upload.waiting'))
  const { line, bar, failures, retry, cancel } = card
  line.textContent = texts.join(' · ')
  bar.hidden = !isRunning
  bar.max = list.reduce((sum, { size }) => sum + size + 1, 0)
  bar.value = list.reduce((sum, item) => sum + item.sent + (isOpen(item) ? 0 : 1), 0)
  bar.setAttribute('aria-valuetext', line.textContent)
  retry.parentElement.hidden = all('failed').length === 0
  cancel.setAttribute('aria-label', isRunning ? say('upload.cancel') : say('toast.close'))
  if (failures.childElementCount !== wrong.length) {
    failures.replaceChildren(...wrong.map(item => element('li', {}, element('span', { dir: 'auto' }, item.name), element('span', { class: 'quiet' }, reason(item)))))
  }
  failures.hidden = wrong.length === 0
  // Messages are above the card.
  document.body.style.setProperty('--uploads', `${card.offsetHeight + 12}px`)
}

function reason({ status }) {
  switch (status) {
    case 0: return say('script.unreachable')
    case 401: return say('upload.signed-out')
    case 413: return say('upload.too-large')
    case 415: return say('upload.wrong-type')
    case 422: return say('upload.damaged')
    case 507: return say('upload.full-disk')
    default: return say('upload.failed')
  }
}

/** Sends the failed files again. */
function again() {
  for (const item of all('failed')) item.state = 'waiting'
  wake()
  run()
}

/** Removes all items; photos that are uploaded remain. */
async function stop() {
  const list = [...items.values()]
  const isRunning = list.some(isOpen)
  for (const { address, state } of list) if (address && state !== 'new' && state !== 'present') ask('DELETE', address).catch(() => {})
  for (const item of list) if (isOpen(item)) item.state = 'stopped'
  items.clear()
  group = null
  show()
  if (isRunning) tell(list.filter(item => !item.isTold))
  await erase(list)
}

/** Reports the results when the last file is sent. */
async function end() {
  if ([...items.values()].some(isOpen)) return run()
  const done = [...all('new'), ...all('present')].filter(item => !item.isTold)
  for (const item of done) item.isTold = true
  group = null
  // Failed files stay until they are sent again or removed.
  if ([...items.values()].every(item => item.isTold)) items.clear()
  show()
  tell(done)
  await erase(done)
}

function tell(list) {
  const added = list.filter(({ state }) => state === 'new')
  const present = list.filter(({ state }) => state === 'present').length
  if (added.length === 0) {
    if (present > 0) toast(sentence(say('upload.nothing-new', { count: present })))
    return
  }
  const photos = added.map(({ photo }) => photo)
  const albums = new Set(added.map(({ album }) => album))
  const [album] = albums
  const place = albums.size === 1 && album ? `/sections/${encodeURIComponent(`album:${album}`)}`
    : photos.length === 1 ? `/photos/${photos[0]}` : '/?sort=added:desc'
  const steps = [...new Set(added.map(({ step }) => step))].filter(Boolean).sort((one, other) => other - one)
  toast([say('upload.added', { count: added.length }), ...present > 0 ? [say('upload.presence', { count: present })] : []].join(' · '), {
    link: { href: place, text: say('upload.show') },
    action: say('word.undo'),
    async onAction() {
      if (isOwner()) for (const step of steps) await send('POST', path('undo'), { step })
      // Members cannot undo, but can remove the photos they added.
      else await send('POST', path('batch'), { photos, trash: true })
    },
  })
}

// Ways to add photos: the menu, files dropped or pasted anywhere, the camera, and the page for uploading.

/** The name extensions of pictures; other files of folders are not sent. */
const pictures = /\.(jpe?g|jpe|png|heic|heif|hif|avif|webp|tiff?|gif)$/i
/** Any picture; split, since a slash before an asterisk begins a comment. */
const anyPicture = `image/${'*'}`
const accepted = `${anyPicture},.heic,.heif,.hif,.avif,.tif,.tiff,.webp`

/** The album filled by hand that is open: its name, or null. */
const album = () => document.querySelector('form.upload')?.dataset.album
  ?? document.querySelector('.title [data-album][data-by-hand]')?.dataset.album ?? null

/** Adds photos in a way of the menu: files, folder, camera; or an album. Closing a dialog returns the focus to `opener`. */
export async function add(way, opener = [...document.querySelectorAll('.add')].find(button => button.checkVisibility())) {
  if (way === 'files') chooseFiles()
  else if (way === 'folder') chooseFiles({ webkitdirectory: true })
  else if (way === 'camera') await takePhoto(opener)
  else (await import('./albumpages.js')).makeAlbum(opener)
}

/** Opens the browser's dialog for choosing files. */
export function chooseFiles(attributes = {}) {
  const input = element('input', { type: 'file', accept: accepted, multiple: true, hidden: true, ...attributes })
  input.addEventListener('change', () => {
    const files = [...input.files]
    upload(attributes.webkitdirectory ? files.filter(({ name }) => pictures.test(name)) : files, album())
    input.remove()
  })
  input.addEventListener('cancel', () => input.remove())
  document.body.append(input)
  input.click()
}

// Dropped and pasted files

let area = null

/** Dims the page while files are dragged over it. */
export function awaitDrop() {
  if (area) return
  const target = album() ?? say('section.camera-name')
  area = element('div', { class: 'dropping' }, element('p', {}, say('upload.drop', { target })))
  const ending = new AbortController()
  const { signal } = ending
  const end = () => {
    area?.remove()
    area = null
    ending.abort()
  }
  // Leaving the area is leaving the window, as it covers the page.
  area.addEventListener('dragleave', end, { signal })
  for (const kind of ['drop', 'dragend', 'pointermove', 'keydown']) addEventListener(kind, end, { signal })
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  host.append(area)
}

/** Uploads files and the pictures of folders. */
export async function take(entries) {
  const files = []
  for (const entry of entries) await collect(entry, files)
  upload(files, album())
}

async function collect(entry, files, isInFolder = false) {
  if (!entry) return
  if (entry instanceof File) files.push(entry)
  else if (entry.isFile) {
    if (!isInFolder || (pictures.test(entry.name) && !entry.name.startsWith('.'))) files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)))
  } else if (entry.isDirectory) {
    const reader = entry.createReader()
    // It returns some entries at a time, at the end an empty list.
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) break
      for (const one of some) await collect(one, files, true)
    }
  }
}

// The camera

/** Opens the camera, or the browser's dialog for it if the page cannot use one. */
async function takePhoto(opener) {
  if (!navigator.mediaDevices?.getUserMedia) return chooseFiles({ accept: anyPicture, capture: 'environment', multiple: false })
  let stream
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 4096 }, height: { ideal: 3072 } },
    })
  } catch {
    toast(say('upload.denied'))
    return chooseFiles({ accept: anyPicture, capture: 'environment', multiple: false })
  }
  await style('uploads.css')
  const video = element('video', { autoplay: true, playsinline: true, 'aria-label': say('upload.view') })
  video.muted = true
  video.srcObject = stream
  const canvas = element('canvas', { role: 'img', 'aria-label': say('upload.shown'), hidden: true })
  const shoot = element('button', { type: 'button', class: 'main', onclick: shot }, say('upload.camera'))
  const retake = element('button', { type: 'button', hidden: true, onclick: again }, say('upload.retake'))
  const use = element('button', { type: 'button', class: 'main', hidden: true, onclick: keep }, say('upload.use'))
  const cancel = element('button', { type: 'button', onclick: () => dialog.close() }, say('word.cancel'))
  const dialog = element('dialog', { class: 'camera', 'aria-label': say('upload.camera') }, video, canvas, element('p', { class: 'buttons' }, cancel, retake, shoot, use))

  function shot() {
    // The camera may still be starting.
    if (video.videoWidth === 0) return video.addEventListener('loadeddata', shot, { once: true })
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d').drawImage(video, 0, 0)
    turn(true)
    use.focus()
  }

  function again() {
    turn(false)
    shoot.focus()
  }

  function turn(isShot) {
    video.hidden = shoot.hidden = isShot
    canvas.hidden = retake.hidden = use.hidden = !isShot
  }

  function keep() {
    // The name contains the time, which the picture does not.
    const time = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().replace(/\D/g, '')
    canvas.toBlob(blob => {
      upload([new File([blob], `IMG_${time.slice(0, 8)}_${time.slice(8, 14)}.jpg`, { type: 'image/jpeg' })], album())
    }, 'image/jpeg', 0.95)
    dialog.close()
  }

  openDialog(dialog, opener, () => { for (const track of stream.getTracks()) track.stop() })
  shoot.focus()
}

// The page for uploading

/** Enables the page: its form adds files to the queue. */
export async function mount() {
  await Promise.all([style('uploads.css'), style('overlays.css')])
  const form = document.querySelector('form.upload')
  const input = form.elements.files
  const send = () => {
    if (input.files.length > 0) upload([...input.files], album())
    // Allows choosing the same files again.
    input.value = ''
  }
  input.addEventListener('change', send)
  form.addEventListener('submit', event => {
    event.preventDefault()
    send()
  })
  // Files may have been chosen before this script was loaded.
  send()
  for (const button of form.querySelectorAll('[data-way]')) button.addEventListener('click', () => add(button.dataset.way, button).catch(report))
}
