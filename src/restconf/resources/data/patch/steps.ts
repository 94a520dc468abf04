import {
  type Data,
  editAt,
  elementsOf,
  type InstancePath,
  type LeafListItem,
  type ListEntry,
  type Tree,
  toValue,
} from '../../../../data/index.js';
import type { EditStep } from '../../../../server/index.js';
import { canonical, type DataParent } from '../../../../yang/index.js';
import { formatApiPath, parseApiPath } from '../../../api-path/index.js';
import { type Insert, isSibling, isUserOrdered } from '../../../query/placement.js';
import { badRequest, type Refusal } from '../../../refusal.js';
import { type Body, decodeChildren } from '../../body.js';
import type { Exchange } from '../../exchange.js';
import { keyLeafValue } from '../key-leaf.js';
import { sameResource } from '../one-resource.js';
import { parentOf, requireInstance } from '../target-parent.js';
import type { PatchEdit, PatchOperation } from './message.js';

type Resource = Data | ListEntry | LeafListItem;

/** The edit of each patch operation; `move` changes only the place. */
const OPERATIONS = {
  create: { edit: 'create', takesValue: true, placed: false },
  delete: { edit: 'delete', takesValue: false, placed: false },
  insert: { edit: 'create', takesValue: true, placed: true },
  merge: { edit: 'merge', takesValue: true, placed: false },
  move: { edit: 'none', takesValue: false, placed: true },
  replace: { edit: 'replace', takesValue: true, placed: false },
  remove: { edit: 'remove', takesValue: false, placed: false },
} as const satisfies Record<PatchOperation, object>;

/**
 * Converts one edit of a patch to edits of the server core, in their order (RFC 8072 §2.5).
 *
 * @param resource the target resource of the request; empty for the datastore
 * @throws Refusal or RpcError for an invalid target, point or value
 */
export async function stepsOf(exchange: Exchange, resource: InstancePath, edit: PatchEdit): Promise<EditStep[]> {
  const { schema } = exchange;
  const path = targetOf(exchange, resource, edit);
  const { edit: operation, takesValue, placed } = OPERATIONS[edit.operation];
  const node = takesValue ? await resourceOf(exchange, path, edit) : undefined;
  requireKeptKey(path, edit, node);
  if (!placed) return [step(editAt(schema, path, operation, node))];
  const insert = placeOf(exchange, resource, path, edit);
  // A leaf-list value is moved by setting it again, after a check that it exists.
  if (operation === 'none' && path.at(-1)?.schema.kind === 'leaf-list') {
    return [step(editAt(schema, path, 'none', undefined)), step(editAt(schema, path, 'merge', undefined, insert))];
  }
  return [step(editAt(schema, path, operation, node, insert))];
}

function step(edit: Tree): EditStep {
  return { edit, defaultOperation: 'none' };
}

/** Returns the target data resource of the edit: never the datastore (RFC 8072 §2.4). */
function targetOf(exchange: Exchange, resource: InstancePath, { target }: PatchEdit): InstancePath {
  const path = below(exchange, resource, target, 'target');
  if (path.length === 0) throw badRequest('target "/" is the datastore; expected a data resource in it');
  requireInstance(path);
  const node = path.at(-1)?.schema;
  if (node?.config) return path;
  throw badRequest(`target "${target}" is state, which cannot be edited`);
}

/** Resolves a path relative to the target resource of the request. */
function below(exchange: Exchange, resource: InstancePath, text: string, what: string): InstancePath {
  if (!text.startsWith('/')) throw badRequest(`${what} "${text}"; expected a path that begins with "/"`);
  if (text === '/') return resource;
  const prefix = formatApiPath(resource);
  const isRoot = prefix === '';
  const target = parseApiPath(exchange.schema, isRoot ? text.slice(1) : prefix + text, isRoot ? 1 : -prefix.length);
  if (target.kind === 'data') return target.path;
  throw badRequest(`${what} "${text}" is no data resource`);
}

/** Decodes the value, which is the target resource itself (RFC 8072 §2.2). */
async function resourceOf(exchange: Exchange, path: InstancePath, { operation, value }: PatchEdit): Promise<Resource> {
  if (!value) throw badRequest(`operation "${operation}" needs a value: the target resource with its content`);
  const parent = parentOf(exchange.schema.root, path);
  const tree = await decodeChildren(exchange, parent, path.slice(0, -1), bodyOf(path, parent, value));
  return sameResource(tree, path).node;
}

function bodyOf(path: InstancePath, parent: DataParent, value: NonNullable<PatchEdit['value']>): Body {
  switch (value.form) {
    case 'tree':
      return { encoding: 'json', members: toValue(value.tree) };
    case 'json':
      return { encoding: 'json', members: qualified(path, parent, value.value) };
    case 'xml': {
      const [element, ...more] = elementsOf(value.element);
      if (element && more.length === 0) return { encoding: 'xml', element };
      throw badRequest('the value holds no or several elements; expected the target resource alone');
    }
    default:
      return value satisfies never;
  }
}

/** Qualifies names. Names in anydata have a module (RFC 7951 §5.5), but the examples of RFC 8072 omit it: both are accepted. */
function qualified(path: InstancePath, parent: DataParent, value: unknown): Readonly<Record<string, unknown>> {
  const module = path.at(-1)?.schema.module.name ?? parent.module.name;
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    members.map(([name, member]) => [
      /^[A-Za-z_]/.test(name) && !name.includes(':') ? `${module}:${name}` : name,
      member,
    ]),
  );
}

/** Refuses an edit that would change or delete a key leaf. @throws Refusal 400 */
function requireKeptKey(path: InstancePath, { operation }: PatchEdit, node: Resource | undefined): void {
  const key = keyLeafValue(path);
  if (key === undefined || (node?.kind === 'leaf' && canonical(node.value) === key)) return;
  throw badRequest(`"${path.at(-1)?.schema.name}" is a key: "${operation}" cannot change it`);
}

function placeOf(exchange: Exchange, resource: InstancePath, path: InstancePath, edit: PatchEdit): Insert {
  if (!isUserOrdered(path)) {
    throw badRequest(`"${edit.operation}" is only for an entry of a list or leaf-list that is "ordered-by user"`);
  }
  const { where, point } = edit;
  if (where === 'first' || where === 'last') return { at: where };
  if (point === undefined) throw badRequest(`where "${where}" needs a point`);
  return { at: where, key: neighbour(exchange, resource, path, point) };
}

/** Resolves `point`, relative to the target resource (by its type) or to the datastore (by its description). */
function neighbour(exchange: Exchange, resource: InstancePath, path: InstancePath, point: string): string {
  for (const from of [resource, []]) {
    const found = attempt(() => below(exchange, from, point, 'point'));
    const key = found && isSibling(found, path) ? found.at(-1)?.key : undefined;
    if (key !== undefined) return key;
  }
  throw notBeside(point);
}

function attempt(parse: () => InstancePath): InstancePath | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function notBeside(point: string): Refusal {
  return badRequest(`point "${point}"; expected an entry of the same list or leaf-list as the target`);
}
