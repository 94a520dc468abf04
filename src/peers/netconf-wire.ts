import { connectNetconf, type NetconfClient } from '../clients/index.js';
import {
  decodeXml,
  elementsOf,
  encodeXml,
  escapeText,
  fromValue,
  isObject,
  RpcError,
  toValue,
  type XmlElement,
} from '../data/index.js';
import { entriesOf, type Members, membersOf } from '../data/rfc7951/members.js';
import { namespaces } from '../wire/index.js';
import type { NotificationNode, OperationNode, Schema } from '../yang/index.js';
import { byModel } from './answer.js';
import { PeerModels } from './models.js';
import type { Bounds, CallOptions, CommonOptions, NetconfAddress } from './options.js';
import {
  type ActingEntry,
  LISTS,
  type ParamList,
  STREAM,
  TASK_CHANGED,
  type Wire,
  type WireEvent,
  type WireEvents,
} from './wire.js';

const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
const FILTERS: Readonly<Record<ParamList, (key: string) => string>> = {
  'yangent-contexts:param': (key) =>
    `<data xmlns="urn:yangent:params:xml:ns:yang:yangent-contexts"><param>${key}</param></data>`,
  'irtf-agent:data-params': (key) => `<data-params xmlns="urn:ietf:params:xml:ns:yang:irtf-agent">${key}</data-params>`,
};
/** Namespace of notificationComplete (RFC 5277 §4). */
const NOTIFICATION_EVENTS = 'urn:ietf:params:xml:ns:netmod:notification';
const PORT = 830;

/**
 * A node over NETCONF (RFC 6241): one session for requests, and one for each event stream, because a session has one subscription.
 */
export class NetconfWire implements Wire {
  readonly place: string;
  readonly #models = new PeerModels();
  #session: Promise<NetconfClient> | undefined;
  #closed = false;

  constructor(
    private readonly options: NetconfAddress & CommonOptions,
    private readonly bounds: Pick<Bounds, 'timeout'>,
  ) {
    const { host, port = PORT } = options.netconf;
    this.place = `${host} port ${port}`;
  }

  /** Checks that the node answers and accepts the login. */
  async greet({ signal }: CallOptions): Promise<void> {
    await this.#client(signal);
  }

  async invoke(rpc: string, input: object, options: CallOptions): Promise<unknown> {
    const client = await this.#client(options.signal);
    const schema = await this.#models.schemaFor(rpc, client);
    const operation = schema.rpcs.get(rpc);
    if (!operation) throw unknownOperation(rpc);
    const reply = await client.rpc(elementOf(operation, input, schema), options);
    return byModel(this.place, `an answer to ${rpc}`, () => outputOf(operation, reply, schema));
  }

  async act({ list, id }: ActingEntry, action: string, input: object, options: CallOptions): Promise<unknown> {
    const client = await this.#client(options.signal);
    const schema = this.#models.shipped();
    const { module, container } = LISTS[list];
    const outer = schema.root.data.get(`${module}:${container}`);
    const inner = outer?.kind === 'container' ? outer.data.get(`${module}:${list}`) : undefined;
    const operation = inner?.kind === 'list' ? inner.actions.get(`${module}:${action}`) : undefined;
    if (!outer || !operation) throw unknownOperation(`${module}:${action}`);
    const call = elementOf(operation, input, schema);
    const { namespace } = outer.module;
    const path = `<${container} xmlns="${namespace}"><${list}><id>${escapeText(id)}</id>${call}</${list}></${container}>`;
    const reply = await client.action(path, options);
    return byModel(this.place, `an answer to ${action}`, () => outputOf(operation, reply, schema));
  }

  async entry(list: ParamList, id: string, options: CallOptions): Promise<Members | undefined> {
    const client = await this.#client(options.signal);
    const schema = this.#models.shipped();
    const data = await client.get({ filter: { subtree: FILTERS[list](`<id>${escapeText(id)}</id>`) } }, options);
    const value = byModel(this.place, `the entry of ${list}`, () =>
      toValue(decodeXml(schema.root, elementsOf(data), { schema, onlyKnown: true })),
    );
    const tree = isObject(value) ? value : {};
    return list === 'irtf-agent:data-params'
      ? entriesOf(tree, list)[0]
      : entriesOf(membersOf(tree, 'yangent-contexts:data'), 'param')[0];
  }

