// Map cells and clusters, computed like on the server (MapIndex.swift), for pages without a server.

/** A cell is half a tile wide, 128 pixels: enough for a picture and a finger. */
const levelsBelowZoom = 1
/** The maximum number of cells in a view; larger cells are used beyond it. */
const most = 1_024
/** The horizontal position of a longitude on the map, from the west; the world is 1 wide. */
export const columnOf = longitude => (longitude + 180) / 360
/** The vertical position of a latitude, from the north; outside the square near the poles. */
export const rowOf = latitude => 0.5 - Math.atanh(Math.sin(latitude * Math.PI / 180)) / (2 * Math.PI)

const longitudeOf = column => column * 360 - 180
const latitudeOf = row => Math.asin(Math.tanh((0.5 - row) * 2 * Math.PI)) * 180 / Math.PI

/** The cell of a position, by column and row. */
export function cellOf({ latitude, longitude }, level) {
  const count = 2 ** level
  return `${level}/${Math.floor(columnOf(longitude) * count)}/${Math.floor(rowOf(latitude) * count)}`
}

/** The cells that overlap a view: {level, columns: one or two ranges, rows: [first, last]}. */
function cellsOf(view) {
  for (let level = view.zoom + levelsBelowZoom; ; level -= 1) {
    const cells = cellsAt(level, view)
    const width = cells.columns.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    if (level === 0 || width * (cells.rows[1] - cells.rows[0] + 1) <= most) return cells
  }
}

function cellsAt(level, { west, south, east, north }) {
  const count = 2 ** level
  const [first, last] = [west, east].map(longitude => Math.floor(columnOf(longitude) * count))
  const [start, end] = [first, last].map(column => (column % count + count) % count)
  const row = latitude => Math.min(Math.max(Math.floor(rowOf(latitude) * count), 0), count - 1)
  return {
    level, rows: [row(north), row(south)],
    columns: last - first + 1 >= count ? [[0, count - 1]] : start <= end ? [[start, end]] : [[start, count - 1], [0, end]],
  }
}

/**
 * Calls told(place, key) for each point in a view, whose columns and rows are from columnOf and rowOf; points in the
 * same cell have the same key. Returns the level.
 */
export function eachInView({ columns, rows }, view, told) {
  const cells = cellsOf(view)
  const count = 2 ** cells.level
  const [top, bottom] = cells.rows
  for (let place = 0; place < rows.length; place += 1) {
    const row = Math.min(Math.max(Math.floor(rows[place] * count), 0), count - 1)
    if (row < top || row > bottom) continue
    const column = Math.min(Math.max(Math.floor(columns[place] * count), 0), count - 1)
    if (cells.columns.some(([first, last]) => first <= column && column <= last)) told(place, row * count + column)
  }
  return cells.level
}

/**
 * The clusters of a view, in the format of /api/v1/map, from points with ids, latitudes, longitudes and one letter per
 * source, newest first, and bounds.
 */
export function clustersOf(photos, view) {
  const { ids, latitudes, longitudes, sources } = photos
  const found = new Map()
  const level = eachInView(photos, view, (place, key) => {
    const [latitude, longitude] = [latitudes[place], longitudes[place]]
    let cluster = found.get(key)
    if (!cluster) {
      cluster = {
        count: 0, cover: ids[place], source: sources[place], column: 0, row: 0,
        west: longitude, south: latitude, east: longitude, north: latitude,
      }
      found.set(key, cluster)
    }
    cluster.count += 1
    cluster.column += photos.columns[place]
    cluster.row += photos.rows[place]
    cluster.west = Math.min(cluster.west, longitude)
    cluster.east = Math.max(cluster.east, longitude)
    cluster.south = Math.min(cluster.south, latitude)
    cluster.north = Math.max(cluster.north, latitude)
    if (cluster.source !== sources[place]) cluster.source = '-'
  })
  const clusters = [...found.values()]
  const list = value => clusters.map(value)
  return {
    level, photos: ids.length, bounds: photos.bounds, counts: list(({ count }) => count),
    latitudes: list(({ row, count }) => latitudeOf(row / count)), longitudes: list(({ column, count }) => longitudeOf(column / count)),
    wests: list(({ west }) => west), souths: list(({ south }) => south), easts: list(({ east }) => east), norths: list(({ north }) => north),
    covers: list(({ cover }) => cover), homes: list(() => 0), sources: list(({ source }) => source).join(''),
  }
}
