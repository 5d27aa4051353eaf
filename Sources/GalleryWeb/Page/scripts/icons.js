// The signs on the viewer's buttons, drawn in lines on 24 × 24.
import { drawing, element } from './dom.js'

const paths = {
  back: 'M19 12H5m6-7-7 7 7 7', previous: 'm15 4-8 8 8 8', next: 'm9 4 8 8-8 8', close: 'm6 6 12 12M18 6 6 18',
  more: 'M12 5v.5m0 6v.5m0 6v.5',
  zoom: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m4.8 11.3L20 20M10.5 7.5v6m-3-3h6',
  faces: 'M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4m4.500-6v1m7-1v1m-7 4.500q3.500 3 7 0',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 8v6m0-10v.500', play: 'M8 5v14l11-7z', pause: 'M8 5v14m8-14v14',
  screen: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5', download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  share: 'M12 15V4m-4 4 4-4 4 4M6 12v8h12v-8', trash: 'M5 7h14M10 4h4m-7 3 1 13h8l1-13m-7 4v5m4-5v5',
  restore: 'M5 12a7 7 0 1 0 2.500-5.400M5 4v4.500h4.500', print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
}

/** A sign by its name. */
export function icon(name) {
  return drawing('svg', { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': 'true', class: 'icon' },
    drawing('path', { d: paths[name] }))
}

/** A button of a sign that says what it does, and by which key. */
export function iconButton(name, label, key, onclick) {
  return element('button', {
    type: 'button', class: `sign ${name}`, 'aria-label': label, title: key ? `${label} (${key})` : label, onclick,
  }, icon(name))
}
