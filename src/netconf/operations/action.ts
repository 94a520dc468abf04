/** The action element (RFC 7950 §7.15.2): the path to the node, with keys, and the action inside it. */
import {
  decodeXml,
  elementsOf,
  type InstancePath,
  type PathStep,
  RpcError,
  type Tree,
  type XmlElement,
} from '../../data/index.js';
import type { DataNode, DataParent, OperationNode, Schema } from '../../yang/index.js';
import type { Operation } from './context.js';
import { outputReply } from './invoke.js';
import { unknownNamespace } from './unknown-namespace.js';

export const action: Operation = async (element, { server, caller, schema, held }) => {
  const { path, operation, input } = parseAction(element, schema);
  return outputReply(await server.invoke(caller, { operation, path, input }), held);
};

interface Action {
  readonly path: InstancePath;
  readonly operation: OperationNode;
  readonly input: Tree;
}

/** @throws RpcError when the path is not modelled, keys are missing, or it leads to no action */
function parseAction(element: XmlElement, schema: Schema): Action {
  const path: PathStep[] = [];
  let parent: DataParent = schema.root;
  let holder = element;
  for (;;) {
    const next = innerElement(holder, parent);
    const name = qualified(next, schema);
    const operation = parent.kind === 'container' || parent.kind === 'list' ? parent.actions.get(name) : undefined;
    if (operation) {
      return { path, operation, input: decodeXml(operation.input, next.children, { schema }) };
    }
    const node: DataNode | undefined = parent.data.get(name);
    if (node?.kind === 'container') path.push({ schema: node });
    else if (node?.kind === 'list') path.push({ schema: node, key: entryKeyOf(next, node, schema) });
    else throw bad('unknown-element', next.name, `${next.name} is neither an action nor a node on the way to one`);
    parent = node;
    holder = next;
  }
}

/** Returns the only child that is not a key leaf of the entry. */
function innerElement(holder: XmlElement, parent: DataParent): XmlElement {
  const keys = parent.kind === 'list' ? parent.keys.map((leaf) => leaf.name) : [];
  const [inner, second] = elementsOf(holder).filter((child) => !keys.includes(child.name));
  if (!inner) throw bad('missing-element', holder.name, `${holder.name} leads to no action`);
  if (second)
    throw bad('bad-element', second.name, `an action element names one action; ${second.name} is a second path`);
  return inner;
}

function entryKeyOf(element: XmlElement, node: DataNode & { kind: 'list' }, schema: Schema): string {
  const names = node.keys.map((leaf) => leaf.name);
  const onlyKeys = { ...element, children: elementsOf(element).filter((child) => names.includes(child.name)) };
  const parent: DataParent | undefined =
    node.parent && 'data' in node.parent && node.parent.kind !== 'case' ? node.parent : schema.root;
  const list = decodeXml(parent, [onlyKeys], { schema }).children.get(node.qname);
  const [entry] = list?.kind === 'list' ? list.entries : [];
  if (!entry) throw bad('missing-element', node.name, `the keys of ${node.name} are missing`);
  return entry.key;
}

function qualified(element: XmlElement, schema: Schema): string {
  const module = schema.moduleByNamespace(element.namespace);
  if (module) return `${module.name}:${element.name}`;
  throw unknownNamespace(element, { type: 'application' });
}

function bad(tag: 'unknown-element' | 'missing-element' | 'bad-element', element: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag, message, info: { 'bad-element': element } });
}
