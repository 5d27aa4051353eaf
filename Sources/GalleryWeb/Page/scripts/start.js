// Runs before the first paint, so that the layout without scripts is not shown first.
document.documentElement.classList.add('scripted')
// The menu stays folded (page.js).
try { document.documentElement.classList.toggle('folded', localStorage.getItem('menu') === 'folded') } catch { /* Storage is disabled. */ }
// The colors chosen in the account menu replace those of the system, which styles select by this condition only.
{
  const dark = '(prefers-color-scheme: dark)'
  const conditions = new Map()
  let theme = null
  try { theme = localStorage.getItem('theme') } catch { /* Storage is disabled. */ }
  const paint = sheet => {
    for (const rule of sheet.cssRules) {
      if (rule.media?.mediaText === dark) conditions.set(rule, dark)
      if (conditions.has(rule)) rule.media.mediaText = theme === 'dark' ? 'all' : theme === 'light' ? 'not all' : dark
    }
  }
  const paintAll = () => {
    for (const bar of document.querySelectorAll('[name=theme-color]')) {
      bar.media = theme ? (bar.dataset.theme === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${bar.dataset.theme})`
    }
    document.documentElement.style.colorScheme = theme ?? ''
    for (const sheet of document.styleSheets) paint(sheet)
  }
  if (theme) paintAll()
  document.addEventListener('load', ({ target }) => { if (theme && target.sheet) paint(target.sheet) }, true)
  addEventListener('theme', ({ detail }) => {
    theme = detail
    paintAll()
  })
}
// If scripts cannot be loaded, the page stays as it is without them.
addEventListener('error', event => {
  if (event.target instanceof HTMLScriptElement) document.documentElement.classList.remove('scripted')
}, true)
// A list is in the order that was chosen for it last (collection.js).
{
  const here = new URL(location.href)
  const section = here.searchParams.has('sort') ? null : /^\/sections\/([^/]+)$/.exec(here.pathname)?.[1]
  let order = null
  try { order = section && localStorage.getItem(`order ${decodeURIComponent(section)}`) } catch { /* Storage is disabled. */ }
  if (order) {
    here.searchParams.set('sort', order)
    location.replace(here)
  }
}
