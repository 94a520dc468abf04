/** Content of anydata and anyxml that no module describes, as odd as JSON and XML allow. */
import { decodeJson, decodeXml, elementsOf, encodeJson, parseXml, type Tree } from '../../src/data/index.js';
import type { AnyNode, DataNode, DataParent } from '../../src/yang/index.js';
import type { Sample } from './sample.js';
import type { Tape } from './tape.js';

export interface AnyTree {
  readonly tree: Tree;
  /** The JSON text that it was made from. */
  readonly text: string;
  /** Else it came in XML. */
  readonly json: boolean;
}

/** A document with each sort of content, where the schema has an anydata or anyxml that needs nothing but containers above it. */
export function anyTrees({ schema, choices }: Sample): readonly AnyTree[] {
  const tape = choices();
  return anyNodes(schema.root).flatMap(({ path, node }) => {
    const value = node.kind === 'anydata' ? objectValue(tape, 3) : jsonValue(tape, 3);
    const object = path.reduceRight<unknown>((inside, one, i) => ({ [memberName(one, path[i - 1])]: inside }), value);
    const json = decodeJson(schema.root, object, { schema });
    const inside = xmlContent(tape, 3, node.kind === 'anyxml');
    const text = path.reduceRight(
      (inner, { name, module }, i) =>
        `<${name} xmlns="${module.namespace}"${i === path.length - 1 ? ' xmlns:q="urn:q"' : ''}>${inner}</${name}>`,
      inside,
    );
    const xml = decodeXml(schema.root, elementsOf(parseXml(`<data>${text}</data>`)), { schema });
    return [
      { tree: json, text: JSON.stringify(object), json: true },
      { tree: xml, text: encodeJson(xml), json: false },
    ];
  });
}

const memberName = (node: DataNode, above: DataNode | undefined): string =>
  above !== undefined && above.module === node.module ? node.name : node.qname;

interface Place {
  readonly path: readonly DataNode[];
  readonly node: AnyNode;
}

function anyNodes(parent: DataParent, above: readonly DataNode[] = []): readonly Place[] {
  return [...parent.data.values()].flatMap((node): readonly Place[] => {
    const path = [...above, node];
    if (node.kind === 'anydata' || node.kind === 'anyxml') return [{ path, node }];
    return node.kind === 'container' ? anyNodes(node, path) : [];
  });
}

const NAMES = ['a', 'b', 'x:y', 'm:top', 'no-module:z', '__proto__', 'with space', 'é', '1', '@a', ''];
const SCALARS = ['', 'text', ' ', '<&>"\'', 1, -0.5, 1e21, true, false, null, '\u0001', ']]>'];

function jsonValue(tape: Tape, depth: number): unknown {
  if (depth === 0 || tape.below(3) === 0) return tape.pick(SCALARS);
  return tape.oneIn(3)
    ? Array.from({ length: tape.below(3) }, () => jsonValue(tape, depth - 1))
    : objectValue(tape, depth - 1);
}

function objectValue(tape: Tape, depth: number): unknown {
  return Object.fromEntries(
    tape.some(NAMES, 0, 3).map((name) => [name, depth === 0 ? 'x' : jsonValue(tape, depth - 1)]),
  );
}

const TEXTS = ['', ' ', 'text', '&lt;&amp;&gt;', '\n  ', '<![CDATA[<a>]]>', ']]&gt;', '&#13;'];
const ATTRIBUTES = [
  '',
  ' at="1"',
  ' q:at="&lt;&quot;"',
  ' xmlns="urn:other"',
  ' xmlns=""',
  ' xmlns:q="urn:r" q:at="x"',
  ' xml:lang="en"',
];

/** In an anydata text and elements do not stand together; `text` says whether text may stand at all. */
function xmlContent(tape: Tape, depth: number, mixed: boolean, text = mixed): string {
  const elements = Array.from({ length: depth === 0 ? 0 : tape.below(3) }, () => {
    const name = tape.pick(['a', 'b', 'q:c', 'top']);
    const inside = xmlContent(tape, depth - 1, mixed, true);
    return `${mixed ? tape.pick(TEXTS) : ''}<${name}${tape.pick(ATTRIBUTES)}>${inside}</${name}>`;
  });
  return elements.join('') + (mixed || (text && elements.length === 0) ? tape.pick(TEXTS) : '');
}
