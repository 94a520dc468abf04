/** What of the models the exchanges show: read from the files as they are recorded. */
import { parseXml, type XmlElement } from '../../src/data/index.js';
import { parseApiPath } from '../../src/restconf/api-path/index.js';
import type { DataNode, DataParent, OperationNode, Schema } from '../../src/yang/index.js';
import { agentSchema, nodeSchema } from '../support/faces.js';
import { type Exchange, httpReply } from './exchange.js';

/** A request and how it ended: `assign` in `done` when it was carried out, in `refused` when not. */
export interface Outcomes {
  readonly done: Set<string>;
  readonly refused: Set<string>;
}

/** How the entries of a list were read: `whole`, `entry`, `fields`, `missing`, each with the path of the list. */
export type Reading = 'whole' | 'entry' | 'fields' | 'missing';

export class Covered {
  /** By `module:name`. */
  readonly rpcs: Outcomes = { done: new Set(), refused: new Set() };
  /** By schema path. */
  readonly actions: Outcomes = { done: new Set(), refused: new Set() };
  /** `PUT yangent-tasks`, `edit-config yangent-tasks`. */
  readonly edits: Outcomes = { done: new Set(), refused: new Set() };
  /** Schema paths of the nodes that a reply shows. */
  readonly shown = new Set<string>();
  /** Schema paths of the nodes in inputs. */
  readonly said = new Set<string>();
  readonly notifications = new Set<string>();
  readonly readings: Record<Reading, Set<string>> = {
    whole: new Set(),
    entry: new Set(),
    fields: new Set(),
    missing: new Set(),
  };

  add(exchange: Exchange): void {
    if (exchange.request.method === 'NETCONF') this.#netconf(exchange);
    else if (httpReply(exchange) === undefined) this.#told(exchange.reply);
    else this.#http(exchange);
  }

  #http(exchange: Exchange): void {
    const { request } = exchange;
    const { status, body } = httpReply(exchange) ?? { status: 0, body: '' };
    const [, agent, resource, rest = ''] = RESOURCE.exec(request.target.replace(/\{[^}]*\}/g, 'x')) ?? [];
    const schema = agent === undefined ? nodeSchema : agentSchema;
    const { path = '', query } = /^(?<path>[^?]*)(?:\?(?<query>.*))?$/.exec(rest)?.groups ?? {};
    if (resource === 'streams') this.#told(body);
    if (resource === 'operations') {
      const rpc = schema.rpcs.get(path);
      if (rpc && request.method === 'POST') this.#run(this.rpcs, rpc.qname, rpc, request.body, status, body);
    }
    if (resource !== 'data') return;
    const target = targetOf(schema, path);
    if (target === undefined) return;
    if (target.kind === 'action') {
      this.#run(this.actions, target.operation.path, target.operation, request.body, status, body);
    } else if (request.method === 'GET') {
      this.#read(schema, target, status, body, query ?? '');
    } else if (['PUT', 'PATCH', 'DELETE', 'POST'].includes(request.method)) {
      const module = target.kind === 'data' ? target.path[0]?.schema.module.name : undefined;
      for (const each of module === undefined ? modulesIn(request.body) : [module]) {
        note(this.edits, `${request.method} ${each}`, status < 400);
      }
    }
  }

  #run(
    outcomes: Outcomes,
    name: string,
    operation: OperationNode,
    input: string,
    status: number,
    output: string,
  ): void {
    note(outcomes, name, status < 400);
    for (const [, value] of documentOf(input)) walk(operation.input, value, this.said);
    if (status < 400) for (const [, value] of documentOf(output)) walk(operation.output, value, this.shown);
  }

  #read(schema: Schema, target: ReturnType<typeof parseApiPath>, status: number, body: string, query: string): void {
    const last = target.kind === 'data' ? target.path.at(-1) : undefined;
    const node = last?.schema;
    if (status === 200) {
      const parent = target.kind === 'data' && target.path.length > 1 ? target.path.at(-2)?.schema : schema.root;
      if (parent !== undefined && 'data' in parent) walk(parent, membersIn(body), this.shown);
      if (query.includes('fields=')) for (const path of listsIn(parent, body)) this.readings.fields.add(path);
    }
    if (node?.kind !== 'list') {
      if (status === 200 && node !== undefined && query === '') {
        for (const path of listsIn(node, body, true)) this.readings.whole.add(path);
      }
      return;
    }
    const isEntry = last?.key !== undefined;
    if (status === 404 && isEntry) this.readings.missing.add(node.path);
    if (status === 200) this.readings[isEntry ? 'entry' : 'whole'].add(node.path);
  }

  #netconf({ request, reply }: Exchange): void {
    const done = !reply.includes('<rpc-error');
    const [operation] = elements(parseXml(request.body));
    if (operation === undefined) return;
    const name = qname(operation);
    const rpc = name === undefined ? undefined : nodeSchema.rpcs.get(name);
    if (operation.name === 'edit-config') {
      for (const config of elements(operation).filter((each) => each.name === 'config')) {
        for (const each of elements(config)) note(this.edits, `edit-config ${moduleOf(each)}`, done);
      }
    } else if (operation.name === 'action') {
      const action = actionIn(nodeSchema.root, elements(operation)[0]);
      if (action) note(this.actions, action.path, done);
    } else if (rpc) note(this.rpcs, rpc.qname, done);
  }

  /** Notifications in a stream of either encoding, or in reports. */
  #told(text: string): void {
    for (const name of nodeSchema.notifications.keys()) {
      const [module = '', local = ''] = name.split(':');
      const namespace = nodeSchema.modules.get(module)?.namespace;
      if (text.includes(`"${name}"`) || text.includes(`<${local} xmlns="${namespace}"`)) this.notifications.add(name);
    }
    for (const [, json] of text.matchAll(/^data: (\{.*\})$/gm)) {
      const members: Members = JSON.parse(json ?? '')['ietf-restconf:notification'];
      for (const [name, value] of Object.entries(members)) {
        const notification = nodeSchema.notifications.get(name);
        if (notification) walk(notification, value, this.shown);
      }
    }
  }
}

