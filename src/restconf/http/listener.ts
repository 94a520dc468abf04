import type { Readable } from 'node:stream';
import { type FastifyInstance, fastify, type RawServerBase } from 'fastify';
import type { Logger } from 'pino';
import { notFound } from '../refusal.js';
import type { Answer } from '../resources/exchange.js';
import type { RequestCaller } from './caller.js';
import { Connections } from './connections.js';
import { eventBody } from './event-body.js';
import { answerFailure, answerRequest, authenticateRequest, type HandlerOptions } from './handler.js';
import type { Limits } from './limits.js';
import type { ListenOptions } from './options.js';
import { plainServer, secureServer } from './raw-server.js';
import { parseRequestTarget } from './request-target.js';
import { answerWireFault } from './wire-faults.js';

/** The one route behind which all RESTCONF resources are. */
const ROUTE = '/restconf';
const SERVED = /^\/(?:restconf(?:\/|$)|agents\/[^/]+\/restconf(?:\/|$)|\.well-known\/host-meta(?:\.json)?$)/;

/** An answer above this is given up on when the client does not read it. */
const LARGE = 64 * 1024;

export interface Listener {
  listen(address: { readonly host: string; readonly port: number }): Promise<void>;
  /** The bound port, once listening. */
  port(): number | undefined;
  close(): Promise<void>;
}

/** Builds the listener; nothing is bound yet. */
export function createListener(options: ListenOptions, limits: Limits): Listener {
  const { tls } = options;
  const handling: HandlerOptions = { ...options, outsideDatastore: options.outsideDatastore ?? new Set() };
  const shared = common(limits);
  if (tls === false) {
    return mount(fastify({ ...shared, serverFactory: (handler) => plainServer(handler, limits) }), handling, limits);
  }
  const secure = fastify({
    ...shared,
    http2: true,
    https: {},
    serverFactory: (handler) => secureServer(handler, tls, limits),
  });
  return mount(secure, handling, limits);
}

function common(limits: Limits) {
  return {
    logger: false,
    bodyLimit: limits.bodySize,
    exposeHeadRoutes: false,
    clientErrorHandler: answerWireFault,
    // The router would decode the path; api-paths must reach their own parser as they were sent. Nothing is at `/`.
    rewriteUrl: ({ url = '/' }: { readonly url?: string }) => {
      return SERVED.test(parseRequestTarget(url).path) ? ROUTE : '/';
    },
  } as const;
}

function mount<Raw extends RawServerBase>(
  app: FastifyInstance<Raw>,
  handling: HandlerOptions,
  limits: Limits,
): Listener {
  const sending = { log: handling.log, limits };
  const connections = new Connections();
  const streams = new Set<RequestCaller>();
  connections.watch(app.server);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    connections.requestBegins();
    // The framework's own hook does not run when the client leaves before the answer is complete.
    reply.raw.once('close', () => connections.requestEnds());
    // HTTP/1.1 has this limit in Node's server; an HTTP/2 stream needs its own.
    if (request.raw.httpVersionMajor === 2) reply.raw.setTimeout(limits.requestTime, () => reply.raw.destroy());
    await authenticateRequest(handling, request);
  });
  app.setErrorHandler((error, request, reply) => send(reply, answerFailure(handling, request, error), sending));
  app.setNotFoundHandler((request, reply) => {
    send(
      reply,
      answerFailure(handling, request, notFound(`nothing is served at this path; the RESTCONF root is ${ROUTE}`)),
      sending,
    );
  });
  app.route({
    method: app.supportedMethods,
    url: ROUTE,
    handler: async (request, reply) => {
      if (request.raw.httpVersionMajor === 2) reply.raw.setTimeout(0);
      const answer = await answerRequest(handling, request, reply.raw, (caller) => {
        streams.add(caller);
        reply.raw.once('close', () => streams.delete(caller));
      });
      return send(reply, answer, sending);
    },
  });

  return {
    listen: async (address) => {
      await app.listen(address);
    },
    port: () => {
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : undefined;
    },
    close: async () => {
      for (const caller of streams) caller.abort();
      const closed = app.close();
      await connections.close(limits.closeTime);
      await closed;
    },
  };
}

/** What is used of the framework's reply, whatever kind of server it belongs to. */
interface HttpReply {
  readonly raw: { setTimeout(milliseconds: number, callback: () => void): unknown; destroy(): unknown };
  code(status: number): this;
  headers(values: Readonly<Record<string, string>>): this;
  serializer(serialize: (body: unknown) => string): this;
  send(body?: string | Readable): this;
}

function send<Reply extends HttpReply>(
  reply: Reply,
  { status, headers, body }: Answer,
  { log, limits }: { readonly log: Logger; readonly limits: Limits },
): Reply {
  reply.code(status).headers(headers);
  if (typeof body === 'object') return reply.send(eventBody(body, limits.stallTime, log));
  if (body === undefined) return reply.send();
  if (body.length > LARGE) reply.raw.setTimeout(limits.stallTime, () => reply.raw.destroy());
  // With a serializer of its own the framework adds no charset parameter, which the media types do not have.
  return reply.serializer(String).send(body);
}
