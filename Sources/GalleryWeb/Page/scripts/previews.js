// Previews of recipes on canvases: by WebGL with the numbers of docs/effects.md, or by pictures of the server.
import { geometry } from './recipes.js'
import { address, path } from './server.js'

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
