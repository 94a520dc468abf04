/** Small changes to an instance document, most of which make it wrong in one place. */
import type { Random } from '../random.js';
import { type DataDraft, type Format, printDocument } from './draft.js';
import type { Words } from './words.js';

interface Tools {
  readonly random: Random;
  readonly words: Words;
}

/** Some value or element in the document, with what it stands in. */
interface Place {
  readonly parent: DataDraft;
  readonly index: number;
  readonly draft: DataDraft;
}

function placesIn(parent: DataDraft): readonly Place[] {
  return parent.children.flatMap((draft, index) => [{ parent, index, draft }, ...placesIn(draft)]);
}

const copy = (draft: DataDraft): DataDraft => ({
  ...draft,
  attributes: draft.attributes.map(([name, value]) => [name, value]),
  children: draft.children.map(copy),
});

const isLeaf = ({ kind, children }: DataDraft): boolean =>
  kind === 'scalar' || (kind === 'element' && children.length === 0);

function anyParent(root: DataDraft, { random }: Tools): DataDraft {
  const parents = placesIn(root).filter(({ draft }) => !isLeaf(draft));
  return random.pick([root, ...parents.map(({ draft }) => draft)]);
}

/** An array is not put into an array, nor a member without a name into an object: in anydata we bear these, see any-json.ts. */
function insert(into: DataDraft, draft: DataDraft, { random, words }: Tools): void {
  if (into.kind === 'array' && draft.kind === 'array') return;
  if (into.kind === 'object' && draft.name === '') draft.name = random.pick(words.names);
  into.children.splice(random.below(into.children.length + 1), 0, draft);
}

function setValue(draft: DataDraft, value: string, { random }: Tools): void {
  if (draft.kind === 'scalar') draft.text = random.chance(0.5) && isRawJson(value) ? value : JSON.stringify(value);
  else draft.text = value;
}

const isRawJson = (value: string): boolean => /^(-?(0|[1-9]\d*)(\.\d+)?([eE]\d+)?|true|false|null)$/.test(value);

type Mutation = (root: DataDraft, place: Place, tools: Tools) => void;

/** Changes of the structure and of names. */
const STRUCTURAL: readonly Mutation[] = [
  function remove(_root, { parent, index }) {
    parent.children.splice(index, 1);
  },
  function repeat(_root, { parent, index, draft }, tools) {
    if (tools.random.chance(0.5)) parent.children.splice(index, 0, copy(draft));
    else insert(parent, copy(draft), tools);
  },
  function multiply(_root, { parent, index, draft }, tools) {
    const copies = Array.from({ length: 2 + tools.random.below(3) }, () => copy(draft));
    for (const one of copies) {
      const leafs = [{ parent, index, draft: one }, ...placesIn(one)].filter((place) => isLeaf(place.draft));
      if (leafs.length > 0) setValue(tools.random.pick(leafs).draft, tools.random.pick(tools.words.values), tools);
    }
    parent.children.splice(index, 0, ...copies);
  },
  function move(root, { parent, index, draft }, tools) {
    parent.children.splice(index, 1);
    insert(anyParent(root, tools), copy(draft), tools);
  },
  function copyInto(root, { draft }, tools) {
    insert(anyParent(root, tools), copy(draft), tools);
  },
  function reorder(root, _place, tools) {
    const into = anyParent(root, tools);
    const [one] = into.children.splice(tools.random.below(into.children.length), 1);
    if (one) insert(into, one, tools);
  },
  function rename(_root, { draft }, { random, words }) {
    draft.name = random.pick(words.names);
    if (random.chance(0.3)) draft.name = `${random.pick(['m', 'x', 'other'])}:${draft.name}`;
  },
  function otherPrefix(_root, { draft }, { random }) {
    const local = draft.name.replace(/^.*:/, '');
    draft.name = random.chance(0.3) ? local : `${random.pick(['m', 'x', 'other'])}:${local}`;
  },
  function addNode(root, { draft }, tools) {
    const one = copy(draft);
    one.name = tools.random.pick(tools.words.names);
    if (isLeaf(one)) setValue(one, tools.random.pick(tools.words.values), tools);
    insert(anyParent(root, tools), one, tools);
  },
  function otherKind(_root, { draft, parent }, { random }) {
    if (draft.kind === 'element') {
      draft.text = '';
      draft.children = [];
      return;
    }
    const inner = { ...copy(draft), name: 'name' };
    const kinds: DataDraft['kind'][] = [
      'object',
      'scalar',
      ...(parent.kind === 'array' || draft.kind === 'array' ? [] : ['array' as const, 'array' as const]),
    ];
    draft.kind = random.pick(kinds);
    draft.text = random.pick(['null', '"x"', '1', 'true', '""']);
    draft.children = random.chance(0.5) ? [inner] : [];
  },
  function attribute(_root, { draft, parent }, tools) {
    const { random } = tools;
    if (draft.kind === 'element')
      draft.attributes.push(
        random.pick([
          ['xmlns', 'urn:x'],
          ['xmlns', 'urn:m'],
          ['xmlns:p', 'urn:p'],
          ['a', 'b'],
          ['m:a', 'b'],
        ]),
      );
    else if (parent.kind === 'object')
      insert(parent, { ...copy(draft), name: `@${draft.name}`, kind: 'object', children: [] }, tools);
  },
];

/** Changes of the value of a leaf. */
const OF_VALUES: readonly Mutation[] = [
  function otherValue(_root, { draft }, tools) {
    setValue(draft, tools.random.pick(tools.words.values), tools);
  },
  function valueOfAnother(root, { draft }, { random }) {
    const leafs = placesIn(root).filter((place) => isLeaf(place.draft));
    const alike = leafs.filter((place) => place.draft.name === draft.name);
    draft.text = random.pick(random.chance(0.7) ? alike : leafs).draft.text;
  },
  function brokenValue(_root, { draft }, { random }) {
    const quoted = draft.text.startsWith('"');
    const from = quoted ? 1 : 0;
    const at = from + random.below(draft.text.length + 1 - 2 * from);
    const piece = random.pick(['', '', '.', ':', '/', '-', '1', 'a', ' ', '0', '[', '=', "'"]);
    const cut = at < draft.text.length - from && random.chance(0.5) ? 1 : 0;
    draft.text = draft.text.slice(0, at) + piece + draft.text.slice(at + cut);
  },
];

/** Characters of the text itself. */
function mutateText(text: string, random: Random): string {
  const pieces = ['', '', '"', '{', '}', '[', ']', ',', ':', '<', '>', '/', '&', ' ', '\n', '0', '\u0000', '\ufffe'];
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(pieces) + text.slice(at + random.below(2));
}

/** The document with one change or a few; now and then with none. */
export function mutateDocument(root: DataDraft, format: Format, words: Words, random: Random): string {
  const tools = { random, words };
  if (random.chance(0.08)) return printDocument(root, format);
  do {
    const places = placesIn(root);
    if (places.length === 0) break;
    const leafs = places.filter(({ draft }) => isLeaf(draft));
    if (leafs.length > 0 && random.chance(0.5)) random.pick(OF_VALUES)(root, random.pick(leafs), tools);
    else random.pick(STRUCTURAL)(root, random.pick(places), tools);
  } while (random.chance(0.25));
  const text = printDocument(root, format);
  // Half a character is none in a file.
  return Buffer.from(random.chance(0.03) ? mutateText(text, random) : text).toString();
}
