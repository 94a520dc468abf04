/** A server core in memory: running is one Tree, state is fixed, and every call is recorded. */
import {
  applyEdit,
  decodeJson,
  emptyTree,
  find,
  formatPath,
  fromValue,
  mergeTrees,
  RpcError,
  type Tree,
  toValue,
} from '../../../src/data/index.js';
import type {
  Caller,
  Delivery,
  EditRequest,
  InvokeRequest,
  ReadRequest,
  Server,
  SubscribeRequest,
} from '../../../src/server/index.js';
import { schema } from './model.js';

export class FakeServer implements Server {
  running: Tree = emptyTree(schema.root);
  state: Tree = emptyTree(schema.root);
  /** What a POST of a message is answered with. */
  message: Tree | undefined;
  readonly reads: ReadRequest[] = [];
  readonly edits: EditRequest[] = [];
  readonly invocations: InvokeRequest[] = [];
  readonly subscriptions: SubscribeRequest[] = [];
  readonly callers: Caller[] = [];
  events: readonly Delivery[] = [];
  #version = 1;
  #changed = new Date('2025-07-01T00:00:00Z');

  constructor(running: Record<string, unknown> = {}, state: Record<string, unknown> = {}) {
    this.running = decodeJson(schema.root, running, { schema });
    this.state = decodeJson(schema.root, state, { schema });
  }

  schema() {
    return schema;
  }

  admits(view: Parameters<Server['admits']>[0]): boolean {
    return view.kind === 'node' || view.agent === 'ip/fault 1';
  }

  async read(caller: Caller, request: ReadRequest): Promise<Tree> {
    this.callers.push(caller);
    this.reads.push(request);
    return request.content === 'config' ? this.running : mergeTrees(this.running, this.state);
  }

  async edit(_caller: Caller, request: EditRequest) {
    this.edits.push(request);
    if (request.ifMatch && !request.ifMatch.includes(`v${this.#version}`)) {
      throw new RpcError({
        type: 'protocol',
        tag: 'operation-failed',
        appTag: 'precondition-failed',
        message: 'changed',
      });
    }
    const created = request.target !== undefined && find(this.running, request.target) === undefined;
    this.running = applyEdit(this.running, request.edit, request.defaultOperation, { schema });
    this.#version += 1;
    this.#changed = new Date(this.#changed.getTime() + 60_000);
    return { created, message: request.awaitMessage ? this.message : undefined };
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

  subscribe(_caller: Caller, request: SubscribeRequest): AsyncIterable<Delivery> {
    this.subscriptions.push(request);
    return this.#deliver(request.signal);
  }

  async *#deliver(signal: AbortSignal): AsyncGenerator<Delivery> {
    yield* this.events;
    if (this.events.some((each) => each.kind === 'stopped' || each.kind === 'dropped')) return;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  streams() {
    return [
      { name: 'NETCONF', description: 'all events', replaySupport: true, replayLogCreated: '2025-01-01T00:00:00Z' },
    ];
  }

  version() {
    return { etag: `v${this.#version}`, lastModified: this.#changed };
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
