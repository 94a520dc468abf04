import { keyed, RestconfClient, RestconfError } from '../clients/index.js';
import type { Members } from '../data/rfc7951/members.js';
import { readEntry, unreadable } from './answer.js';
import type { Bounds, CallOptions, CommonOptions, RestconfAddress } from './options.js';
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

/** Maximum silence of an event stream, in milliseconds: more than two heartbeats of a node (15 s by default). */
const SILENCE = 45_000;

const NOT_FOUND = 404;
const PATHS: Readonly<Record<ParamList, (id: string) => string>> = {
  'yangent-contexts:param': (id) => `/yangent-contexts:data/${keyed('param', id)}`,
  'irtf-agent:data-params': (id) => `/irtf-agent:${keyed('data-params', id)}`,
};

/** A node over RESTCONF (RFC 8040). */
export class RestconfWire implements Wire {
  readonly place: string;
  readonly #client: RestconfClient;

  /** @throws TypeError for an invalid URL, or when credentials would be sent unencrypted over a network */
  constructor(
    { url, ca, fingerprint, user, password, credential }: RestconfAddress & CommonOptions,
    { timeout }: Pick<Bounds, 'timeout'>,
  ) {
    this.place = url;
    this.#client = new RestconfClient({ url, ca, fingerprint, username: user, password, credential, timeout });
  }

  /** Checks that the node answers and accepts the login. */
  async greet(options: CallOptions): Promise<void> {
    await this.#ask('its yang-library-version', () => this.#client.yangLibraryVersion(options));
  }

  invoke(rpc: string, input: object, options: CallOptions): Promise<unknown> {
    return this.#ask(`an answer to ${rpc}`, () => this.#client.invoke(rpc, input, options));
  }

  act({ list, id }: ActingEntry, action: string, input: object, options: CallOptions): Promise<unknown> {
    const { module, container } = LISTS[list];
    const path = `/${module}:${container}/${keyed(list, id)}/${action}`;
    return this.#ask(`an answer to ${action}`, () => this.#client.action(path, input, options));
  }

  async entry(list: ParamList, id: string, options: CallOptions): Promise<Members | undefined> {
    try {
      const { value } = await this.#ask(`the entry of ${list}`, () => this.#client.get(PATHS[list](id), options));
      return readEntry(this.place, list, value);
    } catch (error) {
      if (error instanceof RestconfError && error.status === NOT_FOUND) return undefined;
      throw error;
    }
  }

  async putParam(entry: Members, options: CallOptions): Promise<void> {
    const list = 'irtf-agent:data-params';
    await this.#client.put(PATHS[list](String(entry.id)), { [list]: [entry] }, options);
  }

  async *events({ about, replay, signal, onOpen }: WireEvents): AsyncGenerator<WireEvent, void> {
    const filter = `/${TASK_CHANGED}[yangent-tasks:${about.leaf}=${xpathLiteral(about.value)}]`;
    const times = { startTime: replay?.since, stopTime: replay?.until };
    // `Feed` handles broken connections: it must get each of them as an error.
    const events = this.#client.events(STREAM, { ...times, filter, signal, onOpen, silence: SILENCE, maxRetries: 0 });
    try {
      for await (const { name, value, eventTime } of events) if (name === TASK_CHANGED) yield { eventTime, value };
    } catch (error) {
      throw unreadable(this.place, 'a notification', error);
    }
  }

  async #ask<T>(what: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw unreadable(this.place, what, error);
    }
  }

  async close(): Promise<void> {
    this.#client.close();
  }
}

/** Returns an XPath literal. XPath 1.0 has no escapes: a text with both kinds of quotation marks needs `concat`. */
function xpathLiteral(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  return `concat(${text
    .split("'")
    .map((part) => `'${part}'`)
    .join(`,"'",`)})`;
}
