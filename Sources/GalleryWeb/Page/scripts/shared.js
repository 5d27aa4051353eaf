// The page of a share link: its photos open in the viewer.
import { style } from './dom.js'

/** Opens the tiles of the page in the viewer. */
export function mount() {
  document.querySelector('.days').addEventListener('click', event => {
    const link = event.target.closest('a[data-photo]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(link)
  })
}

async function open(link) {
  try {
    const [{ openViewer }] = await Promise.all([import('./viewer.js'), style('viewer.css')])
    await openViewer(link, { tileOf: async id => document.querySelector(`.tiles a[data-photo="${id}"]`) })
  } catch (error) {
    console.error(error)
    location.assign(link.href)
  }
}
