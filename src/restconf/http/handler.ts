import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Logger } from 'pino';
import type { Principal } from '../../access/index.js';
import {
  type Caller,
  type CallerApi,
  type FaceAnswer,
  type FailedLogin,
  type HeldBytes,
  nodeView,
  type Server,
  type SucceededLogin,
  type View,
} from '../../server/index.js';
import { answerEncoding } from '../accept.js';
import { answerBulk, type BulkAnswer } from '../bulk/index.js';
import { answerMount, faceRequest, type MountPlace, type MountTable, requireMethod } from '../mounts/index.js';
import {
  badRequest,
  loginMethodRefused,
  methodNotAllowed,
  notAcceptable,
  notFound,
  stoppingNow,
  unauthorized,
} from '../refusal.js';
import { encodingOfAnswerTo } from '../resources/body.js';
import { dispatch } from '../resources/dispatch.js';
import { type Answer, type Exchange, METHODS, type Method } from '../resources/exchange.js';
import { hostMeta, wantsJson } from '../resources/host-meta.js';
import { placeOf, type RootedPlace, type ServicePlace } from '../resources/place.js';
import { answerService, type Metric, type ServiceRequest } from '../service/index.js';
import { giveNonce } from './answer-fields.js';
import { authenticate, type HttpAuthentication, type OnFailed } from './authentication.js';
import { authorityOf, requireSingleFields } from './authority.js';
import { RequestCaller } from './caller.js';
import { clientCertificate } from './client-certificate.js';
import { credentialsOf } from './credentials.js';
import { kindOfLogin, missingMethods } from './endpoint-login.js';
import type { FaceSockets } from './face-sockets.js';
import { failureAnswer } from './failure.js';
import { type ForeignOptions, refuseForeign } from './foreign.js';
import { type HttpRequest, hasBody, isAt } from './http-request.js';
import { NOBODY, payerOf } from './nobody.js';
import { onceOver } from './over.js';
import type { OwnNames } from './own-names.js';
import { parseRequestTarget } from './request-target.js';
import { traceOf } from './trace.js';

/** Services that all requests of one listener share. */
export interface HandlerOptions {
  readonly server: Server;
  readonly access: HttpAuthentication;
  readonly onFailedLogin?: (login: FailedLogin) => void;
  readonly onLogin?: (login: SucceededLogin) => Promise<void> | undefined;
  readonly names: OwnNames;
  /** Origin at which clients reach the node. Default: the address of the listener. */
  readonly publicOrigin?: string;
  readonly mounts: MountTable;
  /** Counts the WebSockets of faces; absent without faces. */
  readonly faceSockets?: FaceSockets;
  /** Makes the API of the node for callers of faces; absent without faces. */
  readonly callerApi?: (caller: Caller) => CallerApi;
  readonly log: Logger;
  readonly outsideDatastore: ReadonlySet<string>;
  /** Milliseconds between the heartbeats of a silent event stream. */
  readonly heartbeat: number;
  /** Limits of message-bodies, besides their size. */
  readonly bodyLimits: Exchange['bodyLimits'];
  /** True once the listener is closing. */
  readonly stopping: () => boolean;
  /** Returns why nothing can be stored, in words that any client may read; undefined while all is well. */
  readonly fault?: () => string | undefined;
  readonly metrics: () => Promise<readonly Metric[]>;
}

/** Principal of each request, set once the login was checked. */
const principals = new WeakMap<HttpRequest, Principal>();

/**
 * Refuses foreign requests before any other step: wrong or repeated Host, page of another site. Health is public.
 *
 * @throws Refusal
 */
export function requireOwn(options: HandlerOptions, request: HttpRequest): void {
  requireSingleFields(request);
  if (isHealth(request)) return;
  const { names, publicOrigin, onFailedLogin } = options;
  const onForeign: ForeignOptions['onForeign'] = (found) => onFailedLogin?.({ protocol: 'restconf', ...found });
  refuseForeign({ names, publicOrigin, onForeign }, request);
}

