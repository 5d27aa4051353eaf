// The pages of a static site: photos open in the viewer over the page, and the address then ends with the photo's number.
import { mapScript, root } from './absent.js'
import { isPlain, report, style } from './dom.js'
import { bind, mountKeys } from './keys.js'
import { photoPage, readFrom } from './photopages.js'
import { openViewer } from '../scripts/viewer.js'
import { say } from './words.js'

const { list, listNumber, listCount } = document.body.dataset

mountKeys()
// The home page of several sections has no list of photos.
if (list) mount()
if (document.body.dataset.page === 'map') {
  // Without the script, the page is a list.
  mapScript().then(({ mount }) => mount()).catch(() => document.documentElement.classList.remove('scripted'))
}

function mount() {
  readFrom(new URL(list, location.href).href, Number(listNumber), Number(listCount))
  document.addEventListener('click', event => {
    const tile = event.target.closest('.tiles a[data-photo], main .stage')
    if (!tile || !isPlain(event)) return
    event.preventDefault()
    open(tile.closest('[data-photo]').dataset.photo, tile)
  })
  addEventListener('popstate', openAddressed)
  if (document.querySelector('article.photo')) bindWays()
  openAddressed()
}

/** Navigation from the page of a photo. */
function bindWays() {
  const go = selector => () => document.querySelector(`.way ${selector}`)?.click()
  bind(say('keys.viewer'), {
    ArrowRight: [say('viewer.next'), go('[rel=next]')], ArrowLeft: [say('viewer.previous'), go('[rel=prev]')],
    Escape: [say('word.close'), go('.back')],
  })
}

/** Opens the photo in the page's address. */
function openAddressed() {
  const photo = /^#(\d+)$/.exec(location.hash)?.[1]
  if (photo) open(photo, tileOf(photo))
}

/** Opens the viewer at a photo, from its tile if there is one. */
async function open(photo, tile) {
  const address = new URL(`photos/${photo}.html`, root).href
  try {
    const [page] = await Promise.all([photoPage(address), style('viewer.css')])
    await openViewer(tile, { tileOf: async photo => tileOf(photo), mark() {} }, page)
  } catch (error) {
    // No nearby script contains the photo: its own page is in the same folder as the others.
    if (error.status === 404) return location.replace(address)
    report(error)
  }
}

function tileOf(photo) {
  const tile = document.querySelector(`.tiles a[data-photo="${photo}"]`)
  tile?.scrollIntoView({ block: 'nearest' })
  return tile
}
