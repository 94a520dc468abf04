import type { ServerResponse } from 'node:http';
import { Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type FastifyInstance, fastify, type RawServerBase } from 'fastify';
import { isStreamed, MountTable } from '../mounts/index.js';
import { notFound, stoppingNow } from '../refusal.js';
import { gauge, ProcessMetrics, RequestMetrics } from '../service/metrics/index.js';
import { Admission } from './admission.js';
import { Arrival } from './arrival.js';
import { BULK_ROUTE, serveBulk } from './bulk-route.js';
import type { RequestCaller } from './caller.js';
import { decoded } from './compression.js';
import { Connections } from './connections.js';
import { faceStream } from './face-stream.js';
import {
  answerFailure,
  answerMountRequest,
  answerRequest,
  authenticateRequest,
  type HandlerOptions,
  heldBy,
  holdRequest,
  isHealth,
  requireOwn,
} from './handler.js';
import type { HttpRequest } from './http-request.js';
import { LastingAnswers } from './lasting.js';
import type { Limits } from './limits.js';
import { dropRest } from './linger.js';
import type { ListenOptions, TlsIdentity } from './options.js';
import { onceOver } from './over.js';
import { OwnNames } from './own-names.js';
import { contextOf, plainServer, secureServer } from './raw-server.js';
import { parseRequestTarget } from './request-target.js';
import { send } from './send.js';
import type { Upgrades } from './upgrades.js';
import { answerWireFault } from './wire-faults.js';

/** The one route behind which all RESTCONF resources are. */
const ROUTE = '/restconf';
/** The one route behind which all mounts of faces are. */
const MOUNT_ROUTE = '/mounts';
/** Parts of the listener, the framework and the runtime that wait for the end of one answer; more would be a leak. */
const PARTIES = 24;
/** Bulk data of the node, and through an agent. */
const BULK = /^(?:\/agents\/[^/]+)?\/data\/[^/]+$/;
const SERVED =
  /^\/(?:restconf(?:\/|$)|agents\/[^/]+\/(?:restconf(?:\/|$)|openapi(?:\.json)?$|docs$)|\.well-known\/host-meta(?:\.json)?$|(?:healthz|metrics|openapi(?:\.json)?|docs)?$)/;

export interface Listener {
  listen(address: { readonly host: string; readonly port: number }): Promise<void>;
  /** The bound port, once listening. */
  port(): number | undefined;
  /** Proves itself otherwise to new connections. */
  useTls(identity: TlsIdentity): void;
  close(): Promise<void>;
}

/** Builds the listener; nothing is bound yet. */
export function createListener(options: ListenOptions, limits: Limits): Listener {
  const { tls } = options;
  const { outsideDatastore = new Set(), metrics = () => [], publicUrl } = options;
  const bodyLimits = { maxDepth: limits.bodyDepth, maxElements: limits.bodyElements };
  const names = new OwnNames(options);
  const mounts = new MountTable(options.faces?.served ?? [], options.documents);
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const { heartbeat } = limits;
  const handling = {
    ...options,
    outsideDatastore,
    metrics,
    heartbeat,
    bodyLimits,
    names,
    publicOrigin,
    mounts,
    callerApi: options.faces?.as,
    faceSockets: options.faces?.sockets,
  };
  const shared = common(limits, mounts, options.serves ?? 'node');
  if (tls === false) {
    const plain = fastify({ ...shared, serverFactory: (handler) => plainServer(handler, limits) });
    return { ...mount(plain, handling, limits), useTls: () => undefined };
  }
  const secure = fastify({
    ...shared,
    http2: true,
    https: {},
    serverFactory: (handler) => secureServer(handler, tls, limits),
  });
  const useTls = (identity: TlsIdentity) => {
    secure.server.setSecureContext(contextOf(identity));
    names.useCertificate(identity.cert);
  };
  return { ...mount(secure, handling, limits), useTls };
}

function common(limits: Limits, mounts: MountTable, serves: 'node' | 'faces') {
  return {
    logger: false,
    bodyLimit: limits.bodySize,
    exposeHeadRoutes: false,
    // While closing the node answers for itself: its health, and an errors document to everything else.
    return503OnClosing: false,
    clientErrorHandler: answerWireFault,
    // The router would decode the path; api-paths must reach their own parser as they were sent. Nothing is at `/`.
    rewriteUrl: ({ url = '/' }: { readonly url?: string }) => {
      const { path } = parseRequestTarget(url);
      if (serves === 'node' && BULK.test(path)) return BULK_ROUTE;
      if (serves === 'node' && SERVED.test(path)) return ROUTE;
      return mounts.find(path) ? MOUNT_ROUTE : '/';
    },
  } as const;
}

type SharedOptions = Omit<HandlerOptions, 'stopping' | 'metrics'> &
  Required<Pick<ListenOptions, 'metrics'>> &
  Pick<ListenOptions, 'serves'>;

