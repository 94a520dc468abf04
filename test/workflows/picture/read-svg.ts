import { SaxesParser } from 'saxes';

/** A node or an edge of a picture, as a reader sees it. */
export interface Shown {
  readonly title: string;
  readonly tip: string;
  readonly classes: readonly string[];
  readonly texts: readonly string[];
}

export interface ReadSvg {
  readonly title: string;
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  readonly shown: readonly Shown[];
}

/** What stands in an SVG; throws when it is not well-formed. */
export function readSvg(svg: string): ReadSvg {
  const [elements, attributes] = [new Set<string>(), new Set<string>()];
  const groups: { titles: string[]; classes: readonly string[]; texts: string[] }[] = [];
  let text = '';
  let title: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    elements.add(tag.name);
    for (const name of Object.keys(tag.attributes)) attributes.add(name);
    const classes = String(tag.attributes.class ?? '').split(' ');
    if (classes[0] === 'node' || classes[0] === 'edge') groups.push({ titles: [], classes, texts: [] });
    text = '';
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', ({ name }) => {
    // Graphviz keeps spaces apart with those that do not break.
    text = text.replaceAll('\u00a0', ' ').trim();
    if (name === 'title') {
      title ??= text;
      groups.at(-1)?.titles.push(text);
    }
    if (name === 'text') groups.at(-1)?.texts.push(text);
  });
  parser.write(svg).close();
  const shown = groups.map(({ titles, classes, texts }) => {
    return { title: titles[0] ?? '', tip: titles[1] ?? '', classes, texts };
  });
  return { title: title ?? '', elements, attributes, shown };
}
