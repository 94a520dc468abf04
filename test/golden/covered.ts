/** The parts of the models that the exchanges show, read from the files as they are recorded. */
import { parseXml, type XmlElement } from '../../src/data/index.js';
import { parseApiPath } from '../../src/restconf/api-path/index.js';
import type { DataNode, DataParent, OperationNode, Schema } from '../../src/yang/index.js';
import { agentSchema, nodeSchema } from '../support/faces.js';
import { elements, isMembers, type Members, membersIn, moduleOf, modulesIn, qname } from './bodies.js';
import { type Exchange, httpReply } from './exchange.js';

/** Names of operations: in `done` when one was carried out, in `refused` when one was not. */
export interface Outcomes {
  readonly done: Set<string>;
  readonly refused: Set<string>;
}

/** The ways of reading a list: all of it, one entry, some fields, an entry that is not there. */
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
  /** Schema paths of the lists that were read in each way. */
  readonly readings: Record<Reading, Set<string>> = {
    whole: new Set(),
    entry: new Set(),
    fields: new Set(),
    missing: new Set(),
  };

  /** Notes all that an exchange shows. */
  add(exchange: Exchange): void {
    if (exchange.request.method === 'NETCONF') this.#netconf(exchange);
    else if (httpReply(exchange) === undefined) this.#told(exchange.reply);
    else this.#http(exchange);
  }

  #http(exchange: Exchange): void {
    const { request } = exchange;
    const { status, body } = httpReply(exchange) ?? { status: 0, body: '' };
    const [, agent, resource, rest = ''] = RESOURCE.exec(request.target.replace(/\{[^}]*\}/g, IDENTIFIER)) ?? [];
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
    for (const [, value] of Object.entries(membersIn(input))) walk(operation.input, value, this.said);
    if (status < 400)
      for (const [, value] of Object.entries(membersIn(output))) walk(operation.output, value, this.shown);
  }

  #read(schema: Schema, target: ReturnType<typeof parseApiPath>, status: number, body: string, query: string): void {
    const last = target.kind === 'data' ? target.path.at(-1) : undefined;
    const node = last?.schema;
    if (status === 200) {
      const parent = target.kind === 'data' && target.path.length > 1 ? target.path.at(-2)?.schema : schema.root;
      for (const path of pathsIn(parent, membersIn(body))) {
        this.shown.add(path);
        if (query.includes('fields=')) this.readings.fields.add(path);
      }
    }
    if (node?.kind !== 'list') {
      if (status === 200 && node !== undefined && query === '') {
        for (const path of pathsIn(node, Object.values(membersIn(body))[0])) this.readings.whole.add(path);
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

  /** Notes the notifications in a stream of either encoding, or in reports. */
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

/** Stands for each masked value in a path; keys that are identifiers take no other text. */
const IDENTIFIER = '00000000-0000-7000-8000-000000000000';
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

/** Returns the child with a member name; at the top a name without a module names none (RFC 7951 §4). */
function childOf(parent: DataParent, name: string): DataNode | undefined {
  if (name.includes(':') || parent.kind === 'root') return parent.data.get(name);
  return [...parent.data.values()].find((each) => each.name === name);
}

/** Returns the schema paths of all that is in a value; none where the node has no children. */
function pathsIn(parent: DataParent | DataNode | undefined, value: unknown): readonly string[] {
  const seen = new Set<string>();
  if (parent !== undefined && 'data' in parent) walk(parent, value, seen);
  return [...seen];
}

/** Returns the action that the innermost element names. */
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
