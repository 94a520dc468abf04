/** The ways into a node behind one interface: what is asked through one is asked through all, and must be answered alike. */
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { decodeXml, escapeText, RpcError, toValue } from '../../src/data/index.js';
import type { Node } from '../../src/node/index.js';
import { compileModels } from '../../src/node/modules.js';
import { namespaces } from '../../src/wire/index.js';
import type { DataParent } from '../../src/yang/index.js';
import { errorIn, Https } from './http.js';
import type { TestNode } from './node.js';

export type Members = Readonly<Record<string, unknown>>;

/** A resource, named as each way names it. */
export interface Resource {
  /** For a subtree filter. */
  readonly filter: string;
  /** An api-path of RESTCONF. */
  readonly uri: string;
  /** An instance path. */
  readonly path: string;
  /** From the top of the document down to it. */
  readonly steps: readonly string[];
}

const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
export const IRTF = 'urn:ietf:params:xml:ns:yang:irtf-agent';

export const RESOURCES = {
  task: (id: string): Resource => ({
    filter: `<tasks xmlns="${TASKS}"><task><id>${id}</id></task></tasks>`,
    uri: `/yangent-tasks:tasks/task=${id}`,
    path: `/yangent-tasks:tasks/task[id='${id}']`,
    steps: ['yangent-tasks:tasks', 'task'],
  }),
  tasks: {
    filter: `<tasks xmlns="${TASKS}"/>`,
    uri: '/yangent-tasks:tasks',
    path: '/yangent-tasks:tasks',
    steps: ['yangent-tasks:tasks'],
  },
  message: {
    filter: `<tasks xmlns="${IRTF}"/>`,
    uri: '/irtf-agent:tasks',
    path: '/irtf-agent:tasks',
    steps: ['irtf-agent:tasks'],
  },
  param: (id: string): Resource => ({
    filter: `<data-params xmlns="${IRTF}"><id>${id}</id></data-params>`,
    uri: `/irtf-agent:data-params=${id}`,
    path: `/irtf-agent:data-params[id='${id}']`,
    steps: ['irtf-agent:data-params'],
  }),
  context: (id: string): Resource => ({
    filter: `<context xmlns="${IRTF}"><id>${id}</id></context>`,
    uri: `/irtf-agent:context=${id}`,
    path: `/irtf-agent:context[id='${id}']`,
    steps: ['irtf-agent:context'],
  }),
} as const;

export interface Face {
  readonly title: string;
  /** @returns the members of the output; undefined when there is none. @throws Refusal */
  invoke(rpc: string, input?: Members): Promise<Members | undefined>;
  /** Runs an action of a task. @throws Refusal */
  act(task: string, action: string, input?: Members): Promise<Members | undefined>;
  /** @returns the value; undefined when there is nothing that the caller may see. @throws Refusal */
  read(resource: Resource): Promise<Members | undefined>;
  /** Merges a document of top-level nodes. @throws Refusal */
  merge(document: Members): Promise<void>;
  close(): Promise<void>;
}

/** What a request was refused with, whichever way it went. */
export class Refusal extends Error {
  constructor(
    readonly tag: unknown,
    message: string,
  ) {
    super(`${String(tag)}: ${message}`);
  }
}

export const { nodeSchema, agentSchema } = compileModels({ yang: [], features: new Map(), pluginModules: [] });

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export async function openFaces(rig: TestNode, login?: Credentials): Promise<{ readonly [way in Way]: Face }> {
  return {
    NETCONF: await netconfFace(rig, login),
    RESTCONF: restconfFace(rig, login),
    // The same caller as over the protocols: without a user it would be the node itself.
    TypeScript: localFace(rig.node, login?.user ?? 'admin'),
  };
}

export type Way = 'NETCONF' | 'RESTCONF' | 'TypeScript';
export const WAYS: readonly Way[] = ['NETCONF', 'RESTCONF', 'TypeScript'];

export async function netconfFace(
  { netconf, password }: TestNode,
  login: Credentials = { user: 'admin', password },
): Promise<Face & { readonly client: NetconfClient }> {
  const client = await connectNetconf({ ...netconf, username: login.user, password: login.password });
  const rpc = (xml: string) => client.rpc(xml).catch(refuse);
  const answer = async (xml: string, output: DataParent | undefined) => {
    const { children } = await rpc(xml);
    const members = toValue(
      decodeXml(output ?? nodeSchema.root, isOk(children) ? [] : children, { schema: nodeSchema }),
    );
    return isOk(children) ? undefined : unqualified(members);
  };
  return {
    title: 'NETCONF',
    client,
    invoke: (name, input = {}) => answer(elementOf(name, input), nodeSchema.rpcs.get(name)?.output),
    act: (task, action, input = {}) => {
      const entry = `<tasks xmlns="${TASKS}"><task><id>${task}</id>${elementOf(action, input)}</task></tasks>`;
      return answer(`<action xmlns="${namespaces.YANG}">${entry}</action>`, actionOf(action)?.output);
    },
    read: async ({ filter, steps }) => {
      const reply = await rpc(`<get><filter type="subtree">${filter}</filter></get>`);
      const [data] = reply.children;
      if (typeof data !== 'object') throw new Error('the reply has no data');
      return dig(toValue(decodeXml(nodeSchema.root, data.children, { schema: nodeSchema })), steps);
    },
    merge: async (document) => {
      const config = Object.entries(document)
        .map(([name, value]) => membersXml(name, value))
        .join('');
      await rpc(`<edit-config><target><running/></target><config>${config}</config></edit-config>`);
    },
    close: () => client.close(),
  };
}

