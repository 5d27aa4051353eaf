// What the page of a photo tells: the viewer shows it.

/**
 * What the page of a photo tells; nodes are the page's own, to be copied.
 * @param {Document} document
 * @param {string} address  its path, with what it was come from
 */
export function readPage(document, address) {
  const article = document.querySelector('article.photo')
  const stage = article.querySelector('.stage')
  const image = stage?.querySelector('img')
  const way = document.querySelector('.way')
  const link = selector => way?.querySelector(selector)?.getAttribute('href') ?? null
  const [width, height] = [Number(stage?.dataset.width), Number(stage?.dataset.height)]
  return {
    address, id: Number(article.dataset.photo), width: width || 4, height: height || 3,
    title: article.querySelector('h1').textContent, alt: image?.alt ?? '',
    sources: image ? sourcesOf(image.getAttribute('srcset')) : [], whole: stage?.dataset.whole ?? null,
    isTrashed: 'trashed' in article.dataset, isSmall: 'small' in article.dataset,
    position: way?.querySelector('.quiet')?.textContent.trim() ?? '',
    previous: link('[rel=prev]'), next: link('[rel=next]'), back: link('.back') ?? '/',
    faces: stage?.querySelector('svg.faces') ?? null, missing: article.querySelector('.notice'),
    caption: article.querySelector('p.caption'), credit: article.querySelector('.credit'),
    known: article.querySelector('.known'),
    downloads: [...article.querySelectorAll('.download a')].map(link => link.getAttribute('href')),
  }
}

function sourcesOf(srcset) {
  return (srcset ?? '').split(', ').filter(Boolean).map(source => {
    const [address, width] = source.split(' ')
    return { address, width: parseInt(width, 10) }
  }).sort((one, other) => one.width - other.width)
}