  async putParam(entry: Members, options: CallOptions): Promise<void> {
    const client = await this.#client(options.signal);
    const schema = this.#models.shipped();
    const config = encodeXml(fromValue(schema.root, { 'irtf-agent:data-params': [entry] }, { schema }));
    await client.editConfig({ target: 'running', config }, options);
  }

  async *events({ about, replay, signal, onOpen }: WireEvents): AsyncGenerator<WireEvent, void> {
    const schema = this.#models.shipped();
    const changed = schema.notifications.get(TASK_CHANGED);
    if (!changed) throw unknownOperation(TASK_CHANGED);
    const client = await this.#connect(signal);
    const giveUp = () => void client.close();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const value = `<${about.leaf}>${escapeText(about.value)}</${about.leaf}>`;
      const filter = { subtree: `<task-changed xmlns="${TASKS}">${value}</task-changed>` };
      await client.createSubscription(
        { stream: STREAM, filter, startTime: replay?.since, stopTime: replay?.until },
        { signal },
      );
      onOpen?.();
      for await (const { event, eventTime } of client.notifications()) {
        if (isReplayEnd(event)) return;
        if (event.namespace === TASKS)
          yield { eventTime, value: byModel(this.place, TASK_CHANGED, () => notified(changed, event, schema)) };
      }
    } finally {
      signal.removeEventListener('abort', giveUp);
      await client.close();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const session = this.#session;
    this.#session = undefined;
    await session?.then((client) => client.close()).catch(() => undefined);
  }

  /** Returns the session for requests; opens a new one when the last one has ended. */
  async #client(signal: AbortSignal | undefined): Promise<NetconfClient> {
    signal?.throwIfAborted();
    if (this.#session) return this.#session;
    // Other requests may wait for the same session: it is not aborted with the first request.
    const session = this.#connect(undefined);
    this.#session = session;
    const forget = () => {
      if (this.#session === session) this.#session = undefined;
    };
    session.then((client) => client.closed.then(forget), forget);
    return session;
  }

  #connect(signal: AbortSignal | undefined): Promise<NetconfClient> {
    const { netconf, user, password } = this.options;
    if (this.#closed) throw closedAlready(this.place);
    return connectNetconf({
      ...netconf,
      username: user,
      password,
      timeout: this.bounds.timeout,
      signal,
      moduleOf: (namespace) => this.#models.moduleOf(namespace),
    });
  }
}

function elementOf({ name, module, input }: OperationNode, value: object, schema: Schema): string {
  return `<${name} xmlns="${module.namespace}">${encodeXml(fromValue(input, value, { schema }))}</${name}>`;
}

function outputOf({ output }: OperationNode, reply: XmlElement, schema: Schema): unknown {
  const elements = elementsOf(reply);
  const [first] = elements;
  if (!first || (first.name === 'ok' && first.namespace === namespaces.NETCONF_BASE)) return undefined;
  return toValue(decodeXml(output, elements, { schema, onlyKnown: true, onlyKnownIdentities: true }));
}

function notified(node: NotificationNode, event: XmlElement, schema: Schema): unknown {
  return toValue(decodeXml(node, event.children, { schema, onlyKnown: true }));
}

/** True when a replay with a stop time is over (RFC 5277 §3.3.3). */
function isReplayEnd({ name, namespace }: XmlElement): boolean {
  return name === 'notificationComplete' && namespace === NOTIFICATION_EVENTS;
}

function unknownOperation(name: string): RpcError {
  const message = `the node has no operation ${name}`;
  return new RpcError({ type: 'application', tag: 'unknown-element', message, info: { 'bad-element': name } });
}

function closedAlready(place: string): RpcError {
  return new RpcError({ type: 'transport', tag: 'operation-failed', message: `the connection to ${place} was closed` });
}
