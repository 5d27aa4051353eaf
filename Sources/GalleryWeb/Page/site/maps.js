// The script of maps begins here: it hands its parts to the one that ran it (mapscript.js).
import { mount } from '../scripts/map.js'
import { showSmallMap } from '../scripts/smallmap.js'

globalThis.galleryMaps({ mount, showSmallMap })