type Members = Readonly<Record<string, unknown>>;

const RESOURCE = /^(?:\/agents\/([^/]+))?\/restconf\/(data|operations|streams)(?:\/(.*))?$/;

function note(outcomes: Outcomes, what: string, done: boolean): void {
  outcomes[done ? 'done' : 'refused'].add(what);
}

function targetOf(schema: Schema, path: string) {
  try {
    return parseApiPath(schema, path);
  } catch {
    return undefined;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a JSON body; of any other none. */
function documentOf(body: string): readonly (readonly [string, unknown])[] {
  return Object.entries(membersIn(body));
}

function membersIn(body: string): Members {
  if (body.startsWith('<')) return membersOf([parseXml(body)]);
  try {
    const value: unknown = JSON.parse(body);
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}

/** Elements as the members of RFC 7951, all named with their module. */
function membersOf(children: readonly XmlElement[]): Members {
  const members: Record<string, unknown[]> = {};
  for (const child of children) {
    const name = qname(child) ?? child.name;
    members[name] ??= [];
    members[name].push(elements(child).length > 0 ? membersOf(elements(child)) : '');
  }
  return members;
}

/** Notes the schema paths of all that is in a value. */
function walk(parent: DataParent, value: unknown, seen: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) walk(parent, each, seen);
  if (!isMembers(value)) return;
  for (const [name, child] of Object.entries(value)) {
    const node = childOf(parent, name);
    if (node === undefined) continue;
    seen.add(node.path);
    if ('data' in node) walk(node, child, seen);
  }
}

function childOf(parent: DataParent, name: string): DataNode | undefined {
  if (name.includes(':')) return parent.data.get(name);
  return [...parent.data.values()].find((each) => each.name === name && !isTop(parent));
}

const isTop = (parent: DataParent): boolean => parent.kind === 'root';

/** Paths of the lists directly below the members of a body, or at its top. */
function listsIn(parent: DataParent | DataNode | undefined, body: string, below = false): readonly string[] {
  if (parent === undefined || !('data' in parent)) return [];
  const seen = new Set<string>();
  const members = membersIn(body);
  walk(parent, below ? Object.values(members)[0] : members, seen);
  return [...seen];
}

function modulesIn(body: string): readonly string[] {
  return Object.keys(membersIn(body)).map((name) => name.replace(/:.*/, ''));
}

function elements({ children }: Pick<XmlElement, 'children'>): readonly XmlElement[] {
  return children.filter((each): each is XmlElement => typeof each === 'object');
}

const moduleOf = ({ namespace }: XmlElement): string => nodeSchema.moduleByNamespace(namespace)?.name ?? '';

function qname(element: XmlElement): string | undefined {
  const module = moduleOf(element);
  return module === '' ? undefined : `${module}:${element.name}`;
}

/** The action that the innermost element names. */
function actionIn(parent: DataParent, element: XmlElement | undefined): OperationNode | undefined {
  if (element === undefined) return undefined;
  const name = qname(element) ?? '';
  const action = 'actions' in parent ? parent.actions.get(name) : undefined;
  if (action) return action;
  const node = parent.data.get(name);
  if (node === undefined || !('data' in node)) return undefined;
  for (const child of elements(element)) {
    const found = actionIn(node, child);
    if (found) return found;
  }
  return undefined;
}
