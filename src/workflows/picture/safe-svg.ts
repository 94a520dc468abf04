import { SvgError } from './svg-error.js';

/** Elements and attributes of the SVG that Graphviz makes without links, images and style sheets. */
const ELEMENTS = new Set(['svg', 'g', 'title', 'polygon', 'polyline', 'path', 'ellipse', 'text']);
const ATTRIBUTES = new Set([
  ...['width', 'height', 'viewBox', 'xmlns', 'role', 'id', 'class', 'transform', 'points', 'd', 'cx', 'cy', 'rx', 'ry'],
  ...['x', 'y', 'xml:space', 'text-anchor', 'font-family', 'font-weight', 'font-style', 'font-size', 'text-decoration'],
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
]);

/** Fonts with the widths of Verdana, for systems without it. */
const FONTS = 'Verdana, DejaVu Sans, Geneva, sans-serif';

/** Graphviz writes tooltips as links to nowhere. */
const TOOLTIP = /<a xlink:title="([^"<]*)">/g;
const TAG = /<\/?([^\s/>]*)([^>]*)>/g;
const ATTRIBUTE = /\s+([^\s=]+)="[^"]*"/y;

/**
 * Returns SVG of Graphviz without prolog, comments and links: tooltips are titles, and the title of the picture is its first
 * element, where screen readers look for it.
 *
 * Graphviz writes `<` and `"` of texts as entities, so that each `<` begins a tag. @throws SvgError `unsafe` when the SVG has an
 * element or attribute that pictures do not need, for example a script, a link or an image.
 */
export function safeSvg(svg: string): string {
  const bare = svg
    .slice(svg.indexOf('<svg'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(TOOLTIP, '<title>$1</title>')
    .replaceAll('</a>', '')
    .replaceAll(' font-family="Verdana"', ` font-family="${FONTS}"`)
    .replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', '');
  for (const [, element = '', attributes = ''] of bare.matchAll(TAG)) check(element, attributes);
  const title = /<title>[^<]*<\/title>/.exec(bare)?.[0] ?? '';
  return bare.replace(
    /^<svg([^>]*)>/,
    (_, attributes: string) => `<svg role="graphics-document"${attributes}>${title}`,
  );
}

function check(element: string, attributes: string): void {
  if (!ELEMENTS.has(element)) throw new SvgError('unsafe', `the picture has an element "${element}"`);
  let end = 0;
  for (const match of attributes.matchAll(new RegExp(ATTRIBUTE, 'gy'))) {
    const name = match[1] ?? '';
    if (!ATTRIBUTES.has(name)) throw new SvgError('unsafe', `the picture has an attribute "${name}"`);
    end = match.index + match[0].length;
  }
  if (!/^\s*\/?$/.test(attributes.slice(end)))
    throw new SvgError('unsafe', `the picture has an element that cannot be read`);
}
