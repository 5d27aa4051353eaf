// Recipes of edits and their geometry, as in docs/edits.md: the same whole pixels as on the server; and their previews.
import { address, path } from './server.js'

const whole = { x: 0, y: 0, width: 1, height: 1 }
export const limited = (value, least, most) => Math.max(least, Math.min(most, value))

/**
 * The geometry of a recipe for an upright picture: its size turned by quarters, the size of the frame, and the window in
 * pixels of the frame. at(x, y) maps fractions of the window to fractions of the picture.
 */
export function geometry(recipe, width, height) {
  const { rotation = 0, mirrored = false, straightening = 0 } = recipe
  const turned = rotation % 180 ? { width: height, height: width } : { width, height }
  const angle = Math.abs(straightening) * Math.PI / 180
  const ratio = Math.max(width / height, height / width)
  const share = 1 / (Math.cos(angle) + Math.sin(angle) * ratio)
  const straight = length => straightening ? Math.max(Math.floor(length * share + 1e-6), 1) : length
  const frame = { width: straight(turned.width), height: straight(turned.height) }
  const window = windowOf(recipe, frame)
  const [sine, cosine] = [Math.sin(straightening * Math.PI / 180), Math.cos(straightening * Math.PI / 180)]

  function at(x, y) {
    const across = window.x + x * window.width - frame.width / 2
    const down = window.y + y * window.height - frame.height / 2
    let u = (across * cosine + down * sine) / turned.width + 0.5
    const v = (down * cosine - across * sine) / turned.height + 0.5
    if (mirrored) u = 1 - u
    return { 90: [v, 1 - u], 180: [1 - u, 1 - v], 270: [1 - v, u] }[rotation] ?? [u, v]
  }
  return { turned, frame, window, at }
}

function windowOf({ crop = whole, zoom = 1, center, square }, frame) {
  let window = pixels(crop, frame)
  if (zoom > 1) {
    window = part(window, Math.round(window.width / zoom), Math.round(window.height / zoom), center
      ? { x: center.x * frame.width, y: center.y * frame.height } : middle(window))
  }
  const side = Math.min(window.width, window.height)
  return square ? part(window, side, side, middle(window)) : window
}

/** A rectangle in whole pixels of the frame. */
function pixels({ x, y, width, height }, frame) {
  const [left, top] = [along(x, frame.width), along(y, frame.height)]
  return {
    x: left, y: top, width: limited(Math.round((x + width) * frame.width), left + 1, frame.width) - left,
    height: limited(Math.round((y + height) * frame.height), top + 1, frame.height) - top,
  }
}

const along = (start, length) => limited(Math.round(start * length), 0, length - 1)
export const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })

/** A rectangle around a point, moved to be within another one. */
function part(all, width, height, point) {
  const [across, down] = [Math.max(width, 1), Math.max(height, 1)]
  return {
    x: limited(Math.round(point.x - across / 2), all.x, all.x + all.width - across),
    y: limited(Math.round(point.y - down / 2), all.y, all.y + all.height - down), width: across, height: down,
  }
}

/** A recipe without values that have no effect, for comparing and storing. */
export function simplified(recipe) {
  const { crop, zoom = 1, center, effects = [] } = recipe
  const isWhole = crop && Object.keys(whole).every(key => Math.abs(crop[key] - whole[key]) < 1e-9)
  const kept = {
    version: 1, rotation: recipe.rotation || null, mirrored: recipe.mirrored || null,
    straightening: recipe.straightening || null, crop: isWhole ? null : crop, zoom: zoom > 1 ? zoom : null,
    center: zoom > 1 ? center : null, square: recipe.square, longestSide: recipe.longestSide,
    effects: effects.some(({ intensity }) => intensity !== 0) ? effects : null,
  }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value != null))
}

// Changes: each returns a new recipe. Windows and points are in pixels of the frame.

/** Keeps a window. */
export function cropped(recipe, { x, y, width, height }, frame) {
  return {
    ...recipe, zoom: 1, center: undefined,
    crop: { x: x / frame.width, y: y / frame.height, width: width / frame.width, height: height / frame.height },
  }
}

/** Moves the window: within the crop if it is zoomed, otherwise with the crop. */
export function moved(recipe, { frame, window }, dx, dy) {
  if ((recipe.zoom ?? 1) === 1) {
    const x = limited(window.x + dx, 0, frame.width - window.width)
    const y = limited(window.y + dy, 0, frame.height - window.height)
    return cropped(recipe, { ...window, x, y }, frame)
  }
  return { ...recipe, center: centerOf({ ...window, x: window.x + dx, y: window.y + dy }, recipe, frame) }
}

