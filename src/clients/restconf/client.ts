import { parseJson, RpcError } from '../../data/index.js';
import { MEDIA_TYPE } from '../media-types.js';
import { type EventOptions, type RestconfEvent, readEvents } from './events.js';
import { HttpConnection, type HttpOptions, type HttpResponse } from './http.js';
import { errorOf } from './restconf-error.js';
import { encodeYangPatch, type YangEdit } from './yang-patch.js';

export interface RestconfClientOptions extends HttpOptions {
  /** The agent whose view is wanted: `/agents/{agent}/restconf`. */
  readonly agent?: string;
  /** The RESTCONF root where it is another than `/restconf` and no agent's. */
  readonly root?: string;
}

/**
 * Query parameters (RFC 8040 §4.8), not encoded: `depth`, `content`, `fields`, `with-defaults`, `insert`, `point`, ...; `true`
 * for one that has no value (`with-origin` of RFC 8527).
 */
export type Query = Readonly<Record<string, string | number | true | undefined>>;

export interface RequestOptions {
  /** Of data: the datastore, where it is one by itself (RFC 8527). */
  readonly datastore?: 'running' | 'candidate' | 'startup' | 'intended' | 'operational';
  readonly query?: Query;
  /** An entity-tag: only while the resource still is that one (RFC 9110 §13.1.1). */
  readonly ifMatch?: string;
  /** Only when the resource is another than that one; `*`: only when it does not exist. */
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** What the server answered. */
export interface Answer {
  readonly status: number;
  /** The JSON document; undefined when there is none (204, 304, HEAD). */
  readonly value: unknown;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Of the resource created. */
  readonly location?: string;
}

export type StreamOptions = EventOptions & {
  /** RFC 3339. */
  readonly startTime?: string;
  readonly stopTime?: string;
  /** An XPath filter. */
  readonly filter?: string;
};

/**
 * A RESTCONF client (RFC 8040) that speaks JSON. Paths are api-paths below `{root}/data`, for instance
 * `/yangent-agents:agents/agent=a1`; keys in them must be encoded (see `keyed`). Methods reject with a RestconfError when the
 * server refuses, and with an RpcError of type transport when it cannot be reached.
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

  /** Creates or replaces. @param value the resource as `{"module:name": ...}` */
  put(path: string, value: unknown, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('PUT', path, o, value);
  }

  /** Creates a child. @param path of the parent. @param value the child as `{"module:name": ...}` */
  post(path: string, value: unknown, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('POST', path, o, value);
  }

  /** Merges (RFC 8040 §4.6.1). */
  patch(path: string, value: unknown, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('PATCH', path, o, value);
  }

  /**
   * Several edits, in their order, all or none (RFC 8072). Where one was refused the error's `info` has its number as
   * `edit-id`, counting from 1.
   */
  yangPatch(path: string, edits: readonly YangEdit[], o: RequestOptions = {}): Promise<Answer> {
    const patch = encodeYangPatch(`patch-${++this.#patches}`, edits);
    return this.#send('PATCH', this.#dataPath(path, o), o, patch, MEDIA_TYPE.patchJson);
  }

  delete(path: string, o: RequestOptions = {}): Promise<Answer> {
    return this.#data('DELETE', path, o);
  }

  /** Calls an RPC. @param name `module:rpc`. @param input its input node's members @returns the members of its output; undefined when it has none */
  invoke(name: string, input?: unknown, o: RequestOptions = {}): Promise<unknown> {
    return this.#call(`${this.#root}/operations/${name}`, name, input, o);
  }

  /** Calls an action. @param path api-path of the action below `{root}/data`, or below the datastore `operational` */
  action(path: string, input?: unknown, o: RequestOptions = {}): Promise<unknown> {
    return this.#call(this.#dataPath(path, o), path, input, o);
  }

  /** The capabilities of the server (RFC 8040 §9.1), see RESTCONF_CAPABILITY. */
  async capabilities(o: RequestOptions = {}): Promise<readonly string[]> {
    const path = '/ietf-restconf-monitoring:restconf-state/capabilities';
    const { value } = await this.get(path, o);
    const listed = memberOf(memberOf(value, 'ietf-restconf-monitoring:capabilities'), 'capability');
    if (Array.isArray(listed)) return listed.map(String);
    throw unexpected('its capabilities', value);
  }

  /** The revision of ietf-yang-library that the server has (RFC 8040 §3.3.3). */
  async yangLibraryVersion(o: RequestOptions = {}): Promise<string> {
    const { value } = await this.#send('GET', `${this.#root}/yang-library-version`, o);
    const version = memberOf(value, 'ietf-restconf:yang-library-version');
    if (typeof version === 'string') return version;
    throw unexpected('yang-library-version', value);
  }

  /**
   * The notifications of a stream, from now on or from `startTime` or behind `lastEventId`. A broken connection is made anew, and
   * goes on behind the last event seen. @param stream its name, or the path of its location
   */
  async *events(stream = 'NETCONF', o: StreamOptions = {}): AsyncGenerator<RestconfEvent, void> {
    const location = stream.startsWith('/') ? stream : await this.#locate(stream, o.signal);
    const query = { 'start-time': o.startTime, 'stop-time': o.stopTime, filter: o.filter };
    yield* readEvents(this.#http, location + encodeQuery(query), o.stopTime !== undefined, o);
  }

  /** Closes idle connections; requests under way fail. */
  close(): void {
    this.#http.close();
  }

  /** Where a stream is, says ietf-restconf-monitoring (RFC 8040 §9.3). */
  async #locate(stream: string, signal: AbortSignal | undefined): Promise<string> {
    const path = `/ietf-restconf-monitoring:restconf-state/streams/${keyed('stream', stream)}/access=json/location`;
    const { value } = await this.get(path, { signal });
    const location = memberOf(value, 'ietf-restconf-monitoring:location');
    if (typeof location !== 'string') throw unexpected('the location of the stream', value);
    // Only the path counts: the server may know itself by another name than we do.
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
    const headers: Record<string, string> = { accept: MEDIA_TYPE.json };
    if (value !== undefined) headers['content-type'] = type;
    if (o.ifMatch !== undefined) headers['if-match'] = o.ifMatch;
    if (o.ifNoneMatch !== undefined) headers['if-none-match'] = o.ifNoneMatch;
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
    return toAnswer(response);
  }
}

const NOT_MODIFIED = 304;

/** A RESTCONF client. @throws TypeError when the URL will not do, or credentials would go unencrypted over a network */
export function restconfClient(options: RestconfClientOptions): RestconfClient {
  return new RestconfClient(options);
}

/** A list entry's step of an api-path: `list=key1,key2`, keys encoded (RFC 8040 §3.5.3). */
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

function toAnswer({ status, headers, body }: HttpResponse): Answer {
  return {
    status,
    value: body === '' ? undefined : parseJson(body),
    etag: headers.etag,
    lastModified: headers['last-modified'],
    location: headers.location,
  };
}

/** The module that `input` and `output` belong to: the last one named on the way to the operation. */
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
