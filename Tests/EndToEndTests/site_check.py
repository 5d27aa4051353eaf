"""Checks a site of files: pages must be valid, links must resolve, and every file must be used.

site_check.py FOLDER prints the faults, one per line. Pages are read by html5lib, whose strict
parser stops at parse errors of the HTML standard. Debian's HTML Tidy is too old for `dl > div` and
`loading`.
"""

import os
import sys
import xml.dom.minidom
from urllib.parse import unquote, urlsplit

import html5lib

ADDRESSES = {'href', 'src', 'data-whole'}


def addresses(node):
    """The links and embedded pictures of a page."""
    for name, value in node.attrib.items():
        if name in ADDRESSES:
            yield value
        elif name == 'srcset':
            yield from (source.split()[0] for source in value.split(', '))
    for child in node:
        if isinstance(child.tag, str):
            yield from addresses(child)


def anchors(node):
    return {child.attrib['id'] for child in node.iter() if 'id' in child.attrib}


def check(root):
    files = {os.path.relpath(os.path.join(folder, name), root)
             for folder, _, names in os.walk(root) for name in names}
    pages = {}
    for file in sorted(files):
        path = os.path.join(root, file)
        if file.endswith('.xml'):
            xml.dom.minidom.parse(path)
        if not file.endswith('.html'):
            continue
        with open(path, 'rb') as page:
            try:
                pages[file] = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page.read())
            except html5lib.html5parser.ParseError as error:
                yield f'{file}: {error}'
    met = {'.gallery-site', 'index.html', 'robots.txt', 'assets/overlays.css', 'assets/viewer.css'}
    if 'map.html' in files:
        # Files loaded by the scripts of maps, and the script of the small map on any page.
        met |= {'assets/map.js'} | {file for file in files if file.startswith('map/')}
    for file, page in pages.items():
        for address in addresses(page):
            parts = urlsplit(address)
            if parts.scheme in ('http', 'https', 'geo'):
                continue
            if parts.scheme or parts.netloc or address.startswith('/'):
                yield f'{file}: {address} leads out of the site'
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(file), unquote(parts.path))) if parts.path else file
            met.add(target)
            if target not in files:
                yield f'{file}: {address} leads nowhere'
            elif parts.fragment and target in pages and not (target == 'map.html' and parts.fragment.startswith('at=')) and parts.fragment not in anchors(pages[target]):
                yield f'{file}: {address} leads to no part of the page'
        for script in page.iter('script'):
            if script.text or script.attrib.get('type') == 'module':
                yield f'{file}: a script that does not work from a disk'
        if any('style' in node.attrib for node in page.iter()):
            yield f'{file}: a style in an attribute'
    yield from (f'{file}: no page leads there' for file in sorted(files - met) if not file.startswith('data/'))


problems = list(check(sys.argv[1]))
print('\n'.join(problems))
sys.exit(1 if problems else 0)
