import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Logger } from 'pino';
import type { Principal } from '../../access/index.js';
import { nodeView, type Server } from '../../server/index.js';
import { methodNotAllowed, notAcceptable, notFound, unauthorized } from '../refusal.js';
import { encodingOfContent } from '../resources/body.js';
import { dispatch } from '../resources/dispatch.js';
import { type Answer, type Exchange, METHODS, type Method } from '../resources/exchange.js';
import { hostMeta, wantsJson } from '../resources/host-meta.js';
import { placeOf, type RootedPlace } from '../resources/place.js';
import { answerEncoding } from './accept.js';
import { authenticate, type PasswordAuthentication } from './authentication.js';
import { RequestCaller } from './caller.js';
import { failureAnswer } from './failure.js';
import { parseRequestTarget } from './request-target.js';

/** What every request of one listener shares. */
export interface HandlerOptions {
  readonly server: Server;
  readonly access: PasswordAuthentication;
  readonly log: Logger;
  readonly outsideDatastore: ReadonlySet<string>;
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
}

/** Who sent a request, from the moment that is known. */
const principals = new WeakMap<HttpRequest, Principal>();

/** Before the message-body is read: nobody may make the server read one without a password. */
export async function authenticateRequest({ access }: HandlerOptions, request: HttpRequest): Promise<void> {
  if (isPublic(request)) return;
  principals.set(request, await authenticate(access, request.headers.authorization, request.ip));
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
  const principal = principals.get(request);
  if (!principal) throw unauthorized('authentication is required');
  const caller = new RequestCaller(principal, place.view, response);
  const answer = await dispatch(exchangeOf(options, request, query, place, caller), place);
  if (typeof answer.body === 'object') open(caller);
  return answer;
}

function exchangeOf(
  { server, outsideDatastore }: HandlerOptions,
  request: HttpRequest,
  query: string,
  place: RootedPlace,
  caller: RequestCaller,
): Exchange {
  const { view, root } = place;
  const { method, headers, body } = request;
  if (!isMethod(method)) throw methodNotAllowed(method, 'any resource', METHODS.join(', '));
  // An agent that the caller may not see is answered as one that does not exist.
  if (view.kind === 'agent' && !server.admits(view, caller.principal))
    throw notFound(`there is no agent "${view.agent}"`);
  const encoding = encodingOfRequest(request);
  if (encoding === undefined && place.kind !== 'streams') {
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
    // Without a Host header references stay relative to the request.
    origin: request.host ? `${request.protocol}://${request.host}` : '',
    query,
    headers,
    body: Buffer.isBuffer(body) ? body : undefined,
    encoding: encoding ?? 'json',
    outsideDatastore,
  };
}

/** The answer to a request that failed, in the encoding that the client asked for, or JSON. */
export function answerFailure({ server, log }: HandlerOptions, request: HttpRequest, thrown: unknown): Answer {
  return failureAnswer(thrown, encodingOfRequest(request) ?? 'json', server.schema(nodeView), log);
}

function encodingOfRequest({ headers }: HttpRequest) {
  return answerEncoding(headers.accept, encodingOfContent(headers['content-type']) ?? 'json');
}

function isPublic(request: HttpRequest): boolean {
  return request.originalUrl.startsWith('/.well-known/');
}

function isMethod(method: string): method is Method {
  return (METHODS as readonly string[]).includes(method);
}
