import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Logger } from 'pino';
import type { Principal } from '../../access/index.js';
import { type FailedLogin, nodeView, type Server, type View } from '../../server/index.js';
import { answerBulk, type BulkAnswer } from '../bulk/index.js';
import { methodNotAllowed, notAcceptable, notFound, unauthorized } from '../refusal.js';
import { encodingOfAnswerTo } from '../resources/body.js';
import { dispatch } from '../resources/dispatch.js';
import { type Answer, type Exchange, METHODS, type Method } from '../resources/exchange.js';
import { hostMeta, wantsJson } from '../resources/host-meta.js';
import { placeOf, type RootedPlace, type ServicePlace } from '../resources/place.js';
import { answerService, type Metric, type ServiceRequest } from '../service/index.js';
import { answerEncoding } from './accept.js';
import { authenticate, type HttpAuthentication, type OnFailed } from './authentication.js';
import { RequestCaller } from './caller.js';
import { clientCertificate } from './client-certificate.js';
import { failureAnswer } from './failure.js';
import { parseRequestTarget } from './request-target.js';

/** What every request of one listener shares. */
export interface HandlerOptions {
  readonly server: Server;
  readonly access: HttpAuthentication;
  readonly onFailedLogin?: (login: FailedLogin) => void;
  readonly log: Logger;
  readonly outsideDatastore: ReadonlySet<string>;
  /** Milliseconds between the heartbeats of a silent event stream. */
  readonly heartbeat: number;
  /** Bounds of message-bodies, their size apart. */
  readonly bodyLimits: Exchange['bodyLimits'];
  /** True once the listener is closing. */
  readonly stopping: () => boolean;
  readonly metrics: () => Promise<readonly Metric[]>;
}

/** What is needed of the framework's request, whatever kind of server it came to. */
export interface HttpRequest {
  readonly method: string;
  /** The request-target as sent. */
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly protocol: string;
  /** Host and port as the client addressed them. */
  readonly host: string;
  /** The peer's address. */
  readonly ip: string;
  readonly raw: IncomingMessage | Http2ServerRequest;
}

/** Who sent a request, from the moment that is known. */
const principals = new WeakMap<HttpRequest, Principal>();

/** Before the message-body is read: nobody may make the server read one without a password. */
export async function authenticateRequest(
  { access, onFailedLogin }: HandlerOptions,
  request: HttpRequest,
): Promise<void> {
  if (isPublic(request)) return;
  const { authorization } = request.headers;
  // A certificate is looked at only where nothing else says who asks.
  const certificate = authorization === undefined ? clientCertificate(request.raw) : undefined;
  const source = request.ip;
  const failed: OnFailed = (login) => onFailedLogin?.({ protocol: 'restconf', source, ...login });
  principals.set(request, await authenticate(access, { authorization, certificate, source }, failed));
}

/** The answer to one authenticated request. */
export async function answerRequest(
  options: HandlerOptions,
  request: HttpRequest,
  response: ServerResponse | Http2ServerResponse,
  open: (caller: RequestCaller) => void,
): Promise<Answer> {
  const { path, query } = parseRequestTarget(request.originalUrl);
  const place = placeOf(path);
  if (place.kind === 'host-meta') {
    if (request.method === 'GET' || request.method === 'HEAD')
      return hostMeta(place.json || wantsJson(request.headers.accept));
    throw methodNotAllowed(request.method, 'host-meta', 'GET, HEAD');
  }
  if (place.kind === 'service' && (place.page === 'health' || mayReadMetrics(request))) {
    return answerService(place.page, serviceRequest(options, request, place));
  }
  const principal = principals.get(request);
  if (!principal) throw unauthorized('authentication is required');
  if (place.kind === 'service') {
    requireView(options.server, place.view, principal);
    return answerService(place.page, serviceRequest(options, request, place));
  }
  if (place.kind === 'bulk') throw notFound('data is served by its own route');
  const caller = new RequestCaller(principal, place.view, response, request.ip);
  const answer = await dispatch(exchangeOf(options, request, query, place, caller), place);
  if (typeof answer.body === 'object' && 'events' in answer.body) open(caller);
  return answer;
}

