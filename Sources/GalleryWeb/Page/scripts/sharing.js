// The dialog that creates a share link: it shows the shared photos and details, then the address.
import { drawing, element, openDialog, style } from './dom.js'
import { get, send } from './server.js'
import { bytes, number, say, sentence } from './words.js'

const day = 24 * 60 * 60 * 1000
const list = new Intl.ListFormat(document.documentElement.lang)
/** The maximum number of thumbnails. */
const most = 5

/** Opens the dialog for single photos ({photos}) or the list of a page ({section, q}). */
export async function giveByLink(what, opener) {
  await style('sharing.css')
  const toggle = (id, text) => {
    const input = element('input', { id: `sharing-${id}`, type: 'checkbox', role: 'switch', onchange: () => show() })
    return [input, element('label', { class: 'switch', for: input.id }, element('span', {}, text), input)]
  }
  const [originals, originalsRow] = toggle('originals', say('sharing.originals'))
  const [metadata, metadataRow] = toggle('metadata', say('sharing.metadata'))
  const expires = element('select', { id: 'sharing-expires' }, [
    ['', say('sharing.never')], [1, say('sharing.after-day')], [7, say('sharing.after-week')],
    [30, say('sharing.after-month')], [365, say('sharing.after-year')],
  ].map(([value, text]) => element('option', { value, selected: value === 30 }, text)))
  const password = element('input', {
    id: 'sharing-password', type: 'text', maxlength: 200, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
  })
  const count = element('p', { class: 'quiet', role: 'status' })
  const pictures = element('ul', { class: 'given' })
  const facts = element('div', { class: 'facts', role: 'group', tabindex: 0, 'aria-label': say('sharing.details') })
  const draft = element('div', { class: 'draft', tabindex: -1, 'aria-busy': 'true' }, count, pictures)
  const fault = element('p', { class: 'fault', role: 'alert', hidden: true })
  const submit = element('button', { type: 'submit', class: 'main' }, say('sharing.make'))
  const form = element(
    'form', { method: 'dialog' },
    element('h2', { id: 'sharing-title' }, say('sharing.title')), draft, originalsRow, metadataRow,
    element('div', { class: 'pair' },
      element('label', { for: expires.id }, say('sharing.ends')), element('label', { for: password.id }, say('sharing.password')),
      expires, password),
    element('details', {}, element('summary', {}, say('sharing.details')), facts), fault,
    element(
      'p', { class: 'buttons' },
      element('button', { type: 'button', onclick: () => dialog.close() }, say('word.cancel')), submit))
  const dialog = element('dialog', { class: 'sharing', 'aria-labelledby': 'sharing-title' }, form)
  let asked = new AbortController()
  /** True if the preview matches the current choices: a link is created only for previewed content. */
  let isShown = false
  let isSending = false
  const settle = () => { submit.disabled = !isShown || isSending }

  /** Shows the preview. */
  async function show() {
    asked.abort()
    asked = new AbortController()
    const { signal } = asked
    isShown = false
    settle()
    draft.ariaBusy = 'true'
    fault.hidden = true
    const gift = { originals: originals.checked, metadata: metadata.checked }
    try {
      const given = await draftOf(what, gift, signal)
      if (signal.aborted) return
      const text = say('count.photos', { count: given.count })
      count.textContent = what.section && !what.q ? `${text}. ${say('sharing.live')}` : text
      pictures.replaceChildren(...picturesOf(given))
      facts.replaceChildren(...factsOf(given, gift))
      isShown = true
    } catch (error) {
      if (signal.aborted) return
      facts.replaceChildren()
      complain(error, showAgain)
    }
    draft.ariaBusy = 'false'
    settle()
  }

  function showAgain() {
    // The focused button disappears.
    draft.focus()
    show()
  }

  /** Shows an error, with a button to try again if there is no other one. */
  function complain(error, again) {
    fault.replaceChildren(
      element('span', { lang: error.lang }, sentence(error.message)),
      ...again ? [' ', element('button', { type: 'button', onclick: again }, say('word.try-again'))] : [])
    fault.hidden = false
  }

  form.addEventListener('submit', async event => {
    event.preventDefault()
    isSending = true
    settle()
    fault.hidden = true
    try {
      const end = expires.value ? new Date(Date.now() + expires.value * day).toISOString() : null
      const link = await send('POST', '/api/v1/shares', {
        ...chosen(what), originals: originals.checked, metadata: metadata.checked, expires: end,
        password: password.value || null,
      })
      dialog.replaceChildren(made(link, () => dialog.close()))
      const field = dialog.querySelector('input')
      field.focus()
      field.select()
    } catch (error) {
      complain(error)
    } finally {
      isSending = false
      settle()
    }
  })
  // Keys pressed in the dialog do not reach the page below.
  dialog.addEventListener('keydown', event => event.stopPropagation())
  openDialog(dialog, opener, () => asked.abort())
  show()
}

