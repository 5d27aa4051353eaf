// The dialog that creates a share link: it previews the shared content, then shows the address.
import { element, openDialog } from './dom.js'
import { get, send } from './server.js'
import { bytes, say, sentence } from './words.js'

const day = 24 * 60 * 60 * 1000
const list = new Intl.ListFormat(document.documentElement.lang)

/** Opens the dialog for single photos ({photos}) or the list of a page ({section, q}). */
export function giveByLink(what, opener) {
  const originals = element('input', { id: 'sharing-originals', type: 'checkbox', onchange: () => show() })
  const metadata = element('input', { id: 'sharing-metadata', type: 'checkbox', onchange: () => show() })
  const expires = element('select', { id: 'sharing-expires' }, [
    ['', say('sharing.never')], [1, say('sharing.after-day')], [7, say('sharing.after-week')],
    [30, say('sharing.after-month')], [365, say('sharing.after-year')],
  ].map(([value, text]) => element('option', { value, selected: value === 30 }, text)))
  const password = element('input', {
    id: 'sharing-password', type: 'text', maxlength: 200, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
  })
  const draft = element('div', { class: 'draft', role: 'status', tabindex: 0, 'aria-busy': 'true' })
  const fault = element('p', { class: 'fault', role: 'alert', hidden: true })
  const submit = element('button', { type: 'submit', class: 'main' }, say('sharing.make'))
  const check = (input, text) => element('label', { class: 'check', for: input.id }, input, text)
  const form = element(
    'form', { method: 'dialog' },
    element('h2', { id: 'sharing-title' }, say('sharing.title')),
    check(metadata, say('sharing.metadata')), check(originals, say('sharing.originals')), draft,
    element('label', { for: expires.id }, say('sharing.ends')), expires,
    element('label', { for: password.id }, say('sharing.password')), password, fault,
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
      const given = await get(`/api/v1/shares/draft?${new URLSearchParams({ ...chosen(what), ...gift })}`, signal)
      if (signal.aborted) return
      draft.replaceChildren(...partsOf(given, what, gift))
      isShown = true
    } catch (error) {
      if (signal.aborted) return
      draft.replaceChildren()
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
      const { url } = await send('POST', '/api/v1/shares', {
        ...chosen(what), originals: originals.checked, metadata: metadata.checked, expires: end,
        password: password.value || null,
      })
      dialog.replaceChildren(made(url, () => dialog.close()))
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

/** The members of a request that select the photos. */
function chosen({ photos, section, q }) {
  if (photos) return { photos }
  return { ...section ? { section } : {}, ...q || !section ? { q: q || '' } : {} }
}

/** The shared content, in words and thumbnails. */
function partsOf({ count, photos, example, kinds, examined, published }, { section, q }, gift) {
  const parts = [element('p', {}, say('sharing.count', { count }))]
  if (section && !q) parts.push(element('p', { class: 'quiet' }, say('sharing.live')))
  parts.push(element('ul', {}, photos.filter(({ thumbnail }) => thumbnail).map(({ thumbnail, name }) =>
    element('li', {}, element('img', { src: thumbnail, alt: name, width: 56, height: 56, decoding: 'async' })))))
  const { facts, file } = example ?? { facts: [] }
  if (facts.length > 0) {
    parts.push(element('p', {}, say('sharing.example')), element('dl', {}, facts.map(({ label, texts }) =>
      element('div', {}, element('dt', {}, label), element('dd', { dir: 'auto' }, texts.join(' · '))))))
  }
  const others = kinds.filter(kind => !facts.some(({ label }) => label === kind))
  if (others.length > 0) parts.push(element('p', {}, say('sharing.others', { kinds: list.format(others) })))
  if (examined < count) parts.push(element('p', { class: 'quiet' }, say('sharing.examined', { count: examined })))
  if (!gift.metadata) parts.push(element('p', { class: 'quiet' }, say('sharing.omitted')))
  if (!gift.metadata && published > 0) parts.push(element('p', {}, say('sharing.published', { count: published })))
  if (file) {
    const { name, width, height } = file
    parts.push(element('p', {}, say('sharing.file', { name, width, height, size: bytes(file.byteCount) })))
  }
  // Also if the photo shown here is edited.
  if (gift.originals && gift.metadata) parts.push(element('p', { class: 'quiet' }, say('sharing.original')))
  return parts
}

/** The address with a button to copy it. */
function made(url, close) {
  const field = element('input', { id: 'sharing-address', type: 'text', readonly: true, value: url })
  const copy = element('button', {
    type: 'button',
    async onclick() {
      try {
        await navigator.clipboard.writeText(url)
        copy.textContent = say('sharing.copied')
      } catch {
        // Browsers cannot copy without HTTPS: the text is selected instead.
        field.select()
      }
    },
  }, say('sharing.copy'))
  return element('div', { class: 'made' },
    element('h2', { id: 'sharing-title' }, say('sharing.made')),
    element('label', { for: field.id }, say('sharing.address')),
    element('p', { class: 'address' }, field, copy),
    element('p', { class: 'quiet' }, say('sharing.once')),
    element('p', { class: 'buttons' }, element('button', { type: 'button', class: 'main', onclick: close }, say('word.close'))))
}
