// The feed: older posts at its end, new ones at its top, and actions on posts. All added elements come from the
// server's pages.
import { announce, arrange, element, isOwner, onLinks, report, soon, store, stored, whileBusy } from './dom.js'
import { bind } from './keys.js'
import { offerUndo, onActs, written } from './lists.js'
import { listen, pageAt, path, send } from './server.js'
import { openPictures } from './shared.js'
import { say, sentence } from './words.js'

/** Posts are loaded this many pixels before they are scrolled into view. */
const ahead = 1500
/** The number of pages without a known post after which the feed is reloaded. */
const mostPages = 5

const feed = document.querySelector('.feed')
const list = feed.querySelector('.posts')
const fresh = feed.querySelector('.fresh')
const button = fresh.querySelector('button')
const status = fresh.querySelector('[role=status]')

/** Enables loading of older and newer posts, and the buttons. */
export function mount() {
  followEnd()
  // The address of the feed does not change, as its posts have only one order.
  openPictures(list, '.posts a[data-photo]', { mark() {} })
  button.addEventListener('click', look)
  bind(say('feed.title'), { r: [say('feed.look'), look] })
  onActs(list, act => acts[act.dataset.act](act.closest('li')))
  for (const kind of ['photos', 'catalog', 'sections', 'reset']) listen(kind, peekSoon)
  if (navigator.maxTouchPoints > 0) import('./pull.js').then(({ mountPull }) => mountPull(look), () => {})
  showPublished()
}

/** Scrolls to the post that was just published and announces it. */
function showPublished() {
  const published = stored('published', 'session')
  store('published', null, 'session')
  const post = published && document.getElementById(`post-${published}`)
  if (!post) return
  post.querySelector('h2').focus()
  import('./toast.js').then(({ toast }) => toast(say('feed.published')), () => announce(say('feed.published')))
}

// End of the feed

const watch = new IntersectionObserver(seen => {
  if (seen.some(({ isIntersecting }) => isIntersecting)) readOn()
}, { rootMargin: `0px 0px ${ahead}px` })
let reading = null

const endOf = page => page.querySelector('.feed nav.pages [rel=next]')?.closest('nav') ?? null

function followEnd() {
  const end = endOf(document)
  if (!end) return
  watch.observe(end)
  onLinks(end, '[rel=next]', readOn)
}

/** Adds the posts of the next page; a running request is reused. */
function readOn() {
  reading ??= (async () => {
    const end = endOf(document)
    if (!end) return
    const address = end.querySelector('[rel=next]').getAttribute('href')
    const page = await pageAt(address, { here: location.href })
    // The feed may have been reloaded meanwhile.
    if (endOf(document) !== end) return
    const hadFocus = end.contains(document.activeElement)
    const posts = postsOf(page).filter(post => !document.getElementById(post.id))
    list.append(...posts)
    takeEnd(page)
    forgetFault()
    if (hadFocus) posts[0]?.querySelector('h2').focus({ preventScroll: true })
  })().catch(tellFault).finally(() => { reading = null })
}

/** Takes over the end of a page. */
function takeEnd(page) {
  const [end, now] = [endOf(document), endOf(page)]
  if (end) watch.unobserve(end)
  // Moving the element would be a visible jump.
  end?.remove()
  if (now) feed.append(now)
  followEnd()
}

/** The focusable elements of a post. */
const focusable = 'h2, a, button'

const postsOf = page => [...page.querySelectorAll('.posts > li')]

// Top of the feed

/** Adds new posts and announces their number. */
const look = () => whileBusy(button, () => showNews().catch(tellFault))

async function showNews() {
  const wasNews = fresh.classList.contains('news')
  const count = takeOver(await readTop())
  forgetFault()
  status.textContent = count > 0 ? say('feed.new', { count }) : say('feed.none-new')
  if (wasNews && count > 0) {
    list.firstElementChild.scrollIntoView({ block: 'start' })
    list.querySelector('h2').focus({ preventScroll: true })
  }
}

/** The first posts on the server, up to the first known one. */
async function readTop() {
  const found = { posts: [], page: null, isJoined: false }
  let address = '/feed'
  for (let pages = 0; pages < mostPages && !found.isJoined; pages += 1) {
    const page = await pageAt(address, { here: location.href })
    found.posts.push(...postsOf(page))
    found.page = page
    address = endOf(page)?.querySelector('[rel=next]').getAttribute('href')
    found.isJoined = found.posts.some(post => document.getElementById(post.id))
    if (!address) break
  }
  found.isLast = !address
  return found
}

