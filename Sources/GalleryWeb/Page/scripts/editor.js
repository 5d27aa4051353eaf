// The photo editor: effects, crop and faces, with previews that follow every change.
import { iconButton } from './bars.js'
import { carryUndo, offerUndo } from './batch.js'
import { announce, element, isOwner, isStill, openDialog, store, stored, style, whileBusy } from './dom.js'
import { bind } from './keys.js'
import {
  createPainter, createServerPainter, cropped, fitted, flipped, geometry, limited, middle, moved, resized, rotated, simplified,
  zoomed,
} from './recipes.js'
import { address, exchange, get, pageAt, path, send } from './server.js'
import { toast } from './toast.js'
import { say } from './words.js'

/** The copied edit, in the session of the tab. */
const clipboard = 'edit'
const mostZoom = 10
const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const decimal = (value, options) => value.toLocaleString(document.documentElement.lang, options)
const handles = {
  nw: say('editor.top-left'), n: say('editor.top'), ne: say('editor.top-right'), e: say('editor.right'),
  se: say('editor.bottom-right'), s: say('editor.bottom'), sw: say('editor.bottom-left'), w: say('editor.left'),
}
const ratios = new Map([['1:1', 1], ['4:5', 4 / 5], ['3:2', 3 / 2], ['16:9', 16 / 9], ['640', 1]])

/** Opens the editor on its own page. */
export async function mount() {
  const place = document.querySelector('form.edit')
  const back = place.querySelector('a.button').getAttribute('href')
  const leave = step => {
    if (step) carryUndo(say('editor.saved'), Number(step))
    location.replace(back)
  }
  await open(place, (dialog, done) => {
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      leave()
    })
    document.body.append(dialog)
    dialog.showModal()
    return step => {
      done()
      leave(step)
    }
  })
}

/** Opens the editor of a photo's page (photopages.js) over the viewer; saved() is called after the edit changed. */
export async function openEditor(page, { opener, saved }) {
  const [document] = await Promise.all([pageAt(`/photos/${page.id}/edit`), style('editor.css')])
  await open(document.querySelector('form.edit'), (dialog, done) => {
    openDialog(dialog, opener, done)
    return step => {
      dialog.close()
      if (!step) return
      saved()
      offerUndo(say('editor.saved'), Number(step), saved)
    }
  })
}

/**
 * Creates the editor from the form of its page. show(dialog, done) shows it and returns a function that leaves it, given
 * the step for undo.
 */
async function open(form, show) {
  const { photo: id, width, height, recipe } = form.dataset
  const photo = { id: Number(id), width: Number(width), height: Number(height) }
  const image = new Image()
  image.src = address(path('photos', id, 'preview'), { size: 1600 })
  const [{ items: effects }] = await Promise.all([get(path('effects')), image.decode()])
  const names = new Map([...form.querySelectorAll('#effect option')].map(({ value, textContent }) => [value, textContent]))
  createEditor(photo, JSON.parse(recipe), effects, names, image, form.querySelector('h1').textContent, show)
}

