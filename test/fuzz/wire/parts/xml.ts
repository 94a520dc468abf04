/** XML: documents, requests and hellos, changed at random, from bytes to Trees and back. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  decodeXmlText,
  elementsOf,
  encodeXml,
  equal,
  parseXml,
  RpcError,
  serializeXml,
  type XmlElement,
  type XmlNode,
} from '../../../../src/data/index.js';
import { decodeText, parseHello, parseRpc, replyEnvelope } from '../../../../src/wire/index.js';
import { CALLS, REQUESTS } from '../../../slow/bad-input-arbitrary.js';
import { XML_TYPE } from '../../../support/curl.js';
import { hello } from '../../../support/raw-netconf.js';
import type { Random } from '../../random.js';
import { type Part, parserFuzzer } from '../part.js';
import { orRefusal } from '../refusals.js';
import { nodeSchema } from '../schema.js';
import { anyElement, anyRequest, mutateBytes, mutateText } from '../words.js';

const HELLO = hello('urn:ietf:params:netconf:base:1.1').replace(']]>]]>', '');
const DOCUMENTS = [...REQUESTS, ...CALLS.filter(([, , , type]) => type === XML_TYPE).map(([, , body]) => body), HELLO];

export const xml: Part = {
  about: 'XML: well-formedness, envelopes, and documents of the schema',
  over: 'parsers',
  share: 160,
  batch: 500,
  start: () => parserFuzzer<Buffer>({ make, show: (input) => input, check }),
};

function make(random: Random): Buffer {
  const kind = random.below(10);
  if (kind === 0) return mutateBytes(random, Buffer.from(random.pick(DOCUMENTS)));
  if (kind === 1) return Buffer.from(anyElement(random, 6));
  if (kind === 2) return Buffer.from(anyRequest(random));
  return Buffer.from(mutateText(random, random.pick(DOCUMENTS)));
}

function check(bytes: Buffer): void {
  const text = orRefusal(() => decodeText(bytes));
  if (text === undefined) return;
  const element = orMalformed(text);
  if (element) {
    const again = parseXml(serializeXml(element));
    deepStrictEqual(shapeOf(again), shapeOf(element), 'it is another document once written and read again');
    checkEnvelope(element);
    orRefusal(() => parseHello(element));
  }
  checkDocument(text, element);
}

/** What is no XML is malformed, and nothing else. */
function orMalformed(text: string): XmlElement | undefined {
  try {
    return parseXml(text);
  } catch (error) {
    if (!(error instanceof RpcError) || error.tag !== 'malformed-message') throw error;
    return undefined;
  }
}

/** RFC 6241 §4.1, §4.2: the reply repeats the attributes of the rpc, also where the rpc is refused. */
function checkEnvelope(element: XmlElement): void {
  orRefusal(() => parseRpc(element));
  const { open, ok: done, close } = replyEnvelope(element);
  const reply = parseXml(`${open}${done}${close}`);
  deepStrictEqual([reply.name, elementsOf(reply)[0]?.name], ['rpc-reply', 'ok']);
  if (element.namespace !== reply.namespace) return;
  deepStrictEqual(reply.attributes, element.attributes, 'the reply has other attributes');
  deepStrictEqual(new Map(reply.scope), new Map(element.scope), 'the reply has other namespaces');
}

/** What two documents must agree on to be the same. */
function shapeOf(node: XmlNode): unknown {
  if (typeof node === 'string') return node;
  const { name, namespace, attributes, children } = node;
  return {
    name,
    namespace,
    attributes: attributes.map((each) => [each.namespace, each.name, each.value]),
    children: joined(children).map(shapeOf),
  };
}

/** CDATA and text in a row are one text. */
function joined(children: readonly XmlNode[]): XmlNode[] {
  const nodes: XmlNode[] = [];
  for (const child of children) {
    const last = nodes.at(-1);
    if (typeof child === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + child;
    else nodes.push(child);
  }
  return nodes;
}

const WRAPPERS = new Set(['rpc', 'edit-config', 'config', 'get', 'filter']);

function checkDocument(text: string, element: XmlElement | undefined): void {
  const tree = orRefusal(() =>
    decodeXmlText(nodeSchema.root, text, { schema: nodeSchema, isWrapper: ({ name }) => WRAPPERS.has(name) }),
  );
  if (!tree) return;
  ok(element, 'a document that is not well-formed was decoded');
  const written = `<data>${encodeXml(tree)}</data>`;
  const isWrapper = (_element: XmlElement, depth: number): boolean => depth === 0;
  ok(equal(decodeXmlText(nodeSchema.root, written, { schema: nodeSchema, isWrapper }), tree), `written as ${written}`);
}
