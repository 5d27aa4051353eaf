// Ways to add photos: the menu, files dropped or pasted anywhere, the camera, and the page for uploading.
import { element, openDialog, report, style } from './dom.js'
import { toast } from './toast.js'
import { resume, upload } from './uploads.js'
import { say } from './words.js'

export { resume }

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