/** The photos and details that a link would share. */
function draftOf(what, gift, signal) {
  const members = { ...chosen(what), ...gift }
  // An address cannot contain thousands of photos.
  if (what.photos?.length > 500) return send('POST', '/api/v1/shares/draft', members, signal)
  return get(`/api/v1/shares/draft?${new URLSearchParams(members)}`, signal)
}

/** The members of a request that select the photos. */
function chosen({ photos, section, q }) {
  if (photos) return { photos }
  return { ...section ? { section } : {}, ...q || !section ? { q: q || '' } : {} }
}

/** The first pictures, and the number of the others. */
function picturesOf({ count, photos }) {
  const shown = photos.filter(({ thumbnail }) => thumbnail).slice(0, most)
  const others = count - shown.length
  return [
    ...shown.map(({ thumbnail, name }) =>
      element('li', {}, element('img', { src: thumbnail, alt: name, width: 64, height: 64, decoding: 'async' }))),
    ...others > 0 ? [element('li', { class: 'others' }, `+${number(others)}`)] : [],
  ]
}

/** The details that visitors see beside the pictures, in words. */
function factsOf({ count, example, kinds, examined, published }, gift) {
  const parts = []
  const { facts, file } = example ?? { facts: [] }
  if (facts.length > 0) {
    parts.push(element('p', {}, say('sharing.example')), element('dl', {}, facts.map(({ label, texts }) =>
      element('div', {}, element('dt', {}, label), element('dd', { dir: 'auto' }, texts.join(' · '))))))
  }
  const others = kinds.filter(kind => !facts.some(({ label }) => label === kind))
  if (others.length > 0) parts.push(element('p', {}, say('sharing.others', { kinds: list.format(others) })))
  if (examined < count) parts.push(element('p', {}, say('sharing.examined', { count: examined })))
  if (!gift.metadata) parts.push(element('p', {}, say('sharing.omitted')))
  if (!gift.metadata && published > 0) parts.push(element('p', {}, say('sharing.published', { count: published })))
  if (file) {
    const side = Math.max(file.width ?? 0, file.height ?? 0)
    const size = bytes(file.byteCount)
    parts.push(element('p', {}, gift.originals || !side ? say('sharing.file-full', { size }) : say('sharing.file', { side, size })))
  }
  // Also if the photo shown here is edited.
  if (gift.originals && gift.metadata) parts.push(element('p', {}, say('sharing.original')))
  return parts
}

/** The address with ways to pass it on, and the devices that can open it. */
function made({ url, reach, qr }, close) {
  const field = element('input', { id: 'sharing-address', type: 'text', readonly: true, value: url })
  const copy = element('button', {
    type: 'button',
    class: 'main',
    async onclick() {
      try {
        await navigator.clipboard.writeText(url)
        copy.textContent = say('sharing.copied')
      } catch {
        // Browsers cannot copy without HTTPS: the text is selected instead.
        field.focus()
        field.select()
      }
    },
  }, say('sharing.copy'))
  const pass = element('button', { type: 'button', onclick: () => navigator.share({ url }).catch(() => {}) }, say('sharing.pass'))
  const limits = { computer: say('sharing.computer'), network: say('sharing.network') }
  return element('div', { class: 'made' },
    element('h2', { id: 'sharing-title' }, say('sharing.made')),
    element('label', { for: field.id }, say('sharing.address')),
    element('p', { class: 'address' }, field, copy),
    reach in limits ? element('p', { class: 'limit' }, limits[reach]) : null,
    qr && reach !== 'computer' ? element('figure', {},
      drawing('svg', { viewBox: `-4 -4 ${qr.side + 8} ${qr.side + 8}`, width: 176, height: 176, role: 'img', 'aria-label': say('sharing.code') },
        drawing('path', { d: qr.path })),
      element('figcaption', { class: 'quiet' }, say('sharing.scan'))) : null,
    element('p', { class: 'quiet' }, say('sharing.once')),
    element('p', { class: 'buttons' }, navigator.share ? pass : null,
      element('button', { type: 'button', onclick: close }, say('word.close'))))
}
