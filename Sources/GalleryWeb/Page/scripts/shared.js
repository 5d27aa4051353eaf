// The page of a share link: its photos open in the viewer, as in a feed, and can be downloaded as one file.
import { element, onLinks, openInViewer, report, whileBusy } from './dom.js'
import { pageAt } from './server.js'
import { sentence } from './words.js'

/** The distance from the last photo at which more are loaded, in pixels. */
const reach = 1500

/** Opens the tiles of the page in the viewer. */
export function mount() {
  openPictures(document.querySelector('.days'), '.tiles a[data-photo]')
  extend(document.querySelector('.tiles'))
  const archive = document.querySelector('.archive')
  archive?.querySelector('a').addEventListener('click', event => {
    event.preventDefault()
    const link = event.currentTarget
    whileBusy(link, () => downloadArchive(archive, link))
  })
}

/** Adds the photos of the next pages to a list when its end is near, instead of links to these pages. */
function extend(list) {
  const turns = document.querySelector('nav.pages')
  const next = turns?.querySelector('[rel=next]')
  if (!next) return
  next.style.visibility = 'hidden'
  const watch = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) return
    watch.disconnect()
    try {
      const page = await pageAt(next.href)
      list.append(...page.querySelectorAll('.tiles > li'))
      const following = page.querySelector('nav.pages [rel=next]')
      if (!following) {
        next.remove()
        if (turns.childElementCount === 0) turns.remove()
        return
      }
      next.href = following.href
      watch.observe(turns)
    } catch (error) {
      report(error)
      next.style.visibility = ''
    }
  }, { rootMargin: `${reach}px` })
  watch.observe(turns)
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
