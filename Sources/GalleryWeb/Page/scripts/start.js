// Runs before anything is drawn: what scripts lay out anew is not shown first as it is without them.
document.documentElement.classList.add('scripted')
// Where the scripts cannot be loaded, the page stays as it is without them.
addEventListener('error', event => {
  if (event.target instanceof HTMLScriptElement) document.documentElement.classList.remove('scripted')
}, true)
