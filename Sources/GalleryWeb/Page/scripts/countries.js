// Names of countries in the page's language, as the server has them (PageLanguage.country).
import { say } from './words.js'

const lang = document.documentElement.lang || 'en'
const names = new Intl.DisplayNames(lang, { type: 'region' })
/** What people do not call as browsers do. */
const own = {
  CI: say('country.ivory-coast'), CN: say('country.china'), HK: say('country.hong-kong'), IO: say('country.indian-ocean'),
  MO: say('country.macao'), PS: say('country.palestine'), TL: say('country.timor'),
}

/** A country by its code; `name` is what the index of places calls it, in English. */
export function countryName(code, name) {
  if (lang === 'en' && name) return name
  try { return own[code] ?? names.of(code) } catch { return name }
}
