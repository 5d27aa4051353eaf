// Sharing, downloading and printing of the photo.
import { toggleMenu } from './bars.js'
import { element, isOwner, report, withOverlays } from './dom.js'
import { isLoaded } from './stage.js'
import { toast } from './toast.js'
import { say } from './words.js'

const largestShared = 20_000_000

/** Shares the photo; owners choose between the picture and a link. */
export function offer(page, button) {
  if (!isOwner() || page.isTrashed) return share(page)
  toggleMenu(button, say('viewer.share'), [
    [say('sharing.picture'), () => share(page)],
    [say('sharing.link'), () => withOverlays(import('./sharing.js')).then(({ giveByLink }) => giveByLink({ photos: [page.id] }, button)).catch(report)],
  ])
}

/** Shares the picture with another program if the browser supports it; otherwise copies the page's address. */
async function share(page) {
  const file = await pictureFile(page)
  try {
    if (file && navigator.canShare?.({ files: [file] })) {
      return await navigator.share({ files: [file], title: page.title })
    }
    if (navigator.share) return await navigator.share({ title: page.title, url: new URL(page.address, location).href })
  } catch (error) {
    if (error.name === 'AbortError') return
  }
  await copyAddress(page)
}

async function pictureFile(page) {
  // Uses a loaded picture: browsers allow sharing only shortly after a click.
  const source = page.sources.findLast(({ address }) => isLoaded(address)) ?? page.sources.at(-1)
  if (!navigator.canShare || !source) return null
  try {
    const answer = await fetch(source.address, { cache: 'force-cache' })
    if (!answer.ok) return null
    const blob = await answer.blob()
    if (!blob.type.startsWith('image/')) return null
    const ending = blob.type.split('/')[1]
    const name = `${page.title.replace(/[\\/:*?"<>|]/g, '_').slice(0, 80)}.${ending}`
    return blob.size <= largestShared ? new File([blob], name, { type: blob.type }) : null
  } catch {
    return null
  }
}

async function copyAddress(page) {
  const address = new URL(page.address, location).href
  try {
    await navigator.clipboard.writeText(address)
    toast(say('viewer.copied'))
  } catch {
    // Browsers cannot copy without HTTPS: the address is shown instead.
    toast(say('viewer.address', { address }))
  }
}

/** Downloads a file. */
export function download(address) {
  const link = element('a', { href: address, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}