/** The answer to one authenticated request for bytes. @throws Refusal or RpcError */
export async function answerBulkRequest(
  { server }: HandlerOptions,
  request: HttpRequest,
  response: ServerResponse | Http2ServerResponse,
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly answer: BulkAnswer; readonly caller: RequestCaller }> {
  const { path, query } = parseRequestTarget(request.originalUrl);
  const place = placeOf(path);
  const principal = principals.get(request);
  if (!principal) throw unauthorized('authentication is required');
  if (place.kind !== 'bulk' || !server.bulkData) throw notFound('nothing is served at this path');
  requireView(server, place.view, principal);
  const caller = new RequestCaller(principal, place.view, response, request.ip);
  const { method, headers } = request;
  const data = server.bulkData;
  const answer = await answerBulk({ data, caller, method, id: place.id, path, query, headers, body });
  return { answer, caller };
}

function exchangeOf(
  { server, outsideDatastore, heartbeat, bodyLimits }: HandlerOptions,
  request: HttpRequest,
  query: string,
  place: RootedPlace,
  caller: RequestCaller,
): Exchange {
  const { view, root } = place;
  const { method, headers, body } = request;
  if (!isMethod(method)) throw methodNotAllowed(method, 'any resource', METHODS.join(', '));
  requireView(server, view, caller.principal);
  const encoding = encodingOfRequest(request);
  if (encoding === undefined && place.kind !== 'streams' && place.kind !== 'subscriptions') {
    throw notAcceptable(
      `none of the media types in Accept "${headers.accept}" can be answered; expected application/yang-data+json or application/yang-data+xml`,
    );
  }
  return {
    server,
    caller,
    schema: server.schema(view),
    method,
    root,
    dataRoot: `${root}/data`,
    // Without a Host header references stay relative to the request.
    origin: request.host ? `${request.protocol}://${request.host}` : '',
    query,
    headers,
    body: Buffer.isBuffer(body) ? body : undefined,
    encoding: encoding ?? 'json',
    outsideDatastore,
    heartbeat,
    bodyLimits,
  };
}

/** An agent that the caller may not see is answered as one that does not exist. */
function requireView(server: Server, view: View, principal: Principal): void {
  if (view.kind === 'agent' && !server.admits(view, principal)) throw notFound(`there is no agent "${view.agent}"`);
}

function serviceRequest(
  { server, stopping, metrics }: HandlerOptions,
  { method, headers }: HttpRequest,
  { view, root }: ServicePlace,
): ServiceRequest {
  const datastores = () => server.datastores.served(view);
  return { method, headers, root, schema: () => server.schema(view), datastores, stopping: stopping(), metrics };
}

/** The answer to a request that failed, in the encoding that the client asked for, or JSON. */
export function answerFailure({ server, log }: HandlerOptions, request: HttpRequest, thrown: unknown): Answer {
  return failureAnswer(thrown, encodingOfRequest(request) ?? 'json', server.schema(nodeView), log);
}

function encodingOfRequest({ headers }: HttpRequest) {
  return answerEncoding(headers.accept, encodingOfAnswerTo(headers['content-type']));
}

/** What is answered without asking who asks. */
function isPublic(request: HttpRequest): boolean {
  return request.originalUrl.startsWith('/.well-known/') || isHealth(request) || mayReadMetrics(request);
}

export function isHealth({ originalUrl }: HttpRequest): boolean {
  return isAt(originalUrl, HEALTH);
}

const HEALTH = '/healthz';
const METRICS = '/metrics';

/**
 * Metrics go to whoever runs on this machine, as the collectors of most machines do, and to any user from elsewhere. What
 * a proxy on this machine passes on comes from elsewhere.
 */
function mayReadMetrics({ originalUrl, ip, headers }: HttpRequest): boolean {
  if (!isAt(originalUrl, METRICS)) return false;
  const isPassedOn = PROXY_FIELDS.some((name) => headers[name] !== undefined);
  return !isPassedOn && !headers.authorization && isLoopbackAddress(ip);
}

/** Asked of every request: whether its target is this path, with or without a query. */
function isAt(target: string, path: string): boolean {
  return target.startsWith(path) && (target.length === path.length || target[path.length] === '?');
}

const PROXY_FIELDS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}

function isMethod(method: string): method is Method {
  return (METHODS as readonly string[]).includes(method);
}
