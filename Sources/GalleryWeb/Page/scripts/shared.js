// The page of a share link: its photos open in the viewer, as in a feed, and can be downloaded as one file.
import { element, onLinks, openInViewer, whileBusy } from './dom.js'
import { sentence } from './words.js'

/** Opens the tiles of the page in the viewer. */
export function mount() {
  openPictures(document.querySelector('.days'), '.tiles a[data-photo]')
  const archive = document.querySelector('.archive')
  archive?.querySelector('a').addEventListener('click', event => {
    event.preventDefault()
    const link = event.currentTarget
    whileBusy(link, () => downloadArchive(archive, link))
  })
}

/** Downloads the archive when the server has prepared it; shows the progress until then. */
async function downloadArchive(host, link) {
  const bar = element('progress', { 'aria-label': link.textContent })
  const status = element('span', { class: 'quiet', role: 'status' })
  try {
    for (;;) {
      // Only the response header is needed: the browser downloads the file itself.
      const stopping = new AbortController()
      const answer = await fetch(link.href, { headers: { Accept: 'application/json' }, signal: stopping.signal })
      if (answer.ok) {
        stopping.abort()
        return location.assign(link.href)
      }
      const { detail, done, total } = await answer.json()
      if (answer.status !== 503) throw new Error(sentence(detail))
      if (total > 0) {
        bar.max = total
        bar.value = done
      }
      status.textContent = sentence(detail)
      if (!bar.isConnected) host.append(bar, status)
      await new Promise(resolve => setTimeout(resolve, (Number(answer.headers.get('Retry-After')) || 2) * 1000))
    }
  } finally {
    bar.remove()
    status.remove()
  }
}

/** Opens the pictures of an element, by a selector of their links, in the viewer (`more`: options of openViewer). */
export function openPictures(host, links, more = {}) {
  onLinks(host, links, link => {
    // Several links can show the same photo.
    const isOpened = id => String(id) === link.dataset.photo && link.isConnected
    openInViewer(link, {
      tileOf: async id => isOpened(id) ? link : document.querySelector(`:is(${links})[data-photo="${id}"]`), ...more,
    })
  })
}
