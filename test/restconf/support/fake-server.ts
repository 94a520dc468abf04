/** A server core in memory: running is one Tree, state is fixed, and every call is recorded. */
import {
  applyEdit,
  decodeJson,
  emptyTree,
  find,
  formatPath,
  fromValue,
  type InstancePath,
  mergeTrees,
  RpcError,
  type Tree,
  toValue,
} from '../../../src/data/index.js';
import { ResourceVersions } from '../../../src/datastore/resource-versions.js';
import {
  BytesUnderWay,
  type Caller,
  type Delivery,
  type EditRequest,
  EditStepError,
  type InvokeRequest,
  type ReadRequest,
  type Server,
  type SubscribeRequest,
} from '../../../src/server/index.js';
import { annotateOrigins } from '../../../src/server/origin.js';
import { schema } from './model.js';

export class FakeServer implements Server {
  running: Tree = emptyTree(schema.root);
  candidate: Tree = emptyTree(schema.root);
  state: Tree = emptyTree(schema.root);
  /** What a POST of a message is answered with. */
  message: Tree | undefined;
  readonly reads: ReadRequest[] = [];
  readonly edits: EditRequest[] = [];
  readonly invocations: InvokeRequest[] = [];
  readonly subscriptions: SubscribeRequest[] = [];
  readonly callers: Caller[] = [];
  events: readonly Delivery[] = [];
  #version = { number: 1, at: '2025-07-01T00:00:00Z' };
  #versions: ResourceVersions;

  constructor(running: Record<string, unknown> = {}, state: Record<string, unknown> = {}) {
    this.running = decodeJson(schema.root, running, { schema });
    this.state = decodeJson(schema.root, state, { schema });
    this.candidate = this.running;
    this.#versions = new ResourceVersions(this.running, this.#version);
  }

  /** Only what this face asks of them. */
  get datastores(): Server['datastores'] {
    const unused = () => Promise.reject(new Error('RESTCONF does not do this'));
    return {
      served: ({ kind }) =>
        kind === 'node' ? ['running', 'candidate', 'intended', 'operational'] : ['running', 'operational'],
      contents: () => undefined,
      lockOf: () => undefined,
      lock: unused,
      unlock: unused,
      commit: unused,
      cancelCommit: unused,
      discard: unused,
      copy: unused,
      delete: unused,
      validate: unused,
      editOf: unused,
      release: unused,
      stop: () => undefined,
    };
  }

  admit = () => Promise.reject(new Error('RESTCONF does not do this'));

  approveDevice(): never {
    throw new Error('RESTCONF does not do this');
  }

  call(): never {
    throw new Error('RESTCONF does not do this');
  }

  readonly dynamicSubscriptions: Server['dynamicSubscriptions'] = {
    find: () => undefined,
    end: async () => undefined,
  };

  withOrigins(_view: unknown, tree: Tree): Tree {
    return annotateOrigins(tree, { ownedNames: new Set() });
  }

  schema() {
    return schema;
  }

  queues(): boolean {
    return false;
  }

  admits(view: Parameters<Server['admits']>[0]): boolean {
    return view.kind === 'node' || view.agent === 'ip/fault 1';
  }

  loginMethods(): undefined {}

  async permit(): Promise<void> {}

  async readable(_caller: Caller, tree: Tree): Promise<Tree> {
    return tree;
  }

  readsAll(): boolean {
    return true;
  }

  mayRead(): boolean {
    return true;
  }

  async read(caller: Caller, request: ReadRequest): Promise<Tree> {
    this.callers.push(caller);
    this.reads.push(request);
    if (request.datastore === 'candidate') return this.candidate;
    const configOnly = request.datastore !== undefined && request.datastore !== 'operational';
    return configOnly || request.content === 'config' ? this.running : mergeTrees(this.running, this.state);
  }

  readonly bytesUnderWay = new BytesUnderWay();

  async readPages(caller: Caller, request: ReadRequest) {
    return { tree: await this.read(caller, request), lists: [] };
  }

  async edit(_caller: Caller, request: EditRequest) {
    this.edits.push(request);
    if (request.ifMatch && !request.ifMatch.includes(this.version(request.ifMatchAt).etag)) {
      throw new RpcError({
        type: 'protocol',
        tag: 'operation-failed',
        origin: 'caller',
        appTag: 'precondition-failed',
        message: 'changed',
      });
    }
    const before = request.datastore === 'candidate' ? this.candidate : this.running;
    const created = request.target !== undefined && find(before, request.target) === undefined;
    const after = this.#applied(before, request);
    if (request.datastore === 'candidate') {
      this.candidate = after;
      return { created };
    }
    this.running = after;
    const at = new Date(Date.parse(this.#version.at) + 60_000).toISOString();
    this.#version = { number: this.#version.number + 1, at };
    this.#versions.changed(before, after, this.#version);
    return { created, message: request.awaitMessage ? this.message : undefined };
  }

  #applied(before: Tree, { edit, defaultOperation, followedBy }: EditRequest): Tree {
    const steps = [{ edit, defaultOperation }, ...(followedBy ?? [])];
    return steps.reduce((tree, step, index) => {
      try {
        return applyEdit(tree, step.edit, step.defaultOperation, { schema });
      } catch (error) {
        throw followedBy && error instanceof RpcError ? new EditStepError(index, error) : error;
      }
    }, before);
  }

  async invoke(_caller: Caller, request: InvokeRequest): Promise<Tree | undefined> {
    this.invocations.push(request);
    const { operation, input, path } = request;
    if (find(this.running, path) === undefined && path.length > 0) {
      throw new RpcError({ type: 'application', tag: 'data-missing', path: formatPath(path), message: 'not there' });
    }
    switch (operation.name) {
      case 'ping':
        return fromValue(operation.output, { reply: `pong ${String(toValue(input).msg)}` }, { schema });
      case 'reset':
        return fromValue(operation.output, { done: true }, { schema });
      case 'halt':
        return undefined;
      default:
        throw new RpcError({ type: 'protocol', tag: 'operation-not-supported', message: 'not here' });
    }
  }

  subscribe(_caller: Caller, request: SubscribeRequest): AsyncIterable<readonly Delivery[]> {
    this.subscriptions.push(request);
    return this.#deliver(request.signal);
  }

  async *#deliver(signal: AbortSignal): AsyncGenerator<readonly Delivery[]> {
    for (const event of this.events) yield [event];
    if (this.events.some((each) => each.kind === 'stopped' || each.kind === 'dropped')) return;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  streams() {
    return [
      { name: 'NETCONF', description: 'all events', replaySupport: true, replayLogCreated: '2025-01-01T00:00:00Z' },
    ];
  }

  version(path: InstancePath = []) {
    const { number, at } = this.#versions.at(this.running, path);
    return { etag: `v${number}`, lastModified: new Date(at) };
  }

  hidesBelow() {
    return false;
  }

  /** Running as RFC 7951 members. */
  get value(): Record<string, unknown> {
    return toValue(this.running);
  }
}

export function alarm(id: string, values: Record<string, unknown>): Delivery {
  const node = schema.notifications.get('acme-box:alarm');
  if (!node) throw new Error('no such notification');
  return {
    kind: 'event',
    id,
    time: '2025-07-01T12:00:00Z',
    node,
    notification: fromValue(node, values, { schema }),
  };
}