/** Changes the zoom around a point, by default the middle of the window. */
export function zoomed(recipe, { frame, window }, zoom, point = middle(window)) {
  const factor = (recipe.zoom ?? 1) / zoom
  const next = {
    x: point.x - (point.x - window.x) * factor, y: point.y - (point.y - window.y) * factor,
    width: window.width * factor, height: window.height * factor,
  }
  return { ...recipe, zoom, center: centerOf(next, recipe, frame) }
}

/** The middle of a window, which is moved into the crop, in fractions. */
function centerOf(window, { crop = whole }, frame) {
  const { x, y } = middle(window)
  const within = (value, start, length, side) => side >= length ? start + length / 2
    : limited(value, start + side / 2, start + length - side / 2)
  return {
    x: limited(within(x / frame.width, crop.x, crop.width, window.width / frame.width), 0, 1),
    y: limited(within(y / frame.height, crop.y, crop.height, window.height / frame.height), 0, 1),
  }
}

/** Turns the shown picture clockwise by a quarter. */
export function rotated(recipe) {
  const { crop, center, rotation = 0, mirrored } = recipe
  return {
    ...recipe, rotation: (rotation + (mirrored ? 270 : 90)) % 360,
    crop: crop && { x: 1 - crop.y - crop.height, y: crop.x, width: crop.height, height: crop.width },
    center: center && { x: 1 - center.y, y: center.x },
  }
}

/** Swaps left and right of the shown picture. */
export function flipped(recipe) {
  const { crop, center, straightening = 0 } = recipe
  return {
    ...recipe, mirrored: !recipe.mirrored, straightening: -straightening,
    crop: crop && { ...crop, x: 1 - crop.x - crop.width }, center: center && { ...center, x: 1 - center.x },
  }
}

/** The largest window with an aspect ratio, around the middle of another one as far as possible. */
export function fitted(window, frame, ratio) {
  const width = Math.min(frame.width, frame.height * ratio)
  const height = width / ratio
  const { x, y } = middle(window)
  return {
    x: limited(x - width / 2, 0, frame.width - width), y: limited(y - height / 2, 0, frame.height - height), width, height,
  }
}

/** A window whose sides (of 'nesw') were moved; with an aspect ratio, the other sides follow. */
export function resized(window, sides, dx, dy, frame, ratio) {
  const least = Math.max(frame.width, frame.height) / 50
  let [left, top, right, bottom] = [window.x, window.y, window.x + window.width, window.y + window.height]
  if (sides.includes('w')) left = limited(left + dx, 0, right - Math.min(least, right))
  if (sides.includes('e')) right = limited(right + dx, left + Math.min(least, frame.width - left), frame.width)
  if (sides.includes('n')) top = limited(top + dy, 0, bottom - Math.min(least, bottom))
  if (sides.includes('s')) bottom = limited(bottom + dy, top + Math.min(least, frame.height - top), frame.height)
  if (!ratio) return { x: left, y: top, width: right - left, height: bottom - top }

  let [width, height] = [right - left, bottom - top]
  if (sides.length === 1 ? 'ns'.includes(sides) : width < height * ratio) width = height * ratio
  else height = width / ratio
  const { x, y } = middle(window)
  // The opposite side stays, or the middle.
  const room = (begin, end, from, to, centre, length) => sides.includes(begin) ? to : sides.includes(end) ? length - from
    : 2 * Math.min(centre, length - centre)
  const shrink = Math.min(1, room('w', 'e', left, right, x, frame.width) / width, room('n', 's', top, bottom, y, frame.height) / height)
  width *= shrink
  height *= shrink
  const start = (begin, end, from, to, centre, length) => sides.includes(begin) ? to - length : sides.includes(end) ? from
    : centre - length / 2
  return { x: start('w', 'e', left, right, x, width), y: start('n', 's', top, bottom, y, height), width, height }
}

// Previews of recipes on canvases: by WebGL with the numbers of docs/effects.md, or by pictures of the server.

/** The intensities of at most this many effects are drawn. */
const mostEffects = 32

/**
 * Creates a painter for a canvas, or returns null without WebGL 2. `effects` are those of the API, `image` is the upright
 * picture without an edit, at any size, of a photo of width × height pixels.
 *
 * paint(pictures) draws recipes: { recipe, box, isWhole }, each to a box in pixels of the canvas. If isWhole, the frame
 * around the window is drawn too, darker. `ground` is the color of the rest. end() frees the memory.
 */