const known = post => document.getElementById(post.id)

/** The number of posts among or before the known ones. */
function newIn(posts) {
  const last = posts.findLastIndex(known)
  return (last < 0 ? posts : posts.slice(0, last)).filter(post => !known(post)).length
}

/** Shows the posts of the server; returns the number of new ones. The visible posts stay in place. */
function takeOver({ posts, page, isJoined, isLast }) {
  fresh.classList.remove('news')
  button.textContent = say('feed.look')
  const count = newIn(posts)
  const items = [...list.children]
  const last = items.findLastIndex(item => posts.some(({ id }) => id === item.id))
  // Followed by posts that were not reloaded.
  const rest = isJoined && !isLast ? items.slice(last + 1) : []
  const wanted = [...posts.map(post => same(known(post), post)), ...rest]
  holdPlace(items.filter(item => wanted.includes(item)), () => {
    const focused = list.contains(document.activeElement) ? document.activeElement.closest('li') : null
    const part = focused ? [...focused.querySelectorAll(focusable)].indexOf(document.activeElement) : -1
    arrange(list, wanted)
    if (focused && !focused.isConnected) {
      const parts = (known(focused) ?? list).querySelectorAll(focusable)
      ;(parts[part] ?? parts[0])?.focus({ preventScroll: true })
    }
  })
  if (!isJoined || isLast) takeEnd(page)
  feed.querySelector('[data-empty]')?.remove()
  const empty = page.querySelector('[data-empty]')
  if (empty && posts.length === 0) list.before(empty)
  return count
}

/** The displayed post if it is unchanged. */
function same(shown, post) {
  const isSame = shown && 'hidden' in shown.dataset === 'hidden' in post.dataset && written(shown) === written(post)
  return isSame ? shown : post
}

/** Keeps the first visible item in place, except at the very top of the page. */
function holdPlace(items, change) {
  const held = scrollY > 0 ? items.find(item => item.getBoundingClientRect().bottom > 0) : null
  const before = held?.getBoundingClientRect().top
  change()
  if (held) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** Shows that new posts exist; other changes are shown at once. */
const peekSoon = soon(async () => {
  const found = await readTop()
  const count = newIn(found.posts)
  if (count > 0) announce(say('feed.new', { count }))
  // The user cannot be reading an empty feed.
  if (count === 0 || list.childElementCount === 0) return takeOver(found)
  fresh.classList.add('news')
  button.textContent = say('feed.show-new', { count })
}, 500)

/** Shows an error beside the button; the posts stay. */
function tellFault(error) {
  if (error.status === undefined) return report(error)
  forgetFault()
  status.textContent = ''
  fresh.append(element('span', { class: 'fault', role: 'alert' }, say('feed.stay', { failure: sentence(error.message) })))
}

const forgetFault = () => fresh.querySelector('.fault')?.remove()

// Actions on posts

const acts = {
  hide: post => hide(post, true),
  show: post => hide(post, false),
  delete: remove,
}

const addressOf = post => path('posts', post.dataset.post)

async function hide(post, isHidden) {
  const { entry } = await send('PATCH', addressOf(post), { hidden: isHidden })
  const set = now => {
    const hadFocus = post.querySelector('.deciding').contains(document.activeElement)
    post.toggleAttribute('data-hidden', now)
    if (hadFocus) post.querySelector(`[data-act=${now ? 'show' : 'hide'}]`).focus()
  }
  set(isHidden)
  await offerUndo(isHidden ? say('feed.was-hidden') : say('feed.was-shown'), entry, () => set(!isHidden))
}

async function remove(post) {
  // Members cannot undo it.
  if (!isOwner() && !confirm(say('feed.delete-sure', { title: post.querySelector('h2').textContent }))) return
  const { entry } = await send('DELETE', addressOf(post))
  const next = post.nextElementSibling
  const hadFocus = post.contains(document.activeElement)
  post.remove()
  const neighbour = next ?? list.lastElementChild
  if (hadFocus) (neighbour?.querySelector('h2') ?? document.querySelector('main')).focus()
  await offerUndo(say('feed.was-deleted'), entry, () => {
    if (known(post)) return
    list.insertBefore(post, next?.isConnected ? next : null)
    post.querySelector('h2').focus()
  })
}
