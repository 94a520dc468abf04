/** Pictures as DOT, the language of Graphviz. */
import { EDGES, FAINT_INK, INK, type Look, MISSING, PLAIN, STATE_LOOKS } from './colours.js';
import { html, quotedId, quotedLabel, quotedTip } from './dot-text.js';
import { type Drawing, type DrawnEdge, type DrawnNode, drawingOf, keyOf } from './drawing.js';
import type { PictureOf } from './picture.js';

/** Of the fonts whose widths Graphviz knows the widest, so that texts fit into their nodes also in another one. */
const FONT = 'fontname="Verdana"';
const SHAPES: Readonly<Record<DrawnNode['type'], string>> = {
  task: 'box',
  workflow: 'folder',
  approval: 'house',
  wait: 'hexagon',
  none: 'ellipse',
  other: 'octagon',
  missing: 'box',
};
/** Shapes that are wider than their text anyway. */
const ROUND: ReadonlySet<DrawnNode['type']> = new Set(['approval', 'wait', 'none', 'other']);
const KEY = { critical: 'bold', stacked: 'double', control: 'dotted', uncounted: 'open arrow', dead: 'bar' };
/** Names as the model allows them. No other identifier looks like one. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Returns the DOT text of a graph or a run. */
export function dotOf(picture: PictureOf): string {
  const drawing = drawingOf(picture);
  const ids = idsOf(drawing.nodes);
  const id = (place: number) => ids[place] ?? '';
  return [
    `digraph ${quotedId(drawing.title)} {`,
    `  graph [rankdir=TB, nodesep=0.35, ranksep=0.45, pad=0.25, bgcolor="#ffffff", ${FONT}, fontsize=11, fontcolor="${INK}", labelloc=t, labeljust=l, label=${headingOf(drawing)}]`,
    `  node [${FONT}, fontsize=10, fontcolor="${INK}", margin="0.14,0.08", shape=box, style=filled, fillcolor="${PLAIN.fill}", color="${PLAIN.border}"]`,
    `  edge [${FONT}, fontsize=9, fontcolor="${EDGES.usual}", color="${EDGES.usual}", arrowsize=0.7]`,
    ...drawing.nodes.map((node, place) => `  ${id(place)} [${nodeAttributes(node)}]`),
    ...drawing.edges.map((edge) => `  ${id(edge.from)} -> ${id(edge.to)}${edgeAttributes(edge)}`),
    ...finallyLines(drawing, id),
    '}',
    '',
  ].join('\n');
}

/** The names of the nodes, as far as they are names, so that the text can be read; of all others, their position. */
function idsOf(nodes: readonly DrawnNode[]): readonly string[] {
  const taken = new Set<string>();
  return nodes.map(({ name }, place) => {
    const own = NAME.test(name) && !taken.has(name);
    if (own) taken.add(name);
    return quotedId(own ? name : `#${place}`);
  });
}

function headingOf(drawing: Drawing): string {
  const { heading, progress } = drawing;
  const lines = [
    `<FONT POINT-SIZE="15"><B>${html(heading)}</B></FONT>`,
    ...(progress === undefined ? [] : [html(progress)]),
    ...keyOf(drawing, KEY).map((line) => `<FONT POINT-SIZE="9" COLOR="${FAINT_INK}">${html(line)}</FONT>`),
    ' ',
  ];
  return `<${lines.map((line) => `${line}<BR ALIGN="LEFT"/>`).join('')}>`;
}

function nodeAttributes(node: DrawnNode): string {
  const look = lookOf(node);
  const { fill, border, dashed } = look;
  const styles = ['filled', ...(dashed ? ['dashed'] : []), ...(node.type === 'task' ? ['rounded'] : [])];
  return [
    ...(SHAPES[node.type] === 'box' ? [] : [`shape=${SHAPES[node.type]}`]),
    ...(ROUND.has(node.type) ? ['margin="0.02,0.02"'] : []),
    ...(styles.length > 1 ? [`style="${styles.join(',')}"`] : []),
    ...(look === PLAIN ? [] : [`fillcolor="${fill}"`, `color="${border}"`]),
    ...(node.critical ? ['penwidth=3'] : []),
    ...(node.stacked ? ['peripheries=2'] : []),
    `class="${[node.type, ...(node.state ? [node.state] : [])].join(' ')}"`,
    `label=${nodeLabel(node)}`,
    ...tooltip(node.tip),
  ].join(', ');
}

function tooltip(tip: readonly string[]): string[] {
  return tip.length > 0 ? [`tooltip=${quotedTip(tip)}`] : [];
}

function nodeLabel(node: DrawnNode): string {
  const { text } = lookOf(node);
  const lines = [
    `<FONT POINT-SIZE="13"><B>${html(node.label)}</B></FONT>`,
    ...node.lines.map((line) => `<FONT COLOR="${FAINT_INK}">${html(line)}</FONT>`),
    ...(node.stateLine === undefined ? [] : [`<FONT COLOR="${text}"><B>${html(node.stateLine)}</B></FONT>`]),
    ...(node.note ? [`<FONT COLOR="${text}"><I>${html(node.note)}</I></FONT>`] : []),
  ];
  return `<${lines.join('<BR/>')}>`;
}

function lookOf({ type, state }: DrawnNode): Look {
  if (type === 'missing') return MISSING;
  return state === undefined ? PLAIN : STATE_LOOKS[state];
}

function edgeAttributes(edge: DrawnEdge): string {
  const { dead, control, critical, counts, label } = edge;
  const colour = colourOf(edge);
  const attributes = [
    ...(control ? ['style=dotted'] : dead ? ['style=dashed'] : []),
    ...(colour === EDGES.usual ? [] : [`color="${colour}"`, `fontcolor="${colour}"`]),
    ...(critical ? ['penwidth=3'] : control ? ['penwidth=1.5'] : []),
    ...(dead ? ['arrowhead=tee'] : counts ? [] : ['arrowhead=empty']),
    ...(label === undefined ? [] : [`label=${quotedLabel(` ${label}`)}`]),
    ...tooltip(edge.tip),
  ];
  return attributes.length > 0 ? ` [${attributes.join(', ')}]` : '';
}

function colourOf({ dead, counts, onFailure }: DrawnEdge): string {
  if (dead) return EDGES.dead;
  if (!counts) return EDGES.light;
  return onFailure ? EDGES.failure : EDGES.usual;
}

/** A frame around the nodes of `finally`, below the others. */
function finallyLines({ finally: last, ends }: Drawing, id: (place: number) => string): string[] {
  const first = last[0];
  if (first === undefined) return [];
  return [
    '  subgraph "cluster_finally" {',
    `    graph [label=<finally, one after another>, style="rounded,dashed", color="${EDGES.light}", fontcolor="${FAINT_INK}", fontsize=10, margin=12]`,
    ...last.map((place) => `    ${id(place)}`),
    '  }',
    ...last.slice(1).map((place, at) => `  ${id(last[at] ?? place)} -> ${id(place)} [style=invis]`),
    ...ends.map((place) => `  ${id(place)} -> ${id(first)} [style=invis]`),
  ];
}
