// The viewer in the browser's history: opened from a tile, closed by going back, reopened by going forward.
import { atPage, readdress, store, stored } from './dom.js'
import { photoPage, readPage, shownAddress, shownTitle } from './photopages.js'
import { morph } from './stage.js'
import { createViewer } from './viewerdialog.js'
import { say } from './words.js'

/** The open viewer. */
let viewer = null
/** The collection that the viewer was opened from. */
let collection = null
let titleBefore = document.title

/**
 * Opens a tile's link: the page's address becomes the photo's; going back closes the viewer. tileOf(photo) scrolls the
 * photo's tile into view and resolves to its link or null; mark(photo), if given, notes it in the collection's address.
 */
export async function openViewer(link, from, page = null) {
  if (viewer) return
  collection = from
  const address = page?.address ?? link.getAttribute('href')
  mark(link?.dataset.photo ?? idOf(address))
  // The collection restores the scroll position itself; a page of a static site does not.
  if (!page) history.scrollRestoration = 'manual'
  // The entry of a page of a static site can already be the photo's.
  if (location.hash !== shownAddress(address)) history.pushState({ viewer: address }, '', shownAddress(address))
  await open(address, link, page)
}

/** Opens the viewer over the page of a photo. Closing leads to the page's back link. */
export function mount() {
  const address = location.pathname + location.search
  if (wasLedTo(address)) readdress({ ...history.state, isLed: true }, address)
  const first = readPage(document, address)
  viewer = make(async page => {
    await atPage()
    // Entries made by a viewer or a list have the collection before them.
    if (history.state?.viewer || history.state?.isLed) history.back()
    // A restored photo leads elsewhere now.
    else location.replace(first.isTrashed ? first.back : page.back)
  })
  const image = document.querySelector('article.photo .stage img')
  const copy = image?.complete && image.currentSrc ? new Image() : null
  // The page's image has the source for its layout width; the copy would choose its own.
  if (copy) copy.src = image.currentSrc
  viewer.openPage(first, copy)
  // After a reload, the collection's entry still belongs to this page.
  addEventListener('popstate', () => location.pathname + location.search === viewer.page.address || location.reload())
}

/** True if the previous entry is the page that led to an address; valid once. */
function wasLedTo(address) {
  const noted = stored('led', 'session')
  store('led', null, 'session')
  return noted === address && history.length > 1
}

function make(leave) {
  const made = createViewer({
    // A viewer that is closing does not go back again.
    leave: page => made === viewer && leave(page),
    came(page, isFirst) {
      if (made !== viewer) return
      document.title = shownTitle(page)
      if (isFirst) return
      const { state } = history
      readdress(state?.viewer ? { ...state, viewer: page.address } : state, shownAddress(page.address))
    },
  })
  return made
}

/** Opens the viewer at an address, from a tile if there is one. */
async function open(address, link, page = null) {
  if (!page) photoPage(address).catch(() => {})
  titleBefore = document.title
  const made = make(async () => {
    await atPage()
    if (history.state?.viewer) return history.back()
    // The page was opened at the photo.
    readdress(null, location.href.replace(/#.*/, ''))
    close()
  })
  viewer = made
  const image = pictureOf(link)
  await morph(image, () => {
    if (page) made.openPage(page, image)
    else made.open(provisional(address, link, image), image)
    return made.picture
  })
  if (!page) await made.go(address)
}

/** The data of a tile, used until the photo's page is loaded. */
function provisional(address, link, image) {
  // The tile may be cropped: the picture has the real aspect ratio.
  const shape = image ? image.naturalHeight / image.naturalWidth : 0.75
  const title = link?.querySelector('.caption')?.textContent || link?.getAttribute('aria-label') || image?.alt || say('viewer.photo')
  return {
    isProvisional: true, address, id: Number(link?.dataset.photo) || idOf(address),
    width: 4000, height: 4000 * shape,
    title, alt: title, position: '', sources: [], whole: null,
    downloads: [], faces: null, previous: null, next: null,
  }
}

/** The picture of a tile, if it is loaded. */
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
  // The viewer may have been reopened meanwhile.
  await morph(closing.picture, () => {
    closing.end()
    return pictureOf(link) ?? link
  })
  if (!viewer) link?.focus({ preventScroll: true })
}

/** Notes the photo in the collection's address. */
function mark(photo) {
  if (collection.mark) return collection.mark(photo)
  const here = new URL(location.href)
  here.searchParams.set('at', photo)
  readdress(history.state, here)
}

const idOf = address => Number(/\/photos\/(\d+)/.exec(address)?.[1])

addEventListener('popstate', async event => {
  if (!collection) return
  const address = event.state?.viewer
  if (viewer && !address) await close()
  else if (viewer && address !== viewer.page?.address) await viewer.go(address)
  else if (!viewer && address) await open(address, await collection.tileOf(idOf(address)).catch(() => null))
})
