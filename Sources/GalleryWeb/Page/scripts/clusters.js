// Photos on the map: round pictures with counts, and pins for single photos.
import { nearest, viewLoader } from './basemap.js'
import { cellOf } from './cells.js'
import { element } from './dom.js'
import * as leaflet from './leaflet.js'
import { clusters, thumbnail } from './mapsource.js'
import { say } from './words.js'

const sources = { p: 'photo', t: 'track', h: 'home' }
/** The sources of positions, in words. */
export const sourceWords = {
  photo: say('map.by-photo'), track: say('map.by-track'), home: say('map.at-home'),
}

/**
 * Returns a function that shows the clusters in view (viewLoader). opened(cluster, button) is called with the selected
 * cluster, counted(photos) with the number of photos on the map.
 */
export function showClusters(map, { query, opened, counted }) {
  const markers = new Map()

  async function load(view, signal) {
    const host = map.getContainer()
    host.ariaBusy = 'true'
    try {
      return await clusters(view, query, signal)
    } finally {
      if (!signal.aborted) host.ariaBusy = 'false'
    }
  }

  function draw(answer) {
    const middle = map.getCenter().lng
    const found = new Map(answer.counts.map((count, index) => {
      const cluster = {
        count, cover: answer.covers[index], homes: answer.homes[index], source: sources[answer.sources[index]] ?? null,
        latitude: answer.latitudes[index], longitude: answer.longitudes[index],
        box: ['wests', 'souths', 'easts', 'norths'].map(edge => answer[edge][index]),
      }
      // A cell has one center: if it has the same photos as before, it is not redrawn.
      return [`${cellOf(cluster, answer.level)} ${count} ${cluster.cover} ${cluster.source}`, cluster]
    }))
    for (const [key, { marker }] of markers) {
      if (found.has(key)) continue
      marker.remove()
      markers.delete(key)
    }
    for (const [key, cluster] of found) {
      const at = [cluster.latitude, nearest(cluster.longitude, middle)]
      const known = markers.get(key)
      if (known) {
        known.cluster = cluster
        known.marker.setLatLng(at)
      } else {
        const shown = { cluster, marker: null }
        shown.marker = markerOf(at, shown).addTo(map)
        markers.set(key, shown)
      }
    }
    counted(answer.photos)
  }

  /** The marker of a cluster, which may have moved by the time it is clicked. */
  function markerOf(at, shown) {
    const { count, cover, source } = shown.cluster
    const isAlone = count === 1
    const words = [say('count.photos', { count }), source && source !== 'photo' && sourceWords[source]].filter(Boolean).join(', ')
    const picture = thumbnail(cover)
    const image = picture && element('img', { src: picture, alt: '', width: 48, height: 48, decoding: 'async', onerror: () => image.remove() })
    const button = element('button', {
      type: 'button', class: `spot ${isAlone ? 'pin' : 'many'} ${source ?? 'mixed'}`, 'aria-label': words, title: words,
      'data-photo': cover,
    }, image, isAlone ? null : element('span', { class: 'number', 'aria-hidden': 'true' }, short(count)))
    // Dragging the map by a picture does not open it.
    let start = null
    button.addEventListener('pointerdown', event => { start = [event.clientX, event.clientY] })
    button.addEventListener('click', event => {
      event.stopPropagation()
      const isDragged = start && event.detail > 0 && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 6
      if (!isDragged) opened(shown.cluster, button)
    })
    const icon = leaflet.divIcon({ className: 'spotted', html: button, iconSize: null })
    return leaflet.marker(at, { icon, interactive: false, keyboard: false, zIndexOffset: Math.round(Math.log2(count) * 100) })
  }

  return viewLoader(map, load, draw)
}

const compact = new Intl.NumberFormat(document.documentElement.lang, { notation: 'compact', maximumFractionDigits: 1 })
const short = count => compact.format(count)
