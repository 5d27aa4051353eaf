// The pages of a static site: photos open in the viewer over the page, and the address then ends with the photo's
// number.
import { report, style } from './dom.js'
import { mapScript, root } from './files.js'
import { bind, mountKeys } from './keys.js'
import { photoPage, readFrom } from './photopages.js'
import { morph } from './stage.js'
import { createViewer } from './viewerdialog.js'
import { say } from './words.js'

const { list, listNumber, listCount } = document.body.dataset
const titleBefore = document.title
let viewer = null

const addressOf = photo => new URL(`photos/${photo}.html`, root).href
const looked = () => Number(/^#(\d+)$/.exec(location.hash)?.[1]) || null
const tileOf = photo => document.querySelector(`.tiles a[data-photo="${photo}"]`)

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
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const tile = event.target.closest('.tiles a[data-photo], main .stage')
    const photo = tile?.dataset.photo ?? tile?.closest('article')?.dataset.photo
    if (!photo || viewer) return
    event.preventDefault()
    history.pushState({ photo }, '', `#${photo}`)
    open(Number(photo))
  })
  addEventListener('popstate', () => {
    const photo = looked()
    if (viewer && !photo) close()
    else if (viewer && photo !== viewer.page?.id) viewer.go(addressOf(photo))
    else if (!viewer && photo) open(photo)
  })
  const article = document.querySelector('article.photo')
  if (article) bindWays()
  if (looked()) open(looked())
}

/** Navigation from the page of a photo. */
function bindWays() {
  const go = selector => () => document.querySelector(`.way ${selector}`)?.click()
  bind(say('keys.viewer'), {
    ArrowRight: [say('viewer.next'), go('[rel=next]')], ArrowLeft: [say('viewer.previous'), go('[rel=prev]')],
    Escape: [say('word.close'), go('.back')],
  })
}

/** Opens the viewer at a photo, from its tile if there is one. */
async function open(photo) {
  const made = createViewer({
    // A viewer that is closing does not go back again.
    leave() {
      if (made !== viewer) return
      if (history.state?.photo) return history.back()
      history.replaceState(null, '', location.href.replace(/#.*/, ''))
      close()
    },
    came(page, isFirst) {
      if (made !== viewer) return
      document.title = page.title
      if (!isFirst) history.replaceState(history.state, '', `#${page.id}`)
    },
  })
  viewer = made
  try {
    const [page] = await Promise.all([photoPage(addressOf(photo)), style('viewer.css')])
    if (made !== viewer) return
    const image = pictureOf(tileOf(photo))
    await morph(image, () => {
      made.openPage(page, image)
      return made.picture
    })
  } catch (error) {
    viewer = null
    // No nearby script contains the photo: its own page is in the same folder as the others.
    if (error.status === 404) return location.replace(addressOf(photo))
    report(error)
  }
}

async function close() {
  const closing = viewer
  viewer = null
  document.title = titleBefore
  if (!closing.page) return
  const link = tileOf(closing.page.id)
  await morph(closing.picture, () => {
    closing.end()
    return pictureOf(link) ?? link
  })
  if (!viewer) link?.focus()
}

/** The picture of a tile, if it is loaded. */
function pictureOf(link) {
  const image = link?.querySelector('img')
  return image?.complete && image.naturalWidth > 0 ? image : null
}
