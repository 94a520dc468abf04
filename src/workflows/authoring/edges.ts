/** The edges of a source: those that are given, those of `after`, and one for each step that a node reads. */
import { isObject } from '../../data/index.js';
import { didYouMean } from '../../yang/index.js';
import { convertAll, listOf, type Members, membersAt, said, same, type Table } from './convert.js';
import { Place } from './place.js';
import { expression } from './values.js';

/** A node of the source, as far as edges ask for it. */
export interface Linked {
  readonly name: string;
  /** Its member `after`. */
  readonly after: unknown;
  /** True for an approval: it is about the outputs of all nodes that it follows. */
  readonly seesAll: boolean;
  /** Its place; it has collected the steps that the node reads. */
  readonly place: Place;
}

const TERMS: Table = { on: listOf, condition: expression, counts: same, share: listOf };
const EDGE: Table = { from: same, to: same, type: edgeType, ...TERMS };

/**
 * Returns the edges, one between two nodes.
 * @param last names of the nodes of `finally`: steps that they read do not decide whether they run
 * @throws WorkflowError
 */
export function edgesOf(
  nodes: readonly Linked[],
  given: unknown,
  place: Place,
  last: ReadonlySet<unknown>,
): readonly Members[] {
  const names = new Set(nodes.map(({ name }) => name));
  const edges = new Map<string, Members>();
  for (const edge of givenEdges(given, names, place)) edges.set(keyOf(edge), edge);
  for (const node of nodes)
    for (const edge of edgesTo(node, names, last)) if (!edges.has(keyOf(edge))) edges.set(keyOf(edge), edge);
  return [...edges.values()];
}

const keyOf = ({ from, to }: Members) => JSON.stringify([from, to]);

function givenEdges(given: unknown, names: ReadonlySet<string>, place: Place): readonly Members[] {
  if (given === undefined) return [];
  if (!Array.isArray(given))
    return place.fail(`expected a list of edges such as { from: 'a', to: 'b' }, not ${said(given)}`);
  return given.map((each, index) => {
    const at = new Place([...place.path, index]);
    const edge = convertAll(each, at, 'an edge', EDGE);
    for (const end of ['from', 'to'] as const) requireNode(edge[end], names, at.at(end));
    return edge;
  });
}

function edgeType(value: unknown, place: Place): string {
  if (value === 'data' || value === 'control') return `yangent-workflows:${value}`;
  return typeof value === 'string' && value.includes(':') ? value : place.fail('the types are data, control');
}

/** Returns the edges to a node: of type data from the steps that it reads, else of type control. */
function edgesTo(
  { name, after, place, seesAll }: Linked,
  names: ReadonlySet<string>,
  last: ReadonlySet<unknown>,
): readonly Members[] {
  const terms = afterOf(after, place.at('after'));
  for (const from of terms.keys()) requireOther(from, name, names, place.at('after'));
  const read = new Set<string>(seesAll ? terms.keys() : []);
  for (const { step, place: where } of place.reads) {
    requireOther(step, name, names, where);
    read.add(step);
  }
  return [...new Set([...terms.keys(), ...read])].map((from) => ({
    from,
    to: name,
    type: `yangent-workflows:${read.has(from) ? 'data' : 'control'}`,
    ...(terms.get(from) ?? (last.has(name) ? { counts: false } : {})),
  }));
}

/** Reads `after`: a name, a list of names, or an object of names with the ends that count, or with more terms of the edge. */
function afterOf(after: unknown, place: Place): ReadonlyMap<string, Members> {
  if (after === undefined) return new Map();
  if (typeof after === 'string') return new Map([[after, {}]]);
  if (Array.isArray(after))
    return new Map(
      after.map((each: unknown, index): [string, Members] => [
        typeof each === 'string' ? each : place.at(index).fail(`expected the name of a node, not ${said(each)}`),
        {},
      ]),
    );
  const members = membersAt(
    after,
    place,
    "the name of a node, a list of names, or an object such as { find: 'failure' }",
  );
  return new Map(Object.entries(members).map(([from, terms]) => [from, termsOf(terms, place.at(from))]));
}

function termsOf(terms: unknown, place: Place): Members {
  // The condition of an edge reads its source, to which the edge leads already.
  const own = new Place(place.path, place.node);
  return isObject(terms) ? convertAll(terms, own, 'an edge', TERMS) : { on: listOf(terms, own) };
}

function requireOther(from: string, to: string, names: ReadonlySet<string>, place: Place): void {
  requireNode(from, names, place);
  if (from === to)
    place.fail(`"${to}" cannot follow itself, nor read its own output; in repeat, output is that of the round`);
}

/** @throws WorkflowError unless a node has this name */
export function requireNode(name: unknown, names: ReadonlySet<string>, place: Place): void {
  if (typeof name === 'string' && names.has(name)) return;
  const hint = typeof name === 'string' ? didYouMean(name, names) : '';
  place.fail(`there is no node ${said(name)}${hint}; the nodes are ${listed(names)}`);
}

/** Names in a message. */
const MOST = 20;

function listed(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, MOST).join(', ');
  return names.size > MOST ? `${shown}, …` : shown;
}
