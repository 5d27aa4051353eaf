// The viewer in the browser's history: opened out of a tile, closed by going back, opened again by going forward.
import { morph } from './morph.js'
import { photoPage } from './photopages.js'
import { readPage } from './readpage.js'
import { createViewer } from './viewerdialog.js'
import { say } from './words.js'

/** The viewer that is open. */
let viewer = null
/** What it was opened from, for the way back. */
let collection = null
let titleBefore = document.title

/**
 * Opens a photo. The page's address becomes the photo's; going back closes the viewer.
 * @param {HTMLAnchorElement} link  the tile's link: its href is the photo's page (with `from`, `q` and `sort`, so that
 *   the page knows the neighbours), its data-photo the id
 * @param {{tileOf: (photo: number) => Promise<HTMLElement|null>}} from  brings the photo's tile into view and
 *   returns its link, for the way back; null where it is not there. mark(photo), where there is one, notes the photo in
 *   the collection's address in its own way
 */
export async function openViewer(link, from) {
  if (viewer) return
  collection = from
  const address = link.getAttribute('href')
  mark(link.dataset.photo)
  // Where the page stands is the collection's to say, not the browser's.
  history.scrollRestoration = 'manual'
  history.pushState({ viewer: address }, '', address)
  await open(address, link)
}

/** Opens the viewer over the page of a photo itself. Closing leads to where the page leads back to. */
export function mount() {
  const address = location.pathname + location.search
  if (wasLedTo(address)) readdress({ ...history.state, isLed: true }, address)
  const first = readPage(document, address)
  viewer = make(page => {
    // An entry that a viewer made, or a listing led to, has the collection before it.
    if (history.state?.viewer || history.state?.isLed) history.back()
    // What was taken from the trash leads elsewhere by now.
    else location.replace(first.isTrashed ? first.back : page.back)
  })
  const image = document.querySelector('article.photo .stage img')
  const copy = image?.complete && image.currentSrc ? new Image() : null
  // The image on the page tells the width that it was laid out for, the copy its own.
  if (copy) copy.src = image.currentSrc
  viewer.openPage(first, copy)
  // Scripts of before a reload left the collection's entry to this page.
  addEventListener('popstate', () => location.reload())
}

/** Whether the entry before this one is the page that led to an address; asked once. */
function wasLedTo(address) {
  try {
    const noted = sessionStorage.getItem('led')
    sessionStorage.removeItem('led')
    return noted === address && history.length > 1
  } catch {
    return false
  }
}

function make(leave) {
  const made = createViewer({
    // One that is closing already goes no further back.
    leave: page => made === viewer && leave(page),
    came(page, isFirst) {
      if (made !== viewer) return
      document.title = say('viewer.title', { title: page.title })
      if (isFirst) return
      const { state } = history
      readdress(state?.viewer ? { ...state, viewer: page.address } : state, page.address)
    },
  })
  return made
}

/** Opens the viewer at an address, out of a tile where there is one. */
async function open(address, link) {
  const ask = photoPage(address)
  ask.catch(() => {})
  titleBefore = document.title
  const made = make(() => history.back())
  viewer = made
  const image = pictureOf(link)
  await morph(image, () => {
    made.open(provisional(address, link, image), image)
    return made.picture
  })
  await made.go(address)
}

/** What a tile tells of a photo before its page is there. */
function provisional(address, link, image) {
  // The tile may show a part of it: the picture knows its own shape.
  const shape = image ? image.naturalHeight / image.naturalWidth : 0.75
  const title = link?.querySelector('.caption')?.textContent || link?.getAttribute('aria-label') || image?.alt || say('viewer.photo')
  return {
    isProvisional: true, address, id: Number(link?.dataset.photo) || idOf(address),
    width: 4000, height: 4000 * shape,
    title, alt: title, position: '', sources: [], whole: null,
    downloads: [], faces: null, previous: null, next: null,
  }
}

/** The picture of a tile, where it is there. */
function pictureOf(link) {
  const image = link?.querySelector('img')
  return image?.complete && image.naturalWidth > 0 ? image : null
}

async function close() {
  const closing = viewer
  const { page } = closing
  viewer = null
  document.title = titleBefore
  if (page) mark(page.id)
  const link = page && await collection.tileOf(page.id).catch(() => null)
  // The way forward again may have been faster.
  await morph(closing.picture, () => {
    closing.end()
    return pictureOf(link) ?? link
  })
  if (!viewer) link?.focus({ preventScroll: true })
}

/** Notes in the collection's address which photo was looked at. */
function mark(photo) {
  if (collection.mark) return collection.mark(photo)
  const here = new URL(location.href)
  here.searchParams.set('at', photo)
  readdress(history.state, here)
}

function readdress(state, address) {
  try {
    history.replaceState(state, '', address)
  } catch { /* Browsers bound how often an address may change. */ }
}

const idOf = address => Number(/\/photos\/(\d+)/.exec(address)?.[1])

addEventListener('popstate', async event => {
  if (!collection) return
  const address = event.state?.viewer
  if (viewer && !address) await close()
  else if (viewer && address !== viewer.page?.address) await viewer.go(address)
  else if (!viewer && address) await open(address, await collection.tileOf(idOf(address)).catch(() => null))
})
