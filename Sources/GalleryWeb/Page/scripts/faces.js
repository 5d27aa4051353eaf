// The faces in the viewer's picture: finding, naming, drawing, moving and rejecting them.
import { offerUndo } from './batch.js'
import { announce, element, onEscape, report, whileBusy } from './dom.js'
import { get, path, send } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'

/** The smallest face that can be drawn, in screen pixels. */
const least = 12

/** Makes the faces of a viewer, which calls draw() when it shows frames, and place() when they move. */
export function create(viewer) {
  const { main, stage, frames } = viewer
  /** The chosen face: its photo and number, the box that frames it, and its form. */
  let chosen = null
  /** The layer for drawing a face; null unless one is drawn. */
  let drawing = null

  const layer = () => stage.slide.layer
  const drawn = number => layer().querySelector(`.faces [data-face="${number}"]`)
  const nameOf = group => 'named' in group.dataset ? group.querySelector('title').textContent : ''
  /** The size of the picture in the pixels of its faces. */
  const size = () => viewer.page.faces?.viewBox.baseVal ?? viewer.page

  /** Sends a change of the faces and shows it, with Undo; returns the faces. */
  async function change(method, number, body, words) {
    const of = viewer.page
    const answer = await send(method, path('photos', of.id, 'faces', ...number ? [number] : []), body)
    await viewer.renew(of)
    if (answer.entry) offerUndo(words, answer.entry, () => viewer.renew(of))
    return answer.items
  }

  /** Shows the field with the name of a face beside its frame, and handles to move it. */
  function choose(number) {
    close()
    viewer.uncover()
    const group = drawn(number)
    if (!group) return
    const name = nameOf(group)
    const input = element('input', {
      name: 'person', value: name, 'aria-label': say('people.who'), placeholder: say('people.who'), list: 'face-names', autocomplete: 'off', dir: 'auto',
      enterkeyhint: 'done',
    })
    const known = element('datalist', { id: 'face-names' })
    const reject = element('button', {
      type: 'button', onclick: () => whileBusy(reject, async () => {
        close()
        await change('DELETE', number, undefined, say('people.rejected'))
      }),
    }, say('people.no-face'))
    const submit = element('button', { type: 'submit', class: 'main' }, name ? say('word.save') : say('people.name'))
    const form = element('form', { class: 'who', 'data-number': number }, input, known, submit, reject)
    form.addEventListener('submit', event => {
      event.preventDefault()
      const text = input.value.trim()
      if (text === name) return close()
      // What was typed stays after an error.
      whileBusy(submit, async () => {
        await change('PATCH', number, { name: text || null }, text ? say('people.named', { name: text }) : say('face.unnamed'))
        if (chosen?.form === form) close()
      })
    })
    form.addEventListener('keydown', event => event.key !== 'Escape' && event.stopPropagation())
    onEscape(form, () => {
      close()
      drawn(number)?.focus()
    })
    const box = element('div', { class: 'frame', tabindex: 0, role: 'group', 'aria-label': say('face.move') },
      ['nw', 'ne', 'sw', 'se'].map(corner => element('span', { class: `handle ${corner}`, 'data-corner': corner })))
    chosen = { photo: viewer.page.id, number, box, form }
    makeMovable(box, number)
    onEscape(box, close)
    main.append(box, form)
    place()
    input.focus({ preventScroll: true })
    input.select()
    get(`${path('people')}?limit=1000`).then(
      ({ items }) => known.replaceChildren(...items.map(({ name }) => element('option', { value: name }))), () => {})
  }

  function close() {
    const hadFocus = chosen?.form.contains(document.activeElement) || chosen?.box.contains(document.activeElement)
    chosen?.box.remove()
    chosen?.form.remove()
    chosen = null
    if (hadFocus) main.querySelector('.stage').focus({ preventScroll: true })
  }

  /** Puts box and form at the chosen face. */
  function place() {
    if (!chosen || chosen.isHeld) return
    const group = drawn(chosen.number)
    // Faces of other photos have the same numbers.
    if (!group || chosen.photo !== viewer.page.id) return close()
    const [view, rect] = [main, group.querySelector('rect')].map(part => part.getBoundingClientRect())
    lay(chosen.box, { x: rect.left - view.left, y: rect.top - view.top, width: rect.width, height: rect.height })
    placeForm()
  }

  function placeForm() {
    const { box: { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height }, form } = chosen
    const below = y + height + 10
    const top = below + form.offsetHeight < main.clientHeight - 70 ? below : y - form.offsetHeight - 10
    const left = Math.min(Math.max(x + width / 2 - form.offsetWidth / 2, 8), main.clientWidth - form.offsetWidth - 8)
    Object.assign(form.style, { left: `${left}px`, top: `${Math.min(Math.max(top, 66), main.clientHeight - form.offsetHeight - 70)}px` })
  }

  const lay = (box, { x, y, width, height }) =>
    Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })

  /** The rectangle of a box in the pixels of the faces, within the picture. */
  function rectangleOf(box) {
    const [picture, area] = [layer(), box].map(part => part.getBoundingClientRect())
    const whole = size()
    const scale = whole.width / picture.width
    const edge = (value, most) => Math.min(Math.max(value * scale, 0), most)
    const [x, y] = [edge(area.left - picture.left, whole.width - 1), edge(area.top - picture.top, whole.height - 1)]
    const [right, bottom] = [edge(area.right - picture.left, whole.width), edge(area.bottom - picture.top, whole.height)]
    return { x, y, width: Math.max(right - x, 1), height: Math.max(bottom - y, 1) }
  }

  /** Makes a box movable by dragging it or its corners, and by the arrow keys; with Shift they change its size. */
  function makeMovable(box, number) {
    let from = null
    let timer = 0
    const area = () => ({ x: box.offsetLeft, y: box.offsetTop, width: box.offsetWidth, height: box.offsetHeight })
    const save = () => {
      clearTimeout(timer)
      const { form } = chosen
      change('PATCH', number, rectangleOf(box), say('face.moved')).then(() => {
        // The field stays open with its text.
        if (chosen?.form === form) place()
      }, report)
    }
    box.addEventListener('pointerdown', event => {
      event.stopPropagation()
      event.preventDefault()
      box.setPointerCapture(event.pointerId)
      chosen.isHeld = true
      from = { x: event.clientX, y: event.clientY, area: area(), corner: event.target.dataset.corner ?? '', isMoved: false }
    })
    box.addEventListener('pointermove', event => {
      if (!from) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      from.isMoved ||= Math.hypot(dx, dy) > 3
      const { area: { x, y, width, height }, corner } = from
      const left = corner.includes('w') ? Math.min(dx, width - least) : corner ? 0 : dx
      const top = corner.includes('n') ? Math.min(dy, height - least) : corner ? 0 : dy
      lay(box, {
        x: x + left, y: y + top,
        width: corner.includes('e') ? Math.max(width + dx, least) : corner.includes('w') ? width - left : width,
        height: corner.includes('s') ? Math.max(height + dy, least) : corner.includes('n') ? height - top : height,
      })
      placeForm()
    })
    for (const kind of ['pointerup', 'pointercancel']) {
      box.addEventListener(kind, () => {
        if (chosen) chosen.isHeld = false
        if (from?.isMoved && kind === 'pointerup') save()
        else if (from) place()
        from = null
      })
    }
    box.addEventListener('keydown', event => {
      const [dx, dy] = { ArrowLeft: [-4, 0], ArrowRight: [4, 0], ArrowUp: [0, -4], ArrowDown: [0, 4] }[event.key] ?? [0, 0]
      if (!dx && !dy) return
      event.preventDefault()
      event.stopPropagation()
      const { x, y, width, height } = area()
      lay(box, event.shiftKey ? { x, y, width: Math.max(width + dx, least), height: Math.max(height + dy, least) }
        : { x: x + dx, y: y + dy, width, height })
      placeForm()
      clearTimeout(timer)
      timer = setTimeout(() => chosen?.box === box && save(), 700)
    })
  }

  /** Lets the user draw a face; with Enter, it is drawn in the middle of the view. */
  function draw() {
    close()
    endDrawing()
    viewer.uncover()
    const box = element('div', { class: 'frame' })
    drawing = element('div', { class: 'drawing', tabindex: 0, role: 'application', 'aria-label': say('face.draw-how') },
      element('p', {}, say('face.draw-how')))
    let from = null
    const point = event => {
      const view = main.getBoundingClientRect()
      return { x: event.clientX - view.left, y: event.clientY - view.top }
    }
    drawing.addEventListener('pointerdown', event => {
      event.stopPropagation()
      drawing.setPointerCapture(event.pointerId)
      from = point(event)
      drawing.append(box)
    })
    drawing.addEventListener('pointermove', event => {
      if (!from) return
      const to = point(event)
      lay(box, { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) })
    })
    drawing.addEventListener('pointerup', () => {
      if (from && box.offsetWidth >= least && box.offsetHeight >= least) add()
      from = null
    })
    drawing.addEventListener('keydown', event => {
      if (event.key !== 'Enter') return
      event.stopPropagation()
      const side = Math.min(main.clientWidth, main.clientHeight) / 5
      drawing.append(box)
      lay(box, { x: (main.clientWidth - side) / 2, y: (main.clientHeight - side) / 2, width: side, height: side })
      add()
    })
    onEscape(drawing, endDrawing)
    const add = async () => {
      const rectangle = rectangleOf(box)
      endDrawing()
      const before = new Set([...viewer.page.faces?.querySelectorAll('[data-face]') ?? []].map(({ dataset }) => dataset.face))
      try {
        const items = await change('POST', null, rectangle, say('face.added'))
        const made = items.find(({ face }) => !before.has(String(face)))
        if (!frames.isShown) frames.set(true)
        if (made) choose(made.face)
      } catch (error) {
        report(error)
      }
    }
    main.append(drawing)
    drawing.focus({ preventScroll: true })
  }

  function endDrawing() {
    const hadFocus = drawing?.contains(document.activeElement)
    drawing?.remove()
    drawing = null
    if (hadFocus) main.querySelector('.stage').focus({ preventScroll: true })
  }

  /** Finds faces now. */
  async function find() {
    const of = viewer.page
    announce(say('face.finding'))
    const { items } = await send('POST', path('photos', of.id, 'faces', 'detect'), {})
    await viewer.renew(of)
    const words = items.length > 0 ? say('face.found', { count: items.length }) : say('face.none')
    viewer.tell(words)
    toast(words)
    if (items.length > 0 && viewer.page.id === of.id && !frames.isShown) frames.set(true)
  }

  const faces = {
    find, place,
    /** Makes the frames that are shown usable by keyboard. */
    draw() {
      for (const group of layer().querySelectorAll('.faces [data-face]')) {
        group.setAttribute('role', 'button')
        group.setAttribute('tabindex', '0')
        group.setAttribute('aria-label', group.querySelector('title').textContent)
        group.onkeydown = event => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          event.stopPropagation()
          choose(Number(group.dataset.face))
        }
      }
      layer().querySelector('.faces')?.setAttribute('role', 'group')
      if (chosen) place()
    },
    /** Opens the field of a face that was tapped, or closes the open one. */
    tapped(target) {
      const group = target.closest?.('.faces [data-face]')
      if (group) choose(Number(group.dataset.face))
      else close()
    },
    /** Lists the faces in the info panel. */
    list(host) {
      const { page } = viewer
      const groups = [...page.faces?.querySelectorAll('[data-face]') ?? []]
      const chips = groups.map(group => {
        const { face } = group.dataset
        const name = nameOf(group)
        const chip = element('button', {
          type: 'button', class: name ? 'face' : 'face unnamed', onclick: () => choose(Number(face)),
        }, element('img', { src: path('photos', page.id, 'faces', face, 'picture'), alt: '', width: 48, height: 48, loading: 'lazy', decoding: 'async' }),
        element('span', { dir: 'auto' }, name || group.querySelector('title').textContent))
        for (const [kind, isLit] of [['pointerenter', true], ['focus', true], ['pointerleave', false], ['blur', false]]) {
          chip.addEventListener(kind, () => drawn(face)?.classList.toggle('lit', isLit))
        }
        return element('li', {}, chip)
      })
      const count = element('span', { class: 'quiet count' }, groups.length ? say('count.faces', { count: groups.length }) : '')
      const search = element('button', { type: 'button', class: 'plain', onclick: () => whileBusy(search, find) }, say('face.find'))
      const add = element('button', { type: 'button', class: 'plain', onclick: draw }, say('face.add'))
      host.replaceChildren(element('dt', {}, say('photo.people')), element('dd', {},
        element('ul', { class: 'faces-known' }, chips),
        page.sources.length > 0 && element('p', { class: 'row' }, search, count, add) || []))
    },
  }
  return faces
}