function mount<Raw extends RawServerBase>(
  app: FastifyInstance<Raw>,
  shared: SharedOptions,
  limits: Limits,
): Omit<Listener, 'useTls'> {
  const sending = { log: shared.log, limits };
  const connections = new Connections();
  const lasting = new LastingAnswers(shared.access, limits.eventStreams);
  const streaming = new WeakSet<HttpRequest>();
  const requests = new RequestMetrics();
  const ownProcess = new ProcessMetrics();
  let stopping = false;
  const handling: HandlerOptions = {
    ...shared,
    stopping: () => stopping,
    metrics: async () => [
      ...requests.metrics(),
      gauge('yangent_restconf_connections', 'Open connections.', connections.open),
      gauge('yangent_restconf_event_streams', 'Open event streams.', lasting.size),
      gauge('yangent_restconf_transfers', 'Transfers of bulk data under way.', transfers.size),
      ...ownProcess.metrics(),
      ...(await shared.metrics()),
    ],
  };
  const admission = new Admission(limits);
  const arrival = new Arrival(app.server, limits.requestTime);
  connections.watch(app.server, limits.connectionsPerAddress);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    const begun = performance.now();
    reply.raw.setMaxListeners(PARTIES);
    // Until it is their turn, answers of HTTP/1.1 have no connection, nor an end when the client leaves.
    if (!(request.raw instanceof Http2ServerRequest)) await admission.admitInOrder(request.raw, reply.raw);
    connections.requestBegins();
    // The framework's own hook does not run when the client leaves before the answer is complete.
    onceOver(reply.raw, () => {
      connections.requestEnds();
      requests.ended({
        method: request.method,
        status: reply.raw.headersSent ? reply.raw.statusCode : undefined,
        seconds: streaming.has(request) ? undefined : (performance.now() - begun) / 1000,
      });
    });
    if (request.raw instanceof Http2ServerRequest) await admission.admit(request.raw, reply.raw);
    if (!(request.raw instanceof Http2ServerRequest) && request.routeOptions.url !== BULK_ROUTE)
      arrival.begins(request.raw);
    requireOwn(handling, request);
    if (stopping && !isHealth(request)) throw stoppingNow();
    await authenticateRequest(handling, request);
    holdRequest(handling, request, reply.raw, request.routeOptions.url === BULK_ROUTE ? 0 : limits.bodySize);
  });
  app.addHook('preParsing', async (request, _reply, body) =>
    request.routeOptions.url === BULK_ROUTE ? body : decoded(body, request.headers, limits.bodySize, heldBy(request)),
  );
  app.setErrorHandler((error, request, reply) => {
    // The framework asks for the connection's end when a message-body is bad. HTTP/2 has no such field (RFC 9113 §8.2.2), and a
    // client of HTTP/1.1 that is still sending would lose the answer.
    reply.removeHeader('connection');
    if (!(request.raw instanceof Http2ServerRequest) && !request.raw.complete)
      dropRest(request.raw, limits.requestTime);
    return send(request, reply, answerFailure(handling, request, error), sending);
  });
  app.setNotFoundHandler((request, reply) => {
    const root = shared.serves === 'faces' ? '' : `; the RESTCONF root is ${ROUTE}`;
    const missing = notFound(`nothing is served at this path${root}`);
    return send(request, reply, answerFailure(handling, request, missing), sending);
  });
  const begins = (request: HttpRequest, response: ServerResponse | Http2ServerResponse, caller: RequestCaller) => {
    // An event stream lasts: it must not keep the other requests of its connection waiting.
    if (request.raw instanceof Http2ServerRequest) admission.release(request.raw);
    try {
      onceOver(response, lasting.begin(caller));
    } catch (refused) {
      caller.abort();
      throw refused;
    }
    streaming.add(request);
  };
  const transfers = new Set<() => void>();
  serveBulk(app, {
    handling,
    admission,
    limits,
    begins: (end) => {
      transfers.add(end);
      return () => transfers.delete(end);
    },
  });
  app.route({
    method: app.supportedMethods,
    url: ROUTE,
    handler: async (request, reply) => {
      if (request.raw instanceof Http2ServerRequest) admission.arrived(request.raw);
      const answer = await answerRequest(handling, request, reply.raw, (caller) => begins(request, reply.raw, caller));
      return send(request, reply, answer, sending);
    },
  });
  app.route({
    method: app.supportedMethods,
    url: MOUNT_ROUTE,
    handler: async (request, reply) => {
      if (request.raw instanceof Http2ServerRequest) admission.arrived(request.raw);
      const { answer, caller } = await answerMountRequest(handling, request, reply.raw);
      const { status, headers = {}, body } = answer;
      if (!isStreamed(body)) return send(request, reply, { status, headers, body }, sending);
      begins(request, reply.raw, caller);
      const events = faceStream(body, { signal: caller.signal, closeTime: limits.closeTime, held: heldBy(request) });
      return send(request, reply, { status, headers, body: { events } }, sending);
    },
  });
  const answered = (status: number) => requests.ended({ method: 'GET', status });
  let upgrades: Upgrades | undefined;

  return {
    listen: async (address) => {
      // Most nodes have no face that takes WebSockets, and need not load what is for them.
      if (handling.mounts.takesUpgrades) {
        const { Upgrades } = await import('./upgrades.js');
        upgrades = new Upgrades(app.server, { handling, limits, lasting, answered });
      }
      await app.listen(address);
    },
    port: () => {
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : undefined;
    },
    close: async () => {
      stopping = true;
      ownProcess.close();
      lasting.close();
      upgrades?.close();
      for (const end of transfers) end();
      const closed = app.close();
      await connections.close(limits.closeTime);
      await closed;
    },
  };
}
