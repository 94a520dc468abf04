import { parseJson, RpcError } from '../../data/index.js';
import { MEDIA_TYPE } from '../../wire/index.js';
import type { EstablishSubscription, ModifySubscription } from '../netconf/subscription-options.js';
import { type EventOptions, type RestconfEvent, readEvents } from './events.js';
import { HttpConnection, type HttpOptions, type HttpResponse } from './http.js';
import { errorOf } from './restconf-error.js';
import { establishInput, modifyInput, type RestconfSubscription, SUBSCRIPTIONS_MODULE } from './subscriptions.js';
import { encodeYangPatch, type YangEdit } from './yang-patch.js';

export interface RestconfClientOptions extends HttpOptions {
  /** The agent whose view is requested: `/agents/{agent}/restconf`. */
  readonly agent?: string;
  /** The RESTCONF root of the node. Default: `/restconf`. */
  readonly root?: string;
}

/**
 * Query parameters (RFC 8040 §4.8), not encoded: `depth`, `content`, `fields`, `with-defaults`, `insert`, `point`, ...;
 * `true` for a parameter without a value (`with-origin` of RFC 8527).
 */
export type Query = Readonly<Record<string, string | number | true | undefined>>;

export interface RequestOptions {
  /** For data: the datastore with its own resource (RFC 8527). */
  readonly datastore?: 'running' | 'candidate' | 'startup' | 'intended' | 'operational';
  readonly query?: Query;
  /** An entity-tag: execute only if the resource still has it (RFC 9110 §13.1.1). */
  readonly ifMatch?: string;
  /** Execute only if the resource has another entity-tag; `*`: only if it does not exist. */
  readonly ifNoneMatch?: string;
  /** A `lastModified`: execute only if the resource has changed since (RFC 9110 §13.1.3). */
  readonly ifModifiedSince?: string;
  /** Execute only if the resource has not changed since. */
  readonly ifUnmodifiedSince?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds for the request and its response. */
  readonly timeout?: number;
}

/** The response of the server. */
export interface Answer {
  readonly status: number;
  /** The JSON document; undefined when there is none (204, 304, HEAD). */
  readonly value: unknown;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Location of the created resource. */
  readonly location?: string;
}

/** The methods that a server allows for a resource. */
export interface ResourceOptions {
  /** HTTP methods. */
  readonly allow: readonly string[];
  /** Media types that PATCH accepts. */
  readonly acceptPatch: readonly string[];
}

export type StreamOptions = EventOptions & {
  /** RFC 3339. */
  readonly startTime?: string;
  readonly stopTime?: string;
  /** An XPath filter. */
  readonly filter?: string;
};

/**
 * A RESTCONF client (RFC 8040) that uses JSON. Paths are api-paths below `{root}/data`, e.g.
 * `/yangent-agents:agents/agent=a1`, with encoded keys (see `keyed`). Methods reject with a RestconfError when the server
 * refuses, and with an RpcError of type transport when it is not reachable.
 */
export class RestconfClient {
  readonly #http: HttpConnection;
  readonly #root: string;
  #patches = 0;

  constructor(options: RestconfClientOptions) {
    this.#http = new HttpConnection(options);
    this.#root =
      options.agent === undefined
        ? (options.root ?? '/restconf')
        : `/agents/${encodeURIComponent(options.agent)}/restconf`;
  }

  get(path: string, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('GET', path, o);
  }

  head(path: string, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('HEAD', path, o);
  }

  /** Creates or replaces a resource. @param value the resource as `{"module:name": ...}` */
  put(path: string, value: unknown, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('PUT', path, o, value);
  }

  /** Creates a child. @param path path of the parent. @param value the child as `{"module:name": ...}` */
  post(path: string, value: unknown, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('POST', path, o, value);
  }

  /** Merges into a resource (RFC 8040 §4.6.1). */
  patch(path: string, value: unknown, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('PATCH', path, o, value);
  }

  /**
   * Executes several edits in order, all or none (RFC 8072). When one is refused, the `edit-id` in the error's `info` is its
   * number, counted from 1.
   */
  yangPatch(path: string, edits: readonly YangEdit[], o: RequestOptions = {}): Promise<Answer> {
    const patch = encodeYangPatch(`patch-${++this.#patches}`, edits);
    return this.#send('PATCH', this.#dataPath(path, o), o, patch, MEDIA_TYPE.patchJson);
  }

  delete(path: string, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('DELETE', path, o);
  }

  /**
   * Calls an RPC. @param name `module:rpc`. @param input members of its input node @returns the members of its output;
   * undefined when it has none
   */
  invoke(name: string, input?: unknown, o: RequestOptions = {}): Promise<unknown> {
    return this.#call(`${this.#root}/operations/${name}`, name, input, o);
  }

