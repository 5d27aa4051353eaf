// Runs before the first paint, so that the layout without scripts is not shown first.
document.documentElement.classList.add('scripted')
// If scripts cannot be loaded, the page stays as it is without them.
addEventListener('error', event => {
  if (event.target instanceof HTMLScriptElement) document.documentElement.classList.remove('scripted')
}, true)