export function createPainter(canvas, effects, image, { width, height }, ground = [0, 0, 0]) {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true })
  if (!gl) return null
  let uniforms = null

  function prepare() {
    const program = gl.createProgram()
    for (const [kind, source] of [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, pixelsOf(effects.length)]]) {
      const shader = gl.createShader(kind)
      gl.shaderSource(shader, source)
      gl.compileShader(shader)
      gl.attachShader(program, shader)
    }
    gl.linkProgram(program)
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program))
    gl.useProgram(program)
    uniforms = name => gl.getUniformLocation(program, name)
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
    texture(0, gl.LINEAR_MIPMAP_NEAREST, gl.LINEAR)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image)
    gl.generateMipmap(gl.TEXTURE_2D)
    texture(1, gl.NEAREST, gl.NEAREST)
    const curves = effects.flatMap(({ curves }) => Array.from({ length: 256 }, (_, value) => curves?.map(curve => curve[value]) ?? [value, value, value])).flat()
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB8, 256, effects.length, 0, gl.RGB, gl.UNSIGNED_BYTE, new Uint8Array(curves))
    gl.uniform1i(uniforms('picture'), 0)
    gl.uniform1i(uniforms('curves'), 1)
    gl.uniformMatrix3fv(uniforms('matrices'), true, effects.flatMap(({ matrix }) => matrix?.flat() ?? [16384, 0, 0, 0, 16384, 0, 0, 0, 16384]))
    gl.uniform1iv(uniforms('kinds'), effects.map(({ matrix, curves, vignette }) => (matrix || curves ? 1 : 0) + (vignette ? 2 : 0)))
    gl.uniform3fv(uniforms('vignettes'), effects.flatMap(({ vignette }) => vignette ? [vignette.radius, vignette.falloff, vignette.strength] : [0, 1, 0]))
  }

  function texture(unit, reduced, enlarged) {
    gl.activeTexture(gl.TEXTURE0 + unit)
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, reduced)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, enlarged)
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.MIRRORED_REPEAT)
  }

  function draw({ recipe, box, isWhole = false }) {
    const { frame, window, at } = geometry(recipe, width, height)
    const target = isWhole ? { x: 0, y: 0, width: canvas.width, height: canvas.height } : box
    gl.viewport(target.x, canvas.height - target.y - target.height, target.width, target.height)
    // Fractions of the target to fractions of the window.
    gl.uniform4f(uniforms('place'), (target.x - box.x) / box.width, (target.y - box.y) / box.height,
      target.width / box.width, target.height / box.height)
    gl.uniform4f(uniforms('limits'), ...isWhole ? [-window.x / window.width, -window.y / window.height,
      (frame.width - window.x) / window.width, (frame.height - window.y) / window.height] : [0, 0, 1, 1])
    const [origin, across, down] = [at(0, 0), at(1, 0), at(0, 1)]
    for (const [axis, name] of ['across', 'down'].entries()) {
      gl.uniform3f(uniforms(name), across[axis] - origin[axis], down[axis] - origin[axis], origin[axis])
    }
    // As on the server: halved while the picture is at least twice too large, then bilinear.
    const reduction = Math.min(window.width / box.width, window.height / box.height) * image.naturalWidth / width
    gl.uniform1f(uniforms('level'), Math.max(0, Math.floor(Math.log2(reduction) + 1e-6)))
    gl.uniform2f(uniforms('size'), window.width, window.height)
    const applied = (recipe.effects ?? []).map(({ name, intensity = 1 }) => [effects.findIndex(effect => effect.name === name), intensity])
      .filter(([index]) => index >= 0).slice(0, mostEffects)
    gl.uniform1i(uniforms('count'), applied.length)
    if (applied.length) {
      gl.uniform1iv(uniforms('indices'), applied.map(([index]) => index))
      gl.uniform1fv(uniforms('intensities'), applied.map(([, intensity]) => intensity))
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  let last = []
  prepare()
  canvas.addEventListener('webglcontextlost', event => event.preventDefault())
  canvas.addEventListener('webglcontextrestored', () => {
    prepare()
    paint(last)
  })
  function paint(pictures) {
    last = pictures
    gl.clearColor(...ground.map(value => value / 255), 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
    pictures.forEach(draw)
  }
  // Browsers limit the number of contexts, and free them late.
  return { paint, end: () => gl.getExtension('WEBGL_lose_context')?.loseContext() }
}

const corners = [
  '#version 300 es',
  'uniform vec4 place;',
  'out vec2 point;',
  'void main() {',
  '  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;',
  '  point = place.xy + vec2(corner.x, 1.0 - corner.y) * place.zw;',
  '  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);',
  '}',
].join('\n')

/** All values are 0 to 255, rounded half up after each step (docs/effects.md). */
const pixelsOf = count => [
  '#version 300 es',
  'precision highp float;',
  'precision highp int;',
  'uniform sampler2D picture, curves;',
  `uniform mat3 matrices[${count}];`,
  `uniform vec3 vignettes[${count}];`,
  `uniform int indices[${mostEffects}], kinds[${count}], count;`,
  `uniform float intensities[${mostEffects}], level;`,
  'uniform vec3 across, down;',
  'uniform vec4 limits;',
  'uniform vec2 size;',
  'in vec2 point;',
  'out vec4 color;',
  'vec3 curve(vec3 value, int row) {',
  '  ivec3 at = ivec3(value + 0.5);',
  '  return floor(vec3(texelFetch(curves, ivec2(at.r, row), 0).r, texelFetch(curves, ivec2(at.g, row), 0).g,',
  '    texelFetch(curves, ivec2(at.b, row), 0).b) * 255.0 + 0.5);',
  '}',
  'void main() {',
  '  if (any(lessThan(point, limits.xy)) || any(greaterThan(point, limits.zw))) discard;',
  '  vec3 place = vec3(point, 1.0);',
  '  vec3 value = floor(textureLod(picture, vec2(dot(across, place), dot(down, place)), level).rgb * 255.0 + 0.5);',
  '  bool isOutside = any(lessThan(point, vec2(0.0))) || any(greaterThan(point, vec2(1.0)));',
  '  for (int i = 0; i < count; i++) {',
  '    int index = indices[i];',
  '    if ((kinds[index] & 1) != 0) {',
  '      vec3 after = clamp(floor((matrices[index] * value + 8192.0) / 16384.0), 0.0, 255.0);',
  '      float weight = floor(intensities[i] * 256.0 + 0.5);',
  '      value = floor((value * (256.0 - weight) + curve(after, index) * weight) / 256.0 + 0.5);',
  '    }',
  '    if ((kinds[index] & 2) == 0) continue;',
  '    vec3 vignette = vignettes[index];',
  '    vec2 off = (point - 0.5) * size;',
  '    float distance = sqrt(floor(min(dot(off, off) / dot(size, size) * 4.0, 1.0) * 4096.0) / 4096.0);',
  '    float t = clamp((distance - vignette.x) / vignette.y, 0.0, 1.0);',
  '    float gain = 65536.0 - floor(intensities[i] * vignette.z * t * t * (3.0 - 2.0 * t) * 65536.0 + 0.5);',
  '    value = floor(value * gain / 65536.0 + 0.5);',
  '  }',
  '  color = vec4(value / 255.0 * (isOutside ? 0.3 : 1.0), 1.0);',
  '}',
].join('\n')

/** Returns a function that runs tasks one after another, of those that wait only the latest. */
export function latest(run) {
  let next = null
  let isRunning = false
  return async (...values) => {
    next = values
    if (isRunning) return
    isRunning = true
    while (next) {
      const wanted = next
      next = null
      await run(...wanted).catch(() => {})
    }
    isRunning = false
  }
}

/** The same as createPainter(), by pictures of the server: those of the last recipes are shown until the next ones come. */
export function createServerPainter(canvas, effects, photo) {
  const context = canvas.getContext('2d')
  const fetched = async (file, parameters) => {
    const image = new Image()
    image.src = address(path('photos', photo.id, file), parameters)
    await image.decode()
    return image
  }
  const text = recipe => JSON.stringify(recipe)
  const show = latest(async pictures => {
    const { recipe, box, isWhole } = pictures[0]
    const size = Math.ceil(limitedSize(Math.max(box.width, box.height), 1600))
    // The frame without the window; a vignette is that of the window.
    const { crop, zoom, center, square, ...frame } = recipe
    const whole = isWhole && fetched('preview', { recipe: text({ ...frame, effects: [] }), size: 1600 })
    const [first, sheet, around] = await Promise.all([
      fetched('preview', { recipe: text(recipe), size }),
      pictures.length > 1 ? fetched('effects.jpg', { recipe: text({ ...recipe, effects: [] }), size: limitedSize(size, 640) }) : null,
      whole,
    ])
    context.clearRect(0, 0, canvas.width, canvas.height)
    if (around) {
      const { frame, window } = geometry(recipe, photo.width, photo.height)
      const scale = box.width / window.width
      context.globalAlpha = 0.3
      context.drawImage(around, box.x - window.x * scale, box.y - window.y * scale, frame.width * scale, frame.height * scale)
      context.globalAlpha = 1
    }
    context.drawImage(first, box.x, box.y, box.width, box.height)
    for (const { recipe, box } of pictures.slice(1)) {
      const index = effects.findIndex(({ name }) => name === recipe.effects[0].name)
      const width = sheet.naturalWidth / effects.length
      context.drawImage(sheet, index * width, 0, width, sheet.naturalHeight, box.x, box.y, box.width, box.height)
    }
  })
  return { paint: show }
}

const limitedSize = (size, most) => Math.max(1, Math.min(size, most))