  /** Calls an action. @param path api-path of the action below `{root}/data`, or below the datastore `operational` */
  action(path: string, input?: unknown, o: RequestOptions = {}): Promise<unknown> {
    return this.#call(this.#dataPath(path, o), path, input, o);
  }

  /** Returns the capabilities of the server (RFC 8040 §9.1), see RESTCONF_CAPABILITY. */
  async capabilities(o: RequestOptions = {}): Promise<readonly string[]> {
    const path = '/ietf-restconf-monitoring:restconf-state/capabilities';
    const { value } = await this.get(path, o);
    const listed = memberOf(memberOf(value, 'ietf-restconf-monitoring:capabilities'), 'capability');
    if (Array.isArray(listed)) return listed.map(String);
    throw unexpected('its capabilities', value);
  }

  /** Returns the server's revision of ietf-yang-library (RFC 8040 §3.3.3). */
  async yangLibraryVersion(o: RequestOptions = {}): Promise<string> {
    const { value } = await this.#send('GET', `${this.#root}/yang-library-version`, o);
    const version = memberOf(value, 'ietf-restconf:yang-library-version');
    if (typeof version === 'string') return version;
    throw unexpected('yang-library-version', value);
  }

  /**
   * Yields the notifications of a stream, from now on, from `startTime`, or after `lastEventId`. Reconnects when the
   * connection breaks, and continues after the last event. @param stream its name, or the path of its location
   */
  async *events(stream = 'NETCONF', o: StreamOptions = {}): AsyncGenerator<RestconfEvent, void> {
    const location = stream.startsWith('/') ? stream : await this.#locate(stream, o.signal);
    const query = { 'start-time': o.startTime, 'stop-time': o.stopTime, filter: o.filter };
    yield* readEvents(this.#http, location + encodeQuery(query), o.stopTime !== undefined, o);
  }

  /**
   * Subscribes to a stream (RFC 8639, RFC 8650). Read the events with `subscriptionEvents`: the server keeps a subscription
   * without a reader only for a limited time. @param o a subtree filter is an RFC 7951 value
   */
  async establishSubscription(
    o: EstablishSubscription<unknown> = {},
    request: RequestOptions = {},
  ): Promise<RestconfSubscription> {
    const output = await this.invoke(`${SUBSCRIPTIONS_MODULE}:establish-subscription`, establishInput(o), request);
    const id = memberOf(output, 'id');
    if (typeof id !== 'number') throw unexpected('a subscription', output);
    const uri = memberOf(output, 'ietf-restconf-subscribed-notifications:uri');
    const path =
      typeof uri === 'string' ? new URL(uri, 'http://localhost').pathname : `${this.#root}/subscriptions/${id}`;
    const revision = memberOf(output, 'replay-start-time-revision');
    return typeof revision === 'string' ? { id, path, replayStartTimeRevision: revision } : { id, path };
  }

  /** Changes the filter or stop time of a subscription of this user. */
  async modifySubscription(id: number, o: ModifySubscription<unknown>, request: RequestOptions = {}): Promise<void> {
    await this.invoke(`${SUBSCRIPTIONS_MODULE}:modify-subscription`, { id, ...modifyInput(o) }, request);
  }

  /** Ends a subscription of this user. */
  async deleteSubscription(id: number, request: RequestOptions = {}): Promise<void> {
    await this.invoke(`${SUBSCRIPTIONS_MODULE}:delete-subscription`, { id }, request);
  }

  /** Ends any subscription, for administrators. */
  async killSubscription(id: number, request: RequestOptions = {}): Promise<void> {
    await this.invoke(`${SUBSCRIPTIONS_MODULE}:kill-subscription`, { id }, request);
  }

  /** Yields the notifications of a subscription until it ends. It ends when the reader disconnects, so it is never reconnected. */
  async *subscriptionEvents(
    { path }: Pick<RestconfSubscription, 'path'>,
    o: Pick<EventOptions, 'signal'> = {},
  ): AsyncGenerator<RestconfEvent, void> {
    yield* readEvents(this.#http, path, true, { ...o, maxRetries: 0 });
  }

  /** Returns the methods that a resource allows (RFC 8040 §4.1). */
  async options(path: string, o: RequestOptions = {}): Promise<ResourceOptions> {
    const { headers } = await this.#exchange('OPTIONS', this.#dataPath(path, o), o);
    return { allow: listed(headers.allow), acceptPatch: listed(headers['accept-patch']) };
  }

  /** Returns the RPCs of the server as `module:name` (RFC 8040 §3.3.2). */
  async operations(o: RequestOptions = {}): Promise<readonly string[]> {
    const { value } = await this.#send('GET', `${this.#root}/operations`, o);
    const operations = memberOf(value, 'ietf-restconf:operations');
    if (typeof operations === 'object' && operations !== null) return Object.keys(operations);
    throw unexpected('its operations', value);
  }

  /** Closes idle connections; current requests fail. */
  close(): void {
    this.#http.close();
  }

  /** Reads the location of a stream from ietf-restconf-monitoring (RFC 8040 §9.3). */
  async #locate(stream: string, signal: AbortSignal | undefined): Promise<string> {
    const path = `/ietf-restconf-monitoring:restconf-state/streams/${keyed('stream', stream)}/access=json/location`;
    const { value } = await this.get(path, { signal });
    const location = memberOf(value, 'ietf-restconf-monitoring:location');
    if (typeof location !== 'string') throw unexpected('the location of the stream', value);
    // Only the path counts: the server may use another name for itself.
    const { pathname, search } = new URL(location, 'http://localhost');
    return pathname + search;
  }

  async #call(path: string, name: string, input: unknown, o: RequestOptions): Promise<unknown> {
    const module = moduleOf(name);
    const body = input === undefined ? undefined : { [`${module}:input`]: input };
    const { value } = await this.#send('POST', path, o, body);
    return value === undefined ? undefined : memberOf(value, `${module}:output`);
  }