/** Authenticates a request before its message-body is read. */
export async function authenticateRequest(options: HandlerOptions, request: HttpRequest): Promise<void> {
  const { server, mounts, access, onFailedLogin, onLogin, publicOrigin, stopping } = options;
  if (isPublic(options, request)) return;
  const failed: OnFailed = (login) => onFailedLogin?.({ protocol: 'restconf', source: request.ip, ...login });
  const { principal, nonce } = await authenticate(access, credentialsOf(request, publicOrigin), failed);
  // The node may have begun to stop meanwhile: a login that nothing follows is none, and its record would come too late.
  if (stopping()) throw stoppingNow();
  const missing = missingMethods(server, mounts, parseRequestTarget(request.originalUrl).path, principal);
  if (missing) {
    failed({ method: kindOfLogin(principal), user: principal.name });
    throw loginMethodRefused(missing, access.acceptsTokens === true);
  }
  principals.set(request, principal);
  const recording = onLogin?.({ principal, source: request.ip });
  if (recording) await recording;
  if (nonce !== undefined) giveNonce(request, nonce);
}

/** Bytes held by each running request. */
const holdings = new WeakMap<HttpRequest, HeldBytes>();

/**
 * Counts the bytes that a request and its answer hold, until the answer is over. A message-body of known length is counted
 * before it is read.
 *
 * @throws RpcError resource-denied when the requests and answers of the user hold too many bytes; Refusal 400 for a message-body
 *   to a page that needs no login
 */
export function holdRequest(
  { server, mounts }: HandlerOptions,
  request: HttpRequest,
  response: ServerResponse | Http2ServerResponse,
  bodyLimit: number,
): void {
  const mounted = mounts.find(parseRequestTarget(request.originalUrl).path);
  if (mounted) requireMethod(mounted, request.method);
  const principal = principals.get(request) ?? (mounted ? NOBODY : undefined);
  if (!principal) {
    if (hasBody(request)) throw badRequest('this page takes no message-body; send the request without one');
    return;
  }
  const held = server.bytesUnderWay.open(payerOf(request, principal));
  onceOver(response, () => held.close());
  holdings.set(request, held);
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > 0 && length <= bodyLimit) held.takeRequest(length);
}

/** Returns the bytes held by a request; undefined for a page that needs no login. */
export function heldBy(request: HttpRequest): HeldBytes | undefined {
  return holdings.get(request);
}

/** Answers one authenticated request. */
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
  if (place.kind === 'service' && (isPublicPage(place.page) || mayReadMetrics(request))) {
    return answerService(place.page, serviceRequest(options, request, place));
  }
  const principal = principals.get(request);
  if (!principal) throw unauthorized('authentication is required');
  if (place.kind === 'service') {
    requireView(options.server, place.view, principal);
    return answerService(place.page, serviceRequest(options, request, place));
  }
  if (place.kind === 'bulk') throw notFound('data is served by its own route');
  const held = holdings.get(request) ?? options.server.bytesUnderWay.open(principal.name);
  const caller = new RequestCaller(
    principal,
    place.view,
    response,
    request.ip,
    undefined,
    traceOf(request.headers.traceparent),
  );
  const answer = await dispatch(exchangeOf(options, request, query, place, caller, held), place);
  if (typeof answer.body === 'object' && 'events' in answer.body) open(caller);
  return answer;
}

/** Answers one authenticated request for bytes. @throws Refusal or RpcError */
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
  const caller = new RequestCaller(
    principal,
    place.view,
    response,
    request.ip,
    undefined,
    traceOf(request.headers.traceparent),
  );
  const { method, headers } = request;
  const data = server.bulkData;
  const answer = await answerBulk({ data, caller, method, id: place.id, path, query, headers, body });
  return { answer, caller };
}

/** Lets a face answer one request. @throws Refusal or RpcError */
export async function answerMountRequest(
  options: HandlerOptions,
  request: HttpRequest,
  response: ServerResponse | Http2ServerResponse,
): Promise<{ readonly answer: FaceAnswer; readonly caller: RequestCaller }> {
  const place = mountOf(options, request);
  const principal = principals.get(request);
  const caller = new RequestCaller(
    principal ?? NOBODY,
    place.view,
    response,
    request.ip,
    place.face.protocol,
    traceOf(request.headers.traceparent),
  );
  const asked = faceRequest(place, arrivedOf(options, request, principal && caller, caller.signal));
  return { answer: await answerMount(place, asked), caller };
}

/** Returns the mount of a request. @throws Refusal 404 when there is none, or for an agent that the caller may not see */
export function mountOf(options: HandlerOptions, request: HttpRequest): MountPlace {
  const place = options.mounts.find(parseRequestTarget(request.originalUrl).path);
  if (!place) throw notFound('nothing is served at this path');
  const principal = principals.get(request);
  if (!principal && place.mount.access === 'login') throw unauthorized('authentication is required');
  // A caller without credentials finds only what all users may find.
  requireView(options.server, place.view, principal ?? NOBODY);
  return place;
}

