import {
  type Data,
  decodeJson,
  decodeXml,
  elementsOf,
  fromValue,
  isObject,
  parseJson,
  parseXml,
  RpcError,
  type Tree,
  toValue,
  type XmlElement,
} from '../data/index.js';
import { textOf } from '../data/rfc7951/members.js';
import type { Schema } from '../yang/index.js';

const AGENTS = 'yangent-agents:agents';
const PROFILE = 'irtf-agent:agent';

/**
 * Reads a profile file: an instance document of `yangent-agents:agents`, or of `irtf-agent:agent`, which becomes an agent
 * with its name as identifier. Returns an edit (to be merged) of `/yangent-agents:agents`.
 *
 * @throws RpcError when the text is ill-formed, unknown to the schema, or neither of the two documents.
 */
export function profileDocument(schema: Schema, text: string, format: 'json' | 'xml'): Tree {
  const document =
    format === 'json'
      ? decodeJson(schema.root, parseJson(text), { schema })
      : decodeXml(schema.root, topElements(parseXml(text)), { schema });
  const agents = document.children.get(AGENTS);
  if (agents) return only(document, AGENTS, agents);
  if (document.children.has(PROFILE)) {
    const profile = toValue(document)[PROFILE];
    const id = isObject(profile) ? textOf(profile, 'name') : undefined;
    if (id !== undefined) return fromValue(schema.root, { [AGENTS]: { agent: [{ id, profile }] } }, { schema });
    throw refusal(`the profile has no "name", by which the agent could be known`);
  }
  const found = [...document.children.keys()].join(', ');
  throw refusal(`the document holds ${found === '' ? 'nothing' : found}; a profile file holds ${AGENTS} or ${PROFILE}`);
}

function only(document: Tree, name: string, data: Data): Tree {
  return { ...document, children: new Map([[name, data]]) };
}

const WRAPPERS = new Set(['data', 'config']);

/** Returns the data elements of the file: its root, or the children of a `data` or `config` root. */
function topElements(root: XmlElement): readonly XmlElement[] {
  return WRAPPERS.has(root.name) ? elementsOf(root) : [root];
}

function refusal(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', message });
}