/** @param agent whose endpoint is used; the node's when absent */
export function restconfFace(rig: TestNode, login?: Credentials, agent?: string): Face & { readonly https: Https } {
  const root = agent === undefined ? '/restconf' : `/agents/${agent}/restconf`;
  const https = new Https(rig, login?.user, login?.password);
  const send = async (method: string, path: string, value?: unknown) => {
    const answer = await https.send(
      method,
      `${root}${path}`,
      value === undefined ? {} : { body: JSON.stringify(value) },
    );
    if (answer.status < 400) return { ...answer, value: answer.body === '' ? undefined : JSON.parse(answer.body) };
    const { 'error-tag': tag, 'error-message': message } = errorIn(answer);
    if (method === 'GET' && answer.status === 404) return { ...answer, value: undefined };
    throw new Refusal(tag, String(message));
  };
  return {
    title: 'RESTCONF',
    https,
    invoke: async (name, input = {}) => {
      const module = name.slice(0, name.indexOf(':'));
      const { value } = await send('POST', `/operations/${name}`, { [`${module}:input`]: input });
      return value?.[`${module}:output`];
    },
    act: async (task, action, input = {}) => {
      const { value } = await send('POST', `/data/yangent-tasks:tasks/task=${task}/${action}`, {
        'yangent-tasks:input': input,
      });
      return value?.['yangent-tasks:output'];
    },
    read: async ({ uri }) => {
      const { value } = await send('GET', `/data${uri}`);
      if (value === undefined) return undefined;
      const [found] = Object.values<unknown>(value);
      return Array.isArray(found) ? found[0] : found;
    },
    merge: async (document) => {
      await send('PATCH', '/data', { 'ietf-restconf:data': document });
    },
    close: async () => https.close(),
  };
}

export function localFace(node: Node, user?: string): Face {
  const options = { user };
  const members = async (work: Promise<unknown>) => {
    const value = await work.catch(refuse);
    return isMembers(value) ? unqualified(value) : undefined;
  };
  return {
    title: 'TypeScript',
    invoke: (name, input = {}) => members(node.invoke(name, input, options)),
    act: (task, action, input) =>
      members(node.act(`/yangent-tasks:tasks/task[id='${task}']/${action}`, input, options)),
    read: ({ path }) => members(node.read(path, options)),
    merge: (document) => node.edit(document, options).catch(refuse),
    close: async () => undefined,
  };
}

function refuse(error: unknown): never {
  throw error instanceof RpcError ? new Refusal(error.tag, error.message) : error;
}

function actionOf(name: string) {
  const tasks = nodeSchema.root.data.get('yangent-tasks:tasks');
  const task = tasks?.kind === 'container' ? tasks.data.get('yangent-tasks:task') : undefined;
  return task?.kind === 'list' ? task.actions.get(`yangent-tasks:${name}`) : undefined;
}

/** The members as literal XML, without the codec that is tested: `module:name` opens a namespace, others stay in it. */
export function membersXml(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => membersXml(name, each)).join('');
  return isMembers(value) ? elementOf(name, value) : tagged(name, escapeText(String(value)));
}

function elementOf(name: string, members: Members): string {
  return tagged(
    name,
    Object.entries(members)
      .map(([member, value]) => membersXml(member, value))
      .join(''),
  );
}

function tagged(name: string, content: string): string {
  const [module = '', local] = name.split(':');
  if (local === undefined) return `<${name}>${content}</${name}>`;
  return `<${local} xmlns="${nodeSchema.modules.get(module)?.namespace}">${content}</${local}>`;
}

const isOk = (children: readonly unknown[]) =>
  children.some((child) => isMembers(child) && child.name === 'ok' && child.namespace === namespaces.NETCONF_BASE);

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members by their bare names: what stands at the top is qualified by some encodings only. */
export function unqualified(members: Members): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name.replace(/^.*:/, ''), value]));
}

function dig(value: Members, steps: readonly string[]): Members | undefined {
  let found: unknown = value;
  for (const step of steps) {
    const member = isMembers(found) ? found[step] : undefined;
    found = Array.isArray(member) ? member[0] : member;
  }
  return isMembers(found) ? found : undefined;
}
