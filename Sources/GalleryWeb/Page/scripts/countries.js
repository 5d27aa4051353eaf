// Country names in the language of the page, the same as on the server (PageLanguage.country).
import { say } from './words.js'

const lang = document.documentElement.lang || 'en'
const names = new Intl.DisplayNames(lang, { type: 'region' })
/** Names that differ from those of browsers. */
const own = {
  CI: say('country.CI'), CN: say('country.CN'), HK: say('country.HK'), IO: say('country.IO'), MO: say('country.MO'),
  PS: say('country.PS'), TL: say('country.TL'),
}

/** The name of a country by its code; `name` is the English name in the place index. */
export function countryName(code, name) {
  if (lang === 'en' && name) return name
  try { return own[code] ?? names.of(code) } catch { return name }
}
