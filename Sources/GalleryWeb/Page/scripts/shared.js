// The page of a share link: its photos open in the viewer, as those of a feed do.
import { style } from './dom.js'

/** Opens the tiles of the page in the viewer. */
export function mount() {
  openPictures(document.querySelector('.days'), '.tiles a[data-photo]')
}

/**
 * Opens the pictures of a part of the page in the viewer.
 * @param {string} links  chooses the links that they are
 * @param {{mark?: (photo: number) => void}} more  as `openViewer` takes it
 */
export function openPictures(host, links, more = {}) {
  host.addEventListener('click', event => {
    const link = event.target.closest(links)
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Several may show one photo.
    const isOpened = id => String(id) === link.dataset.photo && link.isConnected
    open(link, {
      tileOf: async id => isOpened(id) ? link : document.querySelector(`:is(${links})[data-photo="${id}"]`), ...more,
    })
  })
}

async function open(link, from) {
  try {
    const [{ openViewer }] = await Promise.all([import('./viewer.js'), style('viewer.css')])
    await openViewer(link, from)
  } catch (error) {
    console.error(error)
    location.assign(link.href)
  }
}