function createEditor(photo, beginning, effects, names, image, title, show) {
  const ending = new AbortController()
  const { signal } = ending
  let recipe = beginning
  /** The recipes before each change, and the one before the change that is under way. */
  const history = []
  let before = null
  let isComparing = false
  let tab = 'effects'
  let ratio = recipe.square ? '640' : 'free'
  let view = null
  let wanted = 0

  // Elements

  const canvas = element('canvas', { role: 'img', 'aria-label': title })
  const area = element('button', { type: 'button', class: 'area', 'aria-label': say('editor.area') },
    element('span', { class: 'thirds' }))
  const cropper = element('div', { class: 'cropper', role: 'group', 'aria-label': say('editor.crop'), hidden: true }, area,
    Object.entries(handles).map(([sides, label]) =>
      element('button', { type: 'button', class: `handle ${sides}`, 'aria-label': label, 'data-sides': sides })))
  const preview = element('div', { class: 'preview' }, canvas, cropper)
  const tools = {
    before: iconButton('before', say('editor.before'), 'b', () => compare(!isComparing)),
    undo: iconButton('undo', say('word.undo'), 'Ctrl+Z', undo),
    reset: iconButton('restore', say('editor.reset'), null, () => change({ version: 1 })),
    copy: iconButton('copy', say('select.copy-edit'), null, copy),
    paste: iconButton('paste', say('select.paste-edit'), null, () => change(JSON.parse(stored(clipboard, 'session')))),
  }
  const tiles = ['', ...effects.map(({ name }) => name)].map(name => {
    const thumb = element('span', { class: 'sample' })
    const button = element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => choose(name) },
      thumb, element('span', {}, names.get(name)))
    return { name, thumb, button }
  })
  const samples = element('canvas', { 'aria-hidden': 'true' })
  const effectList = element('div', { class: 'samples', role: 'group', 'aria-label': say('editor.effects') }, samples, tiles.map(({ button }) => button))
  const strength = slider(say('editor.strength'), 0, 100, 1, value => decimal(value / 100, { style: 'percent' }), setStrength)
  const straighten = slider(say('editor.straighten'), -45, 45, 0.1, value => `${decimal(value, tenths)}°`, straightenBy)
  const zoom = slider(say('editor.zoom'), 1, mostZoom, 0.01, value => `${decimal(value, tenths)}×`, value => zoomTo(value))
  const shapes = ['free', 'original', ...ratios.keys()].map(name => element('button', {
    type: 'button', 'data-ratio': name, 'aria-pressed': 'false', onclick: () => shape(name),
  }, { free: say('editor.free'), original: say('editor.original') }[name] ?? name))
  const count = element('span', { class: 'count' })
  const found = element('p', { class: 'quiet', role: 'status' })
  const find = element('button', { type: 'button', onclick: () => whileBusy(find, findFaces) }, say('editor.find-faces'), ' ', count)
  const panels = {
    effects: [strength.row],
    crop: [
      element('div', { class: 'forms' },
        element('div', { class: 'shapes', role: 'group', 'aria-label': say('editor.ratio') }, shapes),
        element('div', { class: 'turns' },
          element('button', { type: 'button', onclick: () => turn(rotated) }, say('editor.rotate')),
          element('button', { type: 'button', onclick: () => turn(flipped) }, say('editor.flip')))),
      straighten.row, zoom.row,
    ],
    faces: isOwner() ? [element('p', {}, find), found] : [],
  }
  const labels = { effects: say('editor.effects'), crop: say('editor.crop'), faces: say('editor.faces') }
  const tabNames = Object.keys(panels).filter(name => panels[name].length)
  const tabs = tabNames.map(name => element('button', {
    type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, onclick: () => select(name),
  }, labels[name]))
  const panelElements = tabNames.map(name => element('div', {
    class: 'panel', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: -1,
  }, panels[name]))
  const save = element('button', { type: 'button', class: 'save', onclick: () => whileBusy(save, keep) }, say('editor.save'))
  const cancel = element('button', { type: 'button', onclick: () => dialog.requestClose ? dialog.requestClose() : leave() }, say('word.cancel'))
  const dialog = element('dialog', { class: 'editor', 'aria-label': title },
    element('div', { class: 'pane' }, element('div', { class: 'toolbar', role: 'toolbar', 'aria-label': say('editor.tools') }, Object.values(tools)), preview),
    element('div', { class: 'controls' }, element('div', { class: 'tablist', role: 'tablist' }, tabs), panelElements, effectList,
      element('div', { class: 'actions' }, cancel, save)))

  /** A slider with its name and value; set(value) is called while it moves. */
  function slider(label, least, most, step, text, set) {
    const input = element('input', {
      type: 'range', min: least, max: most, step, 'aria-label': label,
      oninput: () => { begin(); set(Number(input.value)); update() }, onchange: commit,
    })
    const output = element('output', {})
    return {
      row: element('label', { class: 'slider' }, element('span', {}, label), input, output), input,
      show(value) {
        if (Number(input.value) !== value) input.value = value
        output.textContent = text(value)
        input.ariaValueText = text(value)
      },
    }
  }

  // Changes

  const plan = () => geometry(recipe, photo.width, photo.height)
  const isSame = (one, other) => JSON.stringify(simplified(one)) === JSON.stringify(simplified(other))

  function begin() {
    before ??= recipe
    compare(false)
  }

  /** Ends a change, which becomes one step of Undo. */
  function commit() {
    if (before && !isSame(before, recipe)) history.push(before)
    before = null
    update()
  }

  function change(next) {
    begin()
    recipe = next
    if (recipe.square) ratio = '640'
    else if (ratio === '640') ratio = 'free'
    refit()
    commit()
  }

  function undo() {
    if (before || history.length === 0) return
    recipe = history.pop()
    ratio = recipe.square ? '640' : 'free'
    compare(false)
    refit()
    update()
    announce(say('word.undone'))
  }

  const choose = name => change({ ...recipe, effects: name ? [{ name }] : [] })

  function setStrength(value) {
    const { effects: applied = [] } = recipe
    if (applied.length) recipe = { ...recipe, effects: [...applied.slice(0, -1), { ...applied.at(-1), intensity: value / 100 }] }
  }

  function straightenBy(value) {
    recipe = { ...recipe, straightening: value }
    refit(false)
  }

  function zoomTo(value, point) {
    recipe = zoomed(recipe, plan(), limited(value, 1, mostZoom), point)
    refit(false)
  }

  function turn(how) {
    // The window has the other aspect ratio now.
    if (how === rotated && (ratios.get(ratio) ?? 1) !== 1) ratio = 'free'
    change(how(recipe))
  }

  function shape(name) {
    ratio = name
    const { square, ...rest } = recipe
    const { frame, window } = geometry(rest, photo.width, photo.height)
    const next = name === '640' ? { ...rest, square: 640 } : rest
    change(name === 'free' ? next : cropped(next, fitted(window, frame, lockedRatio(frame)), frame))
  }

  const lockedRatio = frame => ratio === 'original' ? frame.width / frame.height : ratios.get(ratio) ?? null

  function copy() {
    store(clipboard, JSON.stringify(simplified(recipe)), 'session')
    update()
    toast(say('select.edit-copied'))
  }

  function compare(isOn) {
    isComparing = isOn
    update()
  }

  async function keep() {
    commit()
    const { headers } = await exchange(path('photos', photo.id, 'edit'), {
      method: 'PUT', body: JSON.stringify(simplified(recipe)), headers: { 'Content-Type': 'application/json' },
    })
    leave(headers.get('Gallery-Undo'))
  }

  async function findFaces() {
    const { items: faces } = await send('POST', path('photos', photo.id, 'faces', 'detect'), {})
    showFaces(faces)
    found.textContent = faces.length ? say('editor.faces-found', { count: faces.length }) : say('editor.no-faces')
  }

  const showFaces = faces => { count.textContent = faces.length || '' }

  // Drawing

  /** Draws everything with the next frame. */
  function update() {
    if (wanted) return
    const start = performance.now()
    wanted = requestAnimationFrame(() => {
      wanted = 0
      // Slow machines draw fewer pixels while something moves, so that the previews keep up: at most 40 ms per move.
      const passed = performance.now() - start
      if (!before) fineness = 1
      else if (passed > 40) fineness = Math.max(fineness * Math.sqrt(40 / passed), 0.25)
      draw()
    })
  }
  let fineness = 1

  const density = () => Math.min(devicePixelRatio || 1, 2)
  const size = (target, width, height) => {
    if (target.width !== width) target.width = width
    if (target.height !== height) target.height = height
  }

  function draw() {
    if (signal.aborted) return
    const shown = isComparing ? { version: 1 } : recipe
    const isCropping = tab === 'crop' && !isComparing
    const { frame, window } = geometry(shown, photo.width, photo.height)
    const scale = density() * fineness
    const { clientWidth, clientHeight } = preview
    size(canvas, Math.round(clientWidth * scale), Math.round(clientHeight * scale))
    const fit = fitting(window, isCropping)
    const look = isCropping ? view ?? fit : fit
    const box = {
      x: clientWidth / 2 + (window.x - look.x) * look.scale, y: clientHeight / 2 + (window.y - look.y) * look.scale,
      width: window.width * look.scale, height: window.height * look.scale,
    }
    painter.paint([{ recipe: shown, box: whole(box, scale), isWhole: isCropping }])
    cropper.hidden = !isCropping
    if (isCropping) for (const name of Object.keys(box)) cropper.style.setProperty(`--${name}`, `${box[name]}px`)
    drawSamples(window, density())
    present(frame)
  }

  /** A box in whole pixels of the screen. */
  const whole = ({ x, y, width, height }, scale) => ({
    x: Math.round(x * scale), y: Math.round(y * scale),
    width: Math.max(Math.round(width * scale), 1), height: Math.max(Math.round(height * scale), 1),
  })

  function drawSamples(window, scale) {
    if (effectList.hidden) return
    const { scrollWidth, scrollHeight } = sizeOfSamples()
    size(samples, Math.round(scrollWidth * scale), Math.round(scrollHeight * scale))
    samples.style.width = `${scrollWidth}px`
    samples.style.height = `${scrollHeight}px`
    samplesPainter.paint(tiles.map(({ name, thumb }) => {
      const factor = Math.min(thumb.clientWidth / window.width, thumb.clientHeight / window.height)
      const { x, y } = middle({ x: thumb.offsetLeft, y: thumb.offsetTop, width: thumb.offsetWidth, height: thumb.offsetHeight })
      const [width, height] = [window.width * factor, window.height * factor]
      return {
        recipe: { ...recipe, effects: name ? [{ name }] : [] },
        box: whole({ x: x - width / 2, y: y - height / 2, width, height }, scale),
      }
    }))
  }

  /** The extent of the tiles; the canvas below them must not count. */
  function sizeOfSamples() {
    const { button } = tiles.at(-1)
    return { scrollWidth: Math.max(...tiles.map(({ button: { offsetLeft, offsetWidth } }) => offsetLeft + offsetWidth)), scrollHeight: button.offsetTop + button.offsetHeight }
  }

  /** Shows the state of the recipe in the controls. */
  function present(frame) {
    const { effects: applied = [], straightening = 0, zoom: magnification = 1 } = recipe
    const last = applied.at(-1)
    for (const { name, button } of tiles) button.ariaPressed = String(name === (last?.name ?? ''))
    strength.row.hidden = !last
    strength.show(Math.round((last?.intensity ?? 1) * 100))
    straighten.show(straightening)
    zoom.show(limited(magnification, 1, mostZoom))
    for (const button of shapes) button.ariaPressed = String(button.dataset.ratio === ratio)
    tools.before.ariaPressed = String(isComparing)
    allow(tools.undo, history.length > 0)
    allow(tools.reset, !isSame(recipe, { version: 1 }))
    allow(tools.paste, stored(clipboard, 'session') != null)
    canvas.dataset.recipe = JSON.stringify(simplified(recipe))
    canvas.dataset.frame = `${frame.width}x${frame.height}`
  }

  const allow = (button, isAllowed) => { button.disabled = !isAllowed }

  // The view of the frame while cropping: its point in the middle of the preview, and pixels of the screen per pixel.

  function fitting(window, isCropping) {
    const margin = isCropping ? 56 : 24
    const scale = Math.min((preview.clientWidth - margin) / window.width, (preview.clientHeight - margin) / window.height)
    return { ...middle(window), scale: Math.max(scale, 1e-6) }
  }

  /** Makes the view fit the window, at once or in a short movement. */
  function refit(isGlide = true) {
    const target = fitting(plan().window, true)
    const from = view
    const start = performance.now()
    if (!from || !isGlide || isStill()) {
      view = target
      return
    }
    const glide = now => {
      if (drag || signal.aborted) return
      const t = Math.min((now - start) / 180, 1)
      const eased = 1 - (1 - t) ** 3
      view = Object.fromEntries(Object.keys(target).map(key => [key, from[key] + (target[key] - from[key]) * eased]))
      draw()
      if (t < 1) requestAnimationFrame(glide)
    }
    requestAnimationFrame(glide)
  }

  // Pointers: handles, moving the picture, and two fingers

  /** The drag that is under way. */
  let drag = null
  const pointers = new Map()

  function down(event) {
    if (event.button !== 0) return
    preview.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, event)
    if (tab !== 'crop') return compare(true)
    begin()
    const sides = event.target.dataset.sides
    if (pointers.size > 1) drag = { kind: 'pinch' }
    else drag = { kind: sides ? 'handle' : 'pan', sides, x: event.clientX, y: event.clientY, window: plan().window }
  }

  function move(event) {
    const last = pointers.get(event.pointerId)
    if (!last || !drag) return
    const all = plan()
    const look = view ?? fitting(all.window, true)
    if (drag.kind === 'handle') {
      const [dx, dy] = [(event.clientX - drag.x) / look.scale, (event.clientY - drag.y) / look.scale]
      recipe = cropped(recipe, resized(drag.window, drag.sides, dx, dy, all.frame, lockedRatio(all.frame)), all.frame)
    } else if (drag.kind === 'pinch' && pointers.size === 2) {
      const [other] = [...pointers.values()].filter(({ pointerId }) => pointerId !== event.pointerId)
      const gap = point => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY)
      zoomTo((recipe.zoom ?? 1) * gap(event) / Math.max(gap(last), 1), pointAt(event, other, look))
      recipe = moved(recipe, plan(), (last.clientX - event.clientX) / 2 / look.scale, (last.clientY - event.clientY) / 2 / look.scale)
      refit(false)
    } else if (drag.kind === 'pan') {
      recipe = moved(recipe, all, (last.clientX - event.clientX) / look.scale, (last.clientY - event.clientY) / look.scale)
      refit(false)
    }
    pointers.set(event.pointerId, event)
    update()
  }

  /** The middle between two pointers, in pixels of the frame. */
  function pointAt(one, other, look) {
    const { left, top, width, height } = preview.getBoundingClientRect()
    return {
      x: look.x + ((one.clientX + other.clientX) / 2 - left - width / 2) / look.scale,
      y: look.y + ((one.clientY + other.clientY) / 2 - top - height / 2) / look.scale,
    }
  }

  function up(event) {
    if (!pointers.delete(event.pointerId)) return
    if (tab !== 'crop') return compare(false)
    if (pointers.size > 0) {
      // The rest of a pinch does not move the picture.
      drag = { kind: 'none' }
      return
    }
    drag = null
    refit()
    commit()
  }

  function wheel(event) {
    if (tab !== 'crop') return
    event.preventDefault()
    begin()
    const pixels = limited(event.deltaY * (event.deltaMode === 1 ? 16 : 1), -200, 200)
    zoomTo((recipe.zoom ?? 1) * Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), pointAt(event, event, view ?? fitting(plan().window, true)))
    update()
    clearTimeout(turning)
    turning = setTimeout(commit, 300)
  }
  let turning = 0

  preview.addEventListener('pointerdown', down, { signal })
  preview.addEventListener('pointermove', move, { signal })
  for (const name of ['pointerup', 'pointercancel']) preview.addEventListener(name, up, { signal })
  preview.addEventListener('wheel', wheel, { signal, passive: false })
  preview.addEventListener('contextmenu', event => event.preventDefault(), { signal })

  // Keys

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

  cropper.addEventListener('keydown', event => {
    const way = arrows[event.key]
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    begin()
    const all = plan()
    const [dx, dy] = way.map(step => step * Math.max(all.window.width, all.window.height) * (event.shiftKey ? 0.1 : 0.01))
    const { sides } = event.target.dataset
    recipe = sides ? cropped(recipe, resized(all.window, sides, dx, dy, all.frame, lockedRatio(all.frame)), all.frame)
      : moved(recipe, all, dx, dy)
    refit(false)
    update()
  }, { signal })
  cropper.addEventListener('keyup', ({ key }) => key in arrows && commit(), { signal })

  /** Arrow keys lead to the next button of a group. */
  for (const group of [dialog.querySelector('[role=tablist]'), effectList, panelElements[1]?.querySelector('.shapes'), dialog.querySelector('.toolbar')]) {
    group?.addEventListener('keydown', event => {
      const way = arrows[event.key]
      if (!way || event.target.matches('input')) return
      event.preventDefault()
      event.stopPropagation()
      const all = [...group.querySelectorAll('button:not(:disabled)')]
      const next = all.at((all.indexOf(event.target) + way[0] + way[1]) % all.length)
      next.focus()
      if (next.role === 'tab') next.click()
    }, { signal })
  }

  function select(name) {
    tab = name
    tabNames.forEach((other, index) => {
      tabs[index].ariaSelected = String(other === name)
      tabs[index].tabIndex = other === name ? 0 : -1
      panelElements[index].hidden = other !== name
    })
    dialog.dataset.tab = name
    effectList.hidden = name === 'faces'
    view = null
    compare(false)
    if (name === 'crop') refit(false)
  }

  dialog.addEventListener('keydown', event => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      undo()
    }
  }, { signal })

  const unbind = bind(say('editor.tools'), {
    b: [say('editor.before'), () => compare(!isComparing)], r: [say('editor.rotate'), () => turn(rotated)],
    m: [say('editor.flip'), () => turn(flipped)], Escape: ['', () => false],
  }, { isAlone: true })

  // The end

  const end = () => {
    ending.abort()
    unbind()
    resizing.disconnect()
    for (const one of [painter, samplesPainter]) one.end?.()
  }
  const painterOf = (target, ground) => createPainter(target, effects, image, photo, ground)
    ?? createServerPainter(target, effects, photo)
  const painter = painterOf(canvas, [11, 11, 12])
  const samplesPainter = painterOf(samples, [27, 27, 30])
  const resizing = new ResizeObserver(() => {
    if (tab === 'crop') refit(false)
    draw()
  })
  select('effects')
  const leave = show(dialog, end)
  for (const element of [preview, effectList]) resizing.observe(element)
  tabs[0].focus()
  if (isOwner()) get(path('photos', photo.id, 'faces')).then(({ items }) => showFaces(items), () => {})
}
