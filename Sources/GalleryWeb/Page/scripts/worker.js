// The service worker of the pages, which keeps what a user has seen for looking at it offline. It is a classic script, before
// which the server inserts the addresses of all styles and scripts as `self.shell` (AppRoutes.swift).
//
// Pages, lists and thumbnails come from the network whenever it is reachable. They are kept only for the user whom the
// server names in a header of the response, and removed when that changes or is unknown.

const { shell } = self
/** The version of the assets with the language, which is part of their addresses: an update replaces pages and assets. */
const [, , version] = shell[0].split('/')
/** The pages and lists that are kept: neither accounts and links nor posts of others. */
const pages = /^\/($|(albums|flickr|map|people|photos|places|sections)(\/|$))/
const lists = /^\/api\/v1\/(labels|months|people|photos(?!\/\d+\/original)|sections)(\/|$)/
const thumbnails = /^\/api\/v1\/photos\/\d+\/thumbnail\/(240|640|1600)$/
/** The number of entries of each kind, about 200 MB; the oldest are removed. */
const most = { pages: 300, lists: 500, 240: 4000, 640: 600, 1600: 250 }
/** The kinds that an update of the server replaces. */
const ofVersion = ['pages', 'lists']
/** The number of entries after which a cache is measured. */
const measuredAfter = 100

/** The user whose pages are kept; null for none. */
let account = caches.keys().then(names => names.map(name => name.split(' ')).find(([kind]) => kind in most)?.[1] ?? null)
/** Changes with the user: what was requested before is not kept. */
let turn = 0
const added = {}
// The server replaces the keys.
const say = text => text

const cacheOfShell = `shell ${version}`
const cacheOf = (kind, owner) => ofVersion.includes(kind) ? `${kind} ${owner} ${version}` : `${kind} ${owner}`

addEventListener('install', event => {
  skipWaiting()
  event.waitUntil(caches.open(cacheOfShell).then(cache => cache.addAll(shell)))
})

addEventListener('activate', event => event.waitUntil(activate()))

async function activate() {
  const names = await caches.keys()
  const isOld = name => ['shell', ...ofVersion].includes(name.split(' ')[0]) && !name.endsWith(` ${version}`)
  await Promise.all(names.filter(isOld).map(name => caches.delete(name)))
  // Navigation does not wait for the start of the worker.
  await registration.navigationPreload?.enable()
  await clients.claim()
}

addEventListener('fetch', event => {
  const { request } = event
  const address = new URL(request.url)
  if (address.origin !== location.origin) return
  // Another user may sign in.
  if (/^\/sign-(in|out)$/.test(address.pathname)) event.waitUntil(forget())
  // The browser itself sends forms, as it is the server that checks which page they come from.
  if (request.method !== 'GET') return
  if (address.pathname.startsWith(`/assets/${version}/`)) {
    event.respondWith(find(request, cacheOfShell).then(found => found ?? fetch(request)))
    return
  }
  const isPage = request.mode === 'navigate'
  const kind = isPage || ['', 'image'].includes(request.destination) ? kindOf(address) : null
  if (isPage || kind) event.respondWith(respond(event, kind, isPage))
})

function kindOf({ pathname }) {
  return thumbnails.exec(pathname)?.[1] ?? (pages.test(pathname) ? 'pages' : lists.test(pathname) ? 'lists' : null)
}

/** Responds from the network, or else with what is kept. */
async function respond(event, kind, isPage) {
  const { request } = event
  const began = turn
  try {
    const answer = (isPage && await event.preloadResponse) || await fetch(request)
    if (isRefused(answer)) event.waitUntil(forget())
    else if (kind && mayKeep(answer, kind)) event.waitUntil(keep(request.url, answer.clone(), kind, began, isPage))
    return answer
  } catch (error) {
    const owner = kind && await account
    const found = owner && await find(request, cacheOf(kind, owner))
    if (found) return found
    if (!isPage) throw error
    return offlinePage()
  }
}

const find = (request, cacheName) => caches.match(request.url, { cacheName, ignoreVary: true })

/** True if the user is no longer signed in, or not allowed to see something. */
const isRefused = ({ status, redirected, url }) =>
  ([401, 403].includes(status) && !new URL(url).pathname.startsWith('/shared/')) || (redirected && new URL(url).pathname === '/sign-in')

function mayKeep({ status, redirected, headers }, kind) {
  const type = { pages: 'text/html', lists: 'application/json' }[kind] ?? 'image/'
  return status === 200 && !redirected && headers.has('Gallery-Account') && headers.get('Content-Type')?.startsWith(type)
}

/** Keeps a response for its user. Only a page changes the user: lists and thumbnails may be in the browser's own cache. */
async function keep(address, answer, kind, began, isPage) {
  const owner = answer.headers.get('Gallery-Account')
  const known = await account
  if (isPage && began === turn && owner !== known) {
    const isForgotten = forget()
    began = turn
    account = Promise.resolve(owner)
    await isForgotten
  }
  if (began !== turn || owner !== await account) return answer.body?.cancel()
  const name = cacheOf(kind, owner)
  const cache = await caches.open(name)
  try {
    const found = await cache.match(address, { ignoreVary: true })
    if (found && found.headers.get('ETag') === answer.headers.get('ETag')) return answer.body?.cancel()
    await cache.put(address, answer)
    added[kind] = (added[kind] ?? 0) + 1
    if (added[kind] % measuredAfter === 1) await trim(cache, most[kind])
  } catch (error) {
    if (error.name === 'QuotaExceededError') await trim(cache, most[kind] / 4)
  } finally {
    if (began !== turn) await caches.delete(name)
  }
}

/** Removes the oldest entries. */
async function trim(cache, count) {
  const entries = await cache.keys()
  await Promise.all(entries.slice(0, Math.max(entries.length - count, 0)).map(entry => cache.delete(entry)))
}

/** Removes everything of the user. */
async function forget() {
  turn += 1
  account = Promise.resolve(null)
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.split(' ')[0] in most).map(name => caches.delete(name)))
}

addEventListener('message', event => event.waitUntil(keepSeen(event.data)))

/** Keeps what a page loaded before it had the worker: the page itself, then its parts. */
async function keepSeen(addresses) {
  for (const address of addresses) {
    const kind = kindOf(new URL(address))
    if (!kind) continue
    const began = turn
    const answer = await fetch(address).catch(() => null)
    if (answer && mayKeep(answer, kind)) await keep(address, answer, kind, began, address === addresses[0])
  }
}

function offlinePage() {
  const [, language] = version.split('.')
  const style = shell.find(address => address.endsWith('/gallery.css'))
  return new Response([
    `<!DOCTYPE html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${say('offline.title')}</title><link rel="stylesheet" href="${style}"><main id="content"><div class="alone">`,
    `<h1>${say('offline.title')}</h1><p>${say('offline.detail')}</p>`,
    `<p><a class="button" href="">${say('word.try-again')}</a></p><p><a href="/">${say('error.go-photos')}</a></p></div></main>`,
  ].join(''), { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
