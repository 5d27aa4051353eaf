// The entry point of the script of maps, which passes its functions to the script that runs it (absent.js).
import { mount } from '../scripts/map.js'
import { showSmallMap } from '../scripts/smallmap.js'

globalThis.galleryMaps({ mount, showSmallMap })