  #data(method: string, path: string, o: RequestOptions, value?: unknown): Promise<Answer> {
    return this.#send(method, this.#dataPath(path, o), o, value);
  }

  #dataPath(path: string, { datastore }: RequestOptions): string {
    const base = datastore === undefined ? 'data' : `ds/ietf-datastores:${datastore}`;
    return `${this.#root}/${base}${path === '/' ? '' : path}`;
  }

  async #send(
    method: string,
    path: string,
    o: RequestOptions,
    value?: unknown,
    type: string = MEDIA_TYPE.json,
  ): Promise<Answer> {
    return toAnswer(await this.#exchange(method, path, o, value, type));
  }

  async #exchange(
    method: string,
    path: string,
    o: RequestOptions,
    value?: unknown,
    type: string = MEDIA_TYPE.json,
  ): Promise<HttpResponse> {
    const headers: Record<string, string> = { accept: MEDIA_TYPE.json };
    if (value !== undefined) headers['content-type'] = type;
    if (o.ifMatch !== undefined) headers['if-match'] = o.ifMatch;
    if (o.ifNoneMatch !== undefined) headers['if-none-match'] = o.ifNoneMatch;
    if (o.ifModifiedSince !== undefined) headers['if-modified-since'] = o.ifModifiedSince;
    if (o.ifUnmodifiedSince !== undefined) headers['if-unmodified-since'] = o.ifUnmodifiedSince;
    const body = value === undefined ? undefined : JSON.stringify(value);
    const { signal, timeout } = o;
    const response = await this.#http.send({
      method,
      path: path + encodeQuery(o.query),
      headers,
      body,
      signal,
      timeout,
    });
    if (response.status >= 300 && response.status !== NOT_MODIFIED) throw errorOf(response);
    return response;
  }
}

const NOT_MODIFIED = 304;

/**
 * Makes a RESTCONF client. @throws TypeError when the URL is not usable, or credentials would cross a network without
 * encryption
 */
export function restconfClient(options: RestconfClientOptions): RestconfClient {
  return new RestconfClient(options);
}

/** Returns the api-path step of a list entry: `list=key1,key2`, keys encoded (RFC 8040 §3.5.3). */
export function keyed(list: string, ...keys: readonly string[]): string {
  return `${list}=${keys.map((key) => encodeURIComponent(key)).join(',')}`;
}

function encodeQuery(query: Query = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [value === true ? name : `${name}=${encodeURIComponent(value)}`];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Returns the members of a comma-separated header field. */
function listed(field: string | string[] | undefined): readonly string[] {
  return [field ?? []].flat().flatMap((text) => text.split(',').map((one) => one.trim()));
}

function toAnswer({ status, headers, body }: HttpResponse): Answer {
  return {
    status,
    value: body === '' ? undefined : parseJson(body),
    etag: headers.etag,
    lastModified: headers['last-modified'],
    location: headers.location,
  };
}

/** Returns the module of `input` and `output`: the last one named on the path to the operation. */
function moduleOf(name: string): string {
  const modules = name
    .split('/')
    .flatMap((step) => /^([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*(?:=|$)/.exec(step)?.[1] ?? []);
  const module = modules.at(-1);
  if (module === undefined) throw new TypeError(`"${name}" names no module; an operation is called by module:name`);
  return module;
}

function memberOf(document: unknown, name: string): unknown {
  return typeof document === 'object' && document !== null
    ? Object.entries(document).find(([key]) => key === name)?.[1]
    : undefined;
}

function unexpected(what: string, value: unknown): RpcError {
  return new RpcError({
    type: 'protocol',
    tag: 'malformed-message',
    message: `the server answered ${JSON.stringify(value)?.slice(0, 200)} when asked for ${what}`,
  });
}
