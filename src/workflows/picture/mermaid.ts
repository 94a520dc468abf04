/** Pictures as flowcharts of Mermaid. Renderers of Mermaid refuse more than 500 edges unless they are told otherwise. */
import { EDGES, type Look, MISSING, PLAIN, STATE_LOOKS } from './colours.js';
import { type Drawing, type DrawnEdge, type DrawnNode, drawingOf, keyOf } from './drawing.js';
import { quotedLabel, quotedNode, restOfLine } from './mermaid-text.js';
import type { PictureOf } from './picture.js';

/** The text before and behind the label of a node, by its type. */
const SHAPES: Readonly<Record<DrawnNode['type'], readonly [string, string]>> = {
  task: ['(', ')'],
  workflow: ['[[', ']]'],
  approval: ['[/', '\\]'],
  wait: ['{{', '}}'],
  none: ['([', '])'],
  other: ['[', ']'],
  missing: ['[', ']'],
};

const KEY = { critical: 'bold', control: 'dotted', uncounted: 'circle', dead: 'cross' };

/** Returns the Mermaid text of a graph or a run. */
export function mermaidOf(picture: PictureOf): string {
  const drawing = drawingOf(picture);
  return [
    'flowchart TB',
    `  accTitle: ${restOfLine(drawing.title)}`,
    ...headingLines(drawing),
    ...drawing.nodes.map((node, place) => `  ${nodeText(node, place)}`),
    ...drawing.edges.map((edge) => `  ${edgeText(edge)}`),
    ...finallyLines(drawing),
    ...classLines(drawing.nodes),
    ...linkLines(drawing.edges),
    '',
  ].join('\n');
}

function headingLines(drawing: Drawing): string[] {
  const { heading, progress } = drawing;
  const lines = [...(progress === undefined ? [] : [progress]), ...keyOf(drawing, KEY)];
  return [`  heading[${quotedNode(heading, lines)}]`, '  style heading fill:none,stroke:none'];
}

function nodeText({ type, label, lines, stateLine, note }: DrawnNode, place: number): string {
  const [before, behind] = SHAPES[type];
  const below = [...lines, ...(stateLine === undefined ? [] : [stateLine]), ...(note ? [note] : [])];
  return `n${place}${before}${quotedNode(label, below)}${behind}`;
}

function edgeText({ from, to, control, critical, counts, dead, label }: DrawnEdge): string {
  const line = control ? '-.-' : critical ? '==' : '--';
  const head = dead ? 'x' : counts ? '>' : 'o';
  return `n${from} ${line}${head}${label === undefined ? '' : `|${quotedLabel([label])}|`} n${to}`;
}

function finallyLines({ finally: last, ends }: Drawing): string[] {
  const first = last[0];
  if (first === undefined) return [];
  return [
    `  subgraph last [${quotedLabel(['finally, one after another'])}]`,
    ...last.map((place) => `    n${place}`),
    '  end',
    ...last.slice(1).map((place, at) => `  n${last[at] ?? place} ~~~ n${place}`),
    ...ends.map((place) => `  n${place} ~~~ n${first}`),
  ];
}

/** A class for each look that the nodes have. */
function classLines(nodes: readonly DrawnNode[]): string[] {
  const places = new Map<string, string[]>();
  const looks = new Map<string, string>();
  const add = (name: string, style: string, place: number) => {
    looks.set(name, style);
    const others = places.get(name);
    if (others) others.push(`n${place}`);
    else places.set(name, [`n${place}`]);
  };
  nodes.forEach((node, place) => {
    if (node.type === 'missing') add('missing', styleOf(MISSING), place);
    else if (node.state === undefined) add('plain', styleOf(PLAIN), place);
    // Names of classes have no hyphens.
    else add(node.state.replaceAll('-', ''), styleOf(STATE_LOOKS[node.state]), place);
    if (node.critical) add('critical', 'stroke-width:4px', place);
  });
  return [...looks].flatMap(([name, style]) => [
    `  classDef ${name} ${style}`,
    `  class ${(places.get(name) ?? []).join(',')} ${name}`,
  ]);
}

function styleOf({ fill, border, dashed }: Look): string {
  return `fill:${fill},stroke:${border},color:#111827${dashed ? ',stroke-dasharray:5 3' : ''}`;
}

/** Styles of edges, by their positions. */
function linkLines(edges: readonly DrawnEdge[]): string[] {
  const places = new Map<string, number[]>();
  edges.forEach((edge, place) => {
    const style = linkStyle(edge);
    const others = places.get(style);
    if (others) others.push(place);
    else places.set(style, [place]);
  });
  places.delete('');
  return [...places].map(([style, which]) => `  linkStyle ${which.join(',')} ${style}`);
}

function linkStyle({ dead, counts, onFailure, critical }: DrawnEdge): string {
  const colour = dead ? EDGES.dead : counts ? (onFailure ? EDGES.failure : undefined) : EDGES.light;
  return [...(colour === undefined ? [] : [`stroke:${colour}`]), ...(critical ? ['stroke-width:4px'] : [])].join(',');
}