/** Returns the principal of the request; undefined when it needed no login. */
export function principalOf(request: HttpRequest): Principal | undefined {
  return principals.get(request);
}

export function arrivedOf(
  { callerApi, publicOrigin }: HandlerOptions,
  request: HttpRequest,
  caller: Caller | undefined,
  signal: AbortSignal,
) {
  const { method, headers, body, ip: source } = request;
  return {
    method,
    headers,
    body: Buffer.isBuffer(body) ? body : NOTHING,
    query: parseRequestTarget(request.originalUrl).query,
    as: caller && callerApi?.(caller),
    origin: publicOrigin ?? `${request.protocol}://${authorityOf(request).text}`,
    source,
    signal,
  };
}

const NOTHING = new Uint8Array(0);

function exchangeOf(
  { server, outsideDatastore, heartbeat, bodyLimits, publicOrigin }: HandlerOptions,
  request: HttpRequest,
  query: string,
  place: RootedPlace,
  caller: RequestCaller,
  held: HeldBytes,
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
    held,
    schema: server.schema(view),
    method,
    root,
    dataRoot: `${root}/data`,
    origin: publicOrigin ?? `${request.protocol}://${authorityOf(request).text}`,
    query,
    headers,
    body: Buffer.isBuffer(body) ? body : undefined,
    encoding: encoding ?? 'json',
    outsideDatastore,
    heartbeat,
    bodyLimits,
  };
}

/** Refuses an agent that the caller may not see, with the same error as for a missing agent. */
function requireView(server: Server, view: View, principal: Principal): void {
  if (view.kind === 'agent' && !server.admits(view, principal)) throw notFound(`there is no agent "${view.agent}"`);
}

function serviceRequest(
  { server, stopping, fault, metrics }: HandlerOptions,
  { method, headers }: HttpRequest,
  { view, root }: ServicePlace,
): ServiceRequest {
  const datastores = () => server.datastores.served(view);
  return {
    method,
    headers,
    root,
    schema: () => server.schema(view),
    datastores,
    stopping: stopping(),
    fault: fault?.(),
    metrics,
  };
}

/** Returns the answer to a failed request, in the encoding that the client accepts, or JSON. */
export function answerFailure({ server, log }: HandlerOptions, request: HttpRequest, thrown: unknown): Answer {
  return failureAnswer(thrown, encodingOfRequest(request) ?? 'json', server.schema(nodeView), log);
}

function encodingOfRequest({ headers }: HttpRequest) {
  return answerEncoding(headers.accept, encodingOfAnswerTo(headers['content-type']));
}

/** True for requests that need no login. */
function isPublic(options: HandlerOptions, request: HttpRequest): boolean {
  const mounted = options.mounts.find(parseRequestTarget(request.originalUrl).path);
  if (mounted) return isOpen(mounted, request);
  return (
    request.originalUrl.startsWith('/.well-known/') || isHealth(request) || isHome(request) || mayReadMetrics(request)
  );
}

/** True when the mount needs no login. An anonymous mount checks credentials if there are some. */
function isOpen({ mount: { access } }: MountPlace, { headers, raw }: HttpRequest): boolean {
  const says = headers.authorization !== undefined || clientCertificate(raw) !== undefined;
  return access === 'public' || (access === 'anonymous' && !says);
}

function isPublicPage(page: ServicePlace['page']): boolean {
  return page === 'health' || page === 'home';
}

function isHome({ originalUrl }: HttpRequest): boolean {
  return isAt(originalUrl, HOME);
}

export function isHealth({ originalUrl }: HttpRequest): boolean {
  return isAt(originalUrl, HEALTH);
}

const HOME = '/';
const HEALTH = '/healthz';
const METRICS = '/metrics';

/**
 * True when metrics may be read without login: by programs on this machine, where most collectors run. Requests from a proxy
 * on this machine count as remote.
 */
function mayReadMetrics({ originalUrl, ip, headers }: HttpRequest): boolean {
  if (!isAt(originalUrl, METRICS)) return false;
  const isPassedOn = PROXY_FIELDS.some((name) => headers[name] !== undefined);
  return !isPassedOn && !headers.authorization && isLoopbackAddress(ip);
}

const PROXY_FIELDS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}

function isMethod(method: string): method is Method {
  return (METHODS as readonly string[]).includes(method);
}
